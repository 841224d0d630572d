/* gentrans prove: small numbers of processes upwards, for the smallest that fails; then a proof for all. */
#include "driver/prove.h"
#include "driver/commands.h"
#include "driver/ending.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* How far upwards: first before a proof is tried, above the least sum of sizes; then while it pays, in states
 * of all instances. */
enum { FIRST_SUM = 4, MOST_SUM = 24, FIRST_STATES = 20000, MOST_STATES = 200000 };
/* What is learned from: states, and the sum of sizes above the least one. */
enum { MOST_SAMPLES = 6000, SAMPLE_SUM = 4 };

typedef struct {
    gt_proving *v;
    gt_every *program;
    gt_every_states samples;
    size_t states;
    int64_t first_sum; /* of the first instance there is; -1: none yet */
    int64_t next_sum;
    size_t most; /* states */
    bool done, differs;
} climb;

/* ---- small sizes ---- */

static gt_every_outcome *outcome_of(gt_proving *v, const char *name)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (!strcmp(v->outcomes[i].prop->name, name))
            return &v->outcomes[i];
    return NULL;
}

static bool are_sizes(const gt_every *p, const int64_t *sizes)
{
    int64_t *x = gt_xcalloc((size_t)p->ncolumns + 1, sizeof *x);
    for (uint32_t i = 0, s = 0; i < p->ncolumns; i++)
        if (p->columns[i].kind == GT_COLUMN_SIZE)
            x[i] = sizes[s++];
    bool fine = true;
    for (uint32_t i = 0; i < p->assumed.n; i++)
        fine = fine && gt_row_value(p, p->assumed.rows[i], x) >= 0;
    free(x);
    return fine;
}

static void note_failures(climb *c, const gt_check_report *r, const int64_t *sizes,
                          const gt_instance *instance)
{
    gt_proving *v = c->v;
    bool any = false;
    for (uint32_t i = 0; i < r->nresults; i++) {
        const gt_check_result *result = &r->results[i];
        gt_every_outcome *o = outcome_of(v, result->prop->name);
        if (result->verdict != GT_VERDICT_FAILS || !o || o->fails_at)
            continue;
        o->fails_at = gt_arena_copy(v->job->ctx.arena, sizes, v->family.nsizes, sizeof *sizes);
        o->failure = result;
        any = true;
    }
    if (any) /* its runs are shown later */
        v->instances[v->ninstances++] = *instance;
}

/* The instance of the parametric program is the program of that size: as many states. Else nothing is
 * claimed. */
static void compare(climb *c, const gt_check_report *r, const int64_t *sizes, bool fails)
{
    gt_every_states states = {0};
    bool all = gt_every_reach(c->program, sizes, MOST_SAMPLES, &states);
    if (all && r->states_complete && !fails) {
        const char *text = gt_arena_printf(c->v->job->ctx.arena, "%zu", states.n);
        c->differs = c->differs || strcmp(text, r->states) != 0;
    }
    int64_t sum = 0;
    for (uint32_t i = 0; i < c->v->family.nsizes; i++)
        sum += sizes[i];
    if (sum <= c->first_sum + SAMPLE_SUM && c->samples.n + states.n <= MOST_SAMPLES)
        for (size_t i = 0; i < states.n; i++)
            gt_vec_push(&c->samples, states.v[i]);
    free(states.v);
}

static bool any_open(const gt_proving *v)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (!v->outcomes[i].fails_at && !v->outcomes[i].proved)
            return true;
    return false;
}

static void check_sizes(climb *c, const int64_t *sizes, int64_t sum)
{
    gt_proving *v = c->v;
    gt_instance instance;
    if (c->done || !are_sizes(c->program, sizes))
        return;
    gt_family_check(&v->family, sizes, c->most - c->states, &instance);
    const gt_check_report *r = instance.report;
    if (!r) { /* no such program */
        gt_instance_close(&instance);
        v->skipped = true;
        return;
    }
    c->first_sum = c->first_sum < 0 ? sum : c->first_sum;
    uint32_t before = v->ninstances;
    note_failures(c, r, sizes, &instance);
    bool fails = false;
    for (uint32_t i = 0; i < r->nresults; i++)
        fails = fails || r->results[i].verdict == GT_VERDICT_FAILS;
    compare(c, r, sizes, fails);
    c->states += r->states ? strtoull(r->states, NULL, 10) + 200 : 200;
    if (r->stopped == GT_STOP_NONE && !fails)
        v->largest = gt_arena_copy(v->job->ctx.arena, sizes, v->family.nsizes, sizeof *sizes);
    v->stopped = r->stopped == GT_STOP_WORK ? GT_STOP_NONE : r->stopped;
    c->done = r->stopped != GT_STOP_NONE || c->states >= c->most || !any_open(v) ||
              v->ninstances == GT_MOST_INSTANCES;
    if (v->ninstances == before)
        gt_instance_close(&instance);
}

/* All sizes of that sum, lexicographically. */
static void check_sum(climb *c, int64_t *sizes, uint32_t at, int64_t left, int64_t sum)
{
    uint32_t n = c->v->family.nsizes;
    if (at + 1 == n) {
        sizes[at] = left;
        check_sizes(c, sizes, sum);
        return;
    }
    for (int64_t k = 0; k <= left && !c->done; k++) {
        sizes[at] = k;
        check_sum(c, sizes, at + 1, left - k, sum);
    }
}

static void climb_to(climb *c, int64_t above, size_t most)
{
    int64_t *sizes = gt_xcalloc((size_t)c->v->family.nsizes + 1, sizeof *sizes);
    c->most = most;
    c->done = !any_open(c->v);
    for (; c->next_sum <= MOST_SUM && !c->done; c->next_sum++) {
        if (c->first_sum >= 0 && c->next_sum > c->first_sum + above)
            break;
        check_sum(c, sizes, 0, c->next_sum, c->next_sum);
    }
    free(sizes);
}

/* ---- all sizes ---- */

static uint32_t number_of(const gt_cmds *cmds, const char *name)
{
    for (uint32_t p = 0; p < cmds->nprops; p++)
        if (!strcmp(cmds->props[p].origin->name, name))
            return p;
    return UINT32_MAX;
}

/* Proofs out of an inductive invariant; true: nothing that is wanted is left. */
static bool prove_from(gt_proving *v, gt_every *p, const gt_invs *pool, const gt_limits *limits, int64_t from)
{
    bool all = true;
    for (uint32_t i = 0; i < v->n; i++) {
        gt_every_outcome *o = &v->outcomes[i];
        uint32_t prop = number_of(p->cmds, o->prop->name);
        if (prop == UINT32_MAX || !gt_every_can(p, prop) || o->wanted != from || o->proved)
            continue;
        gt_invs proof = {0};
        if (gt_every_prove(p, prop, pool, limits, &proof, &o->why) &&
            gt_every_discharge(p, prop, &proof, limits, &o->queries)) {
            o->proved = true;
            o->from = from;
            o->why = NULL;
            for (size_t q = 0; q < proof.n; q++)
                o->clauses += proof.v[q].dead ? 0 : (uint32_t)proof.v[q].clauses.n;
            if (v->certificates.len)
                gt_str_add(&v->certificates, "\n(reset)\n");
            if (v->job->options->certificate)
                gt_every_certificate(p, prop, &proof, &v->certificates);
        } else if (p->refused) {
            o->why = p->refused;
        } else if (!o->why) {
            o->why = "a limit was met";
        }
        all = all && o->proved;
        gt_invs_fini(&proof);
    }
    return all;
}

/* No proof: that is why. */
static void give_up(gt_proving *v, int64_t from, const char *why)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (v->outcomes[i].wanted == from && !v->outcomes[i].proved)
            v->outcomes[i].why = why;
}

/* Tries to prove what is asked of sizes of which `p` knows: from the pairs of local states alone, then with
 * what small sizes teach. */
static void prove_with(gt_proving *v, gt_every *p, const gt_every_states *samples, int64_t from)
{
    gt_limits limits = gt_job_limits_left(v->job);
    gt_invs pairs = {0}, learned = {0};
    gt_stop stop;
    if (!gt_every_views(p, &limits, &pairs, &stop))
        p->refused = NULL; /* in a control that may not be reached */
    if (stop == GT_STOP_NONE && (!pairs.n || !prove_from(v, p, &pairs, &limits, from))) {
        if (gt_every_learn(p, samples, &pairs, &limits, &learned, &stop)) {
            gt_invs_add(&learned, &pairs);
            prove_from(v, p, &learned, &limits, from);
        } else {
            give_up(v, from, p->refused ? p->refused : gt_stop_name(stop));
        }
    }
    v->stopped = stop != GT_STOP_NONE ? stop : v->stopped;
    gt_invs_fini(&pairs);
    gt_invs_fini(&learned);
}

/* What fails for one number of processes may hold for all larger ones. */
static void prove_beyond(gt_proving *v)
{
    for (uint32_t i = 0; i < v->n && v->family.nsizes == 1; i++) {
        gt_every_outcome *o = &v->outcomes[i];
        if (!o->fails_at || o->proved)
            continue;
        gt_every *p = gt_every_new(&v->family.ctx, v->family.cmds);
        const gt_row **least = GT_NEW(v->job->ctx.arena, const gt_row *);
        gt_every_states samples = {0};
        uint32_t size = 0;
        bool possible;
        while (p->columns[size].kind != GT_COLUMN_SIZE)
            size++;
        o->wanted = o->fails_at[0] + 1;
        *least = gt_row_shift(p, gt_row_column(p, size), -o->wanted);
        p->assumed = gt_set_and(p, p->assumed, (gt_row_set){1, least}, &possible);
        bool all = true;
        for (int64_t n = o->wanted; all && n <= o->wanted + SAMPLE_SUM; n++)
            all = gt_every_reach(p, &n, MOST_SAMPLES - samples.n, &samples);
        uint32_t prop = number_of(p->cmds, o->prop->name);
        if (prop != UINT32_MAX && !gt_every_fails(p, prop, &samples))
            prove_with(v, p, &samples, o->wanted);
        o->wanted = -1;
        free(samples.v);
        gt_every_free(p);
    }
}

static bool decide(gt_job *job, void *arg)
{
    gt_proving *v = arg;
    climb c = {.v = v, .first_sum = -1};
    c.program = gt_every_new(&v->family.ctx, v->family.cmds);
    v->program = c.program;
    if (!c.program)
        return false;
    (void)job;
    climb_to(&c, FIRST_SUM, FIRST_STATES);
    for (uint32_t i = 0; i < v->n; i++) {
        v->outcomes[i].wanted = v->outcomes[i].fails_at ? -1 : 0;
        if (c.differs)
            v->outcomes[i].why = "the program for all sizes is not that of each size: a mistake in gentrans";
    }
    if (!c.differs && any_open(v) && v->stopped == GT_STOP_NONE)
        prove_with(v, c.program, &c.samples, 0);
    if (!c.differs && v->stopped == GT_STOP_NONE)
        climb_to(&c, MOST_SUM, MOST_STATES);
    if (!c.differs && v->stopped == GT_STOP_NONE)
        prove_beyond(v);
    free(c.samples.v);
    return true;
}

/* ---- for other solvers ---- */

/* Every property that can be asked, instead of proofs. */
static bool write_horn(gt_job *job, void *arg)
{
    gt_proving *v = arg;
    v->program = gt_every_new(&v->family.ctx, v->family.cmds);
    for (uint32_t prop = 0; v->program && prop < v->family.cmds->nprops; prop++) {
        if (!gt_every_can(v->program, prop))
            continue;
        if (v->certificates.len)
            gt_str_add(&v->certificates, "\n(reset)\n");
        if (!gt_every_horn(v->program, prop, &v->certificates)) {
            gt_error(v->family.ctx.diag, v->program->refused_at, "open-size", "no Horn clauses: %s",
                     v->program->refused);
            return false;
        }
    }
    (void)job;
    return v->program != NULL;
}

static gt_exit finish_horn(gt_proving *v)
{
    gt_file file = {v->job->options->output, &v->certificates};
    return gt_files_write(&file, 1);
}

/* ---- the command ---- */

static void find_outcomes(gt_proving *v)
{
    const gt_cmds *cmds = v->family.cmds;
    const gt_sym *sym = v->job->whole;
    v->outcomes = GT_NEW_ARRAY(v->job->ctx.arena, gt_every_outcome, (size_t)cmds->nprops + sym->nprops + 1);
    for (uint32_t p = 0; p < cmds->nprops; p++)
        v->outcomes[v->n++] = (gt_every_outcome){.prop = cmds->props[p].origin};
    v->nothers = 0;
    v->others = GT_NEW_ARRAY(v->job->ctx.arena, const gt_prop *, (size_t)sym->nprops + 1);
    for (uint32_t p = 0; p < sym->nprops; p++)
        if (v->job->kept[p] && !v->family.kept[p])
            v->others[v->nothers++] = sym->props[p];
}

static gt_exit exit_code(const gt_proving *v)
{
    bool fails = false, unknown = v->nothers > 0;
    for (uint32_t i = 0; i < v->n; i++) {
        fails = fails || v->outcomes[i].fails_at;
        unknown = unknown || !(v->outcomes[i].fails_at || v->outcomes[i].proved);
    }
    return fails ? GT_EXIT_FAILS : unknown ? GT_EXIT_LIMIT : GT_EXIT_OK;
}

static gt_exit finish(gt_proving *v, gt_str *out)
{
    gt_exit code = exit_code(v);
    if (v->job->options->certificate) {
        gt_file file = {v->job->options->certificate, &v->certificates};
        gt_exit written = gt_files_write(&file, 1);
        if (written != GT_EXIT_OK)
            return written;
    }
    if (v->job->json)
        gt_prove_json(v, v->job->json);
    else
        gt_prove_text(v, out);
    return code;
}

static bool is_provable(gt_job *job)
{
    gt_tie tie = gt_sym_tie(job->written);
    if (gt_job_is_later(job) || gt_has_extension(job->file, ".xml")) {
        gt_job_say(job, "%s: a proof for every number of processes needs the text of the model", job->file);
        return false;
    }
    if (!tie.var && !tie.proc)
        return true;
    if (tie.proc)
        gt_error(job->ctx.diag, tie.proc->pos, "open-size",
                 "'%s' is %s, so the program has no counter program to prove things of", tie.proc->name,
                 gt_symmetry_text(tie.proc->symmetry));
    else
        gt_error(job->ctx.diag, tie.var->pos, "open-size",
                 "'%s' holds process ids, so the program has no counter program to prove things of",
                 tie.var->name);
    gt_help(job->ctx.diag, "check it for sizes one by one: gentrans check -D n=2..8, with your constant");
    gt_job_flush(job);
    return false;
}

gt_exit gt_command_prove(gt_job *job, gt_str *out)
{
    gt_proving v = {.job = job};
    gt_exit code = GT_EXIT_USAGE;
    if (job->options->output && job->options->certificate) {
        gt_job_say(job, "%s: -o writes Horn clauses and proves nothing: there is no certificate", job->file);
        return code;
    }
    if (!is_provable(job))
        return code;
    gt_str_init(&v.certificates);
    if (gt_family_open(job, &v.family, &code)) {
        find_outcomes(&v);
        bool horn = job->options->output != NULL;
        bool done = gt_job_watched(job, horn ? write_horn : decide, &v);
        v.stopped = job->stopped != GT_STOP_NONE ? job->stopped : v.stopped;
        if (horn && v.stopped != GT_STOP_NONE)
            code = gt_job_failed(job);
        else if (horn && done)
            code = finish_horn(&v);
        else if (!horn && (done || v.stopped != GT_STOP_NONE))
            code = finish(&v, out);
        else
            gt_diag_flush(v.family.ctx.diag, stderr);
    }
    for (uint32_t i = 0; i < v.ninstances; i++)
        gt_instance_close(&v.instances[i]);
    if (v.program)
        gt_every_free(v.program);
    gt_family_close(&v.family);
    gt_str_fini(&v.certificates);
    return code;
}

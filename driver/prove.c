/* gentrans prove: small numbers of processes upwards, for the smallest that fails; then a proof for all. */
#include "driver/prove.h"
#include "backends/check/checkers/checker.h"
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

/* Looking for proofs, way after way. */
typedef struct {
    gt_proving *v;
    gt_every *p;
    const gt_every_states *samples;
    int64_t from; /* proofs for sizes from this on are wanted */
    gt_limits limits;
    gt_invs pairs, learned;
    const char *refused;
    gt_stop stop;
} attempt;

static void keep_proof(attempt *a, gt_every_outcome *o, uint32_t prop, const gt_invs *proof, gt_opt_by by)
{
    gt_proving *v = a->v;
    o->proved = true;
    o->by = (int)by;
    o->from = a->from;
    o->why = NULL;
    for (size_t q = 0; q < proof->n; q++)
        o->clauses += proof->v[q].dead ? 0 : (uint32_t)proof->v[q].clauses.n;
    if (v->certificates.len)
        gt_str_add(&v->certificates, "\n(reset)\n");
    if (v->job->options->certificate)
        gt_every_certificate(a->p, prop, proof, &v->certificates);
}

/* A proof of one property out of these clauses, if there is one. */
static void prove_one(attempt *a, gt_every_outcome *o, uint32_t prop, const gt_pool *pool, gt_opt_by by)
{
    gt_invs proof = {0};
    const char *why = NULL;
    if (gt_every_prove(a->p, prop, pool, &a->limits, &proof, &why) &&
        gt_every_discharge(a->p, prop, &proof, &a->limits, &o->queries))
        keep_proof(a, o, prop, &proof, by);
    else if (a->p->refused || !o->why || by == GT_OPT_BY_LEARN)
        o->why = a->p->refused ? a->p->refused : why ? why : "a limit was met";
    gt_invs_fini(&proof);
}

/* The property's number if a proof is wanted of it now, else UINT32_MAX. */
static uint32_t wanted(const attempt *a, const gt_every_outcome *o)
{
    uint32_t prop = number_of(a->p->cmds, o->prop->name);
    bool can = prop != UINT32_MAX && gt_every_can(a->p, prop) && o->wanted == a->from && !o->proved;
    return can ? prop : UINT32_MAX;
}

static bool is_chosen(const attempt *a, gt_opt_by by)
{
    int chosen = a->v->job->options->by;
    return chosen == GT_OPT_BY_AUTO || chosen == (int)by;
}

static void prove_all(attempt *a, const gt_pool *pool, gt_opt_by by)
{
    for (uint32_t i = 0; i < a->v->n && is_chosen(a, by); i++) {
        uint32_t prop = wanted(a, &a->v->outcomes[i]);
        if (prop != UINT32_MAX)
            prove_one(a, &a->v->outcomes[i], prop, pool, by);
        a->v->tried |= 1U << by;
    }
}

/* What could not be understood may be in a control that is not reached. */
static void forgive(attempt *a)
{
    a->refused = a->p->refused ? a->p->refused : a->refused;
    a->p->refused = NULL;
}

static void by_pairs(attempt *a)
{
    if (gt_every_views(a->p, &a->limits, &a->pairs, &a->stop))
        prove_all(a, &(gt_pool){.invs = &a->pairs}, GT_OPT_BY_PAIRS);
    forgive(a);
}

static void with_boxes(attempt *a, int32_t most, const gt_invs *known, gt_opt_by by)
{
    gt_invs invs = {0};
    if (!is_chosen(a, by))
        return;
    gt_boxes *boxes = gt_boxes_new(a->p, most, known, &a->limits, &invs, &a->stop);
    if (boxes)
        prove_all(a, &(gt_pool){&invs, gt_boxes_exclude, boxes}, by);
    gt_boxes_free(boxes);
    gt_invs_fini(&invs);
    forgive(a);
}

static void by_boxes(attempt *a)
{
    with_boxes(a, 2, &a->pairs, GT_OPT_BY_BOXES);
}

static void by_learning(attempt *a)
{
    if (!is_chosen(a, GT_OPT_BY_LEARN) && !is_chosen(a, GT_OPT_BY_REFINE))
        return;
    if (gt_every_learn(a->p, a->samples, &a->pairs, &a->limits, &a->learned, &a->stop)) {
        gt_invs_add(&a->learned, &a->pairs);
        prove_all(a, &(gt_pool){.invs = &a->learned}, GT_OPT_BY_LEARN);
    } else {
        gt_invs_fini(&a->learned);
    }
    forgive(a);
}

/* The same as boxes, where what was learned is true. */
static void by_refining(attempt *a)
{
    for (int32_t most = 2; most <= 3 && a->learned.n && a->stop == GT_STOP_NONE; most++)
        with_boxes(a, most, &a->learned, GT_OPT_BY_REFINE);
}

static void by_backward(attempt *a)
{
    for (uint32_t i = 0; i < a->v->n && is_chosen(a, GT_OPT_BY_BACKWARD) && a->stop == GT_STOP_NONE; i++) {
        gt_every_outcome *o = &a->v->outcomes[i];
        uint32_t prop = wanted(a, o);
        gt_invs invs = {0};
        a->v->tried |= 1U << GT_OPT_BY_BACKWARD;
        if (prop != UINT32_MAX && gt_every_backward(a->p, prop, &a->pairs, &a->limits, &invs, &a->stop))
            prove_one(a, o, prop, &(gt_pool){.invs = &invs}, GT_OPT_BY_BACKWARD);
        gt_invs_fini(&invs);
        forgive(a);
    }
}

static bool any_wanted(const attempt *a)
{
    for (uint32_t i = 0; i < a->v->n; i++)
        if (wanted(a, &a->v->outcomes[i]) != UINT32_MAX)
            return true;
    return false;
}

/* Tries to prove what is asked of sizes of which `p` knows: what is cheap first. */
static void prove_with(gt_proving *v, gt_every *p, const gt_every_states *samples, int64_t from)
{
    static void (*const ways[])(attempt *) = {by_pairs, by_boxes, by_learning, by_refining, by_backward};
    attempt a = {.v = v, .p = p, .samples = samples, .from = from, .limits = gt_job_limits_left(v->job)};
    bool none = v->job->options->by == GT_OPT_BY_CHECK;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !none; i++)
        if (a.stop == GT_STOP_NONE && any_wanted(&a))
            ways[i](&a);
    for (uint32_t i = 0; i < v->n; i++)
        if (wanted(&a, &v->outcomes[i]) != UINT32_MAX && !v->outcomes[i].why)
            v->outcomes[i].why = none                     ? "no proof was looked for"
                                 : a.stop != GT_STOP_NONE ? gt_stop_name(a.stop)
                                 : a.refused              ? a.refused
                                                          : "no invariant was found";
    v->stopped = a.stop != GT_STOP_NONE ? a.stop : v->stopped;
    gt_invs_fini(&a.pairs);
    gt_invs_fini(&a.learned);
}

/* The states of the sizes that the samples are of, in another form of the program. */
static bool sample_again(gt_every *p, const gt_every *from, const gt_every_states *samples,
                         gt_every_states *to)
{
    const int64_t *last = NULL;
    bool all = true;
    for (size_t i = 0; i < samples->n && all; i++) {
        const int64_t *x =
            samples->v[i]
                .x; /* states of one size stand together; it comes in the first columns that are sizes */
        int64_t *sizes = gt_xcalloc((size_t)from->ncolumns + 1, sizeof *sizes);
        uint32_t n = 0;
        bool same = last != NULL;
        for (uint32_t c = 0; c < from->ncolumns; c++)
            if (from->columns[c].kind == GT_COLUMN_SIZE) {
                same = same && last[c] == x[c];
                sizes[n++] = x[c];
            }
        last = x;
        all = same || gt_every_reach(p, sizes, MOST_SAMPLES - to->n, to);
        free(sizes);
    }
    return all;
}

/* With columns that tell whether what the property speaks of is even. */
static void prove_parity(gt_proving *v, gt_every *from, const gt_every_states *samples)
{
    for (uint32_t i = 0; i < v->n && v->stopped == GT_STOP_NONE; i++) {
        attempt a = {.v = v, .p = from, .limits = gt_job_limits_left(v->job)};
        uint32_t prop = wanted(&a, &v->outcomes[i]);
        gt_sums sums = {0};
        gt_every_states again = {0};
        if (prop == UINT32_MAX || !is_chosen(&a, GT_OPT_BY_PARITY))
            continue;
        gt_every_sums(from, prop, &sums);
        a.p = sums.n ? gt_every_new(&v->family.ctx, v->family.cmds, &sums) : NULL;
        v->tried |= a.p ? 1U << GT_OPT_BY_PARITY : 0;
        if (a.p && sample_again(a.p, from, samples, &again) &&
            gt_every_views(a.p, &a.limits, &a.pairs, &a.stop) &&
            gt_every_learn(a.p, &again, &a.pairs, &a.limits, &a.learned, &a.stop)) {
            gt_invs_add(&a.learned, &a.pairs);
            prove_one(&a, &v->outcomes[i], prop, &(gt_pool){.invs = &a.learned}, GT_OPT_BY_PARITY);
        }
        v->stopped = a.stop;
        gt_invs_fini(&a.pairs);
        gt_invs_fini(&a.learned);
        free(again.v);
        free(sums.v);
        if (a.p)
            gt_every_free(a.p);
    }
}

/* What fails for one number of processes may hold for all larger ones. */
static void prove_beyond(gt_proving *v)
{
    for (uint32_t i = 0; i < v->n && v->family.nsizes == 1; i++) {
        gt_every_outcome *o = &v->outcomes[i];
        if (!o->fails_at || o->proved)
            continue;
        gt_every *p = gt_every_new(&v->family.ctx, v->family.cmds, NULL);
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
    c.program = gt_every_new(&v->family.ctx, v->family.cmds, NULL);
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
    if (!c.differs && any_open(v) && v->stopped == GT_STOP_NONE)
        prove_parity(v, c.program, &c.samples);
    if (!c.differs && v->stopped == GT_STOP_NONE)
        climb_to(&c, MOST_SUM, MOST_STATES);
    if (!c.differs && v->stopped == GT_STOP_NONE)
        prove_beyond(v);
    free(c.samples.v);
    return true;
}

/* ---- for other solvers ---- */

enum { SOLVER_SECONDS = 60 }; /* for each property */

/* What fails somewhere has no invariant, what is proved has one. */
static void compare_opinion(gt_every_outcome *o)
{
    bool contradicts = o->opinion == GT_VERDICT_HOLDS
                           ? o->fails_at != NULL
                           : o->opinion == GT_VERDICT_FAILS && o->proved && !o->fails_at;
    if (!contradicts)
        return;
    o->why = o->proved ? "z3 says that it fails, and there is a proof: a mistake in one of them"
                       : "z3 says that it holds, and there is a run: a mistake in one of them";
    o->proved = false;
    o->fails_at = NULL;
    o->failure = NULL;
}

static bool ask_solver(gt_job *job, void *arg)
{
    gt_proving *v = arg;
    for (uint32_t i = 0; i < v->n && v->stopped == GT_STOP_NONE; i++) {
        gt_every_outcome *o = &v->outcomes[i];
        uint32_t prop = number_of(v->family.cmds, o->prop->name);
        gt_limits limits = gt_job_limits_left(job);
        gt_str clauses;
        gt_str_init(&clauses);
        if (prop == UINT32_MAX || !gt_every_can(v->program, prop) ||
            !gt_every_horn(v->program, prop, &clauses))
            o->opinion_why = "no Horn clauses";
        else
            o->opinion =
                gt_horn_ask(&v->family.ctx, &limits, SOLVER_SECONDS, &clauses, &v->stopped, &o->opinion_why);
        v->program->refused = NULL;
        gt_str_fini(&clauses);
        compare_opinion(o);
    }
    return true;
}

/* Every property that can be asked, instead of proofs. */
static bool write_horn(gt_job *job, void *arg)
{
    gt_proving *v = arg;
    v->program = gt_every_new(&v->family.ctx, v->family.cmds, NULL);
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
        if (done && !horn && job->options->solver != GT_OPT_SOLVER_NONE)
            gt_job_watched(job, ask_solver, &v);
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

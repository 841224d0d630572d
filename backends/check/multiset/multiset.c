/* The multiset engine: which property is decided how, and the report. */
#include "backends/check/multiset/multiset.h"
#include "backends/check/engine.h"
#include "ir/temporal/temporal.h"
#include "runtime/clock.h"

#include <stdlib.h>

static const double last_seconds = 1; /* for what was found before a stop */

typedef enum { WAY_NONE, WAY_SAFETY, WAY_TEMPORAL } way;

typedef struct {
    gt_ctx *ctx;
    const gt_sym *written;
    gt_ms *ms;
    const gt_pop *pop;
    const gt_check_options *options;
    gt_check_report *report;
    way *ways;
    const gt_expr **formulas; /* SAFETY: what holds in good states, NULL: that it is no deadlock */
    bool *refuted;            /* seen while searching */
    uint32_t nsafety, nleft;  /* of SAFETY; not yet refuted */
    bool only_safety, complete;
    bool gave_up; /* some property, or the program, is not for this engine */
    gt_ms_view view;
    gt_structure structure;
} checker;

/* ---- the plan ---- */

/* f if the formula says "always f" about single states and fairness does not matter; else NULL. */
static const gt_expr *always_of(const checker *k, const gt_expr *e)
{
    return e->kind == GT_EXPR_AG && k->pop->nfair == 0 && !gt_temporal_in(e->kids[0]) ? e->kids[0] : NULL;
}

static void plan_property(checker *k, uint32_t p)
{
    const gt_prop *prop = k->pop->props[p].origin;
    const gt_expr *f = k->pop->props[p].formula;
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    bool state = prop->kind == GT_PROP_INVARIANT || prop->kind == GT_PROP_NOERROR;
    const gt_expr *always = f && !some && prop->kind == GT_PROP_CTL ? always_of(k, f) : NULL;
    k->ways[p] = prop->kind == GT_PROP_DEADLOCK || (state && !some) || always ? WAY_SAFETY : WAY_TEMPORAL;
    k->formulas[p] = always          ? always
                     : state && some ? gt_expr_op1(k->ctx->arena, prop->pos, GT_EXPR_AG, f)
                                     : f;
    if (f && gt_play_is_tangled(f)) {
        k->ways[p] = WAY_NONE;
        k->gave_up = true;
        k->report->results[p].note =
            "it asks of each process how many are in some relation to it: try --engine explicit";
    }
}

static void make_plan(checker *k, const gt_engine *engine)
{
    uint32_t n = k->pop->nprops;
    k->ways = GT_NEW_ARRAY(k->ctx->arena, way, n);
    k->formulas = GT_NEW_ARRAY(k->ctx->arena, const gt_expr *, n);
    k->refuted = GT_NEW_ARRAY(k->ctx->arena, bool, n);
    k->report = gt_report_new(k->ctx->arena, engine, n, k->options->skip);
    k->only_safety = true;
    for (uint32_t p = 0; p < n; p++) {
        if (!gt_report_ask(k->report, engine, p, k->pop->props[p].origin))
            continue;
        plan_property(k, p);
        k->nsafety += k->ways[p] == WAY_SAFETY;
        k->only_safety = k->only_safety && k->ways[p] != WAY_TEMPORAL;
    }
    k->nleft = k->nsafety;
}

/* ---- safety ---- */

static bool is_deadlock(const checker *k, uint32_t p)
{
    return k->pop->props[p].origin->kind == GT_PROP_DEADLOCK;
}

/* Those of x, states of the control whose steps are known if deadlocks are asked for, that refute p. */
static gt_mdd bad_part(const checker *k, uint32_t p, uint32_t control, gt_mdd x)
{
    gt_ms *ms = k->ms;
    if (is_deadlock(k, p)) {
        bool error = ms->play->error >= 0 && ms->controls.v[control]->key[ms->play->error];
        x = error ? GT_MDD_NONE : gt_ms_dead(ms, control, x);
    }
    return k->formulas[p] ? gt_mdd_diff(ms->m, x, gt_ms_where(ms, control, x, k->formulas[p])) : x;
}

/* Ends the search when every property in question is refuted. */
static bool look(void *arg, uint32_t control, gt_mdd fresh, bool settled)
{
    checker *k = arg;
    for (uint32_t p = 0; p < k->pop->nprops && k->nleft; p++) {
        if (k->ways[p] != WAY_SAFETY || k->refuted[p] || settled != is_deadlock(k, p))
            continue;
        bool bad = bad_part(k, p, control, fresh) != GT_MDD_NONE;
        k->refuted[p] = bad && !gt_ms_is_over(k->ms);
        k->nleft -= k->refuted[p];
    }
    return k->nleft > 0;
}

static gt_ms_set *reached(const checker *k)
{
    gt_ms_set *s = gt_ms_set_new(k->ms);
    for (uint32_t q = 0; q < s->n; q++)
        (void)gt_ms_set_add(k->ms, s, q, k->ms->controls.v[q]->states);
    return s;
}

static gt_ms_set *bad_states(const checker *k, uint32_t p)
{
    gt_ms *ms = k->ms;
    gt_ms_set *s = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < s->n && !gt_ms_is_over(ms); q++) {
        gt_mdd_tidy(ms->m);
        if (is_deadlock(k, p) && !k->complete)
            gt_ms_discover(ms, q, ms->controls.v[q]->states);
        (void)gt_ms_set_add(ms, s, q, bad_part(k, p, q, ms->controls.v[q]->states));
    }
    return s;
}

static void add_initial(void *arg, uint32_t control, gt_mdd states)
{
    const checker *k = arg;
    (void)gt_ms_set_add(k->ms, k->view.initial, control, states);
}

static void make_initial(checker *k)
{
    if (k->view.initial)
        return;
    k->view.initial = gt_ms_set_new(k->ms);
    gt_ms_initial(k->ms, add_initial, k);
}

/* A path of the engine as a run of the program. */
static void show(checker *k, gt_check_result *result, gt_ms_path *path)
{
    const char *why = result->note;
    if (path->states.n && !gt_ms_is_over(k->ms)) {
        result->run = gt_ms_run(k->ms, k->written, path, &why);
        result->note = why;
    }
    gt_ms_path_fini(path);
}

static void check_safety(checker *k, uint32_t p)
{
    gt_ms *ms = k->ms;
    gt_check_result *result = &k->report->results[p];
    gt_ms_set *bad = bad_states(k, p);
    if (gt_ms_is_over(ms)) {
        gt_ms_set_free(ms, bad);
        return;
    }
    if (!gt_ms_set_is_empty(bad)) {
        gt_ms_path path = {.loop = -1};
        result->verdict = GT_VERDICT_FAILS;
        make_initial(k);
        if (!k->options->no_traces && gt_ms_walk(ms, &path, k->view.initial, NULL, bad)) {
            show(k, result, &path);
            result->shortest = result->run != NULL;
        }
        gt_ms_path_fini(&path);
    } else if (k->complete) {
        result->verdict = GT_VERDICT_HOLDS;
    }
    gt_ms_set_free(ms, bad);
}

/* ---- temporal properties ---- */

static void make_structure(checker *k)
{
    gt_ms *ms = k->ms;
    if (k->structure.sets)
        return;
    make_initial(k);
    k->view.ms = ms;
    k->view.all = reached(k);
    k->view.dead = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < k->view.all->n && !gt_ms_is_over(ms); q++)
        (void)gt_ms_set_add(ms, k->view.dead, q, gt_ms_dead(ms, q, k->view.all->v[q]));
    k->structure = gt_structure_new(&gt_ms_sets, &k->view, k->pop->nfair, k->pop->fair);
}

static void check_ctl(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    make_structure(k);
    k->view.path.loop = -1;
    if (!gt_ms_is_over(k->ms))
        gt_temporal_check(&k->structure, k->pop->props[p].origin, k->formulas[p], !k->options->no_traces,
                          result);
    show(k, result, &k->view.path);
}

static void check_ltl(checker *k, uint32_t p)
{
    gt_ms *ms = k->ms;
    gt_check_result *result = &k->report->results[p];
    const gt_prop *prop = k->pop->props[p].origin;
    bool some = prop->nprefix > 0 && prop->prefix_exists, too_large = false;
    make_structure(k);
    k->view.path.loop = -1;
    gt_ms_set *bad = NULL;
    if (!gt_ms_is_over(ms))
        bad = gt_ms_refuting(&k->structure, &k->view, k->formulas[p], !k->options->no_traces && !some,
                             &too_large);
    if (too_large)
        result->note = "the formula's automaton is too large";
    k->gave_up = k->gave_up || too_large;
    if (bad && some) {
        gt_ms_set *good = gt_ms_set_diff(ms, k->view.initial, bad);
        int is = gt_ms_sets.some(&k->view, good);
        if (!gt_ms_is_over(ms))
            gt_temporal_exists(is, result);
        gt_ms_set_free(ms, good);
    } else if (bad && !gt_ms_is_over(ms)) {
        result->verdict = gt_ms_set_is_empty(bad) ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
    }
    gt_ms_set_free(ms, bad);
    show(k, result, &k->view.path);
}

static void free_structure(checker *k)
{
    if (k->structure.sets)
        gt_structure_fini(&k->structure);
    gt_ms_set_free(k->ms, k->view.all);
    gt_ms_set_free(k->ms, k->view.dead);
    gt_ms_set_free(k->ms, k->view.initial);
}

/* ---- the order of things ---- */

static bool is_open(const checker *k, uint32_t p, way wanted)
{
    const gt_check_result *r = &k->report->results[p];
    return k->ways[p] == wanted && r->verdict == GT_VERDICT_UNKNOWN && !r->note;
}

static void check_properties(checker *k, way wanted)
{
    for (uint32_t p = 0; p < k->pop->nprops && !gt_ms_is_over(k->ms); p++) {
        if (!is_open(k, p, wanted))
            continue;
        double began = gt_seconds();
        k->ms->work.now.phase = k->pop->props[p].origin->name;
        k->ms->work.now.iteration = 0;
        if (wanted == WAY_SAFETY)
            check_safety(k, p);
        else if (k->pop->props[p].origin->kind == GT_PROP_LTL)
            check_ltl(k, p);
        else
            check_ctl(k, p);
        k->report->results[p].seconds = gt_seconds() - began;
    }
}

static void decide(checker *k)
{
    gt_ms *ms = k->ms;
    bool early = k->only_safety && k->nsafety > 0;
    ms->work.now.phase = "reach";
    k->complete = gt_ms_reach(ms, early ? look : NULL, k);
    k->report->iterations = ms->work.now.iteration;
    k->report->reach_seconds = gt_seconds() - ms->work.began;
    for (uint32_t p = 0; p < k->pop->nprops; p++)
        if (ms->refused && is_open(k, p, k->ways[p]) && k->ways[p] != WAY_NONE)
            k->report->results[p].note = ms->refused;
    check_properties(k, WAY_SAFETY);
    if (k->complete)
        check_properties(k, WAY_TEMPORAL);
}

/* The states found before the stop may refute a property already. This has a moment, or a quarter more of
 * the work if that has stopped it. */
static void decide_late(checker *k)
{
    gt_ms *ms = k->ms;
    k->gave_up = k->gave_up || ms->refused;
    ms->refused = NULL;
    ms->last_moment = true;
    ms->moment = gt_seconds() + last_seconds;
    ms->last_work = gt_mdd_spent(ms->m) + k->options->limits.work / 4;
    gt_mdd_resume(ms->m);
    for (uint32_t p = 0; p < k->pop->nprops; p++)
        if (is_open(k, p, WAY_SAFETY) && !gt_ms_is_over(ms))
            check_safety(k, p);
    if (gt_mdd_failed(ms->m))
        gt_mdd_resume(ms->m);
}

enum { WEIGHING = 1 << 28 }; /* a second or so */

static bool is_leader(const checker *k, uint32_t control, uint32_t idvar)
{
    return k->ms->controls.v[control]->key[k->pop->sym->nshared + k->pop->nidvars + idvar] >= 0;
}

/* The states of the program with every process by itself. */
static const char *count_each(checker *k, const gt_ms_set *s)
{
    gt_play *play = k->ms->play;
    uint32_t ntypes = play->ntypes;
    uint32_t *kinds = gt_xcalloc(play->levels.n + 1, sizeof *kinds),
             *alone = gt_xcalloc(s->n * ntypes + 1, sizeof *alone);
    for (size_t i = 0; i < play->levels.n; i++)
        kinds[i] = play->levels.v[i].type;
    for (uint32_t q = 0; q < s->n; q++)
        for (uint32_t i = 0; i < k->pop->nidvars; i++)
            alone[(size_t)q * ntypes + play->type_of[i]] += is_leader(k, q, i);
    char *text = gt_mdd_weigh(k->ms->m, s->v, s->n, kinds, ntypes, alone, WEIGHING);
    const char *kept = text ? gt_arena_strdup(k->ctx->arena, text) : NULL;
    free(text);
    free(kinds);
    free(alone);
    return kept;
}

/* Of a class not everybody is a member: the weights above would count other programs, too. */
static bool has_classes(const gt_sym *sym)
{
    bool any = false;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        any = any || gt_class_var(sym->procs[t]);
    return any;
}

static void count_states(checker *k)
{
    gt_ms_set *s = reached(k);
    k->report->nodes = gt_mdd_size(k->ms->m, s->v, s->n);
    if (!k->options->no_states && (k->complete || !gt_ms_set_is_empty(s))) {
        char *states = gt_mdd_count(k->ms->m, s->v, s->n);
        k->report->states = gt_arena_strdup(k->ctx->arena, states);
        free(states);
        k->report->each = k->complete && !has_classes(k->pop->sym) ? count_each(k, s) : NULL;
    }
    gt_ms_set_free(k->ms, s);
}

static void finish(checker *k)
{
    gt_ms *ms = k->ms;
    gt_check_report *r = k->report;
    gt_stop stopped = ms->stopped;
    if (gt_mdd_failed(ms->m))
        decide_late(k);
    r->gave_up = k->gave_up || ms->refused;
    ms->refused = NULL;
    gt_report_end(r, stopped);
    free_structure(k);
    count_states(k);
    r->states_complete = k->complete;
    r->peak_nodes = gt_mdd_peak(ms->m);
    r->variables = ms->play->levels.n;
    r->bytes = gt_ms_bytes(ms) > ms->peak ? gt_ms_bytes(ms) : ms->peak;
    r->effort = gt_arena_printf(k->ctx->arena, "%llu controls, %llu local states, %llu nodes (peak %llu)",
                                (unsigned long long)ms->controls.n, (unsigned long long)ms->play->levels.n,
                                (unsigned long long)r->nodes, (unsigned long long)r->peak_nodes);
    r->seconds = gt_seconds() - ms->work.began;
}

static const gt_check_report *decide_population(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                                const gt_check_options *options, const char **why)
{
    checker k = {.ctx = ctx,
                 .written = program->written ? program->written : program->pop->sym,
                 .pop = program->pop,
                 .options = options};
    make_plan(&k, self);
    k.ms = gt_ms_open(ctx, program->pop, options);
    *why = k.ms->refused;
    if (!*why) {
        decide(&k);
        finish(&k);
    }
    gt_ms_close(k.ms);
    return *why ? NULL : k.report;
}

const gt_engine gt_engine_multiset = {.name = "multiset",
                                      .option = "multiset",
                                      .takes = GT_TAKES_POP,
                                      .works_on = "orbits",
                                      .kinds = GT_KINDS_BRANCHING,
                                      .refuses = GT_NO_NUMBERS,
                                      .decide = decide_population};

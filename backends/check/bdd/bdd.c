/* The BDD engine: what is computed for which property, and the report. */
#include "backends/check/bdd/ltl.h"
#include "backends/check/bdd/path.h"
#include "backends/check/engine.h"
#include "ir/cmd_picks.h"

#include <stdlib.h>

static const uint64_t backward_work = 70000000; /* for deciding invariants backward, before going forward */
static const uint64_t attempt_work = 35000000;  /* for a path through states not reached yet */
static const double last_seconds = 0.5;         /* after a limit or an interrupt, for what is known already */
static const uint64_t last_nodes = 200000;      /* of a set whose states are still counted then */

typedef struct {
    gt_cb cb;
    gt_check_report *report;
    const gt_expr **ctl; /* per property: its formula as CTL, or NULL: DEADLOCK, LTL without CTL form, PCTL */
    gt_bdd reached;
    bool complete;
    gt_cb_path path; /* of the property under work */
    gt_cb_view view;
    gt_structure structure; /* of the view; sets NULL: not made yet */
} checker;

static bool failed(const checker *k)
{
    return gt_bdd_status(k->cb.m) != GT_BDD_OK;
}

/* ---- invariants ---- */

/* Is it about single states? */
static bool is_safety(gt_prop_kind kind)
{
    return kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR || kind == GT_PROP_DEADLOCK;
}

static bool selected(const checker *k, uint32_t p)
{
    return !k->cb.options->skip || !k->cb.options->skip[p];
}

/* The states of `within` that refute property p. */
static gt_bdd bad_states(checker *k, uint32_t p, gt_bdd within)
{
    gt_cb *cb = &k->cb;
    gt_bdd bad;
    if (cb->cmds->props[p].origin->kind != GT_PROP_DEADLOCK) {
        gt_bdd good = gt_cb_bool(cb, NULL, cb->cmds->props[p].formula);
        bad = gt_bdd_diff(cb->m, within, good);
        gt_bdd_drop(cb->m, good);
        return bad;
    }
    const gt_expr *fine[] = {cb->cmds->error, cb->cmds->props[p].formula};
    bad = gt_cb_dead(cb, within);
    for (int i = 0; i < 2; i++) {
        if (!fine[i])
            continue;
        gt_bdd good = gt_cb_bool(cb, NULL, fine[i]);
        gt_bdd_set(cb->m, &bad, gt_bdd_diff(cb->m, bad, good));
        gt_bdd_drop(cb->m, good);
    }
    return bad;
}

/* Stops the search forward when every property in question is refuted. */
static bool all_refuted(void *arg, gt_bdd reached)
{
    checker *k = arg;
    bool all = true;
    for (uint32_t p = 0; all && p < k->cb.cmds->nprops; p++) {
        if (!selected(k, p) || k->report->results[p].verdict != GT_VERDICT_UNKNOWN)
            continue;
        gt_bdd bad = bad_states(k, p, reached);
        all = bad && !gt_bdd_is_false(k->cb.m, bad);
        gt_bdd_drop(k->cb.m, bad);
    }
    return all;
}

/* Leaves an attempt; true: it was given up because it took too long. */
static bool end_attempt(checker *k)
{
    k->cb.soft_limit = 0;
    if (!failed(k) || k->cb.stopped != GT_STOP_NONE || gt_bdd_status(k->cb.m) != GT_BDD_STOPPED)
        return false;
    gt_bdd_resume(k->cb.m, true);
    return true;
}

/* The path as the result's trace. */
static void show(checker *k, gt_check_result *result)
{
    result->trace = gt_cb_path_trace(&k->path);
    if (!result->trace && k->path.states.n && !failed(k))
        result->note = "the path found is too long to show";
    gt_cb_path_fini(&k->path);
}

/* A path from an initial state to one of `bad`. If the search stopped early, shortest paths may lead through
 * states that were not reached: then all states are tried first. */
static void show_path(checker *k, gt_check_result *result, gt_bdd bad)
{
    gt_cb *cb = &k->cb;
    gt_cb_space sp = {.cb = cb, .dead = gt_bdd_const(cb->m, false)};
    for (int partial = k->complete || cb->last_moment > 0;
         partial < 2 && !result->trace && !cb->options->no_traces; partial++) {
        bool shortest;
        gt_bdd_set(cb->m, &sp.states, partial ? gt_bdd_ref(cb->m, k->reached) : gt_bdd_const(cb->m, true));
        cb->soft_limit = partial ? 0 : gt_bdd_work(cb->m) + attempt_work;
        gt_cb_path_init(&k->path, cb);
        (void)gt_cb_path_walk(&k->path, &sp, NULL, cb->init, sp.states, bad, &shortest);
        if (end_attempt(k)) {
            gt_cb_path_fini(&k->path);
            continue;
        }
        show(k, result);
        result->shortest = result->trace && shortest && (k->complete || !partial);
    }
    gt_bdd_drop(cb->m, sp.states);
    gt_bdd_drop(cb->m, sp.dead);
}

static void check_safety(checker *k, uint32_t p)
{
    gt_cb *cb = &k->cb;
    gt_check_result *result = &k->report->results[p];
    gt_bdd bad = bad_states(k, p, k->reached);
    if (bad && gt_bdd_is_false(cb->m, bad)) {
        if (k->complete)
            result->verdict = GT_VERDICT_HOLDS;
    } else if (bad) {
        result->verdict = GT_VERDICT_FAILS;
        show_path(k, result, bad);
    }
    gt_bdd_drop(cb->m, bad);
}

/* From the bad states towards the initial ones: decides the invariant, or gives up after so much work. */
static void check_backward(checker *k, uint32_t p, uint64_t work)
{
    gt_cb *cb = &k->cb;
    gt_check_result *result = &k->report->results[p];
    gt_cb_space sp = {.cb = cb, .states = gt_bdd_const(cb->m, true), .dead = gt_bdd_const(cb->m, false)};
    cb->soft_limit = work ? gt_bdd_work(cb->m) + work : 0;
    gt_bdd bad = bad_states(k, p, sp.states), all = gt_cb_eu(&sp, NULL, sp.states, bad, cb->init, NULL);
    bool done = !failed(k) && all; /* a stop may leave a part of the fixpoint behind, which decides nothing */
    (void)end_attempt(k);
    if (done && !gt_bdd_meets(cb->m, all, cb->init)) {
        result->verdict = GT_VERDICT_HOLDS;
    } else if (done) {
        result->verdict = GT_VERDICT_FAILS;
        show_path(k, result, bad);
    }
    gt_bdd_drop(cb->m, all);
    gt_bdd_drop(cb->m, bad);
    gt_bdd_drop(cb->m, sp.states);
    gt_bdd_drop(cb->m, sp.dead);
}

/* ---- temporal properties ---- */

/* The structure with its fairness, made when the first property needs it. */
static void make_structure(checker *k)
{
    gt_cb *cb = &k->cb;
    if (k->structure.sets)
        return;
    k->view = (gt_cb_view){{.cb = cb, .states = gt_bdd_ref(cb->m, k->reached)}, &k->path};
    k->view.sp.dead = gt_cb_dead(cb, k->reached);
    k->structure = gt_structure_new(&gt_cb_sets, &k->view, cb->cmds->nfair, cb->cmds->fair);
}

static void check_ctl(checker *k, uint32_t p, const gt_expr *e)
{
    gt_check_result *result = &k->report->results[p];
    make_structure(k);
    gt_cb_path_init(&k->path, &k->cb);
    gt_temporal_check(&k->structure, k->cb.cmds->props[p].origin, e, !k->cb.options->no_traces, result);
    show(k, result);
}

static void check_ltl(checker *k, uint32_t p)
{
    gt_cb *cb = &k->cb;
    const gt_prop *prop = cb->cmds->props[p].origin;
    gt_check_result *result = &k->report->results[p];
    make_structure(k);
    gt_cb_space sp = k->view.sp; /* with its own constraints */
    sp.fair.sets = gt_xcalloc((size_t)cb->cmds->nfair + 1, sizeof *sp.fair.sets);
    for (; sp.fair.n < cb->cmds->nfair; sp.fair.n++)
        sp.fair.sets[sp.fair.n] = gt_bdd_ref(cb->m, k->structure.fair.sets[sp.fair.n]);
    gt_bdd start = NULL;
    gt_cb_tableau(&sp, cb->cmds->props[p].formula, &start);
    gt_bdd paths = gt_cb_eg(&sp, sp.states, NULL, NULL); /* product states from which a fair path begins */
    gt_bdd_and_to(cb->m, &paths, start);
    gt_bdd bad = gt_bdd_and(cb->m, paths, cb->init);
    bool holds = bad && gt_bdd_is_false(cb->m, bad);
    int some = -1;
    bool exists = prop->nprefix > 0 && prop->prefix_exists;
    if (exists) {
        uint32_t *pairs = gt_xmalloc(cb->ntableau + 1, sizeof *pairs);
        for (uint32_t i = 0; i < cb->ntableau; i++)
            pairs[i] = i;
        gt_bdd cube = gt_bdd_cube(cb->m, pairs, cb->ntableau), broken = gt_bdd_exists(cb->m, bad, cube);
        gt_bdd good = gt_bdd_diff(cb->m, cb->init, broken);
        some = gt_cb_some_ghosts(cb, good);
        gt_bdd_drop(cb->m, cube);
        gt_bdd_drop(cb->m, broken);
        gt_bdd_drop(cb->m, good);
        free(pairs);
    }
    if (!failed(k) && exists) {
        gt_temporal_exists(some, result);
    } else if (!failed(k)) {
        result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        if (!holds && !cb->options->no_traces) {
            gt_cb_path_init(&k->path, cb);
            gt_cb_path_lasso(&k->path, &sp, bad, sp.states);
            show(k, result);
        }
    }
    gt_bdd_drop(cb->m, start);
    gt_bdd_drop(cb->m, paths);
    gt_bdd_drop(cb->m, bad);
    gt_cb_tableau_fini(&sp);
}

/* ---- the order of things ---- */

static void check_property(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    const gt_prop *prop = k->cb.cmds->props[p].origin;
    double began = gt_seconds();
    k->cb.work.now.phase = prop->name;
    k->cb.work.now.iteration = 0;
    if (is_safety(prop->kind) && !(prop->nprefix && prop->prefix_exists))
        check_safety(k, p);
    else if (is_safety(prop->kind))
        check_ctl(k, p, gt_expr_op1(k->cb.ctx->arena, prop->pos, GT_EXPR_AG, k->cb.cmds->props[p].formula));
    else if (k->ctl[p])
        check_ctl(k, p, k->ctl[p]);
    else
        check_ltl(k, p);
    result->seconds += gt_seconds() - began;
}

/* CTL forms of the formulas; returns how many variables the largest tableau needs. */
static uint32_t prepare(checker *k, gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    const gt_engine *engine = &gt_engine_bdd;
    uint32_t most = 0;
    k->ctl = GT_NEW_ARRAY(ctx->arena, const gt_expr *, cmds->nprops);
    k->report = gt_report_new(ctx->arena, engine, cmds->nprops, options->skip);
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        const gt_cmd_prop *prop = &cmds->props[p];
        if (!gt_report_ask(k->report, engine, p, prop->origin))
            continue;
        if (prop->origin->kind == GT_PROP_CTL) {
            k->ctl[p] = prop->formula;
        } else if (prop->origin->kind == GT_PROP_LTL) {
            k->ctl[p] = gt_cb_ltl_to_ctl(ctx->arena, prop->formula);
            uint32_t n = k->ctl[p] ? 0 : gt_cb_tableau_size(prop->formula);
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Are all properties in question about single states, and without `exists` in front? */
static bool only_safety(const checker *k)
{
    bool only = true;
    for (uint32_t p = 0; p < k->cb.cmds->nprops; p++) {
        const gt_prop *prop = k->cb.cmds->props[p].origin;
        if (selected(k, p))
            only = only && is_safety(prop->kind) && !(prop->nprefix && prop->prefix_exists);
    }
    return only;
}

/* Backward runs where they are asked for, or where the reached states are not wanted for anything else. */
static bool decide_backward(checker *k)
{
    gt_cb *cb = &k->cb;
    bool must = cb->options->direction == GT_DIRECTION_BACKWARD, undecided = false;
    bool may = cb->options->direction == GT_DIRECTION_AUTO && cb->options->no_states && only_safety(k);
    for (uint32_t p = 0; p < cb->cmds->nprops && !failed(k); p++) {
        const gt_prop *prop = cb->cmds->props[p].origin;
        if (!selected(k, p) || prop->kind == GT_PROP_PCTL)
            continue;
        double began = gt_seconds();
        cb->work.now.phase = prop->name;
        if ((must || may) && is_safety(prop->kind) && !(prop->nprefix && prop->prefix_exists))
            check_backward(k, p, must ? 0 : backward_work);
        k->report->results[p].seconds += gt_seconds() - began;
        undecided = undecided || k->report->results[p].verdict == GT_VERDICT_UNKNOWN;
    }
    return undecided;
}

static void go_forward(checker *k)
{
    gt_cb *cb = &k->cb;
    double began = gt_seconds();
    cb->work.now.phase = "reach";
    cb->work.now.iteration = 0;
    bool early = false; /* with nothing asked for, the states are */
    for (uint32_t p = 0; p < cb->cmds->nprops; p++)
        early = early || selected(k, p);
    early = early && only_safety(k);
    gt_saturate saturate = cb->options->ways.saturate;
    if (saturate == GT_SATURATE_AUTO)
        saturate = cb->cmds->encoding == GT_ENC_NONE ? GT_SATURATE_ALWAYS : GT_SATURATE_NEVER;
    if (saturate == GT_SATURATE_ALWAYS)
        k->complete = gt_cb_saturate(cb, &k->reached);
    else
        k->complete = gt_cb_reach(cb, &k->reached, early ? all_refuted : NULL, k);
    k->report->iterations = cb->work.now.iteration;
    k->report->reach_seconds = gt_seconds() - began;
}

static void refuse(checker *k, const char *why)
{
    for (uint32_t p = 0; p < k->report->nresults; p++)
        if (selected(k, p))
            k->report->results[p].note = why;
}

static void decide(checker *k)
{
    gt_cb *cb = &k->cb;
    gt_cb_build_relations(cb);
    if (failed(k)) /* with relations missing no state is what it seems */
        return;
    if (cb->too_large) {
        refuse(k, "the numbers in its probabilities are too large for this engine: try --engine explicit");
        return;
    }
    bool undecided = decide_backward(k);
    if (undecided || !cb->options->no_states)
        go_forward(k);
    for (uint32_t p = 0; p < cb->cmds->nprops && !failed(k); p++)
        if (k->report->results[p].verdict == GT_VERDICT_UNKNOWN && !k->report->results[p].note)
            check_property(k, p);
}

/* The states found before the stop may refute a property already. This and what follows has a moment. */
static void decide_late(checker *k)
{
    gt_cb *cb = &k->cb;
    cb->stopped = GT_STOP_NONE;
    cb->last_moment = gt_seconds() + last_seconds;
    gt_bdd_resume(cb->m, true);
    for (uint32_t p = 0; p < cb->cmds->nprops && k->reached && !failed(k); p++) {
        const gt_prop *prop = cb->cmds->props[p].origin;
        gt_check_result *result = &k->report->results[p];
        if (!selected(k, p) || result->verdict != GT_VERDICT_UNKNOWN || !is_safety(prop->kind) ||
            (prop->nprefix && prop->prefix_exists))
            continue;
        gt_bdd bad = bad_states(k, p, k->reached);
        if (bad && !gt_bdd_is_false(cb->m, bad)) {
            result->verdict = GT_VERDICT_FAILS;
            show_path(k, result, bad);
        }
        gt_bdd_drop(cb->m, bad);
    }
    if (failed(k))
        gt_bdd_resume(cb->m, true);
}

/* Counting takes time in proportion to the nodes, and more than that for wide numbers. */
static bool may_count(const checker *k)
{
    const gt_cb *cb = &k->cb;
    bool wanted = !cb->options->no_states && !cb->too_large && k->reached;
    return wanted && (cb->last_moment <= 0 || gt_bdd_size(cb->m, k->reached) <= last_nodes);
}

static void finish(checker *k)
{
    gt_cb *cb = &k->cb;
    gt_check_report *report = k->report;
    gt_stop stopped = GT_STOP_NONE;
    if (failed(k)) {
        stopped = gt_bdd_status(cb->m) == GT_BDD_MEMORY ? GT_STOP_MEMORY : cb->stopped;
        decide_late(k);
    }
    gt_report_end(report, stopped);
    char *states = may_count(k) ? gt_bdd_count(cb->m, k->reached, cb->nstate_pairs) : NULL;
    if (states) {
        report->states = gt_arena_strdup(cb->ctx->arena, states);
        free(states);
    }
    report->states_complete = k->complete;
    report->nodes = gt_bdd_size(cb->m, k->reached);
    report->peak_nodes = gt_bdd_peak(cb->m);
    report->live_nodes = gt_bdd_live(cb->m);
    report->products = gt_bdd_products(cb->m);
    report->variables = cb->nstate_pairs;
    report->bytes = gt_bdd_bytes(cb->m);
    report->effort =
        gt_arena_printf(cb->ctx->arena, "%llu iterations, %llu nodes (peak %llu), %llu operations, %llu bits",
                        (unsigned long long)report->iterations, (unsigned long long)report->nodes,
                        (unsigned long long)report->peak_nodes, (unsigned long long)gt_bdd_work(cb->m),
                        (unsigned long long)report->variables);
    if (k->structure.sets) {
        gt_structure_fini(&k->structure);
        gt_bdd_drop(cb->m, k->view.sp.states);
        gt_bdd_drop(cb->m, k->view.sp.dead);
    }
    gt_bdd_drop(cb->m, k->reached);
    gt_cb_close(cb);
    if (cb->options->ways.torture && gt_bdd_leaks(cb->m) != 0)
        gt_ice("%d BDD nodes were not given back", gt_bdd_leaks(cb->m));
    gt_bdd_free(cb->m);
}

const gt_check_report *gt_check_bdd(gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    checker k = {0};
    const uint32_t *from;
    cmds = gt_cmds_split_picks(ctx->arena, cmds, NULL, &from);
    uint32_t ntableau = prepare(&k, ctx, cmds, options);
    if (gt_cb_open(&k.cb, ctx, cmds, options, ntableau)) {
        k.cb.from = from;
        decide(&k);
        finish(&k);
    } else {
        gt_report_end(k.report, GT_STOP_MEMORY);
    }
    k.report->seconds = gt_seconds() - k.cb.work.began;
    return k.report;
}

static const gt_check_report *decide_commands(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                              const gt_check_options *options, const char **why)
{
    (void)self;
    (void)why;
    return gt_check_bdd(ctx, program->cmds, options);
}

const gt_engine gt_engine_bdd = {.name = "bdd",
                                 .option = "bdd",
                                 .takes = GT_TAKES_CMDS,
                                 .kinds = GT_KINDS_BRANCHING,
                                 .refuses = GT_NO_NUMBERS,
                                 .decide = decide_commands};

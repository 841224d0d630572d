/* The BDD engine: what is computed for which property, and the report. */
#include "backends/check_bdd.h"

#include <stdlib.h>

static const char *const too_long = "the path found is too long to show";
static const double backward_seconds = 10.0; /* for deciding invariants backward, before going forward */
static const double attempt_seconds = 5.0;   /* for a path through states not reached yet */
static const double last_seconds = 0.5;      /* after a limit or an interrupt, for what is known already */
static const uint64_t last_nodes = 200000;   /* of a set whose states are still counted then */

typedef struct {
    gt_cb cb;
    gt_check_report *report;
    const gt_expr **ctl; /* per property: its formula as CTL, or NULL: DEADLOCK, LTL without CTL form, PCTL */
    gt_bdd reached;
    bool complete;
    gt_cb_space sp;
    bool have_space;
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
    bad = gt_cb_dead(cb, within);
    if (cb->cmds->error) {
        gt_bdd error = gt_cb_bool(cb, NULL, cb->cmds->error);
        gt_bdd_set(cb->m, &bad, gt_bdd_diff(cb->m, bad, error));
        gt_bdd_drop(cb->m, error);
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
    if (!k->cb.last_moment)
        k->cb.soft_limit = 0;
    if (!failed(k) || k->cb.stopped != GT_STOP_NONE || gt_bdd_status(k->cb.m) != GT_BDD_STOPPED)
        return false;
    gt_bdd_resume(k->cb.m, true);
    return true;
}

/* A path from an initial state to one of `bad`. If the search stopped early, shortest paths may lead through
 * states that were not reached: then all states are tried first. */
static void show_path(checker *k, gt_check_result *result, gt_bdd bad)
{
    gt_cb *cb = &k->cb;
    gt_cb_space sp = {.cb = cb, .dead = gt_bdd_const(cb->m, false)};
    for (int partial = k->complete || cb->last_moment;
         partial < 2 && !result->trace && !cb->options->no_traces; partial++) {
        gt_cb_path path;
        gt_bdd_set(cb->m, &sp.states, partial ? gt_bdd_ref(cb->m, k->reached) : gt_bdd_const(cb->m, true));
        if (!cb->last_moment)
            cb->soft_limit = partial ? 0 : gt_cb_seconds() + attempt_seconds;
        bool shortest = gt_cb_path_between(&path, &sp, cb->init, bad);
        if (!end_attempt(k)) {
            result->trace = gt_cb_path_trace(&path);
            result->shortest = result->trace && shortest && (k->complete || !partial);
            if (!result->trace && path.states.n && !failed(k))
                result->note = too_long;
        }
        gt_cb_path_fini(&path);
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

/* From the bad states towards the initial ones: decides the invariant, or gives up after so many seconds. */
static void check_backward(checker *k, uint32_t p, double seconds)
{
    gt_cb *cb = &k->cb;
    gt_check_result *result = &k->report->results[p];
    gt_cb_space sp = {.cb = cb, .states = gt_bdd_const(cb->m, true), .dead = gt_bdd_const(cb->m, false)};
    cb->soft_limit = seconds > 0 ? gt_cb_seconds() + seconds : 0;
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
static void make_space(checker *k)
{
    gt_cb *cb = &k->cb;
    gt_cb_space *sp = &k->sp;
    if (k->have_space)
        return;
    k->have_space = true;
    *sp = (gt_cb_space){.cb = cb, .states = gt_bdd_ref(cb->m, k->reached)};
    sp->dead = gt_cb_dead(cb, k->reached);
    sp->fair = gt_xcalloc(cb->cmds->nfair + 1, sizeof *sp->fair);
    for (uint32_t i = 0; i < cb->cmds->nfair; i++) {
        gt_bdd f = gt_cb_bool(cb, NULL, cb->cmds->fair[i]);
        sp->fair[i] = gt_bdd_and(cb->m, f, k->reached);
        gt_bdd_drop(cb->m, f);
    }
    sp->nfair = cb->cmds->nfair;
    if (sp->nfair)
        sp->fair_states = gt_cb_eg(sp, sp->states, NULL, NULL);
}

static void free_space(checker *k)
{
    gt_bdd_mgr *m = k->cb.m;
    if (!k->have_space)
        return;
    gt_bdd_drop(m, k->sp.states);
    gt_bdd_drop(m, k->sp.dead);
    gt_bdd_drop(m, k->sp.fair_states);
    for (uint32_t i = 0; i < k->sp.nfair; i++)
        gt_bdd_drop(m, k->sp.fair[i]);
    free(k->sp.fair);
}

/* Does the formula hold in all of `init`? What is always so can be read off the reached states, and what is
 * possible is found once the search backward has met all of `init`. */
static bool holds_from(checker *k, gt_cb_sat *sat, const gt_expr *e, gt_bdd init)
{
    gt_cb *cb = &k->cb;
    if (e->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < e->nkids; i++)
            if (!holds_from(k, sat, e->kids[i], init))
                return false;
        return true;
    }
    if (e->kind == GT_EXPR_AG) {
        gt_bdd f = gt_cb_sat_of(sat, e->kids[0]);
        gt_bdd bad = gt_bdd_diff(cb->m, k->sp.fair_states ? k->sp.fair_states : k->reached, f);
        bool holds = gt_bdd_is_false(cb->m, bad);
        gt_bdd_drop(cb->m, bad);
        return holds;
    }
    return gt_bdd_leq(cb->m, init, gt_cb_sat_of(sat, e));
}

/* Does showing that e is true mean showing a path? */
static bool wants_witness(const gt_expr *e)
{
    return e->kind == GT_EXPR_EX || e->kind == GT_EXPR_EF || e->kind == GT_EXPR_EG || e->kind == GT_EXPR_EU ||
           e->kind == GT_EXPR_EW || e->kind == GT_EXPR_ER;
}

static void explain(checker *k, gt_cb_sat *sat, gt_check_result *result, const gt_expr *e, gt_bdd init)
{
    gt_cb *cb = &k->cb;
    bool holds = result->verdict == GT_VERDICT_HOLDS;
    if (cb->options->no_traces || (holds && !wants_witness(e)))
        return;
    if (e->kind == (holds ? GT_EXPR_EF : GT_EXPR_AG) && !gt_cb_is_temporal(e->kids[0]) && k->sp.nfair == 0) {
        gt_bdd f = gt_cb_sat_of(sat, e->kids[0]),
               goal = holds ? gt_bdd_ref(cb->m, f) : gt_bdd_diff(cb->m, k->reached, f);
        show_path(k, result, goal);
        gt_bdd_drop(cb->m, goal);
        return;
    }
    gt_bdd good = gt_cb_sat_of(sat, e);
    gt_bdd from = holds ? gt_bdd_and(cb->m, init, good) : gt_bdd_diff(cb->m, init, good);
    gt_cb_path path;
    gt_cb_path_begin(&path, cb, from);
    if (path.states.n)
        gt_cb_path_explain(&path, sat, e, holds);
    result->trace = gt_cb_path_trace(&path);
    if (!result->trace && path.states.n && !failed(k))
        result->note = too_long;
    else if (path.partial)
        result->note = "the trace shows one path; the rest of the formula is about all paths from its end";
    gt_cb_path_fini(&path);
    gt_bdd_drop(cb->m, from);
}

static void check_ctl(checker *k, uint32_t p, const gt_expr *e)
{
    gt_cb *cb = &k->cb;
    const gt_prop *prop = cb->cmds->props[p].origin;
    gt_check_result *result = &k->report->results[p];
    make_space(k);
    gt_cb_space plain = k->sp; /* an invariant is about all reachable states, on fair paths or not */
    plain.nfair = 0;
    plain.fair_states = NULL;
    gt_cb_sat sat = {.sp = prop->kind == GT_PROP_INVARIANT ? &plain : &k->sp};
    gt_bdd init = gt_bdd_ref(cb->m, cb->init);
    if (prop->kind == GT_PROP_LTL &&
        k->sp.fair_states) /* a formula for all fair paths says nothing where there is none */
        gt_bdd_and_to(cb->m, &init, k->sp.fair_states);
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    int holds;
    if (some) {
        gt_bdd good = gt_bdd_ref(cb->m, gt_cb_sat_of(&sat, e)), outside = gt_bdd_diff(cb->m, cb->init, init);
        gt_bdd_or_to(cb->m, &good, outside);
        holds = gt_cb_some_ghosts(cb, good);
        gt_bdd_drop(cb->m, good);
        gt_bdd_drop(cb->m, outside);
    } else {
        holds = holds_from(k, &sat, e, init);
    }
    if (!failed(k)) {
        result->verdict = holds < 0 ? GT_VERDICT_UNKNOWN : holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        if (holds < 0)
            result->note = "`exists` in front needs --encoding dense for this engine";
        else if (some && !holds)
            result->note = "no process will do; there is no single path to show";
        else
            explain(k, &sat, result, e, init);
    }
    gt_bdd_drop(cb->m, init);
    gt_cb_sat_fini(&sat);
}

static void check_ltl(checker *k, uint32_t p)
{
    gt_cb *cb = &k->cb;
    const gt_prop *prop = cb->cmds->props[p].origin;
    gt_check_result *result = &k->report->results[p];
    make_space(k);
    gt_cb_space sp = k->sp; /* with its own constraints */
    sp.fair_states = NULL;
    sp.fair = gt_xcalloc(k->sp.nfair + 1, sizeof *sp.fair);
    for (uint32_t i = 0; i < k->sp.nfair; i++)
        sp.fair[i] = gt_bdd_ref(cb->m, k->sp.fair[i]);
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
        result->verdict = some < 0 ? GT_VERDICT_UNKNOWN : some ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        result->note = some < 0 ? "`exists` in front needs --encoding dense for this engine"
                                : (some ? NULL : "no process will do; there is no single path to show");
    } else if (!failed(k)) {
        result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        if (!holds && !cb->options->no_traces) {
            gt_cb_path path;
            gt_cb_path_begin(&path, cb, bad);
            gt_cb_path_lasso(&path, &sp, sp.states);
            result->trace = gt_cb_path_trace(&path);
            gt_cb_path_fini(&path);
        }
    }
    gt_bdd_drop(cb->m, start);
    gt_bdd_drop(cb->m, paths);
    gt_bdd_drop(cb->m, bad);
    gt_cb_tableau_fini(&sp, 0);
    free(sp.fair);
}

/* ---- the order of things ---- */

static void check_property(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    const gt_prop *prop = k->cb.cmds->props[p].origin;
    double began = gt_cb_seconds();
    k->cb.now.phase = prop->name;
    k->cb.now.iteration = 0;
    if (is_safety(prop->kind) && !(prop->nprefix && prop->prefix_exists))
        check_safety(k, p);
    else if (is_safety(prop->kind))
        check_ctl(k, p, gt_expr_op1(k->cb.ctx->arena, prop->pos, GT_EXPR_AG, k->cb.cmds->props[p].formula));
    else if (prop->kind == GT_PROP_PCTL)
        result->note = "probabilities need another checker: gentrans run --with storm";
    else if (k->ctl[p])
        check_ctl(k, p, k->ctl[p]);
    else
        check_ltl(k, p);
    result->seconds += gt_cb_seconds() - began;
}

/* CTL forms of the formulas; returns how many variables the largest tableau needs. */
static uint32_t prepare(checker *k, gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    uint32_t most = 0;
    k->ctl = GT_NEW_ARRAY(ctx->arena, const gt_expr *, cmds->nprops);
    k->report->results = GT_NEW_ARRAY(ctx->arena, gt_check_result, cmds->nprops);
    k->report->nresults = cmds->nprops;
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        const gt_cmd_prop *prop = &cmds->props[p];
        k->report->results[p].prop = prop->origin;
        if (options->skip && options->skip[p]) {
            k->report->results[p].note = "skipped";
        } else if (prop->origin->kind == GT_PROP_CTL) {
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
        double began = gt_cb_seconds();
        cb->now.phase = prop->name;
        if ((must || may) && is_safety(prop->kind) && !(prop->nprefix && prop->prefix_exists))
            check_backward(k, p, must ? 0 : backward_seconds);
        k->report->results[p].seconds += gt_cb_seconds() - began;
        undecided = undecided || k->report->results[p].verdict == GT_VERDICT_UNKNOWN;
    }
    return undecided;
}

static void go_forward(checker *k)
{
    gt_cb *cb = &k->cb;
    double began = gt_cb_seconds();
    cb->now.phase = "reach";
    cb->now.iteration = 0;
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
    k->report->iterations = cb->now.iteration;
    k->report->reach_seconds = gt_cb_seconds() - began;
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
        if (selected(k, p) && k->report->results[p].verdict == GT_VERDICT_UNKNOWN)
            check_property(k, p);
}

static const char *why_stopped(gt_stop stopped)
{
    switch (stopped) {
    case GT_STOP_NONE: return NULL;
    case GT_STOP_TIME: return "time limit";
    case GT_STOP_MEMORY: return "memory limit";
    case GT_STOP_INTERRUPT: return "interrupted";
    }
    return NULL;
}

/* The states found before the stop may refute a property already. This and what follows has a moment. */
static void decide_late(checker *k)
{
    gt_cb *cb = &k->cb;
    cb->stopped = GT_STOP_NONE;
    cb->soft_limit = gt_cb_seconds() + last_seconds;
    cb->last_moment = true;
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
    return wanted && (!cb->last_moment || gt_bdd_size(cb->m, k->reached) <= last_nodes);
}

static void finish(checker *k)
{
    gt_cb *cb = &k->cb;
    gt_check_report *report = k->report;
    if (failed(k)) {
        report->stopped = gt_bdd_status(cb->m) == GT_BDD_MEMORY ? GT_STOP_MEMORY : cb->stopped;
        decide_late(k);
    }
    for (uint32_t p = 0; p < report->nresults; p++)
        if (report->results[p].verdict == GT_VERDICT_UNKNOWN && !report->results[p].note)
            report->results[p].note = why_stopped(report->stopped);
    char *states = may_count(k) ? gt_bdd_count(cb->m, k->reached, cb->nstate_pairs) : NULL;
    if (states) {
        report->states = gt_arena_strdup(cb->ctx->arena, states);
        free(states);
    }
    report->states_complete = k->complete;
    report->nodes = gt_bdd_size(cb->m, k->reached);
    report->peak_nodes = gt_bdd_peak(cb->m);
    report->variables = cb->nstate_pairs;
    report->bytes = gt_bdd_bytes(cb->m);
    free_space(k);
    gt_bdd_drop(cb->m, k->reached);
    gt_cb_close(cb);
    if (cb->options->ways.torture && gt_bdd_leaks(cb->m) != 0)
        gt_ice("%d BDD nodes were not given back", gt_bdd_leaks(cb->m));
    gt_bdd_free(cb->m);
}

const gt_check_report *gt_check_bdd(gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    checker k = {.report = GT_NEW(ctx->arena, gt_check_report)};
    k.report->engine = "bdd";
    uint32_t ntableau = prepare(&k, ctx, cmds, options);
    if (gt_cb_open(&k.cb, ctx, cmds, options, ntableau)) {
        decide(&k);
        finish(&k);
    } else {
        k.report->stopped = GT_STOP_MEMORY;
        for (uint32_t p = 0; p < cmds->nprops; p++)
            k.report->results[p].note = why_stopped(GT_STOP_MEMORY);
    }
    k.report->seconds = gt_cb_seconds() - k.cb.began;
    return k.report;
}

const char *gt_verdict_name(gt_verdict verdict)
{
    switch (verdict) {
    case GT_VERDICT_UNKNOWN: return "unknown";
    case GT_VERDICT_HOLDS: return "holds";
    case GT_VERDICT_FAILS: return "fails";
    case GT_VERDICT_UNSUPPORTED: return "unsupported";
    }
    return "unknown";
}

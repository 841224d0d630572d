/* The explicit engine: what is searched for which property, and the report. */
#include "backends/explicit.h"

#include <stdlib.h>
#include <unistd.h>

typedef enum { WAY_NONE, WAY_WATCH, WAY_CTL, WAY_LTL } way;

typedef struct {
    way way;
    const gt_expr *formula; /* CTL, LTL */
    uint32_t label;         /* WATCH: of the states that refute it */
} plan;

typedef struct {
    gt_ctx *ctx;
    const gt_check_options *options;
    const gt_sym *written, *sym;
    uint32_t nprops, nfair;
    const gt_expr **formulas; /* per property */
    const gt_expr **fair;
    plan *plans;
    gt_check_report *report;
    GT_VEC(gt_xlabel) labels;
    GT_VEC(gt_xatom) atoms; /* labels that are not negated */
    bool *watch;
    bool graph_wanted, only_watch;
    gt_xmodel *model;
    void *worker; /* for what comes after the search */
    gt_explore *explored;
    gt_xgraph graph;
    double began, deadline;
    gt_progress now;
    double last_progress;
    gt_stop stopped;
    size_t peak;
} checker;

/* ---- the plan ---- */

static uint32_t add_label(checker *k, const gt_expr *e, bool negated)
{
    for (size_t i = 0; i < k->labels.n; i++) {
        const gt_xlabel *l = &k->labels.v[i];
        if (l->negated == negated && (l->expr == e || (l->expr && e && gt_expr_equal(l->expr, e)))) {
            return (uint32_t)i;
        }
    }
    gt_vec_push(&k->labels, ((gt_xlabel){e, negated}));
    return (uint32_t)(k->labels.n - 1);
}

static void add_atom(void *arg, const gt_expr *atom)
{
    checker *k = arg;
    gt_vec_push(&k->atoms, ((gt_xatom){atom, add_label(k, atom, false)}));
}

/* f if the formula says "always f" about single states and fairness does not matter; else NULL. */
static const gt_expr *always_of(const checker *k, const gt_expr *e)
{
    bool always = e->kind == GT_EXPR_AG || e->kind == GT_EXPR_G;
    return always && k->nfair == 0 && !gt_xis_temporal(e->kids[0]) ? e->kids[0] : NULL;
}

static void plan_property(checker *k, uint32_t p)
{
    const gt_prop *prop = k->sym->props[p];
    const gt_expr *f = k->formulas[p];
    plan *to = &k->plans[p];
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    const gt_expr *always = f && !some ? always_of(k, f) : NULL;
    if (prop->kind == GT_PROP_PCTL) {
        k->report->results[p].note = "probabilities need another checker: gentrans run --with storm";
        return;
    }
    if (prop->kind == GT_PROP_DEADLOCK) {
        *to = (plan){WAY_WATCH, NULL, add_label(k, NULL, false)};
    } else if (prop->kind == GT_PROP_INVARIANT || prop->kind == GT_PROP_NOERROR) {
        if (some) {
            *to = (plan){WAY_CTL, gt_expr_op1(k->ctx->arena, prop->pos, GT_EXPR_AG, f), 0};
        } else {
            *to = (plan){WAY_WATCH, NULL, add_label(k, f, true)};
        }
    } else if (always) {
        *to = (plan){WAY_WATCH, NULL, add_label(k, always, true)};
    } else {
        *to = (plan){prop->kind == GT_PROP_LTL ? WAY_LTL : WAY_CTL, f, 0};
    }
    if (to->way != WAY_WATCH) {
        k->graph_wanted = true;
        gt_xatoms_each(to->formula, add_atom, k);
    }
}

static void make_plan(checker *k)
{
    k->plans = GT_NEW_ARRAY(k->ctx->arena, plan, k->nprops);
    k->report->nresults = k->nprops;
    k->report->results = GT_NEW_ARRAY(k->ctx->arena, gt_check_result, k->nprops);
    bool any = false;
    for (uint32_t p = 0; p < k->nprops; p++) {
        k->report->results[p].prop = k->sym->props[p];
        if (k->options->skip && k->options->skip[p]) {
            k->report->results[p].note = "skipped";
        } else {
            plan_property(k, p);
            any = any || k->plans[p].way == WAY_WATCH;
        }
    }
    for (uint32_t i = 0; i < k->nfair && k->graph_wanted; i++) {
        add_atom(k, k->fair[i]);
    }
    k->only_watch = any && !k->graph_wanted;
    k->watch = GT_NEW_ARRAY(k->ctx->arena, bool, k->labels.n);
    for (uint32_t p = 0; p < k->nprops; p++) {
        if (k->plans[p].way == WAY_WATCH) {
            k->watch[k->plans[p].label] = true;
        }
    }
}

/* ---- limits and progress ---- */

static void tell(checker *k, size_t bytes)
{
    k->peak = bytes > k->peak ? bytes : k->peak;
    k->now.bytes = bytes;
    k->now.seconds = gt_seconds() - k->began;
    if (k->options->progress) {
        k->options->progress(k->options->progress_arg, &k->now);
    }
}

static void on_progress(void *arg, uint64_t level, uint64_t states, uint64_t queue, size_t bytes)
{
    checker *k = arg;
    k->now.iteration = level;
    k->now.states = (double)states;
    k->now.nodes = queue;
    tell(k, bytes);
}

/* Asked while the graph is worked on. */
static bool must_stop(void *arg, size_t bytes)
{
    checker *k = arg;
    size_t all = gt_store_bytes(gt_explore_store(k->explored)) + bytes;
    double now = gt_seconds();
    if (k->options->interrupt && *k->options->interrupt) {
        k->stopped = GT_STOP_INTERRUPT;
    } else if (k->deadline > 0 && now > k->deadline) {
        k->stopped = GT_STOP_TIME;
    } else if (k->options->memory_limit && all > k->options->memory_limit) {
        k->stopped = GT_STOP_MEMORY;
    }
    if (now - k->last_progress > 0.25) {
        k->last_progress = now;
        tell(k, all);
    }
    return k->stopped != GT_STOP_NONE;
}

static gt_stop why_stopped(gt_explored how)
{
    switch (how) {
    case GT_EXPLORED_ALL:
    case GT_EXPLORED_ENOUGH: return GT_STOP_NONE;
    case GT_EXPLORED_TIME: return GT_STOP_TIME;
    case GT_EXPLORED_MEMORY: return GT_STOP_MEMORY;
    case GT_EXPLORED_INTERRUPT: return GT_STOP_INTERRUPT;
    }
    return GT_STOP_NONE;
}

/* ---- runs ---- */

static void show(checker *k, gt_check_result *result, const uint32_t *numbers, size_t n, int64_t loop)
{
    result->run = gt_xrun_make(k->ctx, k->written, k->model, k->worker, gt_explore_store(k->explored),
                               numbers, n, loop);
}

static void show_nodes(checker *k, gt_check_result *result, const gt_xanswer *answer)
{
    const gt_path *path = &answer->path;
    uint32_t *numbers = gt_xmalloc(path->n, sizeof *numbers);
    for (size_t i = 0; i < path->n; i++) {
        numbers[i] = gt_explore_number(k->explored, path->v[i]);
    }
    show(k, result, numbers, path->n, path->loop);
    result->shortest = answer->shortest && path->loop < 0;
    if (answer->partial) {
        result->note = "the trace shows one path; the rest of the formula is about all paths from its end";
    }
    free(numbers);
}

/* ---- properties ---- */

static void check_watched(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    uint32_t number;
    if (!gt_explore_seen(k->explored, k->plans[p].label, &number)) {
        result->verdict =
            gt_explore_how(k->explored) == GT_EXPLORED_ALL ? GT_VERDICT_HOLDS : GT_VERDICT_UNKNOWN;
        return;
    }
    result->verdict = GT_VERDICT_FAILS;
    size_t n;
    uint32_t *path = k->options->no_traces ? NULL : gt_explore_path(k->explored, number, &n);
    if (path) {
        show(k, result, path, n, -1);
        result->shortest = true;
    }
    free(path);
}

/* Whether for every initial state of the program itself some choice of the ghosts is in `good`. */
static bool some_ghosts(checker *k, const gt_bits *good)
{
    const gt_layout *layout = k->model->layout;
    int32_t *state = gt_xmalloc(layout->width, sizeof *state);
    gt_store *groups = gt_store_new(0, false);
    gt_bytes bytes = {0}, key = {0};
    uint32_t missing = 0;
    /* first those that are good, then the others: a new group among these has none */
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < k->graph.graph->n; i++) {
            if (!gt_bits_has(&k->graph.initial, i) || gt_bits_has(good, i) != (turn == 0)) {
                continue;
            }
            uint32_t len =
                gt_store_get(gt_explore_store(k->explored), gt_explore_number(k->explored, i), &bytes);
            k->model->concrete(k->worker, bytes.v, len, state);
            for (uint32_t v = 0; v < k->sym->nshared; v++) {
                if (k->sym->shared[v]->is_ghost) {
                    state[layout->shared[v]] = 0;
                }
            }
            bool fresh;
            len = k->model->abstract(k->worker, state, &key);
            gt_store_put(groups, key.v, len, &fresh);
            missing += fresh && turn == 1;
        }
    }
    gt_store_free(groups);
    free(bytes.v);
    free(key.v);
    free(state);
    return missing == 0;
}

static void check_temporal(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    const gt_prop *prop = k->sym->props[p];
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    gt_xanswer answer = {.path = {.loop = -1}};
    bool wanted = !k->options->no_traces && !some;
    gt_xgraph graph = k->graph;
    gt_bits all = {0};
    if (prop->kind == GT_PROP_INVARIANT) { /* it is about all reachable states, on fair paths or not */
        all = gt_bits_new(graph.graph->n);
        gt_bits_fill(&all);
        graph.nfair = 0;
        graph.fair_states = all;
    }
    gt_bits good = k->plans[p].way == WAY_LTL ? gt_xltl_check(&graph, k->plans[p].formula, wanted, &answer)
                                              : gt_xctl_check(&graph, k->plans[p].formula, wanted, &answer);
    gt_bits_free(&all);
    if (answer.stopped) {
        result->note = k->stopped == GT_STOP_NONE ? "the formula's automaton is too large" : NULL;
    } else if (some) {
        bool holds = some_ghosts(k, &good);
        result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        result->note = holds ? NULL : "no process will do; there is no single path to show";
    } else {
        bool holds = gt_bits_count(&good) == gt_bits_count(&k->graph.initial);
        result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
        if (answer.path.n) {
            show_nodes(k, result, &answer);
        }
    }
    free(answer.path.v);
    gt_bits_free(&good);
}

static int compare_nodes(void *arg, uint32_t a, uint32_t b)
{
    checker *k = arg;
    gt_bytes x = {0}, y = {0};
    uint32_t xlen = gt_store_get(gt_explore_store(k->explored), gt_explore_number(k->explored, a), &x);
    uint32_t ylen = gt_store_get(gt_explore_store(k->explored), gt_explore_number(k->explored, b), &y);
    int order = k->model->space.compare(k->worker, x.v, xlen, y.v, ylen);
    free(x.v);
    free(y.v);
    return order;
}

/* The graph with its fairness; false: stopped. */
static bool make_graph(checker *k)
{
    gt_xgraph *g = &k->graph;
    if (must_stop(k, gt_explore_graph_bytes(k->explored))) {
        return false;
    }
    *g = (gt_xgraph){.graph = gt_explore_graph(k->explored),
                     .explored = k->explored,
                     .order = {compare_nodes, k},
                     .initial = gt_explore_initial(k->explored),
                     .natoms = (uint32_t)k->atoms.n,
                     .atoms = k->atoms.v,
                     .nfair = k->nfair};
    g->graph->poll = (gt_poll){must_stop, k};
    g->fair = gt_xcalloc(k->nfair, sizeof *g->fair);
    for (uint32_t i = 0; i < k->nfair; i++) {
        g->fair[i] = gt_explore_label(k->explored, gt_xgraph_label(g, k->fair[i]));
    }
    gt_bits all = gt_bits_new(g->graph->n);
    gt_bits_fill(&all);
    g->fair_states = gt_bits_copy(&all);
    bool done = k->nfair == 0 || gt_graph_eg(g->graph, &all, g->fair, g->nfair, &g->fair_states);
    gt_bits_free(&all);
    return done;
}

static void free_graph(checker *k)
{
    gt_xgraph *g = &k->graph;
    if (!g->graph) {
        return;
    }
    k->peak = gt_graph_bytes(g->graph) + gt_store_bytes(gt_explore_store(k->explored)) > k->peak
                  ? gt_graph_bytes(g->graph) + gt_store_bytes(gt_explore_store(k->explored))
                  : k->peak;
    gt_graph_free(g->graph);
    gt_bits_free(&g->initial);
    gt_bits_free(&g->fair_states);
    for (uint32_t i = 0; i < g->nfair; i++) {
        gt_bits_free(&g->fair[i]);
    }
    free(g->fair);
}

static void check_properties(checker *k)
{
    bool temporal = k->graph_wanted && gt_explore_how(k->explored) == GT_EXPLORED_ALL && make_graph(k);
    for (uint32_t p = 0; p < k->nprops; p++) {
        gt_check_result *result = &k->report->results[p];
        double began = gt_seconds();
        k->now.phase = k->sym->props[p]->name;
        k->now.iteration = 0;
        switch (k->plans[p].way) {
        case WAY_NONE: break;
        case WAY_WATCH: check_watched(k, p); break;
        case WAY_CTL:
        case WAY_LTL:
            if (temporal && k->stopped == GT_STOP_NONE) {
                check_temporal(k, p);
            }
            break;
        }
        result->seconds = gt_seconds() - began;
    }
    free_graph(k);
}

/* ---- the search and the report ---- */

static void search(checker *k)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = k->options->threads ? k->options->threads : cores > 1 ? (uint32_t)cores : 1;
    gt_explore_options o = {.threads = threads,
                            .deadline = k->deadline,
                            .memory_limit = k->options->memory_limit,
                            .interrupt = k->options->interrupt,
                            .progress = on_progress,
                            .progress_arg = k,
                            .watch = k->watch,
                            .until_seen = k->only_watch,
                            .graph = k->graph_wanted};
    k->now.phase = "reach";
    k->explored = gt_explore_run(&k->model->space, &o);
    k->stopped = why_stopped(gt_explore_how(k->explored));
}

static const char *stop_note(gt_stop stop)
{
    switch (stop) {
    case GT_STOP_NONE: return NULL;
    case GT_STOP_TIME: return "time limit";
    case GT_STOP_MEMORY: return "memory limit";
    case GT_STOP_INTERRUPT: return "interrupted";
    }
    return NULL;
}

static void fill_report(checker *k)
{
    gt_check_report *r = k->report;
    uint64_t states = gt_explore_states(k->explored);
    for (uint32_t p = 0; p < k->nprops; p++) {
        if (r->results[p].verdict == GT_VERDICT_UNKNOWN && !r->results[p].note) {
            r->results[p].note = stop_note(k->stopped);
        }
    }
    r->stopped = k->stopped;
    r->states = gt_arena_printf(k->ctx->arena, "%llu", (unsigned long long)states);
    r->states_complete = gt_explore_how(k->explored) == GT_EXPLORED_ALL;
    r->iterations = gt_explore_levels(k->explored);
    r->transitions = gt_explore_transitions(k->explored);
    r->variables = states ? (gt_explore_state_bytes(k->explored) + states / 2) / states : 0;
    r->bytes = gt_explore_bytes(k->explored) > k->peak ? gt_explore_bytes(k->explored) : k->peak;
}

static const gt_check_report *run(checker *k)
{
    k->began = gt_seconds();
    k->deadline = k->options->time_limit > 0 ? k->began + k->options->time_limit : 0;
    search(k);
    k->report->reach_seconds = gt_seconds() - k->began;
    k->worker = k->model->space.worker_new(k->model->space.model);
    check_properties(k);
    fill_report(k);
    k->model->space.worker_free(k->worker);
    gt_explore_free(k->explored);
    k->model->free(k->model);
    k->report->seconds = gt_seconds() - k->began;
    free(k->labels.v);
    free(k->atoms.v);
    return k->report;
}

static checker checker_new(gt_ctx *ctx, const gt_sym *written, const gt_sym *sym,
                           const gt_check_options *options)
{
    checker k = {.ctx = ctx, .options = options, .written = written ? written : sym, .sym = sym};
    k.report = GT_NEW(ctx->arena, gt_check_report);
    k.report->engine = "explicit";
    k.nprops = sym->nprops;
    k.nfair = sym->nfair;
    k.formulas = GT_NEW_ARRAY(ctx->arena, const gt_expr *, k.nprops);
    k.fair = GT_NEW_ARRAY(ctx->arena, const gt_expr *, k.nfair);
    return k;
}

const gt_check_report *gt_check_explicit(gt_ctx *ctx, const gt_sym *written, const gt_pop *pop,
                                         const gt_check_options *options)
{
    checker k = checker_new(ctx, written, pop->sym, options);
    for (uint32_t i = 0; i < k.nprops; i++) {
        k.formulas[i] = pop->props[i].formula;
    }
    for (uint32_t i = 0; i < k.nfair; i++) {
        k.fair[i] = pop->fair[i];
    }
    make_plan(&k);
    k.model = gt_xmodel_pop(pop, k.labels.v, (uint32_t)k.labels.n);
    return run(&k);
}

const gt_check_report *gt_check_explicit_sym(gt_ctx *ctx, const gt_sym *written, const gt_sym *sym,
                                             bool reduce, const gt_check_options *options)
{
    checker k = checker_new(ctx, written, sym, options);
    for (uint32_t i = 0; i < k.nprops; i++) {
        k.formulas[i] = sym->props[i]->formula;
    }
    for (uint32_t i = 0; i < k.nfair; i++) {
        k.fair[i] = sym->fair[i]->expr;
    }
    make_plan(&k);
    k.model = gt_xmodel_sym(sym, reduce, k.labels.v, (uint32_t)k.labels.n);
    return run(&k);
}

/* The explicit engine: what is searched for which property, and the report. */
#include "backends/check/explicit/explicit.h"
#include "backends/check/engine.h"
#include "ir/temporal/temporal.h"
#include "runtime/clock.h"

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
    const gt_engine *engine;
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
    bool graph_wanted, only_watch, turns_matter;
    gt_xmodel *model;
    void *worker; /* for what comes after the search */
    gt_explore *explored;
    gt_alike alike;
    gt_turns turns;
    gt_xfollow *follow;
    gt_xgraph graph;
    gt_structure structure;
    gt_work work;
    gt_stop stopped;
    size_t peak;
} checker;

/* ---- the plan ---- */

static uint32_t add_label(checker *k, const gt_expr *e, bool negated)
{
    for (size_t i = 0; i < k->labels.n; i++) {
        const gt_xlabel *l = &k->labels.v[i];
        if (!l->deadlock && l->negated == negated && (l->expr == e || gt_expr_equal(l->expr, e)))
            return (uint32_t)i;
    }
    gt_vec_push(&k->labels, ((gt_xlabel){.expr = e, .negated = negated}));
    return (uint32_t)(k->labels.n - 1);
}

/* Deadlocks elsewhere than where `end` (NULL: nowhere) holds. */
static uint32_t add_deadlock(checker *k, const gt_expr *end)
{
    gt_vec_push(&k->labels, ((gt_xlabel){.expr = end, .deadlock = true}));
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
    return always && k->nfair == 0 && !gt_temporal_in(e->kids[0]) ? e->kids[0] : NULL;
}

static void plan_property(checker *k, uint32_t p)
{
    const gt_prop *prop = k->sym->props[p];
    const gt_expr *f = k->formulas[p];
    plan *to = &k->plans[p];
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    const gt_expr *always = f && !some ? always_of(k, f) : NULL;
    if (prop->kind == GT_PROP_DEADLOCK)
        *to = (plan){WAY_WATCH, NULL, add_deadlock(k, f)};
    else if (prop->kind == GT_PROP_INVARIANT || prop->kind == GT_PROP_NOERROR)
        if (some)
            *to = (plan){WAY_CTL, gt_expr_op1(k->ctx->arena, prop->pos, GT_EXPR_AG, f), 0};
        else
            *to = (plan){WAY_WATCH, NULL, add_label(k, f, true)};
    else if (always)
        *to = (plan){WAY_WATCH, NULL, add_label(k, always, true)};
    else
        *to = (plan){prop->kind == GT_PROP_LTL ? WAY_LTL : WAY_CTL, f, 0};
    if (to->way != WAY_WATCH) {
        k->graph_wanted = true;
        k->turns_matter = k->turns_matter || gt_turns_effect_on(k->sym, prop) != GT_TURNS_NOTHING;
        gt_xatoms_each(to->formula, add_atom, k);
    }
}

static void make_plan(checker *k)
{
    k->plans = GT_NEW_ARRAY(k->ctx->arena, plan, k->nprops);
    k->report = gt_report_new(k->ctx->arena, k->engine, k->nprops, k->options->skip);
    bool any = false;
    for (uint32_t p = 0; p < k->nprops; p++) {
        if (gt_report_ask(k->report, k->engine, p, k->sym->props[p])) {
            plan_property(k, p);
            any = any || k->plans[p].way == WAY_WATCH;
        }
    }
    k->turns = gt_turns_of(k->ctx->arena, k->sym);
    k->turns.n = k->turns_matter ? k->turns.n : 0;
    for (uint32_t i = 0; i < k->nfair && k->graph_wanted; i++)
        add_atom(k, k->fair[i]);
    k->only_watch = any && !k->graph_wanted;
    k->watch = GT_NEW_ARRAY(k->ctx->arena, bool, k->labels.n);
    for (uint32_t p = 0; p < k->nprops; p++)
        if (k->plans[p].way == WAY_WATCH)
            k->watch[k->plans[p].label] = true;
}

/* ---- limits and progress ---- */

static uint32_t cores(const checker *k)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return k->options->threads ? k->options->threads : n > 1 ? (uint32_t)n : 1;
}

/* Asked while the graph is worked on. */
static bool must_stop(void *arg, size_t bytes)
{
    checker *k = arg;
    size_t all = gt_store_bytes(gt_explore_store(k->explored)) + bytes;
    k->peak = all > k->peak ? all : k->peak;
    if (k->stopped == GT_STOP_NONE)
        k->stopped = gt_limits_met(k->work.limits, all);
    if (gt_work_is_due(&k->work)) {
        k->work.now.bytes = all;
        gt_work_tell(&k->work);
    }
    return k->stopped != GT_STOP_NONE;
}

/* ---- runs ---- */

static void show(checker *k, gt_check_result *result, const uint32_t *numbers, size_t n, int64_t loop)
{
    const char *why = result->note;
    result->run = gt_xrun_make(k->ctx, k->written, k->model, k->worker, gt_explore_store(k->explored),
                               numbers, n, loop, &why);
    result->note = why;
}

/* The run goes on for ever, and everybody is served. */
static void show_for_ever(checker *k, gt_check_result *result)
{
    const gt_xgraph *g = &k->graph;
    gt_xserve_task task = {.model = k->model,
                           .worker = k->worker,
                           .explored = k->explored,
                           .graph = g->product ? g->product->graph : g->graph,
                           .node = g->product ? g->product->node : NULL,
                           .home = &g->home,
                           .begin = g->home_begin,
                           .nfair = g->home_nfair,
                           .fair = g->home_fair};
    result->run = gt_xserve(k->ctx, &task, result->run);
    if (!result->run)
        result->note = "the run in which everybody is served is too long to be found process by process";
}

static void show_nodes(checker *k, gt_check_result *result)
{
    const gt_path *path = &k->graph.path;
    uint32_t *numbers = gt_xmalloc(path->n, sizeof *numbers);
    for (size_t i = 0; i < path->n; i++)
        numbers[i] = gt_explore_number(k->explored, path->v[i]);
    show(k, result, numbers, path->n, path->loop);
    if (result->run && k->graph.home.w)
        show_for_ever(k, result);
    free(numbers);
}

/* ---- properties ---- */

static void check_watched(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    uint32_t number;
    if (!gt_explore_seen(k->explored, k->plans[p].label, &number)) {
        result->verdict = gt_explore_is_complete(k->explored) ? GT_VERDICT_HOLDS : GT_VERDICT_UNKNOWN;
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

static void check_ltl(checker *k, uint32_t p, bool some, bool wanted)
{
    gt_check_result *result = &k->report->results[p];
    gt_xgraph *g = &k->graph;
    gt_bits good = gt_xltl_check(g, k->plans[p].formula, wanted && !some);
    if (g->stopped) {
        result->note = k->stopped == GT_STOP_NONE ? "the formula's automaton is too large" : NULL;
    } else if (some) {
        gt_temporal_exists(gt_xgraph_some(g, &good), result);
    } else {
        bool holds = gt_bits_count(&good) == gt_bits_count(&g->initial);
        result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
    }
    gt_bits_free(&good);
}

static void check_temporal(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    const gt_prop *prop = k->sym->props[p];
    gt_xgraph *g = &k->graph;
    bool wanted = !k->options->no_traces;
    g->stopped = false;
    gt_xgraph_forget(g);
    if (k->plans[p].way == WAY_LTL)
        check_ltl(k, p, prop->nprefix > 0 && prop->prefix_exists, wanted);
    else
        gt_temporal_check(&k->structure, prop, k->plans[p].formula, wanted, result);
    if (g->path.n && !g->stopped)
        show_nodes(k, result);
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

/* Who is to be served; false: stopped. */
static bool follow(checker *k)
{
    gt_limits limits = *k->work.limits;
    limits.work = 0;
    gt_xfollow_task task = {.ctx = k->ctx,
                            .model = k->model,
                            .worker = k->worker,
                            .explored = k->explored,
                            .alike = k->alike,
                            .turns = &k->turns,
                            .labels = k->labels.v,
                            .nlabels = (uint32_t)k->labels.n,
                            .limits = limits,
                            .cores = cores(k),
                            .poll = {must_stop, k}};
    k->follow = gt_xfollow_new(&task);
    k->stopped = k->follow->stopped;
    k->graph.graph->threads = k->follow->threads;
    k->graph.graph->nthreads = k->follow->n;
    return k->stopped == GT_STOP_NONE;
}

/* The graph with its fairness; false: stopped. */
static bool make_graph(checker *k)
{
    gt_xgraph *g = &k->graph;
    if (must_stop(k, gt_explore_graph_bytes(k->explored)))
        return false;
    *g = (gt_xgraph){.model = k->model,
                     .worker = k->worker,
                     .graph = gt_explore_graph(k->explored),
                     .explored = k->explored,
                     .order = {compare_nodes, k},
                     .initial = gt_explore_initial(k->explored),
                     .natoms = (uint32_t)k->atoms.n,
                     .atoms = k->atoms.v,
                     .nfair = k->nfair};
    g->graph->poll = (gt_poll){must_stop, k};
    if (k->turns.n && !follow(k))
        return false;
    k->structure = gt_structure_new(&gt_xgraph_sets, g, k->nfair, k->fair);
    gt_bits *fair = GT_NEW_ARRAY(k->ctx->arena, gt_bits, (size_t)k->nfair + 1);
    for (uint32_t i = 0; i < k->nfair && !g->stopped; i++)
        fair[i] = *(const gt_bits *)k->structure.fair.sets[i];
    g->fair = fair;
    return !g->stopped;
}

static void free_graph(checker *k)
{
    gt_xgraph *g = &k->graph;
    if (!g->graph)
        return;
    k->peak = gt_graph_bytes(g->graph) + gt_store_bytes(gt_explore_store(k->explored)) > k->peak
                  ? gt_graph_bytes(g->graph) + gt_store_bytes(gt_explore_store(k->explored))
                  : k->peak;
    gt_structure_fini(&k->structure);
    gt_xgraph_forget(g);
    gt_graph_free(g->graph);
    gt_xfollow_free(k->follow);
    gt_bits_free(&g->initial);
    free(g->path.v);
}

static void check_properties(checker *k)
{
    bool temporal = k->graph_wanted && gt_explore_is_complete(k->explored) && make_graph(k);
    for (uint32_t p = 0; p < k->nprops; p++) {
        gt_check_result *result = &k->report->results[p];
        double began = gt_seconds();
        k->work.now.phase = k->sym->props[p]->name;
        k->work.now.iteration = 0;
        switch (k->plans[p].way) {
        case WAY_NONE: break;
        case WAY_WATCH: check_watched(k, p); break;
        case WAY_CTL:
        case WAY_LTL:
            if (temporal && k->stopped == GT_STOP_NONE)
                check_temporal(k, p);
            break;
        }
        result->seconds = gt_seconds() - began;
    }
    free_graph(k);
}

/* ---- the search and the report ---- */

static void search(checker *k)
{
    gt_explore_options o = {.threads = cores(k),
                            .work = &k->work,
                            .watch = k->watch,
                            .until_seen = k->only_watch,
                            .graph = k->graph_wanted};
    k->work.now.phase = "reach";
    k->explored = gt_explore_run(&k->model->space, &o);
    k->stopped = gt_explore_stopped(k->explored);
}

static void fill_report(checker *k)
{
    gt_check_report *r = k->report;
    uint64_t states = gt_explore_states(k->explored);
    gt_report_end(r, k->stopped);
    r->states = gt_arena_printf(k->ctx->arena, "%llu", (unsigned long long)states);
    r->states_complete = gt_explore_is_complete(k->explored);
    if (k->model->works_on)
        r->works_on = gt_arena_strdup(k->ctx->arena, k->model->works_on);
    r->iterations = gt_explore_levels(k->explored);
    r->transitions = gt_explore_transitions(k->explored);
    r->variables = states ? (gt_explore_state_bytes(k->explored) + states / 2) / states : 0;
    r->effort = gt_arena_printf(k->ctx->arena, "%llu transitions, %llu bytes per state",
                                (unsigned long long)r->transitions, (unsigned long long)r->variables);
    r->bytes = gt_explore_bytes(k->explored) > k->peak ? gt_explore_bytes(k->explored) : k->peak;
}

static const gt_check_report *run(checker *k)
{
    k->work = gt_work_begin(&k->options->limits);
    search(k);
    k->report->reach_seconds = gt_seconds() - k->work.began;
    k->worker = k->model->space.worker_new(k->model->space.model);
    check_properties(k);
    fill_report(k);
    k->model->space.worker_free(k->worker);
    gt_explore_free(k->explored);
    k->model->free(k->model);
    k->report->seconds = gt_seconds() - k->work.began;
    free(k->labels.v);
    free(k->atoms.v);
    return k->report;
}

static checker checker_new(gt_ctx *ctx, const gt_engine *engine, const gt_sym *written, const gt_sym *sym,
                           const gt_check_options *options)
{
    checker k = {
        .ctx = ctx, .engine = engine, .options = options, .written = written ? written : sym, .sym = sym};
    k.nprops = sym->nprops;
    k.nfair = sym->nfair;
    k.formulas = GT_NEW_ARRAY(ctx->arena, const gt_expr *, k.nprops);
    k.fair = GT_NEW_ARRAY(ctx->arena, const gt_expr *, k.nfair);
    return k;
}

const gt_check_report *gt_check_explicit_sym(gt_ctx *ctx, const gt_sym *written, const gt_sym *sym,
                                             gt_alike alike, const gt_check_options *options)
{
    static const gt_engine *const engines[] = {[GT_ALIKE_NONE] = &gt_engine_copies,
                                               [GT_ALIKE_LINKED] = &gt_engine_representatives,
                                               [GT_ALIKE_CLASSES] = &gt_engine_populations};
    checker k = checker_new(ctx, engines[alike], written, sym, options);
    for (uint32_t i = 0; i < k.nprops; i++)
        k.formulas[i] = sym->props[i]->formula;
    for (uint32_t i = 0; i < k.nfair; i++)
        k.fair[i] = sym->fair[i]->expr;
    k.alike = alike;
    make_plan(&k);
    if (alike == GT_ALIKE_CLASSES && gt_sym_is_tied(sym))
        gt_ice("classes of processes that are tied to each other");
    k.model = alike == GT_ALIKE_CLASSES
                  ? gt_xmodel_classes(sym, k.labels.v, (uint32_t)k.labels.n)
                  : gt_xmodel_sym(sym, alike == GT_ALIKE_LINKED, k.labels.v, (uint32_t)k.labels.n);
    return run(&k);
}

/* ---- on three kinds of states ---- */

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    (void)why;
    gt_alike alike = self->takes == GT_TAKES_CLASSES ? GT_ALIKE_CLASSES
                     : self->takes == GT_TAKES_SYM   ? GT_ALIKE_LINKED
                                                     : GT_ALIKE_NONE;
    return gt_check_explicit_sym(ctx, program->written, program->sym, alike, options);
}

#define ROW(what, shown)                                                                                     \
    {                                                                                                        \
        .name = "explicit", .option = "explicit", .takes = what, .turns = true, .works_on = shown,           \
        .kinds = GT_KINDS_BRANCHING, .refuses = GT_NO_NUMBERS, .decide = decide                              \
    }

const gt_engine gt_engine_populations = ROW(GT_TAKES_CLASSES, "populations");
const gt_engine gt_engine_representatives = ROW(GT_TAKES_SYM, "canonical representatives");
const gt_engine gt_engine_copies = ROW(GT_TAKES_COPIES, "unreduced");

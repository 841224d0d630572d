/* What every method does with what it keeps: verdicts, paths, numbers. */
#include "backends/check/methods/methods.h"

#include <stdlib.h>

typedef struct {
    gt_search s;
    const gt_sym *written;
    gt_check_report *report;
    bool *refuted; /* per property: by a state found so far */
    bool only_safety, has_deadlock;
    uint32_t nopen; /* invariants not yet refuted */
    bool complete, backward;
    gt_walk_through view;
    gt_structure structure; /* sets NULL: not made yet */
} checker;

/* ---- questions ---- */

static const gt_prop *prop_of(const checker *k, uint32_t p)
{
    return k->s.cb.cmds->props[p].origin;
}

static bool is_open(const checker *k, uint32_t p)
{
    const gt_check_result *r = &k->report->results[p];
    return r->verdict == GT_VERDICT_UNKNOWN && !r->note;
}

/* Decided by looking at each state alone. */
static bool is_invariant(const checker *k, uint32_t p)
{
    return prop_of(k, p)->kind == GT_PROP_INVARIANT || prop_of(k, p)->kind == GT_PROP_NOERROR;
}

/* Those of `within` that refute the property. */
static gt_bdd bad_states(checker *k, uint32_t p, gt_bdd within)
{
    gt_cb *cb = &k->s.cb;
    bool deadlock = prop_of(k, p)->kind == GT_PROP_DEADLOCK;
    const gt_expr *fine[] = {cb->cmds->props[p].formula, deadlock ? cb->cmds->error : NULL};
    gt_bdd bad = deadlock ? gt_cb_dead(cb, within) : gt_bdd_ref(cb->m, within);
    for (int i = 0; i < 2; i++) {
        gt_bdd good = fine[i] ? gt_cb_bool(cb, NULL, fine[i]) : NULL;
        if (good)
            gt_bdd_set(cb->m, &bad, gt_bdd_diff(cb->m, bad, good));
        gt_bdd_drop(cb->m, good);
    }
    return bad;
}

/* What is new may refute something; NULL: nothing is. True: all that was asked is refuted. */
static bool look(void *arg, gt_bdd fresh)
{
    checker *k = arg;
    for (uint32_t p = 0; fresh && p < k->report->nresults; p++) {
        if (!is_open(k, p) || k->refuted[p] || !is_invariant(k, p))
            continue;
        gt_bdd bad = bad_states(k, p, fresh);
        k->refuted[p] = bad && !gt_bdd_is_false(k->s.cb.m, bad);
        k->nopen -= k->refuted[p];
        gt_bdd_drop(k->s.cb.m, bad);
    }
    return k->only_safety && !k->has_deadlock && k->nopen == 0;
}

static const char *refusal(const gt_prop *prop)
{
    if (prop->nprefix && prop->prefix_exists)
        return "the methods know no property with `exists` in front: leave out --method";
    return NULL;
}

static void ask(checker *k, const gt_engine *engine, const gt_cmds *cmds)
{
    k->only_safety = true;
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        const gt_prop *prop = cmds->props[p].origin;
        if (!gt_report_ask(k->report, engine, p, prop))
            continue;
        k->report->results[p].note = refusal(prop);
        if (k->report->results[p].note)
            continue;
        k->nopen += prop->kind == GT_PROP_INVARIANT || prop->kind == GT_PROP_NOERROR;
        k->has_deadlock = k->has_deadlock || prop->kind == GT_PROP_DEADLOCK;
        k->only_safety = k->only_safety && prop->kind != GT_PROP_CTL;
    }
    if (k->nopen == 0)
        k->only_safety = false; /* with nothing asked for, the representatives are */
}

/* ---- paths ---- */

static void show(checker *k, gt_check_result *result, const gt_walk_through *w, bool shortest)
{
    const char *why = result->note;
    if (w->path.n && !gt_search_failed(&k->s)) {
        result->run = gt_walk_run(w, k->written, &why);
        result->note = result->run ? result->note : why;
        result->shortest = result->run && shortest;
    }
}

static void refute(checker *k, uint32_t p, gt_bdd bad)
{
    gt_check_result *result = &k->report->results[p];
    result->verdict = GT_VERDICT_FAILS;
    if (k->s.options.no_traces)
        return;
    gt_walk_through w = gt_walk_begin(&k->s);
    if (gt_walk_back(&w, bad))
        show(k, result, &w, k->s.method->after || !k->s.method->by_component);
    gt_walk_end(&w);
}

/* ---- forward ---- */

static void check_safety(checker *k, uint32_t p)
{
    gt_check_result *result = &k->report->results[p];
    gt_bdd bad = bad_states(k, p, k->s.stored);
    if (bad && !gt_bdd_is_false(k->s.cb.m, bad))
        refute(k, p, bad);
    else if (bad && k->complete)
        result->verdict = GT_VERDICT_HOLDS;
    else if (bad && k->s.left_out)
        result->note = "not complete: with --under a part of what was found was left out";
    gt_bdd_drop(k->s.cb.m, bad);
}

static void check_ctl(checker *k, uint32_t p)
{
    gt_cb *cb = &k->s.cb;
    gt_check_result *result = &k->report->results[p];
    if (!k->structure.sets) {
        k->view = gt_walk_begin(&k->s);
        k->view.states = gt_bdd_ref(cb->m, k->s.stored);
        k->view.dead = gt_cb_dead(cb, k->s.stored);
        k->structure = gt_structure_new(&gt_search_sets, &k->view, cb->cmds->nfair, cb->cmds->fair);
    }
    k->view.path.n = 0;
    k->view.loop = -1;
    gt_temporal_check(&k->structure, prop_of(k, p), cb->cmds->props[p].formula, !k->s.options.no_traces,
                      result);
    show(k, result, &k->view, result->shortest);
}

static void check_property(checker *k, uint32_t p)
{
    double began = gt_seconds();
    k->s.cb.work.now.phase = prop_of(k, p)->name;
    if (prop_of(k, p)->kind == GT_PROP_CTL)
        check_ctl(k, p);
    else
        check_safety(k, p);
    k->report->results[p].seconds += gt_seconds() - began;
}

/* ---- backward ---- */

/* The set around the bad representatives from which steps lead to them, until it meets an initial one. */
static void check_backward(checker *k, uint32_t p)
{
    gt_search *s = &k->s;
    gt_bdd_mgr *m = s->cb.m;
    gt_check_result *result = &k->report->results[p];
    gt_layers layers = {0};
    gt_bdd domain = gt_search_domain(s), bad = bad_states(k, p, domain);
    gt_bdd set = bad ? s->method->represent(s, bad) : NULL;
    bool met = gt_bdd_meets(m, set, s->init), more = set != NULL;
    while (set && more && !met) {
        gt_vec_push(&layers, gt_bdd_ref(m, set));
        s->cb.work.now.iteration++;
        gt_bdd pre = s->method->before(s, set);
        gt_bdd_and_to(m, &pre, domain);
        gt_bdd_or_to(m, &pre, set);
        more = pre && pre != set;
        gt_bdd_set(m, &set, pre);
        met = gt_bdd_meets(m, set, s->init);
    }
    gt_vec_push(&layers, gt_bdd_ref(m, set));
    if (!gt_search_failed(s))
        result->verdict = met ? GT_VERDICT_FAILS : GT_VERDICT_HOLDS;
    if (!gt_search_failed(s) && met && !s->options.no_traces) {
        gt_walk_through w = gt_walk_begin(s);
        if (gt_walk_in(&w, s->init, &layers))
            show(k, result, &w, true);
        gt_walk_end(&w);
    }
    gt_layers_fini(s, &layers);
    gt_bdd_drop(m, domain);
    gt_bdd_drop(m, bad);
    gt_bdd_drop(m, set);
}

/* Where nobody wants the states and every question is about single ones: as the papers measure. */
static bool may_go_backward(const checker *k)
{
    return k->s.options.no_states && k->s.method->after && k->only_safety;
}

static void go_backward(checker *k)
{
    k->backward = true;
    k->s.init = k->s.method->represent(&k->s, k->s.cb.init);
    for (uint32_t p = 0; p < k->report->nresults && !gt_search_failed(&k->s); p++) {
        double began = gt_seconds();
        k->s.cb.work.now.phase = k->report->results[p].prop->name;
        if (is_open(k, p))
            check_backward(k, p);
        k->report->results[p].seconds += gt_seconds() - began;
    }
}

/* ---- the report ---- */

static void finish(checker *k)
{
    gt_cb *cb = &k->s.cb;
    gt_check_report *r = k->report;
    gt_stop stopped = GT_STOP_NONE;
    if (gt_search_failed(&k->s)) {
        stopped = gt_bdd_status(cb->m) == GT_BDD_MEMORY ? GT_STOP_MEMORY : cb->stopped;
        for (uint32_t p = 0; p < r->nresults; p++) /* what was found before is true all the same */
            if (k->refuted[p] && is_open(k, p))
                r->results[p].verdict = GT_VERDICT_FAILS;
    }
    gt_report_end(r, stopped);
    bool count = !r->states && !k->s.options.no_states && k->s.stored && !cb->too_large;
    char *states = count ? gt_bdd_count(cb->m, k->s.stored, cb->nstate_pairs) : NULL;
    r->states = states ? gt_arena_strdup(cb->ctx->arena, states) : r->states;
    free(states);
    r->states_complete = k->complete;
    r->variables = cb->nstate_pairs;
    r->bytes = gt_bdd_bytes(cb->m);
    if (k->structure.sets) {
        gt_structure_fini(&k->structure);
        gt_walk_end(&k->view);
    }
}

/* As the search has left it, before anything is shown. */
static void measure(checker *k)
{
    const gt_search *s = &k->s;
    gt_check_report *r = k->report;
    r->iterations = s->cb.work.now.iteration;
    r->nodes = gt_bdd_size(s->cb.m, s->stored);
    r->peak_nodes = gt_bdd_peak(s->cb.m);
    r->live_nodes = gt_bdd_live(s->cb.m);
    r->products = gt_bdd_products(s->cb.m);
    const gt_number numbers[] = {{"images", s->images},
                                 {"products", r->products},
                                 {"swaps", s->copies->swaps},
                                 {"iterations", r->iterations},
                                 {"relation_nodes", gt_bdd_size(s->cb.m, s->relation)},
                                 {"stored_nodes", r->nodes},
                                 {"live_nodes", r->live_nodes},
                                 {"peak_nodes", r->peak_nodes}};
    gt_report_numbers(s->cb.ctx->arena, r, numbers, sizeof numbers / sizeof *numbers);
}

static void decide(checker *k)
{
    gt_cb *cb = &k->s.cb;
    if (gt_search_failed(&k->s)) /* with relations missing no state is what it seems */
        return;
    if (may_go_backward(k)) {
        go_backward(k);
        measure(k);
        return;
    }
    k->s.enough = look;
    k->s.arg = k;
    k->complete = gt_search_reach(&k->s);
    k->report->reach_seconds = gt_seconds() - cb->work.began;
    measure(k);
    if (k->s.method->by_component && !gt_search_failed(&k->s)) { /* those of one process are there */
        gt_cb_drop_relations(cb);
        gt_cb_build_relations(cb);
    }
    for (uint32_t p = 0; p < k->report->nresults && !gt_search_failed(&k->s); p++)
        if (is_open(k, p))
            check_property(k, p);
}

const char *gt_method_refuses(const gt_cmds *cmds)
{
    if (gt_sym_similar(cmds->sym))
        return "processes are similar, and this method exchanges them in every way: gentrans check --method "
               "adaptive";
    if (gt_sym_tie(cmds->sym).proc)
        return "processes stand in a ring, and the methods of the papers exchange them in every way: "
               "gentrans "
               "check --engine explicit";
    for (uint32_t t = 0; t < cmds->sym->nprocs; t++)
        if (gt_class_var(cmds->sym->procs[t]))
            return "processes are in classes, and the methods of the papers exchange all of a type: leave "
                   "out "
                   "--method";
    for (uint32_t v = 0; v < cmds->nvars; v++)
        if (cmds->vars[v].kind == GT_CVAR_LOCAL && cmds->vars[v].var->type.kind == GT_TYPE_ID)
            return "local variables name processes, and the methods of the papers sort processes by their "
                   "local "
                   "states: gentrans check --engine explicit";
    return NULL;
}

const gt_check_report *gt_method_decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                        const gt_check_options *options, const char **why)
{
    checker k = {.s = {.method = self->own, .options = *options}, .written = program->written};
    k.report = gt_report_new(ctx->arena, self, program->cmds->nprops, options->skip);
    k.refuted = GT_NEW_ARRAY(ctx->arena, bool, (size_t)program->cmds->nprops + 1);
    *why = gt_method_refuses(program->cmds);
    if (*why)
        return NULL;
    ask(&k, self, program->cmds);
    if (gt_search_open(&k.s, ctx, program->cmds)) {
        decide(&k);
        finish(&k);
        k.report->seconds = gt_seconds() - k.s.cb.work.began;
    } else {
        gt_report_end(k.report, GT_STOP_MEMORY);
    }
    gt_search_close(&k.s);
    return k.report;
}

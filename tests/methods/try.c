/* One program through every method of the papers: the same verdicts as state by state, runs that show what
 * they are said to show, shortest ones of one length; and the sets they find are one set, when their states
 * are sorted: that of the counters. Stands in the place of tests/random/try.c. */
#include "tests/random/try.h"

#include "backends/check/methods/methods.h"
#include "frontend/frontend.h"
#include "ir/mean/abstract.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "tests/agree/enrich.h"
#include "tests/agree/lasso.h"
#include "tests/agree/same.h"
#include "tests/methods/backward.h"
#include "tests/random/child.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { COMPARED = 3000 }; /* representatives, up to which they are looked up among the counters' states */

typedef struct {
    gt_ctx ctx;
    const rb_limits *limits;
    FILE *out;
    const char *text;
    const gt_sym *written, *made;
    const gt_cmds *copies, *dense;
    const gt_check_report *first; /* state by state */
    bool partly;
} trial;

static const gt_engine *const engines[] = {&gt_engine_orbit, &gt_engine_multiple, &gt_engine_onthefly,
                                           &gt_engine_dynamic, &gt_engine_component};
enum { NENGINES = sizeof engines / sizeof *engines };

_Noreturn static void fail(trial *t, const char *who, const char *what)
{
    fprintf(t->out, "%s: %s\n%s", who, what, t->text);
    rb_finish(&t->ctx, t->out, 1);
}

/* ---- limits ---- */

static volatile sig_atomic_t enough;

static void had_its_time(int number)
{
    (void)number;
    enough = 1;
}

static void allow(const trial *t, unsigned share)
{
    enough = 0;
    signal(SIGPROF, had_its_time);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = share ? t->limits->seconds / share : 0},
              NULL);
}

/* ---- verdicts and runs ---- */

static void same_verdicts(trial *t, const gt_check_report *r, const char *name, bool counts_orbits)
{
    const char *states = counts_orbits && t->first->states_complete ? t->first->states : NULL;
    gt_check_report copy = *r;
    copy.states = counts_orbits ? r->states : NULL;
    const char *wrong = rb_difference(t->ctx.arena, t->first, &copy, "state by state", &states);
    for (uint32_t i = 0; i < r->nresults && !wrong; i++) {
        const gt_check_result *a = &t->first->results[i], *b = &r->results[i];
        gt_prop_kind kind = b->prop ? b->prop->kind : GT_PROP_LTL;
        bool state = kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR || kind == GT_PROP_DEADLOCK;
        wrong = rb_wrong_run(t->written, b);
        if (!wrong && state && a->run && b->run && a->shortest && b->shortest &&
            a->run->nsteps != b->run->nsteps)
            wrong = "another number of steps is the smallest";
    }
    if (wrong)
        fail(t, name, wrong);
    t->partly = t->partly || r->stopped != GT_STOP_NONE;
}

static void verdicts(trial *t, const gt_engine *engine, bool backward, gt_representatives how)
{
    bool counts = engine == &gt_engine_generic;
    const gt_program program = {.written = t->written, .sym = t->made, .cmds = counts ? t->dense : t->copies};
    const gt_check_options options = {.limits.interrupt = &enough,
                                      .no_states = backward,
                                      .ways.torture = strlen(t->text) % 4 == 0,
                                      .method.representatives = how};
    const char *why = NULL;
    bool unique = engine != &gt_engine_multiple && engine != &gt_engine_onthefly;
    allow(t, 8);
    const gt_check_report *r = engine->decide(&t->ctx, engine, &program, &options, &why);
    allow(t, 0);
    if (!r)
        fail(t, engine->name, why ? why : "says nothing");
    same_verdicts(t, r, engine->name, unique);
}

/* ---- sets ---- */

/* What the method finds, sorted; NULL: not all of it. */
static gt_bdd sorted(gt_search *s, const gt_engine *engine)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_layers_fini(s, &s->layers);
    gt_bdd_set(m, &s->relation, NULL);
    gt_bdd_set(m, &s->init, NULL);
    gt_bdd_set(m, &s->stored, NULL);
    s->method = engine->own;
    gt_cb_drop_relations(&s->cb);
    if (!s->method->by_component)
        gt_cb_build_relations(&s->cb);
    if (s->method->prepare)
        s->method->prepare(s);
    bool complete = gt_search_reach(s);
    return complete ? gt_copies_sort(s->copies, s->stored) : NULL;
}

typedef struct {
    gt_cb cb;
    gt_bdd reached;
    gt_check_options options;
    bool complete;
} counters;

static void count(trial *t, counters *c)
{
    c->options.limits.interrupt = &enough;
    if (!gt_cb_open(&c->cb, &t->ctx, t->dense, &c->options, 0))
        return;
    gt_cb_build_relations(&c->cb);
    c->complete = gt_cb_reach(&c->cb, &c->reached, NULL, NULL);
}

/* Whether the counters' states have this one, which is of n copies. */
static bool has(counters *c, const gt_abstract *to_copies, gt_abstract *from, const int32_t *values,
                int32_t *state, int32_t *image, bool *bits)
{
    gt_cb *cb = &c->cb;
    if (!gt_abstract_concretise((gt_abstract *)to_copies, values, state))
        return false;
    gt_abstract_apply(from, state, image);
    memset(bits, 0, cb->npairs * sizeof *bits);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        for (uint32_t i = 0; !cb->vars[v].dropped && i < cb->vars[v].nbits; i++)
            bits[cb->vars[v].pairs[i]] = (((int64_t)image[v] - cb->vars[v].lo) >> i & 1) != 0;
    return gt_bdd_eval(cb->m, c->reached, bits);
}

static void same_as_counters(trial *t, gt_search *s, gt_bdd set)
{
    counters c = {.complete = false};
    allow(t, 8);
    count(t, &c);
    allow(t, 0);
    char *a = gt_bdd_count(s->cb.m, set, s->cb.nstate_pairs);
    char *b = c.complete ? gt_bdd_count(c.cb.m, c.reached, c.cb.nstate_pairs) : NULL;
    if (b && strcmp(a, b) != 0)
        fail(t, "sets",
             gt_arena_printf(t->ctx.arena, "%s representatives, but counters have %s states", a, b));
    if (b && strtoull(a, NULL, 10) <= COMPARED) {
        const gt_sym *whole = gt_abstract_with_ghosts(t->ctx.arena, t->written, t->made);
        const gt_layout *layout = gt_layout_new(t->ctx.arena, whole);
        gt_abstract *copies = gt_abstract_new(layout, t->copies), *dense = gt_abstract_new(layout, t->dense);
        int32_t *state = gt_xcalloc(layout->width + 1, sizeof *state);
        int32_t *values = gt_xcalloc((size_t)t->copies->nvars + 1, sizeof *values);
        int32_t *image = gt_xcalloc((size_t)t->dense->nvars + 1, sizeof *image);
        bool *bits = gt_xcalloc((size_t)s->cb.npairs + 1, sizeof *bits);
        bool *other = gt_xcalloc((size_t)c.cb.npairs + 1, sizeof *other);
        gt_bdd left = gt_bdd_ref(s->cb.m, set);
        while (!gt_bdd_is_false(s->cb.m, left)) {
            gt_bdd_pick(s->cb.m, left, bits);
            gt_cb_decode(&s->cb, bits, values);
            if (!has(&c, copies, dense, values, state, image, other))
                fail(t, "sets", "a representative is no state of the counters");
            gt_bdd one = gt_bdd_state(s->cb.m, bits, s->cb.state_pairs, s->cb.nstate_pairs);
            gt_bdd_set(s->cb.m, &left, gt_bdd_diff(s->cb.m, left, one));
            gt_bdd_drop(s->cb.m, one);
        }
        gt_bdd_drop(s->cb.m, left);
        free(state);
        free(values);
        free(image);
        free(bits);
        free(other);
        gt_abstract_free(copies);
        gt_abstract_free(dense);
    }
    free(a);
    free(b);
    gt_bdd_drop(c.cb.m, c.reached);
    gt_cb_close(&c.cb);
    gt_bdd_free(c.cb.m);
}

/* All of them in one manager: equal sets are equal pointers. */
static void same_sets(trial *t)
{
    gt_search s = {.method = gt_engine_dynamic.own, .options.limits.interrupt = &enough};
    gt_bdd first = NULL;
    allow(t, 4);
    if (!gt_search_open(&s, &t->ctx, t->copies))
        return;
    for (size_t i = 0; i < NENGINES && !gt_search_failed(&s); i++)
        for (gt_state_symmetries how = 0; how <= GT_STATE_SYMMETRIES_OFF; how++) {
            s.options.method.state_symmetries = how;
            if (how && engines[i] != &gt_engine_component)
                continue;
            gt_bdd set = sorted(&s, engines[i]);
            if (set && first && set != first)
                fail(t, engines[i]->name, "finds another set of orbits");
            if (set && !first)
                first = gt_bdd_ref(s.cb.m, set);
            gt_bdd_drop(s.cb.m, set);
        }
    allow(t, 0);
    if (first && !gt_search_failed(&s))
        same_as_counters(t, &s, first);
    gt_bdd_drop(s.cb.m, first);
    gt_search_close(&s);
}

/* ---- one program ---- */

static const gt_sym *enriched(trial *t, const char *text)
{
    const gt_sym *sym = gt_frontend_load(&t->ctx, "random.sym", text, strlen(text), NULL, 0);
    if (!sym)
        rb_refused(&t->ctx, t->out, "front end");
    gt_str more;
    gt_str_init(&more);
    rb_enrich(text, sym, &more);
    t->text = gt_arena_strdup(t->ctx.arena, gt_str_text(&more));
    gt_str_fini(&more);
    return gt_frontend_load(&t->ctx, "enriched.sym", t->text, strlen(t->text), NULL, 0);
}

static void try_all(trial *t, const char *text)
{
    t->written = enriched(t, text);
    const gt_sym *total = t->written ? gt_pass_total(&t->ctx, t->written) : NULL;
    const gt_sym *scalar = total ? gt_pass_scalar(&t->ctx, total) : NULL;
    t->made = scalar ? gt_pass_ghosts(&t->ctx, scalar) : NULL;
    t->copies = t->made ? gt_pass_expand(&t->ctx, t->made) : NULL;
    if (!t->copies)
        rb_refused(&t->ctx, t->out, "passes");
    if (gt_method_refuses(t->copies)) {
        fprintf(t->out, "%s: by the methods\n", RB_REFUSED);
        rb_finish(&t->ctx, t->out, 0);
    }
    const gt_pop *pop = gt_pass_population(&t->ctx, t->made);
    t->dense = pop ? gt_pass_dense(&t->ctx, pop, false) : NULL;
    if (!t->dense)
        rb_refused(&t->ctx, t->out, "population");
    allow(t, 8);
    t->first = gt_check_explicit_sym(&t->ctx, t->written, t->made, GT_ALIKE_LINKED,
                                     &(gt_check_options){.limits.interrupt = &enough, .threads = 1});
    allow(t, 0);
    for (size_t i = 0; i < NENGINES; i++) {
        verdicts(t, engines[i], false, 0);
        if (engines[i]->kinds >> GT_PROP_CTL & 1)
            verdicts(t, engines[i], true, 0);
    }
    verdicts(t, &gt_engine_generic, false, 0);
    verdicts(t, &gt_engine_generic, true, 0);
    for (gt_representatives how = 0; how <= GT_REPRESENTATIVES_CONVERT; how++)
        verdicts(t, &gt_engine_sat, true, how);
    same_sets(t);
    allow(t, 4);
    const char *wrong = rb_wrong_backward(&t->ctx, t->copies, &enough);
    allow(t, 0);
    if (wrong)
        fail(t, "sat", wrong);
    fprintf(t->out, "%s: %s orbits\n", t->partly ? RB_PARTLY : RB_GOOD,
            t->first->states && t->first->states_complete ? t->first->states : "many");
}

static void in_child(const char *text, const rb_limits *limits, FILE *out)
{
    trial t = {.limits = limits, .out = out, .text = text};
    gt_ctx_init(&t.ctx);
    try_all(&t, text);
    rb_finish(&t.ctx, out, 0);
}

void rb_try(const char *text, const rb_limits *limits, gt_str *report)
{
    rb_child(in_child, text, limits, 3 * limits->seconds, report);
}

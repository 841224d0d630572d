#include "tests/agree/shortest.h"

#include "ir/mean/sym_step.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 12, MOST_VISITS = 20000 };

typedef struct {
    const gt_expr *p, *q; /* p NULL: true at the beginning only */
    gt_sym_step *step;
    size_t width;
    uint32_t claimed;                             /* fewer states than these are looked for */
    int32_t *path;                                /* the states of the walk */
    bool trigger[MOST_STATES], open[MOST_STATES]; /* p holds in it, q does not */
    uint32_t visits;
    bool found;
} walk;

typedef struct {
    GT_VEC(int32_t) states;
    size_t width;
} list;

uint32_t rb_lasso_states(const gt_check_result *r)
{
    if (!r->shortest)
        return 0;
    if (r->run)
        return r->run->loop_start < 0 ? 0 : r->run->nsteps - 1;
    return r->trace && r->trace->loop_start >= 0 ? r->trace->nstates : 0;
}

static bool add(void *arg, const int32_t *state)
{
    list *l = arg;
    for (size_t i = 0; i < l->width; i++)
        gt_vec_push(&l->states, state[i]);
    return true;
}

static bool add_firing(void *arg, const gt_firing *f)
{
    return add(arg, f->to);
}

static bool holds(walk *w, const gt_expr *e, const int32_t *state)
{
    gt_eval *ev = gt_sym_step_eval(w->step);
    uint32_t code = gt_eval_compile(ev, e);
    gt_eval_state(ev, state, false);
    return gt_eval_int(ev, code) != 0;
}

/* Does the walk of n states refute the formula when its last state is followed by number `loop`? */
static bool refutes(const walk *w, uint32_t n, uint32_t loop)
{
    for (uint32_t k = 0; k < n; k++) {
        bool all = w->p ? w->trigger[k] : k == 0;
        for (uint32_t i = k < loop ? k : loop; i < n; i++)
            all = all && w->open[i];
        if (all)
            return true;
    }
    return false;
}

/* All walks that go on from the first n states. */
static void visit(walk *w, uint32_t n)
{
    const int32_t *last = w->path + (size_t)(n - 1) * w->width;
    list next = {.width = w->width};
    if (w->visits++ >= MOST_VISITS)
        return;
    w->trigger[n - 1] = w->p && holds(w, w->p, last);
    w->open[n - 1] = !holds(w, w->q, last);
    gt_sym_step_successors(w->step, last, false, add_firing, &next);
    if (next.states.n == 0)
        add(&next, last);
    for (size_t at = 0; at < next.states.n && !w->found; at += w->width) {
        const int32_t *to = next.states.v + at;
        for (uint32_t i = 0; i < n; i++)
            if (memcmp(w->path + (size_t)i * w->width, to, w->width * sizeof *to) == 0 && refutes(w, n, i))
                w->found = true;
        if (n + 1 >= w->claimed)
            continue;
        memcpy(w->path + (size_t)n * w->width, to, w->width * sizeof *to);
        visit(w, n + 1);
    }
    free(next.states.v);
}

/* `AF q`, or `AG (p -> AF q)`. */
static bool understand(const gt_prop *prop, walk *w)
{
    const gt_expr *e = prop->formula;
    if (prop->kind != GT_PROP_CTL || prop->nprefix)
        return false;
    if (e->kind == GT_EXPR_AG && e->kids[0]->kind == GT_EXPR_IMPLIES) {
        w->p = e->kids[0]->kids[0];
        e = e->kids[0]->kids[1];
    }
    w->q = e->kind == GT_EXPR_AF ? e->kids[0] : NULL;
    return w->q && !gt_temporal_in(w->q) && !(w->p && gt_temporal_in(w->p));
}

const char *rb_shorter_lasso(const gt_sym *written, const gt_check_result *result, bool *tried)
{
    walk w = {.claimed = rb_lasso_states(result)};
    const gt_prop *prop = NULL;
    for (uint32_t i = 0; i < written->nprops; i++)
        prop = strcmp(written->props[i]->name, result->prop->name) == 0 ? written->props[i] : prop;
    *tried = false;
    if (!prop || written->nfair || result->verdict != GT_VERDICT_FAILS || w.claimed < 2 ||
        w.claimed > MOST_STATES || !understand(prop, &w))
        return NULL;
    w.step = gt_sym_step_new(written);
    w.width = gt_sym_step_layout(w.step)->width;
    w.path = gt_xmalloc((size_t)MOST_STATES * w.width, sizeof *w.path);
    list first = {.width = w.width};
    gt_sym_step_initial(w.step, add, &first);
    for (size_t at = 0; at < first.states.n && !w.found; at += w.width) {
        memcpy(w.path, first.states.v + at, w.width * sizeof *w.path);
        visit(&w, 1);
    }
    *tried = w.visits < MOST_VISITS;
    free(first.states.v);
    free(w.path);
    gt_sym_step_free(w.step);
    return w.found ? "a lasso with fewer states refutes it" : NULL;
}

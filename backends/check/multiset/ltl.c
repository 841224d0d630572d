/* LTL: the automaton of the negation beside the states. A control of the product is a control of the program,
 * a state of the automaton, and whether the states in it are dead; a dead state goes on by itself, while the
 * automaton moves. Its steps are those of the program's control, once for each way the automaton can go, and
 * its states are restricted to those of which the literals of the automaton's state hold. So the sets and
 * paths of CTL do for the product, too. */
#include "backends/check/multiset/multiset.h"
#include "backends/check/temporal/linear.h"

#include <stdlib.h>

typedef struct {
    const gt_ms_view *v;
    const gt_structure *structure;
    GT_VEC(const gt_expr *) atoms;
    gt_ms_set **labels; /* per atom */
    gt_automaton *a;
    uint32_t base, ncontrols; /* the first control of the product; controls of the program */
    gt_ms_view view;          /* of the product */
    gt_fair_sets fair;
} product;

static uint32_t atom_of(void *arg, const gt_expr *e)
{
    product *p = arg;
    for (size_t i = 0; i < p->atoms.n; i++)
        if (p->atoms.v[i] == e || gt_expr_equal(p->atoms.v[i], e))
            return (uint32_t)i;
    gt_vec_push(&p->atoms, e);
    return (uint32_t)(p->atoms.n - 1);
}

static bool must_stop(void *arg, size_t bytes)
{
    gt_ms *ms = arg;
    if (ms->stopped == GT_STOP_NONE && !ms->last_moment)
        ms->stopped = gt_limits_met(ms->work.limits, gt_ms_bytes(ms) + bytes);
    return ms->stopped != GT_STOP_NONE;
}

/* ---- controls ---- */

static uint32_t place(const product *p, uint32_t control, uint32_t state, bool dead)
{
    return p->base + 2 * (control * p->a->nstates + state) + dead;
}

static void add_steps(const product *p, uint32_t control, uint32_t state)
{
    gt_ms *ms = p->v->ms;
    const gt_ms_control *from = ms->controls.v[control];
    gt_ms_control *live = ms->controls.v[place(p, control, state, false)];
    gt_ms_control *dead = ms->controls.v[place(p, control, state, true)];
    for (uint32_t next = 0; next < p->a->nstates; next++) {
        if (!gt_bits_has(&p->a->next[state], next))
            continue;
        gt_ms_step stay = {.guard = GT_PLAY_TRUE, .target = place(p, control, next, true)};
        gt_vec_push(&dead->steps, stay);
        ms->nsteps += 1 + 2 * from->steps.n;
        for (size_t i = 0; i < from->steps.n; i++) {
            gt_ms_step step = from->steps.v[i];
            step.star = false;
            for (int to_dead = 0; to_dead < 2; to_dead++) {
                step.target = place(p, from->steps.v[i].target, next, to_dead);
                gt_vec_push(&live->steps, step);
            }
        }
    }
}

/* False: stopped. */
static bool make_controls(product *p)
{
    gt_ms *ms = p->v->ms;
    p->base = p->ncontrols = (uint32_t)ms->controls.n;
    uint32_t n = 2 * p->ncontrols * p->a->nstates;
    bool go_on = !must_stop(ms, n * (sizeof(gt_ms_control) + sizeof(void *)));
    for (uint32_t i = 0; i < n && go_on; i++) {
        gt_ms_control *c = gt_xcalloc(1, sizeof *c);
        c->key = ms->controls.v[i / 2 / p->a->nstates]->key;
        c->opened = true;
        gt_vec_push(&ms->controls, c);
    }
    for (uint32_t q = 0; q < p->ncontrols && go_on; q++) {
        for (uint32_t s = 0; s < p->a->nstates; s++)
            add_steps(p, q, s);
        go_on = !must_stop(ms, 0);
    }
    return go_on;
}

static void free_controls(const product *p)
{
    gt_ms *ms = p->v->ms;
    while (ms->controls.n > p->ncontrols) {
        gt_ms_control *c = ms->controls.v[--ms->controls.n];
        ms->nsteps -= c->steps.n;
        free(c->seen.v);
        free(c->support.v);
        free(c->steps.v);
        free(c);
    }
}

/* ---- sets ---- */

/* Those of x, states of the control, that the automaton's state allows. */
static gt_mdd allowed(const product *p, uint32_t control, uint32_t state, gt_mdd x)
{
    gt_mdd_mgr *m = p->v->ms->m;
    for (uint32_t i = 0; i < p->a->natoms; i++) {
        if (gt_bits_has(&p->a->positive[state], i))
            x = gt_mdd_and(m, x, gt_ms_part(p->labels[i], control));
        if (gt_bits_has(&p->a->negative[state], i))
            x = gt_mdd_diff(m, x, gt_ms_part(p->labels[i], control));
    }
    return x;
}

/* The states of the product whose program's part is in s and whose automaton's is in `states` (NULL: all). */
static gt_ms_set *lift(const product *p, const gt_ms_set *s, const gt_bits *states)
{
    gt_ms *ms = p->v->ms;
    gt_ms_set *out = gt_ms_set_new(ms);
    for (uint32_t q = 0; q < p->ncontrols && !gt_ms_is_over(ms); q++)
        for (uint32_t a = 0; gt_ms_part(s, q) && a < p->a->nstates; a++) {
            if (states && !gt_bits_has(states, a))
                continue;
            gt_mdd_tidy(ms->m);
            gt_mdd x = allowed(p, q, a, s->v[q]), dead = gt_mdd_and(ms->m, x, gt_ms_part(p->v->dead, q));
            (void)gt_ms_set_add(ms, out, place(p, q, a, true), dead);
            (void)gt_ms_set_add(ms, out, place(p, q, a, false), gt_mdd_diff(ms->m, x, dead));
        }
    return out;
}

static gt_ms_set *project(const product *p, const gt_ms_set *s)
{
    gt_ms *ms = p->v->ms;
    gt_ms_set *out = gt_ms_set_new(ms);
    for (uint32_t i = p->base; i < s->n; i++)
        (void)gt_ms_set_add(ms, out, (i - p->base) / 2 / p->a->nstates, s->v[i]);
    return out;
}

static void make_sets(product *p)
{
    gt_ms *ms = p->v->ms;
    const gt_fair_sets *fair = &p->structure->fair;
    p->view = (gt_ms_view){.ms = ms,
                           .all = lift(p, p->v->all, NULL),
                           .initial = lift(p, p->v->initial, &p->a->initial),
                           .dead = gt_ms_set_new(ms),
                           .path = {.loop = -1}};
    p->fair.sets = gt_xcalloc((size_t)p->a->nsets + fair->n + 1, sizeof *p->fair.sets);
    for (uint32_t i = 0; i < p->a->nsets; i++)
        p->fair.sets[p->fair.n++] = lift(p, p->v->all, &p->a->sets[i]);
    for (uint32_t i = 0; i < fair->n; i++)
        p->fair.sets[p->fair.n++] = lift(p, fair->sets[i], NULL);
}

static void free_sets(product *p)
{
    gt_ms *ms = p->v->ms;
    for (uint32_t i = 0; i < p->fair.n; i++)
        gt_ms_set_free(ms, p->fair.sets[i]);
    free(p->fair.sets);
    gt_ms_set_free(ms, p->view.all);
    gt_ms_set_free(ms, p->view.initial);
    gt_ms_set_free(ms, p->view.dead);
}

/* ---- the verdict ---- */

/* The initial states from where a fair path refutes the formula; the view's path shows one, if it is wanted.
 */
static gt_ms_set *refuting(product *p, gt_ms_view *v, bool wanted)
{
    gt_ms *ms = v->ms;
    if (!make_controls(p)) {
        free_controls(p);
        return NULL;
    }
    make_sets(p);
    gt_ms_set *paths = gt_ms_sets.eg(&p->view, p->view.all, &p->fair), *bad = NULL;
    if (paths) {
        gt_ms_set *begin = gt_ms_set_meet(ms, paths, p->view.initial);
        bad = project(p, begin);
        if (wanted && !gt_ms_set_is_empty(begin))
            gt_ms_sets.lasso(&p->view, begin, p->view.all, &p->fair);
        gt_ms_set_free(ms, begin);
    }
    for (size_t i = 0; i < p->view.path.states.n; i++) {
        gt_ms_state *s = &p->view.path.states.v[i];
        s->control = (s->control - p->base) / 2 / p->a->nstates;
    }
    v->path = p->view.path;
    gt_ms_set_free(ms, paths);
    free_sets(p);
    free_controls(p);
    return bad;
}

gt_ms_set *gt_ms_refuting(const gt_structure *structure, gt_ms_view *v, const gt_expr *formula, bool wanted,
                          bool *too_large)
{
    gt_ms *ms = v->ms;
    product p = {.v = v, .structure = structure};
    gt_ltl *l = gt_ltl_new();
    gt_poll poll = {must_stop, ms};
    uint32_t negation = gt_ltl_op(l, GT_LTL_NOT, gt_linear(l, formula, atom_of, &p), 0);
    p.a = gt_ltl_automaton(l, negation, (uint32_t)p.atoms.n, GT_LINEAR_MOST, &poll);
    gt_ltl_free(l);
    *too_large = !p.a && ms->stopped == GT_STOP_NONE;
    p.labels = gt_xcalloc(p.atoms.n + 1, sizeof *p.labels);
    bool labelled = p.a != NULL;
    for (size_t i = 0; i < p.atoms.n && labelled; i++) {
        p.labels[i] = gt_ms_sets.atom(v, p.atoms.v[i]);
        labelled = p.labels[i] != NULL;
    }
    gt_ms_set *bad = labelled ? refuting(&p, v, wanted) : NULL;
    for (size_t i = 0; i < p.atoms.n; i++)
        gt_ms_set_free(ms, p.labels[i]);
    free(p.labels);
    free((void *)p.atoms.v);
    gt_automaton_free(p.a);
    return bad;
}

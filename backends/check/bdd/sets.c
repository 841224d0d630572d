/* The BDD engine's sets and paths, as CTL wants them. */
#include "backends/check/bdd/path.h"

static gt_bdd_mgr *manager(const gt_cb_view *v)
{
    return v->sp.cb->m;
}

static gt_cb_space with(const gt_cb_view *v, const gt_fair_sets *fair)
{
    gt_cb_space sp = v->sp;
    sp.fair = *fair;
    return sp;
}

/* ---- sets ---- */

static gt_set atom(void *self, const gt_expr *e)
{
    const gt_cb_view *v = self;
    gt_bdd r = gt_cb_bool(v->sp.cb, NULL, e);
    gt_bdd_and_to(manager(v), &r, v->sp.states);
    return r;
}

static gt_set all(void *self)
{
    const gt_cb_view *v = self;
    return gt_bdd_ref(manager(v), v->sp.states);
}

static gt_set initial(void *self)
{
    const gt_cb_view *v = self;
    return gt_bdd_ref(manager(v), v->sp.cb->init);
}

static gt_set complement(void *self, gt_set f)
{
    const gt_cb_view *v = self;
    return gt_bdd_diff(manager(v), v->sp.states, f);
}

static gt_set meet(void *self, gt_set f, gt_set g)
{
    return gt_bdd_and(manager(self), f, g);
}

static gt_set ex(void *self, gt_set f)
{
    const gt_cb_view *v = self;
    return gt_cb_ex(&v->sp, NULL, f);
}

static gt_set eu(void *self, gt_set f, gt_set g)
{
    const gt_cb_view *v = self;
    return gt_cb_eu(&v->sp, NULL, f, g, NULL, NULL);
}

static gt_set eg(void *self, gt_set f, const gt_fair_sets *fair)
{
    gt_cb_space sp = with(self, fair);
    return gt_cb_eg(&sp, f, NULL, NULL);
}

static bool leq(void *self, gt_set f, gt_set g)
{
    return gt_bdd_leq(manager(self), f, g);
}

static int some(void *self, gt_set good)
{
    const gt_cb_view *v = self;
    return gt_cb_some_ghosts(v->sp.cb, good);
}

static void drop(void *self, gt_set f)
{
    gt_bdd_drop(manager(self), f);
}

static bool failed(void *self)
{
    return gt_bdd_status(manager(self)) != GT_BDD_OK;
}

/* ---- the path ---- */

static void begin(void *self, gt_set from)
{
    const gt_cb_view *v = self;
    gt_cb_path_begin(v->path, from);
}

static bool here(void *self, gt_set f)
{
    const gt_cb_view *v = self;
    return gt_bdd_eval(manager(v), f, v->path->bits);
}

static bool walk(void *self, gt_set from, gt_set f, gt_set g, bool *shortest)
{
    const gt_cb_view *v = self;
    return gt_cb_path_walk(v->path, &v->sp, NULL, from, f, g, shortest);
}

static bool step(void *self, gt_set f)
{
    const gt_cb_view *v = self;
    if (!here(self, v->sp.dead)) {
        (void)gt_cb_path_step(v->path, &v->sp, NULL, f);
        return false;
    }
    v->path->loop_start = (int32_t)v->path->states.n - 1;
    return true;
}

static void lasso(void *self, gt_set from, gt_set f, const gt_fair_sets *fair)
{
    const gt_cb_view *v = self;
    gt_cb_space sp = with(v, fair);
    gt_cb_path_lasso(v->path, &sp, from, f);
}

static bool short_lasso(void *self, gt_set from, gt_set f, gt_set g, gt_set h, const gt_fair_sets *fair,
                        bool *shortest)
{
    const gt_bdd sets[] = {from, f, g, h};
    return from && g && h && !failed(self) && gt_cb_short_lasso(self, sets, fair, shortest);
}

const gt_sets gt_cb_sets = {.atom = atom,
                            .all = all,
                            .initial = initial,
                            .complement = complement,
                            .meet = meet,
                            .ex = ex,
                            .eu = eu,
                            .eg = eg,
                            .leq = leq,
                            .some = some,
                            .drop = drop,
                            .failed = failed,
                            .begin = begin,
                            .here = here,
                            .walk = walk,
                            .step = step,
                            .lasso = lasso,
                            .short_lasso = short_lasso};

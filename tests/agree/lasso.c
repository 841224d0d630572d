#include "tests/agree/lasso.h"

#include "ir/mean/sym_step.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const gt_run *run;
    const gt_prop *prop; /* as written: prefix variables are the run's ghosts */
    gt_sym_step *step;
    size_t width;
    uint32_t n, loop; /* positions 0..n-1; n-1 is followed by loop */
    bool error;       /* an atom had no value: the model has an error, and whatever is said of the formula */
} word;

/* ---- steps ---- */

typedef struct {
    const int32_t *want;
    size_t width;
    bool found, any;
} seeker;

static bool seek(void *arg, const gt_firing *f)
{
    seeker *s = arg;
    s->any = true;
    s->found = s->found || !memcmp(f->to, s->want, s->width * sizeof *f->to);
    return !s->found;
}

static bool is_step(word *w, const int32_t *from, const int32_t *to)
{
    seeker s = {.want = to, .width = w->width};
    gt_sym_step_successors(w->step, from, false, seek, &s);
    return s.found || (!s.any && !memcmp(from, to, w->width * sizeof *to));
}

/* ---- formulas ---- */

static bool is_temporal(const gt_expr *e)
{
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        return true;
    for (uint32_t i = 0; i < e->nkids; i++) {
        if (is_temporal(e->kids[i]))
            return true;
    }
    return false;
}

static bool state_holds(word *w, const gt_expr *e, uint32_t at)
{
    gt_eval *ev = gt_sym_step_eval(w->step);
    uint32_t code = gt_eval_compile(ev, e);
    gt_eval_state(ev, w->run->steps[at].state, false);
    bool holds = gt_eval_int(ev, code) != 0;
    w->error = w->error || ev->err;
    return holds;
}

/* Fills out[0..n-1] with the truth of e at each position. */
static void truth(word *w, const gt_expr *e, bool *out)
{
    uint32_t n = w->n;
    if (!is_temporal(e)) {
        for (uint32_t i = 0; i < n; i++)
            out[i] = state_holds(w, e, i);
        return;
    }
    bool **kid = gt_xcalloc(e->nkids, sizeof *kid);
    for (uint32_t k = 0; k < e->nkids; k++) {
        kid[k] = gt_xcalloc(n, sizeof **kid);
        truth(w, e->kids[k], kid[k]);
    }
    bool least = e->kind == GT_EXPR_F || e->kind == GT_EXPR_U;
    for (uint32_t i = 0; i < n; i++)
        out[i] = !least;
    for (uint32_t round = 0; round < 2 * n + 2; round++) {
        for (uint32_t i = n; i-- > 0;) {
            bool next = out[i + 1 == n ? w->loop : i + 1], a = kid[0][i], b = e->nkids > 1 && kid[1][i],
                 all = a;
            switch (e->kind) {
            case GT_EXPR_X: out[i] = kid[0][i + 1 == n ? w->loop : i + 1]; break;
            case GT_EXPR_F: out[i] = a || next; break;
            case GT_EXPR_G: out[i] = a && next; break;
            case GT_EXPR_U:
            case GT_EXPR_W: out[i] = b || (a && next); break;
            case GT_EXPR_R: out[i] = b && (a || next); break;
            case GT_EXPR_NOT: out[i] = !a; break;
            case GT_EXPR_IMPLIES: out[i] = !a || b; break;
            case GT_EXPR_IFF:
            case GT_EXPR_EQ: out[i] = a == b; break;
            case GT_EXPR_NE: out[i] = a != b; break;
            case GT_EXPR_ITE: out[i] = a ? b : kid[2][i]; break;
            case GT_EXPR_AND:
            case GT_EXPR_OR:
                for (uint32_t k = 1; k < e->nkids; k++)
                    all = e->kind == GT_EXPR_AND ? all && kid[k][i] : all || kid[k][i];
                out[i] = all;
                break;
            case GT_KINDS_LEAF:
            case GT_KINDS_SYM:
            case GT_KINDS_POP:
            case GT_EXPR_CVAR:
            case GT_KINDS_ORDER:
            case GT_KINDS_ARITH:
            case GT_KINDS_QUANT:
            case GT_KINDS_CTL:
            case GT_KINDS_PCTL:
            case GT_KINDS_COST:
            case GT_EXPR_KINDS: gt_ice("%s in an LTL formula", gt_expr_kind_name(e->kind));
            }
        }
    }
    for (uint32_t k = 0; k < e->nkids; k++)
        free(kid[k]);
    free(kid);
}

static bool is_fair(word *w)
{
    for (uint32_t f = 0; f < w->run->sym->nfair; f++) {
        bool met = false;
        for (uint32_t i = w->loop; i < w->n; i++)
            met = met || state_holds(w, w->run->sym->fair[f]->expr, i);
        if (!met)
            return false;
    }
    return true;
}

/* ---- the verdict on a run ---- */

static const char *wrong_end(word *w, const gt_prop *prop)
{
    const int32_t *last = w->run->steps[w->run->nsteps - 1].state;
    if (prop->kind == GT_PROP_DEADLOCK)
        return gt_sym_step_enabled(w->step, last, false) || last[0] ? "its end is no deadlock" : NULL;
    if (prop->kind == GT_PROP_INVARIANT && prop->nprefix == 0)
        return state_holds(w, prop->formula, w->run->nsteps - 1) ? "its end satisfies the invariant" : NULL;
    if (prop->kind != GT_PROP_LTL || prop->nprefix > 0)
        return NULL;
    if (w->run->loop_start < 0) {
        bool always = prop->formula->kind == GT_EXPR_G && !is_temporal(prop->formula->kids[0]);
        if (!always)
            return "it does not end in a loop";
        return state_holds(w, prop->formula->kids[0], w->run->nsteps - 1) ? "its end is no violation" : NULL;
    }
    bool *holds = gt_xcalloc(w->n, sizeof *holds);
    truth(w, prop->formula, holds);
    bool wrong = holds[0];
    free(holds);
    return wrong ? "the formula is true on it" : is_fair(w) ? NULL : "it is not fair";
}

const char *rb_wrong_run(const gt_sym *written, const gt_check_result *result)
{
    const gt_run *run = result->run;
    if (!run || run->nsteps > 200)
        return NULL;
    word w = {.run = run, .step = gt_sym_step_new(run->sym)};
    w.width = gt_sym_step_layout(w.step)->width;
    const char *wrong = NULL;
    for (uint32_t i = 1; i < run->nsteps && !wrong; i++) {
        wrong = is_step(&w, run->steps[i - 1].state, run->steps[i].state) ? NULL
                                                                          : "a step is none of the program";
    }
    w.n = run->nsteps;
    if (run->loop_start >= 0 && !run->renamed) {
        /* the last state is the one the loop begins with */
        w.loop = (uint32_t)run->loop_start;
        w.n = run->nsteps - 1;
        bool closed = !memcmp(run->steps[w.n].state, run->steps[w.loop].state, w.width * sizeof(int32_t));
        wrong = wrong ? wrong : closed ? NULL : "the loop is not closed";
    }
    const gt_prop *as_written = NULL;
    for (uint32_t i = 0; i < written->nprops; i++)
        as_written = strcmp(written->props[i]->name, result->prop->name) ? as_written : written->props[i];
    if (!wrong && as_written && result->verdict == GT_VERDICT_FAILS && !run->renamed) {
        wrong = wrong_end(&w, as_written);
        wrong = w.error ? NULL : wrong;
    }
    gt_sym_step_free(w.step);
    return wrong;
}

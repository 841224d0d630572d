/* Initial states: shared variables and how id variables alias, in order of declaration; then the tracked
 * processes; then the slots in ascending order. A process type's `start` is a conjunction: equations for
 * fields make their steps deterministic, the other conjuncts become the filter of the last field they
 * mention. */
#include "passes/encode/nonzero_slots.h"

#include "ir/expr/walk.h"
#include "passes/encode/initially.h"

#include <stdlib.h>

static const gt_pos nowhere;

typedef struct {
    gt_nz *z;
    gt_init_step *steps;
    uint32_t n;
    const gt_expr *pending; /* a filter that waits for the next step */
} init_list;

static const gt_expr *lit(gt_nz *z, bool value)
{
    return gt_fold_bool(z->fold, nowhere, value);
}

static const gt_expr *ite(gt_nz *z, const gt_expr *c, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op3(z->fold, nowhere, GT_EXPR_ITE, c, x, y);
}

static const gt_expr *implies(gt_nz *z, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_or(z->fold, gt_fold_not(z->fold, x), y);
}

static void add_step(init_list *list, uint32_t var, const gt_expr *lo, const gt_expr *hi,
                     const gt_expr *where)
{
    where = where ? gt_fold_and(list->z->fold, list->pending, where) : list->pending;
    list->pending = lit(list->z, true);
    if (gt_expr_is_true(where))
        where = NULL;
    list->steps[list->n++] = (gt_init_step){.var = var, .lo = lo, .hi = hi, .where = where};
}

/* ---- id variables: whom they alias ---- */

/* A process of its own needs one that no earlier id variable names; another's must be the first of its class.
 */
static const gt_expr *can_point(gt_nz *z, uint32_t i)
{
    const gt_locals *l = gt_nz_type_of(z, i)->locals;
    const gt_expr *all = lit(z, true), *used = gt_nz_int(z, 0), *alias = gt_nz_alias(z, i);
    for (uint32_t k = l->first_idvar; k < i; k++) {
        const gt_expr *first = gt_nz_is_first(z, k);
        all = gt_fold_and(z->fold, all, implies(z, gt_fold_is(z->fold, alias, k - l->first_idvar), first));
        used = gt_fold_op2(z->fold, nowhere, GT_EXPR_ADD, used, gt_fold_indicator(z->fold, first));
    }
    const gt_expr *free_one = gt_fold_op2(z->fold, nowhere, GT_EXPR_LT, used, gt_nz_int(z, l->proc->n));
    return gt_fold_and(z->fold, all, implies(z, gt_fold_is(z->fold, alias, i - l->first_idvar), free_one));
}

static void start_idvar(init_list *list, uint32_t i, const gt_pop_init *init, bool *none)
{
    gt_nz *z = list->z;
    uint32_t first = gt_nz_type_of(z, i)->locals->first_idvar;
    none[i] = init->kind == GT_START_NONE || (init->kind == GT_START_SAME && none[init->idvar]);
    if (i == first) { /* it has no variable of its own yet; its AT is one of those to come */
        if (init->where)
            list->pending = gt_fold_and(z->fold, list->pending, gt_nz_expr(z, init->where));
        return;
    }
    const gt_expr *own = gt_nz_int(z, i - first);
    if (init->kind == GT_START_ANY) {
        const gt_expr *where = can_point(z, i);
        if (init->where)
            where = gt_fold_and(z->fold, where, gt_nz_expr(z, init->where));
        add_step(list, z->alias[i], gt_nz_int(z, 0), own, where);
    } else {
        const gt_expr *like = none[i] ? own : gt_nz_alias(z, init->idvar);
        add_step(list, z->alias[i], like, like, NULL);
    }
}

/* ---- one process ---- */

/* Which fields of ROLE 0 an expression mentions: the highest number + 1. */
static uint64_t field_in(gt_walk *walk, const gt_expr *e)
{
    uint64_t own = e->kind == GT_EXPR_LOCAL && e->kids[0]->kind == GT_EXPR_ROLE ? e->u.var->index + 1 : 0;
    uint64_t below = gt_walk_most(walk, e);
    return own > below ? own : below;
}

static uint64_t last_field(const gt_expr *e)
{
    return gt_walk_once(field_in, NULL, e);
}

static bool is_field(const gt_expr *e, uint32_t f)
{
    return e->kind == GT_EXPR_LOCAL && e->kids[0]->kind == GT_EXPR_ROLE && e->u.var->index == f;
}

/* Is every value of the expression one of the field? A choice may be asked to equal what it cannot be. */
static bool fits(const gt_expr *e, const gt_expr *field)
{
    return e->type.lo >= field->type.lo && e->type.hi <= field->type.hi;
}

/* The value that a conjunct says field f has, in terms of earlier fields; NULL if it does not. */
static const gt_expr *equation(gt_nz *z, const gt_expr *c, uint32_t f)
{
    if (is_field(c, f))
        return lit(z, true);
    if (c->kind == GT_EXPR_NOT && is_field(c->kids[0], f))
        return lit(z, false);
    if (c->kind != GT_EXPR_EQ && c->kind != GT_EXPR_IFF)
        return NULL;
    for (int side = 0; side < 2; side++)
        if (is_field(c->kids[side], f) && last_field(c->kids[1 - side]) <= f &&
            fits(c->kids[1 - side], c->kids[side]))
            return c->kids[1 - side];
    return NULL;
}

/* What a process begins with in field f. */
typedef struct {
    const gt_expr *lo, *hi; /* the same if it is determined */
    const gt_expr *where;   /* conjuncts whose last field it is */
} start;

static start start_of(gt_nz *z, const gt_nz_type *t, const gt_expr *pred, uint32_t f)
{
    start s = {.where = lit(z, true)};
    bool several = pred->kind == GT_EXPR_AND;
    for (uint32_t i = 0; i < (several ? pred->nkids : 1); i++) {
        const gt_expr *c = several ? pred->kids[i] : pred;
        uint64_t last = last_field(c);
        if (last != f + 1 && !(last == 0 && f == 0))
            continue;
        const gt_expr *value = s.lo ? NULL : equation(z, c, f);
        if (value)
            s.lo = s.hi = gt_nz_field(z, gt_nz_expr(z, value));
        else
            s.where = gt_fold_and(z->fold, s.where, gt_nz_expr(z, c));
    }
    if (!s.lo) {
        bool real = t->proc->nvars > 0;
        s.lo = gt_nz_int(z, real ? t->proc->vars[f]->type.lo : 0);
        s.hi = gt_nz_int(z, real ? t->proc->vars[f]->type.hi : 0);
    }
    return s;
}

/* The steps of the fields of one process, variables `first` on, which is there if `there`; otherwise the
 * fields have the values `instead`. More of a filter for the last field comes from the caller. */
static void start_process(init_list *list, const gt_nz_type *t, const gt_expr *pred, uint32_t first,
                          const gt_expr *there, const gt_expr *const *instead, const gt_expr *filter)
{
    gt_nz *z = list->z;
    const gt_expr **fields = gt_xmalloc(t->nfields, sizeof *fields);
    for (uint32_t f = 0; f < t->nfields; f++)
        fields[f] = gt_nz_cvar(z, first + f);
    const gt_expr *const *roles[1] = {fields};
    gt_nz_frame frame;
    z->roles = roles;
    gt_nz_enter(z, &frame, NULL, NULL, NULL);
    for (uint32_t f = 0; f < t->nfields; f++) {
        start s = start_of(z, t, pred, f);
        bool fixed = s.lo == s.hi;
        const gt_expr *lo = ite(z, there, s.lo, instead[f]);
        const gt_expr *hi = fixed ? lo : ite(z, there, s.hi, instead[f]);
        const gt_expr *where = implies(z, there, s.where);
        if (f + 1 == t->nfields)
            where = gt_fold_and(z->fold, where, filter);
        add_step(list, first + f, lo, hi, where);
    }
    gt_nz_leave(z);
    z->roles = NULL;
    free(fields);
}

static const gt_expr **nobody(gt_nz *z, const gt_nz_type *t)
{
    const gt_expr **fields = gt_xmalloc(t->nfields, sizeof *fields);
    for (uint32_t f = 0; f < t->nfields; f++)
        fields[f] = gt_nz_int(z, f == 0 ? t->nil : 0);
    return fields;
}

/* The process of id variable i begins like that of the first of its class, if that is another. */
static void start_tracked(init_list *list, uint32_t i)
{
    gt_nz *z = list->z;
    const gt_nz_type *t = gt_nz_type_of(z, i);
    const gt_expr **instead = nobody(z, t);
    uint32_t first = t->locals->first_idvar;
    for (uint32_t k = first; k < i && !z->none[i]; k++) {
        const gt_expr *like = gt_fold_is(z->fold, gt_nz_alias(z, i), k - first);
        for (uint32_t f = 0; f < t->nfields; f++)
            instead[f] = ite(z, like, gt_nz_cvar(z, z->at[k] + f), instead[f]);
    }
    start_process(list, t, z->pop->idvars[i].start, z->at[i], gt_nz_is_first(z, i), instead, lit(z, true));
    free(instead);
}

/* ---- slots ---- */

static const gt_expr *untracked(gt_nz *z, const gt_nz_type *t)
{
    const gt_expr *n = gt_nz_int(z, t->proc->n);
    for (uint32_t i = 0; i < t->locals->nidvars; i++) {
        const gt_expr *one = gt_fold_indicator(z->fold, gt_nz_is_first(z, t->locals->first_idvar + i));
        n = gt_fold_op2(z->fold, nowhere, GT_EXPR_SUB, n, one);
    }
    return n;
}

/* Can every process of the type begin in one local state only, given the shared variables? */
static bool is_determined(gt_nz *z, const gt_nz_type *t)
{
    const gt_expr *const *roles[1] = {NULL};
    const gt_expr **fields = nobody(z, t);
    bool determined = true;
    gt_nz_frame frame;
    roles[0] = fields;
    z->roles = roles;
    gt_nz_enter(z, &frame, NULL, NULL, NULL);
    for (uint32_t f = 0; f < t->nfields; f++) {
        start s = start_of(z, t, t->locals->start, f);
        determined = determined && s.lo == s.hi;
    }
    gt_nz_leave(z);
    z->roles = NULL;
    free(fields);
    return determined;
}

static void start_slots(init_list *list, const gt_nz_type *t)
{
    gt_nz *z = list->z;
    const gt_expr *left = untracked(z, t), **instead = nobody(z, t);
    bool determined = is_determined(z, t);
    gt_nz_slots slots = gt_nz_slots_now(z, t);
    for (uint32_t k = 0; k < t->nslots; k++) {
        const gt_expr **slot = &slots[(size_t)k * t->width];
        const gt_expr *there =
            gt_fold_op2(z->fold, nowhere, GT_EXPR_GT, left, gt_nz_int(z, z->pairs ? 0 : k));
        const gt_expr *filter = lit(z, true);
        if (k && !determined)
            filter = implies(z, there, gt_nz_le(z, t, slot - t->width, slot, z->pairs));
        if (k && determined && z->pairs)
            there = lit(z, false);
        start_process(list, t, t->locals->start, t->first + k * t->width, there, instead, filter);
        if (!z->pairs)
            continue;
        bool last = determined || k + 1 == t->nslots;
        const gt_expr *hi = ite(z, there, left, gt_nz_int(z, 0));
        const gt_expr *lo = last ? hi : gt_fold_indicator(z->fold, there);
        add_step(list, t->first + k * t->width + t->nfields, lo, hi, NULL);
        if (!determined)
            left = gt_fold_op2(z->fold, nowhere, GT_EXPR_SUB, left, slot[t->nfields]);
    }
    free(slots);
    free(instead);
}

void gt_nz_initial(gt_nz *z)
{
    const gt_pop *pop = z->pop;
    const gt_sym *sym = pop->sym;
    init_list list = {
        .z = z, .steps = GT_NEW_ARRAY(z->arena, gt_init_step, z->out->nvars), .pending = lit(z, true)};
    bool *none = gt_xcalloc((size_t)pop->nidvars + 1, sizeof *none);
    uint32_t *idvar_of = gt_xcalloc((size_t)sym->nshared + 1, sizeof *idvar_of);
    for (uint32_t i = 0; i < pop->nidvars; i++)
        idvar_of[pop->idvars[i].var->index] = i;
    gt_nz_frame frame; /* what is translated here knows who is none */
    gt_nz_enter(z, &frame, NULL, NULL, NULL);
    z->none = none;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_pop_init *init = &pop->init[i];
        if (sym->shared[i]->type.kind == GT_TYPE_ID) {
            start_idvar(&list, idvar_of[i], init, none);
        } else if (init->kind == GT_START_VALUE) {
            const gt_expr *value = gt_nz_expr(z, init->value);
            add_step(&list, z->shared[i], value, value, NULL);
        } else {
            gt_type type = z->out->vars[z->shared[i]].type;
            const gt_expr *lo = gt_fold_const(z->fold, nowhere, type, init->lo);
            const gt_expr *hi = gt_fold_const(z->fold, nowhere, type, init->hi);
            add_step(&list, z->shared[i], lo, hi, init->where ? gt_nz_expr(z, init->where) : NULL);
        }
    }
    for (uint32_t i = 0; i < pop->nidvars; i++)
        start_tracked(&list, i);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        start_slots(&list, &z->types[p]);
    gt_encode_initially(z->fold, z->out, list.steps, list.n,
                        pop->initially ? gt_nz_expr(z, pop->initially) : NULL);
    z->none = NULL;
    gt_nz_leave(z);
    z->out->init = list.steps;
    z->out->ninit = list.n;
    free(none);
    free(idvar_of);
}

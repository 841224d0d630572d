#include "backends/targets/symbols.h"

#include "ir/expr/walk.h"

#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX
#define NUMBER (UINT32_MAX - 1)

/* Variables and picks, in classes of those that must agree. */
typedef struct {
    const gt_cmds *cmds;
    GT_VEC(const gt_pick *) picks;
    gt_ptrmap numbers; /* of picks, by binder */
    uint32_t n;
    uint32_t *parent;
    bool *number;     /* by class: somebody computes with it */
    int64_t *lo, *hi; /* by class: constants it meets */
    gt_walk computed;
} finder;

const char *const *gt_cvar_labels(const gt_cvar *var)
{
    if (var->type.kind == GT_TYPE_BOOL)
        return NULL;
    return !var->labels && var->type.kind == GT_TYPE_ENUM ? var->type.en->values : var->labels;
}

static const char *const *labels_of(const finder *f, uint32_t i)
{
    if (i < f->cmds->nvars)
        return gt_cvar_labels(&f->cmds->vars[i]);
    const gt_pick *pick = f->picks.v[i - f->cmds->nvars];
    if (pick->value->type.kind == GT_TYPE_BOOL)
        return NULL;
    if (!pick->nlabels && pick->value->type.kind == GT_TYPE_ENUM)
        return pick->value->type.en->values;
    return pick->nlabels ? pick->labels : NULL;
}

static gt_type type_of(const finder *f, uint32_t i)
{
    return i < f->cmds->nvars ? f->cmds->vars[i].type : f->picks.v[i - f->cmds->nvars]->value->type;
}

static uint32_t class_of(finder *f, uint32_t i)
{
    while (f->parent[i] != i)
        i = f->parent[i] = f->parent[f->parent[i]];
    return i;
}

static uint32_t join(finder *f, uint32_t a, uint32_t b)
{
    a = class_of(f, a);
    b = class_of(f, b);
    f->parent[b] = a;
    f->number[a] |= f->number[b];
    f->lo[a] = f->lo[b] < f->lo[a] ? f->lo[b] : f->lo[a];
    f->hi[a] = f->hi[b] > f->hi[a] ? f->hi[b] : f->hi[a];
    return a;
}

/* Whoever `e` may be a value of is a number. */
static uint64_t compute(gt_walk *walk, const gt_expr *e)
{
    finder *f = walk->arg;
    uint64_t number;
    if (e->kind == GT_EXPR_CVAR)
        f->number[class_of(f, e->u.index)] = true;
    else if (e->kind == GT_EXPR_BOUND && gt_ptrmap_get(&f->numbers, e->u.binder, &number))
        f->number[class_of(f, (uint32_t)number)] = true;
    else if (e->kind == GT_EXPR_ITE)
        return gt_walk_at(walk, e->kids[1]) | gt_walk_at(walk, e->kids[2]);
    return 0;
}

/* Of whom `e` is a value: somebody in the class, NOBODY (a constant), or NUMBER. */
static uint32_t whose(finder *f, const gt_expr *e, unsigned depth)
{
    uint64_t number;
    uint32_t who = NUMBER;
    if (e->kind == GT_EXPR_CONST)
        return NOBODY;
    if (e->kind == GT_EXPR_ITE && depth < GT_SYMBOLS_DEPTH) {
        uint32_t a = whose(f, e->kids[1], depth + 1), b = whose(f, e->kids[2], depth + 1);
        if (a == NUMBER || b == NUMBER)
            return NUMBER;
        return a == NOBODY ? b : b == NOBODY ? a : join(f, a, b);
    }
    if (e->kind == GT_EXPR_CVAR)
        who = e->u.index;
    else if (e->kind == GT_EXPR_BOUND && gt_ptrmap_get(&f->numbers, e->u.binder, &number))
        who = (uint32_t)number;
    return who != NUMBER && labels_of(f, who) ? who : NUMBER;
}

/* The constants in `e` become values of class `a`. */
static void meet(finder *f, uint32_t a, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST) {
        f->lo[a] = e->u.value < f->lo[a] ? e->u.value : f->lo[a];
        f->hi[a] = e->u.value > f->hi[a] ? e->u.value : f->hi[a];
    } else if (e->kind == GT_EXPR_ITE) {
        meet(f, a, e->kids[1]);
        meet(f, a, e->kids[2]);
    }
}

/* Of variable `x`, or of whom `a` is a value (then x is NOBODY): so is `b`. */
static void relate(finder *f, uint32_t x, const gt_expr *a, const gt_expr *b)
{
    uint32_t left = a ? whose(f, a, 0) : labels_of(f, x) ? x : NUMBER, right = whose(f, b, 0);
    if (left == NUMBER || right == NUMBER) {
        gt_walk_at(&f->computed, a);
        gt_walk_at(&f->computed, b);
        if (!a)
            f->number[class_of(f, x)] = true;
    } else if (left != NOBODY || right != NOBODY) {
        uint32_t class = left == NOBODY ? right : right == NOBODY ? left : join(f, left, right);
        if (a)
            meet(f, class_of(f, class), a);
        meet(f, class_of(f, class), b);
    }
}

static bool is_int(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_INT || e->type.kind == GT_TYPE_ENUM;
}

static uint64_t visit(gt_walk *walk, const gt_expr *e)
{
    finder *f = walk->arg;
    if ((e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE) && is_int(e->kids[0]))
        relate(f, NOBODY, e->kids[0], e->kids[1]);
    else if (e->kind != GT_EXPR_ITE)
        for (uint32_t i = 0; i < e->nkids; i++)
            if (is_int(e->kids[i]))
                gt_walk_at(&f->computed, e->kids[i]);
    return gt_walk_any(walk, e);
}

static void assigned(finder *f, gt_walk *walk, uint32_t var, const gt_expr *value)
{
    gt_walk_at(walk, value);
    if (f->cmds->vars[var].type.kind != GT_TYPE_BOOL)
        relate(f, var, NULL, value);
}

static void visit_commands(finder *f, gt_walk *walk)
{
    for (uint32_t i = 0; i < f->cmds->ncmds; i++) {
        const gt_cmd *cmd = &f->cmds->cmds[i];
        gt_walk_at(walk, cmd->guard);
        gt_walk_at(walk, cmd->weight);
        for (uint32_t p = 0; p < cmd->npicks; p++)
            gt_walk_at(walk, cmd->picks[p].where);
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            gt_walk_at(walk, cmd->branches[b].prob);
            for (uint32_t a = 0; a < cmd->branches[b].nassigns; a++)
                assigned(f, walk, cmd->branches[b].assigns[a].var, cmd->branches[b].assigns[a].value);
        }
    }
}

static void visit_init(finder *f, gt_walk *walk)
{
    for (uint32_t i = 0; i < f->cmds->ninit; i++) {
        const gt_init_step *step = &f->cmds->init[i];
        int64_t value;
        bool constant = gt_expr_is_const(step->lo, &value) && gt_expr_is_const(step->hi, &value);
        assigned(f, walk, step->var, step->lo);
        assigned(f, walk, step->var, step->hi);
        if (step->lo != step->hi && !constant && labels_of(f, step->var))
            f->number[class_of(f, step->var)] = true; /* an interval that is not known */
        gt_walk_at(walk, step->where);
    }
}

static void visit_all(finder *f)
{
    gt_walk walk = {.node = visit, .arg = f};
    f->computed = (gt_walk){.node = compute, .arg = f};
    visit_commands(f, &walk);
    visit_init(f, &walk);
    for (uint32_t i = 0; i < f->cmds->nprops; i++)
        gt_walk_at(&walk, f->cmds->props[i].formula);
    for (uint32_t i = 0; i < f->cmds->nfair; i++)
        gt_walk_at(&walk, f->cmds->fair[i]);
    for (uint32_t i = 0; i < f->cmds->ninvariants; i++)
        gt_walk_at(&walk, f->cmds->invariants[i]);
    for (uint32_t i = 0; i < f->cmds->nrewards; i++)
        gt_walk_at(&walk, f->cmds->rewards[i]);
    gt_walk_at(&walk, f->cmds->error);
    gt_walk_fini(&walk);
    gt_walk_fini(&f->computed);
}

static void find_picks(finder *f)
{
    for (uint32_t i = 0; i < f->cmds->ncmds; i++)
        for (uint32_t p = 0; p < f->cmds->cmds[i].npicks; p++) {
            const gt_pick *pick = &f->cmds->cmds[i].picks[p];
            uint64_t known;
            if (gt_ptrmap_get(&f->numbers, pick->value, &known))
                continue;
            *gt_ptrmap_at(&f->numbers, pick->value) = f->cmds->nvars + f->picks.n;
            gt_vec_push(&f->picks, pick);
        }
}

/* The longest list of a class, if all others are the beginning of it and no name is in it twice. */
static void settle(finder *f, uint32_t i, gt_symbols *s)
{
    uint32_t class = class_of(f, i), n = 0;
    const char *const *labels = labels_of(f, i);
    gt_type own = type_of(f, i);
    if (!labels || f->number[class])
        return;
    for (uint32_t k = 0; k < f->n; k++) {
        gt_type type = type_of(f, k);
        if (class_of(f, k) != class)
            continue;
        uint32_t m = (uint32_t)(type.hi - type.lo + 1), least = m < n ? m : n;
        const char *const *others = labels_of(f, k);
        for (uint32_t v = 0; v < least; v++)
            if (strcmp(labels[v], others[v]) != 0)
                return;
        if (type.lo != own.lo)
            return;
        if (m > n) {
            labels = others;
            n = m;
        }
    }
    gt_words seen = {0};
    bool fine = f->lo[class] >= own.lo && f->hi[class] < own.lo + (int64_t)n;
    for (uint32_t v = 0; v < n; v++)
        fine = gt_words_take(&seen, labels[v]) && fine;
    gt_words_fini(&seen);
    s->labels[i] = fine ? labels : NULL;
    s->nlabels[i] = fine ? n : 0;
}

gt_symbols gt_symbols_find(gt_arena *arena, const gt_cmds *cmds)
{
    finder f = {.cmds = cmds};
    find_picks(&f);
    f.n = cmds->nvars + (uint32_t)f.picks.n;
    f.parent = gt_xcalloc(f.n + 1, sizeof *f.parent);
    f.number = gt_xcalloc(f.n + 1, sizeof *f.number);
    f.lo = gt_xcalloc(f.n + 1, sizeof *f.lo);
    f.hi = gt_xcalloc(f.n + 1, sizeof *f.hi);
    for (uint32_t i = 0; i < f.n; i++) {
        f.parent[i] = i;
        f.lo[i] = INT64_MAX;
        f.hi[i] = INT64_MIN;
    }
    visit_all(&f);
    gt_symbols s = {.npicks = (uint32_t)f.picks.n,
                    .picks = gt_arena_copy(arena, f.picks.v, f.picks.n, sizeof *f.picks.v),
                    .labels = GT_NEW_ARRAY(arena, const char *const *, f.n + 1),
                    .nlabels = GT_NEW_ARRAY(arena, uint32_t, f.n + 1)};
    for (uint32_t i = 0; i < f.n; i++)
        settle(&f, i, &s);
    free(f.picks.v);
    gt_ptrmap_fini(&f.numbers);
    free(f.parent);
    free(f.number);
    free(f.lo);
    free(f.hi);
    return s;
}

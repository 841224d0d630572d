/* Which renamings of processes a text respects. Only their numbers tell processes apart: where a condition
 * asks for the number of one process and for nothing else, those for which it has one value stay together. */
#include "backends/check/adaptive/adaptive.h"

#include <stdlib.h>
#include <string.h>

void gt_cells_init(gt_cells *c, gt_arena *arena, const gt_sym *sym)
{
    *c = (gt_cells){.sym = sym};
    c->first = GT_NEW_ARRAY(arena, uint32_t, (size_t)sym->nprocs + 1);
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        c->first[t] = c->n;
        c->n += (uint32_t)sym->procs[t]->n;
    }
    c->first[sym->nprocs] = c->n;
    c->type_of = GT_NEW_ARRAY(arena, uint32_t, c->n);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (uint32_t g = c->first[t]; g < c->first[t + 1]; g++)
            c->type_of[g] = t;
    c->seen.width = c->n;
    c->pairs.width = 2;
}

void gt_cells_fini(gt_cells *c)
{
    gt_rows_fini(&c->seen);
    gt_rows_fini(&c->pairs);
    free(c->meets.v);
}

/* Splits cells of the type by a value for each of its processes. */
static void split(const gt_cells *c, int32_t *cell, uint32_t type, const int64_t *value)
{
    uint32_t first = c->first[type], n = c->first[type + 1] - first;
    int32_t *to = gt_xmalloc((size_t)n + 1, sizeof *to);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        while (k < i && (cell[first + k] != cell[first + i] || value[k] != value[i]))
            k++;
        to[i] = (int32_t)(first + k);
    }
    memcpy(cell + first, to, n * sizeof *to);
    free(to);
}

uint32_t gt_cells_meet(gt_cells *c, uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    bool fresh;
    uint32_t pair = gt_rows_add(&c->pairs, (const int32_t[2]){(int32_t)a, (int32_t)b}, &fresh);
    if (!fresh)
        return c->meets.v[pair];
    int32_t *cell = gt_xmalloc((size_t)c->n + 1, sizeof *cell);
    int64_t *value = gt_xmalloc((size_t)c->n + 1, sizeof *value);
    memcpy(cell, gt_cells_at(c, a), c->n * sizeof *cell);
    for (uint32_t g = 0; g < c->n; g++)
        value[g] = gt_cells_at(c, b)[g];
    for (uint32_t t = 0; t < c->sym->nprocs; t++)
        split(c, cell, t, value + c->first[t]);
    uint32_t meet = gt_rows_add(&c->seen, cell, NULL);
    gt_vec_push(&c->meets, meet);
    free(cell);
    free(value);
    return meet;
}

bool gt_cells_within(gt_cells *c, uint32_t fine, uint32_t coarse)
{
    return gt_cells_meet(c, fine, coarse) == fine;
}

bool gt_cells_is_finest(const gt_cells *c, uint32_t partition, uint32_t type)
{
    const int32_t *cell = gt_cells_at(c, partition);
    for (uint32_t g = c->first[type]; g < c->first[type + 1]; g++)
        if (cell[g] != (int32_t)g)
            return false;
    return true;
}

/* ---- one process and its number ---- */

typedef struct {
    gt_cells *c;
    int32_t *cell;
    gt_ptrmap seen;
} reader;

/* Whether `e` asks for the number of *process and nothing else; of which process it is, if none was known. */
static bool asks_one(const gt_expr *e, const gt_expr **process)
{
    const gt_expr *of = NULL;
    if (e->kind == GT_EXPR_CONST)
        return true;
    if (e->kind == GT_EXPR_NUMBER)
        of = e->kids[0];
    else if (gt_expr_in(e->kind, GT_GROUP_EQUALITY) && e->kids[1]->kind == GT_EXPR_NAMED)
        of = e->kids[0];
    else if (gt_expr_in(e->kind, GT_GROUP_EQUALITY) && e->kids[0]->kind == GT_EXPR_NAMED)
        of = e->kids[1];
    if (of) {
        bool one = !*process || gt_expr_equal(*process, of);
        *process = of;
        return one;
    }
    if (!gt_expr_in(e->kind, GT_GROUP_OP))
        return false;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!asks_one(e->kids[i], process))
            return false;
    return true;
}

/* The value of what asks_one where the process has that number. */
static int64_t value_for(const gt_expr *e, int64_t number)
{
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_NUMBER)
        return number;
    if (gt_expr_in(e->kind, GT_GROUP_EQUALITY)) {
        const gt_expr *named = e->kids[0]->kind == GT_EXPR_NAMED   ? e->kids[0]
                               : e->kids[1]->kind == GT_EXPR_NAMED ? e->kids[1]
                                                                   : NULL;
        if (named)
            return (named->u.value == number) == (e->kind == GT_EXPR_EQ);
    }
    if (e->kind == GT_EXPR_ITE)
        return value_for(e->kids[value_for(e->kids[0], number) ? 1 : 2], number);
    if (e->nkids == 1) {
        int64_t x = value_for(e->kids[0], number);
        return gt_expr_apply(e->kind, &x, 1);
    }
    int64_t all[2] = {value_for(e->kids[0], number), 0};
    for (uint32_t i = 1; i < e->nkids; i++) {
        all[1] = value_for(e->kids[i], number);
        all[0] = gt_expr_apply(e->kind, all, 2);
    }
    return all[0];
}

static void walk(reader *r, const gt_expr *e);

static uint32_t size_of(const reader *r, uint32_t type)
{
    return r->c->first[type + 1] - r->c->first[type];
}

static void split_named(reader *r, const gt_expr *named)
{
    uint32_t type = named->type.proc->index, size = size_of(r, type);
    int64_t *value = gt_xcalloc((size_t)size + 1, sizeof *value);
    value[named->u.value - 1] = 1;
    split(r->c, r->cell, type, value);
    free(value);
}

/* Nobody of the type is like another one. */
static void split_all(reader *r, uint32_t type)
{
    for (uint32_t g = r->c->first[type]; g < r->c->first[type + 1]; g++)
        r->cell[g] = (int32_t)g;
}

/* By the values of these, which ask for one process. */
static void split_by(reader *r, const gt_expr *process, uint32_t n, const gt_expr *const *kids,
                     gt_expr_kind kind)
{
    uint32_t type = process->type.proc->index, size = size_of(r, type);
    int64_t *value = gt_xmalloc((size_t)size + 1, sizeof *value);
    for (uint32_t i = 0; i < size; i++) {
        value[i] = value_for(kids[0], i + 1);
        for (uint32_t k = 1; k < n; k++)
            value[i] = gt_expr_apply(kind, (int64_t[2]){value[i], value_for(kids[k], i + 1)}, 2);
    }
    split(r->c, r->cell, type, value);
    free(value);
    walk(r, process);
}

/* A number meets something else: which values that can have is all that is known. */
static void split_by_range(reader *r, gt_expr_kind kind, const gt_expr *number, gt_type other, bool right)
{
    uint32_t type = number->kids[0]->type.proc->index, size = size_of(r, type);
    int64_t *value = gt_xmalloc((size_t)size + 1, sizeof *value);
    int64_t lo = other.lo < 0 ? 0 : other.lo,
            hi = other.hi > (int64_t)size + 1 ? (int64_t)size + 1 : other.hi;
    for (int64_t v = lo; v <= hi; v++) {
        for (uint32_t i = 0; i < size; i++)
            value[i] = gt_expr_apply(kind, right ? (int64_t[2]){v, i + 1} : (int64_t[2]){i + 1, v}, 2);
        split(r->c, r->cell, type, value);
    }
    free(value);
}

/* The numbers among the values of an operand of a comparison. */
static void split_by_operand(reader *r, const gt_expr *comparison, const gt_expr *side, bool right)
{
    if (side->kind == GT_EXPR_NUMBER) {
        split_by_range(r, comparison->kind, side, comparison->kids[!right]->type, right);
        walk(r, side->kids[0]);
    } else if (side->kind == GT_EXPR_ITE) {
        walk(r, side->kids[0]);
        split_by_operand(r, comparison, side->kids[1], right);
        split_by_operand(r, comparison, side->kids[2], right);
    } else {
        walk(r, side);
    }
}

/* Of an && or || the operands that ask for one process count together. */
static void walk_junction(reader *r, const gt_expr *e)
{
    bool *done = gt_xcalloc(e->nkids, sizeof *done);
    const gt_expr **group = gt_xmalloc(e->nkids, sizeof *group);
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *process = NULL;
        if (done[i])
            continue;
        if (!asks_one(e->kids[i], &process) || !process) {
            walk(r, e->kids[i]);
            continue;
        }
        uint32_t n = 0;
        for (uint32_t k = i; k < e->nkids; k++) {
            const gt_expr *of = NULL;
            if (done[k] || !asks_one(e->kids[k], &of) || !of || !gt_expr_equal(of, process))
                continue;
            group[n++] = e->kids[k];
            done[k] = true;
        }
        split_by(r, process, n, group, e->kind);
    }
    free(group);
    free(done);
}

static void walk(reader *r, const gt_expr *e)
{
    const gt_expr *process = NULL;
    uint64_t *seen = e && e->nkids ? gt_ptrmap_at(&r->seen, e) : NULL;
    if (!e || (seen && (*seen)++))
        return;
    if (e->kind == GT_EXPR_NAMED) {
        split_named(r, e);
    } else if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR) {
        walk_junction(r, e);
    } else if (e->type.kind == GT_TYPE_BOOL && asks_one(e, &process) && process) {
        split_by(r, process, 1, &e, e->kind);
    } else if (gt_expr_in(e->kind, GT_GROUP_COMPARE)) {
        split_by_operand(r, e, e->kids[0], false);
        split_by_operand(r, e, e->kids[1], true);
    } else {
        if (e->kind == GT_EXPR_NUMBER)
            split_all(r, e->kids[0]->type.proc->index);
        for (uint32_t i = 0; i < e->nkids; i++)
            walk(r, e->kids[i]);
    }
}

/* ---- texts ---- */

static reader begin(gt_cells *c)
{
    reader r = {.c = c, .cell = gt_xmalloc((size_t)c->n + 1, sizeof *r.cell)};
    for (uint32_t t = 0; t < c->sym->nprocs; t++) {
        for (uint32_t g = c->first[t]; g < c->first[t + 1]; g++)
            r.cell[g] = (int32_t)c->first[t];
        if (c->sym->procs[t]->symmetry == GT_SYMMETRY_RING)
            split_all(&r, t);
    }
    return r;
}

static uint32_t end(reader *r)
{
    uint32_t partition = gt_rows_add(&r->c->seen, r->cell, NULL);
    free(r->cell);
    gt_ptrmap_fini(&r->seen);
    return partition;
}

uint32_t gt_cells_of_expr(gt_cells *c, const gt_expr *e)
{
    reader r = begin(c);
    walk(&r, e);
    return end(&r);
}

uint32_t gt_cells_of_rule(gt_cells *c, const gt_rule *rule)
{
    reader r = begin(c);
    walk(&r, rule->guard);
    walk(&r, rule->rate);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        walk(&r, rule->choices[i]->where);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        walk(&r, rule->branches[b].prob);
        for (uint32_t k = 0; k < rule->branches[b].nupdates; k++) {
            const gt_update *u = &rule->branches[b].updates[k];
            walk(&r, u->cond);
            walk(&r, u->proc);
            walk(&r, u->index);
            walk(&r, u->value);
        }
    }
    return end(&r);
}

/* Classes go by number. */
static void split_classes(reader *r, const gt_var *var)
{
    int64_t *value = gt_xmalloc((size_t)var->owner->n + 1, sizeof *value);
    for (int32_t i = 0; i < var->owner->n; i++)
        value[i] = gt_class_of(var, i + 1);
    split(r->c, r->cell, var->owner->index, value);
    free(value);
}

static void walk_inits(reader *r, const gt_var *var)
{
    for (uint32_t i = 0; i < var->ninits; i++) {
        walk(r, var->inits[i].choice ? var->inits[i].choice->where : var->inits[i].expr);
    }
    if (var->class_sizes)
        split_classes(r, var);
}

uint32_t gt_cells_of_start(gt_cells *c)
{
    reader r = begin(c);
    for (uint32_t i = 0; i < c->sym->nshared; i++)
        walk_inits(&r, c->sym->shared[i]);
    for (uint32_t t = 0; t < c->sym->nprocs; t++)
        for (uint32_t v = 0; v < c->sym->procs[t]->nvars; v++)
            walk_inits(&r, c->sym->procs[t]->vars[v]);
    walk(&r, c->sym->initially);
    return end(&r);
}

void gt_cells_print(const gt_cells *c, uint32_t partition, uint32_t type, gt_str *out)
{
    const int32_t *cell = gt_cells_at(c, partition);
    for (uint32_t g = c->first[type]; g < c->first[type + 1]; g++) {
        if (cell[g] != (int32_t)g)
            continue;
        const char *between = "|";
        for (uint32_t k = g; k < c->first[type + 1]; k++) {
            if (cell[k] != (int32_t)g)
                continue;
            gt_str_addf(out, "%s%u", between, k - c->first[type] + 1);
            between = ",";
        }
    }
    gt_str_add(out, "|");
}

#include "ir/expr/fold.h"

#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

struct gt_fold {
    gt_arena *arena;
    gt_table table; /* of nodes */
    GT_VEC(const gt_expr *) nodes;
};

gt_fold *gt_fold_new(gt_arena *arena)
{
    gt_fold *f = gt_xcalloc(1, sizeof *f);
    f->arena = arena;
    return f;
}

void gt_fold_free(gt_fold *f)
{
    if (!f)
        return;
    gt_table_fini(&f->table);
    free(f->nodes.v);
    free(f);
}

/* ---- interning ---- */

static uint64_t shallow_hash(const gt_expr *e)
{
    uint64_t h = gt_expr_head_hash(e);
    for (uint32_t i = 0; i < e->nkids; i++)
        h = gt_hash_combine(h, (uint64_t)(uintptr_t)e->kids[i]);
    return h;
}

static bool shallow_equal(const gt_expr *a, const gt_expr *b)
{
    if (!gt_expr_same_head(a, b))
        return false;
    for (uint32_t i = 0; i < a->nkids; i++)
        if (a->kids[i] != b->kids[i])
            return false;
    return true;
}

static bool same_node(const void *nodes, uint32_t number, const void *key)
{
    return shallow_equal(((const gt_expr *const *)nodes)[number], key);
}

static const gt_expr *intern(gt_fold *f, const gt_expr *e)
{
    uint64_t hash = shallow_hash(e);
    uint32_t number = gt_table_find(&f->table, hash, same_node, f->nodes.v, e);
    if (number != GT_ABSENT)
        return f->nodes.v[number];
    gt_table_add(&f->table, hash);
    gt_vec_push(&f->nodes, e);
    return e;
}

/* Interns a node allocated since `mark`, and takes the memory back if an equal one is there already. */
static const gt_expr *intern_new(gt_fold *f, gt_arena_mark mark, const gt_expr *e)
{
    const gt_expr *known = intern(f, e);
    if (known != e)
        gt_arena_release(f->arena, mark);
    return known;
}

const gt_expr *gt_fold_const(gt_fold *f, gt_pos pos, gt_type type, int64_t value)
{
    gt_arena_mark mark = gt_arena_here(f->arena);
    return intern_new(f, mark, gt_expr_const(f->arena, pos, type, value));
}

const gt_expr *gt_fold_cvar(gt_fold *f, uint32_t index, gt_type type)
{
    gt_arena_mark mark = gt_arena_here(f->arena);
    return intern_new(f, mark, gt_expr_cvar(f->arena, (gt_pos){0}, index, type));
}

const gt_expr *gt_fold_bool(gt_fold *f, gt_pos pos, bool value)
{
    return gt_fold_const(f, pos, gt_type_bool(), value);
}

const gt_expr *gt_fold_int(gt_fold *f, gt_pos pos, int64_t value)
{
    return gt_fold_const(f, pos, gt_type_int(value, value), value);
}

static const gt_expr *make(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n, const gt_expr *const *kids)
{
    gt_arena_mark mark = gt_arena_here(f->arena);
    return intern_new(f, mark, gt_expr_op(f->arena, pos, kind, n, kids));
}

/* ---- comparisons ---- */

/* What holds if the comparison does not; 0: no comparison. */
static const gt_expr_kind negated[GT_EXPR_KINDS] = {
    [GT_EXPR_EQ] = GT_EXPR_NE, [GT_EXPR_NE] = GT_EXPR_EQ, [GT_EXPR_LT] = GT_EXPR_GE,
    [GT_EXPR_GE] = GT_EXPR_LT, [GT_EXPR_GT] = GT_EXPR_LE, [GT_EXPR_LE] = GT_EXPR_GT,
};

const gt_expr *gt_fold_not(gt_fold *f, const gt_expr *x)
{
    if (x->kind == GT_EXPR_CONST)
        return gt_fold_bool(f, x->pos, !x->u.value);
    if (x->kind == GT_EXPR_NOT)
        return x->kids[0];
    if (gt_expr_in(x->kind, GT_GROUP_COMPARE))
        return make(f, x->pos, negated[x->kind], 2, x->kids);
    return make(f, x->pos, GT_EXPR_NOT, 1, &x);
}

static const gt_expr *series(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n,
                             const gt_expr *const *kids);

/* 1 or 0 if intervals decide the comparison, else -1. */
static int decide(gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    gt_type_kind t = x->type.kind;
    bool ordered = t == GT_TYPE_INT || t == GT_TYPE_ENUM || t == GT_TYPE_BOOL;
    if (x == y)
        return kind == GT_EXPR_EQ || kind == GT_EXPR_LE || kind == GT_EXPR_GE;
    if (!ordered || y->type.kind == GT_TYPE_REAL)
        return -1;
    bool below = x->type.hi<y->type.lo, above = x->type.lo> y->type.hi;
    bool not_above = x->type.hi <= y->type.lo, not_below = x->type.lo >= y->type.hi;
    switch (kind) {
    case GT_EXPR_EQ: return below || above ? 0 : -1;
    case GT_EXPR_NE: return below || above ? 1 : -1;
    case GT_EXPR_LT: return below ? 1 : not_below ? 0 : -1;
    case GT_EXPR_GE: return below ? 0 : not_below ? 1 : -1;
    case GT_EXPR_GT: return above ? 1 : not_above ? 0 : -1;
    case GT_EXPR_LE: return above ? 0 : not_above ? 1 : -1;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    return -1;
}

static const gt_expr *compare(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    int known = decide(kind, x, y);
    if (known >= 0)
        return gt_fold_bool(f, pos, known);
    bool equality = kind == GT_EXPR_EQ || kind == GT_EXPR_NE;
    if (equality && x->kind == GT_EXPR_CONST) {
        const gt_expr *t = x;
        x = y;
        y = t;
    }
    if (equality && x->type.kind == GT_TYPE_BOOL && y->kind == GT_EXPR_CONST)
        return (kind == GT_EXPR_EQ) == (y->u.value != 0) ? x : gt_fold_not(f, x);
    if (equality && y->kind == GT_EXPR_CONST && x->kind == GT_EXPR_ITE && x->kids[1]->kind == GT_EXPR_CONST &&
        x->kids[2]->kind == GT_EXPR_CONST) { /* (c ? 1 : 0) == 1 */
        const gt_expr *a = compare(f, pos, kind, x->kids[1], y), *b = compare(f, pos, kind, x->kids[2], y);
        return gt_fold_op3(f, pos, GT_EXPR_ITE, x->kids[0], a, b);
    }
    if (y->kind == GT_EXPR_CONST && x->kind == GT_EXPR_ADD && x->kids[x->nkids - 1]->kind == GT_EXPR_CONST) {
        int64_t rest = y->u.value - x->kids[x->nkids - 1]->u.value; /* x + 1 > 2 */
        if (rest >= INT32_MIN && rest <= INT32_MAX)
            return compare(f, pos, kind, series(f, pos, GT_EXPR_ADD, x->nkids - 1, x->kids),
                           gt_fold_int(f, pos, rest));
    }
    const gt_expr *kids[2] = {x, y};
    return make(f, pos, kind, 2, kids);
}

const gt_expr *gt_fold_is(gt_fold *f, const gt_expr *x, int64_t value)
{
    return gt_fold_op2(f, x->pos, GT_EXPR_EQ, x, gt_fold_const(f, x->pos, x->type, value));
}

const gt_expr *gt_fold_indicator(gt_fold *f, const gt_expr *x)
{
    return gt_fold_op3(f, x->pos, GT_EXPR_ITE, x, gt_fold_int(f, x->pos, 1), gt_fold_int(f, x->pos, 0));
}

/* ---- and, or: flattened, no duplicates, no complements ---- */

/* Among few conjuncts x == c and x != c: drops what follows from another, which takes the place of the first
 * of them, as what comes later may be total only where it holds. For OR the same with == and != exchanged.
 * Returns false for a contradiction. */
static bool unite(gt_expr_kind kind, const gt_expr **kids, size_t *n)
{
    gt_expr_kind eq = kind == GT_EXPR_AND ? GT_EXPR_EQ : GT_EXPR_NE, ne = negated[eq];
    if (*n > 64)
        return true;
    for (size_t i = 0; i < *n; i++) {
        if (kids[i]->kind != eq || kids[i]->kids[1]->kind != GT_EXPR_CONST)
            continue;
        const gt_expr *me = kids[i]; /* kids[i] itself may move */
        size_t out = 0;
        bool past = false, placed = false;
        for (size_t j = 0; j < *n; j++) {
            const gt_expr *k = kids[j];
            bool about = k != me && (k->kind == eq || k->kind == ne) && k->kids[0] == me->kids[0] &&
                         k->kids[1]->kind == GT_EXPR_CONST;
            bool equal = about && k->kids[1]->u.value == me->kids[1]->u.value;
            if (about && (k->kind == eq) != equal)
                return false;
            past = past || (about && j < i);
            if (!about && k != me)
                kids[out++] = k;
            else if (!placed)
                kids[out++] = me;
            placed |= about || k == me;
        }
        if (out < *n) {
            *n = out;
            if (past)
                i = (size_t)-1;
        }
    }
    return true;
}

static int by_address(const void *a, const void *b)
{
    const gt_expr *const *x = a, *const *y = b;
    return (*x > *y) - (*x < *y);
}

/* Is there an x with its negation among the n (sorted copy in `sorted`)? */
static bool complementary(gt_fold *f, const gt_expr *const *sorted, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const gt_expr *k = sorted[i], *opposite = NULL;
        if (k->kind == GT_EXPR_NOT)
            opposite = k->kids[0];
        else if (gt_expr_in(k->kind, GT_GROUP_COMPARE))
            opposite = gt_fold_not(f, k);
        if (opposite && bsearch(&opposite, sorted, n, sizeof *sorted, by_address))
            return true;
    }
    return false;
}

static const gt_expr *junction(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n,
                               const gt_expr *const *kids)
{
    const bool unit = kind == GT_EXPR_AND; /* the neutral element */
    GT_VEC(const gt_expr *) all = {0};
    bool zero = false;
    for (uint32_t i = 0; i < n && !zero; i++) {
        const gt_expr *k = kids[i];
        if (k->kind == kind)
            for (uint32_t j = 0; j < k->nkids; j++)
                gt_vec_push(&all, k->kids[j]);
        else if (k->kind == GT_EXPR_CONST)
            zero = (k->u.value != 0) != unit;
        else
            gt_vec_push(&all, k);
    }
    const gt_expr *result = NULL;
    if (!zero && all.n > 1) {
        const gt_expr **sorted = gt_xmalloc(all.n, sizeof *sorted);
        memcpy(sorted, all.v, all.n * sizeof *sorted);
        qsort(sorted, all.n, sizeof *sorted, by_address);
        size_t distinct = 1;
        for (size_t i = 1; i < all.n; i++)
            if (sorted[i] != sorted[distinct - 1])
                sorted[distinct++] = sorted[i];
        zero = complementary(f, sorted, distinct);
        if (!zero && distinct < all.n) { /* keep the first of each, in order */
            unsigned char *seen = gt_xcalloc(distinct, 1);
            size_t out = 0;
            for (size_t i = 0; i < all.n; i++) {
                const gt_expr **at = bsearch(&all.v[i], sorted, distinct, sizeof *sorted, by_address);
                if (!seen[at - sorted]++)
                    all.v[out++] = all.v[i];
            }
            all.n = out;
            free(seen);
        }
        free(sorted);
        zero = zero || !unite(kind, all.v, &all.n);
    }
    if (zero)
        result = gt_fold_bool(f, pos, !unit);
    else if (all.n == 0)
        result = gt_fold_bool(f, pos, unit);
    else if (all.n == 1)
        result = all.v[0];
    else
        result = make(f, pos, kind, (uint32_t)all.n, all.v);
    free(all.v);
    return result;
}

const gt_expr *gt_fold_and(gt_fold *f, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op2(f, x->pos, GT_EXPR_AND, x, y);
}

const gt_expr *gt_fold_or(gt_fold *f, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op2(f, x->pos, GT_EXPR_OR, x, y);
}

/* ---- arithmetic ---- */

static bool is_real(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_REAL;
}

/* + and *: flattened, integer constants gathered at the end. */
static const gt_expr *series(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n,
                             const gt_expr *const *kids)
{
    int64_t unit = kind == GT_EXPR_MUL, constant = unit;
    GT_VEC(const gt_expr *) all = {0};
    for (uint32_t i = 0; i < n; i++) {
        bool nested = kids[i]->kind == kind;
        uint32_t m = nested ? kids[i]->nkids : 1;
        for (uint32_t j = 0; j < m; j++) {
            const gt_expr *k = nested ? kids[i]->kids[j] : kids[i];
            int64_t args[2] = {constant, k->kind == GT_EXPR_CONST ? k->u.value : unit};
            int64_t next = gt_expr_apply(kind, args, 2);
            if (k->kind == GT_EXPR_CONST && next >= INT32_MIN && next <= INT32_MAX)
                constant = next;
            else
                gt_vec_push(&all, k);
        }
    }
    const gt_expr *result;
    if (kind == GT_EXPR_MUL && constant == 0)
        all.n = 0;
    if (constant != unit || all.n == 0)
        gt_vec_push(&all, gt_fold_int(f, pos, constant));
    result = all.n == 1 ? all.v[0] : make(f, pos, kind, (uint32_t)all.n, all.v);
    free(all.v);
    return result;
}

static const gt_expr *ite(gt_fold *f, gt_pos pos, const gt_expr *c, const gt_expr *x, const gt_expr *y)
{
    if (c->kind == GT_EXPR_CONST)
        return c->u.value ? x : y;
    if (x == y)
        return x;
    if (c->kind == GT_EXPR_NOT)
        return ite(f, pos, c->kids[0], y, x);
    if (x->type.kind == GT_TYPE_BOOL) {
        if (x->kind == GT_EXPR_CONST)
            return x->u.value ? gt_fold_or(f, c, y) : gt_fold_and(f, gt_fold_not(f, c), y);
        if (y->kind == GT_EXPR_CONST)
            return y->u.value ? gt_fold_or(f, gt_fold_not(f, c), x) : gt_fold_and(f, c, x);
    }
    if (x->kind == GT_EXPR_ITE && x->kids[0] == c)
        x = x->kids[1];
    if (y->kind == GT_EXPR_ITE && y->kids[0] == c)
        y = y->kids[2];
    if (x == y)
        return x;
    const gt_expr *kids[3] = {c, x, y};
    return make(f, pos, GT_EXPR_ITE, 3, kids);
}

static const gt_expr *binary(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[2] = {x, y};
    bool constant = y->kind == GT_EXPR_CONST && !is_real(x);
    if (kind == GT_EXPR_IMPLIES) {
        if (gt_expr_is_true(x))
            return y;
        if (gt_expr_is_false(x) || gt_expr_is_true(y) || x == y)
            return gt_fold_bool(f, pos, true);
        if (gt_expr_is_false(y) && !gt_expr_in(x->kind, GT_GROUP_TEMPORAL))
            return gt_fold_not(f, x);
    } else if (kind == GT_EXPR_IFF) {
        if (x == y)
            return gt_fold_bool(f, pos, true);
        if (x->kind == GT_EXPR_CONST)
            return x->u.value ? y : gt_fold_not(f, y);
        if (y->kind == GT_EXPR_CONST)
            return y->u.value ? x : gt_fold_not(f, x);
    } else if (kind == GT_EXPR_SUB && constant && y->u.value != INT32_MIN) {
        const gt_expr *sum[2] = {x, gt_fold_int(f, pos, -y->u.value)};
        return series(f, pos, GT_EXPR_ADD, 2, sum);
    } else if (kind == GT_EXPR_SUB && x == y && !is_real(x)) {
        return gt_fold_int(f, pos, 0);
    } else if (kind == GT_EXPR_DIV && constant && y->u.value == 1) {
        return x;
    } else if ((kind == GT_EXPR_MIN || kind == GT_EXPR_MAX) && !is_real(x) && !is_real(y)) {
        bool first = kind == GT_EXPR_MIN ? x->type.hi <= y->type.lo : x->type.lo >= y->type.hi;
        bool second = kind == GT_EXPR_MIN ? y->type.hi <= x->type.lo : y->type.lo >= x->type.hi;
        if (x == y || first)
            return x;
        if (second)
            return y;
    }
    return make(f, pos, kind, 2, kids);
}

static const gt_expr *apply_constants(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n,
                                      const gt_expr *const *kids)
{
    int64_t stack[8];
    if (n > 8 || kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_ITE)
        return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!gt_expr_is_const(kids[i], &stack[i]))
            return NULL;
    int64_t value = gt_expr_apply(kind, stack, n);
    gt_arena_mark mark = gt_arena_here(f->arena);
    gt_type type = gt_expr_op(f->arena, pos, kind, n, kids)->type;
    gt_arena_release(f->arena, mark);
    if (type.kind == GT_TYPE_INT && (value < INT32_MIN || value > INT32_MAX))
        return NULL;
    return gt_fold_const(f, pos, type, value);
}

const gt_expr *gt_fold_op(gt_fold *f, gt_pos pos, gt_expr_kind kind, uint32_t n, const gt_expr *const *kids)
{
    const gt_expr *done = gt_expr_in(kind, GT_GROUP_TEMPORAL) ? NULL : apply_constants(f, pos, kind, n, kids);
    if (done)
        return done;
    switch (kind) {
    case GT_EXPR_NOT: return gt_fold_not(f, kids[0]);
    case GT_EXPR_NEG: return kids[0]->kind == GT_EXPR_NEG ? kids[0]->kids[0] : make(f, pos, kind, 1, kids);
    case GT_EXPR_AND:
    case GT_EXPR_OR: return junction(f, pos, kind, n, kids);
    case GT_KINDS_COMPARE: return compare(f, pos, kind, kids[0], kids[1]);
    case GT_EXPR_ADD:
    case GT_EXPR_MUL: return series(f, pos, kind, n, kids);
    case GT_EXPR_ITE: return ite(f, pos, kids[0], kids[1], kids[2]);
    case GT_EXPR_IMPLIES:
    case GT_EXPR_IFF:
    case GT_EXPR_SUB:
    case GT_EXPR_DIV:
    case GT_EXPR_MOD:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX: return binary(f, pos, kind, kids[0], kids[1]);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    return make(f, pos, kind, n, kids);
}

const gt_expr *gt_fold_op2(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[2] = {x, y};
    return gt_fold_op(f, pos, kind, 2, kids);
}

const gt_expr *gt_fold_op3(gt_fold *f, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y,
                           const gt_expr *z)
{
    const gt_expr *kids[3] = {x, y, z};
    return gt_fold_op(f, pos, kind, 3, kids);
}

const gt_expr *gt_fold_intern(gt_fold *f, const gt_expr *e)
{
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        return gt_fold_op(f, e->pos, e->kind, e->nkids, e->kids);
    bool count = e->kind == GT_EXPR_UNTRACKED || e->kind == GT_EXPR_COUNT;
    if (count && gt_expr_is_false(e->kids[0]))
        return gt_fold_int(f, e->pos, 0);
    return intern(f, e);
}

/* ---- substitution ---- */

typedef struct {
    gt_fold *fold;
    gt_fold_replace *replace;
    void *data;
    gt_ptrmap memo; /* of nodes with kids */
} mapper;

static const gt_expr *intern_rebuilt(gt_fold *f, const gt_expr *e, const gt_expr *const *kids)
{
    gt_arena_mark mark = gt_arena_here(f->arena);
    const gt_expr *copy = gt_expr_rebuild(f->arena, e, kids);
    bool count = e->kind == GT_EXPR_UNTRACKED || e->kind == GT_EXPR_COUNT;
    if (count && gt_expr_is_false(kids[0]))
        return gt_fold_int(f, e->pos, 0);
    return copy == e ? intern(f, e) : intern_new(f, mark, copy);
}

static const gt_expr *map(mapper *m, const gt_expr *e)
{
    if (m->replace) {
        const gt_expr *r = m->replace(m->data, m->fold, e);
        if (r)
            return r;
    }
    if (e->nkids == 0)
        return intern(m->fold, e);
    const gt_expr *known = gt_ptrmap_pointer(&m->memo, e);
    if (known)
        return known;
    const gt_expr *few[4], **kids = e->nkids <= 4 ? few : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = map(m, e->kids[i]);
    const gt_expr *result;
    if (gt_expr_in(e->kind, GT_GROUP_OP))
        result = gt_fold_op(m->fold, e->pos, e->kind, e->nkids, kids);
    else
        result = intern_rebuilt(m->fold, e, kids);
    if (kids != few)
        free(kids);
    gt_ptrmap_point(&m->memo, e, result);
    return result;
}

const gt_expr *gt_fold_map(gt_fold *f, const gt_expr *e, gt_fold_replace *replace, void *data)
{
    mapper m = {.fold = f, .replace = replace, .data = data};
    const gt_expr *result = map(&m, e);
    gt_ptrmap_fini(&m.memo);
    return result;
}

const gt_expr *gt_fold_bound_to(void *data, gt_fold *f, const gt_expr *e)
{
    const gt_bound_value *b = data;
    bool here = e->kind == GT_EXPR_BOUND && e->u.binder == b->binder;
    return here ? gt_fold_const(f, e->pos, e->type, b->value) : NULL;
}

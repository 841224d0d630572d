#include "ir/expr/expr.h"

#include "ir/sym.h"
#include "runtime/base.h"

#include <string.h>

/* ---- types ---- */

static int32_t clamp(int64_t x)
{
    return x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : (int32_t)x;
}

gt_type gt_type_bool(void)
{
    return (gt_type){.kind = GT_TYPE_BOOL, .lo = 0, .hi = 1};
}

gt_type gt_type_int(int64_t lo, int64_t hi)
{
    return (gt_type){.kind = GT_TYPE_INT, .lo = clamp(lo), .hi = clamp(hi)};
}

gt_type gt_type_enum(const gt_enum *en)
{
    return (gt_type){.kind = GT_TYPE_ENUM, .lo = 0, .hi = (int32_t)en->nvalues - 1, .en = en};
}

gt_type gt_type_id(const gt_proc *proc, bool optional)
{
    return (gt_type){.kind = GT_TYPE_ID, .optional = optional, .proc = proc};
}

gt_type gt_type_real(void)
{
    return (gt_type){.kind = GT_TYPE_REAL};
}

int64_t gt_type_size(gt_type type)
{
    switch (type.kind) {
    case GT_TYPE_BOOL:
    case GT_TYPE_INT:
    case GT_TYPE_ENUM: return (int64_t)type.hi - type.lo + 1;
    case GT_TYPE_ID: return (int64_t)type.proc->n + type.optional;
    case GT_TYPE_REAL: break;
    }
    gt_ice("a real has no size");
}

bool gt_type_same(gt_type a, gt_type b)
{
    return a.kind == b.kind && a.en == b.en && a.proc == b.proc;
}

/* ---- intervals ---- */

/* Values are at most 32 bits wide before an operator, so 64 bits hold the result of one. */
static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void interval_mul(int64_t alo, int64_t ahi, int64_t blo, int64_t bhi, int64_t *lo, int64_t *hi)
{
    int64_t p[4] = {alo * blo, alo * bhi, ahi * blo, ahi * bhi};
    *lo = min64(min64(p[0], p[1]), min64(p[2], p[3]));
    *hi = max64(max64(p[0], p[1]), max64(p[2], p[3]));
}

/* Truncating division by anything in blo..bhi but zero; division by zero counts as 0. */
static void interval_div(int64_t alo, int64_t ahi, int64_t blo, int64_t bhi, int64_t *lo, int64_t *hi)
{
    *lo = *hi = 0;
    bool first = !(blo <= 0 && bhi >= 0);
    const int64_t divisors[4] = {blo, bhi, -1, 1};
    for (int i = 0; i < 4; i++) {
        int64_t d = divisors[i];
        if (d == 0 || d < blo || d > bhi)
            continue;
        int64_t q1 = alo / d, q2 = ahi / d;
        *lo = first ? min64(q1, q2) : min64(*lo, min64(q1, q2));
        *hi = first ? max64(q1, q2) : max64(*hi, max64(q1, q2));
        first = false;
    }
    if (alo <= 0 && ahi >= 0) {
        *lo = min64(*lo, 0);
        *hi = max64(*hi, 0);
    }
}

static void interval_mod(int64_t alo, int64_t ahi, int64_t blo, int64_t bhi, int64_t *lo, int64_t *hi)
{
    int64_t m = max64(max64(blo, -blo), max64(bhi, -bhi));
    int64_t top = m > 0 ? m - 1 : 0;
    if (blo == bhi && m > 0 && alo / m == ahi / m && (alo >= 0 || ahi <= 0)) {
        *lo = alo % m;
        *hi = ahi % m;
        return;
    }
    *lo = alo < 0 ? max64(-top, alo) : 0;
    *hi = ahi > 0 ? min64(top, ahi) : 0;
}

void gt_interval_apply(gt_expr_kind kind, gt_type x, gt_type y, int64_t *lo, int64_t *hi)
{
    switch (kind) {
    case GT_EXPR_NEG:
        *lo = -(int64_t)x.hi;
        *hi = -(int64_t)x.lo;
        return;
    case GT_EXPR_ADD:
        *lo = (int64_t)x.lo + y.lo;
        *hi = (int64_t)x.hi + y.hi;
        return;
    case GT_EXPR_SUB:
        *lo = (int64_t)x.lo - y.hi;
        *hi = (int64_t)x.hi - y.lo;
        return;
    case GT_EXPR_MUL: interval_mul(x.lo, x.hi, y.lo, y.hi, lo, hi); return;
    case GT_EXPR_DIV: interval_div(x.lo, x.hi, y.lo, y.hi, lo, hi); return;
    case GT_EXPR_MOD: interval_mod(x.lo, x.hi, y.lo, y.hi, lo, hi); return;
    case GT_EXPR_MIN:
        *lo = min64(x.lo, y.lo);
        *hi = min64(x.hi, y.hi);
        return;
    case GT_EXPR_MAX:
        *lo = max64(x.lo, y.lo);
        *hi = max64(x.hi, y.hi);
        return;
    case GT_EXPR_ITE: /* the two branches */
        *lo = min64(x.lo, y.lo);
        *hi = max64(x.hi, y.hi);
        return;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_COMPARE:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("no interval for %s", gt_expr_kind_name(kind));
}

void gt_expr_interval(gt_expr_kind kind, uint32_t n, const gt_expr *const *kids, int64_t *lo, int64_t *hi)
{
    uint32_t first = kind == GT_EXPR_ITE;
    gt_type sofar = kids[first]->type;
    bool outside = false; /* a partial result left 32 bits: the whole counts as outside */
    int64_t out_lo = 0, out_hi = 0;
    if (n == 1)
        gt_interval_apply(kind, sofar, sofar, lo, hi);
    for (uint32_t i = first + 1; i < n; i++) {
        gt_interval_apply(kind, sofar, kids[i]->type, lo, hi);
        sofar = gt_type_int(*lo, *hi);
        outside = outside || *lo < INT32_MIN || *hi > INT32_MAX;
        out_lo = min64(out_lo, *lo);
        out_hi = max64(out_hi, *hi);
    }
    if (outside) {
        *lo = out_lo;
        *hi = out_hi;
    }
}

static gt_type op_type(gt_expr_kind kind, uint32_t n, const gt_expr *const *kids)
{
    if (!gt_expr_in(kind, GT_GROUP_ARITH | GT_GROUP_CHOICE))
        return gt_type_bool();
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->type.kind == GT_TYPE_REAL && !(kind == GT_EXPR_ITE && i == 0))
            return gt_type_real();
    if (kind == GT_EXPR_ITE && kids[1]->type.kind != GT_TYPE_INT) {
        gt_type t = kids[1]->type;
        if (t.kind == GT_TYPE_ID && !t.proc)
            t = kids[2]->type;
        t.optional = kids[1]->type.optional || kids[2]->type.optional;
        return t;
    }
    int64_t lo, hi;
    gt_expr_interval(kind, n, kids, &lo, &hi);
    return gt_type_int(lo, hi);
}

/* ---- constructors ---- */

static gt_expr *node(gt_arena *a, gt_pos pos, gt_expr_kind kind, gt_type type, uint32_t nkids,
                     const gt_expr *const *kids)
{
    gt_expr *e = gt_arena_alloc(a, 1, sizeof *e + nkids * sizeof(gt_expr *));
    e->kind = kind;
    e->pos = pos;
    e->type = type;
    e->nkids = nkids;
    e->has = gt_expr_groups[kind];
    for (uint32_t i = 0; i < nkids; i++) {
        e->kids[i] = kids[i];
        e->has |= kids[i]->has;
    }
    return e;
}

const gt_expr *gt_expr_const(gt_arena *a, gt_pos pos, gt_type type, int64_t value)
{
    if (type.kind == GT_TYPE_INT)
        type = gt_type_int(value, value);
    gt_expr *e = node(a, pos, GT_EXPR_CONST, type, 0, NULL);
    e->u.value = value;
    return e;
}

const gt_expr *gt_expr_int(gt_arena *a, gt_pos pos, int64_t value)
{
    return gt_expr_const(a, pos, gt_type_int(value, value), value);
}

const gt_expr *gt_expr_bool(gt_arena *a, gt_pos pos, bool value)
{
    return gt_expr_const(a, pos, gt_type_bool(), value);
}

const gt_expr *gt_expr_real(gt_arena *a, gt_pos pos, int64_t num, int64_t den)
{
    gt_expr *e = node(a, pos, GT_EXPR_REAL, gt_type_real(), 0, NULL);
    int64_t x = num < 0 ? -num : num, y = den;
    while (y) {
        int64_t t = x % y;
        x = y;
        y = t;
    }
    e->u.real.num = num / (x ? x : 1);
    e->u.real.den = den / (x ? x : 1);
    return e;
}

static gt_type indices_type(const gt_var *var, const gt_expr *const *kids)
{
    int64_t lo = 0, hi = 0;
    bool outside = false;
    for (uint32_t i = 0; i < var->ndims; i++) {
        const gt_dim *dim = &var->dims[i];
        int64_t size = (int64_t)dim->hi - dim->lo + 1;
        outside = outside || kids[i]->type.lo < dim->lo || kids[i]->type.hi > dim->hi;
        lo = lo * size + max64(kids[i]->type.lo, dim->lo) - dim->lo;
        hi = hi * size + min64(kids[i]->type.hi, dim->hi) - dim->lo;
    }
    return gt_type_int(outside ? -1 : lo, max64(hi, -1));
}

const gt_expr *gt_expr_indices(gt_arena *a, gt_pos pos, const gt_var *var, const gt_expr *const *kids)
{
    gt_expr *e = node(a, pos, GT_EXPR_INDICES, indices_type(var, kids), var->ndims, kids);
    e->u.var = var;
    return e;
}

bool gt_expr_outside(const gt_expr *indices)
{
    return indices->type.lo < 0;
}

const gt_expr *gt_expr_var(gt_arena *a, gt_pos pos, const gt_var *var, const gt_expr *indices)
{
    gt_expr *e = node(a, pos, GT_EXPR_VAR, var->type, indices != NULL, &indices);
    e->u.var = var;
    return e;
}

const gt_expr *gt_expr_local(gt_arena *a, gt_pos pos, const gt_expr *proc, const gt_var *var,
                             const gt_expr *indices)
{
    const gt_expr *kids[2] = {proc, indices};
    gt_expr *e = node(a, pos, GT_EXPR_LOCAL, var->type, indices ? 2 : 1, kids);
    e->u.var = var;
    return e;
}

const gt_expr *gt_expr_bound(gt_arena *a, gt_pos pos, const gt_binder *binder)
{
    gt_expr *e = node(a, pos, GT_EXPR_BOUND, binder->type, 0, NULL);
    e->u.binder = binder;
    return e;
}

const gt_expr *gt_expr_self(gt_arena *a, gt_pos pos, const gt_proc *proc)
{
    return node(a, pos, GT_EXPR_SELF, gt_type_id(proc, false), 0, NULL);
}

const gt_expr *gt_expr_none(gt_arena *a, gt_pos pos, const gt_proc *proc)
{
    return node(a, pos, GT_EXPR_NONE, gt_type_id(proc, true), 0, NULL);
}

const gt_expr *gt_expr_neighbour(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *process)
{
    return node(a, pos, kind, gt_type_id(process->type.proc, false), 1, &process);
}

const gt_expr *gt_expr_named(gt_arena *a, gt_pos pos, const gt_proc *proc, int32_t number)
{
    gt_expr *e = node(a, pos, GT_EXPR_NAMED, gt_type_id(proc, false), 0, NULL);
    e->u.value = number;
    return e;
}

const gt_expr *gt_expr_number(gt_arena *a, gt_pos pos, const gt_expr *process)
{
    return node(a, pos, GT_EXPR_NUMBER, gt_type_int(1, process->type.proc->n), 1, &process);
}

const gt_expr *gt_expr_along(const gt_expr *id, int64_t *steps)
{
    for (*steps = 0; id->kind == GT_EXPR_NEXT || id->kind == GT_EXPR_PREV; id = id->kids[0])
        *steps += id->kind == GT_EXPR_NEXT ? 1 : -1;
    return id;
}

int64_t gt_ring_step(int64_t from, int64_t steps, int64_t n)
{
    int64_t at = (from - 1 + steps) % n;
    return at < 0 ? at + n + 1 : at + 1;
}

static const gt_expr *indexed(gt_arena *a, gt_pos pos, gt_expr_kind kind, gt_type type, uint32_t index)
{
    gt_expr *e = node(a, pos, kind, type, 0, NULL);
    e->u.index = index;
    return e;
}

const gt_expr *gt_expr_role(gt_arena *a, gt_pos pos, uint32_t role, const gt_proc *proc)
{
    return indexed(a, pos, GT_EXPR_ROLE, gt_type_id(proc, false), role);
}

const gt_expr *gt_expr_idvar(gt_arena *a, gt_pos pos, uint32_t idvar, const gt_proc *proc)
{
    return indexed(a, pos, GT_EXPR_IDVAR, gt_type_id(proc, false), idvar);
}

const gt_expr *gt_expr_same(gt_arena *a, gt_pos pos, uint32_t i, uint32_t j)
{
    if (i == j)
        gt_ice("same(%u,%u)", i, j);
    gt_expr *e = node(a, pos, GT_EXPR_SAME, gt_type_bool(), 0, NULL);
    e->u.pair.a = i < j ? i : j;
    e->u.pair.b = i < j ? j : i;
    return e;
}

const gt_expr *gt_expr_isnone(gt_arena *a, gt_pos pos, uint32_t idvar)
{
    return indexed(a, pos, GT_EXPR_ISNONE, gt_type_bool(), idvar);
}

const gt_expr *gt_expr_untracked(gt_arena *a, gt_pos pos, const gt_binder *binder, const gt_expr *pred)
{
    gt_expr *e = node(a, pos, GT_EXPR_UNTRACKED, gt_type_int(0, binder->type.proc->n), 1, &pred);
    e->u.binder = binder;
    return e;
}

const gt_expr *gt_expr_cvar(gt_arena *a, gt_pos pos, uint32_t index, gt_type type)
{
    return indexed(a, pos, GT_EXPR_CVAR, type, index);
}

const gt_expr *gt_expr_quant(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_binder *binder,
                             const gt_expr *body)
{
    gt_type type = kind == GT_EXPR_COUNT ? gt_type_int(0, binder->type.proc->n) : gt_type_bool();
    gt_expr *e = node(a, pos, kind, type, 1, &body);
    e->u.binder = binder;
    return e;
}

const gt_expr *gt_expr_op(gt_arena *a, gt_pos pos, gt_expr_kind kind, uint32_t nkids,
                          const gt_expr *const *kids)
{
    return node(a, pos, kind, op_type(kind, nkids, kids), nkids, kids);
}

const gt_expr *gt_expr_op1(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x)
{
    return gt_expr_op(a, pos, kind, 1, &x);
}

const gt_expr *gt_expr_op2(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[2] = {x, y};
    return gt_expr_op(a, pos, kind, 2, kids);
}

const gt_expr *gt_expr_op3(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_expr *x, const gt_expr *y,
                           const gt_expr *z)
{
    const gt_expr *kids[3] = {x, y, z};
    return gt_expr_op(a, pos, kind, 3, kids);
}

const gt_expr *gt_expr_bounded(gt_arena *a, gt_pos pos, gt_expr_kind kind, const gt_bound *bound,
                               uint32_t nkids, const gt_expr *const *kids)
{
    gt_type type = bound && bound->cmp == GT_CMP_QUERY ? gt_type_real() : gt_type_bool();
    gt_expr *e = node(a, pos, kind, type, nkids, kids);
    e->u.bound = bound;
    return e;
}

const gt_expr *gt_expr_rebuild(gt_arena *a, const gt_expr *e, const gt_expr *const *kids)
{
    bool same = true;
    for (uint32_t i = 0; i < e->nkids; i++)
        same = same && kids[i] == e->kids[i];
    if (same)
        return e;
    gt_type type = gt_expr_in(e->kind, GT_GROUP_OP) ? op_type(e->kind, e->nkids, kids)
                   : e->kind == GT_EXPR_INDICES     ? indices_type(e->u.var, kids)
                                                    : e->type;
    gt_expr *copy = node(a, e->pos, e->kind, type, e->nkids, kids);
    copy->u = e->u;
    return copy;
}

/* ---- facts ---- */

const char *gt_expr_kind_name(gt_expr_kind kind)
{
    static const char *const names[] = {
#define GT_X(K, name, arity, group) name,
#include "ir/expr/expr.def"
#undef GT_X
    };
    return names[kind];
}

const uint16_t gt_expr_groups[GT_EXPR_KINDS] = {
#define GT_X(K, name, arity, group) GT_GROUP_##group,
#include "ir/expr/expr.def"
#undef GT_X
};

const gt_path_op gt_path_ops[GT_EXPR_KINDS] = {
#define GT_X(K, name, arity, group)
#define GT_PATH(K, name, arity, group, quantifier, path, dual)                                               \
    [GT_EXPR_##K] = {GT_QUANTIFIER_##quantifier, GT_EXPR_##path, GT_EXPR_##dual},
#include "ir/expr/expr.def"
#undef GT_X
};

gt_expr_kind gt_path_kind(gt_quantifier quantifier, gt_expr_kind path)
{
    for (int k = 0; k < GT_EXPR_KINDS; k++)
        if (gt_path_ops[k].path == path && gt_path_ops[k].quantifier == quantifier)
            return (gt_expr_kind)k;
    gt_ice("%s is no path operator", gt_expr_kind_name(path));
}

const char *gt_cmp_text(gt_cmp cmp)
{
    switch (cmp) {
    case GT_CMP_NONE: return "";
    case GT_CMP_LT: return "<";
    case GT_CMP_LE: return "<=";
    case GT_CMP_GT: return ">";
    case GT_CMP_GE: return ">=";
    case GT_CMP_QUERY: return "=?";
    }
    gt_ice("bound %d", (int)cmp);
}

bool gt_expr_is_const(const gt_expr *e, int64_t *value)
{
    if (e->kind != GT_EXPR_CONST)
        return false;
    if (value)
        *value = e->u.value;
    return true;
}

bool gt_expr_is_true(const gt_expr *e)
{
    return e->kind == GT_EXPR_CONST && e->type.kind == GT_TYPE_BOOL && e->u.value == 1;
}

bool gt_expr_is_false(const gt_expr *e)
{
    return e->kind == GT_EXPR_CONST && e->type.kind == GT_TYPE_BOOL && e->u.value == 0;
}

static bool is_pinned(const gt_expr *x, const gt_pin *pin)
{
    if (x->kind != GT_EXPR_LOCAL || x->type.kind == GT_TYPE_ID || x->kids[0]->kind != pin->who ||
        (pin->var && x->u.var != pin->var))
        return false;
    return pin->who == GT_EXPR_SELF || (pin->who == GT_EXPR_BOUND ? x->kids[0]->u.binder == pin->binder
                                                                  : x->kids[0]->u.index == pin->role);
}

const gt_var *gt_expr_pinned(const gt_expr *guard, const gt_pin *pin, int32_t *value)
{
    const gt_var *found = NULL;
    for (uint32_t i = 0; guard->kind == GT_EXPR_AND && i < guard->nkids && !found; i++)
        found = gt_expr_pinned(guard->kids[i], pin, value);
    for (uint32_t i = 0; guard->kind == GT_EXPR_EQ && i < 2 && !found; i++) {
        const gt_expr *x = guard->kids[i], *c = guard->kids[1 - i];
        if (c->kind != GT_EXPR_CONST || !is_pinned(x, pin))
            continue;
        *value = (int32_t)c->u.value;
        found = x->u.var;
    }
    return found;
}

bool gt_expr_same_head(const gt_expr *a, const gt_expr *b)
{
    if (a->kind != b->kind || a->nkids != b->nkids)
        return false;
    if (a->nkids == 0 && !gt_type_same(a->type, b->type))
        return false;
    /* Nodes are zeroed when made, so that equal payloads are equal bytes. */
    return memcmp(&a->u, &b->u, sizeof a->u) == 0; /* NOLINT(bugprone-suspicious-memory-comparison) */
}

bool gt_expr_equal(const gt_expr *a, const gt_expr *b)
{
    if (a == b)
        return true;
    if (!gt_expr_same_head(a, b))
        return false;
    for (uint32_t i = 0; i < a->nkids; i++)
        if (!gt_expr_equal(a->kids[i], b->kids[i]))
            return false;
    return true;
}

uint64_t gt_expr_head_hash(const gt_expr *e)
{
    uint64_t h = gt_hash_bytes(&e->u, sizeof e->u);
    if (e->nkids == 0) { /* as in gt_expr_same_head: the first role of each of many process types */
        h = gt_hash_combine(h, (uint64_t)(uintptr_t)e->type.en);
        h = gt_hash_combine(h, (uint64_t)(uintptr_t)e->type.proc);
    }
    return gt_hash_combine(h, ((uint64_t)e->kind << 32) + ((uint64_t)e->type.kind << 28) + e->nkids);
}

int64_t gt_expr_apply(gt_expr_kind kind, const int64_t *x, uint32_t n)
{
    int64_t r;
#define BINARY(K, value)                                                                                     \
    case GT_EXPR_##K: return (value);
    switch (kind) {
        BINARY(NOT, !x[0])
        BINARY(NEG, -x[0])
        BINARY(IMPLIES, !x[0] || x[1])
        BINARY(IFF, x[0] == x[1])
        BINARY(EQ, x[0] == x[1])
        BINARY(NE, x[0] != x[1])
        BINARY(LT, x[0] < x[1])
        BINARY(LE, x[0] <= x[1])
        BINARY(GT, x[0] > x[1])
        BINARY(GE, x[0] >= x[1])
        BINARY(SUB, x[0] - x[1])
        BINARY(DIV, x[1] ? x[0] / x[1] : 0)
        BINARY(MOD, x[1] ? x[0] % x[1] : 0)
        BINARY(MIN, x[0] < x[1] ? x[0] : x[1])
        BINARY(MAX, x[0] > x[1] ? x[0] : x[1])
        BINARY(ITE, x[0] ? x[1] : x[2])
    case GT_EXPR_AND:
        for (r = 1; n--;)
            r = r && x[n];
        return r;
    case GT_EXPR_OR:
        for (r = 0; n--;)
            r = r || x[n];
        return r;
    case GT_EXPR_ADD:
        for (r = 0; n--;)
            r += x[n];
        return r;
    case GT_EXPR_MUL:
        for (r = 1; n--;)
            r *= x[n];
        return r;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
#undef BINARY
    gt_ice("no value for %s", gt_expr_kind_name(kind));
}

gt_rat gt_expr_apply_real(gt_expr_kind kind, gt_rat x, gt_rat y)
{
    switch (kind) {
    case GT_EXPR_ADD: return gt_rat_add(x, y);
    case GT_EXPR_SUB: return gt_rat_sub(x, y);
    case GT_EXPR_MUL: return gt_rat_mul(x, y);
    case GT_EXPR_DIV: return gt_rat_div(x, y);
    case GT_EXPR_MIN:
    case GT_EXPR_MAX:
        if (gt_rat_is_nan(x) || gt_rat_is_nan(y))
            return gt_rat_is_nan(x) ? x : y;
        return (gt_rat_compare(x, y) <= 0) == (kind == GT_EXPR_MIN) ? x : y;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_COMPARE:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_EXPR_NEG:
    case GT_EXPR_MOD:
    case GT_EXPR_ITE:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("'%s' of reals", gt_expr_kind_name(kind));
}

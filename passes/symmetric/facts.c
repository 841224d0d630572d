#include "passes/symmetric/facts.h"

/* How far intervals are traced into an expression, which may be a DAG or a sum of thousands of counters:
 * beyond that its type must do. MAX_VISITS: of nodes for one question, for a choice is asked about under what
 * its condition says, and choices may stand in conditions of choices. */
enum { MAX_DEPTH = 10, MAX_WIDTH = 32, MAX_VISITS = 1 << 14 };

struct gt_facts {
    const gt_expr *e;
    gt_range range;
    bool nonzero;
    const gt_facts *next;
};

/* One question; `nested`: it came up while another one was answered, and lives on its visits. */
typedef struct {
    gt_arena *arena;
    uint32_t left; /* visits */
    uint32_t nested;
} tracing;

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool is_discrete(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_INT || e->type.kind == GT_TYPE_ENUM || e->type.kind == GT_TYPE_BOOL;
}

/* The interval of an operator's result from those of its operands, which are not empty. */
static gt_range combine(gt_expr_kind kind, gt_range a, gt_range b)
{
    gt_range r;
    gt_interval_apply(kind, gt_type_int(a.lo, a.hi), gt_type_int(b.lo, b.hi), &r.lo, &r.hi);
    return r;
}

static gt_range range_of(tracing *t, const gt_facts *facts, const gt_expr *e, int depth);
static const gt_facts *assume(tracing *t, const gt_facts *facts, const gt_expr *cond, bool holds);

static gt_range of_kids(tracing *t, const gt_facts *facts, const gt_expr *e, gt_range type, int depth)
{
    if (e->kind == GT_EXPR_NEG) {
        gt_range a = range_of(t, facts, e->kids[0], depth - 1);
        return combine(e->kind, a, a);
    }
    if (e->kind == GT_EXPR_ITE) {
        t->nested++;
        const gt_facts *yes = assume(t, facts, e->kids[0], true);
        const gt_facts *no = assume(t, facts, e->kids[0], false);
        t->nested--;
        gt_range a = range_of(t, yes, e->kids[1], depth - 1), b = range_of(t, no, e->kids[2], depth - 1);
        if (a.lo > a.hi || gt_facts_impossible(yes))
            return b;
        if (b.lo > b.hi || gt_facts_impossible(no))
            return a;
        return combine(e->kind, a, b);
    }
    if (!gt_expr_in(e->kind, GT_GROUP_ARITH) || e->nkids < 2 || e->nkids > MAX_WIDTH)
        return type;
    gt_range sum = range_of(t, facts, e->kids[0], depth - 1);
    for (uint32_t i = 1; i < e->nkids; i++) {
        gt_range k = range_of(t, facts, e->kids[i], depth - 1);
        if (sum.lo > sum.hi || k.lo > k.hi)
            return (gt_range){1, 0};
        sum = combine(e->kind, sum, k);
        /* The front end keeps every intermediate result within 32 bits. */
        sum = (gt_range){max64(sum.lo, INT32_MIN), min64(sum.hi, INT32_MAX)};
    }
    return sum;
}

static gt_range range_of(tracing *t, const gt_facts *facts, const gt_expr *e, int depth)
{
    gt_range r = {e->type.lo, e->type.hi};
    gt_arena_ask(t->arena);
    if (e->kind == GT_EXPR_CONST)
        return r;
    if (depth > 0 && t->left > 0 && (e->type.kind == GT_TYPE_INT || e->kind == GT_EXPR_ITE)) {
        t->left--;
        gt_range k = of_kids(t, facts, e, r, depth);
        r = (gt_range){max64(r.lo, k.lo), min64(r.hi, k.hi)};
    }
    for (const gt_facts *f = facts; f; f = f->next)
        if (f->e == e)
            return (gt_range){max64(r.lo, f->range.lo), min64(r.hi, f->range.hi)};
    return r;
}

static gt_range range_here(tracing *t, const gt_facts *facts, const gt_expr *e)
{
    return range_of(t, facts, e, MAX_DEPTH);
}

static bool is_nonzero(tracing *t, const gt_facts *facts, const gt_expr *e)
{
    gt_range r = range_here(t, facts, e);
    if (r.lo > 0 || r.hi < 0)
        return true;
    for (const gt_facts *f = facts; f; f = f->next)
        if (f->e == e)
            return f->nonzero;
    return false;
}

bool gt_facts_impossible(const gt_facts *facts)
{
    return facts && facts->range.lo > facts->range.hi;
}

/* Adds lo <= e <= hi (and e != 0). A contradiction stays at the head of the list for good. */
static const gt_facts *narrow(tracing *t, const gt_facts *facts, const gt_expr *e, gt_range to, bool nonzero)
{
    if (gt_facts_impossible(facts))
        return facts;
    gt_range now = range_here(t, facts, e);
    bool was_nonzero = is_nonzero(t, facts, e);
    gt_range r = {max64(now.lo, to.lo), min64(now.hi, to.hi)};
    nonzero = nonzero || was_nonzero;
    if (nonzero && r.lo == 0)
        r.lo = 1;
    if (nonzero && r.hi == 0)
        r.hi = -1;
    if (r.lo <= r.hi &&
        (e->kind == GT_EXPR_CONST || (r.lo == now.lo && r.hi == now.hi && nonzero == was_nonzero)))
        return facts;
    gt_facts *f = GT_NEW(t->arena, gt_facts);
    *f = (gt_facts){.e = e, .range = r, .nonzero = nonzero, .next = facts};
    return f;
}

static gt_expr_kind opposite(gt_expr_kind kind)
{
    if (kind == GT_EXPR_EQ)
        return GT_EXPR_NE;
    if (kind == GT_EXPR_NE)
        return GT_EXPR_EQ;
    if (kind == GT_EXPR_LT)
        return GT_EXPR_GE;
    if (kind == GT_EXPR_GE)
        return GT_EXPR_LT;
    return kind == GT_EXPR_GT ? GT_EXPR_LE : GT_EXPR_GT;
}

static const gt_facts *differ(tracing *t, const gt_facts *facts, const gt_expr *x, gt_range value)
{
    if (value.lo != value.hi)
        return facts;
    gt_range now = range_here(t, facts, x);
    if (now.lo == value.lo)
        now.lo++;
    if (now.hi == value.lo)
        now.hi--;
    return narrow(t, facts, x, now, value.lo == 0);
}

static const gt_facts *compare(tracing *t, const gt_facts *facts, gt_expr_kind kind, const gt_expr *x,
                               const gt_expr *y)
{
    if (kind == GT_EXPR_GT)
        return compare(t, facts, GT_EXPR_LT, y, x);
    if (kind == GT_EXPR_GE)
        return compare(t, facts, GT_EXPR_LE, y, x);
    if (!t->nested)
        t->left = MAX_VISITS;
    gt_range a = range_here(t, facts, x), b = range_here(t, facts, y);
    if (a.lo > a.hi || b.lo > b.hi)
        return facts;
    if (kind == GT_EXPR_EQ) {
        facts = narrow(t, facts, x, b, false);
        return narrow(t, facts, y, a, false);
    }
    if (kind == GT_EXPR_NE) {
        facts = differ(t, facts, x, b);
        return differ(t, facts, y, a);
    }
    int64_t gap = kind == GT_EXPR_LT;
    facts = narrow(t, facts, x, (gt_range){INT64_MIN, b.hi - gap}, false);
    return narrow(t, facts, y, (gt_range){a.lo + gap, INT64_MAX}, false);
}

static const gt_facts *assume_once(tracing *t, const gt_facts *facts, const gt_expr *cond, bool holds)
{
    gt_expr_kind kind = cond->kind;
    if (kind == GT_EXPR_NOT)
        return assume_once(t, facts, cond->kids[0], !holds);
    if (kind == (holds ? GT_EXPR_AND : GT_EXPR_OR)) {
        for (uint32_t i = 0; i < cond->nkids; i++)
            facts = assume_once(t, facts, cond->kids[i], holds);
        return facts;
    }
    if (kind == GT_EXPR_IMPLIES && !holds) {
        facts = assume_once(t, facts, cond->kids[0], true);
        return assume_once(t, facts, cond->kids[1], false);
    }
    if (gt_expr_in(kind, GT_GROUP_COMPARE) && is_discrete(cond->kids[0]) && is_discrete(cond->kids[1])) {
        kind = holds ? kind : opposite(kind);
        return compare(t, facts, kind, cond->kids[0], cond->kids[1]);
    }
    if (cond->type.kind == GT_TYPE_BOOL && cond->nkids == 0)
        return narrow(t, facts, cond, (gt_range){holds, holds}, false);
    return facts;
}

/* Twice: what a later conjunct says may sharpen an earlier one. */
static const gt_facts *assume(tracing *t, const gt_facts *facts, const gt_expr *cond, bool holds)
{
    facts = assume_once(t, facts, cond, holds);
    return assume_once(t, facts, cond, holds);
}

/* ---- questions ---- */

gt_range gt_facts_range(gt_arena *arena, const gt_facts *facts, const gt_expr *e)
{
    return range_here(&(tracing){arena, MAX_VISITS, 0}, facts, e);
}

bool gt_facts_nonzero(gt_arena *arena, const gt_facts *facts, const gt_expr *e)
{
    return is_nonzero(&(tracing){arena, MAX_VISITS, 0}, facts, e);
}

const gt_facts *gt_facts_assume(gt_arena *arena, const gt_facts *facts, const gt_expr *cond, bool holds)
{
    return assume(&(tracing){arena, MAX_VISITS, 0}, facts, cond, holds);
}

/* Evaluating expressions. */
#include "backends/check/explicit/code_impl.h"

#include <stdlib.h>

void gt_xenv_init(gt_xenv *env, const gt_xcode *code, uint32_t ntypes)
{
    *env = (gt_xenv){.value = gt_xcalloc(code->nslots, sizeof *env->value),
                     .row = gt_xcalloc(code->nslots, sizeof *env->row),
                     .groups = gt_xcalloc(ntypes, sizeof *env->groups),
                     .memo_epoch = gt_xcalloc((size_t)code->nmemo + 1, sizeof *env->memo_epoch),
                     .memo = gt_xcalloc((size_t)code->nmemo + 1, sizeof *env->memo),
                     .sieves = gt_xcalloc((size_t)code->nsieves + 1, GT_XSIEVE),
                     .npairs = (size_t)code->npairs * GT_XSIEVE,
                     .self_local = UINT32_MAX};
    env->pairs = gt_xcalloc(env->npairs + 1, sizeof *env->pairs);
}

void gt_xenv_fini(gt_xenv *env)
{
    free(env->value);
    free(env->row);
    free(env->groups);
    free(env->memo_epoch);
    free(env->sieves);
    for (size_t i = 0; i < env->npairs; i++)
        free(env->pairs[i]);
    free((void *)env->pairs);
    free(env->memo);
}

static int64_t eval_deep(gt_xenv *env, const gt_xnode *n);

/* Most operands are leaves: they are read on the spot. */
static inline int64_t operand(gt_xenv *env, const gt_xnode *n)
{
    switch (n->op) {
    case OP_CONST: return n->value;
    case OP_SHARED: return env->shared[n->var];
    case OP_SLOT: return env->value[n->slot];
    case OP_LOCAL: return env->row[n->slot][n->var];
    case OP_LOCAL_IS: return env->row[n->slot][n->var] == n->value;
    case OP_SHARED_IS: return env->shared[n->var] == n->value;
    default: return eval_deep(env, n);
    }
}

/* What the sieve says of group i: 1 + its value; 0: there is none. */
static inline uint8_t sift(gt_xenv *env, const gt_xnode *n, uint32_t i)
{
    const gt_xgroup *g = &env->groups[n->type];
    if (!n->sieve || !g->locals || g->locals[i] >= GT_XSIEVE)
        return 0;
    uint8_t *known = &env->sieves[(size_t)(n->sieve - 1) * GT_XSIEVE + g->locals[i]];
    if (*known == 0) {
        env->row[n->slot] = g->rows[i];
        *known = 1 + (gt_xeval(env, n->kids[1]) != 0);
    }
    return *known;
}

/* Whether that decides the body, too. */
static inline bool is_sifted(const gt_xnode *n, uint8_t sifted)
{
    return sifted && (n->all || (sifted == 2) == (n->op == GT_EXPR_FORALL));
}

static bool holds_for(gt_xenv *env, const gt_xnode *n, uint32_t i, uint32_t number)
{
    env->row[n->slot] = env->groups[n->type].rows[i];
    env->value[n->slot] = (int32_t)number;
    return operand(env, n->kids[0]) != 0;
}

/* Of one of group i whom no slot names: looked up by its locals and those of self. */
static bool holds_for_other(gt_xenv *env, const gt_xnode *n, uint32_t i)
{
    const gt_xgroup *g = &env->groups[n->type];
    uint32_t number = g->firsts[i] + g->used[i];
    if (!n->pair || !g->locals || g->locals[i] >= GT_XSIEVE || env->self_local >= GT_XSIEVE) {
        g->used[i]++;
        bool holds = holds_for(env, n, i, number);
        g->used[i]--;
        return holds;
    }
    uint8_t **pairs = &env->pairs[(size_t)(n->pair - 1) * GT_XSIEVE + env->self_local];
    if (!*pairs)
        *pairs = gt_xcalloc(GT_XSIEVE, sizeof **pairs);
    uint8_t *known = &(*pairs)[g->locals[i]];
    if (*known == 0)
        *known = 1 + holds_for(env, n, i, number);
    return *known == 2;
}

/* Whether that `weight` processes say so decides the quantifier; else adds them to the sum. */
static bool settles(const gt_xnode *n, bool holds, uint32_t weight, int64_t *sum)
{
    *sum += holds ? weight : 0;
    return (n->op == GT_EXPR_EXISTS && holds) || (n->op == GT_EXPR_FORALL && !holds);
}

/* Those that slots name one by one, one for all others of its group. */
static int64_t quantify_groups(gt_xenv *env, const gt_xnode *n)
{
    const gt_xgroup *g = &env->groups[n->type];
    int64_t sum = 0;
    bool settled = false;
    for (uint32_t i = 0; i < g->n && !settled; i++) {
        uint8_t sifted = sift(env, n, i);
        if (is_sifted(n, sifted)) {
            sum += sifted == 2 ? g->counts[i] : 0;
            settled = (sifted == 2) == (n->op == GT_EXPR_EXISTS) && n->op != GT_EXPR_COUNT;
            continue;
        }
        uint32_t used = g->used[i];
        for (uint32_t u = 0; u < used && !settled; u++)
            settled = settles(n, holds_for(env, n, i, g->firsts[i] + u), 1, &sum);
        if (used < g->counts[i] && !settled) {
            bool holds = holds_for_other(env, n, i);
            settled = settles(n, holds, g->counts[i] - used, &sum);
        }
    }
    return n->op == GT_EXPR_EXISTS ? settled : n->op == GT_EXPR_FORALL ? !settled : sum;
}

static int64_t quantify(gt_xenv *env, const gt_xnode *n)
{
    const gt_xgroup *g = &env->groups[n->type];
    int64_t sum = 0;
    if (g->firsts)
        return quantify_groups(env, n);
    for (uint32_t i = 0; i < g->n; i++) {
        uint8_t sifted = sift(env, n, i);
        bool holds = is_sifted(n, sifted) ? sifted == 2 : holds_for(env, n, i, i + 1);
        if (n->op == GT_EXPR_EXISTS && holds)
            return 1;
        if (n->op == GT_EXPR_FORALL && !holds)
            return 0;
        sum += holds;
    }
    return n->op == GT_EXPR_EXISTS ? 0 : n->op == GT_EXPR_FORALL ? 1 : sum;
}

static bool all_of(gt_xenv *env, const gt_xnode *n, bool want)
{
    for (uint32_t i = 0; i < n->nkids; i++)
        if ((operand(env, n->kids[i]) != 0) != want)
            return false;
    return true;
}

static int64_t compare_real(gt_xenv *env, const gt_xnode *n)
{
    int c = gt_rat_compare(gt_xeval_real(env, n->kids[0]), gt_xeval_real(env, n->kids[1]));
    return gt_expr_apply((gt_expr_kind)n->value, (int64_t[2]){c, 0}, 2);
}

/* The group of a process. */
static uint32_t group_of(const gt_xgroup *g, uint32_t number)
{
    uint32_t i = number <= g->n ? number - 1 : g->n - 1; /* groups of one come first */
    while (g->firsts[i] > number)
        i--;
    return i;
}

static int64_t local_of(gt_xenv *env, const gt_xnode *n)
{
    int64_t p = operand(env, n->kids[0]);
    const gt_xgroup *g = &env->groups[n->type];
    return p == 0 ? 0 : g->rows[g->firsts ? group_of(g, (uint32_t)p) : (uint32_t)p - 1][n->var];
}

static int64_t arithmetic(gt_xenv *env, const gt_xnode *n)
{
    int64_t sum = operand(env, n->kids[0]);
    for (uint32_t i = 1; i < n->nkids && n->op == GT_EXPR_ADD; i++)
        sum += operand(env, n->kids[i]);
    for (uint32_t i = 1; i < n->nkids && n->op != GT_EXPR_ADD; i++)
        sum = gt_expr_apply((gt_expr_kind)n->op, (int64_t[2]){sum, operand(env, n->kids[i])}, 2);
    return sum;
}

/* A chain of them is an array with an index. */
static int64_t chosen(gt_xenv *env, const gt_xnode *n)
{
    do
        n = n->kids[operand(env, n->kids[0]) ? 1 : 2];
    while (n->op == GT_EXPR_ITE && n->memo == 0);
    return operand(env, n);
}

static int64_t eval_now(gt_xenv *env, const gt_xnode *n)
{
    switch (n->op) {
    case OP_LOCAL_OF: return local_of(env, n);
    case OP_COMPARE_REAL: return compare_real(env, n);
    case GT_EXPR_NEXT: return gt_ring_step(operand(env, n->kids[0]), 1, n->value);
    case GT_EXPR_PREV: return gt_ring_step(operand(env, n->kids[0]), -1, n->value);
    case GT_EXPR_EXISTS:
    case GT_EXPR_FORALL:
    case GT_EXPR_COUNT: return quantify(env, n);
    case GT_EXPR_NOT: return !operand(env, n->kids[0]);
    case GT_EXPR_NEG: return -operand(env, n->kids[0]);
    case GT_EXPR_AND: return all_of(env, n, true);
    case GT_EXPR_OR: return !all_of(env, n, false);
    case GT_EXPR_IMPLIES: return !operand(env, n->kids[0]) || operand(env, n->kids[1]);
    case GT_EXPR_IFF: return !operand(env, n->kids[0]) == !operand(env, n->kids[1]);
    case GT_EXPR_EQ: return operand(env, n->kids[0]) == operand(env, n->kids[1]);
    case GT_EXPR_NE: return operand(env, n->kids[0]) != operand(env, n->kids[1]);
    case GT_EXPR_LT: return operand(env, n->kids[0]) < operand(env, n->kids[1]);
    case GT_EXPR_LE: return operand(env, n->kids[0]) <= operand(env, n->kids[1]);
    case GT_EXPR_GT: return operand(env, n->kids[0]) > operand(env, n->kids[1]);
    case GT_EXPR_GE: return operand(env, n->kids[0]) >= operand(env, n->kids[1]);
    case GT_EXPR_ITE: return chosen(env, n);
    default:
        return arithmetic(env,
                          n); /* op is no enumeration here: what is left is ADD SUB MUL DIV MOD MIN MAX */
    }
}

static int64_t eval_deep(gt_xenv *env, const gt_xnode *n)
{
    if (n->memo == 0)
        return eval_now(env, n);
    if (env->memo_epoch[n->memo] != env->epoch) {
        env->memo[n->memo] = eval_now(env, n);
        env->memo_epoch[n->memo] = env->epoch;
    }
    return env->memo[n->memo];
}

int64_t gt_xeval(gt_xenv *env, const gt_xnode *n)
{
    return operand(env, n);
}

gt_rat gt_xeval_real(gt_xenv *env, const gt_xnode *n)
{
    if (!n->real)
        return gt_rat_int(gt_xeval(env, n));
    if (n->op == OP_REAL)
        return gt_rat_make(n->value, n->den);
    if (n->op == GT_EXPR_ITE)
        return gt_xeval_real(env, n->kids[gt_xeval(env, n->kids[0]) ? 1 : 2]);
    gt_rat x = gt_xeval_real(env, n->kids[0]);
    if (n->op == GT_EXPR_NEG)
        return gt_rat_sub(gt_rat_int(0), x);
    for (uint32_t i = 1; i < n->nkids; i++)
        x = gt_expr_apply_real((gt_expr_kind)n->op, x, gt_xeval_real(env, n->kids[i]));
    return x;
}

bool gt_xeval_possible(gt_xenv *env, const gt_xnode *prob)
{
    if (!prob)
        return true;
    gt_rat p = gt_xeval_real(env, prob);
    return p.num > 0 || gt_rat_is_nan(p);
}

#include "backends/check/explicit/code.h"

#include "runtime/table.h"

#include <stdlib.h>

/* Operators keep their expression kind; these are the leaves and short forms. */
typedef enum {
    OP_CONST = GT_EXPR_KINDS,
    OP_REAL,
    OP_SHARED,      /* var */
    OP_SLOT,        /* slot: its value */
    OP_LOCAL,       /* slot, var */
    OP_LOCAL_IS,    /* slot, var == value */
    OP_SHARED_IS,   /* var == value */
    OP_LOCAL_OF,    /* var of the process whose number kids[0] gives, of type `type` */
    OP_COMPARE_REAL /* `value` is the kind */
} short_op;

struct gt_xnode {
    uint16_t op;
    uint16_t type;
    uint32_t slot, var;
    uint64_t deps;
    uint32_t memo;  /* place of the remembered value + 1; 0: none */
    uint32_t sieve; /* quantifiers: number of the sieve, kids[1], + 1: if it is false (FORALL: true), so is
                       the body; 0: none */
    bool all;       /* the sieve is the body */
    uint32_t nkids;
    int64_t value, den;
    bool real;
    struct gt_xnode *kids[];
};

struct gt_xcode {
    gt_arena *arena;
    gt_ptrmap nodes, slots; /* of expressions, of binders */
    uint32_t nslots, nmemo, nsieves;
};

gt_xcode *gt_xcode_new(void)
{
    gt_xcode *code = gt_xcalloc(1, sizeof *code);
    code->arena = gt_arena_new();
    code->nslots = 1; /* self */
    return code;
}

void gt_xcode_free(gt_xcode *code)
{
    if (code) {
        gt_arena_free(code->arena);
        gt_ptrmap_fini(&code->nodes);
        gt_ptrmap_fini(&code->slots);
        free(code);
    }
}

/* ---- compiling ---- */

uint32_t gt_xcode_slot(gt_xcode *code, const gt_binder *binder)
{
    uint64_t known;
    if (gt_ptrmap_get(&code->slots, binder, &known))
        return (uint32_t)known;
    *gt_ptrmap_at(&code->slots, binder) = code->nslots;
    return code->nslots++;
}

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << (slot < GT_XDEP_FRAME ? slot : (uint32_t)GT_XDEP_FRAME);
}

static const uint64_t STATE_BIT = (uint64_t)1 << GT_XDEP_STATE;

static gt_xnode *node_new(gt_xcode *code, uint32_t op, uint32_t nkids)
{
    gt_xnode *n = gt_arena_alloc(code->arena, 1, sizeof(gt_xnode) + nkids * sizeof(gt_xnode *));
    n->op = (uint16_t)op;
    n->nkids = nkids;
    return n;
}

/* A process expression that is a slot. */
static bool slot_of(gt_xcode *code, const gt_expr *e, uint32_t *slot)
{
    if (e->kind == GT_EXPR_SELF) {
        *slot = 0;
    } else if (e->kind == GT_EXPR_BOUND) {
        *slot = gt_xcode_slot(code, e->u.binder);
    } else {
        return false;
    }
    return true;
}

static gt_xnode *compile(gt_xcode *code, const gt_expr *e);

static gt_xnode *compile_local(gt_xcode *code, const gt_expr *e)
{
    const gt_expr *process = e->kids[0];
    uint32_t slot;
    gt_xnode *n;
    if (slot_of(code, process, &slot)) {
        n = node_new(code, OP_LOCAL, 0);
        n->slot = slot;
        n->deps = slot_bit(slot);
    } else {
        n = node_new(code, OP_LOCAL_OF, 1);
        n->kids[0] = compile(code, process);
        n->type = (uint16_t)e->u.var->owner->index;
        n->deps = STATE_BIT | n->kids[0]->deps;
    }
    n->var = e->u.var->index;
    return n;
}

/* A formula as a disjunction (`or`) or conjunction of parts, each perhaps negated. */
typedef struct {
    const gt_expr *expr;
    bool negated;
} part;

typedef GT_VEC(part) parts;

static void take_apart(const gt_expr *e, bool negated, bool or, parts *out)
{
    gt_expr_kind kind = negated == or ? GT_EXPR_AND : GT_EXPR_OR;
    if (e->kind == GT_EXPR_NOT) {
        take_apart(e->kids[0], !negated, or, out);
    } else if (e->kind == kind) {
        for (uint32_t i = 0; i < e->nkids; i++) {
            take_apart(e->kids[i], negated, or, out);
        }
    } else if (e->kind == GT_EXPR_IMPLIES && kind == GT_EXPR_OR) {
        take_apart(e->kids[0], !negated, or, out);
        take_apart(e->kids[1], negated, or, out);
    } else {
        gt_vec_push(out, ((part){e, negated}));
    }
}

/* The parts that mention the slot, or those that do not, as one node; NULL: there is none. */
static gt_xnode *assemble(gt_xcode *code, const parts *all, uint32_t slot, bool mention, bool or)
{
    gt_xnode *n = node_new(code, or ? GT_EXPR_OR : GT_EXPR_AND, (uint32_t)all->n);
    n->nkids = 0;
    for (size_t i = 0; i < all->n; i++) {
        gt_xnode *kid = compile(code, all->v[i].expr);
        if ((slot >= GT_XDEP_FRAME || (kid->deps >> slot & 1)) != mention) {
            continue;
        }
        if (all->v[i].negated) {
            gt_xnode *not = node_new(code, GT_EXPR_NOT, 1);
            not ->kids[0] = kid;
            not ->deps = kid->deps;
            kid = not ;
        }
        n->deps |= kid->deps;
        n->kids[n->nkids++] = kid;
    }
    return n->nkids == 0 ? NULL : n->nkids == 1 ? n->kids[0] : n;
}

/* The parts of the body that ask for the bound process's own variables only. */
static void add_sieve(gt_xcode *code, gt_xnode *n)
{
    gt_xnode *body = n->kids[0], *sieve = NULL;
    uint16_t join = n->op == GT_EXPR_FORALL ? GT_EXPR_OR : GT_EXPR_AND;
    if (n->slot >= GT_XDEP_FRAME || body->real) {
        return;
    }
    if (body->deps == slot_bit(n->slot)) {
        sieve = body;
        n->all = true;
    } else if (body->op == join) {
        sieve = node_new(code, join, body->nkids);
        sieve->nkids = 0;
        for (uint32_t i = 0; i < body->nkids; i++) {
            if (body->kids[i]->deps == slot_bit(n->slot)) {
                sieve->kids[sieve->nkids++] = body->kids[i];
            }
        }
    }
    if (sieve && (n->all || sieve->nkids)) {
        n->kids[1] = sieve;
        n->sieve = ++code->nsieves;
    }
}

static gt_xnode *quantifier(gt_xcode *code, const gt_expr *e, uint32_t slot, gt_xnode *body)
{
    gt_xnode *n = node_new(code, e->kind, 2);
    n->nkids = 1;
    n->slot = slot;
    n->type = (uint16_t)e->u.binder->type.proc->index;
    n->kids[0] = body;
    n->deps = STATE_BIT | (body->deps & ~(slot < GT_XDEP_FRAME ? slot_bit(slot) : 0));
    if (n->deps == STATE_BIT) {
        n->memo = ++code->nmemo;
    }
    add_sieve(code, n);
    return n;
}

/* What does not depend on the bound process is asked before all of them are looked at. (There is at least
 * one.) */
static gt_xnode *compile_quant(gt_xcode *code, const gt_expr *e)
{
    uint32_t slot = gt_xcode_slot(code, e->u.binder);
    if (e->kind != GT_EXPR_EXISTS && e->kind != GT_EXPR_FORALL) {
        return quantifier(code, e, slot, compile(code, e->kids[0]));
    }
    bool or = e->kind == GT_EXPR_FORALL;
    parts all = {0};
    take_apart(e->kids[0], false, or, &all);
    gt_xnode *outside = assemble(code, &all, slot, false, or), *inside = assemble(code, &all, slot, true, or);
    free(all.v);
    if (!outside || !inside) {
        return inside ? quantifier(code, e, slot, inside) : outside;
    }
    gt_xnode *n = node_new(code, or ? GT_EXPR_OR : GT_EXPR_AND, 2);
    n->kids[0] = outside;
    n->kids[1] = quantifier(code, e, slot, inside);
    n->deps = outside->deps | n->kids[1]->deps;
    return n;
}

static bool is_comparison(gt_expr_kind kind)
{
    return kind == GT_EXPR_EQ || kind == GT_EXPR_NE || kind == GT_EXPR_LT || kind == GT_EXPR_LE ||
           kind == GT_EXPR_GT || kind == GT_EXPR_GE;
}

static gt_xnode *compile_op(gt_xcode *code, const gt_expr *e)
{
    gt_xnode *n = node_new(code, e->kind, e->nkids);
    bool real = false;
    for (uint32_t i = 0; i < e->nkids; i++) {
        n->kids[i] = compile(code, e->kids[i]);
        n->deps |= n->kids[i]->deps;
        real = real || n->kids[i]->real;
    }
    if (is_comparison(e->kind) && real) {
        n->value = e->kind;
        n->op = OP_COMPARE_REAL;
    } else if (e->kind == GT_EXPR_EQ && n->kids[1]->op == OP_CONST &&
               (n->kids[0]->op == OP_LOCAL || n->kids[0]->op == OP_SHARED)) {
        n->op = n->kids[0]->op == OP_LOCAL ? OP_LOCAL_IS : OP_SHARED_IS;
        n->slot = n->kids[0]->slot;
        n->var = n->kids[0]->var;
        n->value = n->kids[1]->value;
    }
    n->real = e->type.kind == GT_TYPE_REAL;
    return n;
}

static gt_xnode *compile_leaf(gt_xcode *code, const gt_expr *e)
{
    gt_xnode *n = node_new(code, OP_CONST, 0);
    uint32_t slot = 0;
    if (slot_of(code, e, &slot)) {
        n->op = OP_SLOT;
        n->slot = slot;
        n->deps = slot_bit(slot) | STATE_BIT;
    } else if (e->kind == GT_EXPR_CONST) {
        n->value = e->u.value;
    } else if (e->kind == GT_EXPR_REAL) {
        n->op = OP_REAL;
        n->value = e->u.real.num;
        n->den = e->u.real.den;
        n->real = true;
    } else if (e->kind == GT_EXPR_VAR) {
        n->op = OP_SHARED;
        n->var = e->u.var->index;
        n->deps = STATE_BIT;
    } else if (e->kind != GT_EXPR_NONE) {
        gt_ice("%s cannot be evaluated by the explicit engine", gt_expr_kind_name(e->kind));
    }
    return n;
}

static bool is_operator(gt_expr_kind kind)
{
    return gt_expr_in(kind, GT_GROUP_OP);
}

static gt_xnode *compile(gt_xcode *code, const gt_expr *e)
{
    gt_xnode *n = gt_ptrmap_pointer(&code->nodes, e);
    if (n) {
        /* met again: worth remembering if it depends on the state alone */
        if (n->nkids && n->memo == 0 && n->deps == STATE_BIT && !n->real) {
            n->memo = ++code->nmemo;
        }
        return n;
    }
    if (e->kind == GT_EXPR_LOCAL) {
        n = compile_local(code, e);
    } else if (e->kind == GT_EXPR_EXISTS || e->kind == GT_EXPR_FORALL || e->kind == GT_EXPR_COUNT) {
        n = compile_quant(code, e);
    } else if (is_operator(e->kind)) {
        n = compile_op(code, e);
    } else {
        n = compile_leaf(code, e);
    }
    gt_ptrmap_point(&code->nodes, e, n);
    return n;
}

const gt_xnode *gt_xcode_compile(gt_xcode *code, const gt_expr *e)
{
    return e ? compile(code, e) : NULL;
}

uint64_t gt_xnode_deps(const gt_xnode *node)
{
    return node->deps;
}

typedef struct {
    uint64_t slots;
    void (*atom)(void *arg, const gt_xnode *atom);
    void *arg;
    gt_ptrmap seen; /* nodes are shared: each once */
} plainness;

static bool is_plain(plainness *p, const gt_xnode *n)
{
    if (n->op == OP_CONST || n->op == OP_SHARED || n->op == OP_SHARED_IS) {
        return true;
    }
    if (n->op == OP_SLOT || n->op == OP_LOCAL || n->op == OP_LOCAL_IS) {
        return n->slot < GT_XDEP_FRAME && (p->slots >> n->slot & 1);
    }
    if (n->op == OP_LOCAL_OF || n->op == GT_EXPR_EXISTS || n->op == GT_EXPR_FORALL ||
        n->op == GT_EXPR_COUNT) {
        if (n->deps == STATE_BIT) {
            p->atom(p->arg, n);
        }
        return n->deps == STATE_BIT;
    }
    uint64_t known;
    if (gt_ptrmap_get(&p->seen, n, &known)) {
        return true; /* else nobody would ask any more */
    }
    *gt_ptrmap_at(&p->seen, n) = 1;
    bool plain = true;
    for (uint32_t i = 0; i < n->nkids && plain; i++) {
        plain = is_plain(p, n->kids[i]);
    }
    return plain;
}

bool gt_xnode_plain(const gt_xnode *n, uint64_t slots, void (*atom)(void *arg, const gt_xnode *atom),
                    void *arg)
{
    plainness p = {.slots = slots, .atom = atom, .arg = arg};
    bool plain = !n || is_plain(&p, n);
    gt_ptrmap_fini(&p.seen);
    return plain;
}

/* ---- evaluating ---- */

void gt_xenv_init(gt_xenv *env, const gt_xcode *code, uint32_t ntypes)
{
    *env = (gt_xenv){.value = gt_xcalloc(code->nslots, sizeof *env->value),
                     .row = gt_xcalloc(code->nslots, sizeof *env->row),
                     .groups = gt_xcalloc(ntypes, sizeof *env->groups),
                     .memo_epoch = gt_xcalloc((size_t)code->nmemo + 1, sizeof *env->memo_epoch),
                     .memo = gt_xcalloc((size_t)code->nmemo + 1, sizeof *env->memo),
                     .sieves = gt_xcalloc((size_t)code->nsieves + 1, GT_XSIEVE)};
}

void gt_xenv_fini(gt_xenv *env)
{
    free(env->value);
    free(env->row);
    free(env->groups);
    free(env->memo_epoch);
    free(env->sieves);
    free(env->memo);
}

/* What the sieve says of group i: 1 + its value; 0: there is none. */
static inline uint8_t sift(gt_xenv *env, const gt_xnode *n, uint32_t i)
{
    const gt_xgroup *g = &env->groups[n->type];
    if (!n->sieve || !g->locals || g->locals[i] >= GT_XSIEVE) {
        return 0;
    }
    uint8_t *known = &env->sieves[(size_t)(n->sieve - 1) * GT_XSIEVE + g->locals[i]];
    if (*known == 0) {
        env->row[n->slot] = g->rows[i];
        *known = 1 + (gt_xeval(env, n->kids[1]) != 0);
    }
    return *known;
}

/* Whether the bound process number `number` of group i decides the quantifier; else adds to the sum. */
static bool settles(gt_xenv *env, const gt_xnode *n, uint32_t i, uint32_t number, uint32_t weight,
                    int64_t *sum)
{
    env->row[n->slot] = env->groups[n->type].rows[i];
    env->value[n->slot] = (int32_t)number;
    bool holds = gt_xeval(env, n->kids[0]) != 0;
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
        if (sifted && (n->all || (sifted == 2) == (n->op == GT_EXPR_FORALL))) {
            sum += sifted == 2 ? g->counts[i] : 0;
            settled = (sifted == 2) == (n->op == GT_EXPR_EXISTS) && n->op != GT_EXPR_COUNT;
            continue;
        }
        uint32_t used = g->used[i];
        for (uint32_t u = 0; u < used && !settled; u++) {
            settled = settles(env, n, i, g->firsts[i] + u, 1, &sum);
        }
        if (used < g->counts[i] && !settled) {
            g->used[i]++;
            settled = settles(env, n, i, g->firsts[i] + used, g->counts[i] - used, &sum);
            g->used[i]--;
        }
    }
    return n->op == GT_EXPR_EXISTS ? settled : n->op == GT_EXPR_FORALL ? !settled : sum;
}

static int64_t quantify(gt_xenv *env, const gt_xnode *n)
{
    const gt_xgroup *g = &env->groups[n->type];
    int64_t sum = 0;
    if (g->firsts) {
        return quantify_groups(env, n);
    }
    for (uint32_t i = 0; i < g->n; i++) {
        env->row[n->slot] = g->rows[i];
        env->value[n->slot] = (int32_t)i + 1;
        bool holds = gt_xeval(env, n->kids[0]) != 0;
        if (n->op == GT_EXPR_EXISTS && holds) {
            return 1;
        }
        if (n->op == GT_EXPR_FORALL && !holds) {
            return 0;
        }
        sum += holds;
    }
    return n->op == GT_EXPR_EXISTS ? 0 : n->op == GT_EXPR_FORALL ? 1 : sum;
}

static bool all_of(gt_xenv *env, const gt_xnode *n, bool want)
{
    for (uint32_t i = 0; i < n->nkids; i++) {
        if ((gt_xeval(env, n->kids[i]) != 0) != want) {
            return false;
        }
    }
    return true;
}

static int64_t compare_real(gt_xenv *env, const gt_xnode *n)
{
    int c = gt_rat_compare(gt_xeval_real(env, n->kids[0]), gt_xeval_real(env, n->kids[1]));
    return gt_expr_apply((gt_expr_kind)n->value, (int64_t[2]){c, 0}, 2);
}

uint32_t gt_xgroup_of(const gt_xgroup *g, uint32_t number)
{
    uint32_t i = number <= g->n ? number - 1 : g->n - 1; /* groups of one come first */
    while (g->firsts[i] > number) {
        i--;
    }
    return i;
}

static int64_t local_of(gt_xenv *env, const gt_xnode *n)
{
    int64_t p = gt_xeval(env, n->kids[0]);
    const gt_xgroup *g = &env->groups[n->type];
    return p == 0 ? 0 : g->rows[g->firsts ? gt_xgroup_of(g, (uint32_t)p) : (uint32_t)p - 1][n->var];
}

static int64_t arithmetic(gt_xenv *env, const gt_xnode *n)
{
    int64_t sum = gt_xeval(env, n->kids[0]);
    for (uint32_t i = 1; i < n->nkids && n->op == GT_EXPR_ADD; i++) {
        sum += gt_xeval(env, n->kids[i]);
    }
    for (uint32_t i = 1; i < n->nkids && n->op != GT_EXPR_ADD; i++) {
        sum = gt_expr_apply((gt_expr_kind)n->op, (int64_t[2]){sum, gt_xeval(env, n->kids[i])}, 2);
    }
    return sum;
}

static int64_t eval_now(gt_xenv *env, const gt_xnode *n)
{
    switch (n->op) {
    case OP_CONST: return n->value;
    case OP_SHARED: return env->shared[n->var];
    case OP_SLOT: return env->value[n->slot];
    case OP_LOCAL: return env->row[n->slot][n->var];
    case OP_LOCAL_IS: return env->row[n->slot][n->var] == n->value;
    case OP_SHARED_IS: return env->shared[n->var] == n->value;
    case OP_LOCAL_OF: return local_of(env, n);
    case OP_COMPARE_REAL: return compare_real(env, n);
    case GT_EXPR_EXISTS:
    case GT_EXPR_FORALL:
    case GT_EXPR_COUNT: return quantify(env, n);
    case GT_EXPR_NOT: return !gt_xeval(env, n->kids[0]);
    case GT_EXPR_NEG: return -gt_xeval(env, n->kids[0]);
    case GT_EXPR_AND: return all_of(env, n, true);
    case GT_EXPR_OR: return !all_of(env, n, false);
    case GT_EXPR_IMPLIES: return !gt_xeval(env, n->kids[0]) || gt_xeval(env, n->kids[1]);
    case GT_EXPR_IFF: return !gt_xeval(env, n->kids[0]) == !gt_xeval(env, n->kids[1]);
    case GT_EXPR_EQ: return gt_xeval(env, n->kids[0]) == gt_xeval(env, n->kids[1]);
    case GT_EXPR_NE: return gt_xeval(env, n->kids[0]) != gt_xeval(env, n->kids[1]);
    case GT_EXPR_LT: return gt_xeval(env, n->kids[0]) < gt_xeval(env, n->kids[1]);
    case GT_EXPR_LE: return gt_xeval(env, n->kids[0]) <= gt_xeval(env, n->kids[1]);
    case GT_EXPR_GT: return gt_xeval(env, n->kids[0]) > gt_xeval(env, n->kids[1]);
    case GT_EXPR_GE: return gt_xeval(env, n->kids[0]) >= gt_xeval(env, n->kids[1]);
    case GT_EXPR_ITE: return gt_xeval(env, n->kids[gt_xeval(env, n->kids[0]) ? 1 : 2]);
    default:
        return arithmetic(env,
                          n); /* op is no enumeration here: what is left is ADD SUB MUL DIV MOD MIN MAX */
    }
}

int64_t gt_xeval(gt_xenv *env, const gt_xnode *n)
{
    if (n->memo == 0) {
        return eval_now(env, n);
    }
    if (env->memo_epoch[n->memo] != env->epoch) {
        env->memo[n->memo] = eval_now(env, n);
        env->memo_epoch[n->memo] = env->epoch;
    }
    return env->memo[n->memo];
}

gt_rat gt_xeval_real(gt_xenv *env, const gt_xnode *n)
{
    if (!n->real) {
        return gt_rat_int(gt_xeval(env, n));
    }
    if (n->op == OP_REAL) {
        return gt_rat_make(n->value, n->den);
    }
    if (n->op == GT_EXPR_ITE) {
        return gt_xeval_real(env, n->kids[gt_xeval(env, n->kids[0]) ? 1 : 2]);
    }
    gt_rat x = gt_xeval_real(env, n->kids[0]);
    if (n->op == GT_EXPR_NEG) {
        return gt_rat_sub(gt_rat_int(0), x);
    }
    for (uint32_t i = 1; i < n->nkids; i++) {
        gt_rat y = gt_xeval_real(env, n->kids[i]);
        switch (n->op) {
        case GT_EXPR_ADD: x = gt_rat_add(x, y); break;
        case GT_EXPR_SUB: x = gt_rat_sub(x, y); break;
        case GT_EXPR_MUL: x = gt_rat_mul(x, y); break;
        case GT_EXPR_DIV: x = gt_rat_div(x, y); break;
        case GT_EXPR_MIN: x = gt_rat_compare(x, y) <= 0 ? x : y; break;
        case GT_EXPR_MAX: x = gt_rat_compare(x, y) >= 0 ? x : y; break;
        default: gt_ice("an operator without a meaning for reals");
        }
    }
    return x;
}

bool gt_xeval_possible(gt_xenv *env, const gt_xnode *prob)
{
    if (!prob) {
        return true;
    }
    gt_rat p = gt_xeval_real(env, prob);
    return p.num > 0 || gt_rat_is_nan(p);
}

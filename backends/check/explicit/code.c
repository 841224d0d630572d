#include "backends/check/explicit/code_impl.h"

#include <stdlib.h>

enum { MOST_OF_PAIR = 32 }; /* nodes of a body that is looked up by pairs of locals */

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
    if (e->kind == GT_EXPR_SELF)
        *slot = 0;
    else if (e->kind == GT_EXPR_BOUND)
        *slot = gt_xcode_slot(code, e->u.binder);
    else
        return false;
    return true;
}

static gt_xnode *compile(gt_xcode *code, const gt_expr *e);

/* It depends on what its kids depend on. Their order stays: one may keep the next from a division by 0. */
static void adopt(gt_xnode *n)
{
    for (uint32_t i = 0; i < n->nkids; i++)
        n->deps |= n->kids[i]->deps;
}

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
        n->deps = STATE_BIT;
        adopt(n);
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
        for (uint32_t i = 0; i < e->nkids; i++)
            take_apart(e->kids[i], negated, or, out);
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
        if ((slot >= GT_XDEP_FRAME || (kid->deps >> slot & 1)) != mention)
            continue;
        if (all->v[i].negated) {
            gt_xnode *not = node_new(code, GT_EXPR_NOT, 1);
            not ->kids[0] = kid;
            adopt(not );
            kid = not ;
        }
        n->kids[n->nkids++] = kid;
    }
    adopt(n);
    return n->nkids == 0 ? NULL : n->nkids == 1 ? n->kids[0] : n;
}

/* The parts of the body that ask for the bound process's own variables only. */
static void add_sieve(gt_xcode *code, gt_xnode *n)
{
    gt_xnode *body = n->kids[0], *sieve = NULL;
    uint16_t join = n->op == GT_EXPR_FORALL ? GT_EXPR_OR : GT_EXPR_AND;
    if (n->slot >= GT_XDEP_FRAME || body->real)
        return;
    if (body->deps == slot_bit(n->slot)) {
        sieve = body;
        n->all = true;
    } else if (body->op == join) {
        sieve = node_new(code, join, body->nkids);
        sieve->nkids = 0;
        for (uint32_t i = 0; i < body->nkids; i++)
            if (body->kids[i]->deps == slot_bit(n->slot))
                sieve->kids[sieve->nkids++] = body->kids[i];
    }
    if (sieve && (n->all || sieve->nkids)) {
        n->kids[1] = sieve;
        n->sieve = ++code->nsieves;
    }
}

/* Whether two processes, self and the one in the slot, are asked if they are the same. */
static bool is_identity(const gt_xnode *n, uint32_t slot)
{
    if ((n->op != GT_EXPR_EQ && n->op != GT_EXPR_NE) || n->kids[0]->op != OP_SLOT ||
        n->kids[1]->op != OP_SLOT)
        return false;
    uint32_t a = n->kids[0]->slot, b = n->kids[1]->slot;
    return (a == 0 && b == slot) || (a == slot && b == 0);
}

/* Whether what is asked of self and of another process in the slot is decided by their locals. Looks at as
 * many nodes as *left says at most. */
static bool is_of_pair(const gt_xnode *n, uint32_t slot, uint32_t *left)
{
    if (*left == 0 || n->real)
        return false;
    --*left;
    if (n->op == OP_LOCAL || n->op == OP_LOCAL_IS)
        return n->slot == 0 || n->slot == slot;
    if (n->op == OP_CONST || is_identity(n, slot))
        return true;
    bool of_pair = n->op < GT_EXPR_KINDS && !gt_expr_in((gt_expr_kind)n->op, GT_GROUP_QUANT);
    for (uint32_t i = 0; i < n->nkids && of_pair; i++)
        of_pair = is_of_pair(n->kids[i], slot, left);
    return of_pair;
}

static gt_xnode *quantifier(gt_xcode *code, const gt_expr *e, uint32_t slot, gt_xnode *body)
{
    gt_xnode *n = node_new(code, e->kind, 2);
    n->nkids = 1;
    n->slot = slot;
    n->type = (uint16_t)e->u.binder->type.proc->index;
    n->kids[0] = body;
    n->deps = STATE_BIT | (body->deps & ~(slot < GT_XDEP_FRAME ? slot_bit(slot) : 0));
    if (n->deps == STATE_BIT)
        n->memo = ++code->nmemo;
    add_sieve(code, n);
    uint32_t left = MOST_OF_PAIR;
    if (slot != 0 && slot < GT_XDEP_FRAME && (body->deps & 1) && is_of_pair(body, slot, &left))
        n->pair = ++code->npairs;
    return n;
}

/* What does not depend on the bound process is asked before all of them are looked at. (There is at least
 * one.) */
static gt_xnode *compile_quant(gt_xcode *code, const gt_expr *e)
{
    uint32_t slot = gt_xcode_slot(code, e->u.binder);
    if (e->kind != GT_EXPR_EXISTS && e->kind != GT_EXPR_FORALL)
        return quantifier(code, e, slot, compile(code, e->kids[0]));
    bool or = e->kind == GT_EXPR_FORALL;
    parts all = {0};
    take_apart(e->kids[0], false, or, &all);
    gt_xnode *outside = assemble(code, &all, slot, false, or), *inside = assemble(code, &all, slot, true, or);
    free(all.v);
    if (!outside || !inside)
        return inside ? quantifier(code, e, slot, inside) : outside;
    gt_xnode *n = node_new(code, or ? GT_EXPR_OR : GT_EXPR_AND, 2);
    n->kids[0] = outside;
    n->kids[1] = quantifier(code, e, slot, inside);
    adopt(n);
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
        real = real || n->kids[i]->real;
    }
    adopt(n);
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

static gt_xnode *compile_neighbour(gt_xcode *code, const gt_expr *e)
{
    gt_xnode *n = node_new(code, e->kind, 1);
    n->kids[0] = compile(code, e->kids[0]);
    n->value = e->type.proc->n;
    n->deps = STATE_BIT;
    adopt(n);
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
    } else if (e->kind == GT_EXPR_CONST || e->kind == GT_EXPR_NAMED) {
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
        if (n->nkids && n->memo == 0 && n->deps == STATE_BIT && !n->real)
            n->memo = ++code->nmemo;
        return n;
    }
    if (e->kind == GT_EXPR_LOCAL)
        n = compile_local(code, e);
    else if (e->kind == GT_EXPR_EXISTS || e->kind == GT_EXPR_FORALL || e->kind == GT_EXPR_COUNT)
        n = compile_quant(code, e);
    else if (e->kind == GT_EXPR_NEXT || e->kind == GT_EXPR_PREV)
        n = compile_neighbour(code, e);
    else if (e->kind == GT_EXPR_NUMBER)
        return compile(code, e->kids[0]); /* an id is its number */
    else if (is_operator(e->kind))
        n = compile_op(code, e);
    else
        n = compile_leaf(code, e);
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
    if (n->op == OP_CONST || n->op == OP_SHARED || n->op == OP_SHARED_IS)
        return true;
    if (n->op == OP_SLOT || n->op == OP_LOCAL || n->op == OP_LOCAL_IS)
        return n->slot < GT_XDEP_FRAME && (p->slots >> n->slot & 1);
    if (n->op == OP_LOCAL_OF || n->op == GT_EXPR_EXISTS || n->op == GT_EXPR_FORALL ||
        n->op == GT_EXPR_COUNT) {
        if (n->deps == STATE_BIT)
            p->atom(p->arg, n);
        return n->deps == STATE_BIT;
    }
    uint64_t known;
    if (gt_ptrmap_get(&p->seen, n, &known))
        return true; /* else nobody would ask any more */
    *gt_ptrmap_at(&p->seen, n) = 1;
    bool plain = true;
    for (uint32_t i = 0; i < n->nkids && plain; i++)
        plain = is_plain(p, n->kids[i]);
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

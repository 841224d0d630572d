/* How a && b && c is nested does not matter: the clauses of a rule become one conjunction; the text does not
 * tell. */
#include "tests/lib/sym_equal.h"

#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

/* Two bound variables that must stand for each other. */
typedef struct {
    const gt_binder *a, *b;
} match;

/* What came of comparing two nodes: they differ, or they are the same if these match. That does not depend on
 * what is bound around them, so it is remembered for good, and shared nodes cost nothing the second time. */
typedef struct {
    const gt_expr *a, *b;
    bool same;
    uint32_t n;
    const match *matches;
} outcome;

typedef struct {
    gt_arena *arena;
    gt_ptrmap binders;     /* binder of a -> binder of b, for what rules and properties bind */
    GT_VEC(match) matches; /* asked for so far: those of the nodes being compared, outermost first */
    outcome *known;        /* a hash table */
    size_t nknown, cap;
} comparison;

enum { MAX_OPERANDS = 1 << 22 }; /* of a chain, which sharing can make longer than memory */

static bool same_name(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

/* The name of a variable as it is printed: `_` for each dot, and where it hides what is printed, a number
 * follows it. */
static bool same_printed_name(const char *name, const char *printed)
{
    for (; *name; name++, printed++)
        if (*printed != (*name == '.' ? '_' : *name))
            return false;
    return !*printed ||
           (printed[0] == '_' && printed[1] && strspn(printed + 1, "0123456789") == strlen(printed + 1));
}

static size_t without_values(const char *label)
{
    const char *values = strstr(label, " (");
    return values ? (size_t)(values - label) : strlen(label);
}

/* The label of a rule and as it is printed: rules of one name are told apart by the values of what it ranges
 * over there, and by numbers here. */
static bool same_printed_label(const char *label, const char *printed)
{
    size_t n = without_values(label);
    return n == without_values(printed) && !strncmp(label, printed, n);
}

static bool same_enum(const gt_enum *a, const gt_enum *b)
{
    if (!a || !b)
        return a == b;
    if (a->nvalues != b->nvalues || !same_name(a->name, b->name))
        return false;
    for (uint32_t i = 0; i < a->nvalues; i++)
        if (strcmp(a->values[i], b->values[i]) != 0)
            return false;
    return true;
}

static bool same_proc(const gt_proc *a, const gt_proc *b)
{
    return a && b ? a->index == b->index : a == b;
}

static bool same_var(const gt_var *a, const gt_var *b)
{
    return a->index == b->index && same_proc(a->owner, b->owner);
}

static bool same_type(gt_type a, gt_type b)
{
    return a.kind == b.kind && a.optional == b.optional && a.lo == b.lo && a.hi == b.hi &&
           same_enum(a.en, b.en) && same_proc(a.proc, b.proc);
}

/* ---- expressions ---- */

static bool same_expr(comparison *c, const gt_expr *a, const gt_expr *b);
static bool alike(comparison *c, const gt_expr *a, const gt_expr *b);

static bool is_associative(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_ADD || kind == GT_EXPR_MUL;
}

typedef GT_VEC(const gt_expr *) operands;

/* The operands of a chain of `kind` from left to right. Sums and products only along the left: in a + (b + c)
 * the parentheses are written. */
static void collect(const gt_expr *e, gt_expr_kind kind, operands *out)
{
    bool everywhere = kind == GT_EXPR_AND || kind == GT_EXPR_OR;
    for (uint32_t i = 0; i < e->nkids && out->n < MAX_OPERANDS; i++)
        if (e->kids[i]->kind == kind && (i == 0 || everywhere))
            collect(e->kids[i], kind, out);
        else
            gt_vec_push(out, e->kids[i]);
}

/* The matches from `from` on, each once; those before are of the same node and different from each other. */
static void merge_matches(comparison *c, size_t from, size_t begin)
{
    size_t n = from;
    for (size_t i = from; i < c->matches.n; i++) {
        size_t k = begin;
        while (k < n && (c->matches.v[k].a != c->matches.v[i].a || c->matches.v[k].b != c->matches.v[i].b))
            k++;
        if (k == n)
            c->matches.v[n++] = c->matches.v[i];
    }
    c->matches.n = n;
}

static bool same_kids(comparison *c, size_t begin, size_t n, const gt_expr *const *a, const gt_expr *const *b)
{
    for (size_t i = 0; i < n; i++) {
        size_t from = c->matches.n;
        if (!alike(c, a[i], b[i]))
            return false;
        merge_matches(c, from, begin);
    }
    return true;
}

/* First as they are nested, then as chains. */
static bool same_operands(comparison *c, const gt_expr *a, const gt_expr *b)
{
    size_t begin = c->matches.n;
    if (a->nkids == b->nkids && same_kids(c, begin, a->nkids, a->kids, b->kids))
        return true;
    c->matches.n = begin;
    operands x = {0}, y = {0};
    collect(a, a->kind, &x);
    collect(b, b->kind, &y);
    bool same = x.n == y.n && x.n < MAX_OPERANDS && same_kids(c, begin, x.n, x.v, y.v);
    free(x.v);
    free(y.v);
    return same;
}

static void bind(comparison *c, const gt_binder *a, const gt_binder *b)
{
    *gt_ptrmap_at(&c->binders, a) = (uint64_t)(uintptr_t)b;
}

/* Makes the two the same name; their `where` are compared with that. */
static bool same_binder(comparison *c, const gt_binder *a, const gt_binder *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || !same_type(a->type, b->type))
        return false;
    bind(c, a, b);
    return same_expr(c, a->where, b->where);
}

static bool same_bound(comparison *c, const gt_bound *a, const gt_bound *b)
{
    if (!a || !b)
        return a == b || (a ? a : b)->cmp == GT_CMP_NONE;
    return a->cmp == b->cmp && a->opt == b->opt && alike(c, a->value, b->value) &&
           alike(c, a->upper, b->upper) && same_name(a->reward, b->reward);
}

/* -1 is a constant, whether written as one or as the negation of 1; -2147483648 can only be written as a
 * difference; and where reals are expected 2 is one. */
static bool constant(const gt_expr *e, int64_t *value)
{
    if (e->kind == GT_EXPR_NEG && e->kids[0]->kind == GT_EXPR_CONST) {
        *value = -e->kids[0]->u.value;
        return true;
    }
    if (e->kind == GT_EXPR_SUB && e->type.hi == INT32_MIN) {
        *value = INT32_MIN;
        return true;
    }
    if (e->kind == GT_EXPR_REAL && e->u.real.den == 1) {
        *value = e->u.real.num;
        return true;
    }
    return gt_expr_is_const(e, value);
}

static bool same_kind_of_constant(gt_type a, gt_type b)
{
    bool numbers = (a.kind == GT_TYPE_INT || a.kind == GT_TYPE_REAL) &&
                   (b.kind == GT_TYPE_INT || b.kind == GT_TYPE_REAL);
    return numbers || (a.kind == b.kind && same_enum(a.en, b.en));
}

static bool same_payload(comparison *c, const gt_expr *a, const gt_expr *b)
{
    match m = {NULL, NULL};
    switch (a->kind) {
    case GT_EXPR_REAL: return a->u.real.num == b->u.real.num && a->u.real.den == b->u.real.den;
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_INDICES: return same_var(a->u.var, b->u.var);
    case GT_EXPR_BOUND:
        m = (match){a->u.binder, b->u.binder};
        gt_vec_push(&c->matches, m);
        return true;
    case GT_KINDS_QUANT:
        return a->u.binder->kind == b->u.binder->kind && same_type(a->u.binder->type, b->u.binder->type);
    case GT_EXPR_SELF: return same_proc(a->type.proc, b->type.proc);
    case GT_EXPR_NAMED: return same_proc(a->type.proc, b->type.proc) && a->u.value == b->u.value;
    case GT_KINDS_LTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST: return same_bound(c, a->u.bound, b->u.bound);
    case GT_KINDS_RING:
    case GT_EXPR_NUMBER:
    case GT_EXPR_CONST: /* compared as values */
    case GT_EXPR_NONE:
    case GT_KINDS_OP:
    case GT_KINDS_CTL: return true;
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in a symmetric program", gt_expr_kind_name(a->kind));
}

/* Here a's and b's variables are bound: the matches from `begin` on must agree, and no longer concern
 * anybody. */
static bool close_binder(comparison *c, size_t begin, const gt_binder *a, const gt_binder *b)
{
    size_t n = begin;
    for (size_t i = begin; i < c->matches.n; i++) {
        match m = c->matches.v[i];
        if ((m.a == a) != (m.b == b))
            return false;
        if (m.a != a)
            c->matches.v[n++] = m;
    }
    c->matches.n = n;
    return true;
}

static bool same_node(comparison *c, const gt_expr *a, const gt_expr *b)
{
    int64_t x, y;
    size_t begin = c->matches.n;
    if (constant(a, &x) && constant(b, &y))
        return x == y && same_kind_of_constant(a->type, b->type);
    if (a->kind != b->kind)
        return false;
    if (is_associative(a->kind))
        return same_operands(c, a, b);
    if (a->nkids != b->nkids || !same_payload(c, a, b) || !same_kids(c, begin, a->nkids, a->kids, b->kids))
        return false;
    bool binds = a->kind == GT_EXPR_EXISTS || a->kind == GT_EXPR_FORALL || a->kind == GT_EXPR_COUNT;
    return !binds || close_binder(c, begin, a->u.binder, b->u.binder);
}

/* The place of the pair, found or free. */
static outcome *slot(const comparison *c, const gt_expr *a, const gt_expr *b)
{
    uint64_t h = gt_hash_combine(gt_hash_mix((uint64_t)(uintptr_t)a), (uint64_t)(uintptr_t)b);
    size_t i = (size_t)h & (c->cap - 1);
    while (c->known[i].a && (c->known[i].a != a || c->known[i].b != b))
        i = (i + 1) & (c->cap - 1);
    return &c->known[i];
}

static void remember(comparison *c, const gt_expr *a, const gt_expr *b, bool same, size_t begin)
{
    if (2 * (c->nknown + 1) > c->cap) {
        outcome *old = c->known;
        size_t cap = c->cap;
        c->cap = cap ? 2 * cap : 1024;
        c->known = gt_xcalloc(c->cap, sizeof *c->known);
        for (size_t i = 0; i < cap; i++)
            if (old[i].a)
                *slot(c, old[i].a, old[i].b) = old[i];
        free(old);
    }
    outcome *o = slot(c, a, b);
    *o = (outcome){.a = a, .b = b, .same = same};
    c->nknown++;
    if (same && c->matches.n > begin) {
        o->n = (uint32_t)(c->matches.n - begin);
        o->matches = gt_arena_copy(c->arena, c->matches.v + begin, o->n, sizeof *o->matches);
    }
}

/* Whether a and b are the same if the matches appended hold; after false what was appended means nothing. */
static bool alike(comparison *c, const gt_expr *a, const gt_expr *b)
{
    if (!a || !b)
        return a == b;
    const outcome *o = c->cap ? slot(c, a, b) : NULL;
    if (o && o->a) {
        for (uint32_t i = 0; o->same && i < o->n; i++)
            gt_vec_push(&c->matches, o->matches[i]);
        return o->same;
    }
    size_t begin = c->matches.n;
    bool same = same_node(c, a, b);
    if (a->nkids > 0)
        remember(c, a, b, same, begin);
    return same;
}

static bool same_expr(comparison *c, const gt_expr *a, const gt_expr *b)
{
    c->matches.n = 0;
    bool same = alike(c, a, b);
    for (size_t i = 0; same && i < c->matches.n; i++) {
        uint64_t binder;
        same = gt_ptrmap_get(&c->binders, c->matches.v[i].a, &binder) &&
               binder == (uint64_t)(uintptr_t)c->matches.v[i].b;
    }
    return same;
}

/* ---- declarations ---- */

static bool same_declared(comparison *c, const gt_var *a, const gt_var *b)
{
    if (!same_var(a, b) || !same_printed_name(a->name, b->name) || !same_type(a->type, b->type) ||
        a->ndims != b->ndims || a->len != b->len || a->ninits != b->ninits)
        return false;
    if (a->is_loc != b->is_loc || a->is_ghost != b->is_ghost || a->is_error != b->is_error)
        return false;
    if (!a->class_sizes != !b->class_sizes)
        return false;
    for (uint32_t k = 0; a->class_sizes && k < a->type.en->nvalues; k++)
        if (a->class_sizes[k] != b->class_sizes[k])
            return false;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dims[i].lo != b->dims[i].lo || a->dims[i].hi != b->dims[i].hi ||
            !same_enum(a->dims[i].en, b->dims[i].en))
            return false;
    for (uint32_t i = 0; i < a->ninits; i++) {
        const gt_init *x = &a->inits[i], *y = &b->inits[i];
        if (!same_binder(c, x->choice, y->choice) || (!x->choice && !same_expr(c, x->expr, y->expr)))
            return false;
    }
    return true;
}

static bool same_process(comparison *c, const gt_proc *a, const gt_proc *b)
{
    if (!same_name(a->name, b->name) || a->n != b->n || a->nvars != b->nvars)
        return false;
    for (uint32_t i = 0; i < a->nvars; i++)
        if (!same_declared(c, a->vars[i], b->vars[i]))
            return false;
    return true;
}

/* ---- rules and properties ---- */

static bool same_update(comparison *c, const gt_update *a, const gt_update *b)
{
    return same_binder(c, a->each, b->each) && same_var(a->var, b->var) && same_expr(c, a->cond, b->cond) &&
           same_expr(c, a->proc, b->proc) && same_expr(c, a->index, b->index) &&
           same_expr(c, a->value, b->value);
}

static bool same_branch(comparison *c, const gt_branch *a, const gt_branch *b)
{
    if (!same_expr(c, a->prob, b->prob) || a->nupdates != b->nupdates)
        return false;
    for (uint32_t i = 0; i < a->nupdates; i++)
        if (!same_update(c, &a->updates[i], &b->updates[i]))
            return false;
    return true;
}

static bool same_rule(comparison *c, const gt_rule *a, const gt_rule *b)
{
    if (!same_name(a->name, b->name) || !same_printed_label(a->label, b->label) ||
        !same_proc(a->owner, b->owner))
        return false;
    if (a->npartners != b->npartners || a->nchoices != b->nchoices || a->nbranches != b->nbranches)
        return false;
    for (uint32_t i = 0; i < a->npartners; i++)
        if (!same_binder(c, a->partners[i], b->partners[i]))
            return false;
    for (uint32_t i = 0; i < a->nchoices; i++)
        bind(c, a->choices[i], b->choices[i]);
    for (uint32_t i = 0; i < a->nchoices; i++)
        if (!same_binder(c, a->choices[i], b->choices[i]))
            return false;
    if (!same_expr(c, a->guard, b->guard) || !same_expr(c, a->rate, b->rate))
        return false;
    for (uint32_t i = 0; i < a->nbranches; i++)
        if (!same_branch(c, &a->branches[i], &b->branches[i]))
            return false;
    return true;
}

static bool same_prop(comparison *c, const gt_prop *a, const gt_prop *b)
{
    if (a->kind != b->kind || !same_name(a->name, b->name) || a->nprefix != b->nprefix ||
        (a->nprefix && a->prefix_exists != b->prefix_exists))
        return false;
    for (uint32_t i = 0; i < a->nprefix; i++)
        if (!same_binder(c, a->prefix[i], b->prefix[i]))
            return false;
    return same_expr(c, a->formula, b->formula);
}

static bool same_reward(comparison *c, const gt_reward *a, const gt_reward *b)
{
    if (!same_name(a->name, b->name) || a->nrules != b->nrules)
        return false;
    for (uint32_t i = 0; i < a->nrules; i++)
        if (!same_name(a->rules[i], b->rules[i]))
            return false;
    return same_expr(c, a->expr, b->expr);
}

static bool same_turn(const gt_turn *a, const gt_turn *b)
{
    return a->strong == b->strong && same_name(a->rule, b->rule) &&
           same_name(a->proc ? a->proc->name : NULL, b->proc ? b->proc->name : NULL);
}

static bool same_program(comparison *c, const gt_sym *a, const gt_sym *b)
{
    bool same = same_name(a->name, b->name) && a->kind == b->kind && a->nprocs == b->nprocs &&
                a->nshared == b->nshared && a->nrules == b->nrules && a->nprops == b->nprops &&
                a->nfair == b->nfair && a->nturns == b->nturns && a->nrewards == b->nrewards;
    for (uint32_t i = 0; same && i < a->nshared; i++)
        same = same_declared(c, a->shared[i], b->shared[i]);
    for (uint32_t i = 0; same && i < a->nprocs; i++)
        same = same_process(c, a->procs[i], b->procs[i]);
    same = same && (a->initially != NULL) == (b->initially != NULL) &&
           (!a->initially || same_expr(c, a->initially, b->initially));
    for (uint32_t i = 0; same && i < a->nrules; i++)
        same = same_rule(c, a->rules[i], b->rules[i]);
    for (uint32_t i = 0; same && i < a->nprops; i++)
        same = same_prop(c, a->props[i], b->props[i]);
    for (uint32_t i = 0; same && i < a->nfair; i++)
        same =
            same_name(a->fair[i]->name, b->fair[i]->name) && same_expr(c, a->fair[i]->expr, b->fair[i]->expr);
    for (uint32_t i = 0; same && i < a->nturns; i++)
        same = same_turn(a->turns[i], b->turns[i]);
    for (uint32_t i = 0; same && i < a->nrewards; i++)
        same = same_reward(c, a->rewards[i], b->rewards[i]);
    return same;
}

bool gt_sym_equal(const gt_sym *a, const gt_sym *b)
{
    comparison c = {.arena = gt_arena_new()};
    bool same = same_program(&c, a, b);
    gt_ptrmap_fini(&c.binders);
    free(c.matches.v);
    free(c.known);
    gt_arena_free(c.arena);
    return same;
}

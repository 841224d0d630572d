#include "runtime/search/ltl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_ltl_kind kind;
    uint32_t a, b;
} formula;

struct gt_ltl {
    GT_VEC(formula) all;
};

gt_ltl *gt_ltl_new(void)
{
    return gt_xcalloc(1, sizeof(gt_ltl));
}

void gt_ltl_free(gt_ltl *l)
{
    if (l) {
        free(l->all.v);
        free(l);
    }
}

static uint32_t make(gt_ltl *l, gt_ltl_kind kind, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < l->all.n; i++) {
        const formula *f = &l->all.v[i];
        if (f->kind == kind && f->a == a && f->b == b)
            return i;
    }
    gt_vec_push(&l->all, ((formula){kind, a, b}));
    return (uint32_t)(l->all.n - 1);
}

uint32_t gt_ltl_atom(gt_ltl *l, uint32_t atom)
{
    return make(l, GT_LTL_ATOM, atom, 0);
}

static gt_ltl_kind kind_of(const gt_ltl *l, uint32_t f)
{
    return l->all.v[f].kind;
}

static uint32_t constant(gt_ltl *l, bool value)
{
    return make(l, value ? GT_LTL_TRUE : GT_LTL_FALSE, 0, 0);
}

static uint32_t binary(gt_ltl *l, gt_ltl_kind kind, uint32_t a, uint32_t b)
{
    bool and_like = kind == GT_LTL_AND || kind == GT_LTL_R;
    gt_ltl_kind neutral = and_like ? GT_LTL_TRUE : GT_LTL_FALSE, zero = and_like ? GT_LTL_FALSE : GT_LTL_TRUE;
    if (a == b || kind_of(l, b) == zero)
        return b;
    if (kind == GT_LTL_AND || kind == GT_LTL_OR) {
        if (kind_of(l, a) == neutral || kind_of(l, b) == neutral)
            return kind_of(l, a) == neutral ? b : a;
        if (kind_of(l, a) == zero)
            return a;
        return a < b ? make(l, kind, a, b) : make(l, kind, b, a);
    }
    /* a U false, a R true */
    if (kind_of(l, b) == neutral)
        return b;
    /* false U b, true R b */
    return kind_of(l, a) == neutral ? b : make(l, kind, a, b);
}

uint32_t gt_ltl_op(gt_ltl *l, gt_ltl_kind kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case GT_LTL_TRUE:
    case GT_LTL_FALSE: return constant(l, kind == GT_LTL_TRUE);
    case GT_LTL_ATOM: return gt_ltl_atom(l, a);
    case GT_LTL_NOT:
        if (kind_of(l, a) == GT_LTL_TRUE || kind_of(l, a) == GT_LTL_FALSE)
            return constant(l, kind_of(l, a) == GT_LTL_FALSE);
        return kind_of(l, a) == GT_LTL_NOT ? l->all.v[a].a : make(l, GT_LTL_NOT, a, 0);
    case GT_LTL_X:
        return kind_of(l, a) == GT_LTL_TRUE || kind_of(l, a) == GT_LTL_FALSE ? a : make(l, GT_LTL_X, a, 0);
    case GT_LTL_AND:
    case GT_LTL_OR:
    case GT_LTL_U:
    case GT_LTL_R: return binary(l, kind, a, b);
    }
    return a;
}

/* Negation normal form of `f` or, with `negate`, of its negation. Formulas are shared: `known` has what was
 * made of each, plain and negated, + 1. */
static uint32_t normal(gt_ltl *l, uint32_t *known, uint32_t f, bool negate);

static uint32_t make_normal(gt_ltl *l, uint32_t *known, uint32_t f, bool negate)
{
    formula x = l->all.v[f];
    switch (x.kind) {
    case GT_LTL_TRUE:
    case GT_LTL_FALSE: return constant(l, (x.kind == GT_LTL_TRUE) != negate);
    case GT_LTL_ATOM: return negate ? make(l, GT_LTL_NOT, f, 0) : f;
    case GT_LTL_NOT: return normal(l, known, x.a, !negate);
    case GT_LTL_X: return gt_ltl_op(l, GT_LTL_X, normal(l, known, x.a, negate), 0);
    case GT_LTL_AND:
    case GT_LTL_OR:
        return binary(l, (x.kind == GT_LTL_AND) != negate ? GT_LTL_AND : GT_LTL_OR,
                      normal(l, known, x.a, negate), normal(l, known, x.b, negate));
    case GT_LTL_U:
    case GT_LTL_R:
        return binary(l, (x.kind == GT_LTL_U) != negate ? GT_LTL_U : GT_LTL_R, normal(l, known, x.a, negate),
                      normal(l, known, x.b, negate));
    }
    return f;
}

static uint32_t normal(gt_ltl *l, uint32_t *known, uint32_t f, bool negate)
{
    uint32_t *mine = &known[2 * (size_t)f + negate];
    if (!*mine)
        *mine = make_normal(l, known, f, negate) + 1;
    return *mine - 1;
}

enum { ASKED = 256 }; /* steps from one question whether to stop to the next */

/* ---- the tableau ----
 * A node is what has been decided for now (old), what is still to be taken apart (todo) and what the next
 * position must satisfy (next). Of `old` only literals, untils and right sides of untils matter later on. */

typedef struct {
    gt_bits old, todo, next;
    gt_bits from; /* states it is entered from; the last bit: initial */
} node;

typedef struct {
    gt_ltl *l;
    size_t nformulas;
    uint32_t limit;
    gt_bits kept; /* formulas worth remembering in `old` */
    GT_VEC(node) done;
    GT_VEC(node) work;
    bool too_many;
} tableau;

static void node_free(node *n)
{
    gt_bits_free(&n->old);
    gt_bits_free(&n->todo);
    gt_bits_free(&n->next);
    gt_bits_free(&n->from);
}

static node node_copy(const node *n)
{
    return (node){gt_bits_copy(&n->old), gt_bits_copy(&n->todo), gt_bits_copy(&n->next),
                  gt_bits_copy(&n->from)};
}

static bool same_bits(const gt_bits *a, const gt_bits *b)
{
    return !memcmp(a->w, b->w, (a->n + 63) / 64 * sizeof *a->w);
}

static int64_t any_bit(const gt_bits *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->w[i / 64] == 0)
            i |= 63;
        else if (gt_bits_has(b, i))
            return (int64_t)i;
    return -1;
}

/* All is taken apart: a state of the automaton, maybe one already known. */
static void finish(tableau *t, node *n)
{
    for (size_t i = 0; i < t->done.n; i++) {
        node *d = &t->done.v[i];
        if (same_bits(&d->old, &n->old) && same_bits(&d->next, &n->next)) {
            gt_bits_or(&d->from, &n->from);
            node_free(n);
            return;
        }
    }
    if (t->done.n == t->limit) {
        t->too_many = true;
        node_free(n);
        return;
    }
    node follow = {gt_bits_new(t->nformulas), gt_bits_copy(&n->next), gt_bits_new(t->nformulas),
                   gt_bits_new((size_t)t->limit + 1)};
    gt_bits_add(&follow.from, t->done.n);
    gt_vec_push(&t->done, *n);
    gt_vec_push(&t->work, follow);
}

/* Two ways on: `left` and, for U and R, `next` in the one, `right` (and for R `also`) in the other. */
static void split(tableau *t, node *n, uint32_t left, int64_t next, uint32_t right, int64_t also)
{
    node other = node_copy(n);
    gt_bits_add(&n->todo, left);
    if (next >= 0)
        gt_bits_add(&n->next, (size_t)next);
    gt_bits_add(&other.todo, right);
    if (also >= 0)
        gt_bits_add(&other.todo, (size_t)also);
    gt_vec_push(&t->work, other);
    gt_vec_push(&t->work, *n);
}

static bool contradicts(const tableau *t, const node *n, uint32_t f)
{
    const formula *x = &t->l->all.v[f];
    if (x->kind == GT_LTL_NOT)
        return gt_bits_has(&n->old, x->a);
    for (uint32_t i = 0; i < t->nformulas; i++) {
        const formula *y = &t->l->all.v[i];
        if (y->kind == GT_LTL_NOT && y->a == f)
            return gt_bits_has(&n->old, i);
    }
    return false;
}

/* Takes one formula of n->todo apart; n is taken over. */
static void step(tableau *t, node n)
{
    int64_t some = any_bit(&n.todo);
    if (some < 0) {
        finish(t, &n);
        return;
    }
    uint32_t f = (uint32_t)some;
    formula x = t->l->all.v[f];
    gt_bits_remove(&n.todo, f);
    if (gt_bits_has(&t->kept, f))
        gt_bits_add(&n.old, f);
    switch (x.kind) {
    case GT_LTL_FALSE: node_free(&n); return;
    case GT_LTL_TRUE: break;
    case GT_LTL_ATOM:
    case GT_LTL_NOT:
        if (contradicts(t, &n, f)) {
            node_free(&n);
            return;
        }
        break;
    case GT_LTL_AND:
        gt_bits_add(&n.todo, x.a);
        gt_bits_add(&n.todo, x.b);
        break;
    case GT_LTL_X: gt_bits_add(&n.next, x.a); break;
    case GT_LTL_OR: split(t, &n, x.a, -1, x.b, -1); return;
    case GT_LTL_U: split(t, &n, x.a, f, x.b, -1); return;
    case GT_LTL_R: split(t, &n, x.b, f, x.a, x.b); return;
    }
    gt_vec_push(&t->work, n);
}

static void keep(tableau *t)
{
    for (uint32_t i = 0; i < t->nformulas; i++) {
        const formula *x = &t->l->all.v[i];
        if (x->kind == GT_LTL_ATOM || x->kind == GT_LTL_NOT) {
            gt_bits_add(&t->kept, i);
        } else if (x->kind == GT_LTL_U) {
            gt_bits_add(&t->kept, i);
            gt_bits_add(&t->kept, x->b);
        }
    }
}

/* ---- the automaton ---- */

static void accepting_sets(const tableau *t, gt_automaton *a)
{
    for (uint32_t f = 0; f < t->nformulas; f++) {
        const formula *x = &t->l->all.v[f];
        bool used = false;
        for (size_t q = 0; q < t->done.n; q++)
            used = used || (x->kind == GT_LTL_U && gt_bits_has(&t->done.v[q].old, f));
        if (!used)
            continue;
        gt_bits set = gt_bits_new(t->done.n);
        for (size_t q = 0; q < t->done.n; q++)
            if (!gt_bits_has(&t->done.v[q].old, f) || gt_bits_has(&t->done.v[q].old, x->b))
                gt_bits_add(&set, q);
        a->sets[a->nsets++] = set;
    }
}

static gt_automaton *build(const tableau *t, uint32_t natoms)
{
    gt_automaton *a = gt_xcalloc(1, sizeof *a);
    a->nstates = (uint32_t)t->done.n;
    a->natoms = natoms;
    a->positive = gt_xcalloc(a->nstates, sizeof *a->positive);
    a->negative = gt_xcalloc(a->nstates, sizeof *a->negative);
    a->next = gt_xcalloc(a->nstates, sizeof *a->next);
    a->initial = gt_bits_new(a->nstates);
    for (uint32_t q = 0; q < a->nstates; q++)
        a->next[q] = gt_bits_new(a->nstates);
    for (uint32_t q = 0; q < a->nstates; q++) {
        const node *n = &t->done.v[q];
        a->positive[q] = gt_bits_new(natoms);
        a->negative[q] = gt_bits_new(natoms);
        for (uint32_t f = 0; f < t->nformulas; f++) {
            const formula *x = &t->l->all.v[f];
            if (gt_bits_has(&n->old, f) && x->kind == GT_LTL_ATOM)
                gt_bits_add(&a->positive[q], x->a);
            else if (gt_bits_has(&n->old, f) && x->kind == GT_LTL_NOT)
                gt_bits_add(&a->negative[q], t->l->all.v[x->a].a);
        }
        if (gt_bits_has(&n->from, t->limit))
            gt_bits_add(&a->initial, q);
        for (uint32_t p = 0; p < a->nstates; p++)
            if (gt_bits_has(&n->from, p))
                gt_bits_add(&a->next[p], q);
    }
    a->sets = gt_xcalloc(t->nformulas, sizeof *a->sets);
    accepting_sets(t, a);
    return a;
}

gt_automaton *gt_ltl_automaton(gt_ltl *l, uint32_t f, uint32_t natoms, uint32_t limit, const gt_poll *poll)
{
    uint32_t *known = gt_xcalloc(2 * l->all.n, sizeof *known);
    f = normal(l, known, f, false);
    free(known);
    tableau t = {.l = l, .nformulas = l->all.n, .limit = limit};
    t.kept = gt_bits_new(t.nformulas);
    keep(&t);
    node start = {gt_bits_new(t.nformulas), gt_bits_new(t.nformulas), gt_bits_new(t.nformulas),
                  gt_bits_new((size_t)limit + 1)};
    gt_bits_add(&start.todo, f);
    gt_bits_add(&start.from, limit);
    gt_vec_push(&t.work, start);
    for (uint32_t steps = 1; t.work.n; steps++) {
        node n = t.work.v[--t.work.n];
        t.too_many = t.too_many || (poll && poll->stop && steps % ASKED == 0 && poll->stop(poll->arg, 0));
        if (t.too_many)
            node_free(&n);
        else
            step(&t, n);
    }
    gt_automaton *a = t.too_many ? NULL : build(&t, natoms);
    for (size_t i = 0; i < t.done.n; i++)
        node_free(&t.done.v[i]);
    free(t.done.v);
    free(t.work.v);
    gt_bits_free(&t.kept);
    return a;
}

void gt_automaton_free(gt_automaton *a)
{
    if (!a)
        return;
    for (uint32_t q = 0; q < a->nstates; q++) {
        gt_bits_free(&a->positive[q]);
        gt_bits_free(&a->negative[q]);
        gt_bits_free(&a->next[q]);
    }
    for (uint32_t s = 0; s < a->nsets; s++)
        gt_bits_free(&a->sets[s]);
    gt_bits_free(&a->initial);
    free(a->positive);
    free(a->negative);
    free(a->next);
    free(a->sets);
    free(a);
}

bool gt_automaton_mentions(const gt_automaton *a, uint32_t atom)
{
    for (uint32_t q = 0; q < a->nstates; q++)
        if (gt_bits_has(&a->positive[q], atom) || gt_bits_has(&a->negative[q], atom))
            return true;
    return false;
}

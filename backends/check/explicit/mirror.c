/* Rings that may be mirrored. Exchanging next and prev of a ring in all of the program's text gives the
 * program that its mirrored processes run. If that is the same program, but for the order of its rules,
 * updates and operands and for the names of what is bound, then mirrored states do mirrored steps.
 *
 * Every expression gets a number, equal for two if they are the same in this sense: once as it stands, and
 * once with next and prev of one ring exchanged. The program is total: the order of operands means nothing.
 */
#include "backends/check/explicit/explicit.h"
#include "ir/expr/walk.h"
#include "runtime/search/intern.h"

#include <stdlib.h>

enum { WORDS = 8 }; /* what, four of payload, two parts */

/* What numbers are given to, apart from kinds of expressions. */
enum { ALONG = GT_EXPR_KINDS, LIST, BINDER, UPDATE, BRANCH, RULE };

enum { MOST_PARTNERS = 4 }; /* that are tried in every order */

typedef struct {
    const gt_sym *sym;
    gt_intern *terms;
    const gt_proc *ring; /* whose next and prev are exchanged; NULL: of none */
    gt_ptrmap known;     /* of expressions, as long as nothing is bound anew */
    gt_ptrmap labels;    /* of binders: how they are called */
    uint32_t depth;      /* quantifiers around */
} namer;

typedef GT_VEC(uint32_t) numbers;

static uint32_t name(namer *w, const gt_expr *e);

static uint32_t put(namer *w, uint32_t what, int64_t x, int64_t y, uint32_t left, uint32_t right)
{
    const int32_t row[WORDS] = {(int32_t)what,      (int32_t)x,    (int32_t)(x >> 32), (int32_t)y,
                                (int32_t)(y >> 32), (int32_t)left, (int32_t)right};
    return gt_intern_put(w->terms, row);
}

static uint32_t name_opt(namer *w, const gt_expr *e)
{
    return e ? name(w, e) : UINT32_MAX;
}

/* A list in its order, or in none. */
static uint32_t put_list(namer *w, uint32_t what, int64_t x, int64_t y, numbers *list, bool ordered)
{
    uint32_t all = UINT32_MAX;
    if (!ordered)
        gt_sort_numbers(list->v, list->n);
    for (size_t i = 0; i < list->n; i++)
        all = put(w, LIST, 0, 0, all, list->v[i]);
    free(list->v);
    return put(w, what, x, y, all, UINT32_MAX);
}

/* ---- expressions ---- */

static int64_t type_name(gt_type type)
{
    return type.kind == GT_TYPE_ID ? -1 - (int64_t)type.proc->index : (int64_t)type.kind;
}

/* How the binder is called from here on. */
static uint32_t bind(namer *w, const gt_binder *b, uint32_t role, uint32_t number)
{
    uint32_t label = put(w, BINDER, (int64_t)role << 32 | number, type_name(b->type), (uint32_t)b->type.lo,
                         (uint32_t)b->type.hi);
    *gt_ptrmap_at(&w->labels, b) = label;
    return label;
}

static int64_t steps_of(const namer *w, const gt_expr **id)
{
    int64_t steps, n = (*id)->type.proc->n;
    bool exchanged = (*id)->type.proc == w->ring;
    *id = gt_expr_along(*id, &steps);
    return gt_ring_step(1, exchanged ? -steps : steps, n) - 1;
}

/* Ids are the same as so many steps further on, on one side alone. (The neighbours of none are nobody's: what
 * may be none keeps its steps.) */
static uint32_t name_ids(namer *w, const gt_expr *e)
{
    const gt_expr *x = e->kids[0], *y = e->kids[1];
    int64_t n = x->type.proc->n, a = steps_of(w, &x), b = steps_of(w, &y);
    bool apart = (a && x->type.optional) || (b && y->type.optional);
    uint32_t left = name(w, x), right = name(w, y);
    int64_t one = apart ? a << 32 | b : (a - b + n) % n, other = apart ? b << 32 | a : (b - a + n) % n;
    bool turned = left > right || (left == right && one > other);
    return put(w, e->kind, turned ? other : one, apart, turned ? right : left, turned ? left : right);
}

static bool is_unordered(gt_expr_kind kind)
{
    return kind == GT_EXPR_AND || kind == GT_EXPR_OR || kind == GT_EXPR_ADD || kind == GT_EXPR_MUL ||
           kind == GT_EXPR_EQ || kind == GT_EXPR_NE || kind == GT_EXPR_IFF || kind == GT_EXPR_MIN ||
           kind == GT_EXPR_MAX;
}

static uint32_t name_operator(namer *w, const gt_expr *e)
{
    numbers kids = {0};
    bool above = e->kind == GT_EXPR_GT || e->kind == GT_EXPR_GE;
    gt_expr_kind kind = e->kind == GT_EXPR_GT ? GT_EXPR_LT : e->kind == GT_EXPR_GE ? GT_EXPR_LE : e->kind;
    for (uint32_t i = 0; i < e->nkids; i++)
        gt_vec_push(&kids, name(w, e->kids[above ? e->nkids - 1 - i : i]));
    return put_list(w, kind, 0, 0, &kids, !is_unordered(kind));
}

static uint32_t name_quantifier(namer *w, const gt_expr *e)
{
    uint32_t label = bind(w, e->u.binder, 0, w->depth++);
    uint32_t result = put(w, e->kind, 0, 0, label, name(w, e->kids[0]));
    w->depth--;
    return result;
}

static uint32_t name_new(namer *w, const gt_expr *e)
{
    const gt_expr *from = e;
    int64_t steps;
    switch (e->kind) {
    case GT_EXPR_CONST: return put(w, e->kind, e->u.value, (int64_t)e->type.kind, 0, 0);
    case GT_EXPR_REAL: return put(w, e->kind, e->u.real.num, e->u.real.den, 0, 0);
    case GT_EXPR_VAR: return put(w, e->kind, e->u.var->index, 0, 0, 0);
    case GT_EXPR_LOCAL:
        return put(w, e->kind, e->u.var->index, e->u.var->owner->index, name(w, e->kids[0]), 0);
    case GT_EXPR_SELF:
    case GT_EXPR_NONE: return put(w, e->kind, e->type.proc->index, 0, 0, 0);
    case GT_EXPR_NAMED: return put(w, e->kind, e->type.proc->index, e->u.value, 0, 0);
    case GT_EXPR_NUMBER: return put(w, e->kind, 0, 0, name(w, e->kids[0]), 0);
    case GT_EXPR_BOUND: return put(w, e->kind, 0, 0, (uint32_t)*gt_ptrmap_at(&w->labels, e->u.binder), 0);
    case GT_KINDS_RING: steps = steps_of(w, &from); return put(w, ALONG, steps, 0, name(w, from), 0);
    case GT_KINDS_QUANT: return name_quantifier(w, e);
    case GT_KINDS_EQUALITY: return e->kids[0]->type.kind == GT_TYPE_ID ? name_ids(w, e) : name_operator(w, e);
    case GT_KINDS_LOGIC:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE: return name_operator(w, e);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_POP:
    case GT_EXPR_INDICES:
    case GT_EXPR_CVAR:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in what the explicit engine looks at", gt_expr_kind_name(e->kind));
}

static uint32_t name(namer *w, const gt_expr *e)
{
    uint64_t known;
    if (e->nkids && gt_ptrmap_get(&w->known, e, &known))
        return (uint32_t)known;
    uint32_t number = name_new(w, e);
    if (e->nkids)
        *gt_ptrmap_at(&w->known, e) = number;
    return number;
}

/* Binders are called otherwise from here on. */
static void forget(namer *w)
{
    gt_ptrmap_fini(&w->known);
    w->known = (gt_ptrmap){0};
}

/* ---- rules ---- */

static uint32_t name_update(namer *w, const gt_update *u)
{
    numbers parts = {0};
    gt_vec_push(&parts, u->each ? bind(w, u->each, 3, 0) : UINT32_MAX);
    gt_vec_push(&parts, name_opt(w, u->cond));
    gt_vec_push(&parts, name_opt(w, u->proc));
    gt_vec_push(&parts, name(w, u->value));
    return put_list(w, UPDATE, u->var->index, u->var->owner ? (int64_t)u->var->owner->index : -1, &parts,
                    true);
}

static uint32_t name_branch(namer *w, const gt_branch *b)
{
    numbers updates = {0};
    for (uint32_t i = 0; i < b->nupdates; i++)
        gt_vec_push(&updates, name_update(w, &b->updates[i]));
    uint32_t prob = name_opt(w, b->prob);
    return put_list(w, BRANCH, prob, 0, &updates, false);
}

/* The partner number i is called order[i]. */
static uint32_t name_ordered(namer *w, const gt_rule *r, const uint32_t *order)
{
    numbers parts = {0}, branches = {0}, partners = {0};
    forget(w);
    for (uint32_t i = 0; i < r->npartners; i++)
        gt_vec_push(&partners, bind(w, r->partners[i], 1, order[i]));
    for (uint32_t i = 0; i < r->nchoices; i++) {
        gt_vec_push(&parts, bind(w, r->choices[i], 2, i));
        gt_vec_push(&parts, name_opt(w, r->choices[i]->where));
    }
    gt_vec_push(&parts, put_list(w, LIST, 1, 0, &partners, false));
    gt_vec_push(&parts, name(w, r->guard));
    gt_vec_push(&parts, name_opt(w, r->rate));
    for (uint32_t i = 0; i < r->nbranches; i++)
        gt_vec_push(&branches, name_branch(w, &r->branches[i]));
    gt_vec_push(&parts, put_list(w, LIST, 2, 0, &branches, false));
    for (uint32_t i = 0; i < w->sym->nturns; i++) /* whose turn it is to fire it is the same of both */
        if (gt_turn_moves(&(gt_served){w->sym->turns[i], r->owner}, r))
            gt_vec_push(&parts, put(w, LIST, 3, i, 0, 0));
    return put_list(w, RULE, r->owner ? (int64_t)r->owner->index : -1, 0, &parts, true);
}

/* The least number that some order of the partners gives. */
static uint32_t name_orders(namer *w, const gt_rule *r, uint32_t *order, uint32_t from)
{
    uint32_t least = UINT32_MAX;
    if (from + 1 >= r->npartners || r->npartners > MOST_PARTNERS)
        return name_ordered(w, r, order);
    for (uint32_t i = from; i < r->npartners; i++) {
        uint32_t kept = order[from];
        order[from] = order[i];
        order[i] = kept;
        uint32_t number = name_orders(w, r, order, from + 1);
        least = number < least ? number : least;
        order[i] = order[from];
        order[from] = kept;
    }
    return least;
}

static uint32_t name_rule(namer *w, const gt_rule *r)
{
    uint32_t *order = gt_xcalloc((size_t)r->npartners + 1, sizeof *order);
    for (uint32_t i = 0; i < r->npartners; i++)
        order[i] = i;
    uint32_t number = name_orders(w, r, order, 0);
    free(order);
    return number;
}

/* ---- the program ---- */

static void name_inits(namer *w, gt_var *const *vars, uint32_t n, numbers *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const gt_init *init = &vars[i]->inits[0];
        forget(w);
        gt_vec_push(out, init->choice ? bind(w, init->choice, 2, 0) : UINT32_MAX);
        gt_vec_push(out, name_opt(w, init->choice ? init->choice->where : init->expr));
    }
}

/* Everything that the states, steps and labels follow from, as numbers; rules in any order. */
static numbers name_all(namer *w, const gt_sym *sym, const gt_xlabel *labels, uint32_t nlabels)
{
    numbers all = {0}, rules = {0};
    name_inits(w, sym->shared, sym->nshared, &all);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        name_inits(w, sym->procs[t]->vars, sym->procs[t]->nvars, &all);
    forget(w);
    gt_vec_push(&all, name_opt(w, sym->initially));
    for (uint32_t i = 0; i < nlabels; i++)
        gt_vec_push(&all, name_opt(w, labels[i].expr));
    for (uint32_t i = 0; i < sym->nrules; i++)
        gt_vec_push(&rules, name_rule(w, sym->rules[i]));
    gt_sort_numbers(rules.v, rules.n);
    for (size_t i = 0; i < rules.n; i++)
        gt_vec_push(&all, rules.v[i]);
    free(rules.v);
    return all;
}

static numbers with_exchanged(gt_intern *terms, const gt_proc *ring, const gt_sym *sym,
                              const gt_xlabel *labels, uint32_t nlabels)
{
    namer w = {.sym = sym, .terms = terms, .ring = ring};
    numbers all = name_all(&w, sym, labels, nlabels);
    gt_ptrmap_fini(&w.known);
    gt_ptrmap_fini(&w.labels);
    return all;
}

const bool *gt_xmirrored(gt_arena *arena, const gt_sym *sym, const gt_xlabel *labels, uint32_t nlabels)
{
    bool *mirrored = GT_NEW_ARRAY(arena, bool, (size_t)sym->nprocs + 1);
    if (!gt_sym_tie(sym).proc)
        return mirrored;
    gt_intern *terms = gt_intern_new(WORDS);
    numbers plain = with_exchanged(terms, NULL, sym, labels, nlabels);
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        if (sym->procs[t]->symmetry != GT_SYMMETRY_RING)
            continue;
        numbers exchanged = with_exchanged(terms, sym->procs[t], sym, labels, nlabels);
        mirrored[t] = memcmp(plain.v, exchanged.v, plain.n * sizeof *plain.v) == 0;
        free(exchanged.v);
    }
    free(plain.v);
    gt_intern_free(terms);
    return mirrored;
}

const char *gt_xmirrored_text(gt_arena *arena, const gt_sym *sym, const bool *mirrored)
{
    gt_str text;
    const char *between = "";
    gt_str_init(&text);
    gt_str_add(&text, "canonical representatives, ");
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        if (sym->procs[t]->symmetry == GT_SYMMETRY_FULL)
            continue;
        gt_str_addf(&text, "%s%s %s", between, sym->procs[t]->name,
                    sym->procs[t]->symmetry == GT_SYMMETRY_SIMILAR ? "process by process"
                    : mirrored[t]                                  ? "rotated and mirrored"
                                                                   : "rotated");
        between = ", ";
    }
    const char *result = gt_arena_strdup(arena, gt_str_text(&text));
    gt_str_fini(&text);
    return result;
}

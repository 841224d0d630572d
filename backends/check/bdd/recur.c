/* Which commands can fire infinitely often on a path, and where.
 *
 * A path through finitely many states ends in a cycle. Seen from the control variables alone (all but
 * counters and large numbers) it ends in a strongly connected component of the control graph, and on a cycle
 * a number that is pushed up is pushed down as well. So edges between components are taken finitely often,
 * and so are the edges of a component that push a number one way when no edge of that component pushes it
 * back. Leaving those out may split components again, and so on until nothing changes. For a token passed
 * among a million processes, say, this finds out that who waits for a holder that does not let go waits in a
 * finite queue, which a fixpoint would find out a million times. */
#include "backends/check/bdd/fix.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONTROL = 128, MAX_IMAGES = 2000, MAX_QUESTIONS = 6 };
static const int64_t worth_while = 32; /* values of a number from which on fixpoints may get long */

typedef struct {
    uint32_t from, to;
    size_t rel;
    bool alive;
} edge;

typedef struct {
    const gt_cb_space *sp;
    gt_bdd f;
    gt_bdd numbers;                  /* cube of the numbers' variables */
    uint32_t *pairs, npairs;         /* control */
    gt_bdd questions[MAX_QUESTIONS]; /* about numbers */
    uint32_t nquestions;
    GT_VEC(gt_bdd) nodes; /* control states, as sets */
    GT_VEC(edge) edges;
    uint64_t *reach; /* nodes x words */
    uint32_t words;
} graph;

/* ---- questions about numbers ---- */

/* Does the guard ask this only to be able to take from what it takes from? */
static bool is_own_source(const gt_cb *cb, const gt_cb_rel *r, const bool *support)
{
    for (uint32_t p = 0; p < cb->npairs; p++) {
        bool taken = false;
        for (uint32_t k = 0; support[p] && k < r->nchanges; k++)
            taken = taken || (r->changes[k].var == cb->pair_var[p] && r->changes[k].kind == GT_CB_ADD);
        if (support[p] && !taken)
            return false;
    }
    return true;
}

static void ask(graph *g, const gt_cb_rel *r, const gt_expr *e)
{
    gt_cb *cb = g->sp->cb;
    if (g->nquestions == MAX_QUESTIONS)
        return;
    bool compares = gt_expr_in(e->kind, GT_GROUP_COMPARE) && e->kids[0]->type.kind != GT_TYPE_BOOL;
    for (uint32_t i = 0; !compares && i < e->nkids && e->kids[i]->type.kind == GT_TYPE_BOOL; i++)
        ask(g, r, e->kids[i]);
    if (!compares)
        return;
    gt_bdd f = gt_cb_bool(cb, NULL, e), nf = gt_bdd_not(cb->m, f);
    bool *support = gt_xcalloc(cb->npairs + 1, sizeof *support), fresh = true;
    gt_bdd_support(cb->m, f, support);
    for (uint32_t p = cb->ntableau; p < cb->npairs; p++)
        fresh = fresh && (!support[p] || cb->is_number[cb->pair_var[p]]);
    for (uint32_t i = 0; i < g->nquestions; i++)
        fresh = fresh && g->questions[i] != f && g->questions[i] != nf;
    if (fresh && !is_own_source(cb, r, support))
        g->questions[g->nquestions++] = gt_bdd_ref(cb->m, f);
    gt_bdd_drop(cb->m, f);
    gt_bdd_drop(cb->m, nf);
    free(support);
}

/* ---- the control graph ---- */

static void find_pairs(graph *g)
{
    gt_cb *cb = g->sp->cb;
    uint32_t *numbers = gt_xmalloc(cb->npairs + 1, sizeof *numbers), count = 0;
    g->pairs = gt_xmalloc(cb->npairs + 1, sizeof *g->pairs);
    for (uint32_t p = 0; g->sp->tableau && p < cb->ntableau; p++)
        g->pairs[g->npairs++] = p;
    for (uint32_t i = 0; i < cb->nstate_pairs; i++) {
        uint32_t p = cb->state_pairs[i];
        if (cb->is_number[cb->pair_var[p]])
            numbers[count++] = p;
        else
            g->pairs[g->npairs++] = p;
    }
    g->numbers = gt_bdd_cube(cb->m, numbers, count);
    free(numbers);
}

typedef bool visitor(graph *g, gt_bdd node, void *arg);

/* Calls `each` with the parts of `node` by the answers to questions i and following that `set` meets. */
static bool split_node(graph *g, gt_bdd set, gt_bdd node, uint32_t i, visitor *each, void *arg)
{
    gt_bdd_mgr *m = g->sp->cb->m;
    if (!node || !gt_bdd_meets(m, set, node))
        return node != NULL;
    if (i == g->nquestions)
        return each(g, node, arg);
    gt_bdd yes = gt_bdd_and(m, node, g->questions[i]), no = gt_bdd_diff(m, node, g->questions[i]);
    bool ok = split_node(g, set, yes, i + 1, each, arg) && split_node(g, set, no, i + 1, each, arg);
    gt_bdd_drop(m, yes);
    gt_bdd_drop(m, no);
    return ok;
}

/* Calls `each` with every control state that `set` meets; false: it said so, there are too many, or failure.
 */
static bool for_each(graph *g, gt_bdd set, visitor *each, void *arg)
{
    gt_cb *cb = g->sp->cb;
    bool *bits = gt_xcalloc(cb->npairs + 1, sizeof *bits), ok = true;
    gt_bdd left = gt_bdd_exists(cb->m, set, g->numbers);
    while (ok && left && !gt_bdd_is_false(cb->m, left)) {
        gt_bdd_pick(cb->m, left, bits);
        gt_bdd node = gt_bdd_state(cb->m, bits, g->pairs, g->npairs);
        ok = split_node(g, set, node, 0, each, arg);
        gt_bdd_set(cb->m, &left, gt_bdd_diff(cb->m, left, node));
        gt_bdd_drop(cb->m, node);
    }
    ok = ok && left;
    gt_bdd_drop(cb->m, left);
    free(bits);
    return ok;
}

static bool add_node(graph *g, gt_bdd node, void *arg)
{
    (void)arg;
    if (g->nodes.n == MAX_CONTROL)
        return false;
    gt_vec_push(&g->nodes, gt_bdd_ref(g->sp->cb->m, node));
    return true;
}

static bool add_edge(graph *g, gt_bdd node, void *arg)
{
    edge *e = arg;
    for (e->to = 0; e->to < g->nodes.n; e->to++)
        if (g->nodes.v[e->to] == node) {
            gt_vec_push(&g->edges, *e);
            return true;
        }
    return false;
}

/* Control states of f and the moves between them; false: too many. */
static bool build(graph *g)
{
    gt_cb *cb = g->sp->cb;
    find_pairs(g);
    bool ok = for_each(g, g->f, add_node, NULL) && g->nodes.n * cb->rels.n <= MAX_IMAGES;
    for (uint32_t c = 0; ok && c < g->nodes.n; c++) {
        gt_bdd here = gt_bdd_and(cb->m, g->f, g->nodes.v[c]);
        for (size_t r = 0; ok && r < cb->rels.n; r++) {
            if (cb->rels.v[r].extra || !gt_bdd_meets(cb->m, here, cb->rels.v[r].guard))
                continue;
            gt_bdd to = gt_cb_post(g->sp, r, false, here);
            gt_bdd_and_to(cb->m, &to, g->f);
            ok = for_each(g, to, add_edge, &(edge){.from = c, .rel = r, .alive = true});
            gt_bdd_drop(cb->m, to);
        }
        gt_bdd_drop(cb->m, here);
        gt_cb_tick(cb, NULL);
    }
    return ok;
}

/* ---- leaving out what cannot recur ---- */

static bool reaches(const graph *g, uint32_t a, uint32_t b)
{
    return g->reach[(size_t)a * g->words + b / 64] >> (b % 64) & 1;
}

/* reach := reflexive and transitive closure of the edges left. */
static void close_graph(graph *g)
{
    uint32_t n = (uint32_t)g->nodes.n;
    memset(g->reach, 0, (size_t)n * g->words * sizeof *g->reach);
    for (uint32_t a = 0; a < n; a++)
        g->reach[(size_t)a * g->words + a / 64] |= (uint64_t)1 << (a % 64);
    for (size_t i = 0; i < g->edges.n; i++) {
        const edge *e = &g->edges.v[i];
        if (e->alive)
            g->reach[(size_t)e->from * g->words + e->to / 64] |= (uint64_t)1 << (e->to % 64);
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t w = 0; reaches(g, a, k) && a != k && w < g->words; w++)
                g->reach[(size_t)a * g->words + w] |= g->reach[(size_t)k * g->words + w];
}

/* What the edges of a component do to a number, as bits. */
enum { PUSH_UP = 1, PUSH_DOWN = 2, PUSH_OTHER = 4 };

static uint8_t push_of(const gt_cb_change *c)
{
    if (c->kind != GT_CB_ADD)
        return PUSH_OTHER;
    return c->value > 0 ? PUSH_UP : c->value < 0 ? PUSH_DOWN : 0;
}

/* Edges of the component of node `home` that push a number one way only are left out; true if there were any.
 */
static bool drop_one_way(graph *g, uint32_t home, uint8_t *pushes)
{
    gt_cb *cb = g->sp->cb;
    bool changed = false;
    memset(pushes, 0, cb->cmds->nvars);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < g->edges.n; i++) {
            edge *e = &g->edges.v[i];
            const gt_cb_rel *r = &cb->rels.v[e->rel];
            if (!e->alive || !reaches(g, home, e->from) || !reaches(g, e->from, home))
                continue;
            for (uint32_t k = 0; k < r->nchanges; k++) {
                const gt_cb_change *c = &r->changes[k];
                if (!cb->is_number[c->var])
                    continue;
                if (pass == 0) {
                    pushes[c->var] |= push_of(c);
                } else if (push_of(c) && (pushes[c->var] == PUSH_UP || pushes[c->var] == PUSH_DOWN)) {
                    e->alive = false;
                    changed = true;
                }
            }
        }
    return changed;
}

static void thin_out(graph *g)
{
    uint32_t n = (uint32_t)g->nodes.n;
    uint8_t *pushes = gt_xcalloc(g->sp->cb->cmds->nvars + 1, 1);
    g->words = (n + 63) / 64;
    g->reach = gt_xcalloc((size_t)n * g->words + 1, sizeof *g->reach);
    for (bool more = true; more;) {
        more = false;
        close_graph(g);
        for (size_t i = 0; i < g->edges.n; i++)
            g->edges.v[i].alive = g->edges.v[i].alive && reaches(g, g->edges.v[i].to, g->edges.v[i].from);
        for (uint32_t home = 0; home < n; home++) {
            bool first = true; /* one node speaks for its component */
            for (uint32_t a = 0; a < home && first; a++)
                first = !(reaches(g, a, home) && reaches(g, home, a));
            more = (first && drop_one_way(g, home, pushes)) || more;
        }
    }
    free(g->reach);
    free(pushes);
}

static bool has_large_numbers(const gt_cb *cb)
{
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        if (cb->is_number[v] && gt_type_size(cb->cmds->vars[v].type) >= worth_while)
            return true;
    return false;
}

static void free_graph(graph *g)
{
    gt_bdd_mgr *m = g->sp->cb->m;
    for (size_t i = 0; i < g->nodes.n; i++)
        gt_bdd_drop(m, g->nodes.v[i]);
    for (uint32_t i = 0; i < g->nquestions; i++)
        gt_bdd_drop(m, g->questions[i]);
    gt_bdd_drop(m, g->numbers);
    free(g->nodes.v);
    free(g->edges.v);
    free(g->pairs);
}

/* With or without questions; false: the graph is too large. */
static bool try_graph(const gt_cb_space *sp, gt_bdd f, bool with_questions, gt_bdd *use)
{
    gt_cb *cb = sp->cb;
    graph g = {.sp = sp, .f = f};
    for (size_t r = 0; with_questions && r < cb->rels.n; r++)
        if (!cb->rels.v[r].extra)
            ask(&g, &cb->rels.v[r], cb->cmds->cmds[cb->rels.v[r].cmd].guard);
    bool known = build(&g);
    if (known)
        thin_out(&g);
    for (size_t i = 0; known && i < g.edges.n; i++) {
        const edge *e = &g.edges.v[i];
        if (!e->alive)
            continue;
        if (!use[e->rel])
            use[e->rel] = gt_bdd_const(cb->m, false);
        gt_bdd_or_to(cb->m, &use[e->rel], g.nodes.v[e->from]);
    }
    free_graph(&g);
    return known;
}

void gt_cb_recurrent(const gt_cb_space *sp, gt_bdd f, gt_bdd *use)
{
    gt_cb *cb = sp->cb;
    bool known = has_large_numbers(cb) && (try_graph(sp, f, true, use) || try_graph(sp, f, false, use));
    for (size_t r = 0; r < cb->rels.n; r++)
        if (!known && !cb->rels.v[r].extra)
            gt_bdd_set(cb->m, &use[r], gt_bdd_ref(cb->m, sp->states));
        else if (use[r])
            gt_bdd_and_to(cb->m, &use[r], sp->states);
}

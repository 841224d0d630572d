#include "passes/found/signature.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 200 }; /* pairs that are tried where several would do */

/* Terms of the program only, numbered anew: kids before those they are in. */
struct gt_signature {
    gt_terms *terms;
    GT_VEC(const gt_term *) nodes;
    gt_ptrmap number; /* of a node, + 1 */
    GT_VEC(uint32_t) points;
    uint64_t *colours, *next; /* by node */
    uint64_t *before;         /* colours where nothing is chosen */
    uint32_t *cells;          /* by point */
    uint32_t tries;
};

static uint32_t number(const gt_signature *s, const gt_term *t)
{
    uint64_t n = 0;
    gt_ptrmap_get(&s->number, t, &n);
    return (uint32_t)n - 1;
}

static void collect(gt_signature *s, const gt_term *t)
{
    uint64_t n;
    if (gt_ptrmap_get(&s->number, t, &n))
        return;
    for (uint32_t i = 0; i < t->nkids; i++)
        collect(s, t->kids[i]);
    *gt_ptrmap_at(&s->number, t) = s->nodes.n + 1;
    if (t->kind == TERM_VARIABLE || t->kind == TERM_VALUE)
        gt_vec_push(&s->points, (uint32_t)s->nodes.n);
    gt_vec_push(&s->nodes, t);
}

/* ---- refinement ---- */

static uint64_t first_colour(const gt_signature *s, const gt_term *t)
{
    const gt_cmds *cmds = s->terms->cmds;
    uint64_t colour = gt_hash_combine((uint64_t)t->kind + 1, t->nkids);
    uint32_t var;
    switch (t->kind) {
    case TERM_VARIABLE:
        var = (uint32_t)t->number;
        colour = gt_hash_combine(colour, (uint64_t)cmds->vars[var].type.kind);
        colour = gt_hash_combine(colour, (uint64_t)cmds->vars[var].type.lo);
        colour = gt_hash_combine(colour, (uint64_t)cmds->vars[var].type.hi);
        return gt_hash_combine(colour, s->terms->fixed[var]);
    case TERM_VALUE:
        var = gt_term_var(t);
        return s->terms->fixed[var] ? gt_hash_combine(colour, (uint64_t)t->number) : colour;
    case TERM_NUMBER:
    case TERM_REAL:
    case TERM_READ:
    case TERM_IN:
    case TERM_SAME:
    case TERM_CASE:
    case TERM_ARM:
    case TERM_NOTHING:
    case TERM_NOT:
    case TERM_ANY:
    case TERM_OP: break;
    }
    return gt_hash_combine(gt_hash_combine(colour, (uint64_t)t->number), (uint64_t)t->den);
}

static bool is_ordered(const gt_term *t)
{
    return t->kind == TERM_OP || t->kind == TERM_ARM;
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t count_colours(const gt_signature *s, const uint64_t *colours)
{
    size_t n = s->nodes.n, distinct = 0;
    uint64_t *sorted = gt_xmalloc(n ? n : 1, sizeof *sorted);
    memcpy(sorted, colours, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_colour);
    for (size_t i = 0; i < n; i++)
        distinct += i == 0 || sorted[i] != sorted[i - 1];
    free(sorted);
    return distinct;
}

/* Linked variables have values that mean the same. */
static void mix_links(gt_signature *s, const uint64_t *colours, uint64_t *next)
{
    const gt_terms *t = s->terms;
    for (size_t i = 0; i < t->nlinks; i++) {
        gt_type x = t->cmds->vars[t->links[i].x].type, y = t->cmds->vars[t->links[i].y].type;
        int32_t lo = x.lo > y.lo ? x.lo : y.lo, hi = x.hi < y.hi ? x.hi : y.hi;
        for (int32_t v = lo; v <= hi; v++) {
            uint32_t a = number(s, gt_term_value(s->terms, t->links[i].x, v));
            uint32_t b = number(s, gt_term_value(s->terms, t->links[i].y, v));
            if (a == UINT32_MAX || b == UINT32_MAX)
                continue;
            next[a] += gt_hash_combine(77, colours[b]);
            next[b] += gt_hash_combine(77, colours[a]);
        }
    }
}

static void mix(gt_signature *s, const uint64_t *colours, uint64_t *next)
{
    memset(next, 0, s->nodes.n * sizeof *next);
    for (uint32_t i = 0; i < s->nodes.n; i++) {
        const gt_term *t = s->nodes.v[i];
        for (uint32_t k = 0; k < t->nkids; k++) {
            uint32_t kid = number(s, t->kids[k]);
            uint64_t place = is_ordered(t) ? k + 2 : 1;
            next[i] += gt_hash_combine(place, colours[kid]);
            next[kid] += gt_hash_combine(place + 1000000, colours[i]);
        }
    }
    mix_links(s, colours, next);
    for (uint32_t i = 0; i < s->nodes.n; i++)
        next[i] = gt_hash_combine(colours[i], next[i]);
}

/* How many rounds it took; `rounds` >= 0 asks for so many. */
static int refine(gt_signature *s, uint64_t *colours, int rounds)
{
    size_t before = count_colours(s, colours);
    for (int done = 0;; done++) {
        gt_arena_ask_now(s->terms->arena);
        if (done == rounds)
            return done;
        mix(s, colours, s->next);
        memcpy(colours, s->next, s->nodes.n * sizeof *colours);
        size_t now = count_colours(s, colours);
        if (rounds < 0 && now == before)
            return done + 1;
        before = now;
    }
}

gt_signature *gt_signature_new(gt_terms *t)
{
    gt_signature *s = gt_xcalloc(1, sizeof *s);
    s->terms = t;
    collect(s, t->program);
    size_t n = s->nodes.n;
    s->colours = gt_xcalloc(n, sizeof *s->colours);
    s->next = gt_xcalloc(n, sizeof *s->next);
    s->before = gt_xcalloc(n, sizeof *s->before);
    s->cells = gt_xcalloc(s->points.n ? s->points.n : 1, sizeof *s->cells);
    for (uint32_t i = 0; i < n; i++)
        s->before[i] = first_colour(s, s->nodes.v[i]);
    refine(s, s->before, -1);
    for (uint32_t i = 0; i < s->points.n; i++) {
        s->cells[i] = i;
        for (uint32_t k = 0; k < i && s->cells[i] == i; k++)
            if (s->before[s->points.v[k]] == s->before[s->points.v[i]])
                s->cells[i] = s->cells[k];
    }
    return s;
}

void gt_signature_free(gt_signature *s)
{
    if (!s)
        return;
    free(s->nodes.v);
    free(s->points.v);
    gt_ptrmap_fini(&s->number);
    free(s->colours);
    free(s->next);
    free(s->before);
    free(s->cells);
    free(s);
}

uint32_t gt_signature_npoints(const gt_signature *s)
{
    return (uint32_t)s->points.n;
}

const gt_term *gt_signature_point(const gt_signature *s, uint32_t i)
{
    return s->nodes.v[s->points.v[i]];
}

const uint32_t *gt_signature_cells(const gt_signature *s)
{
    return s->cells;
}

/* ---- automorphisms ---- */

/* The two sides of a map that is being made: points of one colour go to each other. */
typedef struct {
    uint64_t *from, *to;
} sides;

static void choose(gt_signature *s, sides *both, uint32_t from, uint32_t to, uint64_t mark)
{
    uint64_t colour = gt_hash_combine(0xc401ce, mark);
    both->from[s->points.v[from]] = gt_hash_combine(both->from[s->points.v[from]], colour);
    both->to[s->points.v[to]] = gt_hash_combine(both->to[s->points.v[to]], colour);
}

/* False: the two sides are not alike. */
static bool refine_both(gt_signature *s, sides *both)
{
    refine(s, both->to, refine(s, both->from, -1));
    size_t n = s->nodes.n;
    uint64_t *x = gt_xmalloc(n, sizeof *x), *y = gt_xmalloc(n, sizeof *y);
    memcpy(x, both->from, n * sizeof *x);
    memcpy(y, both->to, n * sizeof *y);
    qsort(x, n, sizeof *x, by_colour);
    qsort(y, n, sizeof *y, by_colour);
    bool alike = memcmp(x, y, n * sizeof *x) == 0;
    free(x);
    free(y);
    return alike;
}

/* How many points on that side have the colour. */
static uint32_t with_colour(const gt_signature *s, const uint64_t *side, uint64_t colour)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->points.n; i++)
        n += side[s->points.v[i]] == colour;
    return n;
}

/* A point that may go to several; itself if possible. False: there is none. */
static bool undecided(const gt_signature *s, const sides *both, uint32_t *from)
{
    bool found = false;
    for (uint32_t i = 0; i < s->points.n; i++) {
        uint64_t colour = both->from[s->points.v[i]];
        if (with_colour(s, both->from, colour) < 2)
            continue;
        bool stays = both->to[s->points.v[i]] == colour;
        if (stays || !found)
            *from = i;
        found = true;
        if (stays)
            break;
    }
    return found;
}

static bool read_map(gt_signature *s, const sides *both, gt_perm *p)
{
    gt_terms *t = s->terms;
    for (uint32_t i = 0; i < s->points.n; i++) {
        const gt_term *x = gt_signature_point(s, i), *y = NULL;
        for (uint32_t k = 0; k < s->points.n && !y; k++)
            if (both->to[s->points.v[k]] == both->from[s->points.v[i]])
                y = gt_signature_point(s, k);
        if (!y || x->kind != y->kind)
            return false;
        uint32_t var = gt_term_var(x);
        if (x->kind == TERM_VARIABLE) {
            p->vars[var] = (uint32_t)y->number;
            continue;
        }
        gt_type type = t->cmds->vars[var].type;
        if (x->number == y->number && !p->values[var])
            continue;
        if (!p->values[var]) {
            p->values[var] = gt_arena_alloc(t->arena, (size_t)(type.hi - type.lo) + 1, sizeof(int32_t));
            for (int32_t v = type.lo; v <= type.hi; v++)
                p->values[var][v - type.lo] = v;
        }
        p->values[var][x->number - type.lo] = (int32_t)y->number;
    }
    return true;
}

static bool complete(gt_signature *s, sides *both, uint64_t mark, gt_perm *p)
{
    if (s->tries++ > MOST_TRIES || !refine_both(s, both))
        return false;
    uint32_t from = 0;
    if (!undecided(s, both, &from)) {
        *p = gt_perm_new(s->terms->arena, s->terms);
        return read_map(s, both, p) && gt_perm_is_automorphism(s->terms, p);
    }
    size_t bytes = s->nodes.n * sizeof *both->from;
    sides kept = {gt_xmalloc(bytes, 1), gt_xmalloc(bytes, 1)};
    bool found = false;
    for (uint32_t i = 0; i < s->points.n && !found; i++) {
        uint32_t to = i == 0 ? from : i <= from ? i - 1 : i; /* itself first */
        if (both->to[s->points.v[to]] != both->from[s->points.v[from]])
            continue;
        memcpy(kept.from, both->from, bytes);
        memcpy(kept.to, both->to, bytes);
        choose(s, &kept, from, to, mark);
        found = complete(s, &kept, mark + 1, p);
    }
    free(kept.from);
    free(kept.to);
    return found;
}

bool gt_signature_complete(gt_signature *s, uint32_t n, const uint32_t *from, const uint32_t *to, gt_perm *p)
{
    size_t bytes = s->nodes.n * sizeof *s->before;
    sides both = {gt_xmalloc(bytes, 1), gt_xmalloc(bytes, 1)};
    memcpy(both.from, s->before, bytes);
    memcpy(both.to, s->before, bytes);
    for (uint32_t i = 0; i < n; i++)
        choose(s, &both, from[i], to[i], i);
    s->tries = 0;
    bool found = complete(s, &both, n, p);
    free(both.from);
    free(both.to);
    return found;
}

/* Groups: transpositions and rotations that are automorphisms, put together. */
#include "passes/found/found.h"
#include "passes/found/signature.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COMMANDS = 20000, MOST_OTHERS = 6 };

typedef struct {
    gt_arena *arena;
    gt_terms *terms;
    gt_signature *signature;
    bool *used;  /* by point: belongs to a group */
    bool *tried; /* as the first of a group */
    GT_VEC(gt_group) groups;
    GT_VEC(const char *) others;
} finder;

static uint32_t nvars(const finder *f)
{
    return f->terms->cmds->nvars;
}

static bool moves_values(const gt_perm *p, uint32_t var)
{
    gt_type type = p->terms->cmds->vars[var].type;
    for (int32_t v = type.lo; p->values[var] && v <= type.hi; v++)
        if (gt_perm_value(p, var, v) != v)
            return true;
    return false;
}

/* ---- what a group is made of ---- */

/* Where the generator number g (from 1) sends thing k: transpositions exchange thing 0 and thing g, the
 * rotation takes one to the next. */
static uint32_t sent(const gt_group *g, uint32_t generator, uint32_t k)
{
    if (g->ring)
        return (k + 1) % g->n;
    return k == 0 ? generator : k == generator ? 0 : k;
}

static uint32_t ngenerators(const gt_group *g)
{
    return g->ring ? 1 : g->n - 1;
}

/* Of several that a generator exchanges: whether this one belongs to the first thing. Two things: the first
 * of both; a ring: the first of all; else the one that all transpositions move. */
static bool is_of_first(const gt_group *g, const gt_perm *p, uint32_t var)
{
    if (p[0].vars[var] == var)
        return false;
    if (!g->ring && g->n > 2)
        return p[1].vars[var] != var;
    for (uint32_t v = p[0].vars[var]; v != var; v = p[0].vars[v])
        if (v < var)
            return false;
    return true;
}

static bool collect_vars(finder *f, gt_group *g, const gt_perm *p)
{
    g->vars = GT_NEW_ARRAY(f->arena, uint32_t *, g->n);
    for (uint32_t k = 0; k < g->n; k++)
        g->vars[k] = GT_NEW_ARRAY(f->arena, uint32_t, nvars(f));
    for (uint32_t v = 0; v < nvars(f); v++)
        if (is_of_first(g, p, v))
            g->vars[0][g->nvars++] = v;
    for (uint32_t k = 1; k < g->n; k++)
        for (uint32_t i = 0; i < g->nvars; i++)
            g->vars[k][i] = g->ring ? p[0].vars[g->vars[k - 1][i]] : p[k - 1].vars[g->vars[0][i]];
    /* each generator does to the variables what it does to the things, and nothing else */
    for (uint32_t r = 1; r <= ngenerators(g); r++) {
        bool *known = gt_xcalloc(nvars(f) + 1u, sizeof *known), good = true;
        for (uint32_t k = 0; k < g->n; k++)
            for (uint32_t i = 0; i < g->nvars; i++) {
                good = good && !known[g->vars[k][i]] &&
                       p[r - 1].vars[g->vars[k][i]] == g->vars[sent(g, r, k)][i];
                known[g->vars[k][i]] = true;
            }
        for (uint32_t v = 0; v < nvars(f); v++)
            good = good && (known[v] || p[r - 1].vars[v] == v);
        free(known);
        if (!good)
            return false;
    }
    return true;
}

/* Whether the generators do to the values of a variable what they do to the things that these name. */
static bool are_names(const gt_group *g, const gt_perm *p, uint32_t var, const int32_t *names)
{
    gt_type type = p->terms->cmds->vars[var].type;
    for (uint32_t r = 1; r <= ngenerators(g); r++)
        for (int32_t v = type.lo; v <= type.hi; v++) {
            int32_t to = v;
            for (uint32_t k = 0; k < g->n; k++)
                to = names[k] == v ? names[sent(g, r, k)] : to;
            if (gt_perm_value(&p[r - 1], var, v) != to)
                return false;
        }
    return true;
}

/* The values that some generator moves, in ascending order; false: they are more or less than things. */
static bool moved_values(const gt_group *g, const gt_perm *p, uint32_t var, int32_t *moved)
{
    gt_type type = p->terms->cmds->vars[var].type;
    uint32_t n = 0;
    for (int32_t v = type.lo; v <= type.hi; v++) {
        bool moves = false;
        for (uint32_t r = 0; r < ngenerators(g) && !moves; r++)
            moves = gt_perm_value(&p[r], var, v) != v;
        if (moves && n == g->n)
            return false;
        if (moves)
            moved[n++] = v;
    }
    return n == g->n;
}

/* Names in order of the things: from the first one, by the generators. Variables of the group itself move,
 * too, and their values must be in the same order as the things. */
static void order_names(const gt_group *g, const gt_perm *p, uint32_t var, int32_t *names)
{
    bool stays = true;
    for (uint32_t r = 0; r < ngenerators(g); r++)
        stays = stays && p[r].vars[var] == var;
    if (!stays)
        return;
    int32_t first = names[0];
    for (uint32_t k = 0; k < g->n && !g->ring && g->n > 2; k++)
        if (gt_perm_value(&p[0], var, names[k]) != names[k] &&
            gt_perm_value(&p[1], var, names[k]) != names[k])
            first = names[k];
    names[0] = first;
    for (uint32_t k = 1; k < g->n; k++)
        names[k] = g->ring ? gt_perm_value(&p[0], var, names[k - 1]) : gt_perm_value(&p[k - 1], var, first);
}

static bool collect_ids(finder *f, gt_group *g, const gt_perm *p)
{
    g->ids = GT_NEW_ARRAY(f->arena, struct gt_found_id, nvars(f));
    for (uint32_t v = 0; v < nvars(f); v++) {
        bool moves = false;
        for (uint32_t r = 0; r < ngenerators(g); r++)
            moves = moves || moves_values(&p[r], v);
        if (!moves)
            continue;
        int32_t *names = GT_NEW_ARRAY(f->arena, int32_t, g->n);
        if (!moved_values(g, p, v, names))
            return false;
        order_names(g, p, v, names);
        if (!are_names(g, p, v, names))
            return false;
        g->ids[g->nids++] = (struct gt_found_id){v, names};
    }
    return true;
}

/* Whether the variable is one of the group's, or the value names one of its things. */
static bool is_part(const gt_group *g, const gt_term *point)
{
    uint32_t var = gt_term_var(point);
    for (uint32_t k = 0; k < g->n && point->kind == TERM_VARIABLE; k++)
        for (uint32_t j = 0; j < g->nvars; j++)
            if (g->vars[k][j] == var)
                return true;
    for (uint32_t j = 0; j < g->nids && point->kind == TERM_VALUE; j++)
        for (uint32_t k = 0; k < g->n; k++)
            if (g->ids[j].var == var && g->ids[j].names[k] == point->number)
                return true;
    return false;
}

static bool is_new(const finder *f, const gt_group *g)
{
    for (uint32_t i = 0; i < gt_signature_npoints(f->signature); i++)
        if (f->used[i] && is_part(g, gt_signature_point(f->signature, i)))
            return false;
    return true;
}

static void use(finder *f, const gt_group *g)
{
    for (uint32_t i = 0; i < gt_signature_npoints(f->signature); i++)
        f->used[i] = f->used[i] || is_part(g, gt_signature_point(f->signature, i));
}

/* n things, by the generators: a group, if they are one. */
static bool add_group(finder *f, bool ring, uint32_t n, const gt_perm *generators)
{
    gt_group g = {.ring = ring, .n = n};
    if (!collect_vars(f, &g, generators) || !collect_ids(f, &g, generators) || !is_new(f, &g))
        return false;
    use(f, &g);
    gt_vec_push(&f->groups, g);
    return true;
}

/* ---- words ---- */

static void add_point(const finder *f, const gt_term *point, gt_str *out)
{
    const gt_cvar *var = &f->terms->cmds->vars[gt_term_var(point)];
    gt_str_add(out, var->name);
    if (point->kind == TERM_VALUE && var->labels)
        gt_str_addf(out, "=%s", var->labels[point->number - var->type.lo]);
    else if (point->kind == TERM_VALUE)
        gt_str_addf(out, "=%d", (int)point->number);
}

static void add_other(finder *f, const gt_perm *p)
{
    gt_str out;
    gt_str_init(&out);
    uint32_t n = gt_signature_npoints(f->signature);
    bool *said = gt_xcalloc(n ? n : 1, sizeof *said);
    for (uint32_t i = 0; i < n; i++) {
        const gt_term *point = gt_signature_point(f->signature, i);
        const gt_term *to = gt_perm_apply(f->terms, p, point);
        /* values go with their variables */
        if (said[i] || to == point || (point->kind == TERM_VALUE && point->number == to->number))
            continue;
        for (const gt_term *at = point; at != point || !said[i]; at = gt_perm_apply(f->terms, p, at)) {
            gt_str_add(&out, at == point ? out.len ? " (" : "(" : " ");
            add_point(f, at, &out);
            for (uint32_t k = 0; k < n; k++)
                said[k] = said[k] || gt_signature_point(f->signature, k) == at;
        }
        gt_str_addc(&out, ')');
    }
    free(said);
    bool known = false;
    for (size_t i = 0; i < f->others.n; i++)
        known = known || strcmp(f->others.v[i], gt_str_text(&out)) == 0;
    if (!known)
        gt_vec_push(&f->others, gt_arena_strdup(f->arena, gt_str_text(&out)));
    gt_str_fini(&out);
}

/* ---- candidates ---- */

typedef GT_VEC(uint32_t) numbers;

/* Points like this one, neither used nor tried: variables, or other values of the same variable. */
static numbers cell_of(const finder *f, uint32_t point)
{
    numbers cell = {0};
    const uint32_t *cells = gt_signature_cells(f->signature);
    const gt_term *first = gt_signature_point(f->signature, point);
    for (uint32_t i = 0; i < gt_signature_npoints(f->signature); i++) {
        const gt_term *other = gt_signature_point(f->signature, i);
        if (cells[i] == cells[point] && !f->used[i] && !f->tried[i] && other->kind == first->kind &&
            (first->kind == TERM_VARIABLE || gt_term_var(other) == gt_term_var(first)))
            gt_vec_push(&cell, i);
    }
    /* in order of variables or values */
    for (size_t i = 1; i < cell.n; i++)
        for (size_t k = i; k > 0; k--)
            if (gt_signature_point(f->signature, cell.v[k])->number <
                gt_signature_point(f->signature, cell.v[k - 1])->number) {
                uint32_t swapped = cell.v[k];
                cell.v[k] = cell.v[k - 1];
                cell.v[k - 1] = swapped;
            }
    return cell;
}

/* All that can be exchanged with the first point of the cell; `whole`: each of the cell by itself, or
 * nothing. */
static bool try_transpositions(finder *f, const numbers *cell, bool whole)
{
    GT_VEC(gt_perm) generators = {0};
    uint32_t n = 1;
    bool all = true;
    const gt_term *first = gt_signature_point(f->signature, cell->v[0]);
    for (size_t i = 1; i < cell->n && (all || !whole); i++) {
        uint32_t from[] = {cell->v[0], cell->v[i]}, to[] = {cell->v[i], cell->v[0]};
        /* what moves together with a thing that is there already is no thing of its own */
        const gt_term *point = gt_signature_point(f->signature, cell->v[i]);
        bool linked = false;
        for (size_t k = 0; k < generators.n; k++)
            linked = linked || gt_perm_apply(f->terms, &generators.v[k], point) != point;
        gt_perm p;
        if (linked) {
            all = false;
            continue;
        }
        if (!gt_signature_complete(f->signature, 2, from, to, &p) ||
            gt_perm_apply(f->terms, &p, gt_perm_apply(f->terms, &p, first)) != first) {
            all = false;
            continue;
        }
        gt_vec_push(&generators, p);
        n++;
    }
    bool added = n > 1 && (all || !whole) && add_group(f, false, n, generators.v);
    /* what was exchanged with several others at once may still be a pair */
    for (size_t i = 0; i < generators.n && n > 2 && !added && !whole; i++)
        added = add_group(f, false, 2, &generators.v[i]);
    free(generators.v);
    return added;
}

/* All by one place, in the order of the variables. */
static bool try_rotation(finder *f, const numbers *cell)
{
    uint32_t n = (uint32_t)cell->n;
    uint32_t *to = gt_xmalloc(n, sizeof *to);
    for (uint32_t i = 0; i < n; i++)
        to[i] = cell->v[(i + 1) % n];
    gt_perm p;
    bool found =
        n > 2 && gt_signature_complete(f->signature, n, cell->v, to, &p) && add_group(f, true, n, &p);
    free(to);
    return found;
}

/* How many steps lead from a point back to it. */
static uint32_t cycle(const finder *f, const gt_perm *p, uint32_t point)
{
    const gt_term *first = gt_signature_point(f->signature, point);
    uint32_t n = 1;
    for (const gt_term *at = gt_perm_apply(f->terms, p, first); at != first; n++)
        at = gt_perm_apply(f->terms, p, at);
    return n;
}

/* What takes the first point to another: all by one place in some other order, or (`ring` is false) whatever
 * it is, in words. */
static bool try_others(finder *f, const numbers *cell, bool ring)
{
    for (size_t i = 1; i < cell->n && f->others.n < MOST_OTHERS; i++) {
        gt_perm p;
        if (!gt_signature_complete(f->signature, 1, &cell->v[0], &cell->v[i], &p))
            continue;
        if (!ring)
            add_other(f, &p);
        else if (cell->n > 2 && cycle(f, &p, cell->v[0]) == cell->n &&
                 add_group(f, true, (uint32_t)cell->n, &p))
            return true;
    }
    return false;
}

static void find_all(finder *f)
{
    uint32_t n = gt_signature_npoints(f->signature);
    for (int values = 0; values < 2; values++)
        for (uint32_t i = 0; i < n; i++) {
            const gt_term *point = gt_signature_point(f->signature, i);
            if ((point->kind == TERM_VALUE) != values || (values && f->terms->fixed[gt_term_var(point)]))
                continue;
            while (!f->tried[i] && !f->used[i]) {
                numbers cell = cell_of(f, i);
                f->tried[cell.v[0]] = true;
                if (cell.n > 1 && !try_transpositions(f, &cell, true) && !try_rotation(f, &cell) &&
                    !try_others(f, &cell, true) && !try_transpositions(f, &cell, false))
                    try_others(f, &cell, false);
                free(cell.v);
            }
        }
}

static void *taken(finder *f, const void *v, size_t n, size_t size)
{
    return n ? gt_arena_copy(f->arena, v, n, size) : NULL;
}

const gt_found *gt_find(gt_ctx *ctx, const gt_cmds *cmds)
{
    uint32_t npicks = 0;
    for (uint32_t c = 0; c < cmds->ncmds; c++)
        npicks += cmds->cmds[c].npicks;
    if (cmds->ncmds > MOST_COMMANDS || npicks) {
        gt_error(ctx->diag, (gt_pos){0}, "size",
                 npicks ? "commands with picks are not looked through for symmetry"
                        : "%u commands are more than are looked through for symmetry (%d)",
                 cmds->ncmds, MOST_COMMANDS);
        return NULL;
    }
    finder f = {.arena = ctx->arena, .terms = gt_terms_new(ctx->arena, cmds)};
    f.signature = gt_signature_new(f.terms);
    uint32_t n = gt_signature_npoints(f.signature);
    f.used = gt_xcalloc(n ? n : 1, sizeof *f.used);
    f.tried = gt_xcalloc(n ? n : 1, sizeof *f.tried);
    find_all(&f);
    gt_found *found = GT_NEW(ctx->arena, gt_found);
    *found = (gt_found){.cmds = cmds,
                        .ngroups = (uint32_t)f.groups.n,
                        .groups = taken(&f, f.groups.v, f.groups.n, sizeof *f.groups.v),
                        .nothers = (uint32_t)f.others.n,
                        .others = taken(&f, f.others.v, f.others.n, sizeof *f.others.v),
                        .terms = f.terms};
    gt_signature_free(f.signature);
    free(f.used);
    free(f.tried);
    free(f.groups.v);
    free(f.others.v);
    return found;
}

void gt_found_free(const gt_found *found)
{
    if (found)
        gt_terms_free(found->terms);
}

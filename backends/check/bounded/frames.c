#include "backends/check/bounded/bounded.h"
#include "runtime/base.h"

#include <stdlib.h>

void gt_frames_init(gt_frames *f, const gt_circuit *c, const gt_limits *limits, bool from_reset)
{
    *f = (gt_frames){.circuit = c, .sat = gt_sat_new(limits), .from_reset = from_reset};
    f->yes = gt_sat_var(f->sat);
    gt_sat_clause(f->sat, 1, &f->yes);
    f->used = gt_xcalloc(c->aig.nodes.n, sizeof *f->used);
    for (size_t i = 0; i < c->latches.n; i++)
        f->used[gt_lit_node(c->latches.v[i].now)] = f->used[gt_lit_node(c->latches.v[i].next)] = true;
    for (size_t i = 0; i < c->inputs.n; i++)
        f->used[gt_lit_node(c->inputs.v[i].now)] = true;
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        f->used[gt_lit_node(c->bad[p])] = true;
    f->used[gt_lit_node(c->live)] = f->used[gt_lit_node(c->ranges)] = true;
}

void gt_frames_fini(gt_frames *f)
{
    for (size_t i = 0; i < f->frames.n; i++)
        free(f->frames.v[i]);
    free(f->frames.v);
    free(f->used);
    gt_sat_free(f->sat);
}

static int of(const int *frame, gt_lit x)
{
    return x & 1 ? -frame[gt_lit_node(x)] : frame[gt_lit_node(x)];
}

int gt_frames_literal(const gt_frames *f, uint32_t frame, gt_lit x)
{
    return of(f->frames.v[frame], x);
}

static int both(gt_frames *f, int x, int y)
{
    if (x == -f->yes || y == -f->yes || x == -y)
        return -f->yes;
    if (x == f->yes || x == y)
        return y;
    if (y == f->yes)
        return x;
    int z = gt_sat_var(f->sat);
    gt_sat_clause(f->sat, 2, (int[]){-z, x});
    gt_sat_clause(f->sat, 2, (int[]){-z, y});
    gt_sat_clause(f->sat, 3, (int[]){z, -x, -y});
    return z;
}

uint32_t gt_frames_add(gt_frames *f)
{
    const gt_circuit *c = f->circuit;
    const gt_aig *g = &c->aig;
    uint32_t number = (uint32_t)f->frames.n;
    int *frame = gt_xcalloc(g->nodes.n, sizeof *frame);
    if (!number)
        gt_aig_mark(g, f->used);
    frame[0] = -f->yes;
    for (size_t i = 0; i < c->latches.n; i++) {
        const gt_latch *l = &c->latches.v[i];
        frame[gt_lit_node(l->now)] = number          ? of(f->frames.v[number - 1], l->next)
                                     : f->from_reset ? (l->reset ? f->yes : -f->yes)
                                                     : gt_sat_var(f->sat);
    }
    for (size_t i = 0; i < c->inputs.n; i++)
        frame[gt_lit_node(c->inputs.v[i].now)] = gt_sat_var(f->sat);
    for (uint32_t n = 1; n < g->nodes.n; n++)
        if (f->used[n] && !gt_aig_is_input(g, n))
            frame[n] = both(f, of(frame, g->nodes.v[n].a), of(frame, g->nodes.v[n].b));
    gt_vec_push(&f->frames, frame);
    return number;
}

/* The latch has the same value in both. */
static int equal(gt_frames *f, uint32_t i, uint32_t k, size_t latch)
{
    gt_lit now = f->circuit->latches.v[latch].now;
    int x = gt_frames_literal(f, i, now), y = gt_frames_literal(f, k, now);
    int more = both(f, x, -y), less = both(f, -x, y);
    return both(f, -more, -less);
}

void gt_frames_differ(gt_frames *f, uint32_t i, uint32_t k)
{
    const gt_circuit *c = f->circuit;
    int *any = gt_xcalloc(c->latches.n + 1, sizeof *any);
    for (size_t l = 0; l < c->latches.n; l++)
        any[l] = -equal(f, i, k, l);
    gt_sat_clause(f->sat, c->latches.n, any);
    free(any);
}

int gt_frames_same(gt_frames *f, uint32_t i, uint32_t k, size_t from, size_t to)
{
    int all = f->yes;
    for (size_t l = from; l < to; l++)
        all = both(f, all, equal(f, i, k, l));
    return all;
}

const bool *const *gt_frames_inputs(gt_arena *arena, const gt_frames *f, uint32_t n)
{
    const gt_circuit *c = f->circuit;
    const bool **rows = GT_NEW_ARRAY(arena, const bool *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        bool *row = GT_NEW_ARRAY(arena, bool, c->inputs.n + 1);
        for (size_t i = 0; i < c->inputs.n; i++)
            row[i] = gt_sat_holds(f->sat, gt_frames_literal(f, k, c->inputs.v[i].now));
        rows[k] = row;
    }
    return rows;
}

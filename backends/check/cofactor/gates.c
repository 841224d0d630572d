/* Gates as clauses, each when it is asked for first. */
#include "backends/check/cofactor/cofactor.h"
#include "runtime/base.h"

#include <stdlib.h>

void gt_gates_init(gt_gates *g, const gt_aig *aig, const gt_limits *limits)
{
    *g = (gt_gates){.aig = aig, .sat = gt_sat_new(limits)};
    int no = gt_sat_var(g->sat), never = -no;
    gt_sat_clause(g->sat, 1, &never);
    gt_vec_push(&g->known, no);
}

void gt_gates_fini(gt_gates *g)
{
    free(g->known.v);
    gt_sat_free(g->sat);
}

static int known(const gt_gates *g, gt_lit x)
{
    int node = gt_lit_node(x) < g->known.n ? g->known.v[gt_lit_node(x)] : 0;
    return x & 1 ? -node : node;
}

static void name(gt_gates *g, uint32_t node)
{
    int z = g->known.v[node] = gt_sat_var(g->sat);
    if (gt_aig_is_input(g->aig, node))
        return;
    int a = known(g, g->aig->nodes.v[node].a), b = known(g, g->aig->nodes.v[node].b);
    gt_sat_clause(g->sat, 2, (int[]){-z, a});
    gt_sat_clause(g->sat, 2, (int[]){-z, b});
    gt_sat_clause(g->sat, 3, (int[]){z, -a, -b});
}

int gt_gates_literal(gt_gates *g, gt_lit x)
{
    GT_VEC(uint32_t) todo = {0};
    while (g->known.n < g->aig->nodes.n)
        gt_vec_push(&g->known, 0);
    gt_vec_push(&todo, gt_lit_node(x));
    while (todo.n) {
        uint32_t node = todo.v[todo.n - 1];
        gt_aig_node gate = g->aig->nodes.v[node];
        bool input = gt_aig_is_input(g->aig, node), ready = true;
        const gt_lit kids[] = {gate.a, gate.b};
        for (int i = 0; i < 2 && !input && !g->known.v[node]; i++)
            if (!known(g, kids[i])) {
                gt_vec_push(&todo, gt_lit_node(kids[i]));
                ready = false;
            }
        if (!ready)
            continue;
        todo.n--;
        if (!g->known.v[node])
            name(g, node);
    }
    free(todo.v);
    return known(g, x);
}

bool gt_gates_value(const gt_gates *g, gt_lit x)
{
    int literal = known(g, x);
    return literal && gt_sat_holds(g->sat, literal);
}

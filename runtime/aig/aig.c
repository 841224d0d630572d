#include "runtime/aig/aig.h"

#include <stdlib.h>

void gt_aig_init(gt_aig *g)
{
    *g = (gt_aig){0};
    gt_vec_push(&g->nodes, ((gt_aig_node){GT_LIT_FALSE, 0}));
    gt_table_add(&g->table, 0);
}

void gt_aig_fini(gt_aig *g)
{
    free(g->nodes.v);
    gt_table_fini(&g->table);
    *g = (gt_aig){0};
}

static bool same(const void *things, uint32_t number, const void *key)
{
    const gt_aig_node *nodes = things, *node = key;
    return nodes[number].a == node->a && nodes[number].b == node->b;
}

static gt_lit add(gt_aig *g, gt_aig_node node, uint64_t hash)
{
    if (g->nodes.n >= UINT32_MAX / 2)
        gt_oom();
    uint32_t number = gt_table_add(&g->table, hash);
    gt_vec_push(&g->nodes, node);
    return 2 * number;
}

gt_lit gt_aig_input(gt_aig *g)
{
    gt_aig_node node = {GT_LIT_FALSE, g->ninputs++};
    return add(g, node, gt_hash_combine(0, node.b));
}

gt_lit gt_aig_and(gt_aig *g, gt_lit x, gt_lit y)
{
    gt_aig_node node = x < y ? (gt_aig_node){x, y} : (gt_aig_node){y, x};
    if (node.a == GT_LIT_FALSE || node.a == gt_lit_not(node.b))
        return GT_LIT_FALSE;
    if (node.a == GT_LIT_TRUE || node.a == node.b)
        return node.b;
    uint64_t hash = gt_hash_combine(node.a, node.b);
    uint32_t found = gt_table_find(&g->table, hash, same, g->nodes.v, &node);
    return found == GT_ABSENT ? add(g, node, hash) : 2 * found;
}

gt_lit gt_aig_or(gt_aig *g, gt_lit x, gt_lit y)
{
    return gt_lit_not(gt_aig_and(g, gt_lit_not(x), gt_lit_not(y)));
}

gt_lit gt_aig_iff(gt_aig *g, gt_lit x, gt_lit y)
{
    return gt_aig_ite(g, x, y, gt_lit_not(y));
}

gt_lit gt_aig_ite(gt_aig *g, gt_lit c, gt_lit x, gt_lit y)
{
    if (x == y)
        return x;
    gt_lit then = gt_aig_and(g, c, x), otherwise = gt_aig_and(g, gt_lit_not(c), y); /* one after the other */
    return gt_aig_or(g, then, otherwise);
}

void gt_aig_evaluate(const gt_aig *g, const bool *inputs, bool *values)
{
    values[0] = false;
    for (uint32_t n = 1; n < g->nodes.n; n++) {
        gt_aig_node node = g->nodes.v[n];
        values[n] = gt_aig_is_input(g, n) ? inputs[node.b]
                                          : gt_lit_value(values, node.a) && gt_lit_value(values, node.b);
    }
}

void gt_aig_mark(const gt_aig *g, bool *marks)
{
    for (uint32_t n = (uint32_t)g->nodes.n; n-- > 1;) { /* kids come before their conjunction */
        gt_aig_node node = g->nodes.v[n];
        if (marks[n] && !gt_aig_is_input(g, n))
            marks[gt_lit_node(node.a)] = marks[gt_lit_node(node.b)] = true;
    }
}

static gt_lit image_of(const gt_lit *images, gt_lit x)
{
    return gt_lit_if(images[gt_lit_node(x)], x & 1);
}

void gt_aig_replace(gt_aig *g, const gt_lit *by_input, gt_lit *roots, size_t nroots)
{
    size_t n = g->nodes.n; /* new ones come behind */
    bool *marks = gt_xcalloc(n, sizeof *marks);
    gt_lit *images = gt_xcalloc(n, sizeof *images); /* of node 0: itself */
    for (size_t i = 0; i < nroots; i++)
        marks[gt_lit_node(roots[i])] = true;
    gt_aig_mark(g, marks);
    for (uint32_t k = 1; k < n; k++) {
        gt_aig_node node = g->nodes.v[k];
        if (marks[k])
            images[k] = gt_aig_is_input(g, k)
                            ? by_input[node.b]
                            : gt_aig_and(g, image_of(images, node.a), image_of(images, node.b));
    }
    for (size_t i = 0; i < nroots; i++)
        roots[i] = image_of(images, roots[i]);
    free(marks);
    free(images);
}

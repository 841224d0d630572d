/* The set that the method `sat` ends with, gate by gate as a diagram, must be the one that preimages and
 * sorting find: within the representatives, up to the same step. */
#include "tests/methods/backward.h"

#include "backends/check/cofactor/cofactor.h"
#include "ir/cmd_picks.h"
#include "runtime/base.h"

#include <stdlib.h>

/* ---- by diagrams ---- */

/* Grows around the bad representatives until it meets an initial one; *steps: how often. NULL: a limit. */
static gt_bdd surround(gt_search *s, const gt_expr *good, uint64_t *steps)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd domain = gt_search_domain(s), fine = gt_cb_bool(&s->cb, NULL, good);
    gt_bdd bad = gt_bdd_diff(m, domain, fine), set = gt_copies_sort(s->copies, bad);
    bool more = set && !gt_bdd_is_false(m, set);
    for (*steps = 0; more && !gt_bdd_meets(m, set, s->init); ++*steps) {
        gt_bdd pre = gt_search_sorted_before(s, set);
        gt_bdd_and_to(m, &pre, domain);
        gt_bdd_or_to(m, &pre, set);
        more = pre && pre != set;
        gt_bdd_set(m, &set, pre);
    }
    gt_bdd_drop(m, domain);
    gt_bdd_drop(m, fine);
    gt_bdd_drop(m, bad);
    return set;
}

/* ---- gates ---- */

static gt_bdd literal(gt_bdd_mgr *m, const gt_bdd *nodes, gt_lit x)
{
    gt_bdd r = gt_bdd_ref(m, nodes[gt_lit_node(x)]);
    if (x & 1)
        gt_bdd_set(m, &r, gt_bdd_not(m, r));
    return r;
}

/* By node of the graph: the variable of a latch. */
static gt_bdd *begin(const gt_search *s, const gt_circuit *c)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd *nodes = gt_xcalloc(c->aig.nodes.n, sizeof *nodes);
    nodes[0] = gt_bdd_const(m, false);
    for (uint32_t v = 0; v < c->cmds->nvars; v++)
        for (uint32_t i = 0; i < s->cb.vars[v].nbits; i++)
            nodes[gt_lit_node(c->latches.v[c->latches_of[v] + i].now)] =
                gt_bdd_var(m, s->cb.vars[v].pairs[i]);
    return nodes;
}

/* The set of states; NULL: a limit. */
static gt_bdd diagram(const gt_search *s, const gt_circuit *c, gt_lit set)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd *nodes = begin(s, c);
    bool *marks = gt_xcalloc(c->aig.nodes.n, sizeof *marks);
    marks[gt_lit_node(set)] = true;
    gt_aig_mark(&c->aig, marks);
    for (uint32_t n = 1; n < c->aig.nodes.n; n++) {
        gt_aig_node gate = c->aig.nodes.v[n];
        if (!marks[n] || gt_aig_is_input(&c->aig, n))
            continue;
        gt_bdd a = literal(m, nodes, gate.a), b = literal(m, nodes, gate.b);
        nodes[n] = gt_bdd_and(m, a, b);
        gt_bdd_drop(m, a);
        gt_bdd_drop(m, b);
    }
    gt_bdd r = literal(m, nodes, set);
    for (uint32_t n = 0; n < c->aig.nodes.n; n++)
        gt_bdd_drop(m, nodes[n]);
    free(nodes);
    free(marks);
    return r;
}

/* ---- both ---- */

static const char *compare(gt_search *s, gt_cofactor *k, uint32_t p)
{
    gt_bdd_mgr *m = s->cb.m;
    const char *wrong = NULL;
    uint64_t steps, began = k->iterations;
    uint32_t depth;
    gt_verdict verdict = gt_cofactor_decide(k, p, &depth);
    if (verdict == GT_VERDICT_UNKNOWN)
        return NULL;
    gt_lit reached =
        gt_aig_and(&k->circuit->aig, k->reached, gt_aig_and(&k->circuit->aig, k->sorted, k->domain));
    gt_bdd expected = surround(s, s->cb.cmds->props[p].formula, &steps),
           set = diagram(s, k->circuit, reached);
    if (!gt_search_failed(s) && set != expected)
        wrong = "its set is another one than that of diagrams";
    else if (!gt_search_failed(s) && steps != k->iterations - began)
        wrong = "another number of steps than by diagrams";
    gt_bdd_drop(m, expected);
    gt_bdd_drop(m, set);
    return wrong;
}

const char *rb_wrong_backward(gt_ctx *ctx, const gt_cmds *copies, const volatile sig_atomic_t *interrupt)
{
    const char *wrong = NULL;
    gt_check_options options = {.limits.interrupt = interrupt};
    gt_search s = {.method = gt_engine_dynamic.own, .options = options};
    gt_circuit *circuit = gt_circuit_of(ctx, gt_cmds_split_picks(ctx->arena, copies, NULL, NULL), &wrong);
    if (!circuit)
        return NULL; /* refused, as the method itself does */
    bool open = gt_search_open(&s, ctx, copies);
    if (open)
        s.init = gt_copies_sort(s.copies, s.cb.init);
    for (gt_representatives how = 0; open && how <= GT_REPRESENTATIVES_CONVERT && !wrong; how++) {
        gt_cofactor k;
        options.method.representatives = how;
        gt_cofactor_open(&k, circuit, &options);
        for (uint32_t p = 0; p < copies->nprops && !wrong && !gt_search_failed(&s); p++) {
            gt_prop_kind kind = copies->props[p].origin->kind;
            if ((kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR) &&
                !copies->props[p].origin->prefix_exists)
                wrong = compare(&s, &k, p);
        }
        if (!wrong && !gt_cofactor_check_rep(&k) && !gt_cofactor_stopped(&k))
            wrong = "a state has no representative";
        gt_cofactor_close(&k);
    }
    gt_search_close(&s);
    gt_circuit_free(circuit);
    return wrong;
}

/* How many nodes the constructs of a counter program take, as n and l grow: what paper 000 estimates in its
 * section 5, measured on its own encoding (all processes counted, where the id variable's process is) with
 * the bits of a counter together. */
#include "backends/check/bdd/bdd.h"
#include "runtime/str.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

static gt_cb cb;

/* A ring of l local states; only whoever has the token leaves the second one, and gives it to anybody when
 * leaving the last. */
static const gt_cmds *ring(int n, int l)
{
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "shared tok : P = any;\nprocess P[%d] { states ", n);
    for (int k = 1; k <= l; k++)
        gt_str_addf(&text, "%sL%d", k > 1 ? ", " : "", k);
    gt_str_add(&text, ";\n");
    for (int k = 1; k < l; k++)
        gt_str_addf(&text, "  L%d -> L%d%s;\n", k, k + 1, k == 2 ? " when tok == self" : "");
    gt_str_addf(&text, "  L%d -> L1 do tok := any; }\ninvariant some: exists i : P (i@L2);\n", l);
    gt_str_addf(&text, "invariant two: exists i, j : P (i != j && i@L2 && j@L2);\n"
                       "invariant other: exists i : P (i@L2 && i != tok);\n");
    const gt_cmds *cmds = encode(prepare(load(gt_str_text(&text))), GT_ENC_PAPER);
    gt_str_fini(&text);
    return cmds;
}

static void begin(int n, int l)
{
    static gt_check_options options;
    options = (gt_check_options){
        .ways = {.no_accelerate = true, .no_drop = true, .no_reorder = true, .by_counter = true}};
    ck_assert(gt_cb_open(&cb, &ctx, ring(n, l), &options, 0));
    gt_cb_build_relations(&cb);
}

static void end(void)
{
    gt_cb_close(&cb);
    gt_bdd_free(cb.m);
}

static uint64_t of_property(const char *name)
{
    for (uint32_t p = 0; p < cb.cmds->nprops; p++) {
        if (strcmp(cb.cmds->props[p].origin->name, name) != 0)
            continue;
        gt_bdd set = gt_cb_bool(&cb, NULL, cb.cmds->props[p].formula);
        uint64_t nodes = gt_bdd_size(cb.m, set);
        gt_bdd_drop(cb.m, set);
        return nodes;
    }
    ck_abort_msg("no property %s", name);
    return 0;
}

/* All relations of the rule with this label. */
static uint64_t of_rule(const char *label)
{
    uint64_t nodes = 0;
    for (size_t i = 0; i < cb.rels.n; i++)
        if (strcmp(cb.cmds->cmds[cb.rels.v[i].cmd].origin->label, label) == 0)
            nodes += gt_bdd_size(cb.m, cb.rels.v[i].step);
    ck_assert_uint_gt(nodes, 0);
    return nodes;
}

static uint32_t bits_for(uint32_t values)
{
    uint32_t bits = 0;
    while ((UINT64_C(1) << bits) < values)
        bits++;
    return bits;
}

static const struct {
    int n, l;
} sizes[] = {{7, 4}, {127, 4}, {1023, 4}, {65535, 4}, {127, 8}, {127, 16}, {65535, 16}};

/* b: bits of a counter; d: bits of what says where the token is. A step is a relation for each who may have
 * the token and, with ndet, for each who may get it. The paper has n squared for a counter's step; it is
 * linear in b, as a bit before and the same bit after stand together. */
START_TEST(nodes_of_each_construct)
{
    int n = sizes[_i].n, l = sizes[_i].l;
    uint64_t b = bits_for((uint32_t)n + 1), d = bits_for((uint32_t)l);
    char last[20];
    snprintf(last, sizeof last, "L%d -> L1", l);
    begin(n, l);
    const struct {
        const char *what;
        uint64_t nodes, bound;
    } rows[] = {
        {"n_A > 0", of_property("some"), b + d + 3},
        {"n_A >= 2", of_property("two"), b + 1},
        {"d != A or n_A >= 2", of_property("other"), d * b + 6},
        {"n_A := n_A - 1, n_B := n_B + 1", of_rule("L1 -> L2"), 2 * 12 * (b + d)},
        {"the same with d = A", of_rule("L2 -> L3"), 12 * (b + d)},
        {"the same with d := ndet{L : n_L > 0}", of_rule(last), 16 * (uint64_t)(l * (l + 1)) * (b + d)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("n=%d l=%d: %s: %llu nodes, at most %llu\n", n, l, rows[i].what,
               (unsigned long long)rows[i].nodes, (unsigned long long)rows[i].bound);
        ck_assert_uint_le(rows[i].nodes, rows[i].bound);
    }
    end();
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, nodes_of_each_construct, sizes);
}

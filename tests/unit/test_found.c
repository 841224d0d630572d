/* Symmetry that nobody declared: groups against all permutations, folded programs against planted faults. */
#include "ir/mean/same.h"
#include "passes/found/found.h"
#include "passes/found/term.h"
#include "passes/pipeline.h"
#include "tests/unit/unit.h"

#include <string.h>

static const gt_cmds *copies(const char *text)
{
    gt_programs p = {.sym = load(text)};
    ck_assert(gt_pipeline_run(&ctx, &p, GT_MADE_COMMANDS, (gt_shape){.kind = GT_SHAPE_COPIES}, NULL));
    return p.cmds;
}

static double order(const gt_found *found)
{
    double order = 1;
    for (uint32_t g = 0; g < found->ngroups; g++)
        for (uint32_t k = found->groups[g].n; k > 1; k = found->groups[g].ring ? 1 : k - 1)
            order *= k;
    return order;
}

/* tok is a number, and `moves` how many permutations of 1..n, applied to it and to the elements of pc, keep
 * the program; that number is counted here by trying all of them. */
static const struct {
    const char *text;
    int n, moves;
} programs[] = {
    /* 7.1 of a survey: 1 stands alone, 2 and 3 are alike, and 4 and 5 */
    {"shared tok : 1..5 = any; shared pc : [1..5] of bool = false;"
     "rule t when tok > 3 do tok := 1; rule u when !pc[tok] do pc[tok] := true; rule v do tok := any;",
     5, 4},
    {"shared tok : 1..4 = any; shared pc : [1..4] of bool = false;"
     "rule u with i : 1..4 when !pc[i] && tok == i do { pc[i] := true; tok := any; }",
     4, 24},
    {"shared tok : 1..4 = any; shared pc : [1..4] of bool = false;"
     "rule u with i : 1..4 when !pc[i] && tok == i do { pc[i] := true; tok := i % 4 + 1; }",
     4, 4},
    {"shared tok : 1..4 = 1; shared pc : [1..4] of bool = false;"
     "rule u with i : 1..4 when !pc[i] && tok == i do { pc[i] := true; tok := any; }",
     4, 6},
    {"shared tok : 1..3 = 1; shared pc : [1..3] of bool = false;"
     "rule u with i : 1..3 when !pc[i] && tok <= i do { pc[i] := true; tok := i; }",
     3, 1},
};

static int count_kept(gt_terms *t, int n, int *to, int k)
{
    int kept = 0;
    for (int i = 0; i < n && k < n; i++) {
        bool used = false;
        for (int j = 0; j < k; j++)
            used = used || to[j] == i;
        if (used)
            continue;
        to[k] = i;
        kept += count_kept(t, n, to, k + 1);
    }
    if (k < n)
        return kept;
    gt_perm p = gt_perm_new(ctx.arena, t);
    p.values[0] = gt_arena_alloc(ctx.arena, (size_t)n, sizeof(int32_t));
    for (int i = 0; i < n; i++) {
        p.values[0][i] = to[i] + 1;
        p.vars[1 + i] = 1 + (uint32_t)to[i];
    }
    return gt_perm_is_automorphism(t, &p);
}

START_TEST(groups_are_as_large_as_all_permutations_say)
{
    const gt_cmds *cmds = copies(programs[_i].text);
    int to[8];
    gt_terms *t = gt_terms_new(ctx.arena, cmds);
    ck_assert_int_eq(count_kept(t, programs[_i].n, to, 0), programs[_i].moves);
    gt_terms_free(t);
    const gt_found *found = gt_find(&ctx, cmds);
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq((int)order(found), programs[_i].moves);
    gt_found_free(found);
}
END_TEST

/* ---- what is folded does the same; what does something else is found ---- */

static const char mutex[] = "shared tok : 1..3 = any; shared pc : [1..3] of {N, T, C} = N;"
                            "rule try with i : 1..3 when pc[i] == N do pc[i] := T;"
                            "rule enter with i : 1..3 when pc[i] == T && tok == i do pc[i] := C;"
                            "rule leave with i : 1..3 when pc[i] == C do { pc[i] := N; tok := any; }";

/* The folded program with one thing changed: `from` in its text becomes `to`. */
static const gt_sym *changed(const gt_sym *folded, const char *from, const char *to)
{
    gt_str text, other;
    gt_str_init(&text);
    gt_str_init(&other);
    gt_sym_print(folded, &text);
    const char *at = strstr(gt_str_text(&text), from);
    ck_assert_ptr_nonnull(at);
    gt_str_addn(&other, gt_str_text(&text), (size_t)(at - gt_str_text(&text)));
    gt_str_add(&other, to);
    gt_str_add(&other, at + strlen(from));
    const gt_sym *sym = load(gt_arena_strdup(ctx.arena, gt_str_text(&other)));
    gt_str_fini(&text);
    gt_str_fini(&other);
    return sym;
}

static bool same(const gt_cmds *cmds, const gt_sym *sym, const gt_folded *folded, uint32_t *states)
{
    gt_place *places = gt_arena_copy(ctx.arena, folded->places, cmds->nvars, sizeof *places);
    for (uint32_t v = 0; v < cmds->nvars; v++) /* the same variables of a program that was read again */
        places[v].var =
            places[v].process ? sym->procs[0]->vars[places[v].var->index] : sym->shared[places[v].var->index];
    const char *difference = NULL;
    return gt_same_steps(ctx.arena, cmds, sym, places, 1000, states, &difference);
}

START_TEST(another_program_is_not_taken_for_the_folded_one)
{
    static const char *const faults[][2] = {
        {"tok == self", "true"},  /* a step more */
        {"tok == self", "false"}, /* a step less */
        {"= any", "= any i : Process where count j : Process (j == i) == 2"},
        {"pc := N", "pc := T"}, /* another target */
        {"pc := T", "pc := C"}};
    const gt_cmds *cmds = copies(mutex);
    const gt_found *found = gt_find(&ctx, cmds);
    const char *why = NULL;
    uint32_t states = 0;
    const gt_folded *folded = gt_found_fold(&ctx, found, &why);
    ck_assert_msg(folded, "%s", why);
    ck_assert(same(cmds, changed(folded->sym, "pc := T", "pc := T"), folded, &states));
    ck_assert_uint_eq(states, 36);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        ck_assert_msg(!same(cmds, changed(folded->sym, faults[i][0], faults[i][1]), folded, &states),
                      "%s: %s", faults[i][0], faults[i][1]);
    gt_found_free(found);
}
END_TEST

START_TEST(probabilities_and_rates_are_compared)
{
    static const struct {
        const char *text, *from, *to;
    } chains[] = {
        {"ctmc; shared pc : [1..3] of bool = false; rule r with i : 1..3 when !pc[i] rate 2 do pc[i] := true;"
         "rule s with i : 1..3 when pc[i] rate 3 do pc[i] := false;",
         "rate 2", "rate 4"},
        {"mdp; shared pc : [1..3] of bool = false;"
         "rule r with i : 1..3 when !pc[i] do { 0.25: { pc[i] := true; } | 0.75: {} }",
         "0.25: {\n      pc := true;\n    }\n    | 0.75: {\n    }", "0.75: { pc := true; } | 0.25: {}"},
    };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        renew();
        const gt_cmds *cmds = copies(chains[i].text);
        const gt_found *found = gt_find(&ctx, cmds);
        const char *why = NULL;
        uint32_t states = 0;
        const gt_folded *folded = gt_found_fold(&ctx, found, &why);
        ck_assert_msg(folded, "%s", why);
        ck_assert(same(cmds, folded->sym, folded, &states));
        ck_assert_uint_eq(states, 8);
        gt_str text;
        gt_str_init(&text);
        gt_sym_print(folded->sym, &text);
        if (strstr(gt_str_text(&text), chains[i].from))
            ck_assert(!same(cmds, changed(folded->sym, chains[i].from, chains[i].to), folded, &states));
        else
            ck_abort_msg("%s", gt_str_text(&text));
        gt_str_fini(&text);
        gt_found_free(found);
    }
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, groups_are_as_large_as_all_permutations_say, programs);
    tcase_add_test(tests, another_program_is_not_taken_for_the_folded_one);
    tcase_add_test(tests, probabilities_and_rates_are_compared);
}

/* What lets long work keep its limits: arenas ask before they grow, questions about intervals end. */
#include "passes/symmetric/facts.h"
#include "runtime/arena.h"
#include "tests/unit/unit.h"

#include <setjmp.h>

typedef struct {
    gt_arena *arena;
    size_t limit;
    jmp_buf escape;
} watcher;

static void leave(void *arg)
{
    watcher *w = arg;
    if (gt_arena_held(w->arena) > w->limit)
        longjmp(w->escape, 1);
}

/* One allocation that is too large is refused before it is made: what is held stays below the limit. */
START_TEST(an_arena_asks_before_it_grows)
{
    watcher w = {.arena = gt_arena_new(), .limit = (size_t)64 << 20};
    gt_arena_set_watch(w.arena, leave, &w);
    if (setjmp(w.escape) == 0)
        for (;;)
            gt_arena_alloc(w.arena, 1, (size_t)20 << 20);
    gt_arena_set_watch(w.arena, NULL, NULL);
    ck_assert_uint_le(gt_arena_held(w.arena), w.limit);
    ck_assert_uint_ge(gt_arena_used(w.arena), (size_t)40 << 20);
    gt_arena_mark mark = gt_arena_here(w.arena);
    size_t held = gt_arena_held(w.arena);
    gt_arena_alloc(w.arena, 1, (size_t)20 << 20);
    ck_assert_uint_gt(gt_arena_held(w.arena), held);
    gt_arena_release(w.arena, mark);
    ck_assert_uint_eq(gt_arena_held(w.arena), held);
    gt_arena_free(w.arena);
}
END_TEST

/* Choices whose conditions are choices: what each says of the next is asked again and again. */
START_TEST(questions_about_choices_end)
{
    gt_arena *arena = gt_arena_new();
    gt_pos nowhere = {0};
    const gt_expr *e = gt_expr_cvar(arena, nowhere, 0, gt_type_int(0, 8));
    for (int i = 0; i < 40; i++) {
        const gt_expr *other = gt_expr_cvar(arena, nowhere, (uint32_t)i, gt_type_int(0, 8));
        const gt_expr *cond = gt_expr_op2(arena, nowhere, GT_EXPR_LE, e, other);
        const gt_expr *choice[] = {cond, other, e};
        e = gt_expr_op(arena, nowhere, GT_EXPR_ITE, 3, choice);
    }
    const gt_expr *guard = gt_expr_op2(arena, nowhere, GT_EXPR_NE, e, gt_expr_int(arena, nowhere, 1));
    size_t before = gt_arena_used(arena);
    const gt_facts *facts = gt_facts_assume(arena, NULL, guard, true);
    ck_assert(!gt_facts_impossible(facts));
    gt_range r = gt_facts_range(arena, facts, e);
    ck_assert(r.lo == 0 && r.hi == 8);
    ck_assert_uint_lt(gt_arena_used(arena) - before, (size_t)20 << 20);
    gt_arena_free(arena);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, an_arena_asks_before_it_grows);
    tcase_add_test(tests, questions_about_choices_end);
}

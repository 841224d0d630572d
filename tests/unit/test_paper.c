/* --style paper against figure 2 of Emerson and Trefler's paper, transition by transition. The figure is
 * written down here by hand; it shares nothing with the passes. */
#include "ir/mean/cmd_step.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static const char token_program[] = "shared tok : P = any;\n"
                                    "process P[n] {\n"
                                    "  states N, T, C;\n"
                                    "  N -> T;\n"
                                    "  T -> C when tok == self;\n"
                                    "  C -> N do tok := any;\n"
                                    "}\n";

/* nN, nT, nC, TOK */
typedef struct {
    int32_t v[4];
} figure_state;

enum { N, T, C, TOK, MAX_SUCCESSORS = 16 };

typedef struct {
    figure_state states[MAX_SUCCESSORS];
    int n;
} successors;

static void add(successors *s, figure_state x)
{
    for (int i = 0; i < s->n; i++)
        if (memcmp(&s->states[i], &x, sizeof x) == 0)
            return;
    ck_assert_int_lt(s->n, MAX_SUCCESSORS);
    s->states[s->n++] = x;
}

/* The three statements of the figure. */
static successors figure(figure_state s)
{
    successors out = {.n = 0};
    if (s.v[N] > 0) {
        figure_state t = s;
        t.v[N]--;
        t.v[T]++;
        if (s.v[TOK] != N || s.v[N] > 1)
            add(&out, t); /* TOK keeps its value */
        t.v[TOK] = T;
        if (s.v[TOK] == N)
            add(&out, t);
    }
    if (s.v[T] > 0 && s.v[TOK] == T) {
        figure_state t = s;
        t.v[TOK] = C;
        t.v[T]--;
        t.v[C]++;
        add(&out, t);
    }
    if (s.v[C] > 0) {
        figure_state t = s;
        t.v[C]--;
        t.v[N]++;
        for (int l = N; l <= C; l++) {
            t.v[TOK] = l;
            if (t.v[l] > 0)
                add(&out, t);
        }
    }
    return out;
}

typedef struct {
    const gt_cmds *cmds;
    uint32_t var[4]; /* of the commands: nN, nT, nC, TOK */
    successors found;
    figure_state initial;
    int ninitial;
} program;

static figure_state read_state(const program *p, const int32_t *values)
{
    figure_state s;
    for (int i = 0; i < 4; i++)
        s.v[i] = values[p->var[i]];
    return s;
}

static bool on_successor(void *arg, const gt_cmd_firing *f)
{
    program *p = arg;
    add(&p->found, read_state(p, f->to));
    return true;
}

static bool on_initial(void *arg, const int32_t *values)
{
    program *p = arg;
    p->initial = read_state(p, values);
    p->ninitial++;
    return true;
}

/* Local states are in order of their values: N, T, C. */
static void find_variables(program *p)
{
    ck_assert_uint_eq(p->cmds->nvars, 4);
    for (uint32_t v = 0; v < 4; v++) {
        const gt_cvar *var = &p->cmds->vars[v];
        if (var->kind == GT_CVAR_AT)
            p->var[TOK] = v;
        else
            p->var[var->state] = v;
        ck_assert(var->kind == GT_CVAR_AT || var->kind == GT_CVAR_COUNTER);
    }
}

static void compare(int32_t n)
{
    const char *text = gt_arena_printf(ctx.arena, "%sconst n = %d;\n", token_program, n);
    program p = {.cmds = encode(prepare(load(text)), GT_ENC_PAPER)};
    find_variables(&p);
    gt_cmd_step *step = gt_cmd_step_new(p.cmds);
    gt_cmd_step_initial(step, on_initial, &p);
    ck_assert_int_eq(p.ninitial, 1);
    figure_state start = {{n, 0, 0, N}};
    ck_assert_mem_eq(&p.initial, &start, sizeof start);
    int compared = 0;
    for (int32_t a = 0; a <= n; a++)
        for (int32_t b = 0; a + b <= n; b++)
            for (int32_t tok = N; tok <= C; tok++) {
                figure_state s = {{a, b, n - a - b, tok}};
                if (s.v[tok] == 0)
                    continue; /* the token is nowhere: no state of the program */
                int32_t values[4];
                for (int i = 0; i < 4; i++)
                    values[p.var[i]] = s.v[i];
                p.found.n = 0;
                gt_cmd_step_successors(step, values, on_successor, &p);
                successors expected = figure(s);
                ck_assert_int_eq(p.found.n, expected.n);
                for (int i = 0; i < expected.n; i++)
                    add(&p.found, expected.states[i]);
                ck_assert_int_eq(p.found.n, expected.n);
                compared++;
            }
    ck_assert_int_eq(compared, 3 * n * (n + 1) / 2);
    gt_cmd_step_free(step);
}

START_TEST(figure_2)
{
    compare(1);
    compare(2);
    compare(3);
    compare(6);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, figure_2);
}

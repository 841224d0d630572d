/* Words as circuits, and programs as circuits: held against integers, and against the meaning of guarded
 * commands. */
#include "backends/targets/circuit.h"
#include "ir/cmd_picks.h"
#include "ir/mean/cmd_step.h"
#include "tests/unit/helper_cmds.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

enum { FROM = -9, TO = 9, BITS = 5 };

static int64_t value_of(const bool *values, const gt_word *w)
{
    int64_t x = gt_lit_value(values, w->bit[w->n - 1]) ? -1 : 0;
    for (uint32_t k = w->n; k-- > 0;)
        x = 2 * x + gt_lit_value(values, w->bit[k]);
    return x;
}

static gt_word inputs_word(gt_aig *g)
{
    gt_word w = {.n = BITS};
    for (uint32_t k = 0; k < BITS; k++)
        w.bit[k] = gt_aig_input(g);
    return w;
}

typedef struct {
    gt_expr_kind kind;
    gt_word (*op)(gt_aig *g, gt_word x, gt_word y);
} operation;

static const operation operations[] = {{GT_EXPR_ADD, gt_word_add},
                                       {GT_EXPR_SUB, gt_word_sub},
                                       {GT_EXPR_MUL, gt_word_mul},
                                       {GT_EXPR_DIV, gt_word_div},
                                       {GT_EXPR_MOD, gt_word_mod}};

START_TEST(words_compute_as_integers_do)
{
    const operation *o = &operations[_i];
    gt_aig g;
    gt_aig_init(&g);
    gt_word x = inputs_word(&g), y = inputs_word(&g), z = o->op(&g, x, y);
    gt_lit less = gt_word_lt(&g, x, y), same = gt_word_eq(&g, x, y);
    bool *values = gt_xcalloc(g.nodes.n, sizeof *values), inputs[2 * BITS];
    for (int64_t a = FROM; a <= TO; a++)
        for (int64_t b = FROM; b <= TO; b++) {
            for (uint32_t k = 0; k < BITS; k++) {
                inputs[k] = a >> k & 1;
                inputs[BITS + k] = b >> k & 1;
            }
            gt_aig_evaluate(&g, inputs, values);
            int64_t expected = gt_expr_apply(o->kind, (int64_t[]){a, b}, 2);
            ck_assert_int_eq(value_of(values, &z), expected);
            ck_assert_int_eq(gt_lit_value(values, less), a < b);
            ck_assert_int_eq(gt_lit_value(values, same), a == b);
            gt_word folded = o->op(&g, gt_word_const(a), gt_word_const(b));
            for (uint32_t k = 0; k < folded.n; k++)
                ck_assert_uint_le(folded.bit[k], GT_LIT_TRUE);
            ck_assert_int_eq(value_of(values, &folded), expected);
        }
    free(values);
    gt_aig_fini(&g);
}
END_TEST

START_TEST(words_are_wide_enough)
{
    gt_aig g;
    gt_aig_init(&g);
    bool values[1] = {false};
    static const int64_t far[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX, (int64_t)UINT32_MAX};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (size_t j = 0; j < sizeof far / sizeof *far; j++)
            for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
                if (operations[o].kind == GT_EXPR_MUL && llabs(far[i]) > INT32_MAX)
                    continue; /* so as to stay within 64 bits */
                gt_word z = operations[o].op(&g, gt_word_const(far[i]), gt_word_const(far[j]));
                int64_t expected = gt_expr_apply(operations[o].kind, (int64_t[]){far[i], far[j]}, 2);
                ck_assert_int_eq(value_of(values, &z), expected);
            }
    gt_aig_fini(&g);
}
END_TEST

/* ---- programs ---- */

enum { MOST_CHOICES = 10, MOST_STATES = 3000 };

typedef struct {
    const gt_circuit *c;
    gt_rows states, latches, steps; /* of the program; of the circuit; from state to another state */
    bool *inputs, *values;
    uint32_t nfirst; /* the inputs that choose the initial state come first */
} search;

static void set_latches(search *s, const int32_t *latches)
{
    for (size_t i = 0; i < s->c->latches.n; i++)
        s->inputs[s->c->aig.nodes.v[gt_lit_node(s->c->latches.v[i].now)].b] = latches[i];
}

static void set_choices(search *s, uint32_t choice)
{
    for (size_t i = 0; i < s->c->inputs.n; i++)
        s->inputs[s->c->aig.nodes.v[gt_lit_node(s->c->inputs.v[i].now)].b] = choice >> i & 1;
}

static void evaluate(search *s)
{
    gt_aig_evaluate(&s->c->aig, s->inputs, s->values);
}

/* Requires that `e` was compiled at the beginning. */
static bool is_true(gt_cmd_step *step, const gt_expr *e, const int32_t *state)
{
    gt_eval *ev = gt_cmd_step_eval(step);
    gt_eval_state(ev, state, false);
    return gt_eval_int(ev, gt_eval_compile(ev, e));
}

static bool stop(void *arg, const gt_cmd_firing *firing)
{
    (void)arg;
    (void)firing;
    return false;
}

/* What the circuit says of the state it is in. */
static void judge(search *s, gt_cmd_step *step, const int32_t *state)
{
    bool error = s->c->cmds->error && is_true(step, s->c->cmds->error, state);
    for (uint32_t p = 0; p < s->c->cmds->nprops; p++) {
        const gt_cmd_prop *prop = &s->c->cmds->props[p];
        bool holds = true;
        if (prop->origin->kind == GT_PROP_DEADLOCK)
            holds = !gt_cmd_step_successors(step, state, stop, NULL) || error;
        else if (prop->origin->kind == GT_PROP_INVARIANT || prop->origin->kind == GT_PROP_NOERROR)
            holds = is_true(step, prop->formula, state);
        ck_assert_int_eq(gt_lit_value(s->values, s->c->bad[p]), !holds);
    }
    ck_assert(gt_lit_value(s->values, s->c->ranges));
}

/* All that the circuit does from these latches. */
static void expand(search *s, gt_cmd_step *step, uint32_t number)
{
    size_t n = s->c->latches.n, width = s->c->cmds->nvars;
    int32_t *row = gt_xcalloc(n + 2 * width + 1, sizeof *row), *pair = row + n;
    memcpy(row, gt_rows_at(&s->latches, number), n * sizeof *row);
    bool begun = number > 0 || s->nfirst == 0;
    for (uint32_t choice = 0; choice < 1U << s->c->inputs.n; choice++) {
        if (begun && choice & ((1U << s->nfirst) - 1))
            continue;
        set_latches(s, gt_rows_at(&s->latches, number));
        set_choices(s, choice);
        evaluate(s);
        if (!gt_lit_value(s->values, s->c->live))
            continue;
        gt_circuit_state(s->c, s->values, pair);
        gt_rows_add(&s->states, pair, NULL);
        judge(s, step, pair);
        bool moves = gt_lit_value(s->values, s->c->moves);
        for (size_t i = 0; i < n; i++)
            row[i] = gt_lit_value(s->values, s->c->latches.v[i].next);
        gt_rows_add(&s->latches, row, NULL);
        set_latches(s, row);
        evaluate(s);
        gt_circuit_state(s->c, s->values, pair + width);
        bool differs = memcmp(pair, pair + width, width * sizeof *pair) != 0;
        ck_assert(moves || !differs);
        if (differs)
            gt_rows_add(&s->steps, pair, NULL);
    }
    free(row);
}

typedef struct {
    gt_rows states, steps;
    size_t width;
    const int32_t *from;
} meaning;

static bool add_state(void *arg, const int32_t *state)
{
    gt_rows_add(&((meaning *)arg)->states, state, NULL);
    return true;
}

static bool add_step(void *arg, const gt_cmd_firing *firing)
{
    meaning *m = arg;
    int32_t *pair = gt_xcalloc(2 * m->width + 1, sizeof *pair);
    memcpy(pair, m->from, m->width * sizeof *pair);
    memcpy(pair + m->width, firing->to, m->width * sizeof *pair);
    gt_rows_add(&m->states, firing->to, NULL);
    if (memcmp(pair, pair + m->width, m->width * sizeof *pair) != 0)
        gt_rows_add(&m->steps, pair, NULL);
    free(pair);
    return true;
}

static void all_in(const gt_rows *these, const gt_rows *those)
{
    ck_assert_uint_eq(these->table.n, those->table.n);
    for (uint32_t i = 0; i < these->table.n; i++)
        ck_assert_uint_ne(gt_rows_find(those, gt_rows_at(these, i)), GT_ABSENT);
}

/* False: too large to be looked at in full. */
static bool compare(const gt_cmds *cmds)
{
    const char *why = NULL;
    cmds = gt_cmds_split_picks(ctx.arena, cmds, NULL, NULL);
    const gt_skeleton *skeleton = gt_skeleton_new(ctx.arena, cmds, &why);
    const char **names = GT_NEW_ARRAY(ctx.arena, const char *, cmds->nvars + 1);
    for (uint32_t i = 0; i < cmds->nvars; i++)
        names[i] = cmds->vars[i].name;
    gt_circuit *c = gt_circuit_new(&ctx, cmds, skeleton, names);
    size_t n = c->latches.n, width = cmds->nvars;
    search s = {.c = c, .states = {.width = width}, .latches = {.width = n}, .steps = {.width = 2 * width}};
    meaning m = {.states = {.width = width}, .steps = {.width = 2 * width}, .width = width};
    gt_cmd_step *step = gt_cmd_step_new(cmds);
    for (uint32_t p = 0; p < cmds->nprops; p++)
        if (cmds->props[p].formula && !gt_temporal_in(cmds->props[p].formula))
            gt_eval_compile(gt_cmd_step_eval(step), cmds->props[p].formula);
    if (cmds->error)
        gt_eval_compile(gt_cmd_step_eval(step), cmds->error);
    gt_cmd_step_initial(step, add_state, &m);
    for (uint32_t i = 0; i < m.states.table.n && i < MOST_STATES; i++) {
        int32_t *from = GT_NEW_ARRAY(ctx.arena, int32_t, width + 1);
        memcpy(from, gt_rows_at(&m.states, i), width * sizeof *from);
        m.from = from;
        gt_cmd_step_successors(step, from, add_step, &m);
    }
    bool small = c->inputs.n <= MOST_CHOICES && m.states.table.n <= MOST_STATES;
    if (small) {
        s.inputs = gt_xcalloc(c->aig.ninputs + 1, sizeof *s.inputs);
        s.values = gt_xcalloc(c->aig.nodes.n, sizeof *s.values);
        while (s.nfirst < c->inputs.n && strncmp(c->inputs.v[s.nfirst].name, "first_", 6) == 0)
            s.nfirst++;
        int32_t *reset = gt_xcalloc(n + 1, sizeof *reset);
        for (size_t i = 0; i < n; i++)
            reset[i] = c->latches.v[i].reset;
        gt_rows_add(&s.latches, reset, NULL);
        free(reset);
        for (uint32_t i = 0; i < s.latches.table.n; i++)
            expand(&s, step, i);
        all_in(&s.states, &m.states);
        all_in(&s.steps, &m.steps);
        free(s.inputs);
        free(s.values);
    }
    gt_rows_fini(&s.states);
    gt_rows_fini(&s.latches);
    gt_rows_fini(&s.steps);
    gt_rows_fini(&m.states);
    gt_rows_fini(&m.steps);
    gt_cmd_step_free(step);
    gt_circuit_free(c);
    return small;
}

static const char *const texts[] = {
    "shared tok : P = any; process P[3] { states A, B, C; A -> B; B -> C when tok == self; C -> A do tok := "
    "any; }\n"
    "invariant i: !(exists i, j : P (i != j && i@C && j@C)); deadlock free;",
    "shared x : -3..4 = any; shared y : -4..3 = -x; shared b : bool = x > y; rule flip do b := !b;\n"
    "invariant i: x + y == 0; invariant j: b || x < 4;",
    "shared x : -7..9 = any; rule up when x < 9 do x := x + 1; rule down when x % 3 == -1 do x := x / 2;\n"
    "rule square when x * x < 10 do x := min(x * x, 9); invariant i: x != 9 || max(x, 3) == 3; deadlock "
    "free;",
    "shared d : P? = any j : P where false; process P[2] { states A, B; A -> B when d == self; } invariant "
    "i: false;",
    "shared z : 0..3; rule do z := z + 1; invariant low: z < 3;",
    "mdp; shared z : 0..3; rule when z < 3 do { z/3: { z := 0; } | 1 - z/3: { z := z + 1; } } invariant low: "
    "z < 3;",
};

START_TEST(circuits_do_what_programs_do)
{
    static const gt_encoding encodings[] = {GT_ENC_DENSE, GT_ENC_VECTOR, GT_ENC_NONE};
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++)
        ck_assert(compare(encode(prepare(load(texts[_i])), encodings[e])));
}
END_TEST

START_TEST(circuits_of_random_programs)
{
    uint32_t compared = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        compared += compare(cb_random(&ctx, seed));
        renew();
    }
    ck_assert_uint_ge(compared, 20);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, words_compute_as_integers_do, operations);
    tcase_add_test(tests, words_are_wide_enough);
    UNIT_ADD_EACH(tests, circuits_do_what_programs_do, texts);
    tcase_add_test(tests, circuits_of_random_programs);
}

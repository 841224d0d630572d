/* The symmetry check against the meaning of programs: whatever it accepts is symmetric.
 *
 * Random rules, most of them refused. Of those accepted, random runs are taken, and in every state
 * - the order of the assignments must not matter: the rules with their updates reversed have the same
 * successors;
 * - exchanging two processes must not matter: the successors of the exchanged state are the exchanged
 * successors;
 * - nothing of a process that is none may be looked at (the evaluator stops on that). */
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "ir/mean/sym_step.h"
#include "runtime/base.h"
#include "tests/unit/unit.h"

enum { PROGRAMS = 4000, STEPS = 40 };

/* ---- random programs ---- */

typedef struct {
    uint64_t seed;
    gt_str text;
    int value;     /* distinct values make collisions visible */
    bool has_each; /* inside a broadcast over x */
} generator;

static unsigned pick(generator *g, unsigned n)
{
    g->seed = gt_hash_mix(g->seed + 0x9e3779b97f4a7c15ULL);
    return (unsigned)(g->seed >> 33) % n;
}

static const char *process(generator *g)
{
    static const char *const names[] = {"self", "d", "e", "j", "t", "x"};
    return names[pick(g, g->has_each ? 6 : 5)];
}

static const char *element(generator *g)
{
    static const char *const indices[] = {"i",     "k",           "0",     "1",        "2",
                                          "i % 2", "(k + 1) % 3", "i / 2", "i + 1 - 1"};
    return indices[pick(g, 9)];
}

static void atom(generator *g)
{
    switch (pick(g, 9)) {
    case 0:
    case 1: gt_str_addf(&g->text, "%s %s none", pick(g, 2) ? "d" : "e", pick(g, 4) ? "!=" : "=="); break;
    case 2:
    case 3: gt_str_addf(&g->text, "%s %s %s", process(g), pick(g, 3) ? "!=" : "==", process(g)); break;
    case 4: gt_str_addf(&g->text, "%s@%s", process(g), pick(g, 2) ? "A" : "B"); break;
    case 5: gt_str_addf(&g->text, "%s.b", process(g)); break;
    case 6: gt_str_addf(&g->text, "%s %s %s", element(g), pick(g, 2) ? "!=" : "<", element(g)); break;
    case 7: gt_str_addf(&g->text, "i %s %u", pick(g, 2) ? "==" : ">=", pick(g, 3)); break;
    default: gt_str_addf(&g->text, "(exists y : P (y != %s && y.b))", process(g)); break;
    }
}

static void condition(generator *g, unsigned depth)
{
    static const char *const operators[] = {"&&", "&&", "||", "->"};
    unsigned n = 1 + pick(g, 4);
    const char *op = operators[pick(g, 4)];
    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            gt_str_addf(&g->text, " %s ", op);
        unsigned form = depth > 0 ? pick(g, 6) : 9;
        gt_str_add(&g->text, form == 0 ? "!(" : form == 1 ? "(" : "");
        if (form < 2)
            condition(g, depth - 1);
        else
            atom(g);
        gt_str_add(&g->text, form < 2 ? ")" : "");
    }
}

static void statement(generator *g, unsigned depth);

static void assignment(generator *g)
{
    g->value = (g->value + 1) % 10;
    switch (g->has_each ? 5 : pick(g, 5)) {
    case 0: gt_str_addf(&g->text, "a[%s] := %d; ", element(g), g->value); break;
    case 1:
        gt_str_addf(&g->text, "%s.w[%s] := %d; ", process(g), pick(g, 2) ? "i % 2" : "k / 2", g->value);
        break;
    case 2: gt_str_addf(&g->text, "%s := %s; ", pick(g, 2) ? "d" : "t", process(g)); break;
    case 5: gt_str_addf(&g->text, "x.v := %d; ", g->value); break;
    default: gt_str_addf(&g->text, "%s.v := %d; ", process(g), g->value); break;
    }
}

static void block(generator *g, unsigned depth)
{
    gt_str_add(&g->text, "{ ");
    for (unsigned n = 1 + pick(g, 2); n > 0; n--)
        statement(g, depth);
    gt_str_add(&g->text, "} ");
}

static void statement(generator *g, unsigned depth)
{
    unsigned form = depth > 0 ? pick(g, 6) : 9;
    if (form == 0) {
        gt_str_add(&g->text, "if (");
        condition(g, 1);
        gt_str_add(&g->text, ") ");
        block(g, depth - 1);
        if (pick(g, 2)) {
            gt_str_add(&g->text, "else ");
            block(g, depth - 1);
        }
    } else if (form == 1 && !g->has_each) {
        g->has_each = true;
        gt_str_add(&g->text, "forall x : P where ");
        condition(g, 1);
        gt_str_add(&g->text, " do ");
        block(g, depth - 1);
        g->has_each = false;
    } else {
        assignment(g);
    }
}

static void program(generator *g)
{
    gt_str_add(&g->text, "shared d, e : P? = none;\nshared t : P = any;\nshared i, k : 0..2 = any;\n"
                         "shared a : [0..2] of 0..9;\nprocess P[3] {\n  states A, B = any;\n  var v : 0..9;\n"
                         "  var b : bool = any;\n  var w : [0..1] of 0..9;\n"
                         "  rule m1 do { i := any; d := any; v := 0; b := any; }\n"
                         "  rule m2 do { k := any; e := any; t := any; loc := any; }\n"
                         "  rule m3 do { d := none; forall x : P do x.v := 0; }\n"
                         "  rule m4 do { e := d; d := self; }\n"
                         "  rule r with j : P when ");
    condition(g, 2);
    gt_str_add(&g->text, " do ");
    block(g, 2);
    gt_str_add(&g->text, "\n}\n");
}

/* ---- what is compared ---- */

typedef struct {
    size_t width;
    GT_VEC(int32_t) rows; /* successors, one after the other */
} successors;

static bool collect(void *arg, const gt_firing *firing)
{
    successors *s = arg;
    for (size_t i = 0; i < s->width; i++)
        gt_vec_push(&s->rows, firing->to[i]);
    return true;
}

static size_t compared_width;

static int by_row(const void *x, const void *y)
{
    return memcmp(x, y, compared_width * sizeof(int32_t));
}

/* All successors, sorted if asked for. */
static void successors_of(gt_sym_step *step, const int32_t *state, bool sorted, successors *out)
{
    out->width = gt_sym_step_layout(step)->width;
    out->rows.n = 0;
    gt_sym_step_successors(step, state, false, collect, out);
    compared_width = out->width;
    if (sorted && out->rows.n > 0)
        qsort(out->rows.v, out->rows.n / out->width, out->width * sizeof(int32_t), by_row);
}

static bool equal(const successors *a, const successors *b)
{
    return a->rows.n == b->rows.n &&
           (a->rows.n == 0 || memcmp(a->rows.v, b->rows.v, a->rows.n * sizeof(int32_t)) == 0);
}

static int32_t exchange_id(int32_t id)
{
    return id == 1 ? 2 : id == 2 ? 1 : id;
}

/* The state with processes 1 and 2 exchanged. */
static void exchange(const gt_layout *layout, int32_t *state)
{
    const gt_sym *sym = layout->sym;
    for (uint32_t i = 0; i < sym->nshared; i++)
        if (sym->shared[i]->type.kind == GT_TYPE_ID)
            state[gt_layout_shared(layout, sym->shared[i], 0)] =
                exchange_id(state[gt_layout_shared(layout, sym->shared[i], 0)]);
    const gt_proc_layout *p = &layout->procs[0];
    for (uint32_t i = 0; i < p->stride; i++) {
        int32_t t = state[p->base + i];
        state[p->base + i] = state[p->base + p->stride + i];
        state[p->base + p->stride + i] = t;
    }
}

/* The same program with every branch's updates in the opposite order. */
static const gt_sym *reversed(const gt_sym *sym)
{
    gt_sym *copy = gt_arena_copy(ctx.arena, sym, 1, sizeof *sym);
    copy->rules = gt_arena_copy(ctx.arena, sym->rules, sym->nrules, sizeof *sym->rules);
    for (uint32_t r = 0; r < sym->nrules; r++) {
        gt_rule *rule = gt_arena_copy(ctx.arena, sym->rules[r], 1, sizeof *rule);
        gt_branch *branch = gt_arena_copy(ctx.arena, rule->branches, 1, sizeof *branch);
        uint32_t n = branch->nupdates;
        gt_update *updates = GT_NEW_ARRAY(ctx.arena, gt_update, n + 1);
        for (uint32_t i = 0; i < n; i++)
            updates[i] = branch->updates[n - 1 - i];
        branch->updates = updates;
        rule->branches = branch;
        copy->rules[r] = rule;
    }
    return copy;
}

static bool first_state(void *arg, const int32_t *state)
{
    memcpy(arg, state, compared_width * sizeof(int32_t));
    return false;
}

/* Random runs of an accepted program; false when symmetry is broken. */
static bool holds(generator *g, const gt_sym *sym)
{
    gt_sym_step *step = gt_sym_step_new(sym), *backwards = gt_sym_step_new(reversed(sym));
    const gt_layout *layout = gt_sym_step_layout(step);
    int32_t *state = gt_xcalloc(layout->width, sizeof *state);
    compared_width = layout->width;
    gt_sym_step_initial(step, first_state, state);
    successors here = {0}, other = {0};
    bool ok = true;
    for (int n = 0; ok && n < STEPS; n++) {
        successors_of(step, state, false, &here);
        successors_of(backwards, state, false, &other);
        ok = equal(&here, &other);
        if (here.rows.n == 0)
            break;
        int32_t *next = gt_xcalloc(layout->width, sizeof *next);
        memcpy(next, here.rows.v + layout->width * pick(g, (unsigned)(here.rows.n / layout->width)),
               layout->width * sizeof *next);
        for (size_t i = 0; i < here.rows.n; i += layout->width)
            exchange(layout, here.rows.v + i);
        qsort(here.rows.v, here.rows.n / layout->width, layout->width * sizeof(int32_t), by_row);
        exchange(layout, state);
        successors_of(step, state, true, &other);
        ok = ok && equal(&here, &other);
        free(state);
        state = next;
    }
    free(here.rows.v);
    free(other.rows.v);
    free(state);
    gt_sym_step_free(step);
    gt_sym_step_free(backwards);
    return ok;
}

START_TEST(accepted_programs_are_symmetric)
{
    unsigned accepted = 0, written = 0;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        renew();
        generator g = {.seed = n};
        gt_str_init(&g.text);
        program(&g);
        const gt_sym *sym = gt_frontend_load(&ctx, "random.sym", gt_str_text(&g.text), g.text.len, NULL, 0);
        if (sym) {
            accepted++;
            written += sym->rules[sym->nrules - 1]->branches[0].nupdates > 1;
            ck_assert_msg(holds(&g, sym), "program %u is not symmetric:\n%s", n, gt_str_text(&g.text));
        }
        gt_str_fini(&g.text);
    }
    /* Neither all nor nothing: the test must be able to fail. */
    ck_assert_uint_gt(accepted, PROGRAMS / 20);
    ck_assert_uint_gt(written, PROGRAMS / 50);
    ck_assert_uint_lt(accepted, PROGRAMS - PROGRAMS / 20);
}
END_TEST

void unit_tests(TCase *tests)
{
    tcase_add_test(tests, accepted_programs_are_symmetric);
}

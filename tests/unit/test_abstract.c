/* Exchangeable processes: what is enumerated up to symmetry has the images of what is enumerated in full,
 * with the same weights; and every image has a concrete state again, in every encoding. */
#include <stdlib.h>
#include <string.h>

#include "ir/mean/abstract.h"
#include "ir/mean/cmd_step.h"
#include "ir/mean/sym_step.h"
#include "runtime/table.h"
#include "tests/unit/unit.h"

static const char *const programs[] = {
    /* rendezvous, remote updates, two id variables */
    "shared a : P = any; shared b : P? = none;\n"
    "process P[4] { states N, T, C; var v : bool;\n"
    "  N -> T with j : P where !j.v when b == none do { j.v := true; b := j; }\n"
    "  T -> C when a == self || exists j : P (j != self && j@N && j != a) do a := any k : P where k != "
    "self;\n"
    "  rule r : C -> N when b != none do { b.v := !b.v; b := none; } }\n",
    /* broadcasts, counting, two types */
    "shared x : 0..2; shared d : Q = any;\n"
    "process P[3] { states A, B; A -> B when count i : P (i@A) >= 2 do x := any 0..1;\n"
    "  B -> A with q : Q do { forall i : P where i != self do { i.loc := B; } q.w := x; } }\n"
    "process Q[2] { var w : 0..2 = any; rule up when w == x && d != self do d := self; }\n",
    /* weights */
    "ctmc; shared t : P? = any;\n"
    "process P[4] { states A, B; A -> B rate 1 + count i : P (i@B) do { 0.25: { t := any; } | 0.75: { t := "
    "none; } }\n"
    "  B -> A with j : P where j@B do { t := j; } }\n",
};

static const gt_sym *written;
static const gt_cmds *cmds[4];

static void translate(const char *text)
{
    static const gt_encoding encodings[] = {GT_ENC_DENSE, GT_ENC_VECTOR, GT_ENC_PAIRS, GT_ENC_NONE};
    written = load(text);
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        cmds[i] = encode(prepare(written), encodings[i]);
}

typedef struct {
    gt_rows states;
    gt_abstract *abs;
    gt_rows images;   /* of the successors, in order of arrival */
    gt_rat sums[256]; /* by image: their weights */
    int32_t *image;
    bool grow;
} exploration;

static bool add_state(void *arg, const int32_t *state)
{
    gt_rows_add(&((exploration *)arg)->states, state, NULL);
    return true;
}

static bool add_firing(void *arg, const gt_firing *f)
{
    exploration *x = arg;
    bool fresh;
    gt_abstract_apply(x->abs, f->to, x->image);
    uint32_t image = gt_rows_add(&x->images, x->image, &fresh);
    ck_assert_uint_lt(image, 256);
    gt_rat weight = gt_rat_mul(gt_rat_mul(f->weight, f->prob), gt_rat_int((int64_t)f->multiplicity));
    x->sums[image] = fresh ? weight : gt_rat_add(x->sums[image], weight);
    return x->grow ? add_state(arg, f->to) : true;
}

/* The successors' images and weights, in full and up to symmetry. */
static void compare_modes(gt_sym_step *step, exploration *x, const int32_t *state)
{
    exploration some = {.abs = x->abs, .image = x->image};
    gt_rows_fini(&x->images);
    x->images = (gt_rows){.width = x->images.width};
    some.images = (gt_rows){.width = x->images.width};
    gt_sym_step_successors(step, state, false, add_firing, x);
    gt_sym_step_successors(step, state, true, add_firing, &some);
    ck_assert_uint_eq(x->images.table.n, some.images.table.n);
    for (uint32_t i = 0; i < x->images.table.n; i++) {
        uint32_t k = gt_rows_find(&some.images, gt_rows_at(&x->images, i));
        ck_assert_uint_ne(k, GT_ABSENT);
        ck_assert(gt_rat_equal(x->sums[i], some.sums[k]));
    }
    gt_rows_fini(&some.images);
}

START_TEST(symmetric_successors_are_all)
{
    translate(programs[_i]);
    gt_sym_step *step = gt_sym_step_new(written);
    const gt_layout *layout = gt_sym_step_layout(step);
    exploration x = {.grow = true, .abs = gt_abstract_new(layout, cmds[0])};
    x.image = gt_xcalloc(cmds[0]->nvars, sizeof *x.image);
    int32_t *state = gt_xcalloc(layout->width, sizeof *state);
    x.states = (gt_rows){.width = layout->width};
    x.images = (gt_rows){.width = cmds[0]->nvars};
    gt_sym_step_initial(step, add_state, &x);
    for (uint32_t i = 0; i < x.states.table.n; i++) {
        memcpy(state, gt_rows_at(&x.states, i), layout->width * sizeof *state);
        compare_modes(step, &x, state);
    }
    ck_assert_uint_gt(x.states.table.n, 20);
    gt_rows_fini(&x.states);
    gt_rows_fini(&x.images);
    free(x.image);
    free(state);
    gt_abstract_free(x.abs);
    gt_sym_step_free(step);
}
END_TEST

typedef struct {
    gt_rows states;
} reached;

static bool add_valuation(void *arg, const int32_t *valuation)
{
    gt_rows_add(&((reached *)arg)->states, valuation, NULL);
    return true;
}

static bool add_command(void *arg, const gt_cmd_firing *f)
{
    return add_valuation(arg, f->to);
}

START_TEST(every_image_has_a_concrete_state)
{
    translate(programs[_i]);
    gt_sym_step *step = gt_sym_step_new(written);
    const gt_layout *layout = gt_sym_step_layout(step);
    int32_t *state = gt_xcalloc(layout->width, sizeof *state);
    for (uint32_t e = 0; e < 4; e++) {
        gt_cmd_step *cstep = gt_cmd_step_new(cmds[e]);
        gt_abstract *abs = gt_abstract_new(layout, cmds[e]);
        int32_t *valuation = gt_xcalloc(cmds[e]->nvars, sizeof *valuation);
        reached r;
        r.states = (gt_rows){.width = cmds[e]->nvars};
        gt_cmd_step_initial(cstep, add_valuation, &r);
        for (uint32_t i = 0; i < r.states.table.n; i++) {
            memcpy(valuation, gt_rows_at(&r.states, i), cmds[e]->nvars * sizeof *valuation);
            ck_assert_msg(gt_abstract_concretise(abs, valuation, state), "encoding %d, state %u",
                          (int)cmds[e]->encoding, i);
            gt_cmd_step_successors(cstep, valuation, add_command, &r);
        }
        ck_assert_uint_gt(r.states.table.n, 5);
        gt_rows_fini(&r.states);
        free(valuation);
        gt_abstract_free(abs);
        gt_cmd_step_free(cstep);
    }
    free(state);
    gt_sym_step_free(step);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, symmetric_successors_are_all, programs);
    UNIT_ADD_EACH(tests, every_image_has_a_concrete_state, programs);
}

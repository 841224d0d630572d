/* Rings in the explicit engine: representatives against all rotations and reflections, and which programs may
 * be mirrored. */
#include "backends/check/check.h"
#include "backends/check/explicit/explicit.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- canonical representatives ---- */

enum { STATES = 600, NEAR = 150, MOST = 4 };

/* A ring by itself; with a set that names its processes; with a ring that names those of another one. */
static const char *const programs[] = {"shared d : R? = none; shared e : R? = none;\n"
                                       "process R[4] ring { var x : 0..1; var to : R? = none; }\n",
                                       "shared d : R? = none; shared s : S? = none;\n"
                                       "process R[3] ring { var x : 0..1; var to : S? = none; }\n"
                                       "process S[2] { var y : 0..1; var of : R? = none; }\n",
                                       "shared d : R? = none; shared q : Q? = none;\n"
                                       "process R[3] ring { var to : Q? = none; }\n"
                                       "process Q[2] ring { var x : 0..1; }\n"
                                       "process S[2] ring { var y : 0..1; var to : S? = none; }\n"};

/* Where processes go: per type, the number from 0 that each one gets. */
typedef struct {
    uint32_t n;
    int32_t to[3][MOST];
} renaming;

/* Renaming number k of a type of n: rotations, then reflections; of a set of two all permutations. False:
 * none. */
static bool renames(const gt_proc *proc, bool mirrored, uint32_t k, int32_t *to)
{
    bool ring = proc->symmetry == GT_SYMMETRY_RING;
    uint32_t n = (uint32_t)proc->n;
    ck_assert(n <= MOST && (ring || n == 2));
    for (uint32_t p = 0; p < n && p < MOST; p++)
        to[p] = (int32_t)((k < n ? p + k : 2 * n + k - p) % n);
    return k < (mirrored ? 2 * n : n);
}

static int32_t renamed(gt_type type, const renaming *r, int32_t value)
{
    return type.kind == GT_TYPE_ID && value ? r->to[type.proc->index][value - 1] + 1 : value;
}

static void apply(const gt_layout *layout, const renaming *r, const int32_t *from, int32_t *to)
{
    const gt_sym *sym = layout->sym;
    to[0] = from[0];
    for (uint32_t i = 0; i < sym->nshared; i++)
        to[layout->shared[i]] = renamed(sym->shared[i]->type, r, from[layout->shared[i]]);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (int32_t p = 1; p <= sym->procs[t]->n; p++)
            for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
                const gt_var *var = sym->procs[t]->vars[v];
                to[gt_layout_local(layout, var, r->to[t][p - 1] + 1, 0)] =
                    renamed(var->type, r, from[gt_layout_local(layout, var, p, 0)]);
            }
}

static void random_state(const gt_layout *layout, uint64_t seed, int32_t *state)
{
    const gt_sym *sym = layout->sym;
    uint64_t x = gt_hash_mix(seed), sparse = x % 3;
    state[0] = 0;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        x = gt_hash_mix(x + i);
        state[layout->shared[i]] = (int32_t)(x % (uint64_t)gt_type_size(sym->shared[i]->type));
    }
    for (uint32_t t = 0; t < sym->nprocs; t++)
        for (int32_t p = 1; p <= sym->procs[t]->n; p++)
            for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
                const gt_var *var = sym->procs[t]->vars[v];
                x = gt_hash_mix(x + v);
                int32_t value = (int32_t)(x % (uint64_t)gt_type_size(var->type));
                state[gt_layout_local(layout, var, p, 0)] = x >> 32 & sparse ? 0 : value;
            }
}

typedef struct {
    const gt_layout *layout;
    gt_xcanon *canon;
    const bool *mirrored;
    size_t bytes;
    int32_t *image, *least;
    const int32_t *state, *right; /* its representative */
    bool member;
} orbit;

/* All renamings of the types from number t on: each image has the same representative. */
static void walk(orbit *o, renaming *r, uint32_t t)
{
    const gt_sym *sym = o->layout->sym;
    for (uint32_t k = 0; t < sym->nprocs && renames(sym->procs[t], o->mirrored[t], k, r->to[t]); k++)
        walk(o, r, t + 1);
    if (t < sym->nprocs)
        return;
    apply(o->layout, r, o->state, o->image);
    o->member = o->member || !memcmp(o->image, o->right, o->bytes);
    if (!r->n++ || memcmp(o->image, o->least, o->bytes) < 0)
        memcpy(o->least, o->image, o->bytes);
    gt_xcanon_apply(o->canon, o->image);
    ck_assert_mem_eq(o->image, o->right, o->bytes);
}

static void representatives(const char *text, const bool *mirrored)
{
    const gt_layout *layout = gt_layout_new(ctx.arena, load(text));
    orbit o = {.layout = layout, .canon = gt_xcanon_new(layout, mirrored), .mirrored = mirrored};
    size_t width = layout->width;
    o.bytes = width * sizeof(int32_t);
    o.image = malloc(o.bytes);
    int32_t *all = malloc(STATES * o.bytes), *least = malloc(STATES * o.bytes), *state = malloc(o.bytes);
    uint32_t equal = 0;
    for (uint32_t s = 0; s < STATES; s++) {
        random_state(layout, s, state);
        memcpy(all + s * width, state, o.bytes);
        gt_xcanon_apply(o.canon, all + s * width);
        o.state = state;
        o.right = all + s * width;
        o.least = least + s * width;
        o.member = false;
        walk(&o, &(renaming){0}, 0);
        ck_assert_msg(o.member, "state %u has a representative outside its orbit", s);
        for (uint32_t before = s < NEAR ? 0 : s - NEAR; before < s; before++) {
            bool same = !memcmp(least + s * width, least + before * width, o.bytes);
            ck_assert(same == !memcmp(all + s * width, all + before * width, o.bytes));
            equal += same;
        }
    }
    ck_assert_uint_gt(equal, 0);
    gt_xcanon_free(o.canon);
    free(o.image);
    free(all);
    free(least);
    free(state);
}

START_TEST(exact_representatives)
{
    static const bool ways[][3] = {{false, false, false}, {true, false, false}, {true, true, true}};
    bool mirrored[3];
    const gt_sym *sym = load(programs[_i]);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        for (uint32_t t = 0; t < 3; t++)
            mirrored[t] = t < sym->nprocs && sym->procs[t]->symmetry == GT_SYMMETRY_RING && ways[w][t];
        representatives(programs[_i], mirrored);
    }
}
END_TEST

/* ---- which rings may be mirrored ---- */

#define RING(rules) "process R[4] ring { states A, B; var x : 0..3; var y : bool = any; " rules " }\n"

static const struct {
    const char *text;
    bool mirrored;
} mirrors[] = {
    {RING("A -> B when next(self)@A && prev(self)@A;"), true},
    {RING("A -> B when prev(self)@A && next(self)@A;"), true},
    {RING("A -> B when next(self)@A && prev(self)@B;"), false},
    {RING("A -> B when next(self)@A;"), false},
    {RING("A -> B when next(self)@A; A -> B when prev(self)@A;"), true},
    {RING("A -> B when next(self)@A; B -> A when prev(self)@A;"), false},
    {RING("A -> B when next(self)@A; A -> B when next(self)@A; A -> B when prev(self)@A;"), false},
    {RING("rule r with i : R, j : R when i == next(self) && j == prev(self) do { i.x := 1; j.x := 1; }"),
     true},
    {RING("rule r with i : R, j : R when i == next(self) && j == prev(self) do { i.x := 1; j.x := 2; }"),
     false},
    {RING("rule r with j : R when self == next(j) || j == next(self) do j.x := 1;"), true},
    {RING("rule r with j : R when self == next(j) do j.x := 1;"), false},
    {RING("rule r do { next(self).x := 1; prev(self).x := 1; }"), true},
    {RING("rule r do { next(self).x := 1; prev(self).x := 2; }"), false},
    {RING("rule r do forall j : R where j == next(self) do j.x := 1;"), false},
    {RING("rule r when x < next(self).x && prev(self).x > x do x := 3;"), true},
    {RING("rule r when x < next(self).x && prev(self).x >= x do x := 3;"), false},
    {RING("rule r when exists j : R (j.x < x && next(j) != self) do x := next(self).x;"), false},
    {RING("rule r when exists j : R (next(j)@A && prev(j)@A && exists k : R (k != next(j) && k != prev(j))) "
          "do x := 1;"),
     true},
    {RING("rule r do x := any k : 0..3 where k == next(self).x || k == prev(self).x;"), true},
    {RING("rule r do x := any k : 0..3 where k == next(self).x;"), false},
    {"shared d : R = any; shared e : R = any j : R where j == next(d);\n" RING(""), false},
    {"shared d : R = any; shared e : R = any j : R where j == next(d) || d == next(j);\n" RING(""), true},
    {RING("") "initially forall i : R (i.y -> next(i).y);\n", false},
    {RING("") "initially exists i : R (i.y && next(i).y && prev(i).y);\n", true},
    {RING("") "invariant forall i : R (i.y -> next(i).y);\n", false},
    {RING("") "invariant forall i : R (i.y -> next(i).y && prev(i).y);\n", true},
    {RING("") "ctl EF (exists i : R (next(i).y && !i.y)) && EF (exists i : R (prev(i).y && !i.y));\n", false},
    {RING("") "fairness exists i : R (next(i).y && !i.y); ctl AF true;\n", false},
    {"process R[2] ring { states A, B; A -> B when next(self)@A; }\n", true},
};

START_TEST(mirrored)
{
    const gt_sym *sym = load(mirrors[_i].text);
    const gt_check_options options = {.threads = 1};
    const gt_check_report *r = gt_check_explicit_sym(&ctx, sym, prepare(sym), GT_ALIKE_LINKED, &options);
    const char *wanted = mirrors[_i].mirrored ? "canonical representatives, R rotated and mirrored"
                                              : "canonical representatives, R rotated";
    ck_assert_msg(!strcmp(r->works_on, wanted), "%s: %s", mirrors[_i].text, r->works_on);
}
END_TEST

void unit_tests(TCase *tests)
{
    UNIT_ADD_EACH(tests, exact_representatives, programs);
    UNIT_ADD_EACH(tests, mirrored, mirrors);
}

/* One program through the BDD engine with its features on and off: the same verdicts, the same number of
 * states. Stands in the place of tests/random/try.c. */
#include "tests/random/try.h"

#include "backends/check/check.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "tests/agree/same.h"
#include "tests/random/child.h"

#include <string.h>

typedef struct {
    gt_ctx ctx;
    FILE *out;
    const gt_check_report *first; /* the explicit engine's: it shares nothing with the BDD engine */
} trial;

#define ALL_OFF .no_accelerate = true, .no_drop = true, .no_chain = true, .saturate = GT_SATURATE_NEVER

/* Everything off, each feature alone, everything on. */
enum { OFF, ACCELERATE, DROP, CHAIN, SATURATE, ON, WAYS };
static const struct {
    const char *name;
    gt_bdd_ways ways;
} all_ways[WAYS] = {
    [OFF] = {"nothing", {ALL_OFF}},
    [ACCELERATE] = {"acceleration", {.no_drop = true, .no_chain = true, .saturate = GT_SATURATE_NEVER}},
    [DROP] = {"dropped counter", {.no_accelerate = true, .no_chain = true, .saturate = GT_SATURATE_NEVER}},
    [CHAIN] = {"chaining", {.no_accelerate = true, .no_drop = true, .saturate = GT_SATURATE_NEVER}},
    [SATURATE] = {"saturation", {.no_accelerate = true, .no_drop = true, .saturate = GT_SATURATE_ALWAYS}},
    [ON] = {"everything", {0}},
};

static void hold(trial *t, const gt_check_report *r, const char *encoding, const char *way,
                 const char **states)
{
    const char *wrong = rb_difference(t->ctx.arena, t->first, r, "the explicit engine", states);
    if (wrong) {
        fprintf(t->out, "%s, %s: %s\n", encoding, way, wrong);
        rb_finish(&t->ctx, t->out, 1);
    }
}

/* Forward with every way of working, backward with everything off and on. Fills reports[WAYS]. */
static void try_ways(trial *t, const gt_cmds *cmds, const char *encoding, const char **states,
                     const gt_check_report **reports)
{
    for (int i = 0; i < WAYS; i++) {
        gt_check_options options = {.ways = all_ways[i].ways, .no_traces = i != ON};
        reports[i] = gt_check_bdd(&t->ctx, cmds, &options);
        hold(t, reports[i], encoding, all_ways[i].name, states);
        if (i == OFF || i == ON) {
            options.direction = GT_DIRECTION_BACKWARD;
            hold(t, gt_check_bdd(&t->ctx, cmds, &options), encoding,
                 gt_arena_printf(t->ctx.arena, "%s backward", all_ways[i].name), states);
        }
    }
}

static const char *acts(bool really, const char *name)
{
    return really ? name : "";
}

static void try_all(trial *t, const char *text)
{
    const gt_sym *sym = gt_frontend_load(&t->ctx, "random.sym", text, strlen(text), NULL, 0);
    if (!sym)
        rb_refused(&t->ctx, t->out, "front end");
    const gt_sym *total = gt_pass_total(&t->ctx, sym);
    const gt_sym *made = gt_pass_ghosts(&t->ctx, gt_pass_scalar(&t->ctx, total));
    const gt_pop *pop = made ? gt_pass_population(&t->ctx, made) : NULL;
    if (!pop)
        rb_refused(&t->ctx, t->out, "passes");
    const gt_check_report *r[WAYS];
    const char *reduced = NULL, *copies = NULL;
    t->first = gt_check_explicit_sym(&t->ctx, sym, made, GT_ALIKE_CLASSES,
                                     &(gt_check_options){.threads = 1, .no_traces = true});
    hold(t, t->first, "classes", "explicit", &reduced);
    const gt_cmds *dense = gt_pass_simplify(&t->ctx, gt_pass_dense(&t->ctx, pop, false));
    bool small = sym->procs[0]->n <= 4;
    if (small && strlen(text) % 3 == 0) { /* the other encodings in turn: features act less there */
        const gt_cmds *slots = gt_pass_nonzero(&t->ctx, pop, strlen(text) % 2 ? GT_ENC_PAIRS : GT_ENC_VECTOR);
        try_ways(t, gt_pass_simplify(&t->ctx, slots), "slots", &reduced, r);
    } else if (small && strlen(text) % 3 == 1) {
        try_ways(t, gt_pass_simplify(&t->ctx, gt_pass_expand(&t->ctx, made)), "copies", &copies, r);
    }
    try_ways(t, dense, "dense", &reduced, r);
    fprintf(t->out, RB_GOOD ": %s states; acted:%s%s%s%s\n", reduced ? reduced : "some",
            acts(r[ACCELERATE]->iterations < r[OFF]->iterations, " acceleration"),
            acts(r[DROP]->variables < r[OFF]->variables, " drop"),
            acts(r[CHAIN]->iterations < r[OFF]->iterations, " chaining"),
            acts(r[SATURATE]->iterations != r[OFF]->iterations, " saturation"));
}

static void in_child(const char *text, const rb_limits *limits, FILE *out)
{
    trial t = {.out = out};
    (void)limits;
    gt_ctx_init(&t.ctx);
    try_all(&t, text);
    rb_finish(&t.ctx, out, 0);
}

void rb_try(const char *text, const rb_limits *limits, gt_str *report)
{
    rb_child(in_child, text, limits, limits->seconds, report);
}

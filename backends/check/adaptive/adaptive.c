/* Verdicts of the adaptive search: invariants, deadlock, and what CTL and LTL say of states that can be
 * reached. */
#include "backends/check/adaptive/adaptive.h"
#include "backends/check/engine.h"
#include "ir/mean/abstract.h"
#include "runtime/clock.h"

#include <string.h>

/* ---- what a property asks ---- */

typedef struct {
    bool asked;
    uint32_t wanted; /* number of what is looked for */
    bool possible;   /* EF: it holds if that can be reached */
} question;

/* Formulas of single states that say "always p" or "at some time p"; false: it is none of these. */
static bool ask(const gt_sym *sym, const gt_prop *prop, gt_wanted_state *wanted, question *q)
{
    const gt_expr *f = prop->formula;
    bool some = prop->nprefix > 0 && prop->prefix_exists;
    *q = (question){.asked = true};
    if (prop->kind == GT_PROP_DEADLOCK) {
        *wanted = (gt_wanted_state){.expr = f, .deadlock = true};
        return true;
    }
    bool invariant = prop->kind == GT_PROP_INVARIANT || prop->kind == GT_PROP_NOERROR;
    bool always = !invariant && (f->kind == GT_EXPR_AG || f->kind == GT_EXPR_G);
    q->possible = !invariant && f->kind == GT_EXPR_EF;
    if (invariant)
        *wanted = (gt_wanted_state){.expr = f, .negated = true};
    else if (always || q->possible)
        *wanted = (gt_wanted_state){.expr = f->kids[0], .negated = always};
    q->asked = !some && wanted->expr && !gt_temporal_in(wanted->expr) && (invariant || !sym->nfair) &&
               !(q->possible && prop->nprefix);
    return q->asked;
}

/* ---- runs ---- */

typedef struct {
    gt_twin twin;
    const int32_t *states, *wanted;
    size_t width;
} source;

static bool start(void *self, gt_sym_step *step, int32_t *concrete)
{
    source *s = self;
    (void)step;
    memcpy(s->twin.state, s->states, s->width * sizeof *s->states);
    gt_twin_put(&s->twin, concrete);
    return true;
}

static void want(void *self, uint32_t from, uint32_t to, uint64_t k)
{
    source *s = self;
    (void)from;
    (void)k;
    s->wanted = s->states + to * s->width;
}

static bool is_wanted(void *self, const int32_t *concrete)
{
    source *s = self;
    gt_twin_get(&s->twin, concrete);
    return memcmp(s->twin.state, s->wanted, s->width * sizeof *s->wanted) == 0;
}

static void show(gt_ctx *ctx, const gt_sym *written, gt_adaptive *a, const gt_wanted_state *w,
                 gt_check_result *result)
{
    uint32_t n;
    int32_t *states = gt_adaptive_path(a, w, &n);
    const gt_layout *made = a->orbits.layout;
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, a->sym);
    source s = {
        .twin = gt_twin_new(made, gt_layout_new(ctx->arena, sym)), .states = states, .width = made->width};
    gt_lift_source path = {
        .n = n, .loop = -1, .self = &s, .start = start, .want = want, .is_wanted = is_wanted};
    bool wrong;
    result->run = gt_lift_path(ctx, sym, &path, false, false, &result->note, &wrong);
    if (wrong)
        gt_ice("a path of the adaptive engine is none of the program");
    result->shortest = result->run != NULL;
    gt_twin_fini(&s.twin);
}

/* ---- the engine ---- */

static void answer(const gt_adaptive *a, const question *q, gt_check_result *result)
{
    const gt_wanted_state *w = &a->wanted[q->wanted];
    if (!w->seen && !a->complete)
        return;
    if (q->possible && w->seen && a->initial > 1)
        result->note = "not from every initial state by this engine";
    else
        result->verdict = w->seen == q->possible ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
}

static void fill(gt_ctx *ctx, gt_check_report *r, const gt_adaptive *a)
{
    gt_report_end(r, a->stopped);
    r->states = gt_arena_printf(ctx->arena, "%llu", (unsigned long long)(a->nodes.n - a->covered));
    r->states_complete = a->complete;
    r->iterations = a->depth;
    r->transitions = a->transitions;
    r->bytes = gt_adaptive_bytes(a);
    gt_number numbers[] = {{"transitions", a->transitions},
                           {"partitions", a->cells.seen.data.n / (a->cells.n ? a->cells.n : 1)},
                           {"unwound_states", a->unwound},
                           {"stored_states", a->nodes.n}};
    gt_report_numbers(ctx->arena, r, numbers, sizeof numbers / sizeof *numbers);
}

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    const gt_sym *sym = program->sym;
    gt_check_report *report = gt_report_new(ctx->arena, self, sym->nprops, options->skip);
    question *questions = GT_NEW_ARRAY(ctx->arena, question, (size_t)sym->nprops + 1);
    gt_wanted_state *wanted = GT_NEW_ARRAY(ctx->arena, gt_wanted_state, (size_t)sym->nprops + 1);
    uint32_t nwanted = 0;
    (void)why;
    for (uint32_t p = 0; p < sym->nprops; p++) {
        if (!gt_report_ask(report, self, p, sym->props[p]))
            continue;
        if (ask(sym, sym->props[p], &wanted[nwanted], &questions[p])) {
            questions[p].wanted = nwanted++;
        } else {
            report->results[p].note = "the adaptive engine decides invariants, deadlock and reachability";
            report->gave_up = true;
        }
    }
    if (!nwanted && report->gave_up)
        return report;
    gt_adaptive a;
    double began = gt_seconds();
    gt_adaptive_search(&a, ctx->arena, sym, wanted, nwanted, self->own != NULL, &options->limits);
    report->reach_seconds = gt_seconds() - began;
    for (uint32_t p = 0; p < sym->nprops; p++) {
        gt_check_result *result = &report->results[p];
        if (!questions[p].asked)
            continue;
        answer(&a, &questions[p], result);
        report->gave_up = report->gave_up || result->note;
        if (wanted[questions[p].wanted].seen && result->verdict != GT_VERDICT_UNKNOWN && !options->no_traces)
            show(ctx, program->written, &a, &wanted[questions[p].wanted], result);
    }
    fill(ctx, report, &a);
    gt_adaptive_fini(&a);
    report->seconds = gt_seconds() - began;
    return report;
}

#define ROW(what, says, shown, with)                                                                         \
    {                                                                                                        \
        .name = what, .option = what, .takes = GT_TAKES_SYM, .asked = GT_ASKED_METHOD, .about = says,        \
        .works_on = shown, .kinds = GT_KINDS_BRANCHING, .refuses = GT_NO_NUMBERS, .decide = decide,          \
        .own = with                                                                                          \
    }

const gt_engine gt_engine_adaptive =
    ROW("adaptive", "states that say how far processes were told apart (003)", "annotated states", NULL);
static const bool friends = true;
const gt_engine gt_engine_standard =
    ROW("standard", "the same, processes that any rule tells apart are apart (003)",
        "representatives, friends exchanged", &friends);

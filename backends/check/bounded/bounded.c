/* Bounded model checking, and with it induction over k steps. */
#include "backends/check/bounded/bounded.h"

#include "backends/check/engine.h"
#include "backends/targets/common.h"
#include "ir/cmd_picks.h"
#include "ir/temporal/temporal.h"
#include "runtime/clock.h"

#include <stdlib.h>

enum { DEFAULT_DEPTH = 50 };

typedef struct {
    gt_ctx *ctx;
    const gt_check_options *options;
    gt_check_report *report;
    gt_circuit *circuit;
    const gt_live **live; /* by property; NULL: it looks at states */
    size_t nlatches;      /* of the program */
    gt_frames paths;      /* from the initial states */
    gt_frames steps;      /* from any state */
    gt_work work;
    bool induction;
} bounded;

static bool is_open(const bounded *b, uint32_t p)
{
    const gt_check_result *r = &b->report->results[p];
    return r->verdict == GT_VERDICT_UNKNOWN && !r->note;
}

static bool any_open(const bounded *b)
{
    for (uint32_t p = 0; p < b->report->nresults; p++)
        if (is_open(b, p))
            return true;
    return false;
}

static void fails(bounded *b, uint32_t p, uint32_t k)
{
    gt_check_result *r = &b->report->results[p];
    r->verdict = GT_VERDICT_FAILS;
    r->shortest = true;
    if (!b->options->no_traces)
        r->trace = gt_circuit_play(b->ctx->arena, b->circuit, k + 1,
                                   gt_frames_inputs(b->ctx->arena, &b->paths, k + 1));
}

/* State k is state i, and in between all that the property's counterexamples need is met. */
static int closes(bounded *b, const gt_live *live, uint32_t i, uint32_t k)
{
    gt_frames *f = &b->paths;
    int *some = gt_xcalloc((size_t)k + 1, sizeof *some), loop = gt_sat_var(f->sat);
    const int same[] = {gt_frames_same(f, i, k, 0, b->nlatches),
                        gt_frames_same(f, i, k, live->first, live->last)};
    for (int part = 0; part < 2; part++)
        gt_sat_clause(f->sat, 2, (int[]){-loop, same[part]});
    for (uint32_t s = 0; s < live->n; s++) {
        for (uint32_t at = i; at < k; at++)
            some[at - i] = gt_frames_literal(f, at, live->often[s]);
        some[k - i] = -loop;
        gt_sat_clause(f->sat, k - i + 1, some);
    }
    free(some);
    return loop;
}

static void loops(bounded *b, uint32_t p, uint32_t k, const int *loop)
{
    gt_check_result *r = &b->report->results[p];
    uint32_t at = 0;
    while (!gt_sat_holds(b->paths.sat, loop[at]))
        at++;
    r->verdict = GT_VERDICT_FAILS;
    if (!b->options->no_traces)
        r->trace = gt_circuit_play_loop(b->ctx->arena, b->circuit, k,
                                        gt_frames_inputs(b->ctx->arena, &b->paths, k), at);
}

/* Is there a counterexample of a formula that is in state k where it was before? False: a limit. */
static bool look_at_loops(bounded *b, uint32_t p, uint32_t k)
{
    int *loop = gt_xcalloc((size_t)k + 1, sizeof *loop), any = gt_sat_var(b->paths.sat);
    for (uint32_t i = 0; i < k; i++)
        loop[i] = closes(b, b->live[p], i, k);
    loop[k] = -any;
    gt_sat_clause(b->paths.sat, (size_t)k + 1, loop);
    gt_sat_assume(b->paths.sat, any);
    gt_sat_answer answer = gt_sat_solve(b->paths.sat);
    if (answer == GT_SAT_YES)
        loops(b, p, k, loop);
    free(loop);
    return answer != GT_SAT_UNKNOWN;
}

/* Is there a bad state after k steps? False: a limit. */
static bool look_at_paths(bounded *b, uint32_t k)
{
    gt_frames_add(&b->paths);
    for (uint32_t p = 0; p < b->report->nresults; p++) {
        if (!is_open(b, p))
            continue;
        if (b->live[p]) {
            if (!look_at_loops(b, p, k))
                return false;
            continue;
        }
        int bad = gt_frames_literal(&b->paths, k, b->circuit->bad[p]), good = -bad;
        gt_sat_assume(b->paths.sat, bad);
        switch (gt_sat_solve(b->paths.sat)) {
        case GT_SAT_UNKNOWN: return false;
        case GT_SAT_YES: fails(b, p, k); break;
        case GT_SAT_NO: gt_sat_clause(b->paths.sat, 1, &good); break;
        }
    }
    return true;
}

/* Nothing bad in k different states one after the other, none of which must be reachable: is the next one
 * never bad? Then it never is, since nothing bad was found in as many steps from the initial states. */
static bool look_at_steps(bounded *b, uint32_t k)
{
    gt_frames *f = &b->steps;
    gt_frames_add(f);
    const gt_lit known[] = {b->circuit->started, b->circuit->live, b->circuit->ranges};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int literal = gt_frames_literal(f, k, known[i]);
        gt_sat_clause(f->sat, 1, &literal);
    }
    for (uint32_t i = 0; i < k; i++)
        gt_frames_differ(f, i, k);
    for (uint32_t p = 0; p < b->report->nresults; p++) {
        if (!is_open(b, p))
            continue;
        for (uint32_t i = 0; i < k; i++)
            gt_sat_assume(f->sat, -gt_frames_literal(f, i, b->circuit->bad[p]));
        gt_sat_assume(f->sat, gt_frames_literal(f, k, b->circuit->bad[p]));
        gt_sat_answer answer = gt_sat_solve(f->sat);
        if (answer == GT_SAT_UNKNOWN)
            return false;
        if (answer == GT_SAT_YES)
            continue;
        b->report->results[p].verdict = GT_VERDICT_HOLDS;
        b->report->results[p].note =
            k ? gt_arena_printf(b->ctx->arena, "by induction over %u step%s", k, k == 1 ? "" : "s")
              : "of every state in its ranges";
    }
    return true;
}

static void tell(bounded *b, uint32_t k)
{
    b->work.now.phase = b->induction ? "induction" : "steps";
    b->work.now.iteration = k;
    if (gt_work_is_due(&b->work))
        gt_work_tell(&b->work);
}

static void leave_open(bounded *b, uint32_t depth)
{
    for (uint32_t p = 0; p < b->report->nresults; p++)
        if (is_open(b, p))
            b->report->results[p].note = gt_arena_printf(
                b->ctx->arena, "no counterexample of up to %u steps; --depth looks further", depth);
}

static void search(bounded *b)
{
    uint64_t depth = b->options->method.depth;
    if (!depth)
        depth = b->induction ? UINT32_MAX : DEFAULT_DEPTH;
    uint32_t k = 0;
    bool fine = true;
    for (; k <= depth && any_open(b); k++) {
        tell(b, k);
        fine = look_at_paths(b, k) && (!b->induction || !any_open(b) || look_at_steps(b, k));
        if (!fine)
            break;
    }
    if (!fine) {
        gt_stop stop = gt_sat_stopped(b->paths.sat);
        gt_report_end(b->report, stop || !b->induction ? stop : gt_sat_stopped(b->steps.sat));
    } else {
        leave_open(b, k ? k - 1 : 0);
    }
    b->report->iterations = k;
}

static void measure(bounded *b)
{
    gt_sat_numbers n = gt_sat_count(b->paths.sat), more = {0};
    if (b->induction)
        more = gt_sat_count(b->steps.sat);
    const gt_number numbers[] = {{"latches", b->circuit->latches.n},
                                 {"gates", b->circuit->aig.nodes.n - 1 - b->circuit->aig.ninputs},
                                 {"frames", b->paths.frames.n},
                                 {"variables", n.variables + more.variables},
                                 {"clauses", n.clauses + more.clauses},
                                 {"questions", n.questions + more.questions}};
    gt_report_numbers(b->ctx->arena, b->report, numbers, sizeof numbers / sizeof *numbers);
}

static bool is_temporal(const bounded *b, uint32_t p)
{
    return gt_prop_is_temporal(b->circuit->cmds->props[p].origin->kind);
}

/* What counterexamples of formulas must do; why not, where it cannot be said. */
static void add_live(bounded *b)
{
    const gt_cmds *cmds = b->circuit->cmds;
    b->nlatches = b->circuit->latches.n;
    b->live = GT_NEW_ARRAY(b->ctx->arena, const gt_live *, (size_t)cmds->nprops + 1);
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        gt_pos pos;
        if (!is_open(b, p) || !is_temporal(b, p))
            continue;
        const gt_expr *formula = gt_temporal_ltl(b->ctx, cmds, p, &pos, &b->report->results[p].note);
        if (!formula)
            continue;
        gt_live live = gt_circuit_live(b->ctx, b->circuit, formula, cmds->props[p].origin->name);
        b->live[p] = gt_arena_copy(b->ctx->arena, &live, 1, sizeof live);
    }
}

/* With what these need: frames of all nodes that matter. */
static void begin_paths(bounded *b)
{
    gt_frames_init(&b->paths, b->circuit, &b->options->limits, true);
    for (uint32_t p = 0; p < b->report->nresults; p++)
        for (uint32_t i = 0; b->live[p] && i < b->live[p]->n; i++)
            b->paths.used[gt_lit_node(b->live[p]->often[i])] = true;
}

static const gt_check_report *decide(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why)
{
    const gt_cmds *cmds = gt_cmds_split_picks(ctx->arena, program->cmds, NULL, NULL);
    bounded b = {.ctx = ctx, .options = options, .work = gt_work_begin(&options->limits)};
    b.report = gt_report_new(ctx->arena, self, cmds->nprops, options->skip);
    b.induction = *(const bool *)self->own;
    *why = NULL;
    const char *refused = NULL;
    b.circuit = gt_circuit_of(ctx, cmds, &refused);
    for (uint32_t p = 0; p < cmds->nprops; p++) {
        gt_check_result *r = &b.report->results[p];
        if (!gt_report_ask(b.report, self, p, cmds->props[p].origin))
            continue;
        if (refused)
            r->note = refused;
        else if (cmds->props[p].origin->prefix_exists)
            r->note = "`exists` in front asks for a choice in each initial state: leave out --method";
    }
    if (!refused) {
        add_live(&b);
        begin_paths(&b);
        if (b.induction)
            gt_frames_init(&b.steps, b.circuit, &options->limits, false);
        search(&b);
        measure(&b);
        gt_frames_fini(&b.paths);
        if (b.induction)
            gt_frames_fini(&b.steps);
        gt_circuit_free(b.circuit);
    }
    b.report->seconds = gt_seconds() - b.work.began;
    return b.report;
}

static const bool only_paths = false, with_induction = true;
enum { STATES = 1 << GT_PROP_INVARIANT | 1 << GT_PROP_DEADLOCK | 1 << GT_PROP_NOERROR };
#define BOUNDED(name_of_it, what, kinds_of_it, how)                                                          \
    {                                                                                                        \
        .name = name_of_it, .option = name_of_it, .asked = GT_ASKED_METHOD, .about = what,                   \
        .takes = GT_TAKES_CMDS, .kinds = kinds_of_it,                                                        \
        .refuses = "this method knows states, and no formulas over time", .decide = decide, .own = how       \
    }

const gt_engine gt_engine_bmc =
    BOUNDED("bmc", "bounded model checking: runs of at most --depth steps, by satisfiability",
            STATES | 1 << GT_PROP_CTL | 1 << GT_PROP_LTL, &only_paths);
const gt_engine gt_engine_induction =
    BOUNDED("induction", "bounded model checking, and proofs by induction over more and more steps", STATES,
            &with_induction);

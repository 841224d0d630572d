/* One program through every engine: the same verdicts, the same number of states, and runs that show what
 * they are said to show. Stands in the place of tests/random/try.c. */
#include "tests/random/try.h"

#include "backends/check/checkers/checker.h"
#include "backends/check/engine.h"
#include "frontend/frontend.h"
#include "ir/mean/layout.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "runtime/clock.h"
#include "tests/agree/enrich.h"
#include "tests/agree/lasso.h"
#include "tests/agree/same.h"
#include "tests/agree/shortest.h"
#include "tests/random/child.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NUSMV_STATES = 400 }; /* of the reduced program, up to which NuSMV judges as well */

typedef struct {
    gt_ctx ctx;
    const rb_limits *limits;
    FILE *out;
    bool partly;
    const gt_sym *written;
    const gt_check_report *first; /* all others agree with it */
    const char *first_name;
    const char *concrete, *reduced; /* numbers of states */
    const char *text;
    bool judged;  /* by NuSMV as well */
    bool bounded; /* by steps, to the end of them */
    uint32_t
        *lassos[2]; /* per property: states of the shortest lasso, up to renaming and not; 0: none is known */
    uint32_t tried; /* lassos that all shorter ones were held against */
    double deadline; /* of the pass at work */
    jmp_buf escape;
} trial;

_Noreturn static void finish(trial *t, int code)
{
    rb_finish(&t->ctx, t->out, code);
}

_Noreturn static void refused(trial *t, const char *by)
{
    rb_refused(&t->ctx, t->out, by);
}

/* ---- comparing ---- */

static void agree(trial *t, const gt_check_report *r, const char *name, const char **states)
{
    if (!t->first) {
        t->first = r;
        t->first_name = name;
    }
    const char *wrong = rb_difference(t->ctx.arena, t->first, r, t->first_name, states);
    if (wrong) {
        fprintf(t->out, "%s: %s\n%s", name, wrong, t->text);
        finish(t, 1);
    }
}

/* Who says that a lasso is the shortest says the same as all others. */
static const char *too_long(trial *t, const gt_check_report *r, uint32_t i, bool concrete)
{
    uint32_t n = rb_lasso_states(&r->results[i]), **known = &t->lassos[concrete];
    bool tried = false;
    if (n == 0)
        return NULL;
    if (!*known)
        *known = GT_NEW_ARRAY(t->ctx.arena, uint32_t, r->nresults);
    const char *wrong =
        (*known)[i] && (*known)[i] != n ? "another engine's shortest lasso is not as long" : NULL;
    (*known)[i] = n;
    if (concrete && !wrong)
        wrong = rb_shorter_lasso(t->written, &r->results[i], &tried);
    t->tried += tried;
    return wrong;
}

static void right_runs(trial *t, const gt_check_report *r, const char *name, bool concrete)
{
    for (uint32_t i = 0; i < r->nresults; i++) {
        const char *wrong = rb_wrong_run(t->written, &r->results[i]);
        wrong = wrong ? wrong : too_long(t, r, i, concrete);
        if (wrong) {
            fprintf(t->out, "%s: run: %s: %s\n", name, r->results[i].prop->name, wrong);
            finish(t, 1);
        }
    }
}

static void take(trial *t, const gt_check_report *r, const char *name, bool concrete)
{
    t->partly = t->partly || r->stopped != GT_STOP_NONE;
    agree(t, r, name, concrete ? &t->concrete : &t->reduced);
    right_runs(t, r, name, concrete);
}

/* ---- limits: of processor time, as other programs may have the machine meanwhile ---- */

static volatile sig_atomic_t enough; /* for a signal handler and the engines that look at it */

/* An engine is asked to stop; when it goes on for long after that, it hangs. */
static void had_its_time(int number)
{
    static const char text[] = "an engine: hangs: the time limit is long past\n";
    (void)number;
    if (!enough) {
        enough = 1;
        return;
    }
    _exit(write(STDERR_FILENO, text, sizeof text - 1) < 0 ? 3 : 1);
}

/* From here on an engine has so many seconds, 0: as many as it likes. */
static void allow(const trial *t, unsigned seconds)
{
    enough = 0;
    signal(SIGPROF, had_its_time);
    setitimer(ITIMER_PROF,
              &(struct itimerval){.it_value.tv_sec = seconds, .it_interval.tv_sec = 2 * t->limits->seconds},
              NULL);
}

static void bdd(trial *t, const gt_cmds *cmds, const char *name, gt_direction direction)
{
    gt_check_options options = {
        .limits.interrupt = &enough, .direction = direction, .no_states = direction == GT_DIRECTION_BACKWARD};
    allow(t, t->limits->seconds / 10);
    const gt_check_report *r = gt_check_bdd(&t->ctx, cmds, &options);
    allow(t, 0);
    take(t, r, name, cmds->encoding == GT_ENC_NONE);
}

static void explicit(trial *t, const gt_sym *made, gt_alike alike, uint32_t threads, const char *name)
{
    gt_check_options options = {.threads = threads, .limits.interrupt = &enough};
    allow(t, t->limits->seconds / 10);
    const gt_check_report *r = gt_check_explicit_sym(&t->ctx, t->written, made, alike, &options);
    allow(t, 0);
    take(t, r, name, alike == GT_ALIKE_NONE);
}

static void multiset(trial *t, const gt_pop *pop)
{
    gt_check_options options = {.limits.interrupt = &enough};
    const gt_program program = {.written = t->written, .pop = pop};
    const char *why = NULL;
    allow(t, t->limits->seconds / 10);
    const gt_check_report *r =
        gt_engine_multiset.decide(&t->ctx, &gt_engine_multiset, &program, &options, &why);
    allow(t, 0);
    if (r) /* else it refuses the program */
        take(t, r, "multiset", false);
}

/* NuSMV has the formulas as they are written; what its language cannot say it leaves out. */
static void nusmv(trial *t, const gt_cmds *cmds)
{
    gt_check_options options = {.limits.deadline = gt_seconds() + 12.0 * t->limits->seconds,
                                .no_traces = true}; /* the last resort */
    const char *why = NULL;
    if (t->reduced && strtoull(t->reduced, NULL, 10) <= NUSMV_STATES &&
        gt_checker_find(t->ctx.arena, &gt_engine_nusmv)) {
        const gt_check_report *r =
            gt_engine_nusmv.decide(&t->ctx, &gt_engine_nusmv, &(gt_program){.cmds = cmds}, &options, &why);
        if (!r) {
            fprintf(t->out, "NuSMV: breaks down: %s\n", why);
            finish(t, 1);
        }
        t->judged = r->stopped == GT_STOP_NONE;
        agree(t, r, "NuSMV", &t->reduced);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void watch(void *arg)
{
    trial *t = arg;
    if (seconds() > t->deadline)
        longjmp(t->escape, 1);
}

/* The commands of the encoding, simplified; NULL: the pass took too long. */
static const gt_cmds *encode(trial *t, const gt_sym *made, const gt_pop *pop, gt_encoding how)
{
    const gt_cmds *volatile cmds = NULL;
    volatile bool done = false;
    const char *why = NULL;
    t->deadline = seconds() + t->limits->seconds / 4.0;
    gt_arena_set_watch(t->ctx.arena, watch, t);
    if (setjmp(t->escape) == 0) {
        switch (how) {
        case GT_ENC_NONE: cmds = gt_pass_expand(&t->ctx, made); break;
        case GT_ENC_DENSE:
        case GT_ENC_PAPER: cmds = gt_pass_dense(&t->ctx, pop, how == GT_ENC_PAPER); break;
        case GT_ENC_VECTOR:
        case GT_ENC_PAIRS: cmds = gt_pass_nonzero(&t->ctx, pop, how); break;
        case GT_ENC_CONTROL: cmds = gt_pass_control(&t->ctx, pop, &why); break;
        }
        cmds = cmds ? gt_pass_simplify(&t->ctx, cmds) : NULL;
        done = true;
    }
    gt_arena_set_watch(t->ctx.arena, NULL, NULL);
    t->partly = t->partly || !done;
    if (done && !cmds && !why)
        refused(t, "encoding");
    return done ? cmds : NULL;
}

/* A step of a run, where something moves: a firing that changes nothing is none of a circuit. */
static uint32_t moves(const gt_run *run, size_t width)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < run->nsteps; i++)
        n += memcmp(run->steps[i].state, run->steps[i - 1].state, width * sizeof(int32_t)) != 0;
    return n;
}

enum { DEPTH = 6 }; /* of what is bounded */

/* Counterexamples of formulas, by satisfiability: if somebody has one that comes back to where it was soon
 * enough, there is one. */
static void loops(trial *t, const gt_cmds *cmds, const char *name)
{
    bool *skip = GT_NEW_ARRAY(t->ctx.arena, bool, (size_t)cmds->nprops + 1);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        skip[i] = cmds->props[i].origin->kind != GT_PROP_CTL && cmds->props[i].origin->kind != GT_PROP_LTL;
    gt_check_options options = {.limits.interrupt = &enough, .method.depth = DEPTH, .skip = skip};
    const gt_program program = {.written = t->written, .cmds = cmds};
    const char *why = NULL;
    allow(t, t->limits->seconds / 10);
    const gt_check_report *r = gt_engine_bmc.decide(&t->ctx, &gt_engine_bmc, &program, &options, &why);
    allow(t, 0);
    for (uint32_t i = 0; i < r->nresults; i++) {
        const gt_check_result *ours = &r->results[i], *theirs = &t->first->results[i];
        bool looked =
            ours->verdict == GT_VERDICT_UNKNOWN && ours->note && strstr(ours->note, "no counterexample");
        if (looked && theirs->verdict == GT_VERDICT_FAILS && theirs->run && theirs->run->loop_start >= 0 &&
            !theirs->run->renamed && theirs->run->nsteps < DEPTH) {
            fprintf(t->out, "%s: %s: there is a counterexample of %u states\n%s", name, ours->prop->name,
                    theirs->run->nsteps, t->text);
            finish(t, 1);
        }
    }
    agree(t, r, name, &t->reduced);
}

/* Steps from the initial states, by satisfiability, and induction: shortest counterexamples are as long as
 * others find. */
static void bounded(trial *t, const gt_cmds *cmds, const char *name)
{
    gt_check_options options = {.limits.interrupt = &enough, .method.depth = DEPTH};
    const gt_program program = {.written = t->written, .cmds = cmds};
    const char *why = NULL;
    allow(t, t->limits->seconds / 10);
    const gt_check_report *r =
        gt_engine_induction.decide(&t->ctx, &gt_engine_induction, &program, &options, &why);
    allow(t, 0);
    for (uint32_t i = 0; i < r->nresults; i++) {
        const gt_check_result *ours = &r->results[i], *theirs = &t->first->results[i];
        if (!ours->trace || !theirs->run || !theirs->shortest)
            continue;
        size_t width = gt_layout_new(t->ctx.arena, theirs->run->sym)->width;
        if (ours->trace->nstates != moves(theirs->run, width) + 1) {
            fprintf(t->out, "%s: %s: a counterexample of %u states, and of %u by %s\n%s", name,
                    ours->prop->name, ours->trace->nstates, moves(theirs->run, width) + 1, t->first_name,
                    t->text);
            finish(t, 1);
        }
    }
    t->bounded |= r->stopped == GT_STOP_NONE;
    agree(t, r, name, &t->reduced);
}

static void with_bdds(trial *t, const gt_sym *made, const gt_pop *pop)
{
    static const struct {
        gt_encoding how;
        const char *name;
    } ways[] = {{GT_ENC_NONE, "bdd, unreduced"}, {GT_ENC_DENSE, "bdd, dense"},
                {GT_ENC_PAPER, "bdd, paper"},    {GT_ENC_VECTOR, "bdd, vector"},
                {GT_ENC_PAIRS, "bdd, pairs"},    {GT_ENC_CONTROL, "bdd, control"}};
    bool small = t->concrete && strtoull(t->concrete, NULL, 10) <= t->limits->max_states;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        bool wanted = ways[i].how == GT_ENC_NONE ? small : pop != NULL;
        if (!wanted || (ways[i].how == GT_ENC_PAPER && pop->nidvars > 1))
            continue;
        const gt_cmds *cmds = encode(t, made, pop, ways[i].how);
        if (cmds)
            bdd(t, cmds, ways[i].name, GT_DIRECTION_AUTO);
        if (cmds && ways[i].how == GT_ENC_DENSE)
            bdd(t, cmds, "bdd, dense, backward", GT_DIRECTION_BACKWARD);
        if (cmds && ways[i].how == GT_ENC_DENSE)
            nusmv(t, cmds);
        if (cmds && (ways[i].how == GT_ENC_DENSE || ways[i].how == GT_ENC_NONE)) {
            bounded(t, cmds, ways[i].how == GT_ENC_DENSE ? "induction, dense" : "induction, unreduced");
            loops(t, cmds, ways[i].how == GT_ENC_DENSE ? "bmc, dense" : "bmc, unreduced");
        }
    }
}

static void try_all(trial *t, const char *text)
{
    const gt_sym *sym = gt_frontend_load(&t->ctx, "random.sym", text, strlen(text), NULL, 0);
    if (!sym)
        refused(t, "front end");
    gt_str more;
    gt_str_init(&more);
    rb_enrich(text, sym, &more);
    t->text = gt_arena_strdup(t->ctx.arena, gt_str_text(&more));
    gt_str_fini(&more);
    sym = gt_frontend_load(&t->ctx, "enriched.sym", t->text, strlen(t->text), NULL, 0);
    if (!sym) {
        fprintf(t->out, "enriched: refused: \n%s", t->text);
        finish(t, 1);
    }
    const gt_sym *total = gt_pass_total(&t->ctx, sym);
    const gt_sym *scalar = total ? gt_pass_scalar(&t->ctx, total) : NULL;
    const gt_sym *made = scalar ? gt_pass_ghosts(&t->ctx, scalar) : NULL;
    if (!made)
        refused(t, "passes");
    t->written = sym;
    explicit(t, made, GT_ALIKE_NONE, 1, "unreduced");
    explicit(t, made, GT_ALIKE_NONE, 2, "unreduced, two threads");
    explicit(t, made, GT_ALIKE_LINKED, 1, "canonical");
    bool id_locals = false;
    for (uint32_t p = 0; p < made->nprocs; p++) {
        for (uint32_t v = 0; v < made->procs[p]->nvars; v++)
            id_locals = id_locals || made->procs[p]->vars[v]->type.kind == GT_TYPE_ID;
    }
    const gt_pop *pop = NULL;
    if (!id_locals) {
        pop = gt_pass_population(&t->ctx, made);
        if (!pop)
            refused(t, "population");
        explicit(t, made, GT_ALIKE_CLASSES, 1, "classes");
        explicit(t, made, GT_ALIKE_CLASSES, 2, "classes, two threads");
        multiset(t, pop);
    }
    with_bdds(t, made, pop);
    fprintf(t->out, "%s: %s states, %s without renamings%s%s%s\n", t->partly ? RB_PARTLY : RB_GOOD,
            t->concrete ? t->concrete : "many", t->reduced ? t->reduced : "many",
            t->judged ? ", also by NuSMV" : "", t->tried ? ", a lasso held against all shorter ones" : "",
            id_locals ? ", with id-sensitive local variables" : "");
}

/* ---- a process of its own ---- */

static void in_child(const char *text, const rb_limits *limits, FILE *out)
{
    trial t = {.limits = limits, .out = out};
    gt_ctx_init(&t.ctx);
    try_all(&t, text);
    finish(&t, 0);
}

void rb_try(const char *text, const rb_limits *limits, gt_str *report)
{
    rb_child(in_child, text, limits, 3 * limits->seconds, report);
}

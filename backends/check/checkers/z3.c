/* Z3 and its engine for Horn clauses, Spacer: a second opinion on proofs for every number of processes. It
 * checks no program of a fixed size, so it is in no table of engines. */
#include "backends/check/checkers/impl.h"

#include "runtime/clock.h"

#include <string.h>

typedef struct {
    gt_checker_job job; /* first: `run` knows only of this one */
    const gt_str *clauses;
    double seconds;
    gt_verdict verdict;
} question;

static bool run(gt_checker_job *job)
{
    question *q = (question *)job;
    const char *argv[] = {job->program, "-smt2", "model.smt2", NULL};
    if (!gt_checker_write(job, "model.smt2", gt_str_text(q->clauses), q->clauses->len))
        return false;
    gt_checker_outcome o = gt_checker_program_for(job, argv, "Z3", true, q->seconds);
    if (!o.started || o.stopped) {
        job->why = o.stopped && !job->report->stopped ? "z3 takes too long" : job->why;
        return false;
    }
    if (o.code == 0 && !strcmp(o.text, "sat\n"))
        q->verdict = GT_VERDICT_HOLDS;
    else if (o.code == 0 && !strcmp(o.text, "unsat\n"))
        q->verdict = GT_VERDICT_FAILS;
    else if (o.code == 0 && !strcmp(o.text, "unknown\n"))
        job->why = "z3 does not know";
    else
        return gt_checker_unexpected(job, &o, "printed something unexpected");
    return true;
}

static const gt_engine z3 = {
    .name = "Z3",
    .option = "z3",
    .asked = GT_ASKED_CHECKER,
    .own = &(const gt_checker){"GENTRANS_Z3", "z3", "scripts/checkers solvers", NULL, run}};

gt_verdict gt_horn_ask(gt_ctx *ctx, const gt_limits *limits, double seconds, const gt_str *clauses,
                       gt_stop *stop, const char **why)
{
    static const gt_cmds nothing = {0};
    gt_check_options options = {.limits = *limits};
    question q = {.clauses = clauses, .seconds = seconds, .verdict = GT_VERDICT_UNKNOWN};
    q.job = (gt_checker_job){
        .ctx = ctx, .cmds = &nothing, .engine = &z3, .options = &options, .begin = gt_seconds()};
    q.job.program = gt_checker_find(ctx->arena, &z3);
    q.job.report = gt_report_new(ctx->arena, &z3, 0, NULL);
    *stop = GT_STOP_NONE;
    *why = NULL;
    if (!q.job.program) {
        *why = "z3 was not found (scripts/checkers solvers, or set GENTRANS_Z3 to its path)";
        return GT_VERDICT_UNKNOWN;
    }
    if (gt_checker_in_folder(&q.job, why) && !*why)
        *why = q.job.why;
    *stop = q.job.report->stopped;
    return q.verdict;
}

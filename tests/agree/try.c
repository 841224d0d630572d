/* One program through every engine: the same verdicts, the same number of states, and runs that show what
 * they are said to show. Stands in the place of tests/random/try.c. */
#include "tests/random/try.h"

#include "backends/check.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "tests/agree/lasso.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    gt_ctx ctx;
    const rb_limits *limits;
    FILE *out;
    bool partly;
    const gt_sym *written;
    const gt_check_report *first; /* all others agree with it */
    const char *first_name;
    const char *concrete, *reduced; /* numbers of states */
} trial;

/* Ends the child. */
_Noreturn static void finish(trial *t, int code)
{
    fflush(t->out);
    gt_ctx_fini(&t->ctx);
    _exit(code);
}

_Noreturn static void refused(trial *t, const char *by)
{
    fprintf(t->out, RB_REFUSED ": %s: ", by);
    gt_diag_flush(t->ctx.diag, t->out);
    finish(t, 0);
}

/* ---- comparing ---- */

static void same_verdicts(trial *t, const gt_check_report *r, const char *name)
{
    if (!t->first) {
        t->first = r;
        t->first_name = name;
    }
    for (uint32_t i = 0; i < r->nresults; i++) {
        gt_verdict a = t->first->results[i].verdict, b = r->results[i].verdict;
        if (a != b && a != GT_VERDICT_UNKNOWN && b != GT_VERDICT_UNKNOWN) {
            fprintf(t->out, "%s: verdict: %s %s, but %s by %s\n", name, r->results[i].prop->name,
                    gt_verdict_name(b), gt_verdict_name(a), t->first_name);
            finish(t, 1);
        }
        if (b == GT_VERDICT_UNKNOWN && r->stopped == GT_STOP_NONE && !r->results[i].note) {
            fprintf(t->out, "%s: unknown: %s without a reason\n", name, r->results[i].prop->name);
            finish(t, 1);
        }
    }
}

static void same_states(trial *t, const gt_check_report *r, const char *name, const char **number)
{
    if (!r->states || !r->states_complete) {
        return;
    }
    if (!*number) {
        *number = r->states;
    } else if (strcmp(*number, r->states)) {
        fprintf(t->out, "%s: states: %s instead of %s\n", name, r->states, *number);
        finish(t, 1);
    }
}

static void right_runs(trial *t, const gt_check_report *r, const char *name)
{
    for (uint32_t i = 0; i < r->nresults; i++) {
        const char *wrong = rb_wrong_run(t->written, &r->results[i]);
        if (wrong) {
            fprintf(t->out, "%s: run: %s: %s\n", name, r->results[i].prop->name, wrong);
            finish(t, 1);
        }
    }
}

static void take(trial *t, const gt_check_report *r, const char *name, bool concrete)
{
    t->partly = t->partly || r->stopped != GT_STOP_NONE;
    same_verdicts(t, r, name);
    same_states(t, r, name, concrete ? &t->concrete : &t->reduced);
    right_runs(t, r, name);
}

static void bdd(trial *t, const gt_cmds *cmds, const char *name)
{
    if (!cmds) {
        refused(t, name);
    }
    gt_check_options options = {.time_limit = t->limits->seconds / 10.0};
    take(t, gt_check_bdd(&t->ctx, gt_pass_simplify(&t->ctx, cmds), &options), name,
         cmds->encoding == GT_ENC_NONE);
}

/* Large relations may take longer than a test can wait: what agrees until then is good. */
static void give_up(int number)
{
    static const char text[] = RB_PARTLY ": the BDD engine takes too long\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {
        _exit(3);
    }
    _exit(0);
}

static void with_bdds(trial *t, const gt_sym *made, const gt_pop *pop)
{
    bool small = t->concrete && strtoull(t->concrete, NULL, 10) <= t->limits->max_states;
    signal(SIGALRM, give_up);
    alarm(t->limits->seconds);
    if (small) {
        bdd(t, gt_pass_expand(&t->ctx, made), "bdd, unreduced");
    }
    if (!pop) {
        return;
    }
    bdd(t, gt_pass_dense(&t->ctx, pop, false), "bdd, dense");
    if (pop->nidvars <= 1) {
        bdd(t, gt_pass_dense(&t->ctx, pop, true), "bdd, paper");
    }
    bdd(t, gt_pass_nonzero(&t->ctx, pop, GT_ENC_VECTOR), "bdd, vector");
    bdd(t, gt_pass_nonzero(&t->ctx, pop, GT_ENC_PAIRS), "bdd, pairs");
}

static void try_all(trial *t, const char *text)
{
    const gt_sym *sym = gt_frontend_load(&t->ctx, "random.sym", text, strlen(text), NULL, 0);
    if (!sym) {
        refused(t, "front end");
    }
    const gt_sym *total = gt_pass_total(&t->ctx, sym);
    const gt_sym *scalar = total ? gt_pass_scalar(&t->ctx, total) : NULL;
    const gt_sym *made = scalar ? gt_pass_ghosts(&t->ctx, scalar) : NULL;
    if (!made) {
        refused(t, "passes");
    }
    t->written = sym;
    gt_check_options one = {.threads = 1, .time_limit = t->limits->seconds / 10.0}, two = one;
    two.threads = 2;
    take(t, gt_check_explicit_sym(&t->ctx, sym, made, false, &one), "unreduced", true);
    take(t, gt_check_explicit_sym(&t->ctx, sym, made, false, &two), "unreduced, two threads", true);
    take(t, gt_check_explicit_sym(&t->ctx, sym, made, true, &one), "canonical", false);
    bool id_locals = false;
    for (uint32_t p = 0; p < made->nprocs; p++) {
        for (uint32_t v = 0; v < made->procs[p]->nvars; v++) {
            id_locals = id_locals || made->procs[p]->vars[v]->type.kind == GT_TYPE_ID;
        }
    }
    const gt_pop *pop = NULL;
    if (!id_locals) {
        pop = gt_pass_population(&t->ctx, made);
        if (!pop) {
            refused(t, "population");
        }
        take(t, gt_check_explicit(&t->ctx, sym, pop, &one), "population", false);
        take(t, gt_check_explicit(&t->ctx, sym, pop, &two), "population, two threads", false);
    }
    with_bdds(t, made, pop);
    fprintf(t->out, "%s: %s states, %s without renamings\n", t->partly ? RB_PARTLY : RB_GOOD,
            t->concrete ? t->concrete : "many", t->reduced ? t->reduced : "many");
}

/* ---- a process of its own ---- */

static void in_child(const char *text, const rb_limits *limits, int fd)
{
    trial t = {.limits = limits};
    alarm(2 * limits->seconds);
    dup2(fd, STDERR_FILENO);
    t.out = fdopen(fd, "w");
    if (!t.out) {
        _exit(3);
    }
    gt_ctx_init(&t.ctx);
    try_all(&t, text);
    finish(&t, 0);
}

void rb_try(const char *text, const rb_limits *limits, gt_str *report)
{
    int ends[2], status = 0;
    fflush(NULL);
    if (pipe(ends) != 0) {
        gt_ice("no pipe");
    }
    pid_t pid = fork();
    if (pid < 0) {
        gt_ice("no child process");
    }
    if (pid == 0) {
        close(ends[0]);
        in_child(text, limits, ends[1]);
    }
    close(ends[1]);
    char buffer[4096];
    gt_str said;
    gt_str_init(&said);
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
        gt_str_addn(&said, buffer, (size_t)n);
    }
    close(ends[0]);
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) {
        gt_str_add(report, WTERMSIG(status) == SIGALRM ? "hangs\n" : "crash: ");
    }
    gt_str_add(report, gt_str_text(&said));
    gt_str_fini(&said);
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

bool rb_failure(const char *report, gt_str *out)
{
    if (begins(report, RB_GOOD) || begins(report, RB_PARTLY) || begins(report, RB_REFUSED)) {
        return false;
    }
    bool crash = begins(report, "crash");
    int colons = 2;
    for (const char *c = report; *c && *c != '\n'; c++) {
        if (*c == ':' && !crash && --colons == 0) {
            break;
        }
        gt_str_addc(out, *c);
    }
    return true;
}

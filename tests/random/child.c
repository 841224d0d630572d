#include "tests/random/child.h"

#include "runtime/base.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void in_child(rb_body *body, const char *text, const rb_limits *limits, unsigned seconds, int fd)
{
    dup2(fd, STDERR_FILENO);
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
    FILE *out = fdopen(fd, "w");
    if (out) {
        body(text, limits, out);
        fflush(out);
    }
    _exit(out ? 0 : 3);
}

static int run_child(rb_body *body, const char *text, const rb_limits *limits, unsigned seconds, gt_str *said)
{
    int ends[2], status = 0;
    fflush(NULL);
    if (pipe(ends) != 0)
        gt_ice("no pipe");
    pid_t pid = fork();
    if (pid < 0)
        gt_ice("no child process");
    if (pid == 0) {
        close(ends[0]);
        in_child(body, text, limits, seconds, ends[1]);
    }
    close(ends[1]);
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
        gt_str_addn(said, buffer, (size_t)n);
    close(ends[0]);
    waitpid(pid, &status, 0);
    return status;
}

void rb_child(rb_body *body, const char *text, const rb_limits *limits, unsigned seconds, gt_str *report)
{
    gt_str said;
    gt_str_init(&said);
    int status = run_child(body, text, limits, seconds, &said);
    if (WIFSIGNALED(status)) {
        bool slow = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
        gt_str_add(report, slow ? RB_SLOW "\n" : "crash: ");
    }
    gt_str_add(report, gt_str_text(&said));
    gt_str_fini(&said);
}

void rb_finish(gt_ctx *ctx, FILE *out, int code)
{
    fflush(out);
    gt_ctx_fini(ctx);
    _exit(code);
}

void rb_refused(gt_ctx *ctx, FILE *out, const char *by)
{
    fprintf(out, RB_REFUSED ": %s: ", by);
    gt_diag_flush(ctx->diag, out);
    rb_finish(ctx, out, 0);
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

bool rb_failure(const char *report, gt_str *out)
{
    if (begins(report, RB_GOOD) || begins(report, RB_PARTLY) || begins(report, RB_REFUSED) ||
        begins(report, RB_SLOW))
        return false;
    bool crash = begins(report, "crash");
    int colons = 2;
    for (const char *c = report; *c && *c != '\n'; c++) {
        if (*c == ':' && !crash && --colons == 0)
            break;
        gt_str_addc(out, *c);
    }
    return true;
}

/* Starting programs, and watching them. */
#include "backends/check/checkers/impl.h"
#include "runtime/base.h"
#include "runtime/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_MAX = 64 << 20 }; /* bytes: more than any checker has to say */

/* In the child: only async-signal-safe calls. */
static void become(const char *const *argv, const char *folder, int out, size_t memory)
{
    int null = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a checker must not outlive us */
#endif
    struct rlimit limit; /* ours is not the checker's */
    if (getrlimit(RLIMIT_DATA, &limit) == 0) {
        limit.rlim_cur = memory && memory < limit.rlim_max ? memory : limit.rlim_max;
        setrlimit(RLIMIT_DATA, &limit);
    }
    if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(folder) != 0)
        _exit(127);
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

static void read_all(gt_checker_job *job, gt_checker_outcome *outcome, int file)
{
    struct stat st;
    size_t size = fstat(file, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
    size = size < OUTPUT_MAX ? size : OUTPUT_MAX;
    outcome->text = GT_NEW_ARRAY(job->ctx->arena, char, size + 1);
    while (outcome->len < size) {
        ssize_t n = pread(file, outcome->text + outcome->len, size - outcome->len, (off_t)outcome->len);
        if (n <= 0)
            break;
        outcome->len += (size_t)n;
    }
    for (size_t i = 0; i < outcome->len; i++)
        if (outcome->text[i] == '\0')
            outcome->text[i] = ' ';
    outcome->text[outcome->len] = '\0';
}

/* Why the program must end now; `end`: its own limit, 0: none; pid 0: it has not begun. */
static gt_stop must_stop(gt_checker_job *job, pid_t pid, double end)
{
    size_t memory = job->options->limits.bytes;
    if (memory > 0 && pid > 0 && gt_resident(pid) > memory)
        return GT_STOP_MEMORY;
    if (end > 0 && gt_seconds() > end)
        return GT_STOP_TIME;
    return gt_limits_met(&job->options->limits, 0);
}

static bool floods(int out)
{
    struct stat st;
    return fstat(out, &st) == 0 && st.st_size > OUTPUT_MAX;
}

/* The program's children, too; those may have outlived it. */
static void end_group(void *pid)
{
    kill(-*(const pid_t *)pid, SIGKILL);
    kill(*(const pid_t *)pid, SIGKILL);
}

/* The program ends by itself: true; or it must be ended: false. It is not reaped yet, so that its number is
 * nobody else's. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    int done = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return done == 0 ? info.si_pid == pid : errno != EINTR;
}

static void wait_for(gt_checker_job *job, pid_t pid, int out, const char *phase, double end,
                     gt_checker_outcome *outcome)
{
    double begin = gt_seconds(), shown = 0;
    int status = 0;
    while (!has_ended(pid)) {
        gt_stop stop = must_stop(job, pid, end);
        if (stop != GT_STOP_NONE) {
            if (must_stop(job, pid, 0) != GT_STOP_NONE)
                job->report->stopped = stop;
            outcome->stopped = true;
            break;
        }
        if (floods(out))
            break;
        if (job->options->limits.progress && gt_seconds() - shown > 0.25) {
            gt_progress now = {.phase = phase, .seconds = gt_seconds() - job->begin};
            job->options->limits.progress(job->options->limits.arg, &now);
            shown = gt_seconds();
        }
        double pause = (gt_seconds() - begin) / 16; /* what is found out late is a small part of the whole */
        double longest = job->options->limits.bytes ? 0.01 : 0.05;
        pause = pause < 0.0005 ? 0.0005 : pause > longest ? longest : pause;
        nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
    }
    end_group(&pid);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) { /* ulimit -t, which it has from us */
        job->report->stopped = GT_STOP_TIME;
        outcome->stopped = true;
    }
    outcome->seconds = gt_seconds() - begin;
    outcome->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

gt_checker_outcome gt_checker_program(gt_checker_job *job, const char *const *argv, const char *phase,
                                      bool limited)
{
    return gt_checker_program_for(job, argv, phase, limited, 0);
}

gt_checker_outcome gt_checker_program_for(gt_checker_job *job, const char *const *argv, const char *phase,
                                          bool limited, double seconds)
{
    gt_checker_outcome outcome = {0};
    const char *log = gt_arena_printf(job->ctx->arena, "%s/output", job->folder);
    if (must_stop(job, 0, 0) != GT_STOP_NONE) {
        job->report->stopped = must_stop(job, 0, 0);
        outcome.stopped = true;
        return outcome;
    }
    int out = open(log, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) {
        job->why = gt_arena_printf(job->ctx->arena, "%s: %s", log, strerror(errno));
        return outcome;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become(argv, job->folder, out, limited ? job->options->limits.bytes * 9 / 8 : 0);
    if (pid < 0) {
        job->why = gt_arena_printf(job->ctx->arena, "%s could not be started: %s", argv[0], strerror(errno));
    } else {
        setpgid(pid, pid); /* also here: whichever comes first */
        gt_undo undo = {end_group, &pid, NULL};
        gt_undo_push(&undo);
        wait_for(job, pid, out, phase, seconds > 0 ? gt_seconds() + seconds : 0, &outcome);
        gt_undo_pop(&undo);
        outcome.started = !floods(out);
        if (outcome.started)
            read_all(job, &outcome, out);
        else
            job->why = gt_arena_printf(job->ctx->arena, "%s printed more than %d MB and was stopped",
                                       job->engine->name, OUTPUT_MAX >> 20);
    }
    close(out);
    return outcome;
}

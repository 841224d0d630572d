/* Starting programs, and watching them. */
#include "backends/run_impl.h"
#include "runtime/base.h"

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

double gt_run_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* In the child: only async-signal-safe calls. */
static void become(const char *const *argv, const char *folder, int out, size_t memory)
{
    int null = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a checker must not outlive us */
#endif
    if (memory) {
        struct rlimit limit = {.rlim_cur = memory, .rlim_max = memory};
        setrlimit(RLIMIT_AS, &limit);
    }
    if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(folder) != 0)
        _exit(127);
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

static void read_all(gt_run_job *job, gt_run_outcome *outcome, int file)
{
    struct stat st;
    size_t size = fstat(file, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
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

/* Why the program must end now; `end`: its own limit, 0: none. */
static gt_stop must_stop(gt_run_job *job, double end)
{
    if (end > 0 && gt_run_now() > end)
        return GT_STOP_TIME;
    if (job->options->interrupt && *job->options->interrupt)
        return GT_STOP_INTERRUPT;
    if (job->options->time_limit > 0 && gt_run_now() - job->begin > job->options->time_limit)
        return GT_STOP_TIME;
    return GT_STOP_NONE;
}

static void wait_for(gt_run_job *job, pid_t pid, const char *phase, double end, gt_run_outcome *outcome)
{
    double begin = gt_run_now(), shown = 0;
    int status = 0;
    for (;;) {
        pid_t done = waitpid(pid, &status, WNOHANG);
        if (done == pid || (done < 0 && errno != EINTR))
            break;
        gt_stop stop = must_stop(job, end);
        if (stop != GT_STOP_NONE) {
            if (must_stop(job, 0) != GT_STOP_NONE)
                job->report->stopped = stop;
            outcome->stopped = true;
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
            while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
                continue;
            break;
        }
        if (job->options->progress && gt_run_now() - shown > 0.25) {
            gt_progress now = {.phase = phase, .seconds = gt_run_now() - job->begin};
            job->options->progress(job->options->progress_arg, &now);
            shown = gt_run_now();
        }
        double pause = (gt_run_now() - begin) / 16; /* what is found out late is a small part of the whole */
        pause = pause < 0.0005 ? 0.0005 : pause > 0.05 ? 0.05 : pause;
        nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
    }
    outcome->seconds = gt_run_now() - begin;
    outcome->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

gt_run_outcome gt_run_program(gt_run_job *job, const char *const *argv, const char *phase, bool limited)
{
    return gt_run_program_for(job, argv, phase, limited, 0);
}

gt_run_outcome gt_run_program_for(gt_run_job *job, const char *const *argv, const char *phase, bool limited,
                                  double seconds)
{
    gt_run_outcome outcome = {0};
    const char *log = gt_arena_printf(job->ctx->arena, "%s/output", job->folder);
    if (must_stop(job, 0) != GT_STOP_NONE) {
        job->report->stopped = must_stop(job, 0);
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
        become(argv, job->folder, out, limited ? job->options->memory_limit : 0);
    if (pid < 0) {
        job->why = gt_arena_printf(job->ctx->arena, "%s could not be started: %s", argv[0], strerror(errno));
    } else {
        setpgid(pid, pid); /* also here: whichever comes first */
        outcome.started = true;
        wait_for(job, pid, phase, seconds > 0 ? gt_run_now() + seconds : 0, &outcome);
        read_all(job, &outcome, out);
    }
    close(out);
    return outcome;
}

#include "driver/ending.h"

#include "runtime/base.h"
#include "runtime/str.h"

#include <errno.h>
#ifdef GENTRANS_SANITIZED
#include <sanitizer/allocator_interface.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Signal handlers have no context: this is all they know. */
static volatile sig_atomic_t interrupted, late;
static timer_t clock_by_the_wall, clock_of_the_processor;
static struct itimerspec grace;

const volatile sig_atomic_t *gt_ending_interrupt(void)
{
    return &interrupted;
}

/* ---- ending at once: only async-signal-safe calls ---- */

static _Noreturn void end(const char *why)
{
    static const char begin[] = "gentrans: ";
    bool written = write(STDERR_FILENO, begin, sizeof begin - 1) > 0 &&
                   write(STDERR_FILENO, why, strlen(why)) > 0 && write(STDERR_FILENO, "\n", 1) > 0;
    (void)written; /* there is nobody left to tell */
    _Exit(GT_EXIT_LIMIT);
}

/* timeout(1) and shells may send a signal to the process and to its group: that is one. */
static void on_interrupt(int number)
{
    static volatile time_t first;
    struct timespec now;
    (void)number;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupted)
        first = now.tv_sec;
    else if (now.tv_sec > first + 1)
        gt_end("interrupted twice");
    interrupted = 1;
}

static void on_alarm(int number)
{
    (void)number;
    if (late)
        gt_end("given up: time limit");
    late = 1;
    timer_settime(clock_of_the_processor, 0, &grace, NULL);
}

/* ---- setting up ---- */

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

#ifndef GENTRANS_SANITIZED
static void let_have(uint64_t most)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_max < most)
        return;
    limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
}
#else /* sanitizers map terabytes: what was allocated counts, not what they take for themselves */
static uint64_t most_allocated;

static void on_allocation(const volatile void *bytes, size_t size)
{
    enum { ASKED = 1 << 20 }; /* bytes from one question to the next */
    static atomic_size_t since;
    (void)bytes;
    if (atomic_fetch_add(&since, size) + size < ASKED)
        return;
    atomic_store(&since, 0);
    if (__sanitizer_get_current_allocated_bytes() > most_allocated)
        gt_oom();
}

static void on_free(const volatile void *bytes)
{
    (void)bytes;
}

static void let_have(uint64_t most)
{
    most_allocated = most;
    __sanitizer_install_malloc_and_free_hooks(on_allocation, on_free);
}
#endif

/* What the engines count is not all there is: a backstop, and room for what they do not count. */
static void limit_memory(uint64_t bytes)
{
    enum { ROOM = 24 << 20 };
    if (bytes > 0)
        let_have(bytes + (bytes / 8 > ROOM ? bytes / 8 : ROOM));
}

void gt_ending_begin_process(void)
{
    gt_set_end_handler(end);
    signal(SIGPIPE, SIG_IGN); /* then writing fails */
}

void gt_ending_install(const gt_options *options)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        handle(signals[i], on_interrupt, 0);
    if (!is_ignored(SIGHUP)) /* nohup */
        handle(SIGHUP, on_interrupt, 0);
    handle(SIGALRM, on_alarm, SA_RESTART);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    if (timer_create(CLOCK_MONOTONIC, &event, &clock_by_the_wall) != 0 ||
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &clock_of_the_processor) != 0)
        gt_ice("no clock: %s", strerror(errno));
    limit_memory(options->memory_limit);
}

static struct itimerspec once(double seconds)
{
    struct itimerspec t = {.it_value = {.tv_sec = (time_t)seconds}};
    t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
    return t;
}

void gt_ending_begin(const gt_options *options)
{
    const struct itimerspec never = {0};
    timer_settime(clock_by_the_wall, 0, &never, NULL);
    timer_settime(clock_of_the_processor, 0, &never, NULL);
    late = 0;
    if (options->time_limit <= 0)
        return;
    grace = once(0.3 + 0.1 * options->time_limit);
    struct itimerspec limit = once(options->time_limit);
    timer_settime(clock_by_the_wall, 0, &limit, NULL);
}

gt_exit gt_ending_unwritten(void)
{
    static gt_exit code = GT_EXIT_OK; /* said once */
    if (code != GT_EXIT_OK)
        return code;
    code = errno == EPIPE || interrupted ? GT_EXIT_LIMIT : GT_EXIT_USAGE;
    if (errno == EPIPE)
        gt_say("nobody reads standard output any more");
    else
        gt_say("cannot write to standard output: %s", strerror(errno));
    interrupted = interrupted || code == GT_EXIT_LIMIT;
    return code;
}

#include "driver/race.h"

#include "runtime/base.h"
#include "runtime/clock.h"
#include "runtime/str.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

const gt_engine gt_engine_race = {.name = "race", .option = "race"};

enum { ASKED = 100 };             /* milliseconds between two looks at limits and signals */
static const double patience = 2; /* seconds, for a racer that was told to stop */

/* ---- a report on its way through a pipe ---- */

static void put_text(gt_str *out, const char *text)
{
    uint32_t len = text ? (uint32_t)strlen(text) : UINT32_MAX;
    gt_str_addn(out, (const char *)&len, sizeof len);
    if (text)
        gt_str_addn(out, text, len);
}

static void put_report(gt_str *out, const gt_check_report *r)
{
    gt_str_addn(out, (const char *)r, sizeof *r);
    put_text(out, r->states);
    put_text(out, r->effort);
    put_text(out, r->works_on);
    for (uint32_t i = 0; i < r->nresults; i++) {
        gt_str_addn(out, (const char *)&r->results[i], sizeof r->results[i]);
        put_text(out, r->results[i].note);
        put_text(out, r->results[i].value);
    }
}

typedef struct {
    gt_arena *arena;
    const char *at, *end;
    bool whole; /* nothing was missing so far */
} reader;

static void take(reader *in, void *to, size_t n)
{
    in->whole = in->whole && (size_t)(in->end - in->at) >= n;
    if (!in->whole)
        return;
    memcpy(to, in->at, n);
    in->at += n;
}

static const char *take_text(reader *in)
{
    uint32_t len = UINT32_MAX;
    take(in, &len, sizeof len);
    if (!in->whole || len == UINT32_MAX || (size_t)(in->end - in->at) < len) {
        in->whole = in->whole && len == UINT32_MAX;
        return NULL;
    }
    in->at += len;
    return gt_arena_strndup(in->arena, in->at - len, len);
}

/* Both processes began as one: what the program had made before is at the same place in both. What the racer
 * has made since is read here, or left out. NULL: it was ended before it had said everything. */
static gt_check_report *take_report(gt_arena *arena, const gt_str *text)
{
    reader in = {arena, gt_str_text(text), gt_str_text(text) + text->len, true};
    gt_check_report *r = GT_NEW(arena, gt_check_report);
    take(&in, r, sizeof *r);
    r->states = take_text(&in);
    r->effort = take_text(&in);
    r->works_on = take_text(&in);
    if (!in.whole)
        return NULL;
    r->results = GT_NEW_ARRAY(arena, gt_check_result, (size_t)r->nresults + 1);
    for (uint32_t i = 0; i < r->nresults; i++) {
        gt_check_result *result = &r->results[i];
        take(&in, result, sizeof *result);
        result->prop = NULL;
        result->trace = NULL;
        result->run = NULL;
        result->note = take_text(&in);
        result->value = take_text(&in);
    }
    return in.whole ? r : NULL;
}

/* ---- racers ---- */

typedef struct {
    pid_t pid;
    int from;
    gt_str text;
    bool running;
} racer;

static _Noreturn void be_racer(gt_racer *run, void *arg, uint32_t who, int to, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    const gt_check_report *found = run(arg, who);
    gt_str text;
    gt_str_init(&text);
    if (found)
        put_report(&text, found);
    for (size_t done = 0; done < text.len;) {
        ssize_t n = write(to, gt_str_text(&text) + done, text.len - done);
        if (n < 0 && errno != EINTR)
            _exit(1);
        done += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

static bool start(racer *r, gt_racer *run, void *arg, uint32_t who)
{
    int ends[2];
    gt_str_init(&r->text);
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    r->pid = fork();
    if (r->pid == 0) {
        close(ends[0]);
        be_racer(run, arg, who, ends[1], parent);
    }
    close(ends[1]);
    r->from = ends[0];
    r->running = r->pid > 0;
    if (!r->running)
        close(r->from);
    return r->running;
}

/* Reads what there is; the end of the pipe is the end of the racer. */
static void listen(racer *r)
{
    char part[4096];
    ssize_t n = read(r->from, part, sizeof part);
    if (n > 0)
        gt_str_addn(&r->text, part, (size_t)n);
    if (n > 0 || (n < 0 && errno == EINTR))
        return;
    r->running = false;
    close(r->from);
    waitpid(r->pid, NULL, 0);
}

static void end(racer *r, int with)
{
    if (r->running)
        kill(r->pid, with);
}

static bool leaves_open(const gt_check_report *r, const bool *asked)
{
    for (uint32_t i = 0; i < r->nresults; i++)
        if (asked[i] && r->results[i].verdict == GT_VERDICT_UNKNOWN)
            return true;
    return r->stopped != GT_STOP_NONE || r->gave_up;
}

static bool anybody_runs(const racer *racers)
{
    bool any = false;
    for (uint32_t i = 0; i < GT_RACERS; i++)
        any = any || racers[i].running;
    return any;
}

/* Until somebody has ended, or ASKED is over. */
static void wait_a_moment(racer *racers)
{
    struct pollfd files[GT_RACERS];
    for (uint32_t i = 0; i < GT_RACERS; i++)
        files[i] = (struct pollfd){racers[i].running ? racers[i].from : -1, POLLIN, 0};
    if (poll(files, GT_RACERS, ASKED) <= 0)
        return;
    for (uint32_t i = 0; i < GT_RACERS; i++)
        if (files[i].revents)
            listen(&racers[i]);
}

uint32_t gt_race(gt_job *job, gt_racer *run, void *arg, const bool *asked,
                 gt_check_report *reports[GT_RACERS])
{
    racer racers[GT_RACERS] = {{0}};
    uint32_t winner = GT_RACERS;
    double last = 0; /* moment of those who were told to stop */
    fflush(stdout);
    fflush(stderr);
    for (uint32_t i = 0; i < GT_RACERS; i++) {
        reports[i] = NULL;
        (void)start(&racers[i], run, arg, i);
    }
    while (winner == GT_RACERS && anybody_runs(racers)) {
        wait_a_moment(racers);
        for (uint32_t i = 0; i < GT_RACERS; i++) {
            if (racers[i].running || reports[i] || !racers[i].text.len)
                continue;
            reports[i] = take_report(job->ctx.arena, &racers[i].text);
            racers[i].text.len = 0;
            if (reports[i] && !leaves_open(reports[i], asked) && winner == GT_RACERS)
                winner = i;
        }
        gt_stop met = gt_limits_met(&job->limits, 0);
        if (met != GT_STOP_NONE && last <= 0) {
            last = gt_seconds() + patience; /* they know of the time */
            for (uint32_t i = 0; i < GT_RACERS && met == GT_STOP_INTERRUPT; i++)
                end(&racers[i], SIGINT);
        }
        if (last > 0 && gt_seconds() > last)
            break;
    }
    for (uint32_t i = 0; i < GT_RACERS; i++) {
        end(&racers[i], SIGKILL);
        while (racers[i].running)
            listen(&racers[i]);
        gt_str_fini(&racers[i].text);
    }
    return winner;
}

/* The rows of docs/checker-bdd.md and more, with times, each beside the time it may take.
 *   bench_bdd [FOLDER]                         all rows: `gentrans check` beside this program, on the samples
 * in FOLDER (default: samples) bench_bdd sem N L | token N | rw N         the BDD engine alone, on one model
 * built by hand; NO_DROP, NO_ACCELERATE, NO_STATES, TORTURE in the environment */
#include "../unit/helper_cmds.h"
#include "backends/check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the engine alone ---- */

static void show(const char *name, gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options)
{
    const gt_check_report *r = gt_check_bdd(ctx, cmds, options);
    printf("%-24s %8.2f s  reach %7.2f s  rounds %3llu  nodes %8llu  peak %9llu  %5.0f MB  states %.24s%s\n",
           name, r->seconds, r->reach_seconds, (unsigned long long)r->iterations,
           (unsigned long long)r->nodes, (unsigned long long)r->peak_nodes, (double)r->bytes / 1e6,
           r->states ? r->states : "-", r->states && strlen(r->states) > 24 ? "..." : "");
    for (uint32_t i = 0; i < r->nresults; i++)
        printf("    %-20s %-8s %.2f s  %s%s%u states\n", r->results[i].prop->name,
               gt_verdict_name(r->results[i].verdict), r->results[i].seconds,
               r->results[i].note ? r->results[i].note : "", r->results[i].shortest ? " shortest " : " ",
               r->results[i].trace ? r->results[i].trace->nstates : 0);
    fflush(stdout);
}

static void run_engine(const char *model, int32_t n, uint32_t l)
{
    gt_check_options options = {0};
    options.ways.no_drop = getenv("NO_DROP") != NULL;
    options.ways.no_accelerate = getenv("NO_ACCELERATE") != NULL;
    options.ways.by_counter = getenv("BY_COUNTER") != NULL;
    options.no_states = getenv("NO_STATES") != NULL;
    options.ways.torture = getenv("TORTURE") != NULL;
    gt_ctx ctx;
    char name[64];
    gt_ctx_init(&ctx);
    const gt_cmds *cmds = NULL;
    if (strcmp(model, "sem") == 0)
        cmds = cb_semaphore(&ctx, n, l);
    else if (strcmp(model, "token") == 0)
        cmds = cb_token(&ctx, n);
    else if (strcmp(model, "rw") == 0)
        cmds = cb_readers_writers(&ctx, n);
    snprintf(name, sizeof name, l ? "%s n=%d l=%u" : "%s n=%d", model, n, l);
    if (cmds)
        show(name, &ctx, cmds, &options);
    gt_ctx_fini(&ctx);
}

/* ---- the rows ---- */

typedef struct {
    const char *sample, *arguments; /* separated by single spaces */
    double target;                  /* seconds */
} row;

static const row rows[] = {
    /* Emerson and Trefler, table 2, mutex: EF bad, as there. The complete reached sets of the largest follow
       below */
    {"semaphore_mutex", "-D n=8 -D l=4", 10},
    {"semaphore_mutex", "-D n=6 -D l=5", 10},
    {"semaphore_mutex", "-D n=16 -D l=16", 10},
    {"semaphore_mutex", "-D n=64 -D l=16", 10},
    {"semaphore_mutex", "-D n=128 -D l=128 --only mutex --no-states", 10},
    {"semaphore_mutex", "-D n=256 -D l=128 --only mutex --no-states", 10},
    /* Emerson and Trefler, table 2, MCS lock: the paper does not print its model of 28 local states; this is
       ours */
    {"mcs_lock", "-D n=3", 10},
    {"mcs_lock", "-D n=4", 10},
    {"mcs_lock", "-D n=8", 10},
    {"mcs_lock", "-D n=16", 10},
    {"mcs_lock", "-D n=20", 10},
    {"mcs_lock", "-D n=60", 10},
    /* complete reached sets */
    {"semaphore_mutex", "-D n=128 -D l=128 --only mutex", 30},
    {"semaphore_mutex", "-D n=256 -D l=128 --only mutex", 30},
    /* a million processes */
    {"semaphore_mutex", "-D n=1000000 -D l=16 --only mutex", 9},
    {"token_mutex", "-D n=1000000 --only mutex", 9},
    {"token_mutex", "-D n=1000000 --only communal", 9},
    {"token_mutex", "-D n=1000000 --only individual", 9},
    {"readers_writers", "-D r=1000000 -D w=1000000", 9},
    {"mcs_lock", "-D n=1000000", 9},
    {"msi", "-D n=1000000", 9},
    {"mesi", "-D n=1000000", 9},
    {"moesi", "-D n=1000000", 9},
    {"illinois", "-D n=1000000", 9},
    {"firefly", "-D n=1000000", 9},
    {"futurebus", "-D n=1000000", 9},
    {"synapse", "-D n=1000000", 9},
    /* many local states */
    {"ticket_lock", "-D n=50", 10},
    {"german", "-D n=10 --only coherence", 30},
    {"german", "-D n=10", 60},
    {"german", "-D n=20 --only coherence", 60},
    {"thread_pool", "", 10},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Starts the checker; its first line of output goes into `line`. */
static int check(const char *program, const char *file, const row *r, char *line, size_t size,
                 struct rusage *usage)
{
    int ends[2], status = 0;
    char arguments[128];
    const char *argv[24] = {"gentrans", "check", file, "--trace", "off", "--time-limit", "900"};
    int n = 7;
    snprintf(arguments, sizeof arguments, "%s", r->arguments);
    char *rest = NULL;
    for (char *a = strtok_r(arguments, " ", &rest); a; a = strtok_r(NULL, " ", &rest))
        argv[n++] = a;
    if (pipe(ends) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execv(program, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    if (!out || !fgets(line, (int)size, out))
        line[0] = '\0';
    for (char dummy[512]; out && fgets(dummy, sizeof dummy, out);)
        continue;
    if (out)
        fclose(out);
    struct rusage before;
    getrusage(RUSAGE_CHILDREN, &before);
    waitpid(pid, &status, 0);
    getrusage(RUSAGE_CHILDREN, usage);
    usage->ru_utime.tv_sec -= before.ru_utime.tv_sec;
    usage->ru_utime.tv_usec -= before.ru_utime.tv_usec;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* "file: processes; N states; engine, encoding": the last two, numbers in short. */
static void describe(const char *line, char *out, size_t size)
{
    const char *states = strstr(line, "; ");
    if (!states) {
        snprintf(out, size, "-");
        return;
    }
    states += 2;
    size_t digits = strspn(states, "0123456789");
    const char *engine = strstr(states, "; ");
    int len = engine ? (int)strcspn(engine, "\n") : 0;
    if (digits > 15)
        snprintf(out, size, "%.1s.%.3se%zu states%.*s", states, states + 1, digits - 1, len,
                 engine ? engine : "");
    else
        snprintf(out, size, "%.*s", (int)strcspn(states, "\n"), states);
}

static int run_rows(const char *self, const char *folder)
{
    static const char *const verdicts[] = {"hold", "some fail", "error", "limit"};
    char program[4096], file[4096], line[4096], what[256];
    const char *slash = strrchr(self, '/');
    int over = 0;
    snprintf(program, sizeof program, "%.*sgentrans", slash ? (int)(slash - self) + 1 : 0, self);
    printf("%-52s %9s %9s %8s  %-10s %s\n", "gentrans check", "seconds", "CPU", "target", "verdicts", "what");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rusage usage = {0};
        double begin = now();
        snprintf(file, sizeof file, "%s/%s.sym", folder, rows[i].sample);
        int code = check(program, file, &rows[i], line, sizeof line, &usage);
        double seconds = now() - begin;
        double cpu = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
        describe(line, what, sizeof what);
        snprintf(line, sizeof line, "%s %s", rows[i].sample, rows[i].arguments);
        printf("%-52s %9.2f %9.2f %7.0f%s  %-10s %s\n", line, seconds, cpu, rows[i].target,
               cpu > rows[i].target || code > 1 || code < 0 ? "!" : " ",
               code >= 0 && code <= 3 ? verdicts[code] : "?", what);
        fflush(stdout);
        over += cpu > rows[i].target || code > 1 || code < 0;
    }
    printf("%d of %zu rows miss their target of CPU time\n", over, sizeof rows / sizeof *rows);
    return over > 0;
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        run_engine(argv[1], (int32_t)strtol(argv[2], NULL, 10),
                   argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0);
        return 0;
    }
    return run_rows(argv[0], argc > 1 ? argv[1] : "samples");
}

/* The rows of issue 7 for the BDD engine: complete reached sets and verdicts, with times.
 *   bench_bdd                       all rows
 *   bench_bdd sem N L | token N | rw N   one model */
#include "../unit/helper_cmds.h"
#include "backends/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void run(const char *model, int32_t n, uint32_t l, const gt_check_options *options)
{
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
        show(name, &ctx, cmds, options);
    gt_ctx_fini(&ctx);
}

int main(int argc, char **argv)
{
    gt_check_options options = {0};
    options.no_drop = getenv("NO_DROP") != NULL;
    options.no_accelerate = getenv("NO_ACCELERATE") != NULL;
    options.no_states = getenv("NO_STATES") != NULL;
    options.torture = getenv("TORTURE") != NULL;
    if (argc > 2) {
        run(argv[1], (int32_t)strtol(argv[2], NULL, 10), argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0,
            &options);
        return 0;
    }
    static const struct {
        const char *model;
        int32_t n;
        uint32_t l;
    } rows[] = {
        {"sem", 100000, 4}, {"sem", 1000000, 5},   {"sem", 1000000, 16},
        {"sem", 256, 128},  {"token", 1000000, 0}, {"rw", 1000000, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run(rows[i].model, rows[i].n, rows[i].l, &options);
    return 0;
}

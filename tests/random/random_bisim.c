/* random_bisim [--seed S] [--count N] [--failures N] [--states M] [--no-forms] [--print] [--print-only]
 * [--verbose] [--file F]: N random symmetric programs, each printed and read back, translated in every
 * encoding and held against its meaning. The program of number i has seed S + i. A failing one is shrunk and
 * printed. Exit code 1 if one failed or too many were refused. */
#include "tests/random/gen.h"
#include "tests/random/shrink.h"

#include "runtime/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    uint64_t seed, count, failures; /* failures: ends after so many */
    rb_limits limits;
    bool print, print_only, verbose;
    const char *file;
} settings;

typedef struct {
    uint64_t good, partly, refused, slow, failed;
} tally;

static const char *render(const rb_node *program, gt_str *text)
{
    gt_str_init(text);
    rb_render(program, text);
    return gt_str_text(text);
}

static void report_failure(rb_node *program, uint64_t seed, const char *report, const char *failure,
                           const rb_limits *limits)
{
    gt_str text, again;
    printf("seed %llu fails: %s\n", (unsigned long long)seed, report);
    uint32_t tries = rb_shrink(program, failure, limits);
    gt_str_init(&again);
    rb_try(render(program, &text), limits, &again);
    printf("shrunk in %u tries:\n----\n%s----\n%s\n", tries, gt_str_text(&text), gt_str_text(&again));
    gt_str_fini(&text);
    gt_str_fini(&again);
    fflush(stdout);
}

static void print_one(uint64_t seed)
{
    gt_arena *arena = gt_arena_new();
    gt_str text;
    printf("// seed %llu\n%s\n", (unsigned long long)seed, render(rb_generate(arena, seed), &text));
    gt_str_fini(&text);
    gt_arena_free(arena);
}

static void run_one(const settings *s, uint64_t seed, tally *sum)
{
    gt_arena *arena = gt_arena_new();
    rb_node *program = rb_generate(arena, seed);
    gt_str text, report, failure;
    gt_str_init(&report);
    gt_str_init(&failure);
    const char *source = render(program, &text);
    if (s->print)
        printf("// seed %llu\n%s\n", (unsigned long long)seed, source);
    rb_try(source, &s->limits, &report);
    const char *said = gt_str_text(&report);
    if (s->verbose)
        printf("seed %llu: %s", (unsigned long long)seed, said);
    if (rb_failure(said, &failure)) {
        sum->failed++;
        report_failure(program, seed, said, gt_str_text(&failure), &s->limits);
    } else if (strncmp(said, RB_REFUSED, strlen(RB_REFUSED)) == 0) {
        sum->refused++;
    } else if (strncmp(said, RB_SLOW, strlen(RB_SLOW)) == 0) {
        sum->slow++;
    } else if (strncmp(said, RB_PARTLY, strlen(RB_PARTLY)) == 0) {
        sum->partly++;
    } else {
        sum->good++;
    }
    gt_str_fini(&text);
    gt_str_fini(&report);
    gt_str_fini(&failure);
    gt_arena_free(arena);
}

static bool parse(settings *s, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *end = NULL;
        if (strcmp(argv[i], "--print") == 0) {
            s->print = true;
            continue;
        }
        if (strcmp(argv[i], "--print-only") == 0) {
            s->print_only = true;
            continue;
        }
        if (strcmp(argv[i], "--no-forms") == 0) {
            s->limits.no_forms = true;
            continue;
        }
        if (strcmp(argv[i], "--verbose") == 0) {
            s->verbose = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--file") == 0) {
            s->file = argv[++i];
            continue;
        }
        uint64_t value = strtoull(argv[i + 1], &end, 10);
        if (*end != '\0')
            return false;
        if (strcmp(argv[i], "--seed") == 0)
            s->seed = value;
        else if (strcmp(argv[i], "--count") == 0)
            s->count = value;
        else if (strcmp(argv[i], "--failures") == 0)
            s->failures = value;
        else if (strcmp(argv[i], "--states") == 0)
            s->limits.max_states = value;
        else
            return false;
        i++;
    }
    return true;
}

static int run_file(const settings *s)
{
    FILE *in = fopen(s->file, "r");
    if (!in) {
        fprintf(stderr, "random_bisim: cannot read %s\n", s->file);
        return 2;
    }
    gt_str text, report, failure;
    gt_str_init(&text);
    gt_str_init(&report);
    gt_str_init(&failure);
    for (int c; (c = getc(in)) != EOF;)
        gt_str_addc(&text, (char)c);
    fclose(in);
    rb_try(gt_str_text(&text), &s->limits, &report);
    printf("%s", gt_str_text(&report));
    bool failed = rb_failure(gt_str_text(&report), &failure);
    gt_str_fini(&text);
    gt_str_fini(&report);
    gt_str_fini(&failure);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    settings s = {.seed = (uint64_t)time(NULL),
                  .count = 300,
                  .failures = 10,
                  .limits = {.max_states = 1500, .seconds = 10}};
    tally sum = {0, 0, 0, 0, 0};
    if (!parse(&s, argc, argv)) {
        fprintf(
            stderr,
            "usage: random_bisim [--seed S] [--count N] [--failures N] [--states M] [--no-forms] [--print] "
            "[--print-only] [--verbose] [--file F]\n");
        return 2;
    }
    if (s.file)
        return run_file(&s);
    if (s.print_only) {
        for (uint64_t i = 0; i < s.count; i++)
            print_one(s.seed + i);
        return 0;
    }
    printf("seed %llu\n", (unsigned long long)s.seed);
    for (uint64_t i = 0; i < s.count && sum.failed < s.failures; i++)
        run_one(&s, s.seed + i, &sum);
    printf("%llu good, %llu good up to %llu states, %llu refused, %llu failed\n",
           (unsigned long long)sum.good, (unsigned long long)sum.partly,
           (unsigned long long)s.limits.max_states, (unsigned long long)sum.refused,
           (unsigned long long)sum.failed);
    bool too_many = 5 * sum.refused > s.count, too_slow = 20 * sum.slow > s.count;
    if (sum.slow > 0) {
        printf("%llu took more than %u seconds and were given up\n", (unsigned long long)sum.slow,
               s.limits.seconds);
    }
    if (too_many)
        printf("more than a fifth of the programs were refused\n");
    return sum.failed > 0 || too_many || too_slow ? 1 : 0;
}

/* Spin: a verifier for the assertions and one for the LTL properties, compiled and run. pan exits 0 even
 * after errors: what counts is what it prints. */
#include "backends/check/checkers/impl.h"
#include "backends/targets/read.h"
#include "runtime/base.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_checker_job *job;
    const char **props;
    const char *cc;
    const char *depth; /* -m of the last search */
} spin;

/* pan.c from model.pml with the properties for which keep is true, and pan from it. */
static bool build(spin *s, const bool *keep, bool ltl)
{
    gt_checker_job *job = s->job;
    gt_arena *a = job->ctx->arena;
    const char **argv = GT_NEW_ARRAY(a, const char *, job->cmds->nprops + 8);
    uint32_t n = 0;
    argv[n++] = job->program;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        if (!job->skip[i] && !keep[i])
            argv[n++] = gt_arena_printf(a, "-DSKIP_%s", s->props[i]);
    argv[n++] = "-a";
    argv[n++] = "model.pml";
    gt_checker_outcome o = gt_checker_program(job, argv, "Spin", true);
    if (o.stopped || !o.started)
        return false;
    if (o.code != 0 || strstr(o.text, "Error:"))
        return gt_checker_unexpected(job, &o, "did not accept the translation");
    const char *vector = gt_arena_printf(a, "-DVECTORSZ=%u", 1024 + 4 * job->cmds->nvars);
    const char *memory = gt_arena_printf(
        a, "-DMEMLIM=%zu", job->options->limits.bytes ? job->options->limits.bytes >> 20 : (size_t)8192);
    const char *safety[] = {s->cc,  "-O1",  "-w", "-DSAFETY", "-DNOCLAIM", "-DNOREDUCE",
                            vector, memory, "-o", "pan",      "pan.c",     NULL};
    const char *live[] = {s->cc,  "-O1", "-w",  "-DNOFAIR", "-DNOREDUCE", vector,
                          memory, "-o",  "pan", "pan.c",    NULL};
    o = gt_checker_program(job, ltl ? live : safety, "Spin: compiling", false);
    if (o.stopped || !o.started)
        return false;
    return o.code == 0 || gt_checker_unexpected(job, &o, "wrote a verifier that the C compiler refused");
}

/* Whether Spin has left a variable out of its states because it is printed only: pan.h says so. */
static bool hides_variables(spin *s)
{
    FILE *file = gt_fopen(gt_arena_printf(s->job->ctx->arena, "%s/pan.h", s->job->folder), "r");
    char line[1024];
    bool found = !file;
    while (!found && fgets(line, sizeof line, file)) {
        char *end = strchr(line, ';'), *name = end;
        if (strncmp(line, "/* hidden variable: */", 22) != 0 || !end)
            continue;
        while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
            name--;
        found = gt_emit_find_var(s->job->emit, name, (size_t)(end - name)) >= 0;
    }
    if (file)
        fclose(file);
    return found;
}

/* Spin counts the state before the first step too. When initial values are chosen, or error states are looked
 * at for deadlocks, it counts more that are none of the model's: then nothing is said. */
static void read_states(spin *s, const char *text)
{
    gt_checker_job *job = s->job;
    const char *stored = strstr(text, " states, stored"), *from = stored;
    if (!stored || job->cmds->error || !gt_init_unique(job->cmds) || hides_variables(s))
        return;
    while (from > text && strchr("0123456789", from[-1]))
        from--;
    job->report->states = gt_arena_printf(job->ctx->arena, "%llu", strtoull(from, NULL, 10) - 1);
    job->report->states_complete = true;
}

enum { FIRST_DEPTH = 10000, FIRST_SECONDS = 2, MAX_DEPTH = 100000000 };

/* "State-vector 20 byte, depth reached 7, errors: 0"; -1: pan does not say, or more than once. */
static long count_errors(const char *text)
{
    static const char word[] = ", errors: ";
    const char *line = gt_checker_line(text, "State-vector "), *at = line ? strstr(line, word) : NULL;
    if (!at || at > line + strcspn(line, "\n"))
        return -1;
    char *end;
    long n = strtol(at + strlen(word), &end, 10);
    return end > at + strlen(word) && *end == '\n' ? n : -1;
}

/* Runs pan with more and more depth. 1: no error, 0: an error, -1: undecided (job->why or stopped). Clearing
 * the memory for a million steps and 2^24 hash slots takes longer than most searches: the first one has less,
 * and little time. */
static int search(spin *s, const char *claim, const char *phase)
{
    gt_checker_job *job = s->job;
    const char *pan = gt_arena_printf(job->ctx->arena, "%s/pan", job->folder);
    for (long depth = FIRST_DEPTH;; depth = depth == FIRST_DEPTH ? 1000000 : 10 * depth) {
        bool first = depth == FIRST_DEPTH;
        const char *m = gt_arena_printf(job->ctx->arena, "-m%ld", depth), *w = first ? "-w20" : "-w24";
        s->depth = m;
        const char *safety[] = {pan, "-E", m, w, NULL};
        /* Not -A: the claim of `[] p` is an assertion itself. Those of the model are compiled away. */
        const char *live[] = {pan, "-E", "-a", m, w, "-N", claim, NULL};
        gt_checker_outcome o =
            gt_checker_program_for(job, claim ? live : safety, phase, false, first ? FIRST_SECONDS : 0);
        if (first && o.stopped && !job->report->stopped)
            continue;
        if (o.stopped || !o.started)
            return -1;
        long errors = count_errors(o.text);
        bool explained = strstr(o.text, "assertion violated") || strstr(o.text, "acceptance cycle");
        if (errors < 0 || o.code != 0 || strstr(o.text, "VECTORSZ") || (errors > 0 && !explained)) {
            gt_checker_unexpected(job, &o, "broke down");
            return -1;
        }
        if (errors > 0)
            return 0;
        bool deep = strstr(o.text, "max search depth too small") != NULL;
        if (deep && depth < MAX_DEPTH)
            continue;
        if (deep || strstr(o.text, "Search not completed")) {
            job->report->stopped = GT_STOP_MEMORY;
            return -1;
        }
        if (!claim)
            read_states(s, o.text);
        return 1;
    }
}

/* The initial state alone; NULL if there is more than one. */
static const gt_abs_trace *initial_trace(gt_checker_job *job)
{
    gt_states s = {.emit = job->emit};
    int32_t *state = gt_states_add(&s);
    for (uint32_t i = 0; i < job->cmds->nvars; i++)
        if (!gt_init_constant(job->cmds, i, &state[i]))
            return NULL;
    return gt_states_end(&s, -1);
}

static void replay(spin *s, uint32_t prop, const char *claim)
{
    gt_checker_job *job = s->job;
    const char *pan = gt_arena_printf(job->ctx->arena, "%s/pan", job->folder), *why = NULL;
    const char *safety[] = {pan, "-r", "-S", s->depth, "-w16", NULL};
    const char *live[] = {pan, "-r", "-S", s->depth, "-w16", "-N", claim, NULL};
    if (job->options->no_traces)
        return;
    gt_checker_outcome o = gt_checker_program(job, claim ? live : safety, "Spin: replaying", false);
    if (o.stopped || !o.started)
        return;
    gt_check_result *r = &job->report->results[prop];
    r->trace = gt_checker_trace(job, o.text, &why);
    bool any = strstr(o.text, "@state") != NULL;
    if (!r->trace && any)
        gt_checker_set(job, prop, GT_VERDICT_UNKNOWN, why);
    if (!any) /* false before the first step */
        r->trace = initial_trace(job);
    if (!any && !r->trace)
        r->note = why;
}

/* All assertions at once; if something fails, each by itself. */
static bool assertions(spin *s)
{
    gt_checker_job *job = s->job;
    bool *keep = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        n += keep[i] = !job->skip[i] && !gt_checker_temporal(job, i);
    if (n == 0)
        return true;
    if (!build(s, keep, false))
        return false;
    int all = search(s, NULL, "Spin: assertions");
    if (all < 0)
        return false;
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        if (job->skip[i] || gt_checker_temporal(job, i))
            continue;
        int holds = all;
        if (!all && n > 1) {
            memset(keep, 0, job->cmds->nprops * sizeof *keep);
            keep[i] = true;
            if (!build(s, keep, false))
                return false;
            holds = search(s, NULL, "Spin: assertions");
        }
        if (holds < 0)
            return false;
        gt_checker_set(job, i, holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
        if (!holds)
            replay(s, i, NULL);
    }
    return true;
}

static bool formulas(spin *s)
{
    gt_checker_job *job = s->job;
    bool *keep = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1), any = false;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        any |= keep[i] = !job->skip[i] && gt_checker_temporal(job, i);
    if (any && !build(s, keep, true))
        return false;
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        if (!keep[i])
            continue;
        int holds = search(s, s->props[i],
                           gt_arena_printf(job->ctx->arena, "Spin: %s", job->cmds->props[i].origin->name));
        if (holds < 0)
            return false;
        gt_checker_set(job, i, holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
        if (!holds)
            replay(s, i, s->props[i]);
    }
    return true;
}

static bool run(gt_checker_job *job)
{
    gt_outputs out;
    const char *cc = getenv("GENTRANS_CC");
    spin s = {.job = job,
              .props = job->emit->names.props,
              .cc = gt_checker_in_path(job->ctx->arena, cc && *cc ? cc : "cc")};
    if (!s.cc) {
        job->why =
            "Spin's verifiers need a C compiler, and there is no cc in PATH (or what GENTRANS_CC names)";
        return false;
    }
    bool fine = gt_checker_translate(job, job->skip, &out);
    gt_outputs_fini(&out);
    return fine && assertions(&s) && formulas(&s);
}

const gt_engine gt_engine_spin = {.name = "Spin",
                                  .option = "spin",
                                  .takes = GT_TAKES_CMDS,
                                  .asked = GT_ASKED_CHECKER,
                                  .kinds = ~0U, /* what its language cannot say is refused */
                                  .decide = gt_checker_decide,
                                  .own = &(const gt_checker){"GENTRANS_SPIN", "spin",
                                                             "on Debian: apt-get install spin",
                                                             &gt_target_promela, run}};

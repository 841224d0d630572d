/* NuSMV: a property after the other, traces as XML, in sessions of three kinds.
 *
 * Full: with the reachable states. Tried first, for a moment: most models are small, and small ones may have
 * no end backward, where unreachable states have predecessors, too.
 *
 * Quick: backward from the bad states, and CTL and LTL without the reachable states (-df). Whether an initial
 * state satisfies a formula is a matter of the states that can be reached from it, whatever set the fixpoints
 * are computed in, so the verdicts are the same; but each is found at once, or not at all. A session ends
 * with the first property that takes too long, and the next one does without it. Invariants that are still
 * open are asked again with antecedents, the ones that hold and those of the encoding (the sum of the
 * counters): if p holds everywhere, p -> q holds where q does.
 *
 * Full again: what is left, for as long as it takes.
 *
 * Last: what is good to have, for a while: the number of states, and traces that were not found. */
#include "backends/check/checkers/impl.h"
#include "runtime/clock.h"

#include <stdlib.h>
#include <string.h>

typedef enum { QUICK, FULL, LAST } session_kind;

/* Seconds. */
enum {
    FIRST_SESSION = 2,
    QUICK_SESSION = 5,
    QUICK_TOTAL = 20,      /* no quick session begins after this */
    ANTECEDENT_TOTAL = 30, /* of all sessions with antecedents, and of one: there is more to compute */
    LAST_SECONDS = 10,     /* or as long as the full session took */
};

typedef struct {
    gt_checker_job *job;
    const char **props; /* names */
    bool *tried;        /* it took too long in a quick session: the verdict, or the trace */
    session_kind kind;
    bool strict;     /* the session must not break down: nothing comes after it */
    double duration; /* of the last session */
} nusmv;

static const char mark[] = "@property ";

static bool open_prop(const nusmv *s, uint32_t prop)
{
    return !s->job->skip[prop] && s->job->report->results[prop].verdict == GT_VERDICT_UNKNOWN;
}

/* Whether it fails and a trace has not been found in time. */
static bool lacks_trace(const nusmv *s, uint32_t prop)
{
    const gt_check_result *r = &s->job->report->results[prop];
    return s->tried[prop] && r->verdict == GT_VERDICT_FAILS && !r->trace && !s->job->options->no_traces;
}

static bool asked(const nusmv *s, uint32_t prop)
{
    switch (s->kind) {
    case QUICK: return open_prop(s, prop) && !s->tried[prop];
    case FULL: return open_prop(s, prop);
    case LAST: return lacks_trace(s, prop);
    }
    return false;
}

static uint32_t count_asked(const nusmv *s, bool temporal)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->job->cmds->nprops; i++)
        n += asked(s, i) && (!temporal || gt_checker_temporal(s->job, i));
    return n;
}

/* Whether the session is to print the number of states: in a full one it costs nothing if they are needed. */
static bool wants_states(const nusmv *s)
{
    if (s->job->report->states || s->job->cmds->nfair > 0) /* fairness may have doubled them: smv.c, escape */
        return false;
    return s->kind == LAST || (s->kind == FULL && count_asked(s, true) > 0);
}

/* The model and the commands. NuSMV keeps verdicts to itself until it prints a formula: if it is stopped in
 * the next property, they are lost without show_property. */
static bool write_session(nusmv *s)
{
    gt_checker_job *job = s->job;
    gt_outputs out;
    bool fine = gt_checker_translate(job, job->skip, &out);
    gt_outputs_fini(&out);
    if (!fine)
        return false;
    gt_str script;
    gt_str_init(&script);
    gt_str_add(&script,
               job->options->no_traces ? "unset counter_examples\n" : "set default_trace_plugin 4\n");
    gt_str_add(&script, "read_model -i model.smv\ngo\n");
    for (int temporal = 0; temporal <= 1; temporal++)
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            if (asked(s, i) && gt_checker_temporal(job, i) == temporal)
                gt_str_addf(&script, "echo %s%u\nshow_property -P %s\n%s -P %s\n", mark, i, s->props[i],
                            s->kind == QUICK && !temporal ? "check_invar -s backward" : "check_property",
                            s->props[i]);
    gt_str_addf(&script, "echo %sdone\n%squit\n", mark, wants_states(s) ? "print_reachable_states\n" : "");
    fine = gt_checker_write(job, "script", gt_str_text(&script), script.len);
    gt_str_fini(&script);
    return fine;
}

/* Whether a line that begins with "-- " ends with these words. */
static bool says(const char *text, const char *words)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t len = strcspn(line, "\n"), end = strlen(words);
        if (strncmp(line, "-- ", 3) == 0 && len > end && line[len] == '\n' &&
            memcmp(line + len - end, words, end) == 0)
            return true;
    }
    return false;
}

/* What was printed for one property. */
static bool read_property(nusmv *s, uint32_t prop, const char *text, size_t len)
{
    gt_checker_job *job = s->job;
    char *part = gt_arena_strndup(job->ctx->arena, text, len);
    bool holds = says(part, "  is true"), fails = says(part, "  is false");
    if (holds == fails || (holds && s->kind == LAST))
        return false;
    gt_checker_set(job, prop, holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
    const char *xml = strstr(part, "<?xml"), *end = xml ? strstr(xml, "</counter-example>") : NULL,
               *why = NULL;
    if (!end)
        return true;
    job->report->results[prop].trace = gt_checker_trace(job, xml, &why);
    if (why)
        gt_checker_set(job, prop, GT_VERDICT_UNKNOWN, why);
    return true;
}

/* "reachable states: 30 (2^4.9) out of 64": exact only while it is printed in digits. */
static void read_states(gt_checker_job *job, const char *text)
{
    const char *at = strstr(text, "reachable states: ");
    if (!at)
        return;
    at += strlen("reachable states: ");
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || at[digits] != ' ')
        return;
    job->report->states = gt_arena_strndup(job->ctx->arena, at, digits);
    job->report->states_complete = true;
}

/* What a session printed, property by property. The last property of a session that did not come to its end
 * is the one that took too long. */
static bool read_session(nusmv *s, const gt_checker_outcome *outcome)
{
    gt_checker_job *job = s->job;
    const char *at = strstr(outcome->text, mark);
    bool *seen = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    bool done = false; /* the session came to its end */
    while (at) {
        const char *value = at + strlen(mark), *next = strstr(value, mark);
        const char *end = next ? next : outcome->text + outcome->len;
        if (strncmp(value, "done", 4) == 0) {
            done = true;
            read_states(job, value);
        } else {
            unsigned long prop = strtoul(value, NULL, 10);
            size_t digits = strspn(value, "0123456789");
            const char *line = digits ? value + digits + strspn(value + digits, " ") : NULL;
            line = line && *line == '\n' ? line : NULL;
            bool ours = line && prop < job->cmds->nprops && asked(s, (uint32_t)prop);
            if (line && (prop >= job->cmds->nprops || seen[prop] || !ours))
                return gt_checker_unexpected(job, outcome, "speaks of what it was not asked");
            if (ours)
                seen[prop] = true;
            bool known = ours && read_property(s, (uint32_t)prop, line + 1, (size_t)(end - line - 1));
            if (!known && !outcome->stopped && s->strict)
                return gt_checker_unexpected(job, outcome, "printed something unexpected");
            if (ours && !next)
                s->tried[prop] = true;
        }
        at = next;
    }
    if (!done && !outcome->stopped && s->strict)
        return gt_checker_unexpected(job, outcome, "broke down");
    return true;
}

/* True if all was well; sessions may end early. */
static bool run_session(nusmv *s, session_kind kind, const char *phase, double seconds)
{
    const char *quick[] = {s->job->program, "-df", "-source", "script", NULL};
    const char *full[] = {s->job->program, "-source", "script", NULL};
    s->kind = kind;
    s->strict = seconds <= 0;
    if (!write_session(s))
        return false;
    gt_checker_outcome outcome =
        gt_checker_program_for(s->job, kind == QUICK ? quick : full, phase, true, seconds);
    s->duration = outcome.seconds;
    if (!outcome.started)
        return outcome.stopped;
    return read_session(s, &outcome);
}

/* Sessions until each property that is asked is known or has been tried. */
static bool run_quick_all(nusmv *s, double session, double total)
{
    double end = gt_seconds() + total;
    uint32_t before = UINT32_MAX, left;
    for (s->kind = QUICK; (left = count_asked(s, false)) > 0 && left < before && gt_seconds() < end;) {
        before = left;
        if (!run_session(s, QUICK, "NuSMV: backward", session))
            return false;
        if (s->job->report->stopped)
            break;
    }
    return true;
}

/* As they are, and then what is left of the invariants with antecedents: a deadlock may be excluded by an
 * invariant. Not at once, since fewer bad states may have a longer way to the others. */
static bool run_quick(nusmv *s)
{
    gt_checker_job *job = s->job;
    bool any = job->cmds->ninvariants > 0;
    if (!run_quick_all(s, QUICK_SESSION, QUICK_TOTAL))
        return false;
    job->given = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1);
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        job->given[i] = !job->skip[i] && !gt_checker_temporal(job, i) &&
                        job->cmds->props[i].origin->kind != GT_PROP_DEADLOCK &&
                        job->report->results[i].verdict == GT_VERDICT_HOLDS;
        any |= job->given[i];
        if (open_prop(s, i))
            s->tried[i] = gt_checker_temporal(job, i);
    }
    bool fine = !any || job->report->stopped || run_quick_all(s, ANTECEDENT_TOTAL, ANTECEDENT_TOTAL);
    job->given = NULL;
    return fine;
}

static bool run_last(nusmv *s, double seconds)
{
    gt_checker_job *job = s->job;
    s->kind = LAST;
    if ((wants_states(s) || count_asked(s, false) > 0) && !run_session(s, LAST, "NuSMV: states", seconds))
        return false;
    if (job->report->stopped == GT_STOP_TIME) /* all verdicts are known */
        job->report->stopped = GT_STOP_NONE;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        if (lacks_trace(s, i) && !job->report->results[i].note)
            job->report->results[i].note = "NuSMV found no counterexample to show in time";
    return true;
}

static bool run(gt_checker_job *job)
{
    nusmv s = {.job = job,
               .props = job->emit->names.props,
               .tried = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1)};
    double seconds = LAST_SECONDS;
    if (!run_session(&s, FULL, "NuSMV", FIRST_SESSION))
        return false;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        if (open_prop(&s, i))
            s.tried[i] = false;
    if (!job->report->stopped && !run_quick(&s))
        return false;
    s.kind = FULL;
    if (!job->report->stopped && count_asked(&s, false) > 0) {
        if (!run_session(&s, FULL, "NuSMV", 0))
            return false;
        seconds = s.duration > seconds ? s.duration : seconds;
    }
    return job->report->stopped ? true : run_last(&s, seconds);
}

const gt_engine gt_engine_nusmv = {
    .name = "NuSMV",
    .option = "nusmv",
    .takes = GT_TAKES_CMDS,
    .asked = GT_ASKED_CHECKER,
    .symbolic = true,
    .kinds = ~0U, /* what its language cannot say is refused */
    .decide = gt_checker_decide,
    .own =
        &(const gt_checker){"GENTRANS_NUSMV", "NuSMV", "scripts/checkers installs it", &gt_target_smv, run}};

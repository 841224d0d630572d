/* NuSMV: one session, a property after the other, traces as XML. */
#include "backends/run_impl.h"

#include <stdlib.h>
#include <string.h>

static const char mark[] = "@property ";

/* The commands for the properties that are still open; backward: only invariants, from the bad states. */
static bool write_script(gt_run_job *job, const char *const *props, bool backward)
{
    gt_str script;
    gt_str_init(&script);
    gt_str_add(&script,
               job->options->no_traces ? "unset counter_examples\n" : "set default_trace_plugin 4\n");
    gt_str_add(&script, "read_model -i model.smv\ngo\n");
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        if (job->skip[i] || job->report->results[i].verdict != GT_VERDICT_UNKNOWN ||
            (backward && gt_run_temporal(job, i)))
            continue;
        gt_str_addf(&script, "echo %s%u\n%s -P %s\n", mark, i,
                    backward ? "check_invar -s backward" : "check_property", props[i]);
    }
    gt_str_addf(&script, "echo %sdone\n%squit\n", mark, backward ? "" : "print_reachable_states\n");
    bool fine = gt_run_write(job, "script", gt_str_text(&script), script.len);
    gt_str_fini(&script);
    return fine;
}

/* What was printed for one property. */
static bool read_property(gt_run_job *job, uint32_t prop, const char *const *vars, const char *text,
                          size_t len)
{
    char *part = gt_arena_strndup(job->ctx->arena, text, len);
    bool holds = strstr(part, "  is true\n"), fails = strstr(part, "  is false\n");
    if (holds == fails)
        return false;
    gt_run_set(job, prop, holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
    const char *xml = strstr(part, "<?xml"), *end = xml ? strstr(xml, "</counter-example>") : NULL,
               *why = NULL;
    if (!end)
        return true;
    job->report->results[prop].trace = gt_run_nusmv_trace(
        job->ctx, job->cmds, vars, xml, (size_t)(end - xml) + strlen("</counter-example>"), &why);
    if (why)
        job->report->results[prop].note = why;
    return true;
}

/* "reachable states: 30 (2^4.9) out of 64": exact only while it is printed in digits. */
static void read_states(gt_run_job *job, const char *text)
{
    const char *at = strstr(text, "reachable states: ");
    if (!at || job->cmds->nfair > 0) /* fairness may have doubled them: smv.c, escape */
        return;
    at += strlen("reachable states: ");
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || at[digits] != ' ')
        return;
    job->report->states = gt_arena_strndup(job->ctx->arena, at, digits);
    job->report->states_complete = true;
}

/* What a session printed, property by property. */
static bool read_session(gt_run_job *job, const char *const *vars, const gt_run_outcome *outcome)
{
    const char *at = strstr(outcome->text, mark);
    bool done = false;
    while (at) {
        const char *value = at + strlen(mark), *next = strstr(value, mark);
        const char *end = next ? next : outcome->text + outcome->len;
        if (strncmp(value, "done", 4) == 0) {
            done = true;
            read_states(job, value);
        } else {
            unsigned long prop = strtoul(value, NULL, 10);
            const char *line = strchr(value, '\n');
            bool known = line && prop < job->cmds->nprops && !job->skip[prop] &&
                         read_property(job, (uint32_t)prop, vars, line + 1, (size_t)(end - line - 1));
            if (!known && !outcome->stopped)
                return gt_run_unexpected(job, outcome, "printed something unexpected");
        }
        at = next;
    }
    if (!done && !outcome->stopped)
        return gt_run_unexpected(job, outcome, "broke down");
    return true;
}

/* Seconds for the invariants from the bad states: mostly that takes none, and sometimes for ever. */
enum { BACKWARD_SECONDS = 20 };

static uint32_t count_open(const gt_run_job *job, bool invariants)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        n += !job->skip[i] && job->report->results[i].verdict == GT_VERDICT_UNKNOWN &&
             (!invariants || !gt_run_temporal(job, i));
    return n;
}

bool gt_run_nusmv(gt_run_job *job)
{
    gt_outputs out;
    const char **vars = gt_run_var_names(job, "smv"), **props = gt_run_prop_names(job, "smv");
    bool fine = gt_run_translate(job, "smv", job->skip, &out);
    gt_outputs_fini(&out);
    const char *argv[] = {job->program, "-source", "script", NULL};
    for (int backward = 1; backward >= 0 && fine; backward--) {
        if (count_open(job, backward) == 0)
            continue;
        if (!write_script(job, props, backward))
            return false;
        gt_run_outcome outcome =
            backward ? gt_run_program_for(job, argv, "NuSMV: invariants", true, BACKWARD_SECONDS)
                     : gt_run_program(job, argv, "NuSMV", true);
        if (!outcome.started)
            return outcome.stopped;
        fine = read_session(job, vars, &outcome);
    }
    return fine;
}

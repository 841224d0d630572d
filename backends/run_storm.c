/* Storm, and PRISM, whose output differs in a few words. */
#include "backends/run_impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static const gt_bound *query_of(const gt_expr *e)
{
    bool bounded = e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD;
    return bounded && e->u.bound->cmp == GT_CMP_QUERY ? e->u.bound : NULL;
}

static void read_result(gt_run_job *job, uint32_t prop, const char *text, size_t len)
{
    const gt_expr *formula = job->cmds->props[prop].formula;
    char *value = gt_arena_strndup(job->ctx->arena, text, len);
    if (strncmp(value, "true", 4) == 0 || strncmp(value, "false", 5) == 0) {
        gt_run_set(job, prop, value[0] == 't' ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
    } else if (formula && query_of(formula)) {
        /* A query has no truth value; that it was answered is all that can hold. */
        bool range = value[0] == '[';
        gt_run_set(job, prop, GT_VERDICT_HOLDS, range ? "the initial states differ" : NULL);
        value[range ? strcspn(value, "]") + (strchr(value, ']') != NULL) : strcspn(value, " (")] = '\0';
        job->report->results[prop].value = value;
    } else {
        gt_run_set(job, prop, GT_VERDICT_UNKNOWN,
                   gt_arena_printf(job->ctx->arena, "the answer was '%s'", value));
    }
}

/* The number of the property whose name stands in quotes at `text`; nprops: none. */
static uint32_t property_at(gt_run_job *job, const char *const *props, const char *text)
{
    const char *from = strchr(text, '"');
    size_t len = from ? strcspn(from + 1, "\"") : 0;
    for (uint32_t i = 0; from && i < job->cmds->nprops; i++)
        if (!job->skip[i] && strlen(props[i]) == len && memcmp(props[i], from + 1, len) == 0)
            return i;
    return job->cmds->nprops;
}

static void read_states(gt_run_job *job, const char *text)
{
    const char *at = strstr(text, "States:");
    if (!at)
        return;
    at += strlen("States:");
    at += strspn(at, " \t");
    size_t digits = strspn(at, "0123456789");
    if (digits == 0)
        return;
    job->report->states = gt_arena_strndup(job->ctx->arena, at, digits);
    job->report->states_complete = true;
}

bool gt_run_storm(gt_run_job *job)
{
    gt_outputs out;
    const char **props = gt_run_prop_names(job, "prism");
    bool is_prism = job->checker == GT_CHECKER_PRISM, fine = gt_run_translate(job, "prism", job->skip, &out);
    gt_outputs_fini(&out);
    if (!fine)
        return false;
    const char *storm[] = {job->program, "--prism", "model.prism", "--prop", "model.props", NULL};
    const char *prism[] = {job->program, "model.prism", "model.props", NULL};
    gt_run_outcome o = gt_run_program(job, is_prism ? prism : storm, gt_run_name(job->checker), true);
    if (!o.started)
        return o.stopped;
    if (strstr(o.text, "does not have a single initial state")) {
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            if (!job->skip[i])
                gt_run_set(job, i, GT_VERDICT_UNSUPPORTED, "the model has no initial state");
        return true;
    }
    uint32_t current = job->cmds->nprops, answered = 0, asked = 0;
    for (uint32_t i = 0; i < job->cmds->nprops; i++)
        asked += !job->skip[i];
    if (asked > 1 || is_prism) /* for one property Storm builds no further than states that decide it */
        read_states(job, o.text);
    for (const char *line = o.text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *result = strncmp(line, "Result (for initial states): ", 29) == 0 ? line + 29
                             : strncmp(line, "Result: ", 8) == 0                     ? line + 8
                                                                                     : NULL;
        if (strncmp(line, "Model checking", 14) == 0) {
            current = property_at(job, props, line);
        } else if (result && current < job->cmds->nprops) {
            read_result(job, current, result, len - (size_t)(result - line));
            answered++;
        } else if (strncmp(line, "ERROR", 5) == 0 && current < job->cmds->nprops) {
            gt_run_set(job, current, GT_VERDICT_UNSUPPORTED, gt_arena_strndup(job->ctx->arena, line, len));
            answered++;
        }
        line += len + (line[len] == '\n');
    }
    if (answered < asked && !o.stopped)
        return gt_run_unexpected(job, &o, o.code == 0 ? "printed something unexpected" : "broke down");
    return true;
}

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

/* Decision diagrams count in floating point, and no state if there are no variables. */
enum { EXACT_DIGITS = 15 };

static void read_states(gt_run_job *job, const char *text)
{
    const char *at = strstr(text, "States:");
    if (!at)
        return;
    at += strlen("States:");
    at += strspn(at, " \t");
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > EXACT_DIGITS || *at == '0')
        return;
    job->report->states = gt_arena_strndup(job->ctx->arena, at, digits);
    job->report->states_complete = true;
}

/* Seconds for the sparse engine before decision diagrams are tried, and for these. */
enum { SPARSE_SECONDS = 5, DD_SECONDS = 120 };

typedef enum { PRISM, SPARSE, DD } storm_engine;

typedef struct {
    gt_run_job *job;
    const char **props; /* names */
    bool *skip;         /* in this session */
    storm_engine engine;
} storm;

/* Chooses the properties of a session, those without answer that the engine knows; how many. */
static uint32_t choose(storm *s)
{
    gt_run_job *job = s->job;
    uint32_t n = 0;
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        const gt_check_result *r = &job->report->results[i];
        s->skip[i] = job->skip[i] || r->verdict != GT_VERDICT_UNKNOWN || r->note ||
                     (s->engine == DD && job->cmds->props[i].origin->kind == GT_PROP_LTL);
        n += !s->skip[i];
    }
    return n;
}

/* What was printed; how many properties were answered. What decision diagrams cannot do is no answer. */
static uint32_t read_output(storm *s, const char *text)
{
    gt_run_job *job = s->job;
    uint32_t current = job->cmds->nprops, answered = 0;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *result = strncmp(line, "Result (for initial states): ", 29) == 0 ? line + 29
                             : strncmp(line, "Result: ", 8) == 0                     ? line + 8
                                                                                     : NULL;
        if (strncmp(line, "Model checking", 14) == 0) {
            current = property_at(job, s->props, line);
        } else if (result && current < job->cmds->nprops) {
            read_result(job, current, result, len - (size_t)(result - line));
            answered++;
        } else if (s->engine != DD && strncmp(line, "ERROR", 5) == 0 && current < job->cmds->nprops) {
            gt_run_set(job, current, GT_VERDICT_UNSUPPORTED, gt_arena_strndup(job->ctx->arena, line, len));
            answered++;
        }
        line += len + (line[len] == '\n');
    }
    return answered;
}

/* Asks an engine for what is still open, for that long; 0: as long as it takes, and it must not break down.
 */
static bool ask(storm *s, storm_engine engine, double seconds)
{
    gt_run_job *job = s->job;
    const char *prism[] = {job->program, "model.prism", "model.props", NULL};
    const char *sparse[] = {job->program, "--prism", "model.prism", "--prop", "model.props", NULL};
    const char *dd[] = {job->program,  "--prism",  "model.prism", "--prop",
                        "model.props", "--engine", "dd",          NULL};
    const char *const *const commands[] = {[PRISM] = prism, [SPARSE] = sparse, [DD] = dd};
    const char *const phases[] = {"PRISM", "Storm", "Storm: decision diagrams"};
    s->engine = engine;
    uint32_t asked = choose(s);
    if (asked == 0 && seconds > 0)
        return true;
    gt_outputs out;
    bool fine = gt_run_translate(job, "prism", s->skip, &out);
    gt_outputs_fini(&out);
    if (!fine)
        return false;
    gt_run_outcome o = gt_run_program_for(job, commands[engine], phases[engine], true, seconds);
    if (!o.started)
        return o.stopped;
    if (strstr(o.text, "does not have a single initial state")) {
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            if (!job->skip[i])
                gt_run_set(job, i, GT_VERDICT_UNSUPPORTED, "the model has no initial state");
        return true;
    }
    /* For one property Storm builds no further than states that decide it. */
    if (asked > 1 || engine == PRISM)
        read_states(job, o.text);
    if (read_output(s, o.text) < asked && seconds <= 0 && !o.stopped)
        return gt_run_unexpected(job, &o, o.code == 0 ? "printed something unexpected" : "broke down");
    return true;
}

/* Storm's default engine numbers the states one by one. Where nothing is probable, a formula is decided by
 * the graph alone, and decision diagrams do that for counter programs of any size; numbers they would
 * approximate otherwise than the sparse engine does, so these are left to it. */
bool gt_run_storm(gt_run_job *job)
{
    storm s = {.job = job,
               .props = gt_run_prop_names(job, "prism"),
               .skip = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1)};
    if (job->checker == GT_CHECKER_PRISM)
        return ask(&s, PRISM, 0);
    if (job->cmds->sym->kind == GT_MODEL_PLAIN) {
        if (!ask(&s, SPARSE, SPARSE_SECONDS))
            return false;
        if (!job->report->stopped && !ask(&s, DD, DD_SECONDS))
            return false;
        if (job->report->stopped || choose(&s) == 0)
            return true;
    }
    return ask(&s, SPARSE, 0);
}

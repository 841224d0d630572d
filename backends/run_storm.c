/* Storm, and PRISM, whose output differs in a few words. */
#include "backends/run_impl.h"
#include "backends/temporal.h"
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

/* INSTANT is the sparse engine where no relative precision is asked for: see the faults in docs/backends.md.
 */
typedef enum { PRISM, SPARSE, INSTANT, DD } storm_engine;

typedef struct {
    gt_run_job *job;
    const char **props; /* names */
    bool *skip;         /* in this session */
    storm_engine engine;
    uint32_t alone;   /* the only property of the session; nprops: all that is open */
    const char *said; /* the warning about the model that was announced last */
} storm;

static bool speaks_of_instants(const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return false;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (speaks_of_instants(e->kids[i]))
            return true;
    return e->kind == GT_EXPR_INSTANT;
}

static bool engine_knows(const storm *s, uint32_t i)
{
    const gt_cmd_prop *p = &s->job->cmds->props[i];
    bool instant = s->job->cmds->sym->kind == GT_MODEL_CTMC && p->formula && speaks_of_instants(p->formula);
    switch (s->engine) {
    case PRISM: return true;
    case SPARSE: return !instant;
    case INSTANT: return instant;
    case DD: return p->origin->kind != GT_PROP_LTL;
    }
    gt_ice("engine %d", (int)s->engine);
}

static bool open_still(const storm *s, uint32_t i)
{
    const gt_check_result *r = &s->job->report->results[i];
    return !s->job->skip[i] && r->verdict == GT_VERDICT_UNKNOWN && !r->note && engine_knows(s, i);
}

/* Chooses the properties of a session; how many. */
static uint32_t choose(storm *s)
{
    uint32_t n = 0, nprops = s->job->cmds->nprops;
    for (uint32_t i = 0; i < nprops; i++) {
        s->skip[i] = !open_still(s, i) || (s->alone < nprops && s->alone != i);
        n += !s->skip[i];
    }
    return n;
}

/* ---- what was printed ---- */

/* What a line of Storm's log says behind its place in Storm's text; NULL: it is none, or of no interest. */
static const char *warning_of(gt_run_job *job, const char *line, size_t len)
{
    /* The PRISM language has no other commands. */
    static const char *const harmless[] = {"Consider rewriting the commands to use Markovian commands"};
    bool logged = strncmp(line, "WARN", 4) == 0 || strncmp(line, "ERROR (", 7) == 0;
    if (!logged)
        return NULL;
    const char *text = gt_arena_strndup(job->ctx->arena, line, len), *from = strstr(text, "): ");
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (strstr(text, harmless[i]))
            return NULL;
    return from ? from + 3 : text;
}

static void add_note(gt_run_job *job, uint32_t prop, const char *warning)
{
    gt_check_result *r = &job->report->results[prop];
    const char *more = gt_arena_printf(job->ctx->arena, "%s says: %s", gt_run_name(job->checker), warning);
    r->note = r->note ? gt_arena_printf(job->ctx->arena, "%s; %s", r->note, more) : more;
}

static void announce(storm *s, const char *warning)
{
    const gt_run_options *o = s->job->options;
    if (o->announce && (!s->said || strcmp(s->said, warning) != 0))
        o->announce(o->announce_arg, gt_arena_printf(s->job->ctx->arena, "%s says: %s",
                                                     gt_run_name(s->job->checker), warning));
    s->said = warning;
}

/* What was printed; how many properties were answered. What decision diagrams cannot do is no answer. */
static uint32_t read_output(storm *s, const char *text)
{
    gt_run_job *job = s->job;
    uint32_t none = job->cmds->nprops, current = none, answered = 0;
    const char *warning = NULL; /* the first one below the current property */
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *result = strncmp(line, "Result (for initial states): ", 29) == 0 ? line + 29
                             : strncmp(line, "Result: ", 8) == 0                     ? line + 8
                                                                                     : NULL;
        const char *logged = warning_of(job, line, len);
        if (strncmp(line, "Model checking", 14) == 0) {
            current = property_at(job, s->props, line);
            warning = NULL;
        } else if (logged && current == none) {
            announce(s, logged);
        } else if (logged) {
            warning = warning ? warning : logged;
        } else if (result && current < none) {
            read_result(job, current, result, len - (size_t)(result - line));
            if (warning)
                add_note(job, current, warning);
            answered++;
        } else if (s->engine != DD && strncmp(line, "ERROR", 5) == 0 && current < none) {
            gt_run_set(job, current, GT_VERDICT_UNSUPPORTED, gt_arena_strndup(job->ctx->arena, line, len));
            answered++;
        }
        line += len + (line[len] == '\n');
    }
    return answered;
}

/* ---- sessions ---- */

enum { MAX_ARGUMENTS = 16 };

static void command_of(const storm *s, const char *argv[MAX_ARGUMENTS])
{
    const gt_run_options *o = s->job->options;
    uint32_t n = 0;
    argv[n++] = s->job->program;
    if (s->engine == PRISM) {
        argv[n++] = "model.prism";
        argv[n++] = "model.props";
    } else {
        argv[n++] = "--prism";
        argv[n++] = "model.prism";
        argv[n++] = "--prop";
        argv[n++] = "model.props";
        argv[n++] = o->exact ? "--exact" : "--sound";
    }
    if (s->engine == INSTANT)
        argv[n++] = "--timebounded:absolute";
    if (s->engine == DD) {
        argv[n++] = "--engine";
        argv[n++] = "dd";
    }
    if (o->precision > 0) {
        argv[n++] = "--precision";
        argv[n++] = gt_arena_printf(s->job->ctx->arena, "%.15g", o->precision);
    }
    argv[n] = NULL;
}

/* Asks for what is open, for that long; 0: as long as it takes, and it must not break down. */
static bool session(storm *s, double seconds)
{
    static const char *const phases[] = {"PRISM", "Storm", "Storm", "Storm: decision diagrams"};
    gt_run_job *job = s->job;
    const char *argv[MAX_ARGUMENTS];
    uint32_t asked = choose(s);
    gt_outputs out;
    if (asked == 0)
        return true;
    bool fine = gt_run_translate(job, "prism", s->skip, &out);
    gt_outputs_fini(&out);
    if (!fine)
        return false;
    command_of(s, argv);
    gt_run_outcome o = gt_run_program_for(job, argv, phases[s->engine], true, seconds);
    if (!o.started)
        return o.stopped;
    if (strstr(o.text, "does not have a single initial state")) {
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            if (!job->skip[i])
                gt_run_set(job, i, GT_VERDICT_UNSUPPORTED, "the model has no initial state");
        return true;
    }
    /* For one property Storm builds no further than states that decide it. */
    if (asked > 1 || s->engine == PRISM)
        read_states(job, o.text);
    if (read_output(s, o.text) < asked && seconds <= 0 && !o.stopped)
        return gt_run_unexpected(job, &o, o.code == 0 ? "printed something unexpected" : "broke down");
    return true;
}

static const char *last_line(gt_arena *arena, const char *text)
{
    size_t end = strlen(text), begin;
    while (end > 0 && text[end - 1] == '\n')
        end--;
    for (begin = end; begin > 0 && text[begin - 1] != '\n';)
        begin--;
    return gt_arena_strndup(arena, text + begin, end - begin);
}

/* Asks an engine for all that is open. A property on which it breaks down must not cost the others' verdicts:
 * then it is asked for each by itself, and it is a failure only if none has an answer. */
static bool ask(storm *s, storm_engine engine)
{
    gt_run_job *job = s->job;
    uint32_t nprops = job->cmds->nprops;
    s->engine = engine;
    s->alone = nprops;
    uint32_t asked = choose(s), broken = 0;
    if (asked == 0 || session(s, 0))
        return true;
    for (uint32_t i = 0; i < nprops && asked > 1 && !job->report->stopped; i++) {
        s->alone = i;
        if (!open_still(s, i) || session(s, 0))
            continue;
        gt_run_set(job, i, GT_VERDICT_UNKNOWN,
                   gt_arena_printf(job->ctx->arena, "%s broke down: %s", gt_run_name(job->checker),
                                   last_line(job->ctx->arena, job->why)));
        broken++;
    }
    return job->report->stopped || (asked > 1 && broken < asked);
}

/* Asks it for that long: what it does not get through is left to the next. */
static bool try(storm *s, storm_engine engine, double seconds)
{
    s->engine = engine;
    s->alone = s->job->cmds->nprops;
    return session(s, seconds);
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
        return ask(&s, PRISM);
    if (job->cmds->sym->kind == GT_MODEL_PLAIN) {
        if (!try(&s, SPARSE, SPARSE_SECONDS) || (!job->report->stopped && !try(&s, DD, DD_SECONDS)))
            return false;
    }
    return job->report->stopped || (ask(&s, SPARSE) && (job->report->stopped || ask(&s, INSTANT)));
}

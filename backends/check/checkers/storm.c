/* Storm, and PRISM, whose output differs in a few words. */
#include "backends/check/checkers/impl.h"
#include "backends/targets/prism_pctl.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static const gt_bound *query_of(const gt_expr *e)
{
    bool bounded = e->kind == GT_EXPR_PROB || e->kind == GT_EXPR_STEADY || e->kind == GT_EXPR_REWARD;
    return bounded && e->u.bound->cmp == GT_CMP_QUERY ? e->u.bound : NULL;
}

/* Is this one of the two words, and nothing more but a remark behind a blank? */
static bool is_word(const char *value, const char *word)
{
    size_t len = strlen(word);
    return strncmp(value, word, len) == 0 && (value[len] == '\0' || value[len] == ' ');
}

/* A number, "inf", a fraction, or in brackets the two ends of a range. */
static bool is_value(const char *value)
{
    size_t len = strspn(value, value[0] == '[' ? "0123456789.eE+-/,[] infINF" : "0123456789.eE+-/infINF");
    return (strspn(value, "[-") < len) && (value[len] == '\0' || value[len] == ' ' || value[len] == '(') &&
           (strpbrk(value, "0123456789") || strncmp(value, "inf", 3) == 0);
}

static void read_result(gt_checker_job *job, uint32_t prop, const char *text, size_t len)
{
    const gt_expr *formula = job->cmds->props[prop].formula;
    char *value = gt_arena_strndup(job->ctx->arena, text, len);
    if (is_word(value, "true") || is_word(value, "false")) {
        gt_checker_set(job, prop, value[0] == 't' ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS, NULL);
    } else if (formula && query_of(formula) && is_value(value)) {
        /* A query has no truth value; that it was answered is all that can hold. */
        bool range = value[0] == '[';
        gt_checker_set(job, prop, GT_VERDICT_HOLDS, range ? "the initial states differ" : NULL);
        value[range ? strcspn(value, "]") + (strchr(value, ']') != NULL) : strcspn(value, " (")] = '\0';
        job->report->results[prop].value = value;
    } else {
        gt_checker_set(job, prop, GT_VERDICT_UNKNOWN,
                       gt_arena_printf(job->ctx->arena, "the answer was '%s'", value));
    }
}

/* The number of the property whose name stands in quotes at `text`; nprops: none. */
static uint32_t property_at(gt_checker_job *job, const char *const *props, const char *text)
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

static void read_states(gt_checker_job *job, const char *text)
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
    gt_checker_job *job;
    const char **props; /* names */
    bool *skip;         /* in this session */
    bool *numeric;      /* floating point may miss a bound in it */
    storm_engine engine;
    bool exact;       /* with fractions */
    uint32_t alone;   /* the only property of the session; nprops: all that is open */
    const char *said; /* the warning about the model that was announced last */
} storm;

static uint64_t speaks_of_instants(gt_walk *walk, const gt_expr *e)
{
    return e->kind == GT_EXPR_INSTANT || (gt_temporal_in(e) && gt_walk_any(walk, e));
}

static bool engine_knows(const storm *s, uint32_t i)
{
    const gt_cmd_prop *p = &s->job->cmds->props[i];
    bool instant =
        s->job->cmds->sym->kind == GT_MODEL_CTMC && gt_walk_once(speaks_of_instants, NULL, p->formula);
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
static const char *warning_of(gt_checker_job *job, const char *line, size_t len)
{
    /* The PRISM language has no other commands. */
    static const char *const harmless[] = {"Consider rewriting the commands to use Markovian commands",
                                           /* There is one module, so nothing is synchronized. */
                                           "The model uses synchronizing Markovian commands"};
    bool logged = strncmp(line, "WARN", 4) == 0 || strncmp(line, "ERROR (", 7) == 0;
    if (!logged)
        return NULL;
    const char *text = gt_arena_strndup(job->ctx->arena, line, len), *from = strstr(text, "): ");
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (strstr(text, harmless[i]))
            return NULL;
    return from ? from + 3 : text;
}

static void add_note(gt_checker_job *job, uint32_t prop, const char *warning)
{
    gt_check_result *r = &job->report->results[prop];
    const char *more = gt_arena_printf(job->ctx->arena, "%s says: %s", job->engine->name, warning);
    r->note = r->note ? gt_arena_printf(job->ctx->arena, "%s; %s", r->note, more) : more;
}

static void announce(storm *s, const char *warning)
{
    const gt_foreign_options *o = &s->job->options->foreign;
    if (o->announce && (!s->said || strcmp(s->said, warning) != 0))
        o->announce(o->announce_arg,
                    gt_arena_printf(s->job->ctx->arena, "%s says: %s", s->job->engine->name, warning));
    s->said = warning;
}

/* A result line of Storm or PRISM: what follows its first words; else NULL. */
static const char *result_in(const char *line)
{
    static const char *const words[] = {"Result (for initial states): ", "Result: "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0)
            return line + strlen(words[i]);
    return NULL;
}

#define CONFUSED UINT32_MAX

/* What was printed; how many properties were answered, CONFUSED if one was answered twice or not asked for.
 * What decision diagrams cannot do is no answer. */
static uint32_t read_output(storm *s, const char *text)
{
    gt_checker_job *job = s->job;
    uint32_t none = job->cmds->nprops, current = none, answered = 0;
    const char *warning = NULL; /* the first one below the current property */
    bool *seen = GT_NEW_ARRAY(job->ctx->arena, bool, none + 1), closed = false;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *result = result_in(line), *logged = warning_of(job, line, len);
        if (strncmp(line, "Model checking", 14) == 0) {
            current = property_at(job, s->props, line);
            if (current < none && (s->skip[current] || seen[current]))
                return CONFUSED;
            seen[current] = true;
            warning = NULL;
            closed = false;
        } else if (logged && current == none) {
            announce(s, logged);
        } else if (logged) {
            warning = warning ? warning : logged;
        } else if (result && closed) {
            return CONFUSED;
        } else if (result && current < none) {
            read_result(job, current, result, len - (size_t)(result - line));
            if (warning)
                add_note(job, current, warning);
            answered++;
            closed = true;
        } else if (s->engine != DD && strncmp(line, "ERROR", 5) == 0 && current < none) {
            gt_checker_set(job, current, GT_VERDICT_UNSUPPORTED,
                           gt_arena_strndup(job->ctx->arena, line, len));
            answered++;
        }
        line += len + (line[len] == '\n');
    }
    return answered;
}

/* Nothing of what a session said is believed. */
static bool forget(storm *s, const gt_checker_outcome *o)
{
    gt_checker_job *job = s->job;
    for (uint32_t i = 0; i < job->cmds->nprops; i++) {
        if (s->skip[i])
            continue;
        gt_checker_set(job, i, GT_VERDICT_UNKNOWN, NULL);
        job->report->results[i].value = NULL;
    }
    return gt_checker_unexpected(job, o, "answered twice, or what it was not asked");
}

/* ---- sessions ---- */

enum { MAX_ARGUMENTS = 16 };

static void command_of(const storm *s, const char *argv[MAX_ARGUMENTS])
{
    const gt_foreign_options *o = &s->job->options->foreign;
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
        argv[n++] = s->exact ? "--exact" : "--sound";
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
    gt_checker_job *job = s->job;
    const char *argv[MAX_ARGUMENTS];
    uint32_t asked = choose(s);
    gt_outputs out;
    if (asked == 0)
        return true;
    bool fine = gt_checker_translate(job, s->skip, &out);
    gt_outputs_fini(&out);
    if (!fine)
        return false;
    command_of(s, argv);
    gt_checker_outcome o = gt_checker_program_for(job, argv, phases[s->engine], true, seconds);
    if (!o.started)
        return o.stopped;
    if (strstr(o.text, "does not have a single initial state")) {
        for (uint32_t i = 0; i < job->cmds->nprops; i++)
            if (!job->skip[i])
                gt_checker_set(job, i, GT_VERDICT_UNSUPPORTED, "the model has no initial state");
        return true;
    }
    /* For one property Storm builds no further than states that decide it. */
    if (asked > 1 || s->engine == PRISM)
        read_states(job, o.text);
    uint32_t answered = read_output(s, o.text);
    if (answered == CONFUSED)
        return forget(s, &o);
    if (answered < asked && seconds <= 0 && !o.stopped)
        return gt_checker_unexpected(job, &o, o.code == 0 ? "printed something unexpected" : "broke down");
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
    gt_checker_job *job = s->job;
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
        gt_checker_set(job, i, GT_VERDICT_UNKNOWN,
                       gt_arena_printf(job->ctx->arena, "%s broke down: %s", job->engine->name,
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

/* ---- bounds that are near a value ---- */

/* How much more the bounds are moved than the error of a value may be. */
enum { SLACK = 4 };
static const double usual_precision = 1e-6; /* Storm's */

/* Asks both sparse engines for what is open, with the bounds moved. */
static bool ask_both(storm *s, double slack)
{
    s->job->slack = slack;
    return s->job->report->stopped || (ask(s, SPARSE) && (s->job->report->stopped || ask(s, INSTANT)));
}

/* What the harder bounds decided stays. The rest is put aside into `first` and open again; how many. */
static uint32_t put_aside(storm *s, gt_check_result *first)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->job->cmds->nprops; i++) {
        gt_check_result *r = &s->job->report->results[i];
        bool answered = s->numeric[i] && (r->verdict == GT_VERDICT_FAILS || r->value);
        first[i] = *r;
        first[i].prop = answered ? r->prop : NULL;
        if (answered)
            *r = (gt_check_result){.prop = r->prop};
        n += answered;
    }
    return n;
}

static bool decided(const gt_check_result *r)
{
    return r->verdict == GT_VERDICT_HOLDS || r->verdict == GT_VERDICT_FAILS;
}

/* What the easier bounds answer alike is decided. The rest is near a bound, and open again; how many. */
static uint32_t compare_sides(storm *s, const gt_check_result *first, bool *near)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->job->cmds->nprops; i++) {
        gt_check_result *r = &s->job->report->results[i];
        bool same = first[i].value ? r->value && strcmp(first[i].value, r->value) == 0
                                   : r->verdict == GT_VERDICT_FAILS;
        near[i] = first[i].prop && decided(r) && !same;
        if (near[i])
            *r = (gt_check_result){.prop = r->prop};
        n += near[i];
    }
    return n;
}

/* Floating point says on which side of a bound a value is only if it is not too near. So properties with
 * bounds are asked with harder ones, which decides what holds, then with easier ones, which decides what
 * fails, and what is left with fractions. */
static bool ask_numeric(storm *s)
{
    gt_checker_job *job = s->job;
    uint32_t nprops = job->cmds->nprops;
    double slack =
        SLACK * (job->options->foreign.precision > 0 ? job->options->foreign.precision : usual_precision);
    gt_check_result *first = GT_NEW_ARRAY(job->ctx->arena, gt_check_result, nprops + 1);
    bool *near = GT_NEW_ARRAY(job->ctx->arena, bool, nprops + 1);
    if (!ask_both(s, -slack))
        return false;
    if (job->report->stopped || put_aside(s, first) == 0)
        return true;
    if (!ask_both(s, slack))
        return false;
    if (job->report->stopped || compare_sides(s, first, near) == 0)
        return true;
    s->exact = true;
    bool fine = ask_both(s, 0);
    for (uint32_t i = 0; i < nprops && !job->report->stopped; i++)
        if (near[i] && !decided(&job->report->results[i]))
            gt_checker_set(job, i, GT_VERDICT_UNKNOWN,
                           gt_arena_printf(job->ctx->arena, "a value is within %g of its bound", slack));
    return fine;
}

static storm storm_of(gt_checker_job *job)
{
    return (storm){.job = job,
                   .props = job->emit->names.props,
                   .skip = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1),
                   .numeric = GT_NEW_ARRAY(job->ctx->arena, bool, job->cmds->nprops + 1),
                   .exact = job->options->foreign.exact};
}

static bool run_prism(gt_checker_job *job)
{
    storm s = storm_of(job);
    return ask(&s, PRISM);
}

/* Storm's default engine numbers the states one by one. Where nothing is probable, a formula is decided by
 * the graph alone, and decision diagrams do that for counter programs of any size; numbers they would
 * approximate otherwise than the sparse engine does, so these are left to it. */
static bool run_storm(gt_checker_job *job)
{
    const gt_cmds *cmds = job->cmds;
    storm s = storm_of(job);
    if (cmds->sym->kind == GT_MODEL_PLAIN) {
        if (!try(&s, SPARSE, SPARSE_SECONDS) || (!job->report->stopped && !try(&s, DD, DD_SECONDS)))
            return false;
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        s.numeric[i] = !job->skip[i] && cmds->props[i].origin->kind == GT_PROP_PCTL &&
                       gt_prism_pctl_numeric(job->ctx->arena, cmds, cmds->props[i].formula);
    return job->options->foreign.exact ? ask_both(&s, 0) : ask_numeric(&s);
}

const gt_engine gt_engine_storm = {.name = "Storm",
                                   .option = "storm",
                                   .takes = GT_TAKES_CMDS,
                                   .asked = GT_ASKED_CHECKER,
                                   .numeric = true,
                                   .kinds = ~0U, /* what its language cannot say is refused */
                                   .decide = gt_checker_decide,
                                   .own = &(const gt_checker){"GENTRANS_STORM", "storm",
                                                              "scripts/checkers installs it",
                                                              &gt_target_prism, run_storm}};

const gt_engine gt_engine_prism = {.name = "PRISM",
                                   .option = "prism",
                                   .takes = GT_TAKES_CMDS,
                                   .asked = GT_ASKED_CHECKER,
                                   .kinds = ~0U, /* what its language cannot say is refused */
                                   .decide = gt_checker_decide,
                                   .own = &(const gt_checker){"GENTRANS_PRISM", "prism",
                                                              "see prismmodelchecker.org", &gt_target_prism,
                                                              run_prism}};

/* gentrans check and gentrans run: a plan of engines for each part of the properties, and one runner.
 * Properties with a prefix need ghosts, which make the model larger, so they are checked on a program of
 * their own. */
#include "driver/commands.h"
#include "driver/race.h"
#include "driver/report.h"
#include "ir/cmd_range.h"
#include "ir/mean/layout.h"
#include "passes/passes.h"
#include "runtime/base.h"

#include <string.h>
#include <unistd.h>

/* ---- plans ---- */

/* An engine's turn. When it has done so much work, the next one goes on; 0: as much as it takes. Work is what
 * the engine counts, not time: the choice is the same on every machine, whatever runs beside it. */
typedef struct {
    const gt_engine *engine;
    gt_shape shape; /* of the commands it takes */
    uint64_t work;
} stage;

enum { MOST_STAGES = 4 };
typedef struct {
    stage stages[MOST_STAGES];
    uint32_t n;
    bool goes_on; /* what comes then is planned when it is time: that takes a translation */
} plan;

/* For a search state by state, before anything else: it needs no translation, and its traces are the
 * shortest. */
static const uint64_t few_states = 10000;
static const uint64_t many_states =
    1000000;                         /* where counters are many, before diagrams of copies are tried */
static const double many_bits = 128; /* of counters, from which on they are */
/* For diagrams of multisets, in their units: before diagrams of counters, and where these are no good. */
static const uint64_t few_units = 1000000, many_units = 50000000;
static const int64_t most_counted = 48; /* processes of a type, beyond which multisets have no chance */
static const uint32_t many_names = 4;   /* of processes: n variables have Bell(n) ways to name the same */

static void add_stage(plan *to, const gt_engine *engine, gt_shape shape, uint64_t work)
{
    to->stages[to->n++] = (stage){engine, shape, work};
}

/* Are most counters 0 in every state, and many? */
static bool is_sparse(const gt_pop *pop)
{
    bool sparse = false;
    for (uint32_t p = 0; p < pop->sym->nprocs; p++)
        sparse = sparse || pop->locals[p].nstates > (uint32_t)pop->sym->procs[p]->n;
    return sparse && gt_pass_estimate(pop).dense > many_bits;
}

/* Their diagrams grow with the number of processes, those of counters hardly. */
static bool may_be_multisets(const gt_sym *sym)
{
    bool few = true;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        few = few && sym->procs[p]->n <= most_counted;
    return few;
}

/* May so many variables name a process that rules have too many ways to be played? */
static bool is_tangled(const gt_sym *sym)
{
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        uint32_t names = 0;
        for (uint32_t v = 0; v < sym->nshared; v++)
            names += sym->shared[v]->type.kind == GT_TYPE_ID && sym->shared[v]->type.proc == sym->procs[p];
        if (names > many_names)
            return true;
    }
    return false;
}

/* What comes after a few states. Where counters would have to be told apart by who names whom, the same
 * search to its end. Where there are many processes and few local states, BDDs on counters; before them
 * multisets if the processes are few enough. Else counters are many and the relations of slots are large:
 * multisets, then a search state by state for what has many controls, then a diagram of n copies. */
static bool plan_best(gt_job *job, gt_part *part, gt_shape shape, plan *to)
{
    const gt_engine *by_states = gt_engine_for(NULL, GT_TAKES_CLASSES);
    const gt_engine *multisets = gt_engine_for(NULL, GT_TAKES_POP);
    bool race = job->options->engine == &gt_engine_race;
    to->goes_on = false;
    if (!race && is_tangled(part->programs.sym)) {
        add_stage(to, by_states, shape, 0);
        return true;
    }
    if (!gt_job_make(job, part->which, &part->programs, GT_MADE_POPULATION, shape))
        return false;
    const gt_pop *pop = part->programs.pop;
    bool copies = gt_pass_choose_encoding(pop, false) != GT_ENC_DENSE, sparse = copies || is_sparse(pop);
    if (race)
        add_stage(to, by_states, shape, many_states);
    if (sparse)
        add_stage(to, multisets, shape, many_units);
    else if (may_be_multisets(pop->sym))
        add_stage(to, multisets, shape, few_units);
    if (race && to->n > 1)
        return true;
    if (sparse && !race)
        add_stage(to, by_states, shape, many_states);
    shape.kind = copies ? GT_SHAPE_COPIES : shape.kind;
    add_stage(to, gt_engine_for(NULL, GT_TAKES_CMDS), shape, 0);
    return true;
}

/* What there is before any encoding. */
static gt_takes takes_of(const gt_job *job)
{
    return job->options->no_reduce ? GT_TAKES_COPIES : gt_job_id_local(job) ? GT_TAKES_SYM : GT_TAKES_CLASSES;
}

/* A program whose processes can be told apart by classes has a population, too. */
static const gt_engine *engine_taking(const gt_engine *wanted, gt_takes takes)
{
    const gt_engine *engine = gt_engine_for(wanted, takes);
    return engine || takes != GT_TAKES_CLASSES ? engine : gt_engine_for(wanted, GT_TAKES_POP);
}

/* False after reporting errors, or stopped. */
static bool make_plan(gt_job *job, gt_part *part, plan *to)
{
    const gt_options *o = job->options;
    const gt_engine *wanted = o->checker ? o->checker : o->engine;
    gt_shape shape = o->checker ? gt_job_shape_written(o) : gt_job_shape(o);
    bool race = wanted == &gt_engine_race;
    wanted = race ? NULL : wanted;
    bool later = gt_job_is_later(job);
    gt_takes takes = takes_of(job);
    const gt_engine *engine = later ? NULL : engine_taking(wanted, takes);
    /* asks for a ghost in every initial state: diagrams can do that with counters only */
    shape.whole = gt_job_asks_exists(job, part->which) && !o->checker;
    if (!wanted && takes == GT_TAKES_CLASSES && !later) {
        if (shape.kind == GT_SHAPE_BEST && !shape.whole && race)
            return plan_best(job, part, shape, to);
        if (shape.kind == GT_SHAPE_BEST && !shape.whole) {
            add_stage(to, gt_engine_for(NULL, GT_TAKES_CLASSES), shape, few_states);
            to->goes_on = true;
            return true;
        }
        engine = NULL; /* the encoding is chosen, so commands are wanted */
    }
    if (engine && engine->takes != GT_TAKES_CLASSES && engine->takes != GT_TAKES_CMDS &&
        !gt_layout_fits(&job->ctx, job->written))
        return false;
    if (race && engine)
        add_stage(to, engine, shape, many_states);
    add_stage(to, engine && !race ? engine : gt_engine_for(wanted, GT_TAKES_CMDS), shape, 0);
    return true;
}

/* ---- the runner ---- */

static void show_progress(void *arg, const gt_progress *now)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%s", now->phase);
    if (now->bytes)
        fprintf(stderr, ": iteration %llu, %.4g states, %llu nodes, %zu MB",
                (unsigned long long)now->iteration, now->states, (unsigned long long)now->nodes,
                now->bytes >> 20);
    fprintf(stderr, ", %.0f s", now->seconds);
}

static bool shows_progress(const gt_options *o)
{
    return isatty(STDERR_FILENO) && !o->quiet;
}

static void announce(void *arg, const char *line)
{
    (void)arg;
    gt_say("%s", line);
}

/* A file may hold commands that leave the ranges of their variables: that is an error of the file, and no
 * verdict means anything then. */
static bool stays_in_range(gt_job *job, const gt_cmds *cmds, gt_check_options options)
{
    const gt_cmds *wide = gt_cmds_widen(job->ctx.arena, cmds);
    options.no_traces = options.no_states = true;
    options.skip = NULL;
    options.limits = gt_job_limits_left(job);
    const gt_engine *engine = gt_engine_for(NULL, GT_TAKES_CMDS);
    const char *why;
    const gt_check_report *r =
        wide ? engine->decide(&job->ctx, engine, &(gt_program){.cmds = wide}, &options, &why) : NULL;
    bool fine = true;
    for (uint32_t i = 0; r && i < r->nresults; i++) {
        fine = fine && r->results[i].verdict == GT_VERDICT_HOLDS;
        if (r->results[i].verdict != GT_VERDICT_FAILS)
            continue;
        gt_job_say(job, "%s: the commands give %s a value outside its range", job->file,
                   r->results[i].prop->name);
        job->stopped = GT_STOP_NONE;
        return false;
    }
    if (!fine)
        job->stopped = r->stopped != GT_STOP_NONE ? r->stopped : GT_STOP_MEMORY;
    return fine;
}

/* The representation that the stage's engine takes. */
static bool make_programs(gt_job *job, gt_part *part, const stage *turn, const gt_check_options *options)
{
    static const gt_made made[] = {[GT_TAKES_CMDS] = GT_MADE_SIMPLE,
                                   [GT_TAKES_POP] = GT_MADE_POPULATION,
                                   [GT_TAKES_CLASSES] = GT_MADE_GHOSTS,
                                   [GT_TAKES_SYM] = GT_MADE_GHOSTS,
                                   [GT_TAKES_COPIES] = GT_MADE_GHOSTS};
    return gt_job_make(job, part->which, &part->programs, made[turn->engine->takes], turn->shape) &&
           (!gt_job_is_later(job) || stays_in_range(job, part->programs.cmds, *options));
}

static gt_limits limits_of(const gt_job *job, const stage *turn)
{
    gt_limits limits = turn->engine->foreign ? job->limits : gt_job_limits_left(job);
    limits.progress = shows_progress(job->options) ? show_progress : NULL;
    limits.work = turn->work;
    return limits;
}

/* What an engine found before its turn was over; a number of states only if both count the same and it is the
 * larger one. */
static void add_found(gt_check_report *to, const gt_check_report *from, bool same_states)
{
    for (uint32_t i = 0; i < to->nresults; i++)
        if (to->results[i].verdict == GT_VERDICT_UNKNOWN && from->results[i].verdict != GT_VERDICT_UNKNOWN)
            to->results[i] = from->results[i];
    if (!same_states || to->states_complete || !from->states)
        return;
    size_t old = to->states ? strlen(to->states) : 0, new = strlen(from->states);
    if (new > old || (new == old &&strcmp(from->states, to->states) > 0))
        to->states = from->states;
}

static void announce_next(const gt_job *job, const stage *before, const stage *next)
{
    if (shows_progress(job->options))
        fputs("\r\033[K", stderr);
    if (!job->options->quiet && before->work > few_states) /* the first ones are no turn worth a word */
        gt_say("%s: more than %llu states by the %s engine; going on with %s", job->file,
               (unsigned long long)before->work, before->engine->name,
               next->shape.kind == GT_SHAPE_COPIES ? "diagrams of the n processes" : "diagrams of counters");
}

static gt_check_options check_options(const gt_job *job, const gt_part *part)
{
    const gt_options *o = job->options;
    return (gt_check_options){.no_traces = o->trace == GT_OPT_TRACE_OFF && !o->xml && !o->html,
                              .no_states = o->no_states,
                              .skip = part->skip,
                              .threads = (uint32_t)o->threads,
                              .foreign = {.distributed = o->distributed,
                                          .exact = o->exact,
                                          .precision = o->precision,
                                          .keep = o->verbose,
                                          .announce = announce}};
}

/* What the engine works on, as shown. */
static const char *works_on(gt_job *job, const gt_engine *engine, const gt_cmds *cmds)
{
    if (engine->works_on)
        return engine->works_on;
    if (!cmds || cmds->encoding == GT_ENC_NONE)
        return "unreduced";
    return gt_arena_printf(job->ctx.arena, "%s encoding", gt_encoding_names[cmds->encoding]);
}

/* NULL after reporting errors or saying why, or stopped. */
static gt_check_report *take_turn(gt_job *job, gt_part *part, const stage *turn, gt_check_options *options)
{
    const gt_engine *engine = turn->engine;
    const char *why = NULL;
    if (!make_programs(job, part, turn, options))
        return NULL;
    gt_limits limits = limits_of(job, turn);
    limits.bytes = options->limits.bytes ? options->limits.bytes : limits.bytes;
    options->limits = limits;
    gt_program program = {job->written, part->programs.sym, part->programs.pop, part->programs.cmds};
    const gt_check_report *decided = engine->decide(&job->ctx, engine, &program, options, &why);
    if (!decided) {
        gt_job_say(job, "%s: %s", job->file, why);
        return NULL;
    }
    gt_check_report *report = gt_arena_copy(job->ctx.arena, decided, 1, sizeof *decided);
    report->works_on = works_on(job, engine, part->programs.cmds);
    return report;
}

/* NULL as above. */
static gt_check_report *run_plan(gt_job *job, gt_part *part, plan *todo)
{
    gt_check_report *report = NULL;
    for (uint32_t i = 0; i < todo->n; i++) {
        gt_check_options options = check_options(job, part);
        const gt_check_report *before = report;
        if (before)
            announce_next(job, &todo->stages[i - 1], &todo->stages[i]);
        report = take_turn(job, part, &todo->stages[i], &options);
        if (report && before)
            add_found(report, before, !options.no_states && todo->stages[i].shape.kind != GT_SHAPE_COPIES);
        if (!report || report->stopped != GT_STOP_WORK)
            break;
        if (todo->goes_on && !plan_best(job, part, todo->stages[i].shape, todo))
            return NULL;
    }
    if (shows_progress(job->options))
        fputs("\r\033[K", stderr);
    return report;
}

/* ---- a race ---- */

typedef struct {
    gt_job *job;
    gt_part *part;
    const plan *todo;
} racing;

/* Half the memory each; traces are made afterwards. */
static const gt_check_report *run_racer(void *arg, uint32_t who)
{
    racing *r = arg;
    stage turn = r->todo->stages[who];
    turn.work = 0;
    gt_check_options options = check_options(r->job, r->part);
    options.no_traces = true;
    options.threads = 1;
    options.limits.bytes = gt_job_limits_left(r->job).bytes / GT_RACERS;
    return take_turn(r->job, r->part, &turn, &options);
}

/* Counterexamples do not depend on who was first: they are those of the engines one after the other. */
static void add_traces(gt_job *job, const gt_part *part, plan *todo, gt_check_report *to)
{
    gt_part again = *part;
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, to->nresults), wanted = false;
    for (uint32_t i = 0; i < to->nresults; i++) {
        skip[i] = to->results[i].verdict != GT_VERDICT_FAILS;
        wanted = wanted || !skip[i];
    }
    again.skip = skip;
    if (!wanted || check_options(job, part).no_traces)
        return;
    const gt_check_report *shown = run_plan(job, &again, todo);
    for (uint32_t i = 0; shown && i < to->nresults; i++) {
        if (skip[i] || shown->results[i].verdict == GT_VERDICT_UNKNOWN)
            continue;
        if (shown->results[i].verdict != GT_VERDICT_FAILS)
            gt_ice("two engines disagree about %s", to->results[i].prop->name);
        to->results[i] = shown->results[i];
    }
}

/* NULL as above. */
static gt_check_report *run_race(gt_job *job, gt_part *part, plan *todo)
{
    gt_check_report *reports[GT_RACERS];
    if (todo->n < GT_RACERS)
        return run_plan(job, part, todo);
    if (!gt_job_make(job, part->which, &part->programs, GT_MADE_GHOSTS, todo->stages[0].shape))
        return NULL;
    const gt_sym *sym = part->programs.sym;
    bool *asked = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)sym->nprops + 1);
    for (uint32_t i = 0; i < sym->nprops; i++)
        asked[i] = !part->skip[i] && (GT_KINDS_BRANCHING >> sym->props[i]->kind & 1);
    uint32_t first = gt_race(job, run_racer, &(racing){job, part, todo}, asked, reports);
    gt_check_report *report = first < GT_RACERS ? reports[first] : reports[0] ? reports[0] : reports[1];
    if (!report)
        return run_plan(job, part, todo); /* says what is wrong */
    for (uint32_t r = 0; r < GT_RACERS; r++)
        for (uint32_t i = 0; reports[r] && i < sym->nprops; i++)
            reports[r]->results[i].prop = sym->props[i];
    if (first == GT_RACERS && reports[1] && report != reports[1])
        add_found(report, reports[1], false);
    add_traces(job, part, todo, report);
    return report;
}

/* ---- outcomes ---- */

/* Where the results of the part belong, and which are not wanted: what --only leaves out of a file that holds
 * one program with all properties, and what is decided already. */
static void place_results(const gt_verdicts *c, gt_part *part)
{
    const gt_sym *whole = c->job->whole;
    uint32_t *places = GT_NEW_ARRAY(c->job->ctx.arena, uint32_t, c->noutcomes), n = 0;
    bool *skip = GT_NEW_ARRAY(c->job->ctx.arena, bool, c->noutcomes);
    bool decided = c->outcomes[whole->nprops].result != NULL; /* about errors */
    for (uint32_t p = 0; p < whole->nprops; p++) {
        bool errors = whole->props[p]->kind == GT_PROP_NOERROR;
        if (!gt_job_has(c->job, part->which, p))
            continue;
        skip[n] = errors ? decided : !c->job->kept[p];
        places[n++] = errors ? whole->nprops : p;
    }
    skip[n] = decided;
    places[n] = whole->nprops;
    part->places = places;
    part->skip = skip;
}

static void collect(const gt_verdicts *c, const gt_part *part)
{
    for (uint32_t i = 0; i < part->report->nresults; i++) {
        const gt_check_result *r = &part->report->results[i];
        gt_outcome *o = &c->outcomes[part->places[i]];
        if (!part->skip[i] && !o->result)
            *o = (gt_outcome){.result = r, .programs = &part->programs, .run = r->run};
    }
}

/* The translation was stopped: nothing is known about these properties. */
static void leave_unknown(const gt_verdicts *c, gt_props which)
{
    for (uint32_t p = 0; p < c->job->whole->nprops; p++) {
        bool errors = c->job->whole->props[p]->kind == GT_PROP_NOERROR; /* are never left out */
        gt_outcome *o = &c->outcomes[errors ? c->job->whole->nprops : p];
        if (!gt_job_has(c->job, which, p) || !(c->job->kept[p] || errors) || o->result)
            continue;
        gt_check_result *r = GT_NEW(c->job->ctx.arena, gt_check_result);
        r->prop = c->job->whole->props[p];
        r->note = gt_stop_name(c->job->stopped);
        o->result = r;
    }
}

/* ---- replaying ---- */

typedef struct {
    gt_outcome *outcome;
    bool wrong;
} lifting;

static bool lift_trace(gt_job *job, void *arg)
{
    lifting *l = arg;
    gt_outcome *o = l->outcome;
    const gt_check_result *r = o->result;
    l->wrong = r->verdict == GT_VERDICT_FAILS && !gt_lift_refutes(o->programs->cmds, r->prop, r->trace);
    if (l->wrong) {
        o->why = "the property is true in all its states";
        return false;
    }
    o->run = gt_lift(&job->ctx, job->written, o->programs->cmds, r->trace, job->options->expand, &o->why,
                     &l->wrong);
    return o->run != NULL;
}

/* A verdict shown by what is no run of the program is not believed. */
static void replay(const gt_verdicts *c, gt_outcome *o)
{
    lifting l = {.outcome = o};
    if (o->run || !o->result->trace || gt_job_watched(c->job, lift_trace, &l))
        return;
    if (c->job->stopped != GT_STOP_NONE)
        o->why = gt_stop_name(c->job->stopped);
    if (!l.wrong)
        return;
    gt_check_result *doubtful = gt_arena_copy(c->job->ctx.arena, o->result, 1, sizeof *o->result);
    doubtful->verdict = GT_VERDICT_UNKNOWN;
    o->result = doubtful;
}

static void replay_all(const gt_verdicts *c)
{
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result)
            replay(c, &c->outcomes[i]);
}

/* ---- the commands ---- */

static gt_exit exit_code(const gt_verdicts *c)
{
    bool unknown = false, fails = false;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        unknown =
            unknown || (r && (r->verdict == GT_VERDICT_UNKNOWN || r->verdict == GT_VERDICT_UNSUPPORTED));
        fails = fails || (r && r->verdict == GT_VERDICT_FAILS);
    }
    return fails ? GT_EXIT_FAILS : unknown ? GT_EXIT_LIMIT : GT_EXIT_OK;
}

/* Everything holds of a program without initial state, which is hardly what was meant. */
static void warn_if_empty(gt_diag *diag, const gt_check_report *r)
{
    if (!r->states || !r->states_complete || strcmp(r->states, "0") != 0)
        return;
    gt_warning(diag, (gt_pos){0}, "no-initial-state",
               "the program has no initial state: every property holds");
    gt_note(diag, (gt_pos){0}, "some choice in an initial value (`any ... where`) has no candidate");
}

/* An engine that takes no guarded commands can do nothing with a file of a later representation, and one that
 * takes populations alone nothing with a program that has none. */
static bool is_usable(gt_job *job)
{
    const gt_engine *engine = job->options->engine;
    gt_takes takes = takes_of(job);
    bool later = gt_job_is_later(job);
    if (!engine || gt_engine_for(engine, GT_TAKES_CMDS) ||
        (!later && (engine == &gt_engine_race || engine_taking(engine, takes))))
        return true;
    if (later)
        gt_job_say(job, "%s: --engine %s needs a symmetric program; this file holds %s", job->file,
                   engine->option, job->common.cmds ? "guarded commands" : "a population program");
    else
        gt_job_say(job,
                   "%s: --engine %s counts processes that cannot be told apart; %s: use --engine explicit",
                   job->file, engine->option,
                   takes == GT_TAKES_SYM ? "here local variables name processes"
                                         : "with --no-reduce there are none");
    return false;
}

/* False: nothing is to be said about the program but *code. */
static bool decide_part(gt_verdicts *c, gt_props which, gt_exit *code)
{
    gt_job *job = c->job;
    gt_part *part = &c->parts[c->nparts];
    plan todo = {.n = 0};
    *part = (gt_part){.which = which};
    place_results(c, part);
    bool race = job->options->engine == &gt_engine_race;
    part->report = make_plan(job, part, &todo) ? (race ? run_race : run_plan)(job, part, &todo) : NULL;
    if (part->report && c->nparts == 0)
        warn_if_empty(job->ctx.diag, part->report);
    if (!gt_job_flush(job)) {
        *code = GT_EXIT_USAGE;
        return false;
    }
    if (part->report) {
        c->nparts++;
        collect(c, part);
        return true;
    }
    *code = gt_job_failed(job);
    if (*code == GT_EXIT_LIMIT)
        leave_unknown(c, which);
    return *code == GT_EXIT_LIMIT;
}

static bool has_any(const gt_job *job, gt_props which)
{
    for (uint32_t p = 0; p < job->whole->nprops; p++)
        if (gt_job_has(job, which, p))
            return true;
    return false;
}

gt_exit gt_command_check(gt_job *job, gt_str *out)
{
    gt_verdicts c = {.job = job, .noutcomes = job->whole->nprops + 1};
    gt_exit code = GT_EXIT_OK;
    if (!is_usable(job))
        return GT_EXIT_USAGE;
    c.outcomes = GT_NEW_ARRAY(job->ctx.arena, gt_outcome, c.noutcomes);
    if (!decide_part(&c, gt_job_is_later(job) ? GT_PROPS_ALL : GT_PROPS_PLAIN, &code))
        return code;
    if (!gt_job_is_later(job) && has_any(job, GT_PROPS_PREFIXED) &&
        !decide_part(&c, GT_PROPS_PREFIXED, &code))
        return code;
    replay_all(&c);
    gt_exit written = job->options->xml ? gt_report_xml(&c) : GT_EXIT_OK;
    if (written != GT_EXIT_OK)
        return written;
    if (job->page)
        gt_report_page(&c);
    if (job->json)
        gt_report_json(&c, job->json);
    else
        gt_report_text(&c, out);
    return code == GT_EXIT_LIMIT && exit_code(&c) == GT_EXIT_OK ? code : exit_code(&c);
}

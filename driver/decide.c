#include "driver/decide.h"

#include "driver/plan.h"
#include "driver/race.h"
#include "ir/cmd_range.h"
#include "runtime/base.h"
#include "runtime/str.h"

#include <string.h>
#include <unistd.h>

/* ---- taking turns ---- */

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
static bool make_programs(gt_job *job, gt_part *part, const gt_stage *turn, const gt_check_options *options)
{
    static const gt_made made[] = {
        [GT_TAKES_CMDS] = GT_MADE_SIMPLE,       [GT_TAKES_POP] = GT_MADE_POPULATION,
        [GT_TAKES_CLASSES] = GT_MADE_GHOSTS,    [GT_TAKES_SYM] = GT_MADE_GHOSTS,
        [GT_TAKES_COPIES] = GT_MADE_GHOSTS,     [GT_TAKES_COUNTERS] = GT_MADE_SIMPLE,
        [GT_TAKES_PROCESSES] = GT_MADE_COMMANDS};
    return gt_job_make(job, part->which, &part->programs, made[turn->engine->takes], turn->shape) &&
           (!gt_job_is_later(job) || stays_in_range(job, part->programs.cmds, *options));
}

static gt_limits limits_of(const gt_job *job, const gt_stage *turn)
{
    gt_limits limits = turn->engine->asked == GT_ASKED_CHECKER ? job->limits : gt_job_limits_left(job);
    limits.progress = shows_progress(job->options) ? show_progress : NULL;
    limits.work = turn->work;
    return limits;
}

/* Of numbers of states; NULL is less than any. */
static bool is_more(const char *a, const char *b)
{
    size_t m = a ? strlen(a) : 0, n = b ? strlen(b) : 0;
    return m > n || (m > 0 && m == n && strcmp(a, b) > 0);
}

/* What an engine found before its turn was over. Of two numbers of states that are not complete the larger
 * one is shown, and whose it is. */
static void add_found(gt_check_report *to, const gt_check_report *from, bool states)
{
    for (uint32_t i = 0; i < to->nresults; i++)
        if (to->results[i].verdict == GT_VERDICT_UNKNOWN && from->results[i].verdict != GT_VERDICT_UNKNOWN)
            to->results[i] = from->results[i];
    if (!states || to->states_complete || !is_more(from->states, to->states))
        return;
    to->states = from->states;
    to->works_on = from->works_on;
    to->engine = from->engine;
}

/* Those that are not wanted, and those that are decided. */
static const bool *skip_found(const gt_job *job, const gt_part *part, const gt_check_report *found)
{
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)found->nresults + 1);
    for (uint32_t i = 0; i < found->nresults; i++)
        skip[i] = part->skip[i] || found->results[i].verdict == GT_VERDICT_HOLDS ||
                  found->results[i].verdict == GT_VERDICT_FAILS;
    return skip;
}

static const char *diagrams_of(const gt_stage *turn)
{
    switch (turn->engine->takes) {
    case GT_TAKES_COUNTERS:
    case GT_TAKES_CMDS: return turn->shape.kind == GT_SHAPE_COPIES ? "the n processes" : "counters";
    case GT_TAKES_POP: return "multisets";
    case GT_TAKES_CLASSES:
    case GT_TAKES_SYM:
    case GT_TAKES_COPIES:
    case GT_TAKES_PROCESSES: return NULL;
    }
    gt_ice("no such representation");
}

/* Why the next engine goes on, and which. The first few states are no turn worth a word. */
static void announce_next(const gt_job *job, const gt_check_report *report, const gt_stage *before,
                          const gt_stage *next)
{
    const char *of = diagrams_of(next);
    if (shows_progress(job->options))
        fputs("\r\033[K", stderr);
    if (job->options->quiet || (before->work <= gt_few_states && !report->gave_up))
        return;
    gt_str text;
    gt_str_init(&text);
    if (report->gave_up)
        gt_str_addf(&text, "part of it is not for the %s engine", before->engine->name);
    else
        gt_str_addf(&text, "more than %llu %s by the %s engine", (unsigned long long)before->work,
                    diagrams_of(before) ? "operations" : "states", before->engine->name);
    if (of)
        gt_str_addf(&text, "; going on with diagrams of %s", of);
    else
        gt_str_addf(&text, "; going on state by state");
    gt_say("%s: %s", job->file, gt_str_text(&text));
    gt_str_fini(&text);
}

static gt_check_options check_options(const gt_job *job, const gt_part *part)
{
    const gt_options *o = job->options;
    return (gt_check_options){.no_traces = o->trace == GT_OPT_TRACE_OFF && !o->xml && !o->html && !o->junit,
                              .no_states = o->no_states,
                              .skip = part->skip,
                              .threads = (uint32_t)o->threads,
                              .method = {.state_symmetries = (gt_state_symmetries)o->state_symmetries,
                                         .representatives = (gt_representatives)o->representatives,
                                         .under = o->under,
                                         .depth = o->depth},
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

/* Of an engine for which the program is nothing, where another one has its turn. */
static const gt_check_report *gave_up(const gt_job *job, const gt_part *part, const gt_stage *turn)
{
    gt_check_report *report =
        gt_report_new(job->ctx.arena, turn->engine, part->programs.sym->nprops, part->skip);
    report->gave_up = true;
    return report;
}

/* What the encoding left out is judged along with the properties: that this holds is our promise. */
static const gt_cmds *with_promise(gt_job *job, const gt_cmds *cmds, gt_check_options *options)
{
    if (!cmds || !cmds->pruned)
        return cmds;
    const gt_cmds *judged = gt_cmds_judged(job->ctx.arena, cmds);
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, judged->nprops);
    for (uint32_t i = 0; options->skip && i < cmds->nprops; i++)
        skip[i] = options->skip[i];
    options->skip = skip;
    return judged;
}

/* The promise is not a result; a broken one is our bug and no verdict. */
static void keep_promise(const gt_engine *engine, gt_check_report *report)
{
    const gt_check_result *last = report->nresults ? &report->results[report->nresults - 1] : NULL;
    if (!last || !last->prop || !last->prop->is_ours)
        return;
    if (last->verdict == GT_VERDICT_FAILS)
        gt_ice("%s says that commands were left out that can fire", engine->name);
    report->nresults--;
}

/* --verbose: what the turn was about, and what came of it. */
static void tell_turn(const gt_job *job, const gt_check_report *r)
{
    uint32_t decided = 0;
    if (!job->options->verbose)
        return;
    for (uint32_t i = 0; i < r->nresults; i++)
        decided += r->results[i].verdict == GT_VERDICT_HOLDS || r->results[i].verdict == GT_VERDICT_FAILS;
    gt_say("%s: %s engine, %s: %u decided, %s%s%s%.3f s", job->file, r->engine, r->works_on, decided,
           r->states && !r->states_complete ? "at least " : "", r->states ? r->states : "",
           r->states ? " states, " : "", r->seconds);
}

/* NULL after reporting errors or saying why, or stopped. */
static gt_check_report *take_turn(gt_job *job, gt_part *part, const gt_stage *turn, gt_check_options *options)
{
    const gt_engine *engine = turn->engine;
    const char *why = NULL;
    if (!make_programs(job, part, turn, options))
        return NULL;
    gt_limits limits = limits_of(job, turn);
    limits.bytes = options->limits.bytes ? options->limits.bytes : limits.bytes;
    options->limits = limits;
    const gt_cmds *cmds = with_promise(job, part->programs.cmds, options);
    gt_program program = {job->written, part->programs.sym, part->programs.pop, cmds};
    const gt_check_report *decided = engine->decide(&job->ctx, engine, &program, options, &why);
    if (!decided && turn->work) {
        decided = gave_up(job, part, turn);
    } else if (!decided) {
        gt_job_say(job, "%s: %s", job->file, why);
        return NULL;
    }
    gt_check_report *report = gt_arena_copy(job->ctx.arena, decided, 1, sizeof *decided);
    keep_promise(engine, report);
    if (!engine->turns)
        gt_report_doubt(job->ctx.arena, report, part->programs.sym, part->programs.cmds);
    if (!report->works_on)
        report->works_on = works_on(job, engine, part->programs.cmds);
    tell_turn(job, report);
    return report;
}

/* NULL as above. */
static gt_check_report *run_plan(gt_job *job, gt_part *part, gt_plan *todo)
{
    gt_check_report *report = NULL;
    for (uint32_t i = 0; i < todo->n; i++) {
        gt_check_options options = check_options(job, part);
        const gt_check_report *before = report;
        if (before) {
            announce_next(job, before, &todo->stages[i - 1], &todo->stages[i]);
            options.skip = skip_found(job, part, before);
        }
        report = take_turn(job, part, &todo->stages[i], &options);
        if (report && before)
            add_found(report, before, !options.no_states);
        if (!report || (report->stopped != GT_STOP_WORK && !report->gave_up))
            break;
        if (todo->goes_on && !gt_plan_go_on(job, part, todo->stages[i].shape, todo))
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
    const gt_plan *todo;
} racing;

/* Half the memory each; traces are made afterwards. */
static const gt_check_report *run_racer(void *arg, uint32_t who)
{
    racing *r = arg;
    gt_stage turn = r->todo->stages[who];
    turn.work = UINT64_MAX; /* as much as it takes; but the other one has a turn, too */
    gt_check_options options = check_options(r->job, r->part);
    options.no_traces = true;
    options.threads = 1;
    options.limits.bytes = gt_job_limits_left(r->job).bytes / GT_RACERS;
    return take_turn(r->job, r->part, &turn, &options);
}

/* Counterexamples do not depend on who was first: they are those of the engines one after the other. */
static void add_traces(gt_job *job, const gt_part *part, gt_plan *todo, gt_check_report *to)
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
static gt_check_report *run_race(gt_job *job, gt_part *part, gt_plan *todo)
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
        add_found(report, reports[1], !job->options->no_states);
    add_traces(job, part, todo, report);
    return report;
}

gt_check_report *gt_decide(gt_job *job, gt_part *part)
{
    gt_plan todo = {.n = 0};
    if (!gt_plan_make(job, part, &todo))
        return NULL;
    return todo.race ? run_race(job, part, &todo) : run_plan(job, part, &todo);
}

/* gentrans check and gentrans run. Properties with a prefix need ghosts, which make the model larger, so they
 * are checked on a program of their own. */
#include "driver/commands.h"
#include "driver/decide.h"
#include "driver/junit.h"
#include "driver/plan.h"
#include "driver/race.h"
#include "driver/report.h"
#include "driver/sweep.h"
#include "runtime/base.h"

#include <string.h>

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
    if (!gt_layout_is_small(job->written)) {
        o->why = "there are too many processes to show them one by one";
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
    gt_note(
        diag, (gt_pos){0},
        "a choice in an initial value (`any ... where`) has no candidate, or nothing satisfies `initially`");
}

/* An engine that takes no guarded commands can do nothing with a file of a later representation, and one that
 * takes populations alone nothing with a program that has none. */
static bool is_usable(gt_job *job)
{
    const gt_engine *engine = job->options->engine;
    gt_takes takes = gt_plan_takes(job);
    bool later = gt_job_is_later(job);
    if (job->options->method && later) {
        gt_job_say(job, "%s: --method %s needs a symmetric program; this file holds %s", job->file,
                   job->options->method->option,
                   job->common.cmds ? "guarded commands" : "a population program");
        return false;
    }
    if (!engine || gt_engine_for(engine, GT_TAKES_CMDS) ||
        (!later && (engine == &gt_engine_race || gt_plan_engine(engine, takes))))
        return true;
    if (later)
        gt_job_say(job, "%s: --engine %s needs a symmetric program; this file holds %s", job->file,
                   engine->option, job->common.cmds ? "guarded commands" : "a population program");
    else
        gt_job_say(job,
                   "%s: --engine %s counts processes that cannot be told apart; %s: use --engine explicit",
                   job->file, engine->option,
                   takes != GT_TAKES_SYM           ? "with --no-reduce there are none"
                   : gt_sym_similar(job->written)  ? "similar ones can be"
                   : gt_sym_tie(job->written).proc ? "those of a ring can be"
                                                   : "here local variables name processes");
    return false;
}

/* False: nothing is to be said about the program but *code. */
static bool decide_part(gt_verdicts *c, gt_props which, gt_exit *code)
{
    gt_job *job = c->job;
    gt_part *part = &c->parts[c->nparts];
    *part = (gt_part){.which = which};
    place_results(c, part);
    part->report = gt_decide(job, part);
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
    if (job->options->orbit_relation || job->options->check_rep)
        return gt_command_method(job, out);
    c.outcomes = GT_NEW_ARRAY(job->ctx.arena, gt_outcome, c.noutcomes);
    if (!decide_part(&c, gt_job_is_later(job) ? GT_PROPS_ALL : GT_PROPS_PLAIN, &code))
        return code;
    if (!gt_job_is_later(job) && has_any(job, GT_PROPS_PREFIXED) &&
        !decide_part(&c, GT_PROPS_PREFIXED, &code))
        return code;
    replay_all(&c);
    gt_report_cover(&c);
    if (!gt_job_flush(job))
        return GT_EXIT_USAGE;
    gt_exit written = job->options->xml ? gt_report_xml(&c) : GT_EXIT_OK;
    if (written != GT_EXIT_OK)
        return written;
    if (job->page)
        gt_report_page(&c);
    if (job->junit)
        gt_junit_add(job->junit, &c);
    if (job->sweep)
        gt_sweep_add(job->sweep, &c, job->json ? NULL : out);
    if (job->json)
        gt_report_json(&c, job->json);
    else if (!job->sweep)
        gt_report_text(&c, out);
    return code == GT_EXIT_LIMIT && exit_code(&c) == GT_EXIT_OK ? code : exit_code(&c);
}

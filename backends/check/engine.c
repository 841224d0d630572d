#include "backends/check/engine.h"
#include "runtime/str.h"

#include "ir/turn.h"

#include <string.h>

static const gt_engine *const table[] = {
#define GT_ENGINE(engine) &gt_engine_##engine,
#include "backends/check/engines.def"
#undef GT_ENGINE
    NULL};

const gt_engine *gt_engine_at(size_t i)
{
    return i < sizeof table / sizeof table[0] ? table[i] : NULL;
}

const gt_engine *gt_engine_find(const char *option, gt_asked asked)
{
    for (size_t i = 0; table[i]; i++)
        if (table[i]->asked == asked && strcmp(table[i]->option, option) == 0)
            return table[i];
    return NULL;
}

const char *gt_engine_option(size_t i, gt_asked asked)
{
    for (size_t k = 0; table[k]; k++)
        if (table[k]->asked == asked && gt_engine_find(table[k]->option, asked) == table[k] && i-- == 0)
            return table[k]->option;
    return NULL;
}

const gt_engine *gt_engine_for(const gt_engine *of, gt_takes takes)
{
    for (size_t i = 0; table[i]; i++)
        if (table[i]->takes == takes &&
            (of ? table[i]->asked == of->asked && strcmp(table[i]->option, of->option) == 0
                : table[i]->asked == GT_ASKED_ENGINE))
            return table[i];
    return NULL;
}

/* ---- reports ---- */

gt_check_report *gt_report_new(gt_arena *arena, const gt_engine *engine, uint32_t nprops, const bool *skip)
{
    gt_check_report *r = GT_NEW(arena, gt_check_report);
    r->engine = engine->name;
    r->nresults = nprops;
    r->results = GT_NEW_ARRAY(arena, gt_check_result, (size_t)nprops + 1);
    for (uint32_t p = 0; skip && p < nprops; p++)
        r->results[p].note = skip[p] ? "skipped" : NULL;
    return r;
}

bool gt_report_ask(gt_check_report *report, const gt_engine *engine, uint32_t p, const gt_prop *prop)
{
    gt_check_result *r = &report->results[p];
    r->prop = prop;
    if (!r->note && !(engine->kinds >> prop->kind & 1))
        r->note = engine->refuses;
    return !r->note;
}

void gt_report_numbers(gt_arena *arena, gt_check_report *report, const gt_number *numbers, uint32_t n)
{
    report->nnumbers = n;
    report->numbers = gt_arena_copy(arena, numbers, n, sizeof *numbers);
    gt_str text;
    gt_str_init(&text);
    for (uint32_t i = 0; i < n; i++) {
        gt_str_addf(&text, "%s%llu ", i ? ", " : "", (unsigned long long)numbers[i].value);
        for (const char *c = numbers[i].name; *c; c++)
            gt_str_addc(&text, *c == '_' ? ' ' : *c);
    }
    report->effort = gt_arena_strdup(arena, gt_str_text(&text));
    gt_str_fini(&text);
}

static bool is_sure(gt_turns_effect effect, gt_verdict verdict)
{
    switch (effect) {
    case GT_TURNS_NOTHING: return true;
    case GT_TURNS_HELP: return verdict != GT_VERDICT_FAILS;
    case GT_TURNS_HINDER: return verdict != GT_VERDICT_HOLDS;
    case GT_TURNS_EITHER: return verdict != GT_VERDICT_FAILS && verdict != GT_VERDICT_HOLDS;
    }
    gt_ice("no such effect");
}

/* A run of the program in which variables say who moved last is none of the program as written. */
static void without_run(gt_check_result *r)
{
    r->trace = NULL;
    r->run = NULL;
    r->shortest = false;
    if (r->verdict == GT_VERDICT_FAILS && !r->note)
        r->note = "gentrans check shows a run in which everybody has a turn";
}

/* What turns do not change of LTL, "always p", is shown by a path that ends; in its loop somebody may have no
 * turn. */
static void end_early(gt_arena *arena, gt_check_result *r)
{
    if (r->trace) {
        gt_abs_trace *trace = gt_arena_copy(arena, r->trace, 1, sizeof *r->trace);
        trace->loop_start = -1;
        r->trace = trace;
    }
    if (r->run) {
        gt_run *run = gt_arena_copy(arena, r->run, 1, sizeof *r->run);
        run->loop_start = -1;
        run->renamed = false;
        r->run = run;
    }
}

void gt_report_doubt(gt_arena *arena, gt_check_report *report, const gt_sym *sym, const gt_cmds *cmds)
{
    for (uint32_t p = 0; p < report->nresults; p++) {
        gt_check_result *r = &report->results[p];
        if (cmds && p < cmds->nprops && cmds->props[p].turns) {
            without_run(r);
            report->states = NULL;
            continue;
        }
        if (r->prop && r->prop->kind == GT_PROP_LTL && sym->nturns)
            end_early(arena, r);
        if (!r->prop || is_sure(gt_turns_effect_on(sym, r->prop), r->verdict))
            continue;
        *r = (gt_check_result){.prop = r->prop,
                               .note = "this engine sees no fairness of processes: --engine explicit does",
                               .seconds = r->seconds};
        report->gave_up = true;
    }
}

void gt_report_end(gt_check_report *report, gt_stop stopped)
{
    report->stopped = stopped;
    for (uint32_t p = 0; p < report->nresults; p++)
        if (report->results[p].verdict == GT_VERDICT_UNKNOWN && !report->results[p].note)
            report->results[p].note = gt_stop_name(stopped);
}

const char *gt_verdict_name(gt_verdict verdict)
{
    switch (verdict) {
    case GT_VERDICT_UNKNOWN: return "unknown";
    case GT_VERDICT_HOLDS: return "holds";
    case GT_VERDICT_FAILS: return "fails";
    case GT_VERDICT_UNSUPPORTED: return "unsupported";
    }
    gt_ice("no such verdict");
}

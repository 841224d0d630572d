#include "driver/report.h"

#include "driver/files.h"
#include "driver/terminal.h"

#include <string.h>
#include <unistd.h>

gt_trace_style gt_report_style(const gt_options *o)
{
    static const gt_trace_mode modes[] = {[GT_OPT_TRACE_AUTO] = GT_TRACE_AUTO,
                                          [GT_OPT_TRACE_FULL] = GT_TRACE_FULL,
                                          [GT_OPT_TRACE_DIFF] = GT_TRACE_DIFF,
                                          [GT_OPT_TRACE_BRIEF] = GT_TRACE_BRIEF,
                                          [GT_OPT_TRACE_OFF] = GT_TRACE_OFF};
    return (gt_trace_style){modes[o->trace], gt_terminal_width(o), gt_terminal_colours(o, STDOUT_FILENO)};
}

/* A text of other people on a terminal; returns the column after it. */
static size_t add_wrapped(gt_str *out, const char *text, size_t column, size_t indent, size_t width)
{
    gt_str shown;
    gt_str_init(&shown);
    gt_str_shown(&shown, text);
    column = gt_str_wrap(out, gt_str_text(&shown), column, indent, width);
    gt_str_fini(&shown);
    return column;
}

static const char *verdict_colour(gt_verdict verdict)
{
    switch (verdict) {
    case GT_VERDICT_HOLDS: return "32";
    case GT_VERDICT_FAILS: return "1;31";
    case GT_VERDICT_UNKNOWN:
    case GT_VERDICT_UNSUPPORTED: break;
    }
    return "33";
}

static void add_verdict(gt_str *out, const char *text, gt_verdict verdict, bool colour)
{
    if (colour)
        gt_str_addf(out, "\033[%sm", verdict_colour(verdict));
    gt_str_shown(out, text);
    if (colour)
        gt_str_add(out, "\033[0m");
}

static void text_result(const gt_verdicts *c, const gt_outcome *o, size_t width, gt_str *out)
{
    const gt_check_result *r = o->result;
    gt_trace_style style = gt_report_style(c->job->options);
    const gt_run *run = style.mode == GT_TRACE_OFF ? NULL : o->run;
    uint32_t fold = gt_terminal_fold(c->job->options);
    gt_arena *arena = c->job->ctx.arena;
    const char *verdict = r->value ? gt_arena_printf(arena, "= %s", r->value) : gt_verdict_name(r->verdict);
    const char *note = r->note ? gt_arena_printf(arena, " (%s)", r->note) : "";
    const char *trace = r->verdict == GT_VERDICT_FAILS ? "counterexample" : "witness";
    const char *rest =
        run ? gt_arena_printf(arena, "%s, %s %s:", note, r->shortest ? "shortest" : "a", trace) : note;
    size_t indent = 2 + width + 2 < fold / 2 ? 2 + width + 2 : 4, column;
    gt_str_add(out, "  ");
    column = add_wrapped(out, r->prop->name, 2, 4, fold);
    size_t blanks = column < 2 + width ? 2 + width - column : 0;
    gt_str_addf(out, "%*s", (int)blanks + 2, "");
    add_verdict(out, verdict, r->verdict, style.colour);
    column += blanks + 2 + strlen(verdict);
    add_wrapped(out, rest, column, indent, fold);
    gt_str_addc(out, '\n');
    if (run) {
        gt_str_addc(out, '\n');
        gt_trace_text(run, r->prop, style, out);
        gt_str_addc(out, '\n');
    } else if (o->why) {
        gt_str_add(out, "    ");
        add_wrapped(out, gt_arena_printf(arena, "its trace could not be replayed: %s", o->why), 4, 6, fold);
        gt_str_addc(out, '\n');
    }
}

/* What the engine worked on. */
static const char *model_name(const gt_verdicts *c)
{
    const char *told = c->parts[0].report->works_on;
    return told ? told : "unreduced";
}

static void text_statistics(const gt_part *part, const char *which, gt_str *out)
{
    const gt_check_report *r = part->report;
    uint32_t asked = 0;
    for (uint32_t i = 0; i < r->nresults; i++)
        asked += !part->skip[i];
    if (r->each)
        gt_str_addf(out, "  with every process by itself%s: %s states\n", which, r->each);
    gt_str_addf(out, "  statistics%s: %u propert%s, %s%s%.1f MB, reach %.3f s, all %.3f s\n", which, asked,
                asked == 1 ? "y" : "ies", r->effort ? r->effort : "", r->effort ? ", " : "",
                (double)r->bytes / 1e6, r->reach_seconds, r->seconds);
}

static void text_passes(const gt_job *job, gt_str *out)
{
    gt_str_add(out, "  passes:");
    const char *between = " ";
    for (gt_made p = GT_MADE_TOTAL; p < GT_MADE_COUNT; p++) {
        if (job->runs[p])
            gt_str_addf(out, "%s%s %u", between, gt_pipeline_name(p), job->runs[p]);
        between = job->runs[p] ? ", " : between;
    }
    gt_str_addc(out, '\n');
}

/* The file, the processes, how many states, and who says so. */
static void text_head(const gt_verdicts *c, gt_str *out)
{
    gt_job *job = c->job;
    const gt_check_report *first = c->nparts ? c->parts[0].report : NULL;
    const gt_sym *sym = job->written;
    gt_str_addf(out, "%s: ", job->file);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        gt_str_addf(out, "%s%s[%d]", p ? ", " : "", sym->procs[p]->name, sym->procs[p]->n);
    const char *between = sym->nprocs ? "; " : "";
    if (first && first->states) {
        gt_str_addf(out, "%s%s%s %s", between, first->states_complete ? "" : "at least ", first->states,
                    strcmp(first->states, "1") == 0 ? "state" : "states");
        between = "; ";
    }
    if (first)
        gt_str_addf(out, "%s%s engine, %s", between, first->engine, model_name(c));
}

void gt_report_text(const gt_verdicts *c, gt_str *out)
{
    gt_job *job = c->job;
    size_t width = 0;
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result && strlen(c->outcomes[i].result->prop->name) > width)
            width = strlen(c->outcomes[i].result->prop->name);
    gt_str head;
    gt_str_init(&head);
    text_head(c, &head);
    add_wrapped(out, gt_str_text(&head), 0, 4, gt_terminal_fold(job->options));
    gt_str_addc(out, '\n');
    gt_str_fini(&head);
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result)
            text_result(c, &c->outcomes[i], width, out);
    if (!job->options->stats)
        return;
    for (uint32_t i = 0; i < c->nparts; i++)
        text_statistics(&c->parts[i], i ? " (with ghosts)" : "", out);
    text_passes(job, out);
}

static void json_result(const gt_options *options, const gt_outcome *o, gt_json *out)
{
    const gt_check_result *r = o->result;
    const gt_run *run = options->trace == GT_OPT_TRACE_OFF ? NULL : o->run;
    gt_json_line(out);
    gt_json_object(out, NULL);
    gt_json_string(out, "name", r->prop->name);
    gt_json_int(out, "line", r->prop->pos.line);
    gt_json_string(out, "verdict", gt_verdict_name(r->verdict));
    if (r->value)
        gt_json_string(out, "value", r->value);
    if (r->note)
        gt_json_string(out, "note", r->note);
    if (o->why)
        gt_json_string(out, "not_replayed", o->why);
    if (run) {
        gt_json_bool(out, "shortest", r->shortest);
        gt_trace_json(run, r->prop, options->trace == GT_OPT_TRACE_FULL, out);
    }
    gt_json_end(out);
}

void gt_report_json(const gt_verdicts *c, gt_json *out)
{
    const gt_check_report *first = c->nparts ? c->parts[0].report : NULL;
    if (first) {
        gt_json_string(out, "engine", first->engine);
        gt_json_string(out, "model", model_name(c));
        if (first->states) {
            gt_json_string(out, "states", first->states);
            gt_json_bool(out, "states_complete", first->states_complete);
        }
        gt_json_seconds(out, "seconds", first->seconds);
    }
    if (first && first->nnumbers) {
        gt_json_object(out, "numbers");
        for (uint32_t i = 0; i < first->nnumbers; i++)
            gt_json_int(out, first->numbers[i].name, (int64_t)first->numbers[i].value);
        gt_json_end(out);
    }
    gt_report_coverage_json(c, out);
    gt_json_array(out, "properties");
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result)
            json_result(c->job->options, &c->outcomes[i], out);
    gt_json_end(out);
}

/* --xml FILE: every counterexample and witness. */
gt_exit gt_report_xml(const gt_verdicts *c)
{
    gt_str out;
    gt_str_init(&out);
    gt_str_line(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    gt_str_line(&out, "<traces>");
    out.indent++;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        const gt_run *run = c->outcomes[i].run;
        if (!run)
            continue;
        gt_str_line(&out, "<property name=\"%s\" verdict=\"%s\">", r->prop->name,
                    gt_verdict_name(r->verdict));
        out.indent++;
        gt_trace_xml(run, r->prop, &out);
        out.indent--;
        gt_str_line(&out, "</property>");
    }
    out.indent--;
    gt_str_line(&out, "</traces>");
    gt_file file = {c->job->options->xml, &out};
    gt_exit code = gt_files_write(&file, 1);
    gt_str_fini(&out);
    return code;
}

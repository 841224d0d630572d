#include "driver/report.h"

#include "backends/check/lift/show.h"
#include "driver/files.h"

#include <string.h>

static gt_trace_mode trace_mode(const gt_options *o)
{
    switch ((gt_opt_trace)o->trace) {
    case GT_OPT_TRACE_FULL: return GT_TRACE_FULL;
    case GT_OPT_TRACE_DIFF: return GT_TRACE_DIFF;
    case GT_OPT_TRACE_OFF: break;
    }
    return GT_TRACE_OFF;
}

static void text_result(const gt_verdicts *c, const gt_outcome *o, int width, gt_str *out)
{
    const gt_check_result *r = o->result;
    gt_trace_mode mode = trace_mode(c->job->options);
    const gt_run *run = mode == GT_TRACE_OFF ? NULL : o->run;
    gt_str_addf(out, "  %-*s  ", width, r->prop->name);
    if (r->value)
        gt_str_addf(out, "= %s", r->value);
    else
        gt_str_add(out, gt_verdict_name(r->verdict));
    if (r->note)
        gt_str_addf(out, " (%s)", r->note);
    if (run) {
        gt_str_addf(out, ", %s %s:", r->shortest ? "shortest" : "a",
                    r->verdict == GT_VERDICT_FAILS ? "counterexample" : "witness");
    }
    gt_str_addc(out, '\n');
    if (run) {
        gt_str_addc(out, '\n');
        gt_trace_text(run, r->prop, mode, out);
        gt_str_addc(out, '\n');
    } else if (o->why) {
        gt_str_addf(out, "    its trace could not be replayed: %s\n", o->why);
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

void gt_report_text(const gt_verdicts *c, gt_str *out)
{
    gt_job *job = c->job;
    const gt_check_report *first = c->nparts ? c->parts[0].report : NULL;
    int width = 0;
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result && (int)strlen(c->outcomes[i].result->prop->name) > width)
            width = (int)strlen(c->outcomes[i].result->prop->name);
    gt_str_addf(out, "%s: ", job->file);
    const gt_sym *sym = job->written;
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
    gt_str_addc(out, '\n');
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result)
            text_result(c, &c->outcomes[i], width, out);
    if (!job->options->stats)
        return;
    for (uint32_t i = 0; i < c->nparts; i++)
        text_statistics(&c->parts[i], i ? " (with ghosts)" : "", out);
    text_passes(job, out);
}

void gt_report_json(const gt_verdicts *c, gt_str *out)
{
    gt_job *job = c->job;
    const gt_check_report *first = c->nparts ? c->parts[0].report : NULL;
    gt_str_add(out, "{\"file\": ");
    gt_str_json(out, job->file);
    if (first) {
        gt_str_addf(out, ", \"engine\": \"%s\", \"model\": \"%s\"", first->engine, model_name(c));
        if (first->states)
            gt_str_addf(out, ", \"states\": %s, \"states_complete\": %s", first->states,
                        first->states_complete ? "true" : "false");
        gt_str_addf(out, ", \"seconds\": %.3f", first->seconds);
    }
    gt_str_add(out, ", \"properties\": [");
    bool any = false;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        if (!r)
            continue;
        gt_str_add(out, any ? ",\n  {\"name\": " : "\n  {\"name\": ");
        any = true;
        gt_str_json(out, r->prop->name);
        gt_str_addf(out, ", \"line\": %u, \"verdict\": \"%s\"", r->prop->pos.line,
                    gt_verdict_name(r->verdict));
        if (r->value) {
            gt_str_add(out, ", \"value\": ");
            gt_str_json(out, r->value);
        }
        if (r->note) {
            gt_str_add(out, ", \"note\": ");
            gt_str_json(out, r->note);
        }
        const gt_run *run = job->options->trace == GT_OPT_TRACE_OFF ? NULL : c->outcomes[i].run;
        if (run) {
            gt_str_addf(out, ", \"shortest\": %s, \"trace\": ", r->shortest ? "true" : "false");
            gt_trace_json(run, r->prop, out);
        }
        gt_str_add(out, "}");
    }
    gt_str_add(out, "]}\n");
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

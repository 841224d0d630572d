/* --html: verdicts as a model of the page. */
#include "driver/page/page.h"
#include "driver/report.h"
#include "driver/sweep.h"

#include <string.h>

const char *gt_report_defines(gt_job *job)
{
    const gt_options *o = job->options;
    const char *all = "";
    for (size_t i = 0; i < o->defines.count; i++)
        all = gt_arena_printf(job->ctx.arena, "%s%s-D %s", all, i ? " " : "", o->defines.items[i]);
    return o->no_reduce ? gt_arena_printf(job->ctx.arena, "%s%s--no-reduce", all, *all ? " " : "") : all;
}

/* The offset of a line of the file; its length: there is none. */
static size_t offset_of(const gt_job *job, uint32_t line)
{
    size_t at = 0;
    for (uint32_t i = 1; i < line && at < job->len; at++)
        i += job->text[at] == '\n';
    return at;
}

const char *gt_report_formula(gt_job *job, uint32_t p, const gt_sym_text *texts)
{
    if (p == job->whole->nprops)
        return "nothing divides by zero, leaves its range or its array";
    const gt_prop *prop = job->whole->props[p];
    if (prop->kind == GT_PROP_DEADLOCK)
        return "some rule can always fire";
    const char *from = job->text + offset_of(job, prop->pos.line);
    const char *name = strstr(from, prop->name), *colon = name ? strchr(name, ':') : NULL;
    const char *end = colon ? strchr(colon, ';') : NULL;
    if (!end || gt_has_extension(job->file, ".xml") || colon != name + strlen(prop->name) || name - from > 40)
        return texts->props[p];
    char *text = gt_arena_strndup(job->ctx.arena, colon + 1, (size_t)(end - colon - 1));
    size_t n = 0;
    for (const char *at = text + strspn(text, " \t\r\n"); *at; at++) {
        bool blank = strchr(" \t\r\n", *at) != NULL;
        if (!blank || (n && text[n - 1] != ' '))
            text[n++] = blank ? ' ' : *at;
    }
    text[n] = '\0';
    return strstr(text, "//") || strstr(text, "/*") ? texts->props[p] : text;
}

void gt_report_page(const gt_verdicts *c)
{
    gt_job *job = c->job;
    gt_page_prop *props = GT_NEW_ARRAY(job->ctx.arena, gt_page_prop, c->noutcomes);
    const gt_sym_text *texts = gt_sym_texts(job->ctx.arena, job->whole);
    gt_page_model model = {.unreduced = job->options->no_reduce,
                           .file = job->file,
                           .defines = gt_report_defines(job),
                           .sym = job->written,
                           .props = props};
    model.report = c->nparts ? c->parts[0].report : NULL;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_outcome *o = &c->outcomes[i];
        if (!o->result)
            continue;
        const char *formula = gt_report_formula(job, i, texts);
        props[model.nprops++] = (gt_page_prop){o->result, formula, o->run, o->why};
    }
    model.value = job->sweep ? gt_sweep_value(job->sweep) : NULL;
    model.coverage = c->coverage;
    gt_page_add(job->page, &model);
}

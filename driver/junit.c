#include "driver/junit.h"

#include "driver/files.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

struct gt_junit {
    gt_str suites;
    uint32_t tests, failures, errors, skipped;
};

gt_junit *gt_junit_new(void)
{
    gt_junit *j = gt_xcalloc(1, sizeof *j);
    gt_str_init(&j->suites);
    return j;
}

void gt_junit_free(gt_junit *j)
{
    if (!j)
        return;
    gt_str_fini(&j->suites);
    free(j);
}

/* A text of anybody in an attribute or an element. */
static void add_text(gt_str *out, const char *text)
{
    gt_str shown; /* XML has no control characters */
    gt_str_init(&shown);
    gt_str_shown(&shown, text);
    for (const char *at = gt_str_text(&shown); *at; at++) {
        const char *name = *at == '<'   ? "&lt;"
                           : *at == '>' ? "&gt;"
                           : *at == '&' ? "&amp;"
                           : *at == '"' ? "&quot;"
                                        : NULL;
        if (name)
            gt_str_add(out, name);
        else
            gt_str_addc(out, *at);
    }
    gt_str_fini(&shown);
}

static void add_attribute(gt_str *out, const char *name, const char *text)
{
    gt_str_addf(out, " %s=\"", name);
    add_text(out, text);
    gt_str_addc(out, '"');
}

/* Why a property is no plain success; the run is what a person wants to see. */
static void add_reason(gt_junit *j, const gt_outcome *o, gt_str *out)
{
    const gt_check_result *r = o->result;
    gt_str run;
    switch (r->verdict) {
    case GT_VERDICT_HOLDS: return;
    case GT_VERDICT_UNKNOWN:
    case GT_VERDICT_UNSUPPORTED:
        gt_str_add(out, "<skipped");
        add_attribute(out, "message", r->note ? r->note : "not decided");
        gt_str_add(out, "/>");
        j->skipped++;
        return;
    case GT_VERDICT_FAILS: break;
    }
    j->failures++;
    gt_str_add(out, "<failure");
    add_attribute(out, "message", r->note ? r->note : "the property fails");
    gt_str_addc(out, '>');
    gt_str_init(&run);
    if (o->run)
        gt_trace_text(o->run, r->prop, (gt_trace_style){GT_TRACE_AUTO, 100, false}, &run);
    add_text(out, gt_str_text(&run));
    gt_str_fini(&run);
    gt_str_add(out, "</failure>");
}

void gt_junit_add(gt_junit *j, const gt_verdicts *c)
{
    gt_str *out = &j->suites;
    const char *defines = gt_report_defines(c->job);
    const char *suite =
        *defines ? gt_arena_printf(c->job->ctx.arena, "%s %s", c->job->file, defines) : c->job->file;
    gt_str_add(out, "<testsuite");
    add_attribute(out, "name", suite);
    gt_str_add(out, ">\n");
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        if (!r)
            continue;
        gt_str_add(out, "  <testcase");
        add_attribute(out, "classname", suite);
        add_attribute(out, "name", r->prop->name);
        add_attribute(out, "file", c->job->file);
        gt_str_addf(out, " line=\"%u\" time=\"%.3f\">", r->prop->pos.line, r->seconds);
        add_reason(j, &c->outcomes[i], out);
        gt_str_add(out, "</testcase>\n");
        j->tests++;
    }
    gt_str_add(out, "</testsuite>\n");
}

void gt_junit_add_error(gt_junit *j, const char *file, const char *why)
{
    gt_str *out = &j->suites;
    gt_str_add(out, "<testsuite");
    add_attribute(out, "name", file);
    gt_str_add(out, ">\n  <testcase name=\"input\"");
    add_attribute(out, "classname", file);
    add_attribute(out, "file", file);
    gt_str_add(out, "><error");
    add_attribute(out, "message", why);
    gt_str_add(out, "/></testcase>\n</testsuite>\n");
    j->tests++;
    j->errors++;
}

gt_exit gt_junit_write(const gt_junit *j, const char *file)
{
    gt_str all;
    gt_str_init(&all);
    gt_str_add(&all, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_str_addf(&all,
                "<testsuites name=\"gentrans\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
                j->tests, j->failures, j->errors, j->skipped);
    gt_str_add(&all, gt_str_text(&j->suites));
    gt_str_add(&all, "</testsuites>\n");
    gt_file written = {file, &all};
    gt_exit code = gt_files_write(&written, 1);
    gt_str_fini(&all);
    return code;
}

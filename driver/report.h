/* Verdicts about one file, and how they are shown. */
#ifndef GT_DRIVER_REPORT_H
#define GT_DRIVER_REPORT_H

#include "backends/check/cover/cover.h"
#include "backends/check/engine.h"
#include "backends/check/lift/show.h"
#include "driver/job.h"
#include "runtime/str.h"

typedef struct {
    const gt_check_result *result; /* NULL: not asked for */
    const gt_programs *programs;
    const gt_run *run; /* a run of the program as written that shows the verdict; NULL: none */
    const char *why;   /* there is a trace, but none that could be replayed */
} gt_outcome;

/* Properties that are decided together. */
typedef struct {
    gt_props which;
    gt_programs programs;
    const uint32_t *places; /* of the results: numbers of outcomes */
    const bool *skip;
    const gt_check_report *report;
} gt_part;

typedef struct {
    gt_job *job;
    gt_part parts[2];
    uint32_t nparts;      /* that have a report */
    gt_outcome *outcomes; /* per property of job->whole, and one more for "error" */
    uint32_t noutcomes;
    const gt_coverage *coverage; /* of the program as written; NULL: not looked at */
} gt_verdicts;

/* As options and the terminal have it. */
gt_trace_style gt_report_style(const gt_options *options);

void gt_report_text(const gt_verdicts *c, gt_str *out);
/* As members of an object. */
void gt_report_json(const gt_verdicts *c, gt_json *out);
/* --html: as a model of job->page. */
void gt_report_page(const gt_verdicts *c);
/* Of property p of the whole program: as written, if it is found ("NAME: formula;"), else as printed. */
const char *gt_report_formula(gt_job *job, uint32_t p, const gt_sym_text *texts);
/* "-D n=3", in the arena. */
const char *gt_report_defines(gt_job *job);
/* What the search saw, driver/coverage.c: fills c->coverage, warns, as a member of an object. */
void gt_report_cover(gt_verdicts *c);
void gt_report_coverage_json(const gt_verdicts *c, gt_json *out);
/* --xml FILE: every counterexample and witness. */
gt_exit gt_report_xml(const gt_verdicts *c);

#endif

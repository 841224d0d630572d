/* A file as a family of programs: one for each number of processes. */
#ifndef GT_DRIVER_FAMILY_H
#define GT_DRIVER_FAMILY_H

#include "backends/check/check.h"
#include "backends/check/every/every.h"
#include "driver/job.h"

/* A property that is asked about, by its name; `error` comes last where anything can go wrong. */
typedef struct {
    gt_job *job;
    gt_ctx ctx;          /* the arena of the job, other diagnostics */
    const gt_cmds *cmds; /* with open sizes */
    uint32_t nsizes;
    const char **names; /* of the sizes */
    const bool *kept;   /* per property of the file: it can be asked about, and is */
} gt_family;

/* Reads the file again with sizes left open. False after saying why not; *code says how it ends. */
bool gt_family_open(gt_job *job, gt_family *family, gt_exit *code);
void gt_family_close(gt_family *family);

/* One program of the family. */
typedef struct {
    gt_ctx ctx;
    const gt_sym *written;
    const gt_check_report *report; /* NULL: these sizes make no program */
} gt_instance;

/* Reads the file with these sizes and checks what is asked, in at most `work` states. */
void gt_family_check(const gt_family *family, const int64_t *sizes, uint64_t work, gt_instance *instance);
void gt_instance_close(gt_instance *instance);

#endif

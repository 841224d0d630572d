/* Back ends that write files: each turns guarded commands into a program of its target.
 * A back end is a struct of functions and one line in the table of backend.c. What the target cannot express
 * is refused with a position, per property, before anything is written: call gt_backend_check first,
 * gt_backend_emit only if it returned true. */
#ifndef GT_BACKENDS_BACKEND_H
#define GT_BACKENDS_BACKEND_H

#include "ir/cmd.h"
#include "runtime/context.h"
#include "runtime/str.h"

/* One file of a target; its name is the output's base name followed by `suffix`. */
typedef struct {
    const char *suffix; /* ".smv", ".props", ... */
    gt_str text;
} gt_out_file;

enum { GT_MAX_OUTPUTS = 4 };

typedef struct {
    uint32_t nfiles; /* the first one is the main file */
    gt_out_file files[GT_MAX_OUTPUTS];
} gt_outputs;

void gt_outputs_init(gt_outputs *out);
void gt_outputs_fini(gt_outputs *out);

/* How transitions are written for NuSMV; docs/backends.md has the measurements behind the default. */
typedef enum {
    GT_SMV_TRANS,  /* one TRANS: the disjunction of the commands */
    GT_SMV_ASSIGN, /* an input variable picks the command, one next() per variable */
} gt_smv_layout;

typedef struct {
    const char *producer; /* "gentrans 1.0"; NULL: "gentrans" */
    const char *base;     /* base name of the output without folder and extension; NULL: the model's name */
    const bool *skip;     /* per property: leave it out (and do not refuse it); NULL: write all */
    bool order;           /* NuSMV: also an order file (.ord) */
    gt_smv_layout smv_layout;
    bool smv_ranges; /* NuSMV: counters as ranges 0..n, not as unsigned words */
    /* NuSMV, per property: an invariant known to hold, written, with the encoding's own, as antecedent of the
     * other invariants and of deadlocks; NULL: no antecedents. */
    const bool *smv_given;
} gt_emit_options;

typedef struct {
    const char *name;            /* for --to: "smv" */
    const char *extension;       /* of -o, without the dot */
    const char *checker;         /* "NuSMV": for messages */
    const char *const *reserved; /* words that no identifier may be; ends with NULL */
    bool by_width;               /* values of variables of different width have different names (mangle.h) */
    /* Why the model as a whole cannot be expressed; NULL: it can. */
    const char *(*refuse_model)(gt_ctx *ctx, const gt_cmds *cmds);
    /* Why property number `prop` cannot be expressed; NULL: it can. Sets *pos to the offending part. */
    const char *(*refuse_prop)(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos);
    /* Writes the files. Requires that nothing of what is written is refused. */
    void (*emit)(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options, gt_outputs *out);
} gt_backend;

/* The back end with this name or extension ("smv", ".smv", "nusmv"), or NULL. */
const gt_backend *gt_backend_find(const char *name);
/* All back ends, for --help: gt_backend_at(0), ... until NULL. */
const gt_backend *gt_backend_at(uint32_t i);
/* Why the target cannot express property number `prop`, or NULL: the back end's reasons and those common to
 * all. Asks for a program whose constants are folded (temporal.h); check and emit see to that themselves. */
const char *gt_backend_refuses(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds, uint32_t prop,
                               gt_pos *pos);
/* Reports everything the target cannot express as errors; true if there was none. */
bool gt_backend_check(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds,
                      const gt_emit_options *options);
/* Requires gt_backend_check. */
void gt_backend_emit(gt_ctx *ctx, const gt_backend *backend, const gt_cmds *cmds,
                     const gt_emit_options *options, gt_outputs *out);

#endif

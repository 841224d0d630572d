/* The room backends/targets: languages to write. Sees ir, ir/expr, ir/temporal and ir/xml; this header is its
 * door.
 *
 * A target is a gt_target and one line in targets.def. What belongs to one translation is prepared once in a
 * gt_emit, which stays the same object while the program is refused, written and run and its traces are read:
 * so transitions, folded formulas and names cannot differ between these. What a target cannot express is
 * refused with a position, property by property, before anything is written. */
#ifndef GT_BACKENDS_TARGETS_TARGET_H
#define GT_BACKENDS_TARGETS_TARGET_H

#include "backends/targets/emit_expr.h"
#include "backends/targets/skeleton.h"
#include "ir/cmd_picks.h"
#include "ir/trace.h"
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

/* A property that was left out because the target cannot express it. */
typedef struct {
    const gt_prop *prop;
    const char *why;
} gt_left_out;

typedef struct {
    const char *base; /* base name of the output without folder and extension; NULL: the model's name */
    const bool *skip; /* per property: leave it out (and do not refuse it); NULL: write all */
    /* Comments in place of properties that are not in the program any more, or skipped; see gt_left_out. */
    const gt_left_out *left;
    uint32_t nleft;
    bool order; /* NuSMV: also an order file (.ord) */
    /* NuSMV, per property: an invariant known to hold, written, with the encoding's own, as antecedent of the
     * other invariants and of deadlocks; NULL: no antecedents. */
    const bool *smv_given;
    double prism_slack; /* how far the bounds of pctl are moved (prism_pctl.h) */
} gt_emit_options;

typedef struct gt_target gt_target;

/* A program on its way into a target. */
typedef struct {
    gt_ctx *ctx;
    const gt_target *target;
    const gt_cmds *cmds;         /* constants folded through temporal operators; picks as the target wants */
    const gt_skeleton *skeleton; /* NULL if the target writes weights, or if the model is refused */
    const char *refused;         /* why the model as a whole cannot be expressed, or NULL */
    const gt_emit_options *options;
    gt_names names; /* of variables, values and properties; while writing also of whatever else is named */
    /* While writing: */
    gt_share *share;
    gt_emitter em;
    gt_str *out; /* the file at hand, also that of `em` */
    gt_outputs *outputs;
} gt_emit;

struct gt_target {
    const char *name;            /* for --to: "smv" */
    const char *extension;       /* of -o, without the dot */
    const char *checker;         /* "NuSMV": for messages */
    const char *comment[2];      /* what begins and what ends a line of comment */
    const char *const *reserved; /* words that no identifier may be; ends with NULL */
    const gt_ops *ops;           /* how operators are written */
    bool by_width;               /* numbers of different width have different names (mangle.h) */
    gt_symbol_form symbols;      /* what locations and the like are */
    uint32_t most_symbols;       /* 0: any number */
    bool symbolic;               /* its checker has decision diagrams */
    bool weights;                /* writes weights and probabilities, and with them PCTL */
    bool verbatim;               /* lines are written as they are, however long */
    gt_keep_picks *picks; /* whose picks are written; others are written out, a command for each choice */
    /* Knows paths only: CTL is written where it is also LTL, by gt_emit_ltl. These operators are missing
     * there. */
    bool linear;
    const gt_expr_kind *lacks; /* ends with GT_EXPR_KINDS; may be NULL */
    const char *lacks_why;
    /* What the above does not tell. Why the model, why property `prop` cannot be expressed, with *pos set to
     * the offending part; NULL: it can. Both may be missing. */
    const char *(*refuse_model)(const gt_emit *e);
    const char *(*refuse)(const gt_emit *e, uint32_t prop, gt_pos *pos);
    /* Writes the files. Nothing of what is written was refused. */
    void (*write)(gt_emit *e);
    /* Reads a trace that the checker printed; NULL with *why if it cannot be read. May be missing, and then
     * these are, too: what traces are called in messages, and words one of which is in every trace. */
    const gt_abs_trace *(*read)(const gt_emit *e, const char *text, const char **why);
    const char *traces;
    const char *const *marks; /* ends with NULL */
};

#define GT_TARGET(target) extern const gt_target gt_target_##target;
#include "backends/targets/targets.def"
#undef GT_TARGET

/* The target with this name or extension ("smv", ".smv"), or NULL. */
const gt_target *gt_target_find(const char *name);
/* All targets, for --help: gt_target_at(0), ... until NULL. */
const gt_target *gt_target_at(uint32_t i);

/* `options` (NULL: all default) must outlive the result; freed by gt_emit_free. */
gt_emit *gt_emit_new(gt_ctx *ctx, const gt_target *target, const gt_cmds *cmds,
                     const gt_emit_options *options);
void gt_emit_free(gt_emit *e);
/* Why the target cannot express property number `prop`, or NULL. */
const char *gt_emit_refuses(const gt_emit *e, uint32_t prop, gt_pos *pos);
/* Reports everything the target cannot express as errors; true if there was none. */
bool gt_emit_check(const gt_emit *e);
/* The properties that are refused and not skipped, with a warning for each; at most nprops of them go to
 * `left`. Returns how many. */
uint32_t gt_emit_leave_out(const gt_emit *e, gt_left_out *left);
/* Requires that nothing of what is written is refused. May be called again, with other options. */
void gt_emit_write(gt_emit *e, const gt_emit_options *options, gt_outputs *out);
/* The target whose checker printed this trace, or NULL. */
const gt_target *gt_target_of_trace(const char *text);
/* A trace of `cmds` made elsewhere, by the checker of any target; NULL with *why if it is none, or does not
 * fit the program. */
const gt_abs_trace *gt_target_read(gt_ctx *ctx, const gt_cmds *cmds, const char *text, size_t len,
                                   const char **why);

#endif

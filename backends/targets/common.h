/* What the emitters share. */
#ifndef GT_BACKENDS_TARGETS_COMMON_H
#define GT_BACKENDS_TARGETS_COMMON_H

#include "backends/targets/mangle.h"
#include "backends/targets/target.h"

/* Whether it speaks of paths: CTL, LTL. */
bool gt_prop_is_temporal(gt_prop_kind kind);
/* Whether the property is left out. */
bool gt_skipped(const gt_emit_options *options, uint32_t prop);
/* The comment at the top of the file at hand: what made it, from what, the recommended command line (one or
 * more lines separated by '\n', or NULL), the map of names. Each line begins with `lead`. */
void gt_emit_header(gt_emit *e, const char *lead, const char *title, const char *command);
/* Lines of comment, of at most 100 columns each; white space in `text` is one blank. */
void gt_emit_comment(gt_emit *e, const char *indent, const char *text);
/* Where something was written, and its text as far as it is known, as a comment; `name` stands in for it. */
void gt_emit_source(gt_emit *e, const char *indent, gt_pos pos, const char *name);
/* The source of a property. */
void gt_emit_prop_source(gt_emit *e, const char *indent, const gt_prop *prop);
/* The properties that are left out, a comment each. */
void gt_emit_left_out(gt_emit *e);
/* The definitions, one each: `lead` name `is` expression `end`. */
void gt_emit_definitions(gt_emit *e, const char *lead, const char *is, const char *end);
/* Base name of the output: options->base or the model's name. */
const char *gt_emit_base(const gt_emit *e);
/* A new file of the outputs; it becomes the file at hand. */
gt_str *gt_emit_open(gt_emit *e, const char *suffix);
/* A temporal property as LTL. Requires that it is not refused. */
const gt_expr *gt_emit_ltl(const gt_emit *e, uint32_t prop);
/* Whether variable `var` can only have one initial value, and which constant; false if it depends on others.
 */
bool gt_init_constant(const gt_cmds *cmds, uint32_t var, int32_t *value);
/* A gt_keep_picks: whether what is picked are values that variables get; others, such as who moves, are
 * better written out, an alternative for each. */
bool gt_is_chosen(const gt_cmd *cmd);
/* Whether there is just one initial state. */
bool gt_init_unique(const gt_cmds *cmds);
/* `text` as one line of a comment: newlines and other control characters become spaces, and what could end a
 * comment of any target ("*" before "/" or ")") gets a space in between. */
const char *gt_comment(gt_arena *arena, const char *text);

#endif

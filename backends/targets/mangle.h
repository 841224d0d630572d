/* Names for a target: every identifier an emitter writes comes from here. */
#ifndef GT_BACKENDS_TARGETS_MANGLE_H
#define GT_BACKENDS_TARGETS_MANGLE_H

#include "ir/cmd.h"
#include "runtime/arena.h"

typedef struct gt_mangler gt_mangler;

/* `reserved` ends with NULL: words the target keeps for itself; "WF_*": this may not
 * stand in a word either and gets a '_' in the middle. The mangler's
 * memory outside the arena is freed by gt_mangler_free; the names live in the arena. */
gt_mangler *gt_mangler_new(gt_arena *arena, const char *const *reserved);
void gt_mangler_free(gt_mangler *m);
/* An identifier ([A-Za-z][A-Za-z0-9_]*) that is not reserved and was not returned before, as close to
 * `wanted` as possible: other characters become '_', then "_", "_2", "_3", ... is appended until it is free.
 */
const char *gt_mangle(gt_mangler *m, const char *wanted);

/* A named value of a labelled or enum variable: `name` stands for `value` everywhere in the file. */
typedef struct {
    const char *name;
    const char *label; /* as in the source */
    int32_t value;
    uint32_t bits; /* width of its variables, if the target wants it (gt_names_init) */
} gt_value_name;

/* Bits of a binary number that holds lo..hi, two's complement if lo < 0; at least 1. */
uint32_t gt_bits(int64_t lo, int64_t hi);

/* The names of one file. */
typedef struct {
    gt_mangler *mangler; /* for whatever else the emitter names */
    const gt_cmds *cmds;
    const char **vars;          /* per variable */
    const char *const **labels; /* per variable: names of its values from lo on, or NULL */
    uint32_t nvalues;
    gt_value_name *values; /* in order of first use */
    const char **props;    /* per property */
} gt_names;

/* Variables first, so that they keep their names most easily; then values, then properties. by_width: values
 * of variables of different width get different names. */
void gt_names_init(gt_names *names, gt_arena *arena, const gt_cmds *cmds, const char *const *reserved,
                   bool by_width);
void gt_names_fini(gt_names *names);

#endif

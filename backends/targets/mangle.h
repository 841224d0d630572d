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
    uint32_t bits; /* width of its variables, if the target wants it (gt_naming) */
} gt_value_name;

/* How the values of a variable or of a pick are written. */
typedef struct {
    const char *const *names; /* of type.lo and so on; NULL: as numbers */
    int32_t lo, hi;           /* those that have a name */
    bool symbols;             /* the names are values themselves and stand for no number (symbols.h) */
} gt_value_set;

typedef struct {
    const gt_pick *pick;
    const char *name;
    gt_value_set values;
} gt_pick_name;

/* Bits of a binary number that holds lo..hi, two's complement if lo < 0; at least 1. */
uint32_t gt_bits(int64_t lo, int64_t hi);

typedef enum {
    GT_SYMBOLS_NONE,  /* the language has only numbers */
    GT_SYMBOLS_WORDS, /* identifiers */
    GT_SYMBOLS_QUOTED /* strings */
} gt_symbol_form;

/* What a target wants its names to be. */
typedef struct {
    const char *const *reserved;
    bool by_width; /* numbers of different width have different names */
    gt_symbol_form symbols;
    uint32_t most; /* symbols that the language can have; 0: any number */
} gt_naming;

/* The names of one file. */
typedef struct {
    gt_mangler *mangler; /* for whatever else the emitter names */
    const gt_cmds *cmds;
    const char **vars;    /* per variable */
    gt_value_set *values; /* per variable */
    uint32_t npicks;
    gt_pick_name *picks; /* each value that is picked, once; like ones have one name */
    uint32_t nnumbers, nsymbols;
    gt_value_name *numbers, *symbols; /* in order of first use */
    const char **props;               /* per property */
} gt_names;

/* Variables first, so that they keep their names most easily; then values, picks, properties. */
void gt_names_init(gt_names *names, gt_arena *arena, const gt_cmds *cmds, const gt_naming *naming);
void gt_names_fini(gt_names *names);
/* The values of what `e` is (a variable, a pick, a conditional of those), or NULL: numbers. */
const gt_value_set *gt_names_values(const gt_names *names, const gt_expr *e);
/* The name of a picked value. */
const char *gt_names_pick(const gt_names *names, const gt_expr *bound);
/* Whether what is printed of `e` depends on where it stands: a conditional between symbols. */
bool gt_names_symbolic(const gt_names *names, const gt_expr *e);

#endif

/* Engines: whatever decides properties, other people's checkers included. An engine is a gt_engine and one
 * line in engines.def; who wants verdicts asks the table and knows no names.
 *
 * The room sees the representations and how runs look; each engine has a room of its own below this one.
 * Entry: gt_engine_at(...)->decide. check.h says what every engine is given and gives. */
#ifndef GT_BACKENDS_CHECK_ENGINE_H
#define GT_BACKENDS_CHECK_ENGINE_H

#include "backends/check/check.h"

/* What there is of a program; an engine needs what it takes. */
typedef struct {
    const gt_sym *written; /* whose runs are shown */
    const gt_sym *sym;     /* total, scalar, prefixes turned into ghosts */
    const gt_pop *pop;
    const gt_cmds *cmds;
} gt_program;

typedef enum {
    GT_TAKES_CMDS,
    GT_TAKES_POP,
    GT_TAKES_CLASSES,  /* a symmetric program that is not tied (gt_sym_tie) */
    GT_TAKES_SYM,      /* any symmetric program */
    GT_TAKES_COPIES,   /* the same, every state for itself */
    GT_TAKES_COUNTERS, /* commands of a counter program */
    GT_TAKES_PROCESSES /* commands of n copies that have all their variables */
} gt_takes;

/* Where it is asked for. */
typedef enum {
    GT_ASKED_ENGINE, /* check --engine */
    GT_ASKED_METHOD, /* check --method: one of the papers' */
    GT_ASKED_CHECKER /* run --with: a program that must be installed */
} gt_asked;

typedef struct gt_engine gt_engine;
struct gt_engine {
    const char *name;   /* as reports have it: "bdd", "NuSMV" */
    const char *option; /* as options have it: rows of one engine share it */
    gt_takes takes;
    gt_asked asked;
    bool symbolic;        /* somebody else's, with decision diagrams: programs are written for them */
    bool numeric;         /* has use for `exact` and `precision` */
    const char *about;    /* a method: what it is, in a line */
    bool turns;           /* sees to it that every process has its turn (gt_turn) */
    const char *works_on; /* as shown; NULL: the encoding of the commands */
    unsigned kinds;       /* bits 1 << gt_prop_kind; of others it says why it will not try */
    const char *refuses;
    /* Limits and interrupts leave verdicts UNKNOWN. NULL only if a foreign checker is missing, broke down or
     * printed something unexpected: *why says so in one or more lines. The report lives in the context's
     * arena. */
    const gt_check_report *(*decide)(gt_ctx *ctx, const gt_engine *self, const gt_program *program,
                                     const gt_check_options *options, const char **why);
    const void *own; /* whatever else `decide` needs to know about itself */
};

/* What engines decide that know no probabilities, and what they say of others. */
enum {
    GT_KINDS_BRANCHING = 1 << GT_PROP_INVARIANT | 1 << GT_PROP_CTL | 1 << GT_PROP_LTL |
                         1 << GT_PROP_DEADLOCK | 1 << GT_PROP_NOERROR
};
#define GT_NO_NUMBERS "needs probabilities: gentrans run --with storm"

#define GT_ENGINE(engine) extern const gt_engine gt_engine_##engine;
#include "backends/check/engines.def"
#undef GT_ENGINE

/* All engines: gt_engine_at(0), ... until NULL. */
const gt_engine *gt_engine_at(size_t i);
/* The first row of those that share its option (of == NULL: of all that `check` chooses from) that takes
 * this, or NULL. */
const gt_engine *gt_engine_for(const gt_engine *of, gt_takes takes);
/* The first row with this option, or NULL. */
const gt_engine *gt_engine_find(const char *option, gt_asked asked);
/* The options of the table, each once: the i-th of those in this role; NULL past the last. */
const char *gt_engine_option(size_t i, gt_asked asked);

/* ---- for engines ---- */

/* A report without verdicts; skip (may be NULL): per property, whether it is to be left out. */
gt_check_report *gt_report_new(gt_arena *arena, const gt_engine *engine, uint32_t nprops, const bool *skip);
/* Property p of the report; false: there is nothing to decide, and a note says why. */
bool gt_report_ask(gt_check_report *report, const gt_engine *engine, uint32_t p, const gt_prop *prop);
/* What is worth counting, with one word or two for each number (a_b). */
void gt_report_numbers(gt_arena *arena, gt_check_report *report, const gt_number *numbers, uint32_t n);
/* What an engine that sees no turns has found is kept where turns change nothing; the rest is unknown, and
 * for another engine. cmds: what it worked on, or NULL; there formulas may ask for turns themselves. */
void gt_report_doubt(gt_arena *arena, gt_check_report *report, const gt_sym *sym, const gt_cmds *cmds);
/* What stopped the engine is why the rest is unknown. */
void gt_report_end(gt_check_report *report, gt_stop stopped);

#endif

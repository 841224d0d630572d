/* The room passes/found: symmetry that nobody declared. A program whose processes are written one by one
 * (types of one process, arrays indexed by numbers, guarded commands from a file) becomes guarded commands,
 * these a normal form (term.h) in which texts that differ in order alone are one, and a *permutation*, of the
 * variables and of the values of each, is an automorphism if and only if it maps the normal form to itself:
 * then it maps initial states to initial states and steps to steps.
 *
 * Candidates come from signatures: what is alike in the program, refined until it is stable. They are
 * guesses; each is tested. So what is found is there, and what is not found may be there all the same. */
#ifndef GT_PASSES_FOUND_FOUND_H
#define GT_PASSES_FOUND_FOUND_H

#include "ir/cmd.h"
#include "ir/mean/same.h"
#include "runtime/context.h"

/* What is interchangeable: n things, all in every order, or round in a ring. A thing is made of variables,
 * and of the values that name it in other variables. */
typedef struct {
    bool ring; /* only all by as many places */
    uint32_t n;
    uint32_t nvars;  /* of each thing */
    uint32_t **vars; /* [thing][variable]: numbers in cmds->vars, alike in all of them */
    uint32_t nids;   /* variables that have values which name things */
    struct gt_found_id {
        uint32_t var;
        int32_t *names; /* by thing: the value that names it */
    } * ids;
} gt_group;

typedef struct gt_found {
    const gt_cmds *cmds;
    uint32_t ngroups;
    gt_group *groups; /* independent of each other */
    /* Automorphisms that are in no group, as cycles in words. */
    uint32_t nothers;
    const char **others;
    struct gt_terms *terms; /* for gt_found_fold */
} gt_found;

/* Requires n copies, or guarded commands from a file. Reports an error if there are too many of them. */
const gt_found *gt_find(gt_ctx *ctx, const gt_cmds *cmds);
void gt_found_free(const gt_found *found);

/* The program with a process type for each group: process i of a type has the variables of thing i. */
typedef struct {
    const gt_sym *sym;
    const gt_place *places; /* by variable of the commands */
} gt_folded;

/* NULL: *why says why not, which is no error. What is given back is to be believed only after gt_same_steps.
 */
const gt_folded *gt_found_fold(gt_ctx *ctx, const gt_found *found, const char **why);

#endif

/* The abstraction: which valuation of the guarded commands' variables stands for a concrete state.
 *
 * The concrete program is the one as written or any program the passes made from it before the population.
 * Its variables are found through gt_var.origin, is_error and else by name; its process types by
 * position. */
#ifndef GT_IR_MEAN_ABSTRACT_H
#define GT_IR_MEAN_ABSTRACT_H

#include "ir/cmd.h"
#include "ir/mean/layout.h"

/* `written` with the ghost id variables of `made` added behind its shared variables (in `arena`); `written`
 * itself if it has them already or there are none. */
const gt_sym *gt_abstract_with_ghosts(gt_arena *arena, const gt_sym *written, const gt_sym *made);

typedef struct gt_abstract gt_abstract;

/* layout: of a program with all ghosts of cmds->sym. */
gt_abstract *gt_abstract_new(const gt_layout *layout, const gt_cmds *cmds);
void gt_abstract_free(gt_abstract *abs);
/* Fills one value per variable of the guarded commands. A local state that the population program does not
 * know is an impossible value (-1), equal to that of no abstract state. */
void gt_abstract_apply(gt_abstract *abs, const int32_t *state, int32_t *valuation);
/* Some concrete state with this image: ids are given out in order of the id variables, then by local state.
 * False if there is none or if a variable needed to tell has been simplified away. */
bool gt_abstract_concretise(gt_abstract *abs, const int32_t *valuation, int32_t *state);
/* Whether an error has happened in this concrete state: its flag, or the variable that has taken its place.
 */
bool gt_abstract_is_error(const gt_abstract *abs, const int32_t *state);

/* The same values in a state of a program that the passes made (before the population) and in one of the
 * program as written. */
typedef struct {
    size_t n;
    size_t *made, *written; /* where each of them stands */
    int32_t *state;         /* of the program that was made */
} gt_twin;

/* written: of a program with all ghosts of made->sym. */
gt_twin gt_twin_new(const gt_layout *made, const gt_layout *written);
void gt_twin_fini(gt_twin *twin);
/* twin->state as the state of the program as written says, and the other way round. */
void gt_twin_get(gt_twin *twin, const int32_t *written);
void gt_twin_put(const gt_twin *twin, int32_t *written);

#endif

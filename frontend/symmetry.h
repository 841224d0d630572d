/* Shared by frontend/symmetry*.c; nobody else includes it. */
#ifndef GT_FRONTEND_SYMMETRY_H
#define GT_FRONTEND_SYMMETRY_H

#include "frontend/frontend.h"
#include "frontend/known.h"

/* No branch of the rule writes one variable of one process twice, whatever the state. */
void gt_symmetry_writes(gt_ctx *ctx, const gt_rule *rule);

#endif

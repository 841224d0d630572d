/* The back ends themselves: one line each, and one in the table of backend.c. */
#ifndef GT_BACKENDS_BACKENDS_H
#define GT_BACKENDS_BACKENDS_H

#include "backends/backend.h"

extern const gt_backend gt_backend_smv;
extern const gt_backend gt_backend_promela;
extern const gt_backend gt_backend_prism;
extern const gt_backend gt_backend_tla;

#endif

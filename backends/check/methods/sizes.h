/* Relations of representatives by themselves: their sizes, and whether they are what methods rely on. */
#ifndef GT_BACKENDS_CHECK_METHODS_SIZES_H
#define GT_BACKENDS_CHECK_METHODS_SIZES_H

#include "backends/check/methods/methods.h"

/* Nodes of the orbit relation of n copies, the terminal included; a state's variables one process after the
 * other or, `by_bit`, with the most significant bits of all processes on top. Codes of no value are related
 * like all others. What has stopped it, if anything. */
gt_stop gt_method_orbit_relation(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, bool by_bit,
                                 uint64_t *nodes);

/* Several representatives per orbit. */
typedef struct {
    uint64_t relation_nodes;
    bool total;    /* every state has a representative */
    bool complete; /* swaps of a representative lead back to it */
} gt_leaders;
gt_stop gt_method_check_leaders(gt_ctx *ctx, const gt_cmds *cmds, const gt_limits *limits, gt_leaders *out);

#endif

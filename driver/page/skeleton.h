/* Where the processes of a type go when a rule fires, as far as its text says so. */
#ifndef GT_DRIVER_PAGE_SKELETON_H
#define GT_DRIVER_PAGE_SKELETON_H

#include "ir/sym.h"

/* From each of these locations of a process type to that one. */
typedef struct {
    uint32_t type, to;
    uint32_t nfrom;
    const uint32_t *from;
} gt_flow;
typedef struct {
    uint32_t n;
    const gt_flow *moves;
} gt_flows;

/* Its updates of locations, and the locations from which its guard may hold; broadcasts are left out. */
gt_flows gt_flows_of(gt_arena *arena, const gt_rule *rule);

#endif

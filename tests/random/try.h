/* One program through everything: front end, printer, passes, every encoding, bisim. */
#ifndef RB_TRY_H
#define RB_TRY_H

#include "runtime/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t max_states; /* per exploration; what is found until then is checked */
    unsigned seconds;    /* of processor time for one try */
    bool no_forms;       /* leave out printing and XML */
} rb_limits;

/* The first word of a try's report. */
#define RB_GOOD "good"       /* then: concrete and abstract states */
#define RB_PARTLY "partly"   /* good as far as the limit on states let it see */
#define RB_REFUSED "refused" /* by the front end or a pass; then: the message */
#define RB_SLOW "slow"       /* it took too long */

/* Tries the program in a process of its own, so that a crash is a finding like any other. `report` gets a
 * line that begins with one of the words above, or names the failure ("dense: not bisimilar: ..."), then
 * details. */
void rb_try(const char *text, const rb_limits *limits, gt_str *report);
/* What kind of failure it is: its report's first line up to the second colon, or the place of an internal
 * error; into `out`. False: it is none. */
bool rb_failure(const char *report, gt_str *out);

#endif

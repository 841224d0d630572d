/* What ends the process from outside: signals, a reader that has gone, and limits. Everything that works long
 * asks now and then whether it is time and says what it knows; what does not ask is ended a little later. */
#ifndef GT_DRIVER_ENDING_H
#define GT_DRIVER_ENDING_H

#include "driver/options.h"

#include <signal.h>

/* First of all: whoever ends the process at once, for lack of memory too, says why. */
void gt_ending_begin_process(void);
/* Once, before anything else: SIGINT, SIGTERM, SIGQUIT and SIGHUP interrupt, one that comes later ends at
 * once; and memory ends somewhat above --memory-limit (gt_oom). */
void gt_ending_install(const gt_options *options);
/* --time-limit counts from now on. When it is over, there is a tenth of it and 0.3 s of processor time left
 * to end in good order. */
void gt_ending_begin(const gt_options *options);

/* Becomes non-zero with the first signal, or when nobody reads standard output any more. */
const volatile sig_atomic_t *gt_ending_interrupt(void);
/* Writing to standard output has failed, as errno says: exit code 3 and an interrupt if nobody reads it any
 * more, else 2. */
gt_exit gt_ending_unwritten(void);

#endif

/* The clock. */
#ifndef GT_RUNTIME_CLOCK_H
#define GT_RUNTIME_CLOCK_H

/* Seconds since some moment, on a clock that only goes forward. */
double gt_seconds(void);

#endif

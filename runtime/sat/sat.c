#include "runtime/sat/sat.h"

#include "runtime/base.h"

#include <ccadical.h>
#include <stdlib.h>

struct gt_sat {
    CCaDiCaL *solver;
    const gt_limits *limits;
    gt_stop stopped;
    gt_sat_numbers numbers;
    uint32_t asked;
};

/* std::set_new_handler of the C++ library below CaDiCaL: an allocation that fails there ends like ours. */
extern void (*gt_set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

static void out_of_memory(void)
{
    gt_oom();
}

enum { RESIDENT_ASKED = 256 }; /* a look at the process's memory takes long */

static int is_over(void *arg)
{
    gt_sat *s = arg;
    bool look = s->limits->bytes && s->asked++ % RESIDENT_ASKED == 0;
    s->stopped = gt_limits_met(s->limits, look ? gt_resident(0) : 0);
    return s->stopped != GT_STOP_NONE;
}

gt_sat *gt_sat_new(const gt_limits *limits)
{
    gt_sat *s = gt_xcalloc(1, sizeof *s);
    gt_set_new_handler(out_of_memory);
    s->solver = ccadical_init();
    ccadical_set_option(s->solver, "quiet", 1);
    s->limits = limits;
    ccadical_set_terminate(s->solver, s, is_over);
    return s;
}

void gt_sat_free(gt_sat *s)
{
    if (!s)
        return;
    ccadical_release(s->solver);
    free(s);
}

int gt_sat_var(gt_sat *s)
{
    if (s->numbers.variables >= INT32_MAX - 1)
        gt_oom();
    return (int)++s->numbers.variables;
}

void gt_sat_clause(gt_sat *s, size_t n, const int *literals)
{
    for (size_t i = 0; i < n; i++)
        ccadical_add(s->solver, literals[i]);
    ccadical_add(s->solver, 0);
    s->numbers.clauses++;
}

void gt_sat_assume(gt_sat *s, int literal)
{
    ccadical_assume(s->solver, literal);
}

gt_sat_answer gt_sat_solve(gt_sat *s)
{
    enum { YES = 10, NO = 20 }; /* as in competitions */
    s->numbers.questions++;
    if (is_over(s))
        return GT_SAT_UNKNOWN;
    int answer = ccadical_solve(s->solver);
    return answer == YES ? GT_SAT_YES : answer == NO ? GT_SAT_NO : GT_SAT_UNKNOWN;
}

gt_stop gt_sat_stopped(const gt_sat *s)
{
    return s->stopped;
}

bool gt_sat_holds(const gt_sat *s, int literal)
{
    return ccadical_val(s->solver, literal) > 0;
}

gt_sat_numbers gt_sat_count(const gt_sat *s)
{
    return s->numbers;
}

/* Programs that together use everything the language has, for tests of what must work on all of them. */
#ifndef HELPER_PROGRAMS_H
#define HELPER_PROGRAMS_H

#include <stddef.h>

extern const char *const helper_programs[];
extern const size_t helper_nprograms;
extern const size_t helper_nsmall; /* the first ones: small enough to be translated in every way */

#endif

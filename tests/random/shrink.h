/* Makes a failing program small. */
#ifndef RB_SHRINK_H
#define RB_SHRINK_H

#include "tests/random/tree.h"
#include "tests/random/try.h"

/* Cuts the program as long as it fails in the same way (rb_failure), in place; the number of tries made. */
uint32_t rb_shrink(rb_node *program, const char *failure, const rb_limits *limits);

#endif

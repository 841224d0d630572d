/* More for random programs to be judged by: random CTL formulas, and a local variable that names a process.
 */
#ifndef RB_ENRICH_H
#define RB_ENRICH_H

#include "ir/sym.h"
#include "runtime/str.h"

/* `text`, a program that loads as `sym`, with more properties and sometimes with an id-sensitive local
 * variable. What is added depends on the text alone. */
void rb_enrich(const char *text, const gt_sym *sym, gt_str *out);

#endif

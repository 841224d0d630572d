/* Names for printing .sym text: every name is an identifier, no keyword, and nothing is captured. */
#ifndef GT_IR_PRINT_NAMER_H
#define GT_IR_PRINT_NAMER_H

#include "ir/sym.h"

typedef struct gt_namer gt_namer;

/* Without a program: nothing but the keywords is taken. With one, its variables, process types, enums and
 * their values have names that are their own wherever those are identifiers, and no binder takes one of them.
 */
gt_namer *gt_namer_new(const gt_sym *sym);
void gt_namer_free(gt_namer *names);

/* The printed name of a variable, process type or enum of the program; its own name for anything else. */
const char *gt_namer_of(const gt_namer *names, const void *object, const char *own);
/* True for a local variable that a bare name would not reach, as a shared variable has that name too. */
bool gt_namer_hidden(const gt_namer *names, const gt_var *local);
/* Whether any variable may hide something. */
bool gt_namer_any_hidden(const gt_namer *names);
/* The variable that hides a value of an enum or a shared variable called `word`, in the process or, with
 * NULL, outside; NULL: none does. */
const gt_var *gt_namer_hider(const gt_namer *names, const gt_proc *inside, const char *word);
/* Gives a variable another name, which nothing else has. */
void gt_namer_rename(gt_namer *names, const gt_var *var);
/* The name of the macro that stands for a shared variable where a local one hides it; NULL: there is none. */
const char *gt_namer_alias(const gt_namer *names, const gt_var *shared);
const char *gt_namer_make_alias(gt_namer *names, const gt_var *shared);
/* Opens the scope of `binder` and returns its name there: unlike any name of the program and any open
 * binder's. */
const char *gt_namer_bind(gt_namer *names, const gt_binder *binder);
/* Closes the scope opened last. */
void gt_namer_unbind(gt_namer *names);
/* The name of the innermost open binder that is `binder`; its own name, made an identifier, if it is not
 * open. */
const char *gt_namer_bound(gt_namer *names, const gt_binder *binder);

bool gt_namer_is_keyword(const char *word);
/* A word with a meaning of its own inside a ctl, ltl or pctl formula. */
bool gt_namer_is_temporal(const char *word);

#endif

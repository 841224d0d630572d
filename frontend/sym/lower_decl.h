/* Lowering of declarations: constants, types. NULL (or false) after an error was reported. */
#ifndef GT_FRONTEND_SYM_LOWER_DECL_H
#define GT_FRONTEND_SYM_LOWER_DECL_H

#include "frontend/sym/lower.h"

/* ---- lower_decl.c ---- */
/* Declares a name at top level (home NULL) or in a process; reports a duplicate and returns NULL. */
gt_symbol *gt_lower_declare(gt_lower *lw, gt_home *home, gt_symbol_kind kind, const gt_syn *name);
/* The value of -D for a constant; true if there is one and it is good. */
bool gt_lower_override(gt_lower *lw, gt_symbol *symbol);
/* An expression that must be a constant integer. */
bool gt_lower_const_int(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value);
/* The same where the value may depend on open sizes: then *open is it, else NULL. */
bool gt_lower_const_open(gt_lower *lw, const gt_syn *syn, const char *what, int64_t *value,
                         const gt_expr **open);

/* ---- lower_open.c: sizes that are left open ---- */
/* The constant or parameter of that name becomes a variable. */
void gt_lower_open_size(gt_lower *lw, const gt_syn *file, const gt_syn *name, gt_symbol *symbol);
/* The same if the constant, which is declared here with a number, is one of them. */
void gt_lower_open_constant(gt_lower *lw, const gt_syn *file, const gt_syn *declaration, gt_symbol *symbol);
/* Reports that something which must be constant depends on one. */
bool gt_lower_open_refuse(gt_lower *lw, gt_pos pos, const char *what);

/* ---- lower_param.c ---- */
/* Parameters: constants that are given from outside, and what is assumed of them. */
void gt_lower_param(gt_lower *lw, const gt_syn *file, const gt_syn *declaration);

/* ---- lower_type.c ---- */
/* A type as written; NULL after an error. */
const gt_layout *gt_lower_type(gt_lower *lw, const gt_syn *syn);
gt_record *gt_lower_record(gt_lower *lw, gt_record *record);
/* "0..3", "Msg", "queue[4] of Msg": for messages. */
const char *gt_lower_layout_name(gt_lower *lw, const gt_layout *layout);
bool gt_lower_same_layout(const gt_layout *a, const gt_layout *b);
const gt_layout *gt_lower_scalar(gt_lower *lw, gt_type type);
/* a..b with constant bounds, not empty. */
bool gt_lower_range(gt_lower *lw, const gt_syn *syn, gt_type *type);
/* A process type by name; `what` says what needs one. */
gt_proc *gt_lower_proc(gt_lower *lw, const gt_syn *name, const char *what);
/* ---- lower_enum.c ---- */
/* An enum from the names with that role; an inline one (name "") with the same list as another is the same.
 */
gt_enum *gt_lower_enum(gt_lower *lw, const char *name, const gt_syn *syn, gt_field field);
/* The value of that name of an enum, or NULL. */
const gt_member *gt_lower_member(gt_lower *lw, const gt_enum *en, const char *name);

/* The classes of a process type. */
void gt_lower_classes(gt_lower *lw, gt_home *home, const gt_syn *syn);

#endif

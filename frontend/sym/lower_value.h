/* Variables and values that may be no scalars. NULL (or false) after an error was reported. */
#ifndef GT_FRONTEND_SYM_LOWER_VALUE_H
#define GT_FRONTEND_SYM_LOWER_VALUE_H

#include "frontend/sym/lower.h"

/* A variable or a part of one: x, j.v, a[i], m.kind, q[0].from. */
typedef struct {
    const char *name; /* for messages */
    gt_pos pos;
    gt_symbol *symbol;
    const gt_layout *layout;
    gt_var *const *vars; /* as many as the layout says */
    const gt_expr *proc; /* whose; NULL: shared, or not yet said */
    uint32_t nindices;
    const gt_expr **indices; /* so far: of the first dimensions of each of the variables */
    bool in_queue;           /* what a queue holds is changed by send and receive */
} gt_place;

/* A scalar variable, or an element of one. */
typedef struct {
    const gt_expr *proc; /* whose; NULL: shared */
    const gt_var *var;
    const gt_expr *index; /* INDICES of an array, else NULL */
} gt_lvalue;
typedef GT_VEC(gt_lvalue) gt_lvalues;

/* ---- lower_place.c ---- */
/* What is written to. */
bool gt_lower_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_place *place);
/* A scalar that is read; reports what is none. */
const gt_expr *gt_lower_read(gt_lower *lw, const gt_env *env, const gt_syn *syn);
/* A variable, or a part of a value, that is read and is no scalar. */
bool gt_lower_read_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_value *value);
/* Whether it is the name of a variable (a part of one) and not of anything else. */
bool gt_lower_is_place(gt_lower *lw, const gt_env *env, const gt_syn *syn);
/* The scalar itself; `copy`: what the place is made of is used elsewhere, too. */
gt_lvalue gt_lower_one_part(gt_lower *lw, const gt_place *place, const gt_var *var, bool copy);
/* Its scalars, one by one. */
void gt_lower_parts(gt_lower *lw, const gt_place *place, gt_lvalues *out);
/* The element with that index. */
gt_place gt_lower_element(gt_lower *lw, const gt_place *place, const gt_expr *index);
/* How many elements a queue has. */
gt_lvalue gt_lower_length(gt_lower *lw, const gt_place *queue);
const gt_expr *gt_lower_part(gt_lower *lw, gt_pos pos, const gt_lvalue *part);
bool gt_lower_place_value(gt_lower *lw, const gt_place *place, gt_value *value);

/* ---- lower_layout.c ---- */
/* What an expression is made of, if it is no scalar, else NULL. Reports nothing. */
const gt_layout *gt_lower_layout_of(gt_lower *lw, const gt_env *env, const gt_syn *syn);
bool gt_lower_is_scalar(const gt_layout *layout);

/* ---- lower_value.c ---- */
/* A value made as `layout` says. */
bool gt_lower_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout,
                    gt_value *value);
/* Whether it is a use of a macro, and that use. */
bool gt_lower_names_macro(gt_lower *lw, const gt_env *env, const gt_syn *syn);
bool gt_lower_expand_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout,
                           gt_value *value);
/* Both sides are, part by part, the same. */
const gt_expr *gt_lower_equal(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *layout);
/* The first value of a type: what an empty place of a queue holds. */
const gt_expr *gt_lower_first(gt_lower *lw, gt_pos pos, gt_type type);
/* Whether each of its scalars may have any value. */
bool gt_lower_choosable(const gt_layout *layout);
/* Reports what cannot be used as a whole. */
bool gt_lower_too_large(gt_lower *lw, gt_pos pos, const gt_layout *layout);

/* ---- lower_queue.c: queues and sets ---- */
typedef enum {
    GT_CALL_NONE,
    GT_CALL_SEND,
    GT_CALL_RECEIVE,
    GT_CALL_HEAD,
    GT_CALL_EMPTY,
    GT_CALL_FULL,
    GT_CALL_LEN,
    GT_CALL_CARD
} gt_call;
/* What a call does that is none of a macro. */
gt_call gt_lower_call_kind(gt_lower *lw, const gt_env *env, const gt_syn *call);
/* Its queue; reports that it is none. */
bool gt_lower_call_queue(gt_lower *lw, const gt_env *env, const gt_syn *call, uint32_t narguments, bool write,
                         gt_place *queue);
/* empty, full, len, card */
const gt_expr *gt_lower_call_number(gt_lower *lw, const gt_env *env, const gt_syn *call, gt_call kind);
/* head; also reports that receive cannot stand here. */
bool gt_lower_head(gt_lower *lw, const gt_env *env, const gt_syn *call, gt_value *value);
/* x is one of the values of an integer type; NULL: always. */
const gt_expr *gt_lower_within(gt_lower *lw, gt_pos pos, const gt_expr *x, gt_type type);
/* x in s */
const gt_expr *gt_lower_in_set(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_layout *set);

#endif

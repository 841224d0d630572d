/* Help for the last error, a name that nobody declared. */
#ifndef GT_FRONTEND_SYM_LOWER_SUGGEST_H
#define GT_FRONTEND_SYM_LOWER_SUGGEST_H

#include "frontend/sym/lower.h"

void gt_lower_suggest_name(gt_lower *lw, const gt_env *env, const char *word);
void gt_lower_suggest_macro(gt_lower *lw, const gt_env *env, const char *word);
void gt_lower_suggest_type(gt_lower *lw, const char *word, bool processes_only);
void gt_lower_suggest_constant(gt_lower *lw, const char *word);
void gt_lower_suggest_local(gt_lower *lw, const gt_proc *proc, const char *word);
void gt_lower_suggest_field(gt_lower *lw, const gt_record *record, const char *word);
void gt_lower_suggest_value(gt_lower *lw, const gt_enum *en, const char *word);

#endif

/* What is printed where a variable hides it would mean that variable: a macro from outside of a process
 * brings names into it that local variables hide; an arrow goes to a location that a variable hides; and XML
 * knows no hiding at all. So a program in which a variable shares its name is printed twice. The draft finds
 * what is hidden where it is printed: a hidden shared variable gets a macro of its own, `define x_2 = x;`,
 * which the front end expands to the same again; where that is not possible, and where a value of an enum is
 * hidden, the variable that hides it gets another name. */
#include "ir/print/print.h"

void gt_print_uncover_value(gt_printer *p, const char *value)
{
    for (const gt_var *v; p->draft && (v = gt_namer_hider(p->names, p->inside, value));)
        gt_namer_rename(p->names, v);
}

void gt_print_uncover_var(gt_printer *p, const gt_var *shared, bool assigned)
{
    if (!p->draft)
        return;
    const gt_var *v = gt_namer_hider(p->names, p->inside, gt_namer_of(p->names, shared, shared->name));
    if (!v || !v->owner)
        return;
    if (shared->ndims || assigned)
        gt_namer_rename(p->names, v);
    else if (!gt_namer_alias(p->names, shared))
        gt_namer_make_alias(p->names, shared);
}

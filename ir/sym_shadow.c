/* A macro from outside of a process brings names into it that local variables of the process hide. Printed in
 * place, such a name would mean the local variable. A hidden shared variable gets a macro of its own, `define
 * x_2 = x;`, which the front end expands to the same again; where that is not possible the local variable is
 * renamed. */
#include "ir/print.h"

#include "ir/ptrmap.h"

#include <string.h>

typedef struct {
    gt_printer *p;
    const gt_proc *proc;
    gt_ptrmap seen;
} search;

/* The local variable of the process that has this name, or NULL. */
static const gt_var *hiding(const search *s, const char *name)
{
    for (uint32_t i = 0; i < s->proc->nvars; i++) {
        const gt_var *local = s->proc->vars[i];
        if (gt_namer_hidden(s->p->names, local) &&
            !strcmp(gt_namer_of(s->p->names, local, local->name), name))
            return local;
    }
    return NULL;
}

static void meet(search *s, const gt_expr *e)
{
    gt_namer *names = s->p->names;
    if (e->kind == GT_EXPR_VAR) {
        const char *name = gt_namer_of(names, e->u.var, e->u.var->name);
        const gt_var *local = hiding(s, name);
        if (local && e->u.var->ndims)
            gt_namer_rename(names, local);
        else if (local && !gt_namer_alias(names, e->u.var))
            gt_str_addf(s->p->out, "define %s = %s;\n", gt_namer_make_alias(names, e->u.var), name);
    } else if (e->kind == GT_EXPR_CONST && e->type.kind == GT_TYPE_ENUM) {
        const gt_var *local = hiding(s, e->type.en->values[e->u.value]);
        if (local && e->type.en != (s->proc->loc ? s->proc->loc->type.en : NULL))
            gt_namer_rename(names, local);
    }
}

static void walk(search *s, const gt_expr *e)
{
    if (!e)
        return;
    uint64_t *seen = gt_ptrmap_at(&s->seen, e);
    if (*seen)
        return;
    *seen = 1;
    meet(s, e);
    for (uint32_t i = 0; i < e->nkids; i++)
        walk(s, e->kids[i]);
}

static void walk_rule(search *s, const gt_rule *rule)
{
    walk(s, rule->guard);
    walk(s, rule->rate);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        walk(s, rule->choices[i]->where);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        walk(s, rule->branches[b].prob);
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
            const gt_update *u = &rule->branches[b].updates[i];
            walk(s, u->cond);
            walk(s, u->proc);
            walk(s, u->index);
            walk(s, u->value);
        }
    }
}

void gt_print_aliases(gt_printer *p, const gt_sym *sym, const gt_rules_by_owner *by)
{
    for (uint32_t k = 0; k < sym->nprocs; k++) {
        search s = {.p = p, .proc = sym->procs[k]};
        gt_ptrmap_init(&s.seen);
        for (uint32_t v = 0; v < s.proc->nvars; v++)
            for (uint32_t i = 0; i < s.proc->vars[v]->ninits; i++) {
                const gt_init *init = &s.proc->vars[v]->inits[i];
                walk(&s, init->choice ? init->choice->where : init->expr);
            }
        for (uint32_t i = by->first[k]; i < by->first[k + 1]; i++)
            walk_rule(&s, by->rules[i]);
        gt_ptrmap_fini(&s.seen);
    }
}

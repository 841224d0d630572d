#include "ir/xml_write.h"

#include <inttypes.h>

static void write_ids(gt_xml_out *x, const gt_pop *pop)
{
    gt_xml_open(x, "idvars");
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        gt_xml_open(x, "idvar");
        gt_xml_attr_int(x, "shared", pop->idvars[i].var->index);
        gt_xml_expr_in(x, "start", pop->idvars[i].start);
        gt_xml_close(x, "idvar");
    }
    gt_xml_close(x, "idvars");
}

/* values="0 1 2". */
static void attr_list(gt_xml_out *x, const char *name, const int32_t *values, uint32_t n)
{
    if (x->counting)
        return;
    gt_str_addf(x->out, " %s=\"", name);
    for (uint32_t i = 0; i < n; i++)
        gt_str_addf(x->out, i ? " %" PRId32 : "%" PRId32, values[i]);
    gt_str_add(x->out, "\"");
}

static void write_locals(gt_xml_out *x, const gt_locals *locals)
{
    gt_xml_open(x, "locals");
    gt_xml_attr_int(x, "process", locals->proc->index);
    if (!x->counting)
        gt_str_addf(x->out, " declared=\"%.17g\"", locals->declared);
    gt_xml_attr_int(x, "first-idvar", locals->first_idvar);
    gt_xml_attr_int(x, "idvars", locals->nidvars);
    gt_xml_expr_in(x, "start", locals->start);
    for (uint32_t i = 0; i < locals->nstates; i++) {
        gt_xml_open(x, "state");
        attr_list(x, "values", locals->values + (size_t)i * locals->nvars, locals->nvars);
        gt_xml_close(x, "state");
    }
    gt_xml_close(x, "locals");
}

static void write_begin(gt_xml_out *x, const gt_pop_init *init)
{
    static const char *const kinds[] = {"value", "choice", "none", "same", "any"};
    gt_xml_open(x, "begin");
    gt_xml_attr(x, "kind", kinds[init->kind]);
    if (init->kind == GT_START_CHOICE) {
        gt_xml_attr_int(x, "lo", init->lo);
        gt_xml_attr_int(x, "hi", init->hi);
    }
    if (init->kind == GT_START_SAME)
        gt_xml_attr_int(x, "idvar", init->idvar);
    if (init->kind == GT_START_VALUE)
        gt_xml_expr_in(x, "to", init->value);
    gt_xml_expr_in(x, "where", init->where);
    gt_xml_close(x, "begin");
}

static void write_update(gt_xml_out *x, const gt_pop_update *u)
{
    gt_xml_open(x, "change");
    gt_xml_attr_var(x, u->var);
    if (u->role >= 0)
        gt_xml_attr_int(x, "role", u->role);
    if (u->idvar >= 0)
        gt_xml_attr_int(x, "idvar", u->idvar);
    if (u->each)
        gt_xml_attr_binder(x, "each", u->each);
    gt_xml_attr_pos(x, u->pos);
    gt_xml_expr_in(x, "cond", u->cond);
    gt_xml_expr_in(x, "to", u->value);
    gt_xml_close(x, "change");
}

static void write_point(gt_xml_out *x, const gt_idassign *a)
{
    static const char *const kinds[] = {"none", "role", "class"};
    gt_xml_open(x, "point");
    gt_xml_attr_int(x, "idvar", a->idvar);
    gt_xml_attr(x, "to", kinds[a->to]);
    gt_xml_attr_int(x, "target", a->to == GT_POINT_NONE ? 0 : a->target);
    gt_xml_close(x, "point");
}

static void write_branch(gt_xml_out *x, const gt_pop_branch *branch)
{
    gt_xml_open(x, "branch");
    gt_xml_attr_pos(x, branch->pos);
    gt_xml_expr_in(x, "probability", branch->prob);
    for (uint32_t i = 0; i < branch->nupdates; i++)
        write_update(x, &branch->updates[i]);
    for (uint32_t i = 0; i < branch->nassigns; i++)
        write_point(x, &branch->assigns[i]);
    gt_xml_close(x, "branch");
}

static void write_rule(gt_xml_out *x, const gt_pop *pop, const gt_pop_rule *rule)
{
    gt_xml_open(x, "transition");
    gt_xml_attr_int(x, "rule", rule->origin->index);
    attr_list(x, "alias", rule->alias, pop->nidvars);
    for (uint32_t i = 0; i < rule->nroles; i++) {
        const gt_role *role = &rule->roles[i];
        gt_xml_open(x, "role");
        gt_xml_attr(x, "name", role->name);
        gt_xml_attr_int(x, "process", role->proc->index);
        if (role->kind == GT_ROLE_CLASS)
            gt_xml_attr_int(x, "class", role->idvar);
        gt_xml_close(x, "role");
    }
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        gt_xml_open(x, "choice");
        gt_xml_attr_binder(x, "binder", rule->choices[i]);
        gt_xml_close(x, "choice");
    }
    gt_xml_expr_in(x, "guard", rule->guard);
    gt_xml_expr_in(x, "weight", rule->weight);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        write_branch(x, &rule->branches[i]);
    gt_xml_close(x, "transition");
}

uint32_t gt_xml_prop_number(const gt_sym *sym, const gt_prop *prop)
{
    for (uint32_t i = 0; i < sym->nprops; i++)
        if (sym->props[i] == prop)
            return i;
    gt_ice("property %s is not one of the program", prop->name);
}

static void write_body(gt_xml_out *x, const void *ir)
{
    const gt_pop *pop = ir;
    write_ids(x, pop);
    for (uint32_t i = 0; i < pop->sym->nprocs; i++)
        write_locals(x, &pop->locals[i]);
    for (uint32_t i = 0; i < pop->sym->nshared; i++)
        write_begin(x, &pop->init[i]);
    for (uint32_t i = 0; i < pop->nrules; i++)
        write_rule(x, pop, &pop->rules[i]);
    for (uint32_t i = 0; i < pop->nfair; i++)
        gt_xml_expr_in(x, "fair", pop->fair[i]);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        gt_xml_expr_in(x, "earned", pop->rewards[i]);
    for (uint32_t i = 0; i < pop->nprops; i++) {
        gt_xml_open(x, "checked");
        gt_xml_attr_int(x, "property", gt_xml_prop_number(pop->sym, pop->props[i].origin));
        if (pop->props[i].formula)
            gt_xml_expr(x, pop->props[i].formula);
        gt_xml_close(x, "checked");
    }
}

void gt_xml_write_pop(gt_str *out, const gt_pop *pop)
{
    gt_xml_out x;
    gt_xml_out_init(&x, pop->sym, out);
    gt_xml_open(&x, "population");
    gt_xml_attr(&x, "version", "1");
    gt_xml_inside(&x);
    gt_xml_write_sym(out, pop->sym);
    gt_xml_with_tables(&x, write_body, pop);
    gt_xml_close(&x, "population");
    gt_xml_out_fini(&x);
}

void gt_pop_write_xml(const gt_pop *pop, gt_str *out)
{
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_write_pop(out, pop);
}

#include "ir/xml_write.h"

static void write_enums(gt_xml_out *x, const gt_sym *sym)
{
    gt_xml_open(x, "enums");
    for (uint32_t i = 0; i < sym->nenums; i++) {
        const gt_enum *en = sym->enums[i];
        gt_xml_open(x, "enum");
        gt_xml_attr(x, "name", en->name);
        gt_xml_attr_pos(x, en->pos);
        for (uint32_t v = 0; v < en->nvalues; v++) {
            gt_xml_open(x, "value");
            gt_xml_attr(x, "name", en->values[v]);
            gt_xml_close(x, "value");
        }
        gt_xml_close(x, "enum");
    }
    gt_xml_close(x, "enums");
}

/* Name, type and dimensions; the caller closes the element. */
static void open_var(gt_xml_out *x, const char *element, const gt_var *var)
{
    gt_xml_open(x, element);
    gt_xml_attr(x, "name", var->name);
    gt_xml_attr_type(x, var->type);
    gt_xml_attr_pos(x, var->pos);
}

static void write_dims(gt_xml_out *x, const gt_var *var)
{
    for (uint32_t i = 0; i < var->ndims; i++) {
        gt_xml_open(x, "dim");
        gt_xml_attr_int(x, "lo", var->dims[i].lo);
        gt_xml_attr_int(x, "hi", var->dims[i].hi);
        if (var->dims[i].en)
            gt_xml_attr_enum(x, var->dims[i].en);
        gt_xml_close(x, "dim");
    }
}

static void write_var(gt_xml_out *x, const gt_var *var)
{
    open_var(x, "variable", var);
    gt_xml_attr_flag(x, "location", var->is_loc);
    gt_xml_attr_flag(x, "ghost", var->is_ghost);
    gt_xml_attr_flag(x, "error", var->is_error);
    if (var->origin) {
        gt_xml_attr_int(x, "array", (int64_t)*gt_ptrmap_at(&x->numbers, var->origin));
        gt_xml_attr_int(x, "element", var->element);
    }
    write_dims(x, var);
    for (uint32_t i = 0; i < var->ninits; i++) {
        gt_xml_open(x, "init");
        if (var->inits[i].choice)
            gt_xml_attr_binder(x, "choice", var->inits[i].choice);
        else
            gt_xml_expr(x, var->inits[i].expr);
        gt_xml_close(x, "init");
    }
    gt_xml_close(x, "variable");
}

/* An array that has become scalars, unless it is the one before it: elements stand together. */
static uint32_t write_array(gt_xml_out *x, const gt_var *element, const gt_var *before, uint32_t number)
{
    const gt_var *array = element->origin;
    if (!array || (before && before->origin == array))
        return number;
    *gt_ptrmap_at(&x->numbers, array) = number;
    open_var(x, "array", array);
    if (array->owner)
        gt_xml_attr_int(x, "owner", array->owner->index);
    write_dims(x, array);
    gt_xml_close(x, "array");
    return number + 1;
}

static void write_arrays(gt_xml_out *x, const gt_sym *sym)
{
    uint32_t number = 0;
    gt_xml_open(x, "arrays");
    for (uint32_t i = 0; i < sym->nshared; i++)
        number = write_array(x, sym->shared[i], i ? sym->shared[i - 1] : NULL, number);
    for (uint32_t k = 0; k < sym->nprocs; k++)
        for (uint32_t i = 0; i < sym->procs[k]->nvars; i++)
            number = write_array(x, sym->procs[k]->vars[i], i ? sym->procs[k]->vars[i - 1] : NULL, number);
    gt_xml_close(x, "arrays");
}

/* ---- rules ---- */

static void write_update(gt_xml_out *x, const gt_update *u)
{
    gt_xml_open(x, "update");
    gt_xml_attr_var(x, u->var);
    if (u->each)
        gt_xml_attr_binder(x, "each", u->each);
    gt_xml_attr_pos(x, u->pos);
    gt_xml_expr_in(x, "cond", u->cond);
    gt_xml_expr_in(x, "of", u->proc);
    gt_xml_expr_in(x, "index", u->index);
    gt_xml_expr_in(x, "to", u->value);
    gt_xml_close(x, "update");
}

static void write_binders(gt_xml_out *x, const char *element, const gt_binder **binders, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        gt_xml_open(x, element);
        gt_xml_attr_binder(x, "binder", binders[i]);
        gt_xml_close(x, element);
    }
}

static void write_rule(gt_xml_out *x, const gt_rule *rule)
{
    gt_xml_open(x, "rule");
    gt_xml_attr(x, "name", rule->name);
    gt_xml_attr(x, "label", rule->label);
    if (rule->owner)
        gt_xml_attr_int(x, "owner", rule->owner->index);
    gt_xml_attr_pos(x, rule->pos);
    write_binders(x, "partner", rule->partners, rule->npartners);
    write_binders(x, "choice", rule->choices, rule->nchoices);
    gt_xml_expr_in(x, "guard", rule->guard);
    gt_xml_expr_in(x, "rate", rule->rate);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        gt_xml_open(x, "branch");
        gt_xml_attr_pos(x, rule->branches[b].pos);
        gt_xml_expr_in(x, "probability", rule->branches[b].prob);
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++)
            write_update(x, &rule->branches[b].updates[i]);
        gt_xml_close(x, "branch");
    }
    gt_xml_close(x, "rule");
}

/* ---- properties ---- */

static void write_prop(gt_xml_out *x, const gt_prop *prop)
{
    static const char *const kinds[] = {"invariant", "ctl", "ltl", "pctl", "deadlock", "noerror"};
    gt_xml_open(x, "property");
    gt_xml_attr(x, "name", prop->name);
    gt_xml_attr(x, "kind", kinds[prop->kind]);
    gt_xml_attr_flag(x, "exists", prop->prefix_exists);
    gt_xml_attr_pos(x, prop->pos);
    write_binders(x, "prefix", prop->prefix, prop->nprefix);
    gt_xml_expr_in(x, "formula", prop->formula);
    gt_xml_close(x, "property");
}

static void write_reward(gt_xml_out *x, const gt_reward *reward)
{
    gt_xml_open(x, "reward");
    gt_xml_attr(x, "name", reward->name);
    gt_xml_attr_pos(x, reward->pos);
    for (uint32_t i = 0; i < reward->nrules; i++) {
        gt_xml_open(x, "on");
        gt_xml_attr(x, "rule", reward->rules[i]);
        gt_xml_close(x, "on");
    }
    gt_xml_expr_in(x, "earned", reward->expr);
    gt_xml_close(x, "reward");
}

static void write_fair(gt_xml_out *x, const gt_fair *fair)
{
    gt_xml_open(x, "fairness");
    gt_xml_attr(x, "name", fair->name);
    gt_xml_attr_pos(x, fair->pos);
    gt_xml_expr(x, fair->expr);
    gt_xml_close(x, "fairness");
}

static void write_process(gt_xml_out *x, const gt_proc *proc)
{
    gt_xml_open(x, "process");
    gt_xml_attr(x, "name", proc->name);
    gt_xml_attr_int(x, "n", proc->n);
    gt_xml_attr_pos(x, proc->pos);
    for (uint32_t i = 0; i < proc->nvars; i++)
        write_var(x, proc->vars[i]);
    gt_xml_close(x, "process");
}

static void write_body(gt_xml_out *x, const void *ir)
{
    const gt_sym *sym = ir;
    gt_xml_open(x, "shared");
    for (uint32_t i = 0; i < sym->nshared; i++)
        write_var(x, sym->shared[i]);
    gt_xml_close(x, "shared");
    gt_xml_open(x, "processes");
    for (uint32_t i = 0; i < sym->nprocs; i++)
        write_process(x, sym->procs[i]);
    gt_xml_close(x, "processes");
    gt_xml_open(x, "rules");
    for (uint32_t i = 0; i < sym->nrules; i++)
        write_rule(x, sym->rules[i]);
    gt_xml_close(x, "rules");
    gt_xml_open(x, "properties");
    for (uint32_t i = 0; i < sym->nfair; i++)
        write_fair(x, sym->fair[i]);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        write_reward(x, sym->rewards[i]);
    for (uint32_t i = 0; i < sym->nprops; i++)
        write_prop(x, sym->props[i]);
    gt_xml_close(x, "properties");
}

void gt_xml_write_sym(gt_str *out, const gt_sym *sym)
{
    static const char *const kinds[] = {"plain", "mdp", "dtmc", "ctmc"};
    gt_xml_out x;
    gt_xml_out_init(&x, sym, out);
    gt_xml_open(&x, "symmetric");
    gt_xml_attr(&x, "version", "1");
    gt_xml_attr(&x, "name", sym->name);
    gt_xml_attr(&x, "file", sym->file);
    gt_xml_attr(&x, "model", kinds[sym->kind]);
    write_enums(&x, sym);
    write_arrays(&x, sym);
    gt_xml_with_tables(&x, write_body, sym);
    gt_xml_close(&x, "symmetric");
    gt_xml_out_fini(&x);
}

void gt_sym_write_xml(const gt_sym *sym, gt_str *out)
{
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_write_sym(out, sym);
}

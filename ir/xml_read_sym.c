#include "ir/xml_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ELEMENTS = 1 << 20 }; /* of an array */

/* ---- declarations, without initial values ---- */

static gt_enum *read_enum(gt_xml_in *in, const xmlNode *node)
{
    gt_enum *en = GT_NEW(in->arena, gt_enum);
    en->name = gt_xml_attr_text(in, node, "name");
    en->pos = gt_xml_attr_at(node);
    en->values = GT_NEW_ARRAY(in->arena, const char *, gt_xml_count(node, "value"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        en->values[en->nvalues++] = gt_xml_attr_text(in, n, "name");
    if (en->nvalues == 0)
        gt_xml_error(in, node, "an enum has at least one value");
    gt_xml_mark(in, en, node);
    return en;
}

static void read_enums(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->enums = GT_NEW_ARRAY(in->arena, gt_enum *, gt_xml_count(list, "enum"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n))
        sym->enums[sym->nenums++] = read_enum(in, n);
}

static void read_dims(gt_xml_in *in, const xmlNode *node, gt_var *var)
{
    gt_dim *dims = GT_NEW_ARRAY(in->arena, gt_dim, gt_xml_count(node, "dim"));
    int64_t len = 1;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "dim"))
            continue;
        int64_t lo, hi;
        uint32_t en;
        if (!gt_xml_attr_long(in, n, "lo", INT32_MIN, INT32_MAX, &lo) ||
            !gt_xml_attr_long(in, n, "hi", INT32_MIN, INT32_MAX, &hi))
            return;
        gt_dim *dim = &dims[var->ndims++];
        *dim = (gt_dim){.lo = (int32_t)lo, .hi = (int32_t)hi};
        if (gt_xml_attr_get(n, "enum") && gt_xml_attr_index(in, n, "enum", in->sym->nenums, "enum", &en))
            dim->en = in->sym->enums[en];
        len = hi < lo ? MAX_ELEMENTS + 1 : len * (hi - lo + 1);
        if (len > MAX_ELEMENTS) {
            gt_xml_error(in, n, "an array has between 1 and %d elements", MAX_ELEMENTS);
            return;
        }
    }
    var->dims = dims;
    var->len = (uint32_t)len;
}

static gt_var *read_var(gt_xml_in *in, const xmlNode *node, const gt_proc *owner, uint32_t index)
{
    gt_var *var = GT_NEW(in->arena, gt_var);
    var->name = gt_xml_attr_text(in, node, "name");
    var->pos = gt_xml_attr_at(node);
    var->owner = owner;
    var->index = index;
    var->len = 1;
    var->is_loc = gt_xml_attr_true(node, "location");
    var->is_ghost = gt_xml_attr_true(node, "ghost");
    var->is_error = gt_xml_attr_true(node, "error");
    gt_xml_attr_type_of(in, node, &var->type);
    read_dims(in, node, var);
    gt_xml_mark(in, var, node);
    return var;
}

/* Process types, so that types can refer to them; then their variables. */
static void read_processes(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->procs = GT_NEW_ARRAY(in->arena, gt_proc *, gt_xml_count(list, "process"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_proc *proc = GT_NEW(in->arena, gt_proc);
        int64_t size;
        gt_xml_attr_long(in, n, "n", 1, INT32_MAX, &size);
        proc->name = gt_xml_attr_text(in, n, "name");
        proc->pos = gt_xml_attr_at(n);
        proc->n = (int32_t)size;
        proc->index = sym->nprocs;
        gt_xml_mark(in, proc, n);
        sym->procs[sym->nprocs++] = proc;
    }
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        gt_proc *proc = sym->procs[i++];
        proc->vars = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(n, "variable"));
        for (const xmlNode *v = gt_xml_first(n); v; v = gt_xml_next(v)) {
            gt_var *var = read_var(in, v, proc, proc->nvars);
            if (var->is_loc && proc->loc)
                gt_xml_error(in, v, "%s has two location variables", proc->name);
            proc->loc = var->is_loc ? var : proc->loc;
            proc->vars[proc->nvars++] = var;
        }
    }
}

static void read_shared(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->shared = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(list, "variable"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        sym->shared[sym->nshared] = read_var(in, n, NULL, sym->nshared);
        sym->nshared++;
    }
}

/* ---- arrays that elements come from ---- */

typedef struct {
    gt_var **v;
    uint32_t n;
} arrays;

static arrays read_arrays(gt_xml_in *in, const xmlNode *list)
{
    arrays a = {.v = GT_NEW_ARRAY(in->arena, gt_var *, gt_xml_count(list, "array"))};
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        const gt_proc *owner = gt_xml_attr_get(n, "owner") ? gt_xml_attr_process(in, n, "owner") : NULL;
        a.v[a.n] = read_var(in, n, owner, 0);
        a.n++;
    }
    return a;
}

static void read_origin(gt_xml_in *in, const xmlNode *node, gt_var *var, arrays a)
{
    uint32_t index;
    if (!gt_xml_attr_get(node, "array") || !gt_xml_attr_index(in, node, "array", a.n, "array", &index))
        return;
    if (gt_xml_attr_index(in, node, "element", a.v[index]->len, "element", &var->element))
        var->origin = a.v[index];
}

/* ---- initial values ---- */

static void read_inits(gt_xml_in *in, const xmlNode *node, gt_var *var)
{
    gt_init *inits = GT_NEW_ARRAY(in->arena, gt_init, gt_xml_count(node, "init"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "init"))
            continue;
        gt_init *init = &inits[var->ninits++];
        const xmlNode *inside = gt_xml_first(n);
        if (gt_xml_attr_get(n, "choice"))
            init->choice = gt_xml_attr_bound(in, n, "choice");
        else if (inside)
            init->expr = gt_xml_read_expr(in, inside);
        if (!init->choice && !init->expr && !in->failed)
            gt_xml_error(in, n, "<init> is empty");
    }
    if (var->ninits != 1 && var->ninits != var->len)
        gt_xml_error(in, node, "%s needs one initial value, or one for each element", var->name);
    var->inits = inits;
}

static void read_values(gt_xml_in *in, const xmlNode *list, gt_var **vars, arrays a)
{
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        read_origin(in, n, vars[i], a);
        read_inits(in, n, vars[i++]);
    }
}

/* ---- rules ---- */

static const gt_binder **read_binders(gt_xml_in *in, const xmlNode *node, const char *name, uint32_t *n)
{
    const gt_binder **binders = GT_NEW_ARRAY(in->arena, const gt_binder *, gt_xml_count(node, name));
    *n = 0;
    for (const xmlNode *k = gt_xml_first(node); k; k = gt_xml_next(k))
        if (gt_xml_is(k, name))
            binders[(*n)++] = gt_xml_attr_bound(in, k, "binder");
    return binders;
}

static void read_update(gt_xml_in *in, const xmlNode *node, gt_update *u)
{
    u->pos = gt_xml_attr_at(node);
    u->var = gt_xml_attr_variable(in, node);
    if (gt_xml_attr_get(node, "each"))
        u->each = gt_xml_attr_bound(in, node, "each");
    u->cond = gt_xml_read_in(in, node, "cond");
    u->proc = gt_xml_read_in(in, node, "of");
    u->index = gt_xml_read_in(in, node, "index");
    u->value = gt_xml_read_in(in, node, "to");
    if (!u->value && !in->failed)
        gt_xml_error(in, node, "an update without a value");
    gt_xml_mark(in, u, node);
}

static void read_branch(gt_xml_in *in, const xmlNode *node, gt_branch *branch)
{
    gt_update *updates = GT_NEW_ARRAY(in->arena, gt_update, gt_xml_count(node, "update"));
    branch->pos = gt_xml_attr_at(node);
    branch->prob = gt_xml_read_in(in, node, "probability");
    branch->updates = updates;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "update"))
            read_update(in, n, &updates[branch->nupdates++]);
}

static gt_rule *read_rule(gt_xml_in *in, const xmlNode *node, uint32_t index)
{
    gt_rule *rule = GT_NEW(in->arena, gt_rule);
    gt_branch *branches = GT_NEW_ARRAY(in->arena, gt_branch, gt_xml_count(node, "branch"));
    rule->name = gt_xml_attr_text(in, node, "name");
    rule->label = gt_xml_attr_text(in, node, "label");
    rule->pos = gt_xml_attr_at(node);
    rule->index = index;
    if (gt_xml_attr_get(node, "owner"))
        rule->owner = gt_xml_attr_process(in, node, "owner");
    rule->partners = read_binders(in, node, "partner", &rule->npartners);
    rule->choices = read_binders(in, node, "choice", &rule->nchoices);
    rule->guard = gt_xml_read_in(in, node, "guard");
    if (!rule->guard && !in->failed)
        gt_xml_error(in, node, "a rule without a guard");
    rule->rate = gt_xml_read_in(in, node, "rate");
    rule->branches = branches;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "branch"))
            read_branch(in, n, &branches[rule->nbranches++]);
    gt_xml_mark(in, rule, node);
    return rule;
}

/* ---- properties ---- */

static gt_prop *read_prop(gt_xml_in *in, const xmlNode *node)
{
    static const char *const kinds[] = {"invariant", "ctl", "ltl", "pctl", "deadlock", "noerror"};
    gt_prop *prop = GT_NEW(in->arena, gt_prop);
    size_t kind;
    gt_xml_attr_word(in, node, "kind", kinds, 6, &kind);
    prop->kind = (gt_prop_kind)kind;
    prop->name = gt_xml_attr_text(in, node, "name");
    prop->pos = gt_xml_attr_at(node);
    prop->prefix_exists = gt_xml_attr_true(node, "exists");
    prop->prefix = read_binders(in, node, "prefix", &prop->nprefix);
    prop->formula = gt_xml_read_in(in, node, "formula");
    gt_xml_mark(in, prop, node);
    return prop;
}

static gt_reward *read_reward(gt_xml_in *in, const xmlNode *node)
{
    gt_reward *reward = GT_NEW(in->arena, gt_reward);
    reward->name = gt_xml_attr_text(in, node, "name");
    reward->pos = gt_xml_attr_at(node);
    reward->rules = GT_NEW_ARRAY(in->arena, const char *, gt_xml_count(node, "on"));
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "on"))
            reward->rules[reward->nrules++] = gt_xml_attr_text(in, n, "rule");
    reward->expr = gt_xml_read_in(in, node, "earned");
    if (!reward->expr && !in->failed)
        gt_xml_error(in, node, "a reward without a value");
    gt_xml_mark(in, reward, node);
    return reward;
}

static gt_fair *read_fair(gt_xml_in *in, const xmlNode *node)
{
    gt_fair *fair = GT_NEW(in->arena, gt_fair);
    const xmlNode *inside = gt_xml_first(node);
    fair->name = gt_xml_attr_text(in, node, "name");
    fair->pos = gt_xml_attr_at(node);
    if (inside)
        fair->expr = gt_xml_read_expr(in, inside);
    if (!fair->expr && !in->failed)
        gt_xml_error(in, node, "a fairness constraint without a condition");
    gt_xml_mark(in, fair, node);
    return fair;
}

static void read_properties(gt_xml_in *in, const xmlNode *list)
{
    gt_sym *sym = in->sym;
    sym->fair = GT_NEW_ARRAY(in->arena, gt_fair *, gt_xml_count(list, "fairness"));
    sym->rewards = GT_NEW_ARRAY(in->arena, gt_reward *, gt_xml_count(list, "reward"));
    sym->props = GT_NEW_ARRAY(in->arena, gt_prop *, gt_xml_count(list, "property"));
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "fairness"))
            sym->fair[sym->nfair++] = read_fair(in, n);
        else if (gt_xml_is(n, "reward"))
            sym->rewards[sym->nrewards++] = read_reward(in, n);
        else
            sym->props[sym->nprops++] = read_prop(in, n);
    }
}

/* ---- names ---- */

typedef struct {
    const char *name;
    const void *object;
} named;

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Two things of one kind must not have one name; the empty name is none. */
static void check_unique(gt_xml_in *in, named *list, size_t n, const char *what)
{
    qsort(list, n, sizeof *list, compare_named);
    for (size_t i = 1; i < n; i++)
        if (list[i].name[0] && !strcmp(list[i - 1].name, list[i].name))
            gt_xml_check_report(in, list[i].object,
                                gt_arena_printf(in->arena, "there are two %s %s", what, list[i].name));
}

static void check_vars(gt_xml_in *in, gt_var *const *vars, uint32_t n)
{
    named *list = gt_xmalloc(n + (size_t)1, sizeof *list);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (named){vars[i]->name, vars[i]};
    check_unique(in, list, n, "variables");
    free(list);
}

static void check_names(gt_xml_in *in)
{
    const gt_sym *sym = in->sym;
    size_t most = sym->nprocs + (size_t)sym->nenums + sym->nprops + 1;
    for (uint32_t i = 0; i < sym->nenums; i++)
        most = sym->enums[i]->nvalues > most ? sym->enums[i]->nvalues : most;
    named *list = gt_xmalloc(most, sizeof *list);
    check_vars(in, sym->shared, sym->nshared);
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        check_vars(in, sym->procs[i]->vars, sym->procs[i]->nvars);
        list[i] = (named){sym->procs[i]->name, sym->procs[i]};
    }
    check_unique(in, list, sym->nprocs, "process types");
    for (uint32_t i = 0; i < sym->nenums; i++) {
        for (uint32_t v = 0; v < sym->enums[i]->nvalues; v++)
            list[v] = (named){sym->enums[i]->values[v], sym->enums[i]};
        check_unique(in, list, sym->enums[i]->nvalues, "enum values");
    }
    for (uint32_t i = 0; i < sym->nenums; i++)
        list[i] = (named){sym->enums[i]->name, sym->enums[i]};
    check_unique(in, list, sym->nenums, "enums");
    for (uint32_t i = 0; i < sym->nprops; i++)
        list[i] = (named){sym->props[i]->name, sym->props[i]};
    check_unique(in, list, sym->nprops, "properties");
    free(list);
}

/* ---- the program ---- */

static void read_parts(gt_xml_in *in, const xmlNode *node)
{
    gt_sym *sym = in->sym;
    const xmlNode *shared = gt_xml_child(node, "shared"), *processes = gt_xml_child(node, "processes");
    const xmlNode *rules = gt_xml_child(node, "rules");
    read_enums(in, gt_xml_child(node, "enums"));
    read_processes(in, processes);
    read_shared(in, shared);
    arrays a = read_arrays(in, gt_xml_child(node, "arrays"));
    if (in->failed)
        return;
    gt_xml_read_tables(in, node);
    read_values(in, shared, sym->shared, a);
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(processes); n; n = gt_xml_next(n))
        read_values(in, n, sym->procs[i++]->vars, a);
    sym->rules = GT_NEW_ARRAY(in->arena, gt_rule *, gt_xml_count(rules, "rule"));
    for (const xmlNode *n = gt_xml_first(rules); n; n = gt_xml_next(n)) {
        sym->rules[sym->nrules] = read_rule(in, n, sym->nrules);
        sym->nrules++;
    }
    read_properties(in, gt_xml_child(node, "properties"));
}

bool gt_xml_read_sym(gt_xml_in *in, const xmlNode *node)
{
    static const char *const kinds[] = {"plain", "mdp", "dtmc", "ctmc"};
    size_t kind;
    gt_sym *sym = GT_NEW(in->arena, gt_sym);
    in->sym = sym;
    in->strict = true;
    gt_xml_attr_word(in, node, "model", kinds, 4, &kind);
    sym->kind = (gt_model_kind)kind;
    sym->name = gt_xml_attr_text(in, node, "name");
    sym->file = gt_xml_attr_text(in, node, "file");
    read_parts(in, node);
    if (!in->failed)
        check_names(in);
    if (!in->failed) {
        gt_check check = {.report = gt_xml_check_report, .data = in};
        gt_check_sym(&check, sym);
    }
    if (!in->failed && in->outermost)
        gt_xml_check_rules(in);
    in->strict = false;
    return !in->failed;
}

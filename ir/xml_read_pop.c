#include "ir/xml_read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Exactly n numbers, in the arena. */
static const int32_t *read_list(gt_xml_in *in, const xmlNode *node, const char *name, uint32_t n)
{
    int32_t *values = GT_NEW_ARRAY(in->arena, int32_t, n);
    const char *text = gt_xml_attr_get(node, name);
    uint32_t i = 0;
    for (const char *at = text ? text : ""; *at; i++) {
        char *end;
        errno = 0;
        long long value = strtoll(at, &end, 10);
        if (end == at || errno || value < INT32_MIN || value > INT32_MAX || i >= n)
            break;
        values[i] = (int32_t)value;
        at = *end == ' ' ? end + 1 : end;
        if (!*at) {
            i++;
            break;
        }
    }
    if (i != n)
        gt_xml_error(in, node, "%s needs %" PRIu32 " numbers", name, n);
    return values;
}

/* ---- local states and id variables ---- */

static void read_idvars(gt_xml_in *in, const xmlNode *list)
{
    gt_idvar *idvars = GT_NEW_ARRAY(in->arena, gt_idvar, gt_xml_count(list, "idvar"));
    in->pop->idvars = idvars;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n)) {
        const gt_var *var = gt_xml_attr_variable(in, n);
        if (!var)
            return;
        if (var->type.kind != GT_TYPE_ID) {
            gt_xml_error(in, n, "%s is not an id variable", var->name);
            return;
        }
        gt_idvar *id = &idvars[in->pop->nidvars++];
        *id = (gt_idvar){.var = var, .proc = var->type.proc, .optional = var->type.optional};
        gt_xml_mark(in, id, n);
    }
}

/* What the id variables' and local states' expressions may mention must be known before they are read. */
static void read_starts(gt_xml_in *in, const xmlNode *list, gt_idvar *idvars)
{
    uint32_t i = 0;
    for (const xmlNode *n = gt_xml_first(list); n; n = gt_xml_next(n))
        idvars[i++].start = gt_xml_read_in(in, n, "start");
}

static void read_locals(gt_xml_in *in, const xmlNode *node, gt_locals *locals)
{
    uint32_t nstates = gt_xml_count(node, "state");
    locals->proc = gt_xml_attr_process(in, node, "process");
    if (!locals->proc)
        return;
    locals->nvars = locals->proc->nvars;
    const char *declared = gt_xml_attr_get(node, "declared");
    locals->declared = declared ? strtod(declared, NULL) : 0;
    gt_xml_attr_index(in, node, "first-idvar", (uint64_t)in->pop->nidvars + 1, "id variable",
                      &locals->first_idvar);
    gt_xml_attr_index(in, node, "idvars", (uint64_t)in->pop->nidvars + 1, "id variable", &locals->nidvars);
    locals->start = gt_xml_read_in(in, node, "start");
    if ((uint64_t)nstates * (locals->nvars + 1) > INT32_MAX) {
        gt_xml_error(in, node, "too many local states");
        return;
    }
    int32_t *values = GT_NEW_ARRAY(in->arena, int32_t, (size_t)nstates * locals->nvars);
    locals->values = values;
    gt_xml_mark(in, locals, node);
    for (const xmlNode *n = gt_xml_first(node); n && !in->failed; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "state"))
            continue;
        const int32_t *row = read_list(in, n, "values", locals->nvars);
        for (uint32_t v = 0; v < locals->nvars; v++)
            values[(size_t)locals->nstates * locals->nvars + v] = row[v];
        locals->nstates++;
    }
}

static void read_begin(gt_xml_in *in, const xmlNode *node, gt_pop_init *init)
{
    static const char *const kinds[] = {"value", "choice", "none", "same", "any"};
    size_t kind;
    int64_t lo = 0, hi = 0;
    if (!gt_xml_attr_word(in, node, "kind", kinds, 5, &kind))
        return;
    init->kind = (gt_start_kind)kind;
    if (init->kind == GT_START_CHOICE) {
        gt_xml_attr_long(in, node, "lo", INT32_MIN, INT32_MAX, &lo);
        gt_xml_attr_long(in, node, "hi", INT32_MIN, INT32_MAX, &hi);
        init->lo = (int32_t)lo;
        init->hi = (int32_t)hi;
    }
    if (init->kind == GT_START_SAME)
        gt_xml_attr_index(in, node, "idvar", in->pop->nidvars, "id variable", &init->idvar);
    init->value = gt_xml_read_in(in, node, "to");
    init->where = gt_xml_read_in(in, node, "where");
    gt_xml_mark(in, init, node);
}

/* One per process type and one per shared variable. */
static void read_beginning(gt_xml_in *in, const xmlNode *node)
{
    gt_pop *pop = in->pop;
    uint32_t nlocals = 0, ninits = 0;
    gt_pop_init *inits = GT_NEW_ARRAY(in->arena, gt_pop_init, pop->sym->nshared);
    pop->locals = GT_NEW_ARRAY(in->arena, gt_locals, pop->sym->nprocs);
    pop->init = inits;
    if (gt_xml_count(node, "locals") != pop->sym->nprocs ||
        gt_xml_count(node, "begin") != pop->sym->nshared) {
        gt_xml_error(in, node,
                     "there must be <locals> for each process type and <begin> for each shared variable");
        return;
    }
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "locals"))
            read_locals(in, n, &pop->locals[nlocals++]);
        else if (gt_xml_is(n, "begin"))
            read_begin(in, n, &inits[ninits++]);
    }
}

/* ---- rules ---- */

static void read_role(gt_xml_in *in, const xmlNode *node, gt_role *role)
{
    role->name = gt_xml_attr_text(in, node, "name");
    role->proc = gt_xml_attr_process(in, node, "process");
    if (!gt_xml_attr_get(node, "class"))
        return;
    role->kind = GT_ROLE_CLASS;
    gt_xml_attr_index(in, node, "class", in->pop->nidvars, "id variable", &role->idvar);
}

static void read_change(gt_xml_in *in, const xmlNode *node, gt_pop_update *u)
{
    uint32_t who;
    u->pos = gt_xml_attr_at(node);
    u->var = gt_xml_attr_variable(in, node);
    u->role = u->idvar = -1;
    if (gt_xml_attr_get(node, "role") && gt_xml_attr_index(in, node, "role", INT32_MAX, "role", &who))
        u->role = (int32_t)who;
    if (gt_xml_attr_get(node, "idvar") &&
        gt_xml_attr_index(in, node, "idvar", in->pop->nidvars, "id variable", &who))
        u->idvar = (int32_t)who;
    if (gt_xml_attr_get(node, "each"))
        u->each = gt_xml_attr_bound(in, node, "each");
    u->cond = gt_xml_read_in(in, node, "cond");
    u->value = gt_xml_read_in(in, node, "to");
    if (!u->value && !in->failed)
        gt_xml_error(in, node, "a change without a value");
    gt_xml_mark(in, u, node);
}

static void read_point(gt_xml_in *in, const xmlNode *node, gt_idassign *a)
{
    static const char *const kinds[] = {"none", "role", "class"};
    size_t kind;
    gt_xml_attr_word(in, node, "to", kinds, 3, &kind);
    a->to = (gt_point_kind)kind;
    gt_xml_attr_index(in, node, "idvar", in->pop->nidvars, "id variable", &a->idvar);
    gt_xml_attr_index(in, node, "target", UINT32_MAX, "target", &a->target);
    gt_xml_mark(in, a, node);
}

static void read_branch(gt_xml_in *in, const xmlNode *node, gt_pop_branch *branch)
{
    gt_pop_update *updates = GT_NEW_ARRAY(in->arena, gt_pop_update, gt_xml_count(node, "change"));
    gt_idassign *assigns = GT_NEW_ARRAY(in->arena, gt_idassign, gt_xml_count(node, "point"));
    branch->pos = gt_xml_attr_at(node);
    branch->prob = gt_xml_read_in(in, node, "probability");
    branch->updates = updates;
    branch->assigns = assigns;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "change"))
            read_change(in, n, &updates[branch->nupdates++]);
        else if (gt_xml_is(n, "point"))
            read_point(in, n, &assigns[branch->nassigns++]);
    }
    gt_xml_mark(in, branch, node);
}

static void read_transition(gt_xml_in *in, const xmlNode *node, gt_pop_rule *rule)
{
    uint32_t origin;
    gt_role *roles = GT_NEW_ARRAY(in->arena, gt_role, gt_xml_count(node, "role"));
    gt_pop_branch *branches = GT_NEW_ARRAY(in->arena, gt_pop_branch, gt_xml_count(node, "branch"));
    rule->choices = GT_NEW_ARRAY(in->arena, const gt_binder *, gt_xml_count(node, "choice"));
    if (gt_xml_attr_index(in, node, "rule", in->sym->nrules, "rule", &origin))
        rule->origin = in->sym->rules[origin];
    rule->roles = roles;
    rule->branches = branches;
    rule->alias = read_list(in, node, "alias", in->pop->nidvars);
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "role"))
            read_role(in, n, &roles[rule->nroles++]);
        else if (gt_xml_is(n, "choice"))
            rule->choices[rule->nchoices++] = gt_xml_attr_bound(in, n, "binder");
        else if (gt_xml_is(n, "branch"))
            read_branch(in, n, &branches[rule->nbranches++]);
    }
    rule->guard = gt_xml_read_in(in, node, "guard");
    if (!rule->guard && !in->failed)
        gt_xml_error(in, node, "a transition without a guard");
    rule->weight = gt_xml_read_in(in, node, "weight");
    gt_xml_mark(in, rule, node);
}

static void read_rules(gt_xml_in *in, const xmlNode *node)
{
    gt_pop_rule *rules = GT_NEW_ARRAY(in->arena, gt_pop_rule, gt_xml_count(node, "transition"));
    in->pop->rules = rules;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        if (gt_xml_is(n, "transition"))
            read_transition(in, n, &rules[in->pop->nrules++]);
}

/* ---- results ---- */

const gt_expr **gt_xml_read_list(gt_xml_in *in, const xmlNode *node, const char *name, uint32_t *n)
{
    const gt_expr **list = GT_NEW_ARRAY(in->arena, const gt_expr *, gt_xml_count(node, name));
    *n = 0;
    for (const xmlNode *k = gt_xml_first(node); k; k = gt_xml_next(k)) {
        if (!gt_xml_is(k, name))
            continue;
        const xmlNode *inside = gt_xml_first(k);
        if (!inside)
            gt_xml_error(in, k, "<%s> is empty", name);
        list[(*n)++] = inside ? gt_xml_read_expr(in, inside) : NULL;
    }
    return list;
}

const gt_prop *gt_xml_read_checked(gt_xml_in *in, const xmlNode *node, const gt_expr **formula)
{
    uint32_t origin;
    const xmlNode *inside = gt_xml_first(node);
    *formula = inside ? gt_xml_read_expr(in, inside) : NULL;
    return gt_xml_attr_index(in, node, "property", in->sym->nprops, "property", &origin)
               ? in->sym->props[origin]
               : NULL;
}

static void read_results(gt_xml_in *in, const xmlNode *node)
{
    gt_pop *pop = in->pop;
    gt_pop_prop *props = GT_NEW_ARRAY(in->arena, gt_pop_prop, gt_xml_count(node, "checked"));
    pop->props = props;
    pop->fair = gt_xml_read_list(in, node, "fair", &pop->nfair);
    pop->rewards = gt_xml_read_list(in, node, "earned", &pop->nrewards);
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (!gt_xml_is(n, "checked"))
            continue;
        gt_pop_prop *prop = &props[pop->nprops++];
        prop->origin = gt_xml_read_checked(in, n, &prop->formula);
        gt_xml_mark(in, prop, n);
    }
}

bool gt_xml_read_pop(gt_xml_in *in, const xmlNode *node)
{
    const xmlNode *sym = gt_xml_child(node, "symmetric");
    if (!sym)
        gt_xml_error(in, node, "there is no <symmetric> program in it");
    if (!sym || !gt_xml_read_sym(in, sym))
        return false;
    gt_pop *pop = GT_NEW(in->arena, gt_pop);
    in->pop = pop;
    pop->sym = in->sym;
    const xmlNode *idvars = gt_xml_child(node, "idvars");
    gt_xml_read_tables(in, node);
    read_idvars(in, idvars);
    if (in->failed)
        return false;
    gt_idvar *ids = gt_arena_copy(in->arena, pop->idvars, pop->nidvars, sizeof *ids);
    read_starts(in, idvars, ids);
    pop->idvars = ids;
    read_beginning(in, node);
    if (!in->failed)
        read_rules(in, node);
    if (!in->failed)
        read_results(in, node);
    if (!in->failed) {
        gt_check check = {.report = gt_xml_check_report, .data = in, .foreign = true};
        gt_check_pop(&check, pop);
    }
    return !in->failed;
}

#include "ir/print/print.h"

#include <inttypes.h>
#include <string.h>

/* ---- local states ---- */

int64_t gt_locals_find(const gt_locals *locals, const int32_t *values)
{
    uint32_t lo = 0, hi = locals->nstates, n = locals->nvars;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        const int32_t *row = locals->values + (size_t)middle * n;
        uint32_t i = 0;
        while (i < n && row[i] == values[i])
            i++;
        if (i == n)
            return middle;
        if (row[i] < values[i])
            lo = middle + 1;
        else
            hi = middle;
    }
    return -1;
}

void gt_print_value_of(const gt_var *var, int32_t value, gt_str *out)
{
    if (var->type.kind == GT_TYPE_ENUM)
        gt_str_add(out, var->type.en->values[value]);
    else if (var->type.kind == GT_TYPE_BOOL)
        gt_str_add(out, value ? "true" : "false");
    else
        gt_str_addf(out, "%" PRId32, value);
}

void gt_locals_name(const gt_locals *locals, uint32_t state, gt_str *out)
{
    const gt_proc *proc = locals->proc;
    const int32_t *values = locals->values + (size_t)state * locals->nvars;
    if (proc->loc)
        gt_print_value_of(proc->loc, values[proc->loc->index], out);
    bool first = !proc->loc;
    for (uint32_t i = 0; i < locals->nvars; i++) {
        if (proc->vars[i] == proc->loc)
            continue;
        gt_str_add(out, first ? "" : ",");
        gt_print_value_of(proc->vars[i], values[i], out);
        first = false;
    }
    if (locals->nvars == 0)
        gt_str_add(out, "-");
}

/* ---- rules ---- */

static const char *idvar_name(const gt_printer *p, uint32_t idvar)
{
    return p->pop->idvars[idvar].var->name;
}

static void print_roles(gt_printer *p, const gt_pop_rule *rule)
{
    for (uint32_t i = 0; i < rule->nroles; i++) {
        const gt_role *role = &rule->roles[i];
        gt_str_begin(p->out);
        gt_str_add(p->out, "role ");
        gt_print_role(p, i);
        if (role->kind == GT_ROLE_CLASS)
            gt_str_addf(p->out, " : %s, the one %s names\n", role->proc->name, idvar_name(p, role->idvar));
        else
            gt_str_addf(p->out, " : %s, untracked\n", role->proc->name);
    }
}

/* One thing the rule takes for granted of id variables, after those before it. */
static bool print_fact(gt_printer *p, bool first, const char *idvar, const char *is, const char *what)
{
    if (first)
        gt_str_begin(p->out);
    gt_str_addf(p->out, "%s%s %s %s", first ? "if " : ", ", idvar, is, what);
    return false;
}

/* The partition of the id variables that the rule needs: equal ones, none, and firsts that differ from
 * earlier ones. Nothing of those it leaves open. */
static void print_alias(gt_printer *p, const gt_pop_rule *rule)
{
    const gt_pop *pop = p->pop;
    bool first = true;
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        int32_t alias = rule->alias[i];
        const char *name = idvar_name(p, i);
        if (alias == GT_ALIAS_NONE)
            first = print_fact(p, first, name, "==", "none");
        else if (alias >= 0 && alias != (int32_t)i)
            first = print_fact(p, first, name, "==", idvar_name(p, (uint32_t)alias));
        if (alias != (int32_t)i)
            continue;
        if (pop->idvars[i].optional)
            first = print_fact(p, first, name, "!=", "none");
        for (uint32_t k = 0; k < i; k++)
            if (rule->alias[k] == (int32_t)k && pop->idvars[k].proc == pop->idvars[i].proc)
                first = print_fact(p, first, name, "!=", idvar_name(p, k));
    }
    gt_str_add(p->out, first ? "" : "\n");
}

static void print_clause(gt_printer *p, const char *word, const gt_expr *e)
{
    if (!e || (gt_expr_is_true(e) && !strcmp(word, "when")))
        return;
    gt_print_lets(p, e);
    gt_str_begin(p->out);
    gt_str_addf(p->out, "%s ", word);
    gt_print_expr(p, e, GT_PREC_ANY);
    gt_str_add(p->out, "\n");
}

static void print_choices(gt_printer *p, const gt_pop_rule *rule)
{
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_namer_bind(p->names, rule->choices[i]);
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        const gt_binder *choice = rule->choices[i];
        gt_str_begin(p->out);
        gt_str_addf(p->out, "choose %s : ", gt_namer_bound(p->names, choice));
        gt_print_type(p, choice->type);
        if (choice->where) {
            gt_str_add(p->out, " where ");
            gt_print_expr(p, choice->where, GT_PREC_ANY);
        }
        gt_str_add(p->out, "\n");
    }
}

static void print_update(gt_printer *p, const gt_pop_update *u)
{
    const char *each = u->each ? gt_namer_bind(p->names, u->each) : NULL;
    if (u->cond)
        gt_print_lets(p, u->cond);
    gt_print_lets(p, u->value);
    gt_str_begin(p->out);
    if (each)
        gt_str_addf(p->out, "for all untracked %s : %s ", each, u->each->type.proc->name);
    if (u->cond) {
        gt_str_add(p->out, "if (");
        gt_print_expr(p, u->cond, GT_PREC_ANY);
        gt_str_add(p->out, ") ");
    }
    if (u->role >= 0) {
        gt_print_role(p, (uint32_t)u->role);
        gt_str_add(p->out, ".");
    }
    if (u->idvar >= 0)
        gt_str_addf(p->out, "%s.", idvar_name(p, (uint32_t)u->idvar));
    if (each)
        gt_str_addf(p->out, "%s.", each);
    gt_str_addf(p->out, "%s := ", u->var->name);
    gt_print_expr(p, u->value, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
    if (each)
        gt_namer_unbind(p->names);
}

static void print_idassign(gt_printer *p, const gt_idassign *a)
{
    gt_str_begin(p->out);
    gt_str_addf(p->out, "%s := ", idvar_name(p, a->idvar));
    switch (a->to) {
    case GT_POINT_NONE: gt_str_add(p->out, "none"); break;
    case GT_POINT_ROLE: gt_print_role(p, a->target); break;
    case GT_POINT_CLASS: gt_str_add(p->out, idvar_name(p, a->target)); break;
    }
    gt_str_add(p->out, ";\n");
}

static void print_branch(gt_printer *p, const gt_pop_branch *branch)
{
    gt_str_begin(p->out);
    if (branch->prob) {
        gt_str_add(p->out, "with probability ");
        gt_print_expr(p, branch->prob, GT_PREC_ANY);
        gt_str_add(p->out, " ");
    }
    gt_str_add(p->out, "do {\n");
    p->out->indent++;
    for (uint32_t i = 0; i < branch->nupdates; i++)
        print_update(p, &branch->updates[i]);
    for (uint32_t i = 0; i < branch->nassigns; i++)
        print_idassign(p, &branch->assigns[i]);
    p->out->indent--;
    gt_str_line(p->out, "}");
}

static void print_rule(gt_printer *p, const gt_pop_rule *rule)
{
    p->rule = rule;
    gt_str_line(p->out, "rule \"%s\"", rule->origin->label);
    p->out->indent++;
    print_roles(p, rule);
    print_alias(p, rule);
    print_choices(p, rule);
    print_clause(p, "when", rule->guard);
    print_clause(p, "weight", rule->weight);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        print_branch(p, &rule->branches[i]);
    p->out->indent--;
    for (uint32_t i = 0; i < rule->nchoices; i++)
        gt_namer_unbind(p->names);
    p->rule = NULL;
}

/* ---- the program ---- */

static void print_start(gt_printer *p, const gt_pop_init *init)
{
    switch (init->kind) {
    case GT_START_VALUE:
        gt_str_add(p->out, " = ");
        gt_print_expr(p, init->value, GT_PREC_ANY);
        break;
    case GT_START_CHOICE: gt_str_addf(p->out, " = any %" PRId32 "..%" PRId32, init->lo, init->hi); break;
    case GT_START_NONE: gt_str_add(p->out, " = none"); break;
    case GT_START_SAME: gt_str_addf(p->out, " = %s", idvar_name(p, init->idvar)); break;
    case GT_START_ANY: gt_str_add(p->out, " = any"); break;
    }
    if (init->where) {
        gt_str_add(p->out, " where ");
        gt_print_expr(p, init->where, GT_PREC_ANY);
    }
}

/* " start <condition>": the local states a process can begin in, as self. */
static void print_begin(gt_printer *p, const gt_expr *start)
{
    if (gt_expr_is_true(start))
        return;
    gt_str_add(p->out, " start ");
    gt_print_expr(p, start, GT_PREC_ANY);
}

static void print_variables(gt_printer *p)
{
    const gt_sym *sym = p->pop->sym;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        bool id = var->type.kind == GT_TYPE_ID;
        gt_str_addf(p->out, "%s %s : ", id ? (var->is_ghost ? "ghost" : "tracked") : "shared", var->name);
        gt_print_type(p, var->type);
        print_start(p, &p->pop->init[i]);
        for (uint32_t k = 0; k < p->pop->nidvars; k++)
            if (p->pop->idvars[k].var == var)
                print_begin(p, p->pop->idvars[k].start);
        gt_str_add(p->out, "\n");
    }
}

static void print_locals(gt_printer *p, const gt_locals *locals)
{
    gt_str_addf(p->out, "process %s[%" PRId32 "]: %" PRIu32 " of %.0f local states", locals->proc->name,
                locals->proc->n, locals->nstates, locals->declared);
    print_begin(p, locals->start);
    gt_str_add(p->out, "\n");
    p->out->indent++;
    for (uint32_t i = 0; i < locals->nstates; i++) {
        gt_str_begin(p->out);
        gt_str_addf(p->out, "%" PRIu32 ": ", i);
        gt_locals_name(locals, i, p->out);
        gt_str_add(p->out, "\n");
    }
    p->out->indent--;
}

static void scan(gt_lets *lets, const gt_expr *e)
{
    if (e)
        gt_lets_scan(lets, e);
}

static void scan_rule(gt_lets *lets, const gt_pop_rule *rule)
{
    scan(lets, rule->guard);
    scan(lets, rule->weight);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
            scan(lets, rule->branches[b].updates[i].cond);
            scan(lets, rule->branches[b].updates[i].value);
        }
    }
}

static void print_named(gt_printer *p, const char *word, const char *name, const gt_expr *e)
{
    gt_print_lets(p, e);
    gt_str_addf(p->out, "%s%s%s: ", word, name && name[0] ? " " : "", name ? name : "");
    gt_print_expr(p, e, GT_PREC_ANY);
    gt_str_add(p->out, "\n");
}

void gt_pop_print(const gt_pop *pop, gt_str *out)
{
    gt_lets lets;
    gt_lets_init(&lets);
    scan(&lets, pop->initially);
    for (uint32_t i = 0; i < pop->nrules; i++)
        scan_rule(&lets, &pop->rules[i]);
    for (uint32_t i = 0; i < pop->nprops; i++)
        scan(&lets, pop->props[i].formula);
    gt_printer p = {.out = out, .names = gt_namer_new(pop->sym), .pop = pop, .lets = &lets};
    gt_str_line(out, "population program %s", pop->sym->name);
    print_variables(&p);
    for (uint32_t i = 0; i < pop->sym->nprocs; i++)
        print_locals(&p, &pop->locals[i]);
    if (pop->initially)
        print_named(&p, "initially", NULL, pop->initially);
    for (uint32_t i = 0; i < pop->nrules; i++)
        print_rule(&p, &pop->rules[i]);
    for (uint32_t i = 0; i < pop->nfair; i++)
        print_named(&p, "fairness", pop->sym->fair[i]->name, pop->fair[i]);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        print_named(&p, "reward", pop->sym->rewards[i]->name, pop->rewards[i]);
    for (uint32_t i = 0; i < pop->nprops; i++) {
        bool deadlock = pop->props[i].origin->kind == GT_PROP_DEADLOCK;
        if (pop->props[i].formula)
            print_named(&p, deadlock ? "end" : "property", deadlock ? "" : pop->props[i].origin->name,
                        pop->props[i].formula);
        if (deadlock)
            gt_str_line(out, "property %s: no deadlock", pop->props[i].origin->name);
    }
    gt_namer_free(p.names);
    gt_lets_fini(&lets);
}

/* The symmetric program as .sym text. What the front end flattened is written back in the simplest form that
 * is flattened to the same: one `if` per conditional update, one `forall` per broadcast update, one statement
 * each. */
#include "ir/print/print.h"

#include "ir/print/sym_rule.h"
#include "runtime/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- types and initial values ---- */

/* The type of `var` with its dimensions. */
static void print_var_type(gt_printer *p, const gt_var *var)
{
    for (uint32_t i = 0; i < var->ndims; i++) {
        const gt_dim *dim = &var->dims[i];
        gt_type index = dim->en ? gt_type_enum(dim->en) : gt_type_int(dim->lo, dim->hi);
        gt_str_add(p->out, "[");
        gt_print_type(p, index);
        gt_str_add(p->out, "] of ");
    }
    gt_print_type(p, var->type);
}

/* `any`, `any P`, `any j : P where c`: what a variable of type `target` is given. */
static void print_choice(gt_printer *p, const gt_binder *choice, gt_type target)
{
    gt_type type = choice->type;
    bool whole = gt_type_same(type, target) && type.lo == target.lo && type.hi == target.hi;
    gt_str_add(p->out, "any");
    if (whole && !choice->where)
        return;
    gt_str_add(p->out, " ");
    if (choice->where)
        gt_str_addf(p->out, "%s : ", gt_namer_bind(p->names, choice));
    gt_print_type(p, type);
    if (choice->where) {
        gt_str_add(p->out, " where ");
        gt_print_expr(p, choice->where, GT_PREC_ANY);
        gt_namer_unbind(p->names);
    }
}

static void print_init(gt_printer *p, const gt_init *init, gt_type target)
{
    if (init->choice)
        print_choice(p, init->choice, target);
    else
        gt_print_expr(p, init->expr, GT_PREC_ANY);
}

/* The initial values of the sub-array of dimensions `dim`.. that begins at element `at`; returns the next
 * element. */
static uint32_t print_init_list(gt_printer *p, const gt_var *var, uint32_t dim, uint32_t at)
{
    if (dim == var->ndims) {
        print_init(p, &var->inits[at], var->type);
        return at + 1;
    }
    gt_str_add(p->out, "{");
    for (int64_t i = var->dims[dim].lo; i <= var->dims[dim].hi; i++) {
        gt_str_add(p->out, i > var->dims[dim].lo ? ", " : "");
        at = print_init_list(p, var, dim + 1, at);
    }
    gt_str_add(p->out, "}");
    return at;
}

static void print_inits(gt_printer *p, const gt_var *var)
{
    gt_str_add(p->out, " = ");
    if (var->ninits == 1)
        print_init(p, &var->inits[0], var->type);
    else
        print_init_list(p, var, 0, 0);
}

/* ---- declarations ---- */

static void print_var(gt_printer *p, const char *keyword, const gt_var *var)
{
    gt_str_begin(p->out);
    gt_str_addf(p->out, "%s %s : ", keyword, gt_namer_of(p->names, var, var->name));
    print_var_type(p, var);
    print_inits(p, var);
    gt_str_add(p->out, ";\n");
}

static void print_states(gt_printer *p, const gt_var *loc)
{
    const gt_enum *en = loc->type.en;
    gt_str_begin(p->out);
    for (uint32_t i = 0; i < en->nvalues; i++)
        gt_str_addf(p->out, "%s%s", i ? ", " : "states ", en->values[i]);
    int64_t first;
    if (loc->inits[0].choice || !gt_expr_is_const(loc->inits[0].expr, &first) || first != 0)
        print_inits(p, loc);
    gt_str_add(p->out, ";\n");
}

static void print_classes(gt_printer *p, const gt_var *var)
{
    gt_str_begin(p->out);
    for (uint32_t k = 0; k < var->type.en->nvalues; k++)
        gt_str_addf(p->out, "%s%s[%" PRId32 "]", k ? ", " : "classes ", var->type.en->values[k],
                    var->class_sizes[k]);
    gt_str_add(p->out, ";\n");
}

/* Inline enums are written where they are used: those with the same values are one type. */
static void print_enums(gt_printer *p, const gt_sym *sym)
{
    gt_ptrmap locations = {0};
    for (uint32_t i = 0; i < sym->nprocs; i++)
        for (uint32_t v = 0; v < sym->procs[i]->nvars; v++)
            if (sym->procs[i]->vars[v]->is_loc || sym->procs[i]->vars[v]->class_sizes)
                *gt_ptrmap_at(&locations, sym->procs[i]->vars[v]->type.en) = 1;
    for (uint32_t i = 0; i < sym->nenums; i++) {
        const gt_enum *en = sym->enums[i];
        uint64_t is_locations;
        if (!en->name[0] || gt_ptrmap_get(&locations, en, &is_locations))
            continue;
        gt_str_addf(p->out, "enum %s {", gt_namer_of(p->names, en, en->name));
        for (uint32_t v = 0; v < en->nvalues; v++)
            gt_str_addf(p->out, "%s%s", v ? ", " : " ", en->values[v]);
        gt_str_add(p->out, " };\n");
    }
    gt_ptrmap_fini(&locations);
}

/* ---- rules ---- */

static void print_target(gt_printer *p, const gt_update *u)
{
    if (!u->proc)
        gt_print_uncover_var(p, u->var, true);
    const char *name = gt_namer_of(p->names, u->var, u->var->name);
    if (u->proc && (u->proc->kind != GT_EXPR_SELF || gt_namer_hidden(p->names, u->var))) {
        gt_print_expr(p, u->proc, GT_PREC_PRIMARY);
        gt_str_add(p->out, ".");
    }
    gt_str_add(p->out, name);
    if (u->index)
        gt_print_expr(p, u->index, GT_PREC_ANY);
}

static void print_update(gt_printer *p, const gt_rule *rule, const gt_update *u)
{
    gt_str_begin(p->out);
    if (u->each) {
        gt_str_addf(p->out, "forall %s : ", gt_namer_bind(p->names, u->each));
        gt_print_type(p, u->each->type);
    }
    if (u->cond) {
        gt_str_add(p->out, u->each ? " where " : "if (");
        gt_print_expr(p, u->cond, GT_PREC_ANY);
        gt_str_add(p->out, u->each ? "" : ") ");
    }
    gt_str_add(p->out, u->each ? " do " : "");
    print_target(p, u);
    gt_str_add(p->out, " := ");
    const gt_binder *choice = u->spread ? u->spread : gt_rule_update_choice(rule, u);
    if (choice)
        print_choice(p, choice, u->var->type);
    else
        gt_print_expr(p, u->value, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
    if (u->each)
        gt_namer_unbind(p->names);
}

/* The updates of a branch, without the one that an edge stands for. */
static void print_block(gt_printer *p, const gt_rule *rule, const gt_branch *branch, bool edge)
{
    gt_str_add(p->out, "{\n");
    p->out->indent++;
    for (uint32_t i = edge; i < branch->nupdates; i++)
        print_update(p, rule, &branch->updates[i]);
    p->out->indent--;
    gt_str_begin(p->out);
    gt_str_add(p->out, "}");
}

static void print_branches(gt_printer *p, const gt_rule *rule, bool edge)
{
    if (rule->nbranches == 1 && !rule->branches[0].prob) {
        if (rule->branches[0].nupdates == edge) {
            gt_str_add(p->out, ";\n");
            return;
        }
        gt_str_add(p->out, " do ");
        print_block(p, rule, &rule->branches[0], edge);
        gt_str_add(p->out, "\n");
        return;
    }
    gt_str_add(p->out, " do {\n");
    p->out->indent++;
    for (uint32_t i = 0; i < rule->nbranches; i++) {
        gt_str_begin(p->out);
        gt_str_add(p->out, i ? "| " : "");
        gt_print_expr(p, rule->branches[i].prob, GT_PREC_ANY);
        gt_str_add(p->out, ": ");
        print_block(p, rule, &rule->branches[i], edge);
        gt_str_add(p->out, "\n");
    }
    p->out->indent--;
    gt_str_line(p->out, "}");
}

/* The guard; for an edge without its first conjunct, and one clause for each of the others, as the front end
 * joins them. */
static void print_guard(gt_printer *p, const gt_rule *rule, bool edge)
{
    const gt_expr *guard = rule->guard;
    if (!edge) {
        gt_str_add(p->out, gt_expr_is_true(guard) ? "" : " when ");
        if (!gt_expr_is_true(guard))
            gt_print_expr(p, guard, GT_PREC_ANY);
        return;
    }
    for (uint32_t i = 1; guard->kind == GT_EXPR_AND && i < guard->nkids; i++) {
        gt_str_add(p->out, " when ");
        gt_print_expr(p, guard->kids[i], GT_PREC_ANY);
    }
}

/* Whether the choice is no right side, and not one of those that a broadcast stands for. */
static bool is_loose(const gt_rule *rule, const gt_binder *choice)
{
    bool spread = false;
    for (uint32_t b = 0; b < rule->nbranches; b++)
        for (uint32_t u = 0; u < rule->branches[b].nupdates; u++)
            spread = spread || rule->branches[b].updates[u].spread;
    return !spread && !gt_rule_choice_update(rule, choice);
}

/* What has no form in the language (choices used twice; only passes make such) is written so that it does not
 * parse. */
static void print_loose_choices(gt_printer *p, const gt_rule *rule)
{
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        if (!is_loose(rule, rule->choices[i]))
            continue;
        gt_str_addf(p->out, " choose %s : ", gt_namer_bound(p->names, rule->choices[i]));
        gt_print_type(p, rule->choices[i]->type);
        if (rule->choices[i]->where) {
            gt_str_add(p->out, " where ");
            gt_print_expr(p, rule->choices[i]->where, GT_PREC_ANY);
        }
    }
}

/* Opens the scopes of what its guard and updates may mention; returns how many. */
static uint32_t bind_choices(gt_printer *p, const gt_rule *rule)
{
    uint32_t loose = 0;
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        if (!is_loose(rule, rule->choices[i]))
            continue;
        gt_namer_bind(p->names, rule->choices[i]);
        loose++;
    }
    return loose;
}

static void print_rule(gt_printer *p, const gt_rule *rule)
{
    bool named = rule->name[0];
    bool edge = rule->from && (!named || gt_namer_hider(p->names, rule->owner, rule->to));
    gt_str_begin(p->out);
    if (edge && named)
        gt_str_addf(p->out, "rule %s : ", rule->name);
    if (edge)
        gt_str_addf(p->out, "%s -> %s", rule->from, rule->to);
    else
        gt_str_addf(p->out, "rule%s%s", named ? " " : "", rule->name);
    for (uint32_t i = 0; i < rule->npartners; i++) {
        gt_str_addf(p->out, "%s%s : ", i ? ", " : " with ", gt_namer_bind(p->names, rule->partners[i]));
        gt_print_type(p, rule->partners[i]->type);
    }
    uint32_t loose = bind_choices(p, rule);
    print_loose_choices(p, rule);
    print_guard(p, rule, edge);
    if (rule->rate) {
        gt_str_add(p->out, " rate ");
        gt_print_expr(p, rule->rate, GT_PREC_ANY);
    }
    print_branches(p, rule, edge);
    for (uint32_t i = 0; i < rule->npartners + loose; i++)
        gt_namer_unbind(p->names);
}

/* ---- properties ---- */

/* The prefix and the formula. */
static void print_formula(gt_printer *p, const gt_prop *prop)
{
    p->temporal = prop->kind != GT_PROP_INVARIANT && prop->kind != GT_PROP_NOERROR;
    for (uint32_t i = 0; i < prop->nprefix; i++) {
        const char *name = gt_namer_bind(p->names, prop->prefix[i]);
        gt_str_addf(p->out, "%s%s : ", i ? ", " : prop->prefix_exists ? "exists " : "forall ", name);
        gt_print_type(p, prop->prefix[i]->type);
    }
    gt_str_add(p->out, prop->nprefix ? " . " : "");
    gt_print_expr(p, prop->formula, GT_PREC_ANY);
    p->temporal = false;
    for (uint32_t i = 0; i < prop->nprefix; i++)
        gt_namer_unbind(p->names);
}

static void print_condition(gt_printer *p, const char *word, const gt_expr *e)
{
    gt_str_addf(p->out, "%s ", word);
    gt_print_expr(p, e, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
}

static void print_prop(gt_printer *p, const gt_prop *prop)
{
    if (prop->kind == GT_PROP_DEADLOCK) {
        if (prop->formula)
            print_condition(p, "end", prop->formula);
        gt_str_line(p->out, "deadlock free;");
        return;
    }
    gt_str_addf(p->out, "%s %s: ", gt_prop_words[prop->kind].keyword, prop->name);
    print_formula(p, prop);
    gt_str_add(p->out, ";\n");
}

static void print_reward(gt_printer *p, const gt_reward *reward)
{
    gt_str_addf(p->out, "reward %s", reward->name);
    for (uint32_t i = 0; i < reward->nrules; i++)
        gt_str_addf(p->out, "%s%s", i ? ", " : " on ", reward->rules[i]);
    gt_str_add(p->out, ": ");
    gt_print_expr(p, reward->expr, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
}

static void print_fair(gt_printer *p, const gt_fair *fair)
{
    gt_str_add(p->out, "fairness ");
    if (fair->name && fair->name[0])
        gt_str_addf(p->out, "%s: ", fair->name);
    gt_print_expr(p, fair->expr, GT_PREC_ANY);
    gt_str_add(p->out, ";\n");
}

static void print_turn(gt_printer *p, const gt_turn *turn)
{
    gt_str_addf(p->out, "%sfair %s %s;\n", turn->strong ? "strong " : "", turn->proc ? "process" : "rule",
                turn->proc ? turn->proc->name : turn->rule);
}

/* ---- the program ---- */

/* The rules of each process, in their order: those of process number i are rules[first[i]] to rules[first[i +
 * 1] - 1]. Top-level rules are not among them. */
typedef struct {
    const gt_rule **rules;
    uint32_t *first;
} rules_by_owner;

static rules_by_owner by_owner_new(const gt_sym *sym)
{
    rules_by_owner by = {.rules = gt_xcalloc((size_t)sym->nrules + 1, sizeof *by.rules),
                         .first = gt_xcalloc((size_t)sym->nprocs + 2, sizeof *by.first)};
    /* first[i + 2] counts the rules of process i, then first[i + 1] is where its next rule goes. */
    for (uint32_t i = 0; i < sym->nrules; i++)
        if (sym->rules[i]->owner)
            by.first[sym->rules[i]->owner->index + 2]++;
    for (uint32_t i = 2; i < sym->nprocs + 2; i++)
        by.first[i] += by.first[i - 1];
    for (uint32_t i = 0; i < sym->nrules; i++)
        if (sym->rules[i]->owner)
            by.rules[by.first[sym->rules[i]->owner->index + 1]++] = sym->rules[i];
    return by;
}

static void by_owner_free(rules_by_owner *by)
{
    free(by->rules);
    free(by->first);
}

static void print_process(gt_printer *p, const gt_proc *proc, const rules_by_owner *by)
{
    static const char *const kinds[] = {
        [GT_SYMMETRY_FULL] = "", [GT_SYMMETRY_RING] = " ring", [GT_SYMMETRY_SIMILAR] = " similar"};
    if (!proc->nvars && proc->symmetry == GT_SYMMETRY_FULL &&
        by->first[proc->index] == by->first[proc->index + 1]) {
        gt_str_addf(p->out, "\nscalarset %s[%" PRId32 "];\n", gt_namer_of(p->names, proc, proc->name),
                    proc->n);
        return;
    }
    gt_str_addf(p->out, "\nprocess %s[%" PRId32 "]%s {\n", gt_namer_of(p->names, proc, proc->name), proc->n,
                kinds[proc->symmetry]);
    p->out->indent++;
    p->inside = proc;
    for (uint32_t v = 0; v < proc->nvars; v++)
        if (proc->vars[v]->is_loc)
            print_states(p, proc->vars[v]);
        else if (proc->vars[v]->class_sizes)
            print_classes(p, proc->vars[v]);
        else
            print_var(p, "var", proc->vars[v]);
    for (uint32_t i = by->first[proc->index]; i < by->first[proc->index + 1]; i++)
        print_rule(p, by->rules[i]);
    p->inside = NULL;
    p->out->indent--;
    gt_str_add(p->out, "}\n");
}

/* Processes in their order, each top-level rule after the process whose rules stand before it. */
static void print_processes(gt_printer *p, const gt_sym *sym, const rules_by_owner *by)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < sym->nprocs; i++) {
        bool has_rules = by->first[i] < by->first[i + 1];
        for (; has_rules && next < by->rules[by->first[i]]->index; next++)
            if (!sym->rules[next]->owner)
                print_rule(p, sym->rules[next]);
        print_process(p, sym->procs[i], by);
    }
    for (; next < sym->nrules; next++)
        if (!sym->rules[next]->owner)
            print_rule(p, sym->rules[next]);
}

/* Macros for the shared variables that are used where a local variable hides them. */
static void print_aliases(gt_printer *p, const gt_sym *sym)
{
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        const char *alias = gt_namer_alias(p->names, var);
        if (alias)
            gt_str_addf(p->out, "define %s = %s;\n", alias, gt_namer_of(p->names, var, var->name));
    }
}

static void print_program(gt_printer *p, const gt_sym *sym, const rules_by_owner *by)
{
    static const char *const kinds[] = {"", "mdp;\n", "dtmc;\n", "ctmc;\n"};
    if (sym->name && sym->name[0])
        gt_str_addf(p->out, "model %s;\n", sym->name);
    gt_str_add(p->out, kinds[sym->kind]);
    print_enums(p, sym);
    for (uint32_t i = 0; i < sym->nshared; i++)
        print_var(p, "shared", sym->shared[i]);
    print_aliases(p, sym);
    print_processes(p, sym, by);
    gt_str_add(p->out, sym->initially || sym->nfair + sym->nturns + sym->nrewards + sym->nprops ? "\n" : "");
    if (sym->initially)
        print_condition(p, "initially", sym->initially);
    for (uint32_t i = 0; i < sym->nfair; i++)
        print_fair(p, sym->fair[i]);
    for (uint32_t i = 0; i < sym->nturns; i++)
        print_turn(p, sym->turns[i]);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        print_reward(p, sym->rewards[i]);
    for (uint32_t i = 0; i < sym->nprops; i++)
        print_prop(p, sym->props[i]);
}

/* What is hidden where it is used gets a macro first. */
static void draft(gt_namer *names, const gt_sym *sym, const rules_by_owner *by)
{
    gt_str text;
    if (!gt_namer_any_hidden(names))
        return;
    gt_str_init(&text);
    gt_printer p = {.out = &text, .names = names, .draft = true};
    print_program(&p, sym, by);
    gt_str_fini(&text);
}

void gt_sym_print(const gt_sym *sym, gt_str *out)
{
    gt_printer p = {.out = out, .names = gt_namer_new(sym)};
    rules_by_owner by = by_owner_new(sym);
    draft(p.names, sym, &by);
    print_program(&p, sym, &by);
    by_owner_free(&by);
    gt_namer_free(p.names);
}

/* ---- its parts ---- */

/* What was printed, on one line; empties the builder. */
static const char *take_line(gt_arena *arena, gt_str *text)
{
    const char *from = gt_str_text(text);
    char *line = gt_arena_strdup(arena, from);
    size_t n = 0;
    for (; *from; from++) {
        bool blank = *from == ' ' || *from == '\n';
        if (!blank || (n && line[n - 1] != ' '))
            line[n++] = blank ? ' ' : *from;
    }
    while (n && (line[n - 1] == ' ' || line[n - 1] == ';'))
        n--;
    line[n] = '\0';
    text->len = 0;
    gt_str_addn(text, "", 0);
    return line;
}

/* "do { x := 1; }" is said as "do x := 1". */
static const char *bare(gt_arena *arena, const char *effect)
{
    static const char open[] = "do { ", close[] = "; }";
    const char *end = strchr(effect, ';');
    if (strncmp(effect, open, strlen(open)) != 0 || !end || strcmp(end, close) != 0)
        return effect;
    effect += strlen(open);
    return gt_arena_printf(arena, "do %.*s", (int)(end - effect), effect);
}

static gt_rule_text rule_text(gt_printer *p, gt_arena *arena, const gt_rule *rule)
{
    gt_rule_text text;
    p->inside = rule->owner;
    for (uint32_t i = 0; i < rule->npartners; i++) {
        gt_str_addf(p->out, "%s%s : ", i ? ", " : "with ", gt_namer_bind(p->names, rule->partners[i]));
        gt_print_type(p, rule->partners[i]->type);
    }
    uint32_t loose = bind_choices(p, rule);
    print_guard(p, rule, rule->from != NULL);
    text.when = take_line(arena, p->out);
    print_branches(p, rule, rule->from != NULL);
    text.effect = bare(arena, take_line(arena, p->out));
    for (uint32_t i = 0; i < rule->npartners + loose; i++)
        gt_namer_unbind(p->names);
    p->inside = NULL;
    return text;
}

const gt_sym_text *gt_sym_texts(gt_arena *arena, const gt_sym *sym)
{
    gt_sym_text *texts = GT_NEW(arena, gt_sym_text);
    texts->rules = GT_NEW_ARRAY(arena, gt_rule_text, sym->nrules);
    texts->props = GT_NEW_ARRAY(arena, const char *, sym->nprops);
    gt_str text;
    gt_str_init(&text);
    gt_printer p = {.out = &text, .names = gt_namer_new(sym)};
    rules_by_owner by = by_owner_new(sym);
    draft(p.names, sym, &by);
    for (uint32_t i = 0; i < sym->nrules; i++)
        texts->rules[i] = rule_text(&p, arena, sym->rules[i]);
    for (uint32_t i = 0; i < sym->nprops; i++) {
        if (sym->props[i]->kind != GT_PROP_DEADLOCK)
            print_formula(&p, sym->props[i]);
        texts->props[i] = take_line(arena, &text);
    }
    by_owner_free(&by);
    gt_namer_free(p.names);
    gt_str_fini(&text);
    return texts;
}

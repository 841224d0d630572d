/* Rules and edges: clauses, branches, and the splitting of rules that choose under a condition. */
#include "frontend/sym/lower_body.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_over.h"

#include <stdlib.h>
#include <string.h>

/* A rule while it is lowered. */
typedef struct {
    gt_lower *lw;
    gt_home *home;
    const gt_syn *syn;
    gt_env env;
    gt_overs with;          /* the names behind `with`, and which value each has now; 0 for processes */
    GT_VEC(int64_t) values; /* parallel */
    GT_VEC(const gt_binder *) partners;
    GT_VEC(const gt_expr *) guard; /* conjuncts */
    const gt_expr *rate;
    const gt_expr *target; /* the location an edge leads to, or NULL */
    const char *name, *label;
    bool failed;
} rule;

/* ---- heads ---- */

static void edge(rule *r)
{
    gt_lower *lw = r->lw;
    const gt_syn *source = gt_syn_get(r->syn, GT_FIELD_source), *target = gt_syn_get(r->syn, GT_FIELD_target);
    if (!source)
        return;
    if (!r->home) {
        gt_error(lw->diag, source->pos, "rule", "an edge belongs to a process: there is nobody here to move");
        gt_help(lw->diag, "move it into the process");
        r->failed = true;
        return;
    }
    const gt_proc *proc = r->home->proc;
    const gt_symbol *loc = gt_ptrmap_pointer(&r->home->scope, gt_intern_cstr(lw->names, "loc"));
    if (loc && loc->kind == SYMBOL_BROKEN) {
        r->failed = true;
        return;
    }
    const gt_expr *from = gt_lower_location(lw, proc, source);
    r->target = proc->loc ? gt_lower_location(lw, proc, target) : NULL;
    if (!from || !r->target) {
        r->failed = true;
        return;
    }
    const gt_expr *self = gt_expr_self(lw->arena, source->pos, proc);
    const gt_expr *at = gt_expr_local(lw->arena, source->pos, self, proc->loc, NULL);
    gt_vec_push(&r->guard, gt_expr_op2(lw->arena, source->pos, GT_EXPR_EQ, at, from));
}

static void rate(rule *r, const gt_syn *clause)
{
    gt_lower *lw = r->lw;
    const gt_syn *value = gt_syn_get(clause, GT_FIELD_value);
    if (r->rate) {
        gt_error(lw->diag, clause->pos, "rule", "a rule has one rate");
        r->failed = true;
    }
    r->rate = gt_lower_real(lw, &r->env, value, "a rate");
    r->failed = r->failed || !r->rate;
}

static void clauses(rule *r)
{
    gt_lower *lw = r->lw;
    /* Names first: a condition may mention those of a later `with`. */
    for (size_t i = 0; i < r->with.n; i++) {
        const gt_over *over = &r->with.v[i];
        if (over->broken)
            gt_lower_bind_silent(lw, &r->env, over);
        else if (over->proc)
            gt_vec_push(&r->partners, gt_lower_bind_process(lw, &r->env, over, GT_BIND_PARTNER));
        else
            gt_lower_bind_value(lw, &r->env, over, r->values.v[i]);
    }
    for (const gt_syn *kid = r->syn->first; kid; kid = kid->next) {
        if (kid->kind == GT_SYN_where_clause || kid->kind == GT_SYN_when_clause) {
            const char *what = kid->kind == GT_SYN_where_clause ? "`where`" : "`when`";
            const gt_expr *c = gt_lower_bool(lw, &r->env, gt_syn_get(kid, GT_FIELD_condition), what);
            r->failed = r->failed || !c;
            if (c)
                gt_vec_push(&r->guard, c);
        } else if (kid->kind == GT_SYN_rate_clause) {
            rate(r, kid);
        }
    }
}

/* ---- names ---- */

static const char *plain_label(rule *r)
{
    const gt_syn *source = gt_syn_get(r->syn, GT_FIELD_source), *target = gt_syn_get(r->syn, GT_FIELD_target);
    if (r->name[0])
        return r->name;
    if (source && target)
        return gt_arena_printf(r->lw->arena, "%s -> %s", source->text, target->text);
    return gt_arena_printf(r->lw->arena, "rule %u", r->home ? r->home->nrules : r->lw->nrules);
}

/* With the values of its names: "accept (b = 1, m = req)". */
static const char *label_with_values(rule *r)
{
    gt_str text;
    gt_str_init(&text);
    size_t n = 0;
    for (size_t i = 0; i < r->with.n; i++)
        if (!r->with.v[i].proc && !r->with.v[i].broken)
            gt_str_addf(&text, "%s%s", n++ ? ", " : "",
                        gt_lower_over_text(r->lw, &r->with.v[i], r->values.v[i]));
    const char *label = n ? gt_arena_printf(r->lw->arena, "%s (%s)", r->label, gt_str_text(&text)) : r->label;
    gt_str_fini(&text);
    return label;
}

/* The label, made unique within the owner. */
static const char *unique_label(rule *r)
{
    gt_ptrmap *labels = r->home ? &r->home->labels : &r->lw->labels;
    const char *label = gt_intern_cstr(r->lw->names, label_with_values(r));
    size_t *count = gt_ptrmap_pointer(labels, label);
    if (!count) {
        count = GT_NEW(r->lw->arena, size_t);
        gt_intern_declare(labels, label, count);
    }
    if (++*count == 1)
        return label;
    const char *numbered;
    do {
        numbered = gt_intern_cstr(r->lw->names, gt_arena_printf(r->lw->arena, "%s (%zu)", label, *count));
    } while (gt_ptrmap_pointer(labels, numbered) && ++*count);
    gt_intern_declare(labels, numbered, GT_NEW(r->lw->arena, size_t));
    *(size_t *)gt_ptrmap_pointer(labels, numbered) = 1;
    return numbered;
}

static void name_rule(rule *r)
{
    gt_lower *lw = r->lw;
    const gt_syn *name = gt_syn_get(r->syn, GT_FIELD_name);
    r->name = name ? name->text : "";
    /* Several rules may share a name: what is said about the name (rewards) is said about all of them. */
    if (name && gt_lower_name_ok(lw, name, "a rule"))
        gt_intern_declare(&lw->rule_names, name->text, name);
    ++*(r->home ? &r->home->nrules : &lw->nrules);
    r->label = plain_label(r);
}

/* ---- branches ---- */

/* One branch: the edge's own update and those of the body. */
static gt_branch branch(rule *r, gt_body *body, const gt_syn *syn, gt_pos pos, const gt_expr *prob)
{
    gt_lower *lw = r->lw;
    body->updates.n = 0;
    if (r->target) {
        gt_update move = {.pos = r->target->pos,
                          .proc = gt_expr_self(lw->arena, r->target->pos, r->home->proc),
                          .var = r->home->proc->loc,
                          .value = r->target};
        gt_vec_push(&body->updates, move);
    }
    if (syn)
        gt_lower_statement(body, &r->env, syn);
    gt_branch b = {.pos = pos, .prob = prob, .nupdates = (uint32_t)body->updates.n};
    if (b.nupdates > 0)
        b.updates = gt_arena_copy(lw->arena, body->updates.v, body->updates.n, sizeof *body->updates.v);
    return b;
}

static void branches(rule *r, gt_body *body, const gt_syn *syn, gt_rule *out)
{
    GT_VEC(gt_branch) list = {0};
    if (syn && syn->kind == GT_SYN_probabilistic_block) {
        for (const gt_syn *kid = syn->first; kid; kid = kid->next) {
            const gt_syn *probability = gt_syn_get(kid, GT_FIELD_probability);
            const gt_expr *p = gt_lower_real(r->lw, &r->env, probability, "a probability");
            gt_vec_push(&list, branch(r, body, gt_syn_get(kid, GT_FIELD_body), kid->pos, p));
            body->failed = body->failed || !p;
        }
    } else {
        gt_vec_push(&list, branch(r, body, syn, syn ? syn->pos : r->syn->pos, NULL));
    }
    out->nbranches = (uint32_t)list.n;
    out->branches = gt_arena_copy(r->lw->arena, list.v, list.n, sizeof *list.v);
    free(list.v);
}

/* ---- rules ---- */

static const gt_expr *conjunction(rule *r, const gt_body *body)
{
    GT_VEC(const gt_expr *) all = {0};
    for (size_t i = 0; i < r->guard.n; i++)
        gt_vec_push(&all, r->guard.v[i]);
    for (size_t i = 0; i < body->splits.n; i++)
        gt_vec_push(&all, body->splits.v[i]);
    const gt_expr *e = all.n == 0   ? gt_expr_bool(r->lw->arena, r->syn->pos, true)
                       : all.n == 1 ? all.v[0]
                                    : gt_expr_op(r->lw->arena, r->guard.n ? r->guard.v[0]->pos : r->syn->pos,
                                                 GT_EXPR_AND, (uint32_t)all.n, all.v);
    free(all.v);
    return e;
}

static void *copy_pointers(gt_lower *lw, const void *v, size_t n)
{
    return n ? gt_arena_copy(lw->arena, v, n, sizeof(void *)) : NULL;
}

/* One rule for the decisions in `body`. */
static void make_rule(rule *r, gt_body *body, const gt_syn *syn)
{
    gt_lower *lw = r->lw;
    body->choices.n = body->splits.n = body->everybody.n = body->decided = 0;
    body->serial = 0;
    body->ways = 1;
    gt_rule *out = GT_NEW(lw->arena, gt_rule);
    branches(r, body, syn, out);
    out->name = r->name;
    out->label = unique_label(r);
    out->pos = r->syn->pos;
    out->owner = r->home ? r->home->proc : NULL;
    if (r->target) {
        out->from = gt_syn_get(r->syn, GT_FIELD_source)->text;
        out->to = gt_syn_get(r->syn, GT_FIELD_target)->text;
    }
    out->npartners = (uint32_t)r->partners.n;
    out->partners = copy_pointers(lw, r->partners.v, r->partners.n);
    out->nchoices = (uint32_t)body->choices.n;
    out->choices = copy_pointers(lw, body->choices.v, body->choices.n);
    out->guard = body->failed || r->failed ? NULL : conjunction(r, body);
    out->rate = r->rate;
    gt_build_rule(lw->build, out);
}

/* The next combination of decisions, then before else; false when there is none. */
static bool next_decisions(gt_body *body)
{
    while (body->decisions.n > 0 && !body->decisions.v[body->decisions.n - 1])
        body->decisions.n--;
    if (body->decisions.n == 0)
        return false;
    body->decisions.v[body->decisions.n - 1] = false;
    return true;
}

/* The rules for one choice of values. */
static void lower_parts(rule *r)
{
    gt_lower *lw = r->lw;
    r->guard.n = r->partners.n = 0;
    r->rate = r->target = NULL;
    r->env = (gt_env){.home = r->home, .has_self = r->home != NULL};
    edge(r);
    clauses(r);
    gt_body body = {.lw = lw, .home = r->home};
    unsigned parts = 0;
    do {
        make_rule(r, &body, gt_syn_get(r->syn, GT_FIELD_body));
        if (++parts == GT_LOWER_MAX_SPLIT) {
            gt_error(lw->diag, r->syn->pos, "size", "this rule splits into more than %d", GT_LOWER_MAX_SPLIT);
            gt_note(lw->diag, (gt_pos){0}, "an `any` under `if` makes two rules of one, one for each case");
            gt_help(lw->diag, "choose unconditionally, or make several rules of it");
            body.failed = true;
        }
    } while (!body.failed && next_decisions(&body));
    r->failed = r->failed || body.failed;
    free(body.choices.v);
    free(body.everybody.v);
    free(body.updates.v);
    free(body.splits.v);
    free(body.decisions.v);
}

/* All names behind `with`, each value at its first. */
static void names_of(rule *r)
{
    gt_lower *lw = r->lw;
    int64_t rules = 1;
    for (const gt_syn *kid = r->syn->first; kid; kid = kid->next)
        if (kid->kind == GT_SYN_with_clause &&
            !gt_lower_overs(lw, gt_syn_get(kid, GT_FIELD_binders), "a partner", &r->with))
            r->failed = true;
    for (size_t i = 0; i < r->with.n; i++) {
        const gt_over *over = &r->with.v[i];
        bool values = !over->proc && !over->broken;
        gt_vec_push(&r->values, values ? (int64_t)over->type.lo : 0);
        rules *= values ? gt_type_size(over->type) : 1;
        if (rules <= GT_LOWER_MAX_VALUES)
            continue;
        gt_error(lw->diag, over->pos, "size", "more than %d rules would be made of this one",
                 GT_LOWER_MAX_VALUES);
        gt_note(lw->diag, (gt_pos){0},
                "there is one rule for each choice of values of the names behind `with`");
        gt_help(lw->diag, "choose with `any` what is only assigned");
        r->failed = true;
        r->with.v[i].broken = true;
        rules = 1;
    }
}

/* The next choice of values, the last name first; false when there is none. */
static bool next_values(rule *r)
{
    for (size_t i = r->with.n; i-- > 0;) {
        const gt_over *over = &r->with.v[i];
        if (over->proc || over->broken)
            continue;
        if (r->values.v[i]++ < over->type.hi)
            return true;
        r->values.v[i] = over->type.lo;
    }
    return false;
}

static void say_values(rule *r)
{
    for (size_t i = 0; i < r->with.n; i++)
        if (!r->with.v[i].proc && !r->with.v[i].broken)
            gt_note(r->lw->diag, r->with.v[i].pos, "with %s",
                    gt_lower_over_text(r->lw, &r->with.v[i], r->values.v[i]));
}

static void lower_rule(gt_lower *lw, gt_home *home, const gt_syn *syn)
{
    rule r = {.lw = lw, .home = home, .syn = syn};
    name_rule(&r);
    names_of(&r);
    unsigned errors = gt_diag_errors(lw->diag), again = lw->again;
    bool more = true;
    lw->repeated_at = lw->repeating ? lw->repeated_at : syn->pos;
    while (more) {
        lower_parts(&r);
        lw->repeating = 1; /* what follows is made of the same text once more */
        lw->again = 1;
        more = !r.failed && next_values(&r);
    }
    lw->repeating = 0;
    lw->again = again;
    if (gt_diag_errors(lw->diag) > errors)
        say_values(&r);
    free(r.partners.v);
    free(r.guard.v);
    free(r.with.v);
    free(r.values.v);
}

void gt_lower_rules(gt_lower *lw, const gt_syn *file)
{
    size_t next_home = 0;
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind == GT_SYN_rule_declaration)
            lower_rule(lw, NULL, item);
        if (next_home == lw->homes.n || lw->homes.v[next_home]->syn != item)
            continue;
        gt_home *home = lw->homes.v[next_home++];
        for (const gt_syn *kid = gt_lower_items(item); kid; kid = kid->next)
            if (kid->kind == GT_SYN_rule_declaration || kid->kind == GT_SYN_edge_declaration)
                lower_rule(lw, home, kid);
    }
}

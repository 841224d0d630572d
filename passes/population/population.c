/* Symmetric to population program.
 * Requires: total, scalar, prefixes turned into ghosts. Keeps: shared variables, order of rules and
 * properties. Breaks: ids. A rule becomes one rule per way its processes can be tracked: self, each partner
 * and each chosen process is an untracked process or the tracked process of a class. Where a rule re-points
 * id variables of a type, or writes to a process through one, it is also split by how the id variables of
 * that type alias, so that who is named afterwards, and who no longer is, is known in every case. */
#include "passes/passes.h"
#include "passes/population/locals.h"
#include "passes/population/quantifiers.h"
#include "passes/population/support.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_MAX = 1000000 };

typedef struct {
    const gt_expr *cond;
    bool holds;
} assumption;

typedef struct {
    gt_ctx *ctx;
    gt_fold *fold;
    gt_quant *quant;
    gt_pop *pop;
    GT_VEC(gt_pop_rule) rules;
    bool too_many;

    /* the rule at hand */
    const gt_rule *rule;
    bool *enumerated; /* per process type: the aliases of its id variables are enumerated */
    int32_t *alias;   /* per id variable */
    gt_role *roles;
    uint32_t nroles;
    uint32_t ndecided; /* how many there were when the conditions of re-pointing were decided */
    const gt_binder **binders;
    uint32_t *binder_role;
    uint32_t nbinders;
    int32_t self;
    GT_VEC(assumption) assumed;
} builder;

static bool is_idvar(const gt_var *var)
{
    return !var->owner && var->type.kind == GT_TYPE_ID;
}

static gt_quant_scope scope_of(const builder *b)
{
    return (gt_quant_scope){.nroles = b->nroles,
                            .roles = b->roles,
                            .alias = b->alias,
                            .self = b->self,
                            .nbinders = b->nbinders,
                            .binders = b->binders,
                            .binder_role = b->binder_role};
}

/* ---- conditions of re-pointing: decided by splitting the rule ---- */

static const gt_expr *replace_assumed(void *data, gt_fold *f, const gt_expr *e)
{
    builder *b = data;
    if (e->type.kind != GT_TYPE_BOOL)
        return NULL;
    for (size_t i = 0; i < b->assumed.n; i++)
        if (b->assumed.v[i].cond == e)
            return gt_fold_bool(f, e->pos, b->assumed.v[i].holds);
    return NULL;
}

static const gt_expr *assume(builder *b, const gt_expr *e)
{
    /* What is left after one replacement may be what a later assumption is about. */
    for (const gt_expr *before = NULL; b->assumed.n && e != before;) {
        before = e;
        e = gt_fold_map(b->fold, e, replace_assumed, b);
    }
    return e;
}

static const gt_expr *resolve(builder *b, const gt_quant_scope *s, const gt_expr *e)
{
    return assume(b, gt_quant_resolve(b->quant, s, e));
}

/* The first condition of a re-pointing that is not yet decided, or NULL. */
static const gt_expr *undecided(builder *b)
{
    gt_quant_scope s = scope_of(b);
    for (uint32_t i = 0; i < b->rule->nbranches; i++)
        for (uint32_t u = 0; u < b->rule->branches[i].nupdates; u++) {
            const gt_update *up = &b->rule->branches[i].updates[u];
            if (up->proc || !is_idvar(up->var) || !up->cond)
                continue;
            const gt_expr *cond = resolve(b, &s, up->cond);
            if (cond->kind != GT_EXPR_CONST)
                return cond;
        }
    return NULL;
}

/* ---- where the id variables point afterwards ---- */

static int32_t role_of_class(const builder *b, uint32_t first)
{
    return gt_role_of_class(b->roles, b->nroles, first);
}

static void add_class_role(builder *b, uint32_t first)
{
    const gt_idvar *d = &b->pop->idvars[first];
    b->roles[b->nroles++] =
        (gt_role){.kind = GT_ROLE_CLASS, .proc = d->proc, .idvar = first, .name = d->var->name};
}

/* Is the update one of an id variable that happens under the assumptions? With more roles than were there
 * when its condition was decided, the condition looks different from what was assumed. */
static bool repoints(builder *b, const gt_update *up)
{
    gt_quant_scope decided = scope_of(b);
    decided.nroles = b->ndecided;
    if (up->proc || !is_idvar(up->var))
        return false;
    return !up->cond || !gt_expr_is_false(resolve(b, &decided, up->cond));
}

/* Do the assumptions contradict each other? They may: a condition and its negation can be resolved to
 * formulas of which neither is seen to be the other's negation. Then a variable may seem to be assigned
 * twice, which the front end has shown never to happen. */
static bool is_contradictory(builder *b)
{
    for (uint32_t i = 0; i < b->rule->nbranches; i++) {
        const gt_branch *branch = &b->rule->branches[i];
        for (uint32_t u = 0; u < branch->nupdates; u++)
            for (uint32_t v = 0; v < u; v++)
                if (branch->updates[v].var == branch->updates[u].var && repoints(b, &branch->updates[u]) &&
                    repoints(b, &branch->updates[v]))
                    return true;
    }
    return false;
}

/* The assignments of a branch to id variables; returns how many. */
static uint32_t idassigns(builder *b, const gt_branch *branch, gt_idassign *out)
{
    gt_quant_scope s = scope_of(b);
    uint32_t n = 0;
    for (uint32_t u = 0; u < branch->nupdates; u++) {
        const gt_update *up = &branch->updates[u];
        if (!repoints(b, up))
            continue;
        const gt_expr *to = gt_quant_process(b->quant, &s, up->value);
        gt_idassign a = {.idvar = gt_quant_idvar(b->quant, up->var)};
        if (to->kind == GT_EXPR_NONE) {
            a.to = GT_POINT_NONE;
        } else {
            a.to = to->kind == GT_EXPR_ROLE ? GT_POINT_ROLE : GT_POINT_CLASS;
            a.target = to->u.index;
        }
        out[n++] = a;
    }
    return n;
}

static bool points_at(const builder *b, const gt_idassign *a, uint32_t first)
{
    if (a->to == GT_POINT_CLASS)
        return a->target == first;
    return a->to == GT_POINT_ROLE && b->roles[a->target].kind == GT_ROLE_CLASS &&
           b->roles[a->target].idvar == first;
}

/* Does some id variable name the process of class `first` after these assignments? */
static bool survives(const builder *b, uint32_t first, const gt_idassign *assigns, uint32_t n)
{
    for (uint32_t i = 0; i < b->pop->nidvars; i++) {
        const gt_idassign *mine = NULL;
        for (uint32_t k = 0; k < n; k++)
            if (assigns[k].idvar == i)
                mine = &assigns[k];
        if (mine ? points_at(b, mine, first) : b->alias[i] == (int32_t)first)
            return true;
    }
    return false;
}

/* Roles for processes written to through id variables, and for those that nobody names afterwards. */
static void add_remaining_roles(builder *b)
{
    for (uint32_t i = 0; i < b->rule->nbranches; i++)
        for (uint32_t u = 0; u < b->rule->branches[i].nupdates; u++) {
            const gt_expr *proc = b->rule->branches[i].updates[u].proc;
            if (!proc || proc->kind != GT_EXPR_VAR)
                continue;
            int32_t first = b->alias[gt_quant_idvar(b->quant, proc->u.var)];
            if (first >= 0 && role_of_class(b, (uint32_t)first) < 0)
                add_class_role(b, (uint32_t)first);
        }
    gt_idassign *assigns = gt_xcalloc((size_t)b->pop->nidvars + 1, sizeof *assigns);
    for (uint32_t i = 0; i < b->rule->nbranches; i++) {
        uint32_t n = idassigns(b, &b->rule->branches[i], assigns);
        for (uint32_t d = 0; d < b->pop->nidvars; d++)
            if (b->alias[d] == (int32_t)d && role_of_class(b, d) < 0 && !survives(b, d, assigns, n))
                add_class_role(b, d);
    }
    free(assigns);
}

/* ---- updates ---- */

typedef GT_VEC(gt_pop_update) update_list;

static void add_update(builder *b, const gt_quant_scope *s, const gt_update *u, gt_pop_update base,
                       update_list *out)
{
    base.pos = u->pos;
    base.var = u->var;
    base.cond = u->cond ? resolve(b, s, u->cond) : NULL;
    if (base.cond && gt_expr_is_false(base.cond))
        return;
    if (base.cond && gt_expr_is_true(base.cond))
        base.cond = NULL;
    base.value = resolve(b, s, u->value);
    gt_vec_push(out, base);
}

static void add_broadcast(builder *b, const gt_update *u, update_list *out)
{
    gt_quant_scope s = scope_of(b);
    const gt_proc *proc = u->each->type.proc;
    const gt_pop_update nobody = {.role = -1, .idvar = -1};
    s.each = u->each;
    s.each_is = GT_EACH_ROLE;
    for (uint32_t r = 0; r < b->nroles; r++) {
        if (b->roles[r].proc != proc)
            continue;
        gt_pop_update base = nobody;
        base.role = (int32_t)r;
        s.each_index = r;
        add_update(b, &s, u, base, out);
    }
    s.each_is = GT_EACH_IDVAR;
    const gt_locals *l = &b->pop->locals[proc->index];
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++) {
        bool known = b->alias[i] != GT_ALIAS_ANY;
        if ((known && b->alias[i] != (int32_t)i) || role_of_class(b, i) >= 0)
            continue;
        gt_pop_update base = nobody;
        base.idvar = (int32_t)i;
        s.each_index = i;
        add_update(b, &s, u, base, out);
    }
    s.each_is = GT_EACH_REST;
    gt_pop_update base = nobody;
    base.each = u->each;
    add_update(b, &s, u, base, out);
}

static gt_pop_branch make_branch(builder *b, const gt_branch *branch)
{
    gt_arena *arena = b->ctx->arena;
    gt_quant_scope s = scope_of(b);
    gt_pop_branch out = {.pos = branch->pos, .prob = branch->prob ? resolve(b, &s, branch->prob) : NULL};
    gt_idassign *assigns = GT_NEW_ARRAY(arena, gt_idassign, b->pop->nidvars);
    out.nassigns = idassigns(b, branch, assigns);
    out.assigns = assigns;
    update_list list = {0};
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_update *u = &branch->updates[i];
        gt_pop_update base = {.role = -1, .idvar = -1};
        if (u->each) {
            add_broadcast(b, u, &list);
            continue;
        }
        if (!u->proc && is_idvar(u->var))
            continue;
        if (u->proc) {
            const gt_expr *who = gt_quant_process(b->quant, &s, u->proc);
            if (who->kind == GT_EXPR_NONE)
                continue;
            if (who->kind != GT_EXPR_ROLE)
                gt_ice("%u:%u: the target of an update has no role", u->pos.line, u->pos.col);
            base.role = (int32_t)who->u.index;
        }
        add_update(b, &s, u, base, &list);
    }
    out.nupdates = (uint32_t)list.n;
    out.updates = gt_arena_copy(arena, list.v, list.n, sizeof *list.v);
    free(list.v);
    return out;
}

/* ---- weights ---- */

static const gt_expr *times(builder *b, const gt_expr *x, const gt_expr *y)
{
    return x ? gt_fold_op2(b->fold, y->pos, GT_EXPR_MUL, x, y) : y;
}

/* How many values a choice can take. */
static const gt_expr *candidates(builder *b, const gt_quant_scope *s, const gt_binder *c)
{
    if (c->type.kind == GT_TYPE_ID)
        return assume(b, gt_quant_candidates(b->quant, s, c));
    if (!c->where)
        return gt_fold_int(b->fold, c->pos, gt_type_size(c->type));
    const gt_expr *where = resolve(b, s, c->where), *sum = gt_fold_int(b->fold, c->pos, 0);
    for (int64_t v = c->type.lo; v <= c->type.hi; v++) {
        const gt_expr *here = gt_fold_map(b->fold, where, gt_fold_bound_to, &(gt_bound_value){c, v});
        sum = gt_fold_op2(b->fold, c->pos, GT_EXPR_ADD, sum, gt_fold_indicator(b->fold, here));
    }
    return sum;
}

static const gt_expr *weight(builder *b)
{
    gt_model_kind kind = b->pop->sym->kind;
    if (kind != GT_MODEL_DTMC && kind != GT_MODEL_CTMC)
        return NULL;
    gt_quant_scope s = scope_of(b);
    const gt_expr *w = b->rule->rate ? resolve(b, &s, b->rule->rate) : NULL;
    for (uint32_t i = 0; i < b->rule->nchoices; i++) {
        const gt_expr *n = candidates(b, &s, b->rule->choices[i]);
        const gt_expr *one = gt_fold_intern(b->fold, gt_expr_real(b->ctx->arena, n->pos, 1, 1));
        w = times(b, w, gt_fold_op2(b->fold, n->pos, GT_EXPR_DIV, one, n));
    }
    return w;
}

/* ---- one rule with its roles known ---- */

static const gt_expr *guard_of(builder *b)
{
    gt_quant_scope s = scope_of(b);
    const gt_expr *g = gt_quant_resolve(b->quant, &s, b->rule->guard);
    for (uint32_t i = 0; i < b->rule->nchoices && !gt_expr_is_false(g); i++)
        if (b->rule->choices[i]->where)
            g = gt_fold_and(b->fold, g, gt_quant_resolve(b->quant, &s, b->rule->choices[i]->where));
    for (size_t i = 0; i < b->assumed.n; i++) {
        const assumption *a = &b->assumed.v[i];
        g = gt_fold_and(b->fold, g, a->holds ? a->cond : gt_fold_not(b->fold, a->cond));
    }
    return g;
}

static void emit(builder *b)
{
    gt_arena *arena = b->ctx->arena;
    const gt_expr *guard = guard_of(b);
    if (gt_expr_is_false(guard))
        return;
    if (b->rules.n >= RULES_MAX) {
        b->too_many = true;
        return;
    }
    gt_pop_rule r = {.origin = b->rule, .guard = guard, .weight = weight(b), .nbranches = b->rule->nbranches};
    r.nroles = b->nroles;
    r.roles = gt_arena_copy(arena, b->roles, b->nroles, sizeof *b->roles);
    r.alias = gt_arena_copy(arena, b->alias, b->pop->nidvars, sizeof *b->alias);
    r.choices = GT_NEW_ARRAY(arena, const gt_binder *, b->rule->nchoices);
    for (uint32_t i = 0; i < b->rule->nchoices; i++)
        if (b->rule->choices[i]->type.kind != GT_TYPE_ID)
            r.choices[r.nchoices++] = b->rule->choices[i];
    gt_pop_branch *branches = GT_NEW_ARRAY(arena, gt_pop_branch, r.nbranches);
    for (uint32_t i = 0; i < r.nbranches; i++)
        branches[i] = make_branch(b, &b->rule->branches[i]);
    r.branches = branches;
    gt_vec_push(&b->rules, r);
}

static void split_and_emit(builder *b)
{
    if (b->too_many || gt_expr_is_false(guard_of(b)))
        return;
    const gt_expr *cond = undecided(b);
    if (cond) {
        for (int holds = 1; holds >= 0; holds--) {
            gt_vec_push(&b->assumed, ((assumption){cond, holds}));
            split_and_emit(b);
            b->assumed.n--;
        }
        return;
    }
    uint32_t nroles = b->ndecided = b->nroles;
    if (is_contradictory(b))
        return;
    add_remaining_roles(b);
    emit(b);
    b->nroles = nroles;
}

/* ---- the ways to fill the roles ---- */

static uint32_t count_untracked(const builder *b, const gt_proc *proc)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < b->nroles; r++)
        n += b->roles[r].proc == proc && b->roles[r].kind == GT_ROLE_UNTRACKED;
    return n;
}

/* Processes a type's known classes and the untracked roles need. */
static bool fits(const builder *b, const gt_proc *proc)
{
    const gt_locals *l = &b->pop->locals[proc->index];
    int64_t need = count_untracked(b, proc);
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++)
        need += b->alias[i] == (int32_t)i || (b->alias[i] == GT_ALIAS_ANY && role_of_class(b, i) >= 0);
    return need <= proc->n;
}

static void fill(builder *b, uint32_t at);

static void fill_with(builder *b, uint32_t at, const gt_binder *who, uint32_t role)
{
    if (who) {
        b->binders[b->nbinders] = who;
        b->binder_role[b->nbinders++] = role;
    } else {
        b->self = (int32_t)role;
    }
    fill(b, at + 1);
    if (who)
        b->nbinders--;
    else
        b->self = -1;
}

/* Process number `at` of: self, partners, chosen processes. */
static void fill(builder *b, uint32_t at)
{
    const gt_rule *rule = b->rule;
    uint32_t nself = rule->owner != NULL, nfixed = nself + rule->npartners;
    if (at == nfixed + rule->nchoices) {
        split_and_emit(b);
        return;
    }
    const gt_binder *who = at < nself    ? NULL
                           : at < nfixed ? rule->partners[at - nself]
                                         : rule->choices[at - nfixed];
    if (who && who->type.kind != GT_TYPE_ID) {
        fill(b, at + 1);
        return;
    }
    const gt_proc *proc = who ? who->type.proc : rule->owner;
    if (at >= nfixed) /* a chosen process may be one that plays a role already */
        for (uint32_t r = 0; r < b->nroles; r++)
            if (b->roles[r].proc == proc)
                fill_with(b, at, who, r);
    uint32_t r = b->nroles++;
    b->roles[r] = (gt_role){.kind = GT_ROLE_UNTRACKED, .proc = proc, .name = who ? who->name : "self"};
    if (fits(b, proc))
        fill_with(b, at, who, r);
    const gt_locals *l = &b->pop->locals[proc->index];
    for (uint32_t i = l->first_idvar; i < l->first_idvar + l->nidvars; i++) {
        b->nroles--;
        bool free_class =
            (b->alias[i] == GT_ALIAS_ANY || b->alias[i] == (int32_t)i) && role_of_class(b, i) < 0;
        b->nroles++;
        if (!free_class)
            continue;
        b->roles[r] =
            (gt_role){.kind = GT_ROLE_CLASS, .proc = proc, .idvar = i, .name = who ? who->name : "self"};
        if (fits(b, proc))
            fill_with(b, at, who, r);
    }
    b->nroles--;
}

/* ---- how the id variables of enumerated types alias ---- */

static void enumerate_aliases(builder *b, uint32_t i)
{
    if (b->too_many)
        return;
    if (i == b->pop->nidvars) {
        fill(b, 0);
        return;
    }
    const gt_idvar *d = &b->pop->idvars[i];
    if (!b->enumerated[d->proc->index]) {
        enumerate_aliases(b, i + 1);
        return;
    }
    uint32_t first = b->pop->locals[d->proc->index].first_idvar;
    for (uint32_t k = first; k <= i; k++) {
        if (k < i && b->alias[k] != (int32_t)k)
            continue;
        b->alias[i] = (int32_t)k;
        if (fits(b, d->proc))
            enumerate_aliases(b, i + 1);
    }
    if (d->optional) {
        b->alias[i] = GT_ALIAS_NONE;
        enumerate_aliases(b, i + 1);
    }
    b->alias[i] = GT_ALIAS_ANY;
}

static void translate_rule(builder *b, const gt_rule *rule)
{
    const gt_sym *sym = b->pop->sym;
    b->rule = rule;
    b->self = -1;
    memset(b->enumerated, 0, sym->nprocs * sizeof *b->enumerated);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        for (uint32_t u = 0; u < rule->branches[i].nupdates; u++) {
            const gt_update *up = &rule->branches[i].updates[u];
            if (!up->proc && is_idvar(up->var))
                b->enumerated[up->var->type.proc->index] = true;
            if (up->proc && up->proc->kind == GT_EXPR_VAR)
                b->enumerated[up->proc->type.proc->index] = true;
        }
    for (uint32_t i = 0; i < b->pop->nidvars; i++)
        b->alias[i] = GT_ALIAS_ANY;
    size_t room = 1 + (size_t)rule->npartners + rule->nchoices;
    b->roles = gt_xcalloc(room + b->pop->nidvars + 1, sizeof *b->roles);
    b->binders = gt_xcalloc(room, sizeof *b->binders);
    b->binder_role = gt_xcalloc(room, sizeof *b->binder_role);
    enumerate_aliases(b, 0);
    free(b->roles);
    free(b->binders);
    free(b->binder_role);
}

/* ---- the program ---- */

static bool refuse_order(gt_ctx *ctx, const gt_sym *sym)
{
    const gt_proc *proc = gt_sym_tie(sym).proc;
    if (!proc)
        return false;
    gt_error(ctx->diag, proc->pos, "ring", "'%s' is %s, so the program has no counter program", proc->name,
             gt_symmetry_text(proc->symmetry));
    gt_note(ctx->diag, (gt_pos){0},
            proc->symmetry == GT_SYMMETRY_RING ? "counters forget who stands beside whom"
                                               : "counters forget who has which number");
    gt_help(ctx->diag, "check it with: gentrans check%s; without --encoding it is written as n copies",
            proc->symmetry == GT_SYMMETRY_RING ? " --engine explicit" : "");
    return true;
}

static bool refuse_id_locals(gt_ctx *ctx, const gt_sym *sym)
{
    bool refused = false;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        for (uint32_t v = 0; v < sym->procs[p]->nvars; v++) {
            const gt_var *var = sym->procs[p]->vars[v];
            if (var->type.kind != GT_TYPE_ID)
                continue;
            const gt_var *as_written = var->origin ? var->origin : var;
            gt_error(ctx->diag, as_written->pos, "id-local",
                     "local variable '%s' of '%s' holds process ids, so the program has no counter program",
                     as_written->name, sym->procs[p]->name);
            gt_note(ctx->diag, (gt_pos){0},
                    "counters forget which process is which; a process that remembers others needs them told "
                    "apart");
            gt_help(ctx->diag, "check it with: gentrans check --engine explicit; without --encoding it is "
                               "written as n copies");
            refused = true;
        }
    return refused;
}

static void collect_idvars(gt_ctx *ctx, gt_pop *pop)
{
    const gt_sym *sym = pop->sym;
    gt_idvar *idvars = GT_NEW_ARRAY(ctx->arena, gt_idvar, sym->nshared);
    pop->idvars = idvars;
    pop->nidvars = 0;
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        gt_locals *l = &pop->locals[p];
        l->first_idvar = pop->nidvars;
        for (int ghosts = 0; ghosts < 2; ghosts++)
            for (uint32_t i = 0; i < sym->nshared; i++) {
                const gt_var *var = sym->shared[i];
                if (var->type.kind != GT_TYPE_ID || var->type.proc != sym->procs[p] ||
                    var->is_ghost != (ghosts == 1))
                    continue;
                idvars[pop->nidvars++] =
                    (gt_idvar){.var = var, .proc = var->type.proc, .optional = var->type.optional};
            }
        l->nidvars = pop->nidvars - l->first_idvar;
    }
}

/* ---- initial states ---- */

typedef struct {
    const gt_binder *choice;
    const gt_expr *value;
} chosen_value;

static const gt_expr *replace_chosen(void *data, gt_fold *f, const gt_expr *e)
{
    (void)f;
    const chosen_value *c = data;
    return e->kind == GT_EXPR_BOUND && e->u.binder == c->choice ? c->value : NULL;
}

/* The restriction of a choice of values, said of `value`. */
static const gt_expr *where_of(builder *b, const gt_quant_scope *s, const gt_binder *choice,
                               const gt_expr *value)
{
    return gt_fold_map(b->fold, gt_quant_resolve(b->quant, s, choice->where), replace_chosen,
                       &(chosen_value){choice, value});
}

/* The local states in which the process playing role 0 of `s` can begin. */
static const gt_expr *start_of(builder *b, const gt_quant_scope *s)
{
    const gt_proc *proc = s->roles[0].proc;
    const gt_expr *all = gt_fold_bool(b->fold, proc->pos, true);
    const gt_expr *self = gt_expr_role(b->ctx->arena, proc->pos, 0, proc);
    for (uint32_t v = 0; v < proc->nvars; v++) {
        const gt_var *var = proc->vars[v];
        const gt_init *init = &var->inits[0];
        const gt_expr *x =
            gt_fold_map(b->fold, gt_expr_local(b->ctx->arena, var->pos, self, var, NULL), NULL, NULL);
        if (!init->choice) {
            const gt_expr *value = gt_quant_resolve(b->quant, s, init->expr);
            all = gt_fold_and(b->fold, all, gt_fold_op2(b->fold, var->pos, GT_EXPR_EQ, x, value));
            continue;
        }
        int32_t lo, hi;
        gt_locals_choice_range(var, init->choice, &lo, &hi);
        const gt_expr *low = gt_fold_const(b->fold, var->pos, x->type, lo);
        const gt_expr *high = gt_fold_const(b->fold, var->pos, x->type, hi);
        if (lo > var->type.lo)
            all = gt_fold_and(b->fold, all, gt_fold_op2(b->fold, var->pos, GT_EXPR_GE, x, low));
        if (hi < var->type.hi)
            all = gt_fold_and(b->fold, all, gt_fold_op2(b->fold, var->pos, GT_EXPR_LE, x, high));
        if (init->choice->where)
            all = gt_fold_and(b->fold, all, where_of(b, s, init->choice, x));
    }
    return all;
}

static gt_pop_init translate_id_init(builder *b, const gt_var *var)
{
    const gt_init *init = &var->inits[0];
    gt_quant_scope nobody = {.self = -1};
    if (init->choice) {
        gt_quant_scope s = {.self = -1, .each_is = GT_EACH_IDVAR, .each = init->choice};
        s.each_index = gt_quant_idvar(b->quant, var);
        const gt_expr *where =
            init->choice->where ? gt_quant_resolve(b->quant, &s, init->choice->where) : NULL;
        return (gt_pop_init){.kind = GT_START_ANY, .where = where};
    }
    const gt_expr *to = gt_quant_process(b->quant, &nobody, init->expr);
    if (to->kind == GT_EXPR_NONE)
        return (gt_pop_init){.kind = GT_START_NONE};
    return (gt_pop_init){.kind = GT_START_SAME, .idvar = to->u.index};
}

static gt_pop_init translate_init(builder *b, const gt_var *var)
{
    const gt_init *init = &var->inits[0];
    const gt_quant_scope nobody = {.self = -1};
    if (var->type.kind == GT_TYPE_ID)
        return translate_id_init(b, var);
    if (!init->choice)
        return (gt_pop_init){.kind = GT_START_VALUE,
                             .value = gt_quant_resolve(b->quant, &nobody, init->expr)};
    gt_pop_init out = {.kind = GT_START_CHOICE};
    gt_locals_choice_range(var, init->choice, &out.lo, &out.hi);
    const gt_expr *x = gt_fold_intern(b->fold, gt_expr_var(b->ctx->arena, var->pos, var, NULL));
    if (init->choice->where)
        out.where = where_of(b, &nobody, init->choice, x);
    return out;
}

static void translate_inits(builder *b)
{
    gt_pop *pop = b->pop;
    const gt_sym *sym = pop->sym;
    gt_pop_init *inits = GT_NEW_ARRAY(b->ctx->arena, gt_pop_init, sym->nshared);
    for (uint32_t i = 0; i < sym->nshared; i++)
        inits[i] = translate_init(b, sym->shared[i]);
    pop->init = inits;
    pop->initially = NULL;
    const gt_expr *begins = gt_sym_begins(b->ctx->arena, sym);
    if (begins)
        pop->initially = gt_quant_resolve(b->quant, &(gt_quant_scope){.self = -1}, begins);
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        gt_role role = {.kind = GT_ROLE_UNTRACKED, .proc = sym->procs[p], .name = "self"};
        pop->locals[p].start = start_of(b, &(gt_quant_scope){.nroles = 1, .roles = &role});
    }
    gt_idvar *idvars = (gt_idvar *)pop->idvars; /* ours until the pass returns */
    for (uint32_t i = 0; i < pop->nidvars; i++) {
        gt_role role = {.kind = GT_ROLE_CLASS, .proc = idvars[i].proc, .idvar = i, .name = "self"};
        idvars[i].start = start_of(b, &(gt_quant_scope){.nroles = 1, .roles = &role});
    }
}

/* ---- properties ---- */

static void translate_properties(builder *b)
{
    gt_pop *pop = b->pop;
    const gt_sym *sym = pop->sym;
    gt_arena *arena = b->ctx->arena;
    const gt_quant_scope nobody = {.self = -1};
    gt_pop_prop *props = GT_NEW_ARRAY(arena, gt_pop_prop, sym->nprops);
    for (uint32_t i = 0; i < sym->nprops; i++) {
        props[i].origin = sym->props[i];
        if (sym->props[i]->formula)
            props[i].formula = gt_quant_resolve(b->quant, &nobody, sym->props[i]->formula);
    }
    pop->nprops = sym->nprops;
    pop->props = props;
    pop->nfair = sym->nfair;
    pop->fair = GT_NEW_ARRAY(arena, const gt_expr *, sym->nfair);
    for (uint32_t i = 0; i < sym->nfair; i++)
        pop->fair[i] = gt_quant_resolve(b->quant, &nobody, sym->fair[i]->expr);
    pop->nrewards = sym->nrewards;
    pop->rewards = GT_NEW_ARRAY(arena, const gt_expr *, sym->nrewards);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        pop->rewards[i] = gt_quant_resolve(b->quant, &nobody, sym->rewards[i]->expr);
}

/* ---- the pass ---- */

/* False: a rule is too much, which is reported. */
static bool translate(gt_ctx *ctx, gt_pop *pop)
{
    const gt_sym *sym = pop->sym;
    builder b = {.ctx = ctx, .pop = pop, .fold = gt_fold_new(ctx->arena)};
    b.quant = gt_quant_new(ctx, b.fold, pop);
    b.enumerated = gt_xcalloc((size_t)sym->nprocs + 1, sizeof *b.enumerated);
    b.alias = gt_xcalloc((size_t)pop->nidvars + 1, sizeof *b.alias);
    for (uint32_t i = 0; i < sym->nrules && !b.too_many; i++)
        translate_rule(&b, sym->rules[i]);
    translate_inits(&b);
    translate_properties(&b);
    pop->nrules = (uint32_t)b.rules.n;
    pop->rules = gt_arena_copy(ctx->arena, b.rules.v, b.rules.n, sizeof *b.rules.v);
    if (b.too_many)
        gt_error(ctx->diag, b.rule->pos, "size",
                 "this rule can be played in more than %d ways; use fewer id variables of one type",
                 RULES_MAX);
    free(b.rules.v);
    free(b.assumed.v);
    free(b.enumerated);
    free(b.alias);
    gt_quant_free(b.quant);
    gt_fold_free(b.fold);
    return !b.too_many;
}

/* The program without ghosts, which come last and change nothing of what processes do, and without what may
 * mention them; the same if it has none. */
static const gt_sym *without_ghosts(gt_ctx *ctx, const gt_sym *sym)
{
    if (!sym->nshared || !sym->shared[sym->nshared - 1]->is_ghost)
        return sym;
    gt_sym *bare = gt_arena_copy(ctx->arena, sym, 1, sizeof *sym);
    while (bare->nshared && bare->shared[bare->nshared - 1]->is_ghost)
        bare->nshared--;
    bare->nprops = 0;
    return bare;
}

/* A program whose local states are those that occur. Quantifiers are gone from `first` with all local states
 * that may; they go again when there are fewer. */
static const gt_pop *with_support(gt_ctx *ctx, gt_pop *pop)
{
    gt_pop *first = gt_arena_copy(ctx->arena, pop, 1, sizeof *pop);
    first->sym = without_ghosts(ctx, pop->sym);
    first->locals = gt_arena_copy(ctx->arena, pop->locals, pop->sym->nprocs, sizeof *pop->locals);
    collect_idvars(ctx, first);
    if (!translate(ctx, first))
        return NULL;
    if (!gt_support_narrow(ctx, first) && first->sym == pop->sym)
        return first;
    pop->coarse = first->coarse;
    for (uint32_t t = 0; t < pop->sym->nprocs; t++) {
        pop->locals[t].nstates = first->locals[t].nstates;
        pop->locals[t].values = first->locals[t].values;
    }
    return translate(ctx, pop) ? pop : NULL;
}

const gt_pop *gt_pass_population(gt_ctx *ctx, const gt_sym *sym)
{
    if (refuse_order(ctx, sym) || refuse_id_locals(ctx, sym) || !(sym = gt_pass_initial(ctx, sym)))
        return NULL;
    gt_pop *pop = GT_NEW(ctx->arena, gt_pop);
    pop->sym = sym;
    pop->locals = GT_NEW_ARRAY(ctx->arena, gt_locals, sym->nprocs);
    collect_idvars(ctx, pop);
    return gt_locals_compute(ctx, pop) ? with_support(ctx, pop) : NULL;
}

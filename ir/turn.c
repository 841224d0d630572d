#include "ir/turn.h"

#include "ir/expr/fold.h"
#include "runtime/base.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

static bool is_of(const gt_proc *owner, const gt_proc *proc)
{
    return owner ? proc && owner->index == proc->index : !proc;
}

/* ---- turns ---- */

static const gt_rule *written(const gt_rule *rule)
{
    return rule->origin ? rule->origin : rule;
}

bool gt_turn_moves(const gt_served *served, const gt_rule *rule)
{
    const gt_turn *turn = served->turn;
    return is_of(served->owner, rule->owner) && (!turn->rule || strcmp(turn->rule, written(rule)->name) == 0);
}

gt_turns gt_turns_of(gt_arena *arena, const gt_sym *sym)
{
    GT_VEC(gt_served) all = {0};
    for (uint32_t i = 0; i < sym->nturns; i++) {
        const gt_turn *turn = sym->turns[i];
        for (uint32_t p = 0; p <= sym->nprocs; p++) {
            gt_served served = {turn, p < sym->nprocs ? sym->procs[p] : NULL};
            bool any = turn->proc && is_of(turn->proc, served.owner);
            for (uint32_t r = 0; r < sym->nrules && !turn->proc && !any; r++)
                any = gt_turn_moves(&served, sym->rules[r]);
            if (any)
                gt_vec_push(&all, served);
        }
    }
    gt_turns turns = {(uint32_t)all.n, NULL};
    turns.v = all.n ? gt_arena_copy(arena, all.v, all.n, sizeof *all.v) : NULL;
    free(all.v);
    return turns;
}

/* ---- properties ---- */

typedef struct {
    bool all, some; /* says something of all fair paths, of some fair path, that no finite path shows */
} says;

static says both(says x, says y)
{
    return (says){x.all || y.all, x.some || y.some};
}

static says opposite(says x)
{
    return (says){x.some, x.all};
}

/* sets: there is `fairness e` too, and not every finite path can go on as a fair one. */
static says says_of(const gt_expr *e, bool sets)
{
    says first = {false, false}, others = {false, false};
    for (uint32_t i = 0; i < e->nkids && gt_temporal_in(e); i++)
        if (i == 0)
            first = says_of(e->kids[i], sets);
        else
            others = both(others, says_of(e->kids[i], sets));
    says kids = both(first, others);
    switch (e->kind) {
    case GT_EXPR_AX:
    case GT_EXPR_AG:
    case GT_EXPR_AW:
    case GT_EXPR_AR: return both(kids, (says){sets, false});
    case GT_EXPR_AF:
    case GT_EXPR_AU: return both(kids, (says){true, false});
    case GT_EXPR_EX:
    case GT_EXPR_EF:
    case GT_EXPR_EU: return both(kids, (says){false, sets});
    case GT_EXPR_EG:
    case GT_EXPR_EW:
    case GT_EXPR_ER: return both(kids, (says){false, true});
    case GT_EXPR_NOT: return opposite(kids);
    case GT_EXPR_IMPLIES: return both(opposite(first), others);
    case GT_EXPR_IFF:
    case GT_KINDS_EQUALITY: return both(kids, opposite(kids));
    case GT_EXPR_ITE: return both(kids, opposite(first));
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT: return kids;
    case GT_KINDS_LTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST: return (says){true, true};
    case GT_EXPR_KINDS: break;
    }
    gt_ice("no such operator");
}

/* LTL: "always p" of single states is shown wrong by a finite path. */
static bool is_always(const gt_expr *e)
{
    return e->kind == GT_EXPR_G && !gt_temporal_in(e->kids[0]);
}

gt_turns_effect gt_turns_effect_on(const gt_sym *sym, const gt_prop *prop)
{
    if (!sym->nturns || !prop->formula)
        return GT_TURNS_NOTHING;
    switch (prop->kind) {
    case GT_PROP_INVARIANT:
    case GT_PROP_DEADLOCK:
    case GT_PROP_NOERROR: return GT_TURNS_NOTHING;
    case GT_PROP_LTL: return !sym->nfair && is_always(prop->formula) ? GT_TURNS_NOTHING : GT_TURNS_HELP;
    case GT_PROP_PCTL: return GT_TURNS_EITHER;
    case GT_PROP_CTL: break;
    }
    says s = says_of(prop->formula, sym->nfair > 0);
    return s.all && s.some ? GT_TURNS_EITHER
           : s.all         ? GT_TURNS_HELP
           : s.some        ? GT_TURNS_HINDER
                           : GT_TURNS_NOTHING;
}

/* ---- who is able ---- */

typedef struct {
    gt_arena *arena;
    gt_fold *fold;
    const gt_binder *from; /* NULL: self */
    const gt_expr *to;
} replacing;

static const gt_expr *replace_one(void *data, gt_fold *fold, const gt_expr *e)
{
    const replacing *r = data;
    (void)fold;
    bool found = r->from ? e->kind == GT_EXPR_BOUND && e->u.binder == r->from : e->kind == GT_EXPR_SELF;
    return found ? r->to : NULL;
}

static const gt_expr *replace(const replacing *with, const gt_binder *from, const gt_expr *to,
                              const gt_expr *e)
{
    replacing r = {with->arena, with->fold, from, to};
    return gt_fold_map(with->fold, e, replace_one, &r);
}

static const gt_expr *bound(const replacing *r, const gt_binder *b)
{
    return gt_fold_intern(r->fold, gt_expr_bound(r->arena, b->pos, b));
}

/* Does e hold for some value of b, a partner or a choice? */
static const gt_expr *exists(const replacing *r, const gt_binder *b, const gt_expr *e)
{
    if (e->kind == GT_EXPR_CONST)
        return e;
    if (b->type.kind == GT_TYPE_ID) {
        gt_binder *q = gt_arena_copy(r->arena, b, 1, sizeof *b);
        q->kind = GT_BIND_QUANT;
        q->where = NULL;
        const gt_expr *body = replace(r, b, bound(r, q), e);
        return gt_fold_intern(r->fold, gt_expr_quant(r->arena, e->pos, GT_EXPR_EXISTS, q, body));
    }
    const gt_expr *any = gt_fold_bool(r->fold, e->pos, false);
    for (int64_t v = b->type.lo; v <= b->type.hi; v++)
        any = gt_fold_or(r->fold, any, replace(r, b, gt_fold_const(r->fold, b->pos, b->type, v), e));
    return any;
}

static const gt_expr *differ(const replacing *r, const gt_expr *x, const gt_expr *y, const gt_expr *e)
{
    return gt_fold_and(r->fold, gt_fold_op2(r->fold, e->pos, GT_EXPR_NE, x, y), e);
}

/* Can the rule fire with its self as who? */
static const gt_expr *can_fire(const replacing *r, const gt_rule *rule, const gt_expr *who)
{
    const gt_expr *e = replace(r, NULL, who, rule->guard);
    for (uint32_t i = rule->nchoices; i-- > 0;) {
        const gt_expr *where = rule->choices[i]->where;
        if (where)
            e = gt_fold_and(r->fold, replace(r, NULL, who, where), e);
        e = exists(r, rule->choices[i], e);
    }
    for (uint32_t i = rule->npartners; i-- > 0;) {
        const gt_binder *partner = rule->partners[i];
        const gt_expr *me = bound(r, partner);
        if (rule->owner && is_of(rule->owner, partner->type.proc))
            e = differ(r, me, who, e);
        for (uint32_t k = 0; k < i; k++)
            if (is_of(rule->partners[k]->type.proc, partner->type.proc))
                e = differ(r, me, bound(r, rule->partners[k]), e);
        e = exists(r, partner, e);
    }
    return e;
}

const gt_expr *gt_turn_able(gt_arena *arena, const gt_sym *sym, const gt_served *served, const gt_expr *who)
{
    replacing r = {arena, gt_fold_new(arena), NULL, NULL};
    const gt_expr *me = who ? gt_fold_intern(r.fold, who) : NULL;
    const gt_expr *able = gt_fold_bool(r.fold, served->turn->pos, false);
    for (uint32_t i = 0; i < sym->nrules; i++)
        if (gt_turn_moves(served, sym->rules[i]))
            able = gt_fold_or(r.fold, able, can_fire(&r, sym->rules[i], me));
    gt_fold_free(r.fold);
    return able;
}

/* ---- one is followed ---- */

typedef struct {
    gt_arena *arena;
    gt_sym *sym;
    gt_words names; /* of shared variables */
} following;

static gt_var *add_var(following *f, gt_pos pos, const char *name, gt_type type, gt_init init)
{
    gt_var *v = GT_NEW(f->arena, gt_var);
    *v = (gt_var){.name = gt_words_fresh(&f->names, f->arena, name),
                  .pos = pos,
                  .index = f->sym->nshared,
                  .type = type,
                  .len = 1,
                  .ninits = 1,
                  .inits = gt_arena_copy(f->arena, &init, 1, sizeof init)};
    f->sym->shared[f->sym->nshared++] = v;
    return v;
}

static gt_var *add_who(following *f, const gt_proc *owner)
{
    gt_binder *choice = GT_NEW(f->arena, gt_binder);
    *choice = (gt_binder){
        .name = "who", .pos = owner->pos, .kind = GT_BIND_CHOICE, .type = gt_type_id(owner, false)};
    gt_var *who = add_var(f, owner->pos, "who", choice->type, (gt_init){.choice = choice});
    who->is_ghost = true;
    return who;
}

/* The rule, with `moved` assigned in every branch. */
static gt_rule *mark(gt_arena *arena, const gt_rule *rule, uint32_t n, gt_var *const *moved,
                     const gt_expr *const *values)
{
    gt_rule *r = gt_arena_copy(arena, rule, 1, sizeof *rule);
    gt_branch *branches = gt_arena_copy(arena, rule->branches, rule->nbranches, sizeof *branches);
    r->origin = written(rule);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        gt_update *updates = GT_NEW_ARRAY(arena, gt_update, branches[b].nupdates + n);
        if (branches[b].nupdates)
            memcpy(updates, branches[b].updates, branches[b].nupdates * sizeof *updates);
        for (uint32_t k = 0; k < n; k++)
            updates[branches[b].nupdates + k] =
                (gt_update){.pos = rule->pos, .var = moved[k], .value = values[k]};
        branches[b].updates = updates;
        branches[b].nupdates += n;
    }
    r->branches = branches;
    return r;
}

/* Whether a firing of the rule is such a move of `who`. */
static const gt_expr *is_move(gt_arena *arena, const gt_served *served, const gt_rule *rule,
                              const gt_expr *who)
{
    bool moves = gt_turn_moves(served, rule);
    if (!moves || !who)
        return gt_expr_bool(arena, rule->pos, moves);
    return gt_expr_op2(arena, rule->pos, GT_EXPR_EQ, gt_expr_self(arena, rule->pos, rule->owner), who);
}

/* A copy of the program, with room for so many more shared variables. */
static following follow_begin(gt_arena *arena, const gt_sym *sym, uint32_t more)
{
    following f = {.arena = arena, .sym = gt_arena_copy(arena, sym, 1, sizeof *sym)};
    f.sym->shared = GT_NEW_ARRAY(arena, gt_var *, (size_t)sym->nshared + more);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        f.sym->shared[i] = sym->shared[i];
        gt_words_take(&f.names, sym->shared[i]->name);
    }
    return f;
}

/* Who moved last: a process or none, or whether the program did. */
static gt_var *add_last(following *f, const gt_served *served)
{
    gt_pos pos = served->turn->pos;
    const gt_proc *owner = served->owner;
    if (!owner)
        return add_var(f, pos, "moved", gt_type_bool(),
                       (gt_init){.expr = gt_expr_bool(f->arena, pos, false)});
    return add_var(f, pos, "moved", gt_type_id(owner, true),
                   (gt_init){.expr = gt_expr_none(f->arena, pos, owner)});
}

/* What the rule puts there. */
static const gt_expr *who_moves(gt_arena *arena, const gt_served *served, const gt_rule *rule)
{
    bool moves = gt_turn_moves(served, rule);
    if (!served->owner)
        return gt_expr_bool(arena, rule->pos, moves);
    return moves ? gt_expr_self(arena, rule->pos, rule->owner)
                 : gt_expr_none(arena, rule->pos, served->owner);
}

gt_marked gt_turns_mark(gt_arena *arena, const gt_sym *sym)
{
    gt_turns turns = gt_turns_of(arena, sym);
    following f = follow_begin(arena, sym, turns.n);
    gt_marked out = {f.sym, turns, GT_NEW_ARRAY(arena, const gt_expr *, turns.n),
                     GT_NEW_ARRAY(arena, const gt_expr *, turns.n)};
    gt_var **last = GT_NEW_ARRAY(arena, gt_var *, turns.n);
    const gt_expr **values = GT_NEW_ARRAY(arena, const gt_expr *, turns.n);
    for (uint32_t k = 0; k < turns.n; k++) {
        const gt_proc *owner = turns.v[k].owner;
        gt_pos pos = turns.v[k].turn->pos;
        const gt_expr *self = owner ? gt_expr_self(arena, pos, owner) : NULL;
        last[k] = add_last(&f, &turns.v[k]);
        const gt_expr *var = gt_expr_var(arena, pos, last[k], NULL);
        out.moved[k] = owner ? gt_expr_op2(arena, pos, GT_EXPR_EQ, var, self) : var;
        out.able[k] = gt_turn_able(arena, sym, &turns.v[k], self);
    }
    f.sym->rules = GT_NEW_ARRAY(arena, gt_rule *, sym->nrules);
    for (uint32_t i = 0; i < sym->nrules; i++) {
        for (uint32_t k = 0; k < turns.n; k++)
            values[k] = who_moves(arena, &turns.v[k], sym->rules[i]);
        f.sym->rules[i] = mark(arena, sym->rules[i], turns.n, last, values);
    }
    gt_words_fini(&f.names);
    return out;
}

gt_followed gt_turns_follow(gt_arena *arena, const gt_sym *sym, const gt_turns *turns, const gt_proc *owner)
{
    following f = follow_begin(arena, sym, turns->n + 1);
    gt_followed out = {f.sym, GT_NEW_ARRAY(arena, const gt_expr *, turns->n),
                       GT_NEW_ARRAY(arena, const gt_expr *, turns->n)};
    gt_var **moved = GT_NEW_ARRAY(arena, gt_var *, turns->n);
    const gt_served **asked = GT_NEW_ARRAY(arena, const gt_served *, turns->n);
    const gt_expr **values = GT_NEW_ARRAY(arena, const gt_expr *, turns->n);
    const gt_expr *who = owner ? gt_expr_var(arena, owner->pos, add_who(&f, owner), NULL) : NULL;
    uint32_t n = 0;
    for (uint32_t k = 0; k < turns->n; k++) {
        if (!is_of(owner, turns->v[k].owner))
            continue;
        gt_pos pos = turns->v[k].turn->pos;
        asked[n] = &turns->v[k];
        moved[n] =
            add_var(&f, pos, "moved", gt_type_bool(), (gt_init){.expr = gt_expr_bool(arena, pos, false)});
        out.moved[k] = gt_expr_var(arena, pos, moved[n++], NULL);
        out.able[k] = gt_turn_able(arena, sym, &turns->v[k], who);
    }
    f.sym->rules = GT_NEW_ARRAY(arena, gt_rule *, sym->nrules);
    for (uint32_t i = 0; i < sym->nrules; i++) {
        for (uint32_t k = 0; k < n; k++)
            values[k] = is_move(arena, asked[k], sym->rules[i], who);
        f.sym->rules[i] = mark(arena, sym->rules[i], n, moved, values);
    }
    f.sym->nprops = f.sym->nfair = f.sym->nturns = f.sym->nrewards = 0;
    gt_words_fini(&f.names);
    return out;
}

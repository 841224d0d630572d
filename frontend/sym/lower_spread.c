/* `any` in a broadcast. A step of the program has no place for one choice of each process, but for as many
 * choices as anybody likes: the rule names all processes of the type, in any order, and makes a choice for
 * each of them; then a process takes the one that was made under its name. Whoever the broadcast leaves out
 * is given a choice of anything, which nobody looks at. So it has the candidates, weights and errors of
 * choices. */
#include "frontend/sym/lower_body.h"
#include "frontend/sym/lower_decl.h"

static const double most_ways = 1 << 24;
enum { MOST_VALUES = 8 }; /* of an enum that choices are ordered by */

static void *map_to(const gt_expr *e)
{
    return (void *)(uintptr_t)e;
}

/* What to put in the place of two binders; expressions are shared, and each is made once. */
typedef struct {
    gt_arena *arena;
    const gt_binder *each, *any;
    const gt_expr *who, *value;
    gt_ptrmap made;
} instance;

static const gt_expr *instantiate(instance *in, const gt_expr *e)
{
    const gt_expr *known = gt_ptrmap_pointer(&in->made, e);
    if (known)
        return known;
    const gt_expr *made = e;
    if (e->kind == GT_EXPR_BOUND) {
        made = e->u.binder == in->each ? in->who : e->u.binder == in->any ? in->value : e;
    } else if (e->nkids > 0) {
        const gt_expr **kids = GT_NEW_ARRAY(in->arena, const gt_expr *, e->nkids);
        for (uint32_t i = 0; i < e->nkids; i++)
            kids[i] = instantiate(in, e->kids[i]);
        made = gt_expr_rebuild(in->arena, e, kids);
    }
    gt_ptrmap_point(&in->made, e, map_to(made));
    return made;
}

static gt_binder *new_choice(gt_body *body, gt_pos pos, gt_type type)
{
    gt_binder *binder = GT_NEW(body->lw->arena, gt_binder);
    *binder = (gt_binder){.name = gt_arena_printf(body->lw->arena, "$%u", ++body->serial),
                          .pos = pos,
                          .kind = GT_BIND_CHOICE,
                          .type = type};
    gt_vec_push(&body->choices, binder);
    return binder;
}

/* Another one than the first k. */
static const gt_expr *name_process(gt_body *body, gt_pos pos, const gt_proc *proc, const gt_expr **who,
                                   int32_t k)
{
    gt_arena *arena = body->lw->arena;
    gt_binder *binder = new_choice(body, pos, gt_type_id(proc, false));
    const gt_expr *one = gt_expr_bound(arena, pos, binder);
    const gt_expr **others = GT_NEW_ARRAY(arena, const gt_expr *, (size_t)k + 1);
    for (int32_t i = 0; i < k; i++)
        others[i] = gt_expr_op2(arena, pos, GT_EXPR_NE, one, who[i]);
    if (k)
        binder->where = k == 1 ? others[0] : gt_expr_op(arena, pos, GT_EXPR_AND, (uint32_t)k, others);
    return one;
}

/* The names of all processes, made when they are asked for first. */
static gt_everybody everybody(gt_body *body, gt_pos pos, const gt_proc *proc)
{
    for (size_t i = 0; i < body->everybody.n; i++)
        if (body->everybody.v[i].proc == proc)
            return body->everybody.v[i];
    gt_everybody all = {proc, GT_NEW_ARRAY(body->lw->arena, const gt_expr *, (size_t)proc->n)};
    for (int32_t k = 0; k < proc->n; k++) {
        bool self = k == 0 && body->home && body->home->proc == proc;
        all.who[k] =
            self ? gt_expr_self(body->lw->arena, pos, proc) : name_process(body, pos, proc, all.who, k);
    }
    gt_vec_push(&body->everybody, all);
    return all;
}

/* Names stand in any order, so of all ways to choose once for each of them those are enough in which what is
 * chosen never falls from one name to the next. Not where ways are counted, and not for a second choice of
 * theirs. */
static bool is_ordered(const gt_body *body, const gt_proc *proc, gt_type type)
{
    gt_model_kind kind = body->lw->sym->kind;
    for (size_t i = 0; i < body->everybody.n; i++)
        if (body->everybody.v[i].proc == proc)
            return false;
    return (kind == GT_MODEL_PLAIN || kind == GT_MODEL_MDP) &&
           (type.kind == GT_TYPE_INT || type.kind == GT_TYPE_BOOL ||
            (type.kind == GT_TYPE_ENUM && type.en->nvalues <= MOST_VALUES));
}

/* Counts ways to name processes, and to choose for them. */
static bool is_small(gt_body *body, const gt_proc *proc, const gt_binder *any, bool ordered)
{
    gt_lower *lw = body->lw;
    double values = (double)gt_type_size(any->type);
    bool named = false;
    for (size_t i = 0; i < body->everybody.n; i++)
        named = named || body->everybody.v[i].proc == proc;
    for (int32_t k = 1; k <= proc->n && body->ways <= most_ways; k++)
        body->ways *= (named ? 1 : k) * (ordered ? (values + k - 1) / k : values);
    if (body->ways <= most_ways)
        return true;
    gt_error(lw->diag, any->pos, "size", "there are too many ways for %d processes to choose here", proc->n);
    gt_note(lw->diag, (gt_pos){0},
            "each of them chooses for itself, all in one step: at most %.0f ways, orders of the processes "
            "counted",
            most_ways);
    gt_help(
        lw->diag,
        "choose among fewer values, take fewer processes (-D), or let each process choose in a rule of its "
        "own");
    return false;
}

/* What the candidate of one process must satisfy; NULL: nothing. */
static const gt_expr *restriction(gt_body *body, const gt_expr *cond, instance *in)
{
    gt_arena *arena = body->lw->arena;
    if (!in->any->where)
        return NULL;
    const gt_expr *where = instantiate(in, in->any->where);
    if (!cond)
        return where;
    const gt_expr *left_out = gt_expr_op1(arena, cond->pos, GT_EXPR_NOT, instantiate(in, cond));
    return gt_expr_op2(arena, where->pos, GT_EXPR_OR, left_out, where);
}

static const gt_expr *is(gt_arena *arena, const gt_expr *e, int64_t value)
{
    return gt_expr_op2(arena, e->pos, GT_EXPR_EQ, e, gt_expr_const(arena, e->pos, e->type, value));
}

/* The value is none of those before `before`, if it is one of an enum, whose values have no order in
 * programs. */
static const gt_expr *not_below(gt_arena *arena, gt_pos pos, const gt_expr *before, const gt_expr *value)
{
    if (value->type.kind == GT_TYPE_INT)
        return gt_expr_op2(arena, pos, GT_EXPR_GE, value, before);
    if (value->type.kind == GT_TYPE_BOOL)
        return gt_expr_op2(arena, pos, GT_EXPR_IMPLIES, before, value);
    const gt_expr *all = NULL;
    for (int64_t low = 0; low < value->type.hi; low++) {
        for (int64_t high = low + 1; high <= value->type.hi; high++) {
            const gt_expr *kids[] = {is(arena, before, high), is(arena, value, low)};
            const gt_expr *no =
                gt_expr_op1(arena, pos, GT_EXPR_NOT, gt_expr_op(arena, pos, GT_EXPR_AND, 2, kids));
            all = all ? gt_expr_op2(arena, pos, GT_EXPR_AND, all, no) : no;
        }
    }
    return all ? all : gt_expr_bool(arena, pos, true);
}

const gt_expr *gt_lower_spread(gt_body *body, const gt_expr *cond, const gt_binder *each,
                               const gt_binder *any)
{
    gt_lower *lw = body->lw;
    const gt_proc *proc = each->type.proc;
    gt_pos pos = any->pos;
    if (proc->size) {
        gt_lower_open_refuse(lw, pos, "how many processes choose");
        return NULL;
    }
    bool ordered = is_ordered(body, proc, any->type);
    if (!is_small(body, proc, any, ordered))
        return NULL;
    const gt_expr **who = everybody(body, pos, proc).who, *self = gt_expr_bound(lw->arena, pos, each);
    const gt_expr **values = GT_NEW_ARRAY(lw->arena, const gt_expr *, (size_t)proc->n);
    for (int32_t k = 0; k < proc->n; k++) {
        gt_binder *choice = new_choice(body, pos, any->type);
        values[k] = gt_expr_bound(lw->arena, pos, choice);
        instance in = {.arena = lw->arena, .each = each, .any = any, .who = who[k], .value = values[k]};
        const gt_expr *where = restriction(body, cond, &in);
        gt_ptrmap_fini(&in.made);
        if (ordered && k > 0 && who[k - 1]->kind != GT_EXPR_SELF) {
            const gt_expr *order = not_below(lw->arena, pos, values[k - 1], values[k]);
            where = where ? gt_expr_op2(lw->arena, pos, GT_EXPR_AND, order, where) : order;
        }
        choice->where = where;
    }
    const gt_expr *all = values[proc->n - 1];
    for (int32_t k = proc->n - 1; k-- > 0;)
        all = gt_expr_op3(lw->arena, pos, GT_EXPR_ITE, gt_expr_op2(lw->arena, pos, GT_EXPR_EQ, self, who[k]),
                          values[k], all);
    return all;
}

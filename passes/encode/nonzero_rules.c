/* One command per way to take a rule's untracked processes from the slots and per value of its choices. Of
 * several equal slots the first one not yet taken is used, so that there is one command for them; its weight
 * counts them. */
#include "passes/encode/nonzero_slots.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 20000000 };

static const gt_pos nowhere;

/* The rule at hand. */
typedef struct {
    gt_nz *z;
    const gt_pop_rule *rule;
    const gt_expr *const **old; /* by role: the local state of its process, before ... */
    const gt_expr ***fresh;     /* ... and after the branch at hand */
    uint32_t *slot;             /* by role, if UNTRACKED: where it stands */
} firing;

static bool counts(const gt_nz *z)
{
    return z->pop->sym->kind == GT_MODEL_DTMC || z->pop->sym->kind == GT_MODEL_CTMC;
}

static const gt_expr *ite(gt_nz *z, const gt_expr *c, const gt_expr *x, const gt_expr *y)
{
    return gt_fold_op3(z->fold, nowhere, GT_EXPR_ITE, c, x, y);
}

static bool of_type(const gt_nz *z, uint32_t idvar, const gt_nz_type *t)
{
    return z->pop->idvars[idvar].proc == t->proc;
}

/* ---- effects on processes ---- */

/* fields[var] := value if cond. */
static void update_field(gt_nz *z, const gt_pop_update *u, const gt_expr *there, const gt_expr **fields)
{
    const gt_expr *cond = u->cond ? gt_fold_and(z->fold, there, gt_nz_expr(z, u->cond)) : there;
    if (gt_expr_is_false(cond))
        return;
    const gt_expr *value = gt_nz_field(z, gt_nz_expr(z, u->value));
    fields[u->var->index] = ite(z, cond, value, fields[u->var->index]);
}

static const gt_expr **copy_fields(gt_nz *z, const gt_nz_type *t, const gt_expr *const *fields)
{
    return gt_arena_copy(z->arena, fields, t->nfields, sizeof *fields);
}

static void update_roles(firing *f, const gt_pop_branch *b)
{
    gt_nz *z = f->z;
    const gt_expr *always = gt_fold_bool(z->fold, nowhere, true);
    for (uint32_t r = 0; r < f->rule->nroles; r++)
        f->fresh[r] = copy_fields(z, &z->types[f->rule->roles[r].proc->index], f->old[r]);
    for (uint32_t i = 0; i < b->nupdates; i++)
        if (b->updates[i].role >= 0)
            update_field(z, &b->updates[i], always, f->fresh[b->updates[i].role]);
}

/* The process that id variable i names before the step, as it is after it. */
static const gt_expr *const *after(firing *f, const gt_pop_branch *b, uint32_t i)
{
    gt_nz *z = f->z;
    const gt_nz_type *t = gt_nz_type_of(z, i);
    if (f->rule->alias[i] == GT_ALIAS_NONE)
        return gt_nz_tracked(z, i);
    uint32_t who = f->rule->alias[i] >= 0 ? (uint32_t)f->rule->alias[i] : i;
    const gt_expr **fields = copy_fields(z, t, gt_nz_tracked(z, who));
    const gt_expr *there = gt_fold_not(z->fold, gt_nz_is_none(z, who));
    for (uint32_t k = 0; k < b->nupdates; k++)
        if (b->updates[k].idvar == (int32_t)who)
            update_field(z, &b->updates[k], there, fields);
    for (uint32_t r = 0; r < f->rule->nroles; r++) {
        const gt_role *role = &f->rule->roles[r];
        if (role->kind != GT_ROLE_CLASS || !of_type(z, role->idvar, t))
            continue;
        const gt_expr *plays = gt_nz_same(z, role->idvar, who);
        for (uint32_t k = 0; k < t->nfields; k++)
            fields[k] = ite(z, plays, f->fresh[r][k], fields[k]);
    }
    return fields;
}

/* ---- who is named afterwards ---- */

/* A process: the class with that first id variable, or nidvars + the untracked role; -1: none, -2: not known,
 * the same as before. */
static int64_t process_of_role(const firing *f, uint32_t r)
{
    const gt_role *role = &f->rule->roles[r];
    return role->kind == GT_ROLE_CLASS ? role->idvar : (int64_t)f->z->pop->nidvars + r;
}

static int64_t named_after(const firing *f, const gt_pop_branch *b, uint32_t i)
{
    for (uint32_t k = 0; k < b->nassigns; k++) {
        const gt_idassign *a = &b->assigns[k];
        if (a->idvar != i)
            continue;
        if (a->to == GT_POINT_NONE)
            return -1;
        return a->to == GT_POINT_ROLE ? process_of_role(f, a->target) : (int64_t)a->target;
    }
    int32_t alias = f->rule->alias[i];
    return alias == GT_ALIAS_NONE ? -1 : alias == GT_ALIAS_ANY ? -2 : alias;
}

static bool repoints(const gt_nz *z, const gt_pop_branch *b, const gt_nz_type *t)
{
    for (uint32_t k = 0; k < b->nassigns; k++)
        if (of_type(z, b->assigns[k].idvar, t))
            return true;
    return false;
}

static bool is_named_after(const firing *f, const gt_pop_branch *b, const gt_nz_type *t, int64_t process)
{
    for (uint32_t i = 0; i < t->locals->nidvars; i++)
        if (named_after(f, b, t->locals->first_idvar + i) == process)
            return true;
    return false;
}

static void assign(firing *f, uint32_t var, const gt_expr *value)
{
    gt_nz *z = f->z;
    z->values[var] = value == gt_nz_cvar(z, var) ? NULL : value;
    if (z->values[var])
        gt_vec_push(&z->set, var);
}

static void assign_idvar(firing *f, const gt_pop_branch *b, const gt_nz_type *t, uint32_t i)
{
    gt_nz *z = f->z;
    int64_t process = named_after(f, b, i), nidvars = z->pop->nidvars;
    uint32_t first = t->locals->first_idvar, leader = i;
    const gt_expr *const *fields = NULL;
    if (process >= nidvars)
        fields = f->fresh[process - nidvars];
    if (process >= 0 && process < nidvars)
        fields = after(f, b, (uint32_t)process);
    if (process == -2)
        fields = after(f, b, i);
    for (uint32_t k = 0; k < t->nfields; k++)
        assign(f, z->at[i] + k, fields ? fields[k] : gt_nz_int(z, k == 0 ? t->nil : 0));
    if (!repoints(z, b, t) || i == first)
        return;
    for (uint32_t k = i; process >= 0 && k-- > first;)
        if (named_after(f, b, k) == process)
            leader = k;
    assign(f, z->alias[i], gt_nz_int(z, leader - first));
}

/* ---- effects on slots ---- */

static bool broadcasts(const gt_pop_branch *b, const gt_nz_type *t)
{
    for (uint32_t i = 0; i < b->nupdates; i++)
        if (b->updates[i].each && b->updates[i].each->type.proc == t->proc)
            return true;
    return false;
}

/* Changes every slot by the updates with `each`; they read the slots as they stand. */
static void broadcast(gt_nz *z, const gt_pop_branch *b, const gt_nz_type *t, gt_nz_slots slots)
{
    for (uint32_t k = 0; k < t->nslots; k++) {
        const gt_expr **slot = &slots[(size_t)k * t->width];
        const gt_expr *const *before = copy_fields(z, t, slot);
        const gt_expr *there = gt_fold_bool(z->fold, nowhere, true);
        if (!z->pairs) /* where the slot is empty now; with pairs the fields of an empty slot do not matter */
            there = gt_fold_not(z->fold, gt_fold_is(z->fold, before[0], t->nil));
        for (uint32_t i = 0; i < b->nupdates; i++) {
            const gt_pop_update *u = &b->updates[i];
            if (!u->each || u->each->type.proc != t->proc)
                continue;
            gt_nz_frame frame;
            gt_nz_enter(z, &frame, u->each, NULL, before);
            update_field(z, u, there, slot);
            gt_nz_leave(z);
        }
        z->cells += t->width;
    }
    gt_nz_normalise(z, t, slots);
}

static bool same_fields(const gt_nz_type *t, const gt_expr *const *a, const gt_expr *const *b)
{
    return memcmp(a, b, t->nfields * sizeof *a) == 0;
}

static void update_slots(firing *f, const gt_pop_branch *b, const gt_nz_type *t)
{
    gt_nz *z = f->z;
    const gt_pop_rule *rule = f->rule;
    const gt_expr *one = gt_nz_int(z, 1);
    bool all = broadcasts(b, t), moved = repoints(z, b, t), changed = all;
    uint32_t *out = gt_xcalloc((size_t)t->nslots + 1, sizeof *out);
    bool *stays =
        gt_xcalloc((size_t)rule->nroles + 1, sizeof *stays); /* leaves its slot, but remains untracked */
    for (uint32_t r = 0; r < rule->nroles; r++) {
        if (rule->roles[r].kind != GT_ROLE_UNTRACKED || rule->roles[r].proc != t->proc)
            continue;
        bool named = moved && is_named_after(f, b, t, process_of_role(f, r));
        if (!named && !all && same_fields(t, f->old[r], f->fresh[r]))
            continue;
        out[f->slot[r]]++;
        stays[r] = !named;
        changed = true;
    }
    gt_nz_slots slots = gt_nz_slots_now(z, t);
    gt_nz_remove(z, t, slots, out);
    if (all)
        broadcast(z, b, t, slots);
    for (uint32_t r = 0; r < rule->nroles; r++)
        if (stays[r])
            gt_nz_insert(z, t, slots, f->fresh[r], one);
    for (uint32_t i = t->locals->first_idvar; moved && i < t->locals->first_idvar + t->locals->nidvars; i++) {
        if (rule->alias[i] != (int32_t)i || is_named_after(f, b, t, i))
            continue;
        gt_nz_insert(z, t, slots, after(f, b, i), one);
        changed = true;
    }
    for (uint32_t i = 0; changed && i < t->nslots * t->width; i++)
        assign(f, t->first + i, slots[i]);
    free(slots);
    free(out);
    free(stays);
}

/* ---- commands ---- */

/* The types whose slots the branch may change, each once, ascending: those of its roles, of what it
 * broadcasts to, and of the id variables it points elsewhere. */
static void update_all_slots(firing *f, const gt_pop_branch *b)
{
    const gt_nz *z = f->z;
    GT_VEC(uint32_t) types = {0};
    for (uint32_t r = 0; r < f->rule->nroles; r++)
        gt_vec_push(&types, f->rule->roles[r].proc->index);
    for (uint32_t i = 0; i < b->nupdates; i++)
        if (b->updates[i].each)
            gt_vec_push(&types, b->updates[i].each->type.proc->index);
    for (uint32_t i = 0; i < b->nassigns; i++)
        gt_vec_push(&types, z->pop->idvars[b->assigns[i].idvar].proc->index);
    size_t n = gt_sort_distinct(types.v, types.n);
    for (size_t i = 0; i < n; i++)
        update_slots(f, b, &z->types[types.v[i]]);
    free(types.v);
}

/* What has been assigned, by number of the variable; forgets it. */
static void take_assigns(gt_nz *z, gt_cmd_branch *to)
{
    z->set.n = gt_sort_distinct(z->set.v, z->set.n);
    gt_assign *assigns = GT_NEW_ARRAY(z->arena, gt_assign, z->set.n);
    for (size_t i = 0; i < z->set.n; i++) {
        uint32_t var = z->set.v[i];
        if (z->values[var]) /* not if it got its own value again */
            assigns[to->nassigns++] = (gt_assign){var, z->values[var]};
        z->values[var] = NULL;
    }
    to->assigns = assigns;
    z->set.n = 0;
}

static gt_cmd_branch make_branch(firing *f, const gt_pop_branch *b)
{
    gt_nz *z = f->z;
    gt_cmd_branch to = {.prob = b->prob ? gt_nz_expr(z, b->prob) : NULL};
    update_roles(f, b);
    for (uint32_t i = 0; i < b->nupdates; i++) {
        const gt_pop_update *u = &b->updates[i];
        if (u->role >= 0 || u->idvar >= 0 || u->each)
            continue;
        uint32_t var = z->shared[u->var->index];
        const gt_expr *now = z->values[var] ? z->values[var] : gt_nz_cvar(z, var);
        const gt_expr *value = gt_nz_expr(z, u->value);
        assign(f, var, u->cond ? ite(z, gt_nz_expr(z, u->cond), value, now) : value);
    }
    for (uint32_t i = 0; i < z->pop->nidvars; i++)
        assign_idvar(f, b, gt_nz_type_of(z, i), i);
    update_all_slots(f, b);
    take_assigns(z, &to);
    return to;
}

/* "Trying -> Critical by tok", "grant by Client1, j Client3". */
static const char *label_of(const firing *f)
{
    const gt_pop_rule *rule = f->rule;
    const char *label = rule->origin->label;
    for (uint32_t r = 0; r < rule->nroles; r++) {
        const gt_role *role = &rule->roles[r];
        gt_arena *arena = f->z->arena;
        const char *who = role->kind == GT_ROLE_CLASS
                              ? f->z->pop->idvars[role->idvar].var->name
                              : gt_arena_printf(arena, "%s%u", role->proc->name, f->slot[r] + 1);
        label = gt_arena_printf(arena, "%s%s %s", label, r ? "," : " by", who);
    }
    return label;
}

/* Notes the variables that the guard says are constants (forget: drops the notes again), so that the effect
 * of a command is written for the local states it is about. */
static void fix(gt_nz *z, const gt_expr *guard, bool forget)
{
    for (uint32_t i = 0; guard->kind == GT_EXPR_AND && i < guard->nkids; i++)
        fix(z, guard->kids[i], forget);
    if (guard->kind != GT_EXPR_EQ || guard->kids[0]->kind != GT_EXPR_CVAR ||
        guard->kids[1]->kind != GT_EXPR_CONST)
        return;
    z->fixed[guard->kids[0]->u.index] = forget ? NULL : guard->kids[1];
}

/* The local states of the roles' processes, with what is fixed. */
static void look_again(firing *f)
{
    gt_nz *z = f->z;
    for (uint32_t r = 0; r < f->rule->nroles; r++) {
        const gt_role *role = &f->rule->roles[r];
        const gt_nz_type *t = &z->types[role->proc->index];
        if (role->kind == GT_ROLE_CLASS) {
            f->old[r] = gt_nz_tracked(z, role->idvar);
            continue;
        }
        const gt_expr **fields = GT_NEW_ARRAY(z->arena, const gt_expr *, t->nfields);
        for (uint32_t k = 0; k < t->nfields; k++)
            fields[k] = gt_nz_cvar(z, t->first + f->slot[r] * t->width + k);
        f->old[r] = fields;
    }
}

static void add_cmd(firing *f, const gt_expr *guard, const gt_expr *weight)
{
    gt_nz *z = f->z;
    const gt_pop_rule *rule = f->rule;
    gt_cmd cmd = {.origin = rule->origin, .label = label_of(f), .guard = guard, .nbranches = rule->nbranches};
    gt_cmd_branch *branches = GT_NEW_ARRAY(z->arena, gt_cmd_branch, rule->nbranches);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        branches[i] = make_branch(f, &rule->branches[i]);
    cmd.branches = branches;
    cmd.weight = weight;
    if (rule->weight && counts(z)) {
        const gt_expr *w = gt_nz_expr(z, rule->weight);
        cmd.weight = weight ? gt_fold_op2(z->fold, nowhere, GT_EXPR_MUL, w, weight) : w;
    }
    gt_vec_push(&z->cmds, cmd);
    z->full = z->full || z->cells > MAX_CELLS;
}

static void make_cmd(firing *f, const gt_expr *guard, const gt_expr *weight)
{
    gt_nz *z = f->z;
    const gt_expr *const **old = gt_xmalloc((size_t)f->rule->nroles + 1, sizeof *old);
    gt_nz_frame frame; /* what is translated here knows the slots of the roles */
    gt_nz_enter(z, &frame, NULL, NULL, NULL);
    guard = gt_fold_and(z->fold, guard, gt_nz_expr(z, f->rule->guard));
    gt_nz_leave(z);
    if (!gt_expr_is_false(guard)) {
        memcpy(old, f->old, f->rule->nroles * sizeof *old);
        fix(z, guard, false);
        look_again(f);
        gt_nz_enter(z, &frame, NULL, NULL, NULL);
        add_cmd(f, guard, weight);
        gt_nz_leave(z);
        fix(z, guard, true);
        memcpy(f->old, old, f->rule->nroles * sizeof *old);
    }
    free(old);
}

static void choose(firing *f, uint32_t k, const gt_expr *guard, const gt_expr *weight)
{
    gt_nz *z = f->z;
    if (k == f->rule->nchoices) {
        make_cmd(f, guard, weight);
        return;
    }
    const gt_binder *b = f->rule->choices[k];
    for (int64_t v = b->type.lo; v <= b->type.hi && !z->full; v++) {
        gt_nz_frame frame;
        const gt_expr *value =
            b->type.kind == GT_TYPE_BOOL ? gt_fold_bool(z->fold, nowhere, v != 0) : gt_nz_int(z, v);
        gt_nz_enter(z, &frame, b, value, NULL);
        choose(f, k + 1, guard, weight);
        gt_nz_leave(z);
    }
}

/* The nearest slot before q that no role stands in, or -1. */
static int64_t free_before(const uint32_t *taken, uint32_t q)
{
    int64_t k = (int64_t)q - 1;
    while (k >= 0 && taken[k])
        k--;
    return k;
}

/* May role r's process be taken from slot q? How many are there to take? */
static const gt_expr *can_take(gt_nz *z, const gt_nz_type *t, const uint32_t *taken,
                               const gt_expr *const *slots, uint32_t q)
{
    const gt_expr *const *slot = slots + (size_t)q * t->width;
    if (z->pairs)
        return gt_fold_op2(z->fold, nowhere, GT_EXPR_GT, slot[t->nfields], gt_nz_int(z, taken[q]));
    int64_t before = free_before(taken, q);
    const gt_expr *there = gt_fold_not(z->fold, gt_nz_is_empty(z, t, slot, q));
    if (taken[q])
        return gt_fold_bool(z->fold, nowhere, false);
    if (before < 0)
        return there;
    const gt_expr *same = gt_nz_equal(z, t, slots + (size_t)before * t->width, slot);
    return gt_fold_and(z->fold, there, gt_fold_not(z->fold, same));
}

static const gt_expr *how_many(gt_nz *z, const gt_nz_type *t, const uint32_t *taken,
                               const gt_expr *const *slots, uint32_t q)
{
    const gt_expr *const *slot = slots + (size_t)q * t->width;
    if (z->pairs)
        return gt_fold_op2(z->fold, nowhere, GT_EXPR_SUB, slot[t->nfields], gt_nz_int(z, taken[q]));
    const gt_expr *n = gt_nz_int(z, 1);
    for (uint32_t k = q + 1; k < t->nslots; k++) {
        if (taken[k])
            continue;
        const gt_expr *same =
            gt_fold_indicator(z->fold, gt_nz_equal(z, t, slots + (size_t)k * t->width, slot));
        n = gt_fold_op2(z->fold, nowhere, GT_EXPR_ADD, n, same);
    }
    return n;
}

static void cast(firing *f, uint32_t r, const gt_expr *guard, const gt_expr *weight)
{
    gt_nz *z = f->z;
    if (gt_expr_is_false(guard) || z->full)
        return;
    if (r == f->rule->nroles) {
        choose(f, 0, guard, weight);
        return;
    }
    const gt_role *role = &f->rule->roles[r];
    if (role->kind == GT_ROLE_CLASS) {
        f->old[r] = gt_nz_tracked(z, role->idvar);
        cast(f, r + 1, gt_fold_and(z->fold, guard, gt_nz_is_first(z, role->idvar)), weight);
        return;
    }
    const gt_nz_type *t = &z->types[role->proc->index];
    uint32_t *taken = z->taken[role->proc->index];
    gt_nz_slots slots = gt_nz_slots_now(z, t);
    for (uint32_t q = 0; q < t->nslots; q++) {
        const gt_expr *more = gt_fold_and(z->fold, guard, can_take(z, t, taken, slots, q)), *w = weight;
        if (gt_expr_is_false(more))
            continue;
        if (counts(z)) {
            w = how_many(z, t, taken, slots, q);
            if (weight)
                w = gt_fold_op2(z->fold, nowhere, GT_EXPR_MUL, weight, w);
        }
        f->slot[r] = q;
        f->old[r] = &slots[(size_t)q * t->width];
        taken[q]++;
        cast(f, r + 1, more, w);
        taken[q]--;
    }
    free(slots);
}

/* The rule's knowledge of how the id variables alias, as a condition of the state. */
static const gt_expr *alias_guard(gt_nz *z, const gt_pop_rule *rule)
{
    const gt_expr *all = gt_fold_bool(z->fold, nowhere, true);
    for (uint32_t i = 0; i < z->pop->nidvars; i++) {
        int32_t to = rule->alias[i];
        if (to == GT_ALIAS_ANY)
            continue;
        uint32_t first = gt_nz_type_of(z, i)->locals->first_idvar;
        const gt_expr *none = gt_nz_is_none(z, i);
        if (to != GT_ALIAS_NONE)
            none = gt_fold_and(z->fold, gt_fold_not(z->fold, none),
                               gt_fold_is(z->fold, gt_nz_alias(z, i), (uint32_t)to - first));
        all = gt_fold_and(z->fold, all, none);
    }
    return all;
}

void gt_nz_rule(gt_nz *z, const gt_pop_rule *rule)
{
    firing f = {.z = z, .rule = rule};
    f.old = gt_xcalloc((size_t)rule->nroles + 1, sizeof *f.old);
    f.fresh = gt_xcalloc((size_t)rule->nroles + 1, sizeof *f.fresh);
    f.slot = gt_xcalloc((size_t)rule->nroles + 1, sizeof *f.slot);
    const gt_expr *guard = alias_guard(z, rule);
    z->known = rule->alias;
    z->roles = f.old;
    cast(&f, 0, guard, NULL);
    z->known = NULL;
    z->roles = NULL;
    free(f.slot);
    free(f.fresh);
    free(f.old);
}

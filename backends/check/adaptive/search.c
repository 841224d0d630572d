/* The search, breadth first. What is found first is at the shortest distance: a state is dropped for one that
 * was found at the same distance or before, and never for one that is farther. */
#include "backends/check/adaptive/adaptive.h"
#include "ir/expr/walk.h"

#include <stdlib.h>
#include <string.h>

size_t gt_adaptive_bytes(const gt_adaptive *a)
{
    return a->rows.data.cap * sizeof(int32_t) + a->nodes.cap * sizeof *a->nodes.v +
           a->rows.table.cap * sizeof *a->rows.table.slots + a->buckets.all.cap * sizeof *a->buckets.all.v +
           a->buckets.table.cap * sizeof *a->buckets.table.slots + a->cells.seen.data.cap * sizeof(int32_t) +
           a->cells.pairs.data.cap * sizeof(int32_t);
}

/* Whether it is time to end. */
static bool must_stop(gt_adaptive *a)
{
    if (a->stopped == GT_STOP_NONE)
        a->stopped = gt_limits_met_by(a->work.limits, gt_adaptive_bytes(a), a->nodes.n);
    if (gt_work_is_due(&a->work)) {
        a->work.now.phase = "reach";
        a->work.now.states = (double)a->nodes.n;
        a->work.now.bytes = gt_adaptive_bytes(a);
        gt_work_tell(&a->work);
    }
    return a->stopped != GT_STOP_NONE;
}

/* ---- what was seen ---- */

/* Whether a state with this partition stands for a->made. */
static bool is_seen(gt_adaptive *a, uint32_t partition)
{
    size_t width = a->orbits.layout->width;
    if (!gt_orbits_covers(&a->orbits, partition, a->made, a->partition))
        return false;
    memcpy(a->key, a->made, width * sizeof *a->key);
    if (partition != a->partition)
        gt_orbits_sort(&a->orbits, a->key, partition, NULL);
    a->key[width] = (int32_t)partition;
    return gt_rows_find(&a->rows, a->key) != GT_ABSENT;
}

/* Those of the group for which the last one stands. One that was found before keeps its turn: what it leads
 * to is nearer. */
static void cover(gt_adaptive *a, uint32_t group)
{
    uint32_t last = (uint32_t)a->nodes.n - 1;
    const gt_annotated *new = &a->nodes.v[last];
    for (uint32_t k = a->groups.v[group].node; k; k = a->nodes.v[k - 1].next) {
        gt_annotated *old = &a->nodes.v[k - 1];
        if (old->covered || !gt_orbits_subsumes(&a->orbits, gt_adaptive_state(a, last), new->partition,
                                                gt_adaptive_state(a, k - 1), old->partition))
            continue;
        old->covered = true;
        old->dead = old->depth == new->depth;
        a->covered++;
    }
}

/* a->made, sorted within a->partition, unless something stands for it. */
static void add(gt_adaptive *a)
{
    size_t width = a->orbits.layout->width;
    uint64_t *bucket =
        gt_ptrmap_at(&a->buckets, (const void *)(uintptr_t)gt_orbits_hash(&a->orbits, a->made));
    uint32_t mine = 0;
    for (uint32_t g = (uint32_t)*bucket; g; g = a->groups.v[g - 1].next) {
        if (is_seen(a, a->groups.v[g - 1].partition))
            return;
        mine = a->groups.v[g - 1].partition == a->partition ? g : mine;
    }
    if (!mine) {
        gt_annotated_group group = {.partition = a->partition, .next = (uint32_t)*bucket};
        gt_vec_push(&a->groups, group);
        *bucket = mine = (uint32_t)a->groups.n;
    }
    gt_annotated new = {.partition = a->partition,
                        .parent = a->parent,
                        .rule = a->rule,
                        .depth = a->parent == GT_NO_PARENT ? 0 : a->nodes.v[a->parent].depth + 1,
                        .next = a->groups.v[mine - 1].node};
    a->made[width] = (int32_t)a->partition;
    gt_rows_add(&a->rows, a->made, NULL);
    gt_vec_push(&a->nodes, new);
    a->groups.v[mine - 1].node = (uint32_t)a->nodes.n;
    for (uint32_t g = (uint32_t)*bucket; g; g = a->groups.v[g - 1].next)
        if (g != mine && !gt_cells_within(&a->cells, a->partition, a->groups.v[g - 1].partition))
            cover(a, g - 1);
}

static bool on_initial(void *arg, const int32_t *state)
{
    gt_adaptive *a = arg;
    a->initial++;
    memcpy(a->made, state, a->orbits.layout->width * sizeof *state);
    gt_orbits_sort(&a->orbits, a->made, a->partition, NULL);
    add(a);
    return a->initial % 1024 || !must_stop(a);
}

static bool on_firing(void *arg, const gt_firing *f)
{
    gt_adaptive *a = arg;
    a->transitions++;
    memcpy(a->made, f->to, a->orbits.layout->width * sizeof *f->to);
    gt_orbits_sort(&a->orbits, a->made, a->partition, NULL);
    add(a);
    return a->transitions % 1024 || !must_stop(a);
}

static bool fire(void *arg, const int32_t *state, const uint32_t *perm)
{
    gt_adaptive *a = arg;
    (void)perm;
    a->unwound++;
    return gt_sym_step_by_rule(a->step, state, a->sym->rules[a->rule], false, on_firing, a) &&
           (a->unwound % 256 || !must_stop(a));
}

/* ---- what is wanted ---- */

typedef struct {
    gt_adaptive *a;
    gt_wanted_state *wanted;
    uint32_t node, from; /* deadlocks: rules order[0 .. from) are known to be disabled */
    uint32_t partition;
    const uint32_t *perm; /* what made the state so far */
} looking;

static void found(looking *l, const uint32_t *perm)
{
    gt_wanted_state *w = l->wanted;
    uint32_t n = l->a->cells.n;
    w->seen = true;
    w->node = l->node;
    w->perm = GT_NEW_ARRAY(l->a->arena, uint32_t, (size_t)n + 1);
    for (uint32_t g = 0; g < n; g++)
        w->perm[g] = perm[l->perm ? l->perm[g] : g];
}

static bool holds(gt_adaptive *a, const gt_wanted_state *w, const int32_t *state)
{
    gt_eval *ev = gt_sym_step_eval(a->step);
    if (!w->expr)
        return false;
    gt_eval_state(ev, state, false);
    return gt_eval_int(ev, w->code) != 0;
}

static bool look_at(void *arg, const int32_t *state, const uint32_t *perm)
{
    looking *l = arg;
    gt_adaptive *a = l->a;
    if (holds(a, l->wanted, state) != (l->wanted->negated || l->wanted->deadlock)) {
        found(l, perm);
        return false;
    }
    return ++a->unwound % 256 || !must_stop(a);
}

static bool on_enabled(void *arg, const gt_firing *f)
{
    (void)arg;
    (void)f;
    return false;
}

/* Unwinds for one rule after the other, and goes on with those states in which it is disabled. */
static bool look_for_deadlock(void *arg, const int32_t *state, const uint32_t *perm)
{
    const looking *outer = arg;
    gt_adaptive *a = outer->a;
    looking l = *outer;
    uint32_t *both = gt_xmalloc((size_t)a->cells.n + 1, sizeof *both);
    for (uint32_t g = 0; g < a->cells.n; g++)
        both[g] = perm[outer->perm ? outer->perm[g] : g];
    l.perm = both;
    bool go_on = ++a->unwound % 256 || !must_stop(a), disabled = true;
    for (; l.from < a->sym->nrules && disabled && go_on; l.from++) {
        uint32_t rule = a->order[l.from];
        if (!gt_cells_within(&a->cells, l.partition, a->rules[rule]))
            break;
        disabled = gt_sym_step_by_rule(a->step, state, a->sym->rules[rule], false, on_enabled, NULL);
    }
    bool all = l.from == a->sym->nrules;
    uint32_t partition = l.partition;
    l.partition = gt_cells_meet(&a->cells, partition, all ? l.wanted->partition : a->rules[a->order[l.from]]);
    if (go_on && disabled && (!all || l.partition != partition))
        go_on = gt_orbits_unwind(&a->orbits, state, partition, l.partition, all ? look_at : look_for_deadlock,
                                 &l);
    else if (go_on && disabled)
        go_on =
            look_at(&(looking){.a = a, .wanted = l.wanted, .node = l.node, .perm = outer->perm}, state, perm);
    free(both);
    return go_on;
}

/* An error is no deadlock. */
static bool is_error(const gt_adaptive *a, const int32_t *state)
{
    for (uint32_t i = 0; i < a->sym->nshared; i++)
        if (a->sym->shared[i]->is_error && state[a->orbits.layout->shared[i]])
            return true;
    return state[0] != 0;
}

/* Whether everything that is wanted has been seen. */
static bool look(gt_adaptive *a, uint32_t node)
{
    bool all = a->nwanted > 0;
    uint32_t partition = a->nodes.v[node].partition;
    for (uint32_t i = 0; i < a->nwanted; i++) {
        gt_wanted_state *w = &a->wanted[i];
        looking l = {.a = a, .wanted = w, .node = node, .partition = partition};
        const int32_t *state = a->from;
        if (!w->seen && !w->deadlock)
            gt_orbits_unwind(&a->orbits, state, partition, gt_cells_meet(&a->cells, partition, w->partition),
                             look_at, &l);
        else if (!w->seen && !is_error(a, state))
            gt_orbits_unwind(&a->orbits, state, partition, partition, look_for_deadlock, &l);
        all = all && w->seen;
    }
    return all;
}

/* ---- rules that cannot fire ---- */

static uint64_t mentions_mover(gt_walk *w, const gt_expr *e)
{
    bool bound = e->kind == GT_EXPR_BOUND &&
                 (e->u.binder->kind == GT_BIND_PARTNER || e->u.binder->kind == GT_BIND_CHOICE);
    return bound || e->kind == GT_EXPR_SELF || gt_walk_any(w, e);
}

static void add_common(gt_adaptive *a, uint32_t rule, const gt_expr *e)
{
    if (e->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < e->nkids; i++)
            add_common(a, rule, e->kids[i]);
    } else if (!gt_walk_once(mentions_mover, NULL, e)) {
        gt_common c = {rule, gt_eval_compile(gt_sym_step_eval(a->step), e), gt_cells_of_expr(&a->cells, e)};
        gt_vec_push(&a->common, c);
    }
}

/* Whether one of them, which has one value in all of the orbit, does not hold; *at: those of the next rule.
 * What errs is for the rule itself to say. */
static bool is_idle(gt_adaptive *a, uint32_t rule, uint32_t partition, size_t *at)
{
    gt_eval *ev = gt_sym_step_eval(a->step);
    bool idle = false;
    for (; *at < a->common.n && a->common.v[*at].rule == rule; ++*at) {
        const gt_common *c = &a->common.v[*at];
        if (idle || !gt_cells_within(&a->cells, partition, c->partition))
            continue;
        idle = !gt_eval_int(ev, c->code) && !ev->err;
        ev->err = false;
    }
    return idle;
}

/* ---- the search ---- */

static void expand(gt_adaptive *a, uint32_t node)
{
    uint32_t partition = a->nodes.v[node].partition;
    a->parent = node;
    a->depth = a->nodes.v[node].depth;
    size_t at = 0;
    for (uint32_t r = 0; r < a->sym->nrules && a->stopped == GT_STOP_NONE; r++) {
        gt_eval_state(gt_sym_step_eval(a->step), a->from, false);
        if (is_idle(a, r, partition, &at))
            continue;
        a->rule = r;
        a->partition = gt_cells_meet(&a->cells, partition, a->rules[r]);
        gt_orbits_unwind(&a->orbits, a->from, partition, a->partition, fire, a);
    }
}

static void search(gt_adaptive *a)
{
    a->parent = GT_NO_PARENT;
    a->partition = a->start;
    gt_sym_step_initial(a->step, on_initial, a);
    for (uint32_t i = 0; i < a->nodes.n && !must_stop(a); i++) {
        if (a->nodes.v[i].dead)
            continue;
        memcpy(a->from, gt_adaptive_state(a, i), a->orbits.layout->width * sizeof *a->from);
        if (look(a, i))
            return;
        expand(a, i);
    }
    a->complete = a->stopped == GT_STOP_NONE;
}

/* How many processes share their cell with somebody before them. */
static uint32_t alike(const gt_cells *c, uint32_t partition)
{
    uint32_t n = 0;
    for (uint32_t g = 0; g < c->n; g++)
        n += gt_cells_at(c, partition)[g] != (int32_t)g;
    return n;
}

static void read_partitions(gt_adaptive *a, bool friends)
{
    const gt_sym *sym = a->sym;
    a->rules = GT_NEW_ARRAY(a->arena, uint32_t, (size_t)sym->nrules + 1);
    a->order = GT_NEW_ARRAY(a->arena, uint32_t, (size_t)sym->nrules + 1);
    a->start = gt_cells_of_start(&a->cells);
    for (uint32_t r = 0; r < sym->nrules; r++) {
        a->rules[r] = gt_cells_of_rule(&a->cells, sym->rules[r]);
        add_common(a, r, sym->rules[r]->guard);
        uint32_t i = r;
        for (; i > 0 && alike(&a->cells, a->rules[a->order[i - 1]]) < alike(&a->cells, a->rules[r]); i--)
            a->order[i] = a->order[i - 1];
        a->order[i] = r;
        if (friends)
            a->start = gt_cells_meet(&a->cells, a->start, a->rules[r]);
    }
    for (uint32_t i = 0; i < a->nwanted; i++) {
        gt_wanted_state *w = &a->wanted[i];
        w->partition = gt_cells_of_expr(&a->cells, w->expr);
        w->code = w->expr ? gt_eval_compile(gt_sym_step_eval(a->step), w->expr) : 0;
        if (friends)
            a->start = gt_cells_meet(&a->cells, a->start, w->partition);
    }
}

void gt_adaptive_search(gt_adaptive *a, gt_arena *arena, const gt_sym *sym, gt_wanted_state *wanted,
                        uint32_t nwanted, bool friends, const gt_limits *limits)
{
    *a = (gt_adaptive){.sym = sym, .arena = arena, .wanted = wanted, .nwanted = nwanted};
    a->work = gt_work_begin(limits);
    a->step = gt_sym_step_new(sym);
    const gt_layout *layout = gt_sym_step_layout(a->step);
    gt_cells_init(&a->cells, arena, sym);
    gt_orbits_init(&a->orbits, arena, layout, &a->cells);
    a->rows.width = layout->width + 1;
    a->made = GT_NEW_ARRAY(arena, int32_t, layout->width + 1);
    a->key = GT_NEW_ARRAY(arena, int32_t, layout->width + 1);
    a->from = GT_NEW_ARRAY(arena, int32_t, layout->width);
    read_partitions(a, friends);
    search(a);
}

void gt_adaptive_fini(gt_adaptive *a)
{
    gt_sym_step_free(a->step);
    gt_cells_fini(&a->cells);
    gt_rows_fini(&a->rows);
    free(a->nodes.v);
    free(a->groups.v);
    free(a->common.v);
    gt_ptrmap_fini(&a->buckets);
}

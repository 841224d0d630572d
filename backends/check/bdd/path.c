/* Counterexamples and witnesses: paths picked out of the sets that the fixpoints have left behind. */
#include "backends/check/bdd/path.h"
#include "backends/check/bdd/accel.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RESTARTS = 10000 };
static const uint64_t max_expanded = 10000; /* states of a trace whose repeated steps are shown one by one */
static const uint64_t max_layers = 5000;
static const uint64_t search_work =
    14000000; /* for a shortest path, before a path with accelerated steps is taken */

/* ---- the path under construction ---- */

static gt_bdd state_set(gt_cb *cb, const gt_cb_space *sp, const bool *bits)
{
    gt_bdd s = gt_bdd_state(cb->m, bits, cb->state_pairs, cb->nstate_pairs);
    for (uint32_t i = 0; sp && sp->tableau && i < cb->ntableau; i++) {
        gt_bdd v = gt_bdd_var(cb->m, i);
        if (!bits[i])
            gt_bdd_set(cb->m, &v, gt_bdd_not(cb->m, v));
        gt_bdd_and_to(cb->m, &s, v);
        gt_bdd_drop(cb->m, v);
    }
    return s;
}

static void push_state(gt_cb_path *path, int32_t rel, uint64_t times)
{
    int32_t *values = GT_NEW_ARRAY(path->cb->ctx->arena, int32_t, path->cb->cmds->nvars + 1);
    gt_cb_decode(path->cb, path->bits, values);
    gt_vec_push(&path->states, values);
    gt_vec_push(&path->rels, rel);
    gt_vec_push(&path->times, times);
}

void gt_cb_path_push(gt_cb_path *path, int32_t rel)
{
    push_state(path, rel, 1);
}

void gt_cb_path_init(gt_cb_path *path, gt_cb *cb)
{
    *path = (gt_cb_path){.cb = cb, .loop_start = -1};
    path->bits = gt_xcalloc(cb->npairs + 1, sizeof *path->bits);
}

void gt_cb_path_begin(gt_cb_path *path, gt_bdd from)
{
    if (!from || gt_bdd_is_false(path->cb->m, from))
        return;
    gt_bdd_pick(path->cb->m, from, path->bits);
    push_state(path, -1, 1);
}

void gt_cb_path_fini(gt_cb_path *path)
{
    free(path->states.v);
    free(path->rels.v);
    free(path->times.v);
    free(path->bits);
}

/* How often r fired between two states. */
static uint64_t firings(const gt_cb_rel *r, const int32_t *from, const int32_t *to)
{
    for (uint32_t i = 0; i < r->nchanges; i++) {
        const gt_cb_change *c = &r->changes[i];
        if (c->kind == GT_CB_ADD && c->value != 0)
            return (uint64_t)(((int64_t)to[c->var] - from[c->var]) / c->value);
    }
    return 1;
}

/* Undoes some of the firings of a repeated r that led to these values. */
static void step_back(const gt_cb_rel *r, int32_t *values, uint64_t firings_undone)
{
    for (uint32_t i = 0; i < r->nchanges; i++)
        if (r->changes[i].kind == GT_CB_ADD)
            values[r->changes[i].var] -= (int32_t)((int64_t)firings_undone * r->changes[i].value);
}

/* Goes to a state of `target` by relation r; false: it does not lead there. */
static bool go(gt_cb_path *path, const gt_cb_space *sp, size_t r, bool plus, gt_bdd target)
{
    gt_cb *cb = path->cb;
    gt_bdd here = state_set(cb, sp, path->bits), next = gt_cb_post(sp, r, plus, here);
    gt_bdd_and_to(cb->m, &next, target);
    bool found = next && !gt_bdd_is_false(cb->m, next);
    if (found) {
        gt_bdd_pick(cb->m, next, path->bits);
        push_state(path, (int32_t)r, 1);
        if (plus)
            path->times.v[path->times.n - 1] = firings(&cb->rels.v[r], path->states.v[path->states.n - 2],
                                                       path->states.v[path->states.n - 1]);
    }
    gt_bdd_drop(cb->m, here);
    gt_bdd_drop(cb->m, next);
    return found;
}

bool gt_cb_path_step(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd target)
{
    for (size_t r = 0; r < path->cb->rels.n; r++)
        if (!path->cb->rels.v[r].extra &&
            (!use || (use[r] && gt_bdd_eval(path->cb->m, use[r], path->bits))) &&
            go(path, sp, r, false, target))
            return true;
    return false;
}

/* ---- along the layers of an until ---- */

static bool walk(gt_cb_path *path, const gt_cb_space *sp, gt_bdd f, const gt_cb_onion *onion)
{
    gt_bdd_mgr *m = path->cb->m;
    size_t at = onion->n;
    while (gt_bdd_status(m) == GT_BDD_OK) {
        while (at > 0 && gt_bdd_eval(m, onion->v[at - 1].set, path->bits))
            at--;
        if (at == onion->n)
            gt_ice("a path has left the set it was picked from");
        if (at == 0)
            return true;
        const gt_cb_layer *layer = &onion->v[at]; /* the first one that has the state */
        gt_bdd target =
            layer->plus ? gt_bdd_and(m, onion->v[at - 1].set, f) : gt_bdd_ref(m, onion->v[at - 1].set);
        bool moved = layer->rel < 0 ? gt_cb_path_step(path, sp, NULL, target)
                                    : go(path, sp, (size_t)layer->rel, layer->plus, target);
        gt_bdd_drop(m, target);
        if (!moved && gt_bdd_status(m) == GT_BDD_OK)
            gt_ice("no step leads from one layer to the next");
    }
    return false;
}

/* Shortens the path to its first n states; `bits` is the state it ends in then. */
static void cut(gt_cb_path *path, size_t n, const bool *bits)
{
    path->states.n = path->rels.n = path->times.n = n;
    memcpy(path->bits, bits, path->cb->npairs * sizeof *bits);
}

/* Looks for a path of fewer single steps than the one from state number `from` on, which consists of `steps`.
 */
static bool shorten(gt_cb_path *path, const gt_cb_space *sp, gt_bdd f, gt_bdd g, gt_bdd until, size_t from,
                    const bool *bits, uint64_t steps)
{
    gt_cb_onion onion = {0};
    uint64_t layers = steps < max_layers ? steps : max_layers;
    bool found = gt_cb_eu_layers(sp, f, g, until, layers, search_work, &onion);
    if (found && onion.n > steps) { /* as short already */
        gt_cb_onion_fini(path->cb, &onion);
        return true;
    }
    if (found) {
        cut(path, from + 1, bits);
        if (!gt_bdd_eval(path->cb->m, onion.v[onion.n - 1].set,
                         path->bits)) { /* from another state of `until` */
            gt_bdd start = gt_bdd_and(path->cb->m, until, onion.v[onion.n - 1].set);
            found = start != NULL; /* NULL: stopped */
            path->states.n = path->rels.n = path->times.n = 0;
            if (found) {
                gt_bdd_pick(path->cb->m, start, path->bits);
                push_state(path, -1, 1);
            }
            gt_bdd_drop(path->cb->m, start);
        }
        found = found && walk(path, sp, f, &onion);
    }
    gt_cb_onion_fini(path->cb, &onion);
    return found;
}

/* How many firings one repetition of step i consists of. */
static uint64_t firings_per_round(const gt_cb_path *path, size_t i)
{
    uint32_t parts = path->rels.v[i] < 0 ? 0 : path->cb->rels.v[path->rels.v[i]].nparts;
    return parts > 0 ? parts : 1;
}

static uint64_t steps_from(const gt_cb_path *path, size_t from)
{
    uint64_t steps = 0;
    for (size_t i = from + 1; i < path->states.n; i++)
        steps += path->times.v[i] * firings_per_round(path, i);
    return steps;
}

bool gt_cb_path_walk(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd from, gt_bdd f, gt_bdd g,
                     bool *shortest)
{
    gt_cb *cb = path->cb;
    gt_cb_onion onion = {0};
    bool fresh = path->states.n == 0, *bits = gt_xmalloc(cb->npairs + 1, sizeof *bits);
    gt_bdd here = fresh ? gt_bdd_ref(cb->m, from) : state_set(cb, sp, path->bits);
    gt_bdd all = gt_cb_eu(sp, use, f, g, here, &onion);
    if (fresh) {
        gt_bdd start = gt_bdd_and(cb->m, all, from);
        gt_cb_path_begin(path, start);
        gt_bdd_drop(cb->m, start);
    }
    size_t at = path->states.n - 1;
    memcpy(bits, path->bits, cb->npairs * sizeof *bits);
    bool found = path->states.n && all && gt_bdd_eval(cb->m, all, bits) && walk(path, sp, f, &onion);
    uint64_t steps = found ? steps_from(path, at) : 0;
    bool best = found && !use && (steps == 0 || shorten(path, sp, f, g, here, at, bits, steps));
    if (shortest)
        *shortest = best;
    gt_cb_onion_fini(cb, &onion);
    gt_bdd_drop(cb->m, here);
    gt_bdd_drop(cb->m, all);
    free(bits);
    return found && gt_bdd_status(cb->m) == GT_BDD_OK;
}

/* ---- lassos ---- */

/* One tour from the present state through all constraints, at least one step long. */
static bool tour(gt_cb_path *path, const gt_cb_space *sp, gt_cb_use use, gt_bdd f, gt_bdd core)
{
    gt_bdd_mgr *m = path->cb->m;
    bool ok = true;
    for (uint32_t k = 0; ok && k < sp->fair.n; k++) {
        gt_bdd goal = gt_bdd_and(m, core, sp->fair.sets[k]);
        if (k == 0 || !gt_bdd_eval(m, goal, path->bits)) {
            gt_bdd way = gt_cb_eu(sp, use, f, goal, NULL, NULL);
            ok = gt_cb_path_step(path, sp, use, way) && gt_cb_path_walk(path, sp, use, NULL, f, goal, NULL);
            gt_bdd_drop(m, way);
        }
        gt_bdd_drop(m, goal);
    }
    return sp->fair.n ? ok : gt_cb_path_step(path, sp, use, core);
}

/* The last state is the first one of the loop: leaves it out, so that a single step closes the loop. */
static void unclose(gt_cb_path *path)
{
    size_t last = path->states.n - 1;
    if (path->times.v[last] > 1) {
        step_back(&path->cb->rels.v[path->rels.v[last]], path->states.v[last], 1);
        path->times.v[last]--;
        return;
    }
    path->states.n = path->rels.n = path->times.n = last;
}

void gt_cb_path_lasso(gt_cb_path *path, const gt_cb_space *sp, gt_bdd from, gt_bdd f)
{
    gt_cb *cb = path->cb;
    gt_bdd *use = gt_xcalloc(cb->rels.n + 1, sizeof *use);
    gt_bdd core = NULL, all = gt_cb_eg(sp, f, &core, use);
    bool ok = gt_cb_path_walk(path, sp, NULL, from, f, core, NULL);
    for (int tries = 0; ok && tries < MAX_RESTARTS; tries++) {
        size_t start = path->states.n - 1;
        gt_bdd knot = state_set(cb, sp, path->bits);
        bool closed = gt_bdd_meets(cb->m, knot, sp->dead);
        if (!closed) {
            ok = tour(path, sp, use, f, core);
            gt_bdd here = ok ? state_set(cb, sp, path->bits) : NULL;
            closed = ok && (here == knot || gt_cb_path_walk(path, sp, use, NULL, f, knot, NULL));
            gt_bdd_drop(cb->m, here);
            if (closed)
                unclose(path);
        }
        gt_bdd_drop(cb->m, knot);
        if (closed) {
            path->loop_start = (int32_t)start;
            break;
        }
    }
    gt_bdd_drop(cb->m, core);
    gt_bdd_drop(cb->m, all);
    gt_cb_use_fini(cb, use);
}

/* ---- the trace ---- */

/* Appends the states of one repetition, `left` repetitions before the state `end`. */
static void expand_round(gt_cb *cb, gt_abs_trace *trace, int32_t *cmds, const gt_cb_rel *r,
                         const int32_t *end, uint64_t left)
{
    uint32_t nvars = cb->cmds->nvars;
    int32_t *last = gt_arena_copy(cb->ctx->arena, end, nvars, sizeof *end);
    if (r)
        step_back(r, last, left);
    for (uint32_t k = 0; r && k + 1 < r->nparts; k++) {
        const gt_cb_part *part = &r->parts[k];
        int32_t *now = gt_arena_copy(cb->ctx->arena, trace->states[trace->nstates - 1], nvars, sizeof *now);
        for (uint32_t i = 0; i < part->nchanges; i++) {
            const gt_cb_change *c = &part->changes[i];
            now[c->var] = (int32_t)(c->value + (c->kind == GT_CB_ADD ? now[c->var] : 0));
        }
        cmds[trace->nstates] = (int32_t)part->cmd;
        trace->states[trace->nstates++] = now;
    }
    cmds[trace->nstates] = r ? (int32_t)(r->nparts ? r->parts[r->nparts - 1].cmd : r->cmd) : -1;
    trace->states[trace->nstates++] = last;
}

/* The number of states when every repetition is shown, or more than max_expanded; *cycles: some of them must
 * be. */
static uint64_t expanded_length(const gt_cb_path *path, bool *cycles)
{
    uint64_t total = 0;
    for (size_t i = 0; i < path->states.n && total <= max_expanded; i++) {
        uint64_t parts = firings_per_round(path, i), times = path->times.v[i];
        *cycles = *cycles || parts > 1;
        total += times > max_expanded ? times : times * parts;
    }
    return total;
}

const gt_abs_trace *gt_cb_path_trace(const gt_cb_path *path)
{
    gt_cb *cb = path->cb;
    gt_arena *arena = cb->ctx->arena;
    bool cycles = false;
    if (gt_bdd_status(cb->m) != GT_BDD_OK || path->states.n == 0)
        return NULL;
    uint64_t total = expanded_length(path, &cycles);
    bool expand = total <= max_expanded && (cycles || !cb->options->compact_traces);
    if (cycles && !expand)
        return NULL; /* too long */
    size_t n = expand ? (size_t)total : path->states.n;
    gt_abs_trace *trace = GT_NEW(arena, gt_abs_trace);
    int32_t *cmds = GT_NEW_ARRAY(arena, int32_t, n);
    uint64_t *times = GT_NEW_ARRAY(arena, uint64_t, n);
    trace->states = GT_NEW_ARRAY(arena, int32_t *, n);
    trace->loop_start = -1;
    for (size_t i = 0; i < path->states.n; i++) {
        const gt_cb_rel *r = path->rels.v[i] < 0 ? NULL : &cb->rels.v[path->rels.v[i]];
        for (uint64_t left = expand ? path->times.v[i] : 1; left-- > 0;)
            expand_round(cb, trace, cmds, r, path->states.v[i], left);
        if (path->loop_start == (int32_t)i)
            trace->loop_start = (int32_t)trace->nstates - 1;
    }
    for (size_t i = 0; i < n; i++) {
        times[i] = expand ? 1 : path->times.v[i];
        if (cb->from && cmds[i] >= 0)
            cmds[i] = (int32_t)cb->from[cmds[i]];
    }
    trace->cmds = cmds;
    trace->times = times;
    return trace;
}

/* Lassos with the fewest nodes, by breadth-first search: first the distances of all nodes from the beginning,
 * before and after the goal was met; then, for one node after the other in order of that distance, the
 * shortest way around back to it. On its way around a search knows which fair sets were met, and whether the
 * goal was: a loop may meet it for the first time. It is over when no node is near enough to be better. */
#include "runtime/search/graph.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SETS = 6 };
static const uint64_t most_places = (uint64_t)1 << 27; /* nodes with what was met */
#define FAR UINT32_MAX

typedef GT_VEC(uint32_t) places;

typedef struct {
    gt_graph *g;
    const gt_lasso_task *task;
    gt_order order;
    uint64_t work, left;
    gt_bits cycles;     /* nodes of `home` on fair cycles */
    gt_bits alive;      /* nodes of `home` from which a fair path stays there */
    uint32_t *before;   /* distance through `within`, the goal not needed */
    uint32_t *after;    /* distance in `home` after the goal */
    places early, late; /* the nodes that have one, nearest first */
    uint32_t full;      /* all sets met, and the goal */
    uint32_t *seen;     /* per place: its distance on this way around; FAR: not yet */
    places todo;        /* the places of this way around */
    uint32_t knot;      /* the best so far */
    bool knot_met;      /* the goal was met before it */
    uint32_t best;      /* nodes in all; FAR: none yet */
} search;

/* ---- distances ---- */

static bool is_within(const search *s, uint32_t node)
{
    return s->task->within && gt_bits_has(s->task->within, node);
}

static bool is_goal(const search *s, uint32_t node)
{
    return gt_bits_has(s->task->goal, node) && gt_bits_has(&s->alive, node);
}

static uint32_t *distances(const search *s)
{
    uint32_t *d = gt_xmalloc((size_t)s->g->n + 1, sizeof *d);
    for (uint32_t i = 0; i < s->g->n; i++)
        d[i] = FAR;
    return d;
}

static void find_before(search *s)
{
    s->before = distances(s);
    for (uint32_t i = 0; i < s->g->n; i++) {
        if (gt_bits_has(s->task->from, i)) {
            s->before[i] = 0;
            gt_vec_push(&s->early, i);
        }
    }
    for (size_t k = 0; k < s->early.n; k++) {
        uint32_t i = s->early.v[k];
        for (uint64_t e = s->g->first[i]; is_within(s, i) && e < s->g->first[i + 1]; e++) {
            if (s->before[s->g->to[e]] != FAR)
                continue;
            s->before[s->g->to[e]] = s->before[i] + 1;
            gt_vec_push(&s->early, s->g->to[e]);
        }
    }
}

static void reach_late(search *s, uint32_t node, uint32_t d)
{
    if (s->after[node] != FAR || !gt_bits_has(&s->alive, node))
        return;
    s->after[node] = d;
    gt_vec_push(&s->late, node);
}

/* Goals join in as far away as they are. */
static void find_after(search *s)
{
    size_t goals = 0, done = 0;
    s->after = distances(s);
    for (uint32_t d = 0; goals < s->early.n || done < s->late.n; d++) {
        for (; goals < s->early.n && s->before[s->early.v[goals]] == d; goals++)
            if (is_goal(s, s->early.v[goals]))
                reach_late(s, s->early.v[goals], d);
        for (; done < s->late.n && s->after[s->late.v[done]] == d; done++)
            for (uint64_t e = s->g->first[s->late.v[done]]; e < s->g->first[s->late.v[done] + 1]; e++)
                reach_late(s, s->g->to[e], d + 1);
    }
}

/* ---- ways around ---- */

static uint32_t sets_of(const search *s, uint32_t node)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < s->task->nfair; i++)
        met |= (uint32_t)gt_bits_has(&s->task->fair[i], node) << i;
    return met;
}

static uint32_t goal_bit(const search *s)
{
    return (uint32_t)1 << s->task->nfair;
}

static uint32_t place_of(const search *s, uint32_t node, uint32_t met)
{
    return node * (s->full + 1) + met;
}

/* Where an edge leads from a place; FAR: it must not be taken. */
static uint32_t follow(const search *s, uint32_t place, uint32_t to)
{
    uint32_t node = place / (s->full + 1), met = place % (s->full + 1);
    if (!gt_bits_has(&s->cycles, to) || (!(met & goal_bit(s)) && !is_within(s, node)))
        return FAR;
    met |= sets_of(s, to) | (gt_bits_has(s->task->goal, to) ? goal_bit(s) : 0);
    return place_of(s, to, met);
}

static void forget(search *s)
{
    for (size_t k = 0; k < s->todo.n; k++)
        s->seen[s->todo.v[k]] = FAR;
    s->todo.n = 0;
}

/* The length of the shortest way around from `node`, at most `most`; 0: there is none. */
static uint32_t around(search *s, uint32_t node, bool met, uint32_t most)
{
    uint32_t start = place_of(s, node, sets_of(s, node) | (met ? goal_bit(s) : 0));
    uint32_t end = place_of(s, node, s->full), found = 0;
    forget(s);
    s->seen[start] = 0;
    gt_vec_push(&s->todo, start);
    size_t level = 0;
    for (uint32_t d = 1; d <= most && !found && level < s->todo.n; d++) {
        size_t next = s->todo.n;
        for (; level < next; level++) {
            uint32_t from = s->todo.v[level], i = from / (s->full + 1);
            s->work += s->g->first[i + 1] - s->g->first[i];
            for (uint64_t e = s->g->first[i]; e < s->g->first[i + 1]; e++) {
                uint32_t place = follow(s, from, s->g->to[e]);
                found = place == end ? d : found;
                if (place == FAR || s->seen[place] != FAR)
                    continue;
                s->seen[place] = d;
                gt_vec_push(&s->todo, place);
            }
        }
    }
    return found;
}

/* All knots at this distance, `first` to the last one; ties go to who comes first in the order, those after
 * the goal before others. Returns where the next distance begins. */
static size_t try_level(search *s, const places *all, size_t first, uint32_t d, bool met)
{
    const uint32_t *at = met ? s->after : s->before;
    uint32_t most = s->best == FAR ? FAR : s->best - d;
    for (; first < all->n && at[all->v[first]] == d; first++) {
        uint32_t i = all->v[first], length = 0;
        if (s->work <= s->left && gt_bits_has(&s->cycles, i) && (met || is_within(s, i)))
            length = around(s, i, met, most);
        if (!length)
            continue;
        bool better = d + length < s->best;
        bool equal = d + length == s->best && s->knot_met == met && at[s->knot] == d &&
                     s->order.compare(s->order.arg, i, s->knot) < 0;
        if (better || equal) {
            s->best = d + length;
            s->knot = i;
            s->knot_met = met;
            most = length;
        }
    }
    return first;
}

/* ---- the path ---- */

/* The node before `node` on a way that is as short as `d` says. */
static uint32_t step_back(const search *s, uint32_t node, const uint32_t *d, const gt_bits *through)
{
    uint32_t best = FAR;
    for (uint64_t e = s->g->rfirst[node]; e < s->g->rfirst[node + 1]; e++) {
        uint32_t i = s->g->rto[e];
        if (d[i] != FAR && d[i] + 1 == d[node] && gt_bits_has(through, i) &&
            (best == FAR || s->order.compare(s->order.arg, i, best) < 0))
            best = i;
    }
    return best;
}

static void make_stem(const search *s, gt_path *path)
{
    uint32_t node = s->knot;
    bool met = s->knot_met;
    gt_vec_push(path, node);
    for (;;) {
        met = met && !(s->before[node] == s->after[node] && is_goal(s, node));
        const uint32_t *d = met ? s->after : s->before;
        if (d[node] == 0)
            break;
        node = step_back(s, node, d, met ? &s->alive : s->task->within);
        if (node == FAR)
            gt_ice("a distance without a node before");
        gt_vec_push(path, node);
    }
    for (size_t i = 0, k = path->n; i + 1 < k; i++) {
        uint32_t swap = path->v[i];
        path->v[i] = path->v[--k];
        path->v[k] = swap;
    }
}

/* The way around once more, backwards from its end: among the places before the one that comes first. */
static void make_loop(search *s, uint32_t length, gt_path *path)
{
    uint32_t place = place_of(s, s->knot, s->full), *back = gt_xmalloc((size_t)length + 1, sizeof *back);
    (void)around(s, s->knot, s->knot_met, length);
    for (uint32_t d = length; d-- > 1;) {
        uint32_t best = FAR;
        for (size_t k = 0; k < s->todo.n; k++) {
            uint32_t from = s->todo.v[k], i = from / (s->full + 1);
            if (s->seen[from] != d ||
                (best != FAR && s->order.compare(s->order.arg, i, best / (s->full + 1)) > 0))
                continue;
            for (uint64_t e = s->g->first[i]; e < s->g->first[i + 1]; e++)
                if (follow(s, from, s->g->to[e]) == place)
                    best = best == FAR || best / (s->full + 1) != i || from < best ? from : best;
        }
        back[d] = place = best;
    }
    path->loop = (int64_t)path->n - 1;
    for (uint32_t d = 1; d < length; d++)
        gt_vec_push(path, back[d] / (s->full + 1));
    free(back);
}

/* ---- all of it ---- */

static bool is_possible(const search *s)
{
    return s->task->nfair <= MOST_SETS && (uint64_t)s->g->n << (s->task->nfair + 1) <= most_places;
}

static void look(search *s, bool *exact)
{
    find_before(s);
    find_after(s);
    uint32_t size = s->g->n * (s->full + 1);
    s->seen = gt_xmalloc((size_t)size + 1, sizeof *s->seen);
    memset(s->seen, 0xff, (size_t)size * sizeof *s->seen);
    size_t late = 0, early = 0;
    for (uint32_t d = 0; (late < s->late.n || early < s->early.n) && d < s->best && s->work <= s->left; d++) {
        late = try_level(s, &s->late, late, d, true);
        early = try_level(s, &s->early, early, d, false);
        if (gt_graph_stop(s->g))
            return;
    }
    *exact = s->work <= s->left;
}

bool gt_graph_short_lasso(gt_graph *g, const gt_lasso_task *task, gt_order order, uint64_t work, bool *exact,
                          gt_path *path)
{
    search s = {.g = g, .task = task, .order = order, .left = work, .best = FAR};
    s.full = ((uint32_t)2 << task->nfair) - 1;
    *exact = false;
    if (!is_possible(&s) || !gt_graph_reverse(g))
        return false;
    s.cycles = gt_bits_new(g->n);
    s.alive = gt_bits_new(g->n);
    bool done = gt_graph_fair_cycles(g, task->home, task->fair, task->nfair, &s.cycles) &&
                gt_graph_eg(g, task->home, task->fair, task->nfair, &s.alive);
    if (done)
        look(&s, exact);
    done = done && s.best != FAR && !gt_graph_stop(g);
    if (done) {
        make_stem(&s, path);
        make_loop(&s, s.best - (uint32_t)(path->n - 1), path);
    }
    gt_bits_free(&s.cycles);
    gt_bits_free(&s.alive);
    free(s.before);
    free(s.after);
    free(s.early.v);
    free(s.late.v);
    free(s.seen);
    free(s.todo.v);
    return done;
}

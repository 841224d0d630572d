/* A fair run for ever, process by process. The graph says that there is one, but not who moves in it; so the
 * concrete states whose images stay in the component are searched: one way after the other to somebody who is
 * not served yet, and back to where the loop began. */
#include "backends/check/explicit/explicit.h"
#include "runtime/search/intern.h"

#include <stdlib.h>
#include <string.h>

/* Places of one search, values in all of them, steps of a loop. */
enum { MOST_PLACES = 200000, MOST_VALUES = 40000000, MOST_STEPS = 5000 };

/* One to be served: of each turn each process, or the program. */
typedef struct {
    bool waits, moved; /* is to be served; has moved in the loop */
    bool able;         /* where we are */
} item;

typedef enum { GOAL_SERVE, GOAL_RETURN, GOAL_ALIKE } goal;

typedef struct {
    uint32_t before; /* the place before */
    const gt_rule *rule;
    int32_t self;
} arrival;

typedef struct {
    const gt_xserve_task *task;
    gt_arena *arena;
    gt_sym_step *step;
    gt_twin twin;
    gt_bytes key;
    size_t width; /* of a concrete state */
    gt_turns turns;
    size_t *first; /* per turn, its first item */
    size_t nitems;
    item *items;
    bool *met; /* per fair set */
    GT_VEC(gt_run_step) steps;
    GT_VEC(uint32_t) nodes; /* of the graph, parallel to the steps of the loop, its beginning first */
    int32_t *row;           /* a place: a node of the graph, a concrete state */
    /* one search */
    gt_intern *places;
    GT_VEC(arrival) arrivals;
    goal goal;
    uint32_t here;
    const int32_t *end; /* RETURN: the place */
    uint32_t end_node;  /* ALIKE */
    bool any, found;
    arrival last; /* found: how the goal was reached, and its place */
    int32_t *last_row;
} server;

/* ---- items ---- */

static item *item_of(const server *s, uint32_t turn, int32_t self)
{
    return &s->items[s->first[turn] + (size_t)(self > 0 ? self - 1 : 0)];
}

static size_t count_of(const gt_served *served)
{
    return served->owner ? (size_t)served->owner->n : 1;
}

static bool is_strong(const server *s, uint32_t turn)
{
    return s->turns.v[turn].turn->strong;
}

static bool see_able(void *arg, const gt_firing *f)
{
    server *s = arg;
    for (uint32_t k = 0; k < s->turns.n; k++)
        if (gt_turn_moves(&s->turns.v[k], f->rule))
            item_of(s, k, f->self)->able = true;
    return true;
}

/* Who is able in a state. */
static void look(server *s, const int32_t *state)
{
    for (size_t i = 0; i < s->nitems; i++)
        s->items[i].able = false;
    gt_sym_step_successors(s->step, state, false, see_able, s);
}

/* The loop comes to this place. */
static void visit(server *s, uint32_t node, const int32_t *state)
{
    look(s, state);
    for (uint32_t k = 0; k < s->turns.n; k++) {
        for (size_t i = 0; i < count_of(&s->turns.v[k]); i++) {
            item *it = &s->items[s->first[k] + i];
            it->waits = is_strong(s, k) ? !it->moved && (it->waits || it->able) : it->waits && it->able;
        }
    }
    for (uint32_t i = 0; i < s->task->nfair; i++)
        s->met[i] = s->met[i] || gt_bits_has(&s->task->fair[i], node);
}

static void move(server *s, const gt_rule *rule, int32_t self)
{
    for (uint32_t k = 0; rule && k < s->turns.n; k++) {
        if (!gt_turn_moves(&s->turns.v[k], rule))
            continue;
        item *it = item_of(s, k, self);
        it->waits = false;
        it->moved = true;
    }
}

static bool is_waiting(const server *s)
{
    bool waits = false;
    for (size_t i = 0; i < s->nitems; i++)
        waits = waits || s->items[i].waits;
    for (uint32_t i = 0; i < s->task->nfair; i++)
        waits = waits || !s->met[i];
    return waits;
}

/* Is somebody served by being where we are, whose items were looked at? */
static bool serves_here(const server *s, uint32_t node)
{
    for (uint32_t k = 0; k < s->turns.n; k++)
        for (size_t i = 0; i < count_of(&s->turns.v[k]) && !is_strong(s, k); i++)
            if (s->items[s->first[k] + i].waits && !s->items[s->first[k] + i].able)
                return true;
    for (uint32_t i = 0; i < s->task->nfair; i++)
        if (!s->met[i] && gt_bits_has(&s->task->fair[i], node))
            return true;
    return false;
}

/* ---- one search ---- */

static bool is_goal(const server *s, const gt_rule *rule, int32_t self, const int32_t *row)
{
    bool serves = false;
    switch (s->goal) {
    case GOAL_SERVE:
        for (uint32_t k = 0; rule && k < s->turns.n; k++)
            serves = serves || (gt_turn_moves(&s->turns.v[k], rule) && item_of(s, k, self)->waits);
        return serves;
    case GOAL_RETURN: return memcmp(row, s->end, (s->width + 1) * sizeof *row) == 0;
    case GOAL_ALIKE: return (uint32_t)row[0] == s->end_node;
    }
    gt_ice("no such goal");
}

static uint32_t base_of(const server *s, uint32_t node)
{
    return s->task->node ? s->task->node[node] : node;
}

/* The node of the program's graph that is the image of a state. */
static uint32_t image_of(server *s, const int32_t *state)
{
    uint32_t number, len = gt_xtwin_image(s->task->model, &s->twin, s->task->worker, state, &s->key);
    if (!gt_store_find(gt_explore_store(s->task->explored), s->key.v, len, &number))
        gt_ice("a step leads to a state that the search has not found");
    return gt_explore_node(s->task->explored, number);
}

/* A step from where we are to a state; the graph may follow it in several ways. */
static void arrive(server *s, const gt_rule *rule, int32_t self, const int32_t *state)
{
    const gt_graph *g = s->task->graph;
    uint32_t from = (uint32_t)gt_intern_row(s->places, s->here)[0], image = image_of(s, state);
    memcpy(s->row + 1, state, s->width * sizeof *state);
    for (uint64_t e = g->first[from]; e < g->first[from + 1] && !s->found; e++) {
        if (!gt_bits_has(s->task->home, g->to[e]) || base_of(s, g->to[e]) != image)
            continue;
        s->row[0] = (int32_t)g->to[e];
        uint32_t before = gt_intern_count(s->places);
        if (is_goal(s, rule, self, s->row)) {
            s->found = true;
            s->last = (arrival){s->here, rule, self};
            memcpy(s->last_row, s->row, (s->width + 1) * sizeof *s->row);
        } else if (gt_intern_put(s->places, s->row) == before) {
            gt_vec_push(&s->arrivals, ((arrival){s->here, rule, self}));
        }
    }
}

static bool on_firing(void *arg, const gt_firing *f)
{
    server *s = arg;
    gt_arena_ask_now(s->arena);
    s->any = true;
    arrive(s, f->rule, f->self, f->to);
    return !s->found;
}

static bool is_too_much(const server *s)
{
    uint32_t n = gt_intern_count(s->places);
    return n > MOST_PLACES || (uint64_t)n * s->width > MOST_VALUES;
}

/* From the last step's state to the goal. False: there is no room to find it. */
static bool search(server *s)
{
    s->found = false;
    for (s->here = 0; s->here < gt_intern_count(s->places) && !s->found && !is_too_much(s); s->here++) {
        const int32_t *row = gt_intern_row(s->places, s->here);
        look(s, row + 1);
        if (s->goal == GOAL_SERVE && serves_here(s, (uint32_t)row[0])) {
            s->found = true;
            s->last = s->arrivals.v[s->here];
            memcpy(s->last_row, row, (s->width + 1) * sizeof *row);
            return true;
        }
        s->any = false;
        gt_sym_step_successors(s->step, row + 1, false, on_firing, s);
        if (!s->any)
            arrive(s, NULL, 0, row + 1);
    }
    return s->found;
}

/* ---- the loop ---- */

typedef struct {
    server *s;
    const arrival *wanted;
    const int32_t *state;
    gt_run_step found;
} finding;

static bool take(void *arg, const gt_firing *f)
{
    finding *w = arg;
    size_t size = w->s->width * sizeof *f->to;
    const gt_rule *r = f->rule;
    if (r != w->wanted->rule || f->self != w->wanted->self || memcmp(f->to, w->state, size) != 0)
        return true;
    int32_t *bound = GT_NEW_ARRAY(w->s->arena, int32_t, (size_t)r->npartners + r->nchoices + 1);
    for (uint32_t i = 0; i < r->npartners; i++)
        bound[i] = f->partners[i] - 1;
    for (uint32_t i = 0; i < r->nchoices; i++)
        bound[r->npartners + i] = f->choices[i] - (r->choices[i]->type.kind == GT_TYPE_ID);
    w->found.bound = bound;
    return false;
}

/* The step that arrives so at a place is the run's next one. */
static void go(server *s, const arrival *how, const int32_t *row)
{
    const int32_t *from = s->steps.v[s->steps.n - 1].state;
    int32_t *state = gt_arena_copy(s->arena, row + 1, s->width, sizeof *state);
    finding w = {s,
                 how,
                 state,
                 {.rule = how->rule, .self = how->rule ? how->self - 1 : -1, .times = 1, .state = state}};
    if (how->rule)
        gt_sym_step_by_rule(s->step, from, how->rule, false, take, &w);
    move(s, how->rule, how->self);
    gt_vec_push(&s->steps, w.found);
    gt_vec_push(&s->nodes, (uint32_t)row[0]);
    visit(s, (uint32_t)row[0], state);
}

/* Takes the way that the search has found. */
static void follow(server *s)
{
    GT_VEC(uint32_t) way = {0};
    bool moves = s->last.before != UINT32_MAX;
    for (uint32_t i = moves ? s->last.before : 0; i > 0; i = s->arrivals.v[i].before)
        gt_vec_push(&way, i);
    while (way.n) {
        uint32_t i = way.v[--way.n];
        go(s, &s->arrivals.v[i], gt_intern_row(s->places, i));
    }
    free(way.v);
    if (moves)
        go(s, &s->last, s->last_row);
}

static bool find_and_follow(server *s, goal to)
{
    s->goal = to;
    s->places = gt_intern_new((uint32_t)s->width + 1);
    s->arrivals.n = 0;
    s->row[0] = (int32_t)s->nodes.v[s->nodes.n - 1];
    memcpy(s->row + 1, s->steps.v[s->steps.n - 1].state, s->width * sizeof *s->row);
    gt_intern_put(s->places, s->row);
    gt_vec_push(&s->arrivals, ((arrival){.before = UINT32_MAX}));
    bool found = search(s);
    if (found)
        follow(s);
    else if (!is_too_much(s))
        gt_ice("a fair component leaves somebody out");
    gt_intern_free(s->places);
    return found;
}

/* *renamed: it closes up to a renaming only. False: it is too long. */
static bool go_round(server *s, bool *renamed)
{
    size_t start = s->steps.n - 1;
    int32_t *end = GT_NEW_ARRAY(s->arena, int32_t, s->width + 1);
    end[0] = (int32_t)s->nodes.v[0];
    memcpy(end + 1, s->steps.v[start].state, s->width * sizeof *end);
    s->end = end;
    s->end_node = s->nodes.v[0];
    visit(s, s->end_node, end + 1);
    for (bool back = false; !back || is_waiting(s);) {
        if (s->steps.n - start > MOST_STEPS)
            return false;
        back = false;
        if (is_waiting(s)) {
            if (!find_and_follow(s, GOAL_SERVE))
                return false;
        } else {
            back = *renamed || find_and_follow(s, GOAL_RETURN);
            *renamed = !back || *renamed;
            if (*renamed && !find_and_follow(s, GOAL_ALIKE))
                return false;
            back = true;
        }
    }
    return true;
}

static server server_new(gt_ctx *ctx, const gt_xserve_task *task, const gt_run *stem)
{
    server s = {.task = task, .arena = ctx->arena, .step = gt_sym_step_new(stem->sym)};
    const gt_layout *layout = gt_sym_step_layout(s.step);
    s.width = layout->width;
    s.twin = gt_twin_new(task->model->layout, layout);
    s.turns = gt_turns_of(ctx->arena, stem->sym);
    s.first = GT_NEW_ARRAY(ctx->arena, size_t, (size_t)s.turns.n + 1);
    for (uint32_t k = 0; k < s.turns.n; k++) {
        s.first[k] = s.nitems;
        s.nitems += count_of(&s.turns.v[k]);
    }
    s.items = GT_NEW_ARRAY(ctx->arena, item, s.nitems + 1);
    for (uint32_t k = 0; k < s.turns.n; k++)
        for (size_t i = 0; i < count_of(&s.turns.v[k]); i++)
            s.items[s.first[k] + i].waits = !is_strong(&s, k);
    s.met = GT_NEW_ARRAY(ctx->arena, bool, (size_t)task->nfair + 1);
    s.row = GT_NEW_ARRAY(ctx->arena, int32_t, s.width + 1);
    s.last_row = GT_NEW_ARRAY(ctx->arena, int32_t, s.width + 1);
    for (uint32_t i = 0; i < stem->nsteps; i++)
        gt_vec_push(&s.steps, stem->steps[i]);
    gt_vec_push(&s.nodes, task->begin);
    return s;
}

const gt_run *gt_xserve(gt_ctx *ctx, const gt_xserve_task *task, const gt_run *stem)
{
    server s = server_new(ctx, task, stem);
    gt_run *run = gt_arena_copy(ctx->arena, stem, 1, sizeof *stem);
    run->loop_start = (int32_t)stem->nsteps - 1;
    bool done = go_round(&s, &run->renamed);
    run->nsteps = (uint32_t)s.steps.n;
    run->steps = gt_arena_copy(ctx->arena, s.steps.v, s.steps.n, sizeof *s.steps.v);
    gt_twin_fini(&s.twin);
    gt_sym_step_free(s.step);
    free(s.key.v);
    free(s.steps.v);
    free(s.nodes.v);
    free(s.arrivals.v);
    if (done && !gt_run_serve(ctx, run))
        gt_ice("somebody has no turn in a fair run");
    return done ? run : NULL;
}

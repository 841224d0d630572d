#include "ir/mean/same.h"

#include "ir/mean/cmd_step.h"
#include "ir/mean/layout.h"
#include "ir/mean/sym_step.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* A way to go on: where to, each with its probability, as text. */
typedef struct {
    char *text;
    gt_rat weight;
} way;

typedef struct {
    GT_VEC(way) all;
    GT_VEC(char *) branches; /* of the firing that is read */
    gt_rat weight;
    uint64_t firing;
} ways;

typedef struct {
    gt_arena *arena;
    const gt_cmds *cmds;
    const gt_place *places;
    const gt_layout *layout;
    gt_rows states;         /* of the symmetric program */
    GT_VEC(int32_t) packed; /* those found in a step, before they are kept */
    int32_t *flat;          /* one state of the commands */
    ways ours, theirs;
    bool erred;
} same;

/* The state of the commands that is a state of the symmetric program; false: there is none. */
static bool flatten(same *s, const int32_t *state)
{
    for (uint32_t v = 0; v < s->cmds->nvars; v++) {
        const gt_place *place = &s->places[v];
        gt_type type = s->cmds->vars[v].type;
        s->flat[v] = type.lo;
        if (!place->var)
            continue;
        int32_t value = state[place->process ? gt_layout_local(s->layout, place->var, place->process, 0)
                                             : gt_layout_shared(s->layout, place->var, 0)];
        int32_t i = 0;
        while (i <= type.hi - type.lo && place->values[i] != value)
            i++;
        if (i > type.hi - type.lo)
            return false;
        s->flat[v] = type.lo + i;
    }
    return true;
}

static const char *shown(same *s, const int32_t *flat)
{
    gt_str text;
    gt_str_init(&text);
    gt_cmd_state_print(s->cmds, flat, &text);
    const char *result = gt_arena_strdup(s->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return result;
}

/* ---- ways ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void end_firing(ways *w)
{
    if (!w->branches.n)
        return;
    qsort(w->branches.v, w->branches.n, sizeof *w->branches.v, by_text);
    gt_str text;
    gt_str_init(&text);
    for (size_t i = 0; i < w->branches.n; i++) {
        gt_str_add(&text, w->branches.v[i]);
        free(w->branches.v[i]);
    }
    w->branches.n = 0;
    way made = {gt_xstrdup(gt_str_text(&text)), w->weight};
    gt_vec_push(&w->all, made);
    gt_str_fini(&text);
}

static void add_branch(same *s, ways *w, uint64_t firing, gt_rat prob, gt_rat weight)
{
    if (firing != w->firing)
        end_firing(w);
    w->firing = firing;
    w->weight = weight;
    gt_str text;
    gt_str_init(&text);
    for (uint32_t v = 0; v < s->cmds->nvars; v++)
        gt_str_addf(&text, "%d ", (int)s->flat[v]);
    gt_str_addf(&text, ": %lld/%lld; ", (long long)prob.num, (long long)prob.den);
    gt_vec_push(&w->branches, gt_xstrdup(gt_str_text(&text)));
    gt_str_fini(&text);
}

static int by_way(const void *a, const void *b)
{
    return strcmp(((const way *)a)->text, ((const way *)b)->text);
}

/* Equal ways become one: of chains with the sum of their weights, divided by all weights in a DTMC. */
static void settle(ways *w, gt_model_kind kind)
{
    end_firing(w);
    if (w->all.n)
        qsort(w->all.v, w->all.n, sizeof *w->all.v, by_way);
    size_t kept = 0;
    gt_rat total = gt_rat_int(0);
    for (size_t i = 0; i < w->all.n; i++) {
        total = gt_rat_add(total, w->all.v[i].weight);
        if (kept && strcmp(w->all.v[kept - 1].text, w->all.v[i].text) == 0) {
            w->all.v[kept - 1].weight = gt_rat_add(w->all.v[kept - 1].weight, w->all.v[i].weight);
            free(w->all.v[i].text);
        } else {
            w->all.v[kept++] = w->all.v[i];
        }
    }
    w->all.n = kept;
    for (size_t i = 0; i < kept; i++)
        if (kind == GT_MODEL_DTMC)
            w->all.v[i].weight = gt_rat_div(w->all.v[i].weight, total);
        else if (kind != GT_MODEL_CTMC)
            w->all.v[i].weight = gt_rat_int(1);
}

static void clear(ways *w)
{
    for (size_t i = 0; i < w->all.n; i++)
        free(w->all.v[i].text);
    w->all.n = 0;
    w->firing = UINT64_MAX;
}

static bool are_equal(const ways *x, const ways *y)
{
    bool equal = x->all.n == y->all.n;
    for (size_t i = 0; i < x->all.n && equal; i++)
        equal = strcmp(x->all.v[i].text, y->all.v[i].text) == 0 &&
                gt_rat_equal(x->all.v[i].weight, y->all.v[i].weight);
    return equal;
}

/* ---- playing ---- */

static void keep(same *s, const int32_t *state)
{
    for (size_t i = 0; i < s->layout->width; i++)
        gt_vec_push(&s->packed, state[i]);
}

static bool our_initial(void *arg, const int32_t *state)
{
    same *s = arg;
    s->erred = s->erred || !flatten(s, state);
    add_branch(s, &s->ours, s->ours.firing + 1, gt_rat_int(1), gt_rat_int(1));
    keep(s, state);
    return true;
}

static bool their_initial(void *arg, const int32_t *state)
{
    same *s = arg;
    memcpy(s->flat, state, s->cmds->nvars * sizeof *s->flat);
    add_branch(s, &s->theirs, s->theirs.firing + 1, gt_rat_int(1), gt_rat_int(1));
    return true;
}

static bool our_step(void *arg, const gt_firing *firing)
{
    same *s = arg;
    s->erred = s->erred || firing->error || !flatten(s, firing->to);
    add_branch(s, &s->ours, firing->firing, firing->prob, firing->weight);
    keep(s, firing->to);
    return !s->erred;
}

static bool their_step(void *arg, const gt_cmd_firing *firing)
{
    same *s = arg;
    memcpy(s->flat, firing->to, s->cmds->nvars * sizeof *s->flat);
    add_branch(s, &s->theirs, firing->firing, firing->prob, firing->weight);
    return true;
}

/* Whether what both sides did is the same; then goes on with the states that were found. */
static bool agree(same *s, gt_model_kind kind)
{
    settle(&s->ours, kind);
    settle(&s->theirs, kind);
    bool good = !s->erred && are_equal(&s->ours, &s->theirs);
    for (size_t i = 0; i < s->packed.n; i += s->layout->width)
        gt_rows_add(&s->states, s->packed.v + i, NULL);
    s->packed.n = 0;
    clear(&s->ours);
    clear(&s->theirs);
    return good;
}

bool gt_same_steps(gt_arena *arena, const gt_cmds *cmds, const gt_sym *sym, const gt_place *places,
                   uint32_t most, uint32_t *states, const char **difference)
{
    gt_sym_step *ours = gt_sym_step_new(sym);
    gt_cmd_step *theirs = gt_cmd_step_new(cmds);
    same s = {.arena = arena, .cmds = cmds, .places = places, .layout = gt_sym_step_layout(ours)};
    s.flat = gt_xcalloc(cmds->nvars ? cmds->nvars : 1, sizeof *s.flat);
    s.states.width = s.layout->width;
    s.ours.firing = s.theirs.firing = UINT64_MAX;
    gt_sym_step_initial(ours, our_initial, &s);
    gt_cmd_step_initial(theirs, their_initial, &s);
    *difference = agree(&s, GT_MODEL_PLAIN) ? NULL : "initial states";
    int32_t *state = gt_xcalloc(s.layout->width, sizeof *state);
    uint32_t n = 0;
    for (; n < s.states.table.n && n < most && !*difference; n++) {
        memcpy(state, gt_rows_at(&s.states, n), s.layout->width * sizeof *state);
        gt_arena_ask(arena);
        gt_sym_step_successors(ours, state, false, our_step, &s);
        flatten(&s, state);
        int32_t *flat = gt_xcalloc(cmds->nvars ? cmds->nvars : 1, sizeof *flat);
        memcpy(flat, s.flat, cmds->nvars * sizeof *flat);
        gt_cmd_step_successors(theirs, flat, their_step, &s);
        if (!agree(&s, sym->kind))
            *difference = gt_arena_printf(arena, "the steps of %s", shown(&s, flat));
        free(flat);
    }
    *states = n;
    free(state);
    free(s.flat);
    free(s.packed.v);
    free(s.ours.all.v);
    free(s.ours.branches.v);
    free(s.theirs.all.v);
    free(s.theirs.branches.v);
    gt_rows_fini(&s.states);
    gt_sym_step_free(ours);
    gt_cmd_step_free(theirs);
    return !*difference;
}

#include "backends/check/prove/bisim_impl.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MAX_STATES = 10000000, MAX_KNOWN = 1 << 25 };
enum { ASKED = 64 }; /* moves between looks at the limits, looks between those at the memory */
#define NOWHERE UINT32_MAX

typedef struct {
    size_t first;
    uint32_t n; /* 0: not known */
    bool fires;
} known_moves;

typedef struct {
    gt_ctx *ctx;
    const gt_sym *sym; /* as written, with ghosts */
    const gt_cmds *cmds;
    gt_sym_step *step;
    gt_cmd_step *cstep;
    gt_abstract *abs;
    const gt_layout *layout;
    gt_bisim_options options;

    gt_rows concrete, abstract;
    gt_rows targets;         /* of moves: an abstract state, and the set of rewards that the rule earns */
    GT_VEC(uint32_t) parent; /* of concrete states */
    GT_VEC(uint32_t) images; /* of concrete states: number of the abstract one */
    GT_VEC(bool) initial;    /* of abstract states */
    GT_VEC(bool) covered;    /* of abstract states: the image of a concrete one */
    int32_t *image, *target; /* scratch */
    gt_bisim_dists dists;
    gt_bisim_labels labels;
    gt_bisim_orbits orbits;
    bool count_orbits;

    /* The state at hand. */
    uint32_t now, moves, looks;    /* looks: at the limits */
    int32_t *here, *abstract_here; /* copies: rows move when states are added */
    bool is_mdp, is_weighted;
    bool abstract_fires, concrete_fires;
    gt_bisim_moves theirs, ours; /* concrete, abstract */
    gt_bisim_moves known;        /* of abstract states met before, one after the other, and */
    GT_VEC(known_moves) places;  /* per abstract state where they are: many states have the same image */
    uint64_t last_firing;
    bool open; /* a distribution is under construction */
    gt_bisim_result *result;
} bisim;

/* ---- telling ---- */

static const char *keep(bisim *b, gt_str *s)
{
    const char *text = gt_arena_strdup(b->ctx->arena, gt_str_text(s));
    gt_str_fini(s);
    return text;
}

static const char *concrete_text(bisim *b, const int32_t *state)
{
    gt_str s;
    gt_str_init(&s);
    gt_layout_print(b->layout, state, &s);
    return keep(b, &s);
}

static const char *abstract_text(bisim *b, const int32_t *state)
{
    gt_str s;
    gt_str_init(&s);
    gt_cmd_state_print(b->cmds, state, &s);
    return keep(b, &s);
}

typedef struct {
    bisim *b;
    const int32_t *target; /* find a firing to this state, */
    uint64_t firing;       /* or, if NULL, this firing */
    gt_str text;
    const char *to;
} finder;

static bool find_firing(void *arg, const gt_firing *f)
{
    finder *find = arg;
    size_t bytes = find->b->layout->width * sizeof *f->to;
    if (find->target ? memcmp(f->to, find->target, bytes) != 0 : f->firing != find->firing)
        return true;
    gt_bisim_describe(f, &find->text);
    find->to = concrete_text(find->b, f->to);
    return false;
}

/* The firing number `firing` of concrete state `from`, or one that leads to `target`. */
static const char *firing_text(bisim *b, uint32_t from, const int32_t *target, uint64_t firing,
                               const char **to)
{
    finder find = {.b = b, .target = target, .firing = firing};
    gt_str_init(&find.text);
    gt_sym_step_successors(b->step, gt_rows_at(&b->concrete, from), false, find_firing, &find);
    if (to)
        *to = find.to;
    return keep(b, &find.text);
}

/* The run to concrete state `state`, shortest because states are numbered breadth first. */
static void tell_run(bisim *b, uint32_t state)
{
    uint32_t n = 0;
    for (uint32_t s = state; s != NOWHERE; s = b->parent.v[s])
        n++;
    gt_bisim_step *steps = GT_NEW_ARRAY(b->ctx->arena, gt_bisim_step, n);
    uint32_t at = n;
    for (uint32_t s = state; s != NOWHERE; s = b->parent.v[s]) {
        const int32_t *row = gt_rows_at(&b->concrete, s);
        gt_bisim_step *step = &steps[--at];
        step->rule = at == 0 ? "(initial)" : firing_text(b, b->parent.v[s], row, 0, NULL);
        step->concrete = concrete_text(b, row);
        gt_abstract_apply(b->abs, row, b->image);
        step->abstract = abstract_text(b, b->image);
    }
    b->result->nsteps = n;
    b->result->steps = steps;
}

static bool differ(bisim *b, uint32_t state, const char *why)
{
    b->result->verdict = GT_BISIM_DIFFER;
    b->result->why = why;
    if (state != NOWHERE)
        tell_run(b, state);
    return false;
}

static bool stop(bisim *b, const char *why)
{
    b->result->verdict = GT_BISIM_LIMIT;
    b->result->why = why;
    return false;
}

static const char *weighted_text(bisim *b, const char *what, const char *to, const gt_bisim_move *move)
{
    gt_str s;
    gt_str_init(&s);
    gt_str_addf(&s, "%s, to %s", what, to);
    if (b->is_weighted) {
        gt_str_add(&s, b->sym->kind == GT_MODEL_DTMC ? ", in all with probability " : ", in all with rate ");
        gt_rat_print(move->weight, &s);
    }
    return keep(b, &s);
}

/* rule: the name of the one that leads there; NULL: none that earns anything */
static uint32_t add_target(bisim *b, uint32_t abstract, const char *rule)
{
    b->target[0] = (int32_t)abstract;
    gt_bisim_earned(b->sym, rule, b->target + 1);
    return gt_rows_add(&b->targets, b->target, NULL);
}

static const int32_t *target_state(const bisim *b, uint32_t target)
{
    return gt_rows_at(&b->abstract, (uint32_t)gt_rows_at(&b->targets, target)[0]);
}

static const char *move_target(bisim *b, const gt_bisim_move *move)
{
    if (!b->is_mdp)
        return abstract_text(b, target_state(b, move->number));
    gt_str s;
    gt_str_init(&s);
    for (uint32_t i = b->dists.first.v[move->number]; i < b->dists.first.v[move->number + 1]; i++) {
        gt_str_add(&s, s.len > 0 ? " + " : "");
        gt_rat_print(b->dists.parts.v[i].prob, &s);
        gt_str_addf(&s, ": %s", abstract_text(b, target_state(b, b->dists.parts.v[i].state)));
    }
    return keep(b, &s);
}

/* ---- collecting moves ---- */

static bool limit_met(bisim *b)
{
    bool asks = b->options.limits.bytes && b->looks++ % ASKED == 0;
    gt_stop met = gt_limits_met(&b->options.limits, asks ? gt_resident(0) : 0);
    if (met == GT_STOP_NONE)
        return false;
    return !stop(b, met == GT_STOP_TIME     ? "the time limit was reached"
                    : met == GT_STOP_MEMORY ? "the memory limit was reached"
                                            : gt_stop_name(met));
}

static bool out_of_bounds(bisim *b)
{
    if (limit_met(b))
        return true;
    if (b->concrete.table.n > b->options.max_states) {
        return !stop(b, gt_arena_printf(b->ctx->arena, "more than %llu states",
                                        (unsigned long long)b->options.max_states));
    }
    return false;
}

static uint32_t add_abstract(bisim *b, const int32_t *valuation)
{
    bool fresh;
    uint32_t number = gt_rows_add(&b->abstract, valuation, &fresh);
    if (fresh) {
        gt_vec_push(&b->initial, false);
        gt_vec_push(&b->covered, false);
        gt_vec_push(&b->places, (known_moves){0});
    }
    return number;
}

/* What is to be known of a concrete state that was just added. */
static uint32_t add_image(bisim *b, const int32_t *state, uint32_t parent)
{
    gt_abstract_apply(b->abs, state, b->image);
    uint32_t image = add_abstract(b, b->image);
    gt_vec_push(&b->parent, parent);
    gt_vec_push(&b->images, image);
    return image;
}

/* Adds one branch to the moves. Branches of an MDP's firing make up a distribution, ended by the next firing.
 * The lower half of `firing` is the source. */
static void add_move(bisim *b, gt_bisim_moves *moves, uint64_t firing, uint32_t to, gt_rat weight,
                     gt_rat prob)
{
    if (!b->is_mdp) {
        gt_bisim_move move = {to, b->is_weighted ? gt_rat_mul(weight, prob) : gt_rat_int(1),
                              (uint32_t)firing};
        gt_vec_push(moves, move);
        return;
    }
    if (b->open && firing != b->last_firing) {
        gt_bisim_move move = {gt_bisim_dist_end(&b->dists), gt_rat_int(1), (uint32_t)b->last_firing};
        gt_vec_push(moves, move);
    }
    b->open = true;
    b->last_firing = firing;
    gt_bisim_dist_add(&b->dists, to, prob);
}

static void finish_moves(bisim *b, gt_bisim_moves *moves, uint32_t self)
{
    if (b->open) {
        gt_bisim_move move = {gt_bisim_dist_end(&b->dists), gt_rat_int(1), (uint32_t)b->last_firing};
        gt_vec_push(moves, move);
        b->open = false;
    }
    if (moves->n == 0) { /* the loop of a state without rule; its source is no firing */
        add_move(b, moves, NOWHERE, add_target(b, self, NULL), gt_rat_int(1), gt_rat_int(1));
        if (b->open)
            finish_moves(b, moves, self);
        return;
    }
    gt_bisim_moves_normalise(moves, b->is_weighted);
    if (b->sym->kind == GT_MODEL_DTMC)
        gt_bisim_moves_scale(moves);
}

static bool concrete_move(void *arg, const gt_firing *f)
{
    bisim *b = arg;
    bool fresh;
    b->concrete_fires = true;
    uint32_t number = gt_rows_add(&b->concrete, f->to, &fresh);
    if (fresh)
        add_image(b, f->to, b->now);
    uint32_t to = add_target(b, b->images.v[number], f->error ? NULL : f->rule->name);
    add_move(b, &b->theirs, f->firing, to, f->weight, f->prob);
    return ++b->moves % ASKED != 0 || !limit_met(b);
}

static bool abstract_move(void *arg, const gt_cmd_firing *f)
{
    bisim *b = arg;
    b->abstract_fires = true;
    uint32_t to = add_target(b, add_abstract(b, f->to), b->cmds->cmds[f->cmd].origin->name);
    add_move(b, &b->ours, (uint64_t)f->firing << 32 | f->cmd, to, f->weight, f->prob);
    return true;
}

/* ---- checking ---- */

static bool has_nan(const gt_bisim_moves *moves)
{
    for (size_t i = 0; i < moves->n; i++)
        if (gt_rat_is_nan(moves->v[i].weight))
            return true;
    return false;
}

static const char *their_text(bisim *b, const gt_bisim_move *move)
{
    const char *to;
    if (move->source == NOWHERE)
        return "the loop of a state in which no rule can fire";
    const char *what = firing_text(b, b->now, NULL, move->source, &to);
    return weighted_text(b, what, gt_arena_printf(b->ctx->arena, "%s, image %s", to, move_target(b, move)),
                         move);
}

static const char *our_text(bisim *b, const gt_bisim_move *move)
{
    if (move->source == NOWHERE)
        return "the loop of a state in which no command can fire";
    return weighted_text(b, b->cmds->cmds[move->source].label, move_target(b, move), move);
}

static bool compare_moves(bisim *b)
{
    uint32_t at_theirs, at_ours;
    if (has_nan(&b->theirs) || has_nan(&b->ours))
        return stop(b, "a probability or rate has too large a numerator or denominator");
    if (gt_bisim_moves_compare(&b->theirs, &b->ours, &at_theirs, &at_ours)) {
        return b->concrete_fires == b->abstract_fires ||
               differ(b, b->now, "one of the two is a deadlock, the other has an enabled rule");
    }
    if (at_theirs != NOWHERE)
        b->result->only_concrete = their_text(b, &b->theirs.v[at_theirs]);
    if (at_ours != NOWHERE)
        b->result->only_abstract = our_text(b, &b->ours.v[at_ours]);
    bool both = at_theirs != NOWHERE && at_ours != NOWHERE;
    if (both && b->theirs.v[at_theirs].number == b->ours.v[at_ours].number)
        return differ(b, b->now, "the two go on with different weights");
    return differ(b, b->now,
                  both                   ? "each of the two has a step the other has not"
                  : at_theirs != NOWHERE ? "the translation lacks a step of the program"
                                         : "the translation has a step the program has not");
}

/* The moves of abstract state `number` in b->ours. */
static void abstract_moves(bisim *b, uint32_t number)
{
    known_moves known = b->places.v[number];
    b->abstract_fires = known.fires;
    for (size_t i = known.first; i < known.first + known.n; i++)
        gt_vec_push(&b->ours, b->known.v[i]);
    if (known.n)
        return;
    memcpy(b->abstract_here, gt_rows_at(&b->abstract, number), b->cmds->nvars * sizeof *b->abstract_here);
    gt_cmd_step_successors(b->cstep, b->abstract_here, abstract_move, b);
    finish_moves(b, &b->ours, number);
    if (b->known.n + b->ours.n <= MAX_KNOWN) {
        b->places.v[number] = (known_moves){b->known.n, (uint32_t)b->ours.n, b->abstract_fires};
        for (size_t i = 0; i < b->ours.n; i++)
            gt_vec_push(&b->known, b->ours.v[i]);
    }
}

/* State number b->now: its labels and successors against those of its image. */
static bool check_state(bisim *b)
{
    gt_str text;
    const int32_t *state = gt_rows_at(&b->concrete, b->now);
    uint32_t number = b->images.v[b->now];
    b->covered.v[number] = true;
    gt_str_init(&text);
    if (!gt_bisim_labels_agree(&b->labels, state, gt_rows_at(&b->abstract, number),
                               gt_abstract_is_error(b->abs, state), &text))
        return differ(b, b->now, keep(b, &text));
    gt_str_fini(&text);
    if (b->count_orbits)
        gt_bisim_orbits_count(&b->orbits, state);
    b->theirs.n = b->ours.n = 0;
    b->concrete_fires = b->abstract_fires = false;
    memcpy(b->here, state, b->layout->width * sizeof *state);
    if (!gt_sym_step_successors(b->step, b->here, false, concrete_move, b))
        return false;
    finish_moves(b, &b->theirs, number);
    abstract_moves(b, number);
    return compare_moves(b);
}

static bool abstract_initial(void *arg, const int32_t *valuation)
{
    bisim *b = arg;
    uint32_t number = add_abstract(b, valuation);
    b->initial.v[number] = true;
    if (out_of_bounds(b))
        return false;
    return b->abstract.table.n <= b->options.max_states || stop(b, "too many initial states");
}

static bool concrete_initial(void *arg, const int32_t *state)
{
    bisim *b = arg;
    bool fresh;
    uint32_t number = gt_rows_add(&b->concrete, state, &fresh);
    if (!fresh)
        return true;
    uint32_t image = add_image(b, state, NOWHERE);
    b->covered.v[image] = true;
    if (!b->initial.v[image])
        return differ(b, number, "the image of an initial state is not initial in the translation");
    return !out_of_bounds(b);
}

static bool check_initial(bisim *b)
{
    if (!gt_cmd_step_initial(b->cstep, abstract_initial, b) ||
        !gt_sym_step_initial(b->step, concrete_initial, b))
        return false;
    for (uint32_t i = 0; i < b->abstract.table.n; i++) {
        if (!b->covered.v[i]) {
            b->result->only_abstract = abstract_text(b, gt_rows_at(&b->abstract, i));
            return differ(b, NOWHERE, "the translation has an initial state the program has not");
        }
    }
    return true;
}

static bool check_orbits(bisim *b)
{
    gt_str text;
    gt_str_init(&text);
    bool complete = gt_bisim_orbits_complete(&b->orbits, &text);
    const char *why = keep(b, &text);
    return complete || differ(b, NOWHERE, why);
}

static bool run(bisim *b)
{
    if (!check_initial(b))
        return false;
    for (b->now = 0; b->now < b->concrete.table.n; b->now++)
        if (out_of_bounds(b) || !check_state(b))
            return false;
    return !b->count_orbits || check_orbits(b);
}

/* What nobody has proved may break a promise: then the states that were compared are no meaning of it. */
static void must_be_sound(bisim *b)
{
    const char *concrete = gt_sym_step_eval(b->step)->unsound,
               *abstract = gt_cmd_step_eval(b->cstep)->unsound;
    if (concrete[0] || abstract[0]) {
        const char *why = gt_arena_printf(b->ctx->arena, "the program in the file is unsound: %s",
                                          concrete[0] ? concrete : abstract);
        *b->result = (gt_bisim_result){0};
        differ(b, NOWHERE, why);
    }
}

/* ---- the whole ---- */

static void begin(bisim *b, const gt_sym *written)
{
    b->sym = gt_abstract_with_ghosts(b->ctx->arena, written, b->cmds->sym);
    b->is_mdp = b->sym->kind == GT_MODEL_MDP;
    b->is_weighted = b->sym->kind == GT_MODEL_DTMC || b->sym->kind == GT_MODEL_CTMC;
    b->step = gt_sym_step_new(b->sym);
    b->cstep = gt_cmd_step_new(b->cmds);
    b->layout = gt_sym_step_layout(b->step);
    b->abs = gt_abstract_new(b->layout, b->cmds);
    b->image = gt_xcalloc(b->cmds->nvars + 1, sizeof *b->image);
    b->abstract_here = gt_xcalloc(b->cmds->nvars + 1, sizeof *b->image);
    b->here = gt_xcalloc(b->layout->width, sizeof *b->here);
    b->count_orbits = !gt_sym_is_tied(b->layout->sym);
    b->concrete = (gt_rows){.width = b->layout->width};
    b->abstract = (gt_rows){.width = b->cmds->nvars};
    size_t target = 1 + gt_bisim_earned_width(b->sym);
    b->target = gt_xcalloc(target, sizeof *b->target);
    b->targets = (gt_rows){.width = target};
    gt_bisim_dists_init(&b->dists);
    gt_bisim_labels_init(&b->labels, b->step, b->cstep, b->cmds);
    gt_bisim_orbits_init(&b->orbits, b->layout);
}

static void end(bisim *b)
{
    gt_bisim_orbits_fini(&b->orbits);
    gt_bisim_labels_fini(&b->labels);
    gt_bisim_dists_fini(&b->dists);
    gt_rows_fini(&b->concrete);
    gt_rows_fini(&b->abstract);
    gt_rows_fini(&b->targets);
    free(b->parent.v);
    free(b->images.v);
    free(b->initial.v);
    free(b->covered.v);
    free(b->theirs.v);
    free(b->ours.v);
    free(b->known.v);
    free(b->places.v);
    free(b->image);
    free(b->target);
    free(b->here);
    free(b->abstract_here);
    gt_abstract_free(b->abs);
    gt_cmd_step_free(b->cstep);
    gt_sym_step_free(b->step);
}

const gt_bisim_result *gt_bisim(gt_ctx *ctx, const gt_sym *written, const gt_cmds *cmds,
                                const gt_bisim_options *options)
{
    bisim b = {.ctx = ctx, .cmds = cmds};
    if (options)
        b.options = *options;
    if (b.options.max_states == 0)
        b.options.max_states = DEFAULT_MAX_STATES;
    b.result = GT_NEW(ctx->arena, gt_bisim_result);
    begin(&b, written);
    run(&b);
    must_be_sound(&b);
    b.result->concrete = b.concrete.table.n;
    b.result->abstract = b.abstract.table.n;
    b.result->orbits = b.count_orbits ? b.orbits.canonical.table.n : 0;
    b.result->labels = (uint32_t)b.labels.pairs.n - b.labels.unmatched;
    b.result->unmatched = b.labels.unmatched;
    end(&b);
    return b.result;
}

/* The layout of variables, the initial states, and what watches over the engine. */
#include "backends/check/bdd/bdd.h"
#include "ir/expr/walk.h"

#include <stdlib.h>

enum { SLICED_FROM = 32 }; /* shared integers with at least that many values are laid out like counters */

/* ---- watching ---- */

void gt_cb_tick(gt_cb *cb, gt_bdd set)
{
    if (!gt_work_is_due(&cb->work))
        return;
    if (set)
        cb->work.now.states = gt_bdd_count_about(cb->m, set, cb->nstate_pairs);
    cb->work.now.nodes = gt_bdd_live(cb->m);
    cb->work.now.bytes = gt_bdd_bytes(cb->m);
    gt_work_tell(&cb->work);
}

/* CUDD asks this every so often, also in the middle of long operations. */
static bool stop_asked(void *arg)
{
    gt_cb *cb = arg;
    gt_cb_tick(cb, NULL);
    if (cb->last_moment <= 0 && cb->stopped == GT_STOP_NONE)
        cb->stopped = gt_limits_met_by(cb->work.limits, 0, gt_bdd_work(cb->m)); /* memory is counted below */
    return cb->stopped != GT_STOP_NONE || (cb->soft_limit && gt_bdd_work(cb->m) > cb->soft_limit) ||
           (cb->last_moment > 0 && gt_seconds() > cb->last_moment);
}

/* ---- layout ---- */

static uint32_t bits_for(int64_t values)
{
    uint32_t bits = 0;
    while (((int64_t)1 << bits) < values)
        bits++;
    return bits;
}

/* Counters, and numbers as large as counters. */
static bool is_sliced(const gt_cvar *v)
{
    return v->kind == GT_CVAR_COUNTER ||
           (v->kind == GT_CVAR_SHARED && v->type.kind == GT_TYPE_INT && gt_type_size(v->type) >= SLICED_FROM);
}

/* Where in the order a variable belongs. */
typedef enum { PLACE_CONTROL, PLACE_FIELD, PLACE_COUNT, PLACE_NUMBER } place;

static place place_of(const gt_cb *cb, const gt_cvar *v)
{
    bool slots = cb->cmds->encoding == GT_ENC_VECTOR || cb->cmds->encoding == GT_ENC_PAIRS;
    if (is_sliced(v))
        return PLACE_NUMBER;
    if (v->kind == GT_CVAR_SLOT_COUNT)
        return PLACE_COUNT;
    return slots && (v->kind == GT_CVAR_SLOT || v->kind == GT_CVAR_AT) ? PLACE_FIELD : PLACE_CONTROL;
}

/* Interleaves the bits of the variables marked, the most significant or the least significant ones first. */
static void interleave(gt_cb *cb, const bool *marked, bool most_first, uint32_t *next)
{
    uint32_t nvars = cb->cmds->nvars, width = 0;
    for (uint32_t v = 0; v < nvars; v++)
        width = marked[v] && cb->vars[v].nbits > width ? cb->vars[v].nbits : width;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t bit = most_first ? width - 1 - i : i;
        for (uint32_t v = 0; v < nvars; v++)
            if (marked[v] && bit < cb->vars[v].nbits)
                cb->vars[v].pairs[bit] = (*next)++;
    }
}

/* Control bits on top. Then, in the encodings with slots, field by field, the slots interleaved: a step
 * shifts values from slot to slot, and slots are compared with their neighbours. Then the counters: least
 * significant slice first. Returns the number of pairs. */
static uint32_t lay_out(gt_cb *cb, uint32_t first)
{
    const gt_cmds *cmds = cb->cmds;
    uint32_t next = first, nvars = cmds->nvars;
    bool *marked = gt_xcalloc(nvars + 1, sizeof *marked), *placed = gt_xcalloc(nvars + 1, sizeof *placed);
    cb->vars = GT_NEW_ARRAY(cb->ctx->arena, gt_cb_var, nvars);
    cb->is_number = GT_NEW_ARRAY(cb->ctx->arena, bool, nvars);
    for (uint32_t v = 0; v < nvars; v++) {
        gt_cb_var *var = &cb->vars[v];
        var->lo = cmds->vars[v].type.lo;
        var->nbits = bits_for(gt_type_size(cmds->vars[v].type));
        var->pairs = GT_NEW_ARRAY(cb->ctx->arena, uint32_t, var->nbits + 1);
        cb->is_number[v] = is_sliced(&cmds->vars[v]);
    }
    for (place where = PLACE_CONTROL; where <= PLACE_NUMBER; where++)
        for (uint32_t v = 0; v < nvars; v++) {
            if (placed[v] || place_of(cb, &cmds->vars[v]) != where)
                continue;
            bool by_counter = where == PLACE_NUMBER && cb->options->ways.by_counter;
            for (uint32_t w = 0; w < nvars; w++) { /* what goes together with v */
                bool same_field =
                    cmds->vars[w].proc == cmds->vars[v].proc && cmds->vars[w].var == cmds->vars[v].var;
                marked[w] = where == PLACE_CONTROL || by_counter ? w == v
                            : where == PLACE_FIELD               ? same_field
                                                                 : true;
                marked[w] = marked[w] && place_of(cb, &cmds->vars[w]) == where;
                placed[w] = placed[w] || marked[w];
            }
            interleave(cb, marked, where != PLACE_NUMBER, &next);
        }
    cb->pair_var = GT_NEW_ARRAY(cb->ctx->arena, uint32_t, next + 1);
    for (uint32_t p = 0; p < first; p++)
        cb->pair_var[p] = UINT32_MAX;
    for (uint32_t v = 0; v < nvars; v++)
        for (uint32_t i = 0; i < cb->vars[v].nbits; i++)
            cb->pair_var[cb->vars[v].pairs[i]] = v;
    free(marked);
    free(placed);
    return next;
}

/* ---- redundant counters ---- */

/* Adds 1 to mentions[v] for every mention of variable v. */
static uint64_t count_mentions(gt_walk *walk, const gt_expr *e)
{
    uint32_t *mentions = walk->arg;
    if (e->kind == GT_EXPR_CVAR)
        mentions[e->u.index]++;
    return gt_walk_any(walk, e);
}

static uint32_t *all_mentions(gt_cb *cb)
{
    const gt_cmds *cmds = cb->cmds;
    uint32_t *mentions = GT_NEW_ARRAY(cb->ctx->arena, uint32_t, cmds->nvars);
    gt_walk walk = {.node = count_mentions, .arg = mentions};
    for (uint32_t c = 0; c < cmds->ncmds; c++)
        gt_walk_at(&walk, cmds->cmds[c].guard);
    for (uint32_t p = 0; p < cmds->nprops; p++)
        gt_walk_at(&walk, cmds->props[p].formula);
    for (uint32_t f = 0; f < cmds->nfair; f++)
        gt_walk_at(&walk, cmds->fair[f]);
    gt_walk_fini(&walk);
    return mentions;
}

/* From lin = 0 drops the counter that guards and formulas mention least. */
static void drop_one(gt_cb *cb, const gt_lin *lin, const uint32_t *mentions)
{
    uint32_t nvars = cb->cmds->nvars, best = UINT32_MAX;
    int64_t *coef = gt_xcalloc(nvars, sizeof *coef), *used = gt_xcalloc(nvars, sizeof *used);
    gt_cb_coefficients(cb, lin, coef);
    for (uint32_t w = 0; w < nvars; w++) {
        if (!cb->vars[w].dropped)
            continue;
        gt_cb_coefficients(cb, &cb->vars[w].value, used);
        for (uint32_t v = 0; v < nvars; v++)
            coef[v] = used[v] ? 0 : coef[v];
    }
    for (uint32_t v = 0; v < nvars; v++)
        if (cb->cmds->vars[v].kind == GT_CVAR_COUNTER && !cb->vars[v].dropped &&
            (coef[v] == 1 || coef[v] == -1) && (best == UINT32_MAX || mentions[v] < mentions[best]))
            best = v;
    if (best != UINT32_MAX) {
        gt_lin value;
        gt_lin_init(&value, 0);
        gt_cb_add_var(cb, &value, 1, best, false);
        gt_lin_add(cb->m, &value, -coef[best], lin); /* v := v - coef * lin, where v cancels out */
        gt_lin_normalize(cb->m, &value);
        cb->vars[best].dropped = true;
        cb->vars[best].value = value;
        gt_cb_memo_free(cb); /* holds diagrams over the dropped bits */
    }
    free(coef);
    free(used);
}

static void drop_from(gt_cb *cb, const gt_expr *e, const uint32_t *mentions)
{
    if (e->kind == GT_EXPR_AND) {
        for (uint32_t i = 0; i < e->nkids; i++)
            drop_from(cb, e->kids[i], mentions);
        return;
    }
    if (e->kind != GT_EXPR_EQ || e->kids[0]->type.kind == GT_TYPE_BOOL)
        return;
    gt_lin lin;
    gt_lin_init(&lin, 0);
    gt_cb_int(cb, NULL, &lin, 1, e->kids[0]);
    gt_cb_int(cb, NULL, &lin, -1, e->kids[1]);
    gt_lin_normalize(cb->m, &lin);
    drop_one(cb, &lin, mentions);
    gt_lin_fini(cb->m, &lin);
}

/* ---- initial states ---- */

/* lin >= 0 follows from a dropped counter being no negative number, so it need not be said. Saying it would
 * be worse than useless: many comparisons of counters side by side blow up in the sliced order. */
static bool implied(gt_cb *cb, const gt_lin *lin)
{
    if (gt_lin_is_nonneg(lin))
        return true;
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!cb->vars[v].dropped)
            continue;
        gt_lin diff;
        gt_lin_init(&diff, 0);
        gt_lin_add(cb->m, &diff, 1, lin);
        gt_lin_add(cb->m, &diff, -1, &cb->vars[v].value);
        gt_lin_normalize(cb->m, &diff);
        bool yes = gt_lin_is_nonneg(&diff);
        gt_lin_fini(cb->m, &diff);
        if (yes)
            return true;
    }
    return false;
}

/* init := init and (factor * (v - e) >= 0), or = 0 */
static void require(gt_cb *cb, uint32_t v, int64_t factor, const gt_expr *e, gt_lin_cmp cmp)
{
    gt_lin lin;
    gt_lin_init(&lin, 0);
    gt_cb_add_var(cb, &lin, factor, v, false);
    gt_cb_int(cb, NULL, &lin, -factor, e);
    gt_lin_normalize(cb->m, &lin);
    if (cmp == GT_LIN_EQ || !implied(cb, &lin)) {
        gt_bdd f = gt_lin_compare(cb->m, &lin, cmp);
        gt_bdd_and_to(cb->m, &cb->init, f);
        gt_bdd_drop(cb->m, f);
    }
    gt_lin_fini(cb->m, &lin);
}

static void build_init(gt_cb *cb)
{
    cb->init = gt_bdd_const(cb->m, true);
    for (uint32_t i = cb->cmds->ninit; i-- > 0;) { /* counters come last and lie lowest */
        const gt_init_step *s = &cb->cmds->init[i];
        if (s->lo == s->hi) {
            require(cb, s->var, 1, s->lo, GT_LIN_EQ);
        } else {
            require(cb, s->var, 1, s->lo, GT_LIN_GE);
            require(cb, s->var, -1, s->hi, GT_LIN_GE);
        }
        if (s->where) {
            gt_bdd f = gt_cb_bool(cb, NULL, s->where);
            gt_bdd_and_to(cb->m, &cb->init, f);
            gt_bdd_drop(cb->m, f);
        }
    }
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        if (!cb->vars[v].dropped)
            continue;
        gt_lin copy;
        gt_lin_init(&copy, 0);
        gt_lin_add(cb->m, &copy, 1, &cb->vars[v].value);
        gt_bdd f = gt_lin_compare(cb->m, &copy, GT_LIN_GE);
        gt_bdd_and_to(cb->m, &cb->init, f);
        gt_bdd_drop(cb->m, f);
        gt_lin_fini(cb->m, &copy);
    }
}

/* ---- life ---- */

bool gt_cb_open(gt_cb *cb, gt_ctx *ctx, const gt_cmds *cmds, const gt_check_options *options,
                uint32_t ntableau)
{
    *cb = (gt_cb){.ctx = ctx,
                  .cmds = cmds,
                  .options = options,
                  .work = gt_work_begin(&options->limits),
                  .ntableau = ntableau};
    cb->work.now.phase = "build";
    cb->npairs = lay_out(cb, ntableau);
    gt_bdd_config config = {.npairs = cb->npairs,
                            .memory_limit = options->limits.bytes,
                            .stop = stop_asked,
                            .stop_arg = cb,
                            .reorder = !options->ways.no_reorder &&
                                       (options->reorder || cmds->encoding == GT_ENC_NONE),
                            .torture = options->ways.torture};
    cb->m = gt_bdd_new(&config);
    if (!cb->m)
        return false;
    bool *gone = gt_xcalloc(cb->npairs, sizeof *gone);
    if (!options->ways.no_drop && cmds->encoding == GT_ENC_DENSE) {
        const uint32_t *mentions = all_mentions(cb);
        for (uint32_t i = 0; i < cmds->ninvariants; i++)
            drop_from(cb, cmds->invariants[i], mentions);
    }
    for (uint32_t v = 0; v < cmds->nvars; v++)
        for (uint32_t i = 0; cb->vars[v].dropped && i < cb->vars[v].nbits; i++)
            gone[cb->vars[v].pairs[i]] = true;
    cb->state_pairs = GT_NEW_ARRAY(ctx->arena, uint32_t, cb->npairs + 1);
    for (uint32_t p = ntableau; p < cb->npairs; p++)
        if (!gone[p])
            cb->state_pairs[cb->nstate_pairs++] = p;
    free(gone);
    build_init(cb);
    cb->known = gt_bdd_const(cb->m, true);
    for (uint32_t i = 0;
         i < cmds->ninvariants && (cmds->encoding == GT_ENC_VECTOR || cmds->encoding == GT_ENC_PAIRS); i++) {
        gt_bdd f = gt_cb_bool(cb, NULL, cmds->invariants[i]);
        gt_bdd_and_to(cb->m, &cb->known, f);
        gt_bdd_drop(cb->m, f);
    }
    return true;
}

void gt_cb_close(gt_cb *cb)
{
    if (!cb->m)
        return;
    gt_cb_drop_relations(cb);
    free(cb->rels.v);
    for (uint32_t v = 0; v < cb->cmds->nvars; v++)
        gt_lin_fini(cb->m, &cb->vars[v].value);
    gt_bdd_drop(cb->m, cb->init);
    gt_bdd_drop(cb->m, cb->known);
    gt_cb_memo_free(cb);
}

void gt_cb_decode(gt_cb *cb, const bool *bits, int32_t *values)
{
    for (uint32_t v = 0; v < cb->cmds->nvars; v++) {
        const gt_cb_var *var = &cb->vars[v];
        int64_t value = var->dropped ? gt_lin_eval(cb->m, &var->value, bits) : var->lo;
        for (uint32_t i = 0; !var->dropped && i < var->nbits; i++)
            value += bits[var->pairs[i]] ? (int64_t)1 << i : 0;
        values[v] = (int32_t)value;
    }
}

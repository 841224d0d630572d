#include "passes/encode/control.h"

#include "passes/encode/dense.h"
#include "passes/encode/initially.h"
#include "passes/passes.h"

#include <stdlib.h>
#include <string.h>

static const gt_pos nowhere = {0};

/* ---- controls and counters ---- */

/* A control without error flag, and all that have states get numbers in the order of discovery. */
static void number_controls(gt_control *c)
{
    gt_play *play = c->play;
    size_t width = gt_play_width(play);
    uint32_t known = (uint32_t)c->support->controls.n;
    int32_t *key = gt_xmalloc(width + 1, sizeof *key);
    c->base = gt_xcalloc((size_t)known + 1, sizeof *c->base);
    for (uint32_t q = 0; q < known; q++) {
        memcpy(key, gt_play_key(play, q), width * sizeof *key);
        if (play->error >= 0)
            key[play->error] = 0;
        c->base[q] = gt_play_control_of(play, key);
    }
    free(key);
    uint32_t n = gt_play_ncontrols(play);
    c->number = gt_xmalloc((size_t)n + 1, sizeof *c->number);
    for (uint32_t q = 0; q < n; q++)
        c->number[q] = GT_CONTROL_NONE;
    for (uint32_t q = 0; q < known; q++)
        if (c->support->controls.v[q].opened && c->number[c->base[q]] == GT_CONTROL_NONE)
            c->number[c->base[q]] = c->ncontrols++;
}

/* The rows of the commands' table. */
static void describe_controls(gt_control *c)
{
    gt_play *play = c->play;
    const gt_pop *pop = c->pop;
    size_t width = gt_play_width(play);
    int32_t *rows = GT_NEW_ARRAY(c->ctx->arena, int32_t, c->ncontrols * width);
    for (uint32_t q = 0; q < gt_play_ncontrols(play); q++) {
        if (c->number[q] == GT_CONTROL_NONE)
            continue;
        int32_t *row = rows + c->number[q] * width, *tracked = row + pop->sym->nshared + pop->nidvars;
        memcpy(row, gt_play_key(play, q), width * sizeof *row);
        for (uint32_t k = 0; k < pop->nidvars; k++)
            if (tracked[k] >= 0)
                tracked[k] =
                    (int32_t)gt_locals_find(&pop->locals[play->type_of[k]], play->levels.v[tracked[k]].row);
    }
    c->out->ncontrols = c->ncontrols;
    c->out->controls = rows;
}

static void find_counters(gt_control *c)
{
    for (uint32_t q = 0; q < c->support->controls.n; q++)
        for (uint32_t level = 0; level < c->play->levels.n; level++)
            if (gt_levels_has(&c->support->controls.v[q].support, level))
                (void)gt_levels_add(&c->all, level);
}

static uint32_t add_var(gt_control *c, gt_words *taken, const char *wish, gt_cvar var)
{
    var.name = gt_words_fresh(taken, c->ctx->arena, wish);
    c->out->vars[c->out->nvars] = var;
    return c->out->nvars++;
}

static void declare(gt_control *c)
{
    const gt_pop *pop = c->pop;
    const gt_sym *sym = pop->sym;
    gt_arena *arena = c->ctx->arena;
    gt_play *play = c->play;
    gt_words taken = {0};
    c->out->vars = GT_NEW_ARRAY(arena, gt_cvar, play->levels.n + 2);
    c->counter = gt_xmalloc(play->levels.n + 1, sizeof *c->counter);
    for (size_t i = 0; i < play->levels.n; i++)
        c->counter[i] = GT_CONTROL_NONE;
    c->order = gt_xcalloc(play->levels.n + 1, sizeof *c->order);
    c->control =
        add_var(c, &taken, "control",
                (gt_cvar){.kind = GT_CVAR_CONTROL, .type = gt_type_int(0, (int64_t)c->ncontrols - 1)});
    c->error = GT_CONTROL_NONE;
    if (play->error >= 0) {
        const gt_var *flag = sym->shared[play->error];
        c->error = add_var(c, &taken, flag->name,
                           (gt_cvar){.kind = GT_CVAR_SHARED, .type = flag->type, .var = flag});
        c->out->error = gt_control_var(c, c->error);
    }
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_locals *l = &pop->locals[p];
        const char **names = gt_dense_state_names(arena, l);
        for (uint32_t s = 0; s < l->nstates; s++) {
            uint32_t level = gt_play_level_of(play, p, l->values + (size_t)s * l->nvars);
            if (!gt_levels_has(&c->all, level))
                continue;
            const char *wish = sym->nprocs > 1
                                   ? gt_arena_printf(arena, "n_%s_%s", sym->procs[p]->name, names[s])
                                   : gt_arena_printf(arena, "n_%s", names[s]);
            c->order[c->ncounters++] = level;
            c->counter[level] = add_var(c, &taken, wish,
                                        (gt_cvar){.kind = GT_CVAR_COUNTER,
                                                  .type = gt_type_int(0, sym->procs[p]->n),
                                                  .proc = sym->procs[p],
                                                  .state = s});
        }
    }
    gt_words_fini(&taken);
}

/* ---- initial states ---- */

typedef struct {
    gt_control *c;
    gt_levels controls; /* numbers of those the program may begin in */
    gt_levels *begins;  /* per level: in which of them somebody may begin there */
} beginning;

static bool note_start(void *arg, uint32_t control, const gt_play_start *starts)
{
    beginning *b = arg;
    uint32_t number = b->c->number[control];
    (void)gt_levels_add(&b->controls, number);
    for (uint32_t t = 0; t < b->c->play->ntypes; t++)
        for (uint32_t i = 0; i < starts[t].n; i++)
            (void)gt_levels_add(&b->begins[starts[t].levels[i]], number);
    return true;
}

/* How many untracked processes of the type there are. */
static const gt_expr *untracked(gt_control *c, uint32_t type)
{
    const gt_locals *l = &c->pop->locals[type];
    gt_fold *f = c->fold;
    size_t width = gt_cmds_control_width(c->out);
    const gt_expr *left = gt_fold_int(f, nowhere, l->proc->n);
    for (uint32_t k = l->first_idvar; k < l->first_idvar + l->nidvars; k++) {
        gt_levels leads = {0};
        for (uint32_t q = 0; q < c->ncontrols; q++)
            if (c->out->controls[q * width + c->pop->sym->nshared + k] == (int32_t)k)
                (void)gt_levels_add(&leads, q);
        left = gt_fold_op2(f, nowhere, GT_EXPR_SUB, left, gt_fold_indicator(f, gt_control_in(c, &leads)));
        gt_levels_fini(&leads);
    }
    return left;
}

static void add_step(gt_control *c, uint32_t var, const gt_expr *lo, const gt_expr *hi, const gt_expr *where)
{
    gt_init_step *steps = (gt_init_step *)c->out->init; /* ours until the pass returns */
    where = where && gt_expr_is_true(where) ? NULL : where;
    steps[c->out->ninit++] = (gt_init_step){.var = var, .lo = lo, .hi = hi, .where = where};
}

static bool same_levels(const gt_levels *a, const gt_levels *b)
{
    for (uint32_t i = 0; i < 64 * (a->n > b->n ? a->n : b->n); i++)
        if (gt_levels_has(a, i) != gt_levels_has(b, i))
            return false;
    return true;
}

/* What is left is distributed over the local states in which a process may begin. */
static void begin_type(beginning *b, uint32_t type)
{
    gt_control *c = b->c;
    gt_fold *f = c->fold;
    const gt_expr *zero = gt_fold_int(f, nowhere, 0), *left = untracked(c, type);
    uint32_t last = GT_CONTROL_NONE;
    for (uint32_t i = 0; i < c->ncounters; i++)
        if (c->play->levels.v[c->order[i]].type == type && b->begins[c->order[i]].n)
            last = c->order[i];
    for (uint32_t i = 0; i < c->ncounters; i++) {
        uint32_t level = c->order[i], var = c->counter[level];
        if (c->play->levels.v[level].type != type)
            continue;
        if (!b->begins[level].n) {
            add_step(c, var, zero, zero, NULL);
            continue;
        }
        bool always = same_levels(&b->begins[level], &b->controls);
        const gt_expr *may = always ? gt_fold_bool(f, nowhere, true) : gt_control_in(c, &b->begins[level]);
        const gt_expr *m = gt_control_var(c, var);
        if (level == last) {
            const gt_expr *none = gt_fold_op2(f, nowhere, GT_EXPR_LE, m, zero);
            add_step(c, var, left, left, gt_fold_or(f, may, none));
        } else {
            add_step(c, var, zero, gt_fold_op3(f, nowhere, GT_EXPR_ITE, may, left, zero), NULL);
            left = gt_fold_op2(f, nowhere, GT_EXPR_SUB, left, m);
        }
    }
}

static void initial(gt_control *c)
{
    beginning b = {.c = c, .begins = gt_xcalloc(c->play->levels.n + 1, sizeof *b.begins)};
    gt_play_initial(c->play, note_start, &b);
    c->out->init = GT_NEW_ARRAY(c->ctx->arena, gt_init_step, c->out->nvars);
    uint32_t lo = c->ncontrols, hi = 0;
    for (uint32_t q = 0; q < c->ncontrols; q++)
        if (gt_levels_has(&b.controls, q)) {
            lo = lo < q ? lo : q;
            hi = q;
        }
    const gt_expr *first = gt_fold_int(c->fold, nowhere, lo), *last = gt_fold_int(c->fold, nowhere, hi);
    add_step(c, c->control, first, lo == hi ? first : last, lo == hi ? NULL : gt_control_in(c, &b.controls));
    if (c->error != GT_CONTROL_NONE) {
        const gt_expr *no = gt_fold_bool(c->fold, nowhere, false);
        add_step(c, c->error, no, no, NULL);
    }
    for (uint32_t t = 0; t < c->play->ntypes; t++)
        begin_type(&b, t);
    gt_init_step *steps = (gt_init_step *)c->out->init; /* ours until the pass returns */
    const gt_expr *cond = c->pop->initially ? gt_control_state(c, c->pop->initially) : NULL;
    gt_encode_initially(c->fold, c->out, steps, c->out->ninit, cond);
    for (size_t i = 0; i < c->play->levels.n; i++)
        gt_levels_fini(&b.begins[i]);
    free(b.begins);
    gt_levels_fini(&b.controls);
}

/* ---- properties ---- */

static const gt_expr *replace(void *data, gt_fold *f, const gt_expr *e)
{
    (void)f;
    bool state = !gt_temporal_in(e) && e->kind != GT_EXPR_CONST && e->kind != GT_EXPR_REAL;
    return state ? gt_control_state(data, e) : NULL;
}

static const gt_expr *everywhere(gt_control *c, const gt_expr *e)
{
    return gt_fold_map(c->fold, e, replace, c);
}

static void properties(gt_control *c)
{
    gt_cmds *out = c->out;
    const gt_pop *pop = c->pop;
    gt_arena *arena = c->ctx->arena;
    out->nprops = pop->nprops;
    out->props = GT_NEW_ARRAY(arena, gt_cmd_prop, pop->nprops);
    for (uint32_t i = 0; i < pop->nprops; i++) {
        out->props[i].origin = pop->props[i].origin;
        if (pop->props[i].formula)
            out->props[i].formula = everywhere(c, pop->props[i].formula);
    }
    out->nfair = pop->nfair;
    out->fair = GT_NEW_ARRAY(arena, const gt_expr *, pop->nfair);
    for (uint32_t i = 0; i < pop->nfair; i++)
        out->fair[i] = everywhere(c, pop->fair[i]);
    out->nrewards = pop->nrewards;
    out->rewards = GT_NEW_ARRAY(arena, const gt_expr *, pop->nrewards);
    for (uint32_t i = 0; i < pop->nrewards; i++)
        out->rewards[i] = everywhere(c, pop->rewards[i]);
    out->invariants = GT_NEW_ARRAY(arena, const gt_expr *, pop->sym->nprocs);
    for (uint32_t p = 0; p < pop->sym->nprocs; p++) {
        const gt_expr *sum = gt_fold_int(c->fold, nowhere, 0);
        for (uint32_t i = 0; i < c->ncounters; i++)
            if (c->play->levels.v[c->order[i]].type == p)
                sum = gt_fold_op2(c->fold, nowhere, GT_EXPR_ADD, sum,
                                  gt_control_var(c, c->counter[c->order[i]]));
        out->invariants[out->ninvariants++] = gt_fold_op2(c->fold, nowhere, GT_EXPR_EQ, sum, untracked(c, p));
    }
}

/* ---- what was left out ---- */

/* In each local state somebody is in the controls only that have it in their support: local states with the
 * same controls have one conjunct together. */
static void judge(gt_control *c)
{
    gt_fold *f = c->fold;
    gt_levels *where = gt_xcalloc((size_t)c->ncounters + 1, sizeof *where);
    bool *done = gt_xcalloc((size_t)c->ncounters + 1, sizeof *done);
    const gt_expr *all = gt_fold_bool(f, nowhere, true);
    for (uint32_t i = 0; i < c->ncounters; i++)
        for (uint32_t q = 0; q < c->support->controls.n; q++)
            if (gt_levels_has(&c->support->controls.v[q].support, c->order[i]))
                (void)gt_levels_add(&where[i], c->number[c->base[q]]);
    for (uint32_t i = 0; i < c->ncounters; i++) {
        const gt_expr *sum = gt_fold_int(f, nowhere, 0);
        for (uint32_t k = i; k < c->ncounters && !done[i]; k++)
            if (!done[k] && same_levels(&where[i], &where[k])) {
                sum = gt_fold_op2(f, nowhere, GT_EXPR_ADD, sum, gt_control_var(c, c->counter[c->order[k]]));
                done[k] = k > i;
            }
        if (!done[i])
            all = gt_fold_and(
                f, all,
                gt_fold_or(f, gt_control_apart(c, gt_fold_is(f, sum, 0)), gt_control_in(c, &where[i])));
        done[i] = true;
    }
    for (uint32_t i = 0; i < c->ncounters; i++)
        gt_levels_fini(&where[i]);
    free(where);
    free(done);
    c->out->pruned = gt_expr_is_true(all) ? NULL : all;
}

/* ---- the pass ---- */

bool gt_pass_control_pays(const gt_cmds *control, double most)
{
    uint32_t counters = 0;
    for (uint32_t i = 0; i < control->nvars; i++)
        counters += control->vars[i].kind == GT_CVAR_COUNTER;
    return counters <= GT_CONTROL_COUNTERS && control->ncmds <= most;
}

const gt_cmds *gt_pass_control(gt_ctx *ctx, const gt_pop *pop, const char **why)
{
    gt_control c = {
        .ctx = ctx, .pop = pop, .support = gt_support_new(ctx, pop), .fold = gt_fold_new(ctx->arena)};
    c.play = c.support->play;
    if (c.support->complete && c.support->controls.n) {
        c.out = GT_NEW(ctx->arena, gt_cmds);
        *c.out = (gt_cmds){.sym = pop->sym, .pop = pop, .encoding = GT_ENC_CONTROL};
        number_controls(&c);
        describe_controls(&c);
        find_counters(&c);
        declare(&c);
        initial(&c);
        properties(&c);
        judge(&c);
        gt_control_commands(&c);
    } else {
        *why = c.support->why ? c.support->why : "it has no initial state";
    }
    gt_levels_fini(&c.all);
    free(c.base);
    free(c.number);
    free(c.counter);
    free(c.order);
    gt_fold_free(c.fold);
    gt_support_free(c.support);
    return c.out;
}

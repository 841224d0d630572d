/* From the first declaration to the verdict: a program of ours, or not. */
#include "ir/build/build_impl.h"

#include <stdlib.h>
#include <string.h>

gt_build *gt_build_begin(gt_ctx *ctx, const char *file, const gt_build_input *input)
{
    gt_build *b = gt_xcalloc(1, sizeof *b);
    *b = (gt_build){.ctx = ctx, .arena = ctx->arena, .diag = ctx->diag, .errors = gt_diag_errors(ctx->diag)};
    if (input)
        b->input = *input;
    b->sym = GT_NEW(ctx->arena, gt_sym);
    b->sym->file = gt_arena_strdup(ctx->arena, file);
    b->sym->name = "model";
    return b;
}

gt_sym *gt_build_program(gt_build *b)
{
    return b->sym;
}

gt_pos gt_build_at(const gt_build *b, const void *object, gt_pos pos)
{
    return b->input.where ? b->input.where(b->input.data, object, pos) : pos;
}

void gt_build_said(const gt_build *b)
{
    if (b->input.said)
        b->input.said(b->input.data);
}

bool gt_build_is_absurd(const gt_expr *condition)
{
    gt_known known = {0};
    gt_known_assume(&known, condition, true);
    bool absurd = gt_known_absurd(&known);
    gt_known_fini(&known);
    return absurd;
}

/* ---- declarations ---- */

/* One more room at the end of an array in the arena whenever it has doubled. */
static void *grow(gt_arena *arena, const void *old, uint32_t n, size_t size)
{
    char *v = gt_arena_alloc(arena, n ? 2 * (size_t)n : 1, size);
    if (n)
        memcpy(v, old, n * size);
    return v;
}

#define PUSH(b, v, n, item)                                                                                  \
    do {                                                                                                     \
        if (((n) & ((n)-1)) == 0)                                                                            \
            (v) = grow((b)->arena, (v), (n), sizeof *(v));                                                   \
        (v)[(n)++] = (item);                                                                                 \
    } while (0)

gt_enum *gt_build_enum(gt_build *b, gt_pos pos, const char *name, uint32_t n, const char *const *values)
{
    gt_enum *en = GT_NEW(b->arena, gt_enum);
    *en = (gt_enum){.name = name, .pos = pos, .nvalues = n};
    en->values = gt_arena_copy(b->arena, values, n, sizeof *values);
    PUSH(b, b->sym->enums, b->sym->nenums, en);
    return en;
}

gt_proc *gt_build_proc(gt_build *b, gt_pos pos, const char *name, int32_t n, gt_symmetry symmetry)
{
    gt_proc *proc = GT_NEW(b->arena, gt_proc);
    *proc = (gt_proc){.name = name, .pos = pos, .n = n, .index = b->sym->nprocs, .symmetry = symmetry};
    PUSH(b, b->sym->procs, b->sym->nprocs, proc);
    return proc;
}

gt_var *gt_build_var(gt_build *b, gt_pos pos, gt_proc *owner, const char *name, gt_type type, uint32_t ndims,
                     const gt_dim *dims)
{
    gt_var *var = GT_NEW(b->arena, gt_var);
    *var = (gt_var){
        .name = name, .pos = pos, .owner = owner, .type = type, .ndims = ndims, .dims = dims, .len = 1};
    for (uint32_t i = 0; i < ndims; i++)
        var->len *= (uint32_t)((int64_t)dims[i].hi - dims[i].lo + 1);
    var->index = owner ? owner->nvars : b->sym->nshared;
    if (owner)
        PUSH(b, owner->vars, owner->nvars, var);
    else
        PUSH(b, b->sym->shared, b->sym->nshared, var);
    return var;
}

gt_var *gt_build_location(gt_build *b, gt_pos pos, gt_proc *owner, const char *name, const gt_enum *en)
{
    owner->loc = gt_build_var(b, pos, owner, name, gt_type_enum(en), 0, NULL);
    owner->loc->is_loc = true;
    return owner->loc;
}

void gt_build_rule(gt_build *b, gt_rule *rule)
{
    rule->index = b->sym->nrules;
    PUSH(b, b->sym->rules, b->sym->nrules, rule);
}

void gt_build_prop(gt_build *b, gt_prop *prop)
{
    PUSH(b, b->sym->props, b->sym->nprops, prop);
}

void gt_build_fair(gt_build *b, gt_fair *fair)
{
    PUSH(b, b->sym->fair, b->sym->nfair, fair);
}

void gt_build_initially(gt_build *b, const gt_expr *e)
{
    const gt_expr *before = b->sym->initially;
    if (e)
        b->sym->initially = before ? gt_build_op2(b, e->pos, GT_EXPR_AND, "&&", before, e) : e;
}

static bool is_same_turn(const gt_turn *x, const gt_turn *y)
{
    return x->proc == y->proc && (x->rule ? y->rule && strcmp(x->rule, y->rule) == 0 : !y->rule);
}

void gt_build_turn(gt_build *b, gt_turn *turn)
{
    const gt_turn *old = NULL;
    for (uint32_t i = 0; i < b->sym->nturns && !old; i++)
        old = is_same_turn(b->sym->turns[i], turn) ? b->sym->turns[i] : NULL;
    if (!old) {
        PUSH(b, b->sym->turns, b->sym->nturns, turn);
    } else if (old->strong != turn->strong) {
        gt_error(b->diag, gt_build_at(b, turn, turn->pos), "duplicate", "%s `%s` is fair in two ways",
                 turn->proc ? "process type" : "rule", turn->proc ? turn->proc->name : turn->rule);
        gt_note(b->diag, gt_build_at(b, old, old->pos), "the other one is here");
        gt_help(
            b->diag,
            "strong fairness says all that weak fairness says: keep `strong fair`, or make both the same");
    }
}

void gt_build_reward(gt_build *b, gt_reward *reward)
{
    PUSH(b, b->sym->rewards, b->sym->nrewards, reward);
}

/* ---- the end ---- */

static bool is_good(const gt_build *b)
{
    return gt_diag_errors(b->diag) == b->errors;
}

static void verify(gt_build *b)
{
    if (!b->input.ill_formed) {
        gt_sym_verify(b->sym);
        return;
    }
    const gt_sym *sym = b->sym;
    gt_verifier check = {.report = b->input.ill_formed, .data = b->input.data};
    gt_verify_sym(&check, sym);
    for (uint32_t i = 0; i < sym->nshared && !sym->unproved; i++)
        if (sym->shared[i]->is_ghost || sym->shared[i]->is_error)
            gt_verify_fail(&check, sym->shared[i], "this variable is made by gentrans itself");
    for (uint32_t i = 0; i < sym->nprops && !sym->unproved; i++)
        if (sym->props[i]->kind == GT_PROP_NOERROR)
            gt_verify_fail(&check, sym->props[i], "this property is made by gentrans itself");
}

/* Without variables there is one state, and nothing to ask of it. */
static void check_initially(gt_build *b)
{
    const gt_sym *sym = b->sym;
    uint32_t nvars = sym->nshared;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        nvars += sym->procs[p]->nvars;
    if (sym->initially && !nvars)
        gt_error(b->diag, gt_build_at_expr(b, sym->initially), "init",
                 "`initially` is about the values of variables, and there are none");
}

static void check_ring(gt_build *b, const gt_proc *proc)
{
    if (proc->symmetry != GT_SYMMETRY_RING || proc->n >= 2)
        return;
    gt_error(b->diag, gt_build_at(b, proc, proc->pos), "size", "a ring has at least two processes, not %d",
             (int)proc->n);
    gt_help(b->diag,
            "a single process is its own neighbour: write `process %s[1] { ... }` without next and prev",
            proc->name);
}

/* What the verifier takes for granted, and knows no words for. */
static void check(gt_build *b)
{
    const gt_sym *sym = b->sym;
    check_initially(b);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        check_ring(b, sym->procs[p]);
    for (uint32_t i = 0; i < sym->nshared; i++)
        gt_build_check_init(b, sym->shared[i]);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        for (uint32_t i = 0; i < sym->procs[p]->nvars; i++)
            gt_build_check_init(b, sym->procs[p]->vars[i]);
    for (uint32_t i = 0; i < sym->nrules; i++) {
        gt_build_check_stores(b, sym->rules[i]);
        gt_build_check_chances(b, sym->rules[i]);
    }
    for (uint32_t i = 0; i < sym->nprops; i++)
        gt_build_check_prop(b, sym->props[i]);
    for (uint32_t i = 0; i < sym->nturns; i++)
        gt_build_check_turn(b, sym->turns[i]);
    for (uint32_t i = 0; i < sym->nrewards; i++)
        gt_build_check_reward(b, sym->rewards[i]);
}

const gt_sym *gt_build_end(gt_build *b)
{
    check(b);
    bool whole = is_good(b);
    if (whole)
        gt_build_check_names(b);
    if (is_good(b))
        verify(b);
    if (!whole || is_good(b))
        gt_build_check_symmetry(b);
    const gt_sym *sym = is_good(b) ? b->sym : NULL;
    gt_build_drop(b);
    return sym;
}

const gt_sym *gt_build_unproved(gt_build *b)
{
    b->sym->unproved = true;
    gt_build_check_names(b);
    verify(b);
    const gt_sym *sym = is_good(b) ? b->sym : NULL;
    gt_build_drop(b);
    return sym;
}

void gt_build_drop(gt_build *b)
{
    gt_ptrmap_fini(&b->wrong);
    free(b);
}

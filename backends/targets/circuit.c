#include "backends/targets/circuit.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_circuit *c;
    gt_arena *arena;
    const gt_word *vars; /* what CVAR stands for */
    gt_ptrmap known;     /* expressions to 1 + numbers of `words` */
    GT_VEC(gt_word) words;
} builder;

/* ---- expressions ---- */

enum { MOST_BITS = 33 }; /* of a partial result: all of them have 32 bits and a sign */

static gt_word word(builder *b, const gt_expr *e);

static gt_word truth(gt_lit x)
{
    return (gt_word){.n = 2, .bit = {x, GT_LIT_FALSE}};
}

static gt_lit lit(builder *b, const gt_expr *e)
{
    return word(b, e).bit[0];
}

static gt_word chain(builder *b, const gt_expr *e, gt_word (*op)(gt_aig *g, gt_word x, gt_word y))
{
    gt_word w = word(b, e->kids[0]);
    for (uint32_t i = 1; i < e->nkids; i++) {
        gt_word next = op(&b->c->aig, w, word(b, e->kids[i]));
        w = next.n > MOST_BITS ? gt_word_fit(next, MOST_BITS) : next;
    }
    return w;
}

static gt_word least(gt_aig *g, gt_word x, gt_word y)
{
    return gt_word_ite(g, gt_word_lt(g, x, y), x, y);
}

static gt_word greatest(gt_aig *g, gt_word x, gt_word y)
{
    return gt_word_ite(g, gt_word_lt(g, x, y), y, x);
}

static gt_lit all_of(builder *b, const gt_expr *e, bool negated)
{
    gt_lit x = GT_LIT_TRUE;
    for (uint32_t i = 0; i < e->nkids && x != GT_LIT_FALSE; i++)
        x = gt_aig_and(&b->c->aig, x, gt_lit_if(lit(b, e->kids[i]), negated));
    return x;
}

static gt_lit implies(gt_aig *g, gt_lit x, gt_lit y)
{
    return gt_aig_or(g, gt_lit_not(x), y);
}

/* The operands one after the other, so that gates are always numbered alike. */
static gt_lit pair(builder *b, const gt_expr *e, gt_lit (*op)(gt_aig *g, gt_lit x, gt_lit y))
{
    gt_lit x = lit(b, e->kids[0]), y = lit(b, e->kids[1]);
    return op(&b->c->aig, x, y);
}

static gt_word choose(builder *b, const gt_expr *e)
{
    gt_lit c = lit(b, e->kids[0]);
    gt_word x = word(b, e->kids[1]), y = word(b, e->kids[2]);
    return gt_word_ite(&b->c->aig, c, x, y);
}

static gt_lit compare(builder *b, const gt_expr *e)
{
    gt_aig *g = &b->c->aig;
    gt_word x = word(b, e->kids[0]), y = word(b, e->kids[1]);
    switch (e->kind) {
    case GT_EXPR_EQ: return gt_word_eq(g, x, y);
    case GT_EXPR_NE: return gt_lit_not(gt_word_eq(g, x, y));
    case GT_EXPR_LT: return gt_word_lt(g, x, y);
    case GT_EXPR_LE: return gt_lit_not(gt_word_lt(g, y, x));
    case GT_EXPR_GT: return gt_word_lt(g, y, x);
    case GT_EXPR_GE: return gt_lit_not(gt_word_lt(g, x, y));
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_LOGIC:
    case GT_KINDS_ARITH:
    case GT_EXPR_ITE:
    case GT_KINDS_QUANT:
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("no comparison: %s", gt_expr_kind_name(e->kind));
}

/* An operator that is no comparison. */
static gt_word operation(builder *b, const gt_expr *e)
{
    gt_aig *g = &b->c->aig;
    switch (e->kind) {
    case GT_EXPR_CONST: return gt_word_const(e->u.value);
    case GT_EXPR_CVAR: return b->vars[e->u.index];
    case GT_EXPR_NOT: return truth(gt_lit_not(lit(b, e->kids[0])));
    case GT_EXPR_AND: return truth(all_of(b, e, false));
    case GT_EXPR_OR: return truth(gt_lit_not(all_of(b, e, true)));
    case GT_EXPR_IMPLIES: return truth(pair(b, e, implies));
    case GT_EXPR_IFF: return truth(pair(b, e, gt_aig_iff));
    case GT_KINDS_COMPARE: return truth(compare(b, e));
    case GT_EXPR_NEG: return gt_word_sub(g, gt_word_const(0), word(b, e->kids[0]));
    case GT_EXPR_ADD: return chain(b, e, gt_word_add);
    case GT_EXPR_SUB: return chain(b, e, gt_word_sub);
    case GT_EXPR_MUL: return chain(b, e, gt_word_mul);
    case GT_EXPR_DIV: return chain(b, e, gt_word_div);
    case GT_EXPR_MOD: return chain(b, e, gt_word_mod);
    case GT_EXPR_MIN: return chain(b, e, least);
    case GT_EXPR_MAX: return chain(b, e, greatest);
    case GT_EXPR_ITE: return choose(b, e);
    case GT_EXPR_REAL:
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_BOUND:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_KINDS_QUANT:
    case GT_KINDS_TEMPORAL:
    case GT_EXPR_KINDS: break;
    }
    gt_ice_at(__FILE__, __LINE__, "no state expression: %s", gt_expr_kind_name(e->kind));
}

static gt_word word(builder *b, const gt_expr *e)
{
    uint64_t known;
    if (gt_ptrmap_get(&b->known, e, &known))
        return b->words.v[known];
    gt_arena_ask(b->arena);
    gt_word w = operation(b, e);
    uint32_t need = gt_word_width(e->type.lo, e->type.hi);
    if (w.n > need)
        w = gt_word_fit(w, need);
    *gt_ptrmap_at(&b->known, e) = b->words.n;
    gt_vec_push(&b->words, w);
    return w;
}

static builder begin(gt_ctx *ctx, gt_circuit *c, const gt_word *vars)
{
    return (builder){.c = c, .arena = ctx->arena, .vars = vars};
}

static void end(builder *b)
{
    gt_ptrmap_fini(&b->known);
    free(b->words.v);
}

gt_lit gt_circuit_bool(gt_ctx *ctx, gt_circuit *c, const gt_expr *e)
{
    builder b = begin(ctx, c, c->vars);
    gt_lit x = lit(&b, e);
    end(&b);
    return x;
}

/* ---- inputs and latches ---- */

gt_lit gt_circuit_add_input(gt_circuit *c, const char *name)
{
    gt_circuit_input in = {gt_aig_input(&c->aig), name};
    gt_vec_push(&c->inputs, in);
    return in.now;
}

size_t gt_circuit_add_latch(gt_circuit *c, const char *name, bool reset)
{
    gt_latch l = {.now = gt_aig_input(&c->aig), .reset = reset, .name = name};
    gt_vec_push(&c->latches, l);
    return c->latches.n - 1;
}

static const char *bit_name(gt_arena *arena, const char *name, uint32_t bit, uint32_t nbits)
{
    return nbits == 1 ? name : gt_arena_printf(arena, "%s[%u]", name, bit);
}

/* How many bits a variable has: those of its value above the least one. */
static uint32_t nbits(const gt_cvar *var)
{
    return gt_word_width(0, (int64_t)var->type.hi - var->type.lo) - 1;
}

/* The bits of a value above the least one as a number. */
static gt_word from_bits(gt_circuit *c, const gt_cvar *var, const gt_lit *bits)
{
    gt_word w = {.n = nbits(var) + 1};
    for (uint32_t i = 0; i + 1 < w.n; i++)
        w.bit[i] = bits[i];
    return var->type.lo == 0 ? w : gt_word_add(&c->aig, w, gt_word_const(var->type.lo));
}

static gt_word to_bits(gt_circuit *c, const gt_cvar *var, gt_word value)
{
    gt_word w = var->type.lo == 0 ? value : gt_word_sub(&c->aig, value, gt_word_const(var->type.lo));
    return gt_word_fit(w, nbits(var) + 1);
}

/* ---- the initial state ---- */

typedef struct {
    gt_word *first;  /* by variable: its initial value */
    bool *constant;  /* it has one bit string */
    gt_lit possible; /* the choices are allowed */
} beginning;

static gt_lit between(gt_aig *g, gt_word lo, gt_word x, gt_word hi)
{
    gt_lit below = gt_word_lt(g, x, lo), above = gt_word_lt(g, hi, x);
    return gt_aig_and(g, gt_lit_not(below), gt_lit_not(above));
}

/* Any value in lo..hi for which `where` holds, one variable after the other. */
static void choose_first(gt_ctx *ctx, gt_circuit *c, beginning *at, const char *const *names)
{
    builder b = begin(ctx, c, at->first);
    gt_aig *g = &c->aig;
    for (uint32_t i = 0; i < c->cmds->ninit; i++) {
        const gt_init_step *step = &c->cmds->init[i];
        const gt_cvar *var = &c->cmds->vars[step->var];
        gt_lit bits[GT_WORD_MAX];
        gt_word lo = word(&b, step->lo), hi = step->hi == step->lo ? lo : word(&b, step->hi);
        if (step->lo == step->hi) {
            at->first[step->var] = lo;
        } else {
            for (uint32_t k = 0; k < nbits(var); k++)
                bits[k] = gt_circuit_add_input(
                    c, gt_arena_printf(ctx->arena, "first_%s",
                                       bit_name(ctx->arena, names[step->var], k, nbits(var))));
            at->first[step->var] = from_bits(c, var, bits);
            at->possible = gt_aig_and(g, at->possible, between(g, lo, at->first[step->var], hi));
        }
        if (step->where)
            at->possible = gt_aig_and(g, at->possible, lit(&b, step->where));
    }
    end(&b);
    for (uint32_t v = 0; v < c->cmds->nvars; v++) {
        gt_word bits = to_bits(c, &c->cmds->vars[v], at->first[v]);
        at->constant[v] = true;
        for (uint32_t k = 0; k < nbits(&c->cmds->vars[v]); k++)
            at->constant[v] &= bits.bit[k] <= GT_LIT_TRUE;
    }
}

/* ---- steps ---- */

/* What the variables are now: the latches, before the first step the initial values. */
static void present(gt_ctx *ctx, gt_circuit *c, const beginning *at, const char *const *names)
{
    bool several = at->possible != GT_LIT_TRUE, any = false;
    for (uint32_t v = 0; v < c->cmds->nvars; v++) {
        several |= !at->constant[v];
        any |= nbits(&c->cmds->vars[v]) > 0;
    }
    c->started = GT_LIT_TRUE;
    c->live = GT_LIT_TRUE;
    if (several || !any) { /* readers want a latch */
        /* the first step is over; what was chosen then is an initial state */
        size_t start = gt_circuit_add_latch(c, "started", false),
               live = gt_circuit_add_latch(c, "live", true);
        c->started = c->latches.v[start].now;
        c->live = gt_aig_ite(&c->aig, c->started, c->latches.v[live].now, at->possible);
        c->latches.v[start].next = GT_LIT_TRUE;
        c->latches.v[live].next = c->live;
    }
    for (uint32_t v = 0; v < c->cmds->nvars; v++) {
        const gt_cvar *var = &c->cmds->vars[v];
        gt_word first = to_bits(c, var, at->first[v]);
        gt_lit bits[GT_WORD_MAX];
        c->latches_of[v] = c->latches.n;
        for (uint32_t k = 0; k < nbits(var); k++) {
            bool reset = at->constant[v] && first.bit[k] == GT_LIT_TRUE;
            size_t one = gt_circuit_add_latch(c, bit_name(ctx->arena, names[v], k, nbits(var)), reset);
            bits[k] = c->latches.v[one].now;
            if (!at->constant[v])
                bits[k] = gt_aig_ite(&c->aig, c->started, bits[k], first.bit[k]);
            c->latches.v[one].is = bits[k];
        }
        c->vars[v] = from_bits(c, var, bits);
    }
}

/* The inputs are the number of the transition, in binary. */
static gt_lit is_chosen(gt_aig *g, const gt_lit *bits, uint32_t n, uint32_t number)
{
    gt_lit x = GT_LIT_TRUE;
    for (uint32_t k = 0; k < n; k++)
        x = gt_aig_and(g, x, gt_lit_if(bits[k], !(number >> k & 1)));
    return x;
}

static void steps(gt_ctx *ctx, gt_circuit *c, const gt_skeleton *skeleton, builder *b)
{
    gt_aig *g = &c->aig;
    gt_lit choice[32];
    uint32_t width = skeleton->n > 1 ? gt_word_width(0, skeleton->n - 1) - 1 : 1; /* readers want an input */
    for (uint32_t k = 0; k < width; k++)
        choice[k] = gt_circuit_add_input(c, bit_name(ctx->arena, "step", k, width));
    gt_word *next = GT_NEW_ARRAY(ctx->arena, gt_word, c->cmds->nvars + 1);
    for (uint32_t v = 0; v < c->cmds->nvars; v++)
        next[v] = to_bits(c, &c->cmds->vars[v], c->vars[v]);
    gt_lit moves = GT_LIT_FALSE;
    for (uint32_t t = 0; t < skeleton->n; t++) {
        const gt_transition *transition = &skeleton->transitions[t];
        gt_lit chosen = is_chosen(g, choice, width, t);
        gt_lit fires = gt_aig_and(g, chosen, lit(b, transition->guard));
        moves = gt_aig_or(g, moves, fires);
        for (uint32_t i = 0; i < transition->nassigns; i++) {
            const gt_assign *assign = &transition->assigns[i];
            gt_word value = to_bits(c, &c->cmds->vars[assign->var], word(b, assign->value));
            next[assign->var] = gt_word_ite(g, fires, value, next[assign->var]);
        }
    }
    c->moves = gt_aig_or(g, moves, lit(b, skeleton->stuck));
    for (uint32_t v = 0; v < c->cmds->nvars; v++)
        for (uint32_t k = 0; k < nbits(&c->cmds->vars[v]); k++)
            c->latches.v[c->latches_of[v] + k].next = next[v].bit[k];
}

/* ---- properties ---- */

static void properties(gt_ctx *ctx, gt_circuit *c, const gt_skeleton *skeleton, builder *b)
{
    for (uint32_t p = 0; p < c->cmds->nprops; p++) {
        switch (c->cmds->props[p].origin->kind) {
        case GT_PROP_INVARIANT:
        case GT_PROP_DEADLOCK:
        case GT_PROP_NOERROR: c->wants[p] = gt_skeleton_invariant(ctx->arena, c->cmds, skeleton, p); break;
        case GT_PROP_CTL:
        case GT_PROP_LTL:
        case GT_PROP_PCTL: continue;
        }
        c->bad[p] = gt_aig_and(&c->aig, c->live, gt_lit_not(lit(b, c->wants[p])));
    }
    c->ranges = GT_LIT_TRUE;
    for (uint32_t v = 0; v < c->cmds->nvars; v++) {
        gt_type type = c->cmds->vars[v].type;
        gt_lit within = between(&c->aig, gt_word_const(type.lo), c->vars[v], gt_word_const(type.hi));
        c->ranges = gt_aig_and(&c->aig, c->ranges, within);
    }
    for (uint32_t i = 0; i < c->cmds->ninvariants; i++)
        c->ranges = gt_aig_and(&c->aig, c->ranges, lit(b, c->cmds->invariants[i]));
}

gt_circuit *gt_circuit_new(gt_ctx *ctx, const gt_cmds *cmds, const gt_skeleton *skeleton,
                           const char *const *names)
{
    gt_circuit *c = gt_xcalloc(1, sizeof *c);
    uint32_t n = cmds->nvars + 1;
    c->cmds = cmds;
    gt_aig_init(&c->aig);
    c->vars = GT_NEW_ARRAY(ctx->arena, gt_word, n);
    c->wants = GT_NEW_ARRAY(ctx->arena, const gt_expr *, cmds->nprops + 1);
    c->bad = GT_NEW_ARRAY(ctx->arena, gt_lit, cmds->nprops + 1);
    c->latches_of = GT_NEW_ARRAY(ctx->arena, size_t, n);
    beginning at = {GT_NEW_ARRAY(ctx->arena, gt_word, n), GT_NEW_ARRAY(ctx->arena, bool, n), GT_LIT_TRUE};
    choose_first(ctx, c, &at, names);
    present(ctx, c, &at, names);
    builder b = begin(ctx, c, c->vars);
    steps(ctx, c, skeleton, &b);
    properties(ctx, c, skeleton, &b);
    end(&b);
    return c;
}

gt_circuit *gt_circuit_of(gt_ctx *ctx, const gt_cmds *cmds, const char **why)
{
    const gt_skeleton *skeleton = gt_skeleton_new(ctx->arena, cmds, why);
    const char **names = GT_NEW_ARRAY(ctx->arena, const char *, cmds->nvars + 1);
    for (uint32_t v = 0; v < cmds->nvars; v++)
        names[v] = cmds->vars[v].name;
    return skeleton ? gt_circuit_new(ctx, cmds, skeleton, names) : NULL;
}

void gt_circuit_free(gt_circuit *c)
{
    if (!c)
        return;
    gt_aig_fini(&c->aig);
    free(c->latches.v);
    free(c->inputs.v);
    free(c);
}

void gt_circuit_state(const gt_circuit *c, const bool *values, int32_t *state)
{
    for (uint32_t v = 0; v < c->cmds->nvars; v++) {
        const gt_word *w = &c->vars[v];
        int64_t value = gt_lit_value(values, w->bit[w->n - 1]) ? -1 : 0;
        for (uint32_t k = w->n; k-- > 0;)
            value = value * 2 + gt_lit_value(values, w->bit[k]);
        state[v] = (int32_t)value;
    }
}

/* The number that the graph gives an input of the circuit, or a latch. */
static uint32_t place(const gt_circuit *c, gt_lit now)
{
    return c->aig.nodes.v[gt_lit_node(now)].b;
}

/* `loop`: after the last state; -1: none, and where the program stands still there is no step. */
static const gt_abs_trace *play(gt_arena *arena, const gt_circuit *c, uint32_t nrows, const bool *const *rows,
                                int32_t loop)
{
    gt_abs_trace *trace = GT_NEW(arena, gt_abs_trace);
    bool *values = gt_xcalloc(c->aig.nodes.n, sizeof *values),
         *inputs = gt_xcalloc(c->aig.ninputs + 1, sizeof *inputs);
    size_t width = c->cmds->nvars;
    trace->loop_start = loop;
    trace->states = GT_NEW_ARRAY(arena, int32_t *, nrows + 1);
    for (size_t i = 0; i < c->latches.n; i++)
        inputs[place(c, c->latches.v[i].now)] = c->latches.v[i].reset;
    for (uint32_t r = 0; r < nrows; r++) {
        int32_t *state = GT_NEW_ARRAY(arena, int32_t, width + 1);
        for (size_t i = 0; i < c->inputs.n; i++)
            inputs[place(c, c->inputs.v[i].now)] = rows[r][i];
        gt_aig_evaluate(&c->aig, inputs, values);
        for (size_t i = 0; i < c->latches.n; i++)
            inputs[place(c, c->latches.v[i].now)] = gt_lit_value(values, c->latches.v[i].next);
        gt_circuit_state(c, values, state);
        if (!r || loop >= 0 || memcmp(trace->states[trace->nstates - 1], state, width * sizeof *state) != 0)
            trace->states[trace->nstates++] = state;
    }
    free(values);
    free(inputs);
    return nrows ? trace : NULL;
}

const gt_abs_trace *gt_circuit_play(gt_arena *arena, const gt_circuit *c, uint32_t nrows,
                                    const bool *const *rows)
{
    return play(arena, c, nrows, rows, -1);
}

const gt_abs_trace *gt_circuit_play_loop(gt_arena *arena, const gt_circuit *c, uint32_t nrows,
                                         const bool *const *rows, uint32_t loop)
{
    return play(arena, c, nrows, rows, (int32_t)loop);
}

/* BTOR2: the same machine as circuit.h, in words: a state for each variable, an input that chooses a
 * transition, and one for each initial value that is chosen; numbers are 32 bits wide, with a sign. */
#include "backends/targets/common.h"
#include "runtime/aig/word.h"
#include "runtime/base.h"

#include <stdarg.h>
#include <stdlib.h>

static const char *const reserved[] = {NULL};

enum { BITS = 32 };

typedef struct {
    gt_emit *e;
    const gt_cmds *cmds;
    uint32_t next;            /* number of a line */
    uint32_t sorts[BITS + 1]; /* by width; 0: not written yet */
    gt_ptrmap known;          /* expressions to lines */
    gt_rows constants;        /* width and value */
    GT_VEC(uint32_t) lines;   /* of the constants */
    const uint32_t *vars;     /* what variables stand for: lines of numbers, or of truth values */
} btor;

static const char *refuse(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    (void)pos;
    if (gt_prop_is_temporal(e->cmds->props[prop].origin->kind))
        return "a circuit has bad states, and no formulas";
    return NULL;
}

/* ---- lines ---- */

static uint32_t line(btor *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static uint32_t line(btor *b, const char *format, ...)
{
    va_list args;
    gt_str_addf(b->e->out, "%u ", ++b->next);
    va_start(args, format);
    gt_str_addv(b->e->out, format, args);
    va_end(args);
    gt_str_addc(b->e->out, '\n');
    return b->next;
}

static uint32_t sort(btor *b, uint32_t width)
{
    if (!b->sorts[width])
        b->sorts[width] = line(b, "sort bitvec %u", width);
    return b->sorts[width];
}

static uint32_t op1(btor *b, const char *name, uint32_t width, uint32_t x)
{
    uint32_t s = sort(b, width);
    return line(b, "%s %u %u", name, s, x);
}

static uint32_t op2(btor *b, const char *name, uint32_t width, uint32_t x, uint32_t y)
{
    uint32_t s = sort(b, width);
    return line(b, "%s %u %u %u", name, s, x, y);
}

static uint32_t ite(btor *b, uint32_t width, uint32_t c, uint32_t x, uint32_t y)
{
    uint32_t s = sort(b, width);
    return line(b, "ite %u %u %u %u", s, c, x, y);
}

static uint32_t constant(btor *b, uint32_t width, int64_t value)
{
    bool fresh;
    uint32_t s = sort(b, width),
             number = gt_rows_add(&b->constants, (int32_t[]){(int32_t)width, (int32_t)value}, &fresh);
    if (fresh)
        gt_vec_push(&b->lines, line(b, "constd %u %lld", s, (long long)value));
    return b->lines.v[number];
}

static uint32_t both(btor *b, uint32_t x, uint32_t y)
{
    return op2(b, "and", 1, x, y);
}

static uint32_t negate(btor *b, uint32_t x)
{
    return op1(b, "not", 1, x);
}

/* ---- expressions ---- */

static bool is_truth(const gt_expr *e)
{
    return e->type.kind == GT_TYPE_BOOL;
}

static uint32_t write(btor *b, const gt_expr *e);

static uint32_t chain(btor *b, const char *name, const gt_expr *e)
{
    uint32_t x = write(b, e->kids[0]);
    for (uint32_t i = 1; i < e->nkids; i++)
        x = op2(b, name, is_truth(e) ? 1 : BITS, x, write(b, e->kids[i]));
    return x;
}

static uint32_t pair(btor *b, const char *name, uint32_t width, const gt_expr *e)
{
    uint32_t x = write(b, e->kids[0]), y = write(b, e->kids[1]);
    return op2(b, name, width, x, y);
}

/* 0 where the divisor is. */
static uint32_t divide(btor *b, const char *name, const gt_expr *e)
{
    uint32_t x = write(b, e->kids[0]), y = write(b, e->kids[1]), zero = constant(b, BITS, 0);
    uint32_t is_zero = op2(b, "eq", 1, y, zero), quotient = op2(b, name, BITS, x, y);
    return ite(b, BITS, is_zero, zero, quotient);
}

static uint32_t extreme(btor *b, const char *before, const gt_expr *e)
{
    uint32_t x = write(b, e->kids[0]), y = write(b, e->kids[1]), first = op2(b, before, 1, x, y);
    return ite(b, BITS, first, x, y);
}

static uint32_t choose(btor *b, const gt_expr *e)
{
    uint32_t c = write(b, e->kids[0]), x = write(b, e->kids[1]), y = write(b, e->kids[2]);
    return ite(b, is_truth(e) ? 1 : BITS, c, x, y);
}

static uint32_t operation(btor *b, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_CONST: return constant(b, is_truth(e) ? 1 : BITS, e->u.value);
    case GT_EXPR_CVAR: return b->vars[e->u.index];
    case GT_EXPR_NOT: return negate(b, write(b, e->kids[0]));
    case GT_EXPR_NEG: return op1(b, "neg", BITS, write(b, e->kids[0]));
    case GT_EXPR_AND: return chain(b, "and", e);
    case GT_EXPR_OR: return chain(b, "or", e);
    case GT_EXPR_IMPLIES: return pair(b, "implies", 1, e);
    case GT_EXPR_IFF: return pair(b, "iff", 1, e);
    case GT_EXPR_EQ: return pair(b, "eq", 1, e);
    case GT_EXPR_NE: return pair(b, "neq", 1, e);
    case GT_EXPR_LT: return pair(b, "slt", 1, e);
    case GT_EXPR_LE: return pair(b, "slte", 1, e);
    case GT_EXPR_GT: return pair(b, "sgt", 1, e);
    case GT_EXPR_GE: return pair(b, "sgte", 1, e);
    case GT_EXPR_ADD: return chain(b, "add", e);
    case GT_EXPR_SUB: return chain(b, "sub", e);
    case GT_EXPR_MUL: return chain(b, "mul", e);
    case GT_EXPR_DIV: return divide(b, "sdiv", e);
    case GT_EXPR_MOD: return divide(b, "srem", e);
    case GT_EXPR_MIN: return extreme(b, "slt", e);
    case GT_EXPR_MAX: return extreme(b, "sgt", e);
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
    gt_ice("no state expression: %s", gt_expr_kind_name(e->kind));
}

static uint32_t write(btor *b, const gt_expr *e)
{
    uint64_t known;
    if (gt_ptrmap_get(&b->known, e, &known))
        return (uint32_t)known;
    gt_arena_ask(b->e->ctx->arena);
    uint32_t number = operation(b, e);
    *gt_ptrmap_at(&b->known, e) = number;
    return number;
}

/* From here on variables stand for something else. */
static void stand_for(btor *b, const uint32_t *vars)
{
    b->vars = vars;
    gt_ptrmap_fini(&b->known);
}

/* ---- variables ---- */

/* How many bits its values take, counted from the least one; 0: it has one value. */
static uint32_t width_of(const gt_cvar *var)
{
    return gt_word_width(0, (int64_t)var->type.hi - var->type.lo) - 1;
}

/* What the bits stand for (0: none): a number, or a truth value. */
static uint32_t from_bits(btor *b, const gt_cvar *var, uint32_t bits)
{
    uint32_t width = width_of(var);
    if (var->type.kind == GT_TYPE_BOOL)
        return bits;
    if (width == 0)
        return constant(b, BITS, var->type.lo);
    uint32_t s = sort(b, BITS);
    uint32_t x = width == BITS ? bits : line(b, "uext %u %u %u", s, bits, BITS - width);
    return var->type.lo == 0 ? x : op2(b, "add", BITS, x, constant(b, BITS, var->type.lo));
}

static uint32_t to_bits(btor *b, const gt_cvar *var, uint32_t value)
{
    uint32_t width = width_of(var);
    if (var->type.kind == GT_TYPE_BOOL || width == 0)
        return value;
    uint32_t x = var->type.lo == 0 ? value : op2(b, "sub", BITS, value, constant(b, BITS, var->type.lo));
    uint32_t s = sort(b, width);
    return width == BITS ? x : line(b, "slice %u %u %u 0", s, x, width - 1);
}

typedef struct {
    uint32_t *first, *now, *bits, *states; /* by variable; states, bits 0: it has one value */
    uint32_t started, live;                /* states; 0: there is one initial state */
    uint32_t is_live;                      /* 0: always */
} machine;

/* The initial values, some of them inputs; the line that says whether these are allowed. */
static uint32_t begin(btor *b, const machine *m)
{
    uint32_t possible = constant(b, 1, 1);
    for (uint32_t i = 0; i < b->cmds->ninit; i++) {
        const gt_init_step *step = &b->cmds->init[i];
        const gt_cvar *var = &b->cmds->vars[step->var];
        uint32_t lo = write(b, step->lo), hi = write(b, step->hi);
        const char *below = var->type.kind == GT_TYPE_BOOL ? "implies" : "slte";
        m->first[step->var] = lo;
        if (step->lo != step->hi && width_of(var)) {
            uint32_t s = sort(b, width_of(var));
            uint32_t x = from_bits(b, var, line(b, "input %u first_%s", s, b->e->names.vars[step->var]));
            possible = both(b, possible, op2(b, below, 1, lo, x));
            possible = both(b, possible, op2(b, below, 1, x, hi));
            m->first[step->var] = x;
        }
        if (step->where)
            possible = both(b, possible, write(b, step->where));
    }
    return possible;
}

static uint32_t state(btor *b, uint32_t width, const char *name, uint32_t first)
{
    uint32_t s = sort(b, width), x = line(b, "state %u %s", s, name);
    line(b, "init %u %u %u", s, x, first);
    return x;
}

/* What the variables are now: the states, before the first step the initial values. */
static void present(btor *b, machine *m)
{
    bool simple = gt_init_unique(b->cmds);
    if (!simple) {
        stand_for(b, m->first);
        uint32_t possible = begin(b, m);
        m->started = state(b, 1, "started", constant(b, 1, 0));
        m->live = state(b, 1, "live", constant(b, 1, 0));
        m->is_live = ite(b, 1, m->started, m->live, possible);
    }
    for (uint32_t v = 0; v < b->cmds->nvars; v++) {
        const gt_cvar *var = &b->cmds->vars[v];
        uint32_t width = width_of(var);
        int32_t value = var->type.lo;
        if (simple)
            gt_init_constant(b->cmds, v, &value);
        if (width) {
            uint32_t first = simple ? 0 : to_bits(b, var, m->first[v]);
            m->states[v] =
                state(b, width, b->e->names.vars[v], constant(b, width, (int64_t)value - var->type.lo));
            m->bits[v] = simple ? m->states[v] : ite(b, width, m->started, m->states[v], first);
        }
        m->now[v] = from_bits(b, var, m->bits[v]);
    }
    stand_for(b, m->now);
}

/* The bits that each variable gets from the transition that is chosen, if its guard holds. */
static void steps(btor *b, const machine *m)
{
    const gt_skeleton *moves = b->e->skeleton;
    uint32_t width = moves->n > 1 ? gt_word_width(0, moves->n - 1) - 1 : 1, s = sort(b, width);
    uint32_t choice = line(b, "input %u step", s);
    uint32_t *next = gt_arena_copy(b->e->ctx->arena, m->bits, b->cmds->nvars + 1, sizeof *next);
    for (uint32_t t = 0; t < moves->n; t++) {
        const gt_transition *move = &moves->transitions[t];
        gt_emit_source(b->e, "", move->cmd->origin->pos, move->cmd->label);
        uint32_t chosen = op2(b, "eq", 1, choice, constant(b, width, t));
        uint32_t fires = both(b, chosen, write(b, move->guard));
        for (uint32_t i = 0; i < move->nassigns; i++) {
            const gt_cvar *var = &b->cmds->vars[move->assigns[i].var];
            uint32_t *to = &next[move->assigns[i].var];
            if (width_of(var))
                *to = ite(b, width_of(var), fires, to_bits(b, var, write(b, move->assigns[i].value)), *to);
        }
    }
    if (m->started) {
        uint32_t one = sort(b, 1), yes = constant(b, 1, 1);
        line(b, "next %u %u %u", one, m->started, yes);
        line(b, "next %u %u %u", one, m->live, m->is_live);
    }
    for (uint32_t v = 0; v < b->cmds->nvars; v++)
        if (m->states[v]) {
            uint32_t of = sort(b, width_of(&b->cmds->vars[v]));
            line(b, "next %u %u %u", of, m->states[v], next[v]);
        }
}

static void write_btor2(gt_emit *e)
{
    uint32_t n = e->cmds->nvars + 1;
    btor b = {.e = e, .cmds = e->cmds, .constants = {.width = 2}};
    uint32_t *lines = GT_NEW_ARRAY(e->ctx->arena, uint32_t, 4 * n);
    machine m = {.first = lines, .now = lines + n, .bits = lines + 2 * n, .states = lines + 3 * n};
    gt_emit_open(e, ".btor2");
    gt_emit_header(e, ";", "BTOR2", NULL);
    present(&b, &m);
    steps(&b, &m);
    for (uint32_t p = 0; p < e->cmds->nprops; p++) {
        if (gt_skipped(e->options, p))
            continue;
        gt_emit_prop_source(e, "", e->cmds->props[p].origin);
        uint32_t good = write(&b, gt_skeleton_invariant(e->ctx->arena, e->cmds, e->skeleton, p));
        uint32_t bad = negate(&b, good);
        if (m.is_live)
            bad = both(&b, m.is_live, bad);
        line(&b, "bad %u %s", bad, e->cmds->props[p].origin->name);
    }
    gt_emit_left_out(e);
    gt_ptrmap_fini(&b.known);
    gt_rows_fini(&b.constants);
    free(b.lines.v);
}

const gt_target gt_target_btor2 = {.name = "btor2",
                                   .extension = "btor2",
                                   .checker = "BTOR2",
                                   .comment = {";", ""},
                                   .reserved = reserved,
                                   .verbatim = true,
                                   .refuse = refuse,
                                   .write = write_btor2};

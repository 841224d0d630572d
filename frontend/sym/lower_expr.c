/* Expressions: leaves, names, quantifiers; the rest is in lower_op.c, lower_lvalue.c and lower_macro.c. */
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_over.h"
#include "frontend/sym/lower_suggest.h"
#include "frontend/sym/lower_value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool gt_lower_deeper(gt_lower *lw, gt_pos pos, uint32_t levels)
{
    if (levels <= GT_PARSE_MAX_DEPTH && lw->depth + levels <= GT_PARSE_MAX_DEPTH) {
        lw->depth += levels;
        return true;
    }
    gt_error(lw->diag, pos, "nesting", "this expression is more than %d levels deep", GT_PARSE_MAX_DEPTH);
    gt_help(lw->diag, "chains of &&, ||, + and * may have any length; other operators count one level each");
    gt_lower_where(lw);
    return false;
}

void gt_lower_where(gt_lower *lw)
{
    if (lw->expanding > 0)
        gt_note(lw->diag, lw->expanded_at, "in the expansion of this macro");
}

gt_home *gt_lower_home(gt_lower *lw, const gt_proc *proc)
{
    return lw->homes.v[proc->index];
}

gt_symbol *gt_lower_find(gt_lower *lw, const gt_home *home, const char *name)
{
    gt_symbol *symbol = home ? gt_ptrmap_pointer(&home->scope, name) : NULL;
    return symbol ? symbol : gt_ptrmap_pointer(&lw->globals, name);
}

gt_symbol *gt_lower_find_value(gt_lower *lw, const gt_home *home, const char *name)
{
    gt_symbol *symbol = gt_lower_find(lw, home, name);
    bool is_type = symbol && (symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_RECORD ||
                              symbol->kind == SYMBOL_PROC);
    return is_type && gt_ptrmap_pointer(&lw->members, name) ? NULL : symbol;
}

/* Reports that the program becomes too large, once. */
static void overgrown(gt_lower *lw, gt_pos pos)
{
    if (!lw->overgrown) {
        gt_error(lw->diag, pos, "size", "this expands to more than %u nodes", GT_LOWER_MAX_NODES);
        gt_help(lw->diag,
                "macros are expanded where they are used, and what ranges over values is written out "
                "for each: keep what they repeat small");
        gt_lower_where(lw);
    }
    lw->overgrown = true;
}

const gt_expr *gt_lower_copy(gt_lower *lw, const gt_expr *e)
{
    if (++lw->made > GT_LOWER_MAX_NODES) {
        overgrown(lw, e->pos);
        return NULL;
    }
    if (e->nkids == 0)
        return e; /* a leaf costs nothing to share */
    gt_expr *copy = gt_arena_copy(lw->arena, e, 1, sizeof *e + e->nkids * sizeof(gt_expr *));
    for (uint32_t i = 0; i < e->nkids; i++) {
        copy->kids[i] = gt_lower_copy(lw, e->kids[i]);
        if (!copy->kids[i])
            return NULL;
    }
    return copy;
}

/* ---- numbers ---- */

/* 10^18 is the largest power of ten of 64 bits, and rational arithmetic stays below 2^62 (lower_type.c). */
enum { MAX_DECIMALS = 18 };
#define MAX_NUMERATOR (INT64_MAX / 2 - 1)

static bool times_ten(int64_t *value, int64_t digit)
{
    if (*value > (MAX_NUMERATOR - digit) / 10)
        return false;
    *value = 10 * *value + digit;
    return true;
}

/* A decimal literal as a fraction; false if it does not fit. Zeros behind the last digit count for nothing.
 */
static bool parse_decimal(const char *text, int64_t *num, int64_t *den)
{
    long scale = 0, zeros = 0; /* the number is num * 10^(zeros - scale) */
    bool fraction = false;
    *num = 0;
    *den = 1;
    for (; *text && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            fraction = true;
            continue;
        }
        scale += fraction;
        zeros++;
        if (*text == '0')
            continue;
        for (; zeros > 1; zeros--)
            if (!times_ten(num, 0))
                return false;
        zeros = 0;
        if (!times_ten(num, *text - '0'))
            return false;
    }
    if (*num == 0)
        return true;
    errno = 0;
    long exponent = *text ? strtol(text + 1, NULL, 10) : 0;
    if (errno != 0 || exponent > INT32_MAX || exponent < -INT32_MAX)
        return false;
    exponent += zeros - scale;
    if (exponent > MAX_DECIMALS || exponent < -MAX_DECIMALS)
        return false;
    for (; exponent > 0; exponent--)
        if (!times_ten(num, 0))
            return false;
    for (; exponent < 0; exponent++)
        *den *= 10;
    return true;
}

static const gt_expr *number(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    int64_t num, den;
    bool real = strpbrk(syn->text, ".eE") != NULL;
    bool fits = parse_decimal(syn->text, &num, &den);
    if (!fits || (!env->real && !real && num > INT32_MAX)) {
        gt_error(lw->diag, syn->pos, "number",
                 real ? "this number has too many digits" : "%s does not fit 32 bits",
                 strlen(syn->text) > 40 ? "this number" : syn->text);
        if (real)
            gt_help(lw->diag,
                    "numbers are exact: at most 18 digits, none of them beyond the 18th behind the point; "
                    "a quotient such as `1/3` has no such limit");
        return NULL;
    }
    if (env->real || (real && env->real_ok))
        return gt_expr_real(lw->arena, syn->pos, num, den);
    if (!real)
        return gt_expr_int(lw->arena, syn->pos, num);
    gt_error(lw->diag, syn->pos, "type", "a real number can only stand in a probability, a rate or a reward");
    gt_help(lw->diag, "use integers, scaled if need be");
    return NULL;
}

/* ---- names ---- */

static const gt_expr *enum_value(gt_lower *lw, gt_pos pos, const gt_member *m)
{
    gt_symbol *symbol = m->en->name[0] ? gt_ptrmap_pointer(&lw->globals, m->en->name) : NULL;
    if (symbol)
        symbol->used = true;
    return gt_expr_const(lw->arena, pos, gt_type_enum(m->en), m->value);
}

/* A name that is a value of an enum; `expect` tells which one if there are several. */
static const gt_expr *member(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *name,
                             const gt_type *expect)
{
    const gt_member *first = gt_ptrmap_pointer(&lw->members, name);
    const gt_member *wanted =
        first && expect && expect->kind == GT_TYPE_ENUM ? gt_lower_member(lw, expect->en, name) : NULL;
    if (wanted)
        return enum_value(lw, syn->pos, wanted);
    if (first && !first->next)
        return enum_value(lw, syn->pos, first);
    if (first) {
        gt_error(lw->diag, syn->pos, "ambiguous", "`%s` is a value of several enums", name);
        gt_note(lw->diag, first->en->pos, "of this one");
        gt_note(lw->diag, first->next->en->pos, "and of this one");
        gt_help(lw->diag, "compare it with a variable, whose type decides");
        return NULL;
    }
    gt_error(lw->diag, syn->pos, "unknown-name", "`%s` is not declared", name);
    gt_lower_suggest_name(lw, env, name);
    gt_lower_where(lw);
    return NULL;
}

static const gt_expr *none(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    if (expect && expect->kind == GT_TYPE_ID)
        return gt_expr_none(lw->arena, syn->pos, expect->proc);
    const char *name = gt_intern_cstr(lw->names, "none");
    if (gt_ptrmap_pointer(&lw->members, name))
        return member(lw, env, syn, name, expect);
    gt_error(lw->diag, syn->pos, "type", "`none` is compared with or stored in something that is not a `P?`");
    gt_help(lw->diag, "`none` is the value of a variable of type `P?` that names no process");
    gt_lower_where(lw);
    return NULL;
}

static const gt_expr *constant(gt_lower *lw, const gt_env *env, gt_pos pos, gt_type type, int64_t value)
{
    return env->real && type.kind == GT_TYPE_INT ? gt_expr_real(lw->arena, pos, value, 1)
                                                 : gt_expr_const(lw->arena, pos, type, value);
}

static const gt_expr *named_constant(gt_lower *lw, const gt_env *env, gt_pos pos, gt_symbol *symbol)
{
    symbol->used = true;
    if (symbol->open && env->real) {
        gt_lower_open_refuse(lw, pos, "a probability, rate or reward");
        return NULL;
    }
    if (symbol->open)
        return gt_lower_copy(lw, symbol->open);
    return constant(lw, env, pos, symbol->type, symbol->value);
}

static const gt_expr *not_a_value(gt_lower *lw, const gt_syn *syn, const gt_symbol *symbol)
{
    gt_error(lw->diag, syn->pos, "type", "`%s` is a type, not a value", symbol->name);
    gt_note(lw->diag, symbol->pos, "declared here");
    if (symbol->kind == SYMBOL_PROC)
        gt_help(lw->diag,
                "for how many there are, use the constant that declares it; for one of them, "
                "`exists j : %s (...)`",
                symbol->name);
    return NULL;
}

static const gt_expr *name(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    for (const gt_bind *b = env->binds; b; b = b->next) {
        if (b->name != syn->text)
            continue;
        if (b->binder)
            return gt_expr_bound(lw->arena, syn->pos, b->binder);
        if (b->value)
            return gt_lower_read(lw, env, syn);
        if (b->is_value)
            return constant(lw, env, syn->pos, b->argument->type, b->argument->u.value);
        return b->argument ? gt_lower_copy(lw, b->argument) : NULL;
    }
    gt_symbol *symbol = gt_lower_find_value(lw, env->home, syn->text);
    if (!symbol)
        return member(lw, env, syn, syn->text, expect);
    switch (symbol->kind) {
    case SYMBOL_CONST: return named_constant(lw, env, syn->pos, symbol);
    case SYMBOL_VAR: return gt_lower_read(lw, env, syn);
    case SYMBOL_MACRO: return gt_lower_expand(lw, env, symbol, syn);
    case SYMBOL_ENUM:
    case SYMBOL_RECORD:
    case SYMBOL_PROC: return not_a_value(lw, syn, symbol);
    case SYMBOL_BROKEN: break;
    }
    return NULL;
}

/* ---- names that are bound ---- */

gt_bind *gt_lower_bind_name(gt_lower *lw, gt_env *env, gt_pos pos, const char *name)
{
    gt_bind *bind = GT_NEW(lw->arena, gt_bind);
    *bind = (gt_bind){.name = gt_intern_cstr(lw->names, name), .next = env->binds};
    bool hides = gt_lower_find(lw, env->home, bind->name) != NULL;
    for (const gt_bind *b = env->binds; b && !hides; b = b->next)
        hides = b->name == bind->name;
    if (hides && lw->expanding == 0 && lw->again == 0)
        gt_warning(lw->diag, pos, "shadow", "`%s` hides another `%s`", name, name);
    env->binds = bind;
    return bind;
}

void gt_lower_bind(gt_lower *lw, gt_env *env, gt_pos pos, const gt_binder *binder)
{
    gt_lower_bind_name(lw, env, pos, binder->name)->binder = binder;
}

/* ---- everything ---- */

static const gt_expr *no_scalar(gt_lower *lw, const gt_syn *syn)
{
    gt_error(lw->diag, syn->pos, "type", "this is %s, and a single value is needed here",
             syn->kind == GT_SYN_set ? "a set" : "a record");
    gt_help(lw->diag, syn->kind == GT_SYN_set
                          ? "a set stands beside a variable of type `set of ...`, or behind `in`; one of "
                            "several values is chosen with `any`"
                          : "a record is compared with one, assigned, or given to `send`");
    return NULL;
}

static const gt_expr *misplaced_any(gt_lower *lw, const gt_syn *syn)
{
    gt_error(lw->diag, syn->pos, "any", "`any` is no element of a set");
    return NULL;
}

static const gt_expr *any_kind(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    switch (syn->kind) {
    case GT_SYN_parenthesized_expression: return gt_lower_expr(lw, env, syn->first, expect);
    case GT_SYN_number: return number(lw, env, syn);
    case GT_SYN_true:
    case GT_SYN_false: return gt_expr_bool(lw->arena, syn->pos, syn->kind == GT_SYN_true);
    case GT_SYN_self: return gt_lower_self(lw, env, syn->pos);
    case GT_SYN_none: return none(lw, env, syn, expect);
    case GT_SYN_identifier: return name(lw, env, syn, expect);
    case GT_SYN_binary_expression: return gt_lower_binary(lw, env, syn, expect);
    case GT_SYN_unary_expression: return gt_lower_unary(lw, env, syn, expect);
    case GT_SYN_ternary_expression: return gt_lower_ternary(lw, env, syn, expect);
    case GT_SYN_in_expression: return gt_lower_in(lw, env, syn);
    case GT_SYN_call_expression: return gt_lower_call(lw, env, syn, expect);
    case GT_SYN_member_expression:
    case GT_SYN_index_expression:
    case GT_SYN_location_expression: return gt_lower_read(lw, env, syn);
    case GT_SYN_quantified_expression: return gt_lower_quantified(lw, env, syn);
    case GT_SYN_temporal_unary_expression:
    case GT_SYN_temporal_binary_expression:
    case GT_SYN_path_quantified_expression: return gt_lower_temporal(lw, env, syn);
    case GT_SYN_probability_expression:
    case GT_SYN_steady_expression:
    case GT_SYN_reward_expression: return gt_lower_pctl(lw, env, syn);
    case GT_SYN_record_expression:
    case GT_SYN_set: return no_scalar(lw, syn);
    case GT_SYN_any_expression: return misplaced_any(lw, syn);
#define GT_EXPRESSION(name)
#define GT_NODE(name) case GT_SYN_##name:
#include "frontend/sym/syntax.def"
#undef GT_EXPRESSION
#undef GT_NODE
    case GT_SYN_error:
    case GT_SYN_KINDS: break;
    }
    gt_ice("%u:%u: not an expression", syn->pos.line, syn->pos.col);
}

const gt_expr *gt_lower_expr(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_type *expect)
{
    /* A chain counts its own levels. */
    bool counts = syn->kind != GT_SYN_binary_expression && syn->first;
    if (counts && !gt_lower_deeper(lw, syn->pos, 1))
        return NULL;
    if ((lw->expanding > 0 || lw->repeating > 0) && ++lw->made > GT_LOWER_MAX_NODES)
        overgrown(lw, lw->repeating > 0 ? lw->repeated_at : lw->expanded_at);
    const gt_expr *e = lw->overgrown ? NULL : any_kind(lw, env, syn, expect);
    lw->depth -= counts;
    return e;
}

const gt_expr *gt_lower_stored(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_type type)
{
    return gt_build_as(lw->build, type, gt_lower_expr(lw, env, syn, &type));
}

/* The bare name of a location. */
static bool is_location(gt_lower *lw, const gt_expr *e)
{
    bool found = false;
    for (uint32_t i = 0; i < lw->sym->nprocs && e->kind == GT_EXPR_CONST && e->type.kind == GT_TYPE_ENUM; i++)
        found = found || (lw->sym->procs[i]->loc && lw->sym->procs[i]->loc->type.en == e->type.en);
    return found;
}

const gt_expr *gt_lower_bool(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what)
{
    gt_type type = gt_type_bool();
    const gt_expr *e = gt_lower_expr(lw, env, syn, &type);
    if (e && e->type.kind != GT_TYPE_BOOL) {
        gt_build_wrong(lw->build, e, what, "a bool");
        if (syn->text && is_location(lw, e))
            gt_help(lw->diag, "\"in that location\" is written with @: `@%s`, or `j@%s` of process j",
                    syn->text, syn->text);
        return NULL;
    }
    return e;
}

const gt_expr *gt_lower_real(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *what)
{
    gt_env inside = *env;
    inside.real = true;
    const gt_expr *e = gt_lower_expr(lw, &inside, syn, NULL);
    if (e && e->type.kind != GT_TYPE_REAL && e->type.kind != GT_TYPE_INT) {
        gt_build_wrong(lw->build, e, what, "a number");
        return NULL;
    }
    return e;
}

/* Names that range over processes or over values: whose they are, and what is made of one expression for
 * each value. There are no values in a symmetric program: `exists b : 1..3 (c)` is `c || c || c`, with b at
 * 1, 2 and 3. */
#include "frontend/sym/lower_over.h"
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"

#include <stdlib.h>

/* ---- what a name ranges over ---- */

static bool type_of_values(gt_lower *lw, const gt_syn *syn, gt_type *type)
{
    if (syn->kind == GT_SYN_range)
        return gt_lower_range(lw, syn, type);
    if (syn->kind == GT_SYN_bool_type) {
        *type = gt_type_bool();
        return true;
    }
    gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, syn->text);
    if (!symbol || symbol->kind != SYMBOL_ENUM)
        return false;
    symbol->used = true;
    *type = gt_type_enum(symbol->en);
    return true;
}

static bool is_of_values(gt_lower *lw, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_range || syn->kind == GT_SYN_bool_type)
        return true;
    const gt_symbol *symbol = gt_ptrmap_pointer(&lw->globals, syn->text);
    return symbol && symbol->kind == SYMBOL_ENUM;
}

bool gt_lower_over_values(gt_lower *lw, const gt_syn *binders)
{
    for (const gt_syn *group = binders->first; group; group = group->next)
        if (!is_of_values(lw, gt_syn_get(group, GT_FIELD_type)))
            return false;
    return true;
}

bool gt_lower_overs(gt_lower *lw, const gt_syn *binders, const char *what, gt_overs *out)
{
    bool ok = true;
    for (const gt_syn *group = binders->first; group; group = group->next) {
        const gt_syn *type = gt_syn_get(group, GT_FIELD_type);
        gt_over over = {0};
        bool known;
        if (is_of_values(lw, type)) {
            known = type_of_values(lw, type, &over.type);
            int64_t size = known ? gt_type_size(over.type) : 0;
            if (size > GT_LOWER_MAX_VALUES) {
                gt_error(lw->diag, type->pos, "size",
                         "these are %lld values, and no more than %d are written out one by one",
                         (long long)size, GT_LOWER_MAX_VALUES);
                gt_help(lw->diag, "a value that is only chosen is that of a variable: `x := any %s;`",
                        type->kind == GT_SYN_range ? "a..b" : type->text);
                known = false;
            }
        } else {
            over.proc = gt_lower_proc(lw, type, what);
            known = over.proc != NULL;
        }
        for (const gt_syn *kid = group->first; kid; kid = kid->next) {
            if (kid->field != GT_FIELD_name)
                continue;
            over.name = kid->text;
            over.pos = kid->pos;
            over.broken = !gt_lower_name_ok(lw, kid, what) || !known;
            ok = ok && !over.broken;
            gt_vec_push(out, over);
        }
    }
    return ok;
}

/* ---- one value after the other ---- */

static const char *value_text(gt_lower *lw, gt_type type, int64_t value)
{
    if (type.kind == GT_TYPE_ENUM)
        return type.en->values[value];
    if (type.kind == GT_TYPE_BOOL)
        return value ? "true" : "false";
    return gt_arena_printf(lw->arena, "%lld", (long long)value);
}

const char *gt_lower_over_text(gt_lower *lw, const gt_over *over, int64_t value)
{
    return gt_arena_printf(lw->arena, "%s = %s", over->name, value_text(lw, over->type, value));
}

void gt_lower_bind_value(gt_lower *lw, gt_env *env, const gt_over *over, int64_t value)
{
    gt_bind *bind = gt_lower_bind_name(lw, env, over->pos, over->name);
    bind->argument = gt_expr_const(lw->arena, over->pos, over->type, value);
    bind->is_value = true;
}

void gt_lower_bind_silent(gt_lower *lw, gt_env *env, const gt_over *over)
{
    gt_bind *silent = GT_NEW(lw->arena, gt_bind);
    *silent = (gt_bind){.name = gt_intern_cstr(lw->names, over->name), .next = env->binds};
    env->binds = silent;
}

gt_binder *gt_lower_bind_process(gt_lower *lw, gt_env *env, const gt_over *over, gt_bind_kind kind)
{
    gt_binder *binder = GT_NEW(lw->arena, gt_binder);
    *binder = (gt_binder){
        .name = over->name, .pos = over->pos, .kind = kind, .type = gt_type_id(over->proc, false)};
    gt_lower_bind(lw, env, over->pos, binder);
    return binder;
}

gt_loop gt_lower_loop(gt_lower *lw, const gt_over *over)
{
    if (lw->repeating++ == 0)
        lw->repeated_at = over->pos;
    return (gt_loop){
        .lw = lw, .over = over, .value = (int64_t)over->type.lo - 1, .errors = gt_diag_errors(lw->diag)};
}

bool gt_lower_next(gt_loop *loop, gt_env *env, bool failed)
{
    gt_lower *lw = loop->lw;
    bool first = loop->value < loop->over->type.lo;
    if (!first && failed && gt_diag_errors(lw->diag) > loop->errors)
        gt_note(lw->diag, loop->over->pos, "with %s", gt_lower_over_text(lw, loop->over, loop->value));
    loop->value++;
    lw->again += loop->value == (int64_t)loop->over->type.lo + 1;
    if (failed || loop->value > loop->over->type.hi) {
        lw->again -= loop->value > loop->over->type.lo;
        lw->repeating--;
        return false;
    }
    gt_lower_bind_value(lw, env, loop->over, loop->value);
    return true;
}

/* ---- quantifiers ---- */

typedef struct {
    gt_lower *lw;
    const gt_syn *syn;
    gt_overs overs;
    const char *word;
} quantifier;

static const gt_expr *condition(quantifier *q, const gt_env *env)
{
    gt_env inside = *env;
    inside.real = false;
    return gt_lower_bool(q->lw, &inside, gt_syn_get(q->syn, GT_FIELD_condition), "`where`");
}

/* The body of exists, forall and count, with what `where` says. */
static const gt_expr *claim(quantifier *q, const gt_env *env)
{
    gt_lower *lw = q->lw;
    bool where = gt_syn_get(q->syn, GT_FIELD_condition);
    const gt_expr *c = where ? condition(q, env) : NULL;
    const gt_expr *e = gt_lower_bool(lw, env, gt_syn_get(q->syn, GT_FIELD_body),
                                     gt_arena_printf(lw->arena, "`%s`", q->word));
    if (!where)
        return e;
    gt_expr_kind kind = q->syn->word == GT_WORD_forall ? GT_EXPR_IMPLIES : GT_EXPR_AND;
    return gt_build_op2(lw->build, q->syn->pos, kind, q->word, c, e);
}

/* An operator on one operand or more; `n` 0: an error was reported. */
static const gt_expr *joined(quantifier *q, gt_expr_kind kind, size_t n, const gt_expr *const *kids)
{
    if (n < 2)
        return n ? kids[0] : NULL;
    return gt_build_op(q->lw->build, q->syn->pos, kind, q->word, (uint32_t)n, kids);
}

/* exists and forall over the names from number k on. */
static const gt_expr *all_of(quantifier *q, const gt_env *env, size_t k)
{
    if (k == q->overs.n)
        return claim(q, env);
    gt_lower *lw = q->lw;
    const gt_over *over = &q->overs.v[k];
    bool exists = q->syn->word == GT_WORD_exists;
    gt_env inside = *env;
    if (over->broken) {
        gt_lower_bind_silent(lw, &inside, over);
        all_of(q, &inside, k + 1);
        return NULL;
    }
    if (over->proc) {
        const gt_binder *binder = gt_lower_bind_process(lw, &inside, over, GT_BIND_QUANT);
        const gt_expr *e = all_of(q, &inside, k + 1);
        return e ? gt_expr_quant(lw->arena, q->syn->pos, exists ? GT_EXPR_EXISTS : GT_EXPR_FORALL, binder, e)
                 : NULL;
    }
    GT_VEC(const gt_expr *) cases = {0};
    gt_loop loop = gt_lower_loop(lw, over);
    for (bool failed = false; inside = *env, gt_lower_next(&loop, &inside, failed);) {
        const gt_expr *e = all_of(q, &inside, k + 1);
        failed = !e;
        cases.n = failed ? 0 : cases.n;
        if (e)
            gt_vec_push(&cases, e);
    }
    const gt_expr *result = joined(q, exists ? GT_EXPR_OR : GT_EXPR_AND, cases.n, cases.v);
    free(cases.v);
    return result;
}

static const gt_expr *number(quantifier *q, int64_t value)
{
    return gt_expr_int(q->lw->arena, q->syn->pos, value);
}

/* x if c (NULL: always), else y. */
static const gt_expr *choice(quantifier *q, const gt_expr *c, const gt_expr *x, const gt_expr *y)
{
    const gt_expr *kids[] = {c, x, y};
    return c ? gt_build_op(q->lw->build, q->syn->pos, GT_EXPR_ITE, q->word, 3, kids) : x;
}

/* What a number is made of: an integer wherever a condition holds. */
typedef struct {
    const gt_expr *where, *value; /* where NULL: everywhere */
} summand;

static bool lower_summand(quantifier *q, const gt_env *env, summand *s)
{
    gt_lower *lw = q->lw;
    bool where = gt_syn_get(q->syn, GT_FIELD_condition);
    *s = (summand){0};
    if (q->syn->word == GT_WORD_count) {
        s->where = claim(q, env);
        s->value = number(q, 1);
        return s->where != NULL;
    }
    if (where)
        s->where = condition(q, env);
    s->value = gt_lower_expr(lw, env, gt_syn_get(q->syn, GT_FIELD_body), NULL);
    if (s->value && s->value->type.kind != GT_TYPE_INT) {
        gt_build_wrong(lw->build, s->value, gt_arena_printf(lw->arena, "`%s`", q->word), "an integer");
        s->value = NULL;
    }
    return s->value && (s->where || !where);
}

/* min or max of what is wanted only where `some` holds (NULL: always); else that of `else`, or an error of
 * the model, like a division by zero. */
static const gt_expr *extreme(quantifier *q, const gt_env *env, const gt_expr *some, const gt_expr *best)
{
    const gt_syn *otherwise = gt_syn_get(q->syn, GT_FIELD_else);
    const gt_expr *instead = otherwise ? gt_lower_expr(q->lw, env, otherwise, NULL) : NULL;
    if (!best || (otherwise && !instead))
        return NULL;
    if (!some)
        return best;
    if (otherwise)
        return choice(q, some, best, instead);
    const gt_expr *one = choice(q, some, number(q, 1), number(q, 0));
    return gt_build_op2(q->lw->build, q->syn->pos, GT_EXPR_DIV, q->word, best, one);
}

/* ---- numbers over values ---- */

/* The operator on all of them, as a balanced tree. */
static const gt_expr *balanced(quantifier *q, gt_expr_kind kind, size_t n, const gt_expr *const *kids)
{
    if (n == 1)
        return kids[0];
    return gt_build_op2(q->lw->build, q->syn->pos, kind, q->word, balanced(q, kind, n / 2, kids),
                        balanced(q, kind, n - n / 2, kids + n / 2));
}

static const gt_expr *number_over_values(quantifier *q, const gt_env *env)
{
    gt_lower *lw = q->lw;
    bool is_min = q->syn->word == GT_WORD_min, best = is_min || q->syn->word == GT_WORD_max;
    GT_VEC(summand) all = {0};
    GT_VEC(const gt_expr *) some = {0}, terms = {0};
    gt_env inside;
    gt_loop loop = gt_lower_loop(lw, &q->overs.v[0]);
    int64_t worst = is_min ? INT32_MIN : INT32_MAX;
    bool failed = false;
    while (inside = *env, gt_lower_next(&loop, &inside, failed)) {
        summand s;
        failed = !lower_summand(q, &inside, &s);
        gt_vec_push(&all, s);
        int64_t end = failed ? worst : is_min ? s.value->type.hi : s.value->type.lo;
        worst = (is_min ? end > worst : end < worst) ? end : worst;
    }
    for (size_t i = 0; i < all.n && !failed; i++) {
        const summand *s = &all.v[i];
        const gt_expr *where = s->where && best ? gt_lower_copy(lw, s->where) : NULL;
        gt_vec_push(&terms, choice(q, s->where, s->value, number(q, best ? worst : 0)));
        if (s->where && best)
            gt_vec_push(&some, where);
    }
    const gt_expr *result = NULL;
    if (!failed && !best)
        result = joined(q, GT_EXPR_ADD, terms.n, terms.v);
    else if (!failed)
        result = extreme(q, env, joined(q, GT_EXPR_OR, some.n, some.v),
                         balanced(q, is_min ? GT_EXPR_MIN : GT_EXPR_MAX, terms.n, terms.v));
    free(all.v);
    free(some.v);
    free(terms.v);
    return result;
}

/* ---- numbers over processes ---- */

typedef struct {
    quantifier *q;
    const gt_binder *binder;
    summand s;
} per_process;

/* The quantifier over: `where` holds, and the value is in that order to `bound`. */
static const gt_expr *over_those(per_process *p, gt_expr_kind kind, gt_expr_kind order, int64_t bound)
{
    quantifier *q = p->q;
    gt_lower *lw = q->lw;
    const gt_expr *value = gt_lower_copy(lw, p->s.value);
    const gt_expr *is = gt_build_op2(lw->build, q->syn->pos, order, q->word, value, number(q, bound));
    const gt_expr *where = p->s.where && is ? gt_lower_copy(lw, p->s.where) : NULL;
    if (p->s.where)
        is = gt_build_op2(lw->build, q->syn->pos, GT_EXPR_AND, q->word, where, is);
    return is ? gt_expr_quant(lw->arena, q->syn->pos, kind, p->binder, is) : NULL;
}

static const gt_expr *times(quantifier *q, int64_t factor, const gt_expr *e)
{
    return factor == 1 ? e
                       : gt_build_op2(q->lw->build, q->syn->pos, GT_EXPR_MUL, q->word, number(q, factor), e);
}

/* Each value times how many have it. Where the bound on that would not fit, in as many steps of one as the
 * value is high: there the bound is the number of processes times the highest value. */
static const gt_expr *sum_over_processes(per_process *p)
{
    gt_type range = p->s.value->type;
    int64_t n = p->binder->type.proc->n, high = 0, low = 0;
    GT_VEC(const gt_expr *) terms = {0};
    for (int64_t v = range.lo; v <= range.hi; v++) {
        high += v > 0 && high <= INT32_MAX ? v * n : 0;
        low -= v < 0 && low >= INT32_MIN ? -v * n : 0;
    }
    bool steps = high > INT32_MAX || low < INT32_MIN;
    for (int64_t v = range.lo; v <= range.hi; v++) {
        if (v == 0 && range.lo < range.hi)
            continue;
        gt_expr_kind order = !steps ? GT_EXPR_EQ : v > 0 ? GT_EXPR_GE : GT_EXPR_LE;
        int64_t factor = !steps ? v : v > 0 ? 1 : -1;
        if (steps && range.lo > 0 && v == range.lo)
            factor = range.lo; /* all have that much */
        if (steps && range.hi < 0 && v == range.hi)
            factor = range.hi;
        gt_vec_push(&terms, times(p->q, factor, over_those(p, GT_EXPR_COUNT, order, v)));
    }
    const gt_expr *result = joined(p->q, GT_EXPR_ADD, terms.n, terms.v);
    free(terms.v);
    return result;
}

/* One more for each step that somebody has come at least as far as. */
static const gt_expr *extreme_over_processes(per_process *p, bool is_min)
{
    quantifier *q = p->q;
    gt_type range = p->s.value->type;
    GT_VEC(const gt_expr *) terms = {0};
    int64_t least = is_min ? range.hi : range.lo;
    if (least != 0 || range.lo == range.hi)
        gt_vec_push(&terms, number(q, least));
    for (int64_t v = range.lo; v <= range.hi; v++) {
        bool first = v == least;
        if (first && range.lo < range.hi)
            continue;
        const gt_expr *far = over_those(p, GT_EXPR_EXISTS, is_min ? GT_EXPR_LE : GT_EXPR_GE, v);
        int64_t step = first ? 0 : is_min ? -1 : 1; /* one value: looked at, for it may err */
        gt_vec_push(&terms, far ? choice(q, far, number(q, step), number(q, 0)) : NULL);
    }
    const gt_expr *result = joined(q, GT_EXPR_ADD, terms.n, terms.v);
    free(terms.v);
    return result;
}

static bool few_values(quantifier *q, const gt_expr *value)
{
    int64_t size = gt_type_size(value->type);
    if (size <= GT_LOWER_MAX_VALUES)
        return true;
    gt_error(q->lw->diag, value->pos, "size", "this has %lld values, and `%s` over processes at most %d",
             (long long)size, q->word, GT_LOWER_MAX_VALUES);
    gt_help(q->lw->diag, "limit it with smaller ranges, min, max or %%");
    return false;
}

static const gt_expr *number_over_processes(quantifier *q, const gt_env *env)
{
    gt_lower *lw = q->lw;
    gt_env inside = *env;
    per_process p = {.q = q};
    p.binder = gt_lower_bind_process(lw, &inside, &q->overs.v[0], GT_BIND_QUANT);
    if (!lower_summand(q, &inside, &p.s) || !few_values(q, p.s.value))
        return NULL;
    if (q->syn->word == GT_WORD_count)
        return gt_expr_quant(lw->arena, q->syn->pos, GT_EXPR_COUNT, p.binder, p.s.where);
    if (q->syn->word == GT_WORD_sum)
        return sum_over_processes(&p);
    const gt_expr *best = extreme_over_processes(&p, q->syn->word == GT_WORD_min);
    const gt_expr *where = p.s.where && best ? gt_lower_copy(lw, p.s.where) : NULL;
    const gt_expr *some =
        where ? gt_expr_quant(lw->arena, q->syn->pos, GT_EXPR_EXISTS, p.binder, where) : NULL;
    return p.s.where && !some ? NULL : extreme(q, env, some, best);
}

/* ---- all of them ---- */

static bool one_name(quantifier *q)
{
    if (q->overs.n == 1)
        return true;
    gt_pos pos = gt_syn_get(q->syn, GT_FIELD_binders)->pos;
    if (q->syn->word == GT_WORD_count) {
        gt_error(q->lw->diag, pos, "type", "count counts the processes of one name");
        gt_help(q->lw->diag,
                "count one, and quantify over the other inside: `count i : P (exists j : P (...))`");
    } else {
        gt_error(q->lw->diag, pos, "type", "`%s` ranges over one name", q->word);
        gt_help(q->lw->diag, "put one inside the other: `%s i : P (%s j : P (...))`", q->word, q->word);
    }
    return false;
}

static const gt_expr *some_number(quantifier *q, const gt_env *env)
{
    const gt_syn *otherwise = gt_syn_get(q->syn, GT_FIELD_else);
    bool best = q->syn->word == GT_WORD_min || q->syn->word == GT_WORD_max;
    if (otherwise && !best) {
        gt_error(q->lw->diag, otherwise->pos, "syntax",
                 "`else` belongs to min and max: `%s` over nobody is 0", q->word);
        return NULL;
    }
    if (!one_name(q))
        return NULL;
    return q->overs.v[0].proc ? number_over_processes(q, env) : number_over_values(q, env);
}

const gt_expr *gt_lower_quantified(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    quantifier q = {.lw = lw, .syn = syn, .word = gt_word_text(syn->word)};
    gt_env inside = *env;
    inside.real = false;
    bool claims = syn->word == GT_WORD_exists || syn->word == GT_WORD_forall;
    if (!claims) {
        inside.no_time = true;
        inside.why = q.word;
    }
    bool ok = gt_lower_overs(lw, gt_syn_get(syn, GT_FIELD_binders), "a bound name", &q.overs);
    const gt_expr *e = NULL;
    const gt_syn *otherwise = gt_syn_get(syn, GT_FIELD_else);
    uint32_t levels = (uint32_t)q.overs.n + 2;
    if (gt_lower_deeper(lw, syn->pos, levels)) {
        if (claims && otherwise)
            gt_error(lw->diag, otherwise->pos, "syntax", "`else` belongs to min and max");
        else if (claims)
            e = all_of(&q, &inside, 0);
        else if (ok)
            e = some_number(&q, &inside);
        lw->depth -= levels;
    }
    free(q.overs.v);
    return ok ? e : NULL;
}

/* Promela: LTL blocks. */
#include "backends/targets/promela.h"

#include "backends/targets/common.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"

#include <string.h>

/* ---- conditionals ---- */

static uint64_t divides(gt_walk *walk, const gt_expr *e)
{
    return e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD || gt_walk_any(walk, e);
}

static bool branches_divide(const gt_expr *ite)
{
    return gt_walk_once(divides, NULL, ite->kids[1]) || gt_walk_once(divides, NULL, ite->kids[2]);
}

/* Spin reads the arrow of (c -> a : b) as an implication inside an ltl block, where macros end up too: there
 * a conditional is written with * and +. Where that would divide when it must not, the arrow stays, and the
 * state formula is kept out of the block. */
bool gt_promela_without_arrows(gt_emitter *em, const gt_expr *e, int prec)
{
    (void)prec;
    int64_t yes, no;
    if (e->kind != GT_EXPR_ITE || branches_divide(e))
        return false;
    if (e->type.kind != GT_TYPE_BOOL && gt_expr_is_const(e->kids[1], &yes) && yes == 1 &&
        gt_expr_is_const(e->kids[2], &no) && no == 0)
        return false; /* has a form without an arrow */
    bool truth = e->type.kind == GT_TYPE_BOOL;
    for (uint32_t branch = 1; branch <= 2; branch++) {
        gt_str_add(em->out, branch == 1 ? "((" : truth ? " || (" : " + (");
        gt_str_add(em->out, branch == 1 ? "(" : "!(");
        gt_emit_expr(em, e->kids[0], 0);
        gt_str_add(em->out, truth ? ") && (" : ") * (");
        gt_emit_expr(em, e->kids[branch], 0);
        gt_str_add(em->out, "))");
    }
    gt_str_addc(em->out, ')');
    return true;
}

/* A choice between locations and the like has no such form: it is taken out of what compares it. */
static const gt_expr *chosen_in(const gt_expr *e, const gt_expr **other)
{
    bool equality = e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE;
    if (!equality || e->kids[0]->type.kind != GT_TYPE_ENUM)
        return NULL;
    bool first = e->kids[0]->kind == GT_EXPR_ITE;
    *other = e->kids[first];
    return e->kids[!first]->kind == GT_EXPR_ITE ? e->kids[!first] : NULL;
}

static uint64_t chooses(gt_walk *walk, const gt_expr *e)
{
    const gt_expr *other;
    return chosen_in(e, &other) || gt_walk_any(walk, e);
}

static const gt_expr *compare_each(void *data, gt_fold *fold, const gt_expr *e)
{
    const gt_expr *other, *sides[2], *ite = chosen_in(e, &other);
    if (!ite)
        return NULL;
    for (uint32_t i = 0; i < 2; i++)
        sides[i] = gt_fold_map(fold, gt_fold_op2(fold, e->pos, e->kind, ite->kids[i + 1], other),
                               compare_each, data);
    const gt_expr *cond = gt_fold_map(fold, ite->kids[0], compare_each, data);
    return gt_fold_op3(fold, e->pos, GT_EXPR_ITE, cond, sides[0], sides[1]);
}

static const gt_expr *formula_of(gt_promela *p, uint32_t prop)
{
    const gt_expr *f = gt_emit_ltl(p->e, prop);
    return gt_walk_once(chooses, NULL, f) ? gt_fold_map(p->fold, f, compare_each, NULL) : f;
}

/* ---- state formulas that are too long, or need an arrow ---- */

/* Spin takes 2047 characters of a state formula in an LTL block, macros expanded. */
enum { LONG = 1500 };

/* Characters of the text that Spin makes of `e`, or more; at most LONG + 1, and that with an arrow. */
static uint64_t text_size(gt_promela *p, const gt_expr *e)
{
    enum { OPERATOR = 6, CONSTANT = 6 };
    uint64_t size = CONSTANT;
    if (gt_ptrmap_get(&p->sizes, e, &size))
        return size;
    if (e->kind == GT_EXPR_CVAR)
        size = strlen(p->e->names.vars[e->u.index]);
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool twice = e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX || (e->kind == GT_EXPR_ITE && i == 0);
        size += (twice ? 2 : 1) * (text_size(p, e->kids[i]) + OPERATOR);
        size = size > LONG ? LONG + 1 : size;
    }
    if (e->kind == GT_EXPR_ITE && size <= LONG && branches_divide(e))
        size = LONG + 1;
    *gt_ptrmap_at(&p->sizes, e) = size;
    return size;
}

static bool is_long(gt_promela *p, const gt_expr *e)
{
    return text_size(p, e) > LONG;
}

static bool has_long(gt_promela *p, const gt_expr *e)
{
    if (!gt_temporal_in(e))
        return is_long(p, e);
    for (uint32_t i = 0; i < e->nkids; i++)
        if (has_long(p, e->kids[i]))
            return true;
    return false;
}

bool gt_promela_keeps(gt_promela *p)
{
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++)
        if (!gt_skipped(p->e->options, i) && gt_prop_is_temporal(p->e->cmds->props[i].origin->kind) &&
            has_long(p, formula_of(p, i)))
            return true;
    return false;
}

/* ---- blocks ---- */

/* A state formula as a macro, or as a variable; its name goes to `out`. */
static void ltl_atom(gt_promela *p, const gt_expr *e, uint32_t prop, uint32_t number, gt_str *out)
{
    const char *name = gt_mangle(p->e->names.mangler,
                                 gt_arena_printf(p->e->ctx->arena, "%s_%u", p->e->names.props[prop], number));
    gt_str_add(out, name);
    if (is_long(p, e)) {
        gt_vec_push(&p->kept, ((gt_promela_atom){.name = name, .expr = e, .prop = prop}));
        return;
    }
    gt_str_addf(p->e->out, "#define %s (", name);
    p->e->em.hook = gt_promela_without_arrows;
    gt_emit_expr(&p->e->em, e, 0);
    p->e->em.hook = NULL;
    gt_str_add(p->e->out, ")\n");
}

/* The formula's text in `out`, `count` state formulas in it. */
static void ltl_text(gt_promela *p, const gt_expr *e, uint32_t prop, uint32_t *count, gt_str *out)
{
    if (!gt_temporal_in(e)) {
        ltl_atom(p, e, prop, ++*count, out);
        return;
    }
    const gt_op *op = &p->e->em.ops->ops[e->kind];
    if (e->kind == GT_EXPR_IMPLIES || e->kind == GT_EXPR_IFF) {
        gt_str_addc(out, '(');
        ltl_text(p, e->kids[0], prop, count, out);
        gt_str_add(out, e->kind == GT_EXPR_IFF ? " <-> " : " -> ");
        ltl_text(p, e->kids[1], prop, count, out);
        gt_str_addc(out, ')');
    } else if (op->form == GT_FORM_PREFIX) {
        gt_str_addf(out, "(%s", op->text);
        ltl_text(p, e->kids[0], prop, count, out);
        gt_str_addc(out, ')');
    } else {
        const char *text = e->kind == GT_EXPR_U   ? "U"
                           : e->kind == GT_EXPR_W ? "W"
                           : e->kind == GT_EXPR_R ? "V"
                                                  : op->text;
        gt_str_addc(out, '(');
        for (uint32_t i = 0; i < e->nkids; i++) {
            if (i)
                gt_str_addf(out, " %s ", text);
            ltl_text(p, e->kids[i], prop, count, out);
        }
        gt_str_addc(out, ')');
    }
}

/* The same read where the initial values are chosen, though the formula is read before. `started` stays true
 * from there on, and never becomes true where the choices made lead nowhere: then what is `positive` (below
 * an even number of negations) must be true and the rest false. Spin is quick with these forms; it may take
 * minutes for
 * (!started) W (started && f). */
static void from_start(gt_promela *p, const gt_expr *e, bool positive, uint32_t prop, uint32_t *count,
                       gt_str *out);

/* Operand `kid` wherever values are chosen: started -> it, or started && it. */
static void guarded(gt_promela *p, const gt_expr *e, uint32_t kid, bool implied, uint32_t prop,
                    uint32_t *count, gt_str *out)
{
    gt_str_addf(out, implied ? "(%s -> " : "(%s && ", p->started);
    ltl_text(p, e->kids[kid], prop, count, out);
    gt_str_addc(out, ')');
}

/* G F and F G of a state formula do not depend on where the run begins. */
static bool is_tail(const gt_expr *e)
{
    return (e->kind == GT_EXPR_G && e->kids[0]->kind == GT_EXPR_F && !gt_temporal_in(e->kids[0]->kids[0])) ||
           (e->kind == GT_EXPR_F && e->kids[0]->kind == GT_EXPR_G && !gt_temporal_in(e->kids[0]->kids[0]));
}

static void operator_from_start(gt_promela *p, const gt_expr *e, bool positive, uint32_t prop,
                                uint32_t *count, gt_str *out)
{
    /* What the operator alone says of a run that never starts. */
    bool otherwise = e->kind == GT_EXPR_G || e->kind == GT_EXPR_W || e->kind == GT_EXPR_R;
    if (positive != otherwise)
        gt_str_addf(out, positive ? "(([] (!%s)) || " : "((<> %s) && ", p->started);
    if (e->kind == GT_EXPR_G || e->kind == GT_EXPR_F) {
        gt_str_add(out, e->kind == GT_EXPR_G ? "([] " : "(<> ");
        guarded(p, e, 0, e->kind == GT_EXPR_G, prop, count, out);
    } else {
        bool release = e->kind == GT_EXPR_R;
        gt_str_addc(out, '(');
        guarded(p, e, 0, !release, prop, count, out);
        gt_str_add(out, release ? " V " : e->kind == GT_EXPR_W ? " W " : " U ");
        guarded(p, e, 1, release, prop, count, out);
    }
    gt_str_add(out, positive != otherwise ? "))" : ")");
}

static void from_start(gt_promela *p, const gt_expr *e, bool positive, uint32_t prop, uint32_t *count,
                       gt_str *out)
{
    if (!gt_temporal_in(e)) {
        gt_str_addf(out, "((!%s) %s (%s && ", p->started, positive ? "W" : "U", p->started);
        ltl_text(p, e, prop, count, out);
        gt_str_add(out, "))");
    } else if (is_tail(e)) {
        gt_str_add(out, e->kind == GT_EXPR_G ? "([] (<> (" : "(<> ([] (");
        gt_str_addf(out, positive ? "!%s || " : "%s && ", p->started);
        ltl_text(p, e->kids[0]->kids[0], prop, count, out);
        gt_str_add(out, ")))");
    } else if (e->kind == GT_EXPR_NOT) {
        gt_str_add(out, "(!");
        from_start(p, e->kids[0], !positive, prop, count, out);
        gt_str_addc(out, ')');
    } else if (e->kind == GT_EXPR_IMPLIES || e->kind == GT_EXPR_IFF) {
        for (uint32_t i = 0; i < (e->kind == GT_EXPR_IFF ? 2 : 1); i++) {
            gt_str_add(out, i ? " && (" : e->kind == GT_EXPR_IFF ? "((" : "(");
            from_start(p, e->kids[i], !positive, prop, count, out);
            gt_str_add(out, " -> ");
            from_start(p, e->kids[1 - i], positive, prop, count, out);
            gt_str_addc(out, ')');
        }
        gt_str_add(out, e->kind == GT_EXPR_IFF ? ")" : "");
    } else if (e->kind == GT_EXPR_AND || e->kind == GT_EXPR_OR) {
        for (uint32_t i = 0; i < e->nkids; i++) {
            gt_str_add(out, !i ? "(" : e->kind == GT_EXPR_AND ? " && " : " || ");
            from_start(p, e->kids[i], positive, prop, count, out);
        }
        gt_str_addc(out, ')');
    } else {
        operator_from_start(p, e, positive, prop, count, out);
    }
}

void gt_promela_ltl(gt_promela *p, uint32_t prop)
{
    const gt_prop *origin = p->e->cmds->props[prop].origin;
    uint32_t count = 0;
    gt_str text;
    gt_str_init(&text);
    gt_str_addc(p->e->out, '\n');
    gt_emit_prop_source(p->e, "", origin);
    if (p->started)
        from_start(p, formula_of(p, prop), true, prop, &count, &text);
    else
        ltl_text(p, formula_of(p, prop), prop, &count, &text);
    gt_str_addf(p->e->out, "#ifndef SKIP_%s\nltl %s { %s }\n#endif\n", p->e->names.props[prop],
                p->e->names.props[prop], gt_str_text(&text));
    gt_str_fini(&text);
}

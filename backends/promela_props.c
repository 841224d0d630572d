/* Promela: properties as assertions and LTL blocks. */
#include "backends/promela.h"

#include "backends/common.h"
#include "backends/temporal.h"
#include "ir/ptrmap.h"
#include "runtime/base.h"

/* ---- conditionals ---- */

static bool divides(gt_ptrmap *seen, const gt_expr *e)
{
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return false; /* if it did, the search would have ended */
    *mark = 1;
    if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD)
        return true;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (divides(seen, e->kids[i]))
            return true;
    return false;
}

static bool branches_divide(const gt_expr *ite)
{
    gt_ptrmap seen;
    gt_ptrmap_init(&seen);
    bool found = divides(&seen, ite->kids[1]) || divides(&seen, ite->kids[2]);
    gt_ptrmap_fini(&seen);
    return found;
}

/* Spin reads the arrow of (c -> a : b) as an implication inside an ltl block, where macros end up too: there
 * a conditional is written with * and +, unless that would divide where it must not. */
bool gt_promela_without_arrows(gt_emitter *em, const gt_expr *e, int prec)
{
    (void)prec;
    if (e->kind != GT_EXPR_ITE || branches_divide(e))
        return false;
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

/* ---- properties ---- */

static bool is_assertion(gt_prop_kind kind)
{
    return kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR;
}

/* Each invariant is an assertion after every step that -DSKIP_name turns off. */
void gt_promela_assertions(gt_promela *p)
{
    for (uint32_t i = 0; i < p->cmds->nprops; i++) {
        const gt_prop *prop = p->cmds->props[i].origin;
        if (gt_skipped(p->options, i) || !is_assertion(prop->kind))
            continue;
        gt_str_addf(p->out, "#ifdef SKIP_%s\n#define CHECK_%s skip\n#else\n", p->names.props[i],
                    p->names.props[i]);
        gt_str_addf(p->out, "#define CHECK_%s assert(", p->names.props[i]);
        gt_emit_expr(&p->em, p->cmds->props[i].formula, 0);
        gt_str_addf(p->out, ") /* %s %s */\n#endif\n", gt_prop_kind_name(prop->kind),
                    gt_comment(p->ctx->arena, prop->name));
    }
    gt_str_addf(p->out, "#define %s %s;", p->check, p->show);
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && is_assertion(p->cmds->props[i].origin->kind))
            gt_str_addf(p->out, " CHECK_%s;", p->names.props[i]);
    gt_str_addc(p->out, '\n');
}

/* What a replayed trail prints after every step: one line with all values. */
void gt_promela_show(gt_promela *p)
{
    uint32_t n = p->cmds->nvars;
    gt_str_addf(p->out, "#define %s printf(\"@state", p->show);
    for (uint32_t i = 0; i < n; i++)
        gt_str_add(p->out, " %d");
    gt_str_add(p->out, "\\n\"");
    for (uint32_t i = 0; i < n; i++)
        gt_str_addf(p->out, ", %s", p->names.vars[i]);
    gt_str_add(p->out, ")\n");
}

/* The state formulas of an LTL formula as macros with one name each; returns the formula's text. */
static void ltl_text(gt_promela *p, const gt_expr *e, const char *name, uint32_t *count, gt_str *out)
{
    if (!gt_temporal_in(e)) {
        const char *atom =
            gt_mangle(p->names.mangler, gt_arena_printf(p->ctx->arena, "%s_%u", name, ++*count));
        gt_str_addf(p->out, "#define %s (", atom);
        p->em.hook = gt_promela_without_arrows;
        gt_emit_expr(&p->em, e, 0);
        p->em.hook = NULL;
        gt_str_add(p->out, ")\n");
        gt_str_add(out, atom);
        return;
    }
    const gt_op *op = &p->em.ops->ops[e->kind];
    if (e->kind == GT_EXPR_IMPLIES || e->kind == GT_EXPR_IFF) {
        gt_str_addc(out, '(');
        ltl_text(p, e->kids[0], name, count, out);
        gt_str_add(out, e->kind == GT_EXPR_IFF ? " <-> " : " -> ");
        ltl_text(p, e->kids[1], name, count, out);
        gt_str_addc(out, ')');
    } else if (op->form == GT_FORM_PREFIX) {
        gt_str_addf(out, "(%s", op->text);
        ltl_text(p, e->kids[0], name, count, out);
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
            ltl_text(p, e->kids[i], name, count, out);
        }
        gt_str_addc(out, ')');
    }
}

void gt_promela_ltl(gt_promela *p, uint32_t prop)
{
    const gt_prop *origin = p->cmds->props[prop].origin;
    gt_pos pos;
    const char *why = NULL;
    const gt_expr *f = gt_temporal_ltl(p->ctx, p->cmds, prop, &pos, &why);
    uint32_t count = 0;
    gt_str text;
    if (!f)
        gt_ice("emitting a refused property: %s", why);
    gt_str_init(&text);
    gt_str_addf(p->out, "\n/* %s %s */\n", gt_prop_kind_name(origin->kind),
                gt_comment(p->ctx->arena, origin->name));
    ltl_text(p, f, p->names.props[prop], &count, &text);
    gt_str_addf(p->out, "#ifndef SKIP_%s\n", p->names.props[prop]);
    if (p->started)
        gt_str_addf(p->out, "ltl %s { (!%s) W (%s && %s) }\n", p->names.props[prop], p->started, p->started,
                    gt_str_text(&text));
    else
        gt_str_addf(p->out, "ltl %s { %s }\n", p->names.props[prop], gt_str_text(&text));
    gt_str_add(p->out, "#endif\n");
    gt_str_fini(&text);
}

void gt_promela_deadlock(gt_promela *p)
{
    for (uint32_t i = 0; i < p->cmds->nprops; i++) {
        if (gt_skipped(p->options, i) || p->cmds->props[i].origin->kind != GT_PROP_DEADLOCK)
            continue;
        gt_str_addf(p->out, "#ifdef SKIP_%s\n#define %s else\n#else\n#define %s else -> assert(",
                    p->names.props[i], p->when_stuck, p->when_stuck);
        if (p->cmds->error)
            gt_emit_expr(&p->em, p->cmds->error, 0);
        else
            gt_str_add(p->out, "false");
        gt_str_add(p->out, ") /* deadlock free */\n#endif\n");
        return;
    }
}

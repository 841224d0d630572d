/* Promela: properties that are assertions. */
#include "backends/targets/promela.h"

#include "backends/targets/common.h"
#include "backends/targets/layout.h"

static void set_kept(gt_promela *p)
{
    for (size_t i = 0; i < p->kept.n; i++) {
        const gt_promela_atom *atom = &p->kept.v[i];
        gt_str_addf(p->e->out, "#ifndef SKIP_%s\n", p->e->names.props[atom->prop]);
        gt_str_addf(p->e->out, "  %s = (", atom->name);
        gt_emit_expr(&p->e->em, atom->expr, 0);
        gt_str_add(p->e->out, ");\n#endif\n");
    }
}

/* What a replayed trail prints after every step: one line with all values. */
static void show(gt_promela *p)
{
    gt_str_add(p->e->out, "  printf(" GT_LAYOUT_OPEN "\"@state");
    for (uint32_t i = 0; i < p->e->cmds->nvars; i++)
        gt_str_add(p->e->out, " %d");
    gt_str_add(p->e->out, "\\n\"");
    for (uint32_t i = 0; i < p->e->cmds->nvars; i++)
        gt_str_addf(p->e->out, "," GT_LAYOUT_BREAK "%s", p->e->names.vars[i]);
    gt_str_add(p->e->out, GT_LAYOUT_CLOSE ");\n");
}

/* Each invariant is an assertion that -DSKIP_name turns off. */
void gt_promela_check(gt_promela *p)
{
    gt_str_addf(p->e->out, "\n/* after every step */\ninline %s() {\n", p->check);
    show(p);
    set_kept(p);
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++) {
        const gt_prop *prop = p->e->cmds->props[i].origin;
        if (gt_skipped(p->e->options, i) ||
            (prop->kind != GT_PROP_INVARIANT && prop->kind != GT_PROP_NOERROR))
            continue;
        gt_emit_prop_source(p->e, "  ", prop);
        gt_str_addf(p->e->out, "#ifndef SKIP_%s\n  assert(", p->e->names.props[i]);
        gt_emit_expr(&p->e->em, p->e->cmds->props[i].formula, 0);
        gt_str_add(p->e->out, ");\n#endif\n");
    }
    gt_str_add(p->e->out, "}\n");
}

void gt_promela_stuck(gt_promela *p)
{
    gt_str_add(p->e->out, "  :: else");
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++) {
        if (gt_skipped(p->e->options, i) || p->e->cmds->props[i].origin->kind != GT_PROP_DEADLOCK)
            continue;
        gt_str_addf(p->e->out, "\n#ifndef SKIP_%s\n     -> assert(", p->e->names.props[i]);
        const gt_expr *error = p->e->cmds->error, *end = p->e->cmds->props[i].formula;
        if (error)
            gt_emit_expr(&p->e->em, error, end ? GT_PREC_LEAF : 0);
        gt_str_add(p->e->out, error && end ? " || " : error || end ? "" : "false");
        if (end)
            gt_emit_expr(&p->e->em, end, error ? GT_PREC_LEAF : 0);
        gt_str_add(p->e->out, ") ");
        gt_emit_prop_source(p->e, "", p->e->cmds->props[i].origin);
        gt_str_add(p->e->out, "#endif\n");
        return;
    }
    gt_str_add(p->e->out, " /* no rule can fire */\n");
}

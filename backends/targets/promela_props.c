/* Promela: properties that are assertions. */
#include "backends/targets/promela.h"

#include "backends/targets/common.h"

static void set_kept(gt_promela *p)
{
    for (size_t i = 0; i < p->kept.n; i++) {
        const gt_promela_atom *atom = &p->kept.v[i];
        gt_str_addf(p->e->out, "#ifdef SKIP_%s\n#define SET_%s skip\n#else\n", p->e->names.props[atom->prop],
                    atom->name);
        gt_str_addf(p->e->out, "#define SET_%s %s = (", atom->name, atom->name);
        gt_emit_expr(&p->e->em, atom->expr, 0);
        gt_str_add(p->e->out, ")\n#endif\n");
    }
}

static bool is_assertion(gt_prop_kind kind)
{
    return kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR;
}

/* Each invariant is an assertion after every step that -DSKIP_name turns off. */
void gt_promela_assertions(gt_promela *p)
{
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++) {
        const gt_prop *prop = p->e->cmds->props[i].origin;
        if (gt_skipped(p->e->options, i) || !is_assertion(prop->kind))
            continue;
        gt_str_addf(p->e->out, "#ifdef SKIP_%s\n#define CHECK_%s skip\n#else\n", p->e->names.props[i],
                    p->e->names.props[i]);
        gt_str_addf(p->e->out, "#define CHECK_%s assert(", p->e->names.props[i]);
        gt_emit_expr(&p->e->em, p->e->cmds->props[i].formula, 0);
        gt_str_addf(p->e->out, ") /* %s %s */\n#endif\n", gt_prop_kind_name(prop->kind),
                    gt_comment(p->e->ctx->arena, prop->name));
    }
    set_kept(p);
    gt_str_addf(p->e->out, "#define %s %s;", p->check, p->show);
    for (size_t i = 0; i < p->kept.n; i++)
        gt_str_addf(p->e->out, " SET_%s;", p->kept.v[i].name);
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++)
        if (!gt_skipped(p->e->options, i) && is_assertion(p->e->cmds->props[i].origin->kind))
            gt_str_addf(p->e->out, " CHECK_%s;", p->e->names.props[i]);
    gt_str_addc(p->e->out, '\n');
}

/* What a replayed trail prints after every step: one line with all values. */
void gt_promela_show(gt_promela *p)
{
    uint32_t n = p->e->cmds->nvars;
    gt_str_addf(p->e->out, "#define %s printf(\"@state", p->show);
    for (uint32_t i = 0; i < n; i++)
        gt_str_add(p->e->out, " %d");
    gt_str_add(p->e->out, "\\n\"");
    for (uint32_t i = 0; i < n; i++)
        gt_str_addf(p->e->out, ", %s", p->e->names.vars[i]);
    gt_str_add(p->e->out, ")\n");
}

void gt_promela_deadlock(gt_promela *p)
{
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++) {
        if (gt_skipped(p->e->options, i) || p->e->cmds->props[i].origin->kind != GT_PROP_DEADLOCK)
            continue;
        gt_str_addf(p->e->out, "#ifdef SKIP_%s\n#define %s else\n#else\n#define %s else -> assert(",
                    p->e->names.props[i], p->when_stuck, p->when_stuck);
        if (p->e->cmds->error)
            gt_emit_expr(&p->e->em, p->e->cmds->error, 0);
        else
            gt_str_add(p->e->out, "false");
        gt_str_add(p->e->out, ") /* deadlock free */\n#endif\n");
        return;
    }
}

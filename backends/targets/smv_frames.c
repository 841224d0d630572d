#include "backends/targets/smv_frames.h"

#include "backends/targets/layout.h"
#include "backends/targets/mangle.h"

/* Up to so many variables, or with fewer steps than variables, definitions make nothing shorter. */
enum { MOST_SINGLE = 12 };

/* Called for each largest part that keeps its values. */
typedef void visit(gt_smv_frames *f, uint32_t part, uint32_t first, uint32_t end);

static void keep(gt_smv_frames *f, uint32_t part, uint32_t first, uint32_t end, visit *each)
{
    uint32_t middle = first + (end - first) / 2;
    bool stays = f->named || end - first == 1;
    for (uint32_t i = first; i < end; i++)
        stays = stays && !f->changes[i];
    if (stays) {
        each(f, part, first, end);
    } else if (end - first > 1) {
        keep(f, 2 * part + 1, first, middle, each);
        keep(f, 2 * part + 2, middle, end, each);
    }
}

static void look_at(gt_smv_frames *f, const gt_transition *t, visit *each)
{
    uint32_t n = f->e->cmds->nvars;
    for (uint32_t i = 0; i < n; i++)
        f->changes[i] = false;
    for (uint32_t a = 0; t && a < t->nassigns; a++)
        f->changes[t->assigns[a].var] = true;
    if (n)
        keep(f, 0, 0, n, each);
}

static void name(gt_smv_frames *f, uint32_t part, uint32_t first, uint32_t end)
{
    if (f->names[part])
        return;
    const char *wish = end - first == 1 ? gt_arena_printf(f->e->ctx->arena, "same_%u", first + 1)
                                        : gt_arena_printf(f->e->ctx->arena, "same_%u_%u", first + 1, end);
    f->names[part] = gt_mangle(f->e->names.mangler, wish);
    if (end - first == 1)
        return;
    name(f, 2 * part + 1, first, first + (end - first) / 2);
    name(f, 2 * part + 2, first + (end - first) / 2, end);
}

static void write(gt_smv_frames *f, uint32_t part, uint32_t first, uint32_t end)
{
    (void)end;
    const char *var = f->e->names.vars[first];
    if (f->named)
        gt_str_addf(f->e->out, GT_LAYOUT_BREAK "& %s", f->names[part]);
    else
        gt_str_addf(f->e->out, GT_LAYOUT_BREAK "& next(%s) = %s", var, var);
}

gt_smv_frames gt_smv_frames_new(gt_emit *e)
{
    uint32_t n = e->cmds->nvars;
    gt_smv_frames f = {.e = e,
                       .named = n > MOST_SINGLE && e->skeleton->n > n,
                       .names = GT_NEW_ARRAY(e->ctx->arena, const char *, 4 * (size_t)n + 1),
                       .changes = GT_NEW_ARRAY(e->ctx->arena, bool, n + 1)};
    if (!f.named)
        return f;
    for (uint32_t i = 0; i < e->skeleton->n; i++)
        look_at(&f, &e->skeleton->transitions[i], name);
    look_at(&f, NULL, name);
    return f;
}

static void define(const gt_smv_frames *f, uint32_t part, uint32_t first, uint32_t end)
{
    uint32_t left = 2 * part + 1;
    if (end - first > 1) {
        define(f, left, first, first + (end - first) / 2);
        define(f, left + 1, first + (end - first) / 2, end);
    }
    if (!f->names[part])
        return;
    if (end - first == 1)
        gt_str_addf(f->e->out, "  %s := next(%s) = %s;\n", f->names[part], f->e->names.vars[first],
                    f->e->names.vars[first]);
    else
        gt_str_addf(f->e->out, "  %s := %s & %s;\n", f->names[part], f->names[left], f->names[left + 1]);
}

void gt_smv_frames_define(const gt_smv_frames *f)
{
    if (!f->named)
        return;
    gt_str_add(f->e->out, "  -- same_A_B: variables A to B, as they are declared, keep their values\n");
    define(f, 0, 0, f->e->cmds->nvars);
}

void gt_smv_frames_write(gt_smv_frames *f, const gt_transition *t)
{
    look_at(f, t, write);
}

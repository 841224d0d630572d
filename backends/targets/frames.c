#include "backends/targets/frames.h"

#include "backends/targets/mangle.h"

/* Up to so many variables, or with fewer steps than variables, names make nothing shorter. */
enum { MOST_SINGLE = 12 };

typedef struct {
    gt_frames *f;
    const char *prefix;   /* parts get names; NULL: ... */
    gt_frames_keep *each; /* ... they are visited */
    uint32_t n;
} visit;

static const char *part_name(const gt_frames *f, uint32_t part, uint32_t first, uint32_t end)
{
    return end - first == 1 && !(f->named && f->single) ? f->e->names.vars[first] : f->names[part];
}

static void name(const visit *v, uint32_t part, uint32_t first, uint32_t end)
{
    gt_frames *f = v->f;
    if (f->names[part] || (end - first == 1 && !f->single))
        return;
    const char *wish = end - first == 1
                           ? gt_arena_printf(f->e->ctx->arena, "%s_%u", v->prefix, first + 1)
                           : gt_arena_printf(f->e->ctx->arena, "%s_%u_%u", v->prefix, first + 1, end);
    f->names[part] = gt_mangle(f->e->names.mangler, wish);
    if (end - first == 1)
        return;
    name(v, 2 * part + 1, first, first + (end - first) / 2);
    name(v, 2 * part + 2, first + (end - first) / 2, end);
}

static void keep(visit *v, uint32_t part, uint32_t first, uint32_t end)
{
    uint32_t middle = first + (end - first) / 2;
    bool stays = v->f->named || end - first == 1;
    for (uint32_t i = first; i < end; i++)
        stays = stays && !v->f->changes[i];
    if (stays && v->prefix) {
        name(v, part, first, end);
    } else if (stays) {
        if (v->each)
            v->each(v->f->e, part_name(v->f, part, first, end), v->n);
        v->n++;
    } else if (end - first > 1) {
        keep(v, 2 * part + 1, first, middle);
        keep(v, 2 * part + 2, middle, end);
    }
}

static uint32_t look_at(gt_frames *f, const gt_transition *t, const char *prefix, gt_frames_keep *each)
{
    visit v = {f, prefix, each, 0};
    uint32_t n = f->e->cmds->nvars;
    for (uint32_t i = 0; i < n; i++)
        f->changes[i] = false;
    for (uint32_t a = 0; t && a < t->nassigns; a++)
        f->changes[t->assigns[a].var] = true;
    if (n)
        keep(&v, 0, 0, n);
    return v.n;
}

gt_frames gt_frames_new(gt_emit *e, const char *prefix, bool single)
{
    uint32_t n = e->cmds->nvars;
    gt_frames f = {.e = e,
                   .named = n > MOST_SINGLE && e->skeleton->n > n,
                   .single = single,
                   .names = GT_NEW_ARRAY(e->ctx->arena, const char *, 4 * (size_t)n + 1),
                   .changes = GT_NEW_ARRAY(e->ctx->arena, bool, n + 1)};
    if (!f.named)
        return f;
    for (uint32_t i = 0; i < e->skeleton->n; i++)
        if (single || e->skeleton->transitions[i].nassigns)
            look_at(&f, &e->skeleton->transitions[i], prefix, NULL);
    if (single)
        look_at(&f, NULL, prefix, NULL);
    return f;
}

static void define(const gt_frames *f, gt_frames_define *each, uint32_t part, uint32_t first, uint32_t end)
{
    uint32_t left = 2 * part + 1, middle = first + (end - first) / 2;
    bool one = end - first == 1;
    if (!one) {
        define(f, each, left, first, middle);
        define(f, each, left + 1, middle, end);
    }
    if (f->names[part])
        each(f->e, f->names[part], first, one ? NULL : part_name(f, left, first, middle),
             one ? NULL : part_name(f, left + 1, middle, end));
}

void gt_frames_defined(const gt_frames *f, gt_frames_define *each)
{
    if (f->named)
        define(f, each, 0, 0, f->e->cmds->nvars);
}

uint32_t gt_frames_kept(gt_frames *f, const gt_transition *t, gt_frames_keep *each)
{
    return look_at(f, t, NULL, each);
}

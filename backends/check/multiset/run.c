/* From a path of the multiset engine to a run of the program as written: which of its states look alike. */
#include "backends/check/multiset/multiset.h"
#include "ir/mean/abstract.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_ms *ms;
    const gt_ms_path *path;
    const gt_ms_state *wanted;
    const gt_layout *made; /* of the program the engine works on */
    gt_twin twin;          /* a state of it, and of the program as written, with ghosts */
    size_t ncounts;        /* local states that were known when the path was */
    uint32_t *counts;      /* per level */
} source;

static int32_t id_of(const source *s, uint32_t idvar)
{
    return s->twin.state[s->made->shared[s->ms->pop->idvars[idvar].var->index]];
}

static const int32_t *row_of(const source *s, uint32_t type, int32_t id)
{
    const gt_proc_layout *p = &s->made->procs[type];
    return s->twin.state + p->base + (size_t)(id - 1) * p->stride;
}

/* Whether the control is the wanted one. */
static bool same_control(const source *s)
{
    gt_ms *ms = s->ms;
    const int32_t *key = ms->controls.v[s->wanted->control]->key, *leader = key + ms->sym->nshared;
    const int32_t *tracked = leader + ms->pop->nidvars;
    bool same = true;
    for (uint32_t i = 0; i < ms->sym->nshared && same; i++)
        same = ms->sym->shared[i]->type.kind == GT_TYPE_ID || s->twin.state[s->made->shared[i]] == key[i];
    for (uint32_t k = 0; k < ms->pop->nidvars && same; k++) {
        uint32_t j = ms->pop->locals[ms->play->type_of[k]].first_idvar;
        int32_t id = id_of(s, k);
        while (id && id_of(s, j) != id)
            j++;
        same = leader[k] == (id ? (int32_t)j : -1) &&
               (!id || j != k ||
                gt_play_level_of(ms->play, ms->play->type_of[k], row_of(s, ms->play->type_of[k], id)) ==
                    (uint32_t)tracked[k]);
    }
    return same;
}

static bool is_named(const source *s, uint32_t type, int32_t id)
{
    const gt_locals *l = &s->ms->pop->locals[type];
    for (uint32_t k = l->first_idvar; k < l->first_idvar + l->nidvars; k++)
        if (id_of(s, k) == id)
            return true;
    return false;
}

static bool same_others(const source *s)
{
    gt_ms *ms = s->ms;
    bool same = true;
    for (uint32_t i = 0; i < s->wanted->n; i++)
        s->counts[s->wanted->levels[i]] = s->wanted->counts[i];
    for (uint32_t t = 0; t < ms->play->ntypes && same; t++)
        for (int32_t id = 1; id <= ms->sym->procs[t]->n && same; id++) {
            if (is_named(s, t, id))
                continue;
            uint32_t level = gt_play_level_of(ms->play, t, row_of(s, t, id));
            same = level < s->ncounts && s->counts[level] > 0;
            if (same)
                s->counts[level]--;
        }
    for (uint32_t i = 0; i < s->wanted->n; i++) {
        same = same && s->counts[s->wanted->levels[i]] == 0;
        s->counts[s->wanted->levels[i]] = 0;
    }
    return same;
}

static bool is_wanted(void *self, const int32_t *written)
{
    source *s = self;
    gt_twin_get(&s->twin, written);
    return same_control(s) && same_others(s);
}

static void want(void *self, uint32_t from, uint32_t to, uint64_t k)
{
    source *s = self;
    (void)from;
    (void)k;
    s->wanted = &s->path->states.v[to];
}

/* Named processes come first, in order of the id variables. */
static bool start(void *self, gt_sym_step *step, int32_t *concrete)
{
    source *s = self;
    const gt_ms *ms = s->ms;
    (void)step;
    want(s, 0, 0, 1);
    const int32_t *key = ms->controls.v[s->wanted->control]->key, *leader = key + ms->sym->nshared;
    const int32_t *tracked = leader + ms->pop->nidvars;
    s->twin.state[0] = 0;
    for (uint32_t i = 0; i < ms->sym->nshared; i++)
        s->twin.state[s->made->shared[i]] = key[i];
    for (uint32_t t = 0; t < ms->play->ntypes; t++) {
        const gt_locals *l = &ms->pop->locals[t];
        const gt_proc_layout *p = &s->made->procs[t];
        int32_t *to = s->twin.state + p->base, id = 0;
        for (uint32_t k = l->first_idvar; k < l->first_idvar + l->nidvars; k++) {
            int32_t *value = &s->twin.state[s->made->shared[ms->pop->idvars[k].var->index]];
            *value = leader[k] < 0 ? 0 : leader[k] == (int32_t)k ? ++id : id_of(s, (uint32_t)leader[k]);
            if (leader[k] != (int32_t)k)
                continue;
            memcpy(to, ms->play->levels.v[tracked[k]].row, l->nvars * sizeof *to);
            to += p->stride;
        }
        for (uint32_t i = 0; i < s->wanted->n; i++)
            for (uint32_t c = 0;
                 ms->play->levels.v[s->wanted->levels[i]].type == t && c < s->wanted->counts[i]; c++) {
                memcpy(to, ms->play->levels.v[s->wanted->levels[i]].row, l->nvars * sizeof *to);
                to += p->stride;
            }
    }
    gt_twin_put(&s->twin, concrete);
    return true;
}

const gt_run *gt_ms_run(gt_ms *ms, const gt_sym *written, const gt_ms_path *path, const char **why)
{
    const gt_sym *sym = gt_abstract_with_ghosts(ms->ctx->arena, written, ms->sym);
    source s = {.ms = ms, .path = path};
    s.made = gt_layout_new(ms->ctx->arena, ms->sym);
    s.twin = gt_twin_new(s.made, gt_layout_new(ms->ctx->arena, sym));
    s.ncounts = ms->play->levels.n;
    s.counts = gt_xcalloc(ms->play->levels.n + 1, sizeof *s.counts);
    gt_lift_source from = {.n = (uint32_t)path->states.n,
                           .loop = path->loop,
                           .self = &s,
                           .start = start,
                           .want = want,
                           .is_wanted = is_wanted};
    bool wrong;
    const gt_run *run = gt_lift_path(ms->ctx, sym, &from, true, false, why, &wrong);
    if (wrong)
        gt_ice("a path of the multiset engine is none of the program");
    free(s.counts);
    gt_twin_fini(&s.twin);
    return run;
}

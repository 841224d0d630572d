/* From a path of the multiset engine to a run of the program as written: which of its states look alike. */
#include "backends/check/multiset/multiset.h"
#include "ir/mean/abstract.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_ms *ms;
    const gt_ms_path *path;
    const gt_ms_state *wanted;
    const gt_layout *made, *written; /* of the program the engine works on; as written, with ghosts */
    size_t nplaces;
    size_t *from, *to; /* where the same value stands in a state of either */
    int32_t *state;    /* of the former */
    size_t ncounts;    /* local states that were known when the path was */
    uint32_t *counts;  /* per level */
} source;

static void link_places(source *s)
{
    const gt_sym *sym = s->ms->sym;
    const gt_cmds only_sym = {.sym = sym};
    gt_abstract *abs = gt_abstract_new(s->written, &only_sym);
    s->from = gt_xmalloc(s->made->width, sizeof *s->from);
    s->to = gt_xmalloc(s->made->width, sizeof *s->to);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        s->from[s->nplaces] = s->made->shared[i];
        s->to[s->nplaces++] = gt_abstract_offset(abs, sym->shared[i]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc_layout *p = &s->made->procs[t];
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            size_t first = gt_abstract_offset(abs, sym->procs[t]->vars[v]);
            for (uint32_t i = 0; i < (uint32_t)sym->procs[t]->n; i++) {
                s->from[s->nplaces] = p->base + i * p->stride + p->offset[v];
                s->to[s->nplaces++] = first + i * s->written->procs[t].stride;
            }
        }
    }
    gt_abstract_free(abs);
}

static int32_t id_of(const source *s, uint32_t idvar)
{
    return s->state[s->made->shared[s->ms->pop->idvars[idvar].var->index]];
}

static const int32_t *row_of(const source *s, uint32_t type, int32_t id)
{
    const gt_proc_layout *p = &s->made->procs[type];
    return s->state + p->base + (size_t)(id - 1) * p->stride;
}

/* Whether the control is the wanted one. */
static bool same_control(const source *s)
{
    gt_ms *ms = s->ms;
    const int32_t *key = ms->controls.v[s->wanted->control]->key, *leader = key + ms->sym->nshared;
    const int32_t *tracked = leader + ms->pop->nidvars;
    bool same = true;
    for (uint32_t i = 0; i < ms->sym->nshared && same; i++)
        same = ms->sym->shared[i]->type.kind == GT_TYPE_ID || s->state[s->made->shared[i]] == key[i];
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
    s->state[0] = 0;
    for (size_t i = 0; i < s->nplaces; i++)
        s->state[s->from[i]] = written[s->to[i]];
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
    s->state[0] = 0;
    for (uint32_t i = 0; i < ms->sym->nshared; i++)
        s->state[s->made->shared[i]] = key[i];
    for (uint32_t t = 0; t < ms->play->ntypes; t++) {
        const gt_locals *l = &ms->pop->locals[t];
        const gt_proc_layout *p = &s->made->procs[t];
        int32_t *to = s->state + p->base, id = 0;
        for (uint32_t k = l->first_idvar; k < l->first_idvar + l->nidvars; k++) {
            int32_t *value = &s->state[s->made->shared[ms->pop->idvars[k].var->index]];
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
    for (size_t i = 0; i < s->nplaces; i++)
        concrete[s->to[i]] = s->state[s->from[i]];
    return true;
}

const gt_run *gt_ms_run(gt_ms *ms, const gt_sym *written, const gt_ms_path *path, const char **why)
{
    const gt_sym *sym = gt_abstract_with_ghosts(ms->ctx->arena, written, ms->sym);
    source s = {.ms = ms, .path = path};
    s.made = gt_layout_new(ms->ctx->arena, ms->sym);
    s.written = gt_layout_new(ms->ctx->arena, sym);
    s.state = gt_xcalloc(s.made->width, sizeof *s.state);
    s.ncounts = ms->play->levels.n;
    s.counts = gt_xcalloc(ms->play->levels.n + 1, sizeof *s.counts);
    link_places(&s);
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
    free(s.state);
    free(s.counts);
    free(s.from);
    free(s.to);
    return run;
}

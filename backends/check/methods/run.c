/* From a path of representatives to a run of the program as written: a state looks like a representative if
 * both have the same arrangement, values of variables only, with no diagram involved. */
#include "backends/check/methods/methods.h"
#include "ir/mean/abstract.h"

#include <stdlib.h>
#include <string.h>

enum { INITIAL_WORK_MAX = 50000000 }; /* values of initial states that are looked at */

typedef struct {
    const gt_walk_through *walk;
    const gt_cmds *cmds;
    const gt_layout *layout; /* of the program as written, with ghosts */
    gt_abstract *abs;
    int32_t *image, *wanted, *sorted; /* sorted: where an arrangement is made */
    uint32_t *order, *place;          /* of the processes of a type */
    int32_t *start;                   /* where an initial state goes; then NULL */
    uint64_t work;
} source;

/* ---- arrangements ---- */

static uint32_t first_local(const gt_cmds *cmds, const gt_proc *proc)
{
    uint32_t v = 0;
    while (v < cmds->nvars && (cmds->vars[v].kind != GT_CVAR_LOCAL || cmds->vars[v].proc != proc))
        v++;
    return v;
}

static bool names_type(const gt_cvar *v, const gt_proc *proc)
{
    return v->kind == GT_CVAR_ID && v->proc == proc;
}

/* Processes by their local states, then by the id variables that name them. */
static int compare(const gt_cmds *cmds, const gt_proc *proc, const int32_t *values, uint32_t p, uint32_t q)
{
    uint32_t first = first_local(cmds, proc), n = proc->nvars;
    for (uint32_t i = 0; i < n; i++) {
        int32_t a = values[first + p * n + i], b = values[first + q * n + i];
        if (a != b)
            return a < b ? -1 : 1;
    }
    for (uint32_t v = 0; v < cmds->nvars; v++) {
        if (!names_type(&cmds->vars[v], proc))
            continue;
        bool a = values[v] == (int32_t)p + 1, b = values[v] == (int32_t)q + 1;
        if (a != b)
            return a ? -1 : 1;
    }
    return 0;
}

/* `values` with the processes of this type in order. */
static void arrange(source *s, const gt_proc *proc, int32_t *values)
{
    const gt_cmds *cmds = s->cmds;
    uint32_t np = (uint32_t)proc->n, first = first_local(cmds, proc), n = proc->nvars;
    for (uint32_t p = 0; p < np; p++) {
        uint32_t at = p;
        for (; at > 0 && compare(cmds, proc, values, p, s->order[at - 1]) < 0; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = p;
    }
    memcpy(s->sorted, values, cmds->nvars * sizeof *values);
    for (uint32_t p = 0; p < np; p++) {
        s->place[s->order[p]] = p;
        memcpy(s->sorted + first + p * n, values + first + s->order[p] * n, n * sizeof *values);
    }
    for (uint32_t v = 0; v < cmds->nvars; v++)
        if (names_type(&cmds->vars[v], proc) && values[v] > 0)
            s->sorted[v] = (int32_t)s->place[values[v] - 1] + 1;
    memcpy(values, s->sorted, cmds->nvars * sizeof *values);
}

static void arrange_all(source *s, int32_t *values)
{
    for (uint32_t t = 0; t < s->cmds->sym->nprocs; t++)
        arrange(s, s->cmds->sym->procs[t], values);
}

/* ---- for lifting ---- */

static bool is_wanted(void *self, const int32_t *concrete)
{
    source *s = self;
    gt_abstract_apply(s->abs, concrete, s->image);
    arrange_all(s, s->image);
    return memcmp(s->image, s->wanted, s->cmds->nvars * sizeof *s->image) == 0;
}

static void want(void *self, uint32_t from, uint32_t to, uint64_t k)
{
    source *s = self;
    (void)from;
    (void)k;
    memcpy(s->wanted, s->walk->path.v[to], s->cmds->nvars * sizeof *s->wanted);
    arrange_all(s, s->wanted);
}

static bool on_initial(void *arg, const int32_t *state)
{
    source *s = arg;
    gt_arena_ask_now(s->walk->s->cb.ctx->arena);
    s->work += s->layout->width;
    if (!is_wanted(s, state))
        return s->work < INITIAL_WORK_MAX;
    memcpy(s->start, state, s->layout->width * sizeof *state);
    s->start = NULL;
    return false;
}

static bool start(void *self, gt_sym_step *step, int32_t *concrete)
{
    source *s = self;
    s->start = concrete;
    want(s, 0, 0, 1);
    gt_sym_step_initial(step, on_initial, s);
    return !s->start ||
           (s->work >= INITIAL_WORK_MAX && gt_abstract_concretise(s->abs, s->walk->path.v[0], concrete));
}

const gt_run *gt_walk_run(const gt_walk_through *w, const gt_sym *written, const char **why)
{
    gt_ctx *ctx = w->s->cb.ctx;
    source s = {.walk = w, .cmds = w->s->cb.cmds};
    const gt_sym *sym = gt_abstract_with_ghosts(ctx->arena, written, s.cmds->sym);
    uint32_t most = 1;
    for (uint32_t t = 0; t < sym->nprocs; t++)
        most = (uint32_t)sym->procs[t]->n > most ? (uint32_t)sym->procs[t]->n : most;
    s.layout = gt_layout_new(ctx->arena, sym);
    s.abs = gt_abstract_new(s.layout, s.cmds);
    int32_t **rows[] = {&s.image, &s.wanted, &s.sorted};
    for (int i = 0; i < 3; i++)
        *rows[i] = GT_NEW_ARRAY(ctx->arena, int32_t, s.cmds->nvars + 1);
    s.order = GT_NEW_ARRAY(ctx->arena, uint32_t, most);
    s.place = GT_NEW_ARRAY(ctx->arena, uint32_t, most);
    gt_lift_source path = {.n = (uint32_t)w->path.n,
                           .loop = w->loop,
                           .self = &s,
                           .start = start,
                           .want = want,
                           .is_wanted = is_wanted};
    bool wrong;
    const gt_run *run = gt_lift_path(ctx, sym, &path, true, false, why, &wrong);
    if (wrong)
        gt_ice("a path of representatives is none of the program");
    gt_abstract_free(s.abs);
    return run;
}

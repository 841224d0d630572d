/* Runs for tools: the first state whole, then what changes; processes that are alike together. */
#include "backends/check/lift/show_impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

static void values(const gt_var *var, const char *name, const int32_t *at, gt_json *out)
{
    gt_str text;
    gt_str_init(&text);
    if (var->ndims)
        gt_json_array(out, name);
    for (uint32_t i = 0; i < var->len; i++) {
        const char *key = var->ndims ? NULL : name;
        text.len = 0;
        gt_show_value(var->type, at[i], &text);
        if (var->type.kind == GT_TYPE_ENUM)
            gt_json_string(out, key, gt_str_text(&text));
        else if (var->type.kind == GT_TYPE_ID && at[i] == 0)
            gt_json_null(out, key);
        else
            gt_json_raw(out, key, gt_str_text(&text));
    }
    if (var->ndims)
        gt_json_end(out);
    gt_str_fini(&text);
}

/* ---- processes ---- */

/* Processes that are in the same local state now, in order. */
typedef struct {
    int32_t example;
    GT_VEC(int32_t) ends; /* first and last of each range */
} alike;
typedef GT_VEC(alike) alikes;

static const int32_t *local(const gt_layout *l, const gt_proc *proc, const int32_t *state, int32_t p)
{
    return state + l->procs[proc->index].base + (size_t)(p - 1) * l->procs[proc->index].stride;
}

static void add_process(const gt_layout *l, const gt_proc *proc, const int32_t *state, int32_t p, alikes *all)
{
    size_t bytes = l->procs[proc->index].stride * sizeof *state, g = 0;
    while (g < all->n &&
           memcmp(local(l, proc, state, all->v[g].example), local(l, proc, state, p), bytes) != 0)
        g++;
    if (g == all->n)
        gt_vec_push(all, ((alike){.example = p}));
    alike *a = &all->v[g];
    if (a->ends.n && a->ends.v[a->ends.n - 1] == p - 1) {
        a->ends.v[a->ends.n - 1] = p;
    } else {
        gt_vec_push(&a->ends, p);
        gt_vec_push(&a->ends, p);
    }
}

static void write_alike(const gt_layout *l, const gt_proc *proc, const int32_t *state, const alike *a,
                        gt_json *out)
{
    gt_json_object(out, NULL);
    gt_json_array(out, "ids");
    for (size_t i = 0; i < a->ends.n; i += 2) {
        gt_json_array(out, NULL);
        gt_json_int(out, NULL, a->ends.v[i]);
        gt_json_int(out, NULL, a->ends.v[i + 1]);
        gt_json_end(out);
    }
    gt_json_end(out);
    gt_json_object(out, "state");
    for (uint32_t v = 0; v < proc->nvars; v++)
        values(proc->vars[v], proc->vars[v]->name, state + gt_layout_local(l, proc->vars[v], a->example, 0),
               out);
    gt_json_end(out);
    gt_json_end(out);
}

/* before NULL: all of them; else those that are in another state than then. */
static void write_processes(const gt_layout *l, const gt_proc *proc, const int32_t *before,
                            const int32_t *state, gt_json *out)
{
    size_t bytes = l->procs[proc->index].stride * sizeof *state;
    alikes all = {0};
    for (int32_t p = 1; p <= proc->n; p++)
        if (!before || memcmp(local(l, proc, before, p), local(l, proc, state, p), bytes) != 0)
            add_process(l, proc, state, p, &all);
    if (all.n) {
        gt_json_array(out, proc->name);
        for (size_t g = 0; g < all.n; g++)
            write_alike(l, proc, state, &all.v[g], out);
        gt_json_end(out);
    }
    for (size_t g = 0; g < all.n; g++)
        free(all.v[g].ends.v);
    free(all.v);
}

/* ---- steps ---- */

static void write_step(const gt_run *run, const gt_layout *l, const char *const *names, const int32_t *before,
                       const gt_run_step *step, gt_json *out)
{
    gt_json_object(out, NULL);
    gt_json_string(out, "rule", step->rule ? step->rule->label : NULL);
    if (step->rule && step->rule->owner) {
        gt_json_object(out, "process");
        gt_json_string(out, "type", step->rule->owner->name);
        gt_json_int(out, "id", step->self + 1);
        gt_json_end(out);
    }
    if (step->times > 1)
        gt_json_count(out, "times", step->times);
    if (step->state[0])
        gt_json_bool(out, "error", true);
    gt_json_object(out, "shared");
    for (uint32_t i = 0; i < run->sym->nshared; i++) {
        const gt_var *var = run->sym->shared[i];
        size_t at = gt_layout_shared(l, var, 0);
        if (names[i] && (!before || memcmp(before + at, step->state + at, var->len * sizeof *before) != 0))
            values(var, names[i], step->state + at, out);
    }
    gt_json_end(out);
    gt_json_object(out, "processes");
    for (uint32_t p = 0; p < run->sym->nprocs; p++)
        write_processes(l, run->sym->procs[p], before, step->state, out);
    gt_json_end(out);
    gt_json_end(out);
}

static void write_step_or_null(gt_json *out, const char *name, int64_t step)
{
    if (step < 0)
        gt_json_null(out, name);
    else
        gt_json_int(out, name, step);
}

static void write_served(const gt_run *run, gt_json *out)
{
    gt_json_array(out, "served");
    for (uint32_t i = 0; i < run->nserved; i++) {
        const gt_run_served *s = &run->served[i];
        gt_json_line(out);
        gt_json_object(out, NULL);
        gt_json_string(out, "rule", s->served.turn->rule);
        gt_json_bool(out, "strong", s->served.turn->strong);
        if (s->served.owner) {
            gt_json_object(out, "process");
            gt_json_string(out, "type", s->served.owner->name);
            gt_json_int(out, "id", s->process);
            gt_json_end(out);
        }
        write_step_or_null(out, "moves", s->moves);
        write_step_or_null(out, "unable", s->unable);
        gt_json_bool(out, "never", s->never);
        gt_json_end(out);
    }
    gt_json_end(out);
}

void gt_trace_json(const gt_run *run, const gt_prop *prop, bool whole, gt_json *out)
{
    gt_arena *arena = gt_arena_new();
    const gt_layout *l = gt_layout_new(arena, run->sym);
    const char *const *names = gt_show_names(arena, run->sym, prop);
    gt_json_object(out, "trace");
    if (run->loop_start >= 0)
        gt_json_int(out, "loop", run->loop_start);
    else
        gt_json_null(out, "loop");
    gt_json_bool(out, "renamed", run->renamed);
    gt_json_bool(out, "whole", whole);
    if (run->nserved)
        write_served(run, out);
    gt_json_array(out, "steps");
    for (uint32_t i = 0; i < run->nsteps; i++) {
        gt_json_line(out);
        write_step(run, l, names, i && !whole ? run->steps[i - 1].state : NULL, &run->steps[i], out);
    }
    gt_json_end(out);
    gt_json_end(out);
    gt_arena_free(arena);
}

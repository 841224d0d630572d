/* Runs for tools. */
#include "backends/check/lift/show_impl.h"
#include "ir/mean/layout.h"

static void json_values(const gt_var *var, const int32_t *values, gt_str *out)
{
    gt_str text;
    gt_str_init(&text);
    if (var->ndims)
        gt_str_addc(out, '[');
    for (uint32_t i = 0; i < var->len; i++) {
        if (i)
            gt_str_add(out, ", ");
        if (var->type.kind == GT_TYPE_ENUM) {
            gt_value_print(var->type, values[i], &text);
            gt_str_json(out, gt_str_text(&text));
            text.len = 0;
        } else if (var->type.kind == GT_TYPE_ID && values[i] == 0) {
            gt_str_add(out, "null");
        } else {
            gt_show_value(var->type, values[i], out);
        }
    }
    if (var->ndims)
        gt_str_addc(out, ']');
    gt_str_fini(&text);
}

static void json_step(const gt_run *run, const gt_layout *l, const char *const *names,
                      const gt_run_step *step, gt_str *out)
{
    gt_str_add(out, "{\"rule\": ");
    if (step->rule)
        gt_str_json(out, step->rule->label);
    else
        gt_str_add(out, "null");
    if (step->rule && step->rule->owner) {
        gt_str_add(out, ", \"process\": {\"type\": ");
        gt_str_json(out, step->rule->owner->name);
        gt_str_addf(out, ", \"id\": %d}", step->self + 1);
    }
    if (step->times > 1)
        gt_str_addf(out, ", \"times\": %llu", (unsigned long long)step->times);
    if (step->state[0])
        gt_str_add(out, ", \"error\": true");
    gt_str_add(out, ", \"shared\": {");
    const char *between = "";
    for (uint32_t i = 0; i < run->sym->nshared; i++) {
        const gt_var *var = run->sym->shared[i];
        if (!names[i])
            continue;
        gt_str_add(out, between);
        between = ", ";
        gt_str_json(out, names[i]);
        gt_str_add(out, ": ");
        json_values(var, step->state + gt_layout_shared(l, var, 0), out);
    }
    gt_str_add(out, "}, \"processes\": {");
    for (uint32_t p = 0; p < run->sym->nprocs; p++) {
        const gt_proc *proc = run->sym->procs[p];
        gt_str_add(out, p ? ", " : "");
        gt_str_json(out, proc->name);
        gt_str_add(out, ": [");
        for (int32_t i = 1; i <= proc->n; i++) {
            gt_str_add(out, i > 1 ? ", {" : "{");
            for (uint32_t v = 0; v < proc->nvars; v++) {
                gt_str_add(out, v ? ", " : "");
                gt_str_json(out, proc->vars[v]->name);
                gt_str_add(out, ": ");
                json_values(proc->vars[v], step->state + gt_layout_local(l, proc->vars[v], i, 0), out);
            }
            gt_str_addc(out, '}');
        }
        gt_str_addc(out, ']');
    }
    gt_str_add(out, "}}");
}

void gt_trace_json(const gt_run *run, const gt_prop *prop, gt_str *out)
{
    gt_arena *arena = gt_arena_new();
    const gt_layout *l = gt_layout_new(arena, run->sym);
    const char *const *names = gt_show_names(arena, run->sym, prop);
    gt_str_add(out, "{\"loop\": ");
    if (run->loop_start >= 0)
        gt_str_addf(out, "%d", run->loop_start);
    else
        gt_str_add(out, "null");
    if (run->renamed)
        gt_str_add(out, ", \"renamed\": true");
    gt_str_add(out, ", \"steps\": [");
    for (uint32_t i = 0; i < run->nsteps; i++) {
        gt_str_add(out, i ? ",\n    " : "\n    ");
        json_step(run, l, names, &run->steps[i], out);
    }
    gt_str_add(out, "]}");
    gt_arena_free(arena);
}

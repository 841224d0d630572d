/* Runs as XML. */
#include "backends/check/lift/show_impl.h"
#include "ir/mean/layout.h"

static void xml_text(const char *text, gt_str *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': gt_str_add(out, "&lt;"); break;
        case '>': gt_str_add(out, "&gt;"); break;
        case '&': gt_str_add(out, "&amp;"); break;
        case '"': gt_str_add(out, "&quot;"); break;
        default: gt_str_addc(out, *text);
        }
    }
}

static void xml_variable(const char *element, const char *name, const gt_var *var, const int32_t *values,
                         gt_str *out)
{
    gt_str text;
    gt_str_init(&text);
    gt_show_elements(var, values, &text);
    gt_str_begin(out);
    gt_str_addf(out, "<%s name=\"", element);
    xml_text(name, out);
    gt_str_add(out, "\" value=\"");
    xml_text(gt_str_text(&text), out);
    gt_str_add(out, "\"/>\n");
    gt_str_fini(&text);
}

static void xml_step(const gt_run *run, const gt_layout *l, const char *const *names, const gt_run_step *step,
                     gt_str *out)
{
    gt_str_begin(out);
    gt_str_add(out, "<step");
    if (step->rule) {
        gt_str_add(out, " rule=\"");
        xml_text(step->rule->label, out);
        gt_str_addc(out, '"');
    }
    if (step->rule && step->rule->owner)
        gt_str_addf(out, " process=\"%s %d\"", step->rule->owner->name, step->self + 1);
    if (step->times > 1)
        gt_str_addf(out, " times=\"%llu\"", (unsigned long long)step->times);
    gt_str_add(out, step->state[0] ? " error=\"true\">\n" : ">\n");
    out->indent++;
    for (uint32_t i = 0; i < run->sym->nshared; i++)
        if (names[i])
            xml_variable("shared", names[i], run->sym->shared[i],
                         step->state + gt_layout_shared(l, run->sym->shared[i], 0), out);
    for (uint32_t p = 0; p < run->sym->nprocs; p++) {
        const gt_proc *proc = run->sym->procs[p];
        for (int32_t i = 1; i <= proc->n; i++) {
            gt_str_line(out, "<process type=\"%s\" id=\"%d\">", proc->name, i);
            out->indent++;
            for (uint32_t v = 0; v < proc->nvars; v++)
                xml_variable("local", proc->vars[v]->name, proc->vars[v],
                             step->state + gt_layout_local(l, proc->vars[v], i, 0), out);
            out->indent--;
            gt_str_line(out, "</process>");
        }
    }
    out->indent--;
    gt_str_line(out, "</step>");
}

void gt_trace_xml(const gt_run *run, const gt_prop *prop, gt_str *out)
{
    gt_arena *arena = gt_arena_new();
    const gt_layout *l = gt_layout_new(arena, run->sym);
    const char *const *names = gt_show_names(arena, run->sym, prop);
    if (run->loop_start >= 0)
        gt_str_line(out, "<run loop=\"%d\"%s>", run->loop_start, run->renamed ? " renamed=\"true\"" : "");
    else
        gt_str_line(out, "<run>");
    out->indent++;
    for (uint32_t i = 0; i < run->nsteps; i++)
        xml_step(run, l, names, &run->steps[i], out);
    out->indent--;
    gt_str_line(out, "</run>");
    gt_arena_free(arena);
}

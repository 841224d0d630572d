#include "backends/check/lift/show.h"

#include "ir/mean/layout.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* Up to so many processes of a type each have a column; of more, a line says how many are in which local
 * state. */
enum { COLUMNS_MAX = 16 };

typedef struct {
    const gt_run *run;
    const gt_layout *layout;
    const char *const *names; /* of the shared variables; NULL: not shown */
    gt_arena *arena;
    uint32_t ncolumns;   /* step, rule, process, shared, then those of the processes */
    const char ***cells; /* per row, per column */
    uint32_t nrows;
} table;

/* ---- names ---- */

/* Whether `name` means something else than binder i of the prefix: a shared variable, or another binder. */
static bool is_taken(const gt_sym *sym, const gt_prop *prop, const char *const *names, uint32_t i,
                     const char *name)
{
    for (uint32_t v = 0; v < sym->nshared; v++)
        if (!sym->shared[v]->is_ghost && !strcmp(sym->shared[v]->name, name))
            return true;
    for (uint32_t k = 0; k < prop->nprefix; k++) {
        if (k > i && !strcmp(names[k], name))
            return true;
        if (k < i && name != prop->prefix[i]->name && !strcmp(prop->prefix[k]->name, name))
            return true;
    }
    return false;
}

/* The binders' own names where those are free; of two with one name the inner one keeps it. */
static const char *const *prefix_names(gt_arena *arena, const gt_sym *sym, const gt_prop *prop)
{
    const char **names = GT_NEW_ARRAY(arena, const char *, prop->nprefix);
    for (uint32_t i = prop->nprefix; i-- > 0;) {
        const char *own = prop->prefix[i]->name;
        names[i] = own;
        for (unsigned n = 1; is_taken(sym, prop, names, i, names[i]); n++)
            names[i] = gt_arena_printf(arena, "%s_%u", own, n);
    }
    return names;
}

static const char *const *shared_names(gt_arena *arena, const gt_sym *sym, const gt_prop *prop)
{
    const char **names = GT_NEW_ARRAY(arena, const char *, sym->nshared);
    const char *const *prefix = prop ? prefix_names(arena, sym, prop) : NULL;
    uint32_t *next = GT_NEW_ARRAY(arena, uint32_t, sym->nprocs); /* binders to look at, by type */
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        if (!prop || !var->is_ghost) {
            names[i] = var->name;
            continue;
        }
        uint32_t *k = &next[var->type.proc->index]; /* a property uses the ghosts of each type in order */
        while (*k < prop->nprefix && prop->prefix[*k]->type.proc->index != var->type.proc->index)
            ++*k;
        if (*k < prop->nprefix)
            names[i] = prefix[(*k)++];
    }
    return names;
}

/* ---- texts of values ---- */

static void add_value(gt_type type, int32_t value, gt_str *out)
{
    if (type.kind == GT_TYPE_ID) {
        if (value == 0)
            gt_str_add(out, "none");
        else
            gt_str_addf(out, "%d", value);
        return;
    }
    gt_value_print(type, value, out);
}

static void add_elements(const gt_var *var, const int32_t *values, gt_str *out)
{
    if (var->ndims)
        gt_str_addc(out, '[');
    for (uint32_t i = 0; i < var->len; i++) {
        if (i)
            gt_str_addc(out, ' ');
        add_value(var->type, values[i], out);
    }
    if (var->ndims)
        gt_str_addc(out, ']');
}

/* "Trying", "Trying m=req": the location, then the other local variables. */
static void add_local_state(const table *t, const gt_proc *proc, int32_t process, const int32_t *state,
                            gt_str *out)
{
    bool first = true;
    if (proc->loc) {
        add_value(proc->loc->type, state[gt_layout_local(t->layout, proc->loc, process, 0)], out);
        first = false;
    }
    for (uint32_t v = 0; v < proc->nvars; v++) {
        const gt_var *var = proc->vars[v];
        if (var == proc->loc)
            continue;
        gt_str_addf(out, "%s%s=", first ? "" : " ", var->name);
        add_elements(var, state + gt_layout_local(t->layout, var, process, 0), out);
        first = false;
    }
    if (first)
        gt_str_addc(out, '-');
}

static const char *finish(table *t, gt_str *s)
{
    const char *text = gt_arena_strdup(t->arena, gt_str_text(s));
    s->len = 0;
    if (s->text)
        s->text[0] = '\0';
    return text;
}

static void add_shared(const table *t, const int32_t *state, gt_str *out)
{
    const gt_sym *sym = t->run->sym;
    const char *between = "";
    for (uint32_t i = 0; i < sym->nshared; i++) {
        const gt_var *var = sym->shared[i];
        if (!t->names[i])
            continue;
        gt_str_addf(out, "%s%s=", between, t->names[i]);
        add_elements(var, state + gt_layout_shared(t->layout, var, 0), out);
        between = " ";
    }
    if (state[0])
        gt_str_addf(out, "%sERROR", between);
}

static void add_process(const gt_run_step *step, gt_str *out)
{
    const gt_rule *r = step->rule;
    if (!r)
        return;
    if (step->times > 1)
        return;
    if (r->owner)
        gt_str_addf(out, "%s %d", r->owner->name, step->self + 1);
    for (uint32_t i = 0; i < r->npartners; i++)
        gt_str_addf(out, "%swith %s %d", out->len ? " " : "", r->partners[i]->type.proc->name,
                    step->bound[i] + 1);
}

/* How many processes of a type are in which local state, in order of first appearance. */
static void add_population(table *t, const gt_proc *proc, const int32_t *state, gt_str *out)
{
    const gt_proc_layout *l = &t->layout->procs[proc->index];
    typedef struct {
        int32_t example;
        int64_t count;
    } group;
    GT_VEC(group) groups = {0};
    for (int32_t p = 1; p <= proc->n; p++) {
        const int32_t *mine = state + l->base + (size_t)(p - 1) * l->stride;
        size_t g = 0;
        for (; g < groups.n; g++)
            if (!memcmp(state + l->base + (size_t)(groups.v[g].example - 1) * l->stride, mine,
                        l->stride * sizeof *mine))
                break;
        if (g == groups.n)
            gt_vec_push(&groups, ((group){p, 0}));
        groups.v[g].count++;
    }
    for (size_t g = 0; g < groups.n; g++) {
        gt_str_add(out, g ? ", " : "");
        add_local_state(t, proc, groups.v[g].example, state, out);
        gt_str_addf(out, " x%lld", (long long)groups.v[g].count);
    }
    free(groups.v);
}

/* ---- the table ---- */

static uint32_t columns_of(const gt_proc *proc)
{
    return proc->n <= COLUMNS_MAX ? (uint32_t)proc->n : 1;
}

static void fill_row(table *t, uint32_t row, gt_str *s)
{
    const gt_run_step *step = &t->run->steps[row];
    const char **cells = t->cells[row + 1];
    cells[0] = gt_arena_printf(t->arena, "%u", row);
    if (row == 0)
        cells[1] = "(initial)";
    else if (!step->rule)
        cells[1] = "(no rule)";
    else if (step->times > 1)
        cells[1] =
            gt_arena_printf(t->arena, "%s, %llu times", step->rule->label, (unsigned long long)step->times);
    else
        cells[1] = step->rule->label;
    add_process(step, s);
    cells[2] = finish(t, s);
    add_shared(t, step->state, s);
    cells[3] = finish(t, s);
    uint32_t at = 4;
    for (uint32_t p = 0; p < t->run->sym->nprocs; p++) {
        const gt_proc *proc = t->run->sym->procs[p];
        if (proc->n > COLUMNS_MAX) {
            add_population(t, proc, step->state, s);
            cells[at++] = finish(t, s);
            continue;
        }
        for (int32_t i = 1; i <= proc->n; i++) {
            add_local_state(t, proc, i, step->state, s);
            cells[at++] = finish(t, s);
        }
    }
}

static void fill_head(table *t)
{
    static const char *const names[4] = {"step", "rule", "process", "shared"};
    const char **head = t->cells[0];
    for (int i = 0; i < 4; i++)
        head[i] = names[i];
    uint32_t at = 4;
    for (uint32_t p = 0; p < t->run->sym->nprocs; p++) {
        const gt_proc *proc = t->run->sym->procs[p];
        uint32_t n = columns_of(proc);
        for (uint32_t i = 0; i < n; i++)
            head[at++] =
                i ? "" : gt_arena_printf(t->arena, proc->n > 1 ? "%s[1..%d]" : "%s[%d]", proc->name, proc->n);
    }
}

static void open_table(table *t, const gt_run *run, const gt_prop *prop)
{
    *t = (table){.run = run, .arena = gt_arena_new(), .ncolumns = 4, .nrows = run->nsteps + 1};
    t->layout = gt_layout_new(t->arena, run->sym);
    t->names = shared_names(t->arena, run->sym, prop);
    for (uint32_t p = 0; p < run->sym->nprocs; p++)
        t->ncolumns += columns_of(run->sym->procs[p]);
    t->cells = GT_NEW_ARRAY(t->arena, const char **, t->nrows);
    for (uint32_t r = 0; r < t->nrows; r++)
        t->cells[r] = GT_NEW_ARRAY(t->arena, const char *, t->ncolumns);
    fill_head(t);
    gt_str s;
    gt_str_init(&s);
    for (uint32_t r = 0; r < run->nsteps; r++)
        fill_row(t, r, &s);
    gt_str_fini(&s);
}

/* Width of a column; the heads of process columns may reach over the following ones. */
static size_t width_of(const table *t, uint32_t column)
{
    size_t width = 0;
    for (uint32_t r = column < 4 ? 0 : 1; r < t->nrows; r++)
        if (strlen(t->cells[r][column]) > width)
            width = strlen(t->cells[r][column]);
    bool last_of_type = column >= 4 && (column + 1 == t->ncolumns || t->cells[0][column + 1][0]);
    if (last_of_type && t->cells[0][column][0] && strlen(t->cells[0][column]) > width)
        width = strlen(t->cells[0][column]);
    return width;
}

static void add_row(const table *t, uint32_t row, const size_t *widths, gt_trace_mode mode, gt_str *out)
{
    size_t owed = 0; /* blanks still to be written: none at the end of a line */
    gt_str_add(out, "  ");
    for (uint32_t c = 0; c < t->ncolumns; c++) {
        const char *cell = t->cells[row][c];
        bool same = mode == GT_TRACE_DIFF && row > 1 && c >= 3 && strcmp(cell, t->cells[row - 1][c]) == 0;
        if (same)
            cell = ".";
        bool right = c == 0 && row > 0;
        size_t len = strlen(cell);
        if (widths[c] == 0)
            continue;
        if (right)
            owed += widths[c] - len;
        if (len) {
            gt_str_addf(out, "%*s%s", (int)owed, "", cell);
            owed = 0;
        }
        size_t used = right ? widths[c] : len;
        owed += (widths[c] > used ? widths[c] - used : 0) + 2;
        if (used > widths[c]) { /* a head reaching over */
            size_t over = used - widths[c];
            while (c + 1 < t->ncolumns && !t->cells[row][c + 1][0] && over) {
                size_t next = widths[c + 1] + 2;
                c++;
                size_t cut = over < next ? over : next;
                owed += next - cut;
                over -= cut;
            }
        }
    }
    gt_str_addc(out, '\n');
}

void gt_trace_text(const gt_run *run, const gt_prop *prop, gt_trace_mode mode, gt_str *out)
{
    if (mode == GT_TRACE_OFF)
        return;
    table t;
    open_table(&t, run, prop);
    size_t *widths = GT_NEW_ARRAY(t.arena, size_t, t.ncolumns);
    for (uint32_t c = 0; c < t.ncolumns; c++)
        widths[c] = width_of(&t, c);
    bool shows = false;
    for (uint32_t r = 1; r < t.nrows; r++)
        shows = shows || t.cells[r][3][0];
    if (!shows)
        widths[3] = 0;
    for (uint32_t r = 0; r < t.nrows; r++)
        add_row(&t, r, widths, mode, out);
    if (run->loop_start >= 0)
        gt_str_addf(out, "  and from step %u on as from step %d, for ever%s\n", run->nsteps - 1,
                    run->loop_start, run->renamed ? ", up to a renaming of the processes" : "");
    gt_arena_free(t.arena);
}

/* ---- for tools ---- */

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
            add_value(var->type, values[i], out);
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
    const char *const *names = shared_names(arena, run->sym, prop);
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
    add_elements(var, values, &text);
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
    const char *const *names = shared_names(arena, run->sym, prop);
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

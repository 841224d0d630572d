/* A run as a table: a row for each step, a column for each shared variable that changes, and for each
 * process, or, where they are many, for each location. */
#include "backends/check/lift/show.h"
#include "driver/page/impl.h"
#include "ir/mean/layout.h"
#include "runtime/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALONE = 8,       /* so many processes of a type have a column each */
    MOST_ROWS = 300, /* of longer runs the first and the last ones are there */
    KEPT_ROWS = 100,
    MOST_TOLD = 3 /* processes that a cell tells of */
};

typedef struct {
    const gt_run *run;
    const gt_prop *prop;
    const gt_layout *layout;
    const char *const *names;
    bool *moves; /* per shared variable: it changes */
    bool extras; /* some type has local variables beside its location */
    gt_arena *arena;
    gt_str *out;
} sheet;

static bool differ(const int32_t *a, const int32_t *b, size_t at, uint32_t len)
{
    return memcmp(a + at, b + at, len * sizeof *a) != 0;
}

static const int32_t *state_at(const sheet *s, uint32_t step)
{
    return s->run->steps[step].state;
}

/* The state before; of the first step its own. */
static const int32_t *state_before(const sheet *s, uint32_t step)
{
    return state_at(s, step ? step - 1 : 0);
}

static bool is_crowd(const gt_proc *proc)
{
    return proc->n > ALONE;
}

static uint32_t columns_of(const gt_proc *proc)
{
    return !is_crowd(proc) ? (uint32_t)proc->n : proc->loc ? proc->loc->type.en->nvalues : 1;
}

/* ---- values ---- */

static void add_value(gt_str *out, gt_type type, int32_t value)
{
    if (type.kind == GT_TYPE_ID && value == 0)
        gt_str_add(out, "none");
    else if (type.kind == GT_TYPE_ID)
        gt_str_addf(out, "%" PRId32, value);
    else
        gt_value_print(type, value, out);
}

static void put_value(sheet *s, const gt_var *var, const int32_t *values)
{
    gt_str text;
    gt_str_init(&text);
    gt_str_add(&text, var->ndims ? "[" : "");
    for (uint32_t i = 0; i < var->len; i++) {
        gt_str_add(&text, i ? " " : "");
        add_value(&text, var->type, values[i]);
    }
    gt_str_add(&text, var->ndims ? "]" : "");
    gt_html_text(s->out, gt_str_text(&text));
    gt_str_fini(&text);
}

/* ---- cells ---- */

static void shared_cell(sheet *s, uint32_t v, uint32_t step)
{
    const gt_var *var = s->run->sym->shared[v];
    size_t at = gt_layout_shared(s->layout, var, 0);
    gt_str_add(s->out,
               differ(state_before(s, step), state_at(s, step), at, var->len) ? "<td class=\"ch\">" : "<td>");
    put_value(s, var, state_at(s, step) + at);
}

/* A location and what else is not as at the start, or has just become so again. */
static void one_process(sheet *s, const gt_proc *proc, int32_t p, uint32_t step, bool plain)
{
    const int32_t *first = state_at(s, 0), *old = state_before(s, step), *new = state_at(s, step);
    bool said = false;
    for (uint32_t k = 0; k <= proc->nvars; k++) {
        const gt_var *var = k ? proc->vars[k - 1] : proc->loc;
        if (!var || (k && var == proc->loc))
            continue;
        size_t at = gt_layout_local(s->layout, var, p, 0);
        bool changed = differ(old, new, at, var->len);
        if (k && !changed && !differ(first, new, at, var->len))
            continue;
        if (!plain)
            gt_str_add(s->out, changed ? "<i class=\"ch\">" : k ? "<i class=\"d0\">" : "<i>");
        if (k) {
            gt_html_text(s->out, var->name);
            gt_str_addc(s->out, '=');
        }
        put_value(s, var, new + at);
        gt_str_add(s->out, plain ? " " : "</i>");
        said = true;
    }
    if (!said)
        gt_str_add(s->out, "–");
}

static void process_cell(sheet *s, const gt_proc *proc, int32_t p, uint32_t step)
{
    const gt_proc_layout *l = &s->layout->procs[proc->index];
    size_t at = l->base + (size_t)(p - 1) * l->stride;
    bool plain = proc->loc && proc->nvars == 1;
    bool changed = differ(state_before(s, step), state_at(s, step), at, l->stride);
    bool as_first = !differ(state_at(s, 0), state_at(s, step), at, l->stride);
    gt_str_add(s->out, plain && changed ? "<td class=\"ch\">" : as_first ? "<td class=\"d0\">" : "<td>");
    one_process(s, proc, p, step, plain);
}

static void count_locations(const sheet *s, const gt_proc *proc, const int32_t *state, uint32_t *counts)
{
    memset(counts, 0, proc->loc->type.en->nvalues * sizeof *counts);
    for (int32_t p = 1; p <= proc->n; p++)
        counts[state[gt_layout_local(s->layout, proc->loc, p, 0)]]++;
}

static void count_cells(sheet *s, const gt_proc *proc, uint32_t step)
{
    uint32_t n = proc->loc->type.en->nvalues;
    uint32_t *old = gt_xcalloc((size_t)2 * n, sizeof *old), *new = old + n;
    count_locations(s, proc, state_before(s, step), old);
    count_locations(s, proc, state_at(s, step), new);
    for (uint32_t l = 0; l < n; l++) {
        gt_str_add(s->out, old[l] != new[l] ? "<td class=\"ch\">" : new[l] ? "<td>" : "<td class=\"d0\">");
        gt_html_number(s->out, new[l]);
    }
    free(old);
}

/* Where there are no locations: who changes. */
static void change_cell(sheet *s, const gt_proc *proc, uint32_t step)
{
    const gt_proc_layout *l = &s->layout->procs[proc->index];
    uint32_t told = 0, more = 0;
    gt_str_add(s->out, "<td>");
    for (int32_t p = 1; p <= proc->n; p++) {
        size_t at = l->base + (size_t)(p - 1) * l->stride;
        if (!differ(state_before(s, step), state_at(s, step), at, l->stride))
            continue;
        if (told == MOST_TOLD) {
            more++;
            continue;
        }
        gt_str_addf(s->out, "%s%" PRId32 ": ", told++ ? "; " : "", p);
        one_process(s, proc, p, step, true);
    }
    if (more)
        gt_str_addf(s->out, " and %" PRIu32 " more", more);
}

static void type_cells(sheet *s, const gt_proc *proc, uint32_t step)
{
    if (!is_crowd(proc))
        for (int32_t p = 1; p <= proc->n; p++)
            process_cell(s, proc, p, step);
    else if (proc->loc)
        count_cells(s, proc, step);
    else
        change_cell(s, proc, step);
}

/* ---- rows ---- */

static void rule_cell(sheet *s, uint32_t step)
{
    const gt_run_step *at = &s->run->steps[step];
    gt_str_add(s->out, "<td>");
    if (!step)
        gt_str_add(s->out, "(initial)");
    else if (!at->rule)
        gt_str_add(s->out, "(no rule)");
    else
        gt_html_label(s->out, at->rule->label);
    if (at->times > 1) {
        gt_str_addf(s->out, ", %" PRIu64 " times", at->times);
    } else if (at->rule && at->rule->owner) {
        gt_str_add(s->out, " <span class=\"who\">");
        gt_html_text(s->out, at->rule->owner->name);
        gt_str_addf(s->out, " %" PRId32, at->self + 1);
        for (uint32_t i = 0; i < at->rule->npartners; i++) {
            gt_str_add(s->out, " with ");
            gt_html_text(s->out, at->rule->partners[i]->type.proc->name);
            gt_str_addf(s->out, " %" PRId32, at->bound[i] + 1);
        }
        gt_str_add(s->out, "</span>");
    }
    if (at->state[0])
        gt_str_add(s->out, " <b class=\"bad\">error</b>");
}

static void row(sheet *s, uint32_t step)
{
    int64_t loop = s->run->loop_start;
    gt_str_addf(s->out, "<tr data-k=\"%" PRIu32 "\"", step);
    if (loop >= 0 && step >= loop)
        gt_str_addf(s->out, " class=\"lp%s%s\"", step == loop ? " lp0" : "",
                    step + 1 == s->run->nsteps ? " lp1" : "");
    gt_str_addf(s->out, "><td>%" PRIu32, step);
    rule_cell(s, step);
    for (uint32_t v = 0; v < s->run->sym->nshared; v++)
        if (s->moves[v])
            shared_cell(s, v, step);
    for (uint32_t t = 0; t < s->run->sym->nprocs; t++)
        type_cells(s, s->run->sym->procs[t], step);
    gt_str_add(s->out, "\n");
}

static void head(sheet *s)
{
    const gt_sym *sym = s->run->sym;
    gt_str_add(
        s->out,
        "<thead><tr><th scope=\"col\" rowspan=\"2\">step<th scope=\"col\" rowspan=\"2\">rule, process");
    for (uint32_t v = 0; v < sym->nshared; v++) {
        if (!s->moves[v])
            continue;
        gt_str_add(s->out, "<th scope=\"col\" rowspan=\"2\" class=\"m\">");
        gt_html_text(s->out, s->names[v]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        gt_str_addf(s->out, "<th scope=\"colgroup\" colspan=\"%" PRIu32 "\">", columns_of(sym->procs[t]));
        gt_html_text(s->out, sym->procs[t]->name);
        if (is_crowd(sym->procs[t]))
            gt_str_add(s->out, sym->procs[t]->loc ? ": how many in each location" : ": who changes");
    }
    gt_str_add(s->out, "<tr>");
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc *proc = sym->procs[t];
        for (uint32_t i = 0; i < columns_of(proc); i++) {
            gt_str_add(s->out, "<th scope=\"col\">");
            if (!is_crowd(proc))
                gt_str_addf(s->out, "%" PRIu32, i + 1);
            else if (proc->loc)
                gt_html_text(s->out, proc->loc->type.en->values[i]);
        }
    }
    gt_str_add(s->out, "</thead>\n");
}

/* ---- around the table ---- */

/* "i = Client 1 throughout (the process that the property follows)." */
static void say_constant(sheet *s)
{
    const gt_sym *sym = s->run->sym;
    for (uint32_t v = 0; v < sym->nshared; v++) {
        const gt_var *var = sym->shared[v];
        if (!s->names[v] || s->moves[v])
            continue;
        const int32_t *values = state_at(s, 0) + gt_layout_shared(s->layout, var, 0);
        gt_str_add(s->out, " <code>");
        gt_html_text(s->out, s->names[v]);
        gt_str_add(s->out, " = ");
        if (var->type.kind == GT_TYPE_ID && !var->ndims && values[0]) {
            gt_html_text(s->out, var->type.proc->name);
            gt_str_addc(s->out, ' ');
        }
        put_value(s, var, values);
        gt_str_addf(s->out, "</code> throughout%s.",
                    var->is_ghost ? " (the process that the property follows)" : "");
    }
}

static void say_caption(sheet *s, const gt_page_prop *p)
{
    uint32_t n = s->run->nsteps - 1;
    bool shortest = p->result->shortest, fails = p->result->verdict == GT_VERDICT_FAILS;
    gt_str_addf(s->out, "<p class=\"cap\">%s %s of <b class=\"m\">", shortest ? "Shortest" : "A",
                fails ? "counterexample" : "witness");
    gt_html_text(s->out, s->prop->name);
    gt_str_addf(s->out, "</b>, %" PRIu32 " step%s.", n, n == 1 ? "" : "s");
    say_constant(s);
    if (s->extras)
        gt_str_add(s->out, " Local variables at their initial value are left out.");
    if (n >= MOST_ROWS)
        gt_str_addf(s->out, " Shown here are the first and the last %d steps.", KEPT_ROWS);
    gt_str_add(s->out, "</p>\n");
}

/* How everybody who must have a turn has one in the loop. */
static void say_served(sheet *s)
{
    for (uint32_t i = 0; i < s->run->nserved; i++) {
        gt_str_add(s->out, i ? "<br>" : "<p class=\"end l\">");
        gt_html_text(s->out, gt_show_served(s->arena, &s->run->served[i]));
    }
    gt_str_add(s->out, s->run->nserved ? "</p>" : "");
}

static void say_end(sheet *s, const gt_page_prop *p)
{
    uint32_t n = s->run->nsteps - 1;
    if (s->run->loop_start >= 0) {
        gt_str_addf(s->out,
                    "<p class=\"end l\">↻ Step %" PRIu32 " is the state of step %" PRId32
                    "%s: from here on as from step %" PRId32 ", for ever.</p>",
                    n, s->run->loop_start, s->run->renamed ? ", up to a renaming of the processes" : "",
                    s->run->loop_start);
        say_served(s);
    } else if (p->result->verdict == GT_VERDICT_FAILS) {
        gt_str_addf(s->out, "<p class=\"end b\">The run to step %" PRIu32 " violates ", n);
        gt_html_text(s->out, s->prop->name);
        gt_str_add(s->out, ".</p>");
    }
}

static void look(sheet *s)
{
    const gt_sym *sym = s->run->sym;
    s->moves = GT_NEW_ARRAY(s->arena, bool, (size_t)sym->nshared + 1);
    for (uint32_t v = 0; v < sym->nshared; v++)
        for (uint32_t k = 1; k < s->run->nsteps && s->names[v]; k++)
            s->moves[v] =
                s->moves[v] || differ(state_at(s, k - 1), state_at(s, k),
                                      gt_layout_shared(s->layout, sym->shared[v], 0), sym->shared[v]->len);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        s->extras =
            s->extras || (!is_crowd(sym->procs[t]) && sym->procs[t]->nvars > (sym->procs[t]->loc != NULL));
}

void gt_page_run(const gt_page_prop *p, gt_str *out)
{
    gt_arena *arena = gt_arena_new();
    const gt_run *run = p->run;
    sheet s = {.run = run, .prop = p->result->prop, .arena = arena, .out = out};
    s.layout = gt_layout_new(arena, run->sym);
    s.names = gt_show_names(arena, run->sym, s.prop);
    look(&s);
    say_caption(&s, p);
    gt_str_add(out, "<div class=\"tw\" tabindex=\"0\" role=\"region\" aria-label=\"steps of the run\"><table "
                    "class=\"tr\">");
    head(&s);
    gt_str_add(out, "<tbody>\n");
    bool all = run->nsteps <= MOST_ROWS;
    for (uint32_t i = 0; i < run->nsteps; i++)
        if (all || i < KEPT_ROWS || i >= run->nsteps - KEPT_ROWS)
            row(&s, i);
        else if (i == KEPT_ROWS)
            gt_str_add(out, "<tr class=\"gap\"><td><td>…\n");
    gt_str_add(out, "</tbody></table></div>\n");
    say_end(&s, p);
    gt_arena_free(arena);
}

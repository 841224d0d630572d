/* A run step by step: what fired, then what changed, in as many lines as that takes. */
#include "backends/check/lift/show_impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

typedef GT_VEC(const char *) items;

/* Processes that the same is said of; their numbers come in order. */
typedef struct {
    const char *text;
    int32_t count, first, last; /* first, last: of the range that is not closed yet */
    uint32_t nranges;
    gt_str ranges; /* "1..3, 7" */
} crowd;
typedef GT_VEC(crowd) crowds;

enum { MOST_RANGES = 4 };

/* ---- what is said ---- */

static void close_range(crowd *c)
{
    gt_str_addf(&c->ranges, "%s%d", c->nranges++ ? ", " : "", c->first);
    if (c->last > c->first)
        gt_str_addf(&c->ranges, "%s%d", c->last > c->first + 1 ? ".." : ", ", c->last);
}

static void add_to_crowd(crowds *all, const char *text, int32_t p)
{
    size_t g = 0;
    while (g < all->n && strcmp(all->v[g].text, text) != 0)
        g++;
    if (g == all->n) {
        crowd new = {.text = text, .first = p, .last = p - 1};
        gt_str_init(&new.ranges);
        gt_vec_push(all, new);
    }
    crowd *c = &all->v[g];
    if (c->last != p - 1) {
        if (c->nranges <= MOST_RANGES)
            close_range(c);
        c->first = p;
    }
    c->last = p;
    c->count++;
}

static void end_crowds(const gt_view *s, crowds *all, const gt_proc *proc, items *out)
{
    for (size_t g = 0; g < all->n; g++) {
        crowd *c = &all->v[g];
        if (c->nranges <= MOST_RANGES)
            close_range(c);
        const char *who = c->nranges <= MOST_RANGES
                              ? gt_arena_printf(s->arena, "%s %s", proc->name, gt_str_text(&c->ranges))
                              : gt_arena_printf(s->arena, "%d of %s", c->count, proc->name);
        gt_vec_push(out, gt_arena_printf(s->arena, "%s: %s", who, c->text));
        gt_str_fini(&c->ranges);
    }
    free(all->v);
}

/* Of each process the variables that `which` marks; the text of its neighbour is used again when it is the
 * same. */
typedef void marks(const gt_view *s, const gt_proc *proc, int32_t p, const void *arg, bool *which);

static bool marks_any(const gt_proc *proc, const bool *which)
{
    bool any = false;
    for (uint32_t v = 0; v < proc->nvars; v++)
        any = any || which[v];
    return any;
}

static void say_processes(const gt_view *s, const gt_proc *proc, const int32_t *state, marks *mark,
                          const void *arg, items *out)
{
    crowds all = {0};
    bool *which = gt_xcalloc((size_t)proc->nvars + 1, sizeof *which);
    const char *before = "";
    gt_str text;
    gt_str_init(&text);
    for (int32_t p = 1; p <= proc->n; p++) {
        memset(which, 0, proc->nvars * sizeof *which);
        mark(s, proc, p, arg, which);
        if (!marks_any(proc, which))
            continue;
        gt_show_local(s, proc, p, state, which, &text);
        if (strcmp(gt_str_text(&text), before) != 0)
            before = gt_arena_strdup(s->arena, gt_str_text(&text));
        text.len = 0;
        add_to_crowd(&all, before, p);
    }
    end_crowds(s, &all, proc, out);
    gt_str_fini(&text);
    free(which);
}

static void mark_all(const gt_view *s, const gt_proc *proc, int32_t p, const void *arg, bool *which)
{
    (void)s, (void)p, (void)arg;
    for (uint32_t v = 0; v < proc->nvars; v++)
        which[v] = true;
}

/* What became of each process since the states in `arg`. */
static void mark_changes(const gt_view *s, const gt_proc *proc, int32_t p, const void *arg, bool *which)
{
    const int32_t *const *states = arg;
    for (uint32_t v = 0; v < proc->nvars; v++) {
        size_t at = gt_layout_local(s->layout, proc->vars[v], p, 0);
        which[v] = memcmp(states[0] + at, states[1] + at, proc->vars[v]->len * sizeof **states) != 0;
    }
}

static void mark_unchanged(const gt_view *s, const gt_proc *proc, int32_t p, const void *arg, bool *which)
{
    const gt_show_type *t = arg;
    bool moves =
        t->grouped || (t->nmovers && bsearch(&p, t->movers, (size_t)t->nmovers, sizeof p, gt_show_by_number));
    (void)s;
    for (uint32_t v = 0; v < proc->nvars; v++)
        which[v] = !moves || !t->moves[v];
}

static void say_shared(const gt_view *s, uint32_t i, const int32_t *state, items *out)
{
    const gt_var *var = s->run->sym->shared[i];
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "%s=", s->names[i]);
    gt_show_elements(var, state + gt_layout_shared(s->layout, var, 0), &text);
    gt_vec_push(out, gt_show_finish(s, &text));
    gt_str_fini(&text);
}

/* A whole state; before: only what is new since then. */
static void say_state(const gt_view *s, const int32_t *before, const int32_t *state, items *out)
{
    const gt_sym *sym = s->run->sym;
    const int32_t *const both[2] = {before, state};
    for (uint32_t i = 0; i < sym->nshared; i++) {
        size_t at = gt_layout_shared(s->layout, sym->shared[i], 0);
        if (s->names[i] &&
            (!before || memcmp(before + at, state + at, sym->shared[i]->len * sizeof *state) != 0))
            say_shared(s, i, state, out);
    }
    for (uint32_t p = 0; p < sym->nprocs; p++)
        say_processes(s, sym->procs[p], state, before ? mark_changes : mark_all, both, out);
    if (state[0])
        gt_vec_push(out, "ERROR");
}

/* ---- writing ---- */

/* Items, each whole on a line if it can be; column: where we are. Ends the line. */
static void put_items(const gt_view *s, items *all, size_t column, size_t indent, gt_str *out)
{
    size_t width = s->style.width, at = column;
    for (size_t i = 0; i < all->n; i++) {
        const char *separated = i + 1 < all->n ? gt_arena_printf(s->arena, "%s;", all->v[i]) : all->v[i];
        gt_str text;
        gt_str_init(&text);
        gt_str_add(&text, separated);
        separated = gt_show_finish(s, &text);
        gt_str_fini(&text);
        size_t need = gt_show_width(separated);
        if (i && at + 1 + need > width) {
            gt_str_addf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (i) {
            gt_str_addc(out, ' ');
            at++;
        }
        at = gt_str_wrap(out, separated, at, indent + 2, width);
    }
    gt_str_addc(out, '\n');
    free(all->v);
    *all = (items){0};
}

void gt_state_text(gt_arena *arena, const gt_layout *layout, const int32_t *before, const int32_t *state,
                   uint32_t width, uint32_t indent, gt_str *out)
{
    const gt_run run = {.sym = layout->sym};
    const gt_view s = {.run = &run,
                       .layout = layout,
                       .names = gt_show_names(arena, layout->sym, NULL),
                       .arena = arena,
                       .style = {.width = width}};
    items all = {0};
    say_state(&s, before, state, &all);
    put_items(&s, &all, indent, indent, out);
}

void gt_show_unchanged(const gt_view *s, gt_str *out)
{
    const gt_sym *sym = s->run->sym;
    const int32_t *state = s->run->steps[0].state;
    items all = {0};
    for (uint32_t i = 0; i < sym->nshared; i++)
        if (s->names[i] && !s->moves[i])
            say_shared(s, i, state, &all);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        say_processes(s, sym->procs[p], state, mark_unchanged, &s->types[p], &all);
    if (!all.n)
        return;
    gt_str_add(out, "  unchanged: ");
    put_items(s, &all, 13, 13, out);
}

typedef struct {
    size_t step, rule, who; /* widths */
    size_t changes;         /* where they begin; 0: on lines of their own */
} places;

static const char *step_text(const gt_view *s, const gt_show_row *row)
{
    return row->first == row->last ? gt_arena_printf(s->arena, "%u", row->last)
                                   : gt_arena_printf(s->arena, "%u-%u", row->first, row->last);
}

static places place(const gt_view *s)
{
    places at = {.step = strlen("step"), .rule = strlen("rule"), .who = strlen("process")};
    for (uint32_t r = 0; r < s->nrows; r++) {
        size_t step = strlen(step_text(s, &s->rows[r])), rule = gt_show_width(gt_show_rule(s, &s->rows[r])),
               who = gt_show_width(gt_show_who(s, &s->rows[r]));
        at.step = step > at.step ? step : at.step;
        at.rule = rule > at.rule ? rule : at.rule;
        at.who = who > at.who ? who : at.who;
    }
    at.changes = 2 + at.step + 2 + at.rule + 2 + at.who + 2;
    if (at.changes + (s->style.width < 60 ? 20 : s->style.width / 3) > s->style.width)
        at.changes = 0;
    return at;
}

static void put_step(const gt_view *s, const places *at, uint32_t r, items *all, gt_str *out)
{
    const gt_show_row *row = &s->rows[r];
    const char *rule = gt_show_rule(s, row), *who = gt_show_who(s, row);
    size_t indent = 2 + at->step + 2;
    gt_str_addf(out, "  %*s  ", (int)at->step, step_text(s, row));
    if (at->changes) {
        gt_str_add(out, rule);
        if (*who || all->n)
            gt_str_addf(out, "%*s%s", (int)(at->rule + 2 - gt_show_width(rule)), "", who);
        if (all->n)
            gt_str_addf(out, "%*s", (int)(at->who + 2 - gt_show_width(who)), "");
        put_items(s, all, at->changes, at->changes, out);
        return;
    }
    const char *head = *who ? gt_arena_printf(s->arena, "%s, %s", rule, who) : rule;
    gt_str_wrap(out, head, indent, indent, s->style.width);
    gt_str_addc(out, '\n');
    if (!all->n)
        return;
    gt_str_addf(out, "%*s", (int)indent + 2, "");
    put_items(s, all, indent + 2, indent + 2, out);
}

/* BRIEF: what fired, and how it ended. FULL: every state. Else the first one, and what changes. */
void gt_show_list(const gt_view *s, gt_str *out)
{
    static const char *const heads[] = {[GT_TRACE_AUTO] = "changes",
                                        [GT_TRACE_FULL] = "state",
                                        [GT_TRACE_DIFF] = "changes",
                                        [GT_TRACE_BRIEF] = "last state"};
    gt_trace_mode mode = s->style.mode;
    places at = place(s);
    if (at.changes)
        gt_str_addf(out, "  step  %*s%s%*sprocess%*s%s\n", (int)(at.step - 4), "", "rule", (int)(at.rule - 2),
                    "", (int)(at.who - 5), "", heads[mode]);
    for (uint32_t r = 0; r < s->nrows; r++) {
        const int32_t *state = s->run->steps[s->rows[r].last].state;
        items all = {0};
        if (mode != GT_TRACE_BRIEF || r + 1 == s->nrows)
            say_state(s,
                      r == 0 || mode == GT_TRACE_FULL || mode == GT_TRACE_BRIEF
                          ? NULL
                          : s->run->steps[s->rows[r - 1].last].state,
                      state, &all);
        put_step(s, &at, r, &all, out);
    }
}

/* Runs for people: what changes, which steps belong together, and the words for them. */
#include "backends/check/lift/show_impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

size_t gt_show_width(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80; /* not inside a character of several bytes */
    return n;
}

const char *gt_show_finish(const gt_view *s, gt_str *text)
{
    gt_str shown;
    gt_str_init(&shown);
    gt_str_shown(&shown, gt_str_text(text));
    const char *kept = gt_arena_strdup(s->arena, gt_str_text(&shown));
    gt_str_fini(&shown);
    text->len = 0;
    if (text->text)
        text->text[0] = '\0';
    return kept;
}

void gt_show_local(const gt_view *s, const gt_proc *proc, int32_t process, const int32_t *state,
                   const bool *which, gt_str *out)
{
    size_t before = out->len;
    const gt_var *loc = proc->loc;
    for (uint32_t v = 0; v < proc->nvars; v++)
        if (proc->vars[v] == loc && (!which || which[v]))
            gt_show_value(loc->type, state[gt_layout_local(s->layout, loc, process, 0)], out);
    for (uint32_t v = 0; v < proc->nvars; v++) {
        const gt_var *var = proc->vars[v];
        if (var == loc || (which && !which[v]))
            continue;
        gt_str_addf(out, "%s%s=", out->len > before ? " " : "", var->name);
        gt_show_elements(var, state + gt_layout_local(s->layout, var, process, 0), out);
    }
    if (out->len == before)
        gt_str_addc(out, '-');
}

static uint64_t times(const gt_view *s, const gt_show_row *row)
{
    uint64_t n = 0;
    for (uint32_t i = row->first; i <= row->last; i++)
        n += s->run->steps[i].times > 1 ? s->run->steps[i].times : 1;
    return n;
}

int gt_show_by_number(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

/* How many processes moved in the steps of a row; 0: not known, as a step stands for several. */
static uint32_t different(const gt_view *s, const gt_show_row *row)
{
    uint32_t n = row->last - row->first + 1, count = 0;
    int32_t *who = gt_xmalloc(n, sizeof *who);
    bool known = true;
    for (uint32_t i = 0; i < n; i++) {
        who[i] = s->run->steps[row->first + i].self;
        known = known && s->run->steps[row->first + i].times <= 1;
    }
    qsort(who, n, sizeof *who, gt_show_by_number);
    for (uint32_t i = 0; i < n; i++)
        count += i == 0 || who[i] != who[i - 1];
    free(who);
    return known ? count : 0;
}

const char *gt_show_rule(const gt_view *s, const gt_show_row *row)
{
    const gt_run_step *step = &s->run->steps[row->last];
    uint64_t n = times(s, row);
    if (row->last == 0)
        return "(initial)";
    if (!step->rule)
        return "(no rule)";
    gt_str text;
    gt_str_init(&text);
    gt_str_add(&text, step->rule->label);
    if (n > 1 && different(s, row) != n)
        gt_str_addf(&text, ", %llu times", (unsigned long long)n);
    const char *kept = gt_show_finish(s, &text);
    gt_str_fini(&text);
    return kept;
}

const char *gt_show_who(const gt_view *s, const gt_show_row *row)
{
    const gt_run_step *step = &s->run->steps[row->last];
    const gt_rule *r = step->rule;
    if (!r || step->times > 1)
        return "";
    if (row->last > row->first) {
        uint32_t n = different(s, row);
        if (n == 0 || !r->owner)
            return "";
        if (n == times(s, row))
            return gt_arena_printf(s->arena, "%u processes in turn", n);
        if (n > 1)
            return gt_arena_printf(s->arena, "%u processes", n);
    }
    gt_str text;
    gt_str_init(&text);
    if (r->owner)
        gt_str_addf(&text, "%s %d", r->owner->name, step->self + 1);
    for (uint32_t i = 0; i < r->npartners && row->last == row->first; i++)
        gt_str_addf(&text, "%swith %s %d", text.len ? " " : "", r->partners[i]->type.proc->name,
                    step->bound[i] + 1);
    const char *kept = gt_show_finish(s, &text);
    gt_str_fini(&text);
    return kept;
}

/* ---- what changes ---- */

static bool differs(const int32_t *a, const int32_t *b, size_t at, uint32_t len)
{
    return memcmp(a + at, b + at, len * sizeof *a) != 0;
}

static void look_at_type(gt_view *s, gt_show_type *t)
{
    const gt_proc *proc = t->proc;
    const gt_proc_layout *l = &s->layout->procs[proc->index];
    int32_t room = 0;
    for (int32_t p = 1; p <= proc->n; p++) {
        bool moved = false;
        for (uint32_t i = 1; i < s->run->nsteps; i++) {
            const int32_t *old = s->run->steps[i - 1].state, *new = s->run->steps[i].state;
            if (!differs(old, new, l->base + (size_t)(p - 1) * l->stride, (uint32_t)l->stride))
                continue;
            moved = true;
            for (uint32_t v = 0; v < proc->nvars; v++)
                if (differs(old, new, gt_layout_local(s->layout, proc->vars[v], p, 0), proc->vars[v]->len))
                    t->moves[v] = true;
        }
        if (!moved)
            continue;
        if (t->nmovers == room) {
            room = room ? 2 * room : GT_SHOW_COLUMNS;
            int32_t *more = GT_NEW_ARRAY(s->arena, int32_t, (size_t)room);
            if (t->nmovers)
                memcpy(more, t->movers, (size_t)t->nmovers * sizeof *more);
            t->movers = more;
        }
        t->movers[t->nmovers++] = p;
    }
}

/* Then every variable and process is shown, whether it changes or not. */
static void look_at_all(gt_view *s)
{
    for (uint32_t i = 0; i < s->run->sym->nshared; i++)
        s->moves[i] = s->names[i] != NULL;
    for (uint32_t p = 0; p < s->run->sym->nprocs; p++) {
        gt_show_type *t = &s->types[p];
        for (uint32_t v = 0; v < t->proc->nvars; v++)
            t->moves[v] = true;
        t->movers = GT_NEW_ARRAY(s->arena, int32_t, (size_t)t->proc->n);
        t->nmovers = t->proc->n;
        for (int32_t i = 0; i < t->proc->n; i++)
            t->movers[i] = i + 1;
    }
}

static void look(gt_view *s)
{
    const gt_run *run = s->run;
    const gt_sym *sym = run->sym;
    s->moves = GT_NEW_ARRAY(s->arena, bool, sym->nshared);
    s->types = GT_NEW_ARRAY(s->arena, gt_show_type, sym->nprocs);
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        s->types[p].proc = sym->procs[p];
        s->types[p].moves = GT_NEW_ARRAY(s->arena, bool, sym->procs[p]->nvars);
    }
    for (uint32_t i = 0; i < run->nsteps; i++)
        s->errs = s->errs || run->steps[i].state[0];
    if (s->style.mode == GT_TRACE_FULL || run->nsteps == 1) {
        look_at_all(s);
    } else {
        for (uint32_t i = 0; i < sym->nshared; i++)
            for (uint32_t k = 1; k < run->nsteps && s->names[i]; k++)
                if (differs(run->steps[k - 1].state, run->steps[k].state,
                            gt_layout_shared(s->layout, sym->shared[i], 0), sym->shared[i]->len))
                    s->moves[i] = true;
        for (uint32_t p = 0; p < sym->nprocs; p++)
            look_at_type(s, &s->types[p]);
    }
    for (uint32_t p = 0; p < sym->nprocs; p++)
        s->types[p].grouped = s->types[p].nmovers > GT_SHOW_COLUMNS;
}

/* ---- rows ---- */

static void merge(gt_view *s, uint32_t least)
{
    const gt_run *run = s->run;
    s->nrows = 0;
    for (uint32_t i = 0, next; i < run->nsteps; i = next) {
        const gt_rule *rule = run->steps[i].rule;
        uint32_t last = i;
        /* what the loop goes back to is the end of its row */
        while (rule && last + 1 < run->nsteps && run->steps[last + 1].rule == rule &&
               (int32_t)last != run->loop_start)
            last++;
        next = last + 1 - i >= least ? last + 1 : i + 1;
        s->rows[s->nrows++] = (gt_show_row){i, next - 1};
    }
}

static uint32_t never(const gt_view *s)
{
    return s->run->nsteps + 1;
}

static bool is_crowded(const gt_view *s)
{
    bool crowded = false;
    for (uint32_t p = 0; p < s->run->sym->nprocs; p++)
        crowded = crowded || s->types[p].grouped;
    return crowded;
}

/* In a crowd it does not matter who did it, and many steps are alike. */
static void show(gt_view *s, gt_str *out)
{
    enum { ALIKE = 4 };
    gt_trace_mode mode = s->style.mode;
    merge(s, mode == GT_TRACE_BRIEF ? 2 : mode == GT_TRACE_AUTO && is_crowded(s) ? ALIKE : never(s));
    if (mode != GT_TRACE_BRIEF && gt_show_table(s, out)) {
        gt_show_unchanged(s, out);
        return;
    }
    if (mode == GT_TRACE_AUTO)
        merge(s, ALIKE);
    gt_show_list(s, out);
}

/* Everybody who has a turn in the loop, a line each. */
static void show_served(const gt_view *s, gt_str *out)
{
    enum { MOST = 24 };
    const gt_run *run = s->run;
    for (uint32_t i = 0; i < run->nserved && i < MOST; i++) {
        gt_str_add(out, "  ");
        gt_str_wrap(out, gt_show_served(s->arena, &run->served[i]), 2, 4, s->style.width);
        gt_str_addc(out, '\n');
    }
    if (run->nserved > MOST)
        gt_str_addf(out, "  ... and so are %u others\n", run->nserved - MOST);
}

void gt_trace_text(const gt_run *run, const gt_prop *prop, gt_trace_style style, gt_str *out)
{
    if (style.mode == GT_TRACE_OFF)
        return;
    gt_view s = {.run = run, .arena = gt_arena_new(), .style = style};
    s.layout = gt_layout_new(s.arena, run->sym);
    s.names = gt_show_names(s.arena, run->sym, prop);
    s.rows = GT_NEW_ARRAY(s.arena, gt_show_row, run->nsteps);
    look(&s);
    show(&s, out);
    if (run->loop_start >= 0) {
        const char *end =
            gt_arena_printf(s.arena, "and from step %u on as from step %d, for ever%s", run->nsteps - 1,
                            run->loop_start, run->renamed ? ", up to a renaming of the processes" : "");
        gt_str_add(out, "  ");
        gt_str_wrap(out, end, 2, 4, style.width);
        gt_str_addc(out, '\n');
        show_served(&s, out);
    }
    gt_arena_free(s.arena);
}

/* A run as a table: a line per step, a column for each thing that changes. */
#include "backends/check/lift/show_impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

typedef enum { STEP, RULE, WHO, ERROR, SHARED, PROCESS, GROUP } column_kind;

typedef struct {
    column_kind kind;
    const char *head;
    size_t width;
    uint32_t which;     /* shared variable, or type */
    int32_t process;    /* from 1 */
    const char **cells; /* per row */
} column;

typedef struct {
    const gt_view *s;
    column *columns;
    uint32_t ncolumns;
    gt_str text;
} table;

static void add_column(table *t, column_kind kind, const char *head, uint32_t which, int32_t process)
{
    gt_str_add(&t->text, head);
    t->columns[t->ncolumns++] = (column){.kind = kind,
                                         .head = gt_show_finish(t->s, &t->text),
                                         .which = which,
                                         .process = process,
                                         .cells = GT_NEW_ARRAY(t->s->arena, const char *, t->s->nrows)};
}

static void choose_columns(table *t)
{
    const gt_view *s = t->s;
    const gt_sym *sym = s->run->sym;
    size_t most = 4 + (size_t)sym->nshared + (size_t)sym->nprocs * GT_SHOW_COLUMNS;
    t->columns = GT_NEW_ARRAY(s->arena, column, most);
    add_column(t, STEP, "step", 0, 0);
    add_column(t, RULE, "rule", 0, 0);
    add_column(t, WHO, "process", 0, 0);
    for (uint32_t i = 0; i < sym->nshared; i++)
        if (s->moves[i])
            add_column(t, SHARED, s->names[i], i, 0);
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_show_type *type = &s->types[p];
        const gt_proc *proc = type->proc;
        if (type->grouped) {
            add_column(t, GROUP, gt_arena_printf(s->arena, "%s[1..%d]", proc->name, proc->n), p, 0);
            continue;
        }
        for (int32_t i = 0; i < type->nmovers; i++)
            add_column(t, PROCESS, gt_arena_printf(s->arena, "%s %d", proc->name, type->movers[i]), p,
                       type->movers[i]);
    }
    if (s->errs)
        add_column(t, ERROR, "", 0, 0);
}

/* ---- populations ---- */

typedef struct {
    const int32_t *state;
    int32_t process; /* an example */
    int64_t count;
} group;
typedef GT_VEC(group) groups;

static bool looks_like(const gt_view *s, const gt_show_type *t, const group *g, const int32_t *state,
                       int32_t p)
{
    for (uint32_t v = 0; v < t->proc->nvars; v++) {
        const gt_var *var = t->proc->vars[v];
        if (t->moves[v] &&
            memcmp(g->state + gt_layout_local(s->layout, var, g->process, 0),
                   state + gt_layout_local(s->layout, var, p, 0), var->len * sizeof *state) != 0)
            return false;
    }
    return true;
}

/* In the order in which local states first occur in the run, so that they keep their places. */
static void count_groups(const gt_view *s, const gt_show_type *t, const int32_t *state, groups *all)
{
    for (size_t g = 0; g < all->n; g++)
        all->v[g].count = 0;
    size_t g = 0; /* neighbours are often alike */
    for (int32_t p = 1; p <= t->proc->n; p++) {
        if (g >= all->n || !looks_like(s, t, &all->v[g], state, p))
            for (g = 0; g < all->n && !looks_like(s, t, &all->v[g], state, p);)
                g++;
        if (g == all->n)
            gt_vec_push(all, ((group){state, p, 0}));
        all->v[g].count++;
    }
}

static void fill_groups(table *t, column *c)
{
    const gt_show_type *type = &t->s->types[c->which];
    groups all = {0};
    for (uint32_t r = 0; r < t->s->nrows; r++) {
        const char *between = "";
        count_groups(t->s, type, t->s->run->steps[t->s->rows[r].last].state, &all);
        for (size_t g = 0; g < all.n; g++) {
            if (!all.v[g].count)
                continue;
            gt_str_add(&t->text, between);
            gt_show_local(t->s, type->proc, all.v[g].process, all.v[g].state, type->moves, &t->text);
            gt_str_addf(&t->text, " x%lld", (long long)all.v[g].count);
            between = ", ";
        }
        c->cells[r] = gt_show_finish(t->s, &t->text);
    }
    free(all.v);
}

/* ---- cells ---- */

static const char *cell(table *t, const column *c, const gt_show_row *row)
{
    const gt_view *s = t->s;
    const int32_t *state = s->run->steps[row->last].state;
    switch (c->kind) {
    case STEP:
        return row->first == row->last ? gt_arena_printf(s->arena, "%u", row->last)
                                       : gt_arena_printf(s->arena, "%u-%u", row->first, row->last);
    case RULE: return gt_show_rule(s, row);
    case WHO: return gt_show_who(s, row);
    case ERROR: return state[0] ? "ERROR" : "";
    case SHARED:
        gt_show_elements(s->run->sym->shared[c->which],
                         state + gt_layout_shared(s->layout, s->run->sym->shared[c->which], 0), &t->text);
        break;
    case PROCESS:
        gt_show_local(s, s->types[c->which].proc, c->process, state, s->types[c->which].moves, &t->text);
        break;
    case GROUP: break; /* filled as a whole */
    }
    return gt_show_finish(s, &t->text);
}

static void fill(table *t)
{
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        column *c = &t->columns[i];
        if (c->kind == GROUP)
            fill_groups(t, c);
        for (uint32_t r = 0; r < t->s->nrows; r++) {
            if (c->kind != GROUP)
                c->cells[r] = cell(t, c, &t->s->rows[r]);
            size_t width = gt_show_width(c->cells[r]);
            c->width = width > c->width ? width : c->width;
        }
        if (c->width && gt_show_width(c->head) > c->width)
            c->width = gt_show_width(c->head);
    }
}

/* ---- writing ---- */

/* Blanks that are owed are written before the next text: none stand at the end of a line. */
static void put(gt_str *out, size_t *owed, const char *text, const column *c, bool right, bool bold)
{
    size_t blanks = c->width - gt_show_width(text);
    if (*text) {
        gt_str_addf(out, "%*s", (int)(*owed + (right ? blanks : 0)), "");
        gt_str_addf(out, bold ? "\033[1m%s\033[0m" : "%s", text);
        *owed = right ? 0 : blanks;
    } else {
        *owed += c->width;
    }
    *owed += 2;
}

static void add_row(const table *t, uint32_t row, gt_str *out)
{
    size_t owed = 2;
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const column *c = &t->columns[i];
        bool same = row > 0 && c->kind >= ERROR && !strcmp(c->cells[row], c->cells[row - 1]);
        bool news = row > 0 && c->kind >= ERROR && !same;
        if (c->width)
            put(out, &owed, same && t->s->style.mode == GT_TRACE_DIFF ? "." : c->cells[row], c,
                c->kind == STEP, news && t->s->style.colour);
    }
    gt_str_addc(out, '\n');
}

bool gt_show_table(const gt_view *s, gt_str *out)
{
    table t = {.s = s};
    gt_str_init(&t.text);
    choose_columns(&t);
    fill(&t);
    gt_str_fini(&t.text);
    size_t width = 0, owed = 2;
    for (uint32_t i = 0; i < t.ncolumns; i++)
        width += t.columns[i].width ? t.columns[i].width + 2 : 0;
    if (width > s->style.width)
        return false;
    for (uint32_t i = 0; i < t.ncolumns; i++)
        if (t.columns[i].width)
            put(out, &owed, t.columns[i].head, &t.columns[i], false, false);
    gt_str_addc(out, '\n');
    for (uint32_t r = 0; r < s->nrows; r++)
        add_row(&t, r, out);
    return true;
}

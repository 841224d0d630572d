/* The reachable states of a program up to a renaming of its processes, by the meaning of ir/mean alone. A
 * state's form: the error flag and the shared variables that name nobody, then for each type the sorted rows
 * of its processes: which id variables name it, and its local variables. Where local variables name processes
 * every state is its own form. */
#include "backends/check/cover/cover.h"
#include "ir/expr/walk.h"
#include "ir/mean/sym_step.h"
#include "runtime/base.h"
#include "runtime/search/intern.h"

#include <stdlib.h>
#include <string.h>

static const size_t most_values = 4000000; /* of a state */
enum { NAMES = 31, ASKED = 64 };           /* id variables in a word of a row; forms between two questions */

typedef struct {
    const gt_sym *sym;
    const gt_layout *layout;
    gt_sym_step *step;
    const gt_limits *limits;
    gt_coverage *to;
    gt_intern *forms;
    bool named;      /* local variables name processes: no forms */
    uint32_t *marks; /* per type: words of a row before its local variables */
    uint32_t width;  /* of a form */
    int32_t *form, *state;
    uint64_t work, most_work;
    gt_implication *implications;
    size_t nimplications;
    uint32_t *handles; /* of those, in the step's evaluator */
    uint64_t *last;    /* per rule: the firing seen last in this state, and 1 */
    long double concrete;
    bool stopped;
} walk;

/* ---- forms ---- */

static uint32_t row_width(const walk *w, uint32_t type)
{
    return w->marks[type] + w->layout->procs[type].stride;
}

/* Calls for each element of an id variable: its place in a state, its type and number there. */
typedef void name_fn(walk *w, size_t at, uint32_t type, uint32_t number, int32_t *rows);

static void each_name(walk *w, uint32_t type, int32_t *rows, name_fn *fn)
{
    uint32_t number = 0;
    for (uint32_t s = 0; s < w->sym->nshared; s++) {
        const gt_var *var = w->sym->shared[s];
        if (var->type.kind != GT_TYPE_ID || var->type.proc->index != type)
            continue;
        for (uint32_t e = 0; e < var->len; e++)
            fn(w, gt_layout_shared(w->layout, var, e), type, number++, rows);
    }
}

static void count_name(walk *w, size_t at, uint32_t type, uint32_t number, int32_t *rows)
{
    (void)at, (void)rows;
    w->marks[type] = number / NAMES + 1;
}

static void mark_named(walk *w, size_t at, uint32_t type, uint32_t number, int32_t *rows)
{
    int32_t id = w->state[at];
    if (id)
        rows[(size_t)(id - 1) * row_width(w, type) + number / NAMES] |= (int32_t)1 << number % NAMES;
}

static void find_named(walk *w, size_t at, uint32_t type, uint32_t number, int32_t *rows)
{
    uint32_t width = row_width(w, type);
    w->state[at] = 0;
    for (int32_t p = 0; p < w->sym->procs[type]->n; p++)
        if (rows[(size_t)p * width + number / NAMES] >> number % NAMES & 1)
            w->state[at] = p + 1;
}

static int compare_rows(const int32_t *a, const int32_t *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* By insertion: a step leaves most rows where they are. */
static void sort_rows(walk *w, int32_t *rows, uint32_t n, uint32_t width)
{
    int32_t *moved = gt_xmalloc(width, sizeof *moved);
    for (uint32_t i = 1; i < n; i++) {
        uint32_t k = i;
        memcpy(moved, rows + (size_t)i * width, width * sizeof *moved);
        for (; k > 0 && compare_rows(moved, rows + (size_t)(k - 1) * width, width) < 0; k--)
            memcpy(rows + (size_t)k * width, rows + (size_t)(k - 1) * width, width * sizeof *moved);
        memcpy(rows + (size_t)k * width, moved, width * sizeof *moved);
        w->work += (i - k) / 8;
    }
    free(moved);
}

static bool names_somebody(const gt_var *var)
{
    return var->type.kind == GT_TYPE_ID;
}

/* w->state to w->form. */
static void make_form(walk *w)
{
    const gt_layout *l = w->layout;
    if (w->named) {
        memcpy(w->form, w->state, l->width * sizeof *w->form);
        return;
    }
    int32_t *at = w->form;
    *at++ = w->state[0];
    for (uint32_t s = 0; s < w->sym->nshared; s++)
        for (uint32_t e = 0; e < w->sym->shared[s]->len && !names_somebody(w->sym->shared[s]); e++)
            *at++ = w->state[gt_layout_shared(l, w->sym->shared[s], e)];
    for (uint32_t t = 0; t < w->sym->nprocs; t++) {
        uint32_t n = (uint32_t)w->sym->procs[t]->n, width = row_width(w, t), stride = l->procs[t].stride;
        for (uint32_t p = 0; p < n; p++) {
            memset(at + (size_t)p * width, 0, w->marks[t] * sizeof *at);
            memcpy(at + (size_t)p * width + w->marks[t], w->state + l->procs[t].base + (size_t)p * stride,
                   stride * sizeof *at);
        }
        each_name(w, t, at, mark_named);
        sort_rows(w, at, n, width);
        at += (size_t)n * width;
    }
}

/* Of a form to w->state: some state that has it. */
static void unmake_form(walk *w, const int32_t *form)
{
    const gt_layout *l = w->layout;
    memcpy(w->form, form, w->width * sizeof *form);
    if (w->named) {
        memcpy(w->state, form, l->width * sizeof *form);
        return;
    }
    int32_t *at = w->form;
    w->state[0] = *at++;
    for (uint32_t s = 0; s < w->sym->nshared; s++)
        for (uint32_t e = 0; e < w->sym->shared[s]->len && !names_somebody(w->sym->shared[s]); e++)
            w->state[gt_layout_shared(l, w->sym->shared[s], e)] = *at++;
    for (uint32_t t = 0; t < w->sym->nprocs; t++) {
        uint32_t n = (uint32_t)w->sym->procs[t]->n, width = row_width(w, t), stride = l->procs[t].stride;
        for (uint32_t p = 0; p < n; p++)
            memcpy(w->state + l->procs[t].base + (size_t)p * stride, at + (size_t)p * width + w->marks[t],
                   stride * sizeof *at);
        each_name(w, t, at, find_named);
        at += (size_t)n * width;
    }
}

/* How many states have the form in w->form: n over the numbers of equal rows, for each type. */
static long double orbit(const walk *w)
{
    long double all = 1;
    const int32_t *at = w->form + w->width;
    for (uint32_t t = w->sym->nprocs; !w->named && t-- > 0;) {
        uint32_t n = (uint32_t)w->sym->procs[t]->n, width = row_width(w, t);
        at -= (size_t)n * width;
        for (uint32_t p = 0, alike = 0; p < n; p++) {
            alike = p && compare_rows(at + (size_t)(p - 1) * width, at + (size_t)p * width, width) == 0
                        ? alike + 1
                        : 1;
            all = all * (p + 1) / alike;
        }
        all /= (long double)gt_class_ways(w->sym->procs[t]);
    }
    return all;
}

/* ---- the walk ---- */

static bool is_over(walk *w)
{
    w->stopped = w->stopped || w->work > w->most_work;
    return w->stopped;
}

static bool put(void *arg, const int32_t *state)
{
    walk *w = arg;
    memcpy(w->state, state, w->layout->width * sizeof *state);
    make_form(w);
    gt_intern_put(w->forms, w->form);
    w->work += w->width;
    return !is_over(w);
}

static bool fire(void *arg, const gt_firing *f)
{
    walk *w = arg;
    if (w->last[f->rule->index] != f->firing + 1) {
        w->last[f->rule->index] = f->firing + 1;
        w->to->fired[f->rule->index]++;
    }
    return put(w, f->to);
}

/* Of an enum in the program, by number; NULL: the variable has none. */
static bool *values_of(const walk *w, const gt_var *var)
{
    uint32_t en = 0;
    while (en < w->sym->nenums && w->sym->enums[en] != var->type.en)
        en++;
    return var->type.kind == GT_TYPE_ENUM && en < w->sym->nenums ? w->to->taken[en] : NULL;
}

static void mark(const walk *w, bool *taken, size_t at, uint32_t len)
{
    for (uint32_t e = 0; e < len; e++)
        taken[w->state[at + e]] = true;
}

static void look_at_values(walk *w)
{
    for (uint32_t s = 0; s < w->sym->nshared; s++) {
        const gt_var *var = w->sym->shared[s];
        bool *taken = values_of(w, var);
        if (taken)
            mark(w, taken, gt_layout_shared(w->layout, var, 0), var->len);
    }
    for (uint32_t t = 0; t < w->sym->nprocs; t++) {
        for (uint32_t v = 0; v < w->sym->procs[t]->nvars; v++) {
            const gt_var *var = w->sym->procs[t]->vars[v];
            bool *taken = values_of(w, var);
            for (int32_t p = 1; taken && p <= w->sym->procs[t]->n; p++)
                mark(w, taken, gt_layout_local(w->layout, var, p, 0), var->len);
        }
    }
}

/* An antecedent that errs is true enough: that is said elsewhere. */
static void look_at_implications(walk *w)
{
    gt_eval *ev = gt_sym_step_eval(w->step);
    gt_eval_state(ev, w->state, !w->named);
    for (size_t i = 0; i < w->nimplications; i++) {
        gt_implication *implication = &w->implications[i];
        if (implication->held)
            continue;
        implication->held = gt_eval_int(ev, w->handles[i]) != 0 || ev->err;
        ev->err = false;
        w->work++;
    }
}

static void look(walk *w)
{
    look_at_values(w);
    look_at_implications(w);
    for (uint32_t t = 0; t < w->sym->nprocs; t++) {
        const gt_proc *proc = w->sym->procs[t];
        bool *there = proc->loc ? gt_xcalloc(proc->loc->type.en->nvalues, sizeof *there) : NULL;
        for (int32_t p = 1; there && p <= proc->n; p++)
            there[w->state[gt_layout_local(w->layout, proc->loc, p, 0)]] = true;
        for (uint32_t l = 0; there && l < proc->loc->type.en->nvalues; l++)
            w->to->seen[t][l] += there[l];
        free(there);
    }
    w->concrete += orbit(w);
    w->to->states++;
}

static void count_tried(walk *w)
{
    gt_eval *ev = gt_sym_step_eval(w->step);
    w->work += ev->tried;
    ev->tried = 0;
}

static void go(walk *w)
{
    int32_t *from = gt_xmalloc(w->layout->width, sizeof *from);
    gt_sym_step_initial(w->step, put, w);
    for (uint32_t i = 0; i < gt_intern_count(w->forms) && !is_over(w); i++) {
        unmake_form(w, gt_intern_row(w->forms, i));
        look(w);
        memcpy(from, w->state, w->layout->width * sizeof *from);
        memset(w->last, 0, w->sym->nrules * sizeof *w->last);
        w->work += w->layout->width;
        if (!from[0])
            gt_sym_step_successors(w->step, from, !w->named, fire, w);
        count_tried(w);
        if (i % ASKED == 0 && gt_limits_met(w->limits, gt_intern_bytes(w->forms)) != GT_STOP_NONE)
            w->stopped = true;
    }
    free(from);
}

/* ---- what is said ---- */

static bool fits(const gt_sym *sym)
{
    uint64_t all = 0;
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        uint64_t stride = 1;
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++)
            stride += sym->procs[t]->vars[v]->len;
        all += (uint64_t)sym->procs[t]->n * stride;
    }
    return all < most_values;
}

/* For how many processes and values something is evaluated, at most, up to a limit. */
static const uint64_t too_often = (uint64_t)1 << 40;

static uint64_t times(uint64_t a, uint64_t b)
{
    return a > too_often / (b ? b : 1) ? too_often : a * b;
}

static uint64_t quantified(gt_walk *at, const gt_expr *e)
{
    uint64_t most = gt_walk_most(at, e);
    most = most ? most : 1;
    return gt_expr_in(e->kind, GT_GROUP_QUANT) ? times(most, (uint64_t)gt_type_size(e->u.binder->type))
                                               : most;
}

static uint64_t rule_work(const gt_rule *rule)
{
    uint64_t ways = rule->owner ? (uint64_t)rule->owner->n : 1,
             each = gt_walk_once(quantified, NULL, rule->guard);
    for (uint32_t i = 0; i < rule->npartners; i++)
        ways = times(ways, (uint64_t)gt_type_size(rule->partners[i]->type));
    for (uint32_t i = 0; i < rule->nchoices; i++)
        ways = times(ways, (uint64_t)gt_type_size(rule->choices[i]->type));
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        for (uint32_t u = 0; u < rule->branches[b].nupdates; u++) {
            const gt_update *up = &rule->branches[b].updates[u];
            uint64_t value = gt_walk_once(quantified, NULL, up->value);
            value = times(value, up->each ? (uint64_t)up->each->type.proc->n : 1);
            each = value > each ? value : each;
        }
    }
    return times(ways, each);
}

/* One state alone must not take many times the work. */
static bool is_affordable(const gt_sym *sym, uint64_t work)
{
    uint64_t most = 0;
    for (uint32_t r = 0; r < sym->nrules; r++)
        most = rule_work(sym->rules[r]) > most ? rule_work(sym->rules[r]) : most;
    return work == GT_COVER_ALL || most / 16 < work;
}

static bool is_of(uint32_t n, gt_var *const *vars, const gt_enum *en)
{
    for (uint32_t v = 0; v < n; v++)
        if (vars[v]->type.kind == GT_TYPE_ENUM && vars[v]->type.en == en)
            return true;
    return false;
}

static bool has_variable(const gt_sym *sym, const gt_enum *en)
{
    bool has = is_of(sym->nshared, sym->shared, en);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        has = has || is_of(sym->procs[t]->nvars, sym->procs[t]->vars, en);
    return has;
}

static gt_coverage *empty(gt_arena *arena, const gt_sym *sym)
{
    gt_coverage *c = GT_NEW(arena, gt_coverage);
    c->fired = GT_NEW_ARRAY(arena, uint64_t, (size_t)sym->nrules + 1);
    c->seen = GT_NEW_ARRAY(arena, uint64_t *, (size_t)sym->nprocs + 1);
    c->taken = GT_NEW_ARRAY(arena, bool *, (size_t)sym->nenums + 1);
    c->vacuous = GT_NEW_ARRAY(arena, const gt_expr *, (size_t)sym->nprops + 1);
    for (uint32_t e = 0; e < sym->nenums; e++)
        if (has_variable(sym, sym->enums[e]))
            c->taken[e] = GT_NEW_ARRAY(arena, bool, sym->enums[e]->nvalues);
    for (uint32_t t = 0; t < sym->nprocs; t++)
        if (sym->procs[t]->loc)
            c->seen[t] = GT_NEW_ARRAY(arena, uint64_t, sym->procs[t]->loc->type.en->nvalues);
    return c;
}

static void measure(walk *w, gt_arena *arena)
{
    w->named = gt_sym_is_tied(w->layout->sym);
    w->marks = GT_NEW_ARRAY(arena, uint32_t, (size_t)w->sym->nprocs + 1);
    w->width = 1;
    for (uint32_t s = 0; s < w->sym->nshared; s++)
        w->width += names_somebody(w->sym->shared[s]) ? 0 : w->sym->shared[s]->len;
    for (uint32_t t = 0; t < w->sym->nprocs; t++) {
        each_name(w, t, NULL, count_name);
        w->width += (uint32_t)w->sym->procs[t]->n * row_width(w, t);
    }
    w->width = w->named ? (uint32_t)w->layout->width : w->width;
}

/* An antecedent stands for all that stand in the same place of the text: of a macro, of a quantifier over
 * values.
 */
static void find_vacuous(walk *w)
{
    for (size_t i = 0; i < w->nimplications; i++) {
        const gt_implication *a = &w->implications[i];
        bool held = a->held;
        for (size_t k = 0; k < w->nimplications; k++) {
            gt_pos at = a->antecedent->pos, other = w->implications[k].antecedent->pos;
            held = held || (w->implications[k].held && w->implications[k].prop == a->prop &&
                            memcmp(&at, &other, sizeof at) == 0);
        }
        if (!held && !w->to->vacuous[a->prop])
            w->to->vacuous[a->prop] = a->antecedent;
    }
}

const gt_coverage *gt_coverage_new(gt_arena *arena, const gt_sym *sym, uint64_t work, const gt_limits *limits)
{
    walk w = {.sym = sym, .most_work = work, .limits = limits, .to = empty(arena, sym)};
    if (!fits(sym) || !is_affordable(sym, work))
        return w.to;
    w.step = gt_sym_step_new(sym);
    w.implications = gt_implications(arena, sym, &w.nimplications);
    w.handles = GT_NEW_ARRAY(arena, uint32_t, w.nimplications + 1);
    for (size_t i = 0; i < w.nimplications; i++)
        w.handles[i] = gt_eval_compile(gt_sym_step_eval(w.step), w.implications[i].somebody);
    w.layout = gt_sym_step_layout(w.step);
    measure(&w, arena);
    w.forms = gt_intern_new(w.width);
    w.form = gt_xcalloc(w.width, sizeof *w.form);
    w.state = gt_xcalloc(w.layout->width, sizeof *w.state);
    w.last = gt_xcalloc((size_t)sym->nrules + 1, sizeof *w.last);
    go(&w);
    w.to->complete = !w.stopped;
    w.to->renamed = !w.named;
    find_vacuous(&w);
    if (w.to->complete) /* exact up to 18 digits, and the first ones of what is longer are right */
        w.to->concrete = gt_arena_printf(arena, "%.0Lf", w.concrete);
    gt_intern_free(w.forms);
    gt_sym_step_free(w.step);
    free(w.form);
    free(w.state);
    free(w.last);
    return w.to;
}

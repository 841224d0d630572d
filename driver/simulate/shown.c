/* The state, and what may fire, for whoever decides what is next. */
#include "driver/simulate/session.h"

#include <string.h>

/* ---- what is false ---- */

static bool holds_for(gt_session *s, const gt_prop *prop, uint32_t p, uint32_t bound)
{
    gt_eval *ev = gt_sym_step_eval(s->step);
    if (bound == prop->nprefix)
        return gt_eval_int(ev, s->invariants[p]) != 0;
    const gt_proc *proc = prop->prefix[bound]->type.proc;
    for (gt_proc_iter it = gt_proc_iter_start(ev, proc); gt_proc_iter_next(&it);) {
        gt_eval_bind(ev, s->binders[p][bound], proc, it.process);
        bool holds = holds_for(s, prop, p, bound + 1);
        gt_eval_unbind(ev);
        if (!holds)
            return false;
    }
    return true;
}

bool gt_session_violates(gt_session *s, uint32_t p)
{
    const gt_prop *prop = s->about->sym->props[p];
    if (!s->binders[p] || s->path.state[0])
        return false;
    gt_eval *ev = gt_sym_step_eval(s->step);
    gt_eval_state(ev, s->path.state, s->alike);
    bool holds = holds_for(s, prop, p, 0);
    return !holds && !ev->err;
}

void gt_session_judge(gt_session *s)
{
    const gt_sym *sym = s->about->sym;
    gt_eval *ev = gt_sym_step_eval(s->step);
    s->invariants = GT_NEW_ARRAY(s->about->arena, uint32_t, (size_t)sym->nprops + 1);
    s->binders = GT_NEW_ARRAY(s->about->arena, uint32_t *, (size_t)sym->nprops + 1);
    for (uint32_t p = 0; p < sym->nprops; p++) {
        const gt_prop *prop = sym->props[p];
        if (prop->kind != GT_PROP_INVARIANT || prop->prefix_exists)
            continue;
        s->binders[p] = GT_NEW_ARRAY(s->about->arena, uint32_t, (size_t)prop->nprefix + 1);
        for (uint32_t i = 0; i < prop->nprefix; i++)
            s->binders[p][i] = gt_eval_slot(ev, prop->prefix[i]);
        s->invariants[p] = gt_eval_compile(ev, prop->formula);
    }
}

/* ---- the state ---- */

static void add_mark(const gt_session *s, const char *text, gt_str *out)
{
    gt_str_addf(out, s->about->style.colour ? "  \033[1;31m%s\033[0m\n" : "  %s\n", text);
}

static void show_past(const gt_session *s)
{
    const gt_trail *path = &s->path;
    gt_str *out = (gt_str *)&s->out;
    gt_str_addf(out, "step %zu", path->at);
    if (path->nsteps > path->at)
        gt_str_addf(out, " of %zu", path->nsteps);
    if (path->at == 0) {
        gt_str_add(out, path->initial ? ", initial state" : ", initial state of the trace");
        if (path->initial)
            gt_str_addf(out, " %llu", (unsigned long long)path->initial);
    } else {
        gt_str words;
        gt_str_init(&words);
        const gt_move *move = &path->steps[path->at - 1].move;
        if (move->rule)
            gt_moves_words(move, &words);
        gt_str_addf(out, ": %s", move->rule ? gt_str_text(&words) + strlen("fire ") : "(no rule)");
        gt_str_fini(&words);
    }
    gt_str_addc(out, '\n');
}

void gt_show_here(gt_session *s)
{
    gt_trail *path = &s->path;
    gt_arena_mark mark = gt_arena_here(s->about->arena);
    show_past(s);
    gt_str_add(&s->out, "  ");
    gt_state_text(s->about->arena, s->layout, NULL, path->state, s->about->style.width, 2, &s->out);
    if (path->state[0])
        add_mark(s, "an error has happened: nothing fires any more", &s->out);
    for (uint32_t p = 0; p < s->about->sym->nprops; p++)
        if (gt_session_violates(s, p))
            add_mark(s,
                     gt_arena_printf(s->about->arena, "here %s is violated", s->about->sym->props[p]->name),
                     &s->out);
    if (path->loop >= 0 && path->at == path->nsteps)
        gt_str_addf(&s->out, "  and from here on as from step %d, for ever\n", path->loop);
    gt_arena_release(s->about->arena, mark);
}

/* ---- moves ---- */

typedef struct {
    const char *rule, *who, *what;
} row;

typedef struct {
    gt_session *s;
    row *rows;
    uint64_t n, most, shown;
} table;

static const char *who(gt_session *s, const gt_firing *f)
{
    const gt_rule *r = f->rule;
    gt_str text;
    gt_str_init(&text);
    if (r->owner)
        gt_str_addf(&text, "%s %d", r->owner->name, f->self);
    for (uint32_t i = 0; i < r->npartners; i++)
        gt_str_addf(&text, "%swith %s %d", text.len ? " " : "", r->partners[i]->type.proc->name,
                    f->partners[i]);
    if (f->multiplicity > 1)
        gt_str_addf(&text, "%s(or %llu alike)", text.len ? " " : "", (unsigned long long)f->multiplicity - 1);
    const char *kept = gt_arena_strdup(s->about->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

static const char *what(gt_session *s, const gt_firing *f)
{
    gt_str text;
    gt_str_init(&text);
    if (f->rule->nbranches > 1 && !f->error) {
        gt_rat_print(f->prob, &text);
        gt_str_add(&text, ": ");
    }
    if (memcmp(f->to, s->path.state, s->layout->width * sizeof *f->to) == 0)
        gt_str_add(&text, "nothing changes\n");
    else
        gt_state_text(s->about->arena, s->layout, s->path.state, f->to, UINT32_MAX, 0, &text);
    const char *kept = gt_arena_strndup(s->about->arena, gt_str_text(&text), text.len - 1);
    gt_str_fini(&text);
    return kept;
}

static bool add_row(void *arg, const gt_firing *f)
{
    table *t = arg;
    gt_arena_ask(t->s->about->arena);
    if (t->n < t->most)
        t->rows[t->n] = (row){f->rule->label, who(t->s, f), what(t->s, f)};
    return ++t->n <= t->most;
}

static void print_rows(const table *t, uint64_t n)
{
    gt_str *out = &t->s->out;
    int rule = 0, process = 0;
    for (uint64_t i = 0; i < n; i++) {
        int r = (int)strlen(t->rows[i].rule), p = (int)strlen(t->rows[i].who);
        rule = r > rule ? r : rule;
        process = p > process ? p : process;
    }
    for (uint64_t i = 0; i < n; i++) {
        const row *r = &t->rows[i];
        gt_str_addf(out, "  %3llu  ", (unsigned long long)i + 1);
        size_t column = 7 + (size_t)rule + 2 + (size_t)process + (process ? 2 : 0);
        if (column + strlen(r->what) <= t->s->about->style.width) {
            gt_str_addf(out, "%-*s  %-*s%s%s\n", rule, r->rule, process, r->who, process ? "  " : "",
                        r->what);
            continue;
        }
        column = gt_str_wrap(out, r->rule, 7, 7, t->s->about->style.width);
        gt_str_add(out, *r->who ? "  " : "");
        gt_str_wrap(out, r->who, column + 2, 7, t->s->about->style.width);
        gt_str_add(out, "\n         ");
        gt_str_wrap(out, r->what, 9, 9, t->s->about->style.width);
        gt_str_addc(out, '\n');
    }
}

void gt_show_moves(gt_session *s, uint64_t most)
{
    gt_arena *arena = s->about->arena;
    gt_arena_mark mark = gt_arena_here(arena);
    table t = {.s = s, .rows = GT_NEW_ARRAY(arena, row, most), .most = most};
    bool all = gt_moves_each(s, add_row, &t);
    uint64_t n = all ? t.n : most;
    if (!n && !s->path.state[0])
        gt_str_add(&s->out, "  nothing can fire: a deadlock\n");
    print_rows(&t, n);
    if (!all)
        gt_str_add(&s->out, "       and more: `moves` lists up to 1000\n");
    gt_arena_release(arena, mark);
}

/* The commands of the simulator, in one table. */
#include "driver/simulate/session.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20, LISTED = 1000, MOST_STEPS = 1000000 };

/* rest: the line behind the command, without blanks around it. */
typedef bool command(gt_session *s, const char *rest);

static command do_show, do_moves, do_fire, do_next, do_undo, do_go, do_random, do_seed, do_until, do_init,
    do_trace, do_rules, do_help, do_quit;

static const struct {
    const char *name, *args, *help;
    command *run;
} table[] = {
    {"NUMBER", "", "fire the move with that number", NULL},
    {"RULE", "[PROCESS] [with PROCESS]... [NAME=VALUE]...", "fire that rule; what is left out is chosen",
     NULL},
    {"fire", "RULE ...", "the same, for rules that are called like a command", do_fire},
    {"undo", "[K]", "go back a step, or K", do_undo},
    {"next", "[K]", "go forward again, along what was undone or is replayed", do_next},
    {"go", "K", "go to step K", do_go},
    {"random", "[K]", "fire at random, K times", do_random},
    {"seed", "N", "what chance begins with", do_seed},
    {"until", "CONDITION", "go on, at random where nothing was undone, until the condition is true",
     do_until},
    {"until", "", "the same, until an invariant is violated", NULL},
    {"init", "[K]", "begin anew, with initial state K", do_init},
    {"show", "", "the state, and what may fire", do_show},
    {"moves", "", "all that may fire", do_moves},
    {"trace", "", "the run so far", do_trace},
    {"rules", "", "the rules of the program", do_rules},
    {"help", "", "this list", do_help},
    {"quit", "", "end; so does the end of the input", do_quit},
};
enum { COMMANDS = sizeof table / sizeof table[0] };

static bool show(gt_session *s)
{
    gt_show_here(s);
    gt_show_moves(s, SHOWN);
    return true;
}

/* A number, `fallback` where there is none. False: it is no number up to `most`. */
static bool number(gt_session *s, const char *text, uint64_t fallback, uint64_t most, uint64_t *n)
{
    char *end;
    *n = *text ? strtoull(text, &end, 10) : fallback;
    if (!*text || (*text >= '0' && *text <= '9' && !*end && *n <= most))
        return true;
    gt_str_addf(&s->error, "'%s' is no number up to %llu", text, (unsigned long long)most);
    return false;
}

static bool do_show(gt_session *s, const char *rest)
{
    (void)rest;
    return show(s);
}

static bool do_moves(gt_session *s, const char *rest)
{
    (void)rest;
    gt_show_moves(s, LISTED);
    return true;
}

/* ---- steps ---- */

static bool fire(gt_session *s)
{
    gt_trail_push(&s->path, &s->found);
    return show(s);
}

static bool do_fire(gt_session *s, const char *rest)
{
    uint32_t ways = gt_moves_named(s, rest);
    if (ways > 1)
        gt_str_add(&s->out, "(there are several ways to do that: this is the first)\n");
    return ways == 0 || fire(s);
}

static bool do_undo(gt_session *s, const char *rest)
{
    uint64_t k;
    if (!number(s, rest, 1, MOST_STEPS, &k))
        return true;
    if (k > s->path.at) {
        gt_str_addf(&s->error, "there is nothing to undo before step 0, and this is step %zu", s->path.at);
        return true;
    }
    while (k-- > 0)
        gt_trail_back(&s->path);
    return show(s);
}

static bool do_next(gt_session *s, const char *rest)
{
    uint64_t k;
    if (!number(s, rest, 1, MOST_STEPS, &k))
        return true;
    if (s->path.at == s->path.nsteps) {
        gt_str_add(&s->error, "nothing was undone or is replayed: this is the end");
        return true;
    }
    while (k-- > 0 && gt_trail_next(&s->path))
        continue;
    return show(s);
}

static bool do_go(gt_session *s, const char *rest)
{
    uint64_t k;
    if (!number(s, rest, 0, MOST_STEPS, &k))
        return true;
    if (k > s->path.nsteps) {
        gt_str_addf(&s->error, "the last step is %zu", s->path.nsteps);
        return true;
    }
    while (s->path.at > k)
        gt_trail_back(&s->path);
    while (s->path.at < k)
        gt_trail_next(&s->path);
    return show(s);
}

/* ---- chance ---- */

static bool do_seed(gt_session *s, const char *rest)
{
    uint64_t n;
    if (*rest ? number(s, rest, 0, UINT64_MAX, &n) : false)
        s->random = n;
    else if (!*rest)
        gt_str_add(&s->error, "seed wants a number");
    return true;
}

static bool step_at_random(gt_session *s)
{
    if (!gt_moves_random(s))
        return false;
    gt_trail_push(&s->path, &s->found);
    return true;
}

static bool do_random(gt_session *s, const char *rest)
{
    uint64_t k;
    if (!number(s, rest, 1, MOST_STEPS, &k))
        return true;
    while (k > 0 && step_at_random(s))
        k--;
    return show(s);
}

/* ---- until ---- */

typedef struct {
    gt_typed *typed;
    gt_sym_step *step; /* the typed condition's own; NULL: until an invariant is violated */
    uint32_t handle;
} condition;

static bool is_true(gt_session *s, const condition *c)
{
    if (!c->step) {
        bool violated = false;
        for (uint32_t p = 0; p < s->about->sym->nprops; p++)
            violated = violated || gt_session_violates(s, p);
        return violated;
    }
    gt_eval *ev = gt_sym_step_eval(c->step);
    gt_eval_state(ev, s->path.state, s->alike);
    int64_t value = gt_eval_int(ev, c->handle);
    return value && !ev->err;
}

static void go_until(gt_session *s, const condition *c)
{
    enum { PATIENCE = 10000 };
    for (uint32_t k = 0;; k++) {
        bool more = k < PATIENCE && (gt_trail_next(&s->path) || step_at_random(s));
        if (more && is_true(s, c))
            return;
        if (more)
            continue;
        gt_str_addf(&s->out, "(not within %u steps)\n", k);
        return;
    }
}

static bool do_until(gt_session *s, const char *rest)
{
    condition c = {.typed = NULL};
    if (*rest) {
        c.typed = s->about->read(s->about->arg, rest);
        if (!c.typed) {
            gt_str_add(&s->error, "this is no condition");
            return true;
        }
        c.step = gt_sym_step_new(c.typed->sym);
        c.handle =
            gt_eval_compile(gt_sym_step_eval(c.step), c.typed->sym->props[c.typed->sym->nprops - 1]->formula);
    }
    go_until(s, &c);
    gt_sym_step_free(c.step);
    if (c.typed)
        s->about->forget(c.typed);
    return show(s);
}

/* ---- beginning anew ---- */

typedef struct {
    gt_session *s;
    uint64_t k, left;
} choosing;

static bool choose(void *arg, const int32_t *state)
{
    choosing *c = arg;
    gt_arena_ask(c->s->about->arena);
    if (--c->left != 0)
        return true;
    gt_trail_begin(&c->s->path, c->k, state);
    return false;
}

static bool do_init(gt_session *s, const char *rest)
{
    choosing c = {.s = s};
    if (!number(s, rest, 1, MOST_STEPS, &c.k))
        return true;
    c.left = c.k;
    if (gt_sym_step_initial(s->step, choose, &c)) {
        gt_str_addf(&s->error, "'%s' is the number of no initial state: they are 1 to %llu", rest,
                    (unsigned long long)(c.k - c.left));
        return true;
    }
    return show(s);
}

/* ---- what there is ---- */

static bool do_trace(gt_session *s, const char *rest)
{
    (void)rest;
    gt_arena_mark mark = gt_arena_here(s->about->arena);
    const gt_run *run = gt_trail_run(&s->path);
    if (run)
        gt_trace_text(run, NULL, s->about->style, &s->out);
    else
        gt_str_add(&s->error, "the run is too long to be shown as a whole");
    gt_arena_release(s->about->arena, mark);
    return true;
}

static bool do_rules(gt_session *s, const char *rest)
{
    const gt_sym *sym = s->about->sym;
    gt_arena_mark mark = gt_arena_here(s->about->arena);
    const gt_sym_text *texts = gt_sym_texts(s->about->arena, sym);
    (void)rest;
    for (uint32_t r = 0; r < sym->nrules; r++) {
        const char *owner = sym->rules[r]->owner ? sym->rules[r]->owner->name : "";
        const char *line =
            gt_arena_printf(s->about->arena, "%s%s%s %s %s", owner, *owner ? ": " : "", sym->rules[r]->label,
                            texts->rules[r].when, texts->rules[r].effect);
        gt_str_add(&s->out, "  ");
        gt_str_wrap(&s->out, line, 2, 6, s->about->style.width);
        gt_str_addc(&s->out, '\n');
    }
    gt_arena_release(s->about->arena, mark);
    return true;
}

static bool do_help(gt_session *s, const char *rest)
{
    (void)rest;
    for (size_t i = 0; i < COMMANDS; i++) {
        int width = (int)(strlen(table[i].name) + strlen(table[i].args)) + 1;
        gt_str_addf(&s->out, "  %s %s", table[i].name, table[i].args);
        gt_str_addf(&s->out, width > 17 ? "\n%*s%s\n" : "%*s%s\n", width > 17 ? 20 : 18 - width, "",
                    table[i].help);
    }
    return true;
}

static bool do_quit(gt_session *s, const char *rest)
{
    (void)s, (void)rest;
    return false;
}

static bool obey_words(gt_session *s, const char *line)
{
    uint64_t k;
    if (*line >= '0' && *line <= '9')
        return !number(s, line, 0, UINT64_MAX, &k) || !gt_moves_number(s, k) || fire(s);
    size_t n = strcspn(line, " \t");
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strlen(table[i].name) != n || strncmp(table[i].name, line, n) != 0 || !table[i].run)
            continue;
        if (line[n] && !*table[i].args) {
            gt_str_addf(&s->error, "'%s' stands alone", table[i].name);
            return true;
        }
        return table[i].run(s, line + n + strspn(line + n, " \t"));
    }
    return do_fire(s, line);
}

bool gt_obey(gt_session *s, const char *line)
{
    line += strspn(line, " \t\r");
    size_t n = strlen(line);
    while (n && strchr(" \t\r", line[n - 1]))
        n--;
    if (!n || *line == '#')
        return true;
    char *words = gt_arena_strndup(s->about->arena, line, n);
    return obey_words(s, words);
}

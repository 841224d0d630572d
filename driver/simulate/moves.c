/* What may fire, and the ways to say which. */
#include "driver/simulate/exchange.h"
#include "driver/simulate/session.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

bool gt_moves_each(gt_session *s, gt_firing_fn *fn, void *arg)
{
    return gt_sym_step_successors(s->step, s->path.state, s->alike, fn, arg);
}

static void take_names(gt_session *s, const gt_firing *f)
{
    gt_move *move = &s->found;
    move->rule = f->rule;
    move->self = f->self;
    move->branch = f->branch;
    for (uint32_t i = 0; i < f->rule->npartners; i++)
        move->bound[i] = f->partners[i];
    for (uint32_t i = 0; i < f->rule->nchoices; i++)
        move->bound[f->rule->npartners + i] = f->choices[i];
}

static void take(gt_session *s, const gt_firing *f)
{
    gt_move *move = &s->found;
    take_names(s, f);
    memcpy(move->to, f->to, s->layout->width * sizeof *f->to);
}

/* ---- by number ---- */

typedef struct {
    gt_session *s;
    uint64_t left;
} counting;

static bool count_down(void *arg, const gt_firing *f)
{
    counting *c = arg;
    gt_arena_ask(c->s->about->arena);
    if (--c->left > 0)
        return true;
    take(c->s, f);
    return false;
}

bool gt_moves_number(gt_session *s, uint64_t k)
{
    counting c = {s, k};
    if (k > 0 && !gt_moves_each(s, count_down, &c))
        return true;
    if (k > 0 && k == c.left)
        gt_str_add(&s->error, "nothing can fire here");
    else
        gt_str_addf(&s->error, "there is no number %llu%s", (unsigned long long)k,
                    k == 0 ? ": the first one is 1"
                           : gt_arena_printf(s->about->arena, ": the last one is %llu",
                                             (unsigned long long)(k - c.left)));
    return false;
}

/* ---- at random ---- */

typedef struct {
    gt_session *s;
    double total;
} drawing;

static double as_double(gt_rat x)
{
    return (double)x.num / (double)x.den;
}

double gt_session_draw(gt_session *s)
{
    s->random += 0x9e3779b97f4a7c15ULL;
    return (double)(gt_hash_mix(s->random) >> 11) / 9007199254740992.0;
}

/* Each of those so far with the probability of its weight. */
static bool draw_among(void *arg, const gt_firing *f)
{
    drawing *d = arg;
    double weight = (double)f->multiplicity * as_double(f->weight) * as_double(f->prob);
    gt_arena_ask(d->s->about->arena);
    d->total += weight;
    if (gt_session_draw(d->s) * d->total < weight)
        take(d->s, f);
    return true;
}

bool gt_moves_random(gt_session *s)
{
    drawing d = {s, 0};
    gt_moves_each(s, draw_among, &d);
    if (d.total <= 0)
        return false;
    gt_exchange x = gt_exchange_begin(s);
    for (uint32_t i = 0; i < gt_move_places(&s->found); i++)
        if (gt_move_place(&s->found, i).proc && gt_move_place(&s->found, i).process)
            gt_exchange_any(&x, gt_move_place(&s->found, i));
    gt_exchange_apply(&x, &s->found);
    return true;
}

/* ---- by name ---- */

/* What is left of a line. */
typedef struct {
    const char *at;
} words;

static void skip_blanks(words *w)
{
    w->at += strspn(w->at, " \t");
}

/* Whether the line goes on with this word, which may have blanks in it; then goes past it. */
static bool eat(words *w, const char *word)
{
    size_t n = strlen(word);
    skip_blanks(w);
    if (strncmp(w->at, word, n) != 0 || (w->at[n] != '\0' && !strchr(" \t", w->at[n])))
        return false;
    w->at += n;
    return true;
}

typedef struct {
    gt_session *s;
    const char *label; /* the longest that the line begins with; NULL: none */
    const char *rest;  /* of the line */
    uint32_t matches;
} naming;

static void find_label(naming *n, const char *text)
{
    const gt_sym *sym = n->s->about->sym;
    size_t longest = 0;
    for (uint32_t r = 0; r < sym->nrules; r++) {
        words w = {text};
        size_t len = strlen(sym->rules[r]->label);
        if (len <= longest || !eat(&w, sym->rules[r]->label))
            continue;
        longest = len;
        n->label = sym->rules[r]->label;
        n->rest = w.at;
    }
}

/* "Client 2", "2": its number; 0: nothing is said about it. False: this is no process. */
static bool read_process(words *w, const gt_proc *proc, int32_t *number)
{
    words try = *w;
    bool typed = eat(&try, proc->name);
    char *end;
    skip_blanks(&try);
    bool digit = *try.at >= '0' && *try.at <= '9';
    long n = digit ? strtol(try.at, &end, 10) : 0;
    *number = 0;
    if (!digit)
        return !typed;
    w->at = end;
    *number = n <= proc->n ? (int32_t)n : 0;
    return *number > 0;
}

static const char *choice_name(const gt_binder *choice)
{
    return choice->name[0] == '$' ? "any" : choice->name;
}

/* "v=3"; true also where nothing is said about it. */
static bool is_chosen(words *w, const gt_binder *choice, int32_t value)
{
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "%s=", choice_name(choice));
    skip_blanks(w);
    bool same = true;
    if (strncmp(w->at, gt_str_text(&text), text.len) == 0) {
        gt_value_print(choice->type, value, &text);
        same = eat(w, gt_str_text(&text));
    }
    gt_str_fini(&text);
    return same;
}

/* Who plays the role of `place`, if the line says it at `w`. */
static bool is_cast(words *w, gt_exchange *x, gt_player place, bool *open)
{
    int32_t number;
    if (!read_process(w, place.proc, &number))
        return false;
    *open = *open || !number;
    return number ? gt_exchange_to(x, place, number) : gt_exchange_keep(x, place);
}

/* A choice is made by its name, also that of a process. */
static bool is_choice(words *w, gt_exchange *x, const gt_move *move, uint32_t i, bool *open)
{
    const gt_rule *r = move->rule;
    const gt_binder *choice = r->choices[i];
    int32_t value = move->bound[r->npartners + i];
    if (choice->type.kind != GT_TYPE_ID)
        return is_chosen(w, choice, value);
    gt_player place = {choice->type.proc, value};
    const char *name = choice_name(choice);
    size_t n = strlen(name);
    skip_blanks(w);
    if (strncmp(w->at, name, n) != 0 || w->at[n] != '=') {
        *open = true;
        return gt_exchange_keep(x, place);
    }
    w->at += n + 1;
    return is_cast(w, x, place, open);
}

/* Whether the line's words say this firing, or one that it stands for; what they do not mention may be
 * anything: then *open. */
static bool is_meant(const naming *n, const gt_firing *f, gt_exchange *x, bool *open)
{
    const gt_rule *r = f->rule;
    const gt_move *move = &n->s->found;
    words w = {n->rest};
    if (r->owner) {
        eat(&w, "by");
        if (!is_cast(&w, x, (gt_player){r->owner, move->self}, open))
            return false;
    }
    for (uint32_t i = 0; i < r->npartners; i++) {
        eat(&w, "with");
        if (!is_cast(&w, x, (gt_player){r->partners[i]->type.proc, move->bound[i]}, open))
            return false;
    }
    for (uint32_t i = 0; i < r->nchoices; i++)
        if (!(f->error && f->choices[i] == 0) && !is_choice(&w, x, move, i, open))
            return false;
    skip_blanks(&w);
    if (strncmp(w.at, "branch=", 7) == 0) {
        char *end;
        if (strtoul(w.at + 7, &end, 10) != f->branch + 1UL)
            return false;
        w.at = end;
    }
    skip_blanks(&w);
    return *w.at == '\0';
}

/* The names of later ones are looked at beside the first one's, which is kept. */
static bool take_if_meant(void *arg, const gt_firing *f)
{
    naming *n = arg;
    gt_session *s = n->s;
    gt_exchange x = gt_exchange_begin(s);
    gt_move first = s->found;
    bool open = false;
    gt_arena_ask(s->about->arena);
    s->found.bound = s->tried;
    take_names(s, f);
    bool meant = is_meant(n, f, &x, &open);
    if (meant && n->matches == 0) {
        memcpy(s->found.to, f->to, s->layout->width * sizeof *f->to);
        gt_exchange_apply(&x, &s->found);
        s->tried = first.bound;
    } else {
        s->found = first;
    }
    if (meant)
        n->matches += open && f->multiplicity > 1 ? 2 : 1;
    return n->matches < 2;
}

uint32_t gt_moves_named(gt_session *s, const char *text)
{
    naming n = {.s = s};
    const gt_sym *sym = s->about->sym;
    find_label(&n, text);
    if (!n.label) {
        gt_str_addf(&s->error, "'%s' is no command and no rule; `help` lists the commands, `rules` the rules",
                    text);
        return 0;
    }
    for (uint32_t r = 0; r < sym->nrules && n.matches < 2; r++)
        if (strcmp(sym->rules[r]->label, n.label) == 0)
            gt_sym_step_by_rule(s->step, s->path.state, sym->rules[r], s->alike, take_if_meant, &n);
    if (!n.matches) {
        n.rest += strspn(n.rest, " \t");
        gt_str_addf(&s->error, *n.rest ? "'%s' cannot fire here like this: %s" : "'%s' cannot fire here",
                    n.label, n.rest);
    }
    return n.matches;
}

void gt_moves_words(const gt_move *move, gt_str *out)
{
    const gt_rule *r = move->rule;
    gt_str_addf(out, "fire %s", r->label);
    if (r->owner)
        gt_str_addf(out, " %s %d", r->owner->name, move->self);
    for (uint32_t i = 0; i < r->npartners; i++)
        gt_str_addf(out, " with %s %d", r->partners[i]->type.proc->name, move->bound[i]);
    for (uint32_t i = 0; i < r->nchoices; i++) {
        gt_str_addf(out, " %s=", choice_name(r->choices[i]));
        gt_value_print(r->choices[i]->type, move->bound[r->npartners + i], out);
    }
    if (r->nbranches > 1)
        gt_str_addf(out, " branch=%u", move->branch + 1);
}

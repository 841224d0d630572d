/* Help lines for names that nobody declared. */
#include "frontend/sym/lower_suggest.h"
#include "frontend/sym/suggest.h"

#include <string.h>

enum { MOST = 20 }; /* errors in one file for which names are compared: that takes time */

static bool enough(const gt_lower *lw)
{
    return gt_diag_errors(lw->diag) > MOST;
}

static bool say(gt_lower *lw, const gt_suggest *s)
{
    if (s->best)
        gt_help(lw->diag, "did you mean `%s`?", s->best);
    return s->best != NULL;
}

/* A local variable is known outside of its process, but only as that of some process. */
static bool is_local(gt_lower *lw, const char *word)
{
    for (size_t i = 0; i < lw->homes.n; i++) {
        const gt_symbol *symbol = gt_ptrmap_pointer(&lw->homes.v[i]->scope, word);
        const char *process = lw->homes.v[i]->proc->name;
        if (!symbol || symbol->kind != SYMBOL_VAR)
            continue;
        gt_note(lw->diag, symbol->pos, "each process of type %s has a variable of that name", process);
        gt_help(lw->diag, "say whose: `j.%s`, with j from a quantifier such as `exists j : %s (...)`", word,
                process);
        return true;
    }
    return false;
}

static bool is_temporal(gt_lower *lw, const char *word)
{
    static const char *const ctl[] = {"AX", "EX", "AF", "EF", "AG", "EG"}, *const ltl[] = {"X", "F", "G"};
    for (size_t i = 0; i < sizeof ctl / sizeof *ctl; i++)
        if (strcmp(word, ctl[i]) == 0) {
            gt_help(lw->diag, "`%s` is an operator of CTL: it stands in a property that begins with `ctl`",
                    word);
            return true;
        }
    for (size_t i = 0; i < sizeof ltl / sizeof *ltl; i++)
        if (strcmp(word, ltl[i]) == 0) {
            gt_help(
                lw->diag,
                "`%s` is an operator of LTL: it stands in a property that begins with `ltl`; in `ctl` write "
                "`A%s` or `E%s`",
                word, word, word);
            return true;
        }
    return false;
}

static void consider_symbols(gt_suggest *s, gt_symbol *const *symbols, size_t n, const gt_symbol_kind *kinds,
                             size_t nkinds)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < nkinds; k++)
            if (symbols[i]->kind == kinds[k])
                gt_suggest_consider(s, symbols[i]->name);
}

void gt_lower_suggest_name(gt_lower *lw, const gt_env *env, const char *word)
{
    static const gt_symbol_kind kinds[] = {SYMBOL_CONST, SYMBOL_VAR, SYMBOL_MACRO};
    if (enough(lw) || is_temporal(lw, word))
        return;
    gt_suggest s = {.word = word};
    for (const gt_bind *b = env->binds; b; b = b->next)
        gt_suggest_consider(&s, b->name);
    if (env->home)
        consider_symbols(&s, env->home->order.v, env->home->order.n, kinds, 3);
    consider_symbols(&s, lw->order.v, lw->order.n, kinds, 3);
    for (uint32_t i = 0; i < lw->sym->nenums; i++)
        for (uint32_t k = 0; k < lw->sym->enums[i]->nvalues; k++)
            gt_suggest_consider(&s, lw->sym->enums[i]->values[k]);
    if (!is_local(lw, word))
        say(lw, &s);
}

/* The one who comes next, where processes stand in a ring. */
static bool is_neighbour(gt_lower *lw, const char *word)
{
    static const char *const words[] = {"succ", "pred", "left", "right", "neighbour", "neighbor"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            gt_help(lw->diag,
                    "processes that have neighbours are a ring: `process P[n] ring { ... }`; they are "
                    "next(j) and prev(j)");
            return true;
        }
    return false;
}

void gt_lower_suggest_macro(gt_lower *lw, const gt_env *env, const char *word)
{
    static const gt_symbol_kind kinds[] = {SYMBOL_MACRO};
    if (enough(lw) || is_temporal(lw, word))
        return;
    gt_suggest s = {.word = word};
    if (env->home)
        consider_symbols(&s, env->home->order.v, env->home->order.n, kinds, 1);
    consider_symbols(&s, lw->order.v, lw->order.n, kinds, 1);
    if (!say(lw, &s) && !is_neighbour(lw, word))
        gt_help(lw->diag, "define it: `define %s(...) = ...;`", word);
}

void gt_lower_suggest_type(gt_lower *lw, const char *word, bool processes_only)
{
    static const gt_symbol_kind kinds[] = {SYMBOL_PROC, SYMBOL_ENUM, SYMBOL_RECORD};
    if (enough(lw))
        return;
    gt_suggest s = {.word = word};
    if (!processes_only)
        gt_suggest_consider(&s, "bool");
    consider_symbols(&s, lw->order.v, lw->order.n, kinds, processes_only ? 1 : 3);
    say(lw, &s);
}

void gt_lower_suggest_constant(gt_lower *lw, const char *word)
{
    static const gt_symbol_kind kinds[] = {SYMBOL_CONST};
    if (enough(lw))
        return;
    gt_suggest s = {.word = word};
    consider_symbols(&s, lw->order.v, lw->order.n, kinds, 1);
    say(lw, &s);
}

void gt_lower_suggest_local(gt_lower *lw, const gt_proc *proc, const char *word)
{
    static const gt_symbol_kind kinds[] = {SYMBOL_VAR};
    if (enough(lw))
        return;
    gt_suggest s = {.word = word};
    const gt_home *home = gt_lower_home(lw, proc);
    consider_symbols(&s, home->order.v, home->order.n, kinds, 1);
    say(lw, &s);
}

void gt_lower_suggest_field(gt_lower *lw, const gt_record *record, const char *word)
{
    if (enough(lw))
        return;
    gt_suggest s = {.word = word};
    for (uint32_t i = 0; i < record->nfields; i++)
        gt_suggest_consider(&s, record->fields[i].name);
    say(lw, &s);
}

void gt_lower_suggest_value(gt_lower *lw, const gt_enum *en, const char *word)
{
    if (enough(lw))
        return;
    gt_suggest s = {.word = word};
    for (uint32_t i = 0; i < en->nvalues; i++)
        gt_suggest_consider(&s, en->values[i]);
    say(lw, &s);
}

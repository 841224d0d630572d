/* Help lines for syntax errors: what other languages write there, and what to write instead. */
#include "frontend/sym/parse.h"
#include "frontend/sym/parse_impl.h"
#include "frontend/sym/suggest.h"

#include <ctype.h>
#include <string.h>

/* The place of an error: what was found, and the tokens before it, nearest first. */
typedef struct {
    gt_ctx *ctx;
    const char *text;
    size_t len;
    gt_parse_token found, before, second, third, fourth;
    const gt_parse_error *e;
} place;

static bool is(const place *p, gt_parse_token t, const char *what)
{
    return gt_parse_is(p->text, t, what);
}

static bool is_any(const place *p, gt_parse_token t, size_t n, const char *const *words)
{
    for (size_t i = 0; i < n; i++)
        if (is(p, t, words[i]))
            return true;
    return false;
}

static bool is_temporal(const place *p, gt_parse_token t)
{
    static const char *const words[] = {"AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"};
    return is_any(p, t, sizeof words / sizeof *words, words);
}

/* Something that begins with `word`, somewhere before the error and not yet ended. */
static bool is_inside(const place *p, const char *word)
{
    bool inside = false;
    for (gt_parse_token t = gt_parse_next_token(p->text, p->len, 0); t.len > 0 && t.at < p->found.at;
         t = gt_parse_next_token(p->text, p->len, t.at + t.len))
        if (is(p, t, word))
            inside = true;
        else if (is(p, t, ";") || is(p, t, "{") || is(p, t, "}"))
            inside = false;
    return inside;
}

static const char *const integers[] = {"int", "integer", "byte", "short", "nat", "unsigned", "long"};
enum { N_INTEGERS = sizeof integers / sizeof *integers };

/* A declaration of variables that is written as in other languages. */
static bool declaration(const place *p)
{
    bool first = is(p, p->second, "shared") || is(p, p->second, "var");
    bool list = first || is(p, p->second, ",");
    if (!first && !list)
        return false;
    if (is(p, p->found, "[") && gt_parse_expects(p->e, ":"))
        gt_help(p->ctx->diag, "an array is declared with its type: `%.*s : [0..3] of bool`",
                (int)p->before.len, p->text + p->before.at);
    else if (is(p, p->found, "=") && gt_parse_expects(p->e, ":"))
        gt_help(p->ctx->diag, "a variable has a type: `%.*s : 0..7 = ...`", (int)p->before.len,
                p->text + p->before.at);
    else if (first && is_any(p, p->before, N_INTEGERS, integers) && gt_parse_expects(p->e, ":"))
        gt_help(p->ctx->diag, "the name comes first, and an integer has a range: `%.*s : 0..7`",
                (int)p->found.len, p->text + p->found.at);
    else if (first && isalpha((unsigned char)p->text[p->found.at]) && gt_parse_expects(p->e, ":"))
        gt_help(p->ctx->diag, "the name comes first: `%.*s : %.*s`", (int)p->found.len, p->text + p->found.at,
                (int)p->before.len, p->text + p->before.at);
    else
        return false;
    return true;
}

/* Brackets and arrows that are missing or others than here. */
static bool shape(const place *p)
{
    static const char *const quantifiers[] = {"exists", "forall", "count"};
    gt_diag *diag = p->ctx->diag;
    if (is_any(p, p->second, 3, quantifiers) && gt_parse_expects(p->e, ":"))
        gt_help(diag, "say what it ranges over: `%.*s %.*s : P (...)`", (int)p->second.len,
                p->text + p->second.at, (int)p->before.len, p->text + p->before.at);
    else if (is_any(p, p->before, 3, quantifiers) && is(p, p->found, "("))
        gt_help(diag, "the process comes before the parenthesis: `%.*s i : P (...)`", (int)p->before.len,
                p->text + p->before.at);
    else if (is(p, p->second, ":") && is_any(p, p->fourth, 3, quantifiers) && gt_parse_expects(p->e, "("))
        gt_help(
            diag,
            "the body of a quantifier stands in parentheses: `exists j : P (...)`; in front of a property "
            "it ends with `.`");
    else if (is(p, p->second, "process") && gt_parse_expects(p->e, "["))
        gt_help(diag, "say how many there are: `process %.*s[3]`", (int)p->before.len,
                p->text + p->before.at);
    else if (is(p, p->before, "if") && gt_parse_expects(p->e, "("))
        gt_help(diag, "the condition stands in parentheses: `if (x == 1) ...`");
    else if (is(p, p->before, ":=") && is(p, p->found, "{"))
        gt_help(diag, "choose with `any`: `x := any 0..1;`, `x := any k : 0..7 where k in {2, 5};`");
    else if (is(p, p->found, ",") && (is_inside(p, "shared") || is_inside(p, "var")) &&
             gt_parse_expects(p->e, ";"))
        gt_help(diag,
                "variables of different types are declared one by one: `shared x : 0..3; shared y : bool;`");
    else
        return false;
    return true;
}

/* Temporal operators in properties that have none. */
static bool temporal(const place *p)
{
    if (!is_temporal(p, p->before) ||
        !(is_inside(p, "invariant") || is_inside(p, "ctl") || is_inside(p, "ltl")))
        return false;
    if (is_inside(p, "invariant"))
        gt_help(p->ctx->diag,
                "an invariant has no temporal operators: its condition holds in all reachable states; "
                "for others write `ctl` or `ltl` instead of `invariant`");
    else
        gt_help(p->ctx->diag, "`%.*s` belongs to %s", (int)p->before.len, p->text + p->before.at,
                is_inside(p, "ctl") ? "LTL: write `ltl` instead of `ctl`, or A or E in front of it"
                                    : "CTL: write `ctl` instead of `ltl`, or leave A or E out");
    return true;
}

/* Operators as they are written elsewhere. */
static bool spelling(const place *p)
{
    static const char *const table[][2] = {
        {"=", "compare with `==`, assign with `:=`"},
        {":=", "compare with `==`; assignments follow `do`"},
        {"and", "and is written `&&`"},
        {"or", "or is written `||`"},
        {"not", "not is written `!`"},
        {"&", "and is written `&&`"},
        {"|", "or is written `||`"},
        {"~", "not is written `!`"},
        {"\xe2\x89\xa4", "that is written `<=`"},
        {"\xe2\x89\xa5", "that is written `>=`"},
        {"\xe2\x89\xa0", "that is written `!=`"},
        {"\xe2\x88\xa7", "and is written `&&`"},
        {"\xe2\x88\xa8", "or is written `||`"},
        {"\xc2\xac", "not is written `!`"},
        {"\xe2\x86\x92", "that is written `->`"},
        {"if", "the condition of a rule follows `when`; `if (c) ...` is a statement after `do`"},
    };
    static const char *const arithmetic[] = {"+", "-", "*", "/"};
    if ((is(p, p->found, "=") || is(p, p->found, "+") || is(p, p->found, "-")) &&
        is_any(p, p->before, 4, arithmetic)) {
        gt_help(p->ctx->diag, "assign with `:=`: `x := x %.*s 1`", (int)p->before.len,
                p->text + p->before.at);
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (is(p, p->found, table[i][0]) ||
            (isalpha((unsigned char)table[i][0][0]) && is(p, p->before, table[i][0]))) {
            gt_help(p->ctx->diag, "%s", table[i][1]);
            return true;
        }
    char c = p->text[p->found.at];
    if (c == '"' || c == '\'')
        gt_help(p->ctx->diag, "there are no strings and characters; values with names are those of an enum");
    return c == '"' || c == '\'';
}

/* A character right behind the one that was found. */
static bool is_followed_by(const place *p, char c)
{
    size_t next = p->found.at + p->found.len;
    return next < p->len && p->text[next] == c;
}

/* Arrows of other languages. */
static bool arrow(const place *p)
{
    bool edge = gt_parse_expects(p->e, "->") && p->e->nexpected <= 3;
    if (!edge || !(is(p, p->found, "=") || is(p, p->found, "-")))
        return false;
    gt_help(p->ctx->diag, "an edge is written `A -> B`");
    return true;
}

/* Comments and directives of other languages. */
static bool comment(const place *p)
{
    bool dashes = is(p, p->found, "-") && (is_followed_by(p, '-') || is(p, p->before, "-"));
    bool decrement = is(p, p->before, "-") && (dashes || is(p, p->second, "-"));
    if (decrement && !gt_parse_expects(p->e, "const"))
        gt_help(p->ctx->diag, "a comment begins with `//`; one less is `x := x - 1`");
    else if (dashes)
        gt_help(p->ctx->diag, "a comment begins with `//`");
    else if (is(p, p->found, "#"))
        gt_help(p->ctx->diag,
                "there is no preprocessor: a comment begins with `//`, a constant is declared with "
                "`const N = 3;`, a macro with `define`");
    else
        return false;
    return true;
}

/* [] and <> before an operand, => and <> between two. */
static bool box(const place *p)
{
    gt_diag *diag = p->ctx->diag;
    bool always = is(p, p->found, "[") && is_followed_by(p, ']');
    bool operand = gt_parse_expects(p->e, "number");
    if ((always || (is(p, p->found, "<") && is_followed_by(p, '>'))) && operand)
        gt_help(diag,
                is_inside(p, "ctl") ? "in `ctl`, `%s` is written `A%s` or `E%s`"
                : is_inside(p, "ltl")
                    ? "`%s` is written `%s`"
                    : "`%s` is temporal: it is written `%s`, and stands in a property that begins with `ltl`",
                always ? "[]" : "<>", always ? "G" : "F", always ? "G" : "F");
    else if (is(p, p->found, ">") && is(p, p->before, "<"))
        gt_help(diag, "that is written `!=`");
    else if (is(p, p->found, "=") && is_followed_by(p, '>'))
        gt_help(diag, "an implication is written `->`, greater or equal `>=`");
    else
        return false;
    return true;
}

/* The statement, clause or declaration in which the error is: its first word; and the word in front of the
 * last `{`. */
static gt_parse_token beginning(const place *p, gt_parse_token *around)
{
    gt_parse_token first = {p->len, 0}, last = first;
    bool fresh = true;
    for (gt_parse_token t = gt_parse_next_token(p->text, p->len, 0); t.len > 0 && t.at <= p->found.at;
         t = gt_parse_next_token(p->text, p->len, t.at + t.len)) {
        if (fresh)
            first = t;
        if (is(p, t, "{"))
            *around = last;
        last = t;
        fresh = is(p, t, ";") || is(p, t, "{") || is(p, t, "}") || is(p, t, "do");
    }
    return first;
}

/* Statements of other languages. */
bool gt_parse_hint_call(gt_diag *diag, const char *word)
{
    static const char *const table[][2] = {
        {"assert", "there is no `assert`: what must always hold is a property, `invariant name: e;`"},
        {"await", "a rule waits for the condition behind `when`"},
        {"wait", "a rule waits for the condition behind `when`"},
        {"while", "there are no loops: a rule that can fire is repeated"},
        {"for", "there are no loops: `forall j : P do ...` assigns to all processes at once"},
        {"goto", "a rule leads to another location as an edge: `A -> B;`"},
        {"skip", "what does nothing is left out: a rule needs no `do`"},
        {"return", "a rule ends where its statements end; leave `return` out"},
        {"print", "nothing is printed: a counterexample shows all variables"},
        {"printf", "nothing is printed: a counterexample shows all variables"},
        {"atomic", "each rule is one step already: leave `atomic` out"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(word, table[i][0]) == 0) {
            gt_help(diag, "%s", table[i][1]);
            return true;
        }
    return false;
}

static bool statement(const place *p)
{
    gt_parse_token around = {p->len, 0}, words[2] = {beginning(p, &around), around};
    for (size_t i = 0; i < 2; i++) {
        char word[16] = "";
        if (words[i].len < sizeof word)
            memcpy(word, p->text + words[i].at, words[i].len);
        if (gt_parse_hint_call(p->ctx->diag, word))
            return true;
    }
    if (!gt_parse_expects(p->e, "const") && !gt_parse_expects(p->e, "states"))
        return false;
    if (is(p, p->found, "var"))
        gt_help(p->ctx->diag, "a variable outside of processes is declared with `shared`");
    else if (is_any(p, p->found, N_INTEGERS, integers) || is(p, p->found, "bool"))
        gt_help(p->ctx->diag, "a variable is declared with its range: `shared x : 0..7;`, or in a process "
                              "`var x : 0..7;`");
    else
        return false;
    return true;
}

/* A condition on whole states inside a process, where these words are names of locations. */
static bool outside(const place *p)
{
    if (!gt_parse_expects(p->e, "->") || !(is(p, p->before, "initially") || is(p, p->before, "end")))
        return false;
    gt_help(p->ctx->diag, "`%.*s` speaks of all processes: it stands at top level", (int)p->before.len,
            p->text + p->before.at);
    return true;
}

/* A mistyped word where a declaration should begin. */
static bool keyword(const place *p)
{
    static const char *const words[] = {
        "const",  "enum",     "record",    "include", "shared", "process", "states", "var",       "rule",
        "define", "fairness", "initially", "fair",    "strong", "reward",  "model",  "invariant", "ctl",
        "ltl",    "pctl",     "deadlock",  "mdp",     "dtmc",   "ctmc",    "param"};
    char word[32] = "";
    if (!(gt_parse_expects(p->e, "const") || gt_parse_expects(p->e, "states") ||
          gt_parse_expects(p->e, "->")) ||
        p->found.len >= sizeof word)
        return false;
    memcpy(word, p->text + p->found.at, p->found.len);
    gt_suggest s = {.word = word};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        gt_suggest_consider(&s, words[i]);
    if (s.best)
        gt_help(p->ctx->diag, "did you mean `%s`?", s.best);
    return s.best != NULL;
}

void gt_parse_hint(gt_ctx *ctx, const char *text, size_t len, gt_parse_token found, const gt_parse_error *e)
{
    static const char *const properties[] = {"ctl", "ltl", "pctl", "invariant"};
    place p = {.ctx = ctx, .text = text, .len = len, .found = found, .e = e};
    p.before = gt_parse_last_token(text, len, found.at);
    p.second = gt_parse_last_token(text, len, p.before.at);
    p.third = gt_parse_last_token(text, len, p.second.at);
    p.fourth = gt_parse_last_token(text, len, p.third.at);
    if (arrow(&p) || comment(&p) || box(&p) || statement(&p) || temporal(&p) || outside(&p) || keyword(&p) ||
        declaration(&p) || shape(&p) || spelling(&p))
        return;
    if (is_any(&p, p.second, 4, properties))
        gt_help(ctx->diag, "a property's name is followed by `:`");
}

/* Promela, for Spin 6.5: one process, a loop whose options are the commands, each one indivisible step.
 *
 * When initial values must be chosen, that takes transitions too: a flag tells when they are done, and
 * formulas are read from there on. The same flag serves where parts of formulas are variables that the steps
 * set, the first of them before the loop. */
#include "backends/targets/promela.h"
#include "backends/targets/common.h"
#include "backends/targets/layout.h"
#include "backends/targets/read.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"
#include "runtime/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/targets/reserved_promela.def"
#undef GT_WORD
    NULL};

static const gt_ops promela_ops = {
    .yes = "true",
    .no = "false",
    .trailing = true, /* Spin takes the end of a line for the end of a statement where it can */
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "!"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, 13, "0 - @1"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 6, "&&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 5, "||"},
            [GT_EXPR_IMPLIES] = {GT_FORM_FORMAT, 5, "!($1) || @2"},
            [GT_EXPR_IFF] = {GT_FORM_FORMAT, 10, "@1 == @2"},
            [GT_EXPR_EQ] = {GT_FORM_INFIX, 10, "=="},
            [GT_EXPR_NE] = {GT_FORM_INFIX, 10, "!="},
            [GT_EXPR_LT] = {GT_FORM_INFIX, 11, "<"},
            [GT_EXPR_LE] = {GT_FORM_INFIX, 11, "<="},
            [GT_EXPR_GT] = {GT_FORM_INFIX, 11, ">"},
            [GT_EXPR_GE] = {GT_FORM_INFIX, 11, ">="},
            [GT_EXPR_ADD] = {GT_FORM_INFIX, 13, "+"},
            [GT_EXPR_SUB] = {GT_FORM_INFIX, 13, "-"},
            [GT_EXPR_MUL] = {GT_FORM_INFIX, 14, "*"},
            [GT_EXPR_DIV] = {GT_FORM_INFIX, 14, "/"},
            [GT_EXPR_MOD] = {GT_FORM_INFIX, 14, "%"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) <= ($2) -> $1 : $2)"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) >= ($2) -> $1 : $2)"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF,
                             "(" GT_LAYOUT_OPEN "$1 ->" GT_LAYOUT_BREAK "$2 :" GT_LAYOUT_BREAK
                             "$3" GT_LAYOUT_CLOSE ")"},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "<> "},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "[] "},
            [GT_EXPR_U] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) U ($2))"},
            [GT_EXPR_W] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) W ($2))"},
            [GT_EXPR_R] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) V ($2))"},
        },
    .div_any = {GT_FORM_INFIX, 14, "/"},
    .mod_any = {GT_FORM_INFIX, 14, "%"},
    .indicator = {GT_FORM_FORMAT, GT_PREC_LEAF, "($1)"}, /* a truth value is a number */
};

/* Macros are expanded as text: the largest number of nodes that may come out. */
enum { EXPANSION_LIMIT = 400000 };

/* Nodes of the tree that `e` stands for. */
static uint64_t tree_size(gt_walk *walk, const gt_expr *e)
{
    uint64_t size = 1, times = e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX ? 2 : 1;
    for (uint32_t i = 0; i < e->nkids && size <= EXPANSION_LIMIT; i++)
        size += times * gt_walk_at(walk, e->kids[i]);
    return size <= EXPANSION_LIMIT ? size : EXPANSION_LIMIT + 1;
}

static uint64_t expansion(const gt_cmds *cmds)
{
    gt_walk walk = {.node = tree_size};
    uint64_t size = 0;
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        size += gt_walk_at(&walk, cmds->cmds[i].guard); /* values have temporaries instead */
    for (uint32_t i = 0; i < cmds->nprops; i++)
        size += gt_walk_at(&walk, cmds->props[i].formula);
    gt_walk_fini(&walk);
    return size;
}

static const char *refuse_model(const gt_emit *e)
{
    return expansion(e->cmds) > EXPANSION_LIMIT
               ? "its guards and properties share so much that Spin's macros would expand to a million "
                 "operators"
               : NULL;
}

/* ---- declarations ---- */

static const char *type_name(gt_type type)
{
    if (type.kind == GT_TYPE_BOOL)
        return "bool";
    if (type.lo >= 0 && type.hi <= 1)
        return "bit";
    if (type.lo >= 0 && type.hi <= 255)
        return "byte";
    return type.lo >= INT16_MIN && type.hi <= INT16_MAX ? "short" : "int";
}

static const char *type_of(const gt_value_set *values, gt_type type)
{
    return values->symbols ? "mtype" : type_name(type);
}

static void symbols(gt_promela *p)
{
    if (!p->e->names.nsymbols)
        return;
    gt_str_add(p->e->out, "\nmtype = { " GT_LAYOUT_OPEN);
    for (uint32_t i = 0; i < p->e->names.nsymbols; i++)
        gt_str_addf(p->e->out, "%s%s", i ? "," GT_LAYOUT_BREAK : "", p->e->names.symbols[i].name);
    gt_str_add(p->e->out, GT_LAYOUT_CLOSE " };\n");
}

/* A bit cannot be hidden. */
static const char *hidden_type(const gt_pick_name *pick)
{
    gt_type type = pick->pick->value->type;
    return !pick->values.symbols && type.lo >= 0 && type.hi <= 1 ? "byte" : type_of(&pick->values, type);
}

/* Variables that a step alone uses. */
static void declare_hidden(gt_promela *p)
{
    gt_words seen = {0};
    for (uint32_t i = 0; i < p->e->names.npicks; i++) {
        const gt_pick_name *pick = &p->e->names.picks[i];
        if (gt_words_take(&seen, pick->name))
            gt_str_addf(p->e->out, "hidden %s %s; /* picked in a step */\n", hidden_type(pick), pick->name);
    }
    gt_words_fini(&seen);
    for (uint32_t i = 1; i <= p->ntemps; i++)
        gt_str_addf(p->e->out, "hidden int %s%u;\n", p->temp, i);
    for (uint32_t i = 0; i < gt_share_ndefs(p->e->share); i++) {
        const char *name;
        gt_share_def(p->e->share, i, &name);
        if (p->held[i])
            gt_str_addf(p->e->out, "hidden int %s%s;\n", name, p->suffix);
    }
}

/* Whether counter `b` can stand in the declaration of counter `a`. */
static bool is_alike(const gt_cmds *cmds, uint32_t a, uint32_t b)
{
    const gt_cvar *x = &cmds->vars[a], *y = &cmds->vars[b];
    return x->kind == GT_CVAR_COUNTER && y->kind == GT_CVAR_COUNTER && x->type.lo == y->type.lo &&
           x->type.hi == y->type.hi;
}

/* Declares variable `first` and the like ones behind it; how many. */
static uint32_t declare_alike(gt_promela *p, uint32_t first)
{
    const gt_cmds *cmds = p->e->cmds;
    gt_type type = cmds->vars[first].type;
    bool symbols = p->e->names.values[first].symbols;
    uint32_t i = first;
    gt_str_addf(p->e->out, "%s " GT_LAYOUT_HANG, type_of(&p->e->names.values[first], type));
    do {
        int32_t value;
        gt_str_addf(p->e->out, "%s%s", i > first ? "," GT_LAYOUT_BREAK : "", p->e->names.vars[i]);
        if (gt_init_constant(cmds, i, &value)) {
            gt_str_add(p->e->out, " = ");
            gt_promela_constant(p, i, value);
        }
        i++;
    } while (i < cmds->nvars && is_alike(cmds, first, i));
    gt_str_add(p->e->out, GT_LAYOUT_CLOSE ";");
    if (!symbols && type.kind != GT_TYPE_BOOL)
        gt_str_addf(p->e->out, " /* %d..%d */", type.lo, type.hi);
    gt_str_addc(p->e->out, '\n');
    return i - first;
}

static void declare(gt_promela *p)
{
    for (uint32_t i = 0; i < p->e->names.nnumbers; i++)
        gt_str_addf(p->e->out, "%s#define %s %d\n", i ? "" : "\n", p->e->names.numbers[i].name,
                    p->e->names.numbers[i].value);
    symbols(p);
    gt_str_addc(p->e->out, '\n');
    for (uint32_t i = 0, n; i < p->e->cmds->nvars; i += n)
        n = declare_alike(p, i);
    if (p->started)
        gt_str_addf(p->e->out, "bit %s; /* the initial values are chosen */\n", p->started);
    for (size_t i = 0; i < p->kept.n; i++)
        gt_str_addf(p->e->out, "bool %s; /* part of a property, set by every step */\n", p->kept.v[i].name);
    declare_hidden(p);
}

/* ---- definitions ---- */

static bool has_ltl(const gt_emit *e)
{
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i) && gt_prop_is_temporal(e->cmds->props[i].origin->kind))
            return true;
    return false;
}

static void definitions(gt_promela *p)
{
    p->e->em.hook = has_ltl(p->e) ? gt_promela_without_arrows : NULL;
    gt_emit_definitions(p->e, "#define ", " (", ")\n");
    p->e->em.hook = NULL;
}

static void share(gt_promela *p)
{
    gt_share_cmds(p->e->share, p->e->cmds, p->e->options->skip, false);
    gt_share_decide(p->e->share, &p->e->names, 12);
    p->held = GT_NEW_ARRAY(p->e->ctx->arena, bool, gt_share_ndefs(p->e->share) + 1);
    bool clash = true;
    for (unsigned k = 1; clash; k++) {
        p->suffix = gt_arena_printf(p->e->ctx->arena, k > 1 ? "_now%u" : "_now", k);
        clash = false;
        for (uint32_t i = 0; i < gt_share_ndefs(p->e->share); i++) {
            const char *name, *wanted;
            gt_share_def(p->e->share, i, &name);
            wanted = gt_arena_printf(p->e->ctx->arena, "%s%s", name, p->suffix);
            clash |= strcmp(gt_mangle(p->e->names.mangler, wanted), wanted) != 0;
        }
    }
}

/* A line for assertions, if there are any, and one for the rest. */
static const char *command_line(gt_promela *p)
{
    const char *base = gt_comment(p->e->ctx->arena, gt_emit_base(p->e)), *first = NULL;
    gt_str text, skip;
    bool asserted = false;
    gt_str_init(&text);
    gt_str_init(&skip);
    for (uint32_t i = 0; i < p->e->cmds->nprops; i++) {
        bool temporal = gt_prop_is_temporal(p->e->cmds->props[i].origin->kind);
        if (gt_skipped(p->e->options, i))
            continue;
        if (!temporal)
            gt_str_addf(&skip, " -DSKIP_%s", p->e->names.props[i]);
        first = temporal && !first ? p->e->names.props[i] : first;
        asserted |= !temporal;
    }
    if (asserted || !first)
        gt_str_addf(
            &text,
            "spin -a %s.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000\n",
            base);
    if (first)
        gt_str_addf(
            &text,
            "spin%s -a %s.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N %s\n",
            gt_str_text(&skip), base, first);
    const char *copy = gt_arena_strdup(p->e->ctx->arena, gt_str_text(&text));
    gt_str_fini(&text);
    gt_str_fini(&skip);
    return copy;
}

static void write_promela(gt_emit *e)
{
    gt_promela p = {.e = e, .fold = gt_fold_new(e->ctx->arena)};
    if (!gt_init_unique(e->cmds) || gt_promela_keeps(&p))
        p.started = gt_mangle(e->names.mangler, "started");
    p.check = gt_mangle(e->names.mangler, "step_done");
    p.temp = gt_mangle(e->names.mangler, "old");
    share(&p);
    gt_str body;
    gt_str_init(&body);
    e->out = e->em.out = &body;
    gt_promela_process(&p);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i) && gt_prop_is_temporal(e->cmds->props[i].origin->kind))
            gt_promela_ltl(&p, i);
    gt_emit_open(e, ".pml");
    gt_str_add(e->out, "/*\n");
    gt_emit_header(e, " *", "Promela", command_line(&p));
    gt_str_add(e->out, " */\n");
    declare(&p);
    definitions(&p);
    gt_promela_check(&p);
    gt_str_add(e->out, gt_str_text(&body));
    gt_emit_left_out(e);
    gt_str_fini(&body);
    free(p.kept.v);
    gt_ptrmap_fini(&p.sizes);
    gt_fold_free(p.fold);
}

static const gt_expr_kind lacks[] = {GT_EXPR_X, GT_EXPR_KINDS};

static const char *const marks[] = {"@state", NULL};

const gt_target gt_target_promela = {.name = "pml",
                                     .extension = "pml",
                                     .checker = "Spin",
                                     .comment = {"/*", " */"},
                                     .reserved = reserved,
                                     .ops = &promela_ops,
                                     .symbols = GT_SYMBOLS_WORDS,
                                     .most_symbols = 250, /* an mtype is a byte */
                                     .picks = gt_is_chosen,
                                     .linear = true,
                                     .lacks = lacks,
                                     .lacks_why = "Spin as it is distributed has no next operator (X)",
                                     .refuse_model = refuse_model,
                                     .write = write_promela,
                                     .read = gt_promela_read,
                                     .traces = "a replayed trail of Spin (pan -r -S)",
                                     .marks = marks};

#include "tests/random/try.h"
#include "tests/lib/sym_equal.h"

#include "backends/check/prove/bisim.h"
#include "frontend/frontend.h"
#include "ir/cmd_picks.h"
#include "ir/xml/xml.h"
#include "passes/passes.h"
#include "runtime/base.h"
#include "tests/random/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    gt_ctx ctx;
    const rb_limits *limits;
    FILE *out;
    bool partly;
    uint64_t concrete, abstract; /* abstract: of the first counting encoding */
} trial;

_Noreturn static void finish(trial *t, int code)
{
    rb_finish(&t->ctx, t->out, code);
}

_Noreturn static void refused(trial *t, const char *by)
{
    rb_refused(&t->ctx, t->out, by);
}

static const gt_sym *load(trial *t, const char *text, const char *by)
{
    const gt_sym *sym = gt_frontend_load(&t->ctx, "random.sym", text, strlen(text), NULL, 0);
    if (!sym)
        refused(t, by);
    gt_sym_verify(sym);
    return sym;
}

/* An `any` under an `if` splits a rule: its parts have one name, and no text says so. */
static bool has_split_rules(const gt_sym *sym)
{
    for (uint32_t i = 1; i < sym->nrules; i++) {
        const gt_rule *a = sym->rules[i - 1], *b = sym->rules[i];
        if (a->owner == b->owner && strcmp(a->label, b->label) == 0)
            return true;
    }
    return false;
}

/* Printing and reading back gives an equal program. */
static void check_printer(trial *t, const gt_sym *sym)
{
    if (has_split_rules(sym))
        return;
    gt_str text;
    gt_str_init(&text);
    gt_sym_print(sym, &text);
    gt_ctx other;
    gt_ctx_init(&other);
    const gt_sym *again = gt_frontend_load(&other, "printed.sym", gt_str_text(&text), text.len, NULL, 0);
    if (!again) {
        fprintf(t->out, "printer: what is printed is refused\n%s", gt_str_text(&text));
        gt_diag_flush(other.diag, t->out);
        finish(t, 1);
    }
    if (!gt_sym_equal(sym, again)) {
        fprintf(t->out, "printer: what is printed is another program\n%s", gt_str_text(&text));
        finish(t, 1);
    }
    gt_ctx_fini(&other);
    gt_str_fini(&text);
}

/* Written, read and written again: the files are the same, so nothing was lost. */
#define CHECK_XML(t, ir, value)                                                                              \
    do {                                                                                                     \
        gt_str first_, second_;                                                                              \
        gt_ctx other_;                                                                                       \
        gt_str_init(&first_);                                                                                \
        gt_str_init(&second_);                                                                               \
        gt_ctx_init(&other_);                                                                                \
        gt_##ir##_write_xml(value, &first_);                                                                 \
        const gt_##ir *again_ = gt_xml_read(&other_, "xml", gt_str_text(&first_), first_.len).ir;            \
        if (again_)                                                                                          \
            gt_##ir##_write_xml(again_, &second_);                                                           \
        check_files(t, #ir, &other_, &first_, &second_);                                                     \
        gt_ctx_fini(&other_);                                                                                \
        gt_str_fini(&first_);                                                                                \
        gt_str_fini(&second_);                                                                               \
    } while (0)

static void check_files(trial *t, const char *ir, gt_ctx *other, const gt_str *first, const gt_str *second)
{
    if (strcmp(gt_str_text(first), gt_str_text(second)) == 0)
        return;
    fprintf(t->out, "xml: %s does not come back\n", ir);
    gt_diag_flush(other->diag, t->out);
    finish(t, 1);
}

static void compare(trial *t, const gt_sym *sym, const gt_cmds *cmds, const char *what, bool counts)
{
    if (!cmds)
        refused(t, what);
    gt_cmds_verify(cmds);
    gt_bisim_options options = {.max_states = t->limits->max_states};
    const gt_bisim_result *r = gt_bisim(&t->ctx, sym, cmds, &options);
    gt_str text;
    gt_str_init(&text);
    gt_bisim_text(r, &text);
    if (r->verdict == GT_BISIM_DIFFER) {
        fprintf(t->out, "%s: %s", what, gt_str_text(&text));
        finish(t, 1);
    }
    gt_str_fini(&text);
    if (r->verdict == GT_BISIM_LIMIT) {
        t->partly = true;
        return;
    }
    t->concrete = r->concrete;
    if (!counts)
        return;
    if (r->abstract != r->orbits) {
        fprintf(t->out, "%s: representatives are not unique: %llu abstract states for %llu orbits\n", what,
                (unsigned long long)r->abstract, (unsigned long long)r->orbits);
        finish(t, 1);
    }
    t->abstract = r->abstract;
}

static void try_all(trial *t, const char *text)
{
    const gt_sym *sym = load(t, text, "front end");
    const gt_sym *total = gt_pass_total(&t->ctx, sym);
    const gt_sym *scalar = total ? gt_pass_scalar(&t->ctx, total) : NULL;
    const gt_sym *made = scalar ? gt_pass_ghosts(&t->ctx, scalar) : NULL;
    if (!made)
        refused(t, "passes");
    gt_sym_verify(made);
    const gt_cmds *expanded = gt_pass_expand(&t->ctx, made);
    compare(t, sym, expanded, "expand", false);
    compare(t, sym, gt_pass_simplify(&t->ctx, expanded), "expand, simplified", false);
    const gt_pop *pop = gt_pass_population(&t->ctx, made);
    if (!pop)
        refused(t, "population");
    gt_pop_verify(pop);
    const gt_cmds *dense = gt_pass_dense(&t->ctx, pop, false);
    compare(t, sym, dense, "dense", true);
    compare(t, sym, gt_pass_simplify(&t->ctx, dense), "simplified", false);
    const gt_cmds *picks = gt_pass_dense_picks(&t->ctx, pop, false);
    compare(t, sym, picks, "picks", true);
    const gt_cmds *simple = gt_pass_simplify(&t->ctx, picks);
    compare(t, sym, simple, "picks, simplified", false);
    compare(t, sym, gt_cmds_split_picks(t->ctx.arena, simple, NULL, NULL), "picks, split", false);
    const gt_cmds *all = gt_pass_dense_picks(&t->ctx, pop, true);
    compare(t, sym, all, "picks, all processes counted", true);
    simple = gt_pass_simplify(&t->ctx, all);
    compare(t, sym, simple, "picks, all processes counted, simplified", false);
    if (made->kind == GT_MODEL_PLAIN || made->kind == GT_MODEL_MDP) {
        const gt_cmds *paper = gt_pass_polish(&t->ctx, gt_pass_join(&t->ctx, simple, true));
        compare(t, sym, gt_cmds_split_picks(t->ctx.arena, paper, NULL, NULL), "joined by picks", false);
        simple = gt_pass_join(&t->ctx, simple, false);
        compare(t, sym, simple, "joined", false);
    }
    simple = gt_pass_polish(&t->ctx, simple);
    compare(t, sym, simple, "polished", false);
    compare(t, sym, gt_cmds_split_picks(t->ctx.arena, simple, NULL, NULL), "polished, split", false);
    compare(t, sym, gt_pass_polish(&t->ctx, gt_pass_simplify(&t->ctx, picks)), "picks, polished", false);
    const gt_cmds *vector = gt_pass_nonzero(&t->ctx, pop, GT_ENC_VECTOR);
    compare(t, sym, vector, "vector", true);
    compare(t, sym, gt_pass_polish(&t->ctx, gt_pass_simplify(&t->ctx, vector)), "vector, polished", true);
    const gt_cmds *pairs = gt_pass_nonzero(&t->ctx, pop, GT_ENC_PAIRS);
    compare(t, sym, pairs, "pairs", true);
    compare(t, sym, gt_pass_simplify(&t->ctx, pairs), "pairs, simplified", true);
    const char *why = NULL;
    const gt_cmds *control = gt_pass_control(&t->ctx, pop, &why);
    if (control) {
        compare(t, sym, control, "control", true);
        compare(t, sym, gt_pass_simplify(&t->ctx, control), "control, simplified", false);
    }
    compare(t, sym, gt_pass_dense(&t->ctx, pop, true), "all processes counted", true);
    if (!t->limits->no_forms) {
        check_printer(t, sym);
        CHECK_XML(t, sym, sym);
        CHECK_XML(t, pop, pop);
        CHECK_XML(t, cmds, expanded);
        if (dense->ncmds < 500) { /* else it takes too long, and shows nothing new */
            CHECK_XML(t, cmds, dense);
            CHECK_XML(t, cmds, picks);
        }
        CHECK_XML(t, cmds, vector);
        CHECK_XML(t, cmds, pairs);
        if (control && control->ncmds < 500)
            CHECK_XML(t, cmds, control);
    }
    fprintf(t->out, "%s: %llu states against %llu\n", t->partly ? RB_PARTLY : RB_GOOD,
            (unsigned long long)t->concrete, (unsigned long long)t->abstract);
}

static void in_child(const char *text, const rb_limits *limits, FILE *out)
{
    trial t = {.limits = limits, .out = out};
    gt_ctx_init(&t.ctx);
    try_all(&t, text);
    finish(&t, 0);
}

void rb_try(const char *text, const rb_limits *limits, gt_str *report)
{
    rb_child(in_child, text, limits, limits->seconds, report);
}

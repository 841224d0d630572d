/* Promela, for Spin 6.5: one process, a loop whose options are the commands, each one indivisible step.
 *
 * When initial values must be chosen, that takes transitions too: a flag tells when they are done, and
 * formulas are read from there on. */
#include "backends/backends.h"
#include "backends/common.h"
#include "backends/emit_expr.h"
#include "backends/skeleton.h"
#include "backends/temporal.h"
#include "ir/ptrmap.h"
#include "runtime/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/reserved_promela.def"
#undef GT_WORD
    NULL};

static const gt_ops promela_ops = {
    .yes = "true",
    .no = "false",
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "!"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(0 - ($1))"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 6, "&&"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 5, "||"},
            [GT_EXPR_IMPLIES] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(!($1) || ($2))"},
            [GT_EXPR_IFF] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) == ($2))"},
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
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) <= ($2) -> ($1) : ($2))"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) >= ($2) -> ($1) : ($2))"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) -> ($2) : ($3))"},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "<> "},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "[] "},
            [GT_EXPR_U] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) U ($2))"},
            [GT_EXPR_W] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) W ($2))"},
            [GT_EXPR_R] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) V ($2))"},
        },
    .div_any = {GT_FORM_INFIX, 14, "/"},
    .mod_any = {GT_FORM_INFIX, 14, "%"},
};

/* Macros are expanded as text: the largest number of nodes that may come out. */
enum { EXPANSION_LIMIT = 400000 };

typedef struct {
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_emit_options *options;
    const gt_skeleton *skeleton;
    gt_names names;
    gt_share *share;
    gt_emitter em;
    gt_str *out;
    const char *started; /* flag: the initial values are chosen; NULL: nothing to choose */
    const char *check, *show, *temp, *when_stuck;
    const char *suffix; /* a definition's name and this: the temporary that holds it during a step */
    bool *held;         /* by definition: some step has such a temporary */
    uint32_t ntemps;
} promela;

/* Nodes of the tree that `e` stands for. */
static uint64_t tree_size(gt_ptrmap *known, const gt_expr *e)
{
    uint64_t size = 1;
    if (gt_ptrmap_get(known, e, &size))
        return size;
    for (uint32_t i = 0; i < e->nkids; i++) {
        uint64_t repeat = e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX ? 2 : 1;
        size += repeat * tree_size(known, e->kids[i]);
        if (size > EXPANSION_LIMIT)
            size = EXPANSION_LIMIT + 1;
    }
    *gt_ptrmap_at(known, e) = size;
    return size;
}

static uint64_t expansion(const gt_cmds *cmds)
{
    gt_ptrmap known;
    uint64_t size = 0;
    gt_ptrmap_init(&known);
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        size += tree_size(&known, cmds->cmds[i].guard); /* values have temporaries instead */
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (cmds->props[i].formula)
            size += tree_size(&known, cmds->props[i].formula);
    gt_ptrmap_fini(&known);
    return size;
}

static const char *refuse_model(gt_ctx *ctx, const gt_cmds *cmds)
{
    const char *why = NULL;
    if (!gt_skeleton_new(ctx->arena, cmds, &why))
        return why;
    if (expansion(cmds) > EXPANSION_LIMIT)
        return "its guards and properties share so much that Spin's macros would expand to a million "
               "operators";
    return NULL;
}

static const char *refuse_prop(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    const char *why = NULL;
    gt_prop_kind kind = cmds->props[prop].origin->kind;
    *pos = cmds->props[prop].origin->pos;
    if (kind == GT_PROP_PCTL)
        return "Spin knows no probabilities; translate to PRISM";
    if (kind != GT_PROP_CTL && kind != GT_PROP_LTL)
        return NULL;
    const gt_expr *ltl = gt_temporal_ltl(ctx, cmds, prop, pos, &why);
    const gt_expr *next = ltl ? gt_temporal_find(ltl, GT_EXPR_X) : NULL;
    if (next) {
        *pos = next->pos;
        return "Spin as it is distributed has no next operator (X)";
    }
    const gt_expr *odd = ltl ? gt_temporal_odd(ltl) : NULL;
    if (odd) {
        *pos = odd->pos;
        return "temporal formulas are compared or chosen between; write it with && || -> <->";
    }
    return why;
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

static void emit_constant(promela *p, uint32_t var, int32_t value)
{
    const gt_cvar *v = &p->cmds->vars[var];
    if (p->names.labels[var] && value >= v->type.lo && value <= v->type.hi)
        gt_str_add(p->out, p->names.labels[var][value - v->type.lo]);
    else if (v->type.kind == GT_TYPE_BOOL)
        gt_str_add(p->out, value ? "true" : "false");
    else
        gt_str_addf(p->out, "%d", value);
}

static void declare(promela *p)
{
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < p->names.nvalues; i++)
        gt_str_addf(p->out, "#define %s %d\n", p->names.values[i].name, p->names.values[i].value);
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < p->cmds->nvars; i++) {
        int32_t value;
        gt_str_addf(p->out, "%s %s", type_name(p->cmds->vars[i].type), p->names.vars[i]);
        if (gt_init_constant(p->cmds, i, &value)) {
            gt_str_add(p->out, " = ");
            emit_constant(p, i, value);
        }
        gt_str_addf(p->out, "; /* %d..%d */\n", p->cmds->vars[i].type.lo, p->cmds->vars[i].type.hi);
    }
    if (p->started)
        gt_str_addf(p->out, "bit %s; /* the initial values are chosen */\n", p->started);
}

/* ---- conditionals ---- */

static bool divides(gt_ptrmap *seen, const gt_expr *e)
{
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return false; /* if it did, the search would have ended */
    *mark = 1;
    if (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD)
        return true;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (divides(seen, e->kids[i]))
            return true;
    return false;
}

static bool branches_divide(const gt_expr *ite)
{
    gt_ptrmap seen;
    gt_ptrmap_init(&seen);
    bool found = divides(&seen, ite->kids[1]) || divides(&seen, ite->kids[2]);
    gt_ptrmap_fini(&seen);
    return found;
}

/* Spin reads the arrow of (c -> a : b) as an implication inside an ltl block, where macros end up too: there
 * a conditional is written with * and +, unless that would divide where it must not. */
static bool without_arrows(gt_emitter *em, const gt_expr *e, int prec)
{
    (void)prec;
    if (e->kind != GT_EXPR_ITE || branches_divide(e))
        return false;
    bool truth = e->type.kind == GT_TYPE_BOOL;
    for (uint32_t branch = 1; branch <= 2; branch++) {
        gt_str_add(em->out, branch == 1 ? "((" : truth ? " || (" : " + (");
        gt_str_add(em->out, branch == 1 ? "(" : "!(");
        gt_emit_expr(em, e->kids[0], 0);
        gt_str_add(em->out, truth ? ") && (" : ") * (");
        gt_emit_expr(em, e->kids[branch], 0);
        gt_str_add(em->out, "))");
    }
    gt_str_addc(em->out, ')');
    return true;
}

/* ---- definitions ---- */

static void definitions(promela *p)
{
    p->em.hook = without_arrows;
    gt_str_addc(p->out, '\n');
    for (uint32_t i = 0; i < gt_share_ndefs(p->share); i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->share, i, &name);
        gt_str_addf(p->out, "#define %s (", name);
        gt_emit_body(&p->em, e, 0);
        gt_str_add(p->out, ")\n");
    }
    p->em.hook = NULL;
}

/* ---- properties ---- */

static bool is_assertion(gt_prop_kind kind)
{
    return kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR;
}

/* Each invariant is an assertion after every step that -DSKIP_name turns off. */
static void assertions(promela *p)
{
    for (uint32_t i = 0; i < p->cmds->nprops; i++) {
        const gt_prop *prop = p->cmds->props[i].origin;
        if (gt_skipped(p->options, i) || !is_assertion(prop->kind))
            continue;
        gt_str_addf(p->out, "#ifdef SKIP_%s\n#define CHECK_%s skip\n#else\n", p->names.props[i],
                    p->names.props[i]);
        gt_str_addf(p->out, "#define CHECK_%s assert(", p->names.props[i]);
        gt_emit_expr(&p->em, p->cmds->props[i].formula, 0);
        gt_str_addf(p->out, ") /* %s %s */\n#endif\n", gt_prop_kind_name(prop->kind),
                    gt_comment(p->ctx->arena, prop->name));
    }
    gt_str_addf(p->out, "#define %s %s;", p->check, p->show);
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && is_assertion(p->cmds->props[i].origin->kind))
            gt_str_addf(p->out, " CHECK_%s;", p->names.props[i]);
    gt_str_addc(p->out, '\n');
}

/* What a replayed trail prints after every step: one line with all values. */
static void show(promela *p)
{
    uint32_t n = p->cmds->nvars;
    gt_str_addf(p->out, "#define %s printf(\"@state", p->show);
    for (uint32_t i = 0; i < n; i++)
        gt_str_add(p->out, " %d");
    gt_str_add(p->out, "\\n\"");
    for (uint32_t i = 0; i < n; i++)
        gt_str_addf(p->out, ", %s", p->names.vars[i]);
    gt_str_add(p->out, ")\n");
}

/* The state formulas of an LTL formula as macros with one name each; returns the formula's text. */
static void ltl_text(promela *p, const gt_expr *e, const char *name, uint32_t *count, gt_str *out)
{
    if (!gt_temporal_in(e)) {
        const char *atom =
            gt_mangle(p->names.mangler, gt_arena_printf(p->ctx->arena, "%s_%u", name, ++*count));
        gt_str_addf(p->out, "#define %s (", atom);
        p->em.hook = without_arrows;
        gt_emit_expr(&p->em, e, 0);
        p->em.hook = NULL;
        gt_str_add(p->out, ")\n");
        gt_str_add(out, atom);
        return;
    }
    const gt_op *op = &promela_ops.ops[e->kind];
    if (e->kind == GT_EXPR_IMPLIES || e->kind == GT_EXPR_IFF) {
        gt_str_addc(out, '(');
        ltl_text(p, e->kids[0], name, count, out);
        gt_str_add(out, e->kind == GT_EXPR_IFF ? " <-> " : " -> ");
        ltl_text(p, e->kids[1], name, count, out);
        gt_str_addc(out, ')');
    } else if (op->form == GT_FORM_PREFIX) {
        gt_str_addf(out, "(%s", op->text);
        ltl_text(p, e->kids[0], name, count, out);
        gt_str_addc(out, ')');
    } else {
        const char *text = e->kind == GT_EXPR_U   ? "U"
                           : e->kind == GT_EXPR_W ? "W"
                           : e->kind == GT_EXPR_R ? "V"
                                                  : op->text;
        gt_str_addc(out, '(');
        for (uint32_t i = 0; i < e->nkids; i++) {
            if (i)
                gt_str_addf(out, " %s ", text);
            ltl_text(p, e->kids[i], name, count, out);
        }
        gt_str_addc(out, ')');
    }
}

static void ltl_property(promela *p, uint32_t prop)
{
    const gt_prop *origin = p->cmds->props[prop].origin;
    gt_pos pos;
    const char *why = NULL;
    const gt_expr *f = gt_temporal_ltl(p->ctx, p->cmds, prop, &pos, &why);
    uint32_t count = 0;
    gt_str text;
    if (!f)
        gt_ice("emitting a refused property: %s", why);
    gt_str_init(&text);
    gt_str_addf(p->out, "\n/* %s %s */\n", gt_prop_kind_name(origin->kind),
                gt_comment(p->ctx->arena, origin->name));
    ltl_text(p, f, p->names.props[prop], &count, &text);
    gt_str_addf(p->out, "#ifndef SKIP_%s\n", p->names.props[prop]);
    if (p->started)
        gt_str_addf(p->out, "ltl %s { (!%s) W (%s && %s) }\n", p->names.props[prop], p->started, p->started,
                    gt_str_text(&text));
    else
        gt_str_addf(p->out, "ltl %s { %s }\n", p->names.props[prop], gt_str_text(&text));
    gt_str_add(p->out, "#endif\n");
    gt_str_fini(&text);
}

/* ---- steps ---- */

/* Marks every variable that `e` reads outside definitions: those are held in temporaries. */
static void mark_reads(const gt_share *share, gt_ptrmap *seen, const gt_expr *e, bool *reads)
{
    if (gt_share_name(share, e))
        return;
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return;
    *mark = 1;
    if (e->kind == GT_EXPR_CVAR)
        reads[e->u.index] = true;
    for (uint32_t i = 0; i < e->nkids; i++)
        mark_reads(share, seen, e->kids[i], reads);
}

/* Marks the definitions that `e` is written with, by number + 1 in `numbers`. */
static void mark_defs(const gt_share *share, gt_ptrmap *seen, const gt_ptrmap *numbers, const gt_expr *e,
                      bool *used)
{
    uint64_t number;
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return;
    *mark = 1;
    const char *name = gt_share_name(share, e);
    if (name && gt_ptrmap_get(numbers, name, &number))
        used[number] = true;
    for (uint32_t i = 0; i < e->nkids; i++)
        mark_defs(share, seen, numbers, e->kids[i], used);
}

/* Holds what the values of a step share, computed once in the old state. */
static void hold_defs(promela *p, const gt_transition *t)
{
    uint32_t n = gt_share_ndefs(p->share);
    gt_ptrmap seen, numbers;
    bool *used = GT_NEW_ARRAY(p->ctx->arena, bool, n + 1);
    gt_ptrmap_init(&seen);
    gt_ptrmap_init(&numbers);
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        gt_share_def(p->share, i, &name);
        *gt_ptrmap_at(&numbers, name) = i;
    }
    for (uint32_t a = 0; a < t->nassigns; a++)
        mark_defs(p->share, &seen, &numbers, t->assigns[a].value, used);
    for (uint32_t i = 0; i < n; i++) {
        const char *name;
        const gt_expr *e = gt_share_def(p->share, i, &name);
        if (!used[i])
            continue;
        p->held[i] = true;
        gt_str_addf(p->out, "%s%s = ", name, p->suffix);
        gt_emit_body(&p->em, e, 0);
        gt_str_add(p->out, "; ");
    }
    gt_ptrmap_fini(&seen);
    gt_ptrmap_fini(&numbers);
}

typedef struct {
    bool *reads; /* by variable */
    bool done;
    uint32_t temp; /* number of the temporary that holds the value; 0: none */
} pending;

/* Whether some other pending value still reads the variable that assignment `a` overwrites. */
static bool still_read(const gt_transition *t, const pending *todo, uint32_t a)
{
    for (uint32_t b = 0; b < t->nassigns; b++)
        if (b != a && !todo[b].done && !todo[b].temp && todo[b].reads[t->assigns[a].var])
            return true;
    return false;
}

static void assign_one(promela *p, const gt_transition *t, pending *todo, uint32_t a)
{
    gt_str_addf(p->out, "%s = ", p->names.vars[t->assigns[a].var]);
    if (todo[a].temp)
        gt_str_addf(p->out, "%s%u", p->temp, todo[a].temp);
    else
        gt_emit_value(&p->em, t->assigns[a].var, t->assigns[a].value, 0);
    gt_str_add(p->out, "; ");
    todo[a].done = true;
}

/* Simultaneous assignments in an order in which each reads old values; temporaries break cycles. */
static uint32_t assign_all(promela *p, const gt_transition *t)
{
    uint32_t left = t->nassigns, ntemps = 0;
    pending *todo = GT_NEW_ARRAY(p->ctx->arena, pending, left ? left : 1);
    for (uint32_t a = 0; a < t->nassigns; a++) {
        gt_ptrmap seen;
        todo[a].reads = GT_NEW_ARRAY(p->ctx->arena, bool, p->cmds->nvars);
        gt_ptrmap_init(&seen);
        mark_reads(p->share, &seen, t->assigns[a].value, todo[a].reads);
        gt_ptrmap_fini(&seen);
    }
    while (left > 0) {
        uint32_t before = left, first = t->nassigns;
        for (uint32_t a = 0; a < t->nassigns; a++) {
            if (todo[a].done)
                continue;
            if (!still_read(t, todo, a)) {
                assign_one(p, t, todo, a);
                left--;
            } else if (!todo[a].temp && first == t->nassigns) {
                first = a;
            }
        }
        if (left < before)
            continue;
        gt_str_addf(p->out, "%s%u = ", p->temp, ++ntemps);
        gt_emit_value(&p->em, t->assigns[first].var, t->assigns[first].value, 0);
        gt_str_add(p->out, "; ");
        todo[first].temp = ntemps;
    }
    return ntemps;
}

static void commands(promela *p)
{
    for (uint32_t i = 0; i < p->skeleton->n; i++) {
        const gt_transition *t = &p->skeleton->transitions[i];
        gt_str_addf(p->out, "  /* %s */\n  :: d_step { (", gt_comment(p->ctx->arena, t->cmd->label));
        gt_emit_expr(&p->em, t->guard, 0);
        gt_str_add(p->out, "); ");
        p->em.def_suffix = p->suffix;
        hold_defs(p, t);
        uint32_t ntemps = assign_all(p, t);
        p->em.def_suffix = NULL;
        if (ntemps > p->ntemps)
            p->ntemps = ntemps;
        gt_str_addf(p->out, "%s }\n", p->check);
    }
}

/* A value from lo..hi for one variable. */
static void choose(promela *p, const gt_init_step *step)
{
    const char *name = p->names.vars[step->var];
    int64_t lo, hi;
    if (step->lo == step->hi) {
        gt_str_addf(p->out, "    %s = ", name);
        gt_emit_value(&p->em, step->var, step->lo, 0);
        gt_str_add(p->out, ";\n");
    } else if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi) && hi - lo < 64) {
        gt_str_add(p->out, "    if");
        for (int64_t v = lo; v <= hi; v++) {
            gt_str_addf(p->out, " :: %s = ", name);
            emit_constant(p, step->var, (int32_t)v);
        }
        gt_str_add(p->out, " fi;\n");
    } else {
        gt_str_addf(p->out, "    %s = ", name);
        gt_emit_value(&p->em, step->var, step->lo, 0);
        gt_str_addf(p->out, ";\n    do :: (%s < ", name);
        gt_emit_expr(&p->em, step->hi, GT_PREC_LEAF);
        gt_str_addf(p->out, ") -> %s = %s + 1 :: (%s <= ", name, name, name);
        gt_emit_expr(&p->em, step->hi, GT_PREC_LEAF);
        gt_str_add(p->out, ") -> break od;\n");
    }
    if (step->where) {
        gt_str_add(p->out, "    (");
        gt_emit_expr(&p->em, step->where, 0);
        gt_str_add(p->out, ");\n");
    }
}

static void initial(promela *p)
{
    if (!p->started) {
        gt_str_addf(p->out, "  d_step { %s }\n", p->check);
        return;
    }
    gt_str_add(p->out, "  atomic {\n");
    for (uint32_t i = 0; i < p->cmds->ninit; i++) {
        int32_t value;
        if (!gt_init_constant(p->cmds, p->cmds->init[i].var, &value) || p->cmds->init[i].where)
            choose(p, &p->cmds->init[i]);
    }
    gt_str_addf(p->out, "    d_step { %s = 1; %s }\n  }\n", p->started, p->check);
}

static void process(promela *p)
{
    bool deadlock = false;
    const char *name = gt_mangle(p->names.mangler, "system");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        deadlock |= !gt_skipped(p->options, i) && p->cmds->props[i].origin->kind == GT_PROP_DEADLOCK;
    gt_str_addf(p->out, "\nactive proctype %s() {\n", name);
    initial(p);
    gt_str_add(p->out, "  do\n");
    commands(p);
    gt_str_add(p->out, "  /* no rule can fire */\n");
    gt_str_addf(p->out, "  :: %s\n  od\n}\n", deadlock ? p->when_stuck : "else");
}

static void deadlock_macro(promela *p)
{
    for (uint32_t i = 0; i < p->cmds->nprops; i++) {
        if (gt_skipped(p->options, i) || p->cmds->props[i].origin->kind != GT_PROP_DEADLOCK)
            continue;
        gt_str_addf(p->out, "#ifdef SKIP_%s\n#define %s else\n#else\n#define %s else -> assert(",
                    p->names.props[i], p->when_stuck, p->when_stuck);
        if (p->cmds->error)
            gt_emit_expr(&p->em, p->cmds->error, 0);
        else
            gt_str_add(p->out, "false");
        gt_str_add(p->out, ") /* deadlock free */\n#endif\n");
        return;
    }
}

static void share(promela *p)
{
    p->share = gt_share_new(p->ctx->arena, &promela_ops);
    gt_share_cmds(p->share, p->cmds, p->options->skip, false);
    gt_share_decide(p->share, p->names.mangler, 12);
    p->held = GT_NEW_ARRAY(p->ctx->arena, bool, gt_share_ndefs(p->share) + 1);
    bool clash = true;
    for (unsigned k = 1; clash; k++) {
        p->suffix = gt_arena_printf(p->ctx->arena, k > 1 ? "_now%u" : "_now", k);
        clash = false;
        for (uint32_t i = 0; i < gt_share_ndefs(p->share); i++) {
            const char *name, *wanted;
            gt_share_def(p->share, i, &name);
            wanted = gt_arena_printf(p->ctx->arena, "%s%s", name, p->suffix);
            clash |= strcmp(gt_mangle(p->names.mangler, wanted), wanted) != 0;
        }
    }
}

static const char *command_line(promela *p)
{
    const char *base = gt_comment(p->ctx->arena, gt_emit_base(p->cmds, p->options));
    gt_str text;
    gt_str_init(&text);
    gt_str_addf(&text, "spin -a %s.pml      (invariants and deadlocks)\n", base);
    gt_str_add(&text, "cc -O2 -DSAFETY -DNOCLAIM -o pan pan.c && ./pan -E -m1000000\n");
    gt_str_add(&text, "spin");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && !gt_prop_is_temporal(p->cmds->props[i].origin->kind))
            gt_str_addf(&text, " -DSKIP_%s", p->names.props[i]);
    gt_str_addf(&text, " -a %s.pml      (the others, without assertions)\n", base);
    gt_str_add(&text, "cc -O2 -DNOFAIR -o pan pan.c      (then, for each of them)\n");
    for (uint32_t i = 0; i < p->cmds->nprops; i++)
        if (!gt_skipped(p->options, i) && gt_prop_is_temporal(p->cmds->props[i].origin->kind))
            gt_str_addf(&text, "./pan -E -a -m1000000 -N %s\n", p->names.props[i]);
    gt_str_add(&text, "./pan -r -S, with the same -N      (replays the trail of an error)\n");
    const char *copy = gt_arena_strdup(p->ctx->arena, gt_str_text(&text));
    gt_str_fini(&text);
    return copy;
}

static void emit_promela(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options,
                         gt_outputs *outputs)
{
    const char *why = NULL;
    promela p = {
        .ctx = ctx, .cmds = cmds, .options = options, .skeleton = gt_skeleton_new(ctx->arena, cmds, &why)};
    if (!p.skeleton)
        gt_ice("emitting a refused model: %s", why);
    gt_names_init(&p.names, ctx->arena, cmds, reserved, false);
    if (!gt_init_unique(cmds))
        p.started = gt_mangle(p.names.mangler, "started");
    p.check = gt_mangle(p.names.mangler, "CHECKS");
    p.show = gt_mangle(p.names.mangler, "SHOW");
    p.temp = gt_mangle(p.names.mangler, "old");
    p.when_stuck = gt_mangle(p.names.mangler, "when_stuck");
    share(&p);
    gt_str body;
    gt_str_init(&body);
    p.out = &body;
    p.em = (gt_emitter){.ops = &promela_ops, .names = &p.names, .share = p.share, .out = &body};
    process(&p);
    p.out = gt_outputs_add(outputs, ".pml");
    p.em.out = p.out;
    gt_str_add(p.out, "/*\n");
    gt_emit_header(p.out, " *", "Promela", &p.names, options, command_line(&p));
    gt_str_add(p.out, " */\n");
    declare(&p);
    for (uint32_t i = 1; i <= p.ntemps; i++)
        gt_str_addf(p.out, "hidden int %s%u;\n", p.temp, i);
    for (uint32_t i = 0; i < gt_share_ndefs(p.share); i++) {
        const char *name;
        gt_share_def(p.share, i, &name);
        if (p.held[i])
            gt_str_addf(p.out, "hidden int %s%s;\n", name, p.suffix);
    }
    definitions(&p);
    show(&p);
    assertions(&p);
    deadlock_macro(&p);
    gt_str_add(p.out, gt_str_text(&body));
    for (uint32_t i = 0; i < cmds->nprops; i++) {
        if (!gt_skipped(options, i) && gt_prop_is_temporal(cmds->props[i].origin->kind))
            ltl_property(&p, i);
    }
    gt_str_fini(&body);
    gt_share_free(p.share);
    gt_names_fini(&p.names);
}

const gt_backend gt_backend_promela = {.name = "pml",
                                       .extension = "pml",
                                       .checker = "Spin",
                                       .reserved = reserved,
                                       .refuse_model = refuse_model,
                                       .refuse_prop = refuse_prop,
                                       .emit = emit_promela};

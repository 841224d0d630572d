/* TLA+, for TLC.
 *
 * A behaviour of the model makes a step for ever (a state without rule loops); one of TLA+ may stutter. So
 * the specification asks for progress: WF_vars(Progress), a step out of a state in which no rule leaves
 * everything as it is. Staying for ever in a state in which some rule does (or none can fire) is a behaviour
 * of the model. */
#include "backends/targets/common.h"
#include "backends/targets/read.h"
#include "ir/expr/walk.h"
#include "ir/temporal/temporal.h"

#include <ctype.h>
#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/targets/reserved_tla.def"
#undef GT_WORD
    NULL};

/* /\ and \/ have one precedence and arithmetic another, so that any mixture gets parentheses. */
static const gt_ops tla_ops = {
    .yes = "TRUE",
    .no = "FALSE",
    .ops =
        {
            [GT_EXPR_NOT] = {GT_FORM_PREFIX, 20, "~"},
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(0 - ($1))"},
            [GT_EXPR_AND] = {GT_FORM_INFIX, 5, "/\\"},
            [GT_EXPR_OR] = {GT_FORM_INFIX, 5, "\\/"},
            [GT_EXPR_IMPLIES] = {GT_FORM_INFIX, 2, "=>"},
            [GT_EXPR_IFF] = {GT_FORM_INFIX, 2, "<=>"},
            [GT_EXPR_EQ] = {GT_FORM_INFIX, 7, "="},
            [GT_EXPR_NE] = {GT_FORM_INFIX, 7, "#"},
            [GT_EXPR_LT] = {GT_FORM_INFIX, 7, "<"},
            [GT_EXPR_LE] = {GT_FORM_INFIX, 7, "<="},
            [GT_EXPR_GT] = {GT_FORM_INFIX, 7, ">"},
            [GT_EXPR_GE] = {GT_FORM_INFIX, 7, ">="},
            [GT_EXPR_ADD] = {GT_FORM_INFIX, 10, "+"},
            [GT_EXPR_SUB] = {GT_FORM_INFIX, 10, "-"},
            [GT_EXPR_MUL] = {GT_FORM_INFIX, 10, "*"},
            [GT_EXPR_DIV] = {GT_FORM_INFIX, 10, "\\div"},
            [GT_EXPR_MOD] = {GT_FORM_INFIX, 10, "%"},
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(IF ($1) <= ($2) THEN ($1) ELSE ($2))"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(IF ($1) >= ($2) THEN ($1) ELSE ($2))"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, GT_PREC_LEAF, "(IF $1 THEN $2 ELSE $3)"},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "<>"},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "[]"},
        },
    /* \div rounds down and % wants a positive divisor; ours truncate. */
    .div_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "GtDiv($1, $2)"},
    .mod_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) - ($2) * GtDiv($1, $2))"},
};

typedef struct {
    gt_emit *e;
    const char *stuck, *stay, *progress;
    const char *nothing; /* the variable of a program that has none; else NULL */
    const char **steps;  /* names of the transitions */
} tla;

/* A product in `e`, or NULL. */
static uint64_t find_product(gt_walk *walk, const gt_expr *e)
{
    if (e->kind == GT_EXPR_MUL || (e->kind == GT_EXPR_MOD && gt_emit_signed_division(e)))
        return gt_walk_here(e);
    return gt_walk_any(walk, e);
}

static const char *refuse(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    if (!gt_prop_is_temporal(e->cmds->props[prop].origin->kind))
        return NULL;
    const gt_expr *f = gt_emit_ltl(e, prop);
    const gt_expr *product = gt_temporal_in(f) ? gt_walk_found(gt_walk_once(find_product, NULL, f)) : NULL;
    if (!product)
        return NULL;
    *pos = product->pos;
    return "TLC 2.18 breaks down on a product in a temporal formula ('x * 2' by itself is undefined to "
           "it)";
}

static void definitions(tla *t)
{
    for (uint32_t i = 0; i < t->e->names.nvalues; i++)
        gt_str_addf(t->e->out, "%s == %d\n", t->e->names.values[i].name, t->e->names.values[i].value);
    if (t->e->names.nvalues)
        gt_str_addc(t->e->out, '\n');
    gt_emit_definitions(t->e, "", " == ", "\n");
}

static void variables(tla *t)
{
    gt_str_add(t->e->out, "VARIABLES ");
    for (uint32_t i = 0; i < t->e->cmds->nvars; i++)
        gt_str_addf(t->e->out, "%s%s", i ? ", " : "", t->e->names.vars[i]);
    gt_str_addf(t->e->out, "%s\n\nvars == <<", t->nothing ? t->nothing : "");
    for (uint32_t i = 0; i < t->e->cmds->nvars; i++)
        gt_str_addf(t->e->out, "%s%s", i ? ", " : "", t->e->names.vars[i]);
    gt_str_addf(t->e->out, "%s>>\n\n", t->nothing ? t->nothing : "");
}

static void type_invariant(tla *t)
{
    gt_str_add(t->e->out, "\nTypeOK ==\n");
    if (t->nothing)
        gt_str_addf(t->e->out, "  /\\ %s = 0\n", t->nothing);
    for (uint32_t i = 0; i < t->e->cmds->nvars; i++) {
        gt_type type = t->e->cmds->vars[i].type;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(t->e->out, "  /\\ %s \\in BOOLEAN\n", t->e->names.vars[i]);
        else
            gt_str_addf(t->e->out, "  /\\ %s \\in (%d)..(%d)\n", t->e->names.vars[i], type.lo, type.hi);
    }
}

/* TLC takes the conjuncts in order, so a variable may depend on earlier ones. */
static void initial(tla *t)
{
    gt_str_add(t->e->out, "\nInit ==\n");
    if (t->nothing)
        gt_str_addf(t->e->out, "  /\\ %s = 0\n", t->nothing);
    for (uint32_t i = 0; i < t->e->cmds->ninit; i++) {
        const gt_init_step *step = &t->e->cmds->init[i];
        const char *name = t->e->names.vars[step->var];
        int64_t lo, hi;
        bool fixed = step->lo == step->hi;
        if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi))
            fixed = lo == hi;
        if (fixed) {
            gt_str_addf(t->e->out, "  /\\ %s = ", name);
            gt_emit_value(&t->e->em, step->var, step->lo, GT_PREC_LEAF);
        } else if (t->e->cmds->vars[step->var].type.kind == GT_TYPE_BOOL) {
            gt_str_addf(t->e->out, "  /\\ %s \\in {gt_b \\in BOOLEAN : (", name);
            gt_emit_expr(&t->e->em, step->lo, 0);
            gt_str_add(t->e->out, " => gt_b) /\\ (gt_b => ");
            gt_emit_expr(&t->e->em, step->hi, 0);
            gt_str_add(t->e->out, ")}");
        } else {
            gt_str_addf(t->e->out, "  /\\ %s \\in ", name);
            gt_emit_value(&t->e->em, step->var, step->lo, GT_PREC_LEAF);
            gt_str_add(t->e->out, "..");
            gt_emit_value(&t->e->em, step->var, step->hi, GT_PREC_LEAF);
        }
        gt_str_addc(t->e->out, '\n');
        if (step->where) {
            gt_str_add(t->e->out, "  /\\ ");
            gt_emit_expr(&t->e->em, step->where, GT_PREC_LEAF);
            gt_str_addc(t->e->out, '\n');
        }
    }
}

static bool assigns(const gt_transition *tr, uint32_t var)
{
    for (uint32_t a = 0; a < tr->nassigns; a++)
        if (tr->assigns[a].var == var)
            return true;
    return false;
}

static void unchanged(tla *t, const gt_transition *tr)
{
    uint32_t n = 0;
    if (t->nothing)
        gt_str_add(t->e->out, "  /\\ UNCHANGED vars\n");
    for (uint32_t i = 0; i < t->e->cmds->nvars; i++) {
        if (assigns(tr, i))
            continue;
        gt_str_addf(t->e->out, n++ ? ", %s" : "  /\\ UNCHANGED <<%s", t->e->names.vars[i]);
    }
    if (n)
        gt_str_add(t->e->out, ">>\n");
}

static void transition(tla *t, uint32_t i)
{
    const gt_transition *tr = &t->e->skeleton->transitions[i];
    gt_str_addf(t->e->out, "\n\\* %s\n%s ==\n  /\\ ", gt_comment(t->e->ctx->arena, tr->cmd->label),
                t->steps[i]);
    gt_emit_expr(&t->e->em, tr->guard, GT_PREC_LEAF);
    gt_str_addc(t->e->out, '\n');
    for (uint32_t a = 0; a < tr->nassigns; a++) {
        gt_str_addf(t->e->out, "  /\\ %s' = ", t->e->names.vars[tr->assigns[a].var]);
        gt_emit_value(&t->e->em, tr->assigns[a].var, tr->assigns[a].value, GT_PREC_LEAF);
        gt_str_addc(t->e->out, '\n');
    }
    unchanged(t, tr);
}

/* x := x + c with c != 0 always changes x. */
static bool always_changes(const gt_assign *a)
{
    const gt_expr *e = a->value;
    int64_t c;
    if ((e->kind != GT_EXPR_ADD && e->kind != GT_EXPR_SUB) || e->nkids != 2)
        return false;
    for (uint32_t i = 0; i < (e->kind == GT_EXPR_SUB ? 1u : 2u); i++)
        if (e->kids[i]->kind == GT_EXPR_CVAR && e->kids[i]->u.index == a->var &&
            gt_expr_is_const(e->kids[1 - i], &c) && c != 0)
            return true;
    return false;
}

static bool may_stay(const gt_transition *tr)
{
    for (uint32_t a = 0; a < tr->nassigns; a++)
        if (always_changes(&tr->assigns[a]))
            return false;
    return true;
}

/* Some rule leaves everything as it is, or none can fire. */
static void stay(tla *t)
{
    gt_str_addf(t->e->out, "\n%s ==\n  \\/ %s\n", t->stay, t->stuck);
    for (uint32_t i = 0; i < t->e->skeleton->n; i++) {
        const gt_transition *tr = &t->e->skeleton->transitions[i];
        if (!may_stay(tr))
            continue;
        gt_str_add(t->e->out, "  \\/ (");
        gt_emit_expr(&t->e->em, tr->guard, GT_PREC_LEAF);
        for (uint32_t a = 0; a < tr->nassigns; a++) {
            gt_str_addf(t->e->out, " /\\ %s = ", t->e->names.vars[tr->assigns[a].var]);
            gt_emit_value(&t->e->em, tr->assigns[a].var, tr->assigns[a].value, GT_PREC_LEAF);
        }
        gt_str_add(t->e->out, ")\n");
    }
}

/* A line per command: TLC reads a list without nesting it, a long `a \/ b \/ ...` overflows its stack. */
static void stuck(tla *t)
{
    const gt_expr *none = t->e->skeleton->stuck;
    gt_str_addf(t->e->out, "\n%s ==\n", t->stuck);
    if (none->kind != GT_EXPR_NOT || none->kids[0]->kind != GT_EXPR_OR) {
        gt_str_add(t->e->out, "  /\\ ");
        gt_emit_expr(&t->e->em, none, GT_PREC_LEAF);
        gt_str_add(t->e->out, "\n");
        return;
    }
    for (uint32_t i = 0; i < none->kids[0]->nkids; i++) {
        gt_str_add(t->e->out, "  /\\ ~");
        gt_emit_expr(&t->e->em, none->kids[0]->kids[i], GT_PREC_LEAF);
        gt_str_add(t->e->out, "\n");
    }
}

static void next(tla *t)
{
    stuck(t);
    gt_str_add(t->e->out, "\nNext ==\n");
    for (uint32_t i = 0; i < t->e->skeleton->n; i++)
        gt_str_addf(t->e->out, "  \\/ %s\n", t->steps[i]);
    gt_str_addf(t->e->out, "  \\/ (%s /\\ UNCHANGED vars) \\* no rule can fire\n", t->stuck);
}

/* A property (or a conjunct of one) that is a bare variable is none to TLC; nor has it <=> for temporal
 * formulas. */
static bool property_hook(gt_emitter *em, const gt_expr *e, int prec)
{
    (void)prec;
    if (e->kind == GT_EXPR_IFF && gt_temporal_in(e)) {
        for (uint32_t i = 0; i < 2; i++) {
            gt_str_add(em->out, i == 0 ? "(((" : ") /\\ ((");
            gt_emit_expr(em, e->kids[i], 0);
            gt_str_add(em->out, ") => (");
            gt_emit_expr(em, e->kids[1 - i], 0);
            gt_str_addc(em->out, ')');
        }
        gt_str_add(em->out, "))");
        return true;
    }
    if (e->kind != GT_EXPR_CVAR || e->type.kind != GT_TYPE_BOOL)
        return false;
    gt_str_addf(em->out, "(%s = TRUE)", em->names->vars[e->u.index]);
    return true;
}

static const gt_expr *formula_of(tla *t, uint32_t i)
{
    return gt_prop_is_temporal(t->e->cmds->props[i].origin->kind)
               ? gt_emit_ltl(t->e, i)
               : gt_skeleton_invariant(t->e->ctx->arena, t->e->cmds, t->e->skeleton, i);
}

static void property(tla *t, uint32_t i)
{
    const gt_prop *origin = t->e->cmds->props[i].origin;
    const gt_expr *f = formula_of(t, i);
    gt_str_addf(t->e->out, "\n\\* %s %s\n%s == ", gt_prop_kind_name(origin->kind),
                gt_comment(t->e->ctx->arena, origin->name), t->e->names.props[i]);
    t->e->em.hook = property_hook;
    if (f->kind == GT_EXPR_CONST) {
        /* Not as a constant: TLC calls an invariant FALSE violated even if there is no state, breaks down on
         * several of them, and calls <>TRUE violated. */
        gt_str_add(t->e->out, f->u.value ? "vars = vars" : "vars # vars");
    } else if (origin->kind == GT_PROP_DEADLOCK && t->e->skeleton->stuck->kind != GT_EXPR_CONST) {
        gt_str_addf(t->e->out, "~%s", t->stuck);
        if (t->e->cmds->error) {
            gt_str_add(t->e->out, " \\/ ");
            gt_emit_expr(&t->e->em, t->e->cmds->error, GT_PREC_LEAF);
        }
    } else {
        gt_emit_expr(&t->e->em, f, 0);
    }
    t->e->em.hook = NULL;
    gt_str_addc(t->e->out, '\n');
}

static bool any_temporal(tla *t)
{
    for (uint32_t i = 0; i < t->e->cmds->nprops; i++)
        if (!gt_skipped(t->e->options, i) && gt_prop_is_temporal(t->e->cmds->props[i].origin->kind))
            return true;
    return false;
}

static void config(tla *t)
{
    gt_str *out = gt_emit_open(t->e, ".cfg");
    gt_str_addf(out, "\\* made by gentrans from %s\n",
                t->e->cmds->sym->file ? gt_comment(t->e->ctx->arena, t->e->cmds->sym->file) : "?");
    gt_str_add(out, any_temporal(t) ? "SPECIFICATION Spec\n" : "INIT Init\nNEXT Next\n");
    for (uint32_t i = 0; i < t->e->cmds->nprops; i++)
        if (!gt_skipped(t->e->options, i))
            gt_str_addf(out, "%s %s\n",
                        gt_prop_is_temporal(t->e->cmds->props[i].origin->kind) ? "PROPERTY" : "INVARIANT",
                        t->e->names.props[i]);
}

/* A module name is letters, digits and _, with a letter among them; it must be the file's. */
static const char *module_name(const gt_emit *e)
{
    const char *base = gt_emit_base(e);
    char *name = gt_arena_printf(e->ctx->arena, "%s%s", isalpha((unsigned char)base[0]) ? "" : "M", base);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return name;
}

static void write_tla(gt_emit *e)
{
    tla t = {.e = e};
    const char *module = module_name(e);
    t.nothing = e->cmds->nvars == 0 ? gt_mangle(e->names.mangler, "nothing") : NULL;
    t.stuck = gt_mangle(e->names.mangler, "Stuck");
    t.stay = gt_mangle(e->names.mangler, "Stay");
    t.progress = gt_mangle(e->names.mangler, "Progress");
    t.steps = GT_NEW_ARRAY(e->ctx->arena, const char *, e->skeleton->n + 1);
    for (uint32_t i = 0; i < e->skeleton->n; i++)
        t.steps[i] = gt_mangle(e->names.mangler, gt_arena_printf(e->ctx->arena, "Step%u", i + 1));
    gt_share_cmds(e->share, e->cmds, e->options->skip, false);
    gt_share_decide(e->share, e->names.mangler, 12);
    gt_emit_open(e, ".tla");
    gt_str_addf(e->out, "---- MODULE %s ----\n", module);
    gt_emit_header(
        e, "\\*", "TLA+",
        gt_arena_printf(e->ctx->arena,
                        "java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto %s.tla",
                        module));
    gt_str_add(e->out, "\nEXTENDS Integers\n\n");
    variables(&t);
    gt_str_add(e->out, "LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x\n");
    gt_str_add(e->out,
               "LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \\div GtAbs(gt_y) "
               "ELSE 0 - (GtAbs(gt_x) \\div GtAbs(gt_y))\n\n");
    definitions(&t);
    type_invariant(&t);
    initial(&t);
    for (uint32_t i = 0; i < e->skeleton->n; i++)
        transition(&t, i);
    next(&t);
    stay(&t);
    gt_str_addf(e->out, "\n%s == ~%s /\\ Next\n\nSpec == Init /\\ [][Next]_vars /\\ WF_vars(%s)\n",
                t.progress, t.stay, t.progress);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i))
            property(&t, i);
    gt_emit_left_out(e);
    gt_str_add(e->out, "\n====\n");
    config(&t);
}

static const gt_expr_kind lacks[] = {GT_EXPR_X, GT_EXPR_U, GT_EXPR_W, GT_EXPR_R, GT_EXPR_KINDS};

static const char *const marks[] = {"State 1:", "by the initial state", NULL};

const gt_target gt_target_tla = {.name = "tla",
                                 .extension = "tla",
                                 .checker = "TLC",
                                 .comment = {"\\*", ""},
                                 .reserved = reserved,
                                 .ops = &tla_ops,
                                 .linear = true,
                                 .lacks = lacks,
                                 .lacks_why =
                                     "TLA+ has only [] and <>, no next, until, weak until or release",
                                 .refuse = refuse,
                                 .write = write_tla,
                                 .read = gt_tla_read,
                                 .traces = "TLC's output",
                                 .marks = marks};

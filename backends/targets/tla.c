/* TLA+, for TLC.
 *
 * A behaviour of the model makes a step for ever (a state without rule loops); one of TLA+ may stutter. So
 * the specification asks for progress: WF_vars(Progress), a step out of a state in which no rule leaves
 * everything as it is. Staying for ever in a state in which some rule does (or none can fire) is a behaviour
 * of the model. */
#include "backends/targets/common.h"
#include "backends/targets/frames.h"
#include "backends/targets/layout.h"
#include "backends/targets/read.h"
#include "backends/targets/rules.h"
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
            [GT_EXPR_NEG] = {GT_FORM_FORMAT, 8, "0 - @1"},
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
            [GT_EXPR_MIN] = {GT_FORM_FORMAT, 1, "IF ($1) <= ($2) THEN $1 ELSE $2"},
            [GT_EXPR_MAX] = {GT_FORM_FORMAT, 1, "IF ($1) >= ($2) THEN $1 ELSE $2"},
            [GT_EXPR_ITE] = {GT_FORM_FORMAT, 1,
                             GT_LAYOUT_OPEN "IF $1" GT_LAYOUT_BREAK "THEN $2" GT_LAYOUT_BREAK
                                            "ELSE $3" GT_LAYOUT_CLOSE},
            [GT_EXPR_F] = {GT_FORM_PREFIX, 20, "<>"},
            [GT_EXPR_G] = {GT_FORM_PREFIX, 20, "[]"},
        },
    /* \div rounds down and % wants a positive divisor; ours truncate. */
    .among = {GT_FORM_INFIX, 7, "\\in {"},
    .outside = {GT_FORM_INFIX, 7, "\\notin {"},
    .of_numbers = true,
    .div_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "GtDiv($1, $2)"},
    .mod_any = {GT_FORM_FORMAT, GT_PREC_LEAF, "(($1) - ($2) * GtDiv($1, $2))"},
};

typedef struct {
    gt_emit *e;
    const char *stay, *progress; /* NULL: every step that is not one of Stuck changes something */
    const char *nothing;         /* the variable of a program that has none; else NULL */
    gt_frames same;
    const char **steps; /* names of the transitions */
    gt_fold *fold;
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

static bool truncates(const gt_expr *e)
{
    return (e->kind == GT_EXPR_DIV || e->kind == GT_EXPR_MOD) && gt_emit_signed_division(e);
}

static uint64_t find_truncation(gt_walk *walk, const gt_expr *e)
{
    return truncates(e) || gt_walk_any(walk, e);
}

/* Whether something that is written divides what may be negative. */
static bool needs_division(const gt_cmds *cmds)
{
    gt_walk walk = {.node = find_truncation};
    bool found = false;
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_cmd *cmd = &cmds->cmds[i];
        found = found || gt_walk_at(&walk, cmd->guard);
        for (uint32_t p = 0; p < cmd->npicks; p++)
            found = found || gt_walk_at(&walk, cmd->picks[p].where);
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            found = found || gt_walk_at(&walk, cmd->branches[b].prob);
            for (uint32_t a = 0; a < cmd->branches[b].nassigns; a++)
                found = found || gt_walk_at(&walk, cmd->branches[b].assigns[a].value);
        }
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        found = found || gt_walk_at(&walk, cmds->props[i].formula);
    for (uint32_t i = 0; i < cmds->nfair; i++)
        found = found || gt_walk_at(&walk, cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->ninit; i++)
        found = found || gt_walk_at(&walk, cmds->init[i].lo) || gt_walk_at(&walk, cmds->init[i].hi) ||
                gt_walk_at(&walk, cmds->init[i].where);
    gt_walk_fini(&walk);
    return found;
}

static void definitions(tla *t)
{
    if (needs_division(t->e->cmds))
        gt_str_add(t->e->out, "\n\\* Division that rounds towards zero.\n"
                              "LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x\n"
                              "LOCAL GtDiv(gt_x, gt_y) ==\n"
                              "  IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \\div GtAbs(gt_y)\n"
                              "  ELSE 0 - (GtAbs(gt_x) \\div GtAbs(gt_y))\n");
    for (uint32_t i = 0; i < t->e->names.nnumbers; i++)
        gt_str_addf(t->e->out, "%s%s == %d\n", i ? "" : "\n", t->e->names.numbers[i].name,
                    t->e->names.numbers[i].value);
    if (gt_share_ndefs(t->e->share))
        gt_str_addc(t->e->out, '\n');
    gt_emit_definitions(t->e, "", " == ", "\n");
}

static void variables(tla *t)
{
    for (int vars = 0; vars < 2; vars++) {
        gt_str_add(t->e->out, vars ? "\nvars == <<" GT_LAYOUT_HANG : "VARIABLES " GT_LAYOUT_HANG);
        for (uint32_t i = 0; i < t->e->cmds->nvars; i++)
            gt_str_addf(t->e->out, "%s%s", i ? "," GT_LAYOUT_BREAK : "", t->e->names.vars[i]);
        gt_str_addf(t->e->out, "%s" GT_LAYOUT_CLOSE "%s\n", t->nothing ? t->nothing : "", vars ? ">>" : "");
    }
}

static void define_part(gt_emit *e, const char *name, uint32_t var, const char *left, const char *right)
{
    (void)var;
    gt_str_addf(e->out, "%s == <<%s, %s>>\n", name, left, right);
}

/* Names for parts of them, where steps would otherwise list nearly all. */
static void parts(tla *t)
{
    if (!t->same.named)
        return;
    gt_str_add(t->e->out, "\n\\* vars_A_B: variables A to B, as they are declared\n");
    gt_frames_defined(&t->same, define_part);
}

static bool same_type(const gt_emit *e, uint32_t a, uint32_t b)
{
    gt_type x = e->cmds->vars[a].type, y = e->cmds->vars[b].type;
    bool symbols = e->names.values[a].symbols || e->names.values[b].symbols;
    return x.kind == GT_TYPE_INT && y.kind == GT_TYPE_INT && x.lo == y.lo && x.hi == y.hi && !symbols;
}

static void set_of(tla *t, const gt_value_set *values, gt_type type)
{
    if (type.kind == GT_TYPE_BOOL) {
        gt_str_add(t->e->out, "BOOLEAN");
    } else if (values->symbols) {
        gt_str_add(t->e->out, "{" GT_LAYOUT_OPEN);
        for (int64_t v = type.lo; v <= type.hi; v++)
            gt_str_addf(t->e->out, "%s%s", v > type.lo ? "," GT_LAYOUT_BREAK : "",
                        values->names[v - values->lo]);
        gt_str_add(t->e->out, GT_LAYOUT_CLOSE "}");
    } else {
        gt_str_addf(t->e->out, type.lo < 0 ? "(%d)..%d" : "%d..%d", type.lo, type.hi);
    }
}

/* Neighbours of one type in one line. */
static void type_invariant(tla *t)
{
    gt_str_add(t->e->out, "\nTypeOK ==\n");
    if (t->nothing)
        gt_str_addf(t->e->out, "  /\\ %s = 0\n", t->nothing);
    for (uint32_t i = 0, n; i < t->e->cmds->nvars; i += n) {
        for (n = 1; i + n < t->e->cmds->nvars && same_type(t->e, i, i + n);)
            n++;
        gt_str_add(t->e->out, n > 1 ? "  /\\ {" GT_LAYOUT_OPEN : "  /\\ ");
        for (uint32_t k = i; k < i + n; k++)
            gt_str_addf(t->e->out, "%s%s", k > i ? "," GT_LAYOUT_BREAK : "", t->e->names.vars[k]);
        gt_str_add(t->e->out, n > 1 ? GT_LAYOUT_CLOSE "} \\subseteq " : " \\in ");
        set_of(t, &t->e->names.values[i], t->e->cmds->vars[i].type);
        gt_str_addc(t->e->out, '\n');
    }
}

/* What stands behind x = in an item of a list. */
static void equal_to(tla *t, uint32_t var, const gt_expr *e)
{
    bool ends = e->kind == GT_EXPR_ITE || e->kind == GT_EXPR_MIN || e->kind == GT_EXPR_MAX;
    gt_emit_value(&t->e->em, var, e, ends ? 0 : 8);
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
            equal_to(t, step->var, step->lo);
        } else if (t->e->names.values[step->var].symbols) {
            gt_type type = t->e->cmds->vars[step->var].type;
            type.lo = (int32_t)lo;
            type.hi = (int32_t)hi;
            gt_str_addf(t->e->out, "  /\\ %s \\in ", name);
            set_of(t, &t->e->names.values[step->var], type);
        } else if (t->e->cmds->vars[step->var].type.kind == GT_TYPE_BOOL) {
            gt_str_addf(t->e->out, "  /\\ %s \\in {gt_b \\in BOOLEAN : (", name);
            gt_emit_expr(&t->e->em, step->lo, 0);
            gt_str_add(t->e->out, " => gt_b) /\\ (gt_b => ");
            gt_emit_expr(&t->e->em, step->hi, 0);
            gt_str_add(t->e->out, ")}");
        } else {
            gt_str_addf(t->e->out, "  /\\ %s \\in ", name);
            gt_emit_value(&t->e->em, step->var, step->lo, 11);
            gt_str_add(t->e->out, "..");
            gt_emit_value(&t->e->em, step->var, step->hi, 11);
        }
        gt_str_addc(t->e->out, '\n');
        if (step->where) {
            gt_str_add(t->e->out, "  /\\ ");
            gt_emit_expr(&t->e->em, step->where, 0);
            gt_str_addc(t->e->out, '\n');
        }
    }
}

static void kept(gt_emit *e, const char *name, uint32_t n)
{
    gt_str_addf(e->out, "%s%s", n ? "," GT_LAYOUT_BREAK : "", name);
}

static void unchanged(tla *t, const char *indent, const gt_transition *tr)
{
    uint32_t n = gt_frames_kept(&t->same, tr, NULL);
    if (t->nothing || tr->nassigns == 0) {
        gt_str_addf(t->e->out, "%s/\\ UNCHANGED vars\n", indent);
        return;
    }
    if (n == 0)
        return;
    gt_str_addf(t->e->out, "%s/\\ UNCHANGED %s" GT_LAYOUT_OPEN, indent, n > 1 ? "<<" : "");
    gt_frames_kept(&t->same, tr, kept);
    gt_str_addf(t->e->out, GT_LAYOUT_CLOSE "%s\n", n > 1 ? ">>" : "");
}

/* A conjunction as a list, an item each. */
static void conjuncts(tla *t, const char *indent, const gt_expr *e)
{
    if (gt_expr_is_true(e))
        return;
    bool list = e->kind == GT_EXPR_AND && !gt_share_name(t->e->share, e);
    for (uint32_t i = 0; i < (list ? e->nkids : 1); i++) {
        gt_str_addf(t->e->out, "%s/\\ ", indent);
        gt_emit_expr(&t->e->em, list ? e->kids[i] : e, 0);
        gt_str_addc(t->e->out, '\n');
    }
}

/* Values of the pick that may be picked at all. */
static void pick_set(tla *t, gt_fold *fold, const gt_pick *pick)
{
    gt_type type = pick->value->type;
    const gt_value_set *values = NULL;
    const char *lead = "";
    for (uint32_t i = 0; i < t->e->names.npicks; i++)
        if (t->e->names.picks[i].pick->value == pick->value)
            values = &t->e->names.picks[i].values;
    if (!values || !values->symbols) {
        set_of(t, values, type);
        return;
    }
    gt_str_add(t->e->out, "{" GT_LAYOUT_OPEN);
    for (int64_t v = type.lo; v <= type.hi; v++) {
        if (gt_expr_is_false(gt_pick_at(fold, pick, v)))
            continue;
        gt_str_addf(t->e->out, "%s%s", lead, values->names[v - values->lo]);
        lead = "," GT_LAYOUT_BREAK;
    }
    gt_str_add(t->e->out, GT_LAYOUT_CLOSE "}");
}

static void transition(tla *t, gt_fold *fold, uint32_t i)
{
    const gt_transition *tr = &t->e->skeleton->transitions[i];
    const char *indent = tr->cmd->npicks ? "    " : "  ";
    gt_str_addc(t->e->out, '\n');
    gt_rule_comment(t->e, "", i ? (tr - 1)->cmd : NULL, tr->cmd);
    gt_str_addf(t->e->out, "%s ==\n", t->steps[i]);
    if (!tr->cmd->npicks)
        conjuncts(t, indent, tr->guard);
    for (uint32_t p = 0; p < tr->cmd->npicks; p++) {
        const gt_expr bound = {.kind = GT_EXPR_BOUND, .u.binder = tr->cmd->picks[p].value};
        gt_str_addf(t->e->out, "  \\E %s \\in ", gt_names_pick(&t->e->names, &bound));
        pick_set(t, fold, &tr->cmd->picks[p]);
        gt_str_add(t->e->out, " :\n");
    }
    if (tr->cmd->npicks)
        conjuncts(t, indent, tr->guard);
    for (uint32_t p = 0; p < tr->cmd->npicks; p++)
        if (tr->cmd->picks[p].where)
            conjuncts(t, indent, tr->cmd->picks[p].where);
    for (uint32_t a = 0; a < tr->nassigns; a++) {
        gt_str_addf(t->e->out, "%s/\\ " GT_LAYOUT_OPEN "%s' =" GT_LAYOUT_SOFT, indent,
                    t->e->names.vars[tr->assigns[a].var]);
        equal_to(t, tr->assigns[a].var, tr->assigns[a].value);
        gt_str_add(t->e->out, GT_LAYOUT_CLOSE "\n");
    }
    unchanged(t, indent, tr);
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

/* x = c, or a conjunction with it, and then x := d. */
static bool leaves(const gt_expr *guard, const gt_assign *a)
{
    int64_t from, to;
    for (uint32_t i = 0; guard->kind == GT_EXPR_AND && i < guard->nkids; i++)
        if (leaves(guard->kids[i], a))
            return true;
    return guard->kind == GT_EXPR_EQ && guard->kids[0]->kind == GT_EXPR_CVAR &&
           guard->kids[0]->u.index == a->var && gt_expr_is_const(guard->kids[1], &from) &&
           gt_expr_is_const(a->value, &to) && from != to;
}

static bool may_stay(const gt_transition *tr)
{
    for (uint32_t a = 0; a < tr->nassigns; a++)
        if (always_changes(&tr->assigns[a]) || leaves(tr->guard, &tr->assigns[a]))
            return false;
    return true;
}

/* With no rule at all a step is one that changes nothing. */
static void next(tla *t)
{
    gt_str_add(t->e->out, "\nNext ==\n");
    for (uint32_t i = 0; i < t->e->skeleton->n; i++)
        gt_str_addf(t->e->out, "  \\/ %s\n", t->steps[i]);
    if (t->e->skeleton->n == 0)
        gt_str_add(t->e->out, "  FALSE /\\ UNCHANGED vars\n");
}

static bool any_temporal(tla *t)
{
    for (uint32_t i = 0; i < t->e->cmds->nprops; i++)
        if (!gt_skipped(t->e->options, i) && gt_prop_is_temporal(t->e->cmds->props[i].origin->kind))
            return true;
    return false;
}

static void specification(tla *t)
{
    if (t->stay)
        gt_str_addf(t->e->out,
                    "\n\\* No rule can be taken, or one that leaves everything as it is.\n"
                    "%s == ~ENABLED Next \\/ ENABLED (Next /\\ UNCHANGED vars)\n"
                    "%s == ~%s /\\ Next\n",
                    t->stay, t->progress, t->stay);
    gt_str_add(t->e->out, "\nSpec == Init /\\ [][Next]_vars");
    if (any_temporal(t)) /* without liveness nobody asks for progress */
        gt_str_addf(t->e->out, " /\\ WF_vars(%s)", t->stay ? t->progress : "Next");
    gt_str_addc(t->e->out, '\n');
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
    gt_str_addc(t->e->out, '\n');
    gt_emit_prop_source(t->e, "", origin);
    gt_str_addf(t->e->out, "%s == ", t->e->names.props[i]);
    t->e->em.hook = property_hook;
    if (f->kind == GT_EXPR_CONST) {
        /* Not as a constant: TLC calls an invariant FALSE violated even if there is no state, breaks down on
         * several of them, and calls <>TRUE violated. */
        gt_str_add(t->e->out, f->u.value ? "vars = vars" : "vars # vars");
    } else if (origin->kind == GT_PROP_DEADLOCK && t->e->skeleton->stuck->kind != GT_EXPR_CONST) {
        gt_str_add(t->e->out, "ENABLED Next");
        if (t->e->cmds->error) {
            gt_str_add(t->e->out, " \\/ ");
            gt_emit_expr(&t->e->em, t->e->cmds->error, 6);
        }
        if (t->e->cmds->props[i].formula) {
            gt_str_add(t->e->out, " \\/ ");
            gt_emit_expr(&t->e->em, t->e->cmds->props[i].formula, 6);
        }
    } else {
        gt_emit_expr(&t->e->em, f, 0);
    }
    t->e->em.hook = NULL;
    gt_str_addc(t->e->out, '\n');
}

static void config(tla *t)
{
    gt_str *out = gt_emit_open(t->e, ".cfg");
    gt_str_addf(out, "\\* made by gentrans from %s\n",
                t->e->cmds->sym->file ? gt_comment(t->e->ctx->arena, t->e->cmds->sym->file) : "?");
    gt_str_add(out, any_temporal(t) ? "SPECIFICATION Spec\n" : "INIT Init\nNEXT Next\n");
    gt_str_add(out, "CHECK_DEADLOCK FALSE\n");
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

/* A transition is called by its command, and numbered if that has several branches. */
static void name_steps(tla *t)
{
    const gt_skeleton *sk = t->e->skeleton;
    const char **rules = gt_rule_names(t->e, "");
    t->steps = GT_NEW_ARRAY(t->e->ctx->arena, const char *, sk->n + 1);
    for (uint32_t i = 0; i < sk->n; i++) {
        const gt_transition *tr = &sk->transitions[i];
        const char *name = rules[tr->cmd - t->e->cmds->cmds];
        bool first = i == 0 || (tr - 1)->cmd != tr->cmd;
        t->steps[i] = first ? name
                            : gt_mangle(t->e->names.mangler, gt_arena_printf(t->e->ctx->arena, "%s_branch_%u",
                                                                             name, tr->branch + 1));
    }
}

static void write_tla(gt_emit *e)
{
    tla t = {.e = e, .fold = gt_fold_new(e->ctx->arena)};
    const char *module = module_name(e);
    t.nothing = e->cmds->nvars == 0 ? gt_mangle(e->names.mangler, "nothing") : NULL;
    for (uint32_t i = 0; i < e->skeleton->n && !t.stay && any_temporal(&t); i++)
        if (may_stay(&e->skeleton->transitions[i])) {
            t.stay = gt_mangle(e->names.mangler, "Stay");
            t.progress = gt_mangle(e->names.mangler, "Progress");
        }
    name_steps(&t);
    t.same = gt_frames_new(e, "vars", false);
    gt_share_cmds(e->share, e->cmds, e->options->skip, false);
    gt_share_decide(e->share, &e->names, 12);
    gt_emit_open(e, ".tla");
    gt_str_addf(e->out, "---- MODULE %s ----\n", module);
    gt_emit_header(e, "\\*", "TLC",
                   gt_arena_printf(e->ctx->arena,
                                   "java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto %s.tla", module));
    gt_str_add(e->out, "\nEXTENDS Integers\n\n");
    variables(&t);
    parts(&t);
    definitions(&t);
    type_invariant(&t);
    initial(&t);
    for (uint32_t i = 0; i < e->skeleton->n; i++)
        transition(&t, t.fold, i);
    next(&t);
    specification(&t);
    gt_fold_free(t.fold);
    for (uint32_t i = 0; i < e->cmds->nprops; i++)
        if (!gt_skipped(e->options, i))
            property(&t, i);
    gt_emit_left_out(e);
    gt_str_add(e->out, "\n====\n");
    config(&t);
}

static const gt_expr_kind lacks[] = {GT_EXPR_X, GT_EXPR_U, GT_EXPR_W, GT_EXPR_R, GT_EXPR_KINDS};

static bool has_picks(const gt_cmd *cmd)
{
    return cmd->npicks > 0;
}

static const char *const marks[] = {"State 1:", "by the initial state", NULL};

const gt_target gt_target_tla = {.name = "tla",
                                 .extension = "tla",
                                 .checker = "TLC",
                                 .comment = {"\\*", ""},
                                 .reserved = reserved,
                                 .ops = &tla_ops,
                                 .symbols = GT_SYMBOLS_QUOTED,
                                 .picks = has_picks,
                                 .linear = true,
                                 .lacks = lacks,
                                 .lacks_why =
                                     "TLA+ has only [] and <>, no next, until, weak until or release",
                                 .refuse = refuse,
                                 .write = write_tla,
                                 .read = gt_tla_read,
                                 .traces = "TLC's output",
                                 .marks = marks};

/* TLA+, for TLC.
 *
 * A behaviour of the model makes a step for ever (a state without rule loops); one of TLA+ may stutter. So
 * the specification asks for progress: WF_vars(Progress), a step out of a state in which no rule leaves
 * everything as it is. Staying for ever in a state in which some rule does (or none can fire) is a behaviour
 * of the model. */
#include "backends/backends.h"
#include "backends/common.h"
#include "backends/emit_expr.h"
#include "backends/skeleton.h"
#include "backends/temporal.h"
#include "ir/ptrmap.h"
#include "runtime/base.h"

#include <ctype.h>
#include <string.h>

static const char *const reserved[] = {
#define GT_WORD(word) word,
#include "backends/reserved_tla.def"
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
    gt_ctx *ctx;
    const gt_cmds *cmds;
    const gt_emit_options *options;
    const gt_skeleton *skeleton;
    gt_names names;
    gt_share *share;
    gt_emitter em;
    gt_str *out;
    const char *stuck, *stay, *progress;
    const char *nothing; /* the variable of a program that has none; else NULL */
    const char **steps;  /* names of the transitions */
} tla;

static const char *refuse_model(gt_ctx *ctx, const gt_cmds *cmds)
{
    const char *why = NULL;
    return gt_skeleton_new(ctx->arena, cmds, &why) ? NULL : why;
}

/* A product in `e`, or NULL. */
static const gt_expr *find_product(gt_ptrmap *seen, const gt_expr *e)
{
    uint64_t *mark = gt_ptrmap_at(seen, e);
    if (*mark)
        return NULL; /* if there were one, the search would have ended */
    *mark = 1;
    if (e->kind == GT_EXPR_MUL || (e->kind == GT_EXPR_MOD && gt_emit_signed_division(e)))
        return e;
    for (uint32_t i = 0; i < e->nkids; i++) {
        const gt_expr *found = find_product(seen, e->kids[i]);
        if (found)
            return found;
    }
    return NULL;
}

static const char *refuse_prop(gt_ctx *ctx, const gt_cmds *cmds, uint32_t prop, gt_pos *pos)
{
    static const gt_expr_kind unknown[] = {GT_EXPR_X, GT_EXPR_U, GT_EXPR_W, GT_EXPR_R};
    const char *why = NULL;
    gt_prop_kind kind = cmds->props[prop].origin->kind;
    *pos = cmds->props[prop].origin->pos;
    if (kind == GT_PROP_PCTL)
        return "TLC knows no probabilities; translate to PRISM";
    if (kind != GT_PROP_CTL && kind != GT_PROP_LTL)
        return NULL;
    const gt_expr *ltl = gt_temporal_ltl(ctx, cmds, prop, pos, &why);
    if (!ltl)
        return why;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const gt_expr *found = gt_temporal_find(ltl, unknown[i]);
        if (!found)
            continue;
        *pos = found->pos;
        return "TLA+ has only [] and <>, no next, until, weak until or release";
    }
    why = gt_temporal_unwritable(ltl, pos);
    if (why)
        return why;
    gt_ptrmap seen;
    gt_ptrmap_init(&seen);
    const gt_expr *product = gt_temporal_in(ltl) ? find_product(&seen, ltl) : NULL;
    gt_ptrmap_fini(&seen);
    if (product) {
        *pos = product->pos;
        return "TLC 2.18 breaks down on a product in a temporal formula ('x * 2' by itself is undefined to "
               "it)";
    }
    return NULL;
}

static void definitions(tla *t)
{
    for (uint32_t i = 0; i < t->names.nvalues; i++)
        gt_str_addf(t->out, "%s == %d\n", t->names.values[i].name, t->names.values[i].value);
    if (t->names.nvalues)
        gt_str_addc(t->out, '\n');
    for (uint32_t i = 0; i < gt_share_ndefs(t->share); i++) {
        const char *name;
        const gt_expr *e = gt_share_def(t->share, i, &name);
        gt_str_addf(t->out, "%s == ", name);
        gt_emit_body(&t->em, e, 0);
        gt_str_addc(t->out, '\n');
    }
}

static void variables(tla *t)
{
    gt_str_add(t->out, "VARIABLES ");
    for (uint32_t i = 0; i < t->cmds->nvars; i++)
        gt_str_addf(t->out, "%s%s", i ? ", " : "", t->names.vars[i]);
    gt_str_addf(t->out, "%s\n\nvars == <<", t->nothing ? t->nothing : "");
    for (uint32_t i = 0; i < t->cmds->nvars; i++)
        gt_str_addf(t->out, "%s%s", i ? ", " : "", t->names.vars[i]);
    gt_str_addf(t->out, "%s>>\n\n", t->nothing ? t->nothing : "");
}

static void type_invariant(tla *t)
{
    gt_str_add(t->out, "\nTypeOK ==\n");
    if (t->nothing)
        gt_str_addf(t->out, "  /\\ %s = 0\n", t->nothing);
    for (uint32_t i = 0; i < t->cmds->nvars; i++) {
        gt_type type = t->cmds->vars[i].type;
        if (type.kind == GT_TYPE_BOOL)
            gt_str_addf(t->out, "  /\\ %s \\in BOOLEAN\n", t->names.vars[i]);
        else
            gt_str_addf(t->out, "  /\\ %s \\in (%d)..(%d)\n", t->names.vars[i], type.lo, type.hi);
    }
}

/* TLC takes the conjuncts in order, so a variable may depend on earlier ones. */
static void initial(tla *t)
{
    gt_str_add(t->out, "\nInit ==\n");
    if (t->nothing)
        gt_str_addf(t->out, "  /\\ %s = 0\n", t->nothing);
    for (uint32_t i = 0; i < t->cmds->ninit; i++) {
        const gt_init_step *step = &t->cmds->init[i];
        const char *name = t->names.vars[step->var];
        int64_t lo, hi;
        bool fixed = step->lo == step->hi;
        if (gt_expr_is_const(step->lo, &lo) && gt_expr_is_const(step->hi, &hi))
            fixed = lo == hi;
        if (fixed) {
            gt_str_addf(t->out, "  /\\ %s = ", name);
            gt_emit_value(&t->em, step->var, step->lo, GT_PREC_LEAF);
        } else if (t->cmds->vars[step->var].type.kind == GT_TYPE_BOOL) {
            gt_str_addf(t->out, "  /\\ %s \\in {gt_b \\in BOOLEAN : (", name);
            gt_emit_expr(&t->em, step->lo, 0);
            gt_str_add(t->out, " => gt_b) /\\ (gt_b => ");
            gt_emit_expr(&t->em, step->hi, 0);
            gt_str_add(t->out, ")}");
        } else {
            gt_str_addf(t->out, "  /\\ %s \\in ", name);
            gt_emit_value(&t->em, step->var, step->lo, GT_PREC_LEAF);
            gt_str_add(t->out, "..");
            gt_emit_value(&t->em, step->var, step->hi, GT_PREC_LEAF);
        }
        gt_str_addc(t->out, '\n');
        if (step->where) {
            gt_str_add(t->out, "  /\\ ");
            gt_emit_expr(&t->em, step->where, GT_PREC_LEAF);
            gt_str_addc(t->out, '\n');
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
        gt_str_add(t->out, "  /\\ UNCHANGED vars\n");
    for (uint32_t i = 0; i < t->cmds->nvars; i++) {
        if (assigns(tr, i))
            continue;
        gt_str_addf(t->out, n++ ? ", %s" : "  /\\ UNCHANGED <<%s", t->names.vars[i]);
    }
    if (n)
        gt_str_add(t->out, ">>\n");
}

static void transition(tla *t, uint32_t i)
{
    const gt_transition *tr = &t->skeleton->transitions[i];
    gt_str_addf(t->out, "\n\\* %s\n%s ==\n  /\\ ", gt_comment(t->ctx->arena, tr->cmd->label), t->steps[i]);
    gt_emit_expr(&t->em, tr->guard, GT_PREC_LEAF);
    gt_str_addc(t->out, '\n');
    for (uint32_t a = 0; a < tr->nassigns; a++) {
        gt_str_addf(t->out, "  /\\ %s' = ", t->names.vars[tr->assigns[a].var]);
        gt_emit_value(&t->em, tr->assigns[a].var, tr->assigns[a].value, GT_PREC_LEAF);
        gt_str_addc(t->out, '\n');
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
    gt_str_addf(t->out, "\n%s ==\n  \\/ %s\n", t->stay, t->stuck);
    for (uint32_t i = 0; i < t->skeleton->n; i++) {
        const gt_transition *tr = &t->skeleton->transitions[i];
        if (!may_stay(tr))
            continue;
        gt_str_add(t->out, "  \\/ (");
        gt_emit_expr(&t->em, tr->guard, GT_PREC_LEAF);
        for (uint32_t a = 0; a < tr->nassigns; a++) {
            gt_str_addf(t->out, " /\\ %s = ", t->names.vars[tr->assigns[a].var]);
            gt_emit_value(&t->em, tr->assigns[a].var, tr->assigns[a].value, GT_PREC_LEAF);
        }
        gt_str_add(t->out, ")\n");
    }
}

/* A line per command: TLC reads a list without nesting it, a long `a \/ b \/ ...` overflows its stack. */
static void stuck(tla *t)
{
    const gt_expr *none = t->skeleton->stuck;
    gt_str_addf(t->out, "\n%s ==\n", t->stuck);
    if (none->kind != GT_EXPR_NOT || none->kids[0]->kind != GT_EXPR_OR) {
        gt_str_add(t->out, "  /\\ ");
        gt_emit_expr(&t->em, none, GT_PREC_LEAF);
        gt_str_add(t->out, "\n");
        return;
    }
    for (uint32_t i = 0; i < none->kids[0]->nkids; i++) {
        gt_str_add(t->out, "  /\\ ~");
        gt_emit_expr(&t->em, none->kids[0]->kids[i], GT_PREC_LEAF);
        gt_str_add(t->out, "\n");
    }
}

static void next(tla *t)
{
    stuck(t);
    gt_str_add(t->out, "\nNext ==\n");
    for (uint32_t i = 0; i < t->skeleton->n; i++)
        gt_str_addf(t->out, "  \\/ %s\n", t->steps[i]);
    gt_str_addf(t->out, "  \\/ (%s /\\ UNCHANGED vars) \\* no rule can fire\n", t->stuck);
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
    gt_pos pos;
    const char *why = NULL;
    if (!gt_prop_is_temporal(t->cmds->props[i].origin->kind))
        return gt_skeleton_invariant(t->ctx->arena, t->cmds, t->skeleton, i);
    const gt_expr *f = gt_temporal_ltl(t->ctx, t->cmds, i, &pos, &why);
    if (!f)
        gt_ice("emitting a refused property: %s", why);
    return f;
}

static void property(tla *t, uint32_t i)
{
    const gt_prop *origin = t->cmds->props[i].origin;
    const gt_expr *f = formula_of(t, i);
    gt_str_addf(t->out, "\n\\* %s %s\n%s == ", gt_prop_kind_name(origin->kind),
                gt_comment(t->ctx->arena, origin->name), t->names.props[i]);
    t->em.hook = property_hook;
    if (f->kind == GT_EXPR_CONST) {
        /* Not as a constant: TLC calls an invariant FALSE violated even if there is no state, breaks down on
         * several of them, and calls <>TRUE violated. */
        gt_str_add(t->out, f->u.value ? "vars = vars" : "vars # vars");
    } else if (origin->kind == GT_PROP_DEADLOCK && t->skeleton->stuck->kind != GT_EXPR_CONST) {
        gt_str_addf(t->out, "~%s", t->stuck);
        if (t->cmds->error) {
            gt_str_add(t->out, " \\/ ");
            gt_emit_expr(&t->em, t->cmds->error, GT_PREC_LEAF);
        }
    } else {
        gt_emit_expr(&t->em, f, 0);
    }
    t->em.hook = NULL;
    gt_str_addc(t->out, '\n');
}

static bool any_temporal(tla *t)
{
    for (uint32_t i = 0; i < t->cmds->nprops; i++)
        if (!gt_skipped(t->options, i) && gt_prop_is_temporal(t->cmds->props[i].origin->kind))
            return true;
    return false;
}

static void config(tla *t, gt_str *out)
{
    gt_str_addf(out, "\\* made by %s from %s\n", t->options->producer ? t->options->producer : "gentrans",
                t->cmds->sym->file ? gt_comment(t->ctx->arena, t->cmds->sym->file) : "?");
    gt_str_add(out, any_temporal(t) ? "SPECIFICATION Spec\n" : "INIT Init\nNEXT Next\n");
    for (uint32_t i = 0; i < t->cmds->nprops; i++)
        if (!gt_skipped(t->options, i))
            gt_str_addf(out, "%s %s\n",
                        gt_prop_is_temporal(t->cmds->props[i].origin->kind) ? "PROPERTY" : "INVARIANT",
                        t->names.props[i]);
}

/* A module name is letters, digits and _, with a letter among them; it must be the file's. */
static const char *module_name(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options)
{
    const char *base = gt_emit_base(cmds, options);
    char *name = gt_arena_printf(ctx->arena, "%s%s", isalpha((unsigned char)base[0]) ? "" : "M", base);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return name;
}

static void share(tla *t)
{
    t->share = gt_share_new(t->ctx->arena, &tla_ops);
    gt_share_cmds(t->share, t->cmds, t->options->skip, false);
    gt_share_decide(t->share, t->names.mangler, 12);
}

static void emit_tla(gt_ctx *ctx, const gt_cmds *cmds, const gt_emit_options *options, gt_outputs *outputs)
{
    const char *why = NULL;
    tla t = {
        .ctx = ctx, .cmds = cmds, .options = options, .skeleton = gt_skeleton_new(ctx->arena, cmds, &why)};
    if (!t.skeleton)
        gt_ice("emitting a refused model: %s", why);
    gt_names_init(&t.names, ctx->arena, cmds, reserved, false);
    const char *module = module_name(ctx, cmds, options);
    t.nothing = cmds->nvars == 0 ? gt_mangle(t.names.mangler, "nothing") : NULL;
    t.stuck = gt_mangle(t.names.mangler, "Stuck");
    t.stay = gt_mangle(t.names.mangler, "Stay");
    t.progress = gt_mangle(t.names.mangler, "Progress");
    t.steps = GT_NEW_ARRAY(ctx->arena, const char *, t.skeleton->n + 1);
    for (uint32_t i = 0; i < t.skeleton->n; i++)
        t.steps[i] = gt_mangle(t.names.mangler, gt_arena_printf(ctx->arena, "Step%u", i + 1));
    share(&t);
    t.out = gt_outputs_add(outputs, ".tla");
    t.em = (gt_emitter){.ops = &tla_ops, .names = &t.names, .share = t.share, .out = t.out};
    gt_str_addf(t.out, "---- MODULE %s ----\n", module);
    gt_emit_header(
        t.out, "\\*", "TLA+", &t.names, options,
        gt_arena_printf(ctx->arena,
                        "java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto %s.tla",
                        module));
    gt_str_add(t.out, "\nEXTENDS Integers\n\n");
    variables(&t);
    gt_str_add(t.out, "LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x\n");
    gt_str_add(t.out,
               "LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \\div GtAbs(gt_y) "
               "ELSE 0 - (GtAbs(gt_x) \\div GtAbs(gt_y))\n\n");
    definitions(&t);
    type_invariant(&t);
    initial(&t);
    for (uint32_t i = 0; i < t.skeleton->n; i++)
        transition(&t, i);
    next(&t);
    stay(&t);
    gt_str_addf(t.out, "\n%s == ~%s /\\ Next\n\nSpec == Init /\\ [][Next]_vars /\\ WF_vars(%s)\n", t.progress,
                t.stay, t.progress);
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (!gt_skipped(options, i))
            property(&t, i);
    gt_str_add(t.out, "\n====\n");
    config(&t, gt_outputs_add(outputs, ".cfg"));
    gt_share_free(t.share);
    gt_names_fini(&t.names);
}

const gt_backend gt_backend_tla = {.name = "tla",
                                   .extension = "tla",
                                   .checker = "TLC",
                                   .reserved = reserved,
                                   .refuse_model = refuse_model,
                                   .refuse_prop = refuse_prop,
                                   .emit = emit_tla};

#include "ir/print/print.h"

#include "runtime/base.h"

#include <inttypes.h>
#include <string.h>

/* ---- leaves ---- */

void gt_print_name(gt_printer *p, const char *name)
{
    bool wrap = p->temporal && gt_namer_is_temporal(name);
    gt_str_addf(p->out, wrap ? "(%s)" : "%s", name);
}

/* The exponent k with 10^k a multiple of den, or -1. */
static int decimals(int64_t den)
{
    int64_t power = 1;
    for (int k = 0; k <= 18; k++) {
        if (power % den == 0)
            return k;
        if (k < 18)
            power *= 10;
    }
    return -1;
}

void gt_print_real(gt_str *out, int64_t num, int64_t den)
{
    int digits = decimals(den);
    int64_t scale = 1;
    for (int i = 0; i < digits; i++)
        scale *= 10;
    if (digits < 0) {
        gt_str_addf(out, "%" PRId64 ".0 / %" PRId64, num, den);
        return;
    }
    uint64_t magnitude = num < 0 ? -(uint64_t)num : (uint64_t)num;
    uint64_t whole = magnitude / (uint64_t)den, rest = magnitude % (uint64_t)den;
    rest *= (uint64_t)(scale / den);
    gt_str_addf(out, "%s%" PRIu64 ".%0*" PRIu64, num < 0 ? "-" : "", whole, digits ? digits : 1, rest);
}

void gt_print_int(gt_str *out, int64_t value)
{
    if (value == INT32_MIN)
        gt_str_addf(out, "-%" PRId32 " - 1", INT32_MAX);
    else
        gt_str_addf(out, "%" PRId64, value);
}

void gt_print_value(gt_printer *p, const char *value)
{
    gt_print_uncover_value(p, value);
    gt_print_name(p, value);
}

static void print_const(gt_printer *p, const gt_expr *e)
{
    if (e->type.kind == GT_TYPE_BOOL)
        gt_str_add(p->out, e->u.value ? "true" : "false");
    else if (e->type.kind == GT_TYPE_ENUM && e->u.value >= 0 && e->u.value < e->type.en->nvalues)
        gt_print_value(p, e->type.en->values[e->u.value]);
    else
        gt_print_int(p->out, e->u.value);
}

void gt_print_type(gt_printer *p, gt_type type)
{
    switch (type.kind) {
    case GT_TYPE_BOOL: gt_str_add(p->out, "bool"); return;
    case GT_TYPE_INT:
        gt_print_int(p->out, type.lo);
        gt_str_add(p->out, "..");
        gt_print_int(p->out, type.hi);
        return;
    case GT_TYPE_REAL: gt_str_add(p->out, "real"); return;
    case GT_TYPE_ID:
        gt_str_add(p->out, gt_namer_of(p->names, type.proc, type.proc->name));
        gt_str_add(p->out, type.optional ? "?" : "");
        return;
    case GT_TYPE_ENUM:
        if (type.en->name[0]) {
            gt_str_add(p->out, gt_namer_of(p->names, type.en, type.en->name));
            return;
        }
        gt_str_add(p->out, "{");
        for (uint32_t i = 0; i < type.en->nvalues; i++)
            gt_str_addf(p->out, "%s%s", i ? ", " : "", type.en->values[i]);
        gt_str_add(p->out, "}");
        return;
    }
}

/* ---- variables ---- */

static void print_var(gt_printer *p, const gt_expr *e)
{
    gt_print_uncover_var(p, e->u.var, false);
    const char *alias = p->inside ? gt_namer_alias(p->names, e->u.var) : NULL;
    gt_print_name(p, alias ? alias : gt_namer_of(p->names, e->u.var, e->u.var->name));
    if (e->nkids)
        gt_print_expr(p, e->kids[0], GT_PREC_ANY);
}

static void print_local(gt_printer *p, const gt_expr *e)
{
    const char *name = gt_namer_of(p->names, e->u.var, e->u.var->name);
    if (e->kids[0]->kind == GT_EXPR_SELF && !gt_namer_hidden(p->names, e->u.var)) {
        gt_print_name(p, name);
    } else {
        gt_print_expr(p, e->kids[0], GT_PREC_PRIMARY);
        gt_str_addf(p->out, ".%s", name);
    }
    if (e->nkids > 1)
        gt_print_expr(p, e->kids[1], GT_PREC_ANY);
}

static void print_indices(gt_printer *p, const gt_expr *e)
{
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_str_add(p->out, "[");
        gt_print_expr(p, e->kids[i], GT_PREC_ANY);
        gt_str_add(p->out, "]");
    }
}

static const char *idvar_name(const gt_printer *p, uint32_t idvar)
{
    return gt_namer_of(p->names, p->pop->idvars[idvar].var, p->pop->idvars[idvar].var->name);
}

static void print_idvar(gt_printer *p, uint32_t idvar)
{
    if (p->pop && idvar < p->pop->nidvars)
        gt_print_name(p, idvar_name(p, idvar));
    else
        gt_str_addf(p->out, "idvar_%" PRIu32, idvar);
}

/* An unnamed choice is "any1". */
void gt_print_role(gt_printer *p, uint32_t role)
{
    const char *name = p->rule && role < p->rule->nroles ? p->rule->roles[role].name : NULL;
    if (name)
        gt_str_addf(p->out, "%s%s", *name == '$' ? "any" : "", name + (*name == '$'));
    else
        gt_str_addf(p->out, role ? "role_%" PRIu32 : "self", role);
}

static const gt_cvar *cvar_of(const gt_printer *p, const gt_expr *e)
{
    bool known = e->kind == GT_EXPR_CVAR && p->cmds && e->u.index < p->cmds->nvars;
    return known ? &p->cmds->vars[e->u.index] : NULL;
}

static const gt_pick *pick_of(const gt_printer *p, const gt_expr *e)
{
    for (uint32_t i = 0; e->kind == GT_EXPR_BOUND && p->cmd && i < p->cmd->npicks; i++)
        if (p->cmd->picks[i].value == e->u.binder && p->cmd->picks[i].nlabels)
            return &p->cmd->picks[i];
    return NULL;
}

static void print_cvar(gt_printer *p, const gt_expr *e)
{
    const gt_cvar *var = cvar_of(p, e);
    if (var)
        gt_str_add(p->out, var->name);
    else
        gt_str_addf(p->out, "cvar_%" PRIu32, e->u.index);
}

/* ---- operators ---- */

typedef enum { LEFT, RIGHT, PREFIX } associativity;

typedef struct {
    const char *text;
    gt_prec prec;
    associativity assoc;
} operator_form;

/* How an operator is written; text NULL: it is not an operator between or before its operands. */
static const operator_form forms[GT_EXPR_KINDS] = {
    [GT_EXPR_NOT] = {"!", GT_PREC_UNARY, PREFIX},         [GT_EXPR_NEG] = {"-", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_AND] = {" && ", GT_PREC_AND, LEFT},          [GT_EXPR_OR] = {" || ", GT_PREC_OR, LEFT},
    [GT_EXPR_IMPLIES] = {" -> ", GT_PREC_IMPLIES, RIGHT}, [GT_EXPR_IFF] = {" <-> ", GT_PREC_IFF, LEFT},
    [GT_EXPR_EQ] = {" == ", GT_PREC_EQUALITY, LEFT},      [GT_EXPR_NE] = {" != ", GT_PREC_EQUALITY, LEFT},
    [GT_EXPR_LT] = {" < ", GT_PREC_RELATION, LEFT},       [GT_EXPR_LE] = {" <= ", GT_PREC_RELATION, LEFT},
    [GT_EXPR_GT] = {" > ", GT_PREC_RELATION, LEFT},       [GT_EXPR_GE] = {" >= ", GT_PREC_RELATION, LEFT},
    [GT_EXPR_ADD] = {" + ", GT_PREC_ADD, LEFT},           [GT_EXPR_SUB] = {" - ", GT_PREC_ADD, LEFT},
    [GT_EXPR_MUL] = {" * ", GT_PREC_MUL, LEFT},           [GT_EXPR_DIV] = {" / ", GT_PREC_MUL, LEFT},
    [GT_EXPR_MOD] = {" % ", GT_PREC_MUL, LEFT},           [GT_EXPR_AX] = {"AX ", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_EX] = {"EX ", GT_PREC_UNARY, PREFIX},        [GT_EXPR_AF] = {"AF ", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_EF] = {"EF ", GT_PREC_UNARY, PREFIX},        [GT_EXPR_AG] = {"AG ", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_EG] = {"EG ", GT_PREC_UNARY, PREFIX},        [GT_EXPR_X] = {"X ", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_F] = {"F ", GT_PREC_UNARY, PREFIX},          [GT_EXPR_G] = {"G ", GT_PREC_UNARY, PREFIX},
    [GT_EXPR_U] = {" U ", GT_PREC_UNTIL, RIGHT},          [GT_EXPR_W] = {" W ", GT_PREC_UNTIL, RIGHT},
    [GT_EXPR_R] = {" R ", GT_PREC_UNTIL, RIGHT},
};

static bool is_minus(const gt_expr *e)
{
    return e->kind == GT_EXPR_NEG || (e->kind == GT_EXPR_CONST && e->u.value < 0) ||
           (e->kind == GT_EXPR_REAL && e->u.real.num < 0);
}

/* x + -1, in a dump that only people read. */
static bool is_subtracted(const gt_printer *p, const gt_expr *e, const gt_expr *kid)
{
    return p->cmds && e->kind == GT_EXPR_ADD && kid->kind == GT_EXPR_CONST && kid->u.value < 0;
}

static void print_operator(gt_printer *p, const gt_expr *e, operator_form form)
{
    if (form.assoc == PREFIX) {
        gt_str_add(p->out, form.text);
        gt_print_expr(p, e->kids[0],
                      e->kind == GT_EXPR_NEG && is_minus(e->kids[0]) ? GT_PREC_PRIMARY : form.prec);
        return;
    }
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool near = form.assoc == LEFT ? i == 0 : i + 1 == e->nkids;
        if (i && is_subtracted(p, e, e->kids[i])) {
            gt_str_addf(p->out, " - %" PRId64, -e->kids[i]->u.value);
            continue;
        }
        gt_str_add(p->out, i ? form.text : "");
        gt_print_expr(p, e->kids[i], near ? form.prec : form.prec + 1);
    }
}

/* x == c where x has labels for its values: the label says more than the number. */
static bool print_labelled(gt_printer *p, const gt_expr *e)
{
    if ((e->kind != GT_EXPR_EQ && e->kind != GT_EXPR_NE) || e->kids[1]->kind != GT_EXPR_CONST)
        return false;
    const gt_cvar *var = cvar_of(p, e->kids[0]);
    int64_t value = e->kids[1]->u.value;
    const gt_pick *pick = pick_of(p, e->kids[0]);
    const char **labels = var ? var->labels : pick ? pick->labels : NULL;
    gt_type type = e->kids[0]->type;
    if (!labels || value < type.lo || value > type.hi)
        return false;
    gt_print_expr(p, e->kids[0], GT_PREC_PRIMARY);
    gt_str_addf(p->out, "%s%s", forms[e->kind].text, labels[value - type.lo]);
    return true;
}

/* j@A. */
static bool is_location_test(const gt_expr *e)
{
    return e->kind == GT_EXPR_EQ && e->kids[0]->kind == GT_EXPR_LOCAL && e->kids[0]->u.var->is_loc &&
           e->kids[1]->kind == GT_EXPR_CONST && e->kids[1]->type.kind == GT_TYPE_ENUM;
}

static void print_location_test(gt_printer *p, const gt_expr *e)
{
    const gt_expr *who = e->kids[0]->kids[0];
    if (who->kind != GT_EXPR_SELF)
        gt_print_expr(p, who, GT_PREC_PRIMARY);
    gt_str_addf(p->out, "@%s", e->kids[1]->type.en->values[e->kids[1]->u.value]);
}

static void print_quantifier(gt_printer *p, const gt_expr *e)
{
    gt_type type = e->u.binder->type;
    const char *name = gt_namer_bind(p->names, e->u.binder);
    gt_str_addf(p->out, "%s %s : ", gt_expr_kind_name(e->kind), name);
    gt_print_type(p, type);
    gt_str_add(p->out, " (");
    gt_print_expr(p, e->kids[0], GT_PREC_ANY);
    gt_str_add(p->out, ")");
    gt_namer_unbind(p->names);
}

static void print_call(gt_printer *p, const gt_expr *e)
{
    gt_str_addf(p->out, "%s(", gt_expr_kind_name(e->kind));
    for (uint32_t i = 0; i < e->nkids; i++) {
        gt_str_add(p->out, i ? ", " : "");
        gt_print_expr(p, e->kids[i], GT_PREC_ANY);
    }
    gt_str_add(p->out, ")");
}

static void print_ternary(gt_printer *p, const gt_expr *e)
{
    gt_print_expr(p, e->kids[0], GT_PREC_TERNARY + 1);
    gt_str_add(p->out, " ? ");
    gt_print_expr(p, e->kids[1], GT_PREC_ANY);
    gt_str_add(p->out, " : ");
    gt_print_expr(p, e->kids[2], GT_PREC_TERNARY);
}

/* A [a U b] and its like. */
static void print_path_quantifier(gt_printer *p, const gt_expr *e)
{
    const char *name = gt_expr_kind_name(e->kind);
    gt_str_addf(p->out, "%c [", name[0]);
    gt_print_expr(p, e->kids[0], GT_PREC_ANY);
    gt_str_addf(p->out, " %s ", name + 1);
    gt_print_expr(p, e->kids[1], GT_PREC_ANY);
    gt_str_add(p->out, "]");
}

/* ---- probabilities ---- */

static const char *opt_text(gt_extreme opt)
{
    switch (opt) {
    case GT_EXTREME_NONE: return "";
    case GT_EXTREME_MIN: return "min";
    case GT_EXTREME_MAX: return "max";
    }
    gt_ice("optimum %d", (int)opt);
}

/* A bound is a real whether it looks like one or not. The grammar wants a number, a name or parentheses, for
 * `[` or an operand follows. */
static void print_bound_value(gt_printer *p, const gt_expr *value)
{
    if (value->kind == GT_EXPR_REAL && value->u.real.den == 1 && value->u.real.num >= 0) {
        gt_str_addf(p->out, "%" PRId64, value->u.real.num);
        return;
    }
    bool number = (value->kind == GT_EXPR_CONST && value->u.value >= 0) ||
                  (value->kind == GT_EXPR_REAL && value->u.real.num >= 0 && decimals(value->u.real.den) >= 0);
    gt_str_add(p->out, number ? "" : "(");
    gt_print_expr(p, value, GT_PREC_ANY);
    gt_str_add(p->out, number ? "" : ")");
}

static void print_bound(gt_printer *p, const gt_bound *bound)
{
    if (!bound || bound->cmp == GT_CMP_NONE)
        return;
    if (bound->upper) {
        gt_str_add(p->out, "[");
        print_bound_value(p, bound->value);
        gt_str_add(p->out, ", ");
        print_bound_value(p, bound->upper);
        gt_str_add(p->out, "]");
        return;
    }
    gt_str_add(p->out, gt_cmp_text(bound->cmp));
    if (bound->cmp != GT_CMP_QUERY)
        print_bound_value(p, bound->value);
}

/* A path, or what a reward is taken of. */
static void print_path(gt_printer *p, const gt_expr *e)
{
    if (e->kind == GT_EXPR_LONGRUN) {
        gt_str_add(p->out, "S");
    } else if (e->kind == GT_EXPR_INSTANT) {
        gt_str_add(p->out, "I=");
        print_bound_value(p, e->u.bound->value);
    } else if (e->kind == GT_EXPR_CUMUL || e->nkids == 1) {
        gt_str_add(p->out, gt_expr_kind_name(e->kind));
        print_bound(p, e->u.bound);
    }
    if (e->nkids == 2) {
        gt_print_expr(p, e->kids[0], GT_PREC_UNTIL);
        gt_str_addf(p->out, " %s", gt_expr_kind_name(e->kind));
        print_bound(p, e->u.bound);
    }
    if (e->nkids) {
        gt_str_add(p->out, " ");
        gt_print_expr(p, e->kids[e->nkids - 1], GT_PREC_UNTIL);
    }
}

static void print_probability(gt_printer *p, const gt_expr *e)
{
    const gt_bound *bound = e->u.bound;
    gt_str_addf(p->out, "%c%s", e->kind == GT_EXPR_REWARD ? 'R' : gt_expr_kind_name(e->kind)[0],
                opt_text(bound->opt));
    if (bound->reward)
        gt_str_addf(p->out, "{\"%s\"}", bound->reward);
    print_bound(p, bound);
    gt_str_add(p->out, " [");
    if (e->kind == GT_EXPR_STEADY)
        gt_print_expr(p, e->kids[0], GT_PREC_ANY);
    else
        print_path(p, e->kids[0]);
    gt_str_add(p->out, "]");
}

/* ---- all kinds ---- */

static gt_prec prec_of(const gt_expr *e)
{
    if (is_location_test(e))
        return GT_PREC_PRIMARY;
    if (e->kind == GT_EXPR_ITE)
        return GT_PREC_TERNARY;
    if (e->kind == GT_EXPR_ISNONE)
        return GT_PREC_EQUALITY;
    if (e->kind == GT_EXPR_REAL && decimals(e->u.real.den) < 0)
        return GT_PREC_MUL;
    if (e->kind == GT_EXPR_CONST && e->u.value == INT32_MIN)
        return GT_PREC_ADD;
    if (e->kind != GT_EXPR_NEG && is_minus(e))
        return GT_PREC_UNARY;
    return forms[e->kind].text ? forms[e->kind].prec : GT_PREC_PRIMARY;
}

static void print_node(gt_printer *p, const gt_expr *e)
{
    operator_form form = forms[e->kind];
    if (is_location_test(e)) {
        print_location_test(p, e);
        return;
    }
    if (form.text) {
        if (!print_labelled(p, e))
            print_operator(p, e, form);
        return;
    }
    switch (e->kind) {
    case GT_EXPR_CONST: print_const(p, e); return;
    case GT_EXPR_REAL: gt_print_real(p->out, e->u.real.num, e->u.real.den); return;
    case GT_EXPR_VAR: print_var(p, e); return;
    case GT_EXPR_LOCAL: print_local(p, e); return;
    case GT_EXPR_INDICES: print_indices(p, e); return;
    case GT_EXPR_BOUND: gt_print_name(p, gt_namer_bound(p->names, e->u.binder)); return;
    case GT_EXPR_SELF: gt_str_add(p->out, "self"); return;
    case GT_EXPR_NONE: gt_str_add(p->out, "none"); return;
    case GT_EXPR_NAMED:
        gt_str_addf(p->out, "%s[%d]", gt_namer_of(p->names, e->type.proc, e->type.proc->name),
                    (int)e->u.value);
        return;
    case GT_EXPR_NUMBER: gt_print_expr(p, e->kids[0], GT_PREC_PRIMARY); return;
    case GT_KINDS_RING: print_call(p, e); return;
    case GT_EXPR_ROLE: gt_print_role(p, e->u.index); return;
    case GT_EXPR_IDVAR: print_idvar(p, e->u.index); return;
    case GT_EXPR_ISNONE:
        print_idvar(p, e->u.index);
        gt_str_add(p->out, " == none");
        return;
    case GT_EXPR_SAME:
        gt_str_add(p->out, "same(");
        print_idvar(p, e->u.pair.a);
        gt_str_add(p->out, ", ");
        print_idvar(p, e->u.pair.b);
        gt_str_add(p->out, ")");
        return;
    case GT_EXPR_CVAR: print_cvar(p, e); return;
    case GT_EXPR_UNTRACKED:
    case GT_KINDS_QUANT: print_quantifier(p, e); return;
    case GT_EXPR_MIN:
    case GT_EXPR_MAX: print_call(p, e); return;
    case GT_EXPR_ITE: print_ternary(p, e); return;
    case GT_EXPR_AU:
    case GT_EXPR_EU:
    case GT_EXPR_AW:
    case GT_EXPR_EW:
    case GT_EXPR_AR:
    case GT_EXPR_ER: print_path_quantifier(p, e); return;
    case GT_EXPR_PROB:
    case GT_EXPR_STEADY:
    case GT_EXPR_REWARD: print_probability(p, e); return;
    case GT_EXPR_CUMUL:
    case GT_EXPR_INSTANT:
    case GT_EXPR_LONGRUN: print_path(p, e); return;
    case GT_KINDS_COMPARE:
    case GT_KINDS_LOGIC:
    case GT_EXPR_NEG:
    case GT_EXPR_ADD:
    case GT_EXPR_SUB:
    case GT_EXPR_MUL:
    case GT_EXPR_DIV:
    case GT_EXPR_MOD:
    case GT_EXPR_AX:
    case GT_EXPR_EX:
    case GT_EXPR_AF:
    case GT_EXPR_EF:
    case GT_EXPR_AG:
    case GT_EXPR_EG:
    case GT_KINDS_LTL:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("cannot print %s", gt_expr_kind_name(e->kind));
}

void gt_print_expr(gt_printer *p, const gt_expr *e, gt_prec least)
{
    uint32_t let = p->lets ? gt_lets_name(p->lets, e) : 0;
    if (let) {
        gt_str_addf(p->out, "#%" PRIu32, let);
        return;
    }
    bool wrap = prec_of(e) < least;
    gt_str_add(p->out, wrap ? "(" : "");
    print_node(p, e);
    gt_str_add(p->out, wrap ? ")" : "");
}

/* Each node once: `done` holds those below which nothing is left to name. */
static void print_lets(gt_printer *p, gt_ptrmap *done, const gt_expr *e)
{
    uint64_t *mark = gt_ptrmap_at(done, e);
    if (*mark || gt_lets_name(p->lets, e))
        return;
    *mark = 1;
    for (uint32_t i = 0; i < e->nkids; i++)
        print_lets(p, done, e->kids[i]);
    if (!gt_lets_wanted(p->lets, e))
        return;
    gt_str text = {0}, *out = p->out;
    p->out = &text;
    gt_print_expr(p, e, GT_PREC_ANY);
    p->out = out;
    gt_str_line(p->out, "let #%" PRIu32 " = %s;", gt_lets_give(p->lets, e), gt_str_text(&text));
    gt_str_fini(&text);
}

void gt_print_lets(gt_printer *p, const gt_expr *e)
{
    gt_ptrmap done = {0};
    if (p->lets)
        print_lets(p, &done, e);
    gt_ptrmap_fini(&done);
}

void gt_expr_print(const gt_expr *e, gt_str *out)
{
    gt_printer p = {.out = out, .names = gt_namer_new(NULL)};
    gt_print_expr(&p, e, GT_PREC_ANY);
    gt_namer_free(p.names);
}

#include "backends/targets/emit_expr.h"

#include "backends/targets/layout.h"
#include "runtime/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const gt_expr *expr;
    uint32_t *kids; /* numbers of the kids */
    uint64_t hash;
    uint32_t uses;
    uint32_t size; /* nodes to print, definitions counting one */
    bool repeated; /* an operator's form writes it more than once */
    bool temporal; /* a temporal operator is in it */
    bool picked;   /* so is a picked value: no definition outside of the command */
    const char *name;
} share_node;

struct gt_share {
    gt_arena *arena;
    const gt_ops *ops;
    GT_VEC(share_node) nodes; /* kids before parents */
    gt_table table;           /* of nodes, by structure */
    gt_ptrmap pointers;       /* by address: number */
    GT_VEC(uint32_t) defs;
};

gt_share *gt_share_new(gt_arena *arena, const gt_ops *ops)
{
    gt_share *s = gt_xcalloc(1, sizeof *s);
    s->arena = arena;
    s->ops = ops;
    return s;
}

void gt_share_free(gt_share *s)
{
    if (!s)
        return;
    free(s->nodes.v);
    gt_table_fini(&s->table);
    gt_ptrmap_fini(&s->pointers);
    free(s->defs.v);
    free(s);
}

static void remember_pointer(gt_share *s, const gt_expr *e, uint32_t number)
{
    *gt_ptrmap_at(&s->pointers, e) = number;
}

static bool known_pointer(const gt_share *s, const gt_expr *e, uint32_t *number)
{
    uint64_t value;
    if (!gt_ptrmap_get(&s->pointers, e, &value))
        return false;
    *number = (uint32_t)value;
    return true;
}

static bool same_node(const void *nodes, uint32_t number, const void *key)
{
    const share_node *a = (const share_node *)nodes + number, *b = key;
    return gt_expr_same_head(a->expr, b->expr) &&
           (a->expr->nkids == 0 || memcmp(a->kids, b->kids, a->expr->nkids * sizeof *a->kids) == 0);
}

/* The number of a node equal to `node`, which is added if it is new (*added). */
static uint32_t intern(gt_share *s, const share_node *node, bool *added)
{
    uint32_t number = gt_table_find(&s->table, node->hash, same_node, s->nodes.v, node);
    *added = number == GT_ABSENT;
    if (!*added)
        return number;
    gt_vec_push(&s->nodes, *node);
    return gt_table_add(&s->table, node->hash);
}

bool gt_emit_signed_division(const gt_expr *e)
{
    return e->kids[0]->type.lo < 0 || e->kids[1]->type.lo <= 0;
}

bool gt_emit_minus(const gt_expr *e, uint32_t kid)
{
    const gt_expr *k = e->kids[kid];
    return e->kind == GT_EXPR_ADD && k->kind == GT_EXPR_CONST && k->u.value < 0 && k->u.value > INT32_MIN;
}

static const gt_op *op_of(const gt_ops *ops, const gt_expr *e)
{
    if (e->kind == GT_EXPR_DIV && e->type.kind == GT_TYPE_REAL)
        return &ops->div_real;
    if (e->kind == GT_EXPR_DIV && gt_emit_signed_division(e))
        return &ops->div_any;
    if (e->kind == GT_EXPR_MOD && gt_emit_signed_division(e))
        return &ops->mod_any;
    return &ops->ops[e->kind];
}

/* Whether the form of `e` writes operand number `kid` more than once. */
static bool repeats(const gt_ops *ops, const gt_expr *e, uint32_t kid)
{
    const gt_op *op = ops ? op_of(ops, e) : NULL;
    unsigned times = 0;
    if (!op || op->form != GT_FORM_FORMAT)
        return false;
    for (const char *p = op->text; *p; p++)
        times += (p[0] == '$' || p[0] == '@') && p[1] == (char)('1' + kid);
    return times > 1;
}

static uint32_t number_of(gt_share *s, const gt_expr *e)
{
    uint32_t number;
    if (known_pointer(s, e, &number))
        return number;
    share_node node = {.expr = e,
                       .hash = gt_expr_head_hash(e),
                       .temporal = gt_expr_in(e->kind, GT_GROUP_TEMPORAL),
                       .picked = e->kind == GT_EXPR_BOUND};
    node.kids = GT_NEW_ARRAY(s->arena, uint32_t, e->nkids ? e->nkids : 1);
    for (uint32_t i = 0; i < e->nkids; i++) {
        node.kids[i] = number_of(s, e->kids[i]);
        node.temporal |= s->nodes.v[node.kids[i]].temporal;
        node.picked |= s->nodes.v[node.kids[i]].picked;
        node.hash = gt_hash_combine(node.hash, node.kids[i]);
    }
    bool added;
    number = intern(s, &node, &added);
    if (added)
        for (uint32_t i = 0; i < e->nkids; i++) {
            s->nodes.v[node.kids[i]].uses++;
            if (repeats(s->ops, e, i))
                s->nodes.v[node.kids[i]].repeated = true;
        }
    remember_pointer(s, e, number);
    return number;
}

void gt_share_use(gt_share *s, const gt_expr *e)
{
    if (!e)
        return;
    uint32_t number = number_of(s, e);
    s->nodes.v[number].uses++;
}

void gt_share_cmds(gt_share *s, const gt_cmds *cmds, const bool *skip, bool weighted)
{
    for (uint32_t i = 0; i < cmds->ncmds; i++) {
        const gt_cmd *cmd = &cmds->cmds[i];
        gt_share_use(s, cmd->guard);
        for (uint32_t p = 0; p < cmd->npicks; p++)
            gt_share_use(s, cmd->picks[p].where);
        gt_share_use(s, weighted ? cmd->weight : NULL);
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            gt_share_use(s, weighted ? cmd->branches[b].prob : NULL);
            for (uint32_t a = 0; a < cmd->branches[b].nassigns; a++)
                gt_share_use(s, cmd->branches[b].assigns[a].value);
        }
    }
    for (uint32_t i = 0; i < cmds->nfair; i++)
        gt_share_use(s, cmds->fair[i]);
    for (uint32_t i = 0; i < cmds->nrewards && weighted; i++)
        gt_share_use(s, cmds->rewards[i]);
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        gt_share_use(s, cmds->init[i].lo);
        gt_share_use(s, cmds->init[i].hi);
        gt_share_use(s, cmds->init[i].where);
    }
    for (uint32_t i = 0; i < cmds->nprops; i++)
        if (cmds->props[i].formula && !(skip && skip[i]))
            gt_share_use(s, cmds->props[i].formula);
}

/* ---- names of definitions ---- */

/* What an operator is called between its operands; NULL: in front of them. */
static const char *const between[GT_EXPR_KINDS] = {
    [GT_EXPR_AND] = "and",     [GT_EXPR_OR] = "or",      [GT_EXPR_IMPLIES] = "implies",
    [GT_EXPR_IFF] = "iff",     [GT_EXPR_EQ] = "is",      [GT_EXPR_NE] = "is_not",
    [GT_EXPR_LT] = "below",    [GT_EXPR_LE] = "at_most", [GT_EXPR_GT] = "above",
    [GT_EXPR_GE] = "at_least", [GT_EXPR_ADD] = "plus",   [GT_EXPR_SUB] = "minus",
    [GT_EXPR_MUL] = "times",   [GT_EXPR_DIV] = "by",     [GT_EXPR_MOD] = "mod",
    [GT_EXPR_ITE] = "then"};

enum { LONGEST = 24 };

/* The first words of `e`, until they are enough. */
static void add_words(const gt_names *names, const gt_expr *e, const gt_value_set *values, gt_str *out)
{
    int64_t value;
    if (out->len > LONGEST)
        return;
    if (e->kind == GT_EXPR_CVAR) {
        gt_str_add(out, names->cmds->vars[e->u.index].name);
    } else if (gt_expr_is_const(e, &value)) {
        if (values && value >= values->lo && value <= values->hi)
            gt_str_add(out, values->names[value - values->lo]);
        else
            gt_str_addf(out, value < 0 ? "minus_%" PRId64 : "%" PRId64, value < 0 ? -value : value);
    } else {
        const gt_value_set *set = e->nkids ? gt_names_values(names, e->kids[0]) : NULL;
        if (!between[e->kind])
            gt_str_addf(out, "%s_", e->kind == GT_EXPR_NOT ? "not" : gt_expr_kind_name(e->kind));
        for (uint32_t i = 0; i < e->nkids; i++) {
            if (i)
                gt_str_addf(out, "_%s_",
                            e->kind == GT_EXPR_ITE && i == 2 ? "else"
                            : between[e->kind]               ? between[e->kind]
                                                             : "and");
            add_words(names, e->kids[i], e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE ? set : NULL, out);
        }
    }
}

/* A name that tells what `e` is, or how it begins. */
static const char *say(const gt_share *s, const gt_names *names, const gt_expr *e)
{
    gt_str out;
    gt_str_init(&out);
    add_words(names, e, NULL, &out);
    size_t len = out.len;
    if (len > LONGEST)
        for (len = LONGEST; len > 1 && gt_str_text(&out)[len] != '_'; len--)
            continue;
    const char *name =
        gt_arena_printf(s->arena, "%.*s%s", (int)len, gt_str_text(&out), len < out.len ? "_etc" : "");
    gt_str_fini(&out);
    return name;
}

static uint32_t plus(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

void gt_share_decide(gt_share *s, const gt_names *names, uint32_t least)
{
    for (uint32_t k = 0; k < s->nodes.n; k++) {
        share_node *node = &s->nodes.v[k];
        node->size = 1;
        for (uint32_t i = 0; i < node->expr->nkids; i++) {
            const share_node *kid = &s->nodes.v[node->kids[i]];
            node->size = plus(node->size, kid->name ? 1 : kid->size);
        }
        bool worth = node->uses > 1 && node->size >= least;
        if (node->expr->nkids == 0 || node->temporal || node->picked || !(worth || node->repeated) ||
            gt_names_symbolic(names, node->expr))
            continue;
        node->name = gt_mangle(names->mangler, say(s, names, node->expr));
        gt_vec_push(&s->defs, k);
    }
}

uint32_t gt_share_ndefs(const gt_share *s)
{
    return (uint32_t)s->defs.n;
}

const gt_expr *gt_share_def(const gt_share *s, uint32_t i, const char **name)
{
    const share_node *node = &s->nodes.v[s->defs.v[i]];
    *name = node->name;
    return node->expr;
}

const char *gt_share_name(const gt_share *s, const gt_expr *e)
{
    uint32_t number;
    return known_pointer(s, e, &number) ? s->nodes.v[number].name : NULL;
}

/* ---- printing ---- */

/* Constants in `e` are written as `values` has them, if that is not NULL. */
static void emit(gt_emitter *em, const gt_expr *e, int prec, const gt_value_set *values, bool whole);

static void emit_const(gt_emitter *em, const gt_expr *e, const gt_value_set *values)
{
    int64_t value = e->u.value;
    if (e->type.kind == GT_TYPE_BOOL)
        gt_str_add(em->out, value ? em->ops->yes : em->ops->no);
    else if (values && values->names && value >= values->lo && value <= values->hi)
        gt_str_add(em->out, values->names[value - values->lo]);
    else if (value < 0)
        gt_str_addf(em->out, "(-%" PRId64 ")", -value);
    else
        gt_str_addf(em->out, "%" PRId64, value);
}

/* What stands behind ELSE is a conditional of its own, and needs no parentheses. */
static const gt_expr *chained(const gt_emitter *em, const gt_expr *e, const gt_op *op, const char *at)
{
    const gt_expr *last = e->kind == GT_EXPR_ITE ? e->kids[2] : NULL;
    bool whole = op->text[0] == GT_LAYOUT_OPEN[0] && strcmp(at, "$3" GT_LAYOUT_CLOSE) == 0;
    bool named = last && em->share && gt_share_name(em->share, last);
    return whole && last && last->kind == GT_EXPR_ITE && !named ? last : NULL;
}

static void emit_format(gt_emitter *em, const gt_expr *e, const gt_op *op, const gt_value_set *values)
{
    for (const char *p = op->text; *p; p++) {
        if (p[0] != '$' && p[0] != '@') {
            gt_str_addc(em->out, *p);
            continue;
        }
        const gt_expr *chain = chained(em, e, op, p);
        if (chain) {
            e = chain;
            p = op->text; /* the group is open */
            continue;
        }
        int prec = p[0] == '@' ? op->prec + 1 : 0;
        uint32_t kid = (uint32_t)(*++p - '1');
        emit(em, e->kids[kid], prec, e->kind == GT_EXPR_ITE && kid == 0 ? NULL : values, true);
    }
}

/* How constants among e's operands are written. */
static const gt_value_set *values_in(const gt_emitter *em, const gt_expr *e, const gt_value_set *values)
{
    const gt_value_set *set = NULL;
    if (e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE)
        for (uint32_t i = 0; i < 2 && !set; i++)
            set = gt_names_values(em->names, e->kids[i]);
    return e->kind == GT_EXPR_ITE ? values : set;
}

/* What operand number `kid` must bind as tight as: a + b + c, a - b + c, and chains of one connective need no
 * parentheses. */
int gt_emit_kid_prec(const gt_expr *e, uint32_t kid, int prec)
{
    gt_expr_kind k = e->kids[kid]->kind;
    bool sum = e->kind == GT_EXPR_ADD || e->kind == GT_EXPR_SUB;
    bool same = k == e->kind && (k == GT_EXPR_AND || k == GT_EXPR_OR);
    return same || (sum && kid == 0 && (k == GT_EXPR_ADD || k == GT_EXPR_SUB)) ? prec : prec + 1;
}

/* A factor that is the number 1. */
static bool is_one(const gt_expr *e, uint32_t kid)
{
    const gt_expr *k = e->kids[kid];
    return e->kind == GT_EXPR_MUL && k->kind == GT_EXPR_REAL && k->u.real.num == k->u.real.den;
}

/* ---- sets of values ---- */

/* Whether `e` is x == c, or x != c, for a value that a set can have. */
static bool is_member(const gt_emitter *em, const gt_expr *e, gt_expr_kind kind)
{
    const gt_value_set *set = e->kind == kind ? gt_names_values(em->names, e->kids[0]) : NULL;
    return e->kind == kind && e->kids[0]->nkids == 0 && e->kids[1]->kind == GT_EXPR_CONST &&
           e->kids[0]->type.kind != GT_TYPE_BOOL && (em->ops->of_numbers || (set && set->symbols));
}

static bool same_leaf(const gt_expr *a, const gt_expr *b)
{
    return a == b || (gt_expr_same_head(a, b) && a->nkids == 0 && b->nkids == 0);
}

static const gt_op *set_op(const gt_emitter *em, const gt_expr *e)
{
    return e->kind == GT_EXPR_OR ? &em->ops->among : &em->ops->outside;
}

/* How many operands of `e` from `first` on say together that a variable is among some values, or is not. */
static uint32_t in_set(const gt_emitter *em, const gt_expr *e, uint32_t first)
{
    gt_expr_kind kind = e->kind == GT_EXPR_OR ? GT_EXPR_EQ : GT_EXPR_NE;
    uint32_t n = 0;
    if ((e->kind != GT_EXPR_OR && e->kind != GT_EXPR_AND) || set_op(em, e)->form == GT_FORM_NONE)
        return 0;
    while (first + n < e->nkids && is_member(em, e->kids[first + n], kind) &&
           same_leaf(e->kids[first]->kids[0], e->kids[first + n]->kids[0]))
        n++;
    return n > 1 ? n : 0;
}

static void emit_set(gt_emitter *em, const gt_expr *e, uint32_t first, uint32_t n, int prec)
{
    const gt_expr *x = e->kids[first]->kids[0];
    const gt_op *op = set_op(em, e);
    if (op->prec < prec)
        gt_str_addc(em->out, '(');
    emit(em, x, GT_PREC_LEAF, NULL, true);
    gt_str_addf(em->out, " %s" GT_LAYOUT_OPEN, op->text);
    for (uint32_t i = 0; i < n; i++) {
        gt_str_add(em->out, i ? "," GT_LAYOUT_BREAK : "");
        emit(em, e->kids[first + i]->kids[1], 0, gt_names_values(em->names, x), true);
    }
    gt_str_add(em->out, GT_LAYOUT_CLOSE "}");
    if (op->prec < prec)
        gt_str_addc(em->out, ')');
}

static void emit_infix(gt_emitter *em, const gt_expr *e, const gt_op *op, const gt_value_set *values)
{
    bool compares = gt_expr_in(e->kind, GT_GROUP_COMPARE);
    const char *joint = e->kind == GT_EXPR_MUL ? " %s " /* stays in one line */
                        : compares             ? " %s" GT_LAYOUT_SOFT
                        : em->ops->trailing    ? " %s" GT_LAYOUT_BREAK
                                               : GT_LAYOUT_BREAK "%s ";
    bool first = true;
    gt_str_add(em->out, GT_LAYOUT_OPEN);
    for (uint32_t i = 0; i < e->nkids; i++) {
        bool minus = i && gt_emit_minus(e, i);
        if (is_one(e, i) && (!first || i + 1 < e->nkids))
            continue;
        if (!first)
            gt_str_addf(em->out, joint, minus ? "-" : op->text);
        first = false;
        uint32_t set = in_set(em, e, i);
        if (set) {
            emit_set(em, e, i, set, op->prec + 1);
            i += set - 1;
        } else if (minus)
            gt_str_addf(em->out, "%" PRId64, -e->kids[i]->u.value);
        else
            emit(em, e->kids[i], gt_emit_kid_prec(e, i, op->prec), values, true);
    }
    gt_str_add(em->out, GT_LAYOUT_CLOSE);
}

static bool is_indicator(const gt_emitter *em, const gt_expr *e, const gt_value_set *values)
{
    int64_t yes, no;
    return e->kind == GT_EXPR_ITE && em->ops->indicator.form != GT_FORM_NONE && !(values && values->names) &&
           e->type.kind != GT_TYPE_BOOL && gt_expr_is_const(e->kids[1], &yes) && yes == 1 &&
           gt_expr_is_const(e->kids[2], &no) && no == 0;
}

static void emit_op(gt_emitter *em, const gt_expr *e, int prec, const gt_value_set *values)
{
    const gt_op *op = is_indicator(em, e, values) ? &em->ops->indicator : op_of(em->ops, e);
    if (op->form == GT_FORM_NONE)
        gt_ice("operator '%s' has no form in this target", gt_expr_kind_name(e->kind));
    if (e->nkids && in_set(em, e, 0) == e->nkids) {
        emit_set(em, e, 0, e->nkids, prec);
        return;
    }
    const gt_value_set *inner = values_in(em, e, values);
    bool parens = op->prec < prec;
    if (parens)
        gt_str_addc(em->out, '(');
    if (op->form == GT_FORM_FORMAT) {
        emit_format(em, e, op, inner);
    } else if (op->form == GT_FORM_PREFIX) {
        gt_str_add(em->out, op->text);
        emit(em, e->kids[0], op->prec + (e->kind == GT_EXPR_NOT), NULL,
             true); /* "!!" is a token of Promela's */
    } else {
        emit_infix(em, e, op, inner);
    }
    if (parens)
        gt_str_addc(em->out, ')');
}

void gt_emit_fraction(gt_str *out, int64_t num, int64_t den)
{
    enum { DIGITS = 18 }; /* of 64 bits */
    int64_t ten = 1, rest = num < 0 ? -(num % den) : num % den;
    int digits = 0;
    while (digits < DIGITS && ten % den != 0) {
        ten *= 10;
        digits++;
    }
    if (ten % den != 0)
        gt_str_addf(out, "(%" PRId64 "/%" PRId64 ")", num, den);
    else if (digits == 0)
        gt_str_addf(out, "%" PRId64, num);
    else
        gt_str_addf(out, "%s%" PRId64 ".%0*" PRId64, num < 0 && num / den == 0 ? "-" : "", num / den, digits,
                    rest * (ten / den));
}

const char *gt_emit_pick(const gt_emitter *em, const gt_expr *bound)
{
    for (uint32_t p = 0; em->cmd && p < em->cmd->npicks; p++)
        if (em->cmd->picks[p].value == bound->u.binder && em->at[p])
            return em->at[p];
    return gt_names_pick(em->names, bound);
}

static void emit(gt_emitter *em, const gt_expr *e, int prec, const gt_value_set *values, bool whole)
{
    const char *name = whole && em->share ? gt_share_name(em->share, e) : NULL;
    if (name) {
        gt_str_add(em->out, name);
        gt_str_add(em->out, em->def_suffix ? em->def_suffix : "");
        return;
    }
    bool symbol = values && values->symbols && e->type.kind != GT_TYPE_BOOL;
    if (!symbol && em->hook && em->hook(em, e, prec))
        return;
    if (e->kind == GT_EXPR_CONST)
        emit_const(em, e, values);
    else if (e->kind == GT_EXPR_CVAR)
        gt_str_add(em->out, em->names->vars[e->u.index]);
    else if (e->kind == GT_EXPR_BOUND)
        gt_str_add(em->out, gt_emit_pick(em, e));
    else if (e->kind == GT_EXPR_REAL)
        gt_emit_fraction(em->out, e->u.real.num, e->u.real.den);
    else
        emit_op(em, e, prec, values);
}

void gt_emit_expr(gt_emitter *em, const gt_expr *e, int prec)
{
    emit(em, e, prec, NULL, true);
}

void gt_emit_body(gt_emitter *em, const gt_expr *e, int prec)
{
    emit(em, e, prec, NULL, false);
}

void gt_emit_value(gt_emitter *em, uint32_t var, const gt_expr *e, int prec)
{
    emit(em, e, prec, &em->names->values[var], true);
}

#include "backends/targets/emit_expr.h"

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
        times += p[0] == '$' && p[1] == (char)('1' + kid);
    return times > 1;
}

static uint32_t number_of(gt_share *s, const gt_expr *e)
{
    uint32_t number;
    if (known_pointer(s, e, &number))
        return number;
    share_node node = {
        .expr = e, .hash = gt_expr_head_hash(e), .temporal = gt_expr_in(e->kind, GT_GROUP_TEMPORAL)};
    node.kids = GT_NEW_ARRAY(s->arena, uint32_t, e->nkids ? e->nkids : 1);
    for (uint32_t i = 0; i < e->nkids; i++) {
        node.kids[i] = number_of(s, e->kids[i]);
        node.temporal |= s->nodes.v[node.kids[i]].temporal;
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

static uint32_t plus(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

void gt_share_decide(gt_share *s, gt_mangler *mangler, uint32_t least)
{
    for (uint32_t k = 0; k < s->nodes.n; k++) {
        share_node *node = &s->nodes.v[k];
        node->size = 1;
        for (uint32_t i = 0; i < node->expr->nkids; i++) {
            const share_node *kid = &s->nodes.v[node->kids[i]];
            node->size = plus(node->size, kid->name ? 1 : kid->size);
        }
        bool worth = node->uses > 1 && node->size >= least;
        if (node->expr->nkids == 0 || node->temporal || !(worth || node->repeated))
            continue;
        node->name = gt_mangle(mangler, gt_arena_printf(s->arena, "e%zu", s->defs.n + 1));
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

static void emit_const(gt_emitter *em, const gt_expr *e, const char *const *labels, int32_t lo, int32_t hi)
{
    int64_t value = e->u.value;
    if (e->type.kind == GT_TYPE_BOOL) {
        gt_str_add(em->out, value ? em->ops->yes : em->ops->no);
    } else if (labels && value >= lo && value <= hi) {
        gt_str_add(em->out, labels[value - lo]);
    } else if (value < 0) {
        gt_str_addf(em->out, "(-%" PRId64 ")", -value);
    } else {
        gt_str_addf(em->out, "%" PRId64, value);
    }
}

/* Constants below e are written with the labels of variable `var` where e's value is the constant's. */
static void emit(gt_emitter *em, const gt_expr *e, int prec, const uint32_t *var, bool whole);

static void emit_format(gt_emitter *em, const gt_expr *e, const char *text, const uint32_t *var)
{
    for (const char *p = text; *p; p++) {
        if (p[0] != '$') {
            gt_str_addc(em->out, *p);
            continue;
        }
        uint32_t kid = (uint32_t)(*++p - '1');
        const uint32_t *hint = e->kind == GT_EXPR_ITE && kid == 0 ? NULL : var;
        emit(em, e->kids[kid], 0, hint, true);
    }
}

/* The variable whose labels the constants among e's operands should take. */
static const uint32_t *label_hint(const gt_expr *e, const uint32_t *var)
{
    if (e->kind == GT_EXPR_EQ || e->kind == GT_EXPR_NE)
        for (uint32_t i = 0; i < 2; i++)
            if (e->kids[i]->kind == GT_EXPR_CVAR)
                return &e->kids[i]->u.index;
    return e->kind == GT_EXPR_ITE ? var : NULL;
}

static void emit_op(gt_emitter *em, const gt_expr *e, int prec, const uint32_t *var)
{
    const gt_op *op = op_of(em->ops, e);
    if (op->form == GT_FORM_NONE)
        gt_ice("operator '%s' has no form in this target", gt_expr_kind_name(e->kind));
    const uint32_t *hint = label_hint(e, var);
    bool parens = op->prec < prec;
    if (parens)
        gt_str_addc(em->out, '(');
    if (op->form == GT_FORM_FORMAT) {
        emit_format(em, e, op->text, hint);
    } else if (op->form == GT_FORM_PREFIX) {
        gt_str_add(em->out, op->text);
        emit(em, e->kids[0], op->prec + 1, NULL, true);
    } else {
        for (uint32_t i = 0; i < e->nkids; i++) {
            bool minus = i && gt_emit_minus(e, i);
            if (i)
                gt_str_addf(em->out, " %s ", minus ? "-" : op->text);
            if (minus)
                gt_str_addf(em->out, "%" PRId64, -e->kids[i]->u.value);
            else
                emit(em, e->kids[i], op->prec + 1, hint, true);
        }
    }
    if (parens)
        gt_str_addc(em->out, ')');
}

static void emit(gt_emitter *em, const gt_expr *e, int prec, const uint32_t *var, bool whole)
{
    const char *name = whole && em->share ? gt_share_name(em->share, e) : NULL;
    if (name) {
        gt_str_add(em->out, name);
        gt_str_add(em->out, em->def_suffix ? em->def_suffix : "");
        return;
    }
    if (em->hook && em->hook(em, e, prec))
        return;
    if (e->kind == GT_EXPR_CONST) {
        const gt_cvar *cvar = var ? &em->names->cmds->vars[*var] : NULL;
        const char *const *labels = var ? em->names->labels[*var] : NULL;
        emit_const(em, e, labels, cvar ? cvar->type.lo : 0, cvar ? cvar->type.hi : 0);
    } else if (e->kind == GT_EXPR_CVAR) {
        gt_str_add(em->out, em->names->vars[e->u.index]);
    } else if (e->kind == GT_EXPR_REAL) {
        if (e->u.real.den == 1)
            gt_str_addf(em->out, "%" PRId64, e->u.real.num);
        else
            gt_str_addf(em->out, "(%" PRId64 "/%" PRId64 ")", e->u.real.num, e->u.real.den);
    } else {
        emit_op(em, e, prec, var);
    }
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
    emit(em, e, prec, &var, true);
}

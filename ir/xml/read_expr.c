#include "ir/xml/records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 5000 };           /* of an expression: everything that walks one recurses */
#define MAX_TREE ((uint64_t)1 << 22) /* nodes, counted as a tree, of an expression in a file of its own */
#define HUGE_TREE ((uint64_t)1 << 62)

typedef struct {
    const xmlNode *node;
    gt_expr_kind kind;
    uint32_t n;
    const gt_expr **kids;
    const gt_bound *bound;
    uint32_t depth;
    uint64_t size;
} parts;

static bool read_node(gt_xml_in *in, const xmlNode *node, gt_xml_node *out);

static bool find_kind(const char *name, gt_expr_kind *kind)
{
    for (int k = 0; k < GT_EXPR_KINDS; k++) {
        if (!strcmp(name, gt_expr_kind_name((gt_expr_kind)k))) {
            *kind = (gt_expr_kind)k;
            return true;
        }
    }
    return false;
}

/* ---- leaves ---- */

static const gt_expr *read_const(gt_xml_in *in, const parts *p, gt_pos pos)
{
    static const char *const kinds[] = {"bool", "int", "enum"};
    size_t kind;
    int64_t value;
    uint32_t en = 0;
    if (!gt_xml_attr_word(in, p->node, "type", kinds, 3, &kind))
        return NULL;
    if (kind == 2 && !gt_xml_attr_index(in, p->node, "enum", in->sym->nenums, "enum", &en))
        return NULL;
    gt_type type = kind == 0   ? gt_type_bool()
                   : kind == 1 ? gt_type_int(INT32_MIN, INT32_MAX)
                               : gt_type_enum(in->sym->enums[en]);
    if (!gt_xml_attr_long(in, p->node, "value", type.lo, type.hi, &value))
        return NULL;
    return gt_expr_const(in->arena, pos, type, value);
}

static const gt_expr *read_real(gt_xml_in *in, const parts *p, gt_pos pos)
{
    int64_t num, den;
    if (!gt_xml_attr_long(in, p->node, "num", -INT64_MAX, INT64_MAX, &num) ||
        !gt_xml_attr_long(in, p->node, "den", 1, INT64_MAX, &den))
        return NULL;
    return gt_expr_real(in->arena, pos, num, den);
}

static const gt_expr *read_variable(gt_xml_in *in, const parts *p, gt_pos pos)
{
    const gt_var *var = gt_xml_attr_variable(in, p->node);
    if (!var)
        return NULL;
    if ((var->owner != NULL) != (p->kind == GT_EXPR_LOCAL)) {
        gt_xml_error(in, p->node, "%s is not a variable for <%s>", var->name, (const char *)p->node->name);
        return NULL;
    }
    if (p->kind == GT_EXPR_VAR)
        return gt_expr_var(in->arena, pos, var, p->n ? p->kids[0] : NULL);
    return gt_expr_local(in->arena, pos, p->kids[0], var, p->n > 1 ? p->kids[1] : NULL);
}

static const gt_expr *read_indices(gt_xml_in *in, const parts *p, gt_pos pos)
{
    const gt_var *var = gt_xml_attr_variable(in, p->node);
    const char *wrong = var ? gt_verify_indices(var, p->n, p->kids) : NULL;
    if (wrong)
        gt_xml_error(in, p->node, "%s: %s", var->name, wrong);
    return var && !wrong ? gt_expr_indices(in->arena, pos, var, p->kids) : NULL;
}

static const gt_expr *read_process(gt_xml_in *in, const parts *p, gt_pos pos)
{
    const gt_proc *proc = gt_xml_attr_process(in, p->node, "process");
    uint32_t n = 0;
    if (!proc)
        return NULL;
    if (p->kind == GT_EXPR_SELF)
        return gt_expr_self(in->arena, pos, proc);
    if (p->kind == GT_EXPR_NONE)
        return gt_expr_none(in->arena, pos, proc);
    if (!gt_xml_attr_index(in, p->node, "n", UINT32_MAX, "number", &n))
        return NULL;
    if (p->kind == GT_EXPR_NAMED)
        return gt_build_named(in->build, pos, proc, n);
    return p->kind == GT_EXPR_ROLE ? gt_expr_role(in->arena, pos, n, proc)
                                   : gt_expr_idvar(in->arena, pos, n, proc);
}

static const gt_expr *read_numbered(gt_xml_in *in, const parts *p, gt_pos pos)
{
    uint32_t n, m;
    if (p->kind == GT_EXPR_SAME) {
        if (!gt_xml_attr_index(in, p->node, "a", UINT32_MAX, "number", &n) ||
            !gt_xml_attr_index(in, p->node, "b", UINT32_MAX, "number", &m))
            return NULL;
        if (n < m)
            return gt_expr_same(in->arena, pos, n, m);
        gt_xml_error(in, p->node, "a must be less than b");
        return NULL;
    }
    if (!gt_xml_attr_index(in, p->node, "n", UINT32_MAX, "number", &n))
        return NULL;
    if (p->kind == GT_EXPR_ISNONE)
        return gt_expr_isnone(in->arena, pos, n);
    if (!in->cmds || n >= in->cmds->nvars) {
        gt_xml_error(in, p->node, "n=\"%" PRIu32 "\": there is no such variable", n);
        return NULL;
    }
    return gt_expr_cvar(in->arena, pos, n, in->cmds->vars[n].type);
}

static const gt_expr *read_binding(gt_xml_in *in, const parts *p, gt_pos pos)
{
    const gt_binder *binder = gt_xml_attr_bound(in, p->node, "binder");
    if (!binder)
        return NULL;
    if (p->kind == GT_EXPR_BOUND)
        return gt_expr_bound(in->arena, pos, binder);
    if (binder->type.kind != GT_TYPE_ID) {
        gt_xml_error(in, p->node, "%s does not range over processes", binder->name);
        return NULL;
    }
    if (p->kind == GT_EXPR_UNTRACKED)
        return gt_expr_untracked(in->arena, pos, binder, p->kids[0]);
    return gt_expr_quant(in->arena, pos, p->kind, binder, p->kids[0]);
}

/* ---- bounds ---- */

/* Reads a part of the expression and counts it. */
static const gt_expr *read_part(gt_xml_in *in, const xmlNode *node, parts *p)
{
    gt_xml_node kid;
    if (!read_node(in, node, &kid))
        return NULL;
    p->depth = kid.depth >= p->depth ? kid.depth + 1 : p->depth;
    p->size = p->size + kid.size < HUGE_TREE ? p->size + kid.size : HUGE_TREE;
    return kid.expr;
}

static bool read_bound(gt_xml_in *in, const xmlNode *node, parts *p)
{
    size_t cmp, opt;
    if (!gt_xml_attr_word(in, node, "cmp", gt_xml_cmps.words, gt_xml_cmps.n, &cmp) ||
        !gt_xml_attr_word(in, node, "opt", gt_xml_opts.words, gt_xml_opts.n, &opt))
        return false;
    gt_bound *bound = GT_NEW(in->arena, gt_bound);
    bound->cmp = (gt_cmp)cmp;
    bound->opt = (gt_extreme)opt;
    if (gt_xml_attr_get(node, "reward"))
        bound->reward = gt_xml_attr_text(in, node, "reward");
    const xmlNode *value = gt_xml_first(node), *upper = value ? gt_xml_next(value) : NULL;
    if (value && !(bound->value = read_part(in, value, p)))
        return false;
    if (upper && !(bound->upper = read_part(in, upper, p)))
        return false;
    p->bound = bound;
    return true;
}

static const gt_expr *read_temporal(gt_xml_in *in, const parts *p, gt_pos pos)
{
    unsigned group = gt_expr_groups[p->kind];
    if (group == GT_GROUP_CTL || (!p->bound && group == GT_GROUP_LTL))
        return gt_expr_op(in->arena, pos, p->kind, p->n, p->kids);
    if (!p->bound && p->kind != GT_EXPR_LONGRUN) {
        gt_xml_error(in, p->node, "<%s> needs a <limit>", (const char *)p->node->name);
        return NULL;
    }
    return gt_expr_bounded(in->arena, pos, p->kind, p->bound, p->n, p->kids);
}

/* ---- nodes ---- */

/* An operator of a program as it is written. */
static const gt_expr *make(gt_xml_in *in, const parts *p, gt_pos pos)
{
    in->making = p->node;
    const gt_expr *e = gt_build_op(in->build, pos, p->kind, (const char *)p->node->name, p->n, p->kids);
    in->failed = in->failed || !e;
    return e;
}

static const gt_expr *build(gt_xml_in *in, const parts *p)
{
    gt_pos pos = gt_xml_attr_at(in, p->node);
    const char *wrong = gt_verify_count(p->kind, p->n);
    bool typed = in->outermost && !p->bound && gt_expr_in(p->kind, GT_GROUP_OP | GT_GROUP_CTL | GT_GROUP_LTL);
    if (!wrong && typed)
        return make(in, p, pos);
    if (!wrong)
        wrong = gt_verify_kids(p->kind, p->n, p->kids, in->strict);
    if (wrong) {
        gt_xml_error(in, p->node, "<%s>: %s", (const char *)p->node->name, wrong);
        return NULL;
    }
    switch (p->kind) {
    case GT_EXPR_CONST: return read_const(in, p, pos);
    case GT_EXPR_REAL: return read_real(in, p, pos);
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL: return read_variable(in, p, pos);
    case GT_EXPR_INDICES: return read_indices(in, p, pos);
    case GT_KINDS_RING: return gt_expr_neighbour(in->arena, pos, p->kind, p->kids[0]);
    case GT_EXPR_NUMBER: return gt_expr_number(in->arena, pos, p->kids[0]);
    case GT_EXPR_SELF:
    case GT_EXPR_NONE:
    case GT_EXPR_NAMED:
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR: return read_process(in, p, pos);
    case GT_EXPR_SAME:
    case GT_EXPR_ISNONE:
    case GT_EXPR_CVAR: return read_numbered(in, p, pos);
    case GT_EXPR_BOUND:
    case GT_EXPR_UNTRACKED:
    case GT_KINDS_QUANT: return read_binding(in, p, pos);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_OP:
    case GT_EXPR_KINDS: break;
    }
    if (gt_expr_in(p->kind, GT_GROUP_TEMPORAL))
        return read_temporal(in, p, pos);
    return gt_expr_op(in->arena, pos, p->kind, p->n, p->kids);
}

static bool read_kids(gt_xml_in *in, parts *p)
{
    for (const xmlNode *n = gt_xml_first(p->node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "limit")) {
            if (!read_bound(in, n, p))
                return false;
            continue;
        }
        const gt_expr *kid = read_part(in, n, p);
        if (!kid)
            return false;
        p->kids[p->n++] = kid;
    }
    return true;
}

static bool read_ref(gt_xml_in *in, const xmlNode *node, gt_xml_node *out)
{
    uint32_t id;
    if (!gt_xml_attr_index(in, node, "node", in->nodes.n, "node before this one", &id) ||
        !in->nodes.v[id].expr)
        return false;
    *out = in->nodes.v[id];
    return true;
}

static bool read_node(gt_xml_in *in, const xmlNode *node, gt_xml_node *out)
{
    *out = (gt_xml_node){0};
    if (gt_xml_is(node, "ref"))
        return read_ref(in, node, out);
    parts p = {.node = node, .depth = 1, .size = 1};
    if (!find_kind((const char *)node->name, &p.kind)) {
        gt_xml_error(in, node, "<%s> is not an expression", (const char *)node->name);
        return false;
    }
    size_t room = 0;
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n))
        room++;
    const gt_expr *few[4];
    p.kids = room <= 4 ? few : gt_xmalloc(room, sizeof *p.kids);
    const gt_expr *e = read_kids(in, &p) ? build(in, &p) : NULL;
    if (p.kids != few)
        free(p.kids);
    if (e && p.depth > MAX_DEPTH) {
        gt_xml_error(in, node, "this expression is more than %d levels deep", MAX_DEPTH);
        e = NULL;
    }
    if (e && in->outermost && p.size > MAX_TREE) {
        gt_xml_error(in, node, "this expression has more than %" PRIu64 " nodes when it is written out",
                     MAX_TREE);
        e = NULL;
    }
    if (e)
        gt_xml_mark(in, e, node);
    *out = (gt_xml_node){e, p.depth, p.size};
    return e != NULL;
}

const gt_expr *gt_xml_read_expr(gt_xml_in *in, const xmlNode *node)
{
    gt_xml_node read;
    return read_node(in, node, &read) ? read.expr : NULL;
}

const gt_expr *gt_xml_read_in(gt_xml_in *in, const xmlNode *parent, const char *name)
{
    const xmlNode *child = gt_xml_child(parent, name), *inside = child ? gt_xml_first(child) : NULL;
    if (child && !inside)
        gt_xml_error(in, child, "<%s> is empty", name);
    return inside ? gt_xml_read_expr(in, inside) : NULL;
}

/* ---- tables ---- */

static void read_binder(gt_xml_in *in, const xmlNode *node)
{
    gt_binder *b = GT_NEW(in->arena, gt_binder);
    size_t kind;
    b->name = gt_xml_attr_text(in, node, "name");
    b->pos = gt_xml_attr_at(in, node);
    gt_xml_attr_type_of(in, node, &b->type);
    gt_xml_attr_word(in, node, "kind", gt_xml_binds.words, gt_xml_binds.n, &kind);
    b->kind = (gt_bind_kind)kind;
    gt_xml_mark(in, b, node);
    gt_vec_push(&in->binders, b);
}

void gt_xml_read_tables(gt_xml_in *in, const xmlNode *parent)
{
    const xmlNode *binders = gt_xml_child(parent, "binders");
    in->binders.n = 0;
    in->nodes.n = 0;
    for (const xmlNode *n = gt_xml_first(binders); n; n = gt_xml_next(n))
        read_binder(in, n);
    for (const xmlNode *n = gt_xml_first(gt_xml_child(parent, "nodes")); n; n = gt_xml_next(n)) {
        gt_xml_node read;
        read_node(in, n, &read);
        gt_vec_push(&in->nodes, read);
    }
    size_t i = 0;
    for (const xmlNode *n = gt_xml_first(binders); n; n = gt_xml_next(n))
        in->binders.v[i++]->where = gt_xml_read_in(in, n, "where");
}

#include "ir/xml/records.h"

#include <inttypes.h>
#include <stdlib.h>

/* Deeper than this, an expression is continued in the table of nodes: readers limit how deep elements nest.
 */
enum { MAX_LEVELS = 48 };

/* ---- elements ---- */

void gt_xml_out_init(gt_xml_out *x, const gt_sym *sym, gt_str *out)
{
    *x = (gt_xml_out){.out = out, .sym = sym};
    for (uint32_t i = 0; i < sym->nenums; i++)
        *gt_ptrmap_at(&x->numbers, sym->enums[i]) = i;
}

void gt_xml_out_fini(gt_xml_out *x)
{
    gt_ptrmap_fini(&x->numbers);
    gt_ptrmap_fini(&x->nodes);
    gt_ptrmap_fini(&x->binder_ids);
    free(x->order.v);
    free(x->binders.v);
}

void gt_xml_inside(gt_xml_out *x)
{
    if (x->open)
        gt_str_add(x->out, ">\n");
    x->open = false;
}

void gt_xml_open(gt_xml_out *x, const char *element)
{
    if (x->counting)
        return;
    gt_xml_inside(x);
    gt_str_begin(x->out);
    gt_str_addf(x->out, "<%s", element);
    x->out->indent++;
    x->open = true;
}

void gt_xml_close(gt_xml_out *x, const char *element)
{
    if (x->counting)
        return;
    x->out->indent--;
    if (x->open) {
        gt_str_add(x->out, "/>\n");
        x->open = false;
        return;
    }
    gt_str_begin(x->out);
    gt_str_addf(x->out, "</%s>\n", element);
}

/* The text as an attribute's value. What XML cannot hold, and our names never have, becomes a question mark.
 */
static void add_escaped(gt_str *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '&')
            gt_str_add(out, "&amp;");
        else if (*c == '<')
            gt_str_add(out, "&lt;");
        else if (*c == '>')
            gt_str_add(out, "&gt;");
        else if (*c == '"')
            gt_str_add(out, "&quot;");
        else if (*c == '\n' || *c == '\t' || *c == '\r')
            gt_str_addf(out, "&#%u;", *c);
        else
            gt_str_addc(out, *c < 0x20 || *c == 0x7f ? '?' : (char)*c);
}

void gt_xml_attr(gt_xml_out *x, const char *name, const char *value)
{
    if (x->counting)
        return;
    gt_str_addf(x->out, " %s=\"", name);
    add_escaped(x->out, value ? value : "");
    gt_str_add(x->out, "\"");
}

void gt_xml_attr_int(gt_xml_out *x, const char *name, int64_t value)
{
    if (!x->counting)
        gt_str_addf(x->out, " %s=\"%" PRId64 "\"", name, value);
}

void gt_xml_attr_flag(gt_xml_out *x, const char *name, bool set)
{
    if (set)
        gt_xml_attr(x, name, "true");
}

void gt_xml_attr_list(gt_xml_out *x, const char *name, const int32_t *values, uint32_t n)
{
    if (x->counting)
        return;
    gt_str_addf(x->out, " %s=\"", name);
    for (uint32_t i = 0; i < n; i++)
        gt_str_addf(x->out, i ? " %" PRId32 : "%" PRId32, values[i]);
    gt_str_add(x->out, "\"");
}

void gt_xml_attr_pos(gt_xml_out *x, gt_pos p)
{
    if (p.line && !x->counting)
        gt_str_addf(x->out, " at=\"%" PRIu32 ":%" PRIu32 "-%" PRIu32 ":%" PRIu32 "\"", p.line, p.col,
                    p.end_line, p.end_col);
}

void gt_xml_attr_enum(gt_xml_out *x, const gt_enum *en)
{
    uint64_t id;
    if (!gt_ptrmap_get(&x->numbers, en, &id))
        gt_ice("enum %s is not one of the program", en->name);
    gt_xml_attr_int(x, "enum", (int64_t)id);
}

void gt_xml_attr_type(gt_xml_out *x, gt_type t)
{
    static const char *const kinds[] = {"bool", "int", "enum", "id", "real"};
    gt_xml_attr(x, "type", kinds[t.kind]);
    if (t.kind == GT_TYPE_INT) {
        gt_xml_attr_int(x, "lo", t.lo);
        gt_xml_attr_int(x, "hi", t.hi);
    } else if (t.kind == GT_TYPE_ENUM) {
        gt_xml_attr_enum(x, t.en);
    } else if (t.kind == GT_TYPE_ID) {
        gt_xml_attr_int(x, "process", t.proc->index);
        gt_xml_attr_flag(x, "optional", t.optional);
    }
}

void gt_xml_attr_var(gt_xml_out *x, const gt_var *var)
{
    if (var->owner)
        gt_xml_attr_int(x, "process", var->owner->index);
    gt_xml_attr_int(x, var->owner ? "local" : "shared", var->index);
}

/* ---- counting ---- */

static void count(gt_xml_out *x, const gt_expr *e);

static void count_binder(gt_xml_out *x, const gt_binder *binder)
{
    uint64_t *id = gt_ptrmap_at(&x->binder_ids, binder);
    if (*id)
        return;
    gt_vec_push(&x->binders, binder);
    *id = x->binders.n;
    if (binder->where)
        count(x, binder->where);
}

static bool has_bound(const gt_expr *e)
{
    return gt_expr_in(e->kind, GT_GROUP_BOUNDED) && e->u.bound;
}

static bool has_binder(const gt_expr *e)
{
    return e->kind == GT_EXPR_BOUND || e->kind == GT_EXPR_UNTRACKED || gt_expr_in(e->kind, GT_GROUP_QUANT);
}

static void count(gt_xml_out *x, const gt_expr *e)
{
    if ((*gt_ptrmap_at(&x->nodes, e))++)
        return;
    for (uint32_t i = 0; i < e->nkids; i++)
        count(x, e->kids[i]);
    if (has_bound(e) && e->u.bound->value)
        count(x, e->u.bound->value);
    if (has_bound(e) && e->u.bound->upper)
        count(x, e->u.bound->upper);
    if (has_binder(e))
        count_binder(x, e->u.binder);
    gt_vec_push(&x->order, e);
}

void gt_xml_attr_binder(gt_xml_out *x, const char *name, const gt_binder *binder)
{
    if (x->counting)
        count_binder(x, binder);
    else
        gt_xml_attr_int(x, name, (int64_t)*gt_ptrmap_at(&x->binder_ids, binder) - 1);
}

/* ---- expressions ---- */

static void write_payload(gt_xml_out *x, const gt_expr *e)
{
    switch (e->kind) {
    case GT_EXPR_CONST:
        gt_xml_attr(x, "type",
                    e->type.kind == GT_TYPE_BOOL   ? "bool"
                    : e->type.kind == GT_TYPE_ENUM ? "enum"
                                                   : "int");
        if (e->type.kind == GT_TYPE_ENUM)
            gt_xml_attr_enum(x, e->type.en);
        gt_xml_attr_int(x, "value", e->u.value);
        break;
    case GT_EXPR_REAL:
        gt_xml_attr_int(x, "num", e->u.real.num);
        gt_xml_attr_int(x, "den", e->u.real.den);
        break;
    case GT_EXPR_VAR:
    case GT_EXPR_LOCAL:
    case GT_EXPR_INDICES: gt_xml_attr_var(x, e->u.var); break;
    case GT_EXPR_SELF:
    case GT_EXPR_NONE: gt_xml_attr_int(x, "process", e->type.proc->index); break;
    case GT_EXPR_NAMED:
        gt_xml_attr_int(x, "process", e->type.proc->index);
        gt_xml_attr_int(x, "n", e->u.value);
        break;
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR:
        gt_xml_attr_int(x, "process", e->type.proc->index);
        gt_xml_attr_int(x, "n", e->u.index);
        break;
    case GT_EXPR_ISNONE:
    case GT_EXPR_CVAR: gt_xml_attr_int(x, "n", e->u.index); break;
    case GT_EXPR_SAME:
        gt_xml_attr_int(x, "a", e->u.pair.a);
        gt_xml_attr_int(x, "b", e->u.pair.b);
        break;
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_OP:
    case GT_KINDS_RING:
    case GT_EXPR_NUMBER:
    case GT_EXPR_BOUND:
    case GT_EXPR_UNTRACKED:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    if (has_binder(e))
        gt_xml_attr_binder(x, "binder", e->u.binder);
}

static void write_bound(gt_xml_out *x, const gt_bound *b)
{
    gt_xml_open(x, "limit");
    gt_xml_attr(x, "cmp", gt_xml_cmps.words[b->cmp]);
    gt_xml_attr(x, "opt", gt_xml_opts.words[b->opt]);
    if (b->reward)
        gt_xml_attr(x, "reward", b->reward);
    if (b->value)
        gt_xml_expr(x, b->value);
    if (b->upper)
        gt_xml_expr(x, b->upper);
    gt_xml_close(x, "limit");
}

/* The node itself, even if it is in the table. */
static void write_node(gt_xml_out *x, const gt_expr *e)
{
    const char *element = gt_expr_kind_name(e->kind);
    gt_xml_open(x, element);
    write_payload(x, e);
    gt_xml_attr_pos(x, e->pos);
    if (has_bound(e))
        write_bound(x, e->u.bound);
    for (uint32_t i = 0; i < e->nkids; i++)
        gt_xml_expr(x, e->kids[i]);
    gt_xml_close(x, element);
}

void gt_xml_expr(gt_xml_out *x, const gt_expr *e)
{
    if (x->counting) {
        count(x, e);
        return;
    }
    uint64_t id = *gt_ptrmap_at(&x->nodes, e);
    if (!id) {
        write_node(x, e);
        return;
    }
    gt_xml_open(x, "ref");
    gt_xml_attr_int(x, "node", (int64_t)id - 1);
    gt_xml_close(x, "ref");
}

void gt_xml_expr_in(gt_xml_out *x, const char *element, const gt_expr *e)
{
    if (!e)
        return;
    gt_xml_open(x, element);
    gt_xml_expr(x, e);
    gt_xml_close(x, element);
}

/* ---- tables ---- */

/* How many levels of elements the node takes where it is written out. */
static uint64_t levels_of(gt_xml_out *x, gt_ptrmap *levels, const gt_expr *e)
{
    uint64_t most = 0, kid;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!*gt_ptrmap_at(&x->nodes, e->kids[i]) && gt_ptrmap_get(levels, e->kids[i], &kid) && kid > most)
            most = kid;
    return most + 1;
}

/* From uses to numbers: nodes that are used twice, unless they are leaves, and those that would nest too
 * deeply. */
static void number_nodes(gt_xml_out *x)
{
    gt_ptrmap levels = {0};
    uint64_t next = 0;
    for (size_t i = 0; i < x->order.n; i++) {
        const gt_expr *e = x->order.v[i];
        uint64_t depth = levels_of(x, &levels, e);
        uint64_t *node = gt_ptrmap_at(&x->nodes, e);
        bool shared = (*node > 1 && e->nkids) || depth > MAX_LEVELS;
        *node = shared ? ++next : 0;
        *gt_ptrmap_at(&levels, e) = depth;
    }
    gt_ptrmap_fini(&levels);
}

static void write_binder(gt_xml_out *x, const gt_binder *b)
{
    gt_xml_open(x, "binder");
    gt_xml_attr(x, "name", b->name);
    gt_xml_attr(x, "kind", gt_xml_binds.words[b->kind]);
    gt_xml_attr_type(x, b->type);
    gt_xml_attr_pos(x, b->pos);
    gt_xml_expr_in(x, "where", b->where);
    gt_xml_close(x, "binder");
}

void gt_xml_with_tables(gt_xml_out *x, gt_xml_body *body, const void *ir)
{
    x->counting = true;
    body(x, ir);
    x->counting = false;
    number_nodes(x);
    gt_xml_open(x, "binders");
    for (size_t i = 0; i < x->binders.n; i++)
        write_binder(x, x->binders.v[i]);
    gt_xml_close(x, "binders");
    gt_xml_open(x, "nodes");
    for (size_t i = 0; i < x->order.n; i++)
        if (*gt_ptrmap_at(&x->nodes, x->order.v[i]))
            write_node(x, x->order.v[i]);
    gt_xml_close(x, "nodes");
    body(x, ir);
}

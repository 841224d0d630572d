/* Warnings about behaviour: rules that never fire, locations that no process can be in. */
#include "frontend/sym/lower.h"

#include <stdlib.h>

/* ---- rules ---- */

/* A process type of which the rule needs more than there are, or NULL. */
static const gt_proc *scarce(const gt_rule *rule)
{
    for (uint32_t i = 0; i < rule->npartners; i++) {
        const gt_proc *proc = rule->partners[i]->type.proc;
        int64_t need = rule->owner == proc;
        for (uint32_t k = 0; k < rule->npartners; k++)
            need += rule->partners[k]->type.proc == proc;
        if (need > proc->n)
            return proc;
    }
    return NULL;
}

static bool never_fires(const gt_rule *rule)
{
    return gt_build_is_absurd(rule->guard) || scarce(rule);
}

static bool same_source(const gt_rule *a, const gt_rule *b)
{
    return a->pos.line == b->pos.line && a->pos.col == b->pos.col;
}

/* A rule split in parts is worth a warning only if no part can fire. */
static bool *find_dead(gt_ctx *ctx, const gt_sym *sym)
{
    bool *dead = gt_xcalloc(sym->nrules + 1u, sizeof *dead);
    for (uint32_t i = 0, next; i < sym->nrules; i = next) {
        bool all = true;
        for (next = i; next < sym->nrules && same_source(sym->rules[i], sym->rules[next]); next++) {
            dead[next] = never_fires(sym->rules[next]);
            all = all && dead[next];
        }
        if (!all)
            continue;
        gt_warning(ctx->diag, sym->rules[i]->pos, "never-fires", "this rule can never fire");
        const gt_proc *proc = scarce(sym->rules[i]);
        if (proc)
            gt_note(ctx->diag, proc->pos, "it needs more processes of type %s than the %d there are",
                    proc->name, proc->n);
    }
    return dead;
}

/* ---- locations ---- */

/* From location `from` (-1: from anywhere) to `to`. */
typedef struct {
    int64_t from, to;
} edge;

typedef GT_VEC(edge) edges;

static int by_from(const void *x, const void *y)
{
    const edge *a = x, *b = y;
    return a->from < b->from ? -1 : a->from > b->from;
}

static void add_edge(edges *out, int64_t from, int64_t to)
{
    edge e = {from, to};
    gt_vec_push(out, e);
}

/* Edges to every location that `value` may be. */
static void add_values(edges *out, const gt_expr *value, int64_t from)
{
    int64_t c;
    if (gt_expr_is_const(value, &c)) {
        add_edge(out, from, c);
    } else if (value->kind == GT_EXPR_ITE) {
        add_values(out, value->kids[1], from);
        add_values(out, value->kids[2], from);
    } else {
        for (int64_t v = value->type.lo; v <= value->type.hi; v++)
            add_edge(out, from, v);
    }
}

/* The location that the guard wants self to be in, or -1. */
static int64_t source_of(const gt_rule *rule, const gt_update *u)
{
    int32_t location;
    gt_pin self = {.who = GT_EXPR_SELF, .var = u->var};
    bool known = u->proc->kind == GT_EXPR_SELF && gt_expr_pinned(rule->guard, &self, &location);
    return known ? location : -1;
}

static void add_inits(edges *out, const gt_var *loc)
{
    if (loc->inits[0].expr)
        add_values(out, loc->inits[0].expr, -1);
    for (int64_t v = 0; loc->inits[0].choice && v <= loc->type.hi; v++)
        add_edge(out, -1, v);
}

/* The edges of every process type, by its index. */
static edges *collect_edges(const gt_sym *sym, const bool *dead)
{
    edges *out = gt_xcalloc(sym->nprocs + 1u, sizeof *out);
    for (uint32_t p = 0; p < sym->nprocs; p++)
        if (sym->procs[p]->loc)
            add_inits(&out[p], sym->procs[p]->loc);
    for (uint32_t r = 0; r < sym->nrules; r++) {
        const gt_rule *rule = sym->rules[r];
        for (uint32_t b = 0; b < rule->nbranches && !dead[r]; b++) {
            for (uint32_t i = 0; i < rule->branches[b].nupdates; i++) {
                const gt_update *u = &rule->branches[b].updates[i];
                if (u->var->is_loc)
                    add_values(&out[u->var->owner->index], u->value, source_of(rule, u));
            }
        }
    }
    return out;
}

/* Marks what can be reached along the edges, which are sorted by `from`. */
static bool *reach(const edges *all, int64_t nvalues)
{
    bool *reached = gt_xcalloc((size_t)nvalues, sizeof *reached);
    size_t *start = gt_xcalloc((size_t)nvalues + 2, sizeof *start); /* where the edges from v - 1 begin */
    for (size_t i = 0; i < all->n; i++)
        start[all->v[i].from + 2]++;
    for (int64_t v = 0; v <= nvalues; v++)
        start[v + 1] += start[v];
    GT_VEC(int64_t) todo = {0};
    gt_vec_push(&todo, -1);
    while (todo.n > 0) {
        int64_t v = todo.v[--todo.n];
        for (size_t i = start[v + 1]; i < start[v + 2]; i++) {
            int64_t to = all->v[i].to;
            if (!reached[to]) {
                reached[to] = true;
                gt_vec_push(&todo, to);
            }
        }
    }
    free(todo.v);
    free(start);
    return reached;
}

static void unreachable(gt_ctx *ctx, const gt_proc *proc, const gt_syn *states, edges *all)
{
    if (all->n > 1)
        qsort(all->v, all->n, sizeof *all->v, by_from);
    bool *reached = reach(all, proc->loc->type.en->nvalues);
    uint32_t v = 0;
    for (const gt_syn *kid = states->first; kid; kid = kid->next)
        if (kid->field == GT_FIELD_name && !reached[v++])
            gt_warning(ctx->diag, kid->pos, "unreachable", "no process of type %s can ever be in `%s`",
                       proc->name, kid->text);
    free(reached);
}

void gt_lower_warn_rules(gt_lower *lw)
{
    bool *dead = find_dead(lw->ctx, lw->sym);
    edges *all = collect_edges(lw->sym, dead);
    for (size_t h = 0; h < lw->homes.n; h++) {
        const gt_syn *item = gt_lower_items(lw->homes.v[h]->syn);
        while (item && item->kind != GT_SYN_states_declaration)
            item = item->next;
        if (item)
            unreachable(lw->ctx, lw->homes.v[h]->proc, item, &all[h]);
        free(all[h].v);
    }
    free(all);
    free(dead);
}

#include "ir/mean/eval.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a node does. Operators keep their expression kind; these are the leaves and the special cases. */
typedef struct gt_eval_node {
    gt_expr_kind kind;
    bool may_err; /* conservative */
    bool local;   /* depends on the frame */
    bool shared;  /* occurs more than once */
    bool real;
    bool real_kids;        /* a comparison of reals */
    uint32_t nkids, kids;  /* position in the pool's kids */
    uint32_t base;         /* VAR: position; LOCAL: process base, position within the process */
    uint32_t stride, slot; /* LOCAL; BOUND, SELF, quantifiers */
    const gt_proc *proc;   /* quantifiers, NEXT, PREV */
    const gt_dim *dims;    /* INDICES: one for each kid */
    int64_t value;         /* CONST, NONE; numerator of REAL */
    int64_t den;           /* REAL */
    uint64_t epoch;        /* cached value */
    int64_t cache;
} gt_eval_node;

struct gt_eval_nodes {
    GT_VEC(gt_eval_node) nodes;
    GT_VEC(uint32_t) kids;
};

/* ---- compiling ---- */

void gt_eval_init(gt_eval *ev, const gt_layout *layout)
{
    *ev = (gt_eval){.layout = layout, .epoch = 1, .nslots = 1};
    ev->pool = gt_xcalloc(1, sizeof *ev->pool);
    ev->frame = gt_xcalloc(1, sizeof *ev->frame);
    ev->pebbles = gt_xcalloc(1, sizeof *ev->pebbles);
}

void gt_eval_broken(gt_eval *ev, const char *format, ...)
{
    char message[sizeof ev->unsound];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!ev->unproved)
        gt_ice("%s", message);
    ev->err = true;
    if (!ev->unsound[0])
        memcpy(ev->unsound, message, sizeof message);
}

void gt_eval_fini(gt_eval *ev)
{
    gt_classifier_free(ev->classifier);
    gt_ptrmap_fini(&ev->map);
    free(ev->frame);
    free(ev->pebbles);
    free(ev->pool->nodes.v);
    free(ev->pool->kids.v);
    free(ev->pool);
}

uint32_t gt_eval_slot(gt_eval *ev, const gt_binder *binder)
{
    uint64_t known;
    if (gt_ptrmap_get(&ev->map, binder, &known))
        return (uint32_t)known;
    uint32_t slot = ev->nslots++;
    *gt_ptrmap_at(&ev->map, binder) = slot;
    ev->frame = gt_xrealloc(ev->frame, ev->nslots, sizeof *ev->frame);
    ev->pebbles = gt_xrealloc(ev->pebbles, ev->nslots, sizeof *ev->pebbles);
    return slot;
}

static bool divides_safely(const gt_expr *e)
{
    const gt_expr *divisor = e->kids[1];
    return divisor->kind == GT_EXPR_REAL ? divisor->u.real.num != 0
                                         : divisor->kind == GT_EXPR_CONST && divisor->u.value != 0;
}

static bool indexes_safely(const gt_expr *indices)
{
    for (uint32_t i = 0; i < indices->nkids; i++) {
        const gt_expr *kid = indices->kids[i];
        const gt_dim *dim = &indices->u.var->dims[i];
        if (kid->kind != GT_EXPR_CONST || kid->u.value < dim->lo || kid->u.value > dim->hi)
            return false;
    }
    return true;
}

/* The parts of a node that its kids do not decide. */
static void compile_head(gt_eval *ev, const gt_expr *e, gt_eval_node *node)
{
    switch (e->kind) {
    case GT_EXPR_CONST: node->value = e->u.value; break;
    case GT_EXPR_REAL:
        node->value = e->u.real.num;
        node->den = e->u.real.den;
        break;
    case GT_EXPR_VAR: node->base = ev->layout->shared[e->u.var->index]; break;
    case GT_EXPR_LOCAL: {
        const gt_proc_layout *place = &ev->layout->procs[e->u.var->owner->index];
        node->base = place->base + place->offset[e->u.var->index];
        node->stride = place->stride;
        break;
    }
    case GT_EXPR_INDICES:
        node->dims = e->u.var->dims;
        node->may_err = !indexes_safely(e);
        break;
    case GT_EXPR_CVAR: node->base = e->u.index; break;
    case GT_EXPR_SELF: node->local = true; break;
    case GT_KINDS_RING: node->proc = e->type.proc; break;
    case GT_EXPR_NAMED: node->value = e->u.value; break;
    case GT_EXPR_BOUND:
        node->local = true;
        node->slot = gt_eval_slot(ev, e->u.binder);
        break;
    case GT_KINDS_QUANT:
        node->slot = gt_eval_slot(ev, e->u.binder);
        node->proc = e->u.binder->type.proc;
        break;
    case GT_EXPR_DIV:
    case GT_EXPR_MOD: node->may_err = !divides_safely(e); break;
    case GT_EXPR_NONE:
    case GT_EXPR_NUMBER:
    case GT_EXPR_NOT:
    case GT_EXPR_NEG:
    case GT_EXPR_AND:
    case GT_EXPR_OR:
    case GT_EXPR_IMPLIES:
    case GT_EXPR_IFF:
    case GT_KINDS_COMPARE:
    case GT_EXPR_ADD:
    case GT_EXPR_SUB:
    case GT_EXPR_MUL:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX:
    case GT_EXPR_ITE: break;
    case GT_EXPR_ROLE:
    case GT_EXPR_IDVAR:
    case GT_EXPR_SAME:
    case GT_EXPR_ISNONE:
    case GT_EXPR_UNTRACKED: gt_ice("'%s' of a population program is evaluated", gt_expr_kind_name(e->kind));
    case GT_EXPR_AX:
    case GT_EXPR_EX:
    case GT_EXPR_AF:
    case GT_EXPR_EF:
    case GT_EXPR_AG:
    case GT_EXPR_EG:
    case GT_EXPR_AU:
    case GT_EXPR_EU:
    case GT_EXPR_AW:
    case GT_EXPR_EW:
    case GT_EXPR_AR:
    case GT_EXPR_ER:
    case GT_EXPR_X:
    case GT_EXPR_F:
    case GT_EXPR_G:
    case GT_EXPR_U:
    case GT_EXPR_W:
    case GT_EXPR_R:
    case GT_EXPR_PROB:
    case GT_EXPR_STEADY:
    case GT_EXPR_REWARD:
    case GT_EXPR_CUMUL:
    case GT_EXPR_INSTANT:
    case GT_EXPR_LONGRUN:
    case GT_EXPR_KINDS: gt_ice("'%s' is evaluated in a state", gt_expr_kind_name(e->kind));
    }
}

uint32_t gt_eval_compile(gt_eval *ev, const gt_expr *e)
{
    uint64_t known;
    if (gt_ptrmap_get(&ev->map, e, &known)) {
        ev->pool->nodes.v[known].shared = true;
        return (uint32_t)known;
    }
    gt_eval_node node = {.kind = e->kind, .nkids = e->nkids, .real = e->type.kind == GT_TYPE_REAL};
    compile_head(ev, e, &node);
    uint32_t small[8];
    uint32_t *kids = e->nkids <= 8 ? small : gt_xmalloc(e->nkids, sizeof *kids);
    for (uint32_t i = 0; i < e->nkids; i++) {
        kids[i] = gt_eval_compile(ev, e->kids[i]);
        const gt_eval_node *kid = &ev->pool->nodes.v[kids[i]];
        node.may_err = node.may_err || kid->may_err;
        node.local = node.local || kid->local;
        node.real_kids = node.real_kids || kid->real;
    }
    node.kids = (uint32_t)ev->pool->kids.n;
    for (uint32_t i = 0; i < e->nkids; i++)
        gt_vec_push(&ev->pool->kids, kids[i]);
    if (kids != small)
        free(kids);
    uint32_t handle = (uint32_t)ev->pool->nodes.n;
    gt_vec_push(&ev->pool->nodes, node);
    *gt_ptrmap_at(&ev->map, e) = handle;
    return handle;
}

/* ---- states, binding, iterating ---- */

void gt_eval_state(gt_eval *ev, const int32_t *state, bool symmetric)
{
    ev->state = state;
    ev->epoch++;
    ev->err = false;
    ev->npebbles = 0;
    ev->classes = NULL;
    if (symmetric) {
        if (!ev->classifier)
            ev->classifier = gt_classifier_new(ev->layout);
        ev->classes = gt_classify(ev->classifier, state);
    }
}

void gt_eval_bind(gt_eval *ev, uint32_t slot, const gt_proc *proc, int32_t process)
{
    ev->frame[slot] = process;
    ev->pebbles[ev->npebbles++] = (gt_pebble){proc->index, process};
}

void gt_eval_unbind(gt_eval *ev)
{
    ev->npebbles--;
}

gt_proc_iter gt_proc_iter_start(gt_eval *ev, const gt_proc *proc)
{
    return (gt_proc_iter){.ev = ev, .proc = proc, .npebbles = ev->npebbles};
}

/* Whether a pebble before number `limit` lies on the process. */
static bool pebbled(const gt_eval *ev, uint32_t limit, uint32_t type, int32_t process)
{
    for (uint32_t i = 0; i < limit; i++)
        if (ev->pebbles[i].type == type && ev->pebbles[i].process == process)
            return true;
    return false;
}

/* The first process of the class without a pebble and how many there are; false: none. */
static bool fresh_member(gt_proc_iter *it, const gt_classes *classes, uint32_t c)
{
    uint32_t bound = 0, size = classes->first[c + 1] - classes->first[c];
    for (uint32_t i = 0; i < it->npebbles; i++) {
        const gt_pebble *p = &it->ev->pebbles[i];
        bound += p->type == it->proc->index && classes->class_of[p->process - 1] == c &&
                 !pebbled(it->ev, i, p->type, p->process);
    }
    if (bound == size)
        return false;
    uint32_t at = classes->first[c];
    while (pebbled(it->ev, it->npebbles, it->proc->index, classes->members[at]))
        at++;
    it->process = classes->members[at];
    it->multiplicity = size - bound;
    return true;
}

bool gt_proc_iter_next(gt_proc_iter *it)
{
    it->ev->tried++;
    if (!it->ev->classes) {
        it->multiplicity = 1;
        return it->process++ < it->proc->n;
    }
    while (it->next < it->npebbles) {
        const gt_pebble *p = &it->ev->pebbles[it->next++];
        if (p->type == it->proc->index && !pebbled(it->ev, it->next - 1, p->type, p->process)) {
            it->process = p->process;
            it->multiplicity = 1;
            return true;
        }
    }
    const gt_classes *classes = &it->ev->classes[it->proc->index];
    while (it->next - it->npebbles < classes->nclasses)
        if (fresh_member(it, classes, it->next++ - it->npebbles))
            return true;
    return false;
}

/* ---- evaluating ---- */

static int64_t eval(gt_eval *ev, uint32_t handle);

static int64_t fail(gt_eval *ev)
{
    ev->err = true;
    return 0;
}

static int64_t load_local(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    int64_t process = eval(ev, kids[0]);
    int64_t index = node->nkids == 2 ? eval(ev, kids[1]) : 0;
    if (ev->err)
        return 0;
    if (process == 0) {
        gt_eval_broken(ev, "a local variable of none is read");
        return 0;
    }
    return ev->state[node->base + (size_t)(process - 1) * node->stride + (size_t)index];
}

static int64_t neighbour(gt_eval *ev, const gt_eval_node *node, uint32_t of)
{
    int64_t process = eval(ev, of);
    if (ev->err)
        return 0;
    if (process == 0) {
        gt_eval_broken(ev, "a neighbour of none is looked for");
        return 0;
    }
    return gt_ring_step(process, node->kind == GT_EXPR_NEXT ? 1 : -1, node->proc->n);
}

static int64_t number_of(gt_eval *ev, uint32_t id)
{
    int64_t process = eval(ev, id);
    if (!ev->err && process == 0)
        gt_eval_broken(ev, "the number of none is asked for");
    return process;
}

static int64_t load_shared(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    int64_t index = node->nkids == 1 ? eval(ev, kids[0]) : 0;
    return ev->err ? 0 : ev->state[node->base + (size_t)index];
}

/* The position of an element in its array, row by row. */
static int64_t locate(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    int64_t position = 0;
    for (uint32_t i = 0; i < node->nkids; i++) {
        const gt_dim *dim = &node->dims[i];
        int64_t index = eval(ev, kids[i]);
        if (ev->err || index < dim->lo || index > dim->hi)
            return fail(ev);
        position = position * ((int64_t)dim->hi - dim->lo + 1) + (index - dim->lo);
    }
    return position;
}

/* Every process is looked at when the body may err: an error for one of them is an error of the whole. */
static int64_t quantify(gt_eval *ev, const gt_eval_node *node, uint32_t body)
{
    int64_t count = 0;
    bool done = false;
    gt_proc_iter it = gt_proc_iter_start(ev, node->proc);
    while (!done && gt_proc_iter_next(&it)) {
        gt_eval_bind(ev, node->slot, node->proc, it.process);
        bool holds = eval(ev, body) != 0;
        gt_eval_unbind(ev);
        if (ev->err)
            return 0;
        count += (holds == (node->kind != GT_EXPR_FORALL)) ? (int64_t)it.multiplicity : 0;
        done = count > 0 && node->kind != GT_EXPR_COUNT && !node->may_err;
    }
    return node->kind == GT_EXPR_COUNT ? count : node->kind == GT_EXPR_EXISTS ? count > 0 : count == 0;
}

/* && and ||: left to right and only as far as needed. */
static int64_t connect(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids, bool stop)
{
    for (uint32_t i = 0; i < node->nkids; i++)
        if ((eval(ev, kids[i]) != 0) == stop || ev->err)
            return stop;
    return !stop;
}

static int64_t compare_reals(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    gt_rat x = gt_eval_real(ev, kids[0]), y = gt_eval_real(ev, kids[1]);
    if (ev->err || gt_rat_is_nan(x) || gt_rat_is_nan(y))
        return fail(ev);
    const int64_t order[2] = {gt_rat_compare(x, y), 0};
    return gt_expr_apply(node->kind, order, 2);
}

static int64_t operate(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    int64_t args[3] = {0, 0, 0};
    args[0] = eval(ev, kids[0]);
    args[1] = node->nkids > 1 ? eval(ev, kids[1]) : 0;
    if ((node->kind == GT_EXPR_DIV || node->kind == GT_EXPR_MOD) && args[1] == 0)
        return fail(ev);
    return gt_expr_apply(node->kind, args, node->nkids);
}

static int64_t sum_or_product(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    int64_t total = eval(ev, kids[0]);
    for (uint32_t i = 1; i < node->nkids; i++) {
        int64_t x = eval(ev, kids[i]);
        total = node->kind == GT_EXPR_ADD ? total + x : total * x;
    }
    return total;
}

static int64_t compute(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    switch (node->kind) {
    case GT_EXPR_CONST: return node->value;
    case GT_EXPR_NONE: return 0;
    case GT_EXPR_VAR: return load_shared(ev, node, kids);
    case GT_EXPR_LOCAL: return load_local(ev, node, kids);
    case GT_EXPR_INDICES: return locate(ev, node, kids);
    case GT_EXPR_CVAR: return ev->state[node->base];
    case GT_EXPR_SELF: return ev->frame[0];
    case GT_KINDS_RING: return neighbour(ev, node, kids[0]);
    case GT_EXPR_NAMED: return node->value;
    case GT_EXPR_NUMBER: return number_of(ev, kids[0]);
    case GT_EXPR_BOUND: return ev->frame[node->slot];
    case GT_KINDS_QUANT: return quantify(ev, node, kids[0]);
    case GT_EXPR_AND: return connect(ev, node, kids, false);
    case GT_EXPR_OR: return connect(ev, node, kids, true);
    case GT_EXPR_IMPLIES: return eval(ev, kids[0]) == 0 ? !ev->err : eval(ev, kids[1]);
    case GT_EXPR_ITE: {
        bool cond = eval(ev, kids[0]) != 0;
        return ev->err ? 0 : eval(ev, kids[cond ? 1 : 2]);
    }
    case GT_EXPR_ADD:
    case GT_EXPR_MUL: return sum_or_product(ev, node, kids);
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_COMPARE:
    case GT_EXPR_REAL:
    case GT_KINDS_POP:
    case GT_EXPR_NOT:
    case GT_EXPR_IFF:
    case GT_EXPR_NEG:
    case GT_EXPR_SUB:
    case GT_EXPR_DIV:
    case GT_EXPR_MOD:
    case GT_EXPR_MIN:
    case GT_EXPR_MAX:
    case GT_EXPR_KINDS: break;
    }
    return node->real_kids ? compare_reals(ev, node, kids) : operate(ev, node, kids);
}

static int64_t eval(gt_eval *ev, uint32_t handle)
{
    gt_eval_node *node = &ev->pool->nodes.v[handle];
    const uint32_t *kids = node->nkids ? ev->pool->kids.v + node->kids : NULL;
    if (!node->shared || node->local || node->nkids == 0)
        return compute(ev, node, kids);
    if (node->epoch != ev->epoch) {
        int64_t value = compute(ev, node, kids);
        if (ev->err)
            return 0;
        node->epoch = ev->epoch;
        node->cache = value;
    }
    return node->cache;
}

int64_t gt_eval_int(gt_eval *ev, uint32_t handle)
{
    return eval(ev, handle);
}

static gt_rat real_fold(gt_eval *ev, const gt_eval_node *node, const uint32_t *kids)
{
    gt_rat x = gt_eval_real(ev, kids[0]);
    for (uint32_t i = 1; i < node->nkids && !ev->err; i++) {
        gt_rat y = gt_eval_real(ev, kids[i]);
        switch (node->kind) {
        case GT_EXPR_ADD: x = gt_rat_add(x, y); break;
        case GT_EXPR_SUB: x = gt_rat_sub(x, y); break;
        case GT_EXPR_MUL: x = gt_rat_mul(x, y); break;
        case GT_EXPR_DIV:
            if (y.num == 0 && y.den != 0)
                ev->err = true;
            x = gt_rat_div(x, y);
            break;
        case GT_EXPR_MIN:
        case GT_EXPR_MAX:
            if (!gt_rat_is_nan(x) && !gt_rat_is_nan(y) &&
                (gt_rat_compare(y, x) < 0) == (node->kind == GT_EXPR_MIN))
                x = y;
            break;
        case GT_KINDS_TEMPORAL:
        case GT_KINDS_COMPARE:
        case GT_KINDS_LEAF:
        case GT_KINDS_SYM:
        case GT_KINDS_POP:
        case GT_EXPR_CVAR:
        case GT_KINDS_LOGIC:
        case GT_EXPR_NEG:
        case GT_EXPR_MOD:
        case GT_EXPR_ITE:
        case GT_KINDS_QUANT:
        case GT_EXPR_KINDS: gt_ice("'%s' of reals", gt_expr_kind_name(node->kind));
        }
    }
    return x;
}

gt_rat gt_eval_real(gt_eval *ev, uint32_t handle)
{
    const gt_eval_node *node = &ev->pool->nodes.v[handle];
    const uint32_t *kids = node->nkids ? ev->pool->kids.v + node->kids : NULL;
    if (!node->real)
        return gt_rat_int(eval(ev, handle));
    if (node->kind == GT_EXPR_REAL)
        return gt_rat_make(node->value, node->den);
    if (node->kind == GT_EXPR_NEG)
        return gt_rat_sub(gt_rat_int(0), gt_eval_real(ev, kids[0]));
    if (node->kind == GT_EXPR_ITE) {
        bool cond = eval(ev, kids[0]) != 0;
        return ev->err ? gt_rat_int(0) : gt_eval_real(ev, kids[cond ? 1 : 2]);
    }
    return real_fold(ev, node, kids);
}

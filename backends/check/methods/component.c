/* Dynamic symmetry reduction component by component: paper 004, listings 5 and 6. The relation of one process
 * at a time, as long as it finds something new; then that of the next one, on all that the others have found
 * meanwhile. */
#include "backends/check/methods/methods.h"

#include <stdlib.h>

/* What moves: a process, or what is nobody's. */
typedef struct {
    uint32_t type; /* UINT32_MAX: rules without owner */
    uint32_t process;
    gt_bdd todo; /* found, and not yet looked at from here */
} component;

typedef struct {
    gt_search *s;
    uint32_t n;
    component *v;
} components;

/* Type by type, the last process first. */
static components list(gt_search *s)
{
    const gt_copies *c = s->copies;
    components k = {.s = s};
    uint32_t most = 1;
    for (uint32_t t = 0; t < c->ntypes; t++)
        most += c->types[t].n;
    k.v = gt_xcalloc(most, sizeof *k.v);
    for (uint32_t t = 0; t < c->ntypes; t++)
        for (uint32_t p = c->types[t].n; p-- > 0;)
            k.v[k.n++] = (component){t, p, gt_bdd_ref(s->cb.m, s->init)};
    k.v[k.n++] = (component){UINT32_MAX, 0, gt_bdd_ref(s->cb.m, s->init)};
    return k;
}

static void build(gt_search *s, const component *of)
{
    const gt_cmds *cmds = s->cb.cmds;
    gt_cb_drop_relations(&s->cb);
    for (uint32_t i = 0; i < cmds->ncmds && !gt_search_failed(s); i++) {
        const gt_proc *owner = cmds->cmds[i].origin->owner;
        if (owner ? of->type == owner->index && cmds->cmds[i].self == (int32_t)of->process + 1
                  : of->type == UINT32_MAX)
            gt_cb_add_relations(&s->cb, i);
    }
}

/* States in which q does what j does, and no id variable tells them apart: j has looked at them already. */
static void leave_out(gt_search *s, const component *j, component *q)
{
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd same = gt_copies_alike(s->copies, j->type, j->process, q->process);
    const uint32_t both[] = {j->process, q->process};
    for (int i = 0; i < 2; i++) {
        gt_bdd named = gt_copies_is_named(s->copies, j->type, both[i]);
        gt_bdd_set(m, &same, gt_bdd_diff(m, same, named));
        gt_bdd_drop(m, named);
    }
    gt_bdd_set(m, &q->todo, gt_bdd_diff(m, q->todo, same));
    gt_bdd_drop(m, same);
}

static bool is_symmetric_to(const gt_search *s, const component *j, const component *q)
{
    if (j == q || j->type == UINT32_MAX || q->type != j->type)
        return false;
    switch (s->options.method.state_symmetries) {
    case GT_STATE_SYMMETRIES_NEIGHBOURS: return q->process + 1 == j->process;
    case GT_STATE_SYMMETRIES_ALL: return true;
    case GT_STATE_SYMMETRIES_OFF: break;
    }
    return false;
}

/* All that this component leads to; what is new goes to the others. True: it is enough. */
static bool explore(components *k, component *j)
{
    gt_search *s = k->s;
    gt_bdd_mgr *m = s->cb.m;
    gt_bdd front = gt_bdd_ref(m, j->todo), new = gt_bdd_const(m, false);
    bool stop = false;
    build(s, j);
    while (!stop && front && !gt_bdd_is_false(m, front)) {
        s->cb.work.now.iteration++;
        gt_bdd_set(m, &front, gt_search_image(s, front));
        gt_bdd_set(m, &front, gt_copies_sort(s->copies, front));
        gt_bdd_set(m, &front, gt_bdd_diff(m, front, s->stored));
        gt_bdd_or_to(m, &new, front);
        stop = !gt_bdd_is_false(m, front) && gt_search_found(s, front);
    }
    gt_bdd_set(m, &j->todo, gt_bdd_const(m, false));
    for (uint32_t i = 0; i < k->n; i++)
        if (&k->v[i] != j)
            gt_bdd_or_to(m, &k->v[i].todo, new);
    for (uint32_t i = 0; i < k->n; i++)
        if (is_symmetric_to(s, j, &k->v[i]))
            leave_out(s, j, &k->v[i]);
    gt_bdd_drop(m, front);
    gt_bdd_drop(m, new);
    return stop;
}

static void reach(gt_search *s)
{
    components k = list(s);
    bool more = true, stop = false;
    while (more && !stop && !gt_search_failed(s)) {
        more = false;
        for (uint32_t i = 0; i < k.n && !stop && !gt_search_failed(s); i++)
            if (!gt_bdd_is_false(s->cb.m, k.v[i].todo)) {
                more = true;
                stop = explore(&k, &k.v[i]);
            }
    }
    for (uint32_t i = 0; i < k.n; i++)
        gt_bdd_drop(s->cb.m, k.v[i].todo);
    free(k.v);
}

static const gt_method method = {
    .represent = gt_search_sorted, .reach = reach, .before = gt_search_sorted_before, .by_component = true};

const gt_engine gt_engine_component = {
    .name = "component",
    .option = "component",
    .asked = GT_ASKED_METHOD,
    .about = "the same, the steps of one process at a time; invariants and deadlock",
    .takes = GT_TAKES_PROCESSES,
    .works_on = "unique representatives",
    .kinds = GT_METHOD_KINDS_REACH,
    .refuses = GT_METHOD_REFUSES_REACH,
    .decide = gt_method_decide,
    .own = &method};

/* Threads through the graph of an explicit search: the program with one process followed is searched as the
 * program was, and each of its states is one of the program's when it is forgotten who is followed. */
#include "backends/check/explicit/explicit.h"

#include <stdlib.h>

typedef struct {
    const gt_xfollow_task *task;
    gt_followed followed;
    gt_xmodel *model;
    void *worker;
    gt_explore *explored;
} search;

static bool has_ring(const gt_sym *sym)
{
    bool any = false;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        any = any || sym->procs[p]->symmetry == GT_SYMMETRY_RING;
    return any;
}

static search search_run(const gt_xfollow_task *task, const gt_proc *owner)
{
    search s = {.task = task};
    gt_arena *arena = task->ctx->arena;
    s.followed = gt_turns_follow(arena, task->model->sym, task->turns, owner);
    gt_xlabel *labels = GT_NEW_ARRAY(arena, gt_xlabel, 2 * (size_t)task->turns->n + task->nlabels);
    uint32_t n = 0;
    for (uint32_t k = 0; k < task->turns->n; k++) {
        if (!s.followed.able[k])
            continue;
        labels[n++] = (gt_xlabel){.expr = s.followed.able[k]};
        labels[n++] = (gt_xlabel){.expr = s.followed.moved[k]};
    }
    for (uint32_t i = 0; i < task->nlabels && has_ring(s.followed.sym); i++)
        labels[n++] = task->labels[i]; /* a ring is mirrored only if it is for the program */
    s.model = task->alike == GT_ALIKE_CLASSES
                  ? gt_xmodel_classes(s.followed.sym, labels, n)
                  : gt_xmodel_sym(s.followed.sym, task->alike == GT_ALIKE_LINKED, labels, n);
    gt_work work = gt_work_begin(&task->limits);
    work.now.phase = "turns";
    gt_explore_options o = {.threads = task->cores, .work = &work, .graph = true};
    s.explored = gt_explore_run(&s.model->space, &o);
    s.worker = s.model->space.worker_new(s.model->space.model);
    return s;
}

static void search_free(search *s)
{
    s->model->space.worker_free(s->worker);
    gt_explore_free(s->explored);
    s->model->free(s->model);
}

/* Of each node the node of the program's graph. Variables that were added stand behind the shared ones. */
static uint32_t *forget(const search *s, uint32_t n)
{
    const gt_xfollow_task *task = s->task;
    const gt_layout *from = s->model->layout, *to = task->model->layout;
    size_t added = from->width - to->width, head = to->width;
    for (uint32_t t = 0; t < to->sym->nprocs; t++)
        head = to->procs[t].base < head ? to->procs[t].base : head;
    int32_t *state = gt_xmalloc(from->width + 1, sizeof *state);
    uint32_t *node = gt_xmalloc((size_t)n + 1, sizeof *node);
    gt_bytes bytes = {0}, key = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number,
            len = gt_store_get(gt_explore_store(s->explored), gt_explore_number(s->explored, i), &bytes);
        s->model->concrete(s->worker, bytes.v, len, state);
        memmove(state + head, state + head + added, (to->width - head) * sizeof *state);
        len = task->model->abstract(task->worker, state, &key);
        if (!gt_store_find(gt_explore_store(task->explored), key.v, len, &number))
            gt_ice("a state of the program with one process followed is none of the program");
        node[i] = gt_explore_node(task->explored, number);
    }
    free(bytes.v);
    free(key.v);
    free(state);
    return node;
}

/* The threads of the turns of one type. */
static void follow_type(gt_xfollow *f, const gt_xfollow_task *task, const gt_proc *owner)
{
    search s = search_run(task, owner);
    f->stopped = gt_explore_stopped(s.explored);
    if (f->stopped == GT_STOP_NONE) {
        gt_graph *graph = gt_explore_graph(s.explored);
        graph->poll = task->poll;
        const uint32_t *node = forget(&s, graph->n);
        uint32_t label = 0;
        for (uint32_t k = 0; k < task->turns->n; k++) {
            if (!s.followed.able[k])
                continue;
            f->threads[f->n++] = (gt_thread){.graph = graph,
                                             .node = node,
                                             .able = gt_explore_label(s.explored, label),
                                             .moved = gt_explore_label(s.explored, label + 1),
                                             .strong = task->turns->v[k].turn->strong};
            label += 2;
        }
    }
    search_free(&s);
}

static bool has_turns(const gt_turns *turns, const gt_proc *owner)
{
    bool any = false;
    for (uint32_t k = 0; k < turns->n; k++)
        any = any || turns->v[k].owner == owner;
    return any;
}

gt_xfollow *gt_xfollow_new(const gt_xfollow_task *task)
{
    gt_xfollow *f = gt_xcalloc(1, sizeof *f);
    const gt_sym *sym = task->model->sym;
    f->threads = gt_xcalloc((size_t)task->turns->n + 1, sizeof *f->threads);
    for (uint32_t p = 0; p <= sym->nprocs && f->stopped == GT_STOP_NONE; p++) {
        const gt_proc *owner = p < sym->nprocs ? sym->procs[p] : NULL;
        if (has_turns(task->turns, owner))
            follow_type(f, task, owner);
    }
    return f;
}

void gt_xfollow_free(gt_xfollow *f)
{
    for (uint32_t k = 0; f && k < f->n; k++) {
        gt_thread *t = &f->threads[k];
        if (k == 0 || t->graph != t[-1].graph) {
            gt_graph_free(t->graph);
            free((void *)(uintptr_t)t->node);
        }
        gt_bits_free(&t->able);
        gt_bits_free(&t->moved);
    }
    if (f)
        free(f->threads);
    free(f);
}

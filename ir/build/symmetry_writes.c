/* No step writes a variable twice.
 *
 * All assignments of a step happen at once. If two could meet, the outcome would depend on an order that the
 * program does not have, and no order of processes is preserved by renaming them. So every two updates of a
 * branch must be to different variables, different elements, different processes, or under conditions that
 * exclude each other. */
#include "ir/build/build_impl.h"

#include <stdlib.h>

typedef struct {
    const gt_update *update;
    int64_t element; /* the index if it is constant, else -1 */
    uint32_t order;
} write;

static int by_variable(const void *x, const void *y)
{
    const write *a = x, *b = y;
    uintptr_t va = (uintptr_t)a->update->var, vb = (uintptr_t)b->update->var;
    if (va != vb)
        return va < vb ? -1 : 1;
    if (a->element != b->element)
        return a->element < b->element ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Whether the two may write the same place in one step. */
static bool may_meet(gt_known *facts, const gt_update *a, const gt_update *b)
{
    size_t old = facts->known.n;
    if (a->each && b->each) {
        facts->alias = b->each;
        facts->original = a->each;
    }
    if (a->cond)
        gt_known_assume(facts, a->cond, true);
    if (b->cond)
        gt_known_assume(facts, b->cond, true);
    bool apart = (a->index && b->index && gt_known_differ(facts, a->index, b->index)) ||
                 (a->proc && gt_known_differ(facts, a->proc, b->proc)) || gt_known_absurd(facts);
    facts->known.n = old;
    facts->alias = facts->original = NULL;
    return !apart;
}

static void explain(const gt_build *b, const gt_known *facts, const gt_update *first, const gt_update *second)
{
    gt_diag *diag = b->diag;
    gt_pos pos = gt_build_at(b, second, second->pos);
    const char *name = first->var->name;
    bool surely = !first->proc || gt_known_same(facts, first->proc, second->proc);
    if (!surely)
        gt_error(diag, pos, "write-twice", "this step may write `%s` of one process twice", name);
    else if (first->index && !gt_known_same(facts, first->index, second->index))
        gt_error(diag, pos, "write-twice", "this step may write one element of `%s` twice", name);
    else
        gt_error(diag, pos, "write-twice", "this step writes `%s` twice", name);
    gt_note(diag, gt_build_at(b, first, first->pos), "the other assignment is here");
    gt_note(diag, (gt_pos){0},
            "all assignments of a step happen at once, so it would be undefined which of the two counts");
    const gt_update *each = first->each ? first : second->each ? second : NULL;
    if (each && first->each && second->each)
        gt_help(
            diag,
            "make one `forall` of the two with `if` and `else` inside, or make their `where` exclude each "
            "other");
    else if (each)
        gt_help(diag, "leave that process out of the broadcast: `forall %s : %s where %s != ... do`",
                each->each->name, each->each->type.proc->name, each->each->name);
    else if (!surely)
        gt_help(diag,
                "say that the two processes differ, with != in `when` or in an `if` around one of them");
    else if (first->index)
        gt_help(diag, "say that the two indices differ, with != in `when` or in an `if` around one of them");
    else
        gt_help(diag, "write one assignment with `?:`, or put the two under `if` and `else`");
}

/* That many in one branch are enough to be told. */
#define MAX_FOUND 10

static void check_branch(const gt_build *b, gt_known *facts, const gt_branch *branch)
{
    uint32_t n = branch->nupdates, found = 0;
    write *writes = gt_xcalloc(n + 1u, sizeof *writes);
    for (uint32_t i = 0; i < n; i++) {
        const gt_update *u = &branch->updates[i];
        bool fixed = !u->index || u->index->type.lo == u->index->type.hi;
        writes[i] = (write){u, !u->index ? 0 : fixed && u->index->type.lo >= 0 ? u->index->type.lo : -1, i};
    }
    if (n > 1)
        qsort(writes, n, sizeof *writes, by_variable);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n && writes[j].update->var == writes[i].update->var; j++) {
            if (writes[i].element >= 0 && writes[j].element != writes[i].element)
                break; /* sorted: from here on all elements differ */
            bool in_order = writes[i].order < writes[j].order;
            const gt_update *first = writes[in_order ? i : j].update;
            const gt_update *second = writes[in_order ? j : i].update;
            if (!may_meet(facts, first, second))
                continue;
            explain(b, facts, first, second);
            if (++found == MAX_FOUND) {
                free(writes);
                return;
            }
        }
    }
    free(writes);
}

void gt_build_check_writes(gt_build *b, const gt_rule *rule)
{
    gt_known facts = {0};
    gt_known_assume(&facts, rule->guard, true);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        check_branch(b, &facts, &rule->branches[i]);
    gt_known_fini(&facts);
}

/* What is listed once stands for many firings: those that differ from it by an exchange of processes that are
 * alike.
 *
 * Processes of a class (ir/mean/classes.h) can be exchanged without changing the state; since the program is
 * symmetric, the exchanged move is one of its moves, too, and leads to the exchanged state. */
#include "driver/simulate/exchange.h"
#include "runtime/base.h"

#include <string.h>

gt_exchange gt_exchange_begin(gt_session *s)
{
    return (gt_exchange){.s = s, .classes = gt_sym_step_eval(s->step)->classes, .places = s->places};
}

static void swap_number(const gt_swap *swap, const gt_proc *proc, int32_t *number)
{
    if (proc == swap->proc)
        *number = *number == swap->a ? swap->b : *number == swap->b ? swap->a : *number;
}

static int32_t image(const gt_exchange *x, gt_player place)
{
    for (uint32_t i = 0; i < x->n; i++)
        swap_number(&x->places[i].swap, place.proc, &place.process);
    return place.process;
}

/* Somebody else has this role already, and every role is played by whom it was given to. */
static bool is_taken(const gt_exchange *x, const gt_proc *proc, int32_t process)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (x->places[i].swap.proc == proc && x->places[i].now == process)
            return true;
    return false;
}

bool gt_exchange_to(gt_exchange *x, gt_player place, int32_t number)
{
    int32_t now = image(x, place);
    bool fixed = is_taken(x, place.proc, now);
    if (now != number && (fixed || is_taken(x, place.proc, number) || !x->classes))
        return false;
    const gt_classes *classes = x->classes ? &x->classes[place.proc->index] : NULL;
    if (now != number && classes->class_of[now - 1] != classes->class_of[number - 1])
        return false;
    x->places[x->n++] = (gt_cast){{place.proc, now, number}, number};
    return true;
}

bool gt_exchange_keep(gt_exchange *x, gt_player place)
{
    return gt_exchange_to(x, place, image(x, place));
}

void gt_exchange_any(gt_exchange *x, gt_player place)
{
    int32_t now = image(x, place);
    if (!x->classes || is_taken(x, place.proc, now)) {
        gt_exchange_keep(x, place);
        return;
    }
    const gt_classes *classes = &x->classes[place.proc->index];
    uint32_t c = classes->class_of[now - 1], size = classes->first[c + 1] - classes->first[c];
    int32_t number;
    do
        number = classes->members[classes->first[c] + (uint32_t)(gt_session_draw(x->s) * size)];
    while (is_taken(x, place.proc, number));
    gt_exchange_to(x, place, number);
}

static void swap_in_state(const gt_layout *layout, const gt_swap *swap, int32_t *state)
{
    const gt_proc_layout *l = &layout->procs[swap->proc->index];
    int32_t *a = state + l->base + (size_t)(swap->a - 1) * l->stride;
    int32_t *b = state + l->base + (size_t)(swap->b - 1) * l->stride;
    for (uint32_t i = 0; i < l->stride; i++) {
        int32_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
    for (uint32_t v = 0; v < layout->sym->nshared; v++) {
        const gt_var *var = layout->sym->shared[v];
        for (uint32_t i = 0; var->type.kind == GT_TYPE_ID && i < var->len; i++)
            swap_number(swap, var->type.proc, &state[gt_layout_shared(layout, var, i)]);
    }
}

uint32_t gt_move_places(const gt_move *move)
{
    return 1 + move->rule->npartners + move->rule->nchoices;
}

gt_player gt_move_place(const gt_move *move, uint32_t i)
{
    const gt_rule *r = move->rule;
    if (i == 0)
        return (gt_player){r->owner, move->self};
    gt_type type = i <= r->npartners ? r->partners[i - 1]->type : r->choices[i - 1 - r->npartners]->type;
    return (gt_player){type.kind == GT_TYPE_ID ? type.proc : NULL, move->bound[i - 1]};
}

void gt_exchange_apply(const gt_exchange *x, gt_move *move)
{
    for (uint32_t k = 0; k < x->n; k++) {
        const gt_swap *swap = &x->places[k].swap;
        if (swap->a == swap->b)
            continue;
        swap_in_state(x->s->layout, swap, move->to);
        swap_number(swap, move->rule->owner, &move->self);
        for (uint32_t i = 1; i < gt_move_places(move); i++)
            swap_number(swap, gt_move_place(move, i).proc, &move->bound[i - 1]);
    }
}

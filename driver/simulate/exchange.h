/* Processes that are alike: from a move that is listed to one of those that it stands for. */
#ifndef GT_DRIVER_SIMULATE_EXCHANGE_H
#define GT_DRIVER_SIMULATE_EXCHANGE_H

#include "driver/simulate/session.h"

/* Who plays a role in a move; proc NULL: it is no process. */
typedef struct {
    const gt_proc *proc;
    int32_t process;
} gt_player;

/* self, the partners, the choices. */
uint32_t gt_move_places(const gt_move *move);
gt_player gt_move_place(const gt_move *move, uint32_t i);

typedef struct {
    const gt_proc *proc;
    int32_t a, b;
} gt_swap;
typedef struct gt_cast {
    gt_swap swap;
    int32_t now;
} gt_cast;

/* Exchanges one after the other; for each place of a move, in order. */
typedef struct {
    gt_session *s;
    const gt_classes *classes; /* NULL: every process for itself */
    gt_cast *places;
    uint32_t n;
} gt_exchange;

/* During or after gt_moves_each and gt_sym_step_by_rule, before anything else is evaluated. */
gt_exchange gt_exchange_begin(gt_session *s);
/* That process instead, if it is like the one of the listed move; whoever it is; anyone like it. */
bool gt_exchange_to(gt_exchange *x, gt_player place, int32_t number);
bool gt_exchange_keep(gt_exchange *x, gt_player place);
void gt_exchange_any(gt_exchange *x, gt_player place);
void gt_exchange_apply(const gt_exchange *x, gt_move *move);

#endif

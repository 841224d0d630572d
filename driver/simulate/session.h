/* A session of the simulator, and what can be asked of it. */
#ifndef GT_DRIVER_SIMULATE_SESSION_H
#define GT_DRIVER_SIMULATE_SESSION_H

#include "driver/simulate/simulate.h"
#include "driver/simulate/trail.h"

typedef struct {
    const gt_simulation *about;
    gt_sym_step *step;
    const gt_layout *layout;
    gt_trail path;
    uint64_t random;
    bool alike;             /* processes that can be exchanged are listed once */
    uint32_t *invariants;   /* handles, per property */
    uint32_t **binders;     /* slots of its prefix */
    gt_move found;          /* room for one */
    int32_t *tried;         /* room for its `bound` */
    struct gt_cast *places; /* room for an exchange */
    gt_str out, error;      /* of the command at hand */
} gt_session;

/* All of them, each as gt_sym_step_successors has it. */
bool gt_moves_each(gt_session *s, gt_firing_fn *fn, void *arg);
/* From 0 to 1, the next one. */
double gt_session_draw(gt_session *s);
/* Into s->found. Number k from 1, as listed; at random; by the words `text`: how many it could be (2: or
 * more), and one of them. 0: s->error says what is wrong. */
bool gt_moves_number(gt_session *s, uint64_t k);
bool gt_moves_random(gt_session *s);
uint32_t gt_moves_named(gt_session *s, const char *text);
/* "fire request Client 2 with Client 3 v=2": one that gt_moves_named reads. */
void gt_moves_words(const gt_move *move, gt_str *out);

/* Number p of the program's properties is an invariant and is false here. */
bool gt_session_violates(gt_session *s, uint32_t p);
void gt_session_judge(gt_session *s);

/* ---- showing ---- */

/* What led here, and the state. */
void gt_show_here(gt_session *s);
/* The moves, at most so many. */
void gt_show_moves(gt_session *s, uint64_t most);

/* ---- commands ---- */

/* Does what a line says, into s->out or s->error. False: it was the last one. */
bool gt_obey(gt_session *s, const char *line);

#endif

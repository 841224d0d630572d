--- out.pml
/*
 * Promela
 * made by gentrans from linked.sym (model linked), encoding none (n explicit processes)
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_tail_in -DSKIP_unlinked -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   tail: id variable tail: 1..n, 0 is none
 *   i: id variable i: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_1_next: next of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_2_next: next of process 2 of P
 *   P_3_loc: loc of process 3 of P
 *   P_3_next: next of process 3 of P
 */

#define Out 0
#define In 1

byte tail = 0; /* 0..3 */
byte i; /* 1..3 */
bit P_1_loc = Out; /* 0..1 */
byte P_1_next = 0; /* 0..3 */
bit P_2_loc = Out; /* 0..1 */
byte P_2_next = 0; /* 0..3 */
bit P_3_loc = Out; /* 0..1 */
byte P_3_next = 0; /* 0..3 */
bit started; /* the initial values are chosen */

#define SHOW printf("@state %d %d %d %d %d %d %d %d\n", tail, i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_loc, P_3_next)
#ifdef SKIP_tail_in
#define CHECK_tail_in skip
#else
#define CHECK_tail_in assert((!(tail != 0) || (((tail == 1) -> (P_1_loc) : (((tail == 2) -> (P_2_loc) : (P_3_loc)))) == 1))) /* invariant tail_in */
#endif
#ifdef SKIP_unlinked
#define CHECK_unlinked skip
#else
#define CHECK_unlinked assert(((i == 1) -> (P_1_next) : (((i == 2) -> (P_2_next) : (P_3_next)))) == 0) /* invariant unlinked */
#endif
#define CHECKS SHOW; CHECK_tail_in; CHECK_unlinked;

active proctype system() {
  atomic {
    if :: i = 1 :: i = 2 :: i = 3 fi;
    d_step { started = 1; CHECKS }
  }
  do
  /* enter by P 1 */
  :: d_step { (P_1_loc == Out && tail != 1); P_1_loc = In; P_1_next = ((tail == 1) -> (1) : (P_1_next)); P_2_next = ((tail == 2) -> (1) : (P_2_next)); P_3_next = ((tail == 3) -> (1) : (P_3_next)); tail = 1; CHECKS }
  /* enter by P 2 */
  :: d_step { (P_2_loc == Out && tail != 2); P_1_next = ((tail == 1) -> (2) : (P_1_next)); P_2_loc = In; P_2_next = ((tail == 2) -> (2) : (P_2_next)); P_3_next = ((tail == 3) -> (2) : (P_3_next)); tail = 2; CHECKS }
  /* enter by P 3 */
  :: d_step { (P_3_loc == Out && tail != 3); P_1_next = ((tail == 1) -> (3) : (P_1_next)); P_2_next = ((tail == 2) -> (3) : (P_2_next)); P_3_loc = In; P_3_next = ((tail == 3) -> (3) : (P_3_next)); tail = 3; CHECKS }
  /* leave by P 1 */
  :: d_step { (P_1_loc == In && tail == 1); tail = 0; P_1_loc = Out; CHECKS }
  /* leave by P 2 */
  :: d_step { (P_2_loc == In && tail == 2); tail = 0; P_2_loc = Out; CHECKS }
  /* leave by P 3 */
  :: d_step { (P_3_loc == In && tail == 3); tail = 0; P_3_loc = Out; CHECKS }
  /* no rule can fire */
  :: else
  od
}

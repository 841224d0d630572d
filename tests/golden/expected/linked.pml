--- out.pml
/*
 * linked.sym for Promela, encoding none (n processes), made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   tail: id variable tail: 1..n, 0 is none
 *   i: id variable i: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_1_next: next of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_2_next: next of process 2 of P
 *   P_3_loc: loc of process 3 of P
 *   P_3_next: next of process 3 of P
 */

mtype = { Out, In };

byte tail = 0; /* 0..3 */
byte i; /* 1..3 */
mtype P_1_loc = Out;
byte P_1_next = 0; /* 0..3 */
mtype P_2_loc = Out;
byte P_2_next = 0; /* 0..3 */
mtype P_3_loc = Out;
byte P_3_next = 0; /* 0..3 */
bit started; /* the initial values are chosen */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d\n", tail, i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_loc,
         P_3_next);
  /* line 13: invariant tail_in: tail != none -> tail@In; */
#ifndef SKIP_tail_in
  assert(!(tail != 0) || (tail == 1 -> P_1_loc : (tail == 2 -> P_2_loc : P_3_loc)) == In);
#endif
  /* line 14: invariant unlinked: forall i : P . i.next == none; */
#ifndef SKIP_unlinked
  assert((i == 1 -> P_1_next : (i == 2 -> P_2_next : P_3_next)) == 0);
#endif
}

active proctype system() {
  atomic {
    if :: i = 1 :: i = 2 :: i = 3 fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 7: rule enter : Out -> In when tail != self do { */
  /*   if (tail != none) tail.next := self; */
  /*   tail := self; */
  /* } */
  /* enter by P 1 */
  :: d_step { P_1_loc == Out && tail != 1 ->
              P_1_loc = In; P_1_next = (tail == 1 -> 1 : P_1_next);
              P_2_next = (tail == 2 -> 1 : P_2_next); P_3_next = (tail == 3 -> 1 : P_3_next);
              tail = 1; step_done() }
  /* enter by P 2 */
  :: d_step { P_2_loc == Out && tail != 2 ->
              P_1_next = (tail == 1 -> 2 : P_1_next); P_2_loc = In;
              P_2_next = (tail == 2 -> 2 : P_2_next); P_3_next = (tail == 3 -> 2 : P_3_next);
              tail = 2; step_done() }
  /* enter by P 3 */
  :: d_step { P_3_loc == Out && tail != 3 ->
              P_1_next = (tail == 1 -> 3 : P_1_next); P_2_next = (tail == 2 -> 3 : P_2_next);
              P_3_loc = In; P_3_next = (tail == 3 -> 3 : P_3_next); tail = 3; step_done() }
  /* line 11: rule leave : In -> Out when tail == self do tail := none; */
  /* leave by P 1 */
  :: d_step { P_1_loc == In && tail == 1 -> tail = 0; P_1_loc = Out; step_done() }
  /* leave by P 2 */
  :: d_step { P_2_loc == In && tail == 2 -> tail = 0; P_2_loc = Out; step_done() }
  /* leave by P 3 */
  :: d_step { P_3_loc == In && tail == 3 -> tail = 0; P_3_loc = Out; step_done() }
  :: else /* no rule can fire */
  od
}

--- out.pml
/*
 * begin.sym for Promela, encoding none (n processes), made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   x: shared x
 *   d: id variable d: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_1_rank: rank of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_2_rank: rank of process 2 of P
 *   P_3_loc: loc of process 3 of P
 *   P_3_rank: rank of process 3 of P
 */

mtype = { A, B };

byte x; /* 0..3 */
byte d; /* 0..3 */
mtype P_1_loc;
byte P_1_rank; /* 1..3 */
mtype P_2_loc;
byte P_2_rank; /* 1..3 */
mtype P_3_loc;
byte P_3_rank; /* 1..3 */
bit started; /* the initial values are chosen */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d\n", x, d, P_1_loc, P_1_rank, P_2_loc, P_2_rank, P_3_loc,
         P_3_rank);
  /* line 19: invariant one: count i : P (i@B) <= 3; */
#ifndef SKIP_one
  assert(true);
#endif
}

active proctype system() {
  atomic {
    if :: x = 0 :: x = 1 :: x = 2 :: x = 3 fi;
    if :: d = 1 :: d = 2 :: d = 3 fi;
    if :: P_1_loc = A :: P_1_loc = B fi;
    if :: P_1_rank = 1 :: P_1_rank = 2 :: P_1_rank = 3 fi;
    if :: P_2_loc = A :: P_2_loc = B fi;
    if :: P_2_rank = 1 :: P_2_rank = 2 :: P_2_rank = 3 fi;
    (P_1_rank != P_2_rank && P_2_rank != P_1_rank);
    if :: P_3_loc = A :: P_3_loc = B fi;
    (x == 1 || d != 0 && (d == 1 -> P_1_loc : (d == 2 -> P_2_loc : P_3_loc)) == A);
    if :: P_3_rank = 1 :: P_3_rank = 2 :: P_3_rank = 3 fi;
    (P_1_rank != P_3_rank && P_2_rank != P_3_rank && P_3_rank != P_1_rank && P_3_rank != P_2_rank);
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: A -> B when d == self do { x := 0; d := none; } */
  /* A -> B by P 1 */
  :: d_step { P_1_loc == A && d == 1 -> x = 0; d = 0; P_1_loc = B; step_done() }
  /* A -> B by P 2 */
  :: d_step { P_2_loc == A && d == 2 -> x = 0; d = 0; P_2_loc = B; step_done() }
  /* A -> B by P 3 */
  :: d_step { P_3_loc == A && d == 3 -> x = 0; d = 0; P_3_loc = B; step_done() }
  :: else /* no rule can fire */
  od
}

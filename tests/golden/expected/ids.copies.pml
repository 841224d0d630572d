--- out.pml
/*
 * ids.sym for Promela, encoding none (n processes), made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   owner: id variable owner: 1..n, 0 is none
 *   tok: id variable tok: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_3_loc: loc of process 3 of P
 */

mtype = { A, B };

byte owner = 0; /* 0..3 */
byte tok; /* 1..3 */
mtype P_1_loc = A;
mtype P_2_loc = A;
mtype P_3_loc = A;
bit started; /* the initial values are chosen */
hidden int old1;

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", owner, tok, P_1_loc, P_2_loc, P_3_loc);
  /* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1); */
#ifndef SKIP_one
  assert(!(owner != 0) || (owner == 1 -> P_1_loc : (owner == 2 -> P_2_loc : P_3_loc)) == B &&
                          (owner == 1) + (owner == 2) + (owner == 3) == 1);
#endif
  /* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B))); */
#ifndef SKIP_apart
  assert(true);
#endif
}

active proctype system() {
  atomic {
    if :: tok = 1 :: tok = 2 :: tok = 3 fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 11: rule take : A -> B when owner == none && tok == self do owner := self; */
  /* take by P 1 */
  :: d_step { P_1_loc == A && owner == 0 && tok == 1 -> owner = 1; P_1_loc = B; step_done() }
  /* take by P 2 */
  :: d_step { P_2_loc == A && owner == 0 && tok == 2 -> owner = 2; P_2_loc = B; step_done() }
  /* take by P 3 */
  :: d_step { P_3_loc == A && owner == 0 && tok == 3 -> owner = 3; P_3_loc = B; step_done() }
  /* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; */
  /* } */
  /* give by P 1, j = P 2 */
  :: d_step { P_1_loc == B && owner == 1 -> owner = 0; tok = 2; P_1_loc = A; step_done() }
  /* give by P 1, j = P 3 */
  :: d_step { P_1_loc == B && owner == 1 -> owner = 0; tok = 3; P_1_loc = A; step_done() }
  /* give by P 2, j = P 1 */
  :: d_step { P_2_loc == B && owner == 2 -> owner = 0; tok = 1; P_2_loc = A; step_done() }
  /* give by P 2, j = P 3 */
  :: d_step { P_2_loc == B && owner == 2 -> owner = 0; tok = 3; P_2_loc = A; step_done() }
  /* give by P 3, j = P 1 */
  :: d_step { P_3_loc == B && owner == 3 -> owner = 0; tok = 1; P_3_loc = A; step_done() }
  /* give by P 3, j = P 2 */
  :: d_step { P_3_loc == B && owner == 3 -> owner = 0; tok = 2; P_3_loc = A; step_done() }
  /* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; } */
  :: d_step { owner != 0 && owner != tok -> old1 = tok; tok = owner; owner = old1; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 18: deadlock free; */
#endif
  od
}

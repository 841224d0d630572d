--- out.pml
/*
 * ids.sym for Promela, encoding control, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   control: shared variables and processes named by id variables, together
 *   n_...: number of untracked processes of P in a local state
 */

bit control = 0; /* 0..1 */
byte n_A = 2; /* 0..3 */

/* after every step */
inline step_done() {
  printf("@state %d %d\n", control, n_A);
  /* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1); */
#ifndef SKIP_one
  assert(true);
#endif
  /* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B))); */
#ifndef SKIP_apart
  assert(n_A > 0);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 11: rule take : A -> B when owner == none && tok == self do owner := self; */
  /* take by tok */
  :: d_step { control == 0 -> control = 1; step_done() }
  /* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; */
  /* } */
  /* give by owner */
  :: d_step { control == 1 && n_A > 0 -> control = 0; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 18: deadlock free; */
#endif
  od
}

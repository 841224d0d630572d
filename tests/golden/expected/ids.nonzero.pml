--- out.pml
/*
 * ids.sym for Promela, encoding vector, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   owner_loc: loc of the process named by owner
 *   tok_loc: loc of the process named by tok
 *   tok_is: first variable that names the same process as tok
 *   P1_loc: loc in slot 1 of the untracked processes of P
 *   P2_loc: loc in slot 2 of the untracked processes of P
 */

#define A 0
#define B 1
#define nobody 2

mtype = { owner, tok };

byte owner_loc = nobody; /* 0..2 */
bit tok_loc = A; /* 0..1 */
mtype tok_is = tok;
bit P1_loc = A; /* 0..1 */
byte P2_loc = A; /* 0..2 */
hidden int old1;

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", owner_loc, tok_loc, tok_is, P1_loc, P2_loc);
  /* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1); */
#ifndef SKIP_one
  assert(!(owner_loc != nobody) || owner_loc == B);
#endif
  /* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B))); */
#ifndef SKIP_apart
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 11: rule take : A -> B when owner == none && tok == self do owner := self; */
  /* take by tok */
  :: d_step { owner_loc == nobody && tok_is == tok && tok_loc == A ->
              owner_loc = B; tok_loc = B; tok_is = owner; step_done() }
  /* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; */
  /* } */
  /* give by owner, P1 */
  :: d_step { owner_loc == B && tok_is == owner ->
              owner_loc = nobody; tok_loc = P1_loc; tok_is = tok; P1_loc = A; step_done() }
  /* give by owner, P2 */
  :: d_step { owner_loc == B && tok_is == owner && P2_loc != nobody && P1_loc != P2_loc ->
              owner_loc = nobody; tok_loc = P2_loc; tok_is = tok; P2_loc = P1_loc; P1_loc = A;
              step_done() }
  /* give by owner, P1, tok */
  :: d_step { owner_loc == B && tok_is == tok ->
              owner_loc = nobody;
              P2_loc = (tok_loc <= P2_loc -> (tok_loc == A -> A : tok_loc) : P2_loc); old1 = P1_loc;
              P1_loc = (tok_loc == A -> tok_loc : A); tok_loc = old1; step_done() }
  /* give by owner, P2, tok */
  :: d_step { owner_loc == B && tok_is == tok && P2_loc != nobody && P1_loc != P2_loc ->
              owner_loc = nobody; old1 = P2_loc;
              P2_loc = (tok_loc <= P1_loc -> (tok_loc == A -> A : tok_loc) : P1_loc);
              P1_loc = (tok_loc == A -> tok_loc : A); tok_loc = old1; step_done() }
  /* give by owner, tok */
  :: d_step { owner_loc == B && tok_is == tok ->
              owner_loc = nobody; P2_loc = P1_loc; P1_loc = A; step_done() }
  /* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; } */
  :: d_step { owner_loc != nobody && tok_is == tok ->
              old1 = tok_loc; tok_loc = owner_loc; owner_loc = old1; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 18: deadlock free; */
#endif
  od
}

--- out.pml
/*
 * ids.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   owner_at: local state of the process named by owner
 *   tok_at: local state of the process named by tok
 *   tok_is: first variable that names the same process as tok
 *   n_...: number of processes of P in a local state
 */

mtype = { A, B, none, owner, tok };

mtype owner_at = none;
mtype tok_at = A;
mtype tok_is = tok;
byte n_A = 3, n_B = 0; /* 0..3 */
hidden mtype j; /* picked in a step */
hidden int old1;

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", owner_at, tok_at, tok_is, n_A, n_B);
  /* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1); */
#ifndef SKIP_one
  assert(!(owner_at != none) || owner_at == B);
#endif
  /* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B))); */
#ifndef SKIP_apart
  assert(owner_at != none && tok_is != owner ||
         n_A + n_B > (owner_at != none) +
                     (tok_is == tok && tok_at == A || tok_is == tok && tok_at == B));
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 11: rule take : A -> B when owner == none && tok == self do owner := self; */
  /* take by tok */
  :: d_step { tok_at == A && owner_at == none ->
              owner_at = B; tok_at = B; tok_is = owner; n_A--; n_B++; step_done() }
  /* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; */
  /* } */
  /* give by owner */
  :: atomic { owner_at == B && tok_is == owner ->
       if
       :: n_A > 0 -> j = A
       :: n_B > 1 -> j = B
       fi;
       d_step { owner_at = none; tok_at = j; tok_is = tok; n_A++; n_B--; step_done() } }
  :: atomic { owner_at == B && tok_is == tok ->
       if
       :: n_A > 0 -> j = A
       :: n_B > 1 -> j = B
       fi;
       d_step { owner_at = none; tok_at = j; n_A++; n_B--; step_done() } }
  /* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; } */
  :: d_step { owner_at != none && tok_is == tok ->
              old1 = tok_at; tok_at = owner_at; owner_at = old1; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 18: deadlock free; */
#endif
  od
}

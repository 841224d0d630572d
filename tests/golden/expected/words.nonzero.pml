--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.pml
/*
 * words.sym, model MODULE for Promela, encoding vector, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   byte_: shared byte
 *   TRUE: shared TRUE
 *   stuck: shared stuck
 *   error_: shared error_
 *   n_A: shared n_A
 *   self__loc: loc of the process named by self_
 *   self__at: at of the process named by self_
 *   EXTENDS1_loc: loc in slot 1 of the untracked processes of EXTENDS
 *   EXTENDS1_at: at in slot 1 of the untracked processes of EXTENDS
 *   U_: the value U
 *   X_: the value X
 *   init_: the value init
 *   skip_: the value skip
 */

mtype = { T, U_, X_, init_, skip_, A_B, A };

mtype byte_ = T;
bool TRUE = false;
bit stuck = 0; /* 0..1 */
bit error_ = 0; /* 0..1 */
bit n_A = 0; /* 0..1 */
mtype self__loc = A;
mtype self__at = X_;
mtype EXTENDS1_loc = A;
mtype EXTENDS1_at = X_;

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", byte_, TRUE, stuck, error_, n_A, self__loc,
         self__at, EXTENDS1_loc, EXTENDS1_at);
  /* line 13: invariant CTLSPEC: TRUE || !TRUE || byte == skip; */
#ifndef SKIP_CTLSPEC
  assert(true);
#endif
  /* line 14: invariant _: forall self_ : EXTENDS . self_@A || self_@A_B; */
#ifndef SKIP_v_
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 10: rule module : A -> A_B when byte == T do { byte := U; at := init; } */
  /* module by EXTENDS1 */
  :: d_step { EXTENDS1_loc == A && byte_ == T ->
              byte_ = U_; EXTENDS1_loc = A_B; EXTENDS1_at = init_; step_done() }
  /* module by self_ */
  :: d_step { self__loc == A && byte_ == T ->
              byte_ = U_; self__loc = A_B; self__at = init_; step_done() }
  /* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := */
  /* stuck; n_A := 1 - n_A; } */
  /* do_ by EXTENDS1 */
  :: d_step { EXTENDS1_loc == A_B && EXTENDS1_at == init_ ->
              TRUE = !TRUE; error_ = stuck; EXTENDS1_loc = A; stuck = n_A; n_A = 1 - n_A;
              step_done() }
  /* do_ by self_ */
  :: d_step { self__loc == A_B && self__at == init_ ->
              TRUE = !TRUE; error_ = stuck; self__loc = A; stuck = n_A; n_A = 1 - n_A; step_done() }
  :: else /* no rule can fire */
  od
}

--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.pml
/*
 * words.sym, model MODULE for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   byte_: shared byte
 *   TRUE: shared TRUE
 *   stuck: shared stuck
 *   error_: shared error_
 *   n_A: shared n_A
 *   self__at: local state of the process named by self_
 *   n_...: number of processes of EXTENDS in a local state
 *   U_: the value U
 *   X_: the value X
 *   init_: the value init
 *   skip_: the value skip
 */

mtype = { T, U_, X_, init_, skip_, A_B, A_X, A_init };

mtype byte_ = T;
bool TRUE = false;
bit stuck = 0; /* 0..1 */
bit error_ = 0; /* 0..1 */
bit n_A = 0; /* 0..1 */
mtype self__at = A_X;
byte n_A_X = 2, n_A_init = 0, n_A_B = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", byte_, TRUE, stuck, error_, n_A, self__at, n_A_X,
         n_A_init, n_A_B);
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
  :: d_step { byte_ == T && n_A_X > (self__at == A_X) -> byte_ = U_; n_A_X--; n_A_B++; step_done() }
  :: d_step { byte_ == T && n_A_init > (self__at == A_init) ->
              byte_ = U_; n_A_init--; n_A_B++; step_done() }
  /* module by self_ */
  :: d_step { self__at != A_B && byte_ == T ->
              byte_ = U_; n_A_X = n_A_X - (self__at == A_X);
              n_A_init = n_A_init - (self__at == A_init); n_A_B++; self__at = A_B; step_done() }
  /* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := */
  /* stuck; n_A := 1 - n_A; } */
  :: d_step { n_A_B > (self__at == A_B) ->
              TRUE = !TRUE; error_ = stuck; n_A_init++; n_A_B--; stuck = n_A; n_A = 1 - n_A;
              step_done() }
  /* do_ by self_ */
  :: d_step { self__at == A_B ->
              TRUE = !TRUE; error_ = stuck; self__at = A_init; n_A_init++; n_A_B--; stuck = n_A;
              n_A = 1 - n_A; step_done() }
  :: else /* no rule can fire */
  od
}

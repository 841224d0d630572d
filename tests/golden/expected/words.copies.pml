--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.pml
/*
 * words.sym, model MODULE for Promela, encoding none (n processes), made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   byte_: shared byte
 *   TRUE: shared TRUE
 *   stuck: shared stuck
 *   error_: shared error_
 *   n_A: shared n_A
 *   self_: id variable self_: 1..n, 0 is none
 *   EXTENDS_1_loc: loc of process 1 of EXTENDS
 *   EXTENDS_1_at: at of process 1 of EXTENDS
 *   EXTENDS_2_loc: loc of process 2 of EXTENDS
 *   EXTENDS_2_at: at of process 2 of EXTENDS
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
byte self_; /* 1..2 */
mtype EXTENDS_1_loc = A;
mtype EXTENDS_1_at = X_;
mtype EXTENDS_2_loc = A;
mtype EXTENDS_2_at = X_;
bit started; /* the initial values are chosen */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d %d\n", byte_, TRUE, stuck, error_, n_A, self_,
         EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at);
  /* line 13: invariant CTLSPEC: TRUE || !TRUE || byte == skip; */
#ifndef SKIP_CTLSPEC
  assert(true);
#endif
  /* line 14: invariant _: forall self_ : EXTENDS . self_@A || self_@A_B; */
#ifndef SKIP_v_
  assert((self_ == 1 -> EXTENDS_1_loc : EXTENDS_2_loc) == A ||
         (self_ == 1 -> EXTENDS_1_loc : EXTENDS_2_loc) == A_B);
#endif
}

active proctype system() {
  atomic {
    if :: self_ = 1 :: self_ = 2 fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: rule module : A -> A_B when byte == T do { byte := U; at := init; } */
  /* module by EXTENDS 1 */
  :: d_step { EXTENDS_1_loc == A && byte_ == T ->
              byte_ = U_; EXTENDS_1_loc = A_B; EXTENDS_1_at = init_; step_done() }
  /* module by EXTENDS 2 */
  :: d_step { EXTENDS_2_loc == A && byte_ == T ->
              byte_ = U_; EXTENDS_2_loc = A_B; EXTENDS_2_at = init_; step_done() }
  /* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := */
  /* stuck; n_A := 1 - n_A; } */
  /* do_ by EXTENDS 1 */
  :: d_step { EXTENDS_1_loc == A_B && EXTENDS_1_at == init_ ->
              TRUE = !TRUE; error_ = stuck; EXTENDS_1_loc = A; stuck = n_A; n_A = 1 - n_A;
              step_done() }
  /* do_ by EXTENDS 2 */
  :: d_step { EXTENDS_2_loc == A_B && EXTENDS_2_at == init_ ->
              TRUE = !TRUE; error_ = stuck; EXTENDS_2_loc = A; stuck = n_A; n_A = 1 - n_A;
              step_done() }
  :: else /* no rule can fire */
  od
}

--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.pml
/*
 * Promela
 * made by gentrans from words.sym (model MODULE), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_CTLSPEC -DSKIP_v_ -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   byte_: shared byte
 *   TRUE: shared TRUE
 *   stuck: shared stuck
 *   error_: shared error_
 *   n_A: shared n_A
 *   self__at: local state of the process named by self_
 *   n_A_X: number of all processes of EXTENDS in local state A,X
 *   n_A_init: number of all processes of EXTENDS in local state A,init
 *   n_A_B: number of all processes of EXTENDS in local state A_B,init
 *   U_: the value U
 *   X_: the value X
 *   init_: the value init
 *   skip_: the value skip
 *   A_B_: the value A_B
 */

#define T 0
#define U_ 1
#define X_ 2
#define init_ 3
#define skip_ 4
#define A_B 5
#define A_X 0
#define A_init 1
#define A_B_ 2

byte byte_ = T; /* 0..5 */
bool TRUE = false; /* 0..1 */
bit stuck = 0; /* 0..1 */
bit error_ = 0; /* 0..1 */
bit n_A = 0; /* 0..1 */
byte self__at = A_X; /* 0..2 */
byte n_A_X = 2; /* 0..2 */
byte n_A_init = 0; /* 0..2 */
byte n_A_B = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d %d %d %d %d %d\n", byte_, TRUE, stuck, error_, n_A, self__at, n_A_X, n_A_init, n_A_B)
#ifdef SKIP_CTLSPEC
#define CHECK_CTLSPEC skip
#else
#define CHECK_CTLSPEC assert(true) /* invariant CTLSPEC */
#endif
#ifdef SKIP_v_
#define CHECK_v_ skip
#else
#define CHECK_v_ assert(true) /* invariant _ */
#endif
#define CHECKS SHOW; CHECK_CTLSPEC; CHECK_v_;

active proctype system() {
  d_step { CHECKS }
  do
  /* module */
  :: d_step { (byte_ == T && n_A_X > ((self__at == A_X) -> (1) : (0))); byte_ = U_; n_A_X = n_A_X - 1; n_A_B = n_A_B + 1; CHECKS }
  /* module */
  :: d_step { (byte_ == T && n_A_init > ((self__at == A_init) -> (1) : (0))); byte_ = U_; n_A_init = n_A_init - 1; n_A_B = n_A_B + 1; CHECKS }
  /* module by self_ */
  :: d_step { (self__at != A_B_ && byte_ == T); byte_ = U_; n_A_X = n_A_X - ((self__at == A_X) -> (1) : (0)); n_A_init = n_A_init - ((self__at == A_init) -> (1) : (0)); n_A_B = n_A_B + 1; self__at = A_B_; CHECKS }
  /* do_ */
  :: d_step { (n_A_B > ((self__at == A_B_) -> (1) : (0))); TRUE = !TRUE; error_ = stuck; n_A_init = n_A_init + 1; n_A_B = n_A_B - 1; stuck = n_A; n_A = 1 - n_A; CHECKS }
  /* do_ by self_ */
  :: d_step { (self__at == A_B_); TRUE = !TRUE; error_ = stuck; self__at = A_init; n_A_init = n_A_init + 1; n_A_B = n_A_B - 1; stuck = n_A; n_A = 1 - n_A; CHECKS }
  /* no rule can fire */
  :: else
  od
}

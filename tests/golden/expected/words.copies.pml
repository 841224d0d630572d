--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.pml
/*
 * Promela
 * made by gentrans from words.sym (model MODULE), encoding none (n explicit processes)
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
 *   self_: id variable self_: 1..n, 0 is none
 *   EXTENDS_1_loc: loc of process 1 of EXTENDS
 *   EXTENDS_1_at: at of process 1 of EXTENDS
 *   EXTENDS_2_loc: loc of process 2 of EXTENDS
 *   EXTENDS_2_at: at of process 2 of EXTENDS
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
#define A 0
#define A_B_ 1

byte byte_ = T; /* 0..5 */
bool TRUE = false; /* 0..1 */
bit stuck = 0; /* 0..1 */
bit error_ = 0; /* 0..1 */
bit n_A = 0; /* 0..1 */
byte self_; /* 1..2 */
bit EXTENDS_1_loc = A; /* 0..1 */
byte EXTENDS_1_at = X_; /* 0..5 */
bit EXTENDS_2_loc = A; /* 0..1 */
byte EXTENDS_2_at = X_; /* 0..5 */
bit started; /* the initial values are chosen */

#define SHOW printf("@state %d %d %d %d %d %d %d %d %d %d\n", byte_, TRUE, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at)
#ifdef SKIP_CTLSPEC
#define CHECK_CTLSPEC skip
#else
#define CHECK_CTLSPEC assert(true) /* invariant CTLSPEC */
#endif
#ifdef SKIP_v_
#define CHECK_v_ skip
#else
#define CHECK_v_ assert(((self_ == 1) -> (EXTENDS_1_loc) : (EXTENDS_2_loc)) == 0 || ((self_ == 1) -> (EXTENDS_1_loc) : (EXTENDS_2_loc)) == 1) /* invariant _ */
#endif
#define CHECKS SHOW; CHECK_CTLSPEC; CHECK_v_;

active proctype system() {
  atomic {
    if :: self_ = 1 :: self_ = 2 fi;
    d_step { started = 1; CHECKS }
  }
  do
  /* module by EXTENDS 1 */
  :: d_step { (EXTENDS_1_loc == A && byte_ == T); byte_ = U_; EXTENDS_1_loc = A_B_; EXTENDS_1_at = init_; CHECKS }
  /* module by EXTENDS 2 */
  :: d_step { (EXTENDS_2_loc == A && byte_ == T); byte_ = U_; EXTENDS_2_loc = A_B_; EXTENDS_2_at = init_; CHECKS }
  /* do_ by EXTENDS 1 */
  :: d_step { (EXTENDS_1_loc == A_B_ && EXTENDS_1_at == init_); TRUE = !TRUE; error_ = stuck; EXTENDS_1_loc = A; stuck = n_A; n_A = 1 - n_A; CHECKS }
  /* do_ by EXTENDS 2 */
  :: d_step { (EXTENDS_2_loc == A_B_ && EXTENDS_2_at == init_); TRUE = !TRUE; error_ = stuck; EXTENDS_2_loc = A; stuck = n_A; n_A = 1 - n_A; CHECKS }
  /* no rule can fire */
  :: else
  od
}

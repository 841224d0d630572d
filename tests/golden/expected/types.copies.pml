--- out.pml
/*
 * Promela
 * made by gentrans from types.sym (model types), encoding none (n explicit processes)
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_rest -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   level: shared level
 *   i: id variable i: 1..n, 0 is none
 *   j: id variable j: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_1_v: v of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_2_v: v of process 2 of P
 *   Q_1_loc: loc of process 1 of Q
 *   Q_2_loc: loc of process 2 of Q
 */

#define A 0
#define B 1
#define Ready 0
#define Rest 1

byte level; /* 0..2 */
byte i; /* 1..2 */
byte j; /* 1..2 */
bit P_1_loc = A; /* 0..1 */
bit P_1_v = 0; /* 0..1 */
bit P_2_loc = A; /* 0..1 */
bit P_2_v = 0; /* 0..1 */
bit Q_1_loc; /* 0..1 */
bit Q_2_loc; /* 0..1 */
bit started; /* the initial values are chosen */
hidden int e2_now;
hidden int e3_now;

#define e1 ((((P_1_loc == B || P_1_v > 0) * (1)) + (!(P_1_loc == B || P_1_v > 0) * (0))) + (((P_2_loc == B || P_2_v > 0) * (1)) + (!(P_2_loc == B || P_2_v > 0) * (0))) > 0)
#define e2 ((((P_2_loc != B && P_2_v == 0 && P_2_loc != A) * (0)) + (!(P_2_loc != B && P_2_v == 0 && P_2_loc != A) * ((((P_2_v == 0 && P_2_loc == A) * (1)) + (!(P_2_v == 0 && P_2_loc == A) * (P_2_v)))))))
#define e3 ((((P_1_loc != B && P_1_v == 0 && P_1_loc != A) * (0)) + (!(P_1_loc != B && P_1_v == 0 && P_1_loc != A) * ((((P_1_v == 0 && P_1_loc == A) * (1)) + (!(P_1_v == 0 && P_1_loc == A) * (P_1_v)))))))
#define SHOW printf("@state %d %d %d %d %d %d %d %d %d\n", level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_1_loc, Q_2_loc)
#ifdef SKIP_low
#define CHECK_low skip
#else
#define CHECK_low assert(true) /* invariant low */
#endif
#ifdef SKIP_rest
#define CHECK_rest skip
#else
#define CHECK_rest assert(true) /* invariant rest */
#endif
#define CHECKS SHOW; CHECK_low; CHECK_rest;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  atomic {
    if :: level = 0 :: level = 1 :: level = 2 fi;
    (level % 2 == 0);
    if :: i = 1 :: i = 2 fi;
    if :: j = 1 :: j = 2 fi;
    if :: Q_1_loc = Ready :: Q_1_loc = Rest fi;
    if :: Q_2_loc = Ready :: Q_2_loc = Rest fi;
    d_step { started = 1; CHECKS }
  }
  do
  /* meet by P 1, j = P 2 */
  :: d_step { (P_1_loc == A && P_2_loc == A); P_1_loc = B; P_1_v = 0; P_2_v = 1; CHECKS }
  /* meet by P 2, j = P 1 */
  :: d_step { (P_2_loc == A && P_1_loc == A); P_1_v = 1; P_2_loc = B; P_2_v = 0; CHECKS }
  /* call by P 1, k = Q 1 */
  :: d_step { (Q_1_loc == Ready && P_1_loc == B && e1); P_1_loc = A; Q_1_loc = Rest; CHECKS }
  /* call by P 1, k = Q 2 */
  :: d_step { (Q_2_loc == Ready && P_1_loc == B && e1); P_1_loc = A; Q_2_loc = Rest; CHECKS }
  /* call by P 2, k = Q 1 */
  :: d_step { (Q_1_loc == Ready && P_2_loc == B && e1); P_2_loc = A; Q_1_loc = Rest; CHECKS }
  /* call by P 2, k = Q 2 */
  :: d_step { (Q_2_loc == Ready && P_2_loc == B && e1); P_2_loc = A; Q_2_loc = Rest; CHECKS }
  /* all by P 1, any = 0 */
  :: d_step { (level > 0 && P_1_v == 0); e2_now = ((P_2_loc != B && P_2_v == 0 && P_2_loc != A) -> (0) : (((P_2_v == 0 && P_2_loc == A) -> (1) : (P_2_v)))); level = 0; P_2_v = e2_now; CHECKS }
  /* all by P 1, any = 1 */
  :: d_step { (level > 0 && P_1_v == 0); e2_now = ((P_2_loc != B && P_2_v == 0 && P_2_loc != A) -> (0) : (((P_2_v == 0 && P_2_loc == A) -> (1) : (P_2_v)))); level = 1; P_2_v = e2_now; CHECKS }
  /* all by P 1, any = 2 */
  :: d_step { (level > 0 && P_1_v == 0); e2_now = ((P_2_loc != B && P_2_v == 0 && P_2_loc != A) -> (0) : (((P_2_v == 0 && P_2_loc == A) -> (1) : (P_2_v)))); level = 2; P_2_v = e2_now; CHECKS }
  /* all by P 2, any = 0 */
  :: d_step { (level > 0 && P_2_v == 0); e3_now = ((P_1_loc != B && P_1_v == 0 && P_1_loc != A) -> (0) : (((P_1_v == 0 && P_1_loc == A) -> (1) : (P_1_v)))); level = 0; P_1_v = e3_now; CHECKS }
  /* all by P 2, any = 1 */
  :: d_step { (level > 0 && P_2_v == 0); e3_now = ((P_1_loc != B && P_1_v == 0 && P_1_loc != A) -> (0) : (((P_1_v == 0 && P_1_loc == A) -> (1) : (P_1_v)))); level = 1; P_1_v = e3_now; CHECKS }
  /* all by P 2, any = 2 */
  :: d_step { (level > 0 && P_2_v == 0); e3_now = ((P_1_loc != B && P_1_v == 0 && P_1_loc != A) -> (0) : (((P_1_v == 0 && P_1_loc == A) -> (1) : (P_1_v)))); level = 2; P_1_v = e3_now; CHECKS }
  /* Rest -> Ready by Q 1 */
  :: d_step { (Q_1_loc == Rest && (P_1_loc == A || P_2_loc == A)); Q_1_loc = Ready; CHECKS }
  /* Rest -> Ready by Q 2 */
  :: d_step { (Q_2_loc == Rest && (P_1_loc == A || P_2_loc == A)); Q_2_loc = Ready; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

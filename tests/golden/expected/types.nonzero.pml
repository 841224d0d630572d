--- out.pml
/*
 * Promela
 * made by gentrans from types.sym (model types), encoding vector
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_rest -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   level: shared level
 *   i_loc: loc of the process named by i
 *   j_loc: loc of the process named by j
 *   j_is: first variable that names the same process as j
 *   P1_loc: loc in slot 1 of the untracked processes of P
 *   P1_v: v in slot 1 of the untracked processes of P
 *   P2_loc: loc in slot 2 of the untracked processes of P
 *   P2_v: v in slot 2 of the untracked processes of P
 *   Q1_loc: loc in slot 1 of the untracked processes of Q
 */

#define Ready 0
#define Rest 1
#define i 0
#define j 1
#define A 0
#define B 1
#define nobody 2

byte level; /* 0..2 */
bit i_loc; /* 0..1 */
bit j_loc; /* 0..1 */
bit j_is; /* 0..1 */
bit P1_loc = A; /* 0..1 */
bit P1_v = 0; /* 0..1 */
bit P2_loc = A; /* 0..1 */
bit P2_v = 0; /* 0..1 */
byte Q1_loc; /* 0..2 */
bit started; /* the initial values are chosen */
hidden int old1;
hidden int e2_now;
hidden int e3_now;
hidden int e4_now;
hidden int e5_now;
hidden int e7_now;
hidden int e8_now;
hidden int e9_now;
hidden int e10_now;
hidden int e11_now;
hidden int e13_now;

#define e1 ((((P1_loc == B || P1_v > 0) * (1)) + (!(P1_loc == B || P1_v > 0) * (0))) + (((P1_loc == B || P1_v > 0) * (1)) + (!(P1_loc == B || P1_v > 0) * (0))) + (((P2_loc == B || P2_v > 0) * (1)) + (!(P2_loc == B || P2_v > 0) * (0))) > (((P1_loc == B || P1_v > 0) * (1)) + (!(P1_loc == B || P1_v > 0) * (0))))
#define e2 ((((0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (0)) + (!(0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P2_loc))))
#define e3 ((((0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P1_v)) + (!(0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P2_v))))
#define e4 ((((0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P2_loc)) + (!(0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (0))))
#define e5 ((((0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P2_v)) + (!(0 < P2_loc || P2_loc == A && P1_v <= P2_v) * (P1_v))))
#define e6 ((((P2_loc == B || P2_v > 0) * (1)) + (!(P2_loc == B || P2_v > 0) * (0))) + (((P1_loc == B || P1_v > 0) * (1)) + (!(P1_loc == B || P1_v > 0) * (0))) + (((P2_loc == B || P2_v > 0) * (1)) + (!(P2_loc == B || P2_v > 0) * (0))) > (((P2_loc == B || P2_v > 0) * (1)) + (!(P2_loc == B || P2_v > 0) * (0))))
#define e7 ((((0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (0)) + (!(0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P1_loc))))
#define e8 ((((0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P2_v)) + (!(0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P1_v))))
#define e9 ((((0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P1_loc)) + (!(0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (0))))
#define e10 ((((0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P1_v)) + (!(0 < P1_loc || P1_loc == A && P2_v <= P1_v) * (P2_v))))
#define e11 ((((P2_loc != B && P2_v == 0 && P2_loc != A) * (0)) + (!(P2_loc != B && P2_v == 0 && P2_loc != A) * ((((P2_v == 0 && P2_loc == A) * (1)) + (!(P2_v == 0 && P2_loc == A) * (P2_v)))))))
#define e12 ((P1_loc != P2_loc || P1_v != P2_v) && level > 0 && P2_v == 0)
#define e13 ((((P1_loc != B && P1_v == 0 && P1_loc != A) * (0)) + (!(P1_loc != B && P1_v == 0 && P1_loc != A) * ((((P1_v == 0 && P1_loc == A) * (1)) + (!(P1_v == 0 && P1_loc == A) * (P1_v)))))))
#define e14 ((((P1_loc == A) * (1)) + (!(P1_loc == A) * (0))) + (((P2_loc == A) * (1)) + (!(P2_loc == A) * (0))) > 0)
#define SHOW printf("@state %d %d %d %d %d %d %d %d %d\n", level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc)
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
    if :: j_is = i :: j_is = j fi;
    if :: i_loc = Ready :: i_loc = Rest fi;
    j_loc = ((j_is == j) -> (Ready) : (((j_is == i) -> (i_loc) : (2))));
    do :: (j_loc < ((j_is == j) -> (1) : (((j_is == i) -> (i_loc) : (2))))) -> j_loc = j_loc + 1 :: (j_loc <= ((j_is == j) -> (1) : (((j_is == i) -> (i_loc) : (2))))) -> break od;
    Q1_loc = ((1 - ((j_is == j) -> (1) : (0)) > 0) -> (Ready) : (nobody));
    do :: (Q1_loc < ((1 - ((j_is == j) -> (1) : (0)) > 0) -> (1) : (2))) -> Q1_loc = Q1_loc + 1 :: (Q1_loc <= ((1 - ((j_is == j) -> (1) : (0)) > 0) -> (1) : (2))) -> break od;
    d_step { started = 1; CHECKS }
  }
  do
  /* meet by P1, P2 */
  :: d_step { (P1_loc == A && P2_loc == A); P1_v = 1; P2_loc = B; P2_v = 0; CHECKS }
  /* call by P1, Q1 */
  :: d_step { (Q1_loc == Ready && P1_loc == B && e1); e2_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (0) : (P2_loc)); e3_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P1_v) : (P2_v)); e4_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_loc) : (0)); e5_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_v) : (P1_v)); P1_loc = e2_now; P1_v = e3_now; P2_loc = e4_now; P2_v = e5_now; Q1_loc = Rest; CHECKS }
  /* call by P2, Q1 */
  :: d_step { ((P1_loc != P2_loc || P1_v != P2_v) && Q1_loc == Ready && P2_loc == B && e6); e7_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (0) : (P1_loc)); e8_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P2_v) : (P1_v)); e9_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_loc) : (0)); e10_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_v) : (P2_v)); P1_loc = e7_now; P1_v = e8_now; P2_loc = e9_now; P2_v = e10_now; Q1_loc = Rest; CHECKS }
  /* call by P1, i */
  :: d_step { (i_loc == Ready && P1_loc == B && e1); e2_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (0) : (P2_loc)); e3_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P1_v) : (P2_v)); e4_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_loc) : (0)); e5_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_v) : (P1_v)); i_loc = Rest; j_loc = ((j_is == i) -> (Rest) : (j_loc)); P1_loc = e2_now; P1_v = e3_now; P2_loc = e4_now; P2_v = e5_now; CHECKS }
  /* call by P2, i */
  :: d_step { ((P1_loc != P2_loc || P1_v != P2_v) && i_loc == Ready && P2_loc == B && e6); e7_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (0) : (P1_loc)); e8_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P2_v) : (P1_v)); e9_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_loc) : (0)); e10_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_v) : (P2_v)); i_loc = Rest; j_loc = ((j_is == i) -> (Rest) : (j_loc)); P1_loc = e7_now; P1_v = e8_now; P2_loc = e9_now; P2_v = e10_now; CHECKS }
  /* call by P1, j */
  :: d_step { (j_is == j && j_loc == Ready && P1_loc == B && e1); e2_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (0) : (P2_loc)); e3_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P1_v) : (P2_v)); e4_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_loc) : (0)); e5_now = ((0 < P2_loc || P2_loc == A && P1_v <= P2_v) -> (P2_v) : (P1_v)); j_loc = Rest; P1_loc = e2_now; P1_v = e3_now; P2_loc = e4_now; P2_v = e5_now; CHECKS }
  /* call by P2, j */
  :: d_step { ((P1_loc != P2_loc || P1_v != P2_v) && j_is == j && j_loc == Ready && P2_loc == B && e6); e7_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (0) : (P1_loc)); e8_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P2_v) : (P1_v)); e9_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_loc) : (0)); e10_now = ((0 < P1_loc || P1_loc == A && P2_v <= P1_v) -> (P1_v) : (P2_v)); j_loc = Rest; P1_loc = e7_now; P1_v = e8_now; P2_loc = e9_now; P2_v = e10_now; CHECKS }
  /* all by P1 */
  :: d_step { (level > 0 && P1_v == 0); e11_now = ((P2_loc != B && P2_v == 0 && P2_loc != A) -> (0) : (((P2_v == 0 && P2_loc == A) -> (1) : (P2_v)))); level = 0; P1_v = ((P1_loc <= P2_loc) -> (0) : (e11_now)); P2_v = ((P1_loc <= P2_loc) -> (e11_now) : (0)); old1 = ((P1_loc <= P2_loc) -> (P1_loc) : (P2_loc)); P2_loc = ((P1_loc <= P2_loc) -> (P2_loc) : (P1_loc)); P1_loc = old1; CHECKS }
  /* all by P1 */
  :: d_step { (level > 0 && P1_v == 0); e11_now = ((P2_loc != B && P2_v == 0 && P2_loc != A) -> (0) : (((P2_v == 0 && P2_loc == A) -> (1) : (P2_v)))); level = 1; P1_v = ((P1_loc <= P2_loc) -> (0) : (e11_now)); P2_v = ((P1_loc <= P2_loc) -> (e11_now) : (0)); old1 = ((P1_loc <= P2_loc) -> (P1_loc) : (P2_loc)); P2_loc = ((P1_loc <= P2_loc) -> (P2_loc) : (P1_loc)); P1_loc = old1; CHECKS }
  /* all by P1 */
  :: d_step { (level > 0 && P1_v == 0); e11_now = ((P2_loc != B && P2_v == 0 && P2_loc != A) -> (0) : (((P2_v == 0 && P2_loc == A) -> (1) : (P2_v)))); level = 2; P1_v = ((P1_loc <= P2_loc) -> (0) : (e11_now)); P2_v = ((P1_loc <= P2_loc) -> (e11_now) : (0)); old1 = ((P1_loc <= P2_loc) -> (P1_loc) : (P2_loc)); P2_loc = ((P1_loc <= P2_loc) -> (P2_loc) : (P1_loc)); P1_loc = old1; CHECKS }
  /* all by P2 */
  :: d_step { (e12); e13_now = ((P1_loc != B && P1_v == 0 && P1_loc != A) -> (0) : (((P1_v == 0 && P1_loc == A) -> (1) : (P1_v)))); level = 0; P1_v = ((P2_loc <= P1_loc) -> (0) : (e13_now)); P2_v = ((P2_loc <= P1_loc) -> (e13_now) : (0)); old1 = ((P2_loc <= P1_loc) -> (P2_loc) : (P1_loc)); P2_loc = ((P2_loc <= P1_loc) -> (P1_loc) : (P2_loc)); P1_loc = old1; CHECKS }
  /* all by P2 */
  :: d_step { (e12); e13_now = ((P1_loc != B && P1_v == 0 && P1_loc != A) -> (0) : (((P1_v == 0 && P1_loc == A) -> (1) : (P1_v)))); level = 1; P1_v = ((P2_loc <= P1_loc) -> (0) : (e13_now)); P2_v = ((P2_loc <= P1_loc) -> (e13_now) : (0)); old1 = ((P2_loc <= P1_loc) -> (P2_loc) : (P1_loc)); P2_loc = ((P2_loc <= P1_loc) -> (P1_loc) : (P2_loc)); P1_loc = old1; CHECKS }
  /* all by P2 */
  :: d_step { (e12); e13_now = ((P1_loc != B && P1_v == 0 && P1_loc != A) -> (0) : (((P1_v == 0 && P1_loc == A) -> (1) : (P1_v)))); level = 2; P1_v = ((P2_loc <= P1_loc) -> (0) : (e13_now)); P2_v = ((P2_loc <= P1_loc) -> (e13_now) : (0)); old1 = ((P2_loc <= P1_loc) -> (P2_loc) : (P1_loc)); P2_loc = ((P2_loc <= P1_loc) -> (P1_loc) : (P2_loc)); P1_loc = old1; CHECKS }
  /* Rest -> Ready by Q1 */
  :: d_step { (Q1_loc == Rest && e14); Q1_loc = Ready; CHECKS }
  /* Rest -> Ready by i */
  :: d_step { (i_loc == Rest && e14); i_loc = Ready; j_loc = ((j_is == i) -> (Ready) : (j_loc)); CHECKS }
  /* Rest -> Ready by j */
  :: d_step { (j_is == j && j_loc == Rest && e14); j_loc = Ready; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

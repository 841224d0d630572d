--- out.pml
/*
 * Promela
 * made by gentrans from types.sym (model types), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_rest -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   level: shared level
 *   n_P_A_0: number of all processes of P in local state A,0
 *   n_P_A_1: number of all processes of P in local state A,1
 *   n_P_B: number of all processes of P in local state B,0
 *   i_at: local state of the process named by i
 *   j_at: local state of the process named by j
 *   j_is: first variable that names the same process as j
 *   n_Q_Ready: number of all processes of Q in local state Ready
 *   n_Q_Rest: number of all processes of Q in local state Rest
 */

#define Ready 0
#define Rest 1
#define i 0
#define j 1

byte level; /* 0..2 */
byte n_P_A_0 = 2; /* 0..2 */
byte n_P_A_1 = 0; /* 0..2 */
byte n_P_B = 0; /* 0..2 */
bit i_at; /* 0..1 */
bit j_at; /* 0..1 */
bit j_is; /* 0..1 */
byte n_Q_Ready; /* 0..2 */
byte n_Q_Rest; /* 0..2 */
bit started; /* the initial values are chosen */

#define e1 ((((i_at == Ready) * (1)) + (!(i_at == Ready) * (0))) + (((j_is == j && j_at == Ready) * (1)) + (!(j_is == j && j_at == Ready) * (0))))
#define e2 ((((i_at == Rest) * (1)) + (!(i_at == Rest) * (0))) + (((j_is == j && j_at == Rest) * (1)) + (!(j_is == j && j_at == Rest) * (0))))
#define SHOW printf("@state %d %d %d %d %d %d %d %d %d\n", level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest)
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
    if :: i_at = Ready :: i_at = Rest fi;
    if :: j_is = i :: j_is = j fi;
    (j_is == j || j_is == i);
    j_at = ((j_is == i) -> (i_at) : (Ready));
    do :: (j_at < ((j_is == i) -> (i_at) : (1))) -> j_at = j_at + 1 :: (j_at <= ((j_is == i) -> (i_at) : (1))) -> break od;
    n_Q_Ready = e1;
    do :: (n_Q_Ready < 2) -> n_Q_Ready = n_Q_Ready + 1 :: (n_Q_Ready <= 2) -> break od;
    n_Q_Rest = 2 - n_Q_Ready;
    (n_Q_Rest >= e2);
    d_step { started = 1; CHECKS }
  }
  do
  /* meet */
  :: d_step { (n_P_A_0 > 0 && n_P_A_0 > 1); n_P_A_0 = n_P_A_0 - 2; n_P_A_1 = n_P_A_1 + 1; n_P_B = n_P_B + 1; CHECKS }
  /* meet */
  :: d_step { (n_P_A_0 > 0 && n_P_A_1 > 0); n_P_A_0 = n_P_A_0 - 1; n_P_B = n_P_B + 1; CHECKS }
  /* meet */
  :: d_step { (n_P_A_1 > 0 && n_P_A_0 > 0); n_P_A_0 = n_P_A_0 - 1; n_P_B = n_P_B + 1; CHECKS }
  /* meet */
  :: d_step { (n_P_A_1 > 0 && n_P_A_1 > 1); n_P_A_1 = n_P_A_1 - 1; n_P_B = n_P_B + 1; CHECKS }
  /* call */
  :: d_step { (n_P_B > 0 && n_Q_Ready > e1 && n_P_A_1 + n_P_B > 0); n_P_A_0 = n_P_A_0 + 1; n_P_B = n_P_B - 1; n_Q_Ready = n_Q_Ready - 1; n_Q_Rest = n_Q_Rest + 1; CHECKS }
  /* call */
  :: d_step { (n_P_B > 0 && i_at == Ready && n_P_A_1 + n_P_B > 0); n_P_A_0 = n_P_A_0 + 1; n_P_B = n_P_B - 1; i_at = Rest; j_at = ((j_is == i) -> (Rest) : (j_at)); n_Q_Ready = n_Q_Ready - 1; n_Q_Rest = n_Q_Rest + 1; CHECKS }
  /* call */
  :: d_step { (n_P_B > 0 && j_is == j && j_at == Ready && n_P_A_1 + n_P_B > 0); n_P_A_0 = n_P_A_0 + 1; n_P_B = n_P_B - 1; j_at = Rest; n_Q_Ready = n_Q_Ready - 1; n_Q_Rest = n_Q_Rest + 1; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_A_0 > 0); level = 0; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_A_0 > 0); level = 1; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_A_0 > 0); level = 2; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_B > 0); level = 0; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_B > 0); level = 1; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; CHECKS }
  /* all */
  :: d_step { (level > 0 && n_P_B > 0); level = 2; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; CHECKS }
  /* Rest -> Ready */
  :: d_step { (n_Q_Rest > e2 && n_P_A_0 + n_P_A_1 > 0); n_Q_Ready = n_Q_Ready + 1; n_Q_Rest = n_Q_Rest - 1; CHECKS }
  /* Rest -> Ready by i */
  :: d_step { (i_at == Rest && n_P_A_0 + n_P_A_1 > 0); i_at = Ready; j_at = ((j_is == i) -> (Ready) : (j_at)); n_Q_Ready = n_Q_Ready + 1; n_Q_Rest = n_Q_Rest - 1; CHECKS }
  /* Rest -> Ready by j */
  :: d_step { (j_is == j && j_at == Rest && n_P_A_0 + n_P_A_1 > 0); j_at = Ready; n_Q_Ready = n_Q_Ready + 1; n_Q_Rest = n_Q_Rest - 1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

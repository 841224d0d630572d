--- out.pml
/*
 * types.sym for Promela, encoding none (n processes), made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
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

mtype = { A, B, Ready, Rest };

byte level; /* 0..2 */
byte i; /* 1..2 */
byte j; /* 1..2 */
mtype P_1_loc = A;
bit P_1_v = 0; /* 0..1 */
mtype P_2_loc = A;
bit P_2_v = 0; /* 0..1 */
mtype Q_1_loc;
mtype Q_2_loc;
bit started; /* the initial values are chosen */
#define P_1_loc_is_B_or_P_1_v_etc ((P_1_loc == B || P_1_v > 0) + (P_2_loc == B || P_2_v > 0) > 0)

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v,
         Q_1_loc, Q_2_loc);
  /* line 23: invariant low: level <= 2; */
#ifndef SKIP_low
  assert(true);
#endif
  /* line 24: invariant rest: forall i, j : Q . i@Rest || j@Ready || i == j || level in 0..2; */
#ifndef SKIP_rest
  assert(true);
#endif
}

active proctype system() {
  atomic {
    if :: level = 0 :: level = 1 :: level = 2 fi;
    (level % 2 == 0);
    if :: i = 1 :: i = 2 fi;
    if :: j = 1 :: j = 2 fi;
    if :: Q_1_loc = Ready :: Q_1_loc = Rest fi;
    if :: Q_2_loc = Ready :: Q_2_loc = Rest fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; } */
  /* meet by P 1, j = P 2 */
  :: d_step { P_1_loc == A && P_2_loc == A -> P_1_loc = B; P_1_v = 0; P_2_v = 1; step_done() }
  /* meet by P 2, j = P 1 */
  :: d_step { P_2_loc == A && P_1_loc == A -> P_1_v = 1; P_2_loc = B; P_2_v = 0; step_done() }
  /* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc */
  /* := Rest; loc := A; } */
  /* call by P 1, k = Q 1 */
  :: d_step { Q_1_loc == Ready && P_1_loc == B && P_1_loc_is_B_or_P_1_v_etc ->
              P_1_loc = A; Q_1_loc = Rest; step_done() }
  /* call by P 1, k = Q 2 */
  :: d_step { Q_2_loc == Ready && P_1_loc == B && P_1_loc_is_B_or_P_1_v_etc ->
              P_1_loc = A; Q_2_loc = Rest; step_done() }
  /* call by P 2, k = Q 1 */
  :: d_step { Q_1_loc == Ready && P_2_loc == B && P_1_loc_is_B_or_P_1_v_etc ->
              P_2_loc = A; Q_1_loc = Rest; step_done() }
  /* call by P 2, k = Q 2 */
  :: d_step { Q_2_loc == Ready && P_2_loc == B && P_1_loc_is_B_or_P_1_v_etc ->
              P_2_loc = A; Q_2_loc = Rest; step_done() }
  /* line 12: rule all when level > 0 && v == 0 do { */
  /*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; } */
  /*   level := any; */
  /* } */
  /* all by P 1, any = 0 */
  :: d_step { level > 0 && P_1_v == 0 ->
              level = 0; P_2_v = (P_2_loc == A && P_2_v == 0 -> 1 : P_2_v); step_done() }
  /* all by P 1, any = 1 */
  :: d_step { level > 0 && P_1_v == 0 ->
              level = 1; P_2_v = (P_2_loc == A && P_2_v == 0 -> 1 : P_2_v); step_done() }
  /* all by P 1, any = 2 */
  :: d_step { level > 0 && P_1_v == 0 ->
              level = 2; P_2_v = (P_2_loc == A && P_2_v == 0 -> 1 : P_2_v); step_done() }
  /* all by P 2, any = 0 */
  :: d_step { level > 0 && P_2_v == 0 ->
              level = 0; P_1_v = (P_1_loc == A && P_1_v == 0 -> 1 : P_1_v); step_done() }
  /* all by P 2, any = 1 */
  :: d_step { level > 0 && P_2_v == 0 ->
              level = 1; P_1_v = (P_1_loc == A && P_1_v == 0 -> 1 : P_1_v); step_done() }
  /* all by P 2, any = 2 */
  :: d_step { level > 0 && P_2_v == 0 ->
              level = 2; P_1_v = (P_1_loc == A && P_1_v == 0 -> 1 : P_1_v); step_done() }
  /* line 20: Rest -> Ready when exists i : P (i@A); */
  /* Rest -> Ready by Q 1 */
  :: d_step { Q_1_loc == Rest && (P_1_loc == A || P_2_loc == A) -> Q_1_loc = Ready; step_done() }
  /* Rest -> Ready by Q 2 */
  :: d_step { Q_2_loc == Rest && (P_1_loc == A || P_2_loc == A) -> Q_2_loc = Ready; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 25: deadlock free; */
#endif
  od
}

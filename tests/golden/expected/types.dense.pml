--- out.pml
/*
 * types.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   level: shared level
 *   n_...: number of processes of P in a local state
 *   i_at: local state of the process named by i
 *   j_at: local state of the process named by j
 *   j_is: first variable that names the same process as j
 *   n_...: number of processes of Q in a local state
 */

#define Ready 0
#define Rest 1

mtype = { i, j };

byte level; /* 0..2 */
byte n_P_A_0 = 2, n_P_A_1 = 0, n_P_B = 0; /* 0..2 */
bit i_at; /* 0..1 */
bit j_at; /* 0..1 */
mtype j_is;
byte n_Q_Ready, n_Q_Rest; /* 0..2 */
bit started; /* the initial values are chosen */
#define i_at_is_Ready_then_1_etc ((i_at == Ready) + (j_is == j && j_at == Ready))
#define i_at_is_Rest_then_1_else_etc ((i_at == Rest) + (j_is == j && j_at == Rest))

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is,
         n_Q_Ready, n_Q_Rest);
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
    if :: i_at = Ready :: i_at = Rest fi;
    if :: j_is = i :: j_is = j fi;
    j_at = (j_is == i -> i_at : Ready);
    do :: (j_at < (j_is == i -> i_at :
                   1)) -> j_at = j_at + 1 :: (j_at <= (j_is == i -> i_at : 1)) -> break od;
    n_Q_Ready = i_at_is_Ready_then_1_etc;
    do :: (n_Q_Ready < 2) -> n_Q_Ready = n_Q_Ready + 1 :: (n_Q_Ready <= 2) -> break od;
    n_Q_Rest = 2 - n_Q_Ready;
    (n_Q_Rest >= i_at_is_Rest_then_1_else_etc);
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; } */
  :: d_step { n_P_A_0 > 0 && n_P_A_0 > 1 -> n_P_A_0 = n_P_A_0 - 2; n_P_A_1++; n_P_B++; step_done() }
  :: d_step { n_P_A_0 > 0 && n_P_A_1 > 0 -> n_P_A_0--; n_P_B++; step_done() }
  :: d_step { n_P_A_1 > 0 && n_P_A_0 > 0 -> n_P_A_0--; n_P_B++; step_done() }
  :: d_step { n_P_A_1 > 0 && n_P_A_1 > 1 -> n_P_A_1--; n_P_B++; step_done() }
  /* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc */
  /* := Rest; loc := A; } */
  :: d_step { n_P_B > 0 && n_Q_Ready > i_at_is_Ready_then_1_etc ->
              n_P_A_0++; n_P_B--; n_Q_Ready--; n_Q_Rest++; step_done() }
  :: d_step { n_P_B > 0 && i_at == Ready ->
              n_P_A_0++; n_P_B--; i_at = Rest; j_at = (j_is == i -> Rest : j_at); n_Q_Ready--;
              n_Q_Rest++; step_done() }
  :: d_step { n_P_B > 0 && j_is == j && j_at == Ready ->
              n_P_A_0++; n_P_B--; j_at = Rest; n_Q_Ready--; n_Q_Rest++; step_done() }
  /* line 12: rule all when level > 0 && v == 0 do { */
  /*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; } */
  /*   level := any; */
  /* } */
  :: d_step { level > 0 && n_P_A_0 > 0 ->
              level = 0; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; step_done() }
  :: d_step { level > 0 && n_P_A_0 > 0 ->
              level = 1; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; step_done() }
  :: d_step { level > 0 && n_P_A_0 > 0 ->
              level = 2; n_P_A_1 = n_P_A_0 + n_P_A_1 - 1; n_P_A_0 = 1; step_done() }
  :: d_step { level > 0 && n_P_B > 0 ->
              level = 0; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; step_done() }
  :: d_step { level > 0 && n_P_B > 0 ->
              level = 1; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; step_done() }
  :: d_step { level > 0 && n_P_B > 0 ->
              level = 2; n_P_A_1 = n_P_A_0 + n_P_A_1; n_P_A_0 = 0; step_done() }
  /* line 20: Rest -> Ready when exists i : P (i@A); */
  :: d_step { n_Q_Rest > i_at_is_Rest_then_1_else_etc && n_P_A_0 + n_P_A_1 > 0 ->
              n_Q_Ready++; n_Q_Rest--; step_done() }
  /* Rest -> Ready by i */
  :: d_step { i_at == Rest && n_P_A_0 + n_P_A_1 > 0 ->
              i_at = Ready; j_at = (j_is == i -> Ready : j_at); n_Q_Ready++; n_Q_Rest--;
              step_done() }
  /* Rest -> Ready by j */
  :: d_step { j_is == j && j_at == Rest && n_P_A_0 + n_P_A_1 > 0 ->
              j_at = Ready; n_Q_Ready++; n_Q_Rest--; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 25: deadlock free; */
#endif
  od
}

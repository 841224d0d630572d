--- out.pml
/*
 * types.sym for Promela, encoding vector, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
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
#define A 0
#define B 1
#define nobody 2

mtype = { i, j };

byte level; /* 0..2 */
bit i_loc; /* 0..1 */
bit j_loc; /* 0..1 */
mtype j_is;
bit P1_loc = A; /* 0..1 */
bit P1_v = 0; /* 0..1 */
bit P2_loc = A; /* 0..1 */
bit P2_v = 0; /* 0..1 */
byte Q1_loc; /* 0..2 */
bit started; /* the initial values are chosen */
hidden int old1;
hidden int v0_below_P2_loc_or_P2_loc_etc_now;
hidden int v0_below_P2_loc_or_P2_loc_etc__now;
hidden int v0_below_P2_loc_or_P2_loc_etc_2_now;
hidden int v0_below_P2_loc_or_P2_loc_etc_3_now;
hidden int v0_below_P1_loc_or_P1_loc_etc_now;
hidden int v0_below_P1_loc_or_P1_loc_etc__now;
hidden int v0_below_P1_loc_or_P1_loc_etc_2_now;
hidden int v0_below_P1_loc_or_P1_loc_etc_3_now;
hidden int P1_loc_at_most_P2_loc_etc_now;
hidden int P1_loc_at_most_P2_loc_etc__now;
hidden int P2_loc_at_most_P1_loc_etc_now;
hidden int P2_loc_at_most_P1_loc_etc__now;
#define P1_loc_is_B_or_P1_v_etc ((P1_loc == B || P1_v > 0) + (P1_loc == B || P1_v > 0) + \
    (P2_loc == B || P2_v > 0) > (P1_loc == B || P1_v > 0))
#define v0_below_P2_loc_or_P2_loc_etc ((0 < P2_loc || P2_loc == A && P1_v <= P2_v -> 0 : P2_loc))
#define v0_below_P2_loc_or_P2_loc_etc_ ((0 < P2_loc || P2_loc == A && P1_v <= P2_v -> P1_v : \
    P2_v))
#define v0_below_P2_loc_or_P2_loc_etc_2 ((0 < P2_loc || P2_loc == A && P1_v <= P2_v -> P2_loc : \
    0))
#define v0_below_P2_loc_or_P2_loc_etc_3 ((0 < P2_loc || P2_loc == A && P1_v <= P2_v -> P2_v : \
    P1_v))
#define P2_loc_is_B_or_P2_v_etc ((P2_loc == B || P2_v > 0) + (P1_loc == B || P1_v > 0) + \
    (P2_loc == B || P2_v > 0) > (P2_loc == B || P2_v > 0))
#define v0_below_P1_loc_or_P1_loc_etc ((0 < P1_loc || P1_loc == A && P2_v <= P1_v -> 0 : P1_loc))
#define v0_below_P1_loc_or_P1_loc_etc_ ((0 < P1_loc || P1_loc == A && P2_v <= P1_v -> P2_v : \
    P1_v))
#define v0_below_P1_loc_or_P1_loc_etc_2 ((0 < P1_loc || P1_loc == A && P2_v <= P1_v -> P1_loc : \
    0))
#define v0_below_P1_loc_or_P1_loc_etc_3 ((0 < P1_loc || P1_loc == A && P2_v <= P1_v -> P1_v : \
    P2_v))
#define P1_loc_at_most_P2_loc_etc ((P1_loc <= P2_loc -> 0 : \
    (P2_loc == A && P2_v == 0 -> 1 : P2_v)))
#define P1_loc_at_most_P2_loc_etc_ ((P1_loc <= P2_loc -> (P2_loc == A && P2_v == 0 -> 1 : P2_v) : \
    0))
#define P1_loc_is_not_P2_loc_or_etc ((P1_loc != P2_loc || P1_v != P2_v) && level > 0 && P2_v == 0)
#define P2_loc_at_most_P1_loc_etc ((P2_loc <= P1_loc -> 0 : \
    (P1_loc == A && P1_v == 0 -> 1 : P1_v)))
#define P2_loc_at_most_P1_loc_etc_ ((P2_loc <= P1_loc -> (P1_loc == A && P1_v == 0 -> 1 : P1_v) : \
    0))
#define P1_loc_is_A_then_1_else_etc ((P1_loc == A) + (P2_loc == A) > 0)

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc,
         P2_v, Q1_loc);
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
    if :: j_is = i :: j_is = j fi;
    if :: i_loc = Ready :: i_loc = Rest fi;
    j_loc = (j_is == j -> Ready : (j_is == i -> i_loc : 2));
    do :: (j_loc < (j_is == j -> 1 :
                    (j_is == i -> i_loc :
                     2))) -> j_loc = j_loc + 1 :: (j_loc <= (j_is == j -> 1 :
        (j_is == i -> i_loc : 2))) -> break od;
    Q1_loc = (1 - (j_is == j) > 0 -> Ready : nobody);
    do :: (Q1_loc < (1 - (j_is == j) > 0 -> 1 :
                     2)) -> Q1_loc = Q1_loc + 1 :: (Q1_loc <= (1 - (j_is == j) > 0 -> 1 :
        2)) -> break od;
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; } */
  /* meet by P1, P2 */
  :: d_step { P1_loc == A && P2_loc == A -> P1_v = 1; P2_loc = B; P2_v = 0; step_done() }
  /* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc */
  /* := Rest; loc := A; } */
  /* call by P1, Q1 */
  :: d_step { Q1_loc == Ready && P1_loc == B && P1_loc_is_B_or_P1_v_etc ->
              v0_below_P2_loc_or_P2_loc_etc_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v -> 0 :
      P2_loc);
              v0_below_P2_loc_or_P2_loc_etc__now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P1_v : P2_v);
              v0_below_P2_loc_or_P2_loc_etc_2_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_loc : 0);
              v0_below_P2_loc_or_P2_loc_etc_3_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_v : P1_v);
              P1_loc = v0_below_P2_loc_or_P2_loc_etc_now; P1_v = v0_below_P2_loc_or_P2_loc_etc__now;
              P2_loc = v0_below_P2_loc_or_P2_loc_etc_2_now;
              P2_v = v0_below_P2_loc_or_P2_loc_etc_3_now; Q1_loc = Rest; step_done() }
  /* call by P2, Q1 */
  :: d_step { (P1_loc != P2_loc || P1_v != P2_v) && Q1_loc == Ready && P2_loc == B &&
              P2_loc_is_B_or_P2_v_etc ->
              v0_below_P1_loc_or_P1_loc_etc_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v -> 0 :
      P1_loc);
              v0_below_P1_loc_or_P1_loc_etc__now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P2_v : P1_v);
              v0_below_P1_loc_or_P1_loc_etc_2_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_loc : 0);
              v0_below_P1_loc_or_P1_loc_etc_3_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_v : P2_v);
              P1_loc = v0_below_P1_loc_or_P1_loc_etc_now; P1_v = v0_below_P1_loc_or_P1_loc_etc__now;
              P2_loc = v0_below_P1_loc_or_P1_loc_etc_2_now;
              P2_v = v0_below_P1_loc_or_P1_loc_etc_3_now; Q1_loc = Rest; step_done() }
  /* call by P1, i */
  :: d_step { i_loc == Ready && P1_loc == B && P1_loc_is_B_or_P1_v_etc ->
              v0_below_P2_loc_or_P2_loc_etc_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v -> 0 :
      P2_loc);
              v0_below_P2_loc_or_P2_loc_etc__now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P1_v : P2_v);
              v0_below_P2_loc_or_P2_loc_etc_2_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_loc : 0);
              v0_below_P2_loc_or_P2_loc_etc_3_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_v : P1_v);
              i_loc = Rest; j_loc = (j_is == i -> Rest : j_loc);
              P1_loc = v0_below_P2_loc_or_P2_loc_etc_now; P1_v = v0_below_P2_loc_or_P2_loc_etc__now;
              P2_loc = v0_below_P2_loc_or_P2_loc_etc_2_now;
              P2_v = v0_below_P2_loc_or_P2_loc_etc_3_now; step_done() }
  /* call by P2, i */
  :: d_step { (P1_loc != P2_loc || P1_v != P2_v) && i_loc == Ready && P2_loc == B &&
              P2_loc_is_B_or_P2_v_etc ->
              v0_below_P1_loc_or_P1_loc_etc_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v -> 0 :
      P1_loc);
              v0_below_P1_loc_or_P1_loc_etc__now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P2_v : P1_v);
              v0_below_P1_loc_or_P1_loc_etc_2_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_loc : 0);
              v0_below_P1_loc_or_P1_loc_etc_3_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_v : P2_v);
              i_loc = Rest; j_loc = (j_is == i -> Rest : j_loc);
              P1_loc = v0_below_P1_loc_or_P1_loc_etc_now; P1_v = v0_below_P1_loc_or_P1_loc_etc__now;
              P2_loc = v0_below_P1_loc_or_P1_loc_etc_2_now;
              P2_v = v0_below_P1_loc_or_P1_loc_etc_3_now; step_done() }
  /* call by P1, j */
  :: d_step { j_is == j && j_loc == Ready && P1_loc == B && P1_loc_is_B_or_P1_v_etc ->
              v0_below_P2_loc_or_P2_loc_etc_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v -> 0 :
      P2_loc);
              v0_below_P2_loc_or_P2_loc_etc__now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P1_v : P2_v);
              v0_below_P2_loc_or_P2_loc_etc_2_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_loc : 0);
              v0_below_P2_loc_or_P2_loc_etc_3_now = (0 < P2_loc || P2_loc == A && P1_v <= P2_v ->
      P2_v : P1_v);
              j_loc = Rest; P1_loc = v0_below_P2_loc_or_P2_loc_etc_now;
              P1_v = v0_below_P2_loc_or_P2_loc_etc__now;
              P2_loc = v0_below_P2_loc_or_P2_loc_etc_2_now;
              P2_v = v0_below_P2_loc_or_P2_loc_etc_3_now; step_done() }
  /* call by P2, j */
  :: d_step { (P1_loc != P2_loc || P1_v != P2_v) && j_is == j && j_loc == Ready && P2_loc == B &&
              P2_loc_is_B_or_P2_v_etc ->
              v0_below_P1_loc_or_P1_loc_etc_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v -> 0 :
      P1_loc);
              v0_below_P1_loc_or_P1_loc_etc__now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P2_v : P1_v);
              v0_below_P1_loc_or_P1_loc_etc_2_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_loc : 0);
              v0_below_P1_loc_or_P1_loc_etc_3_now = (0 < P1_loc || P1_loc == A && P2_v <= P1_v ->
      P1_v : P2_v);
              j_loc = Rest; P1_loc = v0_below_P1_loc_or_P1_loc_etc_now;
              P1_v = v0_below_P1_loc_or_P1_loc_etc__now;
              P2_loc = v0_below_P1_loc_or_P1_loc_etc_2_now;
              P2_v = v0_below_P1_loc_or_P1_loc_etc_3_now; step_done() }
  /* line 12: rule all when level > 0 && v == 0 do { */
  /*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; } */
  /*   level := any; */
  /* } */
  /* all by P1 */
  :: d_step { level > 0 && P1_v == 0 ->
              P1_loc_at_most_P2_loc_etc_now = (P1_loc <= P2_loc -> 0 :
      (P2_loc == A && P2_v == 0 -> 1 : P2_v));
              P1_loc_at_most_P2_loc_etc__now = (P1_loc <= P2_loc ->
      (P2_loc == A && P2_v == 0 -> 1 : P2_v) : 0);
              level = 0; P1_v = P1_loc_at_most_P2_loc_etc_now;
              P2_v = P1_loc_at_most_P2_loc_etc__now; old1 = (P1_loc <= P2_loc -> P1_loc : P2_loc);
              P2_loc = (P1_loc <= P2_loc -> P2_loc : P1_loc); P1_loc = old1; step_done() }
  :: d_step { level > 0 && P1_v == 0 ->
              P1_loc_at_most_P2_loc_etc_now = (P1_loc <= P2_loc -> 0 :
      (P2_loc == A && P2_v == 0 -> 1 : P2_v));
              P1_loc_at_most_P2_loc_etc__now = (P1_loc <= P2_loc ->
      (P2_loc == A && P2_v == 0 -> 1 : P2_v) : 0);
              level = 1; P1_v = P1_loc_at_most_P2_loc_etc_now;
              P2_v = P1_loc_at_most_P2_loc_etc__now; old1 = (P1_loc <= P2_loc -> P1_loc : P2_loc);
              P2_loc = (P1_loc <= P2_loc -> P2_loc : P1_loc); P1_loc = old1; step_done() }
  :: d_step { level > 0 && P1_v == 0 ->
              P1_loc_at_most_P2_loc_etc_now = (P1_loc <= P2_loc -> 0 :
      (P2_loc == A && P2_v == 0 -> 1 : P2_v));
              P1_loc_at_most_P2_loc_etc__now = (P1_loc <= P2_loc ->
      (P2_loc == A && P2_v == 0 -> 1 : P2_v) : 0);
              level = 2; P1_v = P1_loc_at_most_P2_loc_etc_now;
              P2_v = P1_loc_at_most_P2_loc_etc__now; old1 = (P1_loc <= P2_loc -> P1_loc : P2_loc);
              P2_loc = (P1_loc <= P2_loc -> P2_loc : P1_loc); P1_loc = old1; step_done() }
  /* all by P2 */
  :: d_step { P1_loc_is_not_P2_loc_or_etc ->
              P2_loc_at_most_P1_loc_etc_now = (P2_loc <= P1_loc -> 0 :
      (P1_loc == A && P1_v == 0 -> 1 : P1_v));
              P2_loc_at_most_P1_loc_etc__now = (P2_loc <= P1_loc ->
      (P1_loc == A && P1_v == 0 -> 1 : P1_v) : 0);
              level = 0; P1_v = P2_loc_at_most_P1_loc_etc_now;
              P2_v = P2_loc_at_most_P1_loc_etc__now; old1 = (P2_loc <= P1_loc -> P2_loc : P1_loc);
              P2_loc = (P2_loc <= P1_loc -> P1_loc : P2_loc); P1_loc = old1; step_done() }
  :: d_step { P1_loc_is_not_P2_loc_or_etc ->
              P2_loc_at_most_P1_loc_etc_now = (P2_loc <= P1_loc -> 0 :
      (P1_loc == A && P1_v == 0 -> 1 : P1_v));
              P2_loc_at_most_P1_loc_etc__now = (P2_loc <= P1_loc ->
      (P1_loc == A && P1_v == 0 -> 1 : P1_v) : 0);
              level = 1; P1_v = P2_loc_at_most_P1_loc_etc_now;
              P2_v = P2_loc_at_most_P1_loc_etc__now; old1 = (P2_loc <= P1_loc -> P2_loc : P1_loc);
              P2_loc = (P2_loc <= P1_loc -> P1_loc : P2_loc); P1_loc = old1; step_done() }
  :: d_step { P1_loc_is_not_P2_loc_or_etc ->
              P2_loc_at_most_P1_loc_etc_now = (P2_loc <= P1_loc -> 0 :
      (P1_loc == A && P1_v == 0 -> 1 : P1_v));
              P2_loc_at_most_P1_loc_etc__now = (P2_loc <= P1_loc ->
      (P1_loc == A && P1_v == 0 -> 1 : P1_v) : 0);
              level = 2; P1_v = P2_loc_at_most_P1_loc_etc_now;
              P2_v = P2_loc_at_most_P1_loc_etc__now; old1 = (P2_loc <= P1_loc -> P2_loc : P1_loc);
              P2_loc = (P2_loc <= P1_loc -> P1_loc : P2_loc); P1_loc = old1; step_done() }
  /* line 20: Rest -> Ready when exists i : P (i@A); */
  /* Rest -> Ready by Q1 */
  :: d_step { Q1_loc == Rest && P1_loc_is_A_then_1_else_etc -> Q1_loc = Ready; step_done() }
  /* Rest -> Ready by i */
  :: d_step { i_loc == Rest && P1_loc_is_A_then_1_else_etc ->
              i_loc = Ready; j_loc = (j_is == i -> Ready : j_loc); step_done() }
  /* Rest -> Ready by j */
  :: d_step { j_is == j && j_loc == Rest && P1_loc_is_A_then_1_else_etc ->
              j_loc = Ready; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 25: deadlock free; */
#endif
  od
}

--- out.pml
/*
 * long.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N divided
 *   x: shared x
 *   y: shared y
 *   b: shared b
 *   n_...: number of processes of P in a local state
 *   n_...: number of processes of Q in a local state
 */

byte x = 0; /* 0..2 */
byte y = 0; /* 0..2 */
bool b = false;
byte n_P_A = 2, n_P_B = 0, n_Q_C = 2, n_Q_D = 0; /* 0..2 */
bit started; /* the initial values are chosen */
bool divided_1; /* part of a property, set by every step */
bool long__2; /* part of a property, set by every step */
#define x_is_0_iff_b_iff_y_is_1_etc ((((x == 0) == b) == (y == 1)) == ((x == 0) == b || x == 1))
#define x_is_0_iff_b_iff_y_is_1_etc_ ((((x_is_0_iff_b_iff_y_is_1_etc == (y == \
    2)) == (x_is_0_iff_b_iff_y_is_1_etc || \
            x == 2)) == (y == 1)) == ((x_is_0_iff_b_iff_y_is_1_etc == (y == \
    2)) == (x_is_0_iff_b_iff_y_is_1_etc || x == 2) && \
    x == 1))
#define x_is_0_iff_b_iff_y_is_1_etc_2 ((((x_is_0_iff_b_iff_y_is_1_etc_ == (y == \
    2)) == (!(x_is_0_iff_b_iff_y_is_1_etc_) || x == 2)) == (y == \
    0)) == ((x_is_0_iff_b_iff_y_is_1_etc_ == (y == 2)) == (!(x_is_0_iff_b_iff_y_is_1_etc_) || x == \
    2) || \
            x == 0))

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d\n", x, y, b, n_P_A, n_P_B, n_Q_C, n_Q_D);
#ifndef SKIP_divided
  divided_1 = ((x != 0 -> (x == 0 -> 0 : 2 / x) : 1) < 2);
#endif
#ifndef SKIP_long_
  long__2 = ((x_is_0_iff_b_iff_y_is_1_etc_2 == (y == 1)) == (x_is_0_iff_b_iff_y_is_1_etc_2 &&
      x == 1));
#endif
}

active proctype system() {
  atomic {
    d_step { started = 1; step_done() }
  }
  do
  /* line 5: rule first when x < 2 do x := x + 1; */
  :: d_step { x < 2 -> x++; step_done() }
  /* line 6: rule go : A -> B do b := !b; */
  :: d_step { n_P_A > 0 -> b = !b; n_P_A--; n_P_B++; step_done() }
  /* line 8: rule second when x == 2 do { x := 0; y := (y + 1) % 3; } */
  :: d_step { x == 2 -> x = 0; y = (y + 1) % 3; step_done() }
  /* line 9: rule third when y == 2 do y := 0; */
  :: d_step { y == 2 -> y = 0; step_done() }
  /* line 10: rule come : C -> D; */
  :: d_step { n_Q_C > 0 -> n_Q_C--; n_Q_D++; step_done() }
  /* line 11: rule last do b := false; */
  :: d_step { true -> b = false; step_done() }
  :: else /* no rule can fire */
  od
}

/* line 19: ltl divided: G F ((x != 0 ? 2 / x : 1) <= 1); */
#ifndef SKIP_divided
ltl divided { ([] (<> (!started || divided_1))) }
#endif

/* line 20: ltl long: F b || G (a64 || F b); */
#define long__1 (b)
#define long__3 (b)
#ifndef SKIP_long_
ltl long_ { ((([] (!started)) || (<> (started && long__1))) || ([] (started -> (long__2 || (<> long__3))))) }
#endif

--- out.pml
/*
 * arrays.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   a_m1: shared a_m1
 *   a_0: shared a_0
 *   a_1: shared a_1
 *   m_0_left_1: shared m_0_left_1
 *   m_0_right_1: shared m_0_right_1
 *   m_1_left_1: shared m_1_left_1
 *   m_1_left_2: shared m_1_left_2
 *   m_1_right_1: shared m_1_right_1
 *   m_1_right_2: shared m_1_right_2
 *   s: shared s
 *   t: shared t
 *   x: shared x
 *   low: shared low
 *   w: shared w
 *   n_...: number of processes of P in a local state
 */

mtype = { left, right, up, down };

byte a_m1 = 1; /* 0..2 */
byte a_0 = 1; /* 0..2 */
byte a_1 = 1; /* 0..2 */
bool m_0_left_1 = false;
bool m_0_right_1 = false;
bool m_1_left_1 = false;
bool m_1_left_2 = false;
bool m_1_right_1 = false;
bool m_1_right_2 = false;
mtype s = left;
mtype t = left;
byte x = 0; /* 0..2 */
int low = -2147483648; /* -2147483648..0 */
mtype w = down;
byte n_P_s0_0_1 = 2, n_P_s1_0_1 = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", a_m1, a_0, a_1, m_0_left_1,
         m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, x, low, w, n_P_s0_0_1,
         n_P_s1_0_1);
  /* line 26: invariant flat: m[0][left][x / 2 + 1] -> m[x % 2][right][2] || a[-1] == 0; */
#ifndef SKIP_flat
  assert(!(x / 2 == 0 && m_0_left_1) || (x % 2 != 0 && m_1_right_2 || a_m1 == 0));
#endif
  /* line 27: invariant quiet: low < 0; */
#ifndef SKIP_quiet
  assert(low < 0);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 18: rule two when x == 0 && m[1][right][x + 1] do { x := 1; left := a; } */
  :: d_step { n_P_s0_0_1 > 0 && m_1_right_1 -> n_P_s0_0_1--; n_P_s1_0_1++; step_done() }
  /* line 21: rule idle when s == right do x := (x + 1) % 3; */
  :: d_step { s == right -> x = (x + 1) % 3; step_done() }
  /* line 23: rule three do { m[0][s][1] := !m[1][right][2]; m[1][s][x % 2 + 1] := true; s := */
  /* any; a[x - 1] := any 0..1; } */
  :: d_step { true ->
              a_m1 = (x == 0 -> 0 : a_m1); a_0 = (x == 1 -> 0 : a_0); a_1 = (x == 2 -> 0 : a_1);
              m_0_left_1 = (s == left -> !m_1_right_2 : m_0_left_1);
              m_0_right_1 = (s == right -> !m_1_right_2 : m_0_right_1);
              m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1;
              m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2;
              m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1;
              m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = left; step_done() }
  :: d_step { true ->
              a_m1 = (x == 0 -> 1 : a_m1); a_0 = (x == 1 -> 1 : a_0); a_1 = (x == 2 -> 1 : a_1);
              m_0_left_1 = (s == left -> !m_1_right_2 : m_0_left_1);
              m_0_right_1 = (s == right -> !m_1_right_2 : m_0_right_1);
              m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1;
              m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2;
              m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1;
              m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = left; step_done() }
  :: d_step { true ->
              a_m1 = (x == 0 -> 0 : a_m1); a_0 = (x == 1 -> 0 : a_0); a_1 = (x == 2 -> 0 : a_1);
              m_0_left_1 = (s == left -> !m_1_right_2 : m_0_left_1);
              m_0_right_1 = (s == right -> !m_1_right_2 : m_0_right_1);
              m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1;
              m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2;
              m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1;
              m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = right; step_done() }
  :: d_step { true ->
              a_m1 = (x == 0 -> 1 : a_m1); a_0 = (x == 1 -> 1 : a_0); a_1 = (x == 2 -> 1 : a_1);
              m_0_left_1 = (s == left -> !m_1_right_2 : m_0_left_1);
              m_0_right_1 = (s == right -> !m_1_right_2 : m_0_right_1);
              m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1;
              m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2;
              m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1;
              m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = right; step_done() }
  /* line 24: rule four when m[x / 2][t][1] do { t := s; low := 0; w := w == up ? down : up; } */
  :: d_step { (x / 2 == 0 -> (t == left -> m_0_left_1 : m_0_right_1) :
               (t == left -> m_1_left_1 : m_1_right_1)) ->
              t = s; low = 0; w = (w == up -> down : up); step_done() }
  :: else /* no rule can fire */
  od
}

--- out.pml
/*
 * Promela
 * made by gentrans from arrays.sym (model arrays), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_flat -DSKIP_quiet -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
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
 *   n_P_s0_0_1: number of all processes of P in local state 0,false,false,0,1
 *   n_P_s1_0_1: number of all processes of P in local state 1,false,false,0,1
 */

#define left 0
#define right 1
#define up 0
#define down 1

byte a_m1 = 1; /* 0..2 */
byte a_0 = 1; /* 0..2 */
byte a_1 = 1; /* 0..2 */
bool m_0_left_1 = false; /* 0..1 */
bool m_0_right_1 = false; /* 0..1 */
bool m_1_left_1 = false; /* 0..1 */
bool m_1_left_2 = false; /* 0..1 */
bool m_1_right_1 = false; /* 0..1 */
bool m_1_right_2 = false; /* 0..1 */
bit s = left; /* 0..1 */
bit t = left; /* 0..1 */
byte x = 0; /* 0..2 */
int low = -2147483648; /* -2147483648..0 */
bit w = down; /* 0..1 */
byte n_P_s0_0_1 = 2; /* 0..2 */
byte n_P_s1_0_1 = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, x, low, w, n_P_s0_0_1, n_P_s1_0_1)
#ifdef SKIP_flat
#define CHECK_flat skip
#else
#define CHECK_flat assert((!(x / 2 == 0 && m_0_left_1) || (x % 2 != 0 && m_1_right_2 || a_m1 == 0))) /* invariant flat */
#endif
#ifdef SKIP_quiet
#define CHECK_quiet skip
#else
#define CHECK_quiet assert(low < 0) /* invariant quiet */
#endif
#define CHECKS SHOW; CHECK_flat; CHECK_quiet;

active proctype system() {
  d_step { CHECKS }
  do
  /* two */
  :: d_step { (n_P_s0_0_1 > 0 && m_1_right_1); n_P_s0_0_1 = n_P_s0_0_1 - 1; n_P_s1_0_1 = n_P_s1_0_1 + 1; CHECKS }
  /* idle */
  :: d_step { (s == right); x = (x + 1) % 3; CHECKS }
  /* three */
  :: d_step { (true); a_m1 = ((x == 0) -> (0) : (a_m1)); a_0 = ((x == 1) -> (0) : (a_0)); a_1 = ((x == 2) -> (0) : (a_1)); m_0_left_1 = ((s == left) -> (!m_1_right_2) : (m_0_left_1)); m_0_right_1 = ((s == right) -> (!m_1_right_2) : (m_0_right_1)); m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1; m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2; m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1; m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = left; CHECKS }
  /* three */
  :: d_step { (true); a_m1 = ((x == 0) -> (1) : (a_m1)); a_0 = ((x == 1) -> (1) : (a_0)); a_1 = ((x == 2) -> (1) : (a_1)); m_0_left_1 = ((s == left) -> (!m_1_right_2) : (m_0_left_1)); m_0_right_1 = ((s == right) -> (!m_1_right_2) : (m_0_right_1)); m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1; m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2; m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1; m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = left; CHECKS }
  /* three */
  :: d_step { (true); a_m1 = ((x == 0) -> (0) : (a_m1)); a_0 = ((x == 1) -> (0) : (a_0)); a_1 = ((x == 2) -> (0) : (a_1)); m_0_left_1 = ((s == left) -> (!m_1_right_2) : (m_0_left_1)); m_0_right_1 = ((s == right) -> (!m_1_right_2) : (m_0_right_1)); m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1; m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2; m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1; m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = right; CHECKS }
  /* three */
  :: d_step { (true); a_m1 = ((x == 0) -> (1) : (a_m1)); a_0 = ((x == 1) -> (1) : (a_0)); a_1 = ((x == 2) -> (1) : (a_1)); m_0_left_1 = ((s == left) -> (!m_1_right_2) : (m_0_left_1)); m_0_right_1 = ((s == right) -> (!m_1_right_2) : (m_0_right_1)); m_1_left_1 = s == left && x % 2 == 0 || m_1_left_1; m_1_left_2 = s == left && x % 2 == 1 || m_1_left_2; m_1_right_1 = s == right && x % 2 == 0 || m_1_right_1; m_1_right_2 = s == right && x % 2 == 1 || m_1_right_2; s = right; CHECKS }
  /* four */
  :: d_step { (((x / 2 == 0) -> (((t == left) -> (m_0_left_1) : (m_0_right_1))) : (((t == left) -> (m_1_left_1) : (m_1_right_1))))); t = s; low = 0; w = ((w == up) -> (down) : (up)); CHECKS }
  /* no rule can fire */
  :: else
  od
}

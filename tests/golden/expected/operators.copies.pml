--- out.pml
/*
 * Promela
 * made by gentrans from operators.sym (model operators), encoding none (n explicit processes)
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_arithmetic -DSKIP_negated -DSKIP_division -DSKIP_by_negative -DSKIP_order -DSKIP_choice -DSKIP_places -DSKIP_colours -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 *   y: shared y
 *   b: shared b
 *   c: shared c
 *   a_0: shared a_0
 *   a_1: shared a_1
 *   a_2: shared a_2
 *   m_red_0: shared m_red_0
 *   m_red_1: shared m_red_1
 *   m_green_0: shared m_green_0
 *   m_green_1: shared m_green_1
 *   m_blue_0: shared m_blue_0
 *   m_blue_1: shared m_blue_1
 */

#define red 0
#define green 1
#define blue 2

short x; /* -3..3 */
byte y; /* 0..3 */
bool b = false; /* 0..1 */
byte c = green; /* 0..2 */
byte a_0 = 2; /* 0..3 */
byte a_1 = 1; /* 0..3 */
byte a_2 = 0; /* 0..3 */
bool m_red_0 = true; /* 0..1 */
bool m_red_1 = true; /* 0..1 */
bool m_green_0 = false; /* 0..1 */
bool m_green_1 = true; /* 0..1 */
bool m_blue_0 = false; /* 0..1 */
bool m_blue_1 = false; /* 0..1 */
bit started; /* the initial values are chosen */
hidden int e1_now;

#define e1 (y - 1)
#define e2 ((0 - (y)))
#define SHOW printf("@state %d %d %d %d %d %d %d %d %d %d %d %d %d\n", x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1)
#ifdef SKIP_arithmetic
#define CHECK_arithmetic skip
#else
#define CHECK_arithmetic assert(((x) <= (y) -> (x) : (y)) <= ((x) >= (y) -> (x) : (y))) /* invariant arithmetic */
#endif
#ifdef SKIP_negated
#define CHECK_negated skip
#else
#define CHECK_negated assert((0 - (x)) + ((b) -> (1) : (0)) * 2 <= y + 4 || ((e2) >= (x) -> (e2) : (x)) <= 2) /* invariant negated */
#endif
#ifdef SKIP_division
#define CHECK_division skip
#else
#define CHECK_division assert((y / 2) * 2 + y % 2 == y && (x / 2) * 2 + x % 2 == x) /* invariant division */
#endif
#ifdef SKIP_by_negative
#define CHECK_by_negative skip
#else
#define CHECK_by_negative assert(true) /* invariant by_negative */
#endif
#ifdef SKIP_order
#define CHECK_order skip
#else
#define CHECK_order assert(true) /* invariant order */
#endif
#ifdef SKIP_choice
#define CHECK_choice skip
#else
#define CHECK_choice assert(true) /* invariant choice */
#endif
#ifdef SKIP_places
#define CHECK_places skip
#else
#define CHECK_places assert(true) /* invariant places */
#endif
#ifdef SKIP_colours
#define CHECK_colours skip
#else
#define CHECK_colours assert((c == red || c == green || c == blue) && c != red || c == red) /* invariant colours */
#endif
#define CHECKS SHOW; CHECK_arithmetic; CHECK_negated; CHECK_division; CHECK_by_negative; CHECK_order; CHECK_choice; CHECK_places; CHECK_colours;

active proctype system() {
  atomic {
    if :: x = -3 :: x = -2 :: x = -1 :: x = 0 :: x = 1 :: x = 2 :: x = 3 fi;
    if :: y = 0 :: y = 1 :: y = 2 :: y = 3 fi;
    d_step { started = 1; CHECKS }
  }
  do
  /* up */
  :: d_step { (x < 3); e1_now = y - 1; x = x + 1; y = ((e1_now) >= (0) -> (e1_now) : (0)); CHECKS }
  /* down */
  :: d_step { (x > (-3)); x = x - 1; b = !b; CHECKS }
  /* paint, k = red */
  :: d_step { (c != red); c = red; CHECKS }
  /* paint, k = green */
  :: d_step { (c != green); c = green; CHECKS }
  /* paint, k = blue */
  :: d_step { (c != blue); c = blue; CHECKS }
  /* mark */
  :: d_step { (y > 0 && y <= 2); a_0 = ((y == 0) -> (y * 2 - 1) : (a_0)); a_1 = ((y == 1) -> (y * 2 - 1) : (a_1)); a_2 = ((y > 1) -> (y * 2 - 1) : (a_2)); m_red_0 = ((c == red && y < 2) -> (((b) == (y == 1))) : (m_red_0)); m_red_1 = ((c == red && y > 1) -> (((b) == (y == 1))) : (m_red_1)); m_green_0 = ((c == green && y < 2) -> (((b) == (y == 1))) : (m_green_0)); m_green_1 = ((c == green && y > 1) -> (((b) == (y == 1))) : (m_green_1)); m_blue_0 = ((c == blue && y < 2) -> (((b) == (y == 1))) : (m_blue_0)); m_blue_1 = ((c == blue && y > 1) -> (((b) == (y == 1))) : (m_blue_1)); CHECKS }
  /* turn */
  :: d_step { ((!(b) || (y > 0))); y = ((b) -> ((y + 1) % 4) : (y / 2)); CHECKS }
  /* wild, any = 0 */
  :: d_step { (true); y = 0; CHECKS }
  /* wild, any = 1 */
  :: d_step { (true); y = 1; CHECKS }
  /* wild, any = 2 */
  :: d_step { (true); y = 2; CHECKS }
  /* wild, any = 3 */
  :: d_step { (true); y = 3; CHECKS }
  /* no rule can fire */
  :: else
  od
}

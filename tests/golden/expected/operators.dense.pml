--- out.pml
/*
 * operators.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
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

mtype = { red, green, blue };

short x; /* -3..3 */
byte y; /* 0..3 */
bool b = false;
mtype c = green;
byte a_0 = 2; /* 0..3 */
byte a_1 = 1; /* 0..3 */
byte a_2 = 0; /* 0..3 */
bool m_red_0 = true;
bool m_red_1 = true;
bool m_green_0 = false;
bool m_green_1 = true;
bool m_blue_0 = false;
bool m_blue_1 = false;
bit started; /* the initial values are chosen */
hidden mtype k; /* picked in a step */
hidden byte any1; /* picked in a step */
hidden int y_plus_minus_1_now;
#define y_plus_minus_1 (y - 1)
#define neg_y (0 - y)

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d %d %d %d %d\n", x, y, b, c, a_0, a_1, a_2, m_red_0,
         m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1);
  /* line 20: invariant arithmetic: x * y + x - -x <= 18 && min(x, y) <= max(x, y); */
#ifndef SKIP_arithmetic
  assert(((x) <= (y) -> x : y) <= ((x) >= (y) -> x : y));
#endif
  /* line 21: invariant negated: -x <= y + 4 - b_as_number * 2 || max(-y, x) <= 2; */
#ifndef SKIP_negated
  assert((0 - x) + (b) * 2 <= y + 4 || ((neg_y) >= (x) -> neg_y : x) <= 2);
#endif
  /* line 22: invariant division: y / 2 * 2 + y % 2 == y && x / 2 * 2 + x % 2 == x; */
#ifndef SKIP_division
  assert((y / 2) * 2 + y % 2 == y && (x / 2) * 2 + x % 2 == x);
#endif
  /* line 23: invariant by_negative: (x != 0 -> y / x <= 3) && (x != 0 -> y % x < 3); */
#ifndef SKIP_by_negative
  assert(true);
#endif
  /* line 24: invariant order: (x < y || x >= y) && (x <= y || x > y) && x != 4 - y + 3; */
#ifndef SKIP_order
  assert(true);
#endif
  /* line 25: invariant choice: (b ? x : y) < 4 && (b <-> !(!b)) && (b -> b); */
#ifndef SKIP_choice
  assert(true);
#endif
  /* line 26: invariant places: a[y % 3] in 0..3 && m[c][y / 2] in {false, true}; */
#ifndef SKIP_places
  assert(true);
#endif
  /* line 27: invariant colours: c in {red, green, blue} && c != red || c == red; */
#ifndef SKIP_colours
  assert(true);
#endif
}

active proctype system() {
  atomic {
    if :: x = -3 :: x = -2 :: x = -1 :: x = 0 :: x = 1 :: x = 2 :: x = 3 fi;
    if :: y = 0 :: y = 1 :: y = 2 :: y = 3 fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 12: rule up when x < 3 do { x := x + 1; y := max(y - 1, 0); } */
  :: d_step { x < 3 ->
              y_plus_minus_1_now = y - 1; x++;
              y = ((y_plus_minus_1_now) >= (0) -> y_plus_minus_1_now : 0); step_done() }
  /* line 13: rule down when x > -3 do { x := min(x - 1, 2); b := !b; } */
  :: d_step { x > (-3) -> x--; b = !b; step_done() }
  /* line 14: rule paint do c := any k : Colour where k != c; */
  :: atomic { true ->
       if
       :: c != red -> k = red
       :: c != green -> k = green
       :: c != blue -> k = blue
       fi;
       d_step { c = k; step_done() } }
  /* line 15: rule mark when y >= 1 && y <= 2 do { a[y] := y * 2 - 1; m[c][y - 1] := b <-> y == */
  /* 1; } */
  :: d_step { y > 0 && y <= 2 ->
              a_0 = (y == 0 -> y * 2 - 1 : a_0); a_1 = (y == 1 -> y * 2 - 1 : a_1);
              a_2 = (y > 1 -> y * 2 - 1 : a_2);
              m_red_0 = (c == red && y < 2 -> b == (y == 1) : m_red_0);
              m_red_1 = (c == red && y > 1 -> b == (y == 1) : m_red_1);
              m_green_0 = (c == green && y < 2 -> b == (y == 1) : m_green_0);
              m_green_1 = (c == green && y > 1 -> b == (y == 1) : m_green_1);
              m_blue_0 = (c == blue && y < 2 -> b == (y == 1) : m_blue_0);
              m_blue_1 = (c == blue && y > 1 -> b == (y == 1) : m_blue_1); step_done() }
  /* line 16: rule turn when b -> y > 0 do y := b ? (y + 1) % 4 : y / 2; */
  :: d_step { !(b) || y > 0 -> y = (b -> (y + 1) % 4 : y / 2); step_done() }
  /* line 18: rule wild do y := any; */
  :: atomic { true ->
       if
       :: any1 = 0
       :: any1 = 1
       :: any1 = 2
       :: any1 = 3
       fi;
       d_step { y = any1; step_done() } }
  :: else /* no rule can fire */
  od
}

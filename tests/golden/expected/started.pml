--- out.pml
/*
 * started.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_deadlock -DSKIP_error_ -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N now_
 *   x: shared x
 *   b: shared b
 *   y: shared y
 *   error: a run-time error has happened
 */

byte x; /* 0..2 */
bool b;
byte y; /* 0..2 */
bool error = false;
bit started; /* the initial values are chosen */
bool long__1; /* part of a property, set by every step */
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
  printf("@state %d %d %d %d\n", x, b, y, error);
#ifndef SKIP_long_
  long__1 = ((x_is_0_iff_b_iff_y_is_1_etc_2 == (y == 1)) == (x_is_0_iff_b_iff_y_is_1_etc_2 &&
      x == 1));
#endif
#ifndef SKIP_long_
  long__2 = (!((x_is_0_iff_b_iff_y_is_1_etc_2 == (y == 1)) == (x_is_0_iff_b_iff_y_is_1_etc_2 &&
      x == 1)));
#endif
  /* line 29: invariant low: x <= 2; */
#ifndef SKIP_low
  assert(true);
#endif
  /* no error error */
#ifndef SKIP_error_
  assert(!error);
#endif
}

active proctype system() {
  atomic {
    if :: x = 0 :: x = 1 :: x = 2 fi;
    if :: b = false :: b = true fi;
    if :: y = 0 :: y = 1 :: y = 2 fi;
    (y != x);
    d_step { started = 1; step_done() }
  }
  do
  /* line 7: rule up when b do x := x + 1; */
  :: d_step { !error && b && x < 2 -> x++; step_done() }
  /* up (error) */
  :: d_step { !error && b && x > 1 -> error = true; step_done() }
  /* line 8: rule down when x > 0 do { x := x - 1; b := !b; } */
  :: d_step { !error && x > 0 -> x--; b = !b; step_done() }
  /* line 9: rule same when y / (b ? 2 : y + 1) == 0 do y := x; */
  :: d_step { !error && y / (b -> 2 : y + 1) == 0 -> y = x; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(error) /* line 30: deadlock free; */
#endif
  od
}

/* line 11: ltl now: x <= 2; */
#define now__1 (true)
#ifndef SKIP_now_
ltl now_ { ((!started) W (started && now__1)) }
#endif

/* line 12: ltl later: F (x == 0) || !F b; */
#define later_1 (x == 0)
#define later_2 (b)
#ifndef SKIP_later
ltl later { ((([] (!started)) || (<> (started && later_1))) || (!(<> (started && later_2)))) }
#endif

/* line 13: ltl always: G (x <= 1) && !G b; */
#define always__1 (x < 2)
#define always__2 (b)
#ifndef SKIP_always_
ltl always_ { (([] (started -> always__1)) && (!((<> started) && ([] (started -> always__2))))) }
#endif

/* line 14: ltl until: (x == 2) U (x <= 1) && !(b U (x == 1)); */
#define until__1 (x == 2)
#define until__2 (x < 2)
#define until__3 (b)
#define until__4 (x == 1)
#ifndef SKIP_until_
ltl until_ { ((([] (!started)) || ((started -> until__1) U (started && until__2))) && (!((started -> until__3) U (started && until__4)))) }
#endif

/* line 15: ltl weak: (x == 2) W b && !(b W (x == 1)); */
#define weak_1 (x == 2)
#define weak_2 (b)
#define weak_3 (b)
#define weak_4 (x == 1)
#ifndef SKIP_weak
ltl weak { (((started -> weak_1) W (started && weak_2)) && (!((<> started) && ((started -> weak_3) W (started && weak_4))))) }
#endif

/* line 16: ltl release: b R (x <= 1) || !(b R (x == 1)); */
#define release__1 (b)
#define release__2 (x < 2)
#define release__3 (b)
#define release__4 (x == 1)
#ifndef SKIP_release_
ltl release_ { (((started && release__1) V (started -> release__2)) || (!((<> started) && ((started && release__3) V (started -> release__4))))) }
#endif

/* line 17: ltl again: G F b <-> F G b; */
#define again_1 (b)
#define again_2 (b)
#define again_3 (b)
#define again_4 (b)
#ifndef SKIP_again
ltl again { ((([] (<> (started && again_1))) -> (<> ([] (!started || again_2)))) && ((<> ([] (started && again_3))) -> ([] (<> (!started || again_4))))) }
#endif

/* line 18: ltl nested: G (b -> F !b) -> F G (x == 0); */
#define nested_1 (b)
#define nested_2 (!b)
#define nested_3 (x == 0)
#ifndef SKIP_nested
ltl nested { (((<> started) && ([] (started -> (nested_1 -> (<> nested_2))))) -> (<> ([] (!started || nested_3)))) }
#endif

/* line 19: ltl not_now: !b && !G F (x == 1); */
#define not_now_1 (!b)
#define not_now_2 (x == 1)
#ifndef SKIP_not_now
ltl not_now { (((!started) W (started && not_now_1)) && (!([] (<> (started && not_now_2))))) }
#endif

/* line 20: ltl shifted: F (b && G (x <= 1)); */
#define shifted_1 (b)
#define shifted_2 (x < 2)
#ifndef SKIP_shifted
ltl shifted { (([] (!started)) || (<> (started && (shifted_1 && ([] shifted_2))))) }
#endif

/* line 28: ltl long: G (a64 || F !a64); */
#ifndef SKIP_long_
ltl long_ { ([] (started -> (long__1 || (<> long__2)))) }
#endif

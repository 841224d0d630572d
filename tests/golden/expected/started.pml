--- out.pml
/*
 * Promela
 * made by gentrans from started.sym (model started), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_deadlock -DSKIP_error_ -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N now_
 *   ./pan -E -a -m1000000 -N later
 *   ./pan -E -a -m1000000 -N always_
 *   ./pan -E -a -m1000000 -N until_
 *   ./pan -E -a -m1000000 -N weak
 *   ./pan -E -a -m1000000 -N release_
 *   ./pan -E -a -m1000000 -N again
 *   ./pan -E -a -m1000000 -N nested
 *   ./pan -E -a -m1000000 -N not_now
 *   ./pan -E -a -m1000000 -N shifted
 *   ./pan -E -a -m1000000 -N long_
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 *   b: shared b
 *   y: shared y
 *   error: a run-time error has happened
 */


byte x; /* 0..2 */
bool b; /* 0..1 */
byte y; /* 0..2 */
bool error = false; /* 0..1 */
bit started; /* the initial values are chosen */
bool long__1; /* part of a property, set by every step */
bool long__2; /* part of a property, set by every step */

#define e1 (((((((x == 0) == (b))) == (y == 1))) == (((x == 0) == (b)) || x == 1)))
#define e2 (((((((((e1) == (y == 2))) == (e1 || x == 2))) == (y == 1))) == (((((e1) == (y == 2))) == (e1 || x == 2)) && x == 1)))
#define e3 (((((((((e2) == (y == 2))) == ((!(e2) || (x == 2))))) == (y == 0))) == (((((e2) == (y == 2))) == ((!(e2) || (x == 2)))) || x == 0)))
#define SHOW printf("@state %d %d %d %d\n", x, b, y, error)
#ifdef SKIP_low
#define CHECK_low skip
#else
#define CHECK_low assert(true) /* invariant low */
#endif
#ifdef SKIP_error_
#define CHECK_error_ skip
#else
#define CHECK_error_ assert(!error) /* no error error */
#endif
#ifdef SKIP_long_
#define SET_long__1 skip
#else
#define SET_long__1 long__1 = (((((e3) == (y == 1))) == (e3 && x == 1)))
#endif
#ifdef SKIP_long_
#define SET_long__2 skip
#else
#define SET_long__2 long__2 = (!((((e3) == (y == 1))) == (e3 && x == 1)))
#endif
#define CHECKS SHOW; SET_long__1; SET_long__2; CHECK_low; CHECK_error_;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(error) /* deadlock free */
#endif

active proctype system() {
  atomic {
    if :: x = 0 :: x = 1 :: x = 2 fi;
    if :: b = false :: b = true fi;
    if :: y = 0 :: y = 1 :: y = 2 fi;
    (y != x);
    d_step { started = 1; CHECKS }
  }
  do
  /* up */
  :: d_step { (!error && b && x < 2); x = x + 1; CHECKS }
  /* up (error) */
  :: d_step { (!error && b && x > 1); error = true; CHECKS }
  /* down */
  :: d_step { (!error && x > 0); x = x - 1; b = !b; CHECKS }
  /* same */
  :: d_step { (!error && y / ((b) -> (2) : (y + 1)) == 0); y = x; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

/* ltl now */
#define now__1 (true)
#ifndef SKIP_now_
ltl now_ { ((!started) W (started && now__1)) }
#endif

/* ltl later */
#define later_1 (x == 0)
#define later_2 (b)
#ifndef SKIP_later
ltl later { ((([] (!started)) || (<> (started && later_1))) || (!(<> (started && later_2)))) }
#endif

/* ltl always */
#define always__1 (x < 2)
#define always__2 (b)
#ifndef SKIP_always_
ltl always_ { (([] (started -> always__1)) && (!((<> started) && ([] (started -> always__2))))) }
#endif

/* ltl until */
#define until__1 (x == 2)
#define until__2 (x < 2)
#define until__3 (b)
#define until__4 (x == 1)
#ifndef SKIP_until_
ltl until_ { ((([] (!started)) || ((started -> until__1) U (started && until__2))) && (!((started -> until__3) U (started && until__4)))) }
#endif

/* ltl weak */
#define weak_1 (x == 2)
#define weak_2 (b)
#define weak_3 (b)
#define weak_4 (x == 1)
#ifndef SKIP_weak
ltl weak { (((started -> weak_1) W (started && weak_2)) && (!((<> started) && ((started -> weak_3) W (started && weak_4))))) }
#endif

/* ltl release */
#define release__1 (b)
#define release__2 (x < 2)
#define release__3 (b)
#define release__4 (x == 1)
#ifndef SKIP_release_
ltl release_ { (((started && release__1) V (started -> release__2)) || (!((<> started) && ((started && release__3) V (started -> release__4))))) }
#endif

/* ltl again */
#define again_1 (b)
#define again_2 (b)
#define again_3 (b)
#define again_4 (b)
#ifndef SKIP_again
ltl again { ((([] (<> (started && again_1))) -> (<> ([] (!started || again_2)))) && ((<> ([] (started && again_3))) -> ([] (<> (!started || again_4))))) }
#endif

/* ltl nested */
#define nested_1 (b)
#define nested_2 (!b)
#define nested_3 (x == 0)
#ifndef SKIP_nested
ltl nested { (((<> started) && ([] (started -> (nested_1 -> (<> nested_2))))) -> (<> ([] (!started || nested_3)))) }
#endif

/* ltl not_now */
#define not_now_1 (!b)
#define not_now_2 (x == 1)
#ifndef SKIP_not_now
ltl not_now { (((!started) W (started && not_now_1)) && (!([] (<> (started && not_now_2))))) }
#endif

/* ltl shifted */
#define shifted_1 (b)
#define shifted_2 (x < 2)
#ifndef SKIP_shifted
ltl shifted { (([] (!started)) || (<> (started && (shifted_1 && ([] shifted_2))))) }
#endif

/* ltl long */
#ifndef SKIP_long_
ltl long_ { ([] (started -> (long__1 || (<> long__2)))) }
#endif

--- out.pml
/*
 * Promela
 * made by gentrans from ltl.sym (model fair_linear), encoding none (n explicit processes)
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N next_
 *   ./pan -E -a -m1000000 -N finally
 *   ./pan -E -a -m1000000 -N globally
 *   ./pan -E -a -m1000000 -N until_
 *   ./pan -E -a -m1000000 -N weak
 *   ./pan -E -a -m1000000 -N release_
 *   ./pan -E -a -m1000000 -N both
 *   ./pan -E -a -m1000000 -N forward
 *   ./pan -E -a -m1000000 -N response
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 */


byte x = 0; /* 0..2 */

#define SHOW printf("@state %d\n", x)
#ifdef SKIP_low
#define CHECK_low skip
#else
#define CHECK_low assert(true) /* invariant low */
#endif
#define CHECKS SHOW; CHECK_low;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  d_step { CHECKS }
  do
  /* up */
  :: d_step { (x < 2); x = x + 1; CHECKS }
  /* reset */
  :: d_step { (x == 2); x = 0; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

/* ltl next */
#define next__1 (true)
#ifndef SKIP_next_
ltl next_ { next__1 }
#endif

/* ltl finally */
#define finally_1 (x == 0)
#define finally_2 (x == 2)
#ifndef SKIP_finally
ltl finally { (([] (<> finally_1)) -> (<> finally_2)) }
#endif

/* ltl globally */
#define globally_1 (x == 0)
#define globally_2 (x == 0)
#ifndef SKIP_globally
ltl globally { (([] (<> globally_1)) -> (!([] globally_2))) }
#endif

/* ltl until */
#define until__1 (x == 0)
#define until__2 (x == 0)
#define until__3 (x == 1)
#ifndef SKIP_until_
ltl until_ { (([] (<> until__1)) -> (until__2 U until__3)) }
#endif

/* ltl weak */
#define weak_1 (x == 0)
#define weak_2 (x == 0)
#define weak_3 (x == 1)
#define weak_4 (x == 0)
#define weak_5 (x == 2)
#ifndef SKIP_weak
ltl weak { (([] (<> weak_1)) -> ((weak_2 W weak_3) && (!(weak_4 W weak_5)))) }
#endif

/* ltl release */
#define release__1 (x == 0)
#define release__2 (x == 1)
#define release__3 (x < 2)
#define release__4 (x == 2)
#define release__5 (x == 0)
#ifndef SKIP_release_
ltl release_ { (([] (<> release__1)) -> ((release__2 V release__3) || (!(release__4 V release__5)))) }
#endif

/* ltl both */
#define both_1 (x == 0)
#define both_2 (x == 0)
#ifndef SKIP_both
ltl both { (([] (<> both_1)) -> ([] (<> both_2))) }
#endif

/* ctl forward */
#define forward_1 (x == 0)
#define forward_2 (x == 2)
#ifndef SKIP_forward
ltl forward { (([] (<> forward_1)) -> (<> forward_2)) }
#endif

/* ctl response */
#define response_1 (x == 0)
#define response_2 (!(x == 1))
#define response_3 (x == 0)
#ifndef SKIP_response
ltl response { (([] (<> response_1)) -> ([] (response_2 || (<> response_3)))) }
#endif

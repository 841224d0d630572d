--- out.pml
/*
 * ltl.sym, model fair_linear for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_deadlock -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N next_
 *   x: shared x
 */

byte x = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d\n", x);
  /* line 19: invariant low */
#ifndef SKIP_low
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 5: up */
  :: d_step { x < 2 -> x++; step_done() }
  /* line 6: reset */
  :: d_step { x == 2 -> x = 0; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 20: deadlock free deadlock */
#endif
  od
}

/* line 10: ltl next */
#define next__1 (true)
#ifndef SKIP_next_
ltl next_ { next__1 }
#endif

/* line 11: ltl finally */
#define finally_1 (x == 0)
#define finally_2 (x == 2)
#ifndef SKIP_finally
ltl finally { (([] (<> finally_1)) -> (<> finally_2)) }
#endif

/* line 12: ltl globally */
#define globally_1 (x == 0)
#define globally_2 (x == 0)
#ifndef SKIP_globally
ltl globally { (([] (<> globally_1)) -> (!([] globally_2))) }
#endif

/* line 13: ltl until */
#define until__1 (x == 0)
#define until__2 (x == 0)
#define until__3 (x == 1)
#ifndef SKIP_until_
ltl until_ { (([] (<> until__1)) -> (until__2 U until__3)) }
#endif

/* line 14: ltl weak */
#define weak_1 (x == 0)
#define weak_2 (x == 0)
#define weak_3 (x == 1)
#define weak_4 (x == 0)
#define weak_5 (x == 2)
#ifndef SKIP_weak
ltl weak { (([] (<> weak_1)) -> ((weak_2 W weak_3) && (!(weak_4 W weak_5)))) }
#endif

/* line 15: ltl release */
#define release__1 (x == 0)
#define release__2 (x == 1)
#define release__3 (x < 2)
#define release__4 (x == 2)
#define release__5 (x == 0)
#ifndef SKIP_release_
ltl release_ { (([] (<> release__1)) -> ((release__2 V release__3) || (!(release__4 V release__5)))) }
#endif

/* line 16: ltl both */
#define both_1 (x == 0)
#define both_2 (x == 0)
#ifndef SKIP_both
ltl both { (([] (<> both_1)) -> ([] (<> both_2))) }
#endif

/* line 17: ctl forward */
#define forward_1 (x == 0)
#define forward_2 (x == 2)
#ifndef SKIP_forward
ltl forward { (([] (<> forward_1)) -> (<> forward_2)) }
#endif

/* line 18: ctl response */
#define response_1 (x == 0)
#define response_2 (!(x == 1))
#define response_3 (x == 0)
#ifndef SKIP_response
ltl response { (([] (<> response_1)) -> ([] (response_2 || (<> response_3)))) }
#endif

--- out.pml
/*
 * Promela
 * made by gentrans from ltl.sym (model fair_linear), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N until_
 *   ./pan -E -a -m1000000 -N weak
 *   ./pan -E -a -m1000000 -N release_
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 */


byte x = 0; /* 0..2 */

#define SHOW printf("@state %d\n", x)
#define CHECKS SHOW;

active proctype system() {
  d_step { CHECKS }
  do
  /* up */
  :: d_step { (x < 2); x = x + 1; CHECKS }
  /* reset */
  :: d_step { (x == 2); x = 0; CHECKS }
  /* no rule can fire */
  :: else
  od
}

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

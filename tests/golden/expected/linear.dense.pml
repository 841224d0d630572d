--- out.pml
/*
 * linear.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_deadlock -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N next_
 *   x: shared x
 */

byte x = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d\n", x);
  /* line 18: invariant low: x <= 2; */
#ifndef SKIP_low
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 5: rule up when x < 2 do x := x + 1; */
  :: d_step { x < 2 -> x++; step_done() }
  /* line 6: rule reset when x == 2 do x := 0; */
  :: d_step { x == 2 -> x = 0; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 19: deadlock free; */
#endif
  od
}

/* line 9: ltl next: X (x == 1) -> X X (x <= 2); */
#define next__1 (true)
#ifndef SKIP_next_
ltl next_ { next__1 }
#endif

/* line 10: ltl finally: F (x == 2) && !F (x > 2); */
#define finally_1 (x == 2)
#ifndef SKIP_finally
ltl finally { (<> finally_1) }
#endif

/* line 11: ltl globally: G (x <= 2) && !G (x == 0); */
#define globally_1 (x == 0)
#ifndef SKIP_globally
ltl globally { (!([] globally_1)) }
#endif

/* line 12: ltl until: (x == 0) U (x == 1); */
#define until__1 (x == 0)
#define until__2 (x == 1)
#ifndef SKIP_until_
ltl until_ { (until__1 U until__2) }
#endif

/* line 13: ltl weak: (x == 0) W (x == 1) && !((x == 0) W (x == 2)); */
#define weak_1 (x == 0)
#define weak_2 (x == 1)
#define weak_3 (x == 0)
#define weak_4 (x == 2)
#ifndef SKIP_weak
ltl weak { ((weak_1 W weak_2) && (!(weak_3 W weak_4))) }
#endif

/* line 14: ltl release: (x == 1) R (x <= 1) || !((x == 2) R (x == 0)); */
#define release__1 (x == 1)
#define release__2 (x < 2)
#define release__3 (x == 2)
#define release__4 (x == 0)
#ifndef SKIP_release_
ltl release_ { ((release__1 V release__2) || (!(release__3 V release__4))) }
#endif

/* line 15: ltl both: G (x == 0 <-> !(x != 0)) <-> G F (x == 0); */
#define both_1 (x == 0)
#ifndef SKIP_both
ltl both { ([] (<> both_1)) }
#endif

/* line 16: ctl forward: AG (x <= 2) && AF (x == 2); */
#define forward_1 (x == 2)
#ifndef SKIP_forward
ltl forward { (<> forward_1) }
#endif

/* line 17: ctl response: AG (x == 1 -> AF (x == 0)); */
#define response_1 (!(x == 1))
#define response_2 (x == 0)
#ifndef SKIP_response
ltl response { ([] (response_1 || (<> response_2))) }
#endif

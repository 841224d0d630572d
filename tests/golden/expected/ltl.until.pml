--- out.pml
/*
 * ltl.sym, model fair_linear for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N until_
 *   x: shared x
 */

byte x = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d\n", x);
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 5: rule up when x < 2 do x := x + 1; */
  :: d_step { x < 2 -> x++; step_done() }
  /* line 6: rule reset when x == 2 do x := 0; */
  :: d_step { x == 2 -> x = 0; step_done() }
  :: else /* no rule can fire */
  od
}

/* line 13: ltl until: (x == 0) U (x == 1); */
#define until__1 (x == 0)
#define until__2 (x == 0)
#define until__3 (x == 1)
#ifndef SKIP_until_
ltl until_ { (([] (<> until__1)) -> (until__2 U until__3)) }
#endif

/* line 14: ltl weak: (x == 0) W (x == 1) && !((x == 0) W (x == 2)); */
#define weak_1 (x == 0)
#define weak_2 (x == 0)
#define weak_3 (x == 1)
#define weak_4 (x == 0)
#define weak_5 (x == 2)
#ifndef SKIP_weak
ltl weak { (([] (<> weak_1)) -> ((weak_2 W weak_3) && (!(weak_4 W weak_5)))) }
#endif

/* line 15: ltl release: (x == 1) R (x <= 1) || !((x == 2) R (x == 0)); */
#define release__1 (x == 0)
#define release__2 (x == 1)
#define release__3 (x < 2)
#define release__4 (x == 2)
#define release__5 (x == 0)
#ifndef SKIP_release_
ltl release_ { (([] (<> release__1)) -> ((release__2 V release__3) || (!(release__4 V release__5)))) }
#endif

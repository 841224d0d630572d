--- out.pml
/*
 * Promela
 * made by gentrans from index&.sym (model index), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_p -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   h_m1: shared h_m1
 *   h_0: shared h_0
 *   c: shared c
 *   d: shared d
 */


byte h_m1 = 0; /* 0..2 */
byte h_0 = 0; /* 0..2 */
bit c = 0; /* 0..1 */
bit d = 0; /* 0..1 */

#define SHOW printf("@state %d %d %d %d\n", h_m1, h_0, c, d)
#ifdef SKIP_p
#define CHECK_p skip
#else
#define CHECK_p assert(d == 0) /* invariant p */
#endif
#define CHECKS SHOW; CHECK_p;

active proctype system() {
  d_step { CHECKS }
  do
  /* a < b & "c" >  d ( * e * ) / * f * / g\ h */
  :: d_step { (true); h_m1 = ((c == 0) -> (2) : (h_m1)); h_0 = ((c == 1) -> (2) : (h_0)); c = 1; d = 1; CHECKS }
  /* inside */
  :: d_step { (d == 1); c = 0; d = 1; CHECKS }
  /* inside */
  :: d_step { (d == 1); c = 1; d = 0; CHECKS }
  /* no rule can fire */
  :: else
  od
}

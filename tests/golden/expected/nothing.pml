--- 1out.pml
/*
 * Promela
 * made by gentrans from nothing.sym (model nothing), encoding paper
 * Run it with:
 *   spin -a 1out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_fine -DSKIP_deadlock -a 1out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 */



#define SHOW printf("@state\n")
#ifdef SKIP_fine
#define CHECK_fine skip
#else
#define CHECK_fine assert(true) /* invariant fine */
#endif
#define CHECKS SHOW; CHECK_fine;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  d_step { CHECKS }
  do
  /* idle */
  :: d_step { (true); CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

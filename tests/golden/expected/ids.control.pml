--- out.pml
/*
 * Promela
 * made by gentrans from ids.sym (model ids), encoding control
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_one -DSKIP_apart -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   control: shared variables and processes named by id variables, together
 *   n_A: number of untracked processes of P in local state A
 */


bit control = 0; /* 0..1 */
byte n_A; /* 0..3 */
bit started; /* the initial values are chosen */

#define e1 ((3 - (((control == 1) * (1)) + (!(control == 1) * (0)))) - (((control == 0) * (1)) + (!(control == 0) * (0))))
#define SHOW printf("@state %d %d\n", control, n_A)
#ifdef SKIP_one
#define CHECK_one skip
#else
#define CHECK_one assert(true) /* invariant one */
#endif
#ifdef SKIP_apart
#define CHECK_apart skip
#else
#define CHECK_apart assert(n_A >= 1) /* invariant apart */
#endif
#define CHECKS SHOW; CHECK_one; CHECK_apart;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  atomic {
    n_A = e1;
    d_step { started = 1; CHECKS }
  }
  do
  /* take by tok */
  :: d_step { (control == 0); control = 1; CHECKS }
  /* give by owner */
  :: d_step { (control == 1 && n_A >= 1); control = 0; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

--- out.pml
/*
 * Promela
 * made by gentrans from mutex.sym (model mutex), encoding control
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_mutex -DSKIP_pruned -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   control: shared variables and processes named by id variables, together
 *   n_Idle: number of untracked processes of P in local state Idle
 *   n_Trying: number of untracked processes of P in local state Trying
 *   n_Critical: number of untracked processes of P in local state Critical
 */


byte control = 0; /* 0..4 */
byte n_Idle; /* 0..2 */
byte n_Trying = 0; /* 0..2 */
byte n_Critical = 0; /* 0..2 */
bit started; /* the initial values are chosen */

#define SHOW printf("@state %d %d %d %d\n", control, n_Idle, n_Trying, n_Critical)
#ifdef SKIP_mutex
#define CHECK_mutex skip
#else
#define CHECK_mutex assert((control == 0 || control >= 2 && control <= 3) && n_Critical <= 1 || (control == 1 || control == 4) && n_Critical <= 0) /* invariant mutex */
#endif
#ifdef SKIP_pruned
#define CHECK_pruned skip
#else
#define CHECK_pruned assert(n_Critical == 0 || control >= 1 && control <= 3) /* invariant pruned */
#endif
#define CHECKS SHOW; CHECK_mutex; CHECK_pruned;

active proctype system() {
  atomic {
    n_Idle = 2 - ((control >= 1) -> (1) : (0));
    d_step { started = 1; CHECKS }
  }
  do
  /* Idle -> Trying */
  :: d_step { (control == 0 && n_Idle >= 1); n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (control == 0 && n_Trying >= 1); n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* enter */
  :: d_step { (control == 0 && n_Trying >= 1); control = 1; n_Trying = n_Trying - 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (control == 1 && n_Idle >= 1); n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (control == 1 && n_Trying >= 1); n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* enter */
  :: d_step { (control == 1 && n_Trying >= 1); n_Trying = n_Trying - 1; n_Critical = n_Critical + 1; CHECKS }
  /* leave by last */
  :: d_step { (control == 1); control = 2; CHECKS }
  /* leave */
  :: d_step { (control == 1 && n_Critical >= 1); control = 4; n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (control == 2 && n_Idle >= 1); n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Idle -> Trying by last */
  :: d_step { (control == 2); control = 3; CHECKS }
  /* Trying -> Idle */
  :: d_step { (control == 2 && n_Trying >= 1); n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* enter */
  :: d_step { (control == 2 && n_Trying >= 1); control = 1; n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* leave */
  :: d_step { (control == 2 && n_Critical >= 1); n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (control == 3 && n_Idle >= 1); n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (control == 3 && n_Trying >= 1); n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* Trying -> Idle by last */
  :: d_step { (control == 3); control = 2; CHECKS }
  /* enter by last */
  :: d_step { (control == 3); control = 1; CHECKS }
  /* leave */
  :: d_step { (control == 3 && n_Critical >= 1); n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (control == 4 && n_Idle >= 1); n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* leave by last */
  :: d_step { (control == 4); control = 2; CHECKS }
  /* Trying -> Idle */
  :: d_step { (control == 4 && n_Trying >= 1); n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* enter */
  :: d_step { (control == 4 && n_Trying >= 1); control = 1; n_Trying = n_Trying - 1; n_Critical = 1; CHECKS }
  /* no rule can fire */
  :: else
  od
}

--- out.pml
/*
 * Promela
 * made by gentrans from mutex.sym (model mutex), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_mutex -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   free: shared free
 *   last_at: local state of the process named by last
 *   n_Idle: number of all processes of P in local state Idle
 *   n_Trying: number of all processes of P in local state Trying
 *   n_Critical: number of all processes of P in local state Critical
 */

#define Idle 0
#define Trying 1
#define Critical 2
#define none 3

bool free = true; /* 0..1 */
byte last_at = none; /* 0..3 */
byte n_Idle = 2; /* 0..2 */
byte n_Trying = 0; /* 0..2 */
byte n_Critical = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d %d\n", free, last_at, n_Idle, n_Trying, n_Critical)
#ifdef SKIP_mutex
#define CHECK_mutex skip
#else
#define CHECK_mutex assert(n_Critical < 2) /* invariant mutex */
#endif
#define CHECKS SHOW; CHECK_mutex;

active proctype system() {
  d_step { CHECKS }
  do
  /* Idle -> Trying */
  :: d_step { (n_Idle > 0 && last_at == Idle && n_Idle > ((last_at == Idle) -> (1) : (0))); last_at = Idle; n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (n_Idle > 0 && (last_at == Trying && n_Idle > ((last_at == Idle) -> (1) : (0)) || last_at == Idle)); last_at = Trying; n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (n_Idle > 0 && last_at == Critical && n_Idle > ((last_at == Idle) -> (1) : (0))); last_at = Critical; n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Idle -> Trying */
  :: d_step { (n_Idle > 0 && last_at == none && n_Idle > ((last_at == Idle) -> (1) : (0))); last_at = none; n_Idle = n_Idle - 1; n_Trying = n_Trying + 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (n_Trying > 0 && (last_at == Idle && n_Trying > ((last_at == Trying) -> (1) : (0)) || last_at == Trying)); last_at = Idle; n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (n_Trying > 0 && last_at == Trying && n_Trying > ((last_at == Trying) -> (1) : (0))); last_at = Trying; n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (n_Trying > 0 && last_at == Critical && n_Trying > ((last_at == Trying) -> (1) : (0))); last_at = Critical; n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* Trying -> Idle */
  :: d_step { (n_Trying > 0 && last_at == none && n_Trying > ((last_at == Trying) -> (1) : (0))); last_at = none; n_Idle = n_Idle + 1; n_Trying = n_Trying - 1; CHECKS }
  /* enter */
  :: d_step { (n_Trying > ((last_at == Trying) -> (1) : (0)) && last_at != none || last_at == Trying && free || n_Trying > 0 && last_at == none); free = false; last_at = Critical; n_Trying = n_Trying - 1; n_Critical = n_Critical + 1; CHECKS }
  /* leave */
  :: d_step { (n_Critical > 0 && (last_at == Idle && n_Critical > ((last_at == Critical) -> (1) : (0)) || last_at == Critical)); free = true; last_at = Idle; n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* leave */
  :: d_step { (n_Critical > 0 && last_at == Trying && n_Critical > ((last_at == Critical) -> (1) : (0))); free = true; last_at = Trying; n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* leave */
  :: d_step { (n_Critical > 0 && last_at == Critical && n_Critical > ((last_at == Critical) -> (1) : (0))); free = true; last_at = Critical; n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* leave */
  :: d_step { (n_Critical > 0 && last_at == none && n_Critical > ((last_at == Critical) -> (1) : (0))); free = true; last_at = none; n_Idle = n_Idle + 1; n_Critical = n_Critical - 1; CHECKS }
  /* no rule can fire */
  :: else
  od
}

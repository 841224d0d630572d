--- out.pml
/*
 * Promela
 * made by gentrans from small.sym (model s), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N l
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   d_at: local state of the process named by d
 *   e_at: local state of the process named by e
 *   e_is: first variable that names the same process as e
 *   n_A: number of all processes of P in local state A
 *   n_B: number of all processes of P in local state B
 */

#define A 0
#define B 1
#define d 0
#define e 1

bit d_at = A; /* 0..1 */
bit e_at = A; /* 0..1 */
bit e_is = d; /* 0..1 */
byte n_A = 2; /* 0..2 */
byte n_B = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d %d\n", d_at, e_at, e_is, n_A, n_B)
#define CHECKS SHOW;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  d_step { CHECKS }
  do
  /* A -> B by d */
  :: d_step { (d_at == A); d_at = B; e_at = ((e_is == d) -> (B) : (e_at)); n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* B -> A */
  :: d_step { (n_B > ((d_at == B) -> (1) : (0)) && e_is == d); e_at = A; e_is = e; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* B -> A by d */
  :: d_step { (d_at == B && e_is == d); d_at = A; e_at = A; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* B -> A by d */
  :: d_step { (d_at == B && e_is == e); d_at = A; e_at = A; e_is = d; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* B -> A by e */
  :: d_step { (e_is == e && e_at == B); e_at = A; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

/* ltl l */
#define l_1 (e_is == d)
#define l_2 (e_is == d)
#ifndef SKIP_l
ltl l { (([] (<> l_1)) -> ([] (<> l_2))) }
#endif

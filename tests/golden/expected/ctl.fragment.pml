--- out.pml
/*
 * Promela
 * made by gentrans from ctl.sym (model fair_branching), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_every -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N plain
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   b: shared b
 *   i_at: local state of the process named by i
 *   n_A: number of all processes of P in local state A
 *   n_B: number of all processes of P in local state B
 */

#define A 0
#define B 1

bool b = false; /* 0..1 */
bit i_at = A; /* 0..1 */
byte n_A = 2; /* 0..2 */
byte n_B = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d\n", b, i_at, n_A, n_B)
#ifdef SKIP_every
#define CHECK_every skip
#else
#define CHECK_every assert(i_at == A || i_at == B) /* invariant every */
#endif
#define CHECKS SHOW; CHECK_every;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  d_step { CHECKS }
  do
  /* go */
  :: d_step { (n_A > ((i_at == A) -> (1) : (0))); b = true; n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* go by i */
  :: d_step { (i_at == A); b = true; i_at = B; n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* back */
  :: d_step { (n_B > ((i_at == B) -> (1) : (0)) && b); b = false; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* back by i */
  :: d_step { (i_at == B && b); b = false; i_at = A; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

/* ctl plain */
#define plain_1 (n_B > 0)
#define plain_2 (b)
#define plain_3 (b)
#ifndef SKIP_plain
ltl plain { ((([] (<> plain_1)) && ([] (<> plain_2))) -> ([] (<> plain_3))) }
#endif

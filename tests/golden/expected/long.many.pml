--- out.pml
/*
 * Promela
 * made by gentrans from long.sym (model long), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N many
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 *   y: shared y
 *   b: shared b
 *   n_P_A: number of all processes of P in local state A
 *   n_P_B: number of all processes of P in local state B
 *   n_Q_C: number of all processes of Q in local state C
 *   n_Q_D: number of all processes of Q in local state D
 */


byte x = 0; /* 0..2 */
byte y = 0; /* 0..2 */
bool b = false; /* 0..1 */
byte n_P_A = 2; /* 0..2 */
byte n_P_B = 0; /* 0..2 */
byte n_Q_C = 2; /* 0..2 */
byte n_Q_D = 0; /* 0..2 */

#define e1 (((((((x == 0) == (b))) == (y == 1))) == (((x == 0) == (b)) || x == 1)))
#define e2 (((((((((e1) == (y == 2))) == (e1 || x == 2))) == (y == 1))) == (((((e1) == (y == 2))) == (e1 || x == 2)) && x == 1)))
#define SHOW printf("@state %d %d %d %d %d %d %d\n", x, y, b, n_P_A, n_P_B, n_Q_C, n_Q_D)
#define CHECKS SHOW;

active proctype system() {
  d_step { CHECKS }
  do
  /* first */
  :: d_step { (x < 2); x = x + 1; CHECKS }
  /* go */
  :: d_step { (n_P_A > 0); b = !b; n_P_A = n_P_A - 1; n_P_B = n_P_B + 1; CHECKS }
  /* second */
  :: d_step { (x == 2); x = 0; y = (y + 1) % 3; CHECKS }
  /* third */
  :: d_step { (y == 2); y = 0; CHECKS }
  /* come */
  :: d_step { (n_Q_C > 0); n_Q_C = n_Q_C - 1; n_Q_D = n_Q_D + 1; CHECKS }
  /* last */
  :: d_step { (true); b = false; CHECKS }
  /* no rule can fire */
  :: else
  od
}

/* ltl many */
#define many_1 (e2)
#define many_2 (e2 && b)
#define many_3 (e2 && y == 0)
#define many_4 (e2 && x == 0)
#define many_5 (e2 || b)
#define many_6 (e2 || y == 0)
#define many_7 (e2 || x == 0)
#define many_8 (e2)
#define many_9 ((!(e2) || (b)))
#ifndef SKIP_many
ltl many { ((<> many_1) || (<> many_2) || (<> many_3) || (<> many_4) || (<> many_5) || (<> many_6) || (<> many_7) || ([] (<> many_8)) || (<> ([] many_9))) }
#endif

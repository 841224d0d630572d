--- out.pml
/*
 * ctl.sym, model fair_branching for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_every -DSKIP_deadlock -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N plain
 *   b: shared b
 *   i_at: local state of the process named by i
 *   n_...: number of processes of P in a local state
 */

mtype = { A, B };

bool b = false;
mtype i_at = A;
byte n_A = 2, n_B = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d\n", b, i_at, n_A, n_B);
  /* line 23: invariant every: forall i : P . i@A || i@B; */
#ifndef SKIP_every
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 7: rule go : A -> B do b := true; */
  :: d_step { n_A > (i_at == A) -> b = true; n_A--; n_B++; step_done() }
  /* go by i */
  :: d_step { i_at == A -> b = true; i_at = B; n_A--; n_B++; step_done() }
  /* line 8: rule back : B -> A when b do b := false; */
  :: d_step { n_B > (i_at == B) && b -> b = false; n_A++; n_B--; step_done() }
  /* back by i */
  :: d_step { i_at == B && b -> b = false; i_at = A; n_A++; n_B--; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 24: deadlock free; */
#endif
  od
}

/* line 22: ctl plain: AG AF b; */
#define plain_1 (n_B > 0)
#define plain_2 (b)
#define plain_3 (b)
#ifndef SKIP_plain
ltl plain { ((([] (<> plain_1)) && ([] (<> plain_2))) -> ([] (<> plain_3))) }
#endif

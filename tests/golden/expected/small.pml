--- out.pml
/*
 * small.sym, model s for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_deadlock -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N l
 *   d_at: local state of the process named by d
 *   e_at: local state of the process named by e
 *   e_is: first variable that names the same process as e
 *   n_...: number of processes of P in a local state
 */

mtype = { A, B, d, e };

mtype d_at = A;
mtype e_at = A;
mtype e_is = d;
byte n_A = 2, n_B = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", d_at, e_at, e_is, n_A, n_B);
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 6: A -> B when d == self; */
  /* A -> B by d */
  :: d_step { d_at == A -> d_at = B; e_at = (e_is == d -> B : e_at); n_A--; n_B++; step_done() }
  /* line 6: B -> A when a[0] do e := self; */
  :: d_step { n_B > (d_at == B) && e_is == d -> e_at = A; e_is = e; n_A++; n_B--; step_done() }
  /* B -> A by d */
  :: d_step { d_at == B && e_is == d -> d_at = A; e_at = A; n_A++; n_B--; step_done() }
  :: d_step { d_at == B && e_is == e -> d_at = A; e_at = A; e_is = d; n_A++; n_B--; step_done() }
  /* B -> A by e */
  :: d_step { e_is == e && e_at == B -> e_at = A; n_A++; n_B--; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 8: deadlock free; */
#endif
  od
}

/* line 9: ltl l: G F (d == e); */
#define l_1 (e_is == d)
#define l_2 (e_is == d)
#ifndef SKIP_l
ltl l { (([] (<> l_1)) -> ([] (<> l_2))) }
#endif

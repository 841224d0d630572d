--- standard error
classes.sym:5:8: warning: variable `last` is never read [unused-variable]
    5 | shared last : Value? = none;
      |        ^~~~
--- out.pml
/*
 * classes.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   last_at: local state of the process named by last
 *   d_at: local state of the process named by d
 *   n_...: number of processes of P in a local state
 */

mtype = { m, none, A, A_User, B };

mtype last_at = none;
mtype d_at = none;
byte n_P_A = 1, n_P_A_User = 2, n_P_B = 0; /* 0..3 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", last_at, d_at, n_P_A, n_P_A_User, n_P_B);
  /* line 14: invariant owner: d == none || d in Owner; */
#ifndef SKIP_owner
  assert(d_at == A || d_at == none);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 10: A -> B when self in User && d == none do { d := any j : P where j in Owner; last := */
  /* any; } */
  :: d_step { n_P_A_User > 0 && n_P_A > 0 && last_at == m && d_at == none ->
              d_at = A; n_P_A_User--; n_P_B++; step_done() }
  :: d_step { n_P_A_User > 0 && n_P_A > 0 && last_at == none && d_at == none ->
              last_at = m; d_at = A; n_P_A_User--; n_P_B++; step_done() }
  /* line 11: B -> A when self in User && (d == none || d in Owner) do d := none; */
  :: d_step { n_P_B > 0 && d_at == A -> d_at = none; n_P_A_User++; n_P_B--; step_done() }
  :: d_step { n_P_B > 0 && d_at == none -> n_P_A_User++; n_P_B--; step_done() }
  :: else /* no rule can fire */
  od
}

--- 1out.pml
/*
 * nothing.sym for Promela, encoding paper, made by gentrans
 *   spin -a 1out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 */


/* after every step */
inline step_done() {
  printf("@state\n");
  /* line 6: invariant fine: true; */
#ifndef SKIP_fine
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 4: rule idle; */
  :: d_step { true -> step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 7: deadlock free; */
#endif
  od
}

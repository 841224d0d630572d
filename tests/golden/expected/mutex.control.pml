--- out.pml
/*
 * mutex.sym for Promela, encoding control, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   control: shared variables and processes named by id variables, together
 *   n_...: number of untracked processes of P in a local state
 */

byte control = 0; /* 0..4 */
byte n_Idle = 2, n_Trying = 0, n_Critical = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d\n", control, n_Idle, n_Trying, n_Critical);
  /* line 12: invariant mutex: count i : P (i@Critical) <= 1; */
#ifndef SKIP_mutex
  assert((control == 0 || control >= 2 && control <= 3) && n_Critical < 2 ||
         (control == 1 || control == 4) && n_Critical == 0);
#endif
  /* invariant pruned */
#ifndef SKIP_pruned
  assert(n_Critical == 0 || control >= 1 && control <= 3);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 7: Idle -> Trying; */
  :: d_step { control == 0 && n_Idle > 0 -> n_Idle--; n_Trying++; step_done() }
  /* line 8: Trying -> Idle; */
  :: d_step { control == 0 && n_Trying > 0 -> n_Idle++; n_Trying--; step_done() }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  :: d_step { control == 0 && n_Trying > 0 -> control = 1; n_Trying--; step_done() }
  /* line 7: Idle -> Trying; */
  :: d_step { control == 1 && n_Idle > 0 -> n_Idle--; n_Trying++; step_done() }
  /* line 8: Trying -> Idle; */
  :: d_step { control == 1 && n_Trying > 0 -> n_Idle++; n_Trying--; step_done() }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  :: d_step { control == 1 && n_Trying > 0 -> n_Trying--; n_Critical++; step_done() }
  /* line 10: rule leave : Critical -> Idle do free := true; */
  /* leave by last */
  :: d_step { control == 1 -> control = 2; step_done() }
  :: d_step { control == 1 && n_Critical > 0 -> control = 4; n_Idle++; n_Critical--; step_done() }
  /* line 7: Idle -> Trying; */
  :: d_step { control == 2 && n_Idle > 0 -> n_Idle--; n_Trying++; step_done() }
  /* Idle -> Trying by last */
  :: d_step { control == 2 -> control = 3; step_done() }
  /* line 8: Trying -> Idle; */
  :: d_step { control == 2 && n_Trying > 0 -> n_Idle++; n_Trying--; step_done() }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  :: d_step { control == 2 && n_Trying > 0 -> control = 1; n_Idle++; n_Trying--; step_done() }
  /* line 10: rule leave : Critical -> Idle do free := true; */
  :: d_step { control == 2 && n_Critical > 0 -> n_Idle++; n_Critical--; step_done() }
  /* line 7: Idle -> Trying; */
  :: d_step { control == 3 && n_Idle > 0 -> n_Idle--; n_Trying++; step_done() }
  /* line 8: Trying -> Idle; */
  :: d_step { control == 3 && n_Trying > 0 -> n_Idle++; n_Trying--; step_done() }
  /* Trying -> Idle by last */
  :: d_step { control == 3 -> control = 2; step_done() }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  /* enter by last */
  :: d_step { control == 3 -> control = 1; step_done() }
  /* line 10: rule leave : Critical -> Idle do free := true; */
  :: d_step { control == 3 && n_Critical > 0 -> n_Idle++; n_Critical--; step_done() }
  /* line 7: Idle -> Trying; */
  :: d_step { control == 4 && n_Idle > 0 -> n_Idle--; n_Trying++; step_done() }
  /* line 10: rule leave : Critical -> Idle do free := true; */
  /* leave by last */
  :: d_step { control == 4 -> control = 2; step_done() }
  /* line 8: Trying -> Idle; */
  :: d_step { control == 4 && n_Trying > 0 -> n_Idle++; n_Trying--; step_done() }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  :: d_step { control == 4 && n_Trying > 0 -> control = 1; n_Trying--; n_Critical = 1; step_done() }
  :: else /* no rule can fire */
  od
}

--- out.pml
/*
 * mutex.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   free: shared free
 *   last_at: local state of the process named by last
 *   n_...: number of processes of P in a local state
 */

mtype = { Idle, Trying, Critical, none };

bool free = true;
mtype last_at = none;
byte n_Idle = 2, n_Trying = 0, n_Critical = 0; /* 0..2 */
hidden mtype last; /* picked in a step */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d\n", free, last_at, n_Idle, n_Trying, n_Critical);
  /* line 12: invariant mutex: count i : P (i@Critical) <= 1; */
#ifndef SKIP_mutex
  assert(n_Critical < 2);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 7: Idle -> Trying; */
  :: atomic { n_Idle > 0 ->
       if
       :: last_at == Idle && n_Idle > 1 -> last = Idle
       :: last_at == Idle || last_at == Trying -> last = Trying
       :: last_at == Critical -> last = Critical
       :: last_at == none -> last = none
       fi;
       d_step { last_at = last; n_Idle--; n_Trying++; step_done() } }
  /* line 8: Trying -> Idle; */
  :: atomic { n_Trying > 0 ->
       if
       :: last_at == Idle || last_at == Trying -> last = Idle
       :: last_at == Trying && n_Trying > 1 -> last = Trying
       :: last_at == Critical -> last = Critical
       :: last_at == none -> last = none
       fi;
       d_step { last_at = last; n_Idle++; n_Trying--; step_done() } }
  /* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last */
  /* := self; } */
  :: d_step { n_Trying > (last_at == Trying) && last_at != none || last_at == Trying && free ||
              n_Trying > 0 && last_at == none ->
              free = false; last_at = Critical; n_Trying--; n_Critical++; step_done() }
  /* line 10: rule leave : Critical -> Idle do free := true; */
  :: atomic { n_Critical > 0 ->
       if
       :: last_at == Idle || last_at == Critical -> last = Idle
       :: last_at == Trying -> last = Trying
       :: last_at == Critical && n_Critical > 1 -> last = Critical
       :: last_at == none -> last = none
       fi;
       d_step { free = true; last_at = last; n_Idle++; n_Critical--; step_done() } }
  :: else /* no rule can fire */
  od
}

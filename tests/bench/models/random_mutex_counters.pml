/* Randomised mutex, counters, by hand: the graph of it. */
bool taken = false;
byte n_Idle = 3, n_Drawing = 0, n_Candidate = 0, n_Critical = 0;
active proctype system() {
  do
  :: d_step { n_Idle > 0 -> n_Idle--; n_Drawing++ }
  /* the candidate, or nothing */
  :: d_step { n_Drawing > 0 && !taken -> taken = true; n_Drawing--; n_Candidate++ }
  :: d_step { n_Drawing > 0 && !taken -> skip }
  :: d_step { n_Candidate > 0 -> n_Candidate--; n_Critical++ }
  :: d_step { n_Critical > 0 -> taken = false; n_Critical--; n_Idle++ }
  :: else
  od
}
ltl mutex { [] (n_Critical < 2) }

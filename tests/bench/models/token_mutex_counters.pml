/* Token mutex, counters, by hand. */
mtype = { Idle, Trying, Critical };
mtype tok = Idle; /* where the process with the token is */
byte n_Idle = 8, n_Trying = 0, n_Critical = 0;
active proctype system() {
  do
  /* Idle -> Trying, without the token and with it */
  :: d_step { n_Idle > (tok == Idle) -> n_Idle--; n_Trying++ }
  :: d_step { tok == Idle -> tok = Trying; n_Idle--; n_Trying++ }
  /* Trying -> Critical, with the token */
  :: d_step { tok == Trying -> tok = Critical; n_Trying--; n_Critical++ }
  /* Critical -> Idle, the token goes to anybody */
  :: atomic { n_Critical > 0 ->
       n_Critical--; n_Idle++;
       if
       :: n_Idle > 0 -> tok = Idle
       :: n_Trying > 0 -> tok = Trying
       :: n_Critical > 0 -> tok = Critical
       fi }
  :: else
  od
}
ltl mutex { [] (n_Critical < 2) }
ltl communal { [] (n_Trying > 0 -> <> (n_Critical > 0)) }

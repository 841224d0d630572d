/* Readers and writers, counters, by hand. */
byte n_Idle = 3, n_Reading = 0;
byte n_Outside = 2, n_Waiting = 0, n_Writing = 0;
active proctype system() {
  do
  :: d_step { n_Idle > 0 && n_Waiting + n_Writing == 0 -> n_Idle--; n_Reading++ }
  :: d_step { n_Reading > 0 -> n_Reading--; n_Idle++ }
  :: d_step { n_Outside > 0 -> n_Outside--; n_Waiting++ }
  :: d_step { n_Waiting > 0 && n_Reading == 0 && n_Writing == 0 -> n_Waiting--; n_Writing++ }
  :: d_step { n_Writing > 0 -> n_Writing--; n_Outside++ }
  :: else
  od
}
ltl exclusive { [] (n_Reading == 0 || n_Writing == 0) }
ltl one_writer { [] (n_Writing < 2) }

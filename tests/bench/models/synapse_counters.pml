/* Synapse, counters, by hand. */
byte n_Invalid = 4, n_Valid = 0, n_Dirty = 0;
active proctype system() {
  do
  /* a reader gets a copy, the writer loses its own */
  :: d_step { n_Invalid > 0 -> n_Invalid = n_Invalid + n_Dirty - 1; n_Valid++; n_Dirty = 0 }
  /* a writer takes the others' copies away */
  :: d_step { n_Invalid + n_Valid > 0 -> n_Invalid = 3; n_Valid = 0; n_Dirty = 1 }
  /* a copy is dropped */
  :: d_step { n_Valid > 0 -> n_Valid--; n_Invalid++ }
  :: d_step { n_Dirty > 0 -> n_Dirty--; n_Invalid++ }
  :: else
  od
}
ltl dirty_is_alone { [] (n_Dirty == 0 || n_Dirty == 1 && n_Valid == 0) }

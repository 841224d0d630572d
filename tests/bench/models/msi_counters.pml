/* MSI, counters, by hand. */
byte n_I = 4, n_S = 0, n_M = 0;
active proctype system() {
  do
  /* a reader gets a copy, the writer keeps one */
  :: d_step { n_I > 0 -> n_I--; n_S = n_S + n_M + 1; n_M = 0 }
  /* a writer takes the others' copies away */
  :: d_step { n_I + n_S > 0 -> n_I = 3; n_S = 0; n_M = 1 }
  /* a copy is dropped */
  :: d_step { n_S > 0 -> n_S--; n_I++ }
  :: d_step { n_M > 0 -> n_M--; n_I++ }
  :: else
  od
}
ltl single_writer { [] (n_M == 0 || n_M == 1 && n_S == 0) }

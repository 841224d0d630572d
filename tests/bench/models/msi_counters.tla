---- MODULE msi_counters ----
\* MSI, counters, by hand.
EXTENDS Integers
VARIABLES n_I, n_S, n_M
vars == <<n_I, n_S, n_M>>
TypeOK == {n_I, n_S, n_M} \subseteq 0..4
Init == n_I = 4 /\ n_S = 0 /\ n_M = 0
\* A reader gets a copy, the writer keeps one.
Read ==
  /\ n_I > 0
  /\ n_I' = n_I - 1
  /\ n_S' = n_S + n_M + 1
  /\ n_M' = 0
\* A writer takes the others' copies away.
Write ==
  /\ n_I + n_S > 0
  /\ n_I' = 3
  /\ n_S' = 0
  /\ n_M' = 1
\* A copy is dropped.
DropShared ==
  /\ n_S > 0
  /\ n_S' = n_S - 1
  /\ n_I' = n_I + 1
  /\ UNCHANGED n_M
DropModified ==
  /\ n_M > 0
  /\ n_M' = n_M - 1
  /\ n_I' = n_I + 1
  /\ UNCHANGED n_S
Next == Read \/ Write \/ DropShared \/ DropModified
Spec == Init /\ [][Next]_vars
single_writer == n_M = 0 \/ (n_M = 1 /\ n_S = 0)
====

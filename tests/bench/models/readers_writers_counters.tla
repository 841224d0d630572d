---- MODULE readers_writers_counters ----
\* Readers and writers, counters, by hand.
EXTENDS Integers
VARIABLES n_Idle, n_Reading, n_Outside, n_Waiting, n_Writing
vars == <<n_Idle, n_Reading, n_Outside, n_Waiting, n_Writing>>
readers == <<n_Idle, n_Reading>>
TypeOK ==
  /\ {n_Idle, n_Reading} \subseteq 0..3
  /\ {n_Outside, n_Waiting, n_Writing} \subseteq 0..2
Init ==
  /\ n_Idle = 3
  /\ n_Reading = 0
  /\ n_Outside = 2
  /\ n_Waiting = 0
  /\ n_Writing = 0
Read ==
  /\ n_Idle > 0
  /\ n_Waiting + n_Writing = 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Reading' = n_Reading + 1
  /\ UNCHANGED <<n_Outside, n_Waiting, n_Writing>>
Done ==
  /\ n_Reading > 0
  /\ n_Reading' = n_Reading - 1
  /\ n_Idle' = n_Idle + 1
  /\ UNCHANGED <<n_Outside, n_Waiting, n_Writing>>
Wait ==
  /\ n_Outside > 0
  /\ n_Outside' = n_Outside - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<readers, n_Writing>>
Write ==
  /\ n_Waiting > 0
  /\ n_Reading = 0
  /\ n_Writing = 0
  /\ n_Waiting' = n_Waiting - 1
  /\ n_Writing' = n_Writing + 1
  /\ UNCHANGED <<readers, n_Outside>>
Leave ==
  /\ n_Writing > 0
  /\ n_Writing' = n_Writing - 1
  /\ n_Outside' = n_Outside + 1
  /\ UNCHANGED <<readers, n_Waiting>>
Next == Read \/ Done \/ Wait \/ Write \/ Leave
Spec == Init /\ [][Next]_vars
exclusive == n_Reading = 0 \/ n_Writing = 0
one_writer == n_Writing < 2
====

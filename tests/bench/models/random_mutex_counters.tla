---- MODULE random_mutex_counters ----
\* Randomised mutex, counters, by hand: the graph of it.
EXTENDS Integers
VARIABLES taken, n_Idle, n_Drawing, n_Candidate, n_Critical
vars == <<taken, n_Idle, n_Drawing, n_Candidate, n_Critical>>
TypeOK ==
  /\ taken \in BOOLEAN
  /\ {n_Idle, n_Drawing, n_Candidate, n_Critical} \subseteq 0..3
Init ==
  /\ taken = FALSE
  /\ n_Idle = 3
  /\ n_Drawing = 0
  /\ n_Candidate = 0
  /\ n_Critical = 0
Want ==
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Drawing' = n_Drawing + 1
  /\ UNCHANGED <<taken, n_Candidate, n_Critical>>
Draw ==
  /\ n_Drawing > 0
  /\ ~taken
  /\ taken' = TRUE
  /\ n_Drawing' = n_Drawing - 1
  /\ n_Candidate' = n_Candidate + 1
  /\ UNCHANGED <<n_Idle, n_Critical>>
DrawNothing ==
  /\ n_Drawing > 0
  /\ ~taken
  /\ UNCHANGED vars
Enter ==
  /\ n_Candidate > 0
  /\ n_Candidate' = n_Candidate - 1
  /\ n_Critical' = n_Critical + 1
  /\ UNCHANGED <<taken, n_Idle, n_Drawing>>
Leave ==
  /\ n_Critical > 0
  /\ taken' = FALSE
  /\ n_Critical' = n_Critical - 1
  /\ n_Idle' = n_Idle + 1
  /\ UNCHANGED <<n_Drawing, n_Candidate>>
Next == Want \/ Draw \/ DrawNothing \/ Enter \/ Leave
Spec == Init /\ [][Next]_vars
mutex == n_Critical < 2
====

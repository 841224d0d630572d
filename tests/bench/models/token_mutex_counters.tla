---- MODULE token_mutex_counters ----
\* Token mutex, counters, by hand.
EXTENDS Integers
VARIABLES tok, n_Idle, n_Trying, n_Critical
vars == <<tok, n_Idle, n_Trying, n_Critical>>
TypeOK ==
  /\ tok \in {"Idle", "Trying", "Critical"} \* where the process with the token is
  /\ {n_Idle, n_Trying, n_Critical} \subseteq 0..8
Init ==
  /\ tok = "Idle"
  /\ n_Idle = 8
  /\ n_Trying = 0
  /\ n_Critical = 0
Try ==
  /\ n_Idle > 0
  /\ \/ tok = "Idle" /\ tok' = "Trying"
     \/ n_Idle > (IF tok = "Idle" THEN 1 ELSE 0) /\ UNCHANGED tok
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED n_Critical
Enter ==
  /\ tok = "Trying"
  /\ tok' = "Critical"
  /\ n_Trying' = n_Trying - 1
  /\ n_Critical' = n_Critical + 1
  /\ UNCHANGED n_Idle
Leave ==
  /\ n_Critical > 0
  /\ n_Critical' = n_Critical - 1
  /\ n_Idle' = n_Idle + 1
  /\ \E place \in {"Idle", "Trying", "Critical"} :
       /\ \/ place = "Idle"
          \/ place = "Trying" /\ n_Trying > 0
          \/ place = "Critical" /\ n_Critical > 1
       /\ tok' = place
  /\ UNCHANGED n_Trying
Next == Try \/ Enter \/ Leave
Spec == Init /\ [][Next]_vars /\ WF_vars(Next)
mutex == n_Critical < 2
communal == [](n_Trying > 0 => <>(n_Critical > 0))
====

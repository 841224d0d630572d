--- out.cfg
\* made by gentrans from mutex.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT mutex
--- out.tla
---- MODULE out ----
\* mutex.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   free: shared free
\*   last_at: local state of the process named by last
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES free, last_at, n_Idle, n_Trying, n_Critical

vars == <<free, last_at, n_Idle, n_Trying, n_Critical>>

TypeOK ==
  /\ free \in BOOLEAN
  /\ last_at \in {"Idle", "Trying", "Critical", "none"}
  /\ {n_Idle, n_Trying, n_Critical} \subseteq 0..2

Init ==
  /\ free = TRUE
  /\ last_at = "none"
  /\ n_Idle = 2
  /\ n_Trying = 0
  /\ n_Critical = 0

\* line 7: Idle -> Trying;
Idle_to_Trying ==
  \E last \in {"Idle", "Trying", "Critical", "none"} :
    /\ n_Idle > 0
    /\ (last = last_at /\ n_Idle > (IF last_at = "Idle" THEN 1 ELSE 0))
       \/ (last = "Trying" /\ last_at = "Idle")
    /\ last_at' = last
    /\ n_Idle' = n_Idle - 1
    /\ n_Trying' = n_Trying + 1
    /\ UNCHANGED <<free, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle ==
  \E last \in {"Idle", "Trying", "Critical", "none"} :
    /\ n_Trying > 0
    /\ (last = last_at /\ n_Trying > (IF last_at = "Trying" THEN 1 ELSE 0))
       \/ (last = "Idle" /\ last_at = "Trying")
    /\ last_at' = last
    /\ n_Idle' = n_Idle + 1
    /\ n_Trying' = n_Trying - 1
    /\ UNCHANGED <<free, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
enter ==
  /\ (n_Trying > (IF last_at = "Trying" THEN 1 ELSE 0) /\ last_at # "none")
     \/ (last_at = "Trying" /\ free) \/ (n_Trying > 0 /\ last_at = "none")
  /\ free' = FALSE
  /\ last_at' = "Critical"
  /\ n_Trying' = n_Trying - 1
  /\ n_Critical' = n_Critical + 1
  /\ UNCHANGED n_Idle

\* line 10: rule leave : Critical -> Idle do free := true;
leave ==
  \E last \in {"Idle", "Trying", "Critical", "none"} :
    /\ n_Critical > 0
    /\ (last = last_at /\ n_Critical > (IF last_at = "Critical" THEN 1 ELSE 0))
       \/ (last = "Idle" /\ last_at = "Critical")
    /\ free' = TRUE
    /\ last_at' = last
    /\ n_Idle' = n_Idle + 1
    /\ n_Critical' = n_Critical - 1
    /\ UNCHANGED n_Trying

Next ==
  \/ Idle_to_Trying
  \/ Trying_to_Idle
  \/ enter
  \/ leave

Spec == Init /\ [][Next]_vars

\* line 12: invariant mutex: count i : P (i@Critical) <= 1;
mutex == n_Critical < 2

====

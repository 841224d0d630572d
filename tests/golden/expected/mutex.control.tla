--- out.cfg
\* made by gentrans from mutex.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT mutex
INVARIANT pruned
--- out.tla
---- MODULE out ----
\* mutex.sym for TLC, encoding control, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   control: shared variables and processes named by id variables, together
\*   n_...: number of untracked processes of P in a local state

EXTENDS Integers

VARIABLES control, n_Idle, n_Trying, n_Critical

vars == <<control, n_Idle, n_Trying, n_Critical>>

TypeOK ==
  /\ control \in 0..4
  /\ {n_Idle, n_Trying, n_Critical} \subseteq 0..2

Init ==
  /\ control = 0
  /\ n_Idle = 2
  /\ n_Trying = 0
  /\ n_Critical = 0

\* line 7: Idle -> Trying;
Idle_to_Trying ==
  /\ control = 0
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle ==
  /\ control = 0
  /\ n_Trying > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
enter ==
  /\ control = 0
  /\ n_Trying > 0
  /\ control' = 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<n_Idle, n_Critical>>

\* line 7: Idle -> Trying;
Idle_to_Trying_2 ==
  /\ control = 1
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle_2 ==
  /\ control = 1
  /\ n_Trying > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
enter_2 ==
  /\ control = 1
  /\ n_Trying > 0
  /\ n_Trying' = n_Trying - 1
  /\ n_Critical' = n_Critical + 1
  /\ UNCHANGED <<control, n_Idle>>

\* line 10: rule leave : Critical -> Idle do free := true;
\* leave by last
leave_by_last ==
  /\ control = 1
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

leave ==
  /\ control = 1
  /\ n_Critical > 0
  /\ control' = 4
  /\ n_Idle' = n_Idle + 1
  /\ n_Critical' = n_Critical - 1
  /\ UNCHANGED n_Trying

\* line 7: Idle -> Trying;
Idle_to_Trying_3 ==
  /\ control = 2
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED <<control, n_Critical>>

\* Idle -> Trying by last
Idle_to_Trying_by_last ==
  /\ control = 2
  /\ control' = 3
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle_3 ==
  /\ control = 2
  /\ n_Trying > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
enter_3 ==
  /\ control = 2
  /\ n_Trying > 0
  /\ control' = 1
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED n_Critical

\* line 10: rule leave : Critical -> Idle do free := true;
leave_2 ==
  /\ control = 2
  /\ n_Critical > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Critical' = n_Critical - 1
  /\ UNCHANGED <<control, n_Trying>>

\* line 7: Idle -> Trying;
Idle_to_Trying_4 ==
  /\ control = 3
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle_4 ==
  /\ control = 3
  /\ n_Trying > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<control, n_Critical>>

\* Trying -> Idle by last
Trying_to_Idle_by_last ==
  /\ control = 3
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
\* enter by last
enter_by_last ==
  /\ control = 3
  /\ control' = 1
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* line 10: rule leave : Critical -> Idle do free := true;
leave_3 ==
  /\ control = 3
  /\ n_Critical > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Critical' = n_Critical - 1
  /\ UNCHANGED <<control, n_Trying>>

\* line 7: Idle -> Trying;
Idle_to_Trying_5 ==
  /\ control = 4
  /\ n_Idle > 0
  /\ n_Idle' = n_Idle - 1
  /\ n_Trying' = n_Trying + 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 10: rule leave : Critical -> Idle do free := true;
\* leave by last
leave_by_last_2 ==
  /\ control = 4
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* line 8: Trying -> Idle;
Trying_to_Idle_5 ==
  /\ control = 4
  /\ n_Trying > 0
  /\ n_Idle' = n_Idle + 1
  /\ n_Trying' = n_Trying - 1
  /\ UNCHANGED <<control, n_Critical>>

\* line 9: rule enter : Trying -> Critical when free || last != self do { free := false; last :=
\* self; }
enter_4 ==
  /\ control = 4
  /\ n_Trying > 0
  /\ control' = 1
  /\ n_Trying' = n_Trying - 1
  /\ n_Critical' = 1
  /\ UNCHANGED n_Idle

Next ==
  \/ Idle_to_Trying
  \/ Trying_to_Idle
  \/ enter
  \/ Idle_to_Trying_2
  \/ Trying_to_Idle_2
  \/ enter_2
  \/ leave_by_last
  \/ leave
  \/ Idle_to_Trying_3
  \/ Idle_to_Trying_by_last
  \/ Trying_to_Idle_3
  \/ enter_3
  \/ leave_2
  \/ Idle_to_Trying_4
  \/ Trying_to_Idle_4
  \/ Trying_to_Idle_by_last
  \/ enter_by_last
  \/ leave_3
  \/ Idle_to_Trying_5
  \/ leave_by_last_2
  \/ Trying_to_Idle_5
  \/ enter_4

Spec == Init /\ [][Next]_vars

\* line 12: invariant mutex: count i : P (i@Critical) <= 1;
mutex == ((control = 0 \/ (control >= 2 /\ control <= 3)) /\ n_Critical < 2)
         \/ (control \in {1, 4} /\ n_Critical = 0)

\* invariant pruned
pruned == n_Critical = 0 \/ (control >= 1 /\ control <= 3)

====

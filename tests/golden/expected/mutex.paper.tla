--- out.cfg
\* made by gentrans from mutex.sym
INIT Init
NEXT Next
INVARIANT mutex
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from mutex.sym (model mutex), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   free: shared free
\*   last_at: local state of the process named by last
\*   n_Idle: number of all processes of P in local state Idle
\*   n_Trying: number of all processes of P in local state Trying
\*   n_Critical: number of all processes of P in local state Critical

EXTENDS Integers

VARIABLES free, last_at, n_Idle, n_Trying, n_Critical

vars == <<free, last_at, n_Idle, n_Trying, n_Critical>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

Idle == 0
Trying == 1
Critical == 2
none == 3


TypeOK ==
  /\ free \in BOOLEAN
  /\ last_at \in (0)..(3)
  /\ n_Idle \in (0)..(2)
  /\ n_Trying \in (0)..(2)
  /\ n_Critical \in (0)..(2)

Init ==
  /\ free = TRUE
  /\ last_at = none
  /\ n_Idle = 2
  /\ n_Trying = 0
  /\ n_Critical = 0

\* Idle -> Trying
Step1 ==
  /\ (n_Idle > 0 /\ last_at = Idle /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ last_at' = Idle
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Idle -> Trying
Step2 ==
  /\ (n_Idle > 0 /\ ((last_at = Trying /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0)) \/ last_at = Idle))
  /\ last_at' = Trying
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Idle -> Trying
Step3 ==
  /\ (n_Idle > 0 /\ last_at = Critical /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ last_at' = Critical
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Idle -> Trying
Step4 ==
  /\ (n_Idle > 0 /\ last_at = none /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ last_at' = none
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Trying -> Idle
Step5 ==
  /\ (n_Trying > 0 /\ ((last_at = Idle /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0)) \/ last_at = Trying))
  /\ last_at' = Idle
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Trying -> Idle
Step6 ==
  /\ (n_Trying > 0 /\ last_at = Trying /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ last_at' = Trying
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Trying -> Idle
Step7 ==
  /\ (n_Trying > 0 /\ last_at = Critical /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ last_at' = Critical
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Trying -> Idle
Step8 ==
  /\ (n_Trying > 0 /\ last_at = none /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ last_at' = none
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, n_Critical>>

\* enter
Step9 ==
  /\ ((n_Trying > (IF last_at = Trying THEN 1 ELSE 0) /\ last_at # none) \/ (last_at = Trying /\ free) \/ (n_Trying > 0 /\ last_at = none))
  /\ free' = FALSE
  /\ last_at' = Critical
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<n_Idle>>

\* leave
Step10 ==
  /\ (n_Critical > 0 /\ ((last_at = Idle /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0)) \/ last_at = Critical))
  /\ free' = TRUE
  /\ last_at' = Idle
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

\* leave
Step11 ==
  /\ (n_Critical > 0 /\ last_at = Trying /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))
  /\ free' = TRUE
  /\ last_at' = Trying
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

\* leave
Step12 ==
  /\ (n_Critical > 0 /\ last_at = Critical /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))
  /\ free' = TRUE
  /\ last_at' = Critical
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

\* leave
Step13 ==
  /\ (n_Critical > 0 /\ last_at = none /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))
  /\ free' = TRUE
  /\ last_at' = none
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

Stuck ==
  /\ ~(n_Idle > 0 /\ last_at = Idle /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ ~(n_Idle > 0 /\ ((last_at = Trying /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0)) \/ last_at = Idle))
  /\ ~(n_Idle > 0 /\ last_at = Critical /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ ~(n_Idle > 0 /\ last_at = none /\ n_Idle > (IF last_at = Idle THEN 1 ELSE 0))
  /\ ~(n_Trying > 0 /\ ((last_at = Idle /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0)) \/ last_at = Trying))
  /\ ~(n_Trying > 0 /\ last_at = Trying /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ ~(n_Trying > 0 /\ last_at = Critical /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ ~(n_Trying > 0 /\ last_at = none /\ n_Trying > (IF last_at = Trying THEN 1 ELSE 0))
  /\ ~((n_Trying > (IF last_at = Trying THEN 1 ELSE 0) /\ last_at # none) \/ (last_at = Trying /\ free) \/ (n_Trying > 0 /\ last_at = none))
  /\ ~(n_Critical > 0 /\ ((last_at = Idle /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0)) \/ last_at = Critical))
  /\ ~(n_Critical > 0 /\ last_at = Trying /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))
  /\ ~(n_Critical > 0 /\ last_at = Critical /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))
  /\ ~(n_Critical > 0 /\ last_at = none /\ n_Critical > (IF last_at = Critical THEN 1 ELSE 0))

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ Step6
  \/ Step7
  \/ Step8
  \/ Step9
  \/ Step10
  \/ Step11
  \/ Step12
  \/ Step13
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant mutex
mutex == n_Critical < 2

====

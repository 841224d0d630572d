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

e1 == (2 - (IF last_at = Trying THEN 1 ELSE 0)) - (IF last_at = Critical THEN 1 ELSE 0)

TypeOK ==
  /\ free \in BOOLEAN
  /\ last_at \in (0)..(3)
  /\ n_Idle \in (0)..(2)
  /\ n_Trying \in (0)..(2)
  /\ n_Critical \in (0)..(2)

Init ==
  /\ free = TRUE
  /\ last_at = none
  /\ n_Idle = e1
  /\ (n_Idle >= (IF last_at = Idle THEN 1 ELSE 0))
  /\ n_Trying = (IF last_at = Trying THEN 1 ELSE 0)
  /\ n_Critical = (IF last_at = Critical THEN 1 ELSE 0)

\* Idle -> Trying
Step1 ==
  /\ (n_Idle - (IF last_at = Idle THEN 1 ELSE 0) >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, last_at, n_Critical>>

\* Idle -> Trying by last
Step2 ==
  /\ (last_at = Idle)
  /\ last_at' = Trying
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<free, n_Critical>>

\* Trying -> Idle
Step3 ==
  /\ (n_Trying - (IF last_at = Trying THEN 1 ELSE 0) >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, last_at, n_Critical>>

\* Trying -> Idle by last
Step4 ==
  /\ (last_at = Trying)
  /\ last_at' = Idle
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<free, n_Critical>>

\* enter
Step5 ==
  /\ (n_Trying >= 1 /\ last_at = Idle)
  /\ free' = FALSE
  /\ last_at' = Critical
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<n_Idle>>

\* enter
Step6 ==
  /\ (n_Trying >= 2 /\ last_at = Trying)
  /\ free' = FALSE
  /\ last_at' = Critical
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<n_Idle>>

\* enter
Step7 ==
  /\ (n_Trying >= 1 /\ last_at = Critical)
  /\ free' = FALSE
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<last_at, n_Idle>>

\* enter by last
Step8 ==
  /\ (last_at = Trying /\ free)
  /\ free' = FALSE
  /\ last_at' = Critical
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<n_Idle>>

\* enter
Step9 ==
  /\ (n_Trying - (IF last_at = Trying THEN 1 ELSE 0) >= 1 /\ last_at = none)
  /\ free' = FALSE
  /\ last_at' = Critical
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<n_Idle>>

\* leave
Step10 ==
  /\ (n_Critical - (IF last_at = Critical THEN 1 ELSE 0) >= 1)
  /\ free' = TRUE
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<last_at, n_Trying>>

\* leave by last
Step11 ==
  /\ (last_at = Critical)
  /\ free' = TRUE
  /\ last_at' = Idle
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

Stuck ==
  /\ ~(n_Idle - (IF last_at = Idle THEN 1 ELSE 0) >= 1)
  /\ ~(last_at = Idle)
  /\ ~(n_Trying - (IF last_at = Trying THEN 1 ELSE 0) >= 1)
  /\ ~(last_at = Trying)
  /\ ~(n_Trying >= 1 /\ last_at = Idle)
  /\ ~(n_Trying >= 2 /\ last_at = Trying)
  /\ ~(n_Trying >= 1 /\ last_at = Critical)
  /\ ~(last_at = Trying /\ free)
  /\ ~(n_Trying - (IF last_at = Trying THEN 1 ELSE 0) >= 1 /\ last_at = none)
  /\ ~(n_Critical - (IF last_at = Critical THEN 1 ELSE 0) >= 1)
  /\ ~(last_at = Critical)

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
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant mutex
mutex == (IF last_at = Critical THEN 1 ELSE 0) + n_Critical + (IF last_at = Critical THEN (-1) ELSE 0) <= 1

====

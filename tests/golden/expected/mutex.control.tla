--- out.cfg
\* made by gentrans from mutex.sym
INIT Init
NEXT Next
INVARIANT mutex
INVARIANT pruned
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from mutex.sym (model mutex), encoding control
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   control: shared variables and processes named by id variables, together
\*   n_Idle: number of untracked processes of P in local state Idle
\*   n_Trying: number of untracked processes of P in local state Trying
\*   n_Critical: number of untracked processes of P in local state Critical

EXTENDS Integers

VARIABLES control, n_Idle, n_Trying, n_Critical

vars == <<control, n_Idle, n_Trying, n_Critical>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))


TypeOK ==
  /\ control \in (0)..(4)
  /\ n_Idle \in (0)..(2)
  /\ n_Trying \in (0)..(2)
  /\ n_Critical \in (0)..(2)

Init ==
  /\ control = 0
  /\ n_Idle = (2 - (IF control >= 1 THEN 1 ELSE 0))
  /\ n_Trying = 0
  /\ n_Critical = 0

\* Idle -> Trying
Step1 ==
  /\ (control = 0 /\ n_Idle >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<control, n_Critical>>

\* Trying -> Idle
Step2 ==
  /\ (control = 0 /\ n_Trying >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<control, n_Critical>>

\* enter
Step3 ==
  /\ (control = 0 /\ n_Trying >= 1)
  /\ control' = 1
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<n_Idle, n_Critical>>

\* Idle -> Trying
Step4 ==
  /\ (control = 1 /\ n_Idle >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<control, n_Critical>>

\* Trying -> Idle
Step5 ==
  /\ (control = 1 /\ n_Trying >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<control, n_Critical>>

\* enter
Step6 ==
  /\ (control = 1 /\ n_Trying >= 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = (n_Critical + 1)
  /\ UNCHANGED <<control, n_Idle>>

\* leave by last
Step7 ==
  /\ (control = 1)
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* leave
Step8 ==
  /\ (control = 1 /\ n_Critical >= 1)
  /\ control' = 4
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<n_Trying>>

\* Idle -> Trying
Step9 ==
  /\ (control = 2 /\ n_Idle >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<control, n_Critical>>

\* Idle -> Trying by last
Step10 ==
  /\ (control = 2)
  /\ control' = 3
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* Trying -> Idle
Step11 ==
  /\ (control = 2 /\ n_Trying >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<control, n_Critical>>

\* enter
Step12 ==
  /\ (control = 2 /\ n_Trying >= 1)
  /\ control' = 1
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<n_Critical>>

\* leave
Step13 ==
  /\ (control = 2 /\ n_Critical >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<control, n_Trying>>

\* Idle -> Trying
Step14 ==
  /\ (control = 3 /\ n_Idle >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<control, n_Critical>>

\* Trying -> Idle
Step15 ==
  /\ (control = 3 /\ n_Trying >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<control, n_Critical>>

\* Trying -> Idle by last
Step16 ==
  /\ (control = 3)
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* enter by last
Step17 ==
  /\ (control = 3)
  /\ control' = 1
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* leave
Step18 ==
  /\ (control = 3 /\ n_Critical >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Critical' = (n_Critical - 1)
  /\ UNCHANGED <<control, n_Trying>>

\* Idle -> Trying
Step19 ==
  /\ (control = 4 /\ n_Idle >= 1)
  /\ n_Idle' = (n_Idle - 1)
  /\ n_Trying' = (n_Trying + 1)
  /\ UNCHANGED <<control, n_Critical>>

\* leave by last
Step20 ==
  /\ (control = 4)
  /\ control' = 2
  /\ UNCHANGED <<n_Idle, n_Trying, n_Critical>>

\* Trying -> Idle
Step21 ==
  /\ (control = 4 /\ n_Trying >= 1)
  /\ n_Idle' = (n_Idle + 1)
  /\ n_Trying' = (n_Trying - 1)
  /\ UNCHANGED <<control, n_Critical>>

\* enter
Step22 ==
  /\ (control = 4 /\ n_Trying >= 1)
  /\ control' = 1
  /\ n_Trying' = (n_Trying - 1)
  /\ n_Critical' = 1
  /\ UNCHANGED <<n_Idle>>

Stuck ==
  /\ ~(control = 0 /\ n_Idle >= 1)
  /\ ~(control = 0 /\ n_Trying >= 1)
  /\ ~(control = 0 /\ n_Trying >= 1)
  /\ ~(control = 1 /\ n_Idle >= 1)
  /\ ~(control = 1 /\ n_Trying >= 1)
  /\ ~(control = 1 /\ n_Trying >= 1)
  /\ ~(control = 1)
  /\ ~(control = 1 /\ n_Critical >= 1)
  /\ ~(control = 2 /\ n_Idle >= 1)
  /\ ~(control = 2)
  /\ ~(control = 2 /\ n_Trying >= 1)
  /\ ~(control = 2 /\ n_Trying >= 1)
  /\ ~(control = 2 /\ n_Critical >= 1)
  /\ ~(control = 3 /\ n_Idle >= 1)
  /\ ~(control = 3 /\ n_Trying >= 1)
  /\ ~(control = 3)
  /\ ~(control = 3)
  /\ ~(control = 3 /\ n_Critical >= 1)
  /\ ~(control = 4 /\ n_Idle >= 1)
  /\ ~(control = 4)
  /\ ~(control = 4 /\ n_Trying >= 1)
  /\ ~(control = 4 /\ n_Trying >= 1)

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
  \/ Step14
  \/ Step15
  \/ Step16
  \/ Step17
  \/ Step18
  \/ Step19
  \/ Step20
  \/ Step21
  \/ Step22
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((control = 1) /\ control = 2)
  \/ ((control = 2) /\ control = 3)
  \/ ((control = 3) /\ control = 2)
  \/ ((control = 3) /\ control = 1)
  \/ ((control = 4) /\ control = 2)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant mutex
mutex == ((control = 0 \/ (control >= 2 /\ control <= 3)) /\ n_Critical <= 1) \/ ((control = 1 \/ control = 4) /\ n_Critical <= 0)

\* invariant pruned
pruned == n_Critical = 0 \/ (control >= 1 /\ control <= 3)

====

--- out.cfg
\* made by gentrans from ctl.sym
SPECIFICATION Spec
PROPERTY plain
INVARIANT every
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from ctl.sym (model fair_branching), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   b: shared b
\*   i_at: local state of the process named by i
\*   n_A: number of all processes of P in local state A
\*   n_B: number of all processes of P in local state B

EXTENDS Integers

VARIABLES b, i_at, n_A, n_B

vars == <<b, i_at, n_A, n_B>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1


TypeOK ==
  /\ b \in BOOLEAN
  /\ i_at \in (0)..(1)
  /\ n_A \in (0)..(2)
  /\ n_B \in (0)..(2)

Init ==
  /\ b = FALSE
  /\ i_at = A
  /\ n_A = 2
  /\ n_B = 0

\* go
Step1 ==
  /\ (n_A > (IF i_at = A THEN 1 ELSE 0))
  /\ b' = TRUE
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)
  /\ UNCHANGED <<i_at>>

\* go by i
Step2 ==
  /\ (i_at = A)
  /\ b' = TRUE
  /\ i_at' = B
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)

\* back
Step3 ==
  /\ (n_B > (IF i_at = B THEN 1 ELSE 0) /\ b)
  /\ b' = FALSE
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<i_at>>

\* back by i
Step4 ==
  /\ (i_at = B /\ b)
  /\ b' = FALSE
  /\ i_at' = A
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)

Stuck ==
  /\ ~(n_A > (IF i_at = A THEN 1 ELSE 0))
  /\ ~(i_at = A)
  /\ ~(n_B > (IF i_at = B THEN 1 ELSE 0) /\ b)
  /\ ~(i_at = B /\ b)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* ctl plain
plain == [](<>(n_B > 0)) /\ [](<>(b = TRUE)) => [](<>(b = TRUE))

\* invariant every
every == i_at = A \/ i_at = B

\* deadlock free deadlock
deadlock == ~Stuck

====

--- out.cfg
\* made by gentrans from small.sym
SPECIFICATION Spec
INVARIANT deadlock
PROPERTY l
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from small.sym (model s), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   d_at: local state of the process named by d
\*   e_at: local state of the process named by e
\*   e_is: first variable that names the same process as e
\*   n_A: number of all processes of P in local state A
\*   n_B: number of all processes of P in local state B

EXTENDS Integers

VARIABLES d_at, e_at, e_is, n_A, n_B

vars == <<d_at, e_at, e_is, n_A, n_B>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1
d == 0
e == 1


TypeOK ==
  /\ d_at \in (0)..(1)
  /\ e_at \in (0)..(1)
  /\ e_is \in (0)..(1)
  /\ n_A \in (0)..(2)
  /\ n_B \in (0)..(2)

Init ==
  /\ d_at = A
  /\ e_is = d
  /\ e_at = A
  /\ n_A = 2
  /\ n_B = 0

\* A -> B by d
Step1 ==
  /\ (d_at = A)
  /\ d_at' = B
  /\ e_at' = (IF e_is = d THEN B ELSE e_at)
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)
  /\ UNCHANGED <<e_is>>

\* B -> A
Step2 ==
  /\ (n_B > (IF d_at = B THEN 1 ELSE 0) /\ e_is = d)
  /\ e_at' = A
  /\ e_is' = e
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<d_at>>

\* B -> A by d
Step3 ==
  /\ (d_at = B /\ e_is = d)
  /\ d_at' = A
  /\ e_at' = A
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<e_is>>

\* B -> A by d
Step4 ==
  /\ (d_at = B /\ e_is = e)
  /\ d_at' = A
  /\ e_at' = A
  /\ e_is' = d
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)

\* B -> A by e
Step5 ==
  /\ (e_is = e /\ e_at = B)
  /\ e_at' = A
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<d_at, e_is>>

Stuck ==
  /\ ~(d_at = A)
  /\ ~(n_B > (IF d_at = B THEN 1 ELSE 0) /\ e_is = d)
  /\ ~(d_at = B /\ e_is = d)
  /\ ~(d_at = B /\ e_is = e)
  /\ ~(e_is = e /\ e_at = B)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* deadlock free deadlock
deadlock == ~Stuck

\* ltl l
l == [](<>(e_is = d)) => [](<>(e_is = d))

====

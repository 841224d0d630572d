--- out.cfg
\* made by gentrans from ids.sym
INIT Init
NEXT Next
INVARIANT one
INVARIANT apart
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from ids.sym (model ids), encoding control
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   control: shared variables and processes named by id variables, together
\*   n_A: number of untracked processes of P in local state A

EXTENDS Integers

VARIABLES control, n_A

vars == <<control, n_A>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

e1 == (3 - (IF control = 1 THEN 1 ELSE 0)) - (IF control = 0 THEN 1 ELSE 0)

TypeOK ==
  /\ control \in (0)..(1)
  /\ n_A \in (0)..(3)

Init ==
  /\ control = 0
  /\ n_A = e1

\* take by tok
Step1 ==
  /\ (control = 0)
  /\ control' = 1
  /\ UNCHANGED <<n_A>>

\* give by owner
Step2 ==
  /\ (control = 1 /\ n_A >= 1)
  /\ control' = 0
  /\ UNCHANGED <<n_A>>

Stuck ==
  /\ ~(control = 0)
  /\ ~(control = 1 /\ n_A >= 1)

Next ==
  \/ Step1
  \/ Step2
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((control = 0) /\ control = 1)
  \/ ((control = 1 /\ n_A >= 1) /\ control = 0)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant one
one == vars = vars

\* invariant apart
apart == n_A >= 1

\* deadlock free deadlock
deadlock == ~Stuck

====

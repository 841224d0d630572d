--- started-1.cfg
\* made by gentrans from started.sym
SPECIFICATION Spec
PROPERTY later
PROPERTY always
PROPERTY again
PROPERTY nested
PROPERTY shifted
INVARIANT deadlock
INVARIANT error_
--- started-1.tla
---- MODULE started_1 ----
\* TLA+
\* made by gentrans from started.sym (model started), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto started_1.tla
\* Names:
\*   x: shared x
\*   b: shared b
\*   y: shared y
\*   error: a run-time error has happened

EXTENDS Integers

VARIABLES x, b, y, error

vars == <<x, b, y, error>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))


TypeOK ==
  /\ x \in (0)..(2)
  /\ b \in BOOLEAN
  /\ y \in (0)..(2)
  /\ error \in BOOLEAN

Init ==
  /\ x \in 0..2
  /\ b \in {gt_b \in BOOLEAN : (FALSE => gt_b) /\ (gt_b => TRUE)}
  /\ y \in 0..2
  /\ (y # x)
  /\ error = FALSE

\* up
Step1 ==
  /\ (~error /\ b /\ x < 2)
  /\ x' = (x + 1)
  /\ UNCHANGED <<b, y, error>>

\* up (error)
Step2 ==
  /\ (~error /\ b /\ x > 1)
  /\ error' = TRUE
  /\ UNCHANGED <<x, b, y>>

\* down
Step3 ==
  /\ (~error /\ x > 0)
  /\ x' = (x - 1)
  /\ b' = (~b)
  /\ UNCHANGED <<y, error>>

\* same
Step4 ==
  /\ (~error /\ y \div (IF b THEN 2 ELSE y + 1) = 0)
  /\ y' = x
  /\ UNCHANGED <<x, b, error>>

Stuck ==
  /\ ~(~error /\ b /\ x < 2)
  /\ ~(~error /\ b /\ x > 1)
  /\ ~(~error /\ x > 0)
  /\ ~(~error /\ y \div (IF b THEN 2 ELSE y + 1) = 0)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((~error /\ b /\ x > 1) /\ error = TRUE)
  \/ ((~error /\ y \div (IF b THEN 2 ELSE y + 1) = 0) /\ y = x)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* ltl later
later == <>(x = 0) \/ ~(<>(b = TRUE))

\* ltl always
always == [](x < 2) /\ ~([](b = TRUE))

\* ltl again
again == ((([](<>(b = TRUE))) => (<>([](b = TRUE)))) /\ ((<>([](b = TRUE))) => ([](<>(b = TRUE)))))

\* ltl nested
nested == []((b = TRUE) => <>(~(b = TRUE))) => <>([](x = 0))

\* ltl shifted
shifted == <>((b = TRUE) /\ [](x < 2))

\* deadlock free deadlock
deadlock == ~Stuck \/ (error = TRUE)

\* no error error
error_ == ~(error = TRUE)

====

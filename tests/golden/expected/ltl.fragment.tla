--- out.cfg
\* made by gentrans from ltl.sym
SPECIFICATION Spec
PROPERTY finally
PROPERTY globally
PROPERTY forward
PROPERTY response
INVARIANT low
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from ltl.sym (model fair_linear), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   x: shared x

EXTENDS Integers

VARIABLES x

vars == <<x>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))


TypeOK ==
  /\ x \in (0)..(2)

Init ==
  /\ x = 0

\* up
Step1 ==
  /\ (x < 2)
  /\ x' = (x + 1)

\* reset
Step2 ==
  /\ (x = 2)
  /\ x' = 0

Stuck ==
  /\ ~(x < 2)
  /\ ~(x = 2)

Next ==
  \/ Step1
  \/ Step2
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((x = 2) /\ x = 0)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* ltl finally
finally == [](<>(x = 0)) => <>(x = 2)

\* ltl globally
globally == [](<>(x = 0)) => ~([](x = 0))

\* ctl forward
forward == [](<>(x = 0)) => <>(x = 2)

\* ctl response
response == [](<>(x = 0)) => [](~(x = 1) \/ <>(x = 0))

\* invariant low
low == vars = vars

\* deadlock free deadlock
deadlock == ~Stuck

====

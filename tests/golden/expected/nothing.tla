--- 1out.cfg
\* made by gentrans from nothing.sym
INIT Init
NEXT Next
INVARIANT fine
INVARIANT deadlock
--- 1out.tla
---- MODULE M1out ----
\* TLA+
\* made by gentrans from nothing.sym (model nothing), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto M1out.tla
\* Names:

EXTENDS Integers

VARIABLES nothing

vars == <<nothing>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))


TypeOK ==
  /\ nothing = 0

Init ==
  /\ nothing = 0

\* idle
Step1 ==
  /\ TRUE
  /\ UNCHANGED vars

Stuck ==
  /\ FALSE

Next ==
  \/ Step1
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ (TRUE)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant fine
fine == vars = vars

\* deadlock free deadlock
deadlock == vars = vars

====

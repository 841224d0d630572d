--- out.cfg
\* made by gentrans from index&.sym
INIT Init
NEXT Next
INVARIANT p
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from index&.sym (model index), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   h_m1: shared h_m1
\*   h_0: shared h_0
\*   c: shared c
\*   d: shared d

EXTENDS Integers

VARIABLES h_m1, h_0, c, d

vars == <<h_m1, h_0, c, d>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))


TypeOK ==
  /\ h_m1 \in (0)..(2)
  /\ h_0 \in (0)..(2)
  /\ c \in (0)..(1)
  /\ d \in (0)..(1)

Init ==
  /\ h_m1 = 0
  /\ h_0 = 0
  /\ c = 0
  /\ d = 0

\* a < b & "c" >  d ( * e * ) / * f * / g\ h
Step1 ==
  /\ TRUE
  /\ h_m1' = (IF c = 0 THEN 2 ELSE h_m1)
  /\ h_0' = (IF c = 1 THEN 2 ELSE h_0)
  /\ c' = 1
  /\ d' = 1

\* inside
Step2 ==
  /\ (d = 1)
  /\ c' = 0
  /\ d' = 1
  /\ UNCHANGED <<h_m1, h_0>>

\* inside
Step3 ==
  /\ (d = 1)
  /\ c' = 1
  /\ d' = 0
  /\ UNCHANGED <<h_m1, h_0>>

Stuck ==
  /\ FALSE

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ (TRUE /\ h_m1 = (IF c = 0 THEN 2 ELSE h_m1) /\ h_0 = (IF c = 1 THEN 2 ELSE h_0) /\ c = 1 /\ d = 1)
  \/ ((d = 1) /\ c = 0 /\ d = 1)
  \/ ((d = 1) /\ c = 1 /\ d = 0)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant p
p == d = 0

====

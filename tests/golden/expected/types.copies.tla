--- out.cfg
\* made by gentrans from types.sym
INIT Init
NEXT Next
INVARIANT low
INVARIANT rest
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from types.sym (model types), encoding none (n explicit processes)
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   level: shared level
\*   i: id variable i: 1..n, 0 is none
\*   j: id variable j: 1..n, 0 is none
\*   P_1_loc: loc of process 1 of P
\*   P_1_v: v of process 1 of P
\*   P_2_loc: loc of process 2 of P
\*   P_2_v: v of process 2 of P
\*   Q_1_loc: loc of process 1 of Q
\*   Q_2_loc: loc of process 2 of Q

EXTENDS Integers

VARIABLES level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_1_loc, Q_2_loc

vars == <<level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1
Ready == 0
Rest == 1

e1 == (IF P_1_loc = B \/ P_1_v > 0 THEN 1 ELSE 0) + (IF P_2_loc = B \/ P_2_v > 0 THEN 1 ELSE 0) > 0
e2 == (IF P_2_loc # B /\ P_2_v = 0 /\ P_2_loc # A THEN 0 ELSE (IF P_2_v = 0 /\ P_2_loc = A THEN 1 ELSE P_2_v))
e3 == (IF P_1_loc # B /\ P_1_v = 0 /\ P_1_loc # A THEN 0 ELSE (IF P_1_v = 0 /\ P_1_loc = A THEN 1 ELSE P_1_v))

TypeOK ==
  /\ level \in (0)..(2)
  /\ i \in (1)..(2)
  /\ j \in (1)..(2)
  /\ P_1_loc \in (0)..(1)
  /\ P_1_v \in (0)..(1)
  /\ P_2_loc \in (0)..(1)
  /\ P_2_v \in (0)..(1)
  /\ Q_1_loc \in (0)..(1)
  /\ Q_2_loc \in (0)..(1)

Init ==
  /\ level \in 0..2
  /\ (level % 2 = 0)
  /\ i \in 1..2
  /\ j \in 1..2
  /\ P_1_loc = A
  /\ P_1_v = 0
  /\ P_2_loc = A
  /\ P_2_v = 0
  /\ Q_1_loc \in Ready..Rest
  /\ Q_2_loc \in Ready..Rest

\* meet by P 1, j = P 2
Step1 ==
  /\ (P_1_loc = A /\ P_2_loc = A)
  /\ P_1_loc' = B
  /\ P_1_v' = 0
  /\ P_2_v' = 1
  /\ UNCHANGED <<level, i, j, P_2_loc, Q_1_loc, Q_2_loc>>

\* meet by P 2, j = P 1
Step2 ==
  /\ (P_2_loc = A /\ P_1_loc = A)
  /\ P_1_v' = 1
  /\ P_2_loc' = B
  /\ P_2_v' = 0
  /\ UNCHANGED <<level, i, j, P_1_loc, Q_1_loc, Q_2_loc>>

\* call by P 1, k = Q 1
Step3 ==
  /\ (Q_1_loc = Ready /\ P_1_loc = B /\ e1)
  /\ P_1_loc' = A
  /\ Q_1_loc' = Rest
  /\ UNCHANGED <<level, i, j, P_1_v, P_2_loc, P_2_v, Q_2_loc>>

\* call by P 1, k = Q 2
Step4 ==
  /\ (Q_2_loc = Ready /\ P_1_loc = B /\ e1)
  /\ P_1_loc' = A
  /\ Q_2_loc' = Rest
  /\ UNCHANGED <<level, i, j, P_1_v, P_2_loc, P_2_v, Q_1_loc>>

\* call by P 2, k = Q 1
Step5 ==
  /\ (Q_1_loc = Ready /\ P_2_loc = B /\ e1)
  /\ P_2_loc' = A
  /\ Q_1_loc' = Rest
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_v, Q_2_loc>>

\* call by P 2, k = Q 2
Step6 ==
  /\ (Q_2_loc = Ready /\ P_2_loc = B /\ e1)
  /\ P_2_loc' = A
  /\ Q_2_loc' = Rest
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_v, Q_1_loc>>

\* all by P 1, any = 0
Step7 ==
  /\ (level > 0 /\ P_1_v = 0)
  /\ level' = 0
  /\ P_2_v' = e2
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 1, any = 1
Step8 ==
  /\ (level > 0 /\ P_1_v = 0)
  /\ level' = 1
  /\ P_2_v' = e2
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 1, any = 2
Step9 ==
  /\ (level > 0 /\ P_1_v = 0)
  /\ level' = 2
  /\ P_2_v' = e2
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 0
Step10 ==
  /\ (level > 0 /\ P_2_v = 0)
  /\ level' = 0
  /\ P_1_v' = e3
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 1
Step11 ==
  /\ (level > 0 /\ P_2_v = 0)
  /\ level' = 1
  /\ P_1_v' = e3
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 2
Step12 ==
  /\ (level > 0 /\ P_2_v = 0)
  /\ level' = 2
  /\ P_1_v' = e3
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* Rest -> Ready by Q 1
Step13 ==
  /\ (Q_1_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A))
  /\ Q_1_loc' = Ready
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_2_loc>>

\* Rest -> Ready by Q 2
Step14 ==
  /\ (Q_2_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A))
  /\ Q_2_loc' = Ready
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_1_loc>>

Stuck ==
  /\ ~(P_1_loc = A /\ P_2_loc = A)
  /\ ~(P_2_loc = A /\ P_1_loc = A)
  /\ ~(Q_1_loc = Ready /\ P_1_loc = B /\ e1)
  /\ ~(Q_2_loc = Ready /\ P_1_loc = B /\ e1)
  /\ ~(Q_1_loc = Ready /\ P_2_loc = B /\ e1)
  /\ ~(Q_2_loc = Ready /\ P_2_loc = B /\ e1)
  /\ ~(level > 0 /\ P_1_v = 0)
  /\ ~(level > 0 /\ P_1_v = 0)
  /\ ~(level > 0 /\ P_1_v = 0)
  /\ ~(level > 0 /\ P_2_v = 0)
  /\ ~(level > 0 /\ P_2_v = 0)
  /\ ~(level > 0 /\ P_2_v = 0)
  /\ ~(Q_1_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A))
  /\ ~(Q_2_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A))

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
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((P_1_loc = A /\ P_2_loc = A) /\ P_1_loc = B /\ P_1_v = 0 /\ P_2_v = 1)
  \/ ((P_2_loc = A /\ P_1_loc = A) /\ P_1_v = 1 /\ P_2_loc = B /\ P_2_v = 0)
  \/ ((Q_1_loc = Ready /\ P_1_loc = B /\ e1) /\ P_1_loc = A /\ Q_1_loc = Rest)
  \/ ((Q_2_loc = Ready /\ P_1_loc = B /\ e1) /\ P_1_loc = A /\ Q_2_loc = Rest)
  \/ ((Q_1_loc = Ready /\ P_2_loc = B /\ e1) /\ P_2_loc = A /\ Q_1_loc = Rest)
  \/ ((Q_2_loc = Ready /\ P_2_loc = B /\ e1) /\ P_2_loc = A /\ Q_2_loc = Rest)
  \/ ((level > 0 /\ P_1_v = 0) /\ level = 0 /\ P_2_v = e2)
  \/ ((level > 0 /\ P_1_v = 0) /\ level = 1 /\ P_2_v = e2)
  \/ ((level > 0 /\ P_1_v = 0) /\ level = 2 /\ P_2_v = e2)
  \/ ((level > 0 /\ P_2_v = 0) /\ level = 0 /\ P_1_v = e3)
  \/ ((level > 0 /\ P_2_v = 0) /\ level = 1 /\ P_1_v = e3)
  \/ ((level > 0 /\ P_2_v = 0) /\ level = 2 /\ P_1_v = e3)
  \/ ((Q_1_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A)) /\ Q_1_loc = Ready)
  \/ ((Q_2_loc = Rest /\ (P_1_loc = A \/ P_2_loc = A)) /\ Q_2_loc = Ready)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant low
low == vars = vars

\* invariant rest
rest == vars = vars

\* deadlock free deadlock
deadlock == ~Stuck

====

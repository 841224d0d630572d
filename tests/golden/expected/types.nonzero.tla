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
\* made by gentrans from types.sym (model types), encoding vector
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   level: shared level
\*   i_loc: loc of the process named by i
\*   j_loc: loc of the process named by j
\*   j_is: first variable that names the same process as j
\*   P1_loc: loc in slot 1 of the untracked processes of P
\*   P1_v: v in slot 1 of the untracked processes of P
\*   P2_loc: loc in slot 2 of the untracked processes of P
\*   P2_v: v in slot 2 of the untracked processes of P
\*   Q1_loc: loc in slot 1 of the untracked processes of Q

EXTENDS Integers

VARIABLES level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc

vars == <<level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

Ready == 0
Rest == 1
i == 0
j == 1
A == 0
B == 1
nobody == 2

e1 == (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0) + (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0) + (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0) > (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0)
e2 == (IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN 0 ELSE P2_loc)
e3 == (IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P1_v ELSE P2_v)
e4 == (IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P2_loc ELSE 0)
e5 == (IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P2_v ELSE P1_v)
e6 == (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0) + (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0) + (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0) > (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0)
e7 == (IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN 0 ELSE P1_loc)
e8 == (IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P2_v ELSE P1_v)
e9 == (IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P1_loc ELSE 0)
e10 == (IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P1_v ELSE P2_v)
e11 == (IF P2_loc # B /\ P2_v = 0 /\ P2_loc # A THEN 0 ELSE (IF P2_v = 0 /\ P2_loc = A THEN 1 ELSE P2_v))
e12 == (P1_loc # P2_loc \/ P1_v # P2_v) /\ level > 0 /\ P2_v = 0
e13 == (IF P1_loc # B /\ P1_v = 0 /\ P1_loc # A THEN 0 ELSE (IF P1_v = 0 /\ P1_loc = A THEN 1 ELSE P1_v))
e14 == (IF P1_loc = A THEN 1 ELSE 0) + (IF P2_loc = A THEN 1 ELSE 0) > 0

TypeOK ==
  /\ level \in (0)..(2)
  /\ i_loc \in (0)..(1)
  /\ j_loc \in (0)..(1)
  /\ j_is \in (0)..(1)
  /\ P1_loc \in (0)..(1)
  /\ P1_v \in (0)..(1)
  /\ P2_loc \in (0)..(1)
  /\ P2_v \in (0)..(1)
  /\ Q1_loc \in (0)..(2)

Init ==
  /\ level \in 0..2
  /\ (level % 2 = 0)
  /\ j_is \in i..j
  /\ i_loc \in Ready..Rest
  /\ j_loc \in (IF j_is = j THEN Ready ELSE (IF j_is = i THEN i_loc ELSE 2))..(IF j_is = j THEN Rest ELSE (IF j_is = i THEN i_loc ELSE 2))
  /\ P1_loc = A
  /\ P1_v = 0
  /\ P2_loc = A
  /\ P2_v = 0
  /\ Q1_loc \in (IF 1 - (IF j_is = j THEN 1 ELSE 0) > 0 THEN Ready ELSE nobody)..(IF 1 - (IF j_is = j THEN 1 ELSE 0) > 0 THEN Rest ELSE nobody)

\* meet by P1, P2
Step1 ==
  /\ (P1_loc = A /\ P2_loc = A)
  /\ P1_v' = 1
  /\ P2_loc' = B
  /\ P2_v' = 0
  /\ UNCHANGED <<level, i_loc, j_loc, j_is, P1_loc, Q1_loc>>

\* call by P1, Q1
Step2 ==
  /\ (Q1_loc = Ready /\ P1_loc = B /\ e1)
  /\ P1_loc' = e2
  /\ P1_v' = e3
  /\ P2_loc' = e4
  /\ P2_v' = e5
  /\ Q1_loc' = Rest
  /\ UNCHANGED <<level, i_loc, j_loc, j_is>>

\* call by P2, Q1
Step3 ==
  /\ ((P1_loc # P2_loc \/ P1_v # P2_v) /\ Q1_loc = Ready /\ P2_loc = B /\ e6)
  /\ P1_loc' = e7
  /\ P1_v' = e8
  /\ P2_loc' = e9
  /\ P2_v' = e10
  /\ Q1_loc' = Rest
  /\ UNCHANGED <<level, i_loc, j_loc, j_is>>

\* call by P1, i
Step4 ==
  /\ (i_loc = Ready /\ P1_loc = B /\ e1)
  /\ i_loc' = Rest
  /\ j_loc' = (IF j_is = i THEN Rest ELSE j_loc)
  /\ P1_loc' = e2
  /\ P1_v' = e3
  /\ P2_loc' = e4
  /\ P2_v' = e5
  /\ UNCHANGED <<level, j_is, Q1_loc>>

\* call by P2, i
Step5 ==
  /\ ((P1_loc # P2_loc \/ P1_v # P2_v) /\ i_loc = Ready /\ P2_loc = B /\ e6)
  /\ i_loc' = Rest
  /\ j_loc' = (IF j_is = i THEN Rest ELSE j_loc)
  /\ P1_loc' = e7
  /\ P1_v' = e8
  /\ P2_loc' = e9
  /\ P2_v' = e10
  /\ UNCHANGED <<level, j_is, Q1_loc>>

\* call by P1, j
Step6 ==
  /\ (j_is = j /\ j_loc = Ready /\ P1_loc = B /\ e1)
  /\ j_loc' = Rest
  /\ P1_loc' = e2
  /\ P1_v' = e3
  /\ P2_loc' = e4
  /\ P2_v' = e5
  /\ UNCHANGED <<level, i_loc, j_is, Q1_loc>>

\* call by P2, j
Step7 ==
  /\ ((P1_loc # P2_loc \/ P1_v # P2_v) /\ j_is = j /\ j_loc = Ready /\ P2_loc = B /\ e6)
  /\ j_loc' = Rest
  /\ P1_loc' = e7
  /\ P1_v' = e8
  /\ P2_loc' = e9
  /\ P2_v' = e10
  /\ UNCHANGED <<level, i_loc, j_is, Q1_loc>>

\* all by P1
Step8 ==
  /\ (level > 0 /\ P1_v = 0)
  /\ level' = 0
  /\ P1_loc' = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc)
  /\ P1_v' = (IF P1_loc <= P2_loc THEN 0 ELSE e11)
  /\ P2_loc' = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc)
  /\ P2_v' = (IF P1_loc <= P2_loc THEN e11 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P1
Step9 ==
  /\ (level > 0 /\ P1_v = 0)
  /\ level' = 1
  /\ P1_loc' = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc)
  /\ P1_v' = (IF P1_loc <= P2_loc THEN 0 ELSE e11)
  /\ P2_loc' = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc)
  /\ P2_v' = (IF P1_loc <= P2_loc THEN e11 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P1
Step10 ==
  /\ (level > 0 /\ P1_v = 0)
  /\ level' = 2
  /\ P1_loc' = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc)
  /\ P1_v' = (IF P1_loc <= P2_loc THEN 0 ELSE e11)
  /\ P2_loc' = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc)
  /\ P2_v' = (IF P1_loc <= P2_loc THEN e11 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P2
Step11 ==
  /\ e12
  /\ level' = 0
  /\ P1_loc' = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc)
  /\ P1_v' = (IF P2_loc <= P1_loc THEN 0 ELSE e13)
  /\ P2_loc' = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc)
  /\ P2_v' = (IF P2_loc <= P1_loc THEN e13 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P2
Step12 ==
  /\ e12
  /\ level' = 1
  /\ P1_loc' = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc)
  /\ P1_v' = (IF P2_loc <= P1_loc THEN 0 ELSE e13)
  /\ P2_loc' = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc)
  /\ P2_v' = (IF P2_loc <= P1_loc THEN e13 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P2
Step13 ==
  /\ e12
  /\ level' = 2
  /\ P1_loc' = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc)
  /\ P1_v' = (IF P2_loc <= P1_loc THEN 0 ELSE e13)
  /\ P2_loc' = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc)
  /\ P2_v' = (IF P2_loc <= P1_loc THEN e13 ELSE 0)
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* Rest -> Ready by Q1
Step14 ==
  /\ (Q1_loc = Rest /\ e14)
  /\ Q1_loc' = Ready
  /\ UNCHANGED <<level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v>>

\* Rest -> Ready by i
Step15 ==
  /\ (i_loc = Rest /\ e14)
  /\ i_loc' = Ready
  /\ j_loc' = (IF j_is = i THEN Ready ELSE j_loc)
  /\ UNCHANGED <<level, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

\* Rest -> Ready by j
Step16 ==
  /\ (j_is = j /\ j_loc = Rest /\ e14)
  /\ j_loc' = Ready
  /\ UNCHANGED <<level, i_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

Stuck ==
  /\ ~(P1_loc = A /\ P2_loc = A)
  /\ ~(Q1_loc = Ready /\ P1_loc = B /\ e1)
  /\ ~((P1_loc # P2_loc \/ P1_v # P2_v) /\ Q1_loc = Ready /\ P2_loc = B /\ e6)
  /\ ~(i_loc = Ready /\ P1_loc = B /\ e1)
  /\ ~((P1_loc # P2_loc \/ P1_v # P2_v) /\ i_loc = Ready /\ P2_loc = B /\ e6)
  /\ ~(j_is = j /\ j_loc = Ready /\ P1_loc = B /\ e1)
  /\ ~((P1_loc # P2_loc \/ P1_v # P2_v) /\ j_is = j /\ j_loc = Ready /\ P2_loc = B /\ e6)
  /\ ~(level > 0 /\ P1_v = 0)
  /\ ~(level > 0 /\ P1_v = 0)
  /\ ~(level > 0 /\ P1_v = 0)
  /\ ~e12
  /\ ~e12
  /\ ~e12
  /\ ~(Q1_loc = Rest /\ e14)
  /\ ~(i_loc = Rest /\ e14)
  /\ ~(j_is = j /\ j_loc = Rest /\ e14)

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
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((P1_loc = A /\ P2_loc = A) /\ P1_v = 1 /\ P2_loc = B /\ P2_v = 0)
  \/ ((Q1_loc = Ready /\ P1_loc = B /\ e1) /\ P1_loc = e2 /\ P1_v = e3 /\ P2_loc = e4 /\ P2_v = e5 /\ Q1_loc = Rest)
  \/ (((P1_loc # P2_loc \/ P1_v # P2_v) /\ Q1_loc = Ready /\ P2_loc = B /\ e6) /\ P1_loc = e7 /\ P1_v = e8 /\ P2_loc = e9 /\ P2_v = e10 /\ Q1_loc = Rest)
  \/ ((i_loc = Ready /\ P1_loc = B /\ e1) /\ i_loc = Rest /\ j_loc = (IF j_is = i THEN Rest ELSE j_loc) /\ P1_loc = e2 /\ P1_v = e3 /\ P2_loc = e4 /\ P2_v = e5)
  \/ (((P1_loc # P2_loc \/ P1_v # P2_v) /\ i_loc = Ready /\ P2_loc = B /\ e6) /\ i_loc = Rest /\ j_loc = (IF j_is = i THEN Rest ELSE j_loc) /\ P1_loc = e7 /\ P1_v = e8 /\ P2_loc = e9 /\ P2_v = e10)
  \/ ((j_is = j /\ j_loc = Ready /\ P1_loc = B /\ e1) /\ j_loc = Rest /\ P1_loc = e2 /\ P1_v = e3 /\ P2_loc = e4 /\ P2_v = e5)
  \/ (((P1_loc # P2_loc \/ P1_v # P2_v) /\ j_is = j /\ j_loc = Ready /\ P2_loc = B /\ e6) /\ j_loc = Rest /\ P1_loc = e7 /\ P1_v = e8 /\ P2_loc = e9 /\ P2_v = e10)
  \/ ((level > 0 /\ P1_v = 0) /\ level = 0 /\ P1_loc = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc) /\ P1_v = (IF P1_loc <= P2_loc THEN 0 ELSE e11) /\ P2_loc = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc) /\ P2_v = (IF P1_loc <= P2_loc THEN e11 ELSE 0))
  \/ ((level > 0 /\ P1_v = 0) /\ level = 1 /\ P1_loc = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc) /\ P1_v = (IF P1_loc <= P2_loc THEN 0 ELSE e11) /\ P2_loc = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc) /\ P2_v = (IF P1_loc <= P2_loc THEN e11 ELSE 0))
  \/ ((level > 0 /\ P1_v = 0) /\ level = 2 /\ P1_loc = (IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc) /\ P1_v = (IF P1_loc <= P2_loc THEN 0 ELSE e11) /\ P2_loc = (IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc) /\ P2_v = (IF P1_loc <= P2_loc THEN e11 ELSE 0))
  \/ (e12 /\ level = 0 /\ P1_loc = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc) /\ P1_v = (IF P2_loc <= P1_loc THEN 0 ELSE e13) /\ P2_loc = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc) /\ P2_v = (IF P2_loc <= P1_loc THEN e13 ELSE 0))
  \/ (e12 /\ level = 1 /\ P1_loc = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc) /\ P1_v = (IF P2_loc <= P1_loc THEN 0 ELSE e13) /\ P2_loc = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc) /\ P2_v = (IF P2_loc <= P1_loc THEN e13 ELSE 0))
  \/ (e12 /\ level = 2 /\ P1_loc = (IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc) /\ P1_v = (IF P2_loc <= P1_loc THEN 0 ELSE e13) /\ P2_loc = (IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc) /\ P2_v = (IF P2_loc <= P1_loc THEN e13 ELSE 0))
  \/ ((Q1_loc = Rest /\ e14) /\ Q1_loc = Ready)
  \/ ((i_loc = Rest /\ e14) /\ i_loc = Ready /\ j_loc = (IF j_is = i THEN Ready ELSE j_loc))
  \/ ((j_is = j /\ j_loc = Rest /\ e14) /\ j_loc = Ready)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant low
low == vars = vars

\* invariant rest
rest == vars = vars

\* deadlock free deadlock
deadlock == ~Stuck

====

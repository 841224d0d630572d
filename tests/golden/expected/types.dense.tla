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
\* made by gentrans from types.sym (model types), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   level: shared level
\*   n_P_A_0: number of all processes of P in local state A,0
\*   n_P_A_1: number of all processes of P in local state A,1
\*   n_P_B: number of all processes of P in local state B,0
\*   i_at: local state of the process named by i
\*   j_at: local state of the process named by j
\*   j_is: first variable that names the same process as j
\*   n_Q_Ready: number of all processes of Q in local state Ready
\*   n_Q_Rest: number of all processes of Q in local state Rest

EXTENDS Integers

VARIABLES level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest

vars == <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

Ready == 0
Rest == 1
i == 0
j == 1

e1 == (IF i_at = Ready THEN 1 ELSE 0) + (IF j_is = j /\ j_at = Ready THEN 1 ELSE 0)
e2 == (IF i_at = Rest THEN 1 ELSE 0) + (IF j_is = j /\ j_at = Rest THEN 1 ELSE 0)

TypeOK ==
  /\ level \in (0)..(2)
  /\ n_P_A_0 \in (0)..(2)
  /\ n_P_A_1 \in (0)..(2)
  /\ n_P_B \in (0)..(2)
  /\ i_at \in (0)..(1)
  /\ j_at \in (0)..(1)
  /\ j_is \in (0)..(1)
  /\ n_Q_Ready \in (0)..(2)
  /\ n_Q_Rest \in (0)..(2)

Init ==
  /\ level \in 0..2
  /\ (level % 2 = 0)
  /\ i_at \in Ready..Rest
  /\ j_is \in i..j
  /\ (j_is = j \/ j_is = i)
  /\ j_at \in (IF j_is = i THEN i_at ELSE Ready)..(IF j_is = i THEN i_at ELSE Rest)
  /\ n_P_A_0 = 2
  /\ n_P_A_1 = 0
  /\ n_P_B = 0
  /\ n_Q_Ready \in e1..2
  /\ n_Q_Rest = (2 - n_Q_Ready)
  /\ (n_Q_Rest >= e2)

\* meet
Step1 ==
  /\ (n_P_A_0 > 0 /\ n_P_A_0 > 1)
  /\ n_P_A_0' = (n_P_A_0 - 2)
  /\ n_P_A_1' = (n_P_A_1 + 1)
  /\ n_P_B' = (n_P_B + 1)
  /\ UNCHANGED <<level, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* meet
Step2 ==
  /\ (n_P_A_0 > 0 /\ n_P_A_1 > 0)
  /\ n_P_A_0' = (n_P_A_0 - 1)
  /\ n_P_B' = (n_P_B + 1)
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* meet
Step3 ==
  /\ (n_P_A_1 > 0 /\ n_P_A_0 > 0)
  /\ n_P_A_0' = (n_P_A_0 - 1)
  /\ n_P_B' = (n_P_B + 1)
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* meet
Step4 ==
  /\ (n_P_A_1 > 0 /\ n_P_A_1 > 1)
  /\ n_P_A_1' = (n_P_A_1 - 1)
  /\ n_P_B' = (n_P_B + 1)
  /\ UNCHANGED <<level, n_P_A_0, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* call
Step5 ==
  /\ (n_P_B > 0 /\ n_Q_Ready > e1 /\ n_P_A_1 + n_P_B > 0)
  /\ n_P_A_0' = (n_P_A_0 + 1)
  /\ n_P_B' = (n_P_B - 1)
  /\ n_Q_Ready' = (n_Q_Ready - 1)
  /\ n_Q_Rest' = (n_Q_Rest + 1)
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_at, j_is>>

\* call
Step6 ==
  /\ (n_P_B > 0 /\ i_at = Ready /\ n_P_A_1 + n_P_B > 0)
  /\ n_P_A_0' = (n_P_A_0 + 1)
  /\ n_P_B' = (n_P_B - 1)
  /\ i_at' = Rest
  /\ j_at' = (IF j_is = i THEN Rest ELSE j_at)
  /\ n_Q_Ready' = (n_Q_Ready - 1)
  /\ n_Q_Rest' = (n_Q_Rest + 1)
  /\ UNCHANGED <<level, n_P_A_1, j_is>>

\* call
Step7 ==
  /\ (n_P_B > 0 /\ j_is = j /\ j_at = Ready /\ n_P_A_1 + n_P_B > 0)
  /\ n_P_A_0' = (n_P_A_0 + 1)
  /\ n_P_B' = (n_P_B - 1)
  /\ j_at' = Rest
  /\ n_Q_Ready' = (n_Q_Ready - 1)
  /\ n_Q_Rest' = (n_Q_Rest + 1)
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_is>>

\* all
Step8 ==
  /\ (level > 0 /\ n_P_A_0 > 0)
  /\ level' = 0
  /\ n_P_A_0' = 1
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1 - 1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* all
Step9 ==
  /\ (level > 0 /\ n_P_A_0 > 0)
  /\ level' = 1
  /\ n_P_A_0' = 1
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1 - 1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* all
Step10 ==
  /\ (level > 0 /\ n_P_A_0 > 0)
  /\ level' = 2
  /\ n_P_A_0' = 1
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1 - 1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* all
Step11 ==
  /\ (level > 0 /\ n_P_B > 0)
  /\ level' = 0
  /\ n_P_A_0' = 0
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* all
Step12 ==
  /\ (level > 0 /\ n_P_B > 0)
  /\ level' = 1
  /\ n_P_A_0' = 0
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* all
Step13 ==
  /\ (level > 0 /\ n_P_B > 0)
  /\ level' = 2
  /\ n_P_A_0' = 0
  /\ n_P_A_1' = (n_P_A_0 + n_P_A_1)
  /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* Rest -> Ready
Step14 ==
  /\ (n_Q_Rest > e2 /\ n_P_A_0 + n_P_A_1 > 0)
  /\ n_Q_Ready' = (n_Q_Ready + 1)
  /\ n_Q_Rest' = (n_Q_Rest - 1)
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is>>

\* Rest -> Ready by i
Step15 ==
  /\ (i_at = Rest /\ n_P_A_0 + n_P_A_1 > 0)
  /\ i_at' = Ready
  /\ j_at' = (IF j_is = i THEN Ready ELSE j_at)
  /\ n_Q_Ready' = (n_Q_Ready + 1)
  /\ n_Q_Rest' = (n_Q_Rest - 1)
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, j_is>>

\* Rest -> Ready by j
Step16 ==
  /\ (j_is = j /\ j_at = Rest /\ n_P_A_0 + n_P_A_1 > 0)
  /\ j_at' = Ready
  /\ n_Q_Ready' = (n_Q_Ready + 1)
  /\ n_Q_Rest' = (n_Q_Rest - 1)
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_is>>

Stuck ==
  /\ ~(n_P_A_0 > 0 /\ n_P_A_0 > 1)
  /\ ~(n_P_A_0 > 0 /\ n_P_A_1 > 0)
  /\ ~(n_P_A_1 > 0 /\ n_P_A_0 > 0)
  /\ ~(n_P_A_1 > 0 /\ n_P_A_1 > 1)
  /\ ~(n_P_B > 0 /\ n_Q_Ready > e1 /\ n_P_A_1 + n_P_B > 0)
  /\ ~(n_P_B > 0 /\ i_at = Ready /\ n_P_A_1 + n_P_B > 0)
  /\ ~(n_P_B > 0 /\ j_is = j /\ j_at = Ready /\ n_P_A_1 + n_P_B > 0)
  /\ ~(level > 0 /\ n_P_A_0 > 0)
  /\ ~(level > 0 /\ n_P_A_0 > 0)
  /\ ~(level > 0 /\ n_P_A_0 > 0)
  /\ ~(level > 0 /\ n_P_B > 0)
  /\ ~(level > 0 /\ n_P_B > 0)
  /\ ~(level > 0 /\ n_P_B > 0)
  /\ ~(n_Q_Rest > e2 /\ n_P_A_0 + n_P_A_1 > 0)
  /\ ~(i_at = Rest /\ n_P_A_0 + n_P_A_1 > 0)
  /\ ~(j_is = j /\ j_at = Rest /\ n_P_A_0 + n_P_A_1 > 0)

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
  \/ ((level > 0 /\ n_P_A_0 > 0) /\ level = 0 /\ n_P_A_0 = 1 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1 - 1))
  \/ ((level > 0 /\ n_P_A_0 > 0) /\ level = 1 /\ n_P_A_0 = 1 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1 - 1))
  \/ ((level > 0 /\ n_P_A_0 > 0) /\ level = 2 /\ n_P_A_0 = 1 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1 - 1))
  \/ ((level > 0 /\ n_P_B > 0) /\ level = 0 /\ n_P_A_0 = 0 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1))
  \/ ((level > 0 /\ n_P_B > 0) /\ level = 1 /\ n_P_A_0 = 0 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1))
  \/ ((level > 0 /\ n_P_B > 0) /\ level = 2 /\ n_P_A_0 = 0 /\ n_P_A_1 = (n_P_A_0 + n_P_A_1))

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant low
low == vars = vars

\* invariant rest
rest == vars = vars

\* deadlock free deadlock
deadlock == ~Stuck

====

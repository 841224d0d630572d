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
\* made by gentrans from ids.sym (model ids), encoding none (n explicit processes)
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   owner: id variable owner: 1..n, 0 is none
\*   tok: id variable tok: 1..n, 0 is none
\*   P_1_loc: loc of process 1 of P
\*   P_2_loc: loc of process 2 of P
\*   P_3_loc: loc of process 3 of P

EXTENDS Integers

VARIABLES owner, tok, P_1_loc, P_2_loc, P_3_loc

vars == <<owner, tok, P_1_loc, P_2_loc, P_3_loc>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1


TypeOK ==
  /\ owner \in (0)..(3)
  /\ tok \in (1)..(3)
  /\ P_1_loc \in (0)..(1)
  /\ P_2_loc \in (0)..(1)
  /\ P_3_loc \in (0)..(1)

Init ==
  /\ owner = 0
  /\ tok \in 1..3
  /\ P_1_loc = A
  /\ P_2_loc = A
  /\ P_3_loc = A

\* take by P 1
Step1 ==
  /\ (P_1_loc = A /\ owner = 0 /\ tok = 1)
  /\ owner' = 1
  /\ P_1_loc' = B
  /\ UNCHANGED <<tok, P_2_loc, P_3_loc>>

\* take by P 2
Step2 ==
  /\ (P_2_loc = A /\ owner = 0 /\ tok = 2)
  /\ owner' = 2
  /\ P_2_loc' = B
  /\ UNCHANGED <<tok, P_1_loc, P_3_loc>>

\* take by P 3
Step3 ==
  /\ (P_3_loc = A /\ owner = 0 /\ tok = 3)
  /\ owner' = 3
  /\ P_3_loc' = B
  /\ UNCHANGED <<tok, P_1_loc, P_2_loc>>

\* give by P 1, j = P 2
Step4 ==
  /\ (P_1_loc = B /\ owner = 1)
  /\ owner' = 0
  /\ tok' = 2
  /\ P_1_loc' = A
  /\ UNCHANGED <<P_2_loc, P_3_loc>>

\* give by P 1, j = P 3
Step5 ==
  /\ (P_1_loc = B /\ owner = 1)
  /\ owner' = 0
  /\ tok' = 3
  /\ P_1_loc' = A
  /\ UNCHANGED <<P_2_loc, P_3_loc>>

\* give by P 2, j = P 1
Step6 ==
  /\ (P_2_loc = B /\ owner = 2)
  /\ owner' = 0
  /\ tok' = 1
  /\ P_2_loc' = A
  /\ UNCHANGED <<P_1_loc, P_3_loc>>

\* give by P 2, j = P 3
Step7 ==
  /\ (P_2_loc = B /\ owner = 2)
  /\ owner' = 0
  /\ tok' = 3
  /\ P_2_loc' = A
  /\ UNCHANGED <<P_1_loc, P_3_loc>>

\* give by P 3, j = P 1
Step8 ==
  /\ (P_3_loc = B /\ owner = 3)
  /\ owner' = 0
  /\ tok' = 1
  /\ P_3_loc' = A
  /\ UNCHANGED <<P_1_loc, P_2_loc>>

\* give by P 3, j = P 2
Step9 ==
  /\ (P_3_loc = B /\ owner = 3)
  /\ owner' = 0
  /\ tok' = 2
  /\ P_3_loc' = A
  /\ UNCHANGED <<P_1_loc, P_2_loc>>

\* swap
Step10 ==
  /\ (owner # 0 /\ owner # tok)
  /\ owner' = tok
  /\ tok' = owner
  /\ UNCHANGED <<P_1_loc, P_2_loc, P_3_loc>>

Stuck ==
  /\ ~(P_1_loc = A /\ owner = 0 /\ tok = 1)
  /\ ~(P_2_loc = A /\ owner = 0 /\ tok = 2)
  /\ ~(P_3_loc = A /\ owner = 0 /\ tok = 3)
  /\ ~(P_1_loc = B /\ owner = 1)
  /\ ~(P_1_loc = B /\ owner = 1)
  /\ ~(P_2_loc = B /\ owner = 2)
  /\ ~(P_2_loc = B /\ owner = 2)
  /\ ~(P_3_loc = B /\ owner = 3)
  /\ ~(P_3_loc = B /\ owner = 3)
  /\ ~(owner # 0 /\ owner # tok)

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
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((P_1_loc = A /\ owner = 0 /\ tok = 1) /\ owner = 1 /\ P_1_loc = B)
  \/ ((P_2_loc = A /\ owner = 0 /\ tok = 2) /\ owner = 2 /\ P_2_loc = B)
  \/ ((P_3_loc = A /\ owner = 0 /\ tok = 3) /\ owner = 3 /\ P_3_loc = B)
  \/ ((P_1_loc = B /\ owner = 1) /\ owner = 0 /\ tok = 2 /\ P_1_loc = A)
  \/ ((P_1_loc = B /\ owner = 1) /\ owner = 0 /\ tok = 3 /\ P_1_loc = A)
  \/ ((P_2_loc = B /\ owner = 2) /\ owner = 0 /\ tok = 1 /\ P_2_loc = A)
  \/ ((P_2_loc = B /\ owner = 2) /\ owner = 0 /\ tok = 3 /\ P_2_loc = A)
  \/ ((P_3_loc = B /\ owner = 3) /\ owner = 0 /\ tok = 1 /\ P_3_loc = A)
  \/ ((P_3_loc = B /\ owner = 3) /\ owner = 0 /\ tok = 2 /\ P_3_loc = A)
  \/ ((owner # 0 /\ owner # tok) /\ owner = tok /\ tok = owner)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant one
one == owner # 0 => (IF owner = 1 THEN P_1_loc ELSE (IF owner = 2 THEN P_2_loc ELSE P_3_loc)) = 1 /\ (IF owner = 1 THEN 1 ELSE 0) + (IF owner = 2 THEN 1 ELSE 0) + (IF owner = 3 THEN 1 ELSE 0) = 1

\* invariant apart
apart == (tok # 1 /\ (P_2_loc = A \/ P_2_loc = B) /\ (P_3_loc = A \/ P_3_loc = B)) \/ (tok # 2 /\ (P_1_loc = A \/ P_1_loc = B) /\ (P_3_loc = A \/ P_3_loc = B)) \/ (tok # 3 /\ (P_1_loc = A \/ P_1_loc = B) /\ (P_2_loc = A \/ P_2_loc = B))

\* deadlock free deadlock
deadlock == ~Stuck

====

--- out.cfg
\* made by gentrans from linked.sym
INIT Init
NEXT Next
INVARIANT tail_in
INVARIANT unlinked
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from linked.sym (model linked), encoding none (n explicit processes)
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   tail: id variable tail: 1..n, 0 is none
\*   i: id variable i: 1..n, 0 is none
\*   P_1_loc: loc of process 1 of P
\*   P_1_next: next of process 1 of P
\*   P_2_loc: loc of process 2 of P
\*   P_2_next: next of process 2 of P
\*   P_3_loc: loc of process 3 of P
\*   P_3_next: next of process 3 of P

EXTENDS Integers

VARIABLES tail, i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_loc, P_3_next

vars == <<tail, i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_loc, P_3_next>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

Out == 0
In == 1


TypeOK ==
  /\ tail \in (0)..(3)
  /\ i \in (1)..(3)
  /\ P_1_loc \in (0)..(1)
  /\ P_1_next \in (0)..(3)
  /\ P_2_loc \in (0)..(1)
  /\ P_2_next \in (0)..(3)
  /\ P_3_loc \in (0)..(1)
  /\ P_3_next \in (0)..(3)

Init ==
  /\ tail = 0
  /\ i \in 1..3
  /\ P_1_loc = Out
  /\ P_1_next = 0
  /\ P_2_loc = Out
  /\ P_2_next = 0
  /\ P_3_loc = Out
  /\ P_3_next = 0

\* enter by P 1
Step1 ==
  /\ (P_1_loc = Out /\ tail # 1)
  /\ tail' = 1
  /\ P_1_loc' = In
  /\ P_1_next' = (IF tail = 1 THEN 1 ELSE P_1_next)
  /\ P_2_next' = (IF tail = 2 THEN 1 ELSE P_2_next)
  /\ P_3_next' = (IF tail = 3 THEN 1 ELSE P_3_next)
  /\ UNCHANGED <<i, P_2_loc, P_3_loc>>

\* enter by P 2
Step2 ==
  /\ (P_2_loc = Out /\ tail # 2)
  /\ tail' = 2
  /\ P_1_next' = (IF tail = 1 THEN 2 ELSE P_1_next)
  /\ P_2_loc' = In
  /\ P_2_next' = (IF tail = 2 THEN 2 ELSE P_2_next)
  /\ P_3_next' = (IF tail = 3 THEN 2 ELSE P_3_next)
  /\ UNCHANGED <<i, P_1_loc, P_3_loc>>

\* enter by P 3
Step3 ==
  /\ (P_3_loc = Out /\ tail # 3)
  /\ tail' = 3
  /\ P_1_next' = (IF tail = 1 THEN 3 ELSE P_1_next)
  /\ P_2_next' = (IF tail = 2 THEN 3 ELSE P_2_next)
  /\ P_3_loc' = In
  /\ P_3_next' = (IF tail = 3 THEN 3 ELSE P_3_next)
  /\ UNCHANGED <<i, P_1_loc, P_2_loc>>

\* leave by P 1
Step4 ==
  /\ (P_1_loc = In /\ tail = 1)
  /\ tail' = 0
  /\ P_1_loc' = Out
  /\ UNCHANGED <<i, P_1_next, P_2_loc, P_2_next, P_3_loc, P_3_next>>

\* leave by P 2
Step5 ==
  /\ (P_2_loc = In /\ tail = 2)
  /\ tail' = 0
  /\ P_2_loc' = Out
  /\ UNCHANGED <<i, P_1_loc, P_1_next, P_2_next, P_3_loc, P_3_next>>

\* leave by P 3
Step6 ==
  /\ (P_3_loc = In /\ tail = 3)
  /\ tail' = 0
  /\ P_3_loc' = Out
  /\ UNCHANGED <<i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_next>>

Stuck ==
  /\ ~(P_1_loc = Out /\ tail # 1)
  /\ ~(P_2_loc = Out /\ tail # 2)
  /\ ~(P_3_loc = Out /\ tail # 3)
  /\ ~(P_1_loc = In /\ tail = 1)
  /\ ~(P_2_loc = In /\ tail = 2)
  /\ ~(P_3_loc = In /\ tail = 3)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ Step6
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((P_1_loc = Out /\ tail # 1) /\ tail = 1 /\ P_1_loc = In /\ P_1_next = (IF tail = 1 THEN 1 ELSE P_1_next) /\ P_2_next = (IF tail = 2 THEN 1 ELSE P_2_next) /\ P_3_next = (IF tail = 3 THEN 1 ELSE P_3_next))
  \/ ((P_2_loc = Out /\ tail # 2) /\ tail = 2 /\ P_1_next = (IF tail = 1 THEN 2 ELSE P_1_next) /\ P_2_loc = In /\ P_2_next = (IF tail = 2 THEN 2 ELSE P_2_next) /\ P_3_next = (IF tail = 3 THEN 2 ELSE P_3_next))
  \/ ((P_3_loc = Out /\ tail # 3) /\ tail = 3 /\ P_1_next = (IF tail = 1 THEN 3 ELSE P_1_next) /\ P_2_next = (IF tail = 2 THEN 3 ELSE P_2_next) /\ P_3_loc = In /\ P_3_next = (IF tail = 3 THEN 3 ELSE P_3_next))
  \/ ((P_1_loc = In /\ tail = 1) /\ tail = 0 /\ P_1_loc = Out)
  \/ ((P_2_loc = In /\ tail = 2) /\ tail = 0 /\ P_2_loc = Out)
  \/ ((P_3_loc = In /\ tail = 3) /\ tail = 0 /\ P_3_loc = Out)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant tail_in
tail_in == tail # 0 => (IF tail = 1 THEN P_1_loc ELSE (IF tail = 2 THEN P_2_loc ELSE P_3_loc)) = 1

\* invariant unlinked
unlinked == (IF i = 1 THEN P_1_next ELSE (IF i = 2 THEN P_2_next ELSE P_3_next)) = 0

====

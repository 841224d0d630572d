--- out.cfg
\* made by gentrans from linked.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT tail_in
INVARIANT unlinked
--- out.tla
---- MODULE out ----
\* linked.sym for TLC, encoding none (n processes), made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
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

TypeOK ==
  /\ tail \in 0..3
  /\ i \in 1..3
  /\ P_1_loc \in {"Out", "In"}
  /\ P_1_next \in 0..3
  /\ P_2_loc \in {"Out", "In"}
  /\ P_2_next \in 0..3
  /\ P_3_loc \in {"Out", "In"}
  /\ P_3_next \in 0..3

Init ==
  /\ tail = 0
  /\ i \in 1..3
  /\ P_1_loc = "Out"
  /\ P_1_next = 0
  /\ P_2_loc = "Out"
  /\ P_2_next = 0
  /\ P_3_loc = "Out"
  /\ P_3_next = 0

\* line 7: rule enter : Out -> In when tail != self do {
\*   if (tail != none) tail.next := self;
\*   tail := self;
\* }
\* enter by P 1
enter_by_P_1 ==
  /\ P_1_loc = "Out"
  /\ tail # 1
  /\ tail' = 1
  /\ P_1_loc' = "In"
  /\ P_1_next' = IF tail = 1 THEN 1 ELSE P_1_next
  /\ P_2_next' = IF tail = 2 THEN 1 ELSE P_2_next
  /\ P_3_next' = IF tail = 3 THEN 1 ELSE P_3_next
  /\ UNCHANGED <<i, P_2_loc, P_3_loc>>

\* enter by P 2
enter_by_P_2 ==
  /\ P_2_loc = "Out"
  /\ tail # 2
  /\ tail' = 2
  /\ P_1_next' = IF tail = 1 THEN 2 ELSE P_1_next
  /\ P_2_loc' = "In"
  /\ P_2_next' = IF tail = 2 THEN 2 ELSE P_2_next
  /\ P_3_next' = IF tail = 3 THEN 2 ELSE P_3_next
  /\ UNCHANGED <<i, P_1_loc, P_3_loc>>

\* enter by P 3
enter_by_P_3 ==
  /\ P_3_loc = "Out"
  /\ tail # 3
  /\ tail' = 3
  /\ P_1_next' = IF tail = 1 THEN 3 ELSE P_1_next
  /\ P_2_next' = IF tail = 2 THEN 3 ELSE P_2_next
  /\ P_3_loc' = "In"
  /\ P_3_next' = IF tail = 3 THEN 3 ELSE P_3_next
  /\ UNCHANGED <<i, P_1_loc, P_2_loc>>

\* line 11: rule leave : In -> Out when tail == self do tail := none;
\* leave by P 1
leave_by_P_1 ==
  /\ P_1_loc = "In"
  /\ tail = 1
  /\ tail' = 0
  /\ P_1_loc' = "Out"
  /\ UNCHANGED <<i, P_1_next, P_2_loc, P_2_next, P_3_loc, P_3_next>>

\* leave by P 2
leave_by_P_2 ==
  /\ P_2_loc = "In"
  /\ tail = 2
  /\ tail' = 0
  /\ P_2_loc' = "Out"
  /\ UNCHANGED <<i, P_1_loc, P_1_next, P_2_next, P_3_loc, P_3_next>>

\* leave by P 3
leave_by_P_3 ==
  /\ P_3_loc = "In"
  /\ tail = 3
  /\ tail' = 0
  /\ P_3_loc' = "Out"
  /\ UNCHANGED <<i, P_1_loc, P_1_next, P_2_loc, P_2_next, P_3_next>>

Next ==
  \/ enter_by_P_1
  \/ enter_by_P_2
  \/ enter_by_P_3
  \/ leave_by_P_1
  \/ leave_by_P_2
  \/ leave_by_P_3

Spec == Init /\ [][Next]_vars

\* line 13: invariant tail_in: tail != none -> tail@In;
tail_in == tail # 0 => (IF tail = 1 THEN P_1_loc ELSE IF tail = 2 THEN P_2_loc ELSE P_3_loc) = "In"

\* line 14: invariant unlinked: forall i : P . i.next == none;
unlinked == (IF i = 1 THEN P_1_next ELSE IF i = 2 THEN P_2_next ELSE P_3_next) = 0

====

--- out.cfg
\* made by gentrans from ids.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT one
INVARIANT apart
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* ids.sym for TLC, encoding none (n processes), made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   owner: id variable owner: 1..n, 0 is none
\*   tok: id variable tok: 1..n, 0 is none
\*   P_1_loc: loc of process 1 of P
\*   P_2_loc: loc of process 2 of P
\*   P_3_loc: loc of process 3 of P

EXTENDS Integers

VARIABLES owner, tok, P_1_loc, P_2_loc, P_3_loc

vars == <<owner, tok, P_1_loc, P_2_loc, P_3_loc>>

TypeOK ==
  /\ owner \in 0..3
  /\ tok \in 1..3
  /\ P_1_loc \in {"A", "B"}
  /\ P_2_loc \in {"A", "B"}
  /\ P_3_loc \in {"A", "B"}

Init ==
  /\ owner = 0
  /\ tok \in 1..3
  /\ P_1_loc = "A"
  /\ P_2_loc = "A"
  /\ P_3_loc = "A"

\* line 11: rule take : A -> B when owner == none && tok == self do owner := self;
\* take by P 1
take_by_P_1 ==
  /\ P_1_loc = "A"
  /\ owner = 0
  /\ tok = 1
  /\ owner' = 1
  /\ P_1_loc' = "B"
  /\ UNCHANGED <<tok, P_2_loc, P_3_loc>>

\* take by P 2
take_by_P_2 ==
  /\ P_2_loc = "A"
  /\ owner = 0
  /\ tok = 2
  /\ owner' = 2
  /\ P_2_loc' = "B"
  /\ UNCHANGED <<tok, P_1_loc, P_3_loc>>

\* take by P 3
take_by_P_3 ==
  /\ P_3_loc = "A"
  /\ owner = 0
  /\ tok = 3
  /\ owner' = 3
  /\ P_3_loc' = "B"
  /\ UNCHANGED <<tok, P_1_loc, P_2_loc>>

\* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; }
\* give by P 1, j = P 2
give_by_P_1_j_P_2 ==
  /\ P_1_loc = "B"
  /\ owner = 1
  /\ owner' = 0
  /\ tok' = 2
  /\ P_1_loc' = "A"
  /\ UNCHANGED <<P_2_loc, P_3_loc>>

\* give by P 1, j = P 3
give_by_P_1_j_P_3 ==
  /\ P_1_loc = "B"
  /\ owner = 1
  /\ owner' = 0
  /\ tok' = 3
  /\ P_1_loc' = "A"
  /\ UNCHANGED <<P_2_loc, P_3_loc>>

\* give by P 2, j = P 1
give_by_P_2_j_P_1 ==
  /\ P_2_loc = "B"
  /\ owner = 2
  /\ owner' = 0
  /\ tok' = 1
  /\ P_2_loc' = "A"
  /\ UNCHANGED <<P_1_loc, P_3_loc>>

\* give by P 2, j = P 3
give_by_P_2_j_P_3 ==
  /\ P_2_loc = "B"
  /\ owner = 2
  /\ owner' = 0
  /\ tok' = 3
  /\ P_2_loc' = "A"
  /\ UNCHANGED <<P_1_loc, P_3_loc>>

\* give by P 3, j = P 1
give_by_P_3_j_P_1 ==
  /\ P_3_loc = "B"
  /\ owner = 3
  /\ owner' = 0
  /\ tok' = 1
  /\ P_3_loc' = "A"
  /\ UNCHANGED <<P_1_loc, P_2_loc>>

\* give by P 3, j = P 2
give_by_P_3_j_P_2 ==
  /\ P_3_loc = "B"
  /\ owner = 3
  /\ owner' = 0
  /\ tok' = 2
  /\ P_3_loc' = "A"
  /\ UNCHANGED <<P_1_loc, P_2_loc>>

\* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; }
swap ==
  /\ owner # 0
  /\ owner # tok
  /\ owner' = tok
  /\ tok' = owner
  /\ UNCHANGED <<P_1_loc, P_2_loc, P_3_loc>>

Next ==
  \/ take_by_P_1
  \/ take_by_P_2
  \/ take_by_P_3
  \/ give_by_P_1_j_P_2
  \/ give_by_P_1_j_P_3
  \/ give_by_P_2_j_P_1
  \/ give_by_P_2_j_P_3
  \/ give_by_P_3_j_P_1
  \/ give_by_P_3_j_P_2
  \/ swap

Spec == Init /\ [][Next]_vars

\* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1);
one == owner # 0
       => (IF owner = 1 THEN P_1_loc ELSE IF owner = 2 THEN P_2_loc ELSE P_3_loc) = "B"
          /\ (IF owner = 1 THEN 1 ELSE 0) + (IF owner = 2 THEN 1 ELSE 0)
             + (IF owner = 3 THEN 1 ELSE 0) = 1

\* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B)));
apart == vars = vars

\* line 18: deadlock free;
deadlock == ENABLED Next

====

--- out.cfg
\* made by gentrans from small.sym
SPECIFICATION Spec
CHECK_DEADLOCK FALSE
INVARIANT deadlock
PROPERTY l
--- out.tla
---- MODULE out ----
\* small.sym, model s for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   d_at: local state of the process named by d
\*   e_at: local state of the process named by e
\*   e_is: first variable that names the same process as e
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES d_at, e_at, e_is, n_A, n_B

vars == <<d_at, e_at, e_is, n_A, n_B>>

TypeOK ==
  /\ d_at \in {"A", "B"}
  /\ e_at \in {"A", "B"}
  /\ e_is \in {"d", "e"}
  /\ {n_A, n_B} \subseteq 0..2

Init ==
  /\ d_at = "A"
  /\ e_is = "d"
  /\ e_at = "A"
  /\ n_A = 2
  /\ n_B = 0

\* line 6: A -> B when d == self;
\* A -> B by d
A_to_B_by_d ==
  /\ d_at = "A"
  /\ d_at' = "B"
  /\ e_at' = IF e_is = "d" THEN "B" ELSE e_at
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1
  /\ UNCHANGED e_is

\* line 6: B -> A when a[0] do e := self;
B_to_A ==
  /\ n_B > (IF d_at = "B" THEN 1 ELSE 0)
  /\ e_is = "d"
  /\ e_at' = "A"
  /\ e_is' = "e"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1
  /\ UNCHANGED d_at

\* B -> A by d
B_to_A_by_d ==
  /\ d_at = "B"
  /\ e_is = "d"
  /\ d_at' = "A"
  /\ e_at' = "A"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1
  /\ UNCHANGED e_is

B_to_A_by_d_2 ==
  /\ d_at = "B"
  /\ e_is = "e"
  /\ d_at' = "A"
  /\ e_at' = "A"
  /\ e_is' = "d"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1

\* B -> A by e
B_to_A_by_e ==
  /\ e_is = "e"
  /\ e_at = "B"
  /\ e_at' = "A"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1
  /\ UNCHANGED <<d_at, e_is>>

Next ==
  \/ A_to_B_by_d
  \/ B_to_A
  \/ B_to_A_by_d
  \/ B_to_A_by_d_2
  \/ B_to_A_by_e

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

\* line 8: deadlock free;
deadlock == ENABLED Next

\* line 9: ltl l: G F (d == e);
l == []<>(e_is = "d") => []<>(e_is = "d")

====

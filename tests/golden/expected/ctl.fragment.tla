--- out.cfg
\* made by gentrans from ctl.sym
SPECIFICATION Spec
CHECK_DEADLOCK FALSE
PROPERTY plain
INVARIANT every
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* ctl.sym, model fair_branching for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   b: shared b
\*   i_at: local state of the process named by i
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES b, i_at, n_A, n_B

vars == <<b, i_at, n_A, n_B>>

TypeOK ==
  /\ b \in BOOLEAN
  /\ i_at \in {"A", "B"}
  /\ {n_A, n_B} \subseteq 0..2

Init ==
  /\ b = FALSE
  /\ i_at = "A"
  /\ n_A = 2
  /\ n_B = 0

\* line 7: rule go : A -> B do b := true;
go ==
  /\ n_A > (IF i_at = "A" THEN 1 ELSE 0)
  /\ b' = TRUE
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1
  /\ UNCHANGED i_at

\* go by i
go_by_i ==
  /\ i_at = "A"
  /\ b' = TRUE
  /\ i_at' = "B"
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1

\* line 8: rule back : B -> A when b do b := false;
back ==
  /\ n_B > (IF i_at = "B" THEN 1 ELSE 0)
  /\ b
  /\ b' = FALSE
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1
  /\ UNCHANGED i_at

\* back by i
back_by_i ==
  /\ i_at = "B"
  /\ b
  /\ b' = FALSE
  /\ i_at' = "A"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1

Next ==
  \/ go
  \/ go_by_i
  \/ back
  \/ back_by_i

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

\* line 22: ctl plain: AG AF b;
plain == []<>(n_B > 0) /\ []<>(b = TRUE) => []<>(b = TRUE)

\* line 23: invariant every: forall i : P . i@A || i@B;
every == vars = vars

\* line 24: deadlock free;
deadlock == ENABLED Next

====

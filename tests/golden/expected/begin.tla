--- out.cfg
\* made by gentrans from begin.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT one
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* begin.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   x: shared x
\*   d_at: local state of the process named by d
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES x, d_at, n_A_1, n_A_2, n_A_3, n_B_1, n_B_2, n_B_3

vars == <<x, d_at, n_A_1, n_A_2, n_A_3, n_B_1, n_B_2, n_B_3>>

TypeOK ==
  /\ x \in 0..3
  /\ d_at \in {"A_1", "A_2", "A_3", "B_1", "B_2", "B_3", "none"}
  /\ {n_A_1, n_A_2, n_A_3, n_B_1, n_B_2, n_B_3} \subseteq 0..3

Init ==
  /\ x \in 0..3
  /\ d_at \in {"A_1", "A_2", "A_3", "B_1", "B_2", "B_3"}
  /\ x = 1 \/ d_at \in {"A_1", "A_2", "A_3"}
  /\ n_A_1 \in (IF d_at = "A_1" THEN 1 ELSE 0)..3
  /\ n_A_2 \in (IF d_at = "A_2" THEN 1 ELSE 0)..(3 - n_A_1)
  /\ n_A_3 \in (IF d_at = "A_3" THEN 1 ELSE 0)..(3 - n_A_1 - n_A_2)
  /\ n_B_1 \in (IF d_at = "B_1" THEN 1 ELSE 0)..(3 - n_A_1 - n_A_2 - n_A_3)
  /\ n_B_2 \in (IF d_at = "B_2" THEN 1 ELSE 0)..(3 - n_A_1 - n_A_2 - n_A_3 - n_B_1)
  /\ n_B_3 = 3 - n_A_1 - n_A_2 - n_A_3 - n_B_1 - n_B_2
  /\ 3 - n_A_1 - n_A_2 - n_A_3 - n_B_1 - n_B_2 >= 0 /\ n_B_3 >= (IF d_at = "B_3" THEN 1 ELSE 0)
     /\ n_A_1 + n_B_1 < 2 /\ n_A_2 + n_B_2 < 2 /\ n_A_3 + n_B_3 < 2

\* line 10: A -> B when d == self do { x := 0; d := none; }
\* A -> B by d
A_to_B_by_d ==
  /\ d_at \in {"A_1", "A_2", "A_3"}
  /\ x' = 0
  /\ d_at' = "none"
  /\ n_A_1' = n_A_1 - (IF d_at = "A_1" THEN 1 ELSE 0)
  /\ n_A_2' = n_A_2 - (IF d_at = "A_2" THEN 1 ELSE 0)
  /\ n_A_3' = n_A_3 - (IF d_at = "A_3" THEN 1 ELSE 0)
  /\ n_B_1' = n_B_1 + (IF d_at = "A_1" THEN 1 ELSE 0)
  /\ n_B_2' = n_B_2 + (IF d_at = "A_2" THEN 1 ELSE 0)
  /\ n_B_3' = n_B_3 + (IF d_at = "A_3" THEN 1 ELSE 0)

Next ==
  \/ A_to_B_by_d

Spec == Init /\ [][Next]_vars

\* line 19: invariant one: count i : P (i@B) <= 3;
one == vars = vars

\* line 21: deadlock free;
deadlock == ENABLED Next \/ ((x = 0 /\ d_at = "none") \/ n_A_1 + n_A_2 + n_A_3 = 0)

====

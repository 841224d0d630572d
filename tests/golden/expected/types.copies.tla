--- out.cfg
\* made by gentrans from types.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT low
INVARIANT rest
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* types.sym for TLC, encoding none (n processes), made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
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

P_1_loc_is__B__or_P_1_v_etc == (IF P_1_loc = "B" \/ P_1_v > 0 THEN 1 ELSE 0)
                               + (IF P_2_loc = "B" \/ P_2_v > 0 THEN 1 ELSE 0) > 0

TypeOK ==
  /\ level \in 0..2
  /\ {i, j} \subseteq 1..2
  /\ P_1_loc \in {"A", "B"}
  /\ P_1_v \in 0..1
  /\ P_2_loc \in {"A", "B"}
  /\ P_2_v \in 0..1
  /\ Q_1_loc \in {"Ready", "Rest"}
  /\ Q_2_loc \in {"Ready", "Rest"}

Init ==
  /\ level \in 0..2
  /\ level % 2 = 0
  /\ i \in 1..2
  /\ j \in 1..2
  /\ P_1_loc = "A"
  /\ P_1_v = 0
  /\ P_2_loc = "A"
  /\ P_2_v = 0
  /\ Q_1_loc \in {"Ready", "Rest"}
  /\ Q_2_loc \in {"Ready", "Rest"}

\* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; }
\* meet by P 1, j = P 2
meet_by_P_1_j_P_2 ==
  /\ P_1_loc = "A"
  /\ P_2_loc = "A"
  /\ P_1_loc' = "B"
  /\ P_1_v' = 0
  /\ P_2_v' = 1
  /\ UNCHANGED <<level, i, j, P_2_loc, Q_1_loc, Q_2_loc>>

\* meet by P 2, j = P 1
meet_by_P_2_j_P_1 ==
  /\ P_2_loc = "A"
  /\ P_1_loc = "A"
  /\ P_1_v' = 1
  /\ P_2_loc' = "B"
  /\ P_2_v' = 0
  /\ UNCHANGED <<level, i, j, P_1_loc, Q_1_loc, Q_2_loc>>

\* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc :=
\* Rest; loc := A; }
\* call by P 1, k = Q 1
call_by_P_1_k_Q_1 ==
  /\ Q_1_loc = "Ready"
  /\ P_1_loc = "B"
  /\ P_1_loc_is__B__or_P_1_v_etc
  /\ P_1_loc' = "A"
  /\ Q_1_loc' = "Rest"
  /\ UNCHANGED <<level, i, j, P_1_v, P_2_loc, P_2_v, Q_2_loc>>

\* call by P 1, k = Q 2
call_by_P_1_k_Q_2 ==
  /\ Q_2_loc = "Ready"
  /\ P_1_loc = "B"
  /\ P_1_loc_is__B__or_P_1_v_etc
  /\ P_1_loc' = "A"
  /\ Q_2_loc' = "Rest"
  /\ UNCHANGED <<level, i, j, P_1_v, P_2_loc, P_2_v, Q_1_loc>>

\* call by P 2, k = Q 1
call_by_P_2_k_Q_1 ==
  /\ Q_1_loc = "Ready"
  /\ P_2_loc = "B"
  /\ P_1_loc_is__B__or_P_1_v_etc
  /\ P_2_loc' = "A"
  /\ Q_1_loc' = "Rest"
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_v, Q_2_loc>>

\* call by P 2, k = Q 2
call_by_P_2_k_Q_2 ==
  /\ Q_2_loc = "Ready"
  /\ P_2_loc = "B"
  /\ P_1_loc_is__B__or_P_1_v_etc
  /\ P_2_loc' = "A"
  /\ Q_2_loc' = "Rest"
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_v, Q_1_loc>>

\* line 12: rule all when level > 0 && v == 0 do {
\*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; }
\*   level := any;
\* }
\* all by P 1, any = 0
all_by_P_1_any_0 ==
  /\ level > 0
  /\ P_1_v = 0
  /\ level' = 0
  /\ P_2_v' = IF P_2_loc = "A" /\ P_2_v = 0 THEN 1 ELSE P_2_v
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 1, any = 1
all_by_P_1_any_1 ==
  /\ level > 0
  /\ P_1_v = 0
  /\ level' = 1
  /\ P_2_v' = IF P_2_loc = "A" /\ P_2_v = 0 THEN 1 ELSE P_2_v
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 1, any = 2
all_by_P_1_any_2 ==
  /\ level > 0
  /\ P_1_v = 0
  /\ level' = 2
  /\ P_2_v' = IF P_2_loc = "A" /\ P_2_v = 0 THEN 1 ELSE P_2_v
  /\ UNCHANGED <<i, j, P_1_loc, P_1_v, P_2_loc, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 0
all_by_P_2_any_0 ==
  /\ level > 0
  /\ P_2_v = 0
  /\ level' = 0
  /\ P_1_v' = IF P_1_loc = "A" /\ P_1_v = 0 THEN 1 ELSE P_1_v
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 1
all_by_P_2_any_1 ==
  /\ level > 0
  /\ P_2_v = 0
  /\ level' = 1
  /\ P_1_v' = IF P_1_loc = "A" /\ P_1_v = 0 THEN 1 ELSE P_1_v
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* all by P 2, any = 2
all_by_P_2_any_2 ==
  /\ level > 0
  /\ P_2_v = 0
  /\ level' = 2
  /\ P_1_v' = IF P_1_loc = "A" /\ P_1_v = 0 THEN 1 ELSE P_1_v
  /\ UNCHANGED <<i, j, P_1_loc, P_2_loc, P_2_v, Q_1_loc, Q_2_loc>>

\* line 20: Rest -> Ready when exists i : P (i@A);
\* Rest -> Ready by Q 1
Rest_to_Ready_by_Q_1 ==
  /\ Q_1_loc = "Rest"
  /\ P_1_loc = "A" \/ P_2_loc = "A"
  /\ Q_1_loc' = "Ready"
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_2_loc>>

\* Rest -> Ready by Q 2
Rest_to_Ready_by_Q_2 ==
  /\ Q_2_loc = "Rest"
  /\ P_1_loc = "A" \/ P_2_loc = "A"
  /\ Q_2_loc' = "Ready"
  /\ UNCHANGED <<level, i, j, P_1_loc, P_1_v, P_2_loc, P_2_v, Q_1_loc>>

Next ==
  \/ meet_by_P_1_j_P_2
  \/ meet_by_P_2_j_P_1
  \/ call_by_P_1_k_Q_1
  \/ call_by_P_1_k_Q_2
  \/ call_by_P_2_k_Q_1
  \/ call_by_P_2_k_Q_2
  \/ all_by_P_1_any_0
  \/ all_by_P_1_any_1
  \/ all_by_P_1_any_2
  \/ all_by_P_2_any_0
  \/ all_by_P_2_any_1
  \/ all_by_P_2_any_2
  \/ Rest_to_Ready_by_Q_1
  \/ Rest_to_Ready_by_Q_2

Spec == Init /\ [][Next]_vars

\* line 23: invariant low: level <= 2;
low == vars = vars

\* line 24: invariant rest: forall i, j : Q . i@Rest || j@Ready || i == j || level in 0..2;
rest == vars = vars

\* line 25: deadlock free;
deadlock == ENABLED Next

====

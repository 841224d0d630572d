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
\* types.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   level: shared level
\*   n_...: number of processes of P in a local state
\*   i_at: local state of the process named by i
\*   j_at: local state of the process named by j
\*   j_is: first variable that names the same process as j
\*   n_...: number of processes of Q in a local state

EXTENDS Integers

VARIABLES level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest

vars == <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

Ready == 0
Rest == 1

i_at_is_Ready_then_1_etc == (IF i_at = Ready THEN 1 ELSE 0)
                            + (IF j_is = "j" /\ j_at = Ready THEN 1 ELSE 0)
i_at_is_Rest_then_1_else_etc == (IF i_at = Rest THEN 1 ELSE 0)
                                + (IF j_is = "j" /\ j_at = Rest THEN 1 ELSE 0)

TypeOK ==
  /\ {level, n_P_A_0, n_P_A_1, n_P_B} \subseteq 0..2
  /\ {i_at, j_at} \subseteq 0..1
  /\ j_is \in {"i", "j"}
  /\ {n_Q_Ready, n_Q_Rest} \subseteq 0..2

Init ==
  /\ level \in 0..2
  /\ level % 2 = 0
  /\ i_at \in Ready..Rest
  /\ j_is \in {"i", "j"}
  /\ j_at \in (IF j_is = "i" THEN i_at ELSE Ready)..(IF j_is = "i" THEN i_at ELSE Rest)
  /\ n_P_A_0 = 2
  /\ n_P_A_1 = 0
  /\ n_P_B = 0
  /\ n_Q_Ready \in i_at_is_Ready_then_1_etc..2
  /\ n_Q_Rest = 2 - n_Q_Ready
  /\ n_Q_Rest >= i_at_is_Rest_then_1_else_etc

\* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; }
meet ==
  \E self \in {"A_0", "A_1"} :
  \E j \in {"A_0", "A_1"} :
    /\ (self = "A_0" /\ n_P_A_0 > 0) \/ (self = "A_1" /\ n_P_A_1 > 0)
    /\ (j = "A_0" /\ n_P_A_0 > (IF self = "A_0" THEN 1 ELSE 0))
       \/ (j = "A_1" /\ n_P_A_1 > (IF self = "A_1" THEN 1 ELSE 0))
    /\ n_P_A_0' = n_P_A_0 - (IF self = "A_0" THEN 1 ELSE 0) - (IF j = "A_0" THEN 1 ELSE 0)
    /\ n_P_A_1' = n_P_A_1 - (IF self = "A_1" THEN 1 ELSE 0) + (IF j = "A_0" THEN 1 ELSE 0)
    /\ n_P_B' = n_P_B + 1
    /\ UNCHANGED <<level, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc :=
\* Rest; loc := A; }
call ==
  /\ n_P_B > 0
  /\ n_Q_Ready > i_at_is_Ready_then_1_etc
  /\ n_P_A_0' = n_P_A_0 + 1
  /\ n_P_B' = n_P_B - 1
  /\ n_Q_Ready' = n_Q_Ready - 1
  /\ n_Q_Rest' = n_Q_Rest + 1
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_at, j_is>>

call_2 ==
  /\ n_P_B > 0
  /\ i_at = Ready
  /\ n_P_A_0' = n_P_A_0 + 1
  /\ n_P_B' = n_P_B - 1
  /\ i_at' = Rest
  /\ j_at' = IF j_is = "i" THEN Rest ELSE j_at
  /\ n_Q_Ready' = n_Q_Ready - 1
  /\ n_Q_Rest' = n_Q_Rest + 1
  /\ UNCHANGED <<level, n_P_A_1, j_is>>

call_3 ==
  /\ n_P_B > 0
  /\ j_is = "j"
  /\ j_at = Ready
  /\ n_P_A_0' = n_P_A_0 + 1
  /\ n_P_B' = n_P_B - 1
  /\ j_at' = Rest
  /\ n_Q_Ready' = n_Q_Ready - 1
  /\ n_Q_Rest' = n_Q_Rest + 1
  /\ UNCHANGED <<level, n_P_A_1, i_at, j_is>>

\* line 12: rule all when level > 0 && v == 0 do {
\*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; }
\*   level := any;
\* }
all ==
  \E self \in {"A_0", "B"} :
  \E any1 \in 0..2 :
    /\ level > 0
    /\ (self = "A_0" /\ n_P_A_0 > 0) \/ (self = "B" /\ n_P_B > 0)
    /\ level' = any1
    /\ n_P_A_0' = IF self = "A_0" THEN 1 ELSE 0
    /\ n_P_A_1' = n_P_A_0 + n_P_A_1 - (IF self = "A_0" THEN 1 ELSE 0)
    /\ UNCHANGED <<n_P_B, i_at, j_at, j_is, n_Q_Ready, n_Q_Rest>>

\* line 20: Rest -> Ready when exists i : P (i@A);
Rest_to_Ready ==
  /\ n_Q_Rest > i_at_is_Rest_then_1_else_etc
  /\ n_P_A_0 + n_P_A_1 > 0
  /\ n_Q_Ready' = n_Q_Ready + 1
  /\ n_Q_Rest' = n_Q_Rest - 1
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_at, j_is>>

\* Rest -> Ready by i
Rest_to_Ready_by_i ==
  /\ i_at = Rest
  /\ n_P_A_0 + n_P_A_1 > 0
  /\ i_at' = Ready
  /\ j_at' = IF j_is = "i" THEN Ready ELSE j_at
  /\ n_Q_Ready' = n_Q_Ready + 1
  /\ n_Q_Rest' = n_Q_Rest - 1
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, j_is>>

\* Rest -> Ready by j
Rest_to_Ready_by_j ==
  /\ j_is = "j"
  /\ j_at = Rest
  /\ n_P_A_0 + n_P_A_1 > 0
  /\ j_at' = Ready
  /\ n_Q_Ready' = n_Q_Ready + 1
  /\ n_Q_Rest' = n_Q_Rest - 1
  /\ UNCHANGED <<level, n_P_A_0, n_P_A_1, n_P_B, i_at, j_is>>

Next ==
  \/ meet
  \/ call
  \/ call_2
  \/ call_3
  \/ all
  \/ Rest_to_Ready
  \/ Rest_to_Ready_by_i
  \/ Rest_to_Ready_by_j

Spec == Init /\ [][Next]_vars

\* line 23: invariant low: level <= 2;
low == vars = vars

\* line 24: invariant rest: forall i, j : Q . i@Rest || j@Ready || i == j || level in 0..2;
rest == vars = vars

\* line 25: deadlock free;
deadlock == ENABLED Next

====

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
\* types.sym for TLC, encoding vector, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   level: shared level
\*   i_loc: loc of the process named by i
\*   j_loc: loc of the process named by j
\*   j_is: first variable that names the same process as j
\*   P1_loc: loc in slot 1 of the untracked processes of P
\*   P1_v: v in slot 1 of the untracked processes of P
\*   P2_loc: loc in slot 2 of the untracked processes of P
\*   P2_v: v in slot 2 of the untracked processes of P
\*   Q1_loc: loc in slot 1 of the untracked processes of Q

EXTENDS Integers

VARIABLES level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc

vars == <<level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

Ready == 0
Rest == 1
A == 0
B == 1
nobody == 2

P1_loc_is_B_or_P1_v_etc == (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0)
                           + (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0)
                           + (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0) > (IF P1_loc = B \/ P1_v > 0
    THEN 1 ELSE 0)
v0_below_P2_loc_or_P2_loc_etc == IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN 0 ELSE P2_loc
v0_below_P2_loc_or_P2_loc_etc_ == IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P1_v ELSE P2_v
v0_below_P2_loc_or_P2_loc_etc_2 == IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P2_loc ELSE 0
v0_below_P2_loc_or_P2_loc_etc_3 == IF 0 < P2_loc \/ (P2_loc = A /\ P1_v <= P2_v) THEN P2_v ELSE P1_v
P2_loc_is_B_or_P2_v_etc == (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0)
                           + (IF P1_loc = B \/ P1_v > 0 THEN 1 ELSE 0)
                           + (IF P2_loc = B \/ P2_v > 0 THEN 1 ELSE 0) > (IF P2_loc = B \/ P2_v > 0
    THEN 1 ELSE 0)
v0_below_P1_loc_or_P1_loc_etc == IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN 0 ELSE P1_loc
v0_below_P1_loc_or_P1_loc_etc_ == IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P2_v ELSE P1_v
v0_below_P1_loc_or_P1_loc_etc_2 == IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P1_loc ELSE 0
v0_below_P1_loc_or_P1_loc_etc_3 == IF 0 < P1_loc \/ (P1_loc = A /\ P2_v <= P1_v) THEN P1_v ELSE P2_v
P1_loc_at_most_P2_loc_etc == IF P1_loc <= P2_loc THEN 0 ELSE IF P2_loc = A /\ P2_v = 0 THEN 1
                             ELSE P2_v
P1_loc_at_most_P2_loc_etc_ == IF P1_loc <= P2_loc THEN IF P2_loc = A /\ P2_v = 0 THEN 1 ELSE P2_v
                              ELSE 0
P1_loc_is_not_P2_loc_or_etc == (P1_loc # P2_loc \/ P1_v # P2_v) /\ level > 0 /\ P2_v = 0
P2_loc_at_most_P1_loc_etc == IF P2_loc <= P1_loc THEN 0 ELSE IF P1_loc = A /\ P1_v = 0 THEN 1
                             ELSE P1_v
P2_loc_at_most_P1_loc_etc_ == IF P2_loc <= P1_loc THEN IF P1_loc = A /\ P1_v = 0 THEN 1 ELSE P1_v
                              ELSE 0
P1_loc_is_A_then_1_else_etc == (IF P1_loc = A THEN 1 ELSE 0) + (IF P2_loc = A THEN 1 ELSE 0) > 0

TypeOK ==
  /\ level \in 0..2
  /\ {i_loc, j_loc} \subseteq 0..1
  /\ j_is \in {"i", "j"}
  /\ {P1_loc, P1_v, P2_loc, P2_v} \subseteq 0..1
  /\ Q1_loc \in 0..2

Init ==
  /\ level \in 0..2
  /\ level % 2 = 0
  /\ j_is \in {"i", "j"}
  /\ i_loc \in Ready..Rest
  /\ j_loc \in (IF j_is = "j" THEN Ready ELSE IF j_is = "i" THEN i_loc
                ELSE 2)..(IF j_is = "j" THEN Rest ELSE IF j_is = "i" THEN i_loc ELSE 2)
  /\ P1_loc = A
  /\ P1_v = 0
  /\ P2_loc = A
  /\ P2_v = 0
  /\ Q1_loc \in (IF 1 - (IF j_is = "j" THEN 1 ELSE 0) > 0 THEN Ready
                 ELSE nobody)..(IF 1 - (IF j_is = "j" THEN 1 ELSE 0) > 0 THEN Rest ELSE nobody)

\* line 10: rule meet : A -> B with j : P where j@A do { j.v := 1; v := 0; }
\* meet by P1, P2
meet_by_P1_P2 ==
  /\ P1_loc = A
  /\ P2_loc = A
  /\ P1_v' = 1
  /\ P2_loc' = B
  /\ P2_v' = 0
  /\ UNCHANGED <<level, i_loc, j_loc, j_is, P1_loc, Q1_loc>>

\* line 11: rule call with k : Q where k@Ready when @B && count i : P (busy(i)) >= 1 do { k.loc :=
\* Rest; loc := A; }
\* call by P1, Q1
call_by_P1_Q1 ==
  /\ Q1_loc = Ready
  /\ P1_loc = B
  /\ P1_loc_is_B_or_P1_v_etc
  /\ P1_loc' = v0_below_P2_loc_or_P2_loc_etc
  /\ P1_v' = v0_below_P2_loc_or_P2_loc_etc_
  /\ P2_loc' = v0_below_P2_loc_or_P2_loc_etc_2
  /\ P2_v' = v0_below_P2_loc_or_P2_loc_etc_3
  /\ Q1_loc' = Rest
  /\ UNCHANGED <<level, i_loc, j_loc, j_is>>

\* call by P2, Q1
call_by_P2_Q1 ==
  /\ P1_loc # P2_loc \/ P1_v # P2_v
  /\ Q1_loc = Ready
  /\ P2_loc = B
  /\ P2_loc_is_B_or_P2_v_etc
  /\ P1_loc' = v0_below_P1_loc_or_P1_loc_etc
  /\ P1_v' = v0_below_P1_loc_or_P1_loc_etc_
  /\ P2_loc' = v0_below_P1_loc_or_P1_loc_etc_2
  /\ P2_v' = v0_below_P1_loc_or_P1_loc_etc_3
  /\ Q1_loc' = Rest
  /\ UNCHANGED <<level, i_loc, j_loc, j_is>>

\* call by P1, i
call_by_P1_i ==
  /\ i_loc = Ready
  /\ P1_loc = B
  /\ P1_loc_is_B_or_P1_v_etc
  /\ i_loc' = Rest
  /\ j_loc' = IF j_is = "i" THEN Rest ELSE j_loc
  /\ P1_loc' = v0_below_P2_loc_or_P2_loc_etc
  /\ P1_v' = v0_below_P2_loc_or_P2_loc_etc_
  /\ P2_loc' = v0_below_P2_loc_or_P2_loc_etc_2
  /\ P2_v' = v0_below_P2_loc_or_P2_loc_etc_3
  /\ UNCHANGED <<level, j_is, Q1_loc>>

\* call by P2, i
call_by_P2_i ==
  /\ P1_loc # P2_loc \/ P1_v # P2_v
  /\ i_loc = Ready
  /\ P2_loc = B
  /\ P2_loc_is_B_or_P2_v_etc
  /\ i_loc' = Rest
  /\ j_loc' = IF j_is = "i" THEN Rest ELSE j_loc
  /\ P1_loc' = v0_below_P1_loc_or_P1_loc_etc
  /\ P1_v' = v0_below_P1_loc_or_P1_loc_etc_
  /\ P2_loc' = v0_below_P1_loc_or_P1_loc_etc_2
  /\ P2_v' = v0_below_P1_loc_or_P1_loc_etc_3
  /\ UNCHANGED <<level, j_is, Q1_loc>>

\* call by P1, j
call_by_P1_j ==
  /\ j_is = "j"
  /\ j_loc = Ready
  /\ P1_loc = B
  /\ P1_loc_is_B_or_P1_v_etc
  /\ j_loc' = Rest
  /\ P1_loc' = v0_below_P2_loc_or_P2_loc_etc
  /\ P1_v' = v0_below_P2_loc_or_P2_loc_etc_
  /\ P2_loc' = v0_below_P2_loc_or_P2_loc_etc_2
  /\ P2_v' = v0_below_P2_loc_or_P2_loc_etc_3
  /\ UNCHANGED <<level, i_loc, j_is, Q1_loc>>

\* call by P2, j
call_by_P2_j ==
  /\ P1_loc # P2_loc \/ P1_v # P2_v
  /\ j_is = "j"
  /\ j_loc = Ready
  /\ P2_loc = B
  /\ P2_loc_is_B_or_P2_v_etc
  /\ j_loc' = Rest
  /\ P1_loc' = v0_below_P1_loc_or_P1_loc_etc
  /\ P1_v' = v0_below_P1_loc_or_P1_loc_etc_
  /\ P2_loc' = v0_below_P1_loc_or_P1_loc_etc_2
  /\ P2_v' = v0_below_P1_loc_or_P1_loc_etc_3
  /\ UNCHANGED <<level, i_loc, j_is, Q1_loc>>

\* line 12: rule all when level > 0 && v == 0 do {
\*   forall j : P where j != self && !busy(j) do { if (j@A) j.v := 1; else j.v := 0; }
\*   level := any;
\* }
\* all by P1
all_by_P1 ==
  /\ level > 0
  /\ P1_v = 0
  /\ level' = 0
  /\ P1_loc' = IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc
  /\ P1_v' = P1_loc_at_most_P2_loc_etc
  /\ P2_loc' = IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc
  /\ P2_v' = P1_loc_at_most_P2_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

all_by_P1_2 ==
  /\ level > 0
  /\ P1_v = 0
  /\ level' = 1
  /\ P1_loc' = IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc
  /\ P1_v' = P1_loc_at_most_P2_loc_etc
  /\ P2_loc' = IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc
  /\ P2_v' = P1_loc_at_most_P2_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

all_by_P1_3 ==
  /\ level > 0
  /\ P1_v = 0
  /\ level' = 2
  /\ P1_loc' = IF P1_loc <= P2_loc THEN P1_loc ELSE P2_loc
  /\ P1_v' = P1_loc_at_most_P2_loc_etc
  /\ P2_loc' = IF P1_loc <= P2_loc THEN P2_loc ELSE P1_loc
  /\ P2_v' = P1_loc_at_most_P2_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* all by P2
all_by_P2 ==
  /\ P1_loc_is_not_P2_loc_or_etc
  /\ level' = 0
  /\ P1_loc' = IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc
  /\ P1_v' = P2_loc_at_most_P1_loc_etc
  /\ P2_loc' = IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc
  /\ P2_v' = P2_loc_at_most_P1_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

all_by_P2_2 ==
  /\ P1_loc_is_not_P2_loc_or_etc
  /\ level' = 1
  /\ P1_loc' = IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc
  /\ P1_v' = P2_loc_at_most_P1_loc_etc
  /\ P2_loc' = IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc
  /\ P2_v' = P2_loc_at_most_P1_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

all_by_P2_3 ==
  /\ P1_loc_is_not_P2_loc_or_etc
  /\ level' = 2
  /\ P1_loc' = IF P2_loc <= P1_loc THEN P2_loc ELSE P1_loc
  /\ P1_v' = P2_loc_at_most_P1_loc_etc
  /\ P2_loc' = IF P2_loc <= P1_loc THEN P1_loc ELSE P2_loc
  /\ P2_v' = P2_loc_at_most_P1_loc_etc_
  /\ UNCHANGED <<i_loc, j_loc, j_is, Q1_loc>>

\* line 20: Rest -> Ready when exists i : P (i@A);
\* Rest -> Ready by Q1
Rest_to_Ready_by_Q1 ==
  /\ Q1_loc = Rest
  /\ P1_loc_is_A_then_1_else_etc
  /\ Q1_loc' = Ready
  /\ UNCHANGED <<level, i_loc, j_loc, j_is, P1_loc, P1_v, P2_loc, P2_v>>

\* Rest -> Ready by i
Rest_to_Ready_by_i ==
  /\ i_loc = Rest
  /\ P1_loc_is_A_then_1_else_etc
  /\ i_loc' = Ready
  /\ j_loc' = IF j_is = "i" THEN Ready ELSE j_loc
  /\ UNCHANGED <<level, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

\* Rest -> Ready by j
Rest_to_Ready_by_j ==
  /\ j_is = "j"
  /\ j_loc = Rest
  /\ P1_loc_is_A_then_1_else_etc
  /\ j_loc' = Ready
  /\ UNCHANGED <<level, i_loc, j_is, P1_loc, P1_v, P2_loc, P2_v, Q1_loc>>

Next ==
  \/ meet_by_P1_P2
  \/ call_by_P1_Q1
  \/ call_by_P2_Q1
  \/ call_by_P1_i
  \/ call_by_P2_i
  \/ call_by_P1_j
  \/ call_by_P2_j
  \/ all_by_P1
  \/ all_by_P1_2
  \/ all_by_P1_3
  \/ all_by_P2
  \/ all_by_P2_2
  \/ all_by_P2_3
  \/ Rest_to_Ready_by_Q1
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

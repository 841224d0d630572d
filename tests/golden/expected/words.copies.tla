--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.cfg
\* made by gentrans from words.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT CTLSPEC
INVARIANT v_
--- out.tla
---- MODULE out ----
\* words.sym, model MODULE for TLC, encoding none (n processes), made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   byte: shared byte
\*   TRUE_: shared TRUE
\*   stuck: shared stuck
\*   error_: shared error_
\*   n_A: shared n_A
\*   self_: id variable self_: 1..n, 0 is none
\*   EXTENDS_1_loc: loc of process 1 of EXTENDS
\*   EXTENDS_1_at: at of process 1 of EXTENDS
\*   EXTENDS_2_loc: loc of process 2 of EXTENDS
\*   EXTENDS_2_at: at of process 2 of EXTENDS

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc,
    EXTENDS_2_at

vars == <<byte, TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc,
    EXTENDS_2_at>>

TypeOK ==
  /\ byte \in {"T", "U", "X", "init", "skip", "A_B"}
  /\ TRUE_ \in BOOLEAN
  /\ {stuck, error_, n_A} \subseteq 0..1
  /\ self_ \in 1..2
  /\ EXTENDS_1_loc \in {"A", "A_B"}
  /\ EXTENDS_1_at \in {"T", "U", "X", "init", "skip", "A_B"}
  /\ EXTENDS_2_loc \in {"A", "A_B"}
  /\ EXTENDS_2_at \in {"T", "U", "X", "init", "skip", "A_B"}

Init ==
  /\ byte = "T"
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self_ \in 1..2
  /\ EXTENDS_1_loc = "A"
  /\ EXTENDS_1_at = "X"
  /\ EXTENDS_2_loc = "A"
  /\ EXTENDS_2_at = "X"

\* line 10: rule module : A -> A_B when byte == T do { byte := U; at := init; }
\* module by EXTENDS 1
module_by_EXTENDS_1 ==
  /\ EXTENDS_1_loc = "A"
  /\ byte = "T"
  /\ byte' = "U"
  /\ EXTENDS_1_loc' = "A_B"
  /\ EXTENDS_1_at' = "init"
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self_, EXTENDS_2_loc, EXTENDS_2_at>>

\* module by EXTENDS 2
module_by_EXTENDS_2 ==
  /\ EXTENDS_2_loc = "A"
  /\ byte = "T"
  /\ byte' = "U"
  /\ EXTENDS_2_loc' = "A_B"
  /\ EXTENDS_2_at' = "init"
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at>>

\* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := stuck;
\* n_A := 1 - n_A; }
\* do_ by EXTENDS 1
do_by_EXTENDS_1 ==
  /\ EXTENDS_1_loc = "A_B"
  /\ EXTENDS_1_at = "init"
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ EXTENDS_1_loc' = "A"
  /\ UNCHANGED <<byte, self_, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at>>

\* do_ by EXTENDS 2
do_by_EXTENDS_2 ==
  /\ EXTENDS_2_loc = "A_B"
  /\ EXTENDS_2_at = "init"
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ EXTENDS_2_loc' = "A"
  /\ UNCHANGED <<byte, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_at>>

Next ==
  \/ module_by_EXTENDS_1
  \/ module_by_EXTENDS_2
  \/ do_by_EXTENDS_1
  \/ do_by_EXTENDS_2

Spec == Init /\ [][Next]_vars

\* line 13: invariant CTLSPEC: TRUE || !TRUE || byte == skip;
CTLSPEC == vars = vars

\* line 14: invariant _: forall self_ : EXTENDS . self_@A || self_@A_B;
v_ == (IF self_ = 1 THEN EXTENDS_1_loc ELSE EXTENDS_2_loc) = "A"
      \/ (IF self_ = 1 THEN EXTENDS_1_loc ELSE EXTENDS_2_loc) = "A_B"

====

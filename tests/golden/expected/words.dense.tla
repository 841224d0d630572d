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
\* words.sym, model MODULE for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   byte: shared byte
\*   TRUE_: shared TRUE
\*   stuck: shared stuck
\*   error_: shared error_
\*   n_A: shared n_A
\*   self__at: local state of the process named by self_
\*   n_...: number of processes of EXTENDS in a local state

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self__at, n_A_X, n_A_init, n_A_B

vars == <<byte, TRUE_, stuck, error_, n_A, self__at, n_A_X, n_A_init, n_A_B>>

TypeOK ==
  /\ byte \in {"T", "U", "X", "init", "skip", "A_B"}
  /\ TRUE_ \in BOOLEAN
  /\ {stuck, error_, n_A} \subseteq 0..1
  /\ self__at \in {"A_X", "A_init", "A_B"}
  /\ {n_A_X, n_A_init, n_A_B} \subseteq 0..2

Init ==
  /\ byte = "T"
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self__at = "A_X"
  /\ n_A_X = 2
  /\ n_A_init = 0
  /\ n_A_B = 0

\* line 10: rule module : A -> A_B when byte == T do { byte := U; at := init; }
module ==
  \E self \in {"A_X", "A_init"} :
    /\ byte = "T"
    /\ (self = "A_X" /\ n_A_X > (IF self__at = "A_X" THEN 1 ELSE 0))
       \/ (self = "A_init" /\ n_A_init > (IF self__at = "A_init" THEN 1 ELSE 0))
    /\ byte' = "U"
    /\ n_A_X' = n_A_X - (IF self = "A_X" THEN 1 ELSE 0)
    /\ n_A_init' = n_A_init - (IF self = "A_init" THEN 1 ELSE 0)
    /\ n_A_B' = n_A_B + 1
    /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self__at>>

\* module by self_
module_by_self ==
  /\ self__at # "A_B"
  /\ byte = "T"
  /\ byte' = "U"
  /\ self__at' = "A_B"
  /\ n_A_X' = n_A_X - (IF self__at = "A_X" THEN 1 ELSE 0)
  /\ n_A_init' = n_A_init - (IF self__at = "A_init" THEN 1 ELSE 0)
  /\ n_A_B' = n_A_B + 1
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A>>

\* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := stuck;
\* n_A := 1 - n_A; }
do ==
  /\ n_A_B > (IF self__at = "A_B" THEN 1 ELSE 0)
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ n_A_init' = n_A_init + 1
  /\ n_A_B' = n_A_B - 1
  /\ UNCHANGED <<byte, self__at, n_A_X>>

\* do_ by self_
do_by_self ==
  /\ self__at = "A_B"
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ self__at' = "A_init"
  /\ n_A_init' = n_A_init + 1
  /\ n_A_B' = n_A_B - 1
  /\ UNCHANGED <<byte, n_A_X>>

Next ==
  \/ module
  \/ module_by_self
  \/ do
  \/ do_by_self

Spec == Init /\ [][Next]_vars

\* line 13: invariant CTLSPEC: TRUE || !TRUE || byte == skip;
CTLSPEC == vars = vars

\* line 14: invariant _: forall self_ : EXTENDS . self_@A || self_@A_B;
v_ == vars = vars

====

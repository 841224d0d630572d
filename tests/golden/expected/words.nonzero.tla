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
\* words.sym, model MODULE for TLC, encoding vector, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   byte: shared byte
\*   TRUE_: shared TRUE
\*   stuck: shared stuck
\*   error_: shared error_
\*   n_A: shared n_A
\*   self__loc: loc of the process named by self_
\*   self__at: at of the process named by self_
\*   EXTENDS1_loc: loc in slot 1 of the untracked processes of EXTENDS
\*   EXTENDS1_at: at in slot 1 of the untracked processes of EXTENDS

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self__loc, self__at, EXTENDS1_loc, EXTENDS1_at

vars == <<byte, TRUE_, stuck, error_, n_A, self__loc, self__at, EXTENDS1_loc, EXTENDS1_at>>

TypeOK ==
  /\ byte \in {"T", "U", "X", "init", "skip", "A_B"}
  /\ TRUE_ \in BOOLEAN
  /\ {stuck, error_, n_A} \subseteq 0..1
  /\ self__loc \in {"A", "A_B"}
  /\ self__at \in {"T", "U", "X", "init", "skip", "A_B"}
  /\ EXTENDS1_loc \in {"A", "A_B"}
  /\ EXTENDS1_at \in {"T", "U", "X", "init", "skip", "A_B"}

Init ==
  /\ byte = "T"
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self__loc = "A"
  /\ self__at = "X"
  /\ EXTENDS1_loc = "A"
  /\ EXTENDS1_at = "X"

\* line 10: rule module : A -> A_B when byte == T do { byte := U; at := init; }
\* module by EXTENDS1
module_by_EXTENDS1 ==
  /\ EXTENDS1_loc = "A"
  /\ byte = "T"
  /\ byte' = "U"
  /\ EXTENDS1_loc' = "A_B"
  /\ EXTENDS1_at' = "init"
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self__loc, self__at>>

\* module by self_
module_by_self ==
  /\ self__loc = "A"
  /\ byte = "T"
  /\ byte' = "U"
  /\ self__loc' = "A_B"
  /\ self__at' = "init"
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, EXTENDS1_loc, EXTENDS1_at>>

\* line 11: rule do_ : A_B -> A when at == init do { TRUE := !TRUE; stuck := n_A; error_ := stuck;
\* n_A := 1 - n_A; }
\* do_ by EXTENDS1
do_by_EXTENDS1 ==
  /\ EXTENDS1_loc = "A_B"
  /\ EXTENDS1_at = "init"
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ EXTENDS1_loc' = "A"
  /\ UNCHANGED <<byte, self__loc, self__at, EXTENDS1_at>>

\* do_ by self_
do_by_self ==
  /\ self__loc = "A_B"
  /\ self__at = "init"
  /\ TRUE_' = ~TRUE_
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = 1 - n_A
  /\ self__loc' = "A"
  /\ UNCHANGED <<byte, self__at, EXTENDS1_loc, EXTENDS1_at>>

Next ==
  \/ module_by_EXTENDS1
  \/ module_by_self
  \/ do_by_EXTENDS1
  \/ do_by_self

Spec == Init /\ [][Next]_vars

\* line 13: invariant CTLSPEC: TRUE || !TRUE || byte == skip;
CTLSPEC == vars = vars

\* line 14: invariant _: forall self_ : EXTENDS . self_@A || self_@A_B;
v_ == vars = vars

====

--- 1out.cfg
\* made by gentrans from nothing.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT fine
INVARIANT deadlock
--- 1out.tla
---- MODULE M1out ----
\* nothing.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto M1out.tla

EXTENDS Integers

VARIABLES nothing

vars == <<nothing>>

TypeOK ==
  /\ nothing = 0

Init ==
  /\ nothing = 0

\* line 4: rule idle;
idle ==
  /\ UNCHANGED vars

Next ==
  \/ idle

Spec == Init /\ [][Next]_vars

\* line 6: invariant fine: true;
fine == vars = vars

\* line 7: deadlock free;
deadlock == vars = vars

====

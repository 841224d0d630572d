--- standard error
ltl.sym:13:12: warning: property 'until' is left out, it cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [left-out]
ltl.sym:14:11: warning: property 'weak' is left out, it cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [left-out]
ltl.sym:15:14: warning: property 'release' is left out, it cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [left-out]
--- out.cfg
\* made by gentrans from ltl.sym
SPECIFICATION Spec
CHECK_DEADLOCK FALSE
PROPERTY next
PROPERTY finally
PROPERTY globally
PROPERTY both
PROPERTY forward
PROPERTY response
INVARIANT low
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* ltl.sym, model fair_linear for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   x: shared x

EXTENDS Integers

VARIABLES x

vars == <<x>>

TypeOK ==
  /\ x \in 0..2

Init ==
  /\ x = 0

\* line 5: up
up ==
  /\ x < 2
  /\ x' = x + 1

\* line 6: reset
reset ==
  /\ x = 2
  /\ x' = 0

Next ==
  \/ up
  \/ reset

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

\* line 10: ltl next
next == vars = vars

\* line 11: ltl finally
finally == []<>(x = 0) => <>(x = 2)

\* line 12: ltl globally
globally == []<>(x = 0) => ~([](x = 0))

\* line 16: ltl both
both == []<>(x = 0) => []<>(x = 0)

\* line 17: ctl forward
forward == []<>(x = 0) => <>(x = 2)

\* line 18: ctl response
response == []<>(x = 0) => [](~(x = 1) \/ <>(x = 0))

\* line 19: invariant low
low == vars = vars

\* line 20: deadlock free deadlock
deadlock == ENABLED Next

\* line 13: ltl until
\* left out: TLC cannot express it: TLA+ has only [] and <>, no next, until, weak until or release

\* line 14: ltl weak
\* left out: TLC cannot express it: TLA+ has only [] and <>, no next, until, weak until or release

\* line 15: ltl release
\* left out: TLC cannot express it: TLA+ has only [] and <>, no next, until, weak until or release

====

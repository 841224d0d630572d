--- out.cfg
\* made by gentrans from ltl.sym
SPECIFICATION Spec
CHECK_DEADLOCK FALSE
PROPERTY finally
PROPERTY globally
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

\* line 5: rule up when x < 2 do x := x + 1;
up ==
  /\ x < 2
  /\ x' = x + 1

\* line 6: rule reset when x == 2 do x := 0;
reset ==
  /\ x = 2
  /\ x' = 0

Next ==
  \/ up
  \/ reset

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

\* line 11: ltl finally: F (x == 2) && !F (x > 2);
finally == []<>(x = 0) => <>(x = 2)

\* line 12: ltl globally: G (x <= 2) && !G (x == 0);
globally == []<>(x = 0) => ~([](x = 0))

\* line 17: ctl forward: AG (x <= 2) && AF (x == 2);
forward == []<>(x = 0) => <>(x = 2)

\* line 18: ctl response: AG (x == 1 -> AF (x == 0));
response == []<>(x = 0) => [](~(x = 1) \/ <>(x = 0))

\* line 19: invariant low: x <= 2;
low == vars = vars

\* line 20: deadlock free;
deadlock == ENABLED Next

====

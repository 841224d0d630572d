--- started-1.cfg
\* made by gentrans from started.sym
SPECIFICATION Spec
CHECK_DEADLOCK FALSE
PROPERTY later
PROPERTY always
PROPERTY again
PROPERTY nested
PROPERTY shifted
INVARIANT deadlock
INVARIANT error_
--- started-1.tla
---- MODULE started_1 ----
\* started.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto started_1.tla
\*   x: shared x
\*   b: shared b
\*   y: shared y
\*   error: a run-time error has happened

EXTENDS Integers

VARIABLES x, b, y, error

vars == <<x, b, y, error>>

TypeOK ==
  /\ x \in 0..2
  /\ b \in BOOLEAN
  /\ y \in 0..2
  /\ error \in BOOLEAN

Init ==
  /\ x \in 0..2
  /\ b \in {gt_b \in BOOLEAN : (FALSE => gt_b) /\ (gt_b => TRUE)}
  /\ y \in 0..2
  /\ y # x
  /\ error = FALSE

\* line 7: rule up when b do x := x + 1;
up ==
  /\ ~error
  /\ b
  /\ x < 2
  /\ x' = x + 1
  /\ UNCHANGED <<b, y, error>>

\* up (error)
up_error ==
  /\ ~error
  /\ b
  /\ x > 1
  /\ error' = TRUE
  /\ UNCHANGED <<x, b, y>>

\* line 8: rule down when x > 0 do { x := x - 1; b := !b; }
down ==
  /\ ~error
  /\ x > 0
  /\ x' = x - 1
  /\ b' = ~b
  /\ UNCHANGED <<y, error>>

\* line 9: rule same when y / (b ? 2 : y + 1) == 0 do y := x;
same ==
  /\ ~error
  /\ y \div (IF b THEN 2 ELSE y + 1) = 0
  /\ y' = x
  /\ UNCHANGED <<x, b, error>>

Next ==
  \/ up
  \/ up_error
  \/ down
  \/ same

\* No rule can be taken, or one that leaves everything as it is.
Stay == ~ENABLED Next \/ ENABLED (Next /\ UNCHANGED vars)
Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* line 12: ltl later: F (x == 0) || !F b;
later == <>(x = 0) \/ ~(<>(b = TRUE))

\* line 13: ltl always: G (x <= 1) && !G b;
always == [](x < 2) /\ ~([](b = TRUE))

\* line 17: ltl again: G F b <-> F G b;
again == ((([]<>(b = TRUE)) => (<>[](b = TRUE))) /\ ((<>[](b = TRUE)) => ([]<>(b = TRUE))))

\* line 18: ltl nested: G (b -> F !b) -> F G (x == 0);
nested == []((b = TRUE) => <>~(b = TRUE)) => <>[](x = 0)

\* line 20: ltl shifted: F (b && G (x <= 1));
shifted == <>((b = TRUE) /\ [](x < 2))

\* line 30: deadlock free;
deadlock == ENABLED Next \/ (error = TRUE)

\* no error error
error_ == ~(error = TRUE)

====

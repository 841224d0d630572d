--- out.cfg
\* made by gentrans from begin_end.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT deadlock
INVARIANT error_
--- out.tla
---- MODULE out ----
\* begin_end.sym, model model for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   x: shared x
\*   error: a run-time error has happened

EXTENDS Integers

VARIABLES x, error

vars == <<x, error>>

\* Division that rounds towards zero.
LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) ==
  IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y)
  ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

TypeOK ==
  /\ x \in 0..3
  /\ error \in BOOLEAN

Init ==
  /\ x \in 0..3
  /\ error = FALSE

\* line 3: rule up when x < 3 do x := 6 / x;
up ==
  /\ ~error
  /\ x < 3
  /\ x # 0
  /\ (IF x = 0 THEN 0 ELSE GtDiv(6, x)) <= 3
  /\ x' = IF x = 0 THEN 0 ELSE GtDiv(6, x)
  /\ UNCHANGED error

\* up (error)
up_error ==
  /\ ~error
  /\ x < 3
  /\ x = 0 \/ (IF x = 0 THEN 0 ELSE GtDiv(6, x)) > 3
  /\ error' = TRUE
  /\ UNCHANGED x

Next ==
  \/ up
  \/ up_error

Spec == Init /\ [][Next]_vars

\* line 5: deadlock free;
deadlock == ENABLED Next \/ (error = TRUE) \/ (IF x = 0 THEN 0 ELSE GtDiv(6, x)) = 2

\* no error error
error_ == ~(error = TRUE) /\ x # 0

====

--- standard error
words.sym:6:15: warning: variable `error_` is never read [unused-variable]
    6 | shared stuck, error_, n_A : 0..1;
      |               ^~~~~~
--- out.cfg
\* made by gentrans from words.sym
INIT Init
NEXT Next
INVARIANT CTLSPEC
INVARIANT v_
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from words.sym (model MODULE), encoding none (n explicit processes)
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
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
\*   A_B_: the value A_B

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at

vars == <<byte, TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

T == 0
U == 1
X == 2
init == 3
skip == 4
A_B == 5
A == 0
A_B_ == 1


TypeOK ==
  /\ byte \in (0)..(5)
  /\ TRUE_ \in BOOLEAN
  /\ stuck \in (0)..(1)
  /\ error_ \in (0)..(1)
  /\ n_A \in (0)..(1)
  /\ self_ \in (1)..(2)
  /\ EXTENDS_1_loc \in (0)..(1)
  /\ EXTENDS_1_at \in (0)..(5)
  /\ EXTENDS_2_loc \in (0)..(1)
  /\ EXTENDS_2_at \in (0)..(5)

Init ==
  /\ byte = T
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self_ \in 1..2
  /\ EXTENDS_1_loc = A
  /\ EXTENDS_1_at = X
  /\ EXTENDS_2_loc = A
  /\ EXTENDS_2_at = X

\* module by EXTENDS 1
Step1 ==
  /\ (EXTENDS_1_loc = A /\ byte = T)
  /\ byte' = U
  /\ EXTENDS_1_loc' = A_B_
  /\ EXTENDS_1_at' = init
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self_, EXTENDS_2_loc, EXTENDS_2_at>>

\* module by EXTENDS 2
Step2 ==
  /\ (EXTENDS_2_loc = A /\ byte = T)
  /\ byte' = U
  /\ EXTENDS_2_loc' = A_B_
  /\ EXTENDS_2_at' = init
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self_, EXTENDS_1_loc, EXTENDS_1_at>>

\* do_ by EXTENDS 1
Step3 ==
  /\ (EXTENDS_1_loc = A_B_ /\ EXTENDS_1_at = init)
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ EXTENDS_1_loc' = A
  /\ UNCHANGED <<byte, self_, EXTENDS_1_at, EXTENDS_2_loc, EXTENDS_2_at>>

\* do_ by EXTENDS 2
Step4 ==
  /\ (EXTENDS_2_loc = A_B_ /\ EXTENDS_2_at = init)
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ EXTENDS_2_loc' = A
  /\ UNCHANGED <<byte, self_, EXTENDS_1_loc, EXTENDS_1_at, EXTENDS_2_at>>

Stuck ==
  /\ ~(EXTENDS_1_loc = A /\ byte = T)
  /\ ~(EXTENDS_2_loc = A /\ byte = T)
  /\ ~(EXTENDS_1_loc = A_B_ /\ EXTENDS_1_at = init)
  /\ ~(EXTENDS_2_loc = A_B_ /\ EXTENDS_2_at = init)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((EXTENDS_1_loc = A /\ byte = T) /\ byte = U /\ EXTENDS_1_loc = A_B_ /\ EXTENDS_1_at = init)
  \/ ((EXTENDS_2_loc = A /\ byte = T) /\ byte = U /\ EXTENDS_2_loc = A_B_ /\ EXTENDS_2_at = init)
  \/ ((EXTENDS_1_loc = A_B_ /\ EXTENDS_1_at = init) /\ TRUE_ = (~TRUE_) /\ stuck = n_A /\ error_ = stuck /\ n_A = (1 - n_A) /\ EXTENDS_1_loc = A)
  \/ ((EXTENDS_2_loc = A_B_ /\ EXTENDS_2_at = init) /\ TRUE_ = (~TRUE_) /\ stuck = n_A /\ error_ = stuck /\ n_A = (1 - n_A) /\ EXTENDS_2_loc = A)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant CTLSPEC
CTLSPEC == vars = vars

\* invariant _
v_ == (IF self_ = 1 THEN EXTENDS_1_loc ELSE EXTENDS_2_loc) = 0 \/ (IF self_ = 1 THEN EXTENDS_1_loc ELSE EXTENDS_2_loc) = 1

====

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
\* made by gentrans from words.sym (model MODULE), encoding vector
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   byte: shared byte
\*   TRUE_: shared TRUE
\*   stuck: shared stuck
\*   error_: shared error_
\*   n_A: shared n_A
\*   self__loc: loc of the process named by self_
\*   self__at: at of the process named by self_
\*   EXTENDS1_loc: loc in slot 1 of the untracked processes of EXTENDS
\*   EXTENDS1_at: at in slot 1 of the untracked processes of EXTENDS
\*   A_B_: the value A_B

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self__loc, self__at, EXTENDS1_loc, EXTENDS1_at

vars == <<byte, TRUE_, stuck, error_, n_A, self__loc, self__at, EXTENDS1_loc, EXTENDS1_at>>

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
  /\ self__loc \in (0)..(1)
  /\ self__at \in (0)..(5)
  /\ EXTENDS1_loc \in (0)..(1)
  /\ EXTENDS1_at \in (0)..(5)

Init ==
  /\ byte = T
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self__loc = A
  /\ self__at = X
  /\ EXTENDS1_loc = A
  /\ EXTENDS1_at = X

\* module by EXTENDS1
Step1 ==
  /\ (EXTENDS1_loc = A /\ byte = T)
  /\ byte' = U
  /\ EXTENDS1_loc' = A_B_
  /\ EXTENDS1_at' = init
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self__loc, self__at>>

\* module by self_
Step2 ==
  /\ (self__loc = A /\ byte = T)
  /\ byte' = U
  /\ self__loc' = A_B_
  /\ self__at' = init
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, EXTENDS1_loc, EXTENDS1_at>>

\* do_ by EXTENDS1
Step3 ==
  /\ (EXTENDS1_loc = A_B_ /\ EXTENDS1_at = init)
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ EXTENDS1_loc' = A
  /\ UNCHANGED <<byte, self__loc, self__at, EXTENDS1_at>>

\* do_ by self_
Step4 ==
  /\ (self__loc = A_B_ /\ self__at = init)
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ self__loc' = A
  /\ UNCHANGED <<byte, self__at, EXTENDS1_loc, EXTENDS1_at>>

Stuck ==
  /\ ~(EXTENDS1_loc = A /\ byte = T)
  /\ ~(self__loc = A /\ byte = T)
  /\ ~(EXTENDS1_loc = A_B_ /\ EXTENDS1_at = init)
  /\ ~(self__loc = A_B_ /\ self__at = init)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((EXTENDS1_loc = A /\ byte = T) /\ byte = U /\ EXTENDS1_loc = A_B_ /\ EXTENDS1_at = init)
  \/ ((self__loc = A /\ byte = T) /\ byte = U /\ self__loc = A_B_ /\ self__at = init)
  \/ ((EXTENDS1_loc = A_B_ /\ EXTENDS1_at = init) /\ TRUE_ = (~TRUE_) /\ stuck = n_A /\ error_ = stuck /\ n_A = (1 - n_A) /\ EXTENDS1_loc = A)
  \/ ((self__loc = A_B_ /\ self__at = init) /\ TRUE_ = (~TRUE_) /\ stuck = n_A /\ error_ = stuck /\ n_A = (1 - n_A) /\ self__loc = A)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant CTLSPEC
CTLSPEC == vars = vars

\* invariant _
v_ == self__loc = A \/ self__loc = A_B_

====

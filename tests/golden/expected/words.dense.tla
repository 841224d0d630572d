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
\* made by gentrans from words.sym (model MODULE), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   byte: shared byte
\*   TRUE_: shared TRUE
\*   stuck: shared stuck
\*   error_: shared error_
\*   n_A: shared n_A
\*   self__at: local state of the process named by self_
\*   n_A_X: number of all processes of EXTENDS in local state A,X
\*   n_A_init: number of all processes of EXTENDS in local state A,init
\*   n_A_B: number of all processes of EXTENDS in local state A_B,init
\*   A_B_: the value A_B

EXTENDS Integers

VARIABLES byte, TRUE_, stuck, error_, n_A, self__at, n_A_X, n_A_init, n_A_B

vars == <<byte, TRUE_, stuck, error_, n_A, self__at, n_A_X, n_A_init, n_A_B>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

T == 0
U == 1
X == 2
init == 3
skip == 4
A_B == 5
A_X == 0
A_init == 1
A_B_ == 2


TypeOK ==
  /\ byte \in (0)..(5)
  /\ TRUE_ \in BOOLEAN
  /\ stuck \in (0)..(1)
  /\ error_ \in (0)..(1)
  /\ n_A \in (0)..(1)
  /\ self__at \in (0)..(2)
  /\ n_A_X \in (0)..(2)
  /\ n_A_init \in (0)..(2)
  /\ n_A_B \in (0)..(2)

Init ==
  /\ byte = T
  /\ TRUE_ = FALSE
  /\ stuck = 0
  /\ error_ = 0
  /\ n_A = 0
  /\ self__at = A_X
  /\ n_A_X = 2
  /\ n_A_init = 0
  /\ n_A_B = 0

\* module
Step1 ==
  /\ (byte = T /\ n_A_X > (IF self__at = A_X THEN 1 ELSE 0))
  /\ byte' = U
  /\ n_A_X' = (n_A_X - 1)
  /\ n_A_B' = (n_A_B + 1)
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self__at, n_A_init>>

\* module
Step2 ==
  /\ (byte = T /\ n_A_init > (IF self__at = A_init THEN 1 ELSE 0))
  /\ byte' = U
  /\ n_A_init' = (n_A_init - 1)
  /\ n_A_B' = (n_A_B + 1)
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A, self__at, n_A_X>>

\* module by self_
Step3 ==
  /\ (self__at # A_B_ /\ byte = T)
  /\ byte' = U
  /\ self__at' = A_B_
  /\ n_A_X' = (n_A_X - (IF self__at = A_X THEN 1 ELSE 0))
  /\ n_A_init' = (n_A_init - (IF self__at = A_init THEN 1 ELSE 0))
  /\ n_A_B' = (n_A_B + 1)
  /\ UNCHANGED <<TRUE_, stuck, error_, n_A>>

\* do_
Step4 ==
  /\ (n_A_B > (IF self__at = A_B_ THEN 1 ELSE 0))
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ n_A_init' = (n_A_init + 1)
  /\ n_A_B' = (n_A_B - 1)
  /\ UNCHANGED <<byte, self__at, n_A_X>>

\* do_ by self_
Step5 ==
  /\ (self__at = A_B_)
  /\ TRUE_' = (~TRUE_)
  /\ stuck' = n_A
  /\ error_' = stuck
  /\ n_A' = (1 - n_A)
  /\ self__at' = A_init
  /\ n_A_init' = (n_A_init + 1)
  /\ n_A_B' = (n_A_B - 1)
  /\ UNCHANGED <<byte, n_A_X>>

Stuck ==
  /\ ~(byte = T /\ n_A_X > (IF self__at = A_X THEN 1 ELSE 0))
  /\ ~(byte = T /\ n_A_init > (IF self__at = A_init THEN 1 ELSE 0))
  /\ ~(self__at # A_B_ /\ byte = T)
  /\ ~(n_A_B > (IF self__at = A_B_ THEN 1 ELSE 0))
  /\ ~(self__at = A_B_)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant CTLSPEC
CTLSPEC == vars = vars

\* invariant _
v_ == vars = vars

====

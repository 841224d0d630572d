--- out.cfg
\* made by gentrans from ids.sym
INIT Init
NEXT Next
INVARIANT one
INVARIANT apart
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from ids.sym (model ids), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   owner_at: local state of the process named by owner
\*   tok_at: local state of the process named by tok
\*   tok_is: first variable that names the same process as tok
\*   n_A: number of all processes of P in local state A
\*   n_B: number of all processes of P in local state B

EXTENDS Integers

VARIABLES owner_at, tok_at, tok_is, n_A, n_B

vars == <<owner_at, tok_at, tok_is, n_A, n_B>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1
none == 2
owner == 0
tok == 1

e1 == 70000 - (IF tok_is = tok /\ tok_at = B THEN 1 ELSE 0)

TypeOK ==
  /\ owner_at \in (0)..(2)
  /\ tok_at \in (0)..(1)
  /\ tok_is \in (0)..(1)
  /\ n_A \in (0)..(70000)
  /\ n_B \in (0)..(70000)

Init ==
  /\ owner_at = none
  /\ tok_is \in owner..tok
  /\ (tok_is = tok)
  /\ tok_at = (IF tok_is = owner THEN 2 ELSE A)
  /\ n_A = e1
  /\ (n_A >= (IF tok_is = tok /\ tok_at = A THEN 1 ELSE 0))
  /\ n_B = (IF tok_is = tok /\ tok_at = B THEN 1 ELSE 0)

\* take by tok
Step1 ==
  /\ (tok_is = tok /\ tok_at = A /\ owner_at = none)
  /\ owner_at' = B
  /\ tok_at' = B
  /\ tok_is' = owner
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)

\* give by owner
Step2 ==
  /\ (owner_at = B /\ tok_is = owner /\ n_A > 0)
  /\ owner_at' = none
  /\ tok_at' = A
  /\ tok_is' = tok
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)

\* give by owner
Step3 ==
  /\ (owner_at = B /\ tok_is = owner /\ n_B > 1)
  /\ owner_at' = none
  /\ tok_at' = B
  /\ tok_is' = tok
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)

\* give by owner
Step4 ==
  /\ (owner_at = B /\ tok_is = tok /\ n_A > 0)
  /\ owner_at' = none
  /\ tok_at' = A
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<tok_is>>

\* give by owner
Step5 ==
  /\ (owner_at = B /\ tok_is = tok /\ n_B > 1)
  /\ owner_at' = none
  /\ tok_at' = B
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<tok_is>>

\* swap
Step6 ==
  /\ (owner_at # none /\ tok_is = tok)
  /\ owner_at' = tok_at
  /\ tok_at' = owner_at
  /\ UNCHANGED <<tok_is, n_A, n_B>>

Stuck ==
  /\ ~(tok_is = tok /\ tok_at = A /\ owner_at = none)
  /\ ~(owner_at = B /\ tok_is = owner /\ n_A > 0)
  /\ ~(owner_at = B /\ tok_is = owner /\ n_B > 1)
  /\ ~(owner_at = B /\ tok_is = tok /\ n_A > 0)
  /\ ~(owner_at = B /\ tok_is = tok /\ n_B > 1)
  /\ ~(owner_at # none /\ tok_is = tok)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ Step6
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((owner_at # none /\ tok_is = tok) /\ owner_at = tok_at /\ tok_at = owner_at)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant one
one == owner_at # none => owner_at = B

\* invariant apart
apart == (owner_at # none /\ tok_is # owner /\ (tok_is = owner \/ tok_at = A \/ tok_at = B)) \/ ((owner_at = none \/ owner_at = A \/ owner_at = B) /\ (tok_at = A \/ tok_at = B) /\ n_A + n_B > (IF owner_at = A \/ owner_at = B THEN 1 ELSE 0) + (IF (tok_is = tok /\ tok_at = A) \/ (tok_is = tok /\ tok_at = B) THEN 1 ELSE 0))

\* deadlock free deadlock
deadlock == ~Stuck

====

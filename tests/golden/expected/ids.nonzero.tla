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
\* made by gentrans from ids.sym (model ids), encoding vector
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   owner_loc: loc of the process named by owner
\*   tok_loc: loc of the process named by tok
\*   tok_is: first variable that names the same process as tok
\*   P1_loc: loc in slot 1 of the untracked processes of P
\*   P2_loc: loc in slot 2 of the untracked processes of P

EXTENDS Integers

VARIABLES owner_loc, tok_loc, tok_is, P1_loc, P2_loc

vars == <<owner_loc, tok_loc, tok_is, P1_loc, P2_loc>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1
nobody == 2
owner == 0
tok == 1

e1 == (IF P1_loc = A \/ P1_loc = B THEN 0 ELSE 1) + (IF P2_loc # nobody /\ P2_loc # A /\ P2_loc # B THEN 1 ELSE 0) = 0

TypeOK ==
  /\ owner_loc \in (0)..(2)
  /\ tok_loc \in (0)..(1)
  /\ tok_is \in (0)..(1)
  /\ P1_loc \in (0)..(1)
  /\ P2_loc \in (0)..(2)

Init ==
  /\ tok_is \in owner..tok
  /\ (tok_is # owner)
  /\ owner_loc = nobody
  /\ tok_loc = (IF tok_is = tok THEN A ELSE 2)
  /\ P1_loc = A
  /\ P2_loc = A

\* take by tok
Step1 ==
  /\ (owner_loc = nobody /\ tok_is = tok /\ tok_loc = A)
  /\ owner_loc' = B
  /\ tok_loc' = B
  /\ tok_is' = owner
  /\ UNCHANGED <<P1_loc, P2_loc>>

\* give by owner, P1
Step2 ==
  /\ (tok_is = owner /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ tok_is' = tok
  /\ P1_loc' = A
  /\ UNCHANGED <<P2_loc>>

\* give by owner, P2
Step3 ==
  /\ (tok_is = owner /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ tok_is' = tok
  /\ P1_loc' = A
  /\ P2_loc' = P1_loc

\* give by owner, P1, tok
Step4 ==
  /\ (tok_is = tok /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ P1_loc' = (IF tok_loc = A THEN tok_loc ELSE A)
  /\ P2_loc' = (IF tok_loc <= P2_loc THEN (IF tok_loc = A THEN A ELSE tok_loc) ELSE P2_loc)
  /\ UNCHANGED <<tok_is>>

\* give by owner, P2, tok
Step5 ==
  /\ (tok_is = tok /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ P1_loc' = (IF tok_loc = A THEN tok_loc ELSE A)
  /\ P2_loc' = (IF tok_loc <= P1_loc THEN (IF tok_loc = A THEN A ELSE tok_loc) ELSE P1_loc)
  /\ UNCHANGED <<tok_is>>

\* give by owner, tok
Step6 ==
  /\ (tok_is = tok /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ P1_loc' = A
  /\ P2_loc' = P1_loc
  /\ UNCHANGED <<tok_loc, tok_is>>

\* swap
Step7 ==
  /\ (owner_loc # nobody /\ tok_is = tok)
  /\ owner_loc' = tok_loc
  /\ tok_loc' = owner_loc
  /\ UNCHANGED <<tok_is, P1_loc, P2_loc>>

Stuck ==
  /\ ~(owner_loc = nobody /\ tok_is = tok /\ tok_loc = A)
  /\ ~(tok_is = owner /\ owner_loc = B)
  /\ ~(tok_is = owner /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B)
  /\ ~(tok_is = tok /\ owner_loc = B)
  /\ ~(tok_is = tok /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B)
  /\ ~(tok_is = tok /\ owner_loc = B)
  /\ ~(owner_loc # nobody /\ tok_is = tok)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ Step6
  \/ Step7
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((owner_loc = nobody /\ tok_is = tok /\ tok_loc = A) /\ owner_loc = B /\ tok_loc = B /\ tok_is = owner)
  \/ ((tok_is = owner /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P1_loc /\ tok_is = tok /\ P1_loc = A)
  \/ ((tok_is = owner /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P2_loc /\ tok_is = tok /\ P1_loc = A /\ P2_loc = P1_loc)
  \/ ((tok_is = tok /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P1_loc /\ P1_loc = (IF tok_loc = A THEN tok_loc ELSE A) /\ P2_loc = (IF tok_loc <= P2_loc THEN (IF tok_loc = A THEN A ELSE tok_loc) ELSE P2_loc))
  \/ ((tok_is = tok /\ P2_loc # nobody /\ P1_loc # P2_loc /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P2_loc /\ P1_loc = (IF tok_loc = A THEN tok_loc ELSE A) /\ P2_loc = (IF tok_loc <= P1_loc THEN (IF tok_loc = A THEN A ELSE tok_loc) ELSE P1_loc))
  \/ ((tok_is = tok /\ owner_loc = B) /\ owner_loc = nobody /\ P1_loc = A /\ P2_loc = P1_loc)
  \/ ((owner_loc # nobody /\ tok_is = tok) /\ owner_loc = tok_loc /\ tok_loc = owner_loc)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant one
one == owner_loc # nobody => owner_loc = B

\* invariant apart
apart == (owner_loc # nobody /\ tok_is # owner /\ (tok_is = owner \/ tok_loc = A \/ tok_loc = B) /\ e1) \/ ((owner_loc = nobody \/ owner_loc = A \/ owner_loc = B) /\ (tok_loc = A \/ tok_loc = B) /\ e1)

\* deadlock free deadlock
deadlock == ~Stuck

====

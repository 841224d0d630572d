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
\* made by gentrans from ids.sym (model ids), encoding pairs
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   owner_loc: loc of the process named by owner
\*   tok_loc: loc of the process named by tok
\*   tok_is: first variable that names the same process as tok
\*   P1_loc: loc in slot 1 of the untracked processes of P
\*   P1_count: number of processes in slot 1 of P
\*   P2_loc: loc in slot 2 of the untracked processes of P
\*   P2_count: number of processes in slot 2 of P

EXTENDS Integers

VARIABLES owner_loc, tok_loc, tok_is, P1_loc, P1_count, P2_loc, P2_count

vars == <<owner_loc, tok_loc, tok_is, P1_loc, P1_count, P2_loc, P2_count>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1
nobody == 2
owner == 0
tok == 1

e1 == (IF P1_count = 1 THEN P2_loc ELSE P1_loc) # 0 /\ (IF P1_count = 1 THEN 2 ELSE P2_loc) # 0
e2 == (IF P1_count = 1 THEN P2_count ELSE P1_count - 1) + (IF (IF P1_count = 1 THEN P2_loc ELSE P1_loc) = 0 THEN 1 ELSE 0)
e3 == (IF e1 THEN (IF P1_count = 1 THEN P2_loc ELSE P1_loc) ELSE (IF P1_count = 1 THEN 2 ELSE P2_loc))
e4 == (IF e1 THEN e2 ELSE (IF P1_count = 1 THEN 0 ELSE P2_count) + (IF (IF P1_count = 1 THEN 2 ELSE P2_loc) = 0 THEN 1 ELSE 0))
e5 == P1_loc # A /\ (IF P2_count = 1 THEN 2 ELSE P2_loc) # 0
e6 == (IF e5 THEN P1_count + (IF P1_loc = A THEN 1 ELSE 0) ELSE (IF P2_count = 1 THEN 0 ELSE P2_count - 1) + (IF (IF P2_count = 1 THEN 2 ELSE P2_loc) = 0 THEN 1 ELSE 0))
e7 == (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) # tok_loc /\ e3 # tok_loc /\ tok_loc <= (IF e1 THEN 0 ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc))
e8 == (IF e1 THEN 1 ELSE e2) + (IF (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) = tok_loc THEN 1 ELSE 0)
e9 == (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) # tok_loc /\ e3 # tok_loc /\ tok_loc <= e3
e10 == (IF e5 THEN A ELSE P1_loc) # tok_loc /\ (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN 2 ELSE P2_loc)) # tok_loc /\ tok_loc <= (IF e5 THEN 0 ELSE P1_loc)
e11 == (IF e5 THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0)) + (IF (IF e5 THEN A ELSE P1_loc) = tok_loc THEN 1 ELSE 0)
e12 == (IF e5 THEN A ELSE P1_loc) # tok_loc /\ (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN 2 ELSE P2_loc)) # tok_loc /\ tok_loc <= (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN 2 ELSE P2_loc))
e13 == (IF P1_loc = A \/ P1_loc = B THEN 0 ELSE P1_count) + (IF P2_loc = A \/ P2_loc = B THEN 0 ELSE P2_count) = 0

TypeOK ==
  /\ owner_loc \in (0)..(2)
  /\ tok_loc \in (0)..(1)
  /\ tok_is \in (0)..(1)
  /\ P1_loc \in (0)..(1)
  /\ P1_count \in (1)..(40)
  /\ P2_loc \in (0)..(2)
  /\ P2_count \in (0)..(40)

Init ==
  /\ tok_is \in owner..tok
  /\ (tok_is # owner)
  /\ owner_loc = nobody
  /\ tok_loc = (IF tok_is = tok THEN A ELSE 2)
  /\ P1_loc = A
  /\ P1_count = (40 - (IF tok_is = tok THEN 1 ELSE 0))
  /\ P2_loc = nobody
  /\ P2_count = 0

\* take by tok
Step1 ==
  /\ (owner_loc = nobody /\ tok_is = tok /\ tok_loc = A)
  /\ owner_loc' = B
  /\ tok_loc' = B
  /\ tok_is' = owner
  /\ UNCHANGED <<P1_loc, P1_count, P2_loc, P2_count>>

\* give by owner, P1
Step2 ==
  /\ (tok_is = owner /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ tok_is' = tok
  /\ P1_loc' = (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc))
  /\ P1_count' = (IF e1 THEN 1 ELSE e2)
  /\ P2_loc' = e3
  /\ P2_count' = e4

\* give by owner, P2
Step3 ==
  /\ (tok_is = owner /\ P2_count > 0 /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ tok_is' = tok
  /\ P1_loc' = (IF e5 THEN A ELSE P1_loc)
  /\ P1_count' = (IF e5 THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0))
  /\ P2_loc' = (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN nobody ELSE P2_loc))
  /\ P2_count' = e6

\* give by owner, P1, tok
Step4 ==
  /\ (tok_is = tok /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ P1_loc' = (IF e7 THEN tok_loc ELSE (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)))
  /\ P1_count' = (IF e7 THEN 1 ELSE e8)
  /\ P2_loc' = (IF e9 THEN (IF e7 THEN (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) ELSE tok_loc) ELSE e3)
  /\ P2_count' = (IF e9 THEN (IF e7 THEN e8 ELSE 1) ELSE e4 + (IF e3 = tok_loc THEN 1 ELSE 0))
  /\ UNCHANGED <<tok_is>>

\* give by owner, P2, tok
Step5 ==
  /\ (tok_is = tok /\ P2_count > 0 /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ P1_loc' = (IF e10 THEN tok_loc ELSE (IF e5 THEN A ELSE P1_loc))
  /\ P1_count' = (IF e10 THEN 1 ELSE e11)
  /\ P2_loc' = (IF e12 THEN (IF e10 THEN (IF e5 THEN A ELSE P1_loc) ELSE tok_loc) ELSE (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN nobody ELSE P2_loc)))
  /\ P2_count' = (IF e12 THEN (IF e10 THEN e11 ELSE 1) ELSE e6 + (IF (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN 2 ELSE P2_loc)) = tok_loc THEN 1 ELSE 0))
  /\ UNCHANGED <<tok_is>>

\* give by owner, tok
Step6 ==
  /\ (tok_is = tok /\ owner_loc = B)
  /\ owner_loc' = nobody
  /\ P1_loc' = (IF P1_loc # A /\ P2_loc # A THEN A ELSE P1_loc)
  /\ P1_count' = (IF P1_loc # A /\ P2_loc # A THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0))
  /\ P2_loc' = (IF P1_loc # A /\ P2_loc # A THEN P1_loc ELSE P2_loc)
  /\ P2_count' = (IF P1_loc # A /\ P2_loc # A THEN P1_count + (IF P1_loc = A THEN 1 ELSE 0) ELSE P2_count + (IF P2_loc = A THEN 1 ELSE 0))
  /\ UNCHANGED <<tok_loc, tok_is>>

\* swap
Step7 ==
  /\ (owner_loc # nobody /\ tok_is = tok)
  /\ owner_loc' = tok_loc
  /\ tok_loc' = owner_loc
  /\ UNCHANGED <<tok_is, P1_loc, P1_count, P2_loc, P2_count>>

Stuck ==
  /\ ~(owner_loc = nobody /\ tok_is = tok /\ tok_loc = A)
  /\ ~(tok_is = owner /\ owner_loc = B)
  /\ ~(tok_is = owner /\ P2_count > 0 /\ owner_loc = B)
  /\ ~(tok_is = tok /\ owner_loc = B)
  /\ ~(tok_is = tok /\ P2_count > 0 /\ owner_loc = B)
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
  \/ ((tok_is = owner /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P1_loc /\ tok_is = tok /\ P1_loc = (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) /\ P1_count = (IF e1 THEN 1 ELSE e2) /\ P2_loc = e3 /\ P2_count = e4)
  \/ ((tok_is = owner /\ P2_count > 0 /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P2_loc /\ tok_is = tok /\ P1_loc = (IF e5 THEN A ELSE P1_loc) /\ P1_count = (IF e5 THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0)) /\ P2_loc = (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN nobody ELSE P2_loc)) /\ P2_count = e6)
  \/ ((tok_is = tok /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P1_loc /\ P1_loc = (IF e7 THEN tok_loc ELSE (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc))) /\ P1_count = (IF e7 THEN 1 ELSE e8) /\ P2_loc = (IF e9 THEN (IF e7 THEN (IF e1 THEN A ELSE (IF P1_count = 1 THEN P2_loc ELSE P1_loc)) ELSE tok_loc) ELSE e3) /\ P2_count = (IF e9 THEN (IF e7 THEN e8 ELSE 1) ELSE e4 + (IF e3 = tok_loc THEN 1 ELSE 0)))
  \/ ((tok_is = tok /\ P2_count > 0 /\ owner_loc = B) /\ owner_loc = nobody /\ tok_loc = P2_loc /\ P1_loc = (IF e10 THEN tok_loc ELSE (IF e5 THEN A ELSE P1_loc)) /\ P1_count = (IF e10 THEN 1 ELSE e11) /\ P2_loc = (IF e12 THEN (IF e10 THEN (IF e5 THEN A ELSE P1_loc) ELSE tok_loc) ELSE (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN nobody ELSE P2_loc))) /\ P2_count = (IF e12 THEN (IF e10 THEN e11 ELSE 1) ELSE e6 + (IF (IF e5 THEN P1_loc ELSE (IF P2_count = 1 THEN 2 ELSE P2_loc)) = tok_loc THEN 1 ELSE 0)))
  \/ ((tok_is = tok /\ owner_loc = B) /\ owner_loc = nobody /\ P1_loc = (IF P1_loc # A /\ P2_loc # A THEN A ELSE P1_loc) /\ P1_count = (IF P1_loc # A /\ P2_loc # A THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0)) /\ P2_loc = (IF P1_loc # A /\ P2_loc # A THEN P1_loc ELSE P2_loc) /\ P2_count = (IF P1_loc # A /\ P2_loc # A THEN P1_count + (IF P1_loc = A THEN 1 ELSE 0) ELSE P2_count + (IF P2_loc = A THEN 1 ELSE 0)))
  \/ ((owner_loc # nobody /\ tok_is = tok) /\ owner_loc = tok_loc /\ tok_loc = owner_loc)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant one
one == owner_loc # nobody => owner_loc = B

\* invariant apart
apart == (owner_loc # nobody /\ tok_is # owner /\ (tok_is = owner \/ tok_loc = A \/ tok_loc = B) /\ e13) \/ ((owner_loc = nobody \/ owner_loc = A \/ owner_loc = B) /\ (tok_loc = A \/ tok_loc = B) /\ e13)

\* deadlock free deadlock
deadlock == ~Stuck

====

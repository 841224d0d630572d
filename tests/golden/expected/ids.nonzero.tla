--- out.cfg
\* made by gentrans from ids.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT one
INVARIANT apart
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* ids.sym for TLC, encoding vector, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   owner_loc: loc of the process named by owner
\*   tok_loc: loc of the process named by tok
\*   tok_is: first variable that names the same process as tok
\*   P1_loc: loc in slot 1 of the untracked processes of P
\*   P2_loc: loc in slot 2 of the untracked processes of P

EXTENDS Integers

VARIABLES owner_loc, tok_loc, tok_is, P1_loc, P2_loc

vars == <<owner_loc, tok_loc, tok_is, P1_loc, P2_loc>>

A == 0
B == 1
nobody == 2

TypeOK ==
  /\ owner_loc \in 0..2
  /\ tok_loc \in 0..1
  /\ tok_is \in {"owner", "tok"}
  /\ P1_loc \in 0..1
  /\ P2_loc \in 0..2

Init ==
  /\ tok_is = "tok"
  /\ owner_loc = nobody
  /\ tok_loc = A
  /\ P1_loc = A
  /\ P2_loc = A

\* line 11: rule take : A -> B when owner == none && tok == self do owner := self;
\* take by tok
take_by_tok ==
  /\ owner_loc = nobody
  /\ tok_is = "tok"
  /\ tok_loc = A
  /\ owner_loc' = B
  /\ tok_loc' = B
  /\ tok_is' = "owner"
  /\ UNCHANGED <<P1_loc, P2_loc>>

\* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; }
\* give by owner, P1
give_by_owner_P1 ==
  /\ owner_loc = B
  /\ tok_is = "owner"
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ tok_is' = "tok"
  /\ P1_loc' = A
  /\ UNCHANGED P2_loc

\* give by owner, P2
give_by_owner_P2 ==
  /\ owner_loc = B
  /\ tok_is = "owner"
  /\ P2_loc # nobody
  /\ P1_loc # P2_loc
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ tok_is' = "tok"
  /\ P1_loc' = A
  /\ P2_loc' = P1_loc

\* give by owner, P1, tok
give_by_owner_P1_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ P1_loc' = IF tok_loc = A THEN tok_loc ELSE A
  /\ P2_loc' = IF tok_loc <= P2_loc THEN IF tok_loc = A THEN A ELSE tok_loc ELSE P2_loc
  /\ UNCHANGED tok_is

\* give by owner, P2, tok
give_by_owner_P2_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ P2_loc # nobody
  /\ P1_loc # P2_loc
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ P1_loc' = IF tok_loc = A THEN tok_loc ELSE A
  /\ P2_loc' = IF tok_loc <= P1_loc THEN IF tok_loc = A THEN A ELSE tok_loc ELSE P1_loc
  /\ UNCHANGED tok_is

\* give by owner, tok
give_by_owner_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ owner_loc' = nobody
  /\ P1_loc' = A
  /\ P2_loc' = P1_loc
  /\ UNCHANGED <<tok_loc, tok_is>>

\* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; }
swap ==
  /\ owner_loc # nobody
  /\ tok_is = "tok"
  /\ owner_loc' = tok_loc
  /\ tok_loc' = owner_loc
  /\ UNCHANGED <<tok_is, P1_loc, P2_loc>>

Next ==
  \/ take_by_tok
  \/ give_by_owner_P1
  \/ give_by_owner_P2
  \/ give_by_owner_P1_tok
  \/ give_by_owner_P2_tok
  \/ give_by_owner_tok
  \/ swap

Spec == Init /\ [][Next]_vars

\* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1);
one == owner_loc # nobody => owner_loc = B

\* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B)));
apart == vars = vars

\* line 18: deadlock free;
deadlock == ENABLED Next

====

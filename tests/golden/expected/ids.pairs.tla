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
\* ids.sym for TLC, encoding pairs, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
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

A == 0
B == 1
nobody == 2

P1_count_is_1_then_P2_etc == (IF P1_count = 1 THEN P2_loc ELSE P1_loc) # A
                             /\ (IF P1_count = 1 THEN nobody ELSE P2_loc) # A
P1_count_is_1_then_P2_etc_ == (IF P1_count = 1 THEN P2_count ELSE P1_count - 1)
                              + (IF (IF P1_count = 1 THEN P2_loc ELSE P1_loc) = A THEN 1 ELSE 0)
P1_count_is_1_then_P2_etc_2 == IF P1_count_is_1_then_P2_etc
                               THEN IF P1_count = 1 THEN P2_loc ELSE P1_loc ELSE IF P1_count = 1
                               THEN 2 ELSE P2_loc
P1_count_is_1_then_P2_etc_3 == IF P1_count_is_1_then_P2_etc THEN P1_count_is_1_then_P2_etc_
                               ELSE (IF P1_count = 1 THEN 0 ELSE P2_count)
    + (IF (IF P1_count = 1 THEN nobody ELSE P2_loc) = A THEN 1 ELSE 0)
P1_loc_is_not_A_and_P2_etc == P1_loc # A /\ (IF P2_count = 1 THEN nobody ELSE P2_loc) # A
P1_loc_is_not_A_and_P2_etc_ == IF P1_loc_is_not_A_and_P2_etc
                               THEN P1_count + (IF P1_loc = A THEN 1 ELSE 0)
                               ELSE (IF P2_count = 1 THEN 0 ELSE P2_count - 1)
    + (IF (IF P2_count = 1 THEN nobody ELSE P2_loc) = A THEN 1 ELSE 0)
P1_count_is_1_then_P2_etc_4 == (IF P1_count_is_1_then_P2_etc THEN A ELSE IF P1_count = 1 THEN P2_loc
                                ELSE P1_loc) # tok_loc
                               /\ P1_count_is_1_then_P2_etc_2 # tok_loc
                               /\ tok_loc <= (IF P1_count_is_1_then_P2_etc THEN 0
    ELSE IF P1_count = 1 THEN P2_loc ELSE P1_loc)
P1_count_is_1_then_P2_etc_5 == (IF P1_count_is_1_then_P2_etc THEN 1 ELSE P1_count_is_1_then_P2_etc_)
                               + (IF (IF P1_count_is_1_then_P2_etc THEN A ELSE IF P1_count = 1
    THEN P2_loc ELSE P1_loc) = tok_loc
    THEN 1 ELSE 0)
P1_count_is_1_then_P2_etc_6 == (IF P1_count_is_1_then_P2_etc THEN A ELSE IF P1_count = 1 THEN P2_loc
                                ELSE P1_loc) # tok_loc
                               /\ P1_count_is_1_then_P2_etc_2 # tok_loc
                               /\ tok_loc <= P1_count_is_1_then_P2_etc_2
P1_loc_is_not_A_and_P2_etc_2 == (IF P1_loc_is_not_A_and_P2_etc THEN A ELSE P1_loc) # tok_loc
                                /\ (IF P1_loc_is_not_A_and_P2_etc THEN P1_loc ELSE IF P2_count = 1
    THEN 2 ELSE P2_loc) # tok_loc
                                /\ tok_loc <= (IF P1_loc_is_not_A_and_P2_etc THEN 0 ELSE P1_loc)
P1_loc_is_not_A_and_P2_etc_3 == (IF P1_loc_is_not_A_and_P2_etc THEN 1
    ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0))
                                + (IF (IF P1_loc_is_not_A_and_P2_etc THEN A ELSE P1_loc) = tok_loc
    THEN 1 ELSE 0)
P1_loc_is_not_A_and_P2_etc_4 == (IF P1_loc_is_not_A_and_P2_etc THEN A ELSE P1_loc) # tok_loc
                                /\ (IF P1_loc_is_not_A_and_P2_etc THEN P1_loc ELSE IF P2_count = 1
    THEN 2 ELSE P2_loc) # tok_loc
                                /\ tok_loc <= (IF P1_loc_is_not_A_and_P2_etc THEN P1_loc
    ELSE IF P2_count = 1 THEN 2 ELSE P2_loc)

TypeOK ==
  /\ owner_loc \in 0..2
  /\ tok_loc \in 0..1
  /\ tok_is \in {"owner", "tok"}
  /\ P1_loc \in 0..1
  /\ P1_count \in 1..40
  /\ P2_loc \in 0..2
  /\ P2_count \in 0..40

Init ==
  /\ tok_is = "tok"
  /\ owner_loc = nobody
  /\ tok_loc = A
  /\ P1_loc = A
  /\ P1_count = 39
  /\ P2_loc = nobody
  /\ P2_count = 0

\* line 11: rule take : A -> B when owner == none && tok == self do owner := self;
\* take by tok
take_by_tok ==
  /\ owner_loc = nobody
  /\ tok_is = "tok"
  /\ tok_loc = A
  /\ owner_loc' = B
  /\ tok_loc' = B
  /\ tok_is' = "owner"
  /\ UNCHANGED <<P1_loc, P1_count, P2_loc, P2_count>>

\* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; }
\* give by owner, P1
give_by_owner_P1 ==
  /\ owner_loc = B
  /\ tok_is = "owner"
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ tok_is' = "tok"
  /\ P1_loc' = IF P1_count_is_1_then_P2_etc THEN A ELSE IF P1_count = 1 THEN P2_loc ELSE P1_loc
  /\ P1_count' = IF P1_count_is_1_then_P2_etc THEN 1 ELSE P1_count_is_1_then_P2_etc_
  /\ P2_loc' = P1_count_is_1_then_P2_etc_2
  /\ P2_count' = P1_count_is_1_then_P2_etc_3

\* give by owner, P2
give_by_owner_P2 ==
  /\ owner_loc = B
  /\ tok_is = "owner"
  /\ P2_count > 0
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ tok_is' = "tok"
  /\ P1_loc' = IF P1_loc_is_not_A_and_P2_etc THEN A ELSE P1_loc
  /\ P1_count' = IF P1_loc_is_not_A_and_P2_etc THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0)
  /\ P2_loc' = IF P1_loc_is_not_A_and_P2_etc THEN P1_loc ELSE IF P2_count = 1 THEN nobody
               ELSE P2_loc
  /\ P2_count' = P1_loc_is_not_A_and_P2_etc_

\* give by owner, P1, tok
give_by_owner_P1_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ owner_loc' = nobody
  /\ tok_loc' = P1_loc
  /\ P1_loc' = IF P1_count_is_1_then_P2_etc_4 THEN tok_loc ELSE IF P1_count_is_1_then_P2_etc THEN A
               ELSE IF P1_count = 1 THEN P2_loc ELSE P1_loc
  /\ P1_count' = IF P1_count_is_1_then_P2_etc_4 THEN 1 ELSE P1_count_is_1_then_P2_etc_5
  /\ P2_loc' = IF P1_count_is_1_then_P2_etc_6
               THEN IF P1_count_is_1_then_P2_etc_4
                    THEN IF P1_count_is_1_then_P2_etc THEN A ELSE IF P1_count = 1 THEN P2_loc
                         ELSE P1_loc
                    ELSE tok_loc
               ELSE P1_count_is_1_then_P2_etc_2
  /\ P2_count' = IF P1_count_is_1_then_P2_etc_6
                 THEN IF P1_count_is_1_then_P2_etc_4 THEN P1_count_is_1_then_P2_etc_5 ELSE 1
                 ELSE P1_count_is_1_then_P2_etc_3
                      + (IF P1_count_is_1_then_P2_etc_2 = tok_loc THEN 1 ELSE 0)
  /\ UNCHANGED tok_is

\* give by owner, P2, tok
give_by_owner_P2_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ P2_count > 0
  /\ owner_loc' = nobody
  /\ tok_loc' = P2_loc
  /\ P1_loc' = IF P1_loc_is_not_A_and_P2_etc_2 THEN tok_loc ELSE IF P1_loc_is_not_A_and_P2_etc
               THEN A ELSE P1_loc
  /\ P1_count' = IF P1_loc_is_not_A_and_P2_etc_2 THEN 1 ELSE P1_loc_is_not_A_and_P2_etc_3
  /\ P2_loc' = IF P1_loc_is_not_A_and_P2_etc_4
               THEN IF P1_loc_is_not_A_and_P2_etc_2
                    THEN IF P1_loc_is_not_A_and_P2_etc THEN A ELSE P1_loc ELSE tok_loc
               ELSE IF P1_loc_is_not_A_and_P2_etc THEN P1_loc ELSE IF P2_count = 1 THEN nobody
               ELSE P2_loc
  /\ P2_count' = IF P1_loc_is_not_A_and_P2_etc_4
                 THEN IF P1_loc_is_not_A_and_P2_etc_2 THEN P1_loc_is_not_A_and_P2_etc_3 ELSE 1
                 ELSE P1_loc_is_not_A_and_P2_etc_
                      + (IF (IF P1_loc_is_not_A_and_P2_etc THEN P1_loc ELSE IF P2_count = 1 THEN 2
                             ELSE P2_loc) = tok_loc
                         THEN 1 ELSE 0)
  /\ UNCHANGED tok_is

\* give by owner, tok
give_by_owner_tok ==
  /\ owner_loc = B
  /\ tok_is = "tok"
  /\ owner_loc' = nobody
  /\ P1_loc' = IF P1_loc # A /\ P2_loc # A THEN A ELSE P1_loc
  /\ P1_count' = IF P1_loc # A /\ P2_loc # A THEN 1 ELSE P1_count + (IF P1_loc = A THEN 1 ELSE 0)
  /\ P2_loc' = IF P1_loc # A /\ P2_loc # A THEN P1_loc ELSE P2_loc
  /\ P2_count' = IF P1_loc # A /\ P2_loc # A THEN P1_count + (IF P1_loc = A THEN 1 ELSE 0)
                 ELSE P2_count + (IF P2_loc = A THEN 1 ELSE 0)
  /\ UNCHANGED <<tok_loc, tok_is>>

\* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; }
swap ==
  /\ owner_loc # nobody
  /\ tok_is = "tok"
  /\ owner_loc' = tok_loc
  /\ tok_loc' = owner_loc
  /\ UNCHANGED <<tok_is, P1_loc, P1_count, P2_loc, P2_count>>

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
apart == (owner_loc # nobody /\ tok_is # "owner" /\ (IF P2_loc # nobody THEN 0 ELSE P2_count) = 0)
         \/ (IF P2_loc # nobody THEN 0 ELSE P2_count) = 0

\* line 18: deadlock free;
deadlock == ENABLED Next

====

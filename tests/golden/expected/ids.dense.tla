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
\* ids.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   owner_at: local state of the process named by owner
\*   tok_at: local state of the process named by tok
\*   tok_is: first variable that names the same process as tok
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES owner_at, tok_at, tok_is, n_A, n_B

vars == <<owner_at, tok_at, tok_is, n_A, n_B>>

TypeOK ==
  /\ owner_at \in {"A", "B", "none"}
  /\ tok_at \in {"A", "B"}
  /\ tok_is \in {"owner", "tok"}
  /\ {n_A, n_B} \subseteq 0..3

Init ==
  /\ owner_at = "none"
  /\ tok_is = "tok"
  /\ tok_at = "A"
  /\ n_A = 3
  /\ n_B = 0

\* line 11: rule take : A -> B when owner == none && tok == self do owner := self;
\* take by tok
take_by_tok ==
  /\ tok_at = "A"
  /\ owner_at = "none"
  /\ owner_at' = "B"
  /\ tok_at' = "B"
  /\ tok_is' = "owner"
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1

\* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; }
\* give by owner
give_by_owner ==
  \E j \in {"A", "B"} :
    /\ owner_at = "B"
    /\ tok_is = "owner"
    /\ (j = "A" /\ n_A > 0) \/ (j = "B" /\ n_B > 1)
    /\ owner_at' = "none"
    /\ tok_at' = j
    /\ tok_is' = "tok"
    /\ n_A' = n_A + 1
    /\ n_B' = n_B - 1

give_by_owner_2 ==
  \E j \in {"A", "B"} :
    /\ owner_at = "B"
    /\ tok_is = "tok"
    /\ (j = "A" /\ n_A > 0) \/ (j = "B" /\ n_B > 1)
    /\ owner_at' = "none"
    /\ tok_at' = j
    /\ n_A' = n_A + 1
    /\ n_B' = n_B - 1
    /\ UNCHANGED tok_is

\* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; }
swap ==
  /\ owner_at # "none"
  /\ tok_is = "tok"
  /\ owner_at' = tok_at
  /\ tok_at' = owner_at
  /\ UNCHANGED <<tok_is, n_A, n_B>>

Next ==
  \/ take_by_tok
  \/ give_by_owner
  \/ give_by_owner_2
  \/ swap

Spec == Init /\ [][Next]_vars

\* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1);
one == owner_at # "none" => owner_at = "B"

\* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B)));
apart == (owner_at # "none" /\ tok_is # "owner")
         \/ n_A + n_B > (IF owner_at # "none" THEN 1 ELSE 0)
                        + (IF (tok_is = "tok" /\ tok_at = "A") \/ (tok_is = "tok" /\ tok_at = "B")
                           THEN 1 ELSE 0)

\* line 18: deadlock free;
deadlock == ENABLED Next

====

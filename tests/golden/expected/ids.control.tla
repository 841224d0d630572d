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
\* ids.sym for TLC, encoding control, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   control: shared variables and processes named by id variables, together
\*   n_...: number of untracked processes of P in a local state

EXTENDS Integers

VARIABLES control, n_A

vars == <<control, n_A>>

TypeOK ==
  /\ control \in 0..1
  /\ n_A \in 0..3

Init ==
  /\ control = 0
  /\ n_A = 2

\* line 11: rule take : A -> B when owner == none && tok == self do owner := self;
\* take by tok
take_by_tok ==
  /\ control = 0
  /\ control' = 1
  /\ UNCHANGED n_A

\* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; }
\* give by owner
give_by_owner ==
  /\ control = 1
  /\ n_A > 0
  /\ control' = 0
  /\ UNCHANGED n_A

Next ==
  \/ take_by_tok
  \/ give_by_owner

Spec == Init /\ [][Next]_vars

\* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1);
one == vars = vars

\* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B)));
apart == n_A > 0

\* line 18: deadlock free;
deadlock == ENABLED Next

====

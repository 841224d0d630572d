---- MODULE token ----
\* Token mutex (samples/token_mutex.sym), by hand.
EXTENDS Naturals, FiniteSets, TLC
CONSTANT P
VARIABLES tok, loc

Init == tok \in P /\ loc = [p \in P |-> "Idle"]
Try(p)   == loc[p] = "Idle" /\ loc' = [loc EXCEPT ![p] = "Trying"] /\ UNCHANGED tok
Enter(p) == loc[p] = "Trying" /\ tok = p /\ loc' = [loc EXCEPT ![p] = "Critical"] /\ UNCHANGED tok
Leave(p) == loc[p] = "Critical" /\ loc' = [loc EXCEPT ![p] = "Idle"] /\ tok' \in P
Next == \E p \in P : Try(p) \/ Enter(p) \/ Leave(p)
Spec == Init /\ [][Next]_<<tok, loc>>

Symmetry == Permutations(P)
Good == Cardinality({p \in P : loc[p] = "Critical"}) <= 1
====

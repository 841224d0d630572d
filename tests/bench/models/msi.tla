---- MODULE msi ----
\* MSI cache protocol (samples/msi.sym), by hand.
EXTENDS Naturals, FiniteSets, TLC
CONSTANT P
VARIABLE loc

Init == loc = [p \in P |-> "I"]
ReadMiss(p)  == loc[p] = "I" /\ loc' = [q \in P |-> IF q = p \/ loc[q] = "M" THEN "S" ELSE loc[q]]
WriteMiss(p) == loc[p] # "M" /\ loc' = [q \in P |-> IF q = p THEN "M" ELSE "I"]
Evict(p)     == loc[p] # "I" /\ loc' = [loc EXCEPT ![p] = "I"]
Next == \E p \in P : ReadMiss(p) \/ WriteMiss(p) \/ Evict(p)
Spec == Init /\ [][Next]_loc

Symmetry == Permutations(P)
Good == \A i, j \in P : i # j /\ loc[i] = "M" => loc[j] = "I"
====

---- MODULE semaphore ----
\* Semaphore mutex (samples/semaphore_mutex.sym) with L locations, by hand.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS P, L
VARIABLES sem, at

Init == sem = FALSE /\ at = [p \in P |-> 1]
Step(p)  == at[p] < L - 1 /\ at' = [at EXCEPT ![p] = @ + 1] /\ UNCHANGED sem
Enter(p) == at[p] = L - 1 /\ ~sem /\ at' = [at EXCEPT ![p] = L] /\ sem' = TRUE
Leave(p) == at[p] = L /\ at' = [at EXCEPT ![p] = 1] /\ sem' = FALSE
Next == \E p \in P : Step(p) \/ Enter(p) \/ Leave(p)
Spec == Init /\ [][Next]_<<sem, at>>

Symmetry == Permutations(P)
Good == Cardinality({p \in P : at[p] = L}) <= 1
====

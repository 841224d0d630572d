---- MODULE readers_writers ----
\* Readers and writers (samples/readers_writers.sym), by hand.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS P, W      \* readers and writers
VARIABLES reads, loc

Init == reads = [i \in P |-> FALSE] /\ loc = [k \in W |-> "Idle"]
Start(i) == ~reads[i] /\ (\A k \in W : loc[k] = "Idle") /\ reads' = [reads EXCEPT ![i] = TRUE] /\ UNCHANGED loc
Stop(i)  == reads[i] /\ reads' = [reads EXCEPT ![i] = FALSE] /\ UNCHANGED loc
Wait(k)  == loc[k] = "Idle" /\ loc' = [loc EXCEPT ![k] = "Waiting"] /\ UNCHANGED reads
Write(k) == /\ loc[k] = "Waiting" /\ (\A i \in P : ~reads[i]) /\ (\A j \in W : loc[j] # "Writing")
            /\ loc' = [loc EXCEPT ![k] = "Writing"] /\ UNCHANGED reads
Done(k)  == loc[k] = "Writing" /\ loc' = [loc EXCEPT ![k] = "Idle"] /\ UNCHANGED reads
Next == (\E i \in P : Start(i) \/ Stop(i)) \/ (\E k \in W : Wait(k) \/ Write(k) \/ Done(k))
Spec == Init /\ [][Next]_<<reads, loc>>

Symmetry == Permutations(P) \cup Permutations(W)
Good == /\ \A i \in P, k \in W : ~(reads[i] /\ loc[k] = "Writing")
        /\ Cardinality({k \in W : loc[k] = "Writing"}) <= 1
====

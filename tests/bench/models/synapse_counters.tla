---- MODULE synapse_counters ----
\* Synapse, counters, by hand.
EXTENDS Integers
VARIABLES n_Invalid, n_Valid, n_Dirty
vars == <<n_Invalid, n_Valid, n_Dirty>>
TypeOK == {n_Invalid, n_Valid, n_Dirty} \subseteq 0..4
Init == n_Invalid = 4 /\ n_Valid = 0 /\ n_Dirty = 0
\* A reader gets a copy, the writer loses its own.
Read ==
  /\ n_Invalid > 0
  /\ n_Invalid' = n_Invalid + n_Dirty - 1
  /\ n_Valid' = n_Valid + 1
  /\ n_Dirty' = 0
\* A writer takes the others' copies away.
Write ==
  /\ n_Invalid + n_Valid > 0
  /\ n_Invalid' = 3
  /\ n_Valid' = 0
  /\ n_Dirty' = 1
\* A copy is dropped.
DropValid ==
  /\ n_Valid > 0
  /\ n_Valid' = n_Valid - 1
  /\ n_Invalid' = n_Invalid + 1
  /\ UNCHANGED n_Dirty
DropDirty ==
  /\ n_Dirty > 0
  /\ n_Dirty' = n_Dirty - 1
  /\ n_Invalid' = n_Invalid + 1
  /\ UNCHANGED n_Valid
Next == Read \/ Write \/ DropValid \/ DropDirty
Spec == Init /\ [][Next]_vars
dirty_is_alone == n_Dirty = 0 \/ (n_Dirty = 1 /\ n_Valid = 0)
====

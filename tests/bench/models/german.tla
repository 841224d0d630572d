---- MODULE german ----
\* German's cache protocol (samples/german.sym), by hand.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS P, Nobody
VARIABLES granted, command, client, loc, request, answer, ack, sharer, toInv
home == <<granted, command, client>>
vars == <<granted, command, client, loc, request, answer, ack, sharer, toInv>>

Init == /\ granted = FALSE /\ command = "idle" /\ client = Nobody
        /\ loc = [p \in P |-> "I"] /\ request = [p \in P |-> "none"] /\ answer = [p \in P |-> "nothing"]
        /\ ack = [p \in P |-> FALSE] /\ sharer = [p \in P |-> FALSE] /\ toInv = [p \in P |-> FALSE]

AskShared(p)    == /\ loc[p] = "I" /\ request[p] = "none" /\ request' = [request EXCEPT ![p] = "shared"]
                   /\ UNCHANGED <<home, loc, answer, ack, sharer, toInv>>
AskExclusive(p) == /\ loc[p] # "E" /\ request[p] = "none" /\ request' = [request EXCEPT ![p] = "exclusive"]
                   /\ UNCHANGED <<home, loc, answer, ack, sharer, toInv>>
Takes(p)        == /\ command = "idle" /\ request[p] # "none" /\ command' = request[p] /\ client' = p
                   /\ request' = [request EXCEPT ![p] = "none"] /\ toInv' = sharer
                   /\ UNCHANGED <<granted, loc, answer, ack, sharer>>
Invalidates(p)  == /\ toInv[p] /\ answer[p] = "nothing" /\ (command = "exclusive" \/ (command = "shared" /\ granted))
                   /\ answer' = [answer EXCEPT ![p] = "invalidate"] /\ toInv' = [toInv EXCEPT ![p] = FALSE]
                   /\ UNCHANGED <<home, loc, request, ack, sharer>>
GivesUp(p)      == /\ answer[p] = "invalidate" /\ ~ack[p] /\ answer' = [answer EXCEPT ![p] = "nothing"]
                   /\ ack' = [ack EXCEPT ![p] = TRUE] /\ loc' = [loc EXCEPT ![p] = "I"]
                   /\ UNCHANGED <<home, request, sharer, toInv>>
Hears(p)        == /\ ack[p] /\ command # "idle" /\ ack' = [ack EXCEPT ![p] = FALSE]
                   /\ sharer' = [sharer EXCEPT ![p] = FALSE] /\ granted' = FALSE
                   /\ UNCHANGED <<command, client, loc, request, answer, toInv>>
GrantsS(p)      == /\ client = p /\ command = "shared" /\ ~granted /\ answer[p] = "nothing"
                   /\ sharer' = [sharer EXCEPT ![p] = TRUE] /\ answer' = [answer EXCEPT ![p] = "shared"]
                   /\ command' = "idle" /\ client' = Nobody /\ UNCHANGED <<granted, loc, request, ack, toInv>>
GrantsE(p)      == /\ client = p /\ command = "exclusive" /\ answer[p] = "nothing" /\ (\A q \in P : ~sharer[q])
                   /\ sharer' = [sharer EXCEPT ![p] = TRUE] /\ answer' = [answer EXCEPT ![p] = "exclusive"]
                   /\ granted' = TRUE /\ command' = "idle" /\ client' = Nobody
                   /\ UNCHANGED <<loc, request, ack, toInv>>
Gets(p)         == /\ answer[p] \in {"shared", "exclusive"} /\ answer' = [answer EXCEPT ![p] = "nothing"]
                   /\ loc' = [loc EXCEPT ![p] = IF answer[p] = "shared" THEN "S" ELSE "E"]
                   /\ UNCHANGED <<home, request, ack, sharer, toInv>>
Next == \E p \in P : \/ AskShared(p) \/ AskExclusive(p) \/ Takes(p) \/ Invalidates(p) \/ GivesUp(p)
                     \/ Hears(p) \/ GrantsS(p) \/ GrantsE(p) \/ Gets(p)
Spec == Init /\ [][Next]_vars

Symmetry == Permutations(P)
Good == /\ \A i, j \in P : i # j /\ loc[i] = "E" => loc[j] = "I"
        /\ \A i \in P : loc[i] # "I" => sharer[i] \/ ack[i]
====

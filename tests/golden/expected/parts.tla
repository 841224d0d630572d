--- out.cfg
\* made by gentrans from parts.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT waits
INVARIANT room
--- out.tla
---- MODULE out ----
\* parts.sym, model model for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   inbox_len: shared inbox.len
\*   seen_ask: shared seen_ask
\*   inbox_from_0_at: local state of the process named by inbox.from_0
\*   inbox_from_1_at: local state of the process named by inbox.from_1
\*   inbox_from_1_is: first variable that names the same process as inbox.from_1
\*   last_from_at: local state of the process named by last.from
\*   last_from_is: first variable that names the same process as last.from
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES inbox_len, seen_ask, inbox_from_0_at, inbox_from_1_at, inbox_from_1_is, last_from_at,
    last_from_is, n_Idle, n_Waiting

vars == <<inbox_len, seen_ask, inbox_from_0_at, inbox_from_1_at, inbox_from_1_is, last_from_at,
    last_from_is, n_Idle, n_Waiting>>

n_Idle_above_inbox_from_etc == n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0)
    + (IF last_from_at = "Idle" THEN 1 ELSE 0)
n_Idle_above_inbox_from_etc_ == n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0)
                                /\ last_from_at = "none"
n_Idle_above_inbox_from_etc_2 == n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0)
    + (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0)
n_Idle_above_inbox_from_etc_3 == n_Idle > (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0)
    + (IF last_from_at = "Idle" THEN 1 ELSE 0)
n_Idle_above_last_from_etc == n_Idle > (IF last_from_at = "Idle" THEN 1 ELSE 0)
                              /\ inbox_from_0_at = "none" /\ inbox_from_1_at = "none"
                              /\ last_from_is = "last.from" /\ last_from_at # "none"
n_Idle_above_0_and_etc == n_Idle > 0 /\ inbox_from_0_at = "none" /\ inbox_from_1_at = "none"
                          /\ last_from_at = "none"
inbox_from_0_at_is_not_etc == inbox_from_0_at # "none"
                              /\ ((inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none")
    \/ inbox_from_1_at = "none")

TypeOK ==
  /\ inbox_len \in 0..2
  /\ seen_ask \in BOOLEAN
  /\ inbox_from_0_at \in {"Idle", "Waiting", "none"}
  /\ inbox_from_1_at \in {"Idle", "Waiting", "none"}
  /\ inbox_from_1_is \in {"inbox.from_0", "inbox.from_1"}
  /\ last_from_at \in {"Idle", "Waiting", "none"}
  /\ last_from_is \in {"inbox.from_0", "inbox.from_1", "last.from"}
  /\ {n_Idle, n_Waiting} \subseteq 0..3

Init ==
  /\ inbox_from_0_at = "none"
  /\ inbox_from_1_is = "inbox.from_1"
  /\ inbox_from_1_at = "none"
  /\ inbox_len = 0
  /\ last_from_is = "last.from"
  /\ last_from_at = "none"
  /\ seen_ask = FALSE
  /\ n_Idle = 3
  /\ n_Waiting = 0

\* line 9: Idle -> Waiting when !full(inbox) do {
\*   send(inbox, Msg{ask, self});
\*   asked[self] := true;
\* }
Idle_to_Waiting ==
  /\ n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0)
  /\ inbox_from_1_is = "inbox.from_0"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ last_from_is' = "inbox.from_1"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, last_from_at>>

Idle_to_Waiting_2 ==
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 1
  /\ (n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0) /\ last_from_is = "inbox.from_0")
     \/ (n_Idle_above_inbox_from_etc /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ n_Idle_above_inbox_from_etc_
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at, last_from_at, last_from_is>>

\* Idle -> Waiting by inbox.from_0
Idle_to_Waiting_by_inbox_from_0 ==
  /\ inbox_from_0_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_is, last_from_is>>

Idle_to_Waiting_by_inbox_from_0_2 ==
  /\ inbox_from_0_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 1
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_is, last_from_is>>

Idle_to_Waiting_3 ==
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ (n_Idle_above_inbox_from_etc /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ n_Idle_above_inbox_from_etc_
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, last_from_at, last_from_is>>

Idle_to_Waiting_4 ==
  /\ inbox_from_0_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ (last_from_is = "last.from" /\ last_from_at # "none") \/ last_from_at = "none"
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_is, last_from_at, last_from_is>>

Idle_to_Waiting_5 ==
  /\ inbox_from_0_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 1
  /\ (last_from_is = "last.from" /\ last_from_at # "none") \/ last_from_at = "none"
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_is, last_from_at, last_from_is>>

\* Idle -> Waiting by last.from
Idle_to_Waiting_by_last_from ==
  /\ last_from_is = "last.from"
  /\ last_from_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ last_from_at' = "Waiting"
  /\ last_from_is' = "inbox.from_0"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at>>

Idle_to_Waiting_by_last_from_2 ==
  /\ last_from_is = "last.from"
  /\ last_from_at = "Idle"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ inbox_len = 1
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ last_from_at' = "Waiting"
  /\ last_from_is' = "inbox.from_1"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at>>

Idle_to_Waiting_6 ==
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ (n_Idle_above_inbox_from_etc_2 /\ inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none")
     \/ (n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_1_at = "none")
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, inbox_from_1_is, last_from_at>>

Idle_to_Waiting_7 ==
  /\ inbox_len = 1
  /\ (inbox_from_0_at # "none"
      /\ ((inbox_from_1_is = "inbox.from_1"
           /\ ((last_from_is = "inbox.from_0"
                /\ ((n_Idle_above_inbox_from_etc_2 /\ inbox_from_1_at # "none")
                    \/ inbox_from_1_at = "Idle"))
               \/ (inbox_from_1_at = "Idle" /\ last_from_is = "last.from" /\ last_from_at # "none")
               \/ (n_Idle_above_inbox_from_etc_2 /\ inbox_from_1_at # "none"
                   /\ last_from_at = "none")
               \/ (inbox_from_1_at = "Idle" /\ last_from_at = "none")))
          \/ (n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_1_at = "none"
              /\ last_from_is = "inbox.from_0")
          \/ (n_Idle_above_inbox_from_etc /\ inbox_from_1_at = "none" /\ last_from_is = "last.from"
              /\ last_from_at # "none")
          \/ (n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_1_at = "none"
              /\ last_from_at = "none")))
     \/ (n_Idle_above_inbox_from_etc_3 /\ inbox_from_1_is = "inbox.from_1"
         /\ inbox_from_1_at # "none" /\ inbox_from_0_at = "none" /\ last_from_is = "last.from"
         /\ last_from_at # "none")
     \/ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at = "Idle" /\ inbox_from_0_at = "none"
         /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ (n_Idle > (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_1_is = "inbox.from_1"
         /\ inbox_from_1_at # "none" /\ inbox_from_0_at = "none" /\ last_from_at = "none")
     \/ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at = "Idle" /\ inbox_from_0_at = "none"
         /\ last_from_at = "none")
     \/ n_Idle_above_last_from_etc \/ n_Idle_above_0_and_etc
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at, inbox_from_1_is, last_from_at, last_from_is>>

Idle_to_Waiting_8 ==
  /\ inbox_from_0_at = "Idle"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none") \/ inbox_from_1_at = "none"
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, inbox_from_1_is, last_from_is>>

Idle_to_Waiting_9 ==
  /\ inbox_from_0_at = "Idle"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 1
  /\ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none") \/ inbox_from_1_at = "none"
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ last_from_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, last_from_is>>

\* Idle -> Waiting by inbox.from_1
Idle_to_Waiting_by_inbox_from_1 ==
  /\ inbox_from_1_is = "inbox.from_1"
  /\ inbox_from_1_at = "Idle"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_len = 0
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, last_from_at>>

Idle_to_Waiting_10 ==
  /\ inbox_len = 0
  /\ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none"
      /\ ((last_from_is = "inbox.from_1"
           /\ ((n_Idle_above_inbox_from_etc_2 /\ inbox_from_0_at # "none")
               \/ inbox_from_0_at = "Idle"))
          \/ (inbox_from_0_at = "Idle" /\ last_from_is = "last.from" /\ last_from_at # "none")
          \/ (n_Idle_above_inbox_from_etc_2 /\ inbox_from_0_at # "none" /\ last_from_at = "none")
          \/ (inbox_from_0_at = "Idle" /\ last_from_at = "none")))
     \/ (n_Idle_above_inbox_from_etc /\ inbox_from_0_at # "none" /\ inbox_from_1_at = "none"
         /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ (inbox_from_0_at = "Idle" /\ inbox_from_1_at = "none" /\ last_from_is = "last.from"
         /\ last_from_at # "none")
     \/ (n_Idle > (IF inbox_from_0_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_0_at # "none"
         /\ inbox_from_1_at = "none" /\ last_from_at = "none")
     \/ (inbox_from_0_at = "Idle" /\ inbox_from_1_at = "none" /\ last_from_at = "none")
     \/ (n_Idle > (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_0_at = "none"
         /\ inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none"
         /\ last_from_is = "inbox.from_1")
     \/ (n_Idle_above_inbox_from_etc_3 /\ inbox_from_0_at = "none"
         /\ inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none"
         /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ (n_Idle > (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_0_at = "none"
         /\ inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none" /\ last_from_at = "none")
     \/ n_Idle_above_last_from_etc \/ n_Idle_above_0_and_etc
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, inbox_from_1_is, last_from_at, last_from_is>>

Idle_to_Waiting_11 ==
  /\ last_from_is = "inbox.from_1"
  /\ inbox_len = 1
  /\ (n_Idle_above_inbox_from_etc_2 /\ inbox_from_0_at # "none")
     \/ (n_Idle > (IF inbox_from_1_at = "Idle" THEN 1 ELSE 0) /\ inbox_from_0_at = "none")
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at, inbox_from_1_is, last_from_at>>

\* Idle -> Waiting by inbox.from_0
Idle_to_Waiting_by_inbox_from_0_3 ==
  /\ inbox_from_0_at = "Idle"
  /\ last_from_is = "inbox.from_1"
  /\ inbox_len = 1
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, last_from_at>>

Idle_to_Waiting_12 ==
  /\ inbox_from_1_at = "Idle"
  /\ last_from_is = "inbox.from_1"
  /\ inbox_len = 0
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ last_from_at' = "Waiting"
  /\ last_from_is' = "inbox.from_0"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED seen_ask

Idle_to_Waiting_13 ==
  /\ inbox_from_1_at = "Idle"
  /\ last_from_is = "inbox.from_1"
  /\ inbox_len = 1
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at, inbox_from_1_is, last_from_is>>

Idle_to_Waiting_14 ==
  /\ inbox_from_0_at = "Idle"
  /\ inbox_len = 1
  /\ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none"
      /\ ((last_from_is = "last.from" /\ last_from_at # "none") \/ last_from_at = "none"))
     \/ (inbox_from_1_at = "none" /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ (inbox_from_1_at = "none" /\ last_from_at = "none")
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, last_from_at, last_from_is>>

Idle_to_Waiting_15 ==
  /\ inbox_from_1_is = "inbox.from_1"
  /\ inbox_from_1_at = "Idle"
  /\ inbox_len = 0
  /\ (inbox_from_0_at # "none"
      /\ ((last_from_is = "last.from" /\ last_from_at # "none") \/ last_from_at = "none"))
     \/ (inbox_from_0_at = "none" /\ last_from_is = "last.from" /\ last_from_at # "none")
     \/ (inbox_from_0_at = "none" /\ last_from_at = "none")
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ inbox_from_1_at' = "Waiting"
  /\ inbox_from_1_is' = "inbox.from_0"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, last_from_at, last_from_is>>

Idle_to_Waiting_16 ==
  /\ last_from_is = "last.from"
  /\ last_from_at = "Idle"
  /\ inbox_len = 0
  /\ inbox_from_0_at_is_not_etc
     \/ (inbox_from_0_at = "none" /\ inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none")
     \/ (inbox_from_0_at = "none" /\ inbox_from_1_at = "none")
  /\ inbox_len' = 1
  /\ inbox_from_0_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ last_from_is' = "inbox.from_0"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_1_at, inbox_from_1_is>>

Idle_to_Waiting_17 ==
  /\ last_from_is = "last.from"
  /\ last_from_at = "Idle"
  /\ inbox_len = 1
  /\ inbox_from_0_at_is_not_etc
     \/ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none" /\ inbox_from_0_at = "none")
     \/ (inbox_from_0_at = "none" /\ inbox_from_1_at = "none")
  /\ inbox_len' = inbox_len + 1
  /\ inbox_from_1_at' = "Waiting"
  /\ last_from_at' = "Waiting"
  /\ last_from_is' = "inbox.from_1"
  /\ n_Idle' = n_Idle - 1
  /\ n_Waiting' = n_Waiting + 1
  /\ UNCHANGED <<seen_ask, inbox_from_0_at, inbox_from_1_is>>

\* line 13: rule granted : Waiting -> Idle when last == Msg{grant, self} do {
\*   last.from := none;
\*   asked[self] := false;
\* }
\* granted by inbox.from_0
granted_by_inbox_from_0 ==
  /\ inbox_from_0_at = "Waiting"
  /\ inbox_from_1_is = "inbox.from_0"
  /\ last_from_is = "inbox.from_0"
  /\ inbox_from_0_at' = "Idle"
  /\ inbox_from_1_at' = "Idle"
  /\ last_from_at' = "none"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle + 1
  /\ n_Waiting' = n_Waiting - 1
  /\ UNCHANGED <<inbox_len, seen_ask, inbox_from_1_is>>

granted ==
  /\ last_from_is = "last.from"
  /\ last_from_at = "Waiting"
  /\ last_from_at' = "none"
  /\ n_Idle' = n_Idle + 1
  /\ n_Waiting' = n_Waiting - 1
  /\ UNCHANGED <<inbox_len, seen_ask, inbox_from_0_at, inbox_from_1_at, inbox_from_1_is,
                 last_from_is>>

granted_2 ==
  /\ inbox_from_0_at = "Waiting"
  /\ last_from_is = "inbox.from_0"
  /\ (inbox_from_1_is = "inbox.from_1" /\ inbox_from_1_at # "none") \/ inbox_from_1_at = "none"
  /\ inbox_from_0_at' = "Idle"
  /\ last_from_at' = "none"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle + 1
  /\ n_Waiting' = n_Waiting - 1
  /\ UNCHANGED <<inbox_len, seen_ask, inbox_from_1_at, inbox_from_1_is>>

granted_3 ==
  /\ inbox_from_1_at = "Waiting"
  /\ last_from_is = "inbox.from_1"
  /\ inbox_from_1_at' = "Idle"
  /\ last_from_at' = "none"
  /\ last_from_is' = "last.from"
  /\ n_Idle' = n_Idle + 1
  /\ n_Waiting' = n_Waiting - 1
  /\ UNCHANGED <<inbox_len, seen_ask, inbox_from_0_at, inbox_from_1_is>>

\* line 18: rule serve when !empty(inbox) && is(head(inbox), ask) && last.from == none do {
\*   last := Msg{grant, head(inbox).from};
\*   seen := seen + {head(inbox).kind};
\*   receive(inbox);
\* }
serve ==
  /\ inbox_from_1_is = "inbox.from_0"
  /\ last_from_at = "none"
  /\ inbox_len # 0
  /\ inbox_len' = inbox_len - 1
  /\ seen_ask' = TRUE
  /\ inbox_from_1_at' = "none"
  /\ inbox_from_1_is' = "inbox.from_1"
  /\ last_from_at' = inbox_from_0_at
  /\ last_from_is' = "inbox.from_0"
  /\ UNCHANGED <<inbox_from_0_at, n_Idle, n_Waiting>>

serve_2 ==
  /\ inbox_from_0_at # "none"
  /\ inbox_from_1_is = "inbox.from_1"
  /\ inbox_from_1_at # "none"
  /\ last_from_at = "none"
  /\ inbox_len # 0
  /\ inbox_len' = inbox_len - 1
  /\ seen_ask' = TRUE
  /\ inbox_from_0_at' = inbox_from_1_at
  /\ inbox_from_1_at' = "none"
  /\ last_from_at' = inbox_from_0_at
  /\ UNCHANGED <<inbox_from_1_is, last_from_is, n_Idle, n_Waiting>>

serve_3 ==
  /\ inbox_from_0_at # "none"
  /\ inbox_from_1_at = "none"
  /\ last_from_at = "none"
  /\ inbox_len # 0
  /\ inbox_len' = inbox_len - 1
  /\ seen_ask' = TRUE
  /\ inbox_from_0_at' = "none"
  /\ last_from_at' = inbox_from_0_at
  /\ UNCHANGED <<inbox_from_1_at, inbox_from_1_is, last_from_is, n_Idle, n_Waiting>>

serve_4 ==
  /\ inbox_from_0_at = "none"
  /\ inbox_from_1_at # "none"
  /\ last_from_at = "none"
  /\ inbox_len # 0
  /\ inbox_len' = inbox_len - 1
  /\ seen_ask' = TRUE
  /\ inbox_from_0_at' = inbox_from_1_at
  /\ inbox_from_1_at' = "none"
  /\ UNCHANGED <<inbox_from_1_is, last_from_at, last_from_is, n_Idle, n_Waiting>>

serve_5 ==
  /\ inbox_from_0_at = "none"
  /\ inbox_from_1_at = "none"
  /\ last_from_at = "none"
  /\ inbox_len # 0
  /\ inbox_len' = inbox_len - 1
  /\ seen_ask' = TRUE
  /\ UNCHANGED <<inbox_from_0_at, inbox_from_1_at, inbox_from_1_is, last_from_at, last_from_is,
                 n_Idle, n_Waiting>>

Next ==
  \/ Idle_to_Waiting
  \/ Idle_to_Waiting_2
  \/ Idle_to_Waiting_by_inbox_from_0
  \/ Idle_to_Waiting_by_inbox_from_0_2
  \/ Idle_to_Waiting_3
  \/ Idle_to_Waiting_4
  \/ Idle_to_Waiting_5
  \/ Idle_to_Waiting_by_last_from
  \/ Idle_to_Waiting_by_last_from_2
  \/ Idle_to_Waiting_6
  \/ Idle_to_Waiting_7
  \/ Idle_to_Waiting_8
  \/ Idle_to_Waiting_9
  \/ Idle_to_Waiting_by_inbox_from_1
  \/ Idle_to_Waiting_10
  \/ Idle_to_Waiting_11
  \/ Idle_to_Waiting_by_inbox_from_0_3
  \/ Idle_to_Waiting_12
  \/ Idle_to_Waiting_13
  \/ Idle_to_Waiting_14
  \/ Idle_to_Waiting_15
  \/ Idle_to_Waiting_16
  \/ Idle_to_Waiting_17
  \/ granted_by_inbox_from_0
  \/ granted
  \/ granted_2
  \/ granted_3
  \/ serve
  \/ serve_2
  \/ serve_3
  \/ serve_4
  \/ serve_5

Spec == Init /\ [][Next]_vars

\* line 23: invariant waits: forall i : P (asked[i] <-> i@Waiting);
waits == vars = vars

\* line 24: invariant room: len(inbox) <= 1 && card(seen) <= 1 && !(grant in seen);
room == inbox_len < 2

====

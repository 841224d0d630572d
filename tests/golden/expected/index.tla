--- out.cfg
\* made by gentrans from index&.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT p
--- out.tla
---- MODULE out ----
\* index&.sym, model index for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   h_m1: shared h_m1
\*   h_0: shared h_0
\*   c: shared c
\*   d: shared d

EXTENDS Integers

VARIABLES h_m1, h_0, c, d

vars == <<h_m1, h_0, c, d>>

TypeOK ==
  /\ {h_m1, h_0} \subseteq 0..2
  /\ {c, d} \subseteq 0..1

Init ==
  /\ h_m1 = 0
  /\ h_0 = 0
  /\ c = 0
  /\ d = 0

\* a < b & "c" > d ( * e * ) / * f * / g\ h
a_b_c_d_e_f_g_h ==
  /\ h_m1' = IF c = 0 THEN 2 ELSE h_m1
  /\ h_0' = IF c = 1 THEN 2 ELSE h_0
  /\ c' = 1
  /\ d' = 1

\* inside
inside ==
  \E l \in 0..1 :
    /\ d = 1
    /\ c' = l
    /\ d' = 1 - l
    /\ UNCHANGED <<h_m1, h_0>>

Next ==
  \/ a_b_c_d_e_f_g_h
  \/ inside

Spec == Init /\ [][Next]_vars

\* invariant p
p == d = 0

====

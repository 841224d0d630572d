--- out.cfg
\* made by gentrans from arrays.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
INVARIANT flat
INVARIANT quiet
--- out.tla
---- MODULE out ----
\* arrays.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   a_m1: shared a_m1
\*   a_0: shared a_0
\*   a_1: shared a_1
\*   m_0_left_1: shared m_0_left_1
\*   m_0_right_1: shared m_0_right_1
\*   m_1_left_1: shared m_1_left_1
\*   m_1_left_2: shared m_1_left_2
\*   m_1_right_1: shared m_1_right_1
\*   m_1_right_2: shared m_1_right_2
\*   s: shared s
\*   t: shared t
\*   x: shared x
\*   low: shared low
\*   w: shared w
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2,
    s, t, x, low, w, n_P_s0_0_1, n_P_s1_0_1

vars == <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2,
    s, t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

TypeOK ==
  /\ {a_m1, a_0, a_1} \subseteq 0..2
  /\ m_0_left_1 \in BOOLEAN
  /\ m_0_right_1 \in BOOLEAN
  /\ m_1_left_1 \in BOOLEAN
  /\ m_1_left_2 \in BOOLEAN
  /\ m_1_right_1 \in BOOLEAN
  /\ m_1_right_2 \in BOOLEAN
  /\ s \in {"left", "right"}
  /\ t \in {"left", "right"}
  /\ x \in 0..2
  /\ low \in (-2147483648)..0
  /\ w \in {"up", "down"}
  /\ {n_P_s0_0_1, n_P_s1_0_1} \subseteq 0..2

Init ==
  /\ a_m1 = 1
  /\ a_0 = 1
  /\ a_1 = 1
  /\ m_0_left_1 = FALSE
  /\ m_0_right_1 = FALSE
  /\ m_1_left_1 = FALSE
  /\ m_1_left_2 = FALSE
  /\ m_1_right_1 = FALSE
  /\ m_1_right_2 = FALSE
  /\ s = "left"
  /\ t = "left"
  /\ x = 0
  /\ low = (-2147483648)
  /\ w = "down"
  /\ n_P_s0_0_1 = 2
  /\ n_P_s1_0_1 = 0

\* line 18: rule two when x == 0 && m[1][right][x + 1] do { x := 1; left := a; }
two ==
  /\ n_P_s0_0_1 > 0
  /\ m_1_right_1
  /\ n_P_s0_0_1' = n_P_s0_0_1 - 1
  /\ n_P_s1_0_1' = n_P_s1_0_1 + 1
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1,
                 m_1_right_2, s, t, x, low, w>>

\* line 21: rule idle when s == right do x := (x + 1) % 3;
idle ==
  /\ s = "right"
  /\ x' = (x + 1) % 3
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1,
                 m_1_right_2, s, t, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* line 23: rule three do { m[0][s][1] := !m[1][right][2]; m[1][s][x % 2 + 1] := true; s := any; a[x
\* - 1] := any 0..1; }
three ==
  \E any1 \in {"left", "right"} :
  \E any2 \in 0..1 :
    /\ a_m1' = IF x = 0 THEN any2 ELSE a_m1
    /\ a_0' = IF x = 1 THEN any2 ELSE a_0
    /\ a_1' = IF x = 2 THEN any2 ELSE a_1
    /\ m_0_left_1' = IF s = "left" THEN ~m_1_right_2 ELSE m_0_left_1
    /\ m_0_right_1' = IF s = "right" THEN ~m_1_right_2 ELSE m_0_right_1
    /\ m_1_left_1' = ((s = "left" /\ x % 2 = 0) \/ m_1_left_1)
    /\ m_1_left_2' = ((s = "left" /\ x % 2 = 1) \/ m_1_left_2)
    /\ m_1_right_1' = ((s = "right" /\ x % 2 = 0) \/ m_1_right_1)
    /\ m_1_right_2' = ((s = "right" /\ x % 2 = 1) \/ m_1_right_2)
    /\ s' = any1
    /\ UNCHANGED <<t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* line 24: rule four when m[x / 2][t][1] do { t := s; low := 0; w := w == up ? down : up; }
four ==
  /\ IF x \div 2 = 0 THEN IF t = "left" THEN m_0_left_1 ELSE m_0_right_1 ELSE IF t = "left"
     THEN m_1_left_1 ELSE m_1_right_1
  /\ t' = s
  /\ low' = 0
  /\ w' = IF w = "up" THEN "down" ELSE "up"
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1,
                 m_1_right_2, s, x, n_P_s0_0_1, n_P_s1_0_1>>

Next ==
  \/ two
  \/ idle
  \/ three
  \/ four

Spec == Init /\ [][Next]_vars

\* line 26: invariant flat: m[0][left][x / 2 + 1] -> m[x % 2][right][2] || a[-1] == 0;
flat == x \div 2 = 0 /\ (m_0_left_1 = TRUE) => (x % 2 # 0 /\ (m_1_right_2 = TRUE)) \/ a_m1 = 0

\* line 27: invariant quiet: low < 0;
quiet == low < 0

====

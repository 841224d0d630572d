--- out.cfg
\* made by gentrans from arrays.sym
INIT Init
NEXT Next
INVARIANT flat
INVARIANT quiet
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from arrays.sym (model arrays), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
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
\*   n_P_s0_0_1: number of all processes of P in local state 0,false,false,0,1
\*   n_P_s1_0_1: number of all processes of P in local state 1,false,false,0,1

EXTENDS Integers

VARIABLES a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, x, low, w, n_P_s0_0_1, n_P_s1_0_1

vars == <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

left == 0
right == 1
up == 0
down == 1


TypeOK ==
  /\ a_m1 \in (0)..(2)
  /\ a_0 \in (0)..(2)
  /\ a_1 \in (0)..(2)
  /\ m_0_left_1 \in BOOLEAN
  /\ m_0_right_1 \in BOOLEAN
  /\ m_1_left_1 \in BOOLEAN
  /\ m_1_left_2 \in BOOLEAN
  /\ m_1_right_1 \in BOOLEAN
  /\ m_1_right_2 \in BOOLEAN
  /\ s \in (0)..(1)
  /\ t \in (0)..(1)
  /\ x \in (0)..(2)
  /\ low \in (-2147483648)..(0)
  /\ w \in (0)..(1)
  /\ n_P_s0_0_1 \in (0)..(2)
  /\ n_P_s1_0_1 \in (0)..(2)

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
  /\ s = left
  /\ t = left
  /\ x = 0
  /\ low = (-2147483648)
  /\ w = down
  /\ n_P_s0_0_1 = 2
  /\ n_P_s1_0_1 = 0

\* two
Step1 ==
  /\ (n_P_s0_0_1 > 0 /\ m_1_right_1)
  /\ n_P_s0_0_1' = (n_P_s0_0_1 - 1)
  /\ n_P_s1_0_1' = (n_P_s1_0_1 + 1)
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, x, low, w>>

\* idle
Step2 ==
  /\ (s = right)
  /\ x' = ((x + 1) % 3)
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, t, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* three
Step3 ==
  /\ TRUE
  /\ a_m1' = (IF x = 0 THEN 0 ELSE a_m1)
  /\ a_0' = (IF x = 1 THEN 0 ELSE a_0)
  /\ a_1' = (IF x = 2 THEN 0 ELSE a_1)
  /\ m_0_left_1' = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1)
  /\ m_0_right_1' = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1)
  /\ m_1_left_1' = ((s = left /\ x % 2 = 0) \/ m_1_left_1)
  /\ m_1_left_2' = ((s = left /\ x % 2 = 1) \/ m_1_left_2)
  /\ m_1_right_1' = ((s = right /\ x % 2 = 0) \/ m_1_right_1)
  /\ m_1_right_2' = ((s = right /\ x % 2 = 1) \/ m_1_right_2)
  /\ s' = left
  /\ UNCHANGED <<t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* three
Step4 ==
  /\ TRUE
  /\ a_m1' = (IF x = 0 THEN 1 ELSE a_m1)
  /\ a_0' = (IF x = 1 THEN 1 ELSE a_0)
  /\ a_1' = (IF x = 2 THEN 1 ELSE a_1)
  /\ m_0_left_1' = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1)
  /\ m_0_right_1' = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1)
  /\ m_1_left_1' = ((s = left /\ x % 2 = 0) \/ m_1_left_1)
  /\ m_1_left_2' = ((s = left /\ x % 2 = 1) \/ m_1_left_2)
  /\ m_1_right_1' = ((s = right /\ x % 2 = 0) \/ m_1_right_1)
  /\ m_1_right_2' = ((s = right /\ x % 2 = 1) \/ m_1_right_2)
  /\ s' = left
  /\ UNCHANGED <<t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* three
Step5 ==
  /\ TRUE
  /\ a_m1' = (IF x = 0 THEN 0 ELSE a_m1)
  /\ a_0' = (IF x = 1 THEN 0 ELSE a_0)
  /\ a_1' = (IF x = 2 THEN 0 ELSE a_1)
  /\ m_0_left_1' = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1)
  /\ m_0_right_1' = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1)
  /\ m_1_left_1' = ((s = left /\ x % 2 = 0) \/ m_1_left_1)
  /\ m_1_left_2' = ((s = left /\ x % 2 = 1) \/ m_1_left_2)
  /\ m_1_right_1' = ((s = right /\ x % 2 = 0) \/ m_1_right_1)
  /\ m_1_right_2' = ((s = right /\ x % 2 = 1) \/ m_1_right_2)
  /\ s' = right
  /\ UNCHANGED <<t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* three
Step6 ==
  /\ TRUE
  /\ a_m1' = (IF x = 0 THEN 1 ELSE a_m1)
  /\ a_0' = (IF x = 1 THEN 1 ELSE a_0)
  /\ a_1' = (IF x = 2 THEN 1 ELSE a_1)
  /\ m_0_left_1' = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1)
  /\ m_0_right_1' = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1)
  /\ m_1_left_1' = ((s = left /\ x % 2 = 0) \/ m_1_left_1)
  /\ m_1_left_2' = ((s = left /\ x % 2 = 1) \/ m_1_left_2)
  /\ m_1_right_1' = ((s = right /\ x % 2 = 0) \/ m_1_right_1)
  /\ m_1_right_2' = ((s = right /\ x % 2 = 1) \/ m_1_right_2)
  /\ s' = right
  /\ UNCHANGED <<t, x, low, w, n_P_s0_0_1, n_P_s1_0_1>>

\* four
Step7 ==
  /\ (IF x \div 2 = 0 THEN (IF t = left THEN m_0_left_1 ELSE m_0_right_1) ELSE (IF t = left THEN m_1_left_1 ELSE m_1_right_1))
  /\ t' = s
  /\ low' = 0
  /\ w' = (IF w = up THEN down ELSE up)
  /\ UNCHANGED <<a_m1, a_0, a_1, m_0_left_1, m_0_right_1, m_1_left_1, m_1_left_2, m_1_right_1, m_1_right_2, s, x, n_P_s0_0_1, n_P_s1_0_1>>

Stuck ==
  /\ FALSE

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ Step5
  \/ Step6
  \/ Step7
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((s = right) /\ x = ((x + 1) % 3))
  \/ (TRUE /\ a_m1 = (IF x = 0 THEN 0 ELSE a_m1) /\ a_0 = (IF x = 1 THEN 0 ELSE a_0) /\ a_1 = (IF x = 2 THEN 0 ELSE a_1) /\ m_0_left_1 = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1) /\ m_0_right_1 = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1) /\ m_1_left_1 = ((s = left /\ x % 2 = 0) \/ m_1_left_1) /\ m_1_left_2 = ((s = left /\ x % 2 = 1) \/ m_1_left_2) /\ m_1_right_1 = ((s = right /\ x % 2 = 0) \/ m_1_right_1) /\ m_1_right_2 = ((s = right /\ x % 2 = 1) \/ m_1_right_2) /\ s = left)
  \/ (TRUE /\ a_m1 = (IF x = 0 THEN 1 ELSE a_m1) /\ a_0 = (IF x = 1 THEN 1 ELSE a_0) /\ a_1 = (IF x = 2 THEN 1 ELSE a_1) /\ m_0_left_1 = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1) /\ m_0_right_1 = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1) /\ m_1_left_1 = ((s = left /\ x % 2 = 0) \/ m_1_left_1) /\ m_1_left_2 = ((s = left /\ x % 2 = 1) \/ m_1_left_2) /\ m_1_right_1 = ((s = right /\ x % 2 = 0) \/ m_1_right_1) /\ m_1_right_2 = ((s = right /\ x % 2 = 1) \/ m_1_right_2) /\ s = left)
  \/ (TRUE /\ a_m1 = (IF x = 0 THEN 0 ELSE a_m1) /\ a_0 = (IF x = 1 THEN 0 ELSE a_0) /\ a_1 = (IF x = 2 THEN 0 ELSE a_1) /\ m_0_left_1 = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1) /\ m_0_right_1 = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1) /\ m_1_left_1 = ((s = left /\ x % 2 = 0) \/ m_1_left_1) /\ m_1_left_2 = ((s = left /\ x % 2 = 1) \/ m_1_left_2) /\ m_1_right_1 = ((s = right /\ x % 2 = 0) \/ m_1_right_1) /\ m_1_right_2 = ((s = right /\ x % 2 = 1) \/ m_1_right_2) /\ s = right)
  \/ (TRUE /\ a_m1 = (IF x = 0 THEN 1 ELSE a_m1) /\ a_0 = (IF x = 1 THEN 1 ELSE a_0) /\ a_1 = (IF x = 2 THEN 1 ELSE a_1) /\ m_0_left_1 = (IF s = left THEN ~m_1_right_2 ELSE m_0_left_1) /\ m_0_right_1 = (IF s = right THEN ~m_1_right_2 ELSE m_0_right_1) /\ m_1_left_1 = ((s = left /\ x % 2 = 0) \/ m_1_left_1) /\ m_1_left_2 = ((s = left /\ x % 2 = 1) \/ m_1_left_2) /\ m_1_right_1 = ((s = right /\ x % 2 = 0) \/ m_1_right_1) /\ m_1_right_2 = ((s = right /\ x % 2 = 1) \/ m_1_right_2) /\ s = right)
  \/ ((IF x \div 2 = 0 THEN (IF t = left THEN m_0_left_1 ELSE m_0_right_1) ELSE (IF t = left THEN m_1_left_1 ELSE m_1_right_1)) /\ t = s /\ low = 0 /\ w = (IF w = up THEN down ELSE up))

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant flat
flat == x \div 2 = 0 /\ (m_0_left_1 = TRUE) => (x % 2 # 0 /\ (m_1_right_2 = TRUE)) \/ a_m1 = 0

\* invariant quiet
quiet == low < 0

====

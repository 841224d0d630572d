--- out.cfg
\* made by gentrans from operators.sym
INIT Init
NEXT Next
INVARIANT arithmetic
INVARIANT negated
INVARIANT division
INVARIANT by_negative
INVARIANT order
INVARIANT choice
INVARIANT places
INVARIANT colours
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from operators.sym (model operators), encoding vector
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   x: shared x
\*   y: shared y
\*   b: shared b
\*   c: shared c
\*   a_0: shared a_0
\*   a_1: shared a_1
\*   a_2: shared a_2
\*   m_red_0: shared m_red_0
\*   m_red_1: shared m_red_1
\*   m_green_0: shared m_green_0
\*   m_green_1: shared m_green_1
\*   m_blue_0: shared m_blue_0
\*   m_blue_1: shared m_blue_1

EXTENDS Integers

VARIABLES x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1

vars == <<x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

red == 0
green == 1
blue == 2

e1 == y - 1
e2 == (0 - (y))

TypeOK ==
  /\ x \in (-3)..(3)
  /\ y \in (0)..(3)
  /\ b \in BOOLEAN
  /\ c \in (0)..(2)
  /\ a_0 \in (0)..(3)
  /\ a_1 \in (0)..(3)
  /\ a_2 \in (0)..(3)
  /\ m_red_0 \in BOOLEAN
  /\ m_red_1 \in BOOLEAN
  /\ m_green_0 \in BOOLEAN
  /\ m_green_1 \in BOOLEAN
  /\ m_blue_0 \in BOOLEAN
  /\ m_blue_1 \in BOOLEAN

Init ==
  /\ x \in (-3)..3
  /\ y \in 0..3
  /\ b = FALSE
  /\ c = green
  /\ a_0 = 2
  /\ a_1 = 1
  /\ a_2 = 0
  /\ m_red_0 = TRUE
  /\ m_red_1 = TRUE
  /\ m_green_0 = FALSE
  /\ m_green_1 = TRUE
  /\ m_blue_0 = FALSE
  /\ m_blue_1 = FALSE

\* up
Step1 ==
  /\ (x < 3)
  /\ x' = (x + 1)
  /\ y' = (IF (e1) >= (0) THEN (e1) ELSE (0))
  /\ UNCHANGED <<b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* down
Step2 ==
  /\ (x > (-3))
  /\ x' = (x - 1)
  /\ b' = (~b)
  /\ UNCHANGED <<y, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* paint
Step3 ==
  /\ (c # red)
  /\ c' = red
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* paint
Step4 ==
  /\ (c # green)
  /\ c' = green
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* paint
Step5 ==
  /\ (c # blue)
  /\ c' = blue
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* mark
Step6 ==
  /\ (y > 0 /\ y <= 2)
  /\ a_0' = (IF y = 0 THEN (y * 2) - 1 ELSE a_0)
  /\ a_1' = (IF y = 1 THEN (y * 2) - 1 ELSE a_1)
  /\ a_2' = (IF y > 1 THEN (y * 2) - 1 ELSE a_2)
  /\ m_red_0' = (IF c = red /\ y < 2 THEN b <=> y = 1 ELSE m_red_0)
  /\ m_red_1' = (IF c = red /\ y > 1 THEN b <=> y = 1 ELSE m_red_1)
  /\ m_green_0' = (IF c = green /\ y < 2 THEN b <=> y = 1 ELSE m_green_0)
  /\ m_green_1' = (IF c = green /\ y > 1 THEN b <=> y = 1 ELSE m_green_1)
  /\ m_blue_0' = (IF c = blue /\ y < 2 THEN b <=> y = 1 ELSE m_blue_0)
  /\ m_blue_1' = (IF c = blue /\ y > 1 THEN b <=> y = 1 ELSE m_blue_1)
  /\ UNCHANGED <<x, y, b, c>>

\* turn
Step7 ==
  /\ (b => y > 0)
  /\ y' = (IF b THEN (y + 1) % 4 ELSE y \div 2)
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* wild
Step8 ==
  /\ TRUE
  /\ y' = 0
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* wild
Step9 ==
  /\ TRUE
  /\ y' = 1
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* wild
Step10 ==
  /\ TRUE
  /\ y' = 2
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* wild
Step11 ==
  /\ TRUE
  /\ y' = 3
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

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
  \/ Step8
  \/ Step9
  \/ Step10
  \/ Step11
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((c # red) /\ c = red)
  \/ ((c # green) /\ c = green)
  \/ ((c # blue) /\ c = blue)
  \/ ((y > 0 /\ y <= 2) /\ a_0 = (IF y = 0 THEN (y * 2) - 1 ELSE a_0) /\ a_1 = (IF y = 1 THEN (y * 2) - 1 ELSE a_1) /\ a_2 = (IF y > 1 THEN (y * 2) - 1 ELSE a_2) /\ m_red_0 = (IF c = red /\ y < 2 THEN b <=> y = 1 ELSE m_red_0) /\ m_red_1 = (IF c = red /\ y > 1 THEN b <=> y = 1 ELSE m_red_1) /\ m_green_0 = (IF c = green /\ y < 2 THEN b <=> y = 1 ELSE m_green_0) /\ m_green_1 = (IF c = green /\ y > 1 THEN b <=> y = 1 ELSE m_green_1) /\ m_blue_0 = (IF c = blue /\ y < 2 THEN b <=> y = 1 ELSE m_blue_0) /\ m_blue_1 = (IF c = blue /\ y > 1 THEN b <=> y = 1 ELSE m_blue_1))
  \/ ((b => y > 0) /\ y = (IF b THEN (y + 1) % 4 ELSE y \div 2))
  \/ (TRUE /\ y = 0)
  \/ (TRUE /\ y = 1)
  \/ (TRUE /\ y = 2)
  \/ (TRUE /\ y = 3)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant arithmetic
arithmetic == (IF (x) <= (y) THEN (x) ELSE (y)) <= (IF (x) >= (y) THEN (x) ELSE (y))

\* invariant negated
negated == (0 - (x)) + ((IF (b = TRUE) THEN 1 ELSE 0) * 2) <= y + 4 \/ (IF (e2) >= (x) THEN (e2) ELSE (x)) <= 2

\* invariant division
division == ((y \div 2) * 2) + (y % 2) = y /\ (GtDiv(x, 2) * 2) + ((x) - (2) * GtDiv(x, 2)) = x

\* invariant by_negative
by_negative == vars = vars

\* invariant order
order == vars = vars

\* invariant choice
choice == vars = vars

\* invariant places
places == vars = vars

\* invariant colours
colours == ((c = red \/ c = green \/ c = blue) /\ c # red) \/ c = red

====

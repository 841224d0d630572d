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
INVARIANT error_
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from operators.sym (model operators), encoding dense
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
\*   error: a run-time error has happened

EXTENDS Integers

VARIABLES x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error

vars == <<x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

red == 0
green == 1
blue == 2

e1 == y - 1
e2 == (IF y >= 1 /\ y <= 2 THEN ((IF c = green THEN 1 ELSE (IF c = blue THEN 2 ELSE 0)) * 2) + y - 1 ELSE (-1))
e3 == (0 - (y))

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
  /\ error \in BOOLEAN

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
  /\ error = FALSE

\* up
Step1 ==
  /\ (~error /\ x < 3)
  /\ x' = (x + 1)
  /\ y' = (IF (e1) >= (0) THEN (e1) ELSE (0))
  /\ UNCHANGED <<b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* down
Step2 ==
  /\ (~error /\ x > (-3))
  /\ x' = (x - 1)
  /\ b' = (~b)
  /\ UNCHANGED <<y, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* paint
Step3 ==
  /\ (~error /\ c # red)
  /\ c' = red
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* paint
Step4 ==
  /\ (~error /\ c # green)
  /\ c' = green
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* paint
Step5 ==
  /\ (~error /\ c # blue)
  /\ c' = blue
  /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* mark
Step6 ==
  /\ (~error /\ y >= 1 /\ y <= 2 /\ e2 >= 0)
  /\ a_0' = (IF y = 0 THEN (y * 2) - 1 ELSE a_0)
  /\ a_1' = (IF y = 1 THEN (y * 2) - 1 ELSE a_1)
  /\ a_2' = (IF y > 1 THEN (y * 2) - 1 ELSE a_2)
  /\ m_red_0' = (IF e2 <= 0 THEN b <=> y = 1 ELSE m_red_0)
  /\ m_red_1' = (IF e2 = 1 THEN b <=> y = 1 ELSE m_red_1)
  /\ m_green_0' = (IF e2 = 2 THEN b <=> y = 1 ELSE m_green_0)
  /\ m_green_1' = (IF e2 = 3 THEN b <=> y = 1 ELSE m_green_1)
  /\ m_blue_0' = (IF e2 = 4 THEN b <=> y = 1 ELSE m_blue_0)
  /\ m_blue_1' = (IF e2 > 4 THEN b <=> y = 1 ELSE m_blue_1)
  /\ UNCHANGED <<x, y, b, c, error>>

\* mark (error)
Step7 ==
  /\ (~error /\ y >= 1 /\ y <= 2 /\ e2 < 0)
  /\ error' = TRUE
  /\ UNCHANGED <<x, y, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* turn
Step8 ==
  /\ (~error /\ (b => y > 0))
  /\ y' = (IF b THEN (y + 1) % 4 ELSE y \div 2)
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* wild
Step9 ==
  /\ (~error)
  /\ y' = 0
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* wild
Step10 ==
  /\ (~error)
  /\ y' = 1
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* wild
Step11 ==
  /\ (~error)
  /\ y' = 2
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

\* wild
Step12 ==
  /\ (~error)
  /\ y' = 3
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1, error>>

Stuck ==
  /\ ~(~error /\ x < 3)
  /\ ~(~error /\ x > (-3))
  /\ ~(~error /\ c # red)
  /\ ~(~error /\ c # green)
  /\ ~(~error /\ c # blue)
  /\ ~(~error /\ y >= 1 /\ y <= 2 /\ e2 >= 0)
  /\ ~(~error /\ y >= 1 /\ y <= 2 /\ e2 < 0)
  /\ ~(~error /\ (b => y > 0))
  /\ ~(~error)
  /\ ~(~error)
  /\ ~(~error)
  /\ ~(~error)

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
  \/ Step12
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck
  \/ ((~error /\ c # red) /\ c = red)
  \/ ((~error /\ c # green) /\ c = green)
  \/ ((~error /\ c # blue) /\ c = blue)
  \/ ((~error /\ y >= 1 /\ y <= 2 /\ e2 >= 0) /\ a_0 = (IF y = 0 THEN (y * 2) - 1 ELSE a_0) /\ a_1 = (IF y = 1 THEN (y * 2) - 1 ELSE a_1) /\ a_2 = (IF y > 1 THEN (y * 2) - 1 ELSE a_2) /\ m_red_0 = (IF e2 <= 0 THEN b <=> y = 1 ELSE m_red_0) /\ m_red_1 = (IF e2 = 1 THEN b <=> y = 1 ELSE m_red_1) /\ m_green_0 = (IF e2 = 2 THEN b <=> y = 1 ELSE m_green_0) /\ m_green_1 = (IF e2 = 3 THEN b <=> y = 1 ELSE m_green_1) /\ m_blue_0 = (IF e2 = 4 THEN b <=> y = 1 ELSE m_blue_0) /\ m_blue_1 = (IF e2 > 4 THEN b <=> y = 1 ELSE m_blue_1))
  \/ ((~error /\ y >= 1 /\ y <= 2 /\ e2 < 0) /\ error = TRUE)
  \/ ((~error /\ (b => y > 0)) /\ y = (IF b THEN (y + 1) % 4 ELSE y \div 2))
  \/ ((~error) /\ y = 0)
  \/ ((~error) /\ y = 1)
  \/ ((~error) /\ y = 2)
  \/ ((~error) /\ y = 3)

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* invariant arithmetic
arithmetic == (IF (x) <= (y) THEN (x) ELSE (y)) <= (IF (x) >= (y) THEN (x) ELSE (y))

\* invariant negated
negated == (0 - (x)) <= (y + 4) - ((IF (b = TRUE) THEN 1 ELSE 0) * 2) \/ (IF (e3) >= (x) THEN (e3) ELSE (x)) <= 2

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

\* no error error
error_ == ~(error = TRUE)

====

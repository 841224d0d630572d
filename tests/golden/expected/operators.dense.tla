--- out.cfg
\* made by gentrans from operators.sym
INIT Init
NEXT Next
CHECK_DEADLOCK FALSE
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
\* operators.sym for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
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

\* Division that rounds towards zero.
LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) ==
  IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y)
  ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

y_plus_minus_1 == y - 1
neg_y == 0 - y

TypeOK ==
  /\ x \in (-3)..3
  /\ y \in 0..3
  /\ b \in BOOLEAN
  /\ c \in {"red", "green", "blue"}
  /\ {a_0, a_1, a_2} \subseteq 0..3
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
  /\ c = "green"
  /\ a_0 = 2
  /\ a_1 = 1
  /\ a_2 = 0
  /\ m_red_0 = TRUE
  /\ m_red_1 = TRUE
  /\ m_green_0 = FALSE
  /\ m_green_1 = TRUE
  /\ m_blue_0 = FALSE
  /\ m_blue_1 = FALSE

\* line 12: rule up when x < 3 do { x := x + 1; y := max(y - 1, 0); }
up ==
  /\ x < 3
  /\ x' = x + 1
  /\ y' = IF (y_plus_minus_1) >= (0) THEN y_plus_minus_1 ELSE 0
  /\ UNCHANGED <<b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* line 13: rule down when x > -3 do { x := min(x - 1, 2); b := !b; }
down ==
  /\ x > (-3)
  /\ x' = x - 1
  /\ b' = ~b
  /\ UNCHANGED <<y, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0, m_blue_1>>

\* line 14: rule paint do c := any k : Colour where k != c;
paint ==
  \E k \in {"red", "green", "blue"} :
    /\ k # c
    /\ c' = k
    /\ UNCHANGED <<x, y, b, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0,
                   m_blue_1>>

\* line 15: rule mark when y >= 1 && y <= 2 do { a[y] := y * 2 - 1; m[c][y - 1] := b <-> y == 1; }
mark ==
  /\ y > 0
  /\ y <= 2
  /\ a_0' = IF y = 0 THEN (y * 2) - 1 ELSE a_0
  /\ a_1' = IF y = 1 THEN (y * 2) - 1 ELSE a_1
  /\ a_2' = IF y > 1 THEN (y * 2) - 1 ELSE a_2
  /\ m_red_0' = IF c = "red" /\ y < 2 THEN b <=> y = 1 ELSE m_red_0
  /\ m_red_1' = IF c = "red" /\ y > 1 THEN b <=> y = 1 ELSE m_red_1
  /\ m_green_0' = IF c = "green" /\ y < 2 THEN b <=> y = 1 ELSE m_green_0
  /\ m_green_1' = IF c = "green" /\ y > 1 THEN b <=> y = 1 ELSE m_green_1
  /\ m_blue_0' = IF c = "blue" /\ y < 2 THEN b <=> y = 1 ELSE m_blue_0
  /\ m_blue_1' = IF c = "blue" /\ y > 1 THEN b <=> y = 1 ELSE m_blue_1
  /\ UNCHANGED <<x, y, b, c>>

\* line 16: rule turn when b -> y > 0 do y := b ? (y + 1) % 4 : y / 2;
turn ==
  /\ b => y > 0
  /\ y' = IF b THEN (y + 1) % 4 ELSE y \div 2
  /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0,
                 m_blue_1>>

\* line 18: rule wild do y := any;
wild ==
  \E any1 \in 0..3 :
    /\ y' = any1
    /\ UNCHANGED <<x, b, c, a_0, a_1, a_2, m_red_0, m_red_1, m_green_0, m_green_1, m_blue_0,
                   m_blue_1>>

Next ==
  \/ up
  \/ down
  \/ paint
  \/ mark
  \/ turn
  \/ wild

Spec == Init /\ [][Next]_vars

\* line 20: invariant arithmetic: x * y + x - -x <= 18 && min(x, y) <= max(x, y);
arithmetic == (IF (x) <= (y) THEN x ELSE y) <= (IF (x) >= (y) THEN x ELSE y)

\* line 21: invariant negated: -x <= y + 4 - b_as_number * 2 || max(-y, x) <= 2;
negated == (0 - x) + ((IF (b = TRUE) THEN 1 ELSE 0) * 2) <= y + 4
           \/ (IF (neg_y) >= (x) THEN neg_y ELSE x) <= 2

\* line 22: invariant division: y / 2 * 2 + y % 2 == y && x / 2 * 2 + x % 2 == x;
division == ((y \div 2) * 2) + (y % 2) = y /\ (GtDiv(x, 2) * 2) + ((x) - (2) * GtDiv(x, 2)) = x

\* line 23: invariant by_negative: (x != 0 -> y / x <= 3) && (x != 0 -> y % x < 3);
by_negative == vars = vars

\* line 24: invariant order: (x < y || x >= y) && (x <= y || x > y) && x != 4 - y + 3;
order == vars = vars

\* line 25: invariant choice: (b ? x : y) < 4 && (b <-> !(!b)) && (b -> b);
choice == vars = vars

\* line 26: invariant places: a[y % 3] in 0..3 && m[c][y / 2] in {false, true};
places == vars = vars

\* line 27: invariant colours: c in {red, green, blue} && c != red || c == red;
colours == vars = vars

====

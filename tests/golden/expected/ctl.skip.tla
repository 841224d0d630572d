--- standard error
ctl.sym:14:19: warning: property 'next' is left out, it cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [left-out]
   14 | ctl next: AX b && EX b;
      |                   ^~~~
ctl.sym:15:14: warning: property 'finally' is left out, it cannot be expressed for TLC: a disjunction of two temporal formulas in CTL has no LTL equivalent in the known fragment [left-out]
   15 | ctl finally: AF b || !EF !b;
      |              ^~~~~~~~~~~~~~
ctl.sym:16:16: warning: property 'globally' is left out, it cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [left-out]
   16 | ctl globally: !AG b && !(EG b);
      |                ^~~~
ctl.sym:17:26: warning: property 'until' is left out, it cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [left-out]
   17 | ctl until: A [!b U b] && E [!b U b];
      |                          ^~~~~~~~~~
ctl.sym:18:26: warning: property 'weak' is left out, it cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [left-out]
   18 | ctl weak: A [!b W b] && !E [b W !b];
      |                          ^~~~~~~~~~
ctl.sym:19:35: warning: property 'release' is left out, it cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [left-out]
   19 | ctl release: A [b R (b || !b)] && E [b R !b];
      |                                   ^~~~~~~~~~
ctl.sym:20:13: warning: property 'nested' is left out, it cannot be expressed for TLC: this combination of temporal formulas has no LTL equivalent in the known fragment [left-out]
   20 | ctl nested: AG (b -> AF (EX !b)) <-> AG EF b;
      |             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
ctl.sym:21:40: warning: property 'each' is left out, it cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [left-out]
   21 | ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j));
      |                                        ^~~~~~~~~~~~~~~~~~
--- out.cfg
\* made by gentrans from ctl.sym
SPECIFICATION Spec
PROPERTY plain
INVARIANT every
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* TLA+
\* made by gentrans from ctl.sym (model fair_branching), encoding paper
\* Run it with:
\*   java -Xss32m -XX:+UseParallelGC -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\* Names:
\*   b: shared b
\*   i_at: local state of the process named by i
\*   n_A: number of all processes of P in local state A
\*   n_B: number of all processes of P in local state B

EXTENDS Integers

VARIABLES b, i_at, n_A, n_B

vars == <<b, i_at, n_A, n_B>>

LOCAL GtAbs(gt_x) == IF gt_x < 0 THEN 0 - gt_x ELSE gt_x
LOCAL GtDiv(gt_x, gt_y) == IF (gt_x < 0) = (gt_y < 0) THEN GtAbs(gt_x) \div GtAbs(gt_y) ELSE 0 - (GtAbs(gt_x) \div GtAbs(gt_y))

A == 0
B == 1


TypeOK ==
  /\ b \in BOOLEAN
  /\ i_at \in (0)..(1)
  /\ n_A \in (0)..(2)
  /\ n_B \in (0)..(2)

Init ==
  /\ b = FALSE
  /\ i_at = A
  /\ n_A = 2
  /\ n_B = 0

\* go
Step1 ==
  /\ (n_A > (IF i_at = A THEN 1 ELSE 0))
  /\ b' = TRUE
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)
  /\ UNCHANGED <<i_at>>

\* go by i
Step2 ==
  /\ (i_at = A)
  /\ b' = TRUE
  /\ i_at' = B
  /\ n_A' = (n_A - 1)
  /\ n_B' = (n_B + 1)

\* back
Step3 ==
  /\ (n_B > (IF i_at = B THEN 1 ELSE 0) /\ b)
  /\ b' = FALSE
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)
  /\ UNCHANGED <<i_at>>

\* back by i
Step4 ==
  /\ (i_at = B /\ b)
  /\ b' = FALSE
  /\ i_at' = A
  /\ n_A' = (n_A + 1)
  /\ n_B' = (n_B - 1)

Stuck ==
  /\ ~(n_A > (IF i_at = A THEN 1 ELSE 0))
  /\ ~(i_at = A)
  /\ ~(n_B > (IF i_at = B THEN 1 ELSE 0) /\ b)
  /\ ~(i_at = B /\ b)

Next ==
  \/ Step1
  \/ Step2
  \/ Step3
  \/ Step4
  \/ (Stuck /\ UNCHANGED vars) \* no rule can fire

Stay ==
  \/ Stuck

Progress == ~Stay /\ Next

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

\* ctl plain
plain == [](<>(n_B > 0)) /\ [](<>(b = TRUE)) => [](<>(b = TRUE))

\* invariant every
every == i_at = A \/ i_at = B

\* deadlock free deadlock
deadlock == ~Stuck

\* line 14: ctl next: AX b && EX b;
\* left out: TLC cannot express it: it asks for some path (E); LTL speaks of all paths

\* line 15: ctl finally: AF b || !EF !b;
\* left out: TLC cannot express it: a disjunction of two temporal formulas in CTL has no LTL
\* equivalent in the known fragment

\* line 16: ctl globally: !AG b && !(EG b);
\* left out: TLC cannot express it: it asks for some path (E); LTL speaks of all paths

\* line 17: ctl until: A [!b U b] && E [!b U b];
\* left out: TLC cannot express it: it asks for some path (E); LTL speaks of all paths

\* line 18: ctl weak: A [!b W b] && !E [b W !b];
\* left out: TLC cannot express it: TLA+ has only [] and <>, no next, until, weak until or release

\* line 19: ctl release: A [b R (b || !b)] && E [b R !b];
\* left out: TLC cannot express it: it asks for some path (E); LTL speaks of all paths

\* line 20: ctl nested: AG (b -> AF (EX !b)) <-> AG EF b;
\* left out: TLC cannot express it: this combination of temporal formulas has no LTL equivalent in
\* the known fragment

\* line 21: ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j));
\* left out: TLC cannot express it: it asks for some path (E); LTL speaks of all paths

====

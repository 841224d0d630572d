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
CHECK_DEADLOCK FALSE
PROPERTY plain
INVARIANT every
INVARIANT deadlock
--- out.tla
---- MODULE out ----
\* ctl.sym, model fair_branching for TLC, encoding paper, made by gentrans
\*   java -Xss32m -cp tla2tools.jar tlc2.TLC -workers auto out.tla
\*   b: shared b
\*   i_at: local state of the process named by i
\*   n_...: number of processes of P in a local state

EXTENDS Integers

VARIABLES b, i_at, n_A, n_B

vars == <<b, i_at, n_A, n_B>>

TypeOK ==
  /\ b \in BOOLEAN
  /\ i_at \in {"A", "B"}
  /\ {n_A, n_B} \subseteq 0..2

Init ==
  /\ b = FALSE
  /\ i_at = "A"
  /\ n_A = 2
  /\ n_B = 0

\* line 7: rule go : A -> B do b := true;
go ==
  /\ n_A > (IF i_at = "A" THEN 1 ELSE 0)
  /\ b' = TRUE
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1
  /\ UNCHANGED i_at

\* go by i
go_by_i ==
  /\ i_at = "A"
  /\ b' = TRUE
  /\ i_at' = "B"
  /\ n_A' = n_A - 1
  /\ n_B' = n_B + 1

\* line 8: rule back : B -> A when b do b := false;
back ==
  /\ n_B > (IF i_at = "B" THEN 1 ELSE 0)
  /\ b
  /\ b' = FALSE
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1
  /\ UNCHANGED i_at

\* back by i
back_by_i ==
  /\ i_at = "B"
  /\ b
  /\ b' = FALSE
  /\ i_at' = "A"
  /\ n_A' = n_A + 1
  /\ n_B' = n_B - 1

Next ==
  \/ go
  \/ go_by_i
  \/ back
  \/ back_by_i

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

\* line 22: ctl plain: AG AF b;
plain == []<>(n_B > 0) /\ []<>(b = TRUE) => []<>(b = TRUE)

\* line 23: invariant every: forall i : P . i@A || i@B;
every == vars = vars

\* line 24: deadlock free;
deadlock == ENABLED Next

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

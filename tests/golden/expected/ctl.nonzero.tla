--- standard error
ctl.sym:14:19: error: property 'next' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   14 | ctl next: AX b && EX b;
      |                   ^~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:15:14: error: property 'finally' cannot be expressed for TLC: a disjunction of two temporal formulas in CTL has no LTL equivalent in the known fragment [target-property]
   15 | ctl finally: AF b || !EF !b;
      |              ^~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:16:16: error: property 'globally' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   16 | ctl globally: !AG b && !(EG b);
      |                ^~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:17:26: error: property 'until' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   17 | ctl until: A [!b U b] && E [!b U b];
      |                          ^~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:18:26: error: property 'weak' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   18 | ctl weak: A [!b W b] && !E [b W !b];
      |                          ^~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:19:35: error: property 'release' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   19 | ctl release: A [b R (b || !b)] && E [b R !b];
      |                                   ^~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:20:13: error: property 'nested' cannot be expressed for TLC: this combination of temporal formulas has no LTL equivalent in the known fragment [target-property]
   20 | ctl nested: AG (b -> AF (EX !b)) <-> AG EF b;
      |             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ctl.sym:21:40: error: property 'each' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   21 | ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j));
      |                                        ^~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

--- standard error
branching.sym:12:19: error: property 'next' cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [target-property]
   12 | ctl next: AX b && EX b;
      |                   ^~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:13:14: error: property 'finally' cannot be expressed for Spin: a disjunction of two temporal formulas in CTL has no LTL equivalent in the known fragment [target-property]
   13 | ctl finally: AF b || !EF !b;
      |              ^~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:14:16: error: property 'globally' cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [target-property]
   14 | ctl globally: !AG b && !(EG b);
      |                ^~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:15:26: error: property 'until' cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [target-property]
   15 | ctl until: A [!b U b] && E [!b U b];
      |                          ^~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:17:35: error: property 'release' cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [target-property]
   17 | ctl release: A [b R (b || !b)] && E [b R !b];
      |                                   ^~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:18:13: error: property 'nested' cannot be expressed for Spin: this combination of temporal formulas has no LTL equivalent in the known fragment [target-property]
   18 | ctl nested: AG (b -> AF (EX !b)) <-> AG EF b;
      |             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
branching.sym:19:40: error: property 'each' cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [target-property]
   19 | ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j));
      |                                        ^~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

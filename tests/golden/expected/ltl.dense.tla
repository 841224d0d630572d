--- standard error
ltl.sym:13:12: error: property 'until' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   13 | ltl until: (x == 0) U (x == 1);
      |            ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ltl.sym:14:11: error: property 'weak' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   14 | ltl weak: (x == 0) W (x == 1) && !((x == 0) W (x == 2));
      |           ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
ltl.sym:15:14: error: property 'release' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   15 | ltl release: (x == 1) R (x <= 1) || !((x == 2) R (x == 0));
      |              ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

--- standard error
linear.sym:12:12: error: property 'until' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   12 | ltl until: (x == 0) U (x == 1);
      |            ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
linear.sym:13:11: error: property 'weak' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   13 | ltl weak: (x == 0) W (x == 1) && !((x == 0) W (x == 2));
      |           ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
linear.sym:14:14: error: property 'release' cannot be expressed for TLC: TLA+ has only [] and <>, no next, until, weak until or release [target-property]
   14 | ltl release: (x == 1) R (x <= 1) || !((x == 2) R (x == 0));
      |              ^~~~~~~~~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

--- standard error
ring.sym:21:38: error: property 'again' cannot be expressed for TLC: it asks for some path (E); LTL speaks of all paths [target-property]
   21 | ctl again: forall i : R . AG (i@A -> EF next(i)@B);
      |                                      ^~~~~~~~~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

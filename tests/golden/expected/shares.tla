--- standard error
shares.sym:15:19: error: property 'product' cannot be expressed for TLC: TLC 2.18 breaks down on a product in a temporal formula ('x * 2' by itself is undefined to it) [target-property]
   15 | ltl product: G F (x * y == 2);
      |                   ^~~~~
      = help: leave out what cannot be expressed with --skip, or use 'gentrans check'
--- exit code 2

--- out.pml
/*
 * begin.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   x: shared x
 *   d_at: local state of the process named by d
 *   n_...: number of processes of P in a local state
 */

mtype = { A_1, A_2, A_3, B_1, B_2, B_3, none };

byte x; /* 0..3 */
mtype d_at;
byte n_A_1, n_A_2, n_A_3, n_B_1, n_B_2, n_B_3; /* 0..3 */
bit started; /* the initial values are chosen */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d\n", x, d_at, n_A_1, n_A_2, n_A_3, n_B_1, n_B_2, n_B_3);
  /* line 19: invariant one: count i : P (i@B) <= 3; */
#ifndef SKIP_one
  assert(true);
#endif
}

active proctype system() {
  atomic {
    if :: x = 0 :: x = 1 :: x = 2 :: x = 3 fi;
    if :: d_at = A_1 :: d_at = A_2 :: d_at = A_3 :: d_at = B_1 :: d_at = B_2 :: d_at = B_3 fi;
    (x == 1 || d_at == A_1 || d_at == A_2 || d_at == A_3);
    n_A_1 = (d_at == A_1);
    do :: (n_A_1 < 3) -> n_A_1 = n_A_1 + 1 :: (n_A_1 <= 3) -> break od;
    n_A_2 = (d_at == A_2);
    do :: (n_A_2 < (3 - n_A_1)) -> n_A_2 = n_A_2 + 1 :: (n_A_2 <= (3 - n_A_1)) -> break od;
    n_A_3 = (d_at == A_3);
    do :: (n_A_3 < (3 - n_A_1 -
                    n_A_2)) -> n_A_3 = n_A_3 + 1 :: (n_A_3 <= (3 - n_A_1 - n_A_2)) -> break od;
    n_B_1 = (d_at == B_1);
    do :: (n_B_1 < (3 - n_A_1 - n_A_2 -
                    n_A_3)) -> n_B_1 = n_B_1 + 1 :: (n_B_1 <= (3 - n_A_1 - n_A_2 -
        n_A_3)) -> break od;
    n_B_2 = (d_at == B_2);
    do :: (n_B_2 < (3 - n_A_1 - n_A_2 - n_A_3 -
                    n_B_1)) -> n_B_2 = n_B_2 + 1 :: (n_B_2 <= (3 - n_A_1 - n_A_2 - n_A_3 -
        n_B_1)) -> break od;
    n_B_3 = 3 - n_A_1 - n_A_2 - n_A_3 - n_B_1 - n_B_2;
    (3 - n_A_1 - n_A_2 - n_A_3 - n_B_1 - n_B_2 >= 0 && n_B_3 >= (d_at == B_3) &&
     n_A_1 + n_B_1 < 2 && n_A_2 + n_B_2 < 2 && n_A_3 + n_B_3 < 2);
    d_step { started = 1; step_done() }
  }
  do
  /* line 10: A -> B when d == self do { x := 0; d := none; } */
  /* A -> B by d */
  :: d_step { d_at == A_1 || d_at == A_2 || d_at == A_3 ->
              x = 0; n_A_1 = n_A_1 - (d_at == A_1); n_A_2 = n_A_2 - (d_at == A_2);
              n_A_3 = n_A_3 - (d_at == A_3); n_B_1 = n_B_1 + (d_at == A_1);
              n_B_2 = n_B_2 + (d_at == A_2); n_B_3 = n_B_3 + (d_at == A_3); d_at = none;
              step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(x == 0 && d_at == none || n_A_1 + n_A_2 + n_A_3 == 0) /* line 21: deadlock free; */
#endif
  od
}

--- out.pml
/*
 * index&.sym, model index for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   h_m1: shared h_m1
 *   h_0: shared h_0
 *   c: shared c
 *   d: shared d
 */

byte h_m1 = 0; /* 0..2 */
byte h_0 = 0; /* 0..2 */
bit c = 0; /* 0..1 */
bit d = 0; /* 0..1 */
hidden byte l; /* picked in a step */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d\n", h_m1, h_0, c, d);
  /* invariant p */
#ifndef SKIP_p
  assert(d == 0);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* a < b & "c" > d ( * e * ) / * f * / g\ h */
  :: d_step { true ->
              h_m1 = (c == 0 -> 2 : h_m1); h_0 = (c == 1 -> 2 : h_0); c = 1; d = 1; step_done() }
  /* inside */
  :: atomic { d == 1 ->
       if
       :: l = 0
       :: l = 1
       fi;
       d_step { c = l; d = 1 - l; step_done() } }
  :: else /* no rule can fire */
  od
}

--- out.pml
/*
 * corners.sym for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_error_ -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N both
 *   x: shared x
 *   y: shared y
 *   error: a run-time error has happened
 *   n_...: number of processes of Participant in a local state
 *   n_...: number of processes of Extraordinary in a local state
 *   n_...: number of processes of Last in a local state
 */

short x = 0; /* -3..3 */
byte y = 0; /* 0..9 */
bool error = false;
bit n_Participant_s0_0_0 = 1, n_Participant_s1_0_0 = 0, n_Participant_s1_1_0 = 0; /* 0..1 */
byte n_Extraordinary_A = 4, n_Extraordinary_B = 0; /* 0..4 */
bit n_Last_C = 1, n_Last_D = 0; /* 0..1 */
hidden byte any1; /* picked in a step */
#define x_plus_y (x + y)
#define min_x_plus_y_and_7 (((x_plus_y) <= (7) -> x_plus_y : 7))

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d %d\n", x, y, error, n_Participant_s0_0_0,
         n_Participant_s1_0_0, n_Participant_s1_1_0, n_Extraordinary_A, n_Extraordinary_B, n_Last_C,
         n_Last_D);
  /* line 29: invariant low: -x > -1; */
#ifndef SKIP_low
  assert(0 - x > (-1));
#endif
  /* no error error */
#ifndef SKIP_error_
  assert(!error);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 12: rule count_up when a == 0 && forall i : Participant (i.b == 0) do { a := 1; x := x */
  /* + 1; y := any; } */
  :: atomic { n_Participant_s0_0_0 > 0 && !error && x <= 2 ->
       if
       :: any1 = 0
       :: any1 = 1
       :: any1 = 2
       :: any1 = 3
       :: any1 = 4
       :: any1 = 5
       :: any1 = 6
       :: any1 = 7
       :: any1 = 8
       :: any1 = 9
       fi;
       d_step { x++; y = any1; n_Participant_s0_0_0--; n_Participant_s1_0_0++; step_done() } }
  /* count_up (error) */
  :: d_step { n_Participant_s0_0_0 > 0 && !error && x > 2 -> error = true; step_done() }
  /* line 13: rule go_on when a == 1 && (exists j : Participant (j.c == 0)) do b := 1 - b; */
  :: d_step { !error && n_Participant_s1_0_0 > 0 ->
              n_Participant_s1_0_0--; n_Participant_s1_1_0++; step_done() }
  :: d_step { !error && n_Participant_s1_1_0 > 0 ->
              n_Participant_s1_0_0++; n_Participant_s1_1_0--; step_done() }
  /* line 18: rule turn : A -> B when x > 0; */
  :: d_step { n_Extraordinary_A > 0 && !error && x > 0 ->
              n_Extraordinary_A--; n_Extraordinary_B++; step_done() }
  /* line 23: C -> D; */
  :: d_step { n_Last_C > 0 && !error -> n_Last_C--; n_Last_D++; step_done() }
  :: else /* no rule can fire */
  od
}

/* line 30: ltl both: F (x > 0) <-> !G (x <= 0); */
#define both_1 (((min_x_plus_y_and_7) >= (y) -> min_x_plus_y_and_7 : y) == 3)
#define both_2 (((min_x_plus_y_and_7) >= (y) -> min_x_plus_y_and_7 : y) != 3)
#define both_3 (x > 0)
#define both_4 (x <= 0)
#ifndef SKIP_both
ltl both { ((([] (<> both_1)) && ([] (<> both_2))) -> ((<> both_3) <-> (!([] both_4)))) }
#endif

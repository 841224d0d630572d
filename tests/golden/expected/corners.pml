--- out.pml
/*
 * Promela
 * made by gentrans from corners.sym (model corners), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_low -DSKIP_error_ -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N both
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   x: shared x
 *   y: shared y
 *   error: a run-time error has happened
 *   n_Participant_s0_0_0: number of all processes of Participant in local state 0,0,0
 *   n_Participant_s1_0_0: number of all processes of Participant in local state 1,0,0
 *   n_Participant_s1_1_0: number of all processes of Participant in local state 1,1,0
 *   n_Extraordinary_A: number of all processes of Extraordinary in local state A
 *   n_Extraordinary_B: number of all processes of Extraordinary in local state B
 *   n_Last_C: number of all processes of Last in local state C
 *   n_Last_D: number of all processes of Last in local state D
 */


short x = 0; /* -3..3 */
byte y = 0; /* 0..9 */
bool error = false; /* 0..1 */
bit n_Participant_s0_0_0 = 1; /* 0..1 */
bit n_Participant_s1_0_0 = 0; /* 0..1 */
bit n_Participant_s1_1_0 = 0; /* 0..1 */
byte n_Extraordinary_A = 4; /* 0..4 */
byte n_Extraordinary_B = 0; /* 0..4 */
bit n_Last_C = 1; /* 0..1 */
bit n_Last_D = 0; /* 0..1 */

#define e1 (n_Participant_s0_0_0 > 0 && !error && n_Participant_s1_1_0 == 0 && x <= 2)
#define e2 (x + y)
#define e3 (((e2) <= (7) -> (e2) : (7)))
#define SHOW printf("@state %d %d %d %d %d %d %d %d %d %d\n", x, y, error, n_Participant_s0_0_0, n_Participant_s1_0_0, n_Participant_s1_1_0, n_Extraordinary_A, n_Extraordinary_B, n_Last_C, n_Last_D)
#ifdef SKIP_low
#define CHECK_low skip
#else
#define CHECK_low assert((0 - (x)) > (-1)) /* invariant low */
#endif
#ifdef SKIP_error_
#define CHECK_error_ skip
#else
#define CHECK_error_ assert(!error) /* no error error */
#endif
#define CHECKS SHOW; CHECK_low; CHECK_error_;

active proctype system() {
  d_step { CHECKS }
  do
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 0; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 1; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 2; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 3; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 4; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 5; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 6; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 7; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 8; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up */
  :: d_step { (e1); x = x + 1; y = 9; n_Participant_s0_0_0 = n_Participant_s0_0_0 - 1; n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; CHECKS }
  /* count_up (error) */
  :: d_step { (n_Participant_s0_0_0 > 0 && !error && n_Participant_s1_1_0 == 0 && x > 2); error = true; CHECKS }
  /* go_on */
  :: d_step { (!error && n_Participant_s1_0_0 > 0); n_Participant_s1_0_0 = n_Participant_s1_0_0 - 1; n_Participant_s1_1_0 = n_Participant_s1_1_0 + 1; CHECKS }
  /* go_on */
  :: d_step { (!error && n_Participant_s1_1_0 > 0); n_Participant_s1_0_0 = n_Participant_s1_0_0 + 1; n_Participant_s1_1_0 = n_Participant_s1_1_0 - 1; CHECKS }
  /* turn */
  :: d_step { (n_Extraordinary_A > 0 && !error && x > 0); n_Extraordinary_A = n_Extraordinary_A - 1; n_Extraordinary_B = n_Extraordinary_B + 1; CHECKS }
  /* C -> D */
  :: d_step { (n_Last_C > 0 && !error); n_Last_C = n_Last_C - 1; n_Last_D = n_Last_D + 1; CHECKS }
  /* no rule can fire */
  :: else
  od
}

/* ltl both */
#define both_1 (((e3) >= (y) -> (e3) : (y)) == 3)
#define both_2 (((e3) >= (y) -> (e3) : (y)) != 3)
#define both_3 (x > 0)
#define both_4 (x <= 0)
#ifndef SKIP_both
ltl both { ((([] (<> both_1)) && ([] (<> both_2))) -> ((<> both_3) <-> (!([] both_4)))) }
#endif

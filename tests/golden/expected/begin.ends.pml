--- out.pml
/*
 * begin_end.sym, model model for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   x: shared x
 *   error: a run-time error has happened
 */

byte x; /* 0..3 */
bool error = false;
bit started; /* the initial values are chosen */

/* after every step */
inline step_done() {
  printf("@state %d %d\n", x, error);
  /* no error error */
#ifndef SKIP_error_
  assert(!error && x != 0);
#endif
}

active proctype system() {
  atomic {
    if :: x = 0 :: x = 1 :: x = 2 :: x = 3 fi;
    d_step { started = 1; step_done() }
  }
  do
  /* line 3: rule up when x < 3 do x := 6 / x; */
  :: d_step { !error && x < 3 && x != 0 && (x == 0 -> 0 : 6 / x) <= 3 ->
              x = (x == 0 -> 0 : 6 / x); step_done() }
  /* up (error) */
  :: d_step { !error && x < 3 && (x == 0 || (x == 0 -> 0 : 6 / x) > 3) ->
              error = true; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(error || ((x == 0 -> 0 : 6 / x) == 2)) /* line 5: deadlock free; */
#endif
  od
}

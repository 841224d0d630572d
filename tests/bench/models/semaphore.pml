/* Semaphore mutex (samples/semaphore_mutex.sym) with L locations, by hand. */
#define N $N
#define L $L
bool sem;
byte at[N] = 1;
hidden byte t;
hidden byte inside;

active [N] proctype P() {
  do
  :: d_step { at[_pid] < L - 1 -> at[_pid]++ }
  :: d_step { at[_pid] == L - 1 && !sem ->
       at[_pid] = L; sem = true;
       inside = 0;
       for (t : 0 .. N - 1) { if :: at[t] == L -> inside++ :: else fi }
       assert(inside <= 1) }
  :: d_step { at[_pid] == L -> at[_pid] = 1; sem = false }
  od
}

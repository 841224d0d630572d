/* Readers and writers (samples/readers_writers.sym), N of each, by hand. Readers have the process numbers 0..N-1. */
#define N $N
#define Idle 0
#define Waiting 1
#define Writing 2
bool reads[N];
byte loc[N];
hidden byte t;
hidden byte reading, idle, writing;

inline census() {
  reading = 0; idle = 0; writing = 0;
  for (t : 0 .. N - 1) {
    if :: reads[t] -> reading++ :: else fi;
    if :: loc[t] == Idle -> idle++ :: loc[t] == Writing -> writing++ :: else fi
  }
}
inline check() { census(); assert((reading == 0 || writing == 0) && writing <= 1) }

active [N] proctype R() {
  do
  :: d_step { !reads[_pid] -> census(); if :: idle == N -> reads[_pid] = true; check() :: else fi }
  :: d_step { reads[_pid] -> reads[_pid] = false }
  od
}
active [N] proctype W() {
  do
  :: d_step { loc[_pid - N] == Idle -> loc[_pid - N] = Waiting }
  :: d_step { loc[_pid - N] == Waiting -> census();
       if :: reading == 0 && writing == 0 -> loc[_pid - N] = Writing; check() :: else fi }
  :: d_step { loc[_pid - N] == Writing -> loc[_pid - N] = Idle }
  od
}

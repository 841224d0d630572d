/* MSI cache protocol (samples/msi.sym), by hand. */
#define N $N
#define I 0
#define S 1
#define M 2
byte loc[N];
hidden byte t;
hidden byte modified, shared;

inline check() {
  modified = 0; shared = 0;
  for (t : 0 .. N - 1) { if :: loc[t] == M -> modified++ :: loc[t] == S -> shared++ :: else fi }
  assert(modified == 0 || (modified == 1 && shared == 0))
}

active [N] proctype P() {
  do
  :: d_step { loc[_pid] == I ->
       for (t : 0 .. N - 1) { if :: loc[t] == M -> loc[t] = S :: else fi }
       loc[_pid] = S; check() }
  :: d_step { loc[_pid] != M ->
       for (t : 0 .. N - 1) { loc[t] = I }
       loc[_pid] = M; check() }
  :: d_step { loc[_pid] != I -> loc[_pid] = I }
  od
}

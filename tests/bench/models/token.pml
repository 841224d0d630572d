/* Token mutex (samples/token_mutex.sym), by hand. The first token holder is process 0: the same states are reached, and
 * Spin has one initial state. A violation needs a step into Critical, so it is looked for there.
 * The rule in doubled brackets is repeated for $i = 1..N. */
#define N $N
#define Idle 0
#define Trying 1
#define Critical 2
byte tok;
byte loc[N];
hidden byte t;
hidden byte inside;

active [N] proctype P() {
  do
  :: d_step { loc[_pid] == Idle -> loc[_pid] = Trying }
  :: d_step { loc[_pid] == Trying && tok == _pid ->
       loc[_pid] = Critical;
       inside = 0;
       for (t : 0 .. N - 1) { if :: loc[t] == Critical -> inside++ :: else fi }
       assert(inside <= 1) }
[[~  :: d_step { loc[_pid] == Critical -> loc[_pid] = Idle; tok = $i - 1 }
]]  od
}

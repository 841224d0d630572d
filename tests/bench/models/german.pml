/* German's cache protocol (samples/german.sym), by hand. Nobody is client N. */
#define N $N
#define I 0
#define S 1
#define E 2
#define idle 0
#define shared_request 1
#define exclusive_request 2
#define none_sent 0
#define want_shared 1
#define want_exclusive 2
#define nothing 0
#define invalidate 1
#define grant_shared 2
#define grant_exclusive 3
bool exclusive_granted;
byte command;
byte client = N;
byte loc[N];
byte request[N];
byte answer[N];
bool ack[N];
bool sharer[N];
bool to_inv[N];
hidden byte t;
hidden byte owners, valid, known, shared;

inline check() {
  owners = 0; valid = 0; known = true;
  for (t : 0 .. N - 1) {
    if :: loc[t] == E -> owners++ :: else fi;
    if :: loc[t] != I -> valid++; known = known && (sharer[t] || ack[t]) :: else fi
  }
  assert(known && (owners == 0 || valid == 1))
}

active [N] proctype P() {
  do
  :: d_step { loc[_pid] == I && request[_pid] == none_sent -> request[_pid] = want_shared }
  :: d_step { loc[_pid] != E && request[_pid] == none_sent -> request[_pid] = want_exclusive }
  :: d_step { command == idle && request[_pid] != none_sent ->
       command = (request[_pid] == want_shared -> shared_request : exclusive_request);
       client = _pid;
       request[_pid] = none_sent;
       for (t : 0 .. N - 1) { to_inv[t] = sharer[t] }
       t = 0 }
  :: d_step { to_inv[_pid] && answer[_pid] == nothing &&
       (command == exclusive_request || (command == shared_request && exclusive_granted)) ->
       answer[_pid] = invalidate; to_inv[_pid] = false }
  :: d_step { answer[_pid] == invalidate && !ack[_pid] ->
       answer[_pid] = nothing; ack[_pid] = true; loc[_pid] = I }
  :: d_step { ack[_pid] && command != idle ->
       ack[_pid] = false; sharer[_pid] = false; exclusive_granted = false; check() }
  :: d_step { client == _pid && command == shared_request && !exclusive_granted && answer[_pid] == nothing ->
       sharer[_pid] = true; answer[_pid] = grant_shared; command = idle; client = N }
  :: d_step { client == _pid && command == exclusive_request && answer[_pid] == nothing ->
       shared = false;
       for (t : 0 .. N - 1) { shared = shared || sharer[t] }
       if
       :: !shared -> sharer[_pid] = true; answer[_pid] = grant_exclusive; exclusive_granted = true;
            command = idle; client = N
       :: else
       fi }
  :: d_step { answer[_pid] == grant_shared -> answer[_pid] = nothing; loc[_pid] = S; check() }
  :: d_step { answer[_pid] == grant_exclusive -> answer[_pid] = nothing; loc[_pid] = E; check() }
  od
}

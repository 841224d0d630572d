-- German's cache protocol (samples/german.sym), by hand.
const N: $N;
type P: scalarset(N);
     Command: enum { idle, shared_request, exclusive_request };
     Line: enum { I, S, E };
     Request: enum { none_sent, want_shared, want_exclusive };
     Answer: enum { nothing, invalidate, grant_shared, grant_exclusive };
var exclusive_granted: boolean;
    command: Command;
    client: P;                       -- undefined: nobody
    loc: array [P] of Line;
    request: array [P] of Request;
    answer: array [P] of Answer;
    ack, sharer, to_inv: array [P] of boolean;

startstate begin
  exclusive_granted := false;
  command := idle;
  undefine client;
  for i: P do
    loc[i] := I; request[i] := none_sent; answer[i] := nothing;
    ack[i] := false; sharer[i] := false; to_inv[i] := false;
  end;
end;

ruleset p: P do
  rule "ask shared" loc[p] = I & request[p] = none_sent ==> begin request[p] := want_shared; end;
  rule "ask exclusive" loc[p] != E & request[p] = none_sent ==> begin request[p] := want_exclusive; end;
  rule "home takes request" command = idle & request[p] != none_sent ==> begin
    if request[p] = want_shared then command := shared_request; else command := exclusive_request; end;
    client := p;
    request[p] := none_sent;
    for j: P do to_inv[j] := sharer[j]; end;
  end;
  rule "home invalidates"
    to_inv[p] & answer[p] = nothing &
    (command = exclusive_request | (command = shared_request & exclusive_granted))
  ==> begin answer[p] := invalidate; to_inv[p] := false; end;
  rule "client gives up" answer[p] = invalidate & !ack[p]
  ==> begin answer[p] := nothing; ack[p] := true; loc[p] := I; end;
  rule "home hears" ack[p] & command != idle
  ==> begin ack[p] := false; sharer[p] := false; exclusive_granted := false; end;
  rule "home grants shared"
    !isundefined(client) & client = p & command = shared_request & !exclusive_granted & answer[p] = nothing
  ==> begin sharer[p] := true; answer[p] := grant_shared; command := idle; undefine client; end;
  rule "home grants exclusive"
    !isundefined(client) & client = p & command = exclusive_request & answer[p] = nothing &
    (forall j: P do !sharer[j] end)
  ==> begin
    sharer[p] := true; answer[p] := grant_exclusive; exclusive_granted := true; command := idle; undefine client;
  end;
  rule "client takes shared" answer[p] = grant_shared ==> begin answer[p] := nothing; loc[p] := S; end;
  rule "client takes exclusive" answer[p] = grant_exclusive ==> begin answer[p] := nothing; loc[p] := E; end;
end;

invariant "coherence" forall i: P do forall j: P do i = j | loc[i] != E | loc[j] = I end end;
invariant "directory_knows" forall i: P do loc[i] = I | sharer[i] | ack[i] end;

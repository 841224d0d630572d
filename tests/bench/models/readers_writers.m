-- Readers and writers (samples/readers_writers.sym), N of each, by hand.
const N: $N;
type R: scalarset(N);
     W: scalarset(N);
     Writing: enum { Idle, Waits, Writes };
var reads: array [R] of boolean;
    loc: array [W] of Writing;

startstate begin
  for i: R do reads[i] := false; end;
  for k: W do loc[k] := Idle; end;
end;

ruleset i: R do
  rule "start" !reads[i] & (forall k: W do loc[k] = Idle end) ==> begin reads[i] := true; end;
  rule "stop"  reads[i] ==> begin reads[i] := false; end;
end;
ruleset k: W do
  rule "wait"  loc[k] = Idle ==> begin loc[k] := Waits; end;
  rule "write" loc[k] = Waits & (forall i: R do !reads[i] end) & (forall j: W do loc[j] != Writes end)
    ==> begin loc[k] := Writes; end;
  rule "done"  loc[k] = Writes ==> begin loc[k] := Idle; end;
end;

invariant "exclusive" forall i: R do forall k: W do !reads[i] | loc[k] != Writes end end;
invariant "one_writer" forall j: W do forall k: W do j = k | loc[j] != Writes | loc[k] != Writes end end;

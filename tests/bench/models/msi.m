-- MSI cache protocol (samples/msi.sym), by hand.
const N: $N;
type P: scalarset(N);
     Line: enum { I, S, M };
var loc: array [P] of Line;

startstate begin
  for i: P do loc[i] := I; end;
end;

ruleset p: P do
  rule "read miss" loc[p] = I ==> begin
    for j: P do if loc[j] = M then loc[j] := S; end; end;
    loc[p] := S;
  end;
  rule "write miss" loc[p] != M ==> begin
    for j: P do loc[j] := I; end;
    loc[p] := M;
  end;
  rule "evict" loc[p] != I ==> begin loc[p] := I; end;
end;

invariant "single_writer" forall i: P do forall j: P do i = j | loc[i] != M | loc[j] = I end end;

-- Token mutex (samples/token_mutex.sym), by hand.
const N: $N;
type P: scalarset(N);
     Location: enum { Idle, Trying, Critical };
var tok: P;
    loc: array [P] of Location;

ruleset t: P do
  startstate begin
    tok := t;
    for i: P do loc[i] := Idle; end;
  end;
end;

ruleset p: P do
  rule "try"   loc[p] = Idle              ==> begin loc[p] := Trying; end;
  rule "enter" loc[p] = Trying & tok = p  ==> begin loc[p] := Critical; end;
  ruleset t: P do
    rule "leave" loc[p] = Critical        ==> begin loc[p] := Idle; tok := t; end;
  end;
end;

invariant "mutex" forall i: P do forall j: P do i = j | loc[i] != Critical | loc[j] != Critical end end;

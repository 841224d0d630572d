-- Semaphore mutex (samples/semaphore_mutex.sym) with L locations, by hand.
const N: $N;
      L: $L;
type P: scalarset(N);
var sem: boolean;
    at: array [P] of 1..L;

startstate begin
  sem := false;
  for i: P do at[i] := 1; end;
end;

ruleset p: P do
  rule "step"  at[p] < L - 1         ==> begin at[p] := at[p] + 1; end;
  rule "enter" at[p] = L - 1 & !sem  ==> begin at[p] := L; sem := true; end;
  rule "leave" at[p] = L             ==> begin at[p] := 1; sem := false; end;
end;

invariant "mutex" forall i: P do forall j: P do i = j | at[i] != L | at[j] != L end end;

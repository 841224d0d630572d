--- out.pml
/*
 * parts.sym, model model for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   inbox_len: shared inbox.len
 *   seen_ask: shared seen_ask
 *   inbox_from_0_at: local state of the process named by inbox.from_0
 *   inbox_from_1_at: local state of the process named by inbox.from_1
 *   inbox_from_1_is: first variable that names the same process as inbox.from_1
 *   last_from_at: local state of the process named by last.from
 *   last_from_is: first variable that names the same process as last.from
 *   n_...: number of processes of P in a local state
 *   inbox_from_0: the value inbox.from_0
 *   inbox_from_1: the value inbox.from_1
 *   last_from: the value last.from
 */

mtype = { Idle, Waiting, none, inbox_from_0, inbox_from_1, last_from };

byte inbox_len = 0; /* 0..2 */
bool seen_ask = false;
mtype inbox_from_0_at = none;
mtype inbox_from_1_at = none;
mtype inbox_from_1_is = inbox_from_1;
mtype last_from_at = none;
mtype last_from_is = last_from;
byte n_Idle = 3, n_Waiting = 0; /* 0..3 */
#define n_Idle_above_inbox_from_etc (n_Idle > (inbox_from_0_at == Idle) + (last_from_at == Idle))
#define n_Idle_above_inbox_from_etc_ (n_Idle > (inbox_from_0_at == Idle) && last_from_at == none)
#define n_Idle_above_inbox_from_etc_2 (n_Idle > (inbox_from_0_at == Idle) + \
    (inbox_from_1_at == Idle))
#define n_Idle_above_inbox_from_etc_3 (n_Idle > (inbox_from_1_at == Idle) + \
    (last_from_at == Idle))
#define n_Idle_above_last_from_etc (n_Idle > (last_from_at == Idle) && inbox_from_0_at == none && \
    inbox_from_1_at == none && last_from_is == last_from && last_from_at != none)
#define n_Idle_above_0_and_etc (n_Idle > 0 && inbox_from_0_at == none && \
                                inbox_from_1_at == none && last_from_at == none)
#define inbox_from_0_at_is_not_etc (inbox_from_0_at != none && \
    (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none || inbox_from_1_at == none))

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d %d %d\n", inbox_len, seen_ask, inbox_from_0_at,
         inbox_from_1_at, inbox_from_1_is, last_from_at, last_from_is, n_Idle, n_Waiting);
  /* line 23: invariant waits: forall i : P (asked[i] <-> i@Waiting); */
#ifndef SKIP_waits
  assert(true);
#endif
  /* line 24: invariant room: len(inbox) <= 1 && card(seen) <= 1 && !(grant in seen); */
#ifndef SKIP_room
  assert(inbox_len < 2);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 9: Idle -> Waiting when !full(inbox) do { */
  /*   send(inbox, Msg{ask, self}); */
  /*   asked[self] := true; */
  /* } */
  :: d_step { n_Idle > (inbox_from_0_at == Idle) && inbox_from_1_is == inbox_from_0 &&
              last_from_is == inbox_from_0 && inbox_len == 0 ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_is = inbox_from_1;
              last_from_is = inbox_from_1; n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_1_is == inbox_from_0 && inbox_len == 1 &&
              (n_Idle > (inbox_from_0_at == Idle) && last_from_is == inbox_from_0 ||
               n_Idle_above_inbox_from_etc && last_from_is == last_from && last_from_at != none ||
               n_Idle_above_inbox_from_etc_) ->
              inbox_len++; inbox_from_1_at = Waiting; inbox_from_1_is = inbox_from_1; n_Idle--;
              n_Waiting++; step_done() }
  /* Idle -> Waiting by inbox.from_0 */
  :: d_step { inbox_from_0_at == Idle && inbox_from_1_is == inbox_from_0 &&
              last_from_is == inbox_from_0 && inbox_len == 0 ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              last_from_at = Waiting; n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_0_at == Idle && inbox_from_1_is == inbox_from_0 &&
              last_from_is == inbox_from_0 && inbox_len == 1 ->
              inbox_len++; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              last_from_at = Waiting; n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_1_is == inbox_from_0 && inbox_len == 0 &&
              (n_Idle_above_inbox_from_etc && last_from_is == last_from && last_from_at != none ||
               n_Idle_above_inbox_from_etc_) ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_is = inbox_from_1; n_Idle--;
              n_Waiting++; step_done() }
  :: d_step { inbox_from_0_at == Idle && inbox_from_1_is == inbox_from_0 && inbox_len == 0 &&
              (last_from_is == last_from && last_from_at != none || last_from_at == none) ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting; n_Idle--;
              n_Waiting++; step_done() }
  :: d_step { inbox_from_0_at == Idle && inbox_from_1_is == inbox_from_0 && inbox_len == 1 &&
              (last_from_is == last_from && last_from_at != none || last_from_at == none) ->
              inbox_len++; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting; n_Idle--;
              n_Waiting++; step_done() }
  /* Idle -> Waiting by last.from */
  :: d_step { last_from_is == last_from && last_from_at == Idle &&
              inbox_from_1_is == inbox_from_0 && inbox_len == 0 ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_is = inbox_from_1;
              last_from_at = Waiting; last_from_is = inbox_from_0; n_Idle--; n_Waiting++;
              step_done() }
  :: d_step { last_from_is == last_from && last_from_at == Idle &&
              inbox_from_1_is == inbox_from_0 && inbox_len == 1 ->
              inbox_len++; inbox_from_1_at = Waiting; inbox_from_1_is = inbox_from_1;
              last_from_at = Waiting; last_from_is = inbox_from_1; n_Idle--; n_Waiting++;
              step_done() }
  :: d_step { last_from_is == inbox_from_0 && inbox_len == 0 &&
              (n_Idle_above_inbox_from_etc_2 && inbox_from_1_is == inbox_from_1 &&
               inbox_from_1_at != none ||
               n_Idle > (inbox_from_0_at == Idle) && inbox_from_1_at == none) ->
              inbox_len = 1; inbox_from_0_at = Waiting; last_from_is = last_from; n_Idle--;
              n_Waiting++; step_done() }
  :: d_step { inbox_len == 1 &&
              (inbox_from_0_at != none &&
               (inbox_from_1_is == inbox_from_1 &&
                (last_from_is == inbox_from_0 &&
                 (n_Idle_above_inbox_from_etc_2 && inbox_from_1_at != none ||
                  inbox_from_1_at == Idle) ||
                 inbox_from_1_at == Idle && last_from_is == last_from && last_from_at != none ||
                 n_Idle_above_inbox_from_etc_2 && inbox_from_1_at != none && last_from_at == none ||
                 inbox_from_1_at == Idle && last_from_at == none) ||
                n_Idle > (inbox_from_0_at == Idle) && inbox_from_1_at == none &&
                last_from_is == inbox_from_0 ||
                n_Idle_above_inbox_from_etc && inbox_from_1_at == none &&
                last_from_is == last_from && last_from_at != none ||
                n_Idle > (inbox_from_0_at == Idle) && inbox_from_1_at == none &&
                last_from_at == none) ||
               n_Idle_above_inbox_from_etc_3 && inbox_from_1_is == inbox_from_1 &&
               inbox_from_1_at != none && inbox_from_0_at == none && last_from_is == last_from &&
               last_from_at != none ||
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at == Idle &&
               inbox_from_0_at == none && last_from_is == last_from && last_from_at != none ||
               n_Idle > (inbox_from_1_at == Idle) && inbox_from_1_is == inbox_from_1 &&
               inbox_from_1_at != none && inbox_from_0_at == none && last_from_at == none ||
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at == Idle &&
               inbox_from_0_at == none && last_from_at == none ||
               n_Idle_above_last_from_etc || n_Idle_above_0_and_etc) ->
              inbox_len++; inbox_from_1_at = Waiting; n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_0_at == Idle && last_from_is == inbox_from_0 && inbox_len == 0 &&
              (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none ||
               inbox_from_1_at == none) ->
              inbox_len = 1; inbox_from_0_at = Waiting; last_from_at = Waiting; n_Idle--;
              n_Waiting++; step_done() }
  :: d_step { inbox_from_0_at == Idle && last_from_is == inbox_from_0 && inbox_len == 1 &&
              (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none ||
               inbox_from_1_at == none) ->
              inbox_len++; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; last_from_at = Waiting; n_Idle--; n_Waiting++;
              step_done() }
  /* Idle -> Waiting by inbox.from_1 */
  :: d_step { inbox_from_1_is == inbox_from_1 && inbox_from_1_at == Idle &&
              last_from_is == inbox_from_0 && inbox_len == 0 ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; last_from_is = last_from; n_Idle--; n_Waiting++;
              step_done() }
  :: d_step { inbox_len == 0 &&
              (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none &&
               (last_from_is == inbox_from_1 &&
                (n_Idle_above_inbox_from_etc_2 && inbox_from_0_at != none ||
                 inbox_from_0_at == Idle) ||
                inbox_from_0_at == Idle && last_from_is == last_from && last_from_at != none ||
                n_Idle_above_inbox_from_etc_2 && inbox_from_0_at != none && last_from_at == none ||
                inbox_from_0_at == Idle && last_from_at == none) ||
               n_Idle_above_inbox_from_etc && inbox_from_0_at != none && inbox_from_1_at == none &&
               last_from_is == last_from && last_from_at != none ||
               inbox_from_0_at == Idle && inbox_from_1_at == none && last_from_is == last_from &&
               last_from_at != none ||
               n_Idle > (inbox_from_0_at == Idle) && inbox_from_0_at != none &&
               inbox_from_1_at == none && last_from_at == none ||
               inbox_from_0_at == Idle && inbox_from_1_at == none && last_from_at == none ||
               n_Idle > (inbox_from_1_at == Idle) && inbox_from_0_at == none &&
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none &&
               last_from_is == inbox_from_1 ||
               n_Idle_above_inbox_from_etc_3 && inbox_from_0_at == none &&
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none &&
               last_from_is == last_from && last_from_at != none ||
               n_Idle > (inbox_from_1_at == Idle) && inbox_from_0_at == none &&
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none && last_from_at == none ||
               n_Idle_above_last_from_etc || n_Idle_above_0_and_etc) ->
              inbox_len = 1; inbox_from_0_at = Waiting; n_Idle--; n_Waiting++; step_done() }
  :: d_step { last_from_is == inbox_from_1 && inbox_len == 1 &&
              (n_Idle_above_inbox_from_etc_2 && inbox_from_0_at != none ||
               n_Idle > (inbox_from_1_at == Idle) && inbox_from_0_at == none) ->
              inbox_len++; inbox_from_1_at = Waiting; last_from_is = last_from; n_Idle--;
              n_Waiting++; step_done() }
  /* Idle -> Waiting by inbox.from_0 */
  :: d_step { inbox_from_0_at == Idle && last_from_is == inbox_from_1 && inbox_len == 1 ->
              inbox_len++; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; last_from_is = last_from; n_Idle--; n_Waiting++;
              step_done() }
  :: d_step { inbox_from_1_at == Idle && last_from_is == inbox_from_1 && inbox_len == 0 ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; last_from_at = Waiting; last_from_is = inbox_from_0;
              n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_1_at == Idle && last_from_is == inbox_from_1 && inbox_len == 1 ->
              inbox_len++; inbox_from_1_at = Waiting; last_from_at = Waiting; n_Idle--; n_Waiting++;
              step_done() }
  :: d_step { inbox_from_0_at == Idle && inbox_len == 1 &&
              (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none &&
               (last_from_is == last_from && last_from_at != none || last_from_at == none) ||
               inbox_from_1_at == none && last_from_is == last_from && last_from_at != none ||
               inbox_from_1_at == none && last_from_at == none) ->
              inbox_len++; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; n_Idle--; n_Waiting++; step_done() }
  :: d_step { inbox_from_1_is == inbox_from_1 && inbox_from_1_at == Idle && inbox_len == 0 &&
              (inbox_from_0_at != none &&
               (last_from_is == last_from && last_from_at != none || last_from_at == none) ||
               inbox_from_0_at == none && last_from_is == last_from && last_from_at != none ||
               inbox_from_0_at == none && last_from_at == none) ->
              inbox_len = 1; inbox_from_0_at = Waiting; inbox_from_1_at = Waiting;
              inbox_from_1_is = inbox_from_0; n_Idle--; n_Waiting++; step_done() }
  :: d_step { last_from_is == last_from && last_from_at == Idle && inbox_len == 0 &&
              (inbox_from_0_at_is_not_etc ||
               inbox_from_0_at == none && inbox_from_1_is == inbox_from_1 &&
               inbox_from_1_at != none ||
               inbox_from_0_at == none && inbox_from_1_at == none) ->
              inbox_len = 1; inbox_from_0_at = Waiting; last_from_at = Waiting;
              last_from_is = inbox_from_0; n_Idle--; n_Waiting++; step_done() }
  :: d_step { last_from_is == last_from && last_from_at == Idle && inbox_len == 1 &&
              (inbox_from_0_at_is_not_etc ||
               inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none &&
               inbox_from_0_at == none ||
               inbox_from_0_at == none && inbox_from_1_at == none) ->
              inbox_len++; inbox_from_1_at = Waiting; last_from_at = Waiting;
              last_from_is = inbox_from_1; n_Idle--; n_Waiting++; step_done() }
  /* line 13: rule granted : Waiting -> Idle when last == Msg{grant, self} do { */
  /*   last.from := none; */
  /*   asked[self] := false; */
  /* } */
  /* granted by inbox.from_0 */
  :: d_step { inbox_from_0_at == Waiting && inbox_from_1_is == inbox_from_0 &&
              last_from_is == inbox_from_0 ->
              inbox_from_0_at = Idle; inbox_from_1_at = Idle; last_from_at = none;
              last_from_is = last_from; n_Idle++; n_Waiting--; step_done() }
  :: d_step { last_from_is == last_from && last_from_at == Waiting ->
              last_from_at = none; n_Idle++; n_Waiting--; step_done() }
  :: d_step { inbox_from_0_at == Waiting && last_from_is == inbox_from_0 &&
              (inbox_from_1_is == inbox_from_1 && inbox_from_1_at != none ||
               inbox_from_1_at == none) ->
              inbox_from_0_at = Idle; last_from_at = none; last_from_is = last_from; n_Idle++;
              n_Waiting--; step_done() }
  :: d_step { inbox_from_1_at == Waiting && last_from_is == inbox_from_1 ->
              inbox_from_1_at = Idle; last_from_at = none; last_from_is = last_from; n_Idle++;
              n_Waiting--; step_done() }
  /* line 18: rule serve when !empty(inbox) && is(head(inbox), ask) && last.from == none do { */
  /*   last := Msg{grant, head(inbox).from}; */
  /*   seen := seen + {head(inbox).kind}; */
  /*   receive(inbox); */
  /* } */
  :: d_step { inbox_from_1_is == inbox_from_0 && last_from_at == none && inbox_len != 0 ->
              inbox_len--; seen_ask = true; inbox_from_1_at = none; inbox_from_1_is = inbox_from_1;
              last_from_at = inbox_from_0_at; last_from_is = inbox_from_0; step_done() }
  :: d_step { inbox_from_0_at != none && inbox_from_1_is == inbox_from_1 &&
              inbox_from_1_at != none && last_from_at == none && inbox_len != 0 ->
              inbox_len--; seen_ask = true; last_from_at = inbox_from_0_at;
              inbox_from_0_at = inbox_from_1_at; inbox_from_1_at = none; step_done() }
  :: d_step { inbox_from_0_at != none && inbox_from_1_at == none && last_from_at == none &&
              inbox_len != 0 ->
              inbox_len--; seen_ask = true; last_from_at = inbox_from_0_at; inbox_from_0_at = none;
              step_done() }
  :: d_step { inbox_from_0_at == none && inbox_from_1_at != none && last_from_at == none &&
              inbox_len != 0 ->
              inbox_len--; seen_ask = true; inbox_from_0_at = inbox_from_1_at;
              inbox_from_1_at = none; step_done() }
  :: d_step { inbox_from_0_at == none && inbox_from_1_at == none && last_from_at == none &&
              inbox_len != 0 ->
              inbox_len--; seen_ask = true; step_done() }
  :: else /* no rule can fire */
  od
}

--- out.pml
/*
 * ids.sym for Promela, encoding pairs, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   owner_loc: loc of the process named by owner
 *   tok_loc: loc of the process named by tok
 *   tok_is: first variable that names the same process as tok
 *   P1_loc: loc in slot 1 of the untracked processes of P
 *   P1_count: number of processes in slot 1 of P
 *   P2_loc: loc in slot 2 of the untracked processes of P
 *   P2_count: number of processes in slot 2 of P
 */

#define A 0
#define B 1
#define nobody 2

mtype = { owner, tok };

byte owner_loc = nobody; /* 0..2 */
bit tok_loc = A; /* 0..1 */
mtype tok_is = tok;
bit P1_loc = A; /* 0..1 */
byte P1_count = 39; /* 1..40 */
byte P2_loc = nobody; /* 0..2 */
byte P2_count = 0; /* 0..40 */
hidden int old1;
hidden int old2;
hidden int old3;
hidden int P1_count_is_1_then_P2_etc_now;
hidden int P1_count_is_1_then_P2_etc__now;
hidden int P1_count_is_1_then_P2_etc_2_now;
hidden int P1_count_is_1_then_P2_etc_3_now;
hidden int P1_loc_is_not_A_and_P2_etc_now;
hidden int P1_loc_is_not_A_and_P2_etc__now;
hidden int P1_count_is_1_then_P2_etc_4_now;
hidden int P1_count_is_1_then_P2_etc_5_now;
hidden int P1_count_is_1_then_P2_etc_6_now;
hidden int P1_loc_is_not_A_and_P2_etc_2_now;
hidden int P1_loc_is_not_A_and_P2_etc_3_now;
hidden int P1_loc_is_not_A_and_P2_etc_4_now;
#define P1_count_is_1_then_P2_etc ((P1_count == 1 -> P2_loc : P1_loc) != A && \
    (P1_count == 1 -> nobody : P2_loc) != A)
#define P1_count_is_1_then_P2_etc_ ((P1_count == 1 -> P2_count : P1_count - 1) + \
    ((P1_count == 1 -> P2_loc : P1_loc) == A))
#define P1_count_is_1_then_P2_etc_2 ((P1_count_is_1_then_P2_etc -> \
    (P1_count == 1 -> P2_loc : P1_loc) : (P1_count == 1 -> 2 : P2_loc)))
#define P1_count_is_1_then_P2_etc_3 ((P1_count_is_1_then_P2_etc -> P1_count_is_1_then_P2_etc_ : \
    (P1_count == 1 -> 0 : P2_count) + ((P1_count == 1 -> nobody : P2_loc) == A)))
#define P1_loc_is_not_A_and_P2_etc (P1_loc != A && (P2_count == 1 -> nobody : P2_loc) != A)
#define P1_loc_is_not_A_and_P2_etc_ ((P1_loc_is_not_A_and_P2_etc -> P1_count + (P1_loc == A) : \
    (P2_count == 1 -> 0 : P2_count - 1) + ((P2_count == 1 -> nobody : P2_loc) == A)))
#define P1_count_is_1_then_P2_etc_4 ((P1_count_is_1_then_P2_etc -> A : \
    (P1_count == 1 -> P2_loc : P1_loc)) != tok_loc && \
    P1_count_is_1_then_P2_etc_2 != tok_loc && \
    tok_loc <= (P1_count_is_1_then_P2_etc -> 0 : (P1_count == 1 -> P2_loc : P1_loc)))
#define P1_count_is_1_then_P2_etc_5 ((P1_count_is_1_then_P2_etc -> 1 : \
    P1_count_is_1_then_P2_etc_) + \
    ((P1_count_is_1_then_P2_etc -> A : (P1_count == 1 -> P2_loc : P1_loc)) == tok_loc))
#define P1_count_is_1_then_P2_etc_6 ((P1_count_is_1_then_P2_etc -> A : \
    (P1_count == 1 -> P2_loc : P1_loc)) != tok_loc && \
    P1_count_is_1_then_P2_etc_2 != tok_loc && tok_loc <= P1_count_is_1_then_P2_etc_2)
#define P1_loc_is_not_A_and_P2_etc_2 ((P1_loc_is_not_A_and_P2_etc -> A : P1_loc) != tok_loc && \
    (P1_loc_is_not_A_and_P2_etc -> P1_loc : (P2_count == 1 -> 2 : P2_loc)) != tok_loc && \
    tok_loc <= (P1_loc_is_not_A_and_P2_etc -> 0 : P1_loc))
#define P1_loc_is_not_A_and_P2_etc_3 ((P1_loc_is_not_A_and_P2_etc -> 1 : \
    P1_count + (P1_loc == A)) + \
    ((P1_loc_is_not_A_and_P2_etc -> A : P1_loc) == tok_loc))
#define P1_loc_is_not_A_and_P2_etc_4 ((P1_loc_is_not_A_and_P2_etc -> A : P1_loc) != tok_loc && \
    (P1_loc_is_not_A_and_P2_etc -> P1_loc : (P2_count == 1 -> 2 : P2_loc)) != tok_loc && \
    tok_loc <= (P1_loc_is_not_A_and_P2_etc -> P1_loc : (P2_count == 1 -> 2 : P2_loc)))

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d %d %d %d\n", owner_loc, tok_loc, tok_is, P1_loc, P1_count, P2_loc,
         P2_count);
  /* line 16: invariant one: owner != none -> owner@B && (count i : P (i == owner) == 1); */
#ifndef SKIP_one
  assert(!(owner_loc != nobody) || owner_loc == B);
#endif
  /* line 17: invariant apart: exists i : P (i != tok && (forall k : P (k == i || k@A || k@B))); */
#ifndef SKIP_apart
  assert(owner_loc != nobody && tok_is != owner && (P2_loc != nobody -> 0 : P2_count) == 0 ||
         (P2_loc != nobody -> 0 : P2_count) == 0);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 11: rule take : A -> B when owner == none && tok == self do owner := self; */
  /* take by tok */
  :: d_step { owner_loc == nobody && tok_is == tok && tok_loc == A ->
              owner_loc = B; tok_loc = B; tok_is = owner; step_done() }
  /* line 12: rule give : B -> A when mine do { owner := none; tok := any j : P where j != self; */
  /* } */
  /* give by owner, P1 */
  :: d_step { owner_loc == B && tok_is == owner ->
              P1_count_is_1_then_P2_etc_now = (P1_count == 1 -> P2_loc : P1_loc) != A &&
      (P1_count == 1 -> nobody : P2_loc) != A;
              P1_count_is_1_then_P2_etc__now = (P1_count == 1 -> P2_count : P1_count - 1) +
      ((P1_count == 1 -> P2_loc : P1_loc) == A);
              P1_count_is_1_then_P2_etc_2_now = (P1_count_is_1_then_P2_etc_now ->
      (P1_count == 1 -> P2_loc : P1_loc) : (P1_count == 1 -> 2 : P2_loc));
              P1_count_is_1_then_P2_etc_3_now = (P1_count_is_1_then_P2_etc_now ->
      P1_count_is_1_then_P2_etc__now :
      (P1_count == 1 -> 0 : P2_count) + ((P1_count == 1 -> nobody : P2_loc) == A));
              owner_loc = nobody; tok_loc = P1_loc; tok_is = tok;
              P1_loc = (P1_count_is_1_then_P2_etc_now -> A : (P1_count == 1 -> P2_loc : P1_loc));
              P1_count = (P1_count_is_1_then_P2_etc_now -> 1 : P1_count_is_1_then_P2_etc__now);
              P2_loc = P1_count_is_1_then_P2_etc_2_now; P2_count = P1_count_is_1_then_P2_etc_3_now;
              step_done() }
  /* give by owner, P2 */
  :: d_step { owner_loc == B && tok_is == owner && P2_count > 0 ->
              P1_loc_is_not_A_and_P2_etc_now = P1_loc != A &&
      (P2_count == 1 -> nobody : P2_loc) != A;
              P1_loc_is_not_A_and_P2_etc__now = (P1_loc_is_not_A_and_P2_etc_now ->
      P1_count + (P1_loc == A) :
      (P2_count == 1 -> 0 : P2_count - 1) + ((P2_count == 1 -> nobody : P2_loc) == A));
              owner_loc = nobody; tok_loc = P2_loc; tok_is = tok;
              P1_count = (P1_loc_is_not_A_and_P2_etc_now -> 1 : P1_count + (P1_loc == A));
              P2_loc = (P1_loc_is_not_A_and_P2_etc_now -> P1_loc :
                        (P2_count == 1 -> nobody : P2_loc));
              P2_count = P1_loc_is_not_A_and_P2_etc__now;
              P1_loc = (P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc); step_done() }
  /* give by owner, P1, tok */
  :: d_step { owner_loc == B && tok_is == tok ->
              P1_count_is_1_then_P2_etc_now = (P1_count == 1 -> P2_loc : P1_loc) != A &&
      (P1_count == 1 -> nobody : P2_loc) != A;
              P1_count_is_1_then_P2_etc__now = (P1_count == 1 -> P2_count : P1_count - 1) +
      ((P1_count == 1 -> P2_loc : P1_loc) == A);
              P1_count_is_1_then_P2_etc_2_now = (P1_count_is_1_then_P2_etc_now ->
      (P1_count == 1 -> P2_loc : P1_loc) : (P1_count == 1 -> 2 : P2_loc));
              P1_count_is_1_then_P2_etc_3_now = (P1_count_is_1_then_P2_etc_now ->
      P1_count_is_1_then_P2_etc__now :
      (P1_count == 1 -> 0 : P2_count) + ((P1_count == 1 -> nobody : P2_loc) == A));
              P1_count_is_1_then_P2_etc_4_now = (P1_count_is_1_then_P2_etc_now -> A :
      (P1_count == 1 -> P2_loc : P1_loc)) != tok_loc &&
      P1_count_is_1_then_P2_etc_2_now != tok_loc &&
      tok_loc <= (P1_count_is_1_then_P2_etc_now -> 0 : (P1_count == 1 -> P2_loc : P1_loc));
              P1_count_is_1_then_P2_etc_5_now = (P1_count_is_1_then_P2_etc_now -> 1 :
      P1_count_is_1_then_P2_etc__now) +
      ((P1_count_is_1_then_P2_etc_now -> A : (P1_count == 1 -> P2_loc : P1_loc)) == tok_loc);
              P1_count_is_1_then_P2_etc_6_now = (P1_count_is_1_then_P2_etc_now -> A :
      (P1_count == 1 -> P2_loc : P1_loc)) != tok_loc &&
      P1_count_is_1_then_P2_etc_2_now != tok_loc && tok_loc <= P1_count_is_1_then_P2_etc_2_now;
              owner_loc = nobody;
              P2_count = (P1_count_is_1_then_P2_etc_6_now ->
                          (P1_count_is_1_then_P2_etc_4_now -> P1_count_is_1_then_P2_etc_5_now : 1) :
                          P1_count_is_1_then_P2_etc_3_now +
                          (P1_count_is_1_then_P2_etc_2_now == tok_loc));
              old1 = P1_loc;
              old2 = (P1_count_is_1_then_P2_etc_4_now -> tok_loc :
                      (P1_count_is_1_then_P2_etc_now -> A : (P1_count == 1 -> P2_loc : P1_loc)));
              P2_loc = (P1_count_is_1_then_P2_etc_6_now ->
                        (P1_count_is_1_then_P2_etc_4_now ->
                         (P1_count_is_1_then_P2_etc_now -> A : (P1_count == 1 -> P2_loc : P1_loc)) :
                         tok_loc) :
                        P1_count_is_1_then_P2_etc_2_now);
              tok_loc = old1; P1_loc = old2;
              P1_count = (P1_count_is_1_then_P2_etc_4_now -> 1 : P1_count_is_1_then_P2_etc_5_now);
              step_done() }
  /* give by owner, P2, tok */
  :: d_step { owner_loc == B && tok_is == tok && P2_count > 0 ->
              P1_loc_is_not_A_and_P2_etc_now = P1_loc != A &&
      (P2_count == 1 -> nobody : P2_loc) != A;
              P1_loc_is_not_A_and_P2_etc__now = (P1_loc_is_not_A_and_P2_etc_now ->
      P1_count + (P1_loc == A) :
      (P2_count == 1 -> 0 : P2_count - 1) + ((P2_count == 1 -> nobody : P2_loc) == A));
              P1_loc_is_not_A_and_P2_etc_2_now = (P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc) !=
      tok_loc &&
      (P1_loc_is_not_A_and_P2_etc_now -> P1_loc : (P2_count == 1 -> 2 : P2_loc)) != tok_loc &&
      tok_loc <= (P1_loc_is_not_A_and_P2_etc_now -> 0 : P1_loc);
              P1_loc_is_not_A_and_P2_etc_3_now = (P1_loc_is_not_A_and_P2_etc_now -> 1 :
      P1_count + (P1_loc == A)) +
      ((P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc) == tok_loc);
              P1_loc_is_not_A_and_P2_etc_4_now = (P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc) !=
      tok_loc &&
      (P1_loc_is_not_A_and_P2_etc_now -> P1_loc : (P2_count == 1 -> 2 : P2_loc)) != tok_loc &&
      tok_loc <= (P1_loc_is_not_A_and_P2_etc_now -> P1_loc : (P2_count == 1 -> 2 : P2_loc));
              owner_loc = nobody;
              P1_count = (P1_loc_is_not_A_and_P2_etc_2_now -> 1 : P1_loc_is_not_A_and_P2_etc_3_now);
              old1 = P2_loc;
              old2 = (P1_loc_is_not_A_and_P2_etc_2_now -> tok_loc :
                      (P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc));
              old3 = (P1_loc_is_not_A_and_P2_etc_4_now ->
                      (P1_loc_is_not_A_and_P2_etc_2_now ->
                       (P1_loc_is_not_A_and_P2_etc_now -> A : P1_loc) : tok_loc) :
                      (P1_loc_is_not_A_and_P2_etc_now -> P1_loc :
                       (P2_count == 1 -> nobody : P2_loc)));
              P2_count = (P1_loc_is_not_A_and_P2_etc_4_now ->
                          (P1_loc_is_not_A_and_P2_etc_2_now -> P1_loc_is_not_A_and_P2_etc_3_now :
                           1) :
                          P1_loc_is_not_A_and_P2_etc__now +
                          ((P1_loc_is_not_A_and_P2_etc_now -> P1_loc :
                            (P2_count == 1 -> 2 : P2_loc)) == tok_loc));
              tok_loc = old1; P1_loc = old2; P2_loc = old3; step_done() }
  /* give by owner, tok */
  :: d_step { owner_loc == B && tok_is == tok ->
              owner_loc = nobody;
              P2_count = (P1_loc != A && P2_loc != A -> P1_count + (P1_loc == A) :
                          P2_count + (P2_loc == A));
              P1_count = (P1_loc != A && P2_loc != A -> 1 : P1_count + (P1_loc == A));
              old1 = (P1_loc != A && P2_loc != A -> A : P1_loc);
              P2_loc = (P1_loc != A && P2_loc != A -> P1_loc : P2_loc); P1_loc = old1; step_done() }
  /* line 14: rule swap when owner != none && owner != tok do { tok := owner; owner := tok; } */
  :: d_step { owner_loc != nobody && tok_is == tok ->
              old1 = tok_loc; tok_loc = owner_loc; owner_loc = old1; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 18: deadlock free; */
#endif
  od
}

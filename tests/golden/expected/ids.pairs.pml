--- out.pml
/*
 * Promela
 * made by gentrans from ids.sym (model ids), encoding pairs
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_one -DSKIP_apart -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
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
#define owner 0
#define tok 1

byte owner_loc = nobody; /* 0..2 */
bit tok_loc; /* 0..1 */
bit tok_is; /* 0..1 */
bit P1_loc = A; /* 0..1 */
byte P1_count; /* 1..40 */
byte P2_loc = nobody; /* 0..2 */
byte P2_count = 0; /* 0..40 */
bit started; /* the initial values are chosen */
hidden int old1;
hidden int old2;
hidden int old3;
hidden int e1_now;
hidden int e2_now;
hidden int e3_now;
hidden int e4_now;
hidden int e5_now;
hidden int e6_now;
hidden int e7_now;
hidden int e8_now;
hidden int e9_now;
hidden int e10_now;
hidden int e11_now;
hidden int e12_now;

#define e1 ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc))) != 0 && (((P1_count == 1) * (2)) + (!(P1_count == 1) * (P2_loc))) != 0)
#define e2 ((((P1_count == 1) * (P2_count)) + (!(P1_count == 1) * (P1_count - 1))) + ((((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc))) == 0) * (1)) + (!((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc))) == 0) * (0))))
#define e3 ((((e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc))))) + (!(e1) * ((((P1_count == 1) * (2)) + (!(P1_count == 1) * (P2_loc)))))))
#define e4 ((((e1) * (e2)) + (!(e1) * ((((P1_count == 1) * (0)) + (!(P1_count == 1) * (P2_count))) + ((((((P1_count == 1) * (2)) + (!(P1_count == 1) * (P2_loc))) == 0) * (1)) + (!((((P1_count == 1) * (2)) + (!(P1_count == 1) * (P2_loc))) == 0) * (0)))))))
#define e5 (P1_loc != A && (((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc))) != 0)
#define e6 ((((e5) * (P1_count + (((P1_loc == A) * (1)) + (!(P1_loc == A) * (0))))) + (!(e5) * ((((P2_count == 1) * (0)) + (!(P2_count == 1) * (P2_count - 1))) + ((((((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc))) == 0) * (1)) + (!((((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc))) == 0) * (0)))))))
#define e7 ((((e1) * (0)) + (!(e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc)))))) != tok_loc && e3 != tok_loc && tok_loc <= (((e1) * (0)) + (!(e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc)))))))
#define e8 ((((e1) * (1)) + (!(e1) * (e2))) + ((((((e1) * (0)) + (!(e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc)))))) == tok_loc) * (1)) + (!((((e1) * (0)) + (!(e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc)))))) == tok_loc) * (0))))
#define e9 ((((e1) * (0)) + (!(e1) * ((((P1_count == 1) * (P2_loc)) + (!(P1_count == 1) * (P1_loc)))))) != tok_loc && e3 != tok_loc && tok_loc <= e3)
#define e10 ((((e5) * (0)) + (!(e5) * (P1_loc))) != tok_loc && (((e5) * (P1_loc)) + (!(e5) * ((((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc)))))) != tok_loc && tok_loc <= (((e5) * (0)) + (!(e5) * (P1_loc))))
#define e11 ((((e5) * (1)) + (!(e5) * (P1_count + (((P1_loc == A) * (1)) + (!(P1_loc == A) * (0)))))) + ((((((e5) * (0)) + (!(e5) * (P1_loc))) == tok_loc) * (1)) + (!((((e5) * (0)) + (!(e5) * (P1_loc))) == tok_loc) * (0))))
#define e12 ((((e5) * (0)) + (!(e5) * (P1_loc))) != tok_loc && (((e5) * (P1_loc)) + (!(e5) * ((((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc)))))) != tok_loc && tok_loc <= (((e5) * (P1_loc)) + (!(e5) * ((((P2_count == 1) * (2)) + (!(P2_count == 1) * (P2_loc)))))))
#define e13 ((((P1_loc == A || P1_loc == B) * (0)) + (!(P1_loc == A || P1_loc == B) * (P1_count))) + (((P2_loc == A || P2_loc == B) * (0)) + (!(P2_loc == A || P2_loc == B) * (P2_count))) == 0)
#define SHOW printf("@state %d %d %d %d %d %d %d\n", owner_loc, tok_loc, tok_is, P1_loc, P1_count, P2_loc, P2_count)
#ifdef SKIP_one
#define CHECK_one skip
#else
#define CHECK_one assert((!(owner_loc != nobody) || (owner_loc == B))) /* invariant one */
#endif
#ifdef SKIP_apart
#define CHECK_apart skip
#else
#define CHECK_apart assert(owner_loc != nobody && tok_is != owner && (tok_is == owner || tok_loc == A || tok_loc == B) && e13 || (owner_loc == nobody || owner_loc == A || owner_loc == B) && (tok_loc == A || tok_loc == B) && e13) /* invariant apart */
#endif
#define CHECKS SHOW; CHECK_one; CHECK_apart;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  atomic {
    if :: tok_is = owner :: tok_is = tok fi;
    (tok_is != owner);
    tok_loc = ((tok_is == tok) -> (A) : (2));
    P1_count = 40 - ((tok_is == tok) -> (1) : (0));
    d_step { started = 1; CHECKS }
  }
  do
  /* take by tok */
  :: d_step { (owner_loc == nobody && tok_is == tok && tok_loc == A); owner_loc = B; tok_loc = B; tok_is = owner; CHECKS }
  /* give by owner, P1 */
  :: d_step { (tok_is == owner && owner_loc == B); e1_now = ((P1_count == 1) -> (P2_loc) : (P1_loc)) != 0 && ((P1_count == 1) -> (2) : (P2_loc)) != 0; e2_now = ((P1_count == 1) -> (P2_count) : (P1_count - 1)) + ((((P1_count == 1) -> (P2_loc) : (P1_loc)) == 0) -> (1) : (0)); e3_now = ((e1_now) -> (((P1_count == 1) -> (P2_loc) : (P1_loc))) : (((P1_count == 1) -> (2) : (P2_loc)))); e4_now = ((e1_now) -> (e2_now) : (((P1_count == 1) -> (0) : (P2_count)) + ((((P1_count == 1) -> (2) : (P2_loc)) == 0) -> (1) : (0)))); owner_loc = nobody; tok_loc = P1_loc; tok_is = tok; P1_loc = ((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))); P1_count = ((e1_now) -> (1) : (e2_now)); P2_loc = e3_now; P2_count = e4_now; CHECKS }
  /* give by owner, P2 */
  :: d_step { (tok_is == owner && P2_count > 0 && owner_loc == B); e5_now = P1_loc != A && ((P2_count == 1) -> (2) : (P2_loc)) != 0; e6_now = ((e5_now) -> (P1_count + ((P1_loc == A) -> (1) : (0))) : (((P2_count == 1) -> (0) : (P2_count - 1)) + ((((P2_count == 1) -> (2) : (P2_loc)) == 0) -> (1) : (0)))); owner_loc = nobody; tok_loc = P2_loc; tok_is = tok; P1_count = ((e5_now) -> (1) : (P1_count + ((P1_loc == A) -> (1) : (0)))); P2_loc = ((e5_now) -> (P1_loc) : (((P2_count == 1) -> (nobody) : (P2_loc)))); P2_count = e6_now; P1_loc = ((e5_now) -> (A) : (P1_loc)); CHECKS }
  /* give by owner, P1, tok */
  :: d_step { (tok_is == tok && owner_loc == B); e1_now = ((P1_count == 1) -> (P2_loc) : (P1_loc)) != 0 && ((P1_count == 1) -> (2) : (P2_loc)) != 0; e2_now = ((P1_count == 1) -> (P2_count) : (P1_count - 1)) + ((((P1_count == 1) -> (P2_loc) : (P1_loc)) == 0) -> (1) : (0)); e3_now = ((e1_now) -> (((P1_count == 1) -> (P2_loc) : (P1_loc))) : (((P1_count == 1) -> (2) : (P2_loc)))); e4_now = ((e1_now) -> (e2_now) : (((P1_count == 1) -> (0) : (P2_count)) + ((((P1_count == 1) -> (2) : (P2_loc)) == 0) -> (1) : (0)))); e7_now = ((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))) != tok_loc && e3_now != tok_loc && tok_loc <= ((e1_now) -> (0) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))); e8_now = ((e1_now) -> (1) : (e2_now)) + ((((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))) == tok_loc) -> (1) : (0)); e9_now = ((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))) != tok_loc && e3_now != tok_loc && tok_loc <= e3_now; owner_loc = nobody; P2_count = ((e9_now) -> (((e7_now) -> (e8_now) : (1))) : (e4_now + ((e3_now == tok_loc) -> (1) : (0)))); old1 = P1_loc; old2 = ((e7_now) -> (tok_loc) : (((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc)))))); P2_loc = ((e9_now) -> (((e7_now) -> (((e1_now) -> (A) : (((P1_count == 1) -> (P2_loc) : (P1_loc))))) : (tok_loc))) : (e3_now)); tok_loc = old1; P1_loc = old2; P1_count = ((e7_now) -> (1) : (e8_now)); CHECKS }
  /* give by owner, P2, tok */
  :: d_step { (tok_is == tok && P2_count > 0 && owner_loc == B); e5_now = P1_loc != A && ((P2_count == 1) -> (2) : (P2_loc)) != 0; e6_now = ((e5_now) -> (P1_count + ((P1_loc == A) -> (1) : (0))) : (((P2_count == 1) -> (0) : (P2_count - 1)) + ((((P2_count == 1) -> (2) : (P2_loc)) == 0) -> (1) : (0)))); e10_now = ((e5_now) -> (A) : (P1_loc)) != tok_loc && ((e5_now) -> (P1_loc) : (((P2_count == 1) -> (2) : (P2_loc)))) != tok_loc && tok_loc <= ((e5_now) -> (0) : (P1_loc)); e11_now = ((e5_now) -> (1) : (P1_count + ((P1_loc == A) -> (1) : (0)))) + ((((e5_now) -> (A) : (P1_loc)) == tok_loc) -> (1) : (0)); e12_now = ((e5_now) -> (A) : (P1_loc)) != tok_loc && ((e5_now) -> (P1_loc) : (((P2_count == 1) -> (2) : (P2_loc)))) != tok_loc && tok_loc <= ((e5_now) -> (P1_loc) : (((P2_count == 1) -> (2) : (P2_loc)))); owner_loc = nobody; P1_count = ((e10_now) -> (1) : (e11_now)); old1 = P2_loc; old2 = ((e10_now) -> (tok_loc) : (((e5_now) -> (A) : (P1_loc)))); old3 = ((e12_now) -> (((e10_now) -> (((e5_now) -> (A) : (P1_loc))) : (tok_loc))) : (((e5_now) -> (P1_loc) : (((P2_count == 1) -> (nobody) : (P2_loc)))))); P2_count = ((e12_now) -> (((e10_now) -> (e11_now) : (1))) : (e6_now + ((((e5_now) -> (P1_loc) : (((P2_count == 1) -> (2) : (P2_loc)))) == tok_loc) -> (1) : (0)))); tok_loc = old1; P1_loc = old2; P2_loc = old3; CHECKS }
  /* give by owner, tok */
  :: d_step { (tok_is == tok && owner_loc == B); owner_loc = nobody; P2_count = ((P1_loc != A && P2_loc != A) -> (P1_count + ((P1_loc == A) -> (1) : (0))) : (P2_count + ((P2_loc == A) -> (1) : (0)))); P1_count = ((P1_loc != A && P2_loc != A) -> (1) : (P1_count + ((P1_loc == A) -> (1) : (0)))); old1 = ((P1_loc != A && P2_loc != A) -> (A) : (P1_loc)); P2_loc = ((P1_loc != A && P2_loc != A) -> (P1_loc) : (P2_loc)); P1_loc = old1; CHECKS }
  /* swap */
  :: d_step { (owner_loc != nobody && tok_is == tok); old1 = tok_loc; tok_loc = owner_loc; owner_loc = old1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

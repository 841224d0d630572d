--- out.pml
/*
 * Promela
 * made by gentrans from ids.sym (model ids), encoding vector
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
 *   P2_loc: loc in slot 2 of the untracked processes of P
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
byte P2_loc = A; /* 0..2 */
bit started; /* the initial values are chosen */
hidden int old1;

#define e1 ((((P1_loc == A || P1_loc == B) * (0)) + (!(P1_loc == A || P1_loc == B) * (1))) + (((P2_loc != nobody && P2_loc != A && P2_loc != B) * (1)) + (!(P2_loc != nobody && P2_loc != A && P2_loc != B) * (0))) == 0)
#define SHOW printf("@state %d %d %d %d %d\n", owner_loc, tok_loc, tok_is, P1_loc, P2_loc)
#ifdef SKIP_one
#define CHECK_one skip
#else
#define CHECK_one assert((!(owner_loc != nobody) || (owner_loc == B))) /* invariant one */
#endif
#ifdef SKIP_apart
#define CHECK_apart skip
#else
#define CHECK_apart assert(owner_loc != nobody && tok_is != owner && (tok_is == owner || tok_loc == A || tok_loc == B) && e1 || (owner_loc == nobody || owner_loc == A || owner_loc == B) && (tok_loc == A || tok_loc == B) && e1) /* invariant apart */
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
    d_step { started = 1; CHECKS }
  }
  do
  /* take by tok */
  :: d_step { (owner_loc == nobody && tok_is == tok && tok_loc == A); owner_loc = B; tok_loc = B; tok_is = owner; CHECKS }
  /* give by owner, P1 */
  :: d_step { (tok_is == owner && owner_loc == B); owner_loc = nobody; tok_loc = P1_loc; tok_is = tok; P1_loc = A; CHECKS }
  /* give by owner, P2 */
  :: d_step { (tok_is == owner && P2_loc != nobody && P1_loc != P2_loc && owner_loc == B); owner_loc = nobody; tok_loc = P2_loc; tok_is = tok; P2_loc = P1_loc; P1_loc = A; CHECKS }
  /* give by owner, P1, tok */
  :: d_step { (tok_is == tok && owner_loc == B); owner_loc = nobody; P2_loc = ((tok_loc <= P2_loc) -> (((tok_loc == A) -> (A) : (tok_loc))) : (P2_loc)); old1 = P1_loc; P1_loc = ((tok_loc == A) -> (tok_loc) : (A)); tok_loc = old1; CHECKS }
  /* give by owner, P2, tok */
  :: d_step { (tok_is == tok && P2_loc != nobody && P1_loc != P2_loc && owner_loc == B); owner_loc = nobody; old1 = P2_loc; P2_loc = ((tok_loc <= P1_loc) -> (((tok_loc == A) -> (A) : (tok_loc))) : (P1_loc)); P1_loc = ((tok_loc == A) -> (tok_loc) : (A)); tok_loc = old1; CHECKS }
  /* give by owner, tok */
  :: d_step { (tok_is == tok && owner_loc == B); owner_loc = nobody; P2_loc = P1_loc; P1_loc = A; CHECKS }
  /* swap */
  :: d_step { (owner_loc != nobody && tok_is == tok); old1 = tok_loc; tok_loc = owner_loc; owner_loc = old1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

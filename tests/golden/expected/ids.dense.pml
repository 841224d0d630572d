--- out.pml
/*
 * Promela
 * made by gentrans from ids.sym (model ids), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_one -DSKIP_apart -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   owner_at: local state of the process named by owner
 *   tok_at: local state of the process named by tok
 *   tok_is: first variable that names the same process as tok
 *   n_A: number of all processes of P in local state A
 *   n_B: number of all processes of P in local state B
 */

#define A 0
#define B 1
#define none 2
#define owner 0
#define tok 1

byte owner_at = none; /* 0..2 */
bit tok_at; /* 0..1 */
bit tok_is; /* 0..1 */
byte n_A; /* 0..3 */
byte n_B; /* 0..3 */
bit started; /* the initial values are chosen */
hidden int old1;

#define e1 (3 - (((tok_is == tok && tok_at == B) * (1)) + (!(tok_is == tok && tok_at == B) * (0))))
#define SHOW printf("@state %d %d %d %d %d\n", owner_at, tok_at, tok_is, n_A, n_B)
#ifdef SKIP_one
#define CHECK_one skip
#else
#define CHECK_one assert((!(owner_at != none) || (owner_at == B))) /* invariant one */
#endif
#ifdef SKIP_apart
#define CHECK_apart skip
#else
#define CHECK_apart assert(owner_at != none && tok_is != owner && (tok_is == owner || tok_at == A || tok_at == B) || (owner_at == none || owner_at == A || owner_at == B) && (tok_at == A || tok_at == B) && n_A + n_B > ((owner_at == A || owner_at == B) -> (1) : (0)) + ((tok_is == tok && tok_at == A || tok_is == tok && tok_at == B) -> (1) : (0))) /* invariant apart */
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
    (tok_is == tok);
    tok_at = ((tok_is == owner) -> (2) : (A));
    n_A = e1;
    (n_A >= ((tok_is == tok && tok_at == A) -> (1) : (0)));
    n_B = ((tok_is == tok && tok_at == B) -> (1) : (0));
    d_step { started = 1; CHECKS }
  }
  do
  /* take by tok */
  :: d_step { (tok_is == tok && tok_at == A && owner_at == none); owner_at = B; tok_at = B; tok_is = owner; n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* give by owner */
  :: d_step { (owner_at == B && tok_is == owner && n_A > 0); owner_at = none; tok_at = A; tok_is = tok; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* give by owner */
  :: d_step { (owner_at == B && tok_is == owner && n_B > 1); owner_at = none; tok_at = B; tok_is = tok; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* give by owner */
  :: d_step { (owner_at == B && tok_is == tok && n_A > 0); owner_at = none; tok_at = A; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* give by owner */
  :: d_step { (owner_at == B && tok_is == tok && n_B > 1); owner_at = none; tok_at = B; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* swap */
  :: d_step { (owner_at != none && tok_is == tok); old1 = tok_at; tok_at = owner_at; owner_at = old1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

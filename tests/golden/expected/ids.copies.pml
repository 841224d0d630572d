--- out.pml
/*
 * Promela
 * made by gentrans from ids.sym (model ids), encoding none (n explicit processes)
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_one -DSKIP_apart -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   owner: id variable owner: 1..n, 0 is none
 *   tok: id variable tok: 1..n, 0 is none
 *   P_1_loc: loc of process 1 of P
 *   P_2_loc: loc of process 2 of P
 *   P_3_loc: loc of process 3 of P
 */

#define A 0
#define B 1

byte owner = 0; /* 0..3 */
byte tok; /* 1..3 */
bit P_1_loc = A; /* 0..1 */
bit P_2_loc = A; /* 0..1 */
bit P_3_loc = A; /* 0..1 */
bit started; /* the initial values are chosen */
hidden int old1;

#define SHOW printf("@state %d %d %d %d %d\n", owner, tok, P_1_loc, P_2_loc, P_3_loc)
#ifdef SKIP_one
#define CHECK_one skip
#else
#define CHECK_one assert((!(owner != 0) || (((owner == 1) -> (P_1_loc) : (((owner == 2) -> (P_2_loc) : (P_3_loc)))) == 1 && ((owner == 1) -> (1) : (0)) + ((owner == 2) -> (1) : (0)) + ((owner == 3) -> (1) : (0)) == 1))) /* invariant one */
#endif
#ifdef SKIP_apart
#define CHECK_apart skip
#else
#define CHECK_apart assert(tok != 1 && (P_2_loc == A || P_2_loc == B) && (P_3_loc == A || P_3_loc == B) || tok != 2 && (P_1_loc == A || P_1_loc == B) && (P_3_loc == A || P_3_loc == B) || tok != 3 && (P_1_loc == A || P_1_loc == B) && (P_2_loc == A || P_2_loc == B)) /* invariant apart */
#endif
#define CHECKS SHOW; CHECK_one; CHECK_apart;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  atomic {
    if :: tok = 1 :: tok = 2 :: tok = 3 fi;
    d_step { started = 1; CHECKS }
  }
  do
  /* take by P 1 */
  :: d_step { (P_1_loc == A && owner == 0 && tok == 1); owner = 1; P_1_loc = B; CHECKS }
  /* take by P 2 */
  :: d_step { (P_2_loc == A && owner == 0 && tok == 2); owner = 2; P_2_loc = B; CHECKS }
  /* take by P 3 */
  :: d_step { (P_3_loc == A && owner == 0 && tok == 3); owner = 3; P_3_loc = B; CHECKS }
  /* give by P 1, j = P 2 */
  :: d_step { (P_1_loc == B && owner == 1); owner = 0; tok = 2; P_1_loc = A; CHECKS }
  /* give by P 1, j = P 3 */
  :: d_step { (P_1_loc == B && owner == 1); owner = 0; tok = 3; P_1_loc = A; CHECKS }
  /* give by P 2, j = P 1 */
  :: d_step { (P_2_loc == B && owner == 2); owner = 0; tok = 1; P_2_loc = A; CHECKS }
  /* give by P 2, j = P 3 */
  :: d_step { (P_2_loc == B && owner == 2); owner = 0; tok = 3; P_2_loc = A; CHECKS }
  /* give by P 3, j = P 1 */
  :: d_step { (P_3_loc == B && owner == 3); owner = 0; tok = 1; P_3_loc = A; CHECKS }
  /* give by P 3, j = P 2 */
  :: d_step { (P_3_loc == B && owner == 3); owner = 0; tok = 2; P_3_loc = A; CHECKS }
  /* swap */
  :: d_step { (owner != 0 && owner != tok); old1 = tok; tok = owner; owner = old1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

--- standard error
ctl.sym:14:19: warning: property 'next' is left out, it cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [left-out]
   14 | ctl next: AX b && EX b;
      |                   ^~~~
ctl.sym:15:14: warning: property 'finally' is left out, it cannot be expressed for Spin: a disjunction of two temporal formulas in CTL has no LTL equivalent in the known fragment [left-out]
   15 | ctl finally: AF b || !EF !b;
      |              ^~~~~~~~~~~~~~
ctl.sym:16:16: warning: property 'globally' is left out, it cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [left-out]
   16 | ctl globally: !AG b && !(EG b);
      |                ^~~~
ctl.sym:17:26: warning: property 'until' is left out, it cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [left-out]
   17 | ctl until: A [!b U b] && E [!b U b];
      |                          ^~~~~~~~~~
ctl.sym:19:35: warning: property 'release' is left out, it cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [left-out]
   19 | ctl release: A [b R (b || !b)] && E [b R !b];
      |                                   ^~~~~~~~~~
ctl.sym:20:13: warning: property 'nested' is left out, it cannot be expressed for Spin: this combination of temporal formulas has no LTL equivalent in the known fragment [left-out]
   20 | ctl nested: AG (b -> AF (EX !b)) <-> AG EF b;
      |             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
ctl.sym:21:40: warning: property 'each' is left out, it cannot be expressed for Spin: it asks for some path (E); LTL speaks of all paths [left-out]
   21 | ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j));
      |                                        ^~~~~~~~~~~~~~~~~~
--- out.pml
/*
 * Promela
 * made by gentrans from ctl.sym (model fair_branching), encoding paper
 * Run it with:
 *   spin -a out.pml      (invariants and deadlocks)
 *   cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_every -DSKIP_deadlock -a out.pml      (the others, without assertions)
 *   cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c      (then, for each of them)
 *   ./pan -E -a -m1000000 -N weak
 *   ./pan -E -a -m1000000 -N plain
 *   ./pan -r -S, with the same -N      (replays the trail of an error)
 * Names:
 *   b: shared b
 *   i_at: local state of the process named by i
 *   n_A: number of all processes of P in local state A
 *   n_B: number of all processes of P in local state B
 */

#define A 0
#define B 1

bool b = false; /* 0..1 */
bit i_at = A; /* 0..1 */
byte n_A = 2; /* 0..2 */
byte n_B = 0; /* 0..2 */

#define SHOW printf("@state %d %d %d %d\n", b, i_at, n_A, n_B)
#ifdef SKIP_every
#define CHECK_every skip
#else
#define CHECK_every assert(i_at == A || i_at == B) /* invariant every */
#endif
#define CHECKS SHOW; CHECK_every;
#ifdef SKIP_deadlock
#define when_stuck else
#else
#define when_stuck else -> assert(false) /* deadlock free */
#endif

active proctype system() {
  d_step { CHECKS }
  do
  /* go */
  :: d_step { (n_A > ((i_at == A) -> (1) : (0))); b = true; n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* go by i */
  :: d_step { (i_at == A); b = true; i_at = B; n_A = n_A - 1; n_B = n_B + 1; CHECKS }
  /* back */
  :: d_step { (n_B > ((i_at == B) -> (1) : (0)) && b); b = false; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* back by i */
  :: d_step { (i_at == B && b); b = false; i_at = A; n_A = n_A + 1; n_B = n_B - 1; CHECKS }
  /* no rule can fire */
  :: when_stuck
  od
}

/* ctl weak */
#define weak_1 (n_B > 0)
#define weak_2 (b)
#define weak_3 (!b)
#define weak_4 (b)
#define weak_5 (n_B > 0)
#define weak_6 (b)
#define weak_7 (b)
#define weak_8 (!b && b)
#ifndef SKIP_weak
ltl weak { (((([] (<> weak_1)) && ([] (<> weak_2))) -> (weak_3 W weak_4)) && ((([] (<> weak_5)) && ([] (<> weak_6))) -> (weak_7 U weak_8))) }
#endif

/* ctl plain */
#define plain_1 (n_B > 0)
#define plain_2 (b)
#define plain_3 (b)
#ifndef SKIP_plain
ltl plain { ((([] (<> plain_1)) && ([] (<> plain_2))) -> ([] (<> plain_3))) }
#endif

/* line 14: ctl next: AX b && EX b; */
/* left out: Spin cannot express it: it asks for some path (E); LTL speaks of all paths */

/* line 15: ctl finally: AF b || !EF !b; */
/* left out: Spin cannot express it: a disjunction of two temporal formulas in CTL has no LTL */
/* equivalent in the known fragment */

/* line 16: ctl globally: !AG b && !(EG b); */
/* left out: Spin cannot express it: it asks for some path (E); LTL speaks of all paths */

/* line 17: ctl until: A [!b U b] && E [!b U b]; */
/* left out: Spin cannot express it: it asks for some path (E); LTL speaks of all paths */

/* line 19: ctl release: A [b R (b || !b)] && E [b R !b]; */
/* left out: Spin cannot express it: it asks for some path (E); LTL speaks of all paths */

/* line 20: ctl nested: AG (b -> AF (EX !b)) <-> AG EF b; */
/* left out: Spin cannot express it: this combination of temporal formulas has no LTL equivalent */
/* in the known fragment */

/* line 21: ctl each: forall i, j : P . AG (i@A -> EF (j@B || i == j)); */
/* left out: Spin cannot express it: it asks for some path (E); LTL speaks of all paths */

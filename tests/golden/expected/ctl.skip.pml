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
 * ctl.sym, model fair_branching for Promela, encoding paper, made by gentrans
 *   spin -a out.pml && cc -O2 -DSAFETY -DNOCLAIM -DNOREDUCE -o pan pan.c && ./pan -E -m1000000
 *   spin -DSKIP_every -DSKIP_deadlock -a out.pml && cc -O2 -DNOFAIR -DNOREDUCE -o pan pan.c && ./pan -E -a -m1000000 -N weak
 *   b: shared b
 *   i_at: local state of the process named by i
 *   n_...: number of processes of P in a local state
 */

mtype = { A, B };

bool b = false;
mtype i_at = A;
byte n_A = 2, n_B = 0; /* 0..2 */

/* after every step */
inline step_done() {
  printf("@state %d %d %d %d\n", b, i_at, n_A, n_B);
  /* line 23: invariant every: forall i : P . i@A || i@B; */
#ifndef SKIP_every
  assert(true);
#endif
}

active proctype system() {
  d_step { step_done() }
  do
  /* line 7: rule go : A -> B do b := true; */
  :: d_step { n_A > (i_at == A) -> b = true; n_A--; n_B++; step_done() }
  /* go by i */
  :: d_step { i_at == A -> b = true; i_at = B; n_A--; n_B++; step_done() }
  /* line 8: rule back : B -> A when b do b := false; */
  :: d_step { n_B > (i_at == B) && b -> b = false; n_A++; n_B--; step_done() }
  /* back by i */
  :: d_step { i_at == B && b -> b = false; i_at = A; n_A++; n_B--; step_done() }
  :: else
#ifndef SKIP_deadlock
     -> assert(false) /* line 24: deadlock free; */
#endif
  od
}

/* line 18: ctl weak: A [!b W b] && !E [b W !b]; */
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

/* line 22: ctl plain: AG AF b; */
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

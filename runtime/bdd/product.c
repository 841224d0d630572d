/* Relational products. */
#include "runtime/bdd/impl.h"

#ifdef GT_CUDD_INTERNAL

/* Operation tags of our own for CUDD's cache: three operands (bit 1), not used by CUDD itself. */
enum { TAG_NEXT = 0xc6, TAG_PREV = 0xca };

/* CUDD's own test, at its pace: every so many cache misses. */
static bool give_up(DdManager *dd)
{
    if (((uint64_t)dd->cacheMisses & CUDD_CHECK_MASK) != 0 || !dd->terminationCallback ||
        !dd->terminationCallback(dd->tcbArg))
        return false;
    dd->errorCode = CUDD_TERMINATION;
    return true;
}

/* The two cofactors of f by the variable at `level`. */
static void split(const DdManager *dd, DdNode *f, int level, DdNode **then, DdNode **other)
{
    DdNode *F = Cudd_Regular(f);
    if (cuddI(dd, F->index) != level) {
        *then = *other = f;
        return;
    }
    *then = Cudd_NotCond(cuddT(F), Cudd_IsComplement(f));
    *other = Cudd_NotCond(cuddE(F), Cudd_IsComplement(f));
}

static DdNode *product(DdManager *dd, uintptr_t tag, DdNode *set, DdNode *rel, DdNode *cube);

/* product(s0, r0) or product(s1, r1); the result is not yet referenced. */
static DdNode *product_or(DdManager *dd, uintptr_t tag, DdNode *s0, DdNode *r0, DdNode *s1, DdNode *r1,
                          DdNode *cube)
{
    DdNode *a = product(dd, tag, s0, r0, cube);
    if (!a || a == DD_ONE(dd) || (s0 == s1 && r0 == r1))
        return a;
    cuddRef(a);
    DdNode *b = product(dd, tag, s1, r1, cube);
    if (!b) {
        Cudd_IterDerefBdd(dd, a);
        return NULL;
    }
    cuddRef(b);
    DdNode *r = cuddBddAndRecur(dd, Cudd_Not(a), Cudd_Not(b));
    if (!r) {
        Cudd_IterDerefBdd(dd, a);
        Cudd_IterDerefBdd(dd, b);
        return NULL;
    }
    r = Cudd_Not(r);
    cuddRef(r);
    Cudd_DelayedDerefBdd(dd, a);
    Cudd_DelayedDerefBdd(dd, b);
    cuddDeref(r);
    return r;
}

/* if (variable `index`) then t else e, taking over the references of t and e; the result is not referenced.
 */
static DdNode *join(DdManager *dd, unsigned index, DdNode *t, DdNode *e)
{
    DdNode *r;
    if (t == e) {
        r = t;
    } else if (Cudd_IsComplement(t)) {
        r = cuddUniqueInter(dd, (int)index, Cudd_Not(t), Cudd_Not(e));
        r = r ? Cudd_Not(r) : NULL;
    } else {
        r = cuddUniqueInter(dd, (int)index, t, e);
    }
    if (!r) {
        Cudd_IterDerefBdd(dd, t);
        Cudd_IterDerefBdd(dd, e);
        return NULL;
    }
    cuddDeref(t);
    cuddDeref(e);
    return r;
}

/* The recursion behind relnext and relprev. `level` counts variables; a pair's current variable stands at an
 * even one. For a pair outside the cube both sides share its current variable. For a pair of the cube: next:
 * r(y) = or over x of product(set|x, rel|xy)      prev:  r(x) = or over y of product(set|y, rel|xy) */
static DdNode *product(DdManager *dd, uintptr_t tag, DdNode *set, DdNode *rel, DdNode *cube)
{
    DdNode *one = DD_ONE(dd), *zero = Cudd_Not(one);
    if (set == zero || rel == zero)
        return zero;
    if (cube == one)
        return cuddBddAndRecur(dd, set, rel);
    int at_set = cuddI(dd, Cudd_Regular(set)->index), at_rel = cuddI(dd, Cudd_Regular(rel)->index);
    int top = ddMin(at_set, at_rel);
    if (top == CUDD_CONST_INDEX)
        return one;
    top &= ~1;
    int at_cube = cuddI(dd, cube->index);
    while (at_cube < top) { /* neither side depends on this pair */
        cube = cuddT(cube);
        if (cube == one)
            return cuddBddAndRecur(dd, set, rel);
        at_cube = cuddI(dd, cube->index);
    }
    DdNode *known =
        cuddCacheLookup(dd, tag, set, rel, cube); /* one pair is met several times below one parent */
    if (known)
        return known;
    if (give_up(dd))
        return NULL;
    DdNode *s1, *s0, *r1, *r0, *t, *e;
    unsigned index = (unsigned)dd->invperm[top];
    split(dd, set, top, &s1, &s0);
    split(dd, rel, top, &r1, &r0);
    if (at_cube == top) {
        DdNode *r11, *r10, *r01, *r00, *rest = cuddT(cube);
        split(dd, r1, top + 1, &r11, &r10);
        split(dd, r0, top + 1, &r01, &r00);
        if (tag == TAG_PREV) {
            DdNode *swap = r10;
            r10 = r01;
            r01 = swap;
        }
        t = product_or(dd, tag, s1, r11, s0, r01, rest);
        if (!t)
            return NULL;
        cuddRef(t);
        e = r11 == r10 && r01 == r00 ? t : product_or(dd, tag, s1, r10, s0, r00, rest);
    } else {
        t = product(dd, tag, s1, r1, cube);
        if (!t)
            return NULL;
        cuddRef(t);
        e = product(dd, tag, s0, r0, cube);
    }
    if (!e) {
        Cudd_IterDerefBdd(dd, t);
        return NULL;
    }
    cuddRef(e);
    DdNode *r = join(dd, index, t, e);
    if (r)
        cuddCacheInsert(dd, tag, set, rel, cube, r);
    return r;
}

DdNode *gt_bdd_product(DdManager *dd, bool back, DdNode *set, DdNode *rel, DdNode *cube)
{
    DdNode *r = NULL;
    do {
        dd->reordered = 0;
        r = product(dd, back ? TAG_PREV : TAG_NEXT, set, rel, cube);
    } while (dd->reordered == 1);
    return r;
}

void gt_bdd_collect(DdManager *dd)
{
    (void)cuddGarbageCollect(dd, 1);
}

#else

/* Gives up a reference and passes on the result of what it was needed for. */
static DdNode *after(DdManager *dd, DdNode *used, DdNode *result)
{
    if (result)
        Cudd_Ref(result);
    Cudd_IterDerefBdd(dd, used);
    if (result)
        Cudd_Deref(result);
    return result;
}

/* next: exists x (set(x) and rel(x, y)), then y is called x */
static DdNode *forward(DdManager *dd, DdNode *set, DdNode *rel, DdNode *cube)
{
    DdNode *image = Cudd_bddAndAbstract(dd, set, rel, cube);
    if (!image)
        return NULL;
    Cudd_Ref(image);
    return after(dd, image, gt_bdd_swap(dd, image, cube));
}

/* prev: exists y (set(y) and rel(x, y)) */
static DdNode *backward(DdManager *dd, DdNode *set, DdNode *rel, DdNode *cube)
{
    DdNode *primed = gt_bdd_swap(dd, set, cube);
    if (!primed)
        return NULL;
    Cudd_Ref(primed);
    DdNode *nexts = gt_bdd_swap(dd, cube, cube);
    if (!nexts)
        return after(dd, primed, NULL);
    Cudd_Ref(nexts);
    return after(dd, primed, after(dd, nexts, Cudd_bddAndAbstract(dd, primed, rel, nexts)));
}

DdNode *gt_bdd_product(DdManager *dd, bool back, DdNode *set, DdNode *rel, DdNode *cube)
{
    return back ? backward(dd, set, rel, cube) : forward(dd, set, rel, cube);
}

void gt_bdd_collect(DdManager *dd)
{
    (void)dd;
}

#endif

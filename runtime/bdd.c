/* The only file that includes CUDD's headers. */
#include "runtime/bdd.h"
#include "runtime/base.h"

#include <cuddInt.h>
#include <mtr.h>

#include <stdlib.h>

struct gt_bdd_mgr {
    DdManager *dd;
    gt_bdd_status_kind status;
    bool (*stop)(void *arg);
    void *stop_arg;
    bool torture;
    uint64_t operations;
};

/* Operation tags of our own for CUDD's cache: three operands (bit 1), not used by CUDD itself. */
enum { TAG_NEXT = 0xc6, TAG_PREV = 0xca };

static DdNode *node(gt_bdd f)
{
    return (DdNode *)f;
}

static gt_bdd handle(DdNode *f)
{
    return (gt_bdd)f;
}

/* ---- life ---- */

static int asked_to_stop(const void *arg)
{
    const gt_bdd_mgr *m = arg;
    return m->stop && m->stop(m->stop_arg);
}

/* Pairs stay together: a group of two whose inner order is fixed. */
static bool group_pairs(DdManager *dd, uint32_t npairs)
{
    for (uint32_t p = 0; p < npairs; p++)
        if (!Cudd_MakeTreeNode(dd, 2 * p, 2, MTR_FIXED))
            return false;
    return true;
}

gt_bdd_mgr *gt_bdd_new(const gt_bdd_config *config)
{
    if (config->npairs > INT32_MAX / 4)
        gt_ice("too many BDD variables");
    Cudd_InstallOutOfMemoryHandler(Cudd_OutOfMemSilent);
    DdManager *dd =
        Cudd_Init(2 * config->npairs, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, config->memory_limit);
    if (!dd)
        return NULL;
    Cudd_RegisterOutOfMemoryCallback(dd, Cudd_OutOfMemSilent);
    if (!group_pairs(dd, config->npairs)) {
        Cudd_Quit(dd);
        return NULL;
    }
    gt_bdd_mgr *m = gt_xcalloc(1, sizeof *m);
    m->dd = dd;
    m->stop = config->stop;
    m->stop_arg = config->stop_arg;
    m->torture = config->torture;
    if (config->memory_limit)
        Cudd_SetMaxMemory(dd, config->memory_limit);
    Cudd_RegisterTerminationCallback(dd, asked_to_stop, m);
    Cudd_AutodynDisable(dd);
    if (config->reorder || config->torture) {
        Cudd_AutodynEnable(dd, CUDD_REORDER_GROUP_SIFT);
        Cudd_SetNextReordering(dd, config->torture ? 100 : 500000);
    }
    return m;
}

void gt_bdd_free(gt_bdd_mgr *m)
{
    if (!m)
        return;
    Cudd_Quit(m->dd);
    free(m);
}

gt_bdd_status_kind gt_bdd_status(const gt_bdd_mgr *m)
{
    return m->status;
}

void gt_bdd_resume(gt_bdd_mgr *m, bool keep_asking)
{
    m->status = GT_BDD_OK;
    if (!keep_asking)
        m->stop = NULL;
}

int gt_bdd_leaks(gt_bdd_mgr *m)
{
    return Cudd_CheckZeroRef(m->dd);
}

/* ---- references ---- */

gt_bdd gt_bdd_ref(gt_bdd_mgr *m, gt_bdd f)
{
    (void)m;
    if (f)
        Cudd_Ref(node(f));
    return f;
}

void gt_bdd_drop(gt_bdd_mgr *m, gt_bdd f)
{
    if (f)
        Cudd_IterDerefBdd(m->dd, node(f));
}

void gt_bdd_set(gt_bdd_mgr *m, gt_bdd *slot, gt_bdd value)
{
    gt_bdd_drop(m, *slot);
    *slot = value;
}

/* Between operations: in torture mode collections and reorderings come as often as tests can bear. */
static void torment(gt_bdd_mgr *m)
{
    m->operations++;
    if (m->operations % 61 == 0)
        (void)cuddGarbageCollect(m->dd, 1);
    if (m->operations % 701 == 0)
        Cudd_SetNextReordering(m->dd, 1);
    if (m->operations % 4001 == 0)
        (void)Cudd_ReduceHeap(m->dd, CUDD_REORDER_RANDOM, 0);
}

/* Takes over what CUDD returned: owned, or the reason of failure noted. */
static gt_bdd result(gt_bdd_mgr *m, DdNode *f)
{
    if (f) {
        Cudd_Ref(f);
        if (m->torture)
            torment(m);
        return handle(f);
    }
    Cudd_ErrorType error = Cudd_ReadErrorCode(m->dd);
    m->status = error == CUDD_TERMINATION || error == CUDD_TIMEOUT_EXPIRED ? GT_BDD_STOPPED : GT_BDD_MEMORY;
    Cudd_ClearErrorCode(m->dd);
    return NULL;
}

static bool ready(const gt_bdd_mgr *m, gt_bdd f, gt_bdd g, gt_bdd h)
{
    return m->status == GT_BDD_OK && f && g && h;
}

/* ---- Boolean functions ---- */

gt_bdd gt_bdd_const(gt_bdd_mgr *m, bool value)
{
    return m->status == GT_BDD_OK ? result(m, value ? Cudd_ReadOne(m->dd) : Cudd_ReadLogicZero(m->dd)) : NULL;
}

gt_bdd gt_bdd_var(gt_bdd_mgr *m, uint32_t pair)
{
    return m->status == GT_BDD_OK ? result(m, Cudd_bddIthVar(m->dd, (int)(2 * pair))) : NULL;
}

gt_bdd gt_bdd_next(gt_bdd_mgr *m, uint32_t pair)
{
    return m->status == GT_BDD_OK ? result(m, Cudd_bddIthVar(m->dd, (int)(2 * pair + 1))) : NULL;
}

gt_bdd gt_bdd_not(gt_bdd_mgr *m, gt_bdd f)
{
    return ready(m, f, f, f) ? result(m, Cudd_Not(node(f))) : NULL;
}

gt_bdd gt_bdd_and(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return ready(m, f, g, g) ? result(m, Cudd_bddAnd(m->dd, node(f), node(g))) : NULL;
}

gt_bdd gt_bdd_or(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return ready(m, f, g, g) ? result(m, Cudd_bddOr(m->dd, node(f), node(g))) : NULL;
}

gt_bdd gt_bdd_diff(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return ready(m, f, g, g) ? result(m, Cudd_bddAnd(m->dd, node(f), Cudd_Not(node(g)))) : NULL;
}

gt_bdd gt_bdd_xor(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return ready(m, f, g, g) ? result(m, Cudd_bddXor(m->dd, node(f), node(g))) : NULL;
}

gt_bdd gt_bdd_ite(gt_bdd_mgr *m, gt_bdd f, gt_bdd g, gt_bdd h)
{
    return ready(m, f, g, h) ? result(m, Cudd_bddIte(m->dd, node(f), node(g), node(h))) : NULL;
}

void gt_bdd_and_to(gt_bdd_mgr *m, gt_bdd *acc, gt_bdd f)
{
    gt_bdd_set(m, acc, gt_bdd_and(m, *acc, f));
}

void gt_bdd_or_to(gt_bdd_mgr *m, gt_bdd *acc, gt_bdd f)
{
    gt_bdd_set(m, acc, gt_bdd_or(m, *acc, f));
}

bool gt_bdd_is_true(const gt_bdd_mgr *m, gt_bdd f)
{
    return f && node(f) == Cudd_ReadOne(m->dd);
}

bool gt_bdd_is_false(const gt_bdd_mgr *m, gt_bdd f)
{
    return f && node(f) == Cudd_ReadLogicZero(m->dd);
}

bool gt_bdd_leq(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return f && g && Cudd_bddLeq(m->dd, node(f), node(g));
}

bool gt_bdd_meets(gt_bdd_mgr *m, gt_bdd f, gt_bdd g)
{
    return f && g && !Cudd_bddLeq(m->dd, node(f), Cudd_Not(node(g)));
}

/* ---- quantification and relations ---- */

gt_bdd gt_bdd_cube(gt_bdd_mgr *m, const uint32_t *pairs, size_t count)
{
    gt_bdd cube = gt_bdd_const(m, true);
    for (size_t i = 0; i < count; i++) {
        gt_bdd v = gt_bdd_var(m, pairs[i]);
        gt_bdd_and_to(m, &cube, v);
        gt_bdd_drop(m, v);
    }
    return cube;
}

gt_bdd gt_bdd_exists(gt_bdd_mgr *m, gt_bdd f, gt_bdd cube)
{
    return ready(m, f, cube, cube) ? result(m, Cudd_bddExistAbstract(m->dd, node(f), node(cube))) : NULL;
}

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

static gt_bdd run_product(gt_bdd_mgr *m, uintptr_t tag, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    if (!ready(m, set, relation, cube))
        return NULL;
    DdNode *r = NULL;
    do {
        m->dd->reordered = 0;
        r = product(m->dd, tag, node(set), node(relation), node(cube));
    } while (m->dd->reordered == 1);
    return result(m, r);
}

gt_bdd gt_bdd_relnext(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    return run_product(m, TAG_NEXT, set, relation, cube);
}

gt_bdd gt_bdd_relprev(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    return run_product(m, TAG_PREV, set, relation, cube);
}

gt_bdd gt_bdd_primed(gt_bdd_mgr *m, gt_bdd f, gt_bdd cube)
{
    if (!ready(m, f, cube, cube))
        return NULL;
    int *permutation = gt_xmalloc((size_t)m->dd->size, sizeof *permutation);
    for (int i = 0; i < m->dd->size; i++)
        permutation[i] = i;
    for (DdNode *c = node(cube); !Cudd_IsConstant(c); c = cuddT(c)) {
        permutation[c->index] = (int)c->index + 1;
        permutation[c->index + 1] = (int)c->index;
    }
    DdNode *r = Cudd_bddPermute(m->dd, node(f), permutation);
    free(permutation);
    return result(m, r);
}

/* ---- looking inside ---- */

uint64_t gt_bdd_size(const gt_bdd_mgr *m, gt_bdd f)
{
    (void)m;
    return f ? (uint64_t)Cudd_DagSize(node(f)) : 0;
}

uint32_t gt_bdd_level(const gt_bdd_mgr *m, gt_bdd f)
{
    if (!f || Cudd_IsConstant(node(f)))
        return UINT32_MAX;
    return (uint32_t)m->dd->perm[Cudd_Regular(node(f))->index];
}

void gt_bdd_support(gt_bdd_mgr *m, gt_bdd f, bool *pairs)
{
    int *indices = NULL;
    int count = f ? Cudd_SupportIndices(m->dd, node(f), &indices) : 0;
    for (int i = 0; i < count; i++)
        pairs[indices[i] / 2] = true;
    free(indices);
}

char *gt_bdd_count(const gt_bdd_mgr *m, gt_bdd f, uint32_t nbits)
{
    int digits = 0;
    DdApaNumber number = f ? Cudd_ApaCountMinterm(m->dd, node(f), (int)nbits, &digits) : NULL;
    if (!number)
        return NULL;
    char *text = Cudd_ApaStringDecimal(digits, number);
    Cudd_FreeApaNumber(number);
    return text;
}

double gt_bdd_count_about(const gt_bdd_mgr *m, gt_bdd f, uint32_t nbits)
{
    return f ? (double)Cudd_LdblCountMinterm(m->dd, node(f), (int)nbits) : 0;
}

void gt_bdd_pick(const gt_bdd_mgr *m, gt_bdd f, bool *bits)
{
    DdNode *zero = Cudd_ReadLogicZero(m->dd), *g = node(f);
    if (!g || g == zero)
        gt_ice("no state to pick from");
    for (int i = 0; i < m->dd->size; i += 2)
        bits[i / 2] = false;
    while (!Cudd_IsConstant(g)) {
        DdNode *G = Cudd_Regular(g);
        DdNode *other = Cudd_NotCond(cuddE(G), Cudd_IsComplement(g));
        bool one = other == zero;
        if (one)
            bits[G->index / 2] = true;
        g = one ? Cudd_NotCond(cuddT(G), Cudd_IsComplement(g)) : other;
    }
}

gt_bdd gt_bdd_state(gt_bdd_mgr *m, const bool *bits, const uint32_t *pairs, size_t count)
{
    gt_bdd state = gt_bdd_const(m, true);
    for (size_t i = count; i-- > 0;) { /* later pairs stand lower as a rule: built from the bottom up */
        gt_bdd v = gt_bdd_var(m, pairs[i]);
        if (!bits[pairs[i]])
            gt_bdd_set(m, &v, gt_bdd_not(m, v));
        gt_bdd_and_to(m, &state, v);
        gt_bdd_drop(m, v);
    }
    return state;
}

bool gt_bdd_eval(const gt_bdd_mgr *m, gt_bdd f, const bool *bits)
{
    DdNode *g = node(f);
    while (g && !Cudd_IsConstant(g)) {
        DdNode *G = Cudd_Regular(g);
        g = Cudd_NotCond(bits[G->index / 2] ? cuddT(G) : cuddE(G), Cudd_IsComplement(g));
    }
    return g == Cudd_ReadOne(m->dd);
}

/* ---- statistics ---- */

uint64_t gt_bdd_live(const gt_bdd_mgr *m)
{
    return (uint64_t)(m->dd->keys - m->dd->dead);
}

uint64_t gt_bdd_peak(const gt_bdd_mgr *m)
{
    return (uint64_t)Cudd_ReadPeakLiveNodeCount(m->dd);
}

size_t gt_bdd_bytes(const gt_bdd_mgr *m)
{
    return Cudd_ReadMemoryInUse(m->dd);
}

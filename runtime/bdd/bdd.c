#include "runtime/bdd/impl.h"

#include "runtime/base.h"

#include <stdlib.h>

enum { ASKED_EVERY = 32 }; /* operations; long ones ask for themselves */

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

/* Nodes that cannot be had are an answer (GT_BDD_MEMORY). Not so the rest, whose lack not all of CUDD
 * reports. */
static void no_memory(size_t bytes)
{
    (void)bytes;
    gt_oom();
}

gt_bdd_mgr *gt_bdd_new(const gt_bdd_config *config)
{
    if (config->npairs > INT32_MAX / 4)
        gt_ice("too many BDD variables");
    Cudd_InstallOutOfMemoryHandler(no_memory);
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
    m->reorder = config->reorder || config->torture;
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
        gt_bdd_collect(m->dd);
    if (m->held)
        return;
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

static bool ready(gt_bdd_mgr *m, gt_bdd f, gt_bdd g, gt_bdd h)
{
    if (m->status == GT_BDD_OK && ++m->begun % ASKED_EVERY == 0 && asked_to_stop(m))
        m->status = GT_BDD_STOPPED;
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

DdNode *gt_bdd_swap(DdManager *dd, DdNode *f, DdNode *cube)
{
    int size = Cudd_ReadSize(dd), *permutation = gt_xmalloc((size_t)size, sizeof *permutation);
    for (int i = 0; i < size; i++)
        permutation[i] = i;
    for (DdNode *c = cube; !Cudd_IsConstant(c); c = Cudd_T(c)) {
        unsigned index = Cudd_NodeReadIndex(c);
        permutation[index] = (int)index + 1;
        permutation[index + 1] = (int)index;
    }
    DdNode *r = Cudd_bddPermute(dd, f, permutation);
    free(permutation);
    return r;
}

gt_bdd gt_bdd_primed(gt_bdd_mgr *m, gt_bdd f, gt_bdd cube)
{
    return ready(m, f, cube, cube) ? result(m, gt_bdd_swap(m->dd, node(f), node(cube))) : NULL;
}

gt_bdd gt_bdd_exchange(gt_bdd_mgr *m, gt_bdd f, const uint32_t *a, const uint32_t *b, size_t count, bool next)
{
    if (!ready(m, f, f, f))
        return NULL;
    int size = Cudd_ReadSize(m->dd), *permutation = gt_xmalloc((size_t)size, sizeof *permutation);
    for (int i = 0; i < size; i++)
        permutation[i] = i;
    for (size_t i = 0; i < count; i++) {
        permutation[2 * a[i] + next] = (int)(2 * b[i] + next);
        permutation[2 * b[i] + next] = (int)(2 * a[i] + next);
    }
    gt_bdd r = result(m, Cudd_bddPermute(m->dd, node(f), permutation));
    free(permutation);
    return r;
}

static gt_bdd product(gt_bdd_mgr *m, bool back, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    m->products++;
    if (!ready(m, set, relation, cube))
        return NULL;
    return result(m, gt_bdd_product(m->dd, back, node(set), node(relation), node(cube)));
}

gt_bdd gt_bdd_relnext(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    return product(m, false, set, relation, cube);
}

gt_bdd gt_bdd_relprev(gt_bdd_mgr *m, gt_bdd set, gt_bdd relation, gt_bdd cube)
{
    return product(m, true, set, relation, cube);
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
    return (uint32_t)Cudd_ReadPerm(m->dd, (int)Cudd_NodeReadIndex(node(f)));
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
    for (int i = 0; i < Cudd_ReadSize(m->dd); i += 2)
        bits[i / 2] = false;
    while (!Cudd_IsConstant(g)) {
        DdNode *other = Cudd_NotCond(Cudd_E(g), Cudd_IsComplement(g));
        bool one = other == zero;
        if (one)
            bits[Cudd_NodeReadIndex(g) / 2] = true;
        g = one ? Cudd_NotCond(Cudd_T(g), Cudd_IsComplement(g)) : other;
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
        bool one = bits[Cudd_NodeReadIndex(g) / 2];
        g = Cudd_NotCond(one ? Cudd_T(g) : Cudd_E(g), Cudd_IsComplement(g));
    }
    return g == Cudd_ReadOne(m->dd);
}

/* ---- node by node ---- */

void gt_bdd_hold_order(gt_bdd_mgr *m, bool hold)
{
    m->held = hold;
    if (hold)
        Cudd_AutodynDisable(m->dd);
    else if (m->reorder)
        Cudd_AutodynEnable(m->dd, CUDD_REORDER_GROUP_SIFT);
}

uint32_t gt_bdd_pair_at(const gt_bdd_mgr *m, uint32_t depth)
{
    return (uint32_t)Cudd_ReadInvPerm(m->dd, (int)(2 * depth)) / 2;
}

uint32_t gt_bdd_depth(const gt_bdd_mgr *m, gt_bdd f)
{
    uint32_t level = gt_bdd_level(m, f);
    return level == UINT32_MAX ? level : level / 2;
}

void gt_bdd_cofactors(gt_bdd_mgr *m, gt_bdd f, uint32_t depth, bool next, gt_bdd *then, gt_bdd *other)
{
    *then = *other = f;
    if (f && gt_bdd_level(m, f) == 2 * depth + next) {
        DdNode *F = Cudd_Regular(node(f));
        *then = handle(Cudd_NotCond(Cudd_T(F), Cudd_IsComplement(node(f))));
        *other = handle(Cudd_NotCond(Cudd_E(F), Cudd_IsComplement(node(f))));
    }
    (void)gt_bdd_ref(m, *then);
    (void)gt_bdd_ref(m, *other);
}

gt_bdd gt_bdd_at_depth(gt_bdd_mgr *m, uint32_t depth, gt_bdd t, gt_bdd e)
{
    if (!ready(m, t, e, e))
        return NULL;
    DdNode *v = Cudd_bddIthVar(m->dd, Cudd_ReadInvPerm(m->dd, (int)(2 * depth)));
    return result(m, v ? Cudd_bddIte(m->dd, v, node(t), node(e)) : NULL);
}

/* ---- statistics ---- */

uint64_t gt_bdd_live(const gt_bdd_mgr *m)
{
    return (uint64_t)(Cudd_ReadKeys(m->dd) - Cudd_ReadDead(m->dd));
}

uint64_t gt_bdd_work(const gt_bdd_mgr *m)
{
    return (uint64_t)Cudd_ReadCacheLookUps(m->dd);
}

uint64_t gt_bdd_products(const gt_bdd_mgr *m)
{
    return m->products;
}

uint64_t gt_bdd_peak(const gt_bdd_mgr *m)
{
    return (uint64_t)Cudd_ReadPeakLiveNodeCount(m->dd);
}

size_t gt_bdd_bytes(const gt_bdd_mgr *m)
{
    return Cudd_ReadMemoryInUse(m->dd);
}

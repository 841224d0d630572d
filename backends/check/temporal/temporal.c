#include "backends/check/temporal/temporal.h"

#include "ir/temporal/temporal.h"
#include "runtime/table.h"

#include <stdlib.h>

typedef struct {
    const gt_structure *s;
    gt_fair_sets fair;  /* of the property: none for invariants */
    gt_set fair_states; /* borrowed; NULL: all */
    gt_ptrmap known;    /* sets of formulas: explanations ask again */
    gt_set from;        /* borrowed: where the path begins */
    bool begun, closed; /* the path has a state, ends in a loop */
    bool partial;       /* something a single path cannot show was left out */
    bool shortest;
} checker;

/* ---- sets: what is given is taken over, but for sat's results, which the memo owns ---- */

static gt_set all_states(checker *k)
{
    return k->s->sets->all(k->s->self);
}

static gt_set copy(checker *k, gt_set f)
{
    return f ? k->s->sets->meet(k->s->self, f, f) : NULL;
}

static gt_set negate(checker *k, gt_set f)
{
    gt_set r = k->s->sets->complement(k->s->self, f);
    k->s->sets->drop(k->s->self, f);
    return r;
}

static gt_set meet(checker *k, gt_set f, gt_set g)
{
    gt_set r = k->s->sets->meet(k->s->self, f, g);
    k->s->sets->drop(k->s->self, f);
    k->s->sets->drop(k->s->self, g);
    return r;
}

static gt_set join(checker *k, gt_set f, gt_set g)
{
    return negate(k, meet(k, negate(k, f), negate(k, g)));
}

/* The part of f from which a fair path goes on. */
static gt_set fair_part(checker *k, gt_set f)
{
    return k->fair_states ? meet(k, f, copy(k, k->fair_states)) : f;
}

static gt_set next(checker *k, gt_set f)
{
    gt_set goal = fair_part(k, f), r = k->s->sets->ex(k->s->self, goal);
    k->s->sets->drop(k->s->self, goal);
    return r;
}

static gt_set until(checker *k, gt_set f, gt_set g)
{
    gt_set goal = fair_part(k, g), r = k->s->sets->eu(k->s->self, f, goal);
    k->s->sets->drop(k->s->self, f);
    k->s->sets->drop(k->s->self, goal);
    return r;
}

static gt_set always(checker *k, gt_set f)
{
    gt_set r = k->s->sets->eg(k->s->self, f, &k->fair);
    k->s->sets->drop(k->s->self, f);
    return r;
}

/* ---- formulas ---- */

/* What shows that a temporal formula holds (existential ones) or fails (the others): a path through f to g
 * that `ends` explain, all of them, or else one in h for ever. NULL: there is none of the kind. EX and AX: g
 * is next. */
typedef struct {
    bool next;
    gt_set f, g, h;
    const gt_expr *const *ends;
    uint32_t nends;
} reason;

static gt_set sat(checker *k, const gt_expr *e);

static gt_set has(checker *k, const gt_expr *e, bool value)
{
    return value ? copy(k, sat(k, e)) : k->s->sets->complement(k->s->self, sat(k, e));
}

static bool is_existential(gt_expr_kind kind)
{
    return gt_path_ops[kind].quantifier == GT_QUANTIFIER_E;
}

static reason reason_of(checker *k, const gt_expr *e)
{
    bool is = is_existential(e->kind);
    const gt_expr *const *a = e->kids, *const *b = e->kids + 1;
    switch (e->kind) {
    case GT_EXPR_EX:
    case GT_EXPR_AX: return (reason){.next = true, .g = has(k, *a, is), .ends = a, .nends = 1};
    case GT_EXPR_EF:
    case GT_EXPR_AG: return (reason){.f = all_states(k), .g = has(k, *a, is), .ends = a, .nends = 1};
    case GT_EXPR_EG:
    case GT_EXPR_AF: return (reason){.h = has(k, *a, is)};
    case GT_EXPR_EU:
    case GT_EXPR_EW:
    case GT_EXPR_AR:
        return (reason){.f = has(k, *a, is),
                        .g = has(k, *b, is),
                        .h = e->kind == GT_EXPR_EW ? has(k, *a, is) : NULL,
                        .ends = b,
                        .nends = 1};
    case GT_EXPR_ER:
    case GT_EXPR_AU:
    case GT_EXPR_AW:
        return (reason){.f = has(k, *b, is),
                        .g = meet(k, has(k, *a, is), has(k, *b, is)),
                        .h = e->kind == GT_EXPR_AW ? NULL : has(k, *b, is),
                        .ends = a,
                        .nends = 2};
    case GT_KINDS_OP:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_QUANT:
    case GT_KINDS_LTL:
    case GT_KINDS_PCTL:
    case GT_KINDS_COST:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in a CTL formula", gt_expr_kind_name(e->kind));
}

static gt_set sat_temporal(checker *k, const gt_expr *e)
{
    reason why = reason_of(k, e);
    gt_set r = why.h ? always(k, why.h) : NULL;
    if (why.nends) {
        gt_set path = why.next ? next(k, why.g) : until(k, why.f, why.g);
        r = r ? join(k, path, r) : path;
    }
    return is_existential(e->kind) ? r : negate(k, r);
}

static gt_set sat_logic(checker *k, const gt_expr *e)
{
    const gt_expr *const *kids = e->kids;
    switch (e->kind) {
    case GT_EXPR_NOT: return has(k, kids[0], false);
    case GT_EXPR_IMPLIES: return join(k, has(k, kids[0], false), has(k, kids[1], true));
    case GT_EXPR_IFF:
    case GT_KINDS_EQUALITY: {
        bool same = e->kind != GT_EXPR_NE;
        return join(k, meet(k, has(k, kids[0], true), has(k, kids[1], same)),
                    meet(k, has(k, kids[0], false), has(k, kids[1], !same)));
    }
    case GT_EXPR_ITE:
        return join(k, meet(k, has(k, kids[0], true), has(k, kids[1], true)),
                    meet(k, has(k, kids[0], false), has(k, kids[2], true)));
    case GT_EXPR_AND:
    case GT_EXPR_OR: {
        gt_set all = has(k, kids[0], true);
        for (uint32_t i = 1; i < e->nkids; i++)
            all = e->kind == GT_EXPR_AND ? meet(k, all, has(k, kids[i], true))
                                         : join(k, all, has(k, kids[i], true));
        return all;
    }
    case GT_KINDS_TEMPORAL:
    case GT_KINDS_LEAF:
    case GT_KINDS_SYM:
    case GT_KINDS_POP:
    case GT_EXPR_CVAR:
    case GT_KINDS_ORDER:
    case GT_KINDS_ARITH:
    case GT_KINDS_QUANT:
    case GT_EXPR_KINDS: break;
    }
    gt_ice("%s in a CTL formula", gt_expr_kind_name(e->kind));
}

/* The states where e holds; borrowed. */
static gt_set sat(checker *k, const gt_expr *e)
{
    gt_set set = gt_ptrmap_pointer(&k->known, e);
    if (set)
        return set;
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        set = sat_temporal(k, e);
    else
        set = gt_temporal_in(e) ? sat_logic(k, e) : k->s->sets->atom(k->s->self, e);
    gt_ptrmap_point(&k->known, e, set);
    return set;
}

static bool is_empty(checker *k, gt_set f)
{
    gt_set none = negate(k, all_states(k));
    bool empty = k->s->sets->leq(k->s->self, f, none);
    k->s->sets->drop(k->s->self, none);
    return empty;
}

/* Does it hold in all of `initial`? Since all states are reachable, what is always so can be read off them.
 */
static bool holds_from(checker *k, const gt_expr *e, gt_set initial)
{
    if (e->kind == GT_EXPR_AND && gt_temporal_in(e)) {
        for (uint32_t i = 0; i < e->nkids; i++)
            if (!holds_from(k, e->kids[i], initial))
                return false;
        return true;
    }
    if (e->kind != GT_EXPR_AG)
        return k->s->sets->leq(k->s->self, initial, sat(k, e));
    gt_set all = fair_part(k, all_states(k));
    bool holds = k->s->sets->leq(k->s->self, all, sat(k, e->kids[0]));
    k->s->sets->drop(k->s->self, all);
    return holds;
}

/* ---- paths ---- */

static void explain(checker *k, const gt_expr *e, bool want);

static void begin(checker *k)
{
    if (!k->begun)
        k->s->sets->begin(k->s->self, k->from);
    k->begun = true;
}

static void go_on_for_ever(checker *k, gt_set f)
{
    k->s->sets->lasso(k->s->self, k->from, f, &k->fair);
    k->begun = k->closed = true;
    k->shortest = false;
}

/* The whole path at once, if the engine can: through f to g (f NULL: g is where it begins), then in h for
 * ever. */
static bool take_short_lasso(checker *k, gt_set f, gt_set g, gt_set h)
{
    const gt_sets *sets = k->s->sets;
    bool shortest = false;
    if (k->begun || !sets->short_lasso ||
        !sets->short_lasso(k->s->self, k->from, f, g, h, &k->fair, &shortest))
        return false;
    k->begun = k->closed = true;
    k->shortest = shortest;
    return true;
}

/* The formula that a path must show for ever after it has come to where each of `kids` is `want`: the only
 * temporal one among them. NULL: there is none of the kind, or a choice. */
static const gt_expr *for_ever_after(const gt_expr *const *kids, uint32_t n, bool implies, bool want)
{
    const gt_expr *found = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!gt_temporal_in(kids[i]))
            continue;
        if (found)
            return NULL;
        found = kids[i];
        want = want != (implies && i == 0);
    }
    if (!found)
        return NULL;
    if (found->kind == GT_EXPR_NOT)
        return for_ever_after(found->kids, 1, false, !want);
    if (found->kind == GT_EXPR_AND || found->kind == GT_EXPR_OR || found->kind == GT_EXPR_IMPLIES)
        return (found->kind == GT_EXPR_AND) == want
                   ? for_ever_after(found->kids, found->nkids, found->kind == GT_EXPR_IMPLIES, want)
                   : NULL;
    return found->kind == (want ? GT_EXPR_EG : GT_EXPR_AF) ? found : NULL;
}

static bool is_temporal_any(const gt_expr *const *kids, uint32_t n)
{
    bool any = false;
    for (uint32_t i = 0; i < n; i++)
        any = any || gt_temporal_in(kids[i]);
    return any;
}

/* The whole path at once where `why` ends in what holds for ever, or on a fair path. */
static bool take_short_way(checker *k, const reason *why, bool want)
{
    if (k->begun || why->next)
        return false;
    if (!why->nends)
        return take_short_lasso(k, NULL, k->from, why->h);
    const gt_expr *end = for_ever_after(why->ends, why->nends, false, want);
    bool fair = k->fair.n && !is_temporal_any(why->ends, why->nends);
    if (!end && !fair)
        return false;
    gt_set h = fair ? all_states(k) : has(k, end->kids[0], want);
    bool found = take_short_lasso(k, why->f, why->g, h);
    k->s->sets->drop(k->s->self, h);
    return found;
}

/* Where the path has come to, each of `kids` (all), or one of them, is `want`; of an implication the first is
 * the other way round. Shows one, if possible by a path. */
static void explain_some(checker *k, const gt_expr *const *kids, uint32_t n, bool implies, bool want,
                         bool all)
{
    const gt_expr *chosen = NULL;
    bool chosen_want = want;
    begin(k);
    for (uint32_t i = 0; i < n; i++) {
        bool is = want != (implies && i == 0);
        bool temporal = gt_temporal_in(kids[i]);
        if ((!temporal && all) || k->s->sets->here(k->s->self, sat(k, kids[i])) != is)
            continue;
        if (!temporal)
            return; /* the state says it all */
        if (chosen) {
            k->partial = k->partial || all;
            continue;
        }
        chosen = kids[i];
        chosen_want = is;
    }
    if (chosen)
        explain(k, chosen, chosen_want);
}

static void explain_logic(checker *k, const gt_expr *e, bool want)
{
    bool conj = e->kind == GT_EXPR_AND, implies = e->kind == GT_EXPR_IMPLIES;
    if (e->kind == GT_EXPR_NOT) {
        explain(k, e->kids[0], !want);
    } else if (conj || implies || e->kind == GT_EXPR_OR) {
        explain_some(k, e->kids, e->nkids, implies, want, conj == want);
    } else {
        begin(k);
        k->partial = true;
    }
}

static void explain_temporal(checker *k, const gt_expr *e, bool want)
{
    const gt_sets *sets = k->s->sets;
    void *self = k->s->self;
    reason why = reason_of(k, e);
    bool first = !k->begun, found = false;
    if (why.nends)
        why.g = fair_part(k, why.g);
    if (take_short_way(k, &why, want)) {
        found = true;
    } else if (why.next) {
        begin(k);
        k->closed = sets->step(self, why.g);
        k->shortest = first;
        found = true;
    } else if (why.nends) {
        bool shortest = false;
        found = sets->walk(self, k->from, why.f, why.g, &shortest);
        k->begun = k->begun || found;
        k->shortest = first && shortest && !why.h; /* a lasso may have fewer states */
    }
    if (!found && why.h && !sets->failed(self))
        go_on_for_ever(k, why.h);
    sets->drop(self, why.f);
    sets->drop(self, why.g);
    sets->drop(self, why.h);
    if (!found || k->closed || sets->failed(self))
        return;
    bool more = is_temporal_any(why.ends, why.nends);
    k->shortest = k->shortest && !more;
    if (more)
        explain_some(k, why.ends, why.nends, false, want, true);
    if (k->fair.n && !k->closed && !k->partial && !sets->failed(self)) { /* a fair path does not end */
        gt_set all = all_states(k);
        go_on_for_ever(k, all);
        sets->drop(self, all);
    }
}

/* Extends the path by what shows that e holds (want) or fails. */
static void explain(checker *k, const gt_expr *e, bool want)
{
    if (k->s->sets->failed(k->s->self))
        return;
    if (!gt_temporal_in(e)) {
        begin(k);
    } else if (!gt_expr_in(e->kind, GT_GROUP_TEMPORAL)) {
        explain_logic(k, e, want);
    } else if (is_existential(e->kind) == want) {
        explain_temporal(k, e, want);
    } else { /* all paths have their part in it */
        begin(k);
        k->partial = true;
    }
}

/* ---- properties ---- */

static void show(checker *k, const gt_expr *e, bool holds, gt_set initial, gt_check_result *result)
{
    const gt_sets *sets = k->s->sets;
    gt_set from = sets->meet(k->s->self, initial, initial);
    bool leads = e->kind == (holds ? GT_EXPR_EF : GT_EXPR_AG); /* the path says where it begins */
    if (!leads)
        from = meet(k, from, has(k, e, holds));
    k->from = from;
    explain(k, e, holds);
    result->shortest = k->shortest;
    if (k->partial)
        result->note = "the trace shows one path; the rest of the formula is about all paths from its end";
    sets->drop(k->s->self, from);
}

void gt_temporal_exists(int some, gt_check_result *result)
{
    result->verdict = some < 0 ? GT_VERDICT_UNKNOWN : some ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
    result->note = some < 0
                       ? "`exists` in front needs --encoding dense, and all its counters, for this engine"
                   : some > 0 ? NULL
                              : "no process will do; there is no single path to show";
}

void gt_temporal_check(const gt_structure *s, const gt_prop *prop, const gt_expr *formula, bool trace,
                       gt_check_result *result)
{
    const gt_sets *sets = s->sets;
    checker k = {.s = s};
    if (prop->kind != GT_PROP_INVARIANT) { /* that is about all reachable states, on fair paths or not */
        k.fair = s->fair;
        k.fair_states = s->fair.n ? s->fair_states : NULL;
    }
    gt_set initial = sets->initial(s->self);
    if (prop->kind == GT_PROP_LTL) /* a formula for all fair paths says nothing where there is none */
        initial = fair_part(&k, initial);
    if (prop->nprefix > 0 && prop->prefix_exists) {
        gt_set good = join(&k, has(&k, formula, true), sets->complement(s->self, initial));
        int some = sets->some(s->self, good);
        if (!sets->failed(s->self))
            gt_temporal_exists(some, result);
        sets->drop(s->self, good);
        trace = trace && some > 0;
    } else {
        bool holds = holds_from(&k, formula, initial);
        if (!sets->failed(s->self))
            result->verdict = holds ? GT_VERDICT_HOLDS : GT_VERDICT_FAILS;
    }
    bool holds = result->verdict == GT_VERDICT_HOLDS;
    if (trace && !sets->failed(s->self) &&
        (!holds || (is_existential(formula->kind) && !is_empty(&k, initial))))
        show(&k, formula, holds, initial, result);
    sets->drop(s->self, initial);
    for (size_t i = 0; i < k.known.all.n; i++)
        sets->drop(s->self, (gt_set)(uintptr_t)k.known.all.v[i].value);
    gt_ptrmap_fini(&k.known);
}

gt_structure gt_structure_new(const gt_sets *sets, void *self, uint32_t nfair, const gt_expr *const *fair)
{
    gt_structure s = {sets, self, {nfair, gt_xcalloc((size_t)nfair + 1, sizeof(gt_set))}, NULL};
    for (uint32_t i = 0; i < nfair; i++)
        s.fair.sets[i] = sets->atom(self, fair[i]);
    if (nfair) {
        gt_set all = sets->all(self);
        s.fair_states = sets->eg(self, all, &s.fair);
        sets->drop(self, all);
    }
    return s;
}

void gt_structure_fini(gt_structure *s)
{
    for (uint32_t i = 0; i < s->fair.n; i++)
        s->sets->drop(s->self, s->fair.sets[i]);
    s->sets->drop(s->self, s->fair_states);
    free(s->fair.sets);
}

/* Actions remembered. What a rule does for one process is decided, if the rule is plain, by the shared
 * variables, by the atoms (what plain rules ask of the whole state), by the local state of the process and by
 * which of the named ones it is. So the steps that plain rules make of such a situation are found once, by
 * running them as always; after that they are numbers to be moved. A broadcast is remembered as a map of
 * local states, found as they turn up. */
#include "backends/check/explicit/classes.h"

#include <stdlib.h>

enum {
    MOVER = GT_XWORD_PROCESSES,  /* as a source of a name */
    OTHERS = GT_XWORD_PROCESSES, /* as a role: whom nobody names */
    ROLES = OTHERS + 1,
    MOST_TABLES = 1 << 13, /* of local states */
    TRIAL = 1 << 12        /* situations, after which remembering must pay */
};

/* What a step makes of the processes of a type. */
typedef struct {
    uint8_t named, from[GT_XWORD_PROCESSES]; /* whom the names name afterwards */
    uint8_t nfree, freed[GT_XWORD_PROCESSES];
    uint32_t **maps; /* a broadcast: per role, per local state, what it becomes, + 1; 0: not yet known */
} effect;

typedef struct {
    uint64_t header; /* the shared variables afterwards */
    uint32_t after;  /* the local state of the process that moves */
    bool named;      /* it has a name afterwards */
    uint32_t rule;
    const gt_xbranch *branch;
    int32_t *values; /* of the rule's choices */
    effect effects[];
} action;

typedef struct {
    bool enabled;
    uint32_t n;
    action **v;
} actions;

typedef struct {
    actions ***by; /* per type and role, per local state */
} situation;

struct gt_xmemo {
    gt_arena *arena;
    gt_intern *seen; /* shared variables and atoms */
    int32_t *key;
    GT_VEC(situation) situations;
    GT_VEC(action *) learnt;
    uint32_t ntables;
    uint64_t found, missed;
    bool off;
};

/* ---- plain rules ---- */

static void add_atom(void *arg, const gt_xnode *atom)
{
    gt_xclasses *m = arg;
    for (uint32_t i = 0; i < m->natoms; i++)
        if (m->atoms[i] == atom)
            return;
    if (m->natoms % 16 == 0) {
        const gt_xnode **more = GT_NEW_ARRAY(m->arena, const gt_xnode *, m->natoms + 16);
        if (m->natoms > 0)
            memcpy((void *)more, (const void *)m->atoms, m->natoms * sizeof *more);
        m->atoms = more;
    }
    m->atoms[m->natoms++] = atom;
}

static bool plain_conds(gt_xclasses *m, const gt_xconds *c, uint64_t slots)
{
    bool plain = true;
    for (uint32_t i = 0; i < c->n && plain; i++)
        plain = gt_xnode_plain(c->v[i], slots, add_atom, m);
    return plain;
}

static bool plain_update(gt_xclasses *m, const gt_xupdate *u, uint64_t slots)
{
    if (u->each) {
        if (u->slot >= GT_XDEP_FRAME)
            return false;
        slots |= (uint64_t)1 << u->slot;
    } else if (!u->shared && (u->process || u->slot != 0)) {
        return false;
    }
    return gt_xnode_plain(u->cond, slots, add_atom, m) && gt_xnode_plain(u->value, slots, add_atom, m);
}

static bool is_plain(gt_xclasses *m, const gt_xrule *r)
{
    const gt_rule *rule = r->rule;
    uint64_t slots = 1;
    bool plain = rule->owner && rule->npartners == 0;
    for (uint32_t i = 0; i < rule->nchoices && plain; i++) {
        plain = rule->choices[i]->type.kind != GT_TYPE_ID && r->slots[i] < GT_XDEP_FRAME;
        slots |= plain ? (uint64_t)1 << r->slots[i] : 0;
    }
    for (uint32_t k = 0; k <= rule->nchoices && plain; k++) {
        plain = plain_conds(m, &r->guard.at[k], slots) &&
                (k == rule->nchoices || gt_xnode_plain(r->where[k], slots, add_atom, m));
    }
    for (uint32_t b = 0; b < rule->nbranches && plain; b++) {
        plain = gt_xnode_plain(r->branches[b].prob, slots, add_atom, m);
        for (uint32_t i = 0; i < r->branches[b].nupdates && plain; i++)
            plain = plain_update(m, &r->branches[b].updates[i], slots);
    }
    return plain;
}

void gt_xmemo_prepare(gt_xclasses *m)
{
    m->plain = GT_NEW_ARRAY(m->arena, bool, m->nrules);
    for (uint32_t i = 0; i < m->nrules; i++)
        m->plain[i] = is_plain(m, &m->rules[i]);
}

/* ---- the memory ---- */

struct gt_xmemo *gt_xmemo_new(gt_xclass_worker *w)
{
    struct gt_xmemo *memo = gt_xcalloc(1, sizeof *memo);
    memo->arena = gt_arena_new();
    memo->seen = gt_intern_new(2 + w->model->natoms);
    memo->key = GT_NEW_ARRAY(memo->arena, int32_t, 2 + w->model->natoms);
    return memo;
}

static void forget(struct gt_xmemo *memo)
{
    gt_intern_free(memo->seen);
    gt_arena_free(memo->arena);
    free(memo->situations.v);
    free(memo->learnt.v);
}

void gt_xmemo_free(struct gt_xmemo *memo)
{
    if (memo && !memo->off)
        forget(memo);
    free(memo);
}

/* The situation of the state at hand. */
static const situation *situation_of(gt_xclass_worker *w, uint64_t word)
{
    const gt_xclasses *m = w->model;
    struct gt_xmemo *memo = w->memo;
    uint64_t header = word & (((uint64_t)1 << m->words->header) - 1);
    memo->key[0] = (int32_t)(uint32_t)header;
    memo->key[1] = (int32_t)(uint32_t)(header >> 32);
    for (uint32_t i = 0; i < m->natoms; i++)
        memo->key[2 + i] = (int32_t)gt_xeval(&w->env, m->atoms[i]);
    uint32_t number = gt_intern_put(memo->seen, memo->key);
    if (number == memo->situations.n) {
        situation fresh = {GT_NEW_ARRAY(memo->arena, actions **, (size_t)m->ntypes * ROLES)};
        gt_vec_push(&memo->situations, fresh);
    }
    return &memo->situations.v[number];
}

/* ---- learning ---- */

static int64_t rename_id(const gt_xclass_worker *w, uint32_t type, int32_t id, effect *e, bool *mover)
{
    const gt_xpebble *p = &w->pebbles[0];
    uint32_t from = p->type == type && p->number == (uint32_t)id ? (uint32_t)MOVER : (uint32_t)id - 1;
    for (uint32_t i = 0; i < e->named; i++)
        if (e->from[i] == from)
            return i + 1;
    if (from != MOVER && from >= w->crowds[type].named)
        gt_ice("a name for nobody");
    *mover = *mover || from == MOVER;
    e->from[e->named++] = (uint8_t)from;
    return e->named;
}

static void learn_names(gt_xclass_worker *w, uint32_t type, action *a)
{
    const gt_xclass_type *t = &w->model->types[type];
    effect *e = &a->effects[type];
    for (uint32_t i = 0; i < t->nids; i++) {
        int32_t id = w->next_shared[t->ids[i]];
        w->next_shared[t->ids[i]] = id ? (int32_t)rename_id(w, type, id, e, &a->named) : 0;
    }
    const gt_xpebble *p = &w->pebbles[0];
    for (uint32_t c = 0; c < w->crowds[type].named; c++) {
        bool free = p->type != type || p->group != c;
        for (uint32_t i = 0; i < e->named && free; i++)
            free = e->from[i] != c;
        if (free)
            e->freed[e->nfree++] = (uint8_t)c;
    }
}

void gt_xmemo_learn(gt_xclass_worker *w, const gt_xrule *r, const gt_xbranch *branch)
{
    const gt_xclasses *m = w->model;
    struct gt_xmemo *memo = w->memo;
    gt_xpebble *p = &w->pebbles[0];
    action *a = gt_arena_alloc(memo->arena, 1, sizeof(action) + m->ntypes * sizeof(effect));
    memset(a, 0, sizeof(action) + m->ntypes * sizeof(effect));
    a->rule = (uint32_t)(r - m->rules);
    a->branch = branch;
    a->values = GT_NEW_ARRAY(memo->arena, int32_t, r->rule->nchoices + 1);
    for (uint32_t i = 0; i < r->rule->nchoices; i++)
        a->values[i] = w->env.value[r->slots[i]];
    a->after = gt_xclass_local(w, p->type, p->group, p->changed);
    p->changed = 0;
    for (uint32_t t = 0; t < m->ntypes; t++)
        learn_names(w, t, a);
    for (uint32_t i = 0; i < m->sym->nshared; i++) {
        gt_xfield f = m->shared[i];
        a->header |= (uint64_t)((int64_t)w->next_shared[i] - f.lo) << f.at;
    }
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_xupdate *u = &branch->updates[i];
        if (u->each && !a->effects[u->type].maps)
            a->effects[u->type].maps = GT_NEW_ARRAY(memo->arena, uint32_t *, ROLES);
    }
    gt_vec_push(&memo->learnt, a);
}

/* NULL: it could not be finished. */
static const actions *learn(gt_xclass_worker *w, uint32_t type, uint32_t group, const gt_xlocal *local)
{
    struct gt_xmemo *memo = w->memo;
    bool enabled = w->enabled;
    memo->learnt.n = 0;
    w->enabled = false;
    w->learning = true;
    gt_xclass_interpret(w, type, group, local->rules, local->nplain);
    w->learning = false;
    actions *found = GT_NEW(memo->arena, actions);
    *found = (actions){w->enabled, (uint32_t)memo->learnt.n,
                       gt_arena_copy(memo->arena, memo->learnt.v, memo->learnt.n, sizeof(action *))};
    w->enabled = enabled;
    return w->sink->full ? NULL : found;
}

static const actions *find(gt_xclass_worker *w, const situation *s, uint32_t type, uint32_t group,
                           const gt_xlocal *local)
{
    struct gt_xmemo *memo = w->memo;
    const gt_xcrowd *c = &w->crowds[type];
    actions ***table = &s->by[type * ROLES + (group < c->named ? group : (uint32_t)OTHERS)];
    uint32_t number = c->local[group];
    if (!*table) {
        *table = GT_NEW_ARRAY(memo->arena, actions *, GT_XWORD_LOCALS);
        memo->ntables++;
    }
    if ((*table)[number]) {
        memo->found++;
        return (*table)[number];
    }
    memo->missed++;
    const actions *found = learn(w, type, group, local);
    (*table)[number] = (actions *)found;
    return found;
}

/* ---- what all are told ---- */

static uint32_t *map_entry(gt_xclass_worker *w, effect *e, uint32_t role, uint32_t local)
{
    if (!e->maps[role])
        e->maps[role] = GT_NEW_ARRAY(w->memo->arena, uint32_t, GT_XWORD_LOCALS);
    return &e->maps[role][local];
}

/* Finds what the broadcasts of the action make of everybody in the state at hand. */
static void teach(gt_xclass_worker *w, action *a, uint32_t type, uint32_t group)
{
    const gt_xrule *r = &w->model->rules[a->rule];
    gt_xclass_stand(w, type, group);
    for (uint32_t i = 0; i < r->rule->nchoices; i++)
        w->env.value[r->slots[i]] = a->values[i];
    w->nrows = 0;
    for (uint32_t i = 0; i < a->branch->nupdates; i++)
        if (a->branch->updates[i].each)
            gt_xclass_tell(w, &a->branch->updates[i]);
    for (uint32_t t = 0; t < w->model->ntypes; t++) {
        gt_xcrowd *c = &w->crowds[t];
        for (uint32_t i = 0; i < c->n && a->effects[t].maps; i++) {
            if (c->used[i] < c->count[i]) {
                uint32_t role = i < c->named ? i : (uint32_t)OTHERS;
                *map_entry(w, &a->effects[t], role, c->local[i]) =
                    gt_xclass_local(w, t, i, c->changed[i]) + 1;
            }
            c->changed[i] = 0;
        }
    }
    gt_xclass_leave(w);
}

/* The local state afterwards of who had `local` in that role; false: not known yet. */
static inline bool mapped(const effect *e, uint32_t role, uint32_t *local)
{
    if (!e->maps)
        return true;
    uint32_t to = e->maps[role] ? e->maps[role][*local] : 0;
    *local = to - 1;
    return to != 0;
}

/* ---- taking steps ---- */

static inline void insert(gt_xflat *f, uint32_t local)
{
    uint32_t at = f->n++;
    for (; at > 0 && f->rest[at - 1] > local; at--)
        f->rest[at] = f->rest[at - 1];
    f->rest[at] = local;
}

/* The processes of a type afterwards; skip: the place of the one that moves among those whom nobody names.
 * False: some broadcast is not known yet. */
static inline bool change(const gt_xflat *from, const effect *e, uint32_t after, uint32_t skip, gt_xflat *to)
{
    bool known = true;
    to->named = e->named;
    to->n = 0;
    for (uint32_t i = 0; i < e->named; i++) {
        uint32_t local = after;
        if (e->from[i] != MOVER) {
            local = from->names[e->from[i]];
            known = known && mapped(e, e->from[i], &local);
        }
        to->names[i] = local;
    }
    for (uint32_t i = 0; i < from->n && known; i++) {
        uint32_t local = from->rest[i];
        if (i != skip && !e->maps) {
            to->rest[to->n++] = local;
        } else if (i != skip) {
            known = mapped(e, OTHERS, &local);
            insert(to, local);
        }
    }
    for (uint32_t i = 0; i < e->nfree && known; i++) {
        uint32_t local = from->names[e->freed[i]];
        known = mapped(e, e->freed[i], &local);
        insert(to, local);
    }
    return known;
}

typedef enum { TAKEN, UNKNOWN, TOO_LARGE } outcome;

static inline outcome take(gt_xclass_worker *w, const action *a, uint32_t type, uint32_t group)
{
    const gt_xclasses *m = w->model;
    const gt_xcrowd *c = &w->crowds[type];
    uint64_t word = a->header;
    uint32_t at = m->words->header;
    for (uint32_t t = 0; t < m->ntypes; t++) {
        gt_xflat to;
        uint32_t skip = t == type && group >= c->named ? c->first[group] - c->named - 1 : UINT32_MAX;
        if (!change(&w->flat[t], &a->effects[t], a->after, skip, &to))
            return UNKNOWN;
        if (t == type && !a->named)
            insert(&to, a->after);
        if (!gt_xwords_add(m, t, &to, &at, &word))
            return TOO_LARGE;
    }
    w->sink->emit(w->sink, (const uint8_t *)&word, sizeof word);
    return TAKEN;
}

static void take_all(gt_xclass_worker *w, const actions *found, uint32_t type, uint32_t group)
{
    w->enabled = w->enabled || found->enabled;
    for (uint32_t i = 0; i < found->n && !gt_sink_full(w->sink); i++) {
        action *a = found->v[i];
        outcome out = take(w, a, type, group);
        if (out == UNKNOWN) {
            teach(w, a, type, group);
            out = take(w, a, type, group);
        }
        if (out != TAKEN)
            gt_xclass_interpret(w, type, group, &a->rule, 1);
    }
}

/* Remembering is given up where situations hardly ever come back. */
static bool pays(struct gt_xmemo *memo)
{
    if (memo->ntables > MOST_TABLES || (memo->missed > TRIAL && memo->found < 4 * memo->missed)) {
        forget(memo);
        memo->off = true;
    }
    return !memo->off;
}

void gt_xmemo_fire(gt_xclass_worker *w, uint64_t word)
{
    const gt_xclasses *m = w->model;
    if (w->memo->off || !pays(w->memo)) {
        gt_xclass_fire(w);
        return;
    }
    gt_xclass_begin(w);
    const situation *s = situation_of(w, word);
    for (uint32_t t = 0; t < m->ntypes; t++) {
        const gt_xcrowd *c = &w->crowds[t];
        for (uint32_t i = 0; i < c->n && !w->sink->full; i++) {
            const gt_xlocal *local = gt_xclass_rules(w, t, c->local[i], c->rows[i]);
            const actions *found = local->nplain ? find(w, s, t, i, local) : NULL;
            if (found)
                take_all(w, found, t, i);
            if (local->nplain < local->nrules)
                gt_xclass_interpret(w, t, i, local->rules + local->nplain, local->nrules - local->nplain);
        }
    }
}

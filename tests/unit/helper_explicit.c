#include "helper_explicit.h"

#include <stdlib.h>
#include <string.h>

/* ---- evaluation ---- */

int64_t ex_eval(const gt_expr *e, const int32_t *state)
{
    int64_t args[16], *big = e->nkids > 16 ? gt_xmalloc(e->nkids, sizeof *big) : args;
    if (e->kind == GT_EXPR_CONST)
        return e->u.value;
    if (e->kind == GT_EXPR_CVAR)
        return state[e->u.index];
    if (e->kind == GT_EXPR_ITE)
        return ex_eval(e->kids[ex_eval(e->kids[0], state) ? 1 : 2], state);
    for (uint32_t i = 0; i < e->nkids; i++)
        big[i] = ex_eval(e->kids[i], state);
    int64_t r = gt_expr_apply(e->kind, big, e->nkids);
    if (big != args)
        free(big);
    return r;
}

static bool possible(const gt_cmd_branch *b)
{
    return !b->prob || b->prob->kind != GT_EXPR_REAL || b->prob->u.real.num > 0;
}

/* ---- the graph ---- */

static size_t bytes(const ex_graph *g)
{
    return g->cmds->nvars * sizeof(int32_t);
}

static uint32_t *slot(const ex_graph *g, const int32_t *state)
{
    size_t i = (size_t)gt_hash_bytes(state, bytes(g)) & (g->cap - 1);
    while (g->index[i] && memcmp(g->states.v[g->index[i] - 1], state, bytes(g)) != 0)
        i = (i + 1) & (g->cap - 1);
    return &g->index[i];
}

static uint32_t intern(ex_graph *g, const int32_t *state, uint32_t max)
{
    uint32_t *s = slot(g, state);
    if (*s)
        return *s - 1;
    if (g->states.n >= max) {
        g->overflow = true;
        return 0;
    }
    int32_t *copy = gt_xmalloc(g->cmds->nvars, sizeof *copy);
    memcpy(copy, state, bytes(g));
    gt_vec_push(&g->states, copy);
    *s = (uint32_t)g->states.n;
    return *s - 1;
}

int64_t ex_find(const ex_graph *g, const int32_t *state)
{
    return (int64_t)*slot(g, state) - 1;
}

static void initial(ex_graph *g, int32_t *state, uint32_t step, uint32_t max)
{
    if (step == g->cmds->ninit) {
        intern(g, state, max);
        return;
    }
    const gt_init_step *s = &g->cmds->init[step];
    int64_t lo = ex_eval(s->lo, state), hi = ex_eval(s->hi, state);
    for (int64_t v = lo; v <= hi; v++) {
        state[s->var] = (int32_t)v;
        if (!s->where || ex_eval(s->where, state))
            initial(g, state, step + 1, max);
    }
}

static void successors(ex_graph *g, uint32_t from, int32_t *next, uint32_t max)
{
    bool enabled = false;
    for (uint32_t c = 0; c < g->cmds->ncmds; c++) {
        const gt_cmd *cmd = &g->cmds->cmds[c];
        if (!ex_eval(cmd->guard, g->states.v[from]))
            continue;
        enabled = true;
        for (uint32_t b = 0; b < cmd->nbranches; b++) {
            const gt_cmd_branch *branch = &cmd->branches[b];
            if (!possible(branch))
                continue;
            memcpy(next, g->states.v[from], bytes(g));
            for (uint32_t i = 0; i < branch->nassigns; i++)
                next[branch->assigns[i].var] = (int32_t)ex_eval(branch->assigns[i].value, g->states.v[from]);
            uint32_t to = intern(g, next, max);
            gt_vec_push(&g->edges, ((ex_edge){from, to, (int32_t)c}));
        }
    }
    if (!enabled)
        gt_vec_push(&g->edges, ((ex_edge){from, from, -1}));
    g->dead[from] = !enabled;
}

void ex_build(ex_graph *g, const gt_cmds *cmds, uint32_t max)
{
    *g = (ex_graph){.cmds = cmds, .cap = 16};
    while (g->cap < 4 * (size_t)max)
        g->cap *= 2;
    g->index = gt_xcalloc(g->cap, sizeof *g->index);
    g->first = gt_xcalloc(max + 2, sizeof *g->first);
    g->dead = gt_xcalloc(max + 2, sizeof *g->dead);
    int32_t *scratch = gt_xcalloc(cmds->nvars + 1, sizeof *scratch);
    initial(g, scratch, 0, max);
    g->ninit = (uint32_t)g->states.n;
    for (uint32_t s = 0; s < g->states.n && !g->overflow; s++) {
        g->first[s] = (uint32_t)g->edges.n;
        successors(g, s, scratch, max);
    }
    g->first[g->states.n] = (uint32_t)g->edges.n;
    free(scratch);
}

void ex_free(ex_graph *g)
{
    for (size_t i = 0; i < g->states.n; i++)
        free(g->states.v[i]);
    free(g->states.v);
    free(g->edges.v);
    free(g->index);
    free(g->first);
    free(g->dead);
}

bool ex_has_edge(const ex_graph *g, uint32_t from, uint32_t to, int32_t cmd)
{
    for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++)
        if (g->edges.v[e].to == to && (cmd == -2 || g->edges.v[e].cmd == cmd))
            return true;
    return false;
}

int64_t ex_distance(const ex_graph *g, const gt_expr *f, bool value)
{
    uint32_t n = (uint32_t)g->states.n, head = 0, tail = 0;
    uint32_t *queue = gt_xmalloc(n + 1, sizeof *queue);
    int64_t *dist = gt_xmalloc(n + 1, sizeof *dist), found = -1;
    for (uint32_t s = 0; s < n; s++) {
        dist[s] = s < g->ninit ? 0 : -1;
        if (s < g->ninit)
            queue[tail++] = s;
    }
    while (head < tail && found < 0) {
        uint32_t s = queue[head++];
        bool here = f ? (ex_eval(f, g->states.v[s]) != 0) == value : g->dead[s];
        if (here)
            found = dist[s];
        for (uint32_t e = g->first[s]; e < g->first[s + 1]; e++) {
            uint32_t t = g->edges.v[e].to;
            if (dist[t] < 0) {
                dist[t] = dist[s] + 1;
                queue[tail++] = t;
            }
        }
    }
    free(queue);
    free(dist);
    return found;
}

/* ---- sets and fixpoints on any graph given by its edges ---- */

typedef struct {
    uint32_t n, nedges;
    const ex_edge *edges;
} plain;

/* set := E[f U set] */
static void until(plain p, const bool *f, bool *set)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t e = p.nedges; e-- > 0;)
            if (!set[p.edges[e].from] && f[p.edges[e].from] && set[p.edges[e].to]) {
                set[p.edges[e].from] = true;
                more = true;
            }
    }
}

/* Edges by their first state. */
static uint32_t *by_source(plain p, uint32_t **order)
{
    uint32_t *start = gt_xcalloc(p.n + 2, sizeof *start);
    *order = gt_xmalloc(p.nedges + 1, sizeof **order);
    for (uint32_t e = 0; e < p.nedges; e++)
        start[p.edges[e].from + 2]++;
    for (uint32_t s = 2; s < p.n + 2; s++)
        start[s] += start[s - 1];
    for (uint32_t e = 0; e < p.nedges; e++)
        (*order)[start[p.edges[e].from + 1]++] = e;
    return start; /* of state s: start[s] .. start[s + 1] - 1 */
}

/* Strongly connected components of the part f, by Tarjan, without recursion. component[s]: a number, or
 * UINT32_MAX. */
static uint32_t components(plain p, const bool *f, uint32_t *component)
{
    uint32_t *order, *start = by_source(p, &order), *low = gt_xcalloc(p.n + 1, sizeof *low);
    uint32_t *seen = gt_xcalloc(p.n + 1, sizeof *seen), *edge = gt_xcalloc(p.n + 1, sizeof *edge);
    uint32_t *path = gt_xmalloc(p.n + 1, sizeof *path), *open = gt_xmalloc(p.n + 1, sizeof *open);
    uint32_t clock = 0, count = 0, nopen = 0;
    for (uint32_t s = 0; s < p.n; s++)
        component[s] = UINT32_MAX;
    for (uint32_t root = 0; root < p.n; root++) {
        uint32_t depth = 0;
        if (!f[root] || seen[root])
            continue;
        path[depth++] = root;
        while (depth > 0) {
            uint32_t s = path[depth - 1];
            if (!seen[s]) {
                seen[s] = low[s] = ++clock;
                edge[s] = start[s];
                open[nopen++] = s;
            }
            if (edge[s] < start[s + 1]) {
                uint32_t t = p.edges[order[edge[s]]].to;
                if (f[t] && !seen[t]) {
                    path[depth++] = t;
                    continue;
                }
                if (f[t] && component[t] == UINT32_MAX && low[t] < low[s])
                    low[s] = low[t];
                edge[s]++;
                continue;
            }
            if (low[s] == seen[s]) {
                while (open[nopen - 1] != s)
                    component[open[--nopen]] = count;
                component[open[--nopen]] = count++;
            }
            depth--;
        }
    }
    free(order);
    free(start);
    free(low);
    free(seen);
    free(edge);
    free(path);
    free(open);
    return count;
}

/* out := states of f on a cycle inside f whose component meets every constraint */
static void fair_cycles(plain p, const bool *f, uint32_t nfair, bool *const *fair, bool *out)
{
    uint32_t *component = gt_xmalloc(p.n + 1, sizeof *component), count = components(p, f, component);
    bool *good = gt_xcalloc(count + 1, 1), *met = gt_xmalloc(count + 1, 1);
    for (uint32_t e = 0; e < p.nedges; e++)
        if (f[p.edges[e].from] && component[p.edges[e].from] == component[p.edges[e].to])
            good[component[p.edges[e].from]] = true;
    for (uint32_t k = 0; k < nfair; k++) {
        memset(met, 0, count);
        for (uint32_t s = 0; s < p.n; s++)
            if (f[s] && fair[k][s])
                met[component[s]] = true;
        for (uint32_t c = 0; c < count; c++)
            good[c] = good[c] && met[c];
    }
    for (uint32_t s = 0; s < p.n; s++)
        out[s] = f[s] && good[component[s]];
    free(component);
    free(good);
    free(met);
}

/* ---- CTL ---- */

typedef struct {
    const ex_graph *g;
    plain p;
    bool **fair, *fair_states;
} ctl_env;

static bool *flags(const ctl_env *env)
{
    return gt_xcalloc(env->p.n + 1, 1);
}

static bool *eg(const ctl_env *env, const bool *f)
{
    bool *r = flags(env);
    fair_cycles(env->p, f, env->g->cmds->nfair, env->fair, r);
    until(env->p, f, r);
    return r;
}

static bool *eu(const ctl_env *env, const bool *f, const bool *g)
{
    bool *r = flags(env);
    for (uint32_t s = 0; s < env->p.n; s++)
        r[s] = g[s] && env->fair_states[s];
    until(env->p, f, r);
    return r;
}

static bool *ex(const ctl_env *env, const bool *f)
{
    bool *r = flags(env);
    for (uint32_t e = 0; e < env->p.nedges; e++)
        if (f[env->p.edges[e].to] && env->fair_states[env->p.edges[e].to])
            r[env->p.edges[e].from] = true;
    return r;
}

static bool *inverse(const ctl_env *env, bool *f, bool reuse)
{
    bool *r = reuse ? f : flags(env);
    for (uint32_t s = 0; s < env->p.n; s++)
        r[s] = !f[s];
    return r;
}

static bool *join(const ctl_env *env, const bool *a, const bool *b, bool conj)
{
    bool *r = flags(env);
    for (uint32_t s = 0; s < env->p.n; s++)
        r[s] = conj ? a[s] && b[s] : a[s] || b[s];
    return r;
}

static bool temporal(const gt_expr *e)
{
    bool r = gt_expr_in(e->kind, GT_GROUP_TEMPORAL);
    for (uint32_t i = 0; i < e->nkids && !r; i++)
        r = temporal(e->kids[i]);
    return r;
}

static bool *ctl(const ctl_env *env, const gt_expr *e)
{
    bool *r = NULL, *a = NULL, *b = NULL, *x = NULL, *y = NULL;
    if (!temporal(e)) {
        r = flags(env);
        for (uint32_t s = 0; s < env->p.n; s++)
            r[s] = ex_eval(e, env->g->states.v[s]) != 0;
        return r;
    }
    a = ctl(env, e->kids[0]);
    b = e->nkids > 1 ? ctl(env, e->kids[1]) : flags(env);
    bool *na = inverse(env, a, false), *nb = inverse(env, b, false), *all = inverse(env, flags(env), true);
    gt_expr_kind k = e->kind;
    if (k == GT_EXPR_NOT)
        r = inverse(env, a, false);
    else if (k == GT_EXPR_AND || k == GT_EXPR_OR)
        r = join(env, a, b, k == GT_EXPR_AND);
    else if (k == GT_EXPR_IMPLIES)
        r = join(env, na, b, false);
    else if (k == GT_EXPR_IFF) {
        r = flags(env);
        for (uint32_t s = 0; s < env->p.n; s++)
            r[s] = a[s] == b[s];
    } else if (k == GT_EXPR_EX)
        r = ex(env, a);
    else if (k == GT_EXPR_AX)
        r = inverse(env, ex(env, na), true);
    else if (k == GT_EXPR_EF)
        r = eu(env, all, a);
    else if (k == GT_EXPR_AG)
        r = inverse(env, eu(env, all, na), true);
    else if (k == GT_EXPR_EG)
        r = eg(env, a);
    else if (k == GT_EXPR_AF)
        r = inverse(env, eg(env, na), true);
    else if (k == GT_EXPR_EU)
        r = eu(env, a, b);
    else if (k == GT_EXPR_EW)
        r = join(env, x = eu(env, a, b), y = eg(env, a), false);
    else if (k == GT_EXPR_ER) {
        bool *ab = join(env, a, b, true);
        r = join(env, x = eu(env, b, ab), y = eg(env, b), false);
        free(ab);
    } else if (k == GT_EXPR_AR)
        r = inverse(env, eu(env, na, nb), true);
    else { /* AU, AW */
        bool *nn = join(env, na, nb, true);
        x = eu(env, nb, nn);
        y = k == GT_EXPR_AU ? eg(env, nb) : flags(env);
        r = inverse(env, join(env, x, y, false), true);
        free(nn);
    }
    free(a);
    free(b);
    free(na);
    free(nb);
    free(all);
    free(x);
    free(y);
    return r;
}

/* ---- LTL: product with truth values of the temporal subformulas one step later ---- */

typedef struct {
    GT_VEC(const gt_expr *) ops; /* temporal subformulas; bit i of a promise: op i holds in the next state */
} promises;

static void collect(promises *p, const gt_expr *e)
{
    if (gt_expr_in(e->kind, GT_GROUP_TEMPORAL))
        gt_vec_push(&p->ops, e);
    for (uint32_t i = 0; i < e->nkids; i++)
        collect(p, e->kids[i]);
}

/* Value of e in a state, given what is promised for the next one: for X g that g, for others that they hold.
 */
static bool full_value(const promises *p, const gt_expr *e, const int32_t *state, uint32_t promised)
{
    if (!temporal(e))
        return ex_eval(e, state) != 0;
    uint32_t i = 0;
    while (i < p->ops.n && p->ops.v[i] != e)
        i++;
    bool later = promised >> i & 1;
    if (e->kind == GT_EXPR_X)
        return later;
    bool a = full_value(p, e->kids[0], state, promised);
    bool b = e->nkids > 1 && full_value(p, e->kids[1], state, promised);
    if (e->kind == GT_EXPR_F)
        return a || later;
    if (e->kind == GT_EXPR_G)
        return a && later;
    if (e->kind == GT_EXPR_U || e->kind == GT_EXPR_W)
        return b || (a && later);
    if (e->kind == GT_EXPR_R)
        return b && (a || later);
    int64_t args[2] = {a, b};
    return gt_expr_apply(e->kind, args, e->nkids) != 0;
}

static bool ltl_holds(const ctl_env *env, const gt_expr *e)
{
    promises pr = {0};
    collect(&pr, e);
    uint32_t nops = (uint32_t)pr.ops.n, width = 1u << nops, n = env->p.n * width;
    GT_VEC(ex_edge) edges = {0};
    uint32_t *now =
        gt_xcalloc(n + 1, sizeof *now); /* what holds: for X its body, for others the operator itself */
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t i = 0; i < nops; i++) {
            const gt_expr *op = pr.ops.v[i];
            const gt_expr *due = op->kind == GT_EXPR_X ? op->kids[0] : op;
            now[v] |= (uint32_t)full_value(&pr, due, env->g->states.v[v / width], v % width) << i;
        }
    for (uint32_t k = 0; k < env->p.nedges; k++)
        for (uint32_t a = 0; a < width; a++)
            for (uint32_t b = 0; b < width; b++)
                if (now[env->p.edges[k].to * width + b] == a)
                    gt_vec_push(&edges, ((ex_edge){env->p.edges[k].from * width + a,
                                                   env->p.edges[k].to * width + b, 0}));
    uint32_t nfair = env->g->cmds->nfair;
    bool **fair = gt_xcalloc(nfair + nops + 1, sizeof *fair);
    for (uint32_t i = 0; i < nfair + nops; i++) {
        fair[i] = gt_xcalloc(n + 1, 1);
        for (uint32_t v = 0; v < n; v++) {
            const int32_t *state = env->g->states.v[v / width];
            if (i < nfair) {
                fair[i][v] = env->fair[i][v / width];
                continue;
            }
            const gt_expr *op =
                pr.ops.v[i - nfair]; /* what is promised comes; what is denied for ever is broken */
            bool holds = full_value(&pr, op, state, v % width);
            bool a = op->kind != GT_EXPR_X && full_value(&pr, op->kids[0], state, v % width);
            bool b = op->nkids > 1 && full_value(&pr, op->kids[1], state, v % width);
            fair[i][v] = op->kind == GT_EXPR_F   ? !holds || a
                         : op->kind == GT_EXPR_G ? holds || !a
                         : op->kind == GT_EXPR_U ? !holds || b
                         : op->kind == GT_EXPR_R ? holds || !b
                         : op->kind == GT_EXPR_W ? holds || (!a && !b)
                                                 : true;
        }
    }
    plain p = {n, (uint32_t)edges.n, edges.v};
    bool *all = gt_xmalloc(n + 1, 1), *good = gt_xcalloc(n + 1, 1), holds = true;
    memset(all, 1, n);
    fair_cycles(p, all, nfair + nops, fair, good);
    until(p, all, good);
    for (uint32_t v = 0; v < env->g->ninit * width; v++)
        if (good[v] && !full_value(&pr, e, env->g->states.v[v / width], v % width))
            holds = false;
    for (uint32_t i = 0; i < nfair + nops; i++)
        free(fair[i]);
    free(fair);
    free(all);
    free(good);
    free(now);
    free(edges.v);
    free(pr.ops.v);
    return holds;
}

bool ex_holds(const ex_graph *g, const gt_cmd_prop *prop)
{
    gt_prop_kind kind = prop->origin->kind;
    if (kind == GT_PROP_INVARIANT || kind == GT_PROP_NOERROR || kind == GT_PROP_DEADLOCK)
        return ex_distance(g, prop->formula, false) < 0;
    ctl_env env = {.g = g, .p = {(uint32_t)g->states.n, (uint32_t)g->edges.n, g->edges.v}};
    uint32_t nfair = g->cmds->nfair;
    env.fair = gt_xcalloc(nfair + 1, sizeof *env.fair);
    for (uint32_t i = 0; i < nfair; i++) {
        env.fair[i] = flags(&env);
        for (uint32_t s = 0; s < env.p.n; s++)
            env.fair[i][s] = ex_eval(g->cmds->fair[i], g->states.v[s]) != 0;
    }
    bool *all = inverse(&env, flags(&env), true), holds = true;
    env.fair_states = eg(&env, all);
    if (kind == GT_PROP_LTL) {
        holds = ltl_holds(&env, prop->formula);
    } else {
        bool *set = ctl(&env, prop->formula);
        for (uint32_t s = 0; s < g->ninit; s++)
            holds = holds && set[s];
        free(set);
    }
    for (uint32_t i = 0; i < nfair; i++)
        free(env.fair[i]);
    free(env.fair);
    free(env.fair_states);
    free(all);
    return holds;
}

/* ---- lassos ---- */

/* Values of e at all positions of the lasso. */
static bool *along(const gt_abs_trace *t, const gt_expr *e)
{
    uint32_t n = t->nstates;
    bool *r = gt_xcalloc(n + 1, 1), *a, *b;
    if (!temporal(e)) {
        for (uint32_t i = 0; i < n; i++)
            r[i] = ex_eval(e, t->states[i]) != 0;
        return r;
    }
    a = along(t, e->kids[0]);
    b = e->nkids > 1 ? along(t, e->kids[1]) : gt_xcalloc(n + 1, 1);
    gt_expr_kind k = e->kind;
    bool greatest = k == GT_EXPR_G || k == GT_EXPR_W || k == GT_EXPR_R;
    memset(r, greatest, n);
    for (uint32_t round = 0; round < 2 * n + 2; round++)
        for (uint32_t i = n; i-- > 0;) {
            bool later = r[i + 1 < n ? i + 1 : (uint32_t)t->loop_start];
            bool next = a[i + 1 < n ? i + 1 : (uint32_t)t->loop_start];
            int64_t args[2] = {a[i], b[i]};
            r[i] = k == GT_EXPR_X                     ? next
                   : k == GT_EXPR_F                   ? a[i] || later
                   : k == GT_EXPR_G                   ? a[i] && later
                   : k == GT_EXPR_U || k == GT_EXPR_W ? b[i] || (a[i] && later)
                   : k == GT_EXPR_R                   ? b[i] && (a[i] || later)
                                                      : gt_expr_apply(k, args, e->nkids) != 0;
        }
    free(a);
    free(b);
    return r;
}

bool ex_lasso_satisfies(const gt_abs_trace *t, const gt_expr *e)
{
    bool *r = along(t, e), first = r[0];
    free(r);
    return first;
}

bool ex_lasso_fair(const gt_cmds *cmds, const gt_abs_trace *t)
{
    for (uint32_t f = 0; f < cmds->nfair; f++) {
        bool met = false;
        for (uint32_t i = (uint32_t)t->loop_start; i < t->nstates; i++)
            met = met || ex_eval(cmds->fair[f], t->states[i]);
        if (!met)
            return false;
    }
    return true;
}

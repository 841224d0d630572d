/* The search backward: bad states, then those from which they are reached, a step more each time. */
#include "backends/check/cofactor/cofactor.h"
#include "runtime/base.h"

#include <stdlib.h>

typedef GT_VEC(gt_lit) literals;

/* ---- sets of other states ---- */

/* Every input of the graph stays as it is; by its number. */
static gt_lit *same_inputs(const gt_aig *g)
{
    gt_lit *by_input = gt_xcalloc((size_t)g->ninputs + 1, sizeof *by_input);
    for (uint32_t n = 1; n < g->nodes.n; n++)
        if (gt_aig_is_input(g, n))
            by_input[g->nodes.v[n].b] = 2 * n;
    return by_input;
}

static uint32_t place(const gt_cofactor *k, gt_lit input)
{
    return k->circuit->aig.nodes.v[gt_lit_node(input)].b;
}

/* The roots with the state of the latches replaced, in place; `inputs` (may be NULL): the circuit's. */
static void put(gt_cofactor *k, gt_cofactor_state state, gt_cofactor_state inputs, gt_lit *roots, size_t n)
{
    gt_circuit *c = k->circuit;
    gt_lit *by_input = same_inputs(&c->aig);
    for (size_t l = 0; l < c->latches.n; l++)
        by_input[place(k, c->latches.v[l].now)] = state[l];
    for (size_t i = 0; i < c->inputs.n && inputs; i++)
        by_input[place(k, c->inputs.v[i].now)] = inputs[i];
    gt_aig_replace(&c->aig, by_input, roots, n);
    free(by_input);
}

static gt_lit at(gt_cofactor *k, gt_cofactor_state state, gt_lit set)
{
    put(k, state, NULL, &set, 1);
    return set;
}

/* What `x` is when these inputs of the graph are what the solver's answer says. */
static gt_lit cofactor(gt_cofactor *k, gt_lit x, const literals *inputs)
{
    gt_lit *by_input = same_inputs(&k->circuit->aig);
    for (size_t i = 0; i < inputs->n; i++)
        by_input[place(k, inputs->v[i])] = gt_gates_value(&k->gates, inputs->v[i]);
    gt_aig_replace(&k->circuit->aig, by_input, &x, 1);
    free(by_input);
    return x;
}

/* ---- steps ---- */

static gt_lit *copy(const gt_lit *v, size_t n)
{
    gt_lit *other = gt_xcalloc(n + 1, sizeof *other);
    for (size_t i = 0; i < n; i++)
        other[i] = v[i];
    return other;
}

/* The state after `steps` steps from `now`. */
static gt_cofactor_state state_after(gt_cofactor *k, uint32_t steps)
{
    gt_circuit *c = k->circuit;
    while (k->states.n <= steps) {
        gt_lit *inputs = gt_xcalloc(c->inputs.n + 1, sizeof *inputs);
        gt_lit *next = gt_xcalloc(c->latches.n + 1, sizeof *next);
        for (size_t i = 0; i < c->inputs.n; i++) /* those of the first step also choose the initial state */
            inputs[i] = k->inputs.n ? gt_aig_input(&c->aig) : c->inputs.v[i].now;
        for (size_t l = 0; l < c->latches.n; l++)
            next[l] = c->latches.v[l].next;
        put(k, k->states.v[k->states.n - 1], inputs, next, c->latches.n);
        gt_vec_push(&k->inputs, inputs);
        gt_vec_push(&k->states, next);
    }
    return k->states.v[steps];
}

static literals inputs_until(const gt_cofactor *k, uint32_t steps)
{
    literals all = {0};
    for (uint32_t s = 0; s < steps; s++)
        for (size_t i = 0; i < k->circuit->inputs.n; i++)
            gt_vec_push(&all, k->inputs.v[s][i]);
    return all;
}

/* ---- questions ---- */

/* Whether there are values for which all of these hold, and `blocked` (0: nothing). */
static gt_sat_answer ask(gt_cofactor *k, const gt_lit *all, size_t n, int blocked)
{
    for (size_t i = 0; i < n; i++)
        (void)gt_gates_literal(&k->gates, all[i]);
    for (size_t i = 0; i < n; i++)
        gt_sat_assume(k->gates.sat, gt_gates_literal(&k->gates, all[i]));
    if (blocked)
        gt_sat_assume(k->gates.sat, blocked);
    return gt_sat_solve(k->gates.sat);
}

static void block(gt_cofactor *k, int blocked, gt_lit set)
{
    int clause[] = {-blocked, -gt_gates_literal(&k->gates, set)};
    gt_sat_clause(k->gates.sat, 2, clause);
}

/* The states among `from` for which some values of the inputs make `goal` hold, and that are not blocked;
 * then they are. May find others for which it does. *found: how many circuits. False: a limit. */
static bool eliminate(gt_cofactor *k, gt_lit goal, const literals *inputs, gt_lit from, int blocked,
                      gt_lit *set, uint64_t *found)
{
    const gt_lit all[] = {goal, from, k->domain};
    *set = GT_LIT_FALSE;
    for (;;) {
        gt_sat_answer answer = ask(k, all, sizeof all / sizeof *all, blocked);
        if (answer != GT_SAT_YES)
            return answer == GT_SAT_NO;
        gt_lit one = cofactor(k, goal, inputs);
        block(k, blocked, one);
        *set = gt_aig_or(&k->circuit->aig, *set, one);
        (*found)++;
        k->work.now.nodes = k->circuit->aig.nodes.n;
        if (gt_work_is_due(&k->work))
            gt_work_tell(&k->work);
    }
}

/* ---- one property ---- */

static gt_lit both(gt_cofactor *k, gt_lit x, gt_lit y)
{
    return gt_aig_and(&k->circuit->aig, x, y);
}

/* Paths of any states lead from representatives to a bad state. */
static bool step_by_unrolling(gt_cofactor *k, uint32_t depth, gt_lit *found)
{
    gt_lit goal = at(k, state_after(k, depth), k->bad);
    literals inputs = inputs_until(k, depth);
    gt_lit from = k->how == GT_REPRESENTATIVES_PREDICATE ? k->sorted : GT_LIT_TRUE;
    bool fine = eliminate(k, goal, &inputs, from, k->blocked, found, &k->cofactors);
    free(inputs.v);
    return fine;
}

/* The states before those of the last step, then the representatives of these. */
static bool step_by_converting(gt_cofactor *k, gt_lit last, gt_lit *found)
{
    gt_circuit *c = k->circuit;
    gt_lit before, goal = at(k, state_after(k, 1), last);
    literals inputs = inputs_until(k, 1), choices = {0};
    bool fine = eliminate(k, goal, &inputs, GT_LIT_TRUE, gt_sat_var(k->gates.sat), &before, &k->cofactors);
    free(inputs.v);
    if (!fine)
        return false;
    gt_lit *renamed = copy(k->now, c->latches.n);
    gt_cofactor_rename(c, k->choices, renamed);
    for (uint32_t i = 0; i < gt_cofactor_nchoices(c); i++)
        gt_vec_push(&choices, k->choices[i]);
    goal = at(k, renamed, before);
    fine = eliminate(k, goal, &choices, k->sorted, k->blocked, found, &k->renamings);
    *found = both(k, *found, both(k, k->sorted, k->domain));
    free(renamed);
    free(choices.v);
    return fine;
}

/* Whether an initial state is among these: all that renaming makes of one is initial as well. */
static gt_sat_answer has_initial(gt_cofactor *k, gt_lit set)
{
    const gt_lit all[] = {at(k, k->first, set), k->possible};
    return ask(k, all, 2, 0);
}

static gt_verdict verdict_of(gt_sat_answer answer, gt_verdict yes, gt_verdict no)
{
    switch (answer) {
    case GT_SAT_YES: return yes;
    case GT_SAT_NO: return no;
    case GT_SAT_UNKNOWN: break;
    }
    return GT_VERDICT_UNKNOWN;
}

/* With found, the states of the last step that are new; UNKNOWN: go on. */
static bool look(gt_cofactor *k, gt_lit found, gt_verdict *verdict)
{
    gt_sat_answer initial = has_initial(k, found);
    *verdict = verdict_of(initial, GT_VERDICT_FAILS, GT_VERDICT_UNKNOWN);
    return initial == GT_SAT_NO;
}

gt_verdict gt_cofactor_decide(gt_cofactor *k, uint32_t p, uint32_t *depth)
{
    gt_verdict verdict = GT_VERDICT_UNKNOWN;
    k->bad = at(k, k->now, k->circuit->bad[p]);
    k->blocked = gt_sat_var(k->gates.sat);
    k->work.now.phase = k->circuit->cmds->props[p].origin->name;
    gt_lit found = both(k, k->bad, k->domain);
    if (k->how == GT_REPRESENTATIVES_CONVERT)
        found = both(k, found, k->sorted);
    k->reached = found;
    block(k, k->blocked, found);
    gt_sat_answer any = ask(k, &found, 1, 0);
    *depth = 0;
    if (any != GT_SAT_YES)
        return verdict_of(any, GT_VERDICT_UNKNOWN, GT_VERDICT_HOLDS);
    while (look(k, found, &verdict)) {
        k->work.now.iteration = ++*depth;
        k->iterations++;
        bool fine = k->how == GT_REPRESENTATIVES_CONVERT ? step_by_converting(k, found, &found)
                                                         : step_by_unrolling(k, *depth, &found);
        if (!fine)
            return GT_VERDICT_UNKNOWN;
        if (found == GT_LIT_FALSE)
            return GT_VERDICT_HOLDS;
        k->reached = gt_aig_or(&k->circuit->aig, k->reached, found);
    }
    return verdict;
}

const bool *const *gt_cofactor_inputs(gt_arena *arena, gt_cofactor *k, uint32_t depth)
{
    const gt_circuit *c = k->circuit;
    gt_lit bad = at(k, state_after(k, depth), k->bad);
    gt_sat_answer answer = has_initial(k, bad);
    if (answer == GT_SAT_NO)
        gt_ice("an initial state from which nothing bad is reached");
    if (answer != GT_SAT_YES)
        return NULL;
    const bool **rows = GT_NEW_ARRAY(arena, const bool *, (size_t)depth + 1);
    for (uint32_t s = 0; s <= depth; s++) {
        bool *row = GT_NEW_ARRAY(arena, bool, c->inputs.n + 1);
        for (size_t i = 0; i < c->inputs.n; i++) {
            gt_lit input = s < depth ? k->inputs.v[s][i] : s ? GT_LIT_FALSE : c->inputs.v[i].now;
            row[i] = gt_gates_value(&k->gates, input);
        }
        rows[s] = row;
    }
    return rows;
}

bool gt_cofactor_check_rep(gt_cofactor *k)
{
    gt_circuit *c = k->circuit;
    int blocked = gt_sat_var(k->gates.sat);
    gt_lit *renamed = copy(k->now, c->latches.n), set;
    literals choices = {0};
    gt_cofactor_rename(c, k->choices, renamed);
    for (uint32_t i = 0; i < gt_cofactor_nchoices(c); i++)
        gt_vec_push(&choices, k->choices[i]);
    gt_lit goal = at(k, renamed, k->sorted);
    bool total = eliminate(k, goal, &choices, GT_LIT_TRUE, blocked, &set, &k->renamings) &&
                 ask(k, &k->domain, 1, blocked) == GT_SAT_NO;
    free(renamed);
    free(choices.v);
    return total;
}

/* ---- beginning and end ---- */

/* Any state of the variables: the first step is over, and what was chosen was an initial state. */
static void begin_anywhere(gt_cofactor *k)
{
    gt_circuit *c = k->circuit;
    size_t own = c->cmds->nvars ? c->latches_of[0] : c->latches.n;
    for (size_t l = 0; l < c->latches.n; l++)
        k->now[l] = l < own ? GT_LIT_TRUE : c->latches.v[l].now;
}

/* The state that the inputs choose before the first step. */
static void begin_first(gt_cofactor *k)
{
    gt_circuit *c = k->circuit;
    size_t n = c->latches.n, own = c->cmds->nvars ? c->latches_of[0] : n;
    gt_lit *reset = gt_xcalloc(n + 1, sizeof *reset), *roots = gt_xcalloc(n + 1, sizeof *roots);
    for (size_t l = 0; l < n; l++) {
        reset[l] = c->latches.v[l].reset;
        roots[l] = l < own ? GT_LIT_TRUE : c->latches.v[l].is;
    }
    roots[n] = c->live;
    put(k, reset, NULL, roots, n + 1);
    k->possible = roots[n];
    k->first = roots;
    free(reset);
}

void gt_cofactor_open(gt_cofactor *k, gt_circuit *circuit, const gt_check_options *options)
{
    *k = (gt_cofactor){
        .circuit = circuit, .how = options->method.representatives, .work = gt_work_begin(&options->limits)};
    gt_gates_init(&k->gates, &circuit->aig, &options->limits);
    k->now = gt_xcalloc(circuit->latches.n + 1, sizeof *k->now);
    begin_anywhere(k);
    begin_first(k);
    k->domain = at(k, k->now, circuit->ranges);
    k->sorted = gt_cofactor_sorted(circuit, k->now);
    gt_vec_push(&k->states, copy(k->now, circuit->latches.n));
    k->choices = gt_xcalloc((size_t)gt_cofactor_nchoices(circuit) + 1, sizeof *k->choices);
    for (uint32_t i = 0; i < gt_cofactor_nchoices(circuit); i++)
        k->choices[i] = gt_aig_input(&circuit->aig);
}

void gt_cofactor_close(gt_cofactor *k)
{
    for (size_t s = 0; s < k->states.n; s++)
        free(k->states.v[s]);
    for (size_t s = 0; s < k->inputs.n; s++)
        free(k->inputs.v[s]);
    free(k->states.v);
    free(k->inputs.v);
    free(k->now);
    free(k->first);
    free(k->choices);
    gt_gates_fini(&k->gates);
}

gt_stop gt_cofactor_stopped(const gt_cofactor *k)
{
    return gt_sat_stopped(k->gates.sat);
}

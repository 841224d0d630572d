#include "ir/mean/sym_step.h"

#include "ir/expr/walk.h"

#include <stdlib.h>
#include <string.h>

#define NO_HANDLE UINT32_MAX

typedef struct {
    const gt_update *update;
    uint32_t cond, index, value, proc, each; /* handles, each: a slot; NO_HANDLE: absent */
} update_code;

typedef struct {
    uint32_t prob;
    update_code *updates;
} branch_code;

typedef struct {
    const gt_binder *binder;
    uint32_t slot, where;
} choice_code;

typedef struct {
    const gt_rule *rule;
    uint32_t guard, rate;
    bool guard_last; /* the guard mentions choices: it is evaluated after them */
    uint32_t *partners;
    choice_code *choices;
    branch_code *branches;
} rule_code;

/* One element that gets an initial value. */
typedef struct {
    size_t at;
    const gt_var *var;
    const gt_init *init;
    int32_t self;
    uint32_t code, slot; /* the value, or the choice's where (NO_HANDLE: none) and slot */
} cell;

struct gt_sym_step {
    const gt_sym *sym;
    gt_arena *arena;
    const gt_layout *layout;
    gt_eval ev;
    rule_code *rules;
    size_t ncells;
    cell *cells;
    uint32_t initially; /* handle */
    int32_t *start;     /* the initial state being built */
    int32_t *to;        /* the successor being built */
    uint64_t *written;  /* by which branch an element was last written, to catch two writes */
    uint64_t writer;
    int32_t *partners, *choices;
};

/* One enumeration of successors. */
typedef struct {
    gt_sym_step *step;
    const rule_code *code;
    const int32_t *state;
    gt_firing_fn *fn;
    void *arg;
    gt_firing firing;
} walk;

/* ---- compiling ---- */

static uint32_t compile(gt_sym_step *step, const gt_expr *e)
{
    return e ? gt_eval_compile(&step->ev, e) : (uint32_t)NO_HANDLE;
}

static uint64_t mentions_choice(gt_walk *w, const gt_expr *e)
{
    return (e->kind == GT_EXPR_BOUND && e->u.binder->kind == GT_BIND_CHOICE) || gt_walk_any(w, e);
}

static void compile_branch(gt_sym_step *step, const gt_branch *branch, branch_code *code)
{
    code->prob = compile(step, branch->prob);
    code->updates = GT_NEW_ARRAY(step->arena, update_code, branch->nupdates);
    for (uint32_t i = 0; i < branch->nupdates; i++) {
        const gt_update *u = &branch->updates[i];
        code->updates[i] = (update_code){
            .update = u,
            .cond = compile(step, u->cond),
            .index = compile(step, u->index),
            .value = compile(step, u->value),
            .proc = compile(step, u->proc),
            .each = u->each ? gt_eval_slot(&step->ev, u->each) : (uint32_t)NO_HANDLE,
        };
    }
}

static void compile_rule(gt_sym_step *step, const gt_rule *rule, rule_code *code)
{
    code->rule = rule;
    code->guard = compile(step, rule->guard);
    code->guard_last = rule->nchoices > 0 && gt_walk_once(mentions_choice, NULL, rule->guard);
    code->rate = compile(step, rule->rate);
    code->partners = GT_NEW_ARRAY(step->arena, uint32_t, rule->npartners);
    for (uint32_t i = 0; i < rule->npartners; i++)
        code->partners[i] = gt_eval_slot(&step->ev, rule->partners[i]);
    code->choices = GT_NEW_ARRAY(step->arena, choice_code, rule->nchoices);
    for (uint32_t i = 0; i < rule->nchoices; i++) {
        const gt_binder *b = rule->choices[i];
        code->choices[i] = (choice_code){b, gt_eval_slot(&step->ev, b), compile(step, b->where)};
    }
    code->branches = GT_NEW_ARRAY(step->arena, branch_code, rule->nbranches);
    for (uint32_t i = 0; i < rule->nbranches; i++)
        compile_branch(step, &rule->branches[i], &code->branches[i]);
}

static void add_cells(gt_sym_step *step, const gt_var *var, int32_t self)
{
    for (uint32_t e = 0; e < var->len; e++) {
        const gt_init *init = &var->inits[var->ninits == 1 ? 0 : e];
        cell *c = &step->cells[step->ncells++];
        *c = (cell){.var = var, .init = init, .self = self};
        c->at =
            var->owner ? gt_layout_local(step->layout, var, self, e) : gt_layout_shared(step->layout, var, e);
        c->code = compile(step, init->choice ? init->choice->where : init->expr);
        c->slot = init->choice ? gt_eval_slot(&step->ev, init->choice) : 0;
    }
}

static void compile_initial(gt_sym_step *step)
{
    const gt_sym *sym = step->sym;
    step->cells = GT_NEW_ARRAY(step->arena, cell, step->layout->width);
    for (uint32_t i = 0; i < sym->nshared; i++)
        add_cells(step, sym->shared[i], 0);
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        for (int32_t p = 1; p <= sym->procs[t]->n; p++)
            for (uint32_t v = 0; v < sym->procs[t]->nvars; v++)
                add_cells(step, sym->procs[t]->vars[v], p);
    }
}

gt_sym_step *gt_sym_step_new(const gt_sym *sym)
{
    gt_sym_step *step = gt_xcalloc(1, sizeof *step);
    step->sym = sym;
    step->arena = gt_arena_new();
    step->layout = gt_layout_new(step->arena, sym);
    gt_eval_init(&step->ev, step->layout);
    step->ev.unproved = sym->unproved;
    step->rules = GT_NEW_ARRAY(step->arena, rule_code, sym->nrules);
    uint32_t npartners = 0, nchoices = 0;
    for (uint32_t i = 0; i < sym->nrules; i++) {
        compile_rule(step, sym->rules[i], &step->rules[i]);
        npartners = npartners > sym->rules[i]->npartners ? npartners : sym->rules[i]->npartners;
        nchoices = nchoices > sym->rules[i]->nchoices ? nchoices : sym->rules[i]->nchoices;
    }
    compile_initial(step);
    step->initially = compile(step, sym->initially);
    size_t width = step->layout->width;
    step->start = GT_NEW_ARRAY(step->arena, int32_t, width);
    step->to = GT_NEW_ARRAY(step->arena, int32_t, width);
    step->written = GT_NEW_ARRAY(step->arena, uint64_t, width);
    step->partners = GT_NEW_ARRAY(step->arena, int32_t, npartners);
    step->choices = GT_NEW_ARRAY(step->arena, int32_t, nchoices);
    return step;
}

void gt_sym_step_free(gt_sym_step *step)
{
    if (step) {
        gt_eval_fini(&step->ev);
        gt_arena_free(step->arena);
        free(step);
    }
}

const gt_layout *gt_sym_step_layout(const gt_sym_step *step)
{
    return step->layout;
}

gt_eval *gt_sym_step_eval(gt_sym_step *step)
{
    return &step->ev;
}

/* ---- initial states ---- */

/* Chosen, and not the class, which goes by the number of the process. */
static bool is_open(const cell *c)
{
    return c->init->choice && !c->var->class_sizes;
}

static bool in_range(gt_type type, int64_t value)
{
    return type.kind == GT_TYPE_ID ? value >= !type.optional && value <= type.proc->n
                                   : value >= type.lo && value <= type.hi;
}

static int64_t evaluate_initial(gt_sym_step *step, const cell *c)
{
    step->ev.epoch++;
    step->ev.frame[0] = c->self;
    int64_t value = gt_eval_int(&step->ev, c->code);
    if (step->ev.err) {
        gt_eval_broken(&step->ev, "the initial value of %s errs", c->var->name);
        step->ev.err = false;
    }
    return value;
}

/* Gives the cell the least possible value >= from; false if there is none. */
static bool fill_cell(gt_sym_step *step, const cell *c, int64_t from)
{
    const gt_binder *choice = c->init->choice;
    if (!is_open(c)) {
        int64_t value = c->var->class_sizes ? gt_class_of(c->var, c->self) : evaluate_initial(step, c);
        if (!in_range(c->var->type, value)) {
            gt_eval_broken(&step->ev, "the initial value of %s is out of its range", c->var->name);
            step->ev.err = false;
            return false;
        }
        step->start[c->at] = (int32_t)value;
        return true;
    }
    bool id = choice->type.kind == GT_TYPE_ID;
    int64_t last = id ? choice->type.proc->n : choice->type.hi;
    for (int64_t value = from; value <= last; value++) {
        step->ev.frame[c->slot] = (int32_t)value;
        if (c->code == NO_HANDLE || evaluate_initial(step, c)) {
            step->start[c->at] = (int32_t)value;
            return true;
        }
    }
    return false;
}

static int64_t first_value(const cell *c)
{
    const gt_binder *choice = c->init->choice;
    return !choice ? 0 : choice->type.kind == GT_TYPE_ID ? 1 : choice->type.lo;
}

/* Whether the state in step->start satisfies `initially`. */
static bool may_begin(gt_sym_step *step)
{
    if (step->initially == NO_HANDLE)
        return true;
    gt_eval_state(&step->ev, step->start, false);
    bool holds = gt_eval_int(&step->ev, step->initially) != 0;
    if (step->ev.err)
        gt_eval_broken(&step->ev, "`initially` errs");
    step->ev.err = false;
    return holds;
}

bool gt_sym_step_initial(gt_sym_step *step, gt_state_fn *fn, void *arg)
{
    gt_eval_state(&step->ev, step->start, false);
    step->start[0] = 0;
    size_t at = 0;
    bool forward = true; /* else: cells from `at` on are used up, change an earlier one */
    for (;;) {
        if (forward && at == step->ncells) {
            if (may_begin(step) && !fn(arg, step->start))
                return false;
            gt_eval_state(&step->ev, step->start, false);
            forward = false;
        } else if (forward) {
            const cell *c = &step->cells[at];
            forward = fill_cell(step, c, first_value(c));
            at += forward;
        } else {
            while (at > 0 && !is_open(&step->cells[at - 1]))
                at--;
            if (at == 0)
                return true;
            const cell *c = &step->cells[--at];
            forward = fill_cell(step, c, (int64_t)step->start[c->at] + 1);
            at += forward;
        }
    }
}

/* ---- successors ---- */

static bool is_weighted(const gt_sym_step *step)
{
    return step->sym->kind == GT_MODEL_DTMC || step->sym->kind == GT_MODEL_CTMC;
}

static bool emit_error(walk *w, gt_rat weight)
{
    gt_sym_step *step = w->step;
    memcpy(step->to, w->state, step->layout->width * sizeof *step->to);
    step->to[0] = 1;
    step->ev.err = false;
    w->firing.error = true;
    w->firing.branch = 0;
    w->firing.prob = gt_rat_int(1);
    w->firing.weight = weight;
    bool go_on = w->fn(w->arg, &w->firing);
    w->firing.error = false;
    w->firing.firing++;
    return go_on;
}

static void store(gt_sym_step *step, const gt_update *u, size_t at, int64_t value)
{
    if (!in_range(u->var->type, value)) {
        if (u->var->type.kind == GT_TYPE_ID)
            gt_eval_broken(&step->ev, "none is stored in %s", u->var->name);
        step->ev.err = true;
        return;
    }
    if (step->written[at] == step->writer) {
        gt_eval_broken(&step->ev, "two writes to %s in one step", u->var->name);
        return;
    }
    step->written[at] = step->writer;
    step->to[at] = (int32_t)value;
}

static void update_once(gt_sym_step *step, const update_code *code)
{
    const gt_update *u = code->update;
    gt_eval *ev = &step->ev;
    if (code->cond != NO_HANDLE && (!gt_eval_int(ev, code->cond) || ev->err))
        return;
    int64_t index = code->index == NO_HANDLE ? 0 : gt_eval_int(ev, code->index);
    int64_t process = code->proc == NO_HANDLE ? 0 : gt_eval_int(ev, code->proc);
    int64_t value = gt_eval_int(ev, code->value);
    if (ev->err)
        return;
    if (u->var->owner && process == 0) {
        gt_eval_broken(ev, "%s of none is written", u->var->name);
        return;
    }
    size_t at = u->var->owner ? gt_layout_local(step->layout, u->var, (int32_t)process, (uint32_t)index)
                              : gt_layout_shared(step->layout, u->var, (uint32_t)index);
    store(step, u, at, value);
}

static void update(gt_sym_step *step, const update_code *code)
{
    const gt_binder *each = code->update->each;
    if (!each) {
        update_once(step, code);
        return;
    }
    for (int32_t p = 1; p <= each->type.proc->n && !step->ev.err; p++) {
        gt_eval_bind(&step->ev, code->each, each->type.proc, p);
        update_once(step, code);
        gt_eval_unbind(&step->ev);
    }
}

/* Builds the successor of one branch in step->to; false: it errs. With probability 0 nothing happens. */
static bool perform(walk *w, const branch_code *code, const gt_branch *branch, gt_rat *prob)
{
    gt_sym_step *step = w->step;
    memcpy(step->to, w->state, step->layout->width * sizeof *step->to);
    step->writer++;
    *prob = code->prob == NO_HANDLE ? gt_rat_int(1) : gt_eval_real(&step->ev, code->prob);
    bool happens = prob->num != 0 || gt_rat_is_nan(*prob);
    for (uint32_t i = 0; happens && i < branch->nupdates && !step->ev.err; i++)
        update(step, &code->updates[i]);
    return !step->ev.err;
}

/* The branches rehearsed, because one that errs takes the place of all: so do probabilities that are negative
 * or do not add up to 1. A number too large to be known is let through. */
static void rehearse(walk *w)
{
    gt_sym_step *step = w->step;
    const gt_rule *rule = w->code->rule;
    gt_rat sum = gt_rat_int(0), prob;
    for (uint32_t i = 0; i < rule->nbranches && !step->ev.err; i++) {
        perform(w, &w->code->branches[i], &rule->branches[i], &prob);
        step->ev.err = step->ev.err || prob.num < 0;
        sum = gt_rat_add(sum, prob);
    }
    step->ev.err = step->ev.err || !(gt_rat_is_nan(sum) || gt_rat_equal(sum, gt_rat_int(1)));
}

/* All is bound: the branches, unless something errs. `share`: 1 / candidates of the choices. */
static bool fire(walk *w, gt_rat share)
{
    gt_sym_step *step = w->step;
    const gt_rule *rule = w->code->rule;
    gt_rat prob;
    if (w->code->rate != NO_HANDLE) {
        gt_rat rate = gt_eval_real(&step->ev, w->code->rate);
        step->ev.err = step->ev.err || rate.num < 0;
        if (!step->ev.err && !gt_rat_is_nan(rate) && rate.num == 0)
            return true;
        share = is_weighted(step) && !step->ev.err ? gt_rat_mul(share, rate) : share;
    }
    if (!step->ev.err && (rule->nbranches > 1 || rule->branches[0].prob))
        rehearse(w);
    for (uint32_t i = 0; i < rule->nbranches && !step->ev.err; i++) {
        if (!perform(w, &w->code->branches[i], &rule->branches[i], &prob))
            break;
        if (prob.num <= 0 && !gt_rat_is_nan(prob))
            continue;
        w->firing.branch = i;
        w->firing.prob = prob;
        w->firing.weight = share;
        if (!w->fn(w->arg, &w->firing))
            return false;
    }
    if (step->ev.err)
        return emit_error(w, share);
    w->firing.firing++;
    return true;
}

static bool guard_holds(walk *w)
{
    return gt_eval_int(&w->step->ev, w->code->guard) != 0;
}

static bool choose(walk *w, uint32_t k, gt_rat share);

/* One candidate of choice k, already bound. With `count` it is only counted; false: its `where` errs. */
static bool try_candidate(walk *w, uint32_t k, gt_rat share, uint64_t multiplicity, uint64_t *count)
{
    const choice_code *c = &w->code->choices[k];
    bool good = c->where == NO_HANDLE || gt_eval_int(&w->step->ev, c->where) != 0;
    if (count) {
        *count += good ? multiplicity : 0;
        return !w->step->ev.err;
    }
    uint64_t before = w->firing.multiplicity;
    w->firing.multiplicity *= multiplicity;
    bool go_on = !good || choose(w, k + 1, share);
    w->firing.multiplicity = before;
    return go_on;
}

/* All candidates of choice k. */
static bool candidates(walk *w, uint32_t k, gt_rat share, uint64_t *count)
{
    const choice_code *c = &w->code->choices[k];
    gt_eval *ev = &w->step->ev;
    bool go_on = true;
    if (c->binder->type.kind == GT_TYPE_ID) {
        gt_proc_iter it = gt_proc_iter_start(ev, c->binder->type.proc);
        while (go_on && gt_proc_iter_next(&it)) {
            gt_eval_bind(ev, c->slot, c->binder->type.proc, it.process);
            w->step->choices[k] = it.process;
            go_on = try_candidate(w, k, share, it.multiplicity, count);
            gt_eval_unbind(ev);
        }
    } else {
        for (int64_t value = c->binder->type.lo; go_on && value <= c->binder->type.hi; value++) {
            ev->tried++;
            ev->frame[c->slot] = w->step->choices[k] = (int32_t)value;
            go_on = try_candidate(w, k, share, 1, count);
        }
    }
    w->step->choices[k] = 0;
    return go_on;
}

static bool choose(walk *w, uint32_t k, gt_rat share)
{
    if (k == w->code->rule->nchoices) {
        bool holds = !w->code->guard_last || guard_holds(w);
        return w->step->ev.err ? emit_error(w, share) : !holds || fire(w, share);
    }
    if (is_weighted(w->step) || w->code->choices[k].where != NO_HANDLE) {
        uint64_t count = 0;
        if (!candidates(w, k, share, &count))
            return emit_error(w, share);
        if (count == 0)
            return true;
        share = is_weighted(w->step) ? gt_rat_div(share, gt_rat_int((int64_t)count)) : share;
    }
    return candidates(w, k, share, NULL);
}

static bool is_taken(const walk *w, uint32_t npartners, const gt_proc *proc, int32_t process)
{
    const gt_rule *rule = w->code->rule;
    if (rule->owner == proc && w->firing.self == process)
        return true;
    for (uint32_t i = 0; i < npartners; i++)
        if (rule->partners[i]->type.proc == proc && w->step->partners[i] == process)
            return true;
    return false;
}

static bool pick_partners(walk *w, uint32_t k)
{
    const gt_rule *rule = w->code->rule;
    gt_eval *ev = &w->step->ev;
    if (k == rule->npartners) {
        if (!w->code->guard_last && !guard_holds(w) && !ev->err)
            return true;
        return ev->err ? emit_error(w, gt_rat_int(1)) : choose(w, 0, gt_rat_int(1));
    }
    const gt_proc *proc = rule->partners[k]->type.proc;
    gt_proc_iter it = gt_proc_iter_start(ev, proc);
    bool go_on = true;
    while (go_on && gt_proc_iter_next(&it)) {
        if (is_taken(w, k, proc, it.process))
            continue;
        uint64_t before = w->firing.multiplicity;
        w->firing.multiplicity *= it.multiplicity;
        w->step->partners[k] = it.process;
        gt_eval_bind(ev, w->code->partners[k], proc, it.process);
        go_on = pick_partners(w, k + 1);
        gt_eval_unbind(ev);
        w->firing.multiplicity = before;
    }
    return go_on;
}

static bool walk_rule(walk *w)
{
    const gt_rule *rule = w->code->rule;
    gt_eval *ev = &w->step->ev;
    memset(w->step->choices, 0, rule->nchoices * sizeof *w->step->choices);
    w->firing.rule = rule;
    w->firing.self = 0;
    w->firing.multiplicity = 1;
    if (!rule->owner)
        return pick_partners(w, 0);
    gt_proc_iter it = gt_proc_iter_start(ev, rule->owner);
    bool go_on = true;
    while (go_on && gt_proc_iter_next(&it)) {
        w->firing.self = it.process;
        w->firing.multiplicity = it.multiplicity;
        gt_eval_bind(ev, 0, rule->owner, it.process);
        go_on = pick_partners(w, 0);
        gt_eval_unbind(ev);
    }
    return go_on;
}

/* only NULL: all rules. */
static bool fire_rules(gt_sym_step *step, const int32_t *state, const gt_rule *only, bool symmetric,
                       gt_firing_fn *fn, void *arg)
{
    if (state[0])
        return true;
    walk w = {.step = step, .state = state, .fn = fn, .arg = arg};
    w.firing.partners = step->partners;
    w.firing.choices = step->choices;
    w.firing.to = step->to;
    gt_eval_state(&step->ev, state, symmetric);
    for (uint32_t i = 0; i < step->sym->nrules; i++) {
        w.code = &step->rules[i];
        if ((!only || step->sym->rules[i] == only) && !walk_rule(&w))
            return false;
    }
    return true;
}

bool gt_sym_step_successors(gt_sym_step *step, const int32_t *state, bool symmetric, gt_firing_fn *fn,
                            void *arg)
{
    return fire_rules(step, state, NULL, symmetric, fn, arg);
}

bool gt_sym_step_by_rule(gt_sym_step *step, const int32_t *state, const gt_rule *rule, bool symmetric,
                         gt_firing_fn *fn, void *arg)
{
    return fire_rules(step, state, rule, symmetric, fn, arg);
}

static bool stop(void *arg, const gt_firing *firing)
{
    (void)arg;
    (void)firing;
    return false;
}

bool gt_sym_step_enabled(gt_sym_step *step, const int32_t *state, bool symmetric)
{
    return !gt_sym_step_successors(step, state, symmetric, stop, NULL);
}

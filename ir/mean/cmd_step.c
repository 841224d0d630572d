#include "ir/mean/cmd_step.h"

#include <stdlib.h>
#include <string.h>

#define NO_HANDLE UINT32_MAX

typedef struct {
    uint32_t prob;
    uint32_t *values;
} branch_code;

typedef struct {
    uint32_t slot, where;
} pick_code;

typedef struct {
    uint32_t guard, weight;
    pick_code *picks;
    branch_code *branches;
} cmd_code;

typedef struct {
    uint32_t lo, hi, where;
} init_code;

struct gt_cmd_step {
    const gt_cmds *cmds;
    gt_arena *arena;
    gt_eval ev;
    cmd_code *code;
    init_code *init;
    int32_t *start; /* the initial state being built */
    int64_t *last;  /* by initial step: the greatest value it may take there */
    int32_t *to;
};

static uint32_t compile(gt_cmd_step *step, const gt_expr *e)
{
    return e ? gt_eval_compile(&step->ev, e) : (uint32_t)NO_HANDLE;
}

static void compile_cmd(gt_cmd_step *step, const gt_cmd *cmd, cmd_code *code)
{
    code->guard = compile(step, cmd->guard);
    code->picks = GT_NEW_ARRAY(step->arena, pick_code, cmd->npicks);
    for (uint32_t i = 0; i < cmd->npicks; i++) {
        uint32_t slot = gt_eval_slot(&step->ev, cmd->picks[i].value);
        code->picks[i] = (pick_code){slot, compile(step, cmd->picks[i].where)};
    }
    code->weight = compile(step, cmd->weight);
    code->branches = GT_NEW_ARRAY(step->arena, branch_code, cmd->nbranches);
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        code->branches[b].prob = compile(step, branch->prob);
        code->branches[b].values = GT_NEW_ARRAY(step->arena, uint32_t, branch->nassigns);
        for (uint32_t i = 0; i < branch->nassigns; i++)
            code->branches[b].values[i] = compile(step, branch->assigns[i].value);
    }
}

gt_cmd_step *gt_cmd_step_new(const gt_cmds *cmds)
{
    gt_cmd_step *step = gt_xcalloc(1, sizeof *step);
    step->cmds = cmds;
    step->arena = gt_arena_new();
    gt_eval_init(&step->ev, NULL);
    step->ev.unproved = cmds->sym->unproved;
    step->code = GT_NEW_ARRAY(step->arena, cmd_code, cmds->ncmds);
    for (uint32_t i = 0; i < cmds->ncmds; i++)
        compile_cmd(step, &cmds->cmds[i], &step->code[i]);
    step->init = GT_NEW_ARRAY(step->arena, init_code, cmds->ninit);
    for (uint32_t i = 0; i < cmds->ninit; i++) {
        const gt_init_step *s = &cmds->init[i];
        step->init[i] = (init_code){compile(step, s->lo), compile(step, s->hi), compile(step, s->where)};
    }
    step->start = GT_NEW_ARRAY(step->arena, int32_t, cmds->nvars);
    step->last = GT_NEW_ARRAY(step->arena, int64_t, cmds->ninit);
    step->to = GT_NEW_ARRAY(step->arena, int32_t, cmds->nvars);
    return step;
}

void gt_cmd_step_free(gt_cmd_step *step)
{
    if (step) {
        gt_eval_fini(&step->ev);
        gt_arena_free(step->arena);
        free(step);
    }
}

gt_eval *gt_cmd_step_eval(gt_cmd_step *step)
{
    return &step->ev;
}

static void must_be_total(gt_eval *ev, const char *what)
{
    if (ev->err) {
        gt_eval_broken(ev, "%s of the guarded commands is not total", what);
        ev->err = false;
    }
}

static int64_t evaluate(gt_cmd_step *step, uint32_t handle, const char *what)
{
    int64_t value = gt_eval_int(&step->ev, handle);
    must_be_total(&step->ev, what);
    return value;
}

static gt_rat evaluate_real(gt_cmd_step *step, uint32_t handle, const char *what)
{
    if (handle == NO_HANDLE)
        return gt_rat_int(1);
    gt_rat value = gt_eval_real(&step->ev, handle);
    must_be_total(&step->ev, what);
    return value;
}

static bool is_in_range(gt_cmd_step *step, uint32_t var, int64_t value)
{
    const gt_cvar *v = &step->cmds->vars[var];
    if (value >= v->type.lo && value <= v->type.hi)
        return true;
    gt_eval_broken(&step->ev, "%s gets the value %lld, outside %d..%d", v->name, (long long)value,
                   (int)v->type.lo, (int)v->type.hi);
    step->ev.err = false;
    return false;
}

/* ---- initial states ---- */

/* Gives the variable of step i the least possible value >= from; false if there is none. Values outside the
 * variable's range may be among lo..hi as long as the filter keeps them out. */
static bool fill_step(gt_cmd_step *step, uint32_t i, int64_t from)
{
    uint32_t var = step->cmds->init[i].var;
    for (int64_t value = from; value <= step->last[i]; value++) {
        step->start[var] = (int32_t)value;
        gt_eval_state(&step->ev, step->start, false);
        if (step->init[i].where == NO_HANDLE || evaluate(step, step->init[i].where, "a filter"))
            return is_in_range(step, var, value);
    }
    return false;
}

static bool enter_step(gt_cmd_step *step, uint32_t i)
{
    gt_eval_state(&step->ev, step->start, false);
    int64_t lo = evaluate(step, step->init[i].lo, "an initial value");
    step->last[i] = evaluate(step, step->init[i].hi, "an initial value");
    return fill_step(step, i, lo);
}

bool gt_cmd_step_initial(gt_cmd_step *step, gt_valuation_fn *fn, void *arg)
{
    uint32_t at = 0;
    bool forward = true; /* else: change a step before `at` */
    for (;;) {
        if (forward && at == step->cmds->ninit) {
            if (!fn(arg, step->start))
                return false;
            forward = false;
        } else if (forward) {
            forward = enter_step(step, at);
            at += forward;
        } else if (at == 0) {
            return true;
        } else {
            at--;
            forward = fill_step(step, at, (int64_t)step->start[step->cmds->init[at].var] + 1);
            at += forward;
        }
    }
}

/* ---- successors ---- */

/* Ways to fire, one after the other. */
typedef struct {
    gt_cmd_step *step;
    const int32_t *state;
    uint32_t cmd, firings;
    gt_cmd_firing_fn *fn;
    void *arg;
} firing;

static bool fire(firing *f)
{
    gt_cmd_step *step = f->step;
    const gt_cmd *cmd = &step->cmds->cmds[f->cmd];
    const cmd_code *code = &step->code[f->cmd];
    gt_model_kind kind = step->cmds->sym->kind;
    bool weighted = kind == GT_MODEL_DTMC || kind == GT_MODEL_CTMC;
    gt_rat weight = evaluate_real(step, weighted ? code->weight : (uint32_t)NO_HANDLE, "a weight");
    for (uint32_t b = 0; b < cmd->nbranches; b++) {
        const gt_cmd_branch *branch = &cmd->branches[b];
        gt_rat prob = evaluate_real(step, code->branches[b].prob, "a probability");
        if (prob.num <= 0 && !gt_rat_is_nan(prob))
            continue;
        memcpy(step->to, f->state, step->cmds->nvars * sizeof *f->state);
        for (uint32_t i = 0; i < branch->nassigns; i++) {
            int64_t value = evaluate(step, code->branches[b].values[i], "an assignment");
            if (is_in_range(step, branch->assigns[i].var, value))
                step->to[branch->assigns[i].var] = (int32_t)value;
        }
        gt_cmd_firing one = {.cmd = f->cmd, .branch = b, .prob = prob, .weight = weight, .to = step->to};
        one.firing = f->firings;
        if (!f->fn(f->arg, &one))
            return false;
    }
    f->firings++;
    return true;
}

/* Every choice of the picks from number `p` on. False: stopped. */
static bool choose(firing *f, uint32_t p)
{
    gt_cmd_step *step = f->step;
    const gt_cmd *cmd = &step->cmds->cmds[f->cmd];
    if (p == cmd->npicks)
        return fire(f);
    pick_code code = step->code[f->cmd].picks[p];
    for (int64_t v = cmd->picks[p].value->type.lo; v <= cmd->picks[p].value->type.hi; v++) {
        step->ev.frame[code.slot] = (int32_t)v;
        bool may = code.where == NO_HANDLE || evaluate(step, code.where, "a pick");
        if (may && !choose(f, p + 1))
            return false;
    }
    return true;
}

static bool fire_all(firing *f)
{
    gt_eval_state(&f->step->ev, f->state, false);
    for (f->cmd = 0; f->cmd < f->step->cmds->ncmds; f->cmd++)
        if (evaluate(f->step, f->step->code[f->cmd].guard, "a guard") && !choose(f, 0))
            return false;
    return true;
}

bool gt_cmd_step_successors(gt_cmd_step *step, const int32_t *state, gt_cmd_firing_fn *fn, void *arg)
{
    return fire_all(&(firing){.step = step, .state = state, .fn = fn, .arg = arg});
}

void gt_cmd_state_print(const gt_cmds *cmds, const int32_t *state, gt_str *out)
{
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        const gt_cvar *var = &cmds->vars[i];
        gt_str_addf(out, "%s%s=", i > 0 ? " " : "", var->name);
        if (var->labels && state[i] >= var->type.lo && state[i] <= var->type.hi)
            gt_str_add(out, var->labels[state[i] - var->type.lo]);
        else
            gt_value_print(var->type, state[i], out);
    }
}

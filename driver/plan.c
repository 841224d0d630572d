#include "driver/plan.h"

#include "driver/race.h"
#include "ir/mean/layout.h"
#include "ir/turn.h"
#include "passes/passes.h"

/* For a search state by state, before anything else: it needs no translation, and its traces are the
 * shortest. */
const uint64_t gt_few_states = 10000;
/* Where counters are many, before diagrams of copies are tried; bits of counters, from which on they are. */
static const uint64_t many_states = 1000000;
static const double many_bits = 128;
/* For diagrams of multisets, in their units: before diagrams of counters, and where these are no good. */
static const uint64_t few_units = 1000000, many_units = 50000000;
/* Processes of a type, beyond which multisets have no chance against counters, or at all. */
static const int64_t few_processes = 48, many_processes = 1000;
static const uint32_t many_names = 4; /* of processes: n variables have Bell(n) ways to name the same */

static void add_stage(gt_plan *to, const gt_engine *engine, gt_shape shape, uint64_t work)
{
    to->stages[to->n++] = (gt_stage){engine, shape, work};
}

/* Are most counters 0 in every state, and many? */
static bool is_sparse(const gt_pop *pop)
{
    bool sparse = false;
    for (uint32_t p = 0; p < pop->sym->nprocs; p++)
        sparse = sparse || pop->locals[p].nstates > (uint32_t)pop->sym->procs[p]->n;
    return sparse && gt_pass_estimate(pop).dense > many_bits;
}

/* Diagrams of multisets grow with the number of processes, those of counters hardly. */
static bool has_at_most(const gt_sym *sym, int64_t processes)
{
    bool few = true;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        few = few && sym->procs[p]->n <= processes;
    return few;
}

/* May so many variables name a process that rules have too many ways to be played? */
static bool is_tangled(const gt_sym *sym)
{
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        uint32_t names = 0;
        for (uint32_t v = 0; v < sym->nshared; v++)
            names += sym->shared[v]->type.kind == GT_TYPE_ID && sym->shared[v]->type.proc == sym->procs[p];
        if (names > many_names)
            return true;
    }
    return false;
}

/* Does the verdict on one of the properties depend on who has a turn? Then all but the search state by state
 * may leave it unknown. */
static bool asks_turns(const gt_job *job, const gt_part *part)
{
    for (uint32_t p = 0; p < job->whole->nprops; p++)
        if (gt_job_has(job, part->which, p) &&
            gt_turns_effect_on(job->whole, job->whole->props[p]) != GT_TURNS_NOTHING)
            return true;
    return false;
}

/* What comes after a few states. Where counters would have to be told apart by who names whom, the same
 * search to its end. Where there are many processes and few local states, BDDs on counters; before them
 * multisets if the processes are few enough. Else counters are many and the relations of slots are large:
 * multisets, then a search state by state for what has many controls, then a diagram of n copies. */
bool gt_plan_go_on(gt_job *job, gt_part *part, gt_shape shape, gt_plan *to)
{
    const gt_engine *by_states = gt_engine_for(NULL, GT_TAKES_CLASSES);
    const gt_engine *multisets = gt_engine_for(NULL, GT_TAKES_POP);
    bool race = job->options->engine == &gt_engine_race && !asks_turns(job, part);
    to->goes_on = false;
    if (!race && is_tangled(part->programs.sym)) {
        add_stage(to, by_states, shape, 0);
        return true;
    }
    if (!gt_job_make(job, part->which, &part->programs, GT_MADE_POPULATION, shape))
        return false;
    const gt_pop *pop = part->programs.pop;
    bool copies = gt_pass_choose_encoding(pop, false) != GT_ENC_DENSE, sparse = copies || is_sparse(pop);
    if (race)
        add_stage(to, by_states, shape, many_states);
    if (has_at_most(pop->sym, sparse ? many_processes : few_processes))
        add_stage(to, multisets, shape, race ? 0 : sparse ? many_units : few_units);
    if (race && to->n > 1)
        return true;
    if (sparse && !race)
        add_stage(to, by_states, shape, many_states);
    shape.kind = copies ? GT_SHAPE_COPIES : shape.kind;
    add_stage(to, gt_engine_for(NULL, GT_TAKES_CMDS), shape, 0);
    if (asks_turns(job, part))
        add_stage(to, by_states, shape, 0);
    return true;
}

gt_takes gt_plan_takes(const gt_job *job)
{
    return job->options->no_reduce        ? GT_TAKES_COPIES
           : gt_sym_is_tied(job->written) ? GT_TAKES_SYM
                                          : GT_TAKES_CLASSES;
}

const gt_engine *gt_plan_engine(const gt_engine *wanted, gt_takes takes)
{
    const gt_engine *engine = gt_engine_for(wanted, takes);
    return engine || takes != GT_TAKES_CLASSES ? engine : gt_engine_for(wanted, GT_TAKES_POP);
}

bool gt_plan_make(gt_job *job, gt_part *part, gt_plan *to)
{
    const gt_options *o = job->options;
    const gt_engine *wanted = o->checker ? o->checker : o->engine;
    gt_shape shape = o->checker ? gt_job_shape_written(o) : gt_job_shape(o);
    shape.symbolic = o->checker && o->checker->symbolic;
    if (o->method) {
        bool processes = o->method->takes == GT_TAKES_PROCESSES,
             counters = o->method->takes == GT_TAKES_COUNTERS;
        shape.kind = processes ? GT_SHAPE_COPIES : counters ? GT_SHAPE_DENSE : shape.kind;
        add_stage(to, o->method, shape, 0);
        return counters || gt_layout_fits(&job->ctx, job->written);
    }
    shape.turns = o->checker != NULL;
    bool turns = !gt_job_is_later(job) && asks_turns(job, part);
    bool race = wanted == &gt_engine_race && !turns;
    wanted = wanted == &gt_engine_race ? NULL : wanted;
    to->race = race;
    bool later = gt_job_is_later(job);
    gt_takes takes = gt_plan_takes(job);
    if (takes == GT_TAKES_SYM && !wanted && !later && shape.kind == GT_SHAPE_BEST && !to->race &&
        gt_sym_similar(job->written))
        add_stage(to, gt_engine_find("adaptive", GT_ASKED_METHOD), shape, 0);
    const gt_engine *engine = later ? NULL : gt_plan_engine(wanted, takes);
    /* asks for a ghost in every initial state: diagrams can do that with counters only */
    shape.whole = gt_job_asks_exists(job, part->which) && !o->checker;
    if (!wanted && takes == GT_TAKES_CLASSES && !later) {
        bool best = shape.kind == GT_SHAPE_BEST && !shape.whole && gt_layout_is_small(job->written);
        if (best && race)
            return gt_plan_go_on(job, part, shape, to);
        if (best) {
            add_stage(to, gt_engine_for(NULL, GT_TAKES_CLASSES), shape, gt_few_states);
            to->goes_on = true;
            return true;
        }
        engine = NULL; /* the encoding is chosen, or processes are too many, so commands are wanted */
    }
    bool counted = shape.kind != GT_SHAPE_BEST && shape.kind != GT_SHAPE_COPIES;
    if (!wanted && takes == GT_TAKES_SYM && counted)
        engine = NULL; /* the same: whoever makes them says that there are none */
    if (engine && engine->takes != GT_TAKES_CMDS && !gt_layout_fits(&job->ctx, job->written))
        return false;
    if (race && engine)
        add_stage(to, engine, shape, many_states);
    add_stage(to, engine && !race ? engine : gt_engine_for(wanted, GT_TAKES_CMDS), shape, 0);
    engine = !wanted && turns ? gt_plan_engine(NULL, takes) : NULL;
    if (engine && !to->stages[to->n - 1].engine->turns && gt_layout_is_small(job->written))
        add_stage(to, engine, shape, 0);
    return true;
}

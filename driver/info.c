/* gentrans info: how large the model is before and after, and what each encoding would cost. */
#include "backends/check/engine.h"
#include "driver/commands.h"
#include "driver/ending.h"
#include "passes/passes.h"
#include "runtime/clock.h"

#include <string.h>

typedef struct {
    gt_job *job;
    gt_programs programs;
    gt_estimate bits;
    const char *after;  /* reachable states of the counter program, NULL: not counted in time */
    const char *before; /* of the program itself */
    bool no_memory;     /* is why one of them was not counted */
    double end;         /* of all that info may take; 0: nobody has said */
} info;

enum { COUNTING = 5 }; /* seconds for each way to count, unless there is an end */

/* When the next thing that counts has to be done: half of what is left is for those after it. */
static double next_end(const info *i)
{
    double now = gt_seconds();
    return i->end > 0 ? now + (i->end > now ? (i->end - now) / 2 : 0) : now + COUNTING;
}

/* Counts the reachable states of guarded commands, for a few seconds. */
static const char *count_states(info *i, const gt_cmds *cmds)
{
    gt_job *job = i->job;
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)cmds->nprops + 1);
    memset(skip, 1, cmds->nprops * sizeof *skip);
    gt_check_options options = {.limits = gt_job_limits_left(job), .no_traces = true, .skip = skip};
    options.limits.deadline = next_end(i);
    const gt_engine *engine = gt_engine_for(NULL, GT_TAKES_CMDS);
    const char *why;
    const gt_check_report *r = engine->decide(&job->ctx, engine, &(gt_program){.cmds = cmds}, &options, &why);
    i->no_memory = i->no_memory || r->stopped == GT_STOP_MEMORY;
    return r->states_complete ? r->states : NULL;
}

/* Both numbers, from the multisets of local states; what is known is kept. */
static void count_multisets(info *i)
{
    gt_job *job = i->job;
    const gt_pop *pop = i->programs.pop;
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)pop->nprops + 1);
    memset(skip, 1, pop->nprops * sizeof *skip);
    gt_check_options options = {.limits = gt_job_limits_left(job), .no_traces = true, .skip = skip};
    options.limits.deadline = next_end(i);
    const gt_program program = {job->written, i->programs.sym, pop, NULL};
    const char *why = NULL;
    const gt_check_report *r =
        gt_engine_multiset.decide(&job->ctx, &gt_engine_multiset, &program, &options, &why);
    if (!r || !r->states_complete)
        return;
    i->after = i->after ? i->after : r->states;
    i->before = i->before ? i->before : r->each;
}

static bool gather(info *i)
{
    gt_job *job = i->job;
    gt_shape shape = gt_job_shape(job->options), copies = {.kind = GT_SHAPE_COPIES};
    const gt_props which = GT_PROPS_PLAIN; /* ghosts would count as id variables */
    gt_job_begin_again(job);
    if (!gt_job_make(job, which, &i->programs, GT_MADE_GHOSTS, shape))
        return false;
    if (gt_sym_is_tied(job->written))
        return true;
    gt_programs expanded = i->programs;
    if (!gt_job_make(job, which, &i->programs, GT_MADE_POPULATION, shape))
        return false;
    i->bits = gt_pass_estimate(i->programs.pop);
    i->end = job->options->time_limit > 0 ? job->limits.deadline : 0;
    gt_programs reduced = i->programs;
    job->limits.deadline = next_end(i); /* for the encodings: they are made for counting */
    bool made = gt_job_make(job, which, &reduced, GT_MADE_SIMPLE, shape);
    if (!made && job->stopped == GT_STOP_NONE)
        return false;
    i->after = made ? count_states(i, reduced.cmds) : NULL;
    job->limits.deadline = next_end(i);
    int64_t processes = 0;
    for (uint32_t p = 0; p < job->whole->nprocs; p++)
        processes += job->whole->procs[p]->n;
    if (processes <= 64 && !*gt_ending_interrupt() &&
        gt_job_make(job, which, &expanded, GT_MADE_SIMPLE, copies))
        i->before = count_states(i, expanded.cmds);
    if (!(i->before && i->after) && !*gt_ending_interrupt())
        count_multisets(i);
    return true;
}

static const char *or_unknown(const char *text)
{
    return text ? text : "not counted";
}

static void text(const info *i, gt_str *out)
{
    const gt_sym *sym = i->job->written;
    const gt_pop *pop = i->programs.pop;
    gt_str_line(out, "%s: model %s", i->job->file, sym->name);
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_proc *proc = sym->procs[p];
        gt_str_addf(out, "  %s: %d processes", proc->name, proc->n);
        if (pop)
            gt_str_addf(out, ", %u of %.0f local states reachable", pop->locals[p].nstates,
                        pop->locals[p].declared);
        gt_str_addc(out, '\n');
    }
    gt_str_add(out, "  id variables:");
    uint32_t n = 0;
    for (uint32_t s = 0; s < sym->nshared; s++)
        if (sym->shared[s]->type.kind == GT_TYPE_ID)
            gt_str_addf(out, "%s %s", n++ ? "," : "", sym->shared[s]->name);
    gt_str_add(out, n ? "\n" : " none\n");
    if (!pop) {
        gt_str_line(out, "  %s: no counter program; gentrans check uses the explicit engine",
                    gt_sym_similar(sym)    ? "some processes are similar, not alike"
                    : gt_sym_tie(sym).proc ? "some processes stand in a ring"
                                           : "some local variable holds process ids");
        return;
    }
    if (pop->coarse)
        gt_str_line(out, "  some of these local states may not occur: %s", pop->coarse);
    gt_str_line(out, "  states: %s before, %s after", or_unknown(i->before), or_unknown(i->after));
    gt_str_line(out, "  bits for the untracked processes: dense %.0f, vector %.0f, pairs %.0f", i->bits.dense,
                i->bits.vector, i->bits.pairs);
    double other = i->bits.vector < i->bits.pairs ? i->bits.vector : i->bits.pairs;
    gt_str_line(out, "  commands of the dense encoding: about %.0f", i->bits.commands);
    if (i->bits.commands > GT_DENSE_COMMANDS)
        gt_str_line(out, "  encoding: %s, as dense needs more than %d commands",
                    gt_encoding_names[i->bits.best], GT_DENSE_COMMANDS);
    else if (other <= 0)
        gt_str_line(out, "  encoding: %s, as there is nobody to count", gt_encoding_names[i->bits.best]);
    else
        gt_str_line(
            out, "  encoding: %s, as dense needs %.2g times the bits of %s, and up to %d times are worth it",
            gt_encoding_names[i->bits.best], i->bits.dense / other, gt_encoding_names[i->bits.nonzero],
            GT_DENSE_BITS);
}

/* What is estimated, as a count. */
static void json_estimate(gt_json *out, const char *key, double value)
{
    char text[400]; /* the largest double has 309 digits */
    snprintf(text, sizeof text, "%.0f", value);
    gt_json_string(out, key, text);
}

static void json_processes(const gt_sym *sym, const gt_pop *pop, gt_json *out)
{
    gt_json_array(out, "processes");
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        gt_json_object(out, NULL);
        gt_json_string(out, "name", sym->procs[p]->name);
        gt_json_int(out, "n", sym->procs[p]->n);
        if (pop) {
            json_estimate(out, "declared", pop->locals[p].declared);
            gt_json_count(out, "reachable", pop->locals[p].nstates);
        }
        gt_json_end(out);
    }
    gt_json_end(out);
}

static void json(const info *i, gt_json *out)
{
    const gt_sym *sym = i->job->written;
    const gt_pop *pop = i->programs.pop;
    gt_json_string(out, "model", sym->name);
    json_processes(sym, pop, out);
    gt_json_array(out, "id_variables");
    for (uint32_t s = 0; s < sym->nshared; s++)
        if (sym->shared[s]->type.kind == GT_TYPE_ID)
            gt_json_string(out, NULL, sym->shared[s]->name);
    gt_json_end(out);
    if (!pop)
        return;
    gt_json_string(out, "states_before", i->before);
    gt_json_string(out, "states_after", i->after);
    gt_json_object(out, "bits");
    json_estimate(out, "dense", i->bits.dense);
    json_estimate(out, "vector", i->bits.vector);
    json_estimate(out, "pairs", i->bits.pairs);
    gt_json_end(out);
    json_estimate(out, "dense_commands", i->bits.commands);
    gt_json_string(out, "encoding", gt_encoding_names[i->bits.best]);
}

gt_exit gt_command_info(gt_job *job, gt_str *out)
{
    info i = {.job = job};
    bool made = gather(&i);
    if (!gt_job_flush(job))
        return GT_EXIT_USAGE;
    if (!made)
        return gt_job_failed(job);
    if (job->options->json)
        json(&i, job->json);
    else
        text(&i, out);
    bool limited =
        job->options->time_limit > 0 || job->options->memory_limit > 0; /* else it is our own limit */
    return (limited || i.no_memory) && i.programs.pop && (!i.after || !i.before) ? GT_EXIT_LIMIT : GT_EXIT_OK;
}

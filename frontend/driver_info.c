/* gentrans info: how large the model is before and after, and what each encoding would cost. */
#include "backends/check.h"
#include "frontend/driver_commands.h"
#include "ir/layout.h"
#include "passes/passes.h"

#include <string.h>

typedef struct {
    gt_job *job;
    gt_programs programs;
    gt_estimate bits;
    const char *after;  /* reachable states of the counter program, NULL: not counted in time */
    const char *before; /* of the program itself */
    bool no_memory;     /* is why one of them was not counted */
    double counting_limit;
} info;

/* Counts the reachable states of guarded commands, for a few seconds. */
static const char *count_states(info *i, const gt_cmds *cmds)
{
    gt_job *job = i->job;
    bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, (size_t)cmds->nprops + 1);
    memset(skip, 1, cmds->nprops * sizeof *skip);
    gt_check_options options = {.time_limit = i->counting_limit,
                                .memory_limit = gt_job_bytes_left(job),
                                .interrupt = gt_driver_interrupt(),
                                .no_traces = true,
                                .skip = skip};
    const gt_check_report *r = gt_check_bdd(&job->ctx, cmds, &options);
    i->no_memory = i->no_memory || r->stopped == GT_STOP_MEMORY;
    return r->states_complete ? r->states : NULL;
}

typedef struct {
    const info *info;
    const gt_cmds **cmds;
} copying;

static bool make_copies(gt_job *job, void *arg)
{
    const copying *c = arg;
    const gt_cmds *cmds = gt_pass_expand(&job->ctx, c->info->programs.sym);
    *c->cmds = cmds ? gt_pass_simplify(&job->ctx, cmds) : NULL;
    return *c->cmds != NULL;
}

static bool gather(info *i)
{
    gt_job *job = i->job;
    const gt_sym *plain = gt_job_keep(job, GT_KEEP_PLAIN); /* ghosts would count as id variables */
    if (!gt_job_core(job, plain, &i->programs))
        return false;
    if (gt_layout_has_id_locals(gt_layout_new(job->ctx.arena, plain)))
        return true;
    if (!gt_job_population(job, &i->programs))
        return false;
    i->bits = gt_pass_estimate(i->programs.pop);
    i->counting_limit = job->options->time_limit > 0 ? job->options->time_limit : 5;
    gt_programs reduced = i->programs;
    job->deadline = gt_job_now() + i->counting_limit; /* for the encodings: they are made for counting */
    bool made = gt_job_encode(job, &reduced);
    if (!made && job->stopped == GT_STOP_NONE)
        return false;
    i->after = made ? count_states(i, reduced.cmds) : NULL;
    int64_t processes = 0;
    for (uint32_t p = 0; p < plain->nprocs; p++)
        processes += plain->procs[p]->n;
    const gt_cmds *copies = NULL;
    if (processes <= 64 && !*gt_driver_interrupt() &&
        gt_job_watched(job, make_copies, &(copying){i, &copies}))
        i->before = count_states(i, copies);
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
        gt_str_line(
            out,
            "  some local variable holds process ids: no counter program; gentrans check uses the explicit "
            "engine");
        return;
    }
    gt_str_line(out, "  states: %s before, %s after", or_unknown(i->before), or_unknown(i->after));
    gt_str_line(out, "  bits for the untracked processes: dense %.0f, vector %.0f, pairs %.0f", i->bits.dense,
                i->bits.vector, i->bits.pairs);
    double other = i->bits.vector < i->bits.pairs ? i->bits.vector : i->bits.pairs;
    gt_str_line(out, "  commands of the dense encoding: about %.0f", i->bits.commands);
    if (i->bits.commands > GT_DENSE_COMMANDS)
        gt_str_line(out, "  encoding: %s, as dense needs more than %d commands",
                    gt_encoding_name(i->bits.best), GT_DENSE_COMMANDS);
    else
        gt_str_line(
            out, "  encoding: %s, as dense needs %.2g times the bits of %s, and up to %d times are worth it",
            gt_encoding_name(i->bits.best), i->bits.dense / other, gt_encoding_name(i->bits.nonzero),
            GT_DENSE_BITS);
}

static void json_count(const char *key, const char *value, gt_str *out)
{
    gt_str_addf(out, ", \"%s\": %s", key, value ? value : "null");
}

static void json(const info *i, gt_str *out)
{
    const gt_sym *sym = i->job->written;
    const gt_pop *pop = i->programs.pop;
    gt_str_add(out, "{\"file\": ");
    gt_str_json(out, i->job->file);
    gt_str_add(out, ", \"model\": ");
    gt_str_json(out, sym->name);
    gt_str_add(out, ", \"processes\": [");
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        gt_str_add(out, p ? ", {\"name\": " : "{\"name\": ");
        gt_str_json(out, sym->procs[p]->name);
        gt_str_addf(out, ", \"n\": %d", sym->procs[p]->n);
        if (pop)
            gt_str_addf(out, ", \"declared\": %.0f, \"reachable\": %u", pop->locals[p].declared,
                        pop->locals[p].nstates);
        gt_str_addc(out, '}');
    }
    gt_str_add(out, "], \"id_variables\": [");
    bool any = false;
    for (uint32_t s = 0; s < sym->nshared; s++) {
        if (sym->shared[s]->type.kind != GT_TYPE_ID)
            continue;
        gt_str_add(out, any ? ", " : "");
        any = true;
        gt_str_json(out, sym->shared[s]->name);
    }
    gt_str_addc(out, ']');
    if (pop) {
        json_count("states_before", i->before, out);
        json_count("states_after", i->after, out);
        gt_str_addf(out,
                    ", \"bits\": {\"dense\": %.0f, \"vector\": %.0f, \"pairs\": %.0f}, \"dense_commands\": "
                    "%.0f, \"encoding\": \"%s\"",
                    i->bits.dense, i->bits.vector, i->bits.pairs, i->bits.commands,
                    gt_encoding_name(i->bits.best));
    }
    gt_str_add(out, "}\n");
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
        json(&i, out);
    else
        text(&i, out);
    bool limited =
        job->options->time_limit > 0 || job->options->memory_limit > 0; /* else it is our own limit */
    return (limited || i.no_memory) && i.programs.pop && (!i.after || !i.before) ? GT_EXIT_LIMIT : GT_EXIT_OK;
}

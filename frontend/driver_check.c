/* gentrans check: the in-tree checker. Properties with a prefix need ghosts, which make the model larger, so
 * they are checked on a program of their own. */
#include "backends/check.h"
#include "backends/trace.h"
#include "frontend/driver_commands.h"
#include "frontend/driver_files.h"
#include "frontend/driver_run.h"
#include "ir/cmd_range.h"
#include "passes/passes.h"
#include "runtime/base.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    const gt_check_result *result;
    const gt_programs *programs;
} outcome;

typedef struct {
    gt_job *job;
    gt_programs programs[2];
    const gt_check_report *reports[2];
    uint32_t nreports;
    outcome *outcomes; /* per property of job->written, and one more for "error" */
    uint32_t noutcomes;
} check;

/* ---- progress on a terminal ---- */

static void show_progress(void *arg, const gt_progress *now)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%s: iteration %llu, %.4g states, %llu nodes, %zu MB, %.0f s", now->phase,
            (unsigned long long)now->iteration, now->states, (unsigned long long)now->nodes, now->bytes >> 20,
            now->seconds);
}

static void clear_progress(bool shown)
{
    if (shown)
        fputs("\r\033[K", stderr);
}

/* ---- engines ---- */

static const double explicit_seconds = 5; /* for a search state by state, before diagrams are tried */
static const double many_bits = 128;      /* of counters, from which on such a search is tried */

static bool has_id_locals(const gt_sym *sym)
{
    for (uint32_t p = 0; p < sym->nprocs; p++)
        for (uint32_t v = 0; v < sym->procs[p]->nvars; v++)
            if (sym->procs[p]->vars[v]->type.kind == GT_TYPE_ID)
                return true;
    return false;
}

/* The explicit engine where there is no counter program, or every copy is wanted. */
static bool wants_explicit(const gt_options *o, const gt_sym *written, bool ready)
{
    if (ready)
        return false; /* read from a dump: there are only guarded commands to work on */
    switch ((gt_opt_engine)o->engine) {
    case GT_OPT_ENGINE_BDD: return false;
    case GT_OPT_ENGINE_EXPLICIT: return true;
    case GT_OPT_ENGINE_AUTO: break;
    }
    return o->no_reduce || has_id_locals(written);
}

/* What the translation has left of them. */
static void set_limits(const gt_job *job, gt_check_options *options)
{
    options->time_limit = gt_job_seconds_left(job);
    options->memory_limit = gt_job_bytes_left(job);
}

static const gt_check_report *run_explicit(gt_job *job, const gt_sym *written, gt_programs *programs,
                                           gt_check_options *options)
{
    bool reduce = !job->options->no_reduce;
    if (!gt_job_core(job, written, programs))
        return NULL;
    set_limits(job, options);
    if (!reduce || has_id_locals(written))
        return gt_check_explicit_sym(&job->ctx, written, programs->sym, reduce, options);
    if (!gt_job_population(job, programs))
        return NULL;
    set_limits(job, options);
    return gt_check_explicit(&job->ctx, written, programs->pop, options);
}

/* Are most counters 0 in every state, and many? */
static bool is_sparse(const gt_pop *pop)
{
    bool sparse = false;
    for (uint32_t p = 0; p < pop->sym->nprocs; p++)
        sparse = sparse || pop->locals[p].nstates > (uint32_t)pop->sym->procs[p]->n;
    return sparse && gt_pass_estimate(pop).dense > many_bits;
}

/* BDDs on counters where there are few local states for many processes. Else counters are many and the
 * relations of slots are large: a small model is searched state by state, and the reachable states of a
 * larger one that would need slots are mostly simpler as a diagram of n copies than in any encoding of
 * populations. */
static const gt_check_report *run_auto(gt_job *job, const gt_sym *written, gt_programs *programs,
                                       gt_check_options *options)
{
    if (!gt_job_core(job, written, programs) || !gt_job_population(job, programs))
        return NULL;
    job->copies = gt_pass_choose_encoding(programs->pop, false) != GT_ENC_DENSE;
    const gt_check_report *first = NULL;
    if (job->copies || is_sparse(programs->pop)) {
        set_limits(job, options);
        bool ours = options->time_limit <= 0 || options->time_limit > explicit_seconds;
        options->time_limit = ours ? explicit_seconds : options->time_limit;
        first = gt_check_explicit(&job->ctx, written, programs->pop, options);
        if (first->stopped != GT_STOP_TIME || !ours)
            return first;
    }
    bool made = gt_job_encode(job, programs);
    job->copies = false;
    set_limits(job, options);
    const gt_check_report *r = made ? gt_check_bdd(&job->ctx, programs->cmds, options) : NULL;
    for (uint32_t i = 0; r && first && i < r->nresults && i < first->nresults; i++)
        if (r->results[i].verdict == GT_VERDICT_UNKNOWN && first->results[i].verdict != GT_VERDICT_UNKNOWN &&
            strcmp(r->results[i].prop->name, first->results[i].prop->name) == 0)
            r->results[i] = first->results[i]; /* found before the search was given up */
    return r;
}

/* A file may hold commands that leave the ranges of their variables: that is an error of the file, and no
 * verdict means anything then. */
static bool stays_in_range(gt_job *job, const gt_cmds *cmds, gt_check_options options)
{
    const gt_cmds *wide = gt_cmds_widen(job->ctx.arena, cmds);
    options.no_traces = options.no_states = true;
    set_limits(job, &options);
    const gt_check_report *r = wide ? gt_check_bdd(&job->ctx, wide, &options) : NULL;
    bool fine = true;
    for (uint32_t i = 0; r && i < r->nresults; i++) {
        fine = fine && r->results[i].verdict == GT_VERDICT_HOLDS;
        if (r->results[i].verdict != GT_VERDICT_FAILS)
            continue;
        fprintf(stderr, "gentrans: %s: the commands give %s a value outside its range\n", job->file,
                r->results[i].prop->name);
        job->stopped = GT_STOP_NONE;
        return false;
    }
    if (!fine)
        job->stopped = r->stopped != GT_STOP_NONE ? r->stopped : GT_STOP_MEMORY;
    return fine;
}

static bool make_commands(gt_job *job, const gt_sym *written, gt_programs *programs,
                          const gt_check_options *options)
{
    return gt_job_pipeline(job, written, programs) &&
           (!(job->pop || job->cmds) || stays_in_range(job, programs->cmds, *options));
}

static const gt_check_report *run_engine(check *c, gt_programs *programs, const gt_sym *written)
{
    gt_job *job = c->job;
    const gt_options *o = job->options;
    bool terminal = isatty(STDERR_FILENO) && !o->quiet;
    gt_check_options options = {.interrupt = gt_driver_interrupt(),
                                .progress = terminal ? show_progress : NULL,
                                .no_traces = o->trace == GT_OPT_TRACE_OFF && !o->xml,
                                .no_states = o->no_states,
                                .threads = (uint32_t)o->threads};
    const gt_check_report *r = NULL;
    if (o->command == GT_COMMAND_RUN)
        return make_commands(job, written, programs, &options) ? gt_driver_run(job, programs->cmds) : NULL;
    /* `exists i : P .` asks for a ghost in every initial state: the BDD engine can do that with counters only
     */
    job->dense_only = false;
    for (uint32_t p = 0; p < written->nprops; p++)
        job->dense_only = job->dense_only || (written->props[p]->nprefix && written->props[p]->prefix_exists);
    if (wants_explicit(o, written, job->pop || job->cmds)) {
        r = run_explicit(job, written, programs, &options);
    } else if (o->engine == GT_OPT_ENGINE_AUTO && o->encoding == GT_OPT_ENCODING_AUTO &&
               o->style == GT_OPT_STYLE_DEFAULT && !job->pop && !job->cmds && !job->dense_only) {
        r = run_auto(job, written, programs, &options);
    } else if (make_commands(job, written, programs, &options)) {
        set_limits(job, &options);
        r = gt_check_bdd(&job->ctx, programs->cmds, &options);
    }
    clear_progress(terminal);
    return r;
}

static void collect(check *c, const gt_check_report *report, const gt_programs *programs)
{
    const gt_sym *written = c->job->written;
    for (uint32_t i = 0; i < report->nresults; i++) {
        const gt_check_result *r = &report->results[i];
        uint32_t at = c->noutcomes;
        if (r->prop->kind == GT_PROP_NOERROR) {
            at = written->nprops;
            if (c->outcomes[at].result)
                continue; /* decided on the first program already */
        }
        for (uint32_t p = 0; p < written->nprops && r->prop->kind != GT_PROP_NOERROR; p++)
            if (written->props[p]->pos.line == r->prop->pos.line &&
                written->props[p]->pos.col == r->prop->pos.col &&
                strcmp(written->props[p]->name, r->prop->name) == 0)
                at = p;
        if (at == c->noutcomes)
            gt_ice("a result for a property '%s' that was not asked for", r->prop->name);
        c->outcomes[at] = (outcome){r, programs};
    }
}

/* The translation was stopped: nothing is known about these properties. */
static void leave_unknown(check *c, const gt_sym *part)
{
    gt_check_report *r = GT_NEW(c->job->ctx.arena, gt_check_report);
    r->nresults = part->nprops;
    r->results = GT_NEW_ARRAY(c->job->ctx.arena, gt_check_result, part->nprops);
    for (uint32_t p = 0; p < part->nprops; p++) {
        r->results[p].prop = part->props[p];
        r->results[p].note = gt_stop_name(c->job->stopped);
    }
    collect(c, r, NULL);
}

/* ---- reports ---- */

static gt_trace_mode trace_mode(const gt_options *o)
{
    switch ((gt_opt_trace)o->trace) {
    case GT_OPT_TRACE_FULL: return GT_TRACE_FULL;
    case GT_OPT_TRACE_DIFF: return GT_TRACE_DIFF;
    case GT_OPT_TRACE_OFF: break;
    }
    return GT_TRACE_OFF;
}

typedef struct {
    const outcome *outcome;
    const gt_run *run;
    const char *why;
} lifting;

static bool lift_trace(gt_job *job, void *arg)
{
    lifting *l = arg;
    l->run = gt_lift(&job->ctx, job->written, l->outcome->programs->cmds, l->outcome->result->trace,
                     job->options->expand, &l->why);
    return l->run != NULL;
}

static const gt_run *run_of(check *c, const outcome *o, const char **why)
{
    if (o->result->run)
        return o->result->run;
    if (!o->result->trace)
        return NULL;
    lifting l = {.outcome = o};
    bool lifted = gt_job_watched(c->job, lift_trace, &l);
    *why = !lifted && c->job->stopped != GT_STOP_NONE ? gt_stop_name(c->job->stopped) : l.why;
    return lifted ? l.run : NULL;
}

static void text_result(check *c, const outcome *o, int width, gt_str *out)
{
    const gt_check_result *r = o->result;
    gt_trace_mode mode = trace_mode(c->job->options);
    const char *why = NULL;
    const gt_run *run = mode == GT_TRACE_OFF ? NULL : run_of(c, o, &why);
    gt_str_addf(out, "  %-*s  ", width, r->prop->name);
    if (r->value)
        gt_str_addf(out, "= %s", r->value);
    else
        gt_str_add(out, gt_verdict_name(r->verdict));
    if (r->note)
        gt_str_addf(out, " (%s)", r->note);
    if (run) {
        gt_str_addf(out, ", %s %s:", r->shortest ? "shortest" : "a",
                    r->verdict == GT_VERDICT_FAILS ? "counterexample" : "witness");
    }
    gt_str_addc(out, '\n');
    if (run) {
        gt_str_addc(out, '\n');
        gt_trace_text(run, r->prop, mode, out);
        gt_str_addc(out, '\n');
    } else if (why) {
        gt_str_addf(out, "    its trace could not be replayed: %s\n", why);
    }
}

/* What the engine worked on. */
static const char *model_name(const check *c)
{
    const gt_programs *p = &c->programs[0];
    if (c->job->options->no_reduce)
        return "unreduced";
    if (p->cmds && p->cmds->encoding == GT_ENC_NONE)
        return "unreduced";
    if (p->cmds)
        return gt_arena_printf(c->job->ctx.arena, "%s encoding", gt_encoding_name(p->cmds->encoding));
    return p->pop ? "populations" : "canonical representatives";
}

static void text_statistics(const gt_check_report *r, const char *which, gt_str *out)
{
    gt_str_addf(out, "  statistics%s: ", which);
    if (strcmp(r->engine, "bdd") == 0)
        gt_str_addf(out, "%llu iterations, %llu nodes (peak %llu), %llu bits, ",
                    (unsigned long long)r->iterations, (unsigned long long)r->nodes,
                    (unsigned long long)r->peak_nodes, (unsigned long long)r->variables);
    if (strcmp(r->engine, "explicit") == 0)
        gt_str_addf(out, "%llu transitions, %llu bytes per state, ", (unsigned long long)r->transitions,
                    (unsigned long long)r->variables);
    gt_str_addf(out, "%.1f MB, reach %.3f s, all %.3f s\n", (double)r->bytes / 1e6, r->reach_seconds,
                r->seconds);
}

static void text_report(check *c, gt_str *out)
{
    gt_job *job = c->job;
    const gt_check_report *first = c->reports[0];
    int width = 0;
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result && (int)strlen(c->outcomes[i].result->prop->name) > width)
            width = (int)strlen(c->outcomes[i].result->prop->name);
    gt_str_addf(out, "%s: ", job->file);
    const gt_sym *sym = job->written;
    for (uint32_t p = 0; p < sym->nprocs; p++)
        gt_str_addf(out, "%s%s[%d]", p ? ", " : "", sym->procs[p]->name, sym->procs[p]->n);
    const char *between = sym->nprocs ? "; " : "";
    if (first && first->states) {
        gt_str_addf(out, "%s%s%s %s", between, first->states_complete ? "" : "at least ", first->states,
                    strcmp(first->states, "1") == 0 ? "state" : "states");
        between = "; ";
    }
    if (first)
        gt_str_addf(out, "%s%s engine, %s", between, first->engine, model_name(c));
    gt_str_addc(out, '\n');
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result)
            text_result(c, &c->outcomes[i], width, out);
    for (uint32_t i = 0; job->options->stats && i < c->nreports; i++)
        text_statistics(c->reports[i], i ? " (with ghosts)" : "", out);
}

static void json_report(check *c, gt_str *out)
{
    gt_job *job = c->job;
    const gt_check_report *first = c->reports[0];
    gt_str_add(out, "{\"file\": ");
    gt_str_json(out, job->file);
    if (first) {
        gt_str_addf(out, ", \"engine\": \"%s\", \"model\": \"%s\"", first->engine, model_name(c));
        if (first->states)
            gt_str_addf(out, ", \"states\": %s, \"states_complete\": %s", first->states,
                        first->states_complete ? "true" : "false");
        gt_str_addf(out, ", \"seconds\": %.3f", first->seconds);
    }
    gt_str_add(out, ", \"properties\": [");
    bool any = false;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        if (!r)
            continue;
        gt_str_add(out, any ? ",\n  {\"name\": " : "\n  {\"name\": ");
        any = true;
        gt_str_json(out, r->prop->name);
        gt_str_addf(out, ", \"line\": %u, \"verdict\": \"%s\"", r->prop->pos.line,
                    gt_verdict_name(r->verdict));
        if (r->value) {
            gt_str_add(out, ", \"value\": ");
            gt_str_json(out, r->value);
        }
        if (r->note) {
            gt_str_add(out, ", \"note\": ");
            gt_str_json(out, r->note);
        }
        const char *why = NULL;
        const gt_run *run = job->options->trace == GT_OPT_TRACE_OFF ? NULL : run_of(c, &c->outcomes[i], &why);
        if (run) {
            gt_str_addf(out, ", \"shortest\": %s, \"trace\": ", r->shortest ? "true" : "false");
            gt_trace_json(run, r->prop, out);
        }
        gt_str_add(out, "}");
    }
    gt_str_add(out, "]}\n");
}

/* --xml FILE: every counterexample and witness. */
static bool xml_report(check *c)
{
    gt_str out;
    gt_str_init(&out);
    gt_str_line(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    gt_str_line(&out, "<traces>");
    out.indent++;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const char *why = NULL;
        const gt_check_result *r = c->outcomes[i].result;
        const gt_run *run = r ? run_of(c, &c->outcomes[i], &why) : NULL;
        if (!run)
            continue;
        gt_str_line(&out, "<property name=\"%s\" verdict=\"%s\">", r->prop->name,
                    gt_verdict_name(r->verdict));
        out.indent++;
        gt_trace_xml(run, r->prop, &out);
        out.indent--;
        gt_str_line(&out, "</property>");
    }
    out.indent--;
    gt_str_line(&out, "</traces>");
    gt_file file = {c->job->options->xml, &out};
    bool ok = gt_files_write(&file, 1);
    gt_str_fini(&out);
    return ok;
}

static gt_exit exit_code(const check *c)
{
    bool unknown = false, fails = false, foreign = c->job->options->command == GT_COMMAND_RUN;
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        unknown =
            unknown ||
            (r && (r->verdict == GT_VERDICT_UNKNOWN || (foreign && r->verdict == GT_VERDICT_UNSUPPORTED)));
        fails = fails || (r && r->verdict == GT_VERDICT_FAILS);
    }
    return fails ? GT_EXIT_FAILS : unknown ? GT_EXIT_LIMIT : GT_EXIT_OK;
}

/* Everything holds of a program without initial state, which is hardly what was meant. */
static void warn_if_empty(check *c, const gt_check_report *r)
{
    gt_diag *diag = c->job->ctx.diag;
    if (c->nreports > 0 || !r->states || !r->states_complete || strcmp(r->states, "0") != 0)
        return;
    gt_warning(diag, (gt_pos){0}, "no-initial-state",
               "the program has no initial state: every property holds");
    gt_note(diag, (gt_pos){0}, "some choice in an initial value (`any ... where`) has no candidate");
}

gt_exit gt_command_check(gt_job *job, gt_str *out)
{
    check c = {.job = job};
    gt_exit code = GT_EXIT_OK;
    if ((job->pop || job->cmds) && job->options->command == GT_COMMAND_CHECK &&
        job->options->engine == GT_OPT_ENGINE_EXPLICIT) {
        fprintf(stderr, "gentrans: %s: --engine explicit needs a symmetric program; this file holds %s\n",
                job->file, job->cmds ? "guarded commands" : "a population program");
        return GT_EXIT_USAGE;
    }
    c.noutcomes = job->written->nprops + 1;
    c.outcomes = GT_NEW_ARRAY(job->ctx.arena, outcome, c.noutcomes);
    static const gt_keep parts[2] = {GT_KEEP_PLAIN, GT_KEEP_PREFIXED};
    bool ready = job->pop || job->cmds; /* a later representation: one program with its ghosts */
    for (int i = 0; i < (ready ? 1 : 2); i++) {
        const gt_sym *part = gt_job_keep(job, ready ? GT_KEEP_ALL : parts[i]);
        if (i == 1 && part->nprops == 0)
            continue;
        gt_programs *programs = &c.programs[c.nreports];
        const gt_check_report *r = run_engine(&c, programs, part);
        if (r)
            warn_if_empty(&c, r);
        if (!gt_job_flush(job))
            return GT_EXIT_USAGE;
        if (r) {
            c.reports[c.nreports++] = r;
            collect(&c, r, programs);
            continue;
        }
        code = gt_job_failed(job);
        if (code != GT_EXIT_LIMIT)
            return code;
        leave_unknown(&c, part);
    }
    if (job->options->xml && !xml_report(&c))
        return GT_EXIT_USAGE;
    if (job->options->json)
        json_report(&c, out);
    else
        text_report(&c, out);
    return code == GT_EXIT_LIMIT && exit_code(&c) == GT_EXIT_OK ? code : exit_code(&c);
}

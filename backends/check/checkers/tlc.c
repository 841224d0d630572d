/* TLC: the invariants together, then each temporal property by itself, for TLC does not say which one failed.
 */
#include "backends/check/checkers/impl.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    gt_checker_job *job;
    const char **props;
    uint32_t runs;
    const uint32_t *only; /* one invariant; NULL: all that are open */
} tlc;

static bool is_open(const tlc *t, uint32_t prop)
{
    return !t->job->skip[prop] && !gt_checker_temporal(t->job, prop) &&
           t->job->report->results[prop].verdict == GT_VERDICT_UNKNOWN && (!t->only || *t->only == prop);
}

/* model.cfg for one temporal property, or for the invariants that are still open (temporal == nprops). */
static bool write_config(tlc *t, uint32_t temporal)
{
    gt_checker_job *job = t->job;
    gt_str text;
    gt_str_init(&text);
    if (temporal < job->cmds->nprops)
        gt_str_addf(&text, "SPECIFICATION Spec\nPROPERTY %s\n", t->props[temporal]);
    else
        gt_str_add(&text, "INIT Init\nNEXT Next\n");
    gt_str_add(&text, "CHECK_DEADLOCK FALSE\n"); /* a property of the model's asks, if that matters */
    for (uint32_t i = 0; i < job->cmds->nprops && temporal == job->cmds->nprops; i++)
        if (is_open(t, i))
            gt_str_addf(&text, "INVARIANT %s\n", t->props[i]);
    bool fine = gt_checker_write(job, "model.cfg", gt_str_text(&text), text.len);
    gt_str_fini(&text);
    return fine;
}

/* "82 states generated, 30 distinct states found, 0 states left on queue." */
static void read_states(gt_checker_job *job, const char *text)
{
    const char *left = strstr(text, " distinct states found, 0 states left on queue.");
    if (!left || !strstr(text, "No error has been found"))
        return;
    gt_str digits;
    gt_str_init(&digits);
    const char *from = left;
    while (from > text && strchr("0123456789,", from[-1]))
        from--;
    for (; from < left; from++)
        if (*from != ',')
            gt_str_addc(&digits, *from);
    job->report->states = gt_arena_strdup(job->ctx->arena, gt_str_text(&digits));
    job->report->states_complete = true;
    gt_str_fini(&digits);
}

/* The name under which workers reach this machine: what Java was told, or the machine's own. */
static const char *server_name(gt_arena *arena)
{
    static const char option[] = "-Djava.rmi.server.hostname=";
    const char *given = getenv("GENTRANS_TLC_JAVA_OPTIONS"), *at = given ? strstr(given, option) : NULL;
    char host[256] = "";
    if (at) {
        at += strlen(option);
        return gt_arena_strndup(arena, at, strcspn(at, " "));
    }
    if (gethostname(host, sizeof host - 1) != 0 || !host[0])
        return "THIS-MACHINE";
    return gt_arena_strdup(arena, host);
}

static gt_checker_outcome start(tlc *t, const char *phase)
{
    /* TLC names its folder by the second; two runs may begin in one. */
    const char *meta = gt_arena_printf(t->job->ctx->arena, "states%u", ++t->runs);
    const char *alone[] = {t->job->program, "-nowarning", "-workers",  "auto", "-metadir", meta,
                           "-config",       "model.cfg",  "model.tla", NULL};
    const char *server[] = {
        t->job->program, "--class", "tlc2.tool.distributed.TLCServer", "-config", "model.cfg",
        "model.tla",     NULL};
    bool distributed = t->job->options->foreign.distributed;
    if (distributed && t->job->options->foreign.announce)
        t->job->options->foreign.announce(t->job->options->foreign.announce_arg,
                                          gt_arena_printf(t->job->ctx->arena,
                                                          "start a worker on any machine with: tlc --class "
                                                          "tlc2.tool.distributed.TLCWorker %s",
                                                          server_name(t->job->ctx->arena)));
    return gt_checker_program(t->job, distributed ? server : alone, phase, false);
}

static void keep_trace(tlc *t, uint32_t prop, const char *text)
{
    const char *why = NULL;
    if (t->job->options->no_traces)
        return;
    gt_check_result *r = &t->job->report->results[prop];
    r->trace = gt_checker_trace(t->job, text, &why);
    if (!r->trace)
        gt_checker_set(t->job, prop, GT_VERDICT_UNKNOWN, why);
}

/* TLC's last word, and nothing against it. */
static bool found_no_error(const gt_checker_outcome *o)
{
    return o->code == 0 && gt_checker_line(o->text, "Model checking completed. No error has been found.") &&
           !strstr(o->text, "Error: ");
}

/* What TLC found wrong is not at once taken back. */
static bool stands(const gt_checker_outcome *o)
{
    return !strstr(o->text, "No error has been found");
}

/* The property whose name follows `begin` in the text. */
static bool named_after(tlc *t, const char *text, const char *begin, uint32_t *prop)
{
    const char *at = strstr(text, begin);
    if (!at)
        return false;
    at += strlen(begin);
    size_t len = strcspn(at, " ");
    for (uint32_t i = 0; i < t->job->cmds->nprops; i++)
        if (strlen(t->props[i]) == len && memcmp(t->props[i], at, len) == 0) {
            *prop = i;
            return true;
        }
    return false;
}

/* "Error: Invariant mutex is violated.": which one. */
static bool violated_invariant(tlc *t, const char *text, uint32_t *prop)
{
    return named_after(t, text, "Error: Invariant ", prop);
}

static uint32_t open_invariants(tlc *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->job->cmds->nprops; i++)
        n += is_open(t, i);
    return n;
}

static void all_hold(tlc *t, const char *text)
{
    if (!t->job->report->states)
        read_states(t->job, text);
    for (uint32_t i = 0; i < t->job->cmds->nprops; i++)
        if (is_open(t, i))
            gt_checker_set(t->job, i, GT_VERDICT_HOLDS, NULL);
}

static bool invariants(tlc *t)
{
    gt_checker_job *job = t->job;
    while (open_invariants(t) > 0) {
        uint32_t prop;
        if (!write_config(t, job->cmds->nprops))
            return false;
        gt_checker_outcome o = start(t, "TLC: invariants");
        if (o.stopped || !o.started)
            return o.stopped;
        if (found_no_error(&o)) {
            all_hold(t, o.text);
        } else if (violated_invariant(t, o.text, &prop) && is_open(t, prop) && stands(&o)) {
            gt_checker_set(job, prop, GT_VERDICT_FAILS, NULL);
            keep_trace(t, prop, o.text);
        } else {
            return gt_checker_unexpected(job, &o, "broke down");
        }
    }
    return true;
}

/* 1: no error, 0: an invariant is violated, -1: neither (job->why or stopped). */
static int ask_server(tlc *t)
{
    if (!write_config(t, t->job->cmds->nprops))
        return -1;
    gt_checker_outcome o = start(t, "TLC's server: invariants");
    if (o.stopped || !o.started)
        return -1;
    if (found_no_error(&o)) {
        all_hold(t, o.text);
        return 1;
    }
    if (stands(&o) &&
        (strstr(o.text, "Error: The behavior up to this point is:") || strstr(o.text, "Error: Invariant ")))
        return 0;
    gt_checker_unexpected(t->job, &o, "broke down");
    return -1;
}

/* The server does not say which invariant is violated, and of the trace it shows the end: all together, and
 * if one is violated each by itself. */
static bool distributed_invariants(tlc *t)
{
    gt_checker_job *job = t->job;
    int answer = open_invariants(t) > 1 ? ask_server(t) : 0;
    for (uint32_t i = 0; i < job->cmds->nprops && answer >= 0; i++) {
        if (!is_open(t, i))
            continue;
        t->only = &i;
        answer = ask_server(t);
        t->only = NULL;
        if (answer == 0)
            gt_checker_set(job, i, GT_VERDICT_FAILS,
                           "TLC's distributed mode shows no whole trace; run it on one machine for that");
    }
    return answer >= 0 || job->report->stopped;
}

static bool temporal(tlc *t, uint32_t prop)
{
    gt_checker_job *job = t->job;
    if (job->options->foreign.distributed) {
        gt_checker_set(job, prop, GT_VERDICT_UNSUPPORTED, "TLC's distributed mode checks invariants only");
        return true;
    }
    if (!write_config(t, prop))
        return false;
    gt_checker_outcome o =
        start(t, gt_arena_printf(job->ctx->arena, "TLC: %s", job->cmds->props[prop].origin->name));
    if (o.stopped || !o.started)
        return o.stopped;
    if (found_no_error(&o)) {
        if (!job->report->states)
            read_states(job, o.text);
        gt_checker_set(job, prop, GT_VERDICT_HOLDS, NULL);
    } else if (stands(&o) &&
               (strstr(o.text, "Temporal properties were violated") || strstr(o.text, "Error: Invariant ") ||
                strstr(o.text, "is violated by the initial state"))) {
        /* TLC checks a part []p of a property as an invariant, and a part p in the initial states. */
        gt_checker_set(job, prop, GT_VERDICT_FAILS, NULL);
        keep_trace(t, prop, o.text);
    } else {
        return gt_checker_unexpected(job, &o, "broke down");
    }
    return true;
}

static bool run(gt_checker_job *job)
{
    gt_outputs out;
    tlc t = {.job = job, .props = job->emit->names.props};
    bool fine = gt_checker_translate(job, job->skip, &out);
    gt_outputs_fini(&out);
    fine = fine && (job->options->foreign.distributed ? distributed_invariants(&t) : invariants(&t));
    for (uint32_t i = 0; i < job->cmds->nprops && fine && !job->report->stopped; i++)
        if (!job->skip[i] && gt_checker_temporal(job, i))
            fine = temporal(&t, i);
    return fine;
}

const gt_engine gt_engine_tlc = {
    .name = "TLC",
    .option = "tlc",
    .takes = GT_TAKES_CMDS,
    .asked = GT_ASKED_CHECKER,
    .kinds = ~0U, /* what its language cannot say is refused */
    .decide = gt_checker_decide,
    .own = &(const gt_checker){"GENTRANS_TLC", "tlc", "scripts/checkers installs it", &gt_target_tla, run}};

/* What a search saw of the whole program: as warnings, and as JSON. */
#include "driver/report.h"

#include <string.h>

/* ---- warnings ---- */

static bool same_pos(gt_pos a, gt_pos b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* What stands once in the text may be several rules: for values of a name, or where a choice stands under
 * `if`. */
static bool any_fired(const gt_sym *sym, const gt_coverage *seen, gt_pos pos)
{
    for (uint32_t r = 0; r < sym->nrules; r++)
        if (seen->fired[r] && same_pos(sym->rules[r]->pos, pos))
            return true;
    return false;
}

static void warn_rules(gt_job *job, const gt_coverage *seen)
{
    const gt_sym *sym = job->written;
    for (uint32_t r = 0; r < sym->nrules; r++) {
        const gt_rule *rule = sym->rules[r];
        if (!any_fired(sym, seen, rule->pos) && !gt_diag_told(job->ctx.diag, rule->pos, "never-fires"))
            gt_warning(job->ctx.diag, rule->pos, "unseen-rule", "`%s` never fires in %s reachable state",
                       rule->label, seen->states == 1 ? "the" : "any");
    }
}

static gt_pos place_of(const gt_enum *en, uint32_t value, gt_pos otherwise)
{
    return en->places ? en->places[value] : otherwise;
}

static void warn_locations(gt_job *job, const gt_coverage *seen)
{
    for (uint32_t t = 0; t < job->written->nprocs; t++) {
        const gt_proc *proc = job->written->procs[t];
        for (uint32_t l = 0; proc->loc && l < proc->loc->type.en->nvalues; l++) {
            gt_pos at = place_of(proc->loc->type.en, l, proc->loc->pos);
            if (!seen->seen[t][l] && !gt_diag_told(job->ctx.diag, at, "unreachable"))
                gt_warning(job->ctx.diag, at, "unseen-location", "no process of type %s is ever in `%s`",
                           proc->name, proc->loc->type.en->values[l]);
        }
    }
}

static bool is_locations(const gt_sym *sym, const gt_enum *en)
{
    for (uint32_t t = 0; t < sym->nprocs; t++)
        if (sym->procs[t]->loc && sym->procs[t]->loc->type.en == en)
            return true;
    return false;
}

static void warn_values(gt_job *job, const gt_coverage *seen)
{
    for (uint32_t e = 0; e < job->written->nenums; e++) {
        const gt_enum *en = job->written->enums[e];
        for (uint32_t v = 0; seen->taken[e] && !is_locations(job->written, en) && v < en->nvalues; v++)
            if (!seen->taken[e][v])
                gt_warning(job->ctx.diag, place_of(en, v, en->pos), "unseen-value",
                           "no variable ever has the value `%s`", en->values[v]);
    }
}

static const gt_check_result *result_of(const gt_verdicts *c, const gt_prop *prop)
{
    for (uint32_t i = 0; i < c->noutcomes; i++)
        if (c->outcomes[i].result && strcmp(c->outcomes[i].result->prop->name, prop->name) == 0)
            return c->outcomes[i].result;
    return NULL;
}

/* What the property's implication begins with and is never true, if the property holds; else NULL. */
static const gt_expr *vacuous(const gt_verdicts *c, uint32_t p)
{
    const gt_check_result *r = result_of(c, c->job->written->props[p]);
    return r && r->verdict == GT_VERDICT_HOLDS ? c->coverage->vacuous[p] : NULL;
}

static void warn_properties(const gt_verdicts *c)
{
    gt_job *job = c->job;
    for (uint32_t p = 0; p < job->written->nprops; p++) {
        const gt_expr *antecedent = vacuous(c, p);
        if (antecedent)
            gt_warning(job->ctx.diag, antecedent->pos, "vacuous",
                       "this is never true, and what follows it is never asked: `%s` holds all the same",
                       job->written->props[p]->name);
    }
}

static void warn_unchecked(gt_job *job)
{
    if (job->whole->nprops > 0)
        return;
    gt_warning(job->ctx.diag, (gt_pos){0}, "unchecked", "the model has no property: nothing was checked");
    gt_help(job->ctx.diag,
            "say what must hold: `invariant NAME: ...;`, `ctl NAME: ...;` or `deadlock free;`");
}

/* Whether one of our own engines looked at the program as written. */
static bool is_searched(const gt_verdicts *c)
{
    const gt_job *job = c->job;
    bool foreign = job->options->command != GT_COMMAND_CHECK;
    return !gt_job_is_later(job) && (job->page || !(foreign || job->options->repeated));
}

void gt_report_cover(gt_verdicts *c)
{
    gt_job *job = c->job;
    const gt_options *o = job->options;
    gt_limits limits = gt_job_limits_left(job);
    warn_unchecked(job);
    if (!is_searched(c) || (!job->page && gt_limits_met(&limits, 0) != GT_STOP_NONE))
        return;
    c->coverage = gt_coverage_new(job->ctx.arena, job->written,
                                  o->coverage ? GT_COVER_ALL
                                  : job->page ? GT_COVER_LONG
                                              : GT_COVER_BRIEF,
                                  &limits);
    /* a program without initial state is said to be one */
    if (!c->coverage->complete || !c->coverage->states)
        return;
    warn_rules(job, c->coverage);
    warn_locations(job, c->coverage);
    warn_values(job, c->coverage);
    warn_properties(c);
}

/* ---- JSON ---- */

static void json_rules(const gt_sym *sym, const gt_coverage *seen, gt_json *out)
{
    gt_json_array(out, "rules");
    for (uint32_t r = 0; r < sym->nrules; r++) {
        const gt_rule *rule = sym->rules[r];
        gt_json_object(out, NULL);
        gt_json_string(out, "process", rule->owner ? rule->owner->name : NULL);
        gt_json_string(out, "rule", rule->label);
        gt_json_int(out, "line", rule->pos.line);
        gt_json_count(out, "fired", seen->fired[r]);
        gt_json_end(out);
    }
    gt_json_end(out);
}

static void json_locations(const gt_sym *sym, const gt_coverage *seen, gt_json *out)
{
    gt_json_array(out, "locations");
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc *proc = sym->procs[t];
        for (uint32_t l = 0; proc->loc && l < proc->loc->type.en->nvalues; l++) {
            gt_json_object(out, NULL);
            gt_json_string(out, "process", proc->name);
            gt_json_string(out, "location", proc->loc->type.en->values[l]);
            gt_json_count(out, "states", seen->seen[t][l]);
            gt_json_end(out);
        }
    }
    gt_json_end(out);
}

static void json_values(const gt_sym *sym, const gt_coverage *seen, gt_json *out)
{
    gt_json_array(out, "values");
    for (uint32_t e = 0; e < sym->nenums; e++) {
        const gt_enum *en = sym->enums[e];
        for (uint32_t v = 0; seen->taken[e] && !is_locations(sym, en) && v < en->nvalues; v++) {
            gt_json_object(out, NULL);
            gt_json_string(out, "enum", en->name);
            gt_json_string(out, "value", en->values[v]);
            gt_json_bool(out, "reached", seen->taken[e][v]);
            gt_json_end(out);
        }
    }
    gt_json_end(out);
}

static void json_vacuous(const gt_verdicts *c, gt_json *out)
{
    gt_json_array(out, "vacuous");
    for (uint32_t p = 0; c->coverage->complete && p < c->job->written->nprops; p++) {
        const gt_expr *antecedent = vacuous(c, p);
        if (!antecedent)
            continue;
        gt_str text;
        gt_str_init(&text);
        gt_expr_print(antecedent, &text);
        gt_json_object(out, NULL);
        gt_json_string(out, "property", c->job->written->props[p]->name);
        gt_json_string(out, "antecedent", gt_str_text(&text));
        gt_json_end(out);
        gt_str_fini(&text);
    }
    gt_json_end(out);
}

void gt_report_coverage_json(const gt_verdicts *c, gt_json *out)
{
    const gt_sym *sym = c->job->written;
    if (!c->coverage || !c->coverage->states)
        return;
    gt_json_line(out);
    gt_json_object(out, "coverage");
    gt_json_bool(out, "complete", c->coverage->complete);
    gt_json_count(out, "states", c->coverage->states);
    json_rules(sym, c->coverage, out);
    json_locations(sym, c->coverage, out);
    json_values(sym, c->coverage, out);
    json_vacuous(c, out);
    gt_json_end(out);
}

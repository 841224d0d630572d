/* gentrans list: what is in a file, in the words that -D, --only and the simulator take. */
#include "driver/commands.h"
#include "driver/report.h"

#include <string.h>

static const char *kind_of(const gt_prop *prop)
{
    return gt_prop_words[prop->kind].listed;
}

static void text_processes(const gt_sym *sym, gt_str *out)
{
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        const gt_proc *proc = sym->procs[p];
        const gt_enum *places = proc->loc ? proc->loc->type.en : NULL;
        gt_str_addf(out, "  process %s[%d]", proc->name, proc->n);
        for (uint32_t l = 0; places && l < places->nvalues; l++)
            gt_str_addf(out, "%s %s", l ? "," : ":", places->values[l]);
        gt_str_addc(out, '\n');
    }
}

static void text_rules(const gt_sym *sym, gt_str *out)
{
    for (uint32_t r = 0; r < sym->nrules; r++) {
        const gt_rule *rule = sym->rules[r];
        if (rule->owner)
            gt_str_addf(out, "  rule %s of %s\n", rule->label, rule->owner->name);
        else
            gt_str_addf(out, "  rule %s\n", rule->label);
    }
}

static void text(gt_job *job, const gt_sym_text *texts, gt_str *out)
{
    const gt_sym *sym = job->whole;
    size_t kinds = 0, names = 0;
    for (uint32_t p = 0; p < sym->nprops; p++) {
        size_t kind = strlen(kind_of(sym->props[p])), name = strlen(sym->props[p]->name);
        kinds = kind > kinds ? kind : kinds;
        names = name > names ? name : names;
    }
    gt_str_addf(out, "%s: model %s\n", job->file, sym->name);
    text_processes(sym, out);
    text_rules(sym, out);
    for (uint32_t p = 0; p < sym->nprops; p++)
        gt_str_addf(out, "  %-*s %-*s  %s\n", (int)kinds, kind_of(sym->props[p]), (int)names,
                    sym->props[p]->name, gt_report_formula(job, p, texts));
}

static void json(gt_job *job, const gt_sym_text *texts, gt_json *out)
{
    const gt_sym *sym = job->whole;
    gt_json_string(out, "model", sym->name);
    gt_json_array(out, "processes");
    for (uint32_t p = 0; p < sym->nprocs; p++) {
        gt_json_object(out, NULL);
        gt_json_string(out, "name", sym->procs[p]->name);
        gt_json_int(out, "n", sym->procs[p]->n);
        gt_json_end(out);
    }
    gt_json_end(out);
    gt_json_array(out, "rules");
    for (uint32_t r = 0; r < sym->nrules; r++)
        gt_json_string(out, NULL, sym->rules[r]->label);
    gt_json_end(out);
    gt_json_array(out, "formulas");
    for (uint32_t p = 0; p < sym->nprops; p++) {
        gt_json_line(out);
        gt_json_object(out, NULL);
        gt_json_string(out, "name", sym->props[p]->name);
        gt_json_int(out, "line", sym->props[p]->pos.line);
        gt_json_string(out, "kind", kind_of(sym->props[p]));
        gt_json_string(out, "formula", gt_report_formula(job, p, texts));
        gt_json_end(out);
    }
    gt_json_end(out);
}

gt_exit gt_command_list(gt_job *job, gt_str *out)
{
    const gt_sym_text *texts = gt_sym_texts(job->ctx.arena, job->whole);
    if (job->json)
        json(job, texts, job->json);
    else
        text(job, texts, out);
    return GT_EXIT_OK;
}

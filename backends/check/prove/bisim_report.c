#include "backends/check/prove/bisim_impl.h"

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void print_run(const gt_bisim_result *r, gt_str *out)
{
    for (uint32_t i = 0; i < r->nsteps; i++) {
        gt_str_addf(out, "  %u  %s\n       %s\n       image: %s\n", i, r->steps[i].rule, r->steps[i].concrete,
                    r->steps[i].abstract);
    }
    if (r->only_concrete)
        gt_str_addf(out, "  only the program as written has\n       %s\n", r->only_concrete);
    if (r->only_abstract)
        gt_str_addf(out, "  only the translation has\n       %s\n", r->only_abstract);
}

void gt_bisim_text(const gt_bisim_result *r, gt_str *out)
{
    unsigned long long concrete = r->concrete, abstract = r->abstract;
    switch (r->verdict) {
    case GT_BISIM_SAME:
        gt_str_addf(out, "bisimilar: %llu state%s against %llu\n", concrete, plural(r->concrete), abstract);
        break;
    case GT_BISIM_DIFFER:
        gt_str_addf(out, "not bisimilar: %s\n", r->why);
        print_run(r, out);
        break;
    case GT_BISIM_LIMIT:
        gt_str_addf(out, "not decided: %s (%llu states against %llu so far)\n", r->why, concrete, abstract);
        break;
    }
}

void gt_bisim_json(const gt_bisim_result *r, gt_json *out)
{
    static const char *const verdicts[] = {"bisimilar", "different", "undecided"};
    gt_json_string(out, "verdict", verdicts[r->verdict]);
    gt_json_count(out, "concrete_states", r->concrete);
    gt_json_count(out, "abstract_states", r->abstract);
    if (r->orbits > 0)
        gt_json_count(out, "orbits", r->orbits);
    else
        gt_json_null(out, "orbits");
    gt_json_count(out, "labels", r->labels);
    gt_json_count(out, "unmatched_labels", r->unmatched);
    gt_json_string(out, "why", r->why);
    gt_json_string(out, "only_concrete", r->only_concrete);
    gt_json_string(out, "only_abstract", r->only_abstract);
    gt_json_array(out, "run");
    for (uint32_t i = 0; i < r->nsteps; i++) {
        gt_json_object(out, NULL);
        gt_json_string(out, "rule", r->steps[i].rule);
        gt_json_string(out, "concrete", r->steps[i].concrete);
        gt_json_string(out, "abstract", r->steps[i].abstract);
        gt_json_end(out);
    }
    gt_json_end(out);
}

void gt_bisim_describe(const gt_firing *f, gt_str *out)
{
    gt_str_add(out, f->rule->label);
    if (f->self > 0)
        gt_str_addf(out, " by %s %d", f->rule->owner->name, (int)f->self);
    for (uint32_t i = 0; i < f->rule->npartners; i++) {
        const gt_binder *p = f->rule->partners[i];
        gt_str_addf(out, "%s %s %d", i == 0 ? " with" : ",", p->type.proc->name, (int)f->partners[i]);
    }
    for (uint32_t i = 0; i < f->rule->nchoices; i++) {
        gt_str_addf(out, "%s ", i == 0 ? " choosing" : ",");
        gt_value_print(f->rule->choices[i]->type, f->choices[i], out);
    }
    gt_str_add(out, f->error ? ", a run-time error" : "");
}

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
    if (r->only_concrete) {
        gt_str_addf(out, "  only the program as written has\n       %s\n", r->only_concrete);
    }
    if (r->only_abstract) {
        gt_str_addf(out, "  only the translation has\n       %s\n", r->only_abstract);
    }
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

static void add_text(gt_str *out, const char *name, const char *text)
{
    gt_str_addf(out, ", \"%s\": ", name);
    if (text) {
        gt_str_json(out, text);
    } else {
        gt_str_add(out, "null");
    }
}

void gt_bisim_json(const gt_bisim_result *r, gt_str *out)
{
    static const char *const verdicts[] = {"bisimilar", "different", "undecided"};
    gt_str_addf(out,
                "{\"verdict\": \"%s\", \"concrete_states\": %llu, \"abstract_states\": %llu, \"orbits\": ",
                verdicts[r->verdict], (unsigned long long)r->concrete, (unsigned long long)r->abstract);
    if (r->orbits > 0) {
        gt_str_addf(out, "%llu", (unsigned long long)r->orbits);
    } else {
        gt_str_add(out, "null");
    }
    gt_str_addf(out, ", \"labels\": %u, \"unmatched_labels\": %u", r->labels, r->unmatched);
    add_text(out, "why", r->why);
    add_text(out, "only_concrete", r->only_concrete);
    add_text(out, "only_abstract", r->only_abstract);
    gt_str_add(out, ", \"run\": [");
    for (uint32_t i = 0; i < r->nsteps; i++) {
        gt_str_add(out, i > 0 ? ", {\"rule\": " : "{\"rule\": ");
        gt_str_json(out, r->steps[i].rule);
        add_text(out, "concrete", r->steps[i].concrete);
        add_text(out, "abstract", r->steps[i].abstract);
        gt_str_addc(out, '}');
    }
    gt_str_add(out, "]}\n");
}

void gt_bisim_describe(const gt_firing *f, gt_str *out)
{
    gt_str_add(out, f->rule->label);
    if (f->self > 0) {
        gt_str_addf(out, " by %s %d", f->rule->owner->name, (int)f->self);
    }
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

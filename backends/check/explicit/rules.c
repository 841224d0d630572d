/* Compiling rules. */
#include "backends/check/explicit/rules.h"

static void compile_update(gt_xcode *code, gt_arena *arena, const gt_update *u, gt_xupdate *out)
{
    *out = (gt_xupdate){.cond = gt_xcode_compile(code, u->cond),
                        .value = gt_xcode_compile(code, u->value),
                        .shared = !u->var->owner,
                        .var = u->var->index,
                        .origin = u->var,
                        .pattern = -1};
    if (out->shared)
        return;
    out->type = u->var->owner->index;
    if (u->each) {
        out->each = true;
        out->slot = gt_xcode_slot(code, u->each);
        gt_xconds_compile(code, arena, u->cond, u->each, &out->where, &out->not_self);
    } else if (u->proc->kind == GT_EXPR_SELF) {
        out->slot = 0;
    } else if (u->proc->kind == GT_EXPR_BOUND) {
        out->slot = gt_xcode_slot(code, u->proc->u.binder);
    } else {
        out->process = gt_xcode_compile(code, u->proc);
    }
}

static void compile_rule(gt_xcode *code, gt_arena *arena, const gt_rule *rule, gt_xrule *out)
{
    uint32_t nbound = rule->npartners + rule->nchoices;
    out->rule = rule;
    out->slots = GT_NEW_ARRAY(arena, uint32_t, nbound);
    for (uint32_t i = 0; i < nbound; i++) {
        const gt_binder *b = i < rule->npartners ? rule->partners[i] : rule->choices[i - rule->npartners];
        out->slots[i] = gt_xcode_slot(code, b);
    }
    gt_xguard_compile(code, arena, rule->guard, rule->owner ? 0 : UINT32_MAX, out->slots, nbound,
                      &out->guard);
    out->where = GT_NEW_ARRAY(arena, const gt_xnode *, rule->nchoices);
    for (uint32_t i = 0; i < rule->nchoices; i++)
        out->where[i] = gt_xcode_compile(code, rule->choices[i]->where);
    out->branches = GT_NEW_ARRAY(arena, gt_xbranch, rule->nbranches);
    for (uint32_t b = 0; b < rule->nbranches; b++) {
        const gt_branch *branch = &rule->branches[b];
        gt_xbranch *to = &out->branches[b];
        to->prob = gt_xcode_compile(code, branch->prob);
        to->nupdates = branch->nupdates;
        to->updates = GT_NEW_ARRAY(arena, gt_xupdate, branch->nupdates);
        for (uint32_t i = 0; i < branch->nupdates; i++)
            compile_update(code, arena, &branch->updates[i], &to->updates[i]);
    }
}

gt_xrule *gt_xrules_compile(gt_xcode *code, gt_arena *arena, const gt_sym *sym)
{
    gt_xrule *rules = GT_NEW_ARRAY(arena, gt_xrule, sym->nrules);
    for (uint32_t i = 0; i < sym->nrules; i++)
        compile_rule(code, arena, sym->rules[i], &rules[i]);
    return rules;
}

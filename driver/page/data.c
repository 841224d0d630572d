/* What the script of the page knows: the types, the rules, and the runs as --json has them. */
#include "driver/page/impl.h"

#include <string.h>

static const size_t most_bytes = 2000000; /* of a run */

static void write_types(const gt_page_model *m, gt_json *out)
{
    const gt_sym *sym = m->sym;
    gt_json_array(out, "types");
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc *proc = sym->procs[t];
        const gt_enum *locs = proc->loc ? proc->loc->type.en : NULL;
        gt_json_object(out, NULL);
        gt_json_string(out, "name", proc->name);
        gt_json_int(out, "n", proc->n);
        gt_json_array(out, "locs");
        for (uint32_t l = 0; locs && l < locs->nvalues; l++)
            gt_json_string(out, NULL, locs->values[l]);
        gt_json_end(out);
        gt_json_array(out, "vars");
        for (uint32_t v = 0; v < proc->nvars; v++)
            if (proc->vars[v] != proc->loc)
                gt_json_string(out, NULL, proc->vars[v]->name);
        gt_json_end(out);
        if (locs && m->coverage && m->coverage->states) {
            gt_json_array(out, "seen");
            for (uint32_t l = 0; l < locs->nvalues; l++)
                gt_json_count(out, NULL, m->coverage->seen[t][l]);
            gt_json_end(out);
        }
        gt_json_end(out);
    }
    gt_json_end(out);
}

static void write_moves(gt_arena *arena, const gt_rule *rule, gt_json *out)
{
    gt_flows all = gt_flows_of(arena, rule);
    gt_json_array(out, "moves");
    for (uint32_t i = 0; i < all.n; i++) {
        gt_json_object(out, NULL);
        gt_json_int(out, "type", all.moves[i].type);
        gt_json_int(out, "to", all.moves[i].to);
        gt_json_array(out, "from");
        for (uint32_t f = 0; f < all.moves[i].nfrom; f++)
            gt_json_int(out, NULL, all.moves[i].from[f]);
        gt_json_end(out);
        gt_json_end(out);
    }
    gt_json_end(out);
}

static void write_rules(const gt_page_model *m, const gt_sym_text *texts, gt_json *out)
{
    gt_arena *arena = gt_arena_new();
    gt_json_array(out, "rules");
    for (uint32_t r = 0; r < m->sym->nrules; r++) {
        const gt_rule *rule = m->sym->rules[r];
        gt_json_object(out, NULL);
        gt_json_string(out, "name", rule->label);
        gt_json_string(out, "type", rule->owner ? rule->owner->name : NULL);
        gt_json_bool(out, "anonymous", !rule->name[0]);
        gt_json_string(out, "when", texts->rules[r].when);
        gt_json_string(out, "effect", texts->rules[r].effect);
        if (m->coverage && m->coverage->states)
            gt_json_count(out, "fired", m->coverage->fired[r]);
        write_moves(arena, rule, out);
        gt_json_end(out);
    }
    gt_json_end(out);
    gt_arena_free(arena);
}

/* Which shared variables of a run name processes, and of which type: under the names of the property. */
static void write_ids(const gt_run *run, const gt_prop *prop, gt_json *out)
{
    gt_arena *arena = gt_arena_new();
    const char *const *names = gt_show_names(arena, run->sym, prop);
    gt_json_object(out, "ids");
    for (uint32_t s = 0; s < run->sym->nshared; s++)
        if (names[s] && run->sym->shared[s]->type.kind == GT_TYPE_ID)
            gt_json_string(out, names[s], run->sym->shared[s]->type.proc->name);
    gt_json_end(out);
    gt_json_array(out, "ghosts");
    for (uint32_t s = 0; s < run->sym->nshared; s++)
        if (names[s] && run->sym->shared[s]->is_ghost)
            gt_json_string(out, NULL, names[s]);
    gt_json_end(out);
    gt_arena_free(arena);
}

static bool write_prop(const gt_page_prop *p, gt_json *out)
{
    gt_str text;
    gt_str_init(&text);
    gt_json_object(out, NULL);
    gt_json_string(out, "name", p->result->prop->name);
    gt_json_string(out, "verdict", gt_verdict_name(p->result->verdict));
    if (p->run) {
        gt_json trace = gt_json_on(&text);
        gt_json_object(&trace, NULL);
        write_ids(p->run, p->result->prop, &trace);
        gt_trace_json(p->run, p->result->prop, false, &trace);
        gt_json_end(&trace);
        if (text.len <= most_bytes)
            gt_json_raw(out, "run", gt_str_text(&text));
    }
    gt_json_end(out);
    bool shown = p->run && text.len <= most_bytes;
    gt_str_fini(&text);
    return shown;
}

void gt_page_data(const gt_page_model *m, const gt_sym_text *texts, gt_json *out, bool *shown)
{
    gt_json_line(out);
    gt_json_object(out, NULL);
    gt_json_string(out, "name", m->sym->name);
    gt_json_bool(out, "complete", m->coverage && m->coverage->complete);
    write_types(m, out);
    write_rules(m, texts, out);
    gt_json_array(out, "props");
    for (uint32_t p = 0; p < m->nprops; p++)
        shown[p] = write_prop(&m->props[p], out);
    gt_json_end(out);
    gt_json_end(out);
}

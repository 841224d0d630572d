/* gentrans symmetry: which processes and values are interchangeable though nobody said so, and the program
 * that says so. */
#include "driver/commands.h"
#include "driver/files.h"
#include "passes/found/found.h"
#include "runtime/base.h"
#include "runtime/nat.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is found, in words ---- */

static void add_name(const gt_found *found, const struct gt_found_id *id, uint32_t k, gt_str *out)
{
    const gt_cvar *v = &found->cmds->vars[id->var];
    if (v->labels)
        gt_str_add(out, v->labels[id->names[k] - v->type.lo]);
    else
        gt_str_addf(out, "%d", (int)id->names[k]);
}

/* The process whose only variables these are, or its variables; thing k of the group. */
static void add_thing(const gt_found *found, const gt_group *g, uint32_t k, gt_str *out)
{
    const gt_cvar *first = g->nvars ? &found->cmds->vars[g->vars[k][0]] : NULL;
    bool process = first && first->kind == GT_CVAR_LOCAL && first->proc;
    for (uint32_t i = 0; i < g->nvars && process; i++) {
        const gt_cvar *v = &found->cmds->vars[g->vars[k][i]];
        process = v->kind == GT_CVAR_LOCAL && v->proc == first->proc && v->slot == first->slot;
    }
    if (process) {
        gt_str_add(out, first->proc->name);
        if (first->proc->n > 1)
            gt_str_addf(out, " %u", first->slot + 1);
        return;
    }
    for (uint32_t i = 0; i < g->nvars; i++)
        gt_str_addf(out, "%s%s", i ? "+" : "", found->cmds->vars[g->vars[k][i]].name);
    if (g->nvars)
        return;
    add_name(found, &g->ids[0], k, out);
}

static void add_group(const gt_found *found, const gt_group *g, gt_str *out)
{
    gt_str_add(out, g->ring ? "  in a ring:         " : "  interchangeable:   ");
    for (uint32_t k = 0; k < g->n; k++) {
        gt_str_add(out, k ? ", " : "");
        add_thing(found, g, k, out);
    }
    gt_str_addc(out, '\n');
    for (uint32_t i = 0; i < g->nids; i++) {
        gt_str_addf(out, "    named in %s by ", found->cmds->vars[g->ids[i].var].name);
        for (uint32_t k = 0; k < g->n; k++) {
            gt_str_add(out, k ? ", " : "");
            add_name(found, &g->ids[i], k, out);
        }
        gt_str_addc(out, '\n');
    }
}

/* How many permutations the groups have together. */
static const char *order_of(gt_job *job, const gt_found *found)
{
    gt_nat order = {0};
    gt_nat_set(&order, 1);
    for (uint32_t g = 0; g < found->ngroups; g++)
        for (uint32_t k = found->groups[g].n; k > 1; k = found->groups[g].ring ? 1 : k - 1)
            gt_nat_scale(&order, k);
    char *text = gt_nat_text(&order);
    const char *result = gt_arena_strdup(job->ctx.arena, text);
    free(text);
    gt_nat_fini(&order);
    return result;
}

static void text(gt_job *job, const gt_found *found, const char *why, gt_str *out)
{
    gt_str_addf(out, "%s: model %s\n", job->file, job->whole->name);
    for (uint32_t g = 0; g < found->ngroups; g++)
        add_group(found, &found->groups[g], out);
    for (uint32_t i = 0; i < found->nothers; i++)
        gt_str_addf(out, "  also, but not used: %s\n", found->others[i]);
    if (!found->ngroups) {
        gt_str_add(out, "  nothing is interchangeable\n");
        return;
    }
    gt_str_addf(out, "  permutations:      %s\n", order_of(job, found));
    if (why)
        gt_str_addf(out, "  not folded:        %s\n", why);
    else
        gt_str_add(out, "  can be folded:     -o FILE.sym writes it with process types\n");
}

/* ---- the same as data ---- */

static void json_text(gt_json *out, const char *key, gt_str *text)
{
    gt_json_string(out, key, gt_str_text(text));
    gt_str_fini(text);
}

static void json_group(const gt_found *found, const gt_group *g, gt_json *out)
{
    gt_str word;
    gt_json_object(out, NULL);
    gt_json_string(out, "kind", g->ring ? "ring" : "set");
    gt_json_array(out, "things");
    for (uint32_t k = 0; k < g->n; k++) {
        gt_str_init(&word);
        add_thing(found, g, k, &word);
        json_text(out, NULL, &word);
    }
    gt_json_end(out);
    gt_json_array(out, "names");
    for (uint32_t i = 0; i < g->nids; i++) {
        gt_json_object(out, NULL);
        gt_json_string(out, "variable", found->cmds->vars[g->ids[i].var].name);
        gt_json_array(out, "values");
        for (uint32_t k = 0; k < g->n; k++) {
            gt_str_init(&word);
            add_name(found, &g->ids[i], k, &word);
            json_text(out, NULL, &word);
        }
        gt_json_end(out);
        gt_json_end(out);
    }
    gt_json_end(out);
    gt_json_end(out);
}

static void json(gt_job *job, const gt_found *found, const char *why, gt_json *out)
{
    gt_json_string(out, "model", job->whole->name);
    gt_json_array(out, "groups");
    for (uint32_t g = 0; g < found->ngroups; g++)
        json_group(found, &found->groups[g], out);
    gt_json_end(out);
    gt_json_string(out, "permutations", order_of(job, found));
    gt_json_array(out, "others");
    for (uint32_t i = 0; i < found->nothers; i++)
        gt_json_string(out, NULL, found->others[i]);
    gt_json_end(out);
    if (found->ngroups && why)
        gt_json_string(out, "not_folded", why);
}

/* ---- the command ---- */

typedef struct {
    const gt_cmds *cmds;
    const gt_found *found;
    const gt_folded *folded;
    const char *why;
    uint32_t states; /* in so many both programs have been seen to do the same */
} search;

enum { MOST_STATES = 2000 };

static bool find(gt_job *job, void *arg)
{
    search *s = arg;
    s->found = gt_find(&job->ctx, s->cmds);
    if (s->found)
        s->folded = gt_found_fold(&job->ctx, s->found, &s->why);
    const char *difference = NULL;
    if (s->folded && !gt_same_steps(job->ctx.arena, s->cmds, s->folded->sym, s->folded->places, MOST_STATES,
                                    &s->states, &difference))
        gt_ice("the folded program differs in %s", difference);
    return s->found != NULL;
}

static gt_exit write_folded(gt_job *job, const search *s)
{
    if (!s->folded) {
        gt_job_say(job, "%s: not folded: %s", job->file, s->why);
        return GT_EXIT_USAGE;
    }
    gt_str folded;
    gt_str_init(&folded);
    gt_sym_print(s->folded->sym, &folded);
    const gt_file file = {job->options->output, &folded};
    gt_exit code = gt_files_write(&file, 1);
    gt_str_fini(&folded);
    return code;
}

gt_exit gt_command_symmetry(gt_job *job, gt_str *out)
{
    const char *name = job->options->output;
    gt_programs programs = {.cmds = NULL};
    search s = {.cmds = NULL};
    if (name && strcmp(name, "-") != 0 && !gt_has_extension(name, ".sym")) {
        gt_job_say(job, "'%s': the folded program is a .sym", name);
        return GT_EXIT_USAGE;
    }
    bool made =
        gt_job_make(job, GT_PROPS_ALL, &programs, GT_MADE_COMMANDS, (gt_shape){.kind = GT_SHAPE_COPIES});
    s.cmds = programs.cmds;
    made = made && gt_job_watched(job, find, &s);
    gt_exit code = gt_job_flush(job) && made ? GT_EXIT_OK : gt_job_failed(job);
    if (code == GT_EXIT_OK && job->json)
        json(job, s.found, s.why, job->json);
    else if (code == GT_EXIT_OK && !(name && strcmp(name, "-") == 0))
        text(job, s.found, s.why, out);
    if (code == GT_EXIT_OK && name)
        code = write_folded(job, &s);
    gt_found_free(s.found);
    return code;
}

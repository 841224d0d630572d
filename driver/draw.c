/* gentrans draw: the skeletons of the process types, or the reduced state graph, for Graphviz. */
#include "driver/commands.h"
#include "driver/files.h"
#include "driver/page/skeleton.h"
#include "ir/mean/cmd_step.h"
#include "runtime/base.h"
#include "runtime/search/intern.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_STATES = 500 };

/* What stands between the quotes of a label. */
static void add_label(gt_str *out, const char *text)
{
    gt_str shown;
    gt_str_init(&shown);
    gt_str_shown(&shown, text);
    for (const char *at = gt_str_text(&shown); *at; at++) {
        if (*at == '"' || *at == '\\')
            gt_str_addc(out, '\\');
        gt_str_addc(out, *at);
    }
    gt_str_fini(&shown);
}

/* ---- skeletons ---- */

static void add_edge(const gt_rule *rule, const gt_rule_text *text, const gt_flow *move, uint32_t from,
                     gt_str *out)
{
    gt_str_addf(out, "    t%u_%u -> t%u_%u [label=\"", move->type, from, move->type, move->to);
    const char *lines[] = {rule->name, text->when, rule->name[0] ? "" : text->effect};
    bool any = false;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!lines[i][0])
            continue;
        gt_str_add(out, any ? "\\n" : "");
        add_label(out, lines[i]);
        any = true;
    }
    gt_str_add(out, "\"];\n");
}

static void draw_type(gt_job *job, const gt_proc *proc, const gt_sym_text *texts, gt_str *out)
{
    const gt_sym *sym = job->whole;
    gt_str_addf(out, "  subgraph cluster_%u {\n    label=\"", proc->index);
    add_label(out, gt_arena_printf(job->ctx.arena, "%s[%d]", proc->name, proc->n));
    gt_str_add(out, "\";\n");
    uint32_t nlocs = proc->loc ? proc->loc->type.en->nvalues : 0;
    if (!nlocs)
        gt_str_addf(out, "    t%u_0 [label=\"(no locations)\"];\n", proc->index);
    for (uint32_t l = 0; l < nlocs; l++) {
        gt_str_addf(out, "    t%u_%u [label=\"", proc->index, l);
        add_label(out, proc->loc->type.en->values[l]);
        gt_str_add(out, "\"];\n");
    }
    for (uint32_t r = 0; r < sym->nrules; r++) {
        gt_flows all = gt_flows_of(job->ctx.arena, sym->rules[r]);
        for (uint32_t i = 0; i < all.n; i++)
            for (uint32_t f = 0; all.moves[i].type == proc->index && f < all.moves[i].nfrom; f++)
                add_edge(sym->rules[r], &texts->rules[r], &all.moves[i], all.moves[i].from[f], out);
    }
    gt_str_add(out, "  }\n");
}

static void draw_skeletons(gt_job *job, gt_str *out)
{
    const gt_sym_text *texts = gt_sym_texts(job->ctx.arena, job->whole);
    for (uint32_t t = 0; t < job->whole->nprocs; t++)
        draw_type(job, job->whole->procs[t], texts, out);
}

/* ---- the state graph ---- */

typedef struct {
    const gt_cmds *cmds;
    gt_intern *states;
    gt_str *out;
    uint32_t from;
} graph;

static bool add_initial(void *arg, const int32_t *state)
{
    graph *g = arg;
    gt_intern_put(g->states, state);
    return gt_intern_count(g->states) <= MOST_STATES;
}

static bool add_step(void *arg, const gt_cmd_firing *firing)
{
    graph *g = arg;
    uint32_t to = gt_intern_put(g->states, firing->to);
    gt_str_addf(g->out, "  s%u -> s%u [label=\"", g->from, to);
    add_label(g->out, g->cmds->cmds[firing->cmd].label);
    gt_str_add(g->out, "\"];\n");
    return gt_intern_count(g->states) <= MOST_STATES;
}

static void draw_states(const graph *g, uint32_t ninitial)
{
    for (uint32_t i = 0; i < gt_intern_count(g->states); i++) {
        gt_str text;
        gt_str_init(&text);
        gt_cmd_state_print(g->cmds, gt_intern_row(g->states, i), &text);
        gt_str_addf(g->out, "  s%u [label=\"", i);
        add_label(g->out, gt_str_text(&text));
        gt_str_addf(g->out, "\"%s];\n", i < ninitial ? ", peripheries=2" : "");
        gt_str_fini(&text);
    }
}

/* False after saying why not. */
static bool draw_graph(gt_job *job, const gt_cmds *cmds, gt_str *out)
{
    gt_cmd_step *step = gt_cmd_step_new(cmds);
    graph g = {.cmds = cmds, .states = gt_intern_new(cmds->nvars), .out = out};
    gt_cmd_step_initial(step, add_initial, &g);
    uint32_t ninitial = gt_intern_count(g.states);
    for (; g.from < gt_intern_count(g.states) && gt_intern_count(g.states) <= MOST_STATES; g.from++)
        gt_cmd_step_successors(step, gt_intern_row(g.states, g.from), add_step, &g);
    bool fits = gt_intern_count(g.states) <= MOST_STATES;
    if (fits)
        draw_states(&g, ninitial);
    else
        gt_job_say(job, "%s: more than %d states are no picture: fewer processes with -D", job->file,
                   MOST_STATES);
    gt_intern_free(g.states);
    gt_cmd_step_free(step);
    return fits;
}

/* ---- Graphviz ---- */

static void read_all(FILE *from, gt_str *to)
{
    char part[4096];
    rewind(from);
    for (size_t n; (n = fread(part, 1, sizeof part, from)) > 0;)
        gt_str_addn(to, part, n);
}

/* What `dot` makes of a text; false after saying why there is nothing. */
static bool run_dot(gt_job *job, const gt_str *dot, gt_str *svg)
{
    FILE *in = tmpfile(), *out = tmpfile();
    int status = -1;
    bool written = in && out && fputs(gt_str_text(dot), in) != EOF && fflush(in) == 0;
    if (written) {
        rewind(in);
        pid_t pid = fork();
        if (pid == 0) {
            alarm(60); /* whatever happens to us */
            dup2(fileno(in), STDIN_FILENO);
            dup2(fileno(out), STDOUT_FILENO);
            execlp("dot", "dot", "-Tsvg", (char *)NULL);
            _exit(127);
        }
        if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)
            read_all(out, svg);
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    if (status == 0 && svg->len)
        return true;
    gt_job_say(job, "Graphviz's `dot` made no drawing (is it installed?); -o FILE.dot needs none");
    return false;
}

/* ---- the command ---- */

static bool make_dot(gt_job *job, gt_str *dot, gt_exit *code)
{
    const gt_options *o = job->options;
    gt_programs programs = {.sym = NULL};
    bool made = !o->graph || gt_job_make(job, GT_PROPS_PLAIN, &programs, GT_MADE_SIMPLE, gt_job_shape(o));
    *code = GT_EXIT_USAGE;
    if (!gt_job_flush(job) || !made) {
        *code = gt_job_failed(job);
        return false;
    }
    gt_str_add(dot, "digraph \"");
    add_label(dot, job->whole->name);
    gt_str_addf(dot,
                "\" {\n  rankdir=%s;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
                "  edge [fontname=\"monospace\", fontsize=10];\n",
                o->graph ? "TB" : "LR");
    if (!o->graph)
        draw_skeletons(job, dot);
    else if (!draw_graph(job, programs.cmds, dot))
        return false;
    gt_str_add(dot, "}\n");
    return true;
}

gt_exit gt_command_draw(gt_job *job, gt_str *out)
{
    const char *name = job->options->output;
    gt_exit code;
    gt_str dot, svg;
    if (name && strcmp(name, "-") != 0 && !gt_has_extension(name, ".dot") &&
        !gt_has_extension(name, ".svg")) {
        gt_job_say(job, "'%s': a drawing is a .dot or a .svg", name);
        return GT_EXIT_USAGE;
    }
    gt_str_init(&dot);
    gt_str_init(&svg);
    if (make_dot(job, &dot, &code)) {
        bool drawn = name && gt_has_extension(name, ".svg");
        gt_file file = {name, drawn ? &svg : &dot};
        if (drawn && !run_dot(job, &dot, &svg))
            code = GT_EXIT_USAGE;
        else if (name)
            code = gt_files_write(&file, 1);
        else {
            gt_str_add(out, gt_str_text(&dot));
            code = GT_EXIT_OK;
        }
    }
    gt_str_fini(&dot);
    gt_str_fini(&svg);
    return code;
}

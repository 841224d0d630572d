/* gentrans in.sym -o out.smv, and --dump. */
#include "backends/targets/target.h"
#include "driver/commands.h"
#include "driver/files.h"
#include "ir/xml/xml.h"

#include <string.h>

/* ---- style paper ---- */

static bool has_id_variable(const gt_sym *sym)
{
    bool any = false;
    for (uint32_t i = 0; i < sym->nshared; i++)
        any = any || sym->shared[i]->type.kind == GT_TYPE_ID;
    return any;
}

/* The paper knows one id variable. `forall i : P .` in front of a property is one more: where the program has
 * its own, such properties are left out, with a warning each. */
static void leave_out_ghosts(gt_job *job)
{
    if (job->options->style != GT_OPT_STYLE_PAPER || gt_job_is_later(job) || !has_id_variable(job->whole))
        return;
    for (uint32_t p = 0; p < job->whole->nprops; p++) {
        const gt_prop *prop = job->whole->props[p];
        if (!gt_job_has(job, GT_PROPS_PREFIXED, p))
            continue;
        gt_warning(
            job->ctx.diag, prop->pos, "left-out",
            "property '%s' is left out: --style paper is for programs with at most one id variable, and "
            "its process would be a second one",
            prop->name);
        gt_job_leave_out(job, prop->name);
    }
}

/* ---- dumps ---- */

/* Guarded commands for a file that may be checked later: what `exists i : P .` needs is not simplified away.
 */
static bool commands_to_keep(gt_job *job, gt_programs *programs)
{
    gt_shape shape = gt_job_shape_written(job->options);
    shape.whole = (shape.kind == GT_SHAPE_BEST || shape.kind == GT_SHAPE_DENSE) &&
                  gt_job_asks_exists(job, GT_PROPS_ALL);
    return gt_job_make(job, GT_PROPS_ALL, programs, GT_MADE_SIMPLE, shape);
}

static bool dump(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    bool xml =
        (o->target && strcmp(o->target, "xml") == 0) || (o->output && gt_has_extension(o->output, ".xml"));
    gt_programs programs = {.sym = NULL};
    switch ((gt_opt_dump)o->dump) {
    case GT_OPT_DUMP_NONE: break;
    case GT_OPT_DUMP_SYM: (xml ? gt_sym_write_xml : gt_sym_print)(job->written, out); return true;
    case GT_OPT_DUMP_POPULATION:
        if (!job->common.pop)
            gt_job_begin_again(job);
        if (!gt_job_make(job, GT_PROPS_ALL, &programs, GT_MADE_POPULATION, gt_job_shape(o)))
            return false;
        (xml ? gt_pop_write_xml : gt_pop_print)(programs.pop, out);
        return true;
    case GT_OPT_DUMP_COMMANDS:
        if (!commands_to_keep(job, &programs))
            return false;
        (xml ? gt_cmds_write_xml : gt_cmds_print)(programs.cmds, out);
        return true;
    }
    return false;
}

/* ---- targets ---- */

static const char *target_name(const gt_options *o)
{
    if (o->target)
        return o->target;
    const char *slash = o->output ? strrchr(o->output, '/') : NULL;
    const char *dot = o->output ? strrchr(slash ? slash : o->output, '.') : NULL;
    return dot ? dot + 1 : NULL;
}

static const gt_target *find_target(const gt_options *o)
{
    const char *name = target_name(o);
    const gt_target *target = name ? gt_target_find(name) : NULL;
    if (target)
        return target;
    gt_str all;
    gt_str_init(&all);
    for (uint32_t i = 0; gt_target_at(i); i++)
        gt_str_addf(&all, "%s ", gt_target_at(i)->extension);
    if (name)
        gt_say("'.%s' is the extension of no target; say -o FILE or --to TARGET with one of: %sxml", name,
               gt_str_text(&all));
    else
        gt_say("which language to translate to is not known; say -o FILE or --to TARGET with one of: %sxml",
               gt_str_text(&all));
    gt_str_fini(&all);
    return NULL;
}

/* The output's name without its extension. */
static const char *stem_of(gt_job *job, const char *output)
{
    const char *slash = strrchr(output, '/'), *dot = strrchr(slash ? slash : output, '.');
    return gt_arena_strndup(job->ctx.arena, output, dot ? (size_t)(dot - output) : strlen(output));
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A name in a makefile: blanks, # and $ escaped. */
static void add_make_name(const char *name, gt_str *out)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '#' || *name == '\\')
            gt_str_addc(out, '\\');
        if (*name == '$')
            gt_str_addc(out, '$');
        gt_str_addc(out, *name);
    }
}

static void add_phony(const char *name, gt_str *out)
{
    gt_str_addc(out, '\n');
    add_make_name(name, out);
    gt_str_add(out, ":\n");
}

static void depfile(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    uint32_t nincluded = job->whole ? job->whole->nincluded : 0;
    for (size_t i = 0; i < o->depfile_targets.count; i++) {
        gt_str_add(out, i ? " " : "");
        gt_str_add(out, o->depfile_targets.items[i]);
    }
    if (o->depfile_targets.count == 0)
        add_make_name(o->output, out);
    gt_str_add(out, ": ");
    add_make_name(job->file, out);
    for (uint32_t i = 0; i < nincluded; i++) {
        gt_str_addc(out, ' ');
        add_make_name(job->whole->included[i], out);
    }
    gt_str_addc(out, '\n');
    if (o->depfile_phony)
        add_phony(job->file, out);
    for (uint32_t i = 0; o->depfile_phony && i < nincluded; i++)
        add_phony(job->whole->included[i], out);
}

/* Writes what the back end made; the first file goes to -o, or to standard output. */
static gt_exit write_outputs(gt_job *job, const gt_outputs *made, const char *stem)
{
    const gt_options *o = job->options;
    gt_file files[GT_MAX_OUTPUTS + 1];
    size_t n = 0;
    bool named = o->output && strcmp(o->output, "-") != 0;
    for (uint32_t i = 0; i < made->nfiles; i++) {
        const char *name = i == 0 ? (named ? o->output : "-") : NULL;
        if (!name && strcmp(made->files[i].suffix, ".ord") == 0)
            name = o->order;
        if (!name && named)
            name = gt_arena_printf(job->ctx.arena, "%s%s", stem, made->files[i].suffix);
        if (name)
            files[n++] = (gt_file){name, &made->files[i].text};
    }
    gt_str deps;
    gt_str_init(&deps);
    bool wants_deps = o->depfile || o->depfile_name;
    if (wants_deps && !named) {
        gt_say("-MD needs -o FILE");
        return GT_EXIT_USAGE;
    }
    if (wants_deps) {
        depfile(job, &deps);
        const char *name = o->depfile_name ? o->depfile_name : gt_arena_printf(job->ctx.arena, "%s.d", stem);
        files[n++] = (gt_file){name, &deps};
    }
    gt_exit code = gt_files_write(files, n);
    gt_str_fini(&deps);
    return code;
}

/* The program for that target, ready to be written; NULL after reporting errors. With --skip it is made again
 * without what cannot be expressed: nothing in it serves only a property that is not there. */
static gt_emit *prepare(gt_job *job, const gt_target *target, gt_emit_options *options)
{
    gt_left_out *left = NULL;
    gt_shape shape = gt_job_shape_written(job->options);
    shape.turns = true;
    shape.symbolic = target->symbolic;
    for (;;) {
        gt_programs programs = {.sym = NULL};
        if (!gt_job_make(job, GT_PROPS_ALL, &programs, GT_MADE_SIMPLE, shape))
            return NULL;
        programs.cmds = gt_cmds_judged(job->ctx.arena, programs.cmds);
        gt_emit *emit = gt_emit_new(&job->ctx, target, programs.cmds, options);
        if (!left)
            left = GT_NEW_ARRAY(job->ctx.arena, gt_left_out, programs.cmds->nprops + 1);
        uint32_t n = job->options->skip ? gt_emit_leave_out(emit, left + options->nleft) : 0;
        if (n > 0 && gt_job_is_later(job)) {
            bool *skip = GT_NEW_ARRAY(job->ctx.arena, bool, programs.cmds->nprops);
            for (uint32_t i = 0; i < programs.cmds->nprops; i++)
                for (uint32_t k = 0; k < n; k++)
                    skip[i] = skip[i] || programs.cmds->props[i].origin == left[k].prop;
            options->skip = skip;
        }
        options->left = left;
        options->nleft += n;
        if (n == 0 || gt_job_is_later(job)) {
            if (gt_emit_check(emit))
                return emit;
            gt_emit_free(emit);
            return NULL;
        }
        for (uint32_t i = options->nleft - n; i < options->nleft; i++)
            gt_job_leave_out(job, left[i].prop->name);
        gt_emit_free(emit);
    }
}

static bool make(gt_job *job, gt_outputs *made, const char *stem)
{
    const gt_options *o = job->options;
    bool xml = o->dump != GT_OPT_DUMP_NONE;
    const char *name = target_name(o);
    if (xml || (name && strcmp(name, "xml") == 0)) {
        made->nfiles = 1;
        made->files[0].suffix = "";
        if (o->dump)
            return dump(job, &made->files[0].text);
        gt_programs programs = {.sym = NULL};
        if (!commands_to_keep(job, &programs))
            return false;
        gt_cmds_write_xml(programs.cmds, &made->files[0].text);
        return true;
    }
    const gt_target *target = find_target(o);
    gt_emit_options options = {.base = base_name(stem), .order = o->order != NULL};
    gt_emit *emit = target ? prepare(job, target, &options) : NULL;
    if (!emit)
        return false;
    gt_emit_write(emit, &options, made);
    gt_emit_free(emit);
    return true;
}

gt_exit gt_command_translate(gt_job *job, gt_str *out)
{
    (void)out;
    const gt_options *o = job->options;
    bool named = o->output && strcmp(o->output, "-") != 0;
    const char *stem = named ? stem_of(job, o->output) : gt_job_base(job);
    leave_out_ghosts(job);
    gt_outputs made;
    gt_outputs_init(&made);
    bool ok = make(job, &made, stem);
    ok = gt_job_flush(job) && ok;
    gt_exit code = ok ? write_outputs(job, &made, stem) : gt_job_failed(job);
    gt_outputs_fini(&made);
    return code;
}

/* gentrans in.sym -o out.smv, and --dump. */
#include "backends/backend.h"
#include "frontend/driver_commands.h"
#include "frontend/driver_files.h"
#include "ir/xml.h"

#include <string.h>

/* ---- dumps ---- */

static bool dump(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    bool xml = o->target == GT_OPT_TARGET_XML || (o->output && gt_has_extension(o->output, ".xml"));
    gt_programs programs;
    switch ((gt_opt_dump)o->dump) {
    case GT_OPT_DUMP_NONE: break;
    case GT_OPT_DUMP_SYM: (xml ? gt_sym_write_xml : gt_sym_print)(job->written, out); return true;
    case GT_OPT_DUMP_POPULATION:
        programs.pop = job->pop;
        if (!job->pop && !(gt_job_core(job, job->written, &programs) && gt_job_population(job, &programs)))
            return false;
        (xml ? gt_pop_write_xml : gt_pop_print)(programs.pop, out);
        return true;
    case GT_OPT_DUMP_COMMANDS:
        if (!gt_job_pipeline(job, job->written, &programs))
            return false;
        (xml ? gt_cmds_write_xml : gt_cmds_print)(programs.cmds, out);
        return true;
    }
    return false;
}

/* ---- targets ---- */

static const char *target_name(const gt_options *o)
{
    switch ((gt_opt_target)o->target) {
    case GT_OPT_TARGET_BY_NAME: break;
    case GT_OPT_TARGET_SMV: return "smv";
    case GT_OPT_TARGET_PML: return "pml";
    case GT_OPT_TARGET_PRISM: return "prism";
    case GT_OPT_TARGET_TLA: return "tla";
    case GT_OPT_TARGET_XML: return "xml";
    }
    const char *slash = o->output ? strrchr(o->output, '/') : NULL;
    const char *dot = o->output ? strrchr(slash ? slash : o->output, '.') : NULL;
    return dot ? dot + 1 : NULL;
}

static const gt_backend *find_target(const gt_options *o)
{
    const char *name = target_name(o);
    const gt_backend *backend = name ? gt_backend_find(name) : NULL;
    if (backend)
        return backend;
    fprintf(stderr, "gentrans: ");
    if (name)
        fprintf(stderr, "'.%s' is the extension of no target", name);
    else
        fprintf(stderr, "which language to translate to is not known");
    fprintf(stderr, "; say -o FILE or --to TARGET with one of:");
    for (uint32_t i = 0; gt_backend_at(i); i++)
        fprintf(stderr, " %s", gt_backend_at(i)->extension);
    fprintf(stderr, " xml\n");
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

static void depfile(gt_job *job, gt_str *out)
{
    const gt_options *o = job->options;
    for (size_t i = 0; i < o->depfile_targets.count; i++) {
        gt_str_add(out, i ? " " : "");
        gt_str_add(out, o->depfile_targets.items[i]);
    }
    if (o->depfile_targets.count == 0)
        add_make_name(o->output, out);
    gt_str_add(out, ": ");
    add_make_name(job->file, out);
    gt_str_addc(out, '\n');
    if (o->depfile_phony) {
        gt_str_addc(out, '\n');
        add_make_name(job->file, out);
        gt_str_add(out, ":\n");
    }
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
        fprintf(stderr, "gentrans: -MD needs -o FILE\n");
        return GT_EXIT_USAGE;
    }
    if (wants_deps) {
        depfile(job, &deps);
        const char *name = o->depfile_name ? o->depfile_name : gt_arena_printf(job->ctx.arena, "%s.d", stem);
        files[n++] = (gt_file){name, &deps};
    }
    bool ok = gt_files_write(files, n);
    gt_str_fini(&deps);
    return ok ? GT_EXIT_OK : GT_EXIT_USAGE;
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
        gt_programs programs;
        if (!gt_job_pipeline(job, job->written, &programs))
            return false;
        gt_cmds_write_xml(programs.cmds, &made->files[0].text);
        return true;
    }
    const gt_backend *backend = find_target(o);
    gt_programs programs;
    if (!backend || !gt_job_pipeline(job, job->written, &programs))
        return false;
    gt_emit_options options = {.base = base_name(stem), .order = o->order != NULL};
    if (!gt_backend_check(&job->ctx, backend, programs.cmds, &options))
        return false;
    gt_backend_emit(&job->ctx, backend, programs.cmds, &options, made);
    return true;
}

gt_exit gt_command_translate(gt_job *job, gt_str *out)
{
    (void)out;
    const gt_options *o = job->options;
    bool named = o->output && strcmp(o->output, "-") != 0;
    const char *stem = named ? stem_of(job, o->output) : gt_job_base(job);
    gt_outputs made;
    gt_outputs_init(&made);
    bool ok = make(job, &made, stem);
    ok = gt_job_flush(job) && ok;
    gt_exit code = ok ? write_outputs(job, &made, stem) : gt_job_failed(job);
    gt_outputs_fini(&made);
    return code;
}

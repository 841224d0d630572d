#include "driver/driver.h"

#include "driver/commands.h"
#include "driver/ending.h"
#include "driver/files.h"
#include "driver/job.h"
#include "driver/junit.h"
#include "driver/page/page.h"
#include "driver/sweep.h"
#include "driver/terminal.h"
#include "runtime/base.h"

#include <stdlib.h>
#include <unistd.h>

/* The worst of several files' exit codes: bad input, then a limit, then a failing property. */
static gt_exit worse(gt_exit a, gt_exit b)
{
    static const int rank[] = {
        [GT_EXIT_OK] = 0, [GT_EXIT_FAILS] = 1, [GT_EXIT_LIMIT] = 2, [GT_EXIT_USAGE] = 3};
    return rank[a] >= rank[b] ? a : b;
}

typedef gt_exit one_file(gt_job *job, gt_str *out);

/* What is to be said whether it went well or not. */
static void end_file(const gt_job *job, gt_exit code, gt_json *json)
{
    if (job->message)
        gt_json_string(json, "error", job->message);
    gt_json_array(json, "diagnostics");
    if (job->diagnostics.len)
        gt_json_raw(json, NULL, gt_str_text(&job->diagnostics));
    gt_json_end(json);
    gt_json_int(json, "exit_code", code);
    gt_json_end(json);
}

/* Where results go beside `out`: NULL: nowhere. */
typedef struct {
    gt_json *json;
    gt_page *page;
    gt_junit *junit;
    gt_sweep *sweep;
} places;

/* One file; without JSON as text, to `out`. *left: some pass was left in the middle. */
static gt_exit do_file(const gt_options *options, const char *file, one_file *command, places to, gt_str *out,
                       bool *left)
{
    gt_job job;
    gt_exit code;
    if (to.json) {
        gt_json_line(to.json);
        gt_json_object(to.json, NULL);
        gt_json_string(to.json, "file", file);
        if (to.sweep)
            gt_json_string(to.json, "define", gt_sweep_define(to.sweep));
    }
    gt_ending_begin(options);
    bool opened = gt_job_open(&job, options, file, &code);
    job.json = to.json;
    job.page = to.page;
    job.junit = to.junit;
    job.sweep = to.sweep;
    if (opened)
        code = command(&job, out);
    if (to.json)
        end_file(&job, code, to.json);
    if (to.page && code == GT_EXIT_USAGE)
        gt_page_add_error(to.page, file, job.message ? job.message : "The file has errors.");
    if (to.junit && code == GT_EXIT_USAGE)
        gt_junit_add_error(to.junit, file, job.message ? job.message : "The file has errors.");
    *left = *left || job.left;
    gt_job_close(&job);
    return code;
}

static void begin_json(const gt_options *options, gt_json *json)
{
    gt_json_object(json, NULL);
    gt_json_object(json, "gentrans");
    gt_json_int(json, "schema", GT_JSON_SCHEMA);
    gt_json_string(json, "version", GENTRANS_VERSION);
    gt_json_string(json, "command", gt_options_command_name(options->command));
    gt_json_end(json);
    gt_json_array(json, "files");
}

/* The page says what was asked, as one would type it. */
static gt_page *begin_page(const gt_options *options)
{
    enum { TOLD = 3 };
    gt_str command;
    gt_str_init(&command);
    gt_str_addf(&command, "gentrans %s", gt_options_command_name(options->command));
    for (size_t i = 0; i < options->files.count && i < TOLD; i++)
        gt_str_addf(&command, " %s", options->files.items[i]);
    gt_str_add(&command, options->files.count > TOLD ? " …" : "");
    for (size_t i = 0; i < options->defines.count; i++)
        gt_str_addf(&command, " -D %s", options->defines.items[i]);
    gt_page *page = gt_page_new(gt_str_text(&command));
    gt_str_fini(&command);
    return page;
}

/* Nothing is written about nothing. */
static gt_exit end_page(const gt_options *options, gt_page *page, gt_exit code)
{
    gt_str text;
    gt_str_init(&text);
    if (page && gt_page_has_result(page)) {
        gt_page_write(page, &text);
        gt_file file = {options->html, &text};
        code = worse(code, gt_files_write(&file, 1));
    }
    gt_str_fini(&text);
    gt_page_free(page);
    return code;
}

/* Text goes out file by file, JSON as a whole. */
static gt_exit put(gt_str *all, gt_exit code)
{
    if (fputs(gt_str_text(all), stdout) == EOF || fflush(stdout) != 0)
        code = gt_ending_unwritten();
    all->len = 0;
    return code;
}

typedef struct {
    const gt_options *options;
    one_file *command;
    places to;
    gt_str all; /* what is to be printed */
    bool raw;   /* our own colours are obeyed; who uses them has made the rest safe */
    bool left;
} driving;

static void show(driving *d, const gt_str *out)
{
    (d->raw ? gt_str_add : gt_str_shown)(&d->all, gt_str_text(out));
}

static gt_exit one(driving *d, const gt_options *options, const char *file)
{
    gt_str out;
    gt_str_init(&out);
    gt_exit code = do_file(options, file, d->command, d->to, &out, &d->left);
    if (!options->json) {
        show(d, &out);
        code = put(&d->all, code);
    }
    gt_str_fini(&out);
    return code;
}

/* A file for each value of the range. */
static gt_exit sweep(driving *d, const char *file)
{
    gt_exit worst = GT_EXIT_OK, code;
    gt_sweep_begin(d->to.sweep);
    do {
        code = one(d, gt_sweep_options(d->to.sweep), file);
        worst = worse(worst, code);
    } while (gt_sweep_next(d->to.sweep, code));
    if (d->to.page)
        gt_page_end_range(d->to.page, file, gt_sweep_constant(d->to.sweep));
    if (d->options->json)
        return worst;
    gt_str out;
    gt_str_init(&out);
    gt_sweep_end(d->to.sweep, file, &out);
    show(d, &out);
    gt_str_fini(&out);
    return put(&d->all, worst);
}

static bool has_ranges(const gt_options *options)
{
    return options->command == GT_COMMAND_CHECK || options->command == GT_COMMAND_RUN;
}

/* Several files: how many of each kind there were. */
static gt_exit summary(driving *d, const uint32_t *counts, size_t files, gt_exit code)
{
    static const char *const words[] = {[GT_EXIT_OK] = "hold",
                                        [GT_EXIT_FAILS] = "fail",
                                        [GT_EXIT_LIMIT] = "undecided",
                                        [GT_EXIT_USAGE] = "with errors"};
    const char *between = ": ";
    gt_str_addf(&d->all, "%zu files", files);
    for (gt_exit e = GT_EXIT_OK; e <= GT_EXIT_LIMIT; e++) {
        if (counts[e])
            gt_str_addf(&d->all, "%s%u %s", between, counts[e], words[e]);
        between = counts[e] ? ", " : between;
    }
    gt_str_addc(&d->all, '\n');
    return put(&d->all, code);
}

static bool sums_up(const gt_options *options)
{
    return options->files.count > 1 && !options->json &&
           (options->command == GT_COMMAND_CHECK || options->command == GT_COMMAND_PROVE);
}

static gt_exit each_file(const gt_options *options, one_file *command)
{
    gt_exit worst = GT_EXIT_OK;
    uint32_t counts[GT_EXIT_LIMIT + 1] = {0};
    driving d = {.options = options, .command = command, .raw = gt_terminal_colours(options, STDOUT_FILENO)};
    if (has_ranges(options) && !gt_sweep_new(options, &d.to.sweep))
        return GT_EXIT_USAGE;
    gt_str_init(&d.all);
    gt_json json = gt_json_on(&d.all);
    const volatile sig_atomic_t *interrupted = gt_ending_interrupt();
    size_t count =
        options->command == GT_COMMAND_LIFT ? 1 : options->files.count; /* the other one is a trace */
    d.to.json = options->json ? &json : NULL;
    d.to.page = options->html ? begin_page(options) : NULL;
    d.to.junit = options->junit ? gt_junit_new() : NULL;
    if (options->json)
        begin_json(options, &json);
    for (size_t i = 0; i < count && !*interrupted; i++) {
        const char *file = options->files.items[i];
        gt_exit code = d.to.sweep ? sweep(&d, file) : one(&d, options, file);
        counts[code]++;
        worst = worse(worst, code);
    }
    worst = *interrupted ? worse(worst, GT_EXIT_LIMIT) : worst;
    if (sums_up(options))
        worst = summary(&d, counts, count, worst);
    if (options->json) {
        gt_json_end(&json);
        gt_json_int(&json, "exit_code", worst);
        gt_json_end(&json);
        gt_str_addc(&d.all, '\n');
        worst = put(&d.all, worst);
    }
    worst = end_page(options, d.to.page, worst);
    if (d.to.junit)
        worst = worse(worst, gt_junit_write(d.to.junit, options->junit));
    gt_junit_free(d.to.junit);
    gt_str_fini(&d.all);
    gt_sweep_free(d.to.sweep);
    if (d.left) { /* what the pass had on the heap is not given back: nothing to tell a leak checker */
        fflush(NULL);
        _Exit((int)worst);
    }
    return worst;
}

gt_exit gt_driver_main(const gt_options *options)
{
    gt_ending_install(options);
    switch (options->command) {
    case GT_COMMAND_TRANSLATE: return each_file(options, gt_command_translate);
    case GT_COMMAND_CHECK: return each_file(options, gt_command_check);
    case GT_COMMAND_BISIM: return each_file(options, gt_command_bisim);
    case GT_COMMAND_INFO: return each_file(options, gt_command_info);
    case GT_COMMAND_LIST: return each_file(options, gt_command_list);
    case GT_COMMAND_DRAW: return each_file(options, gt_command_draw);
    case GT_COMMAND_SYMMETRY: return each_file(options, gt_command_symmetry);
    case GT_COMMAND_PROVE: return each_file(options, gt_command_prove);
    case GT_COMMAND_SIMULATE: return each_file(options, gt_command_simulate);
    case GT_COMMAND_RUN: return each_file(options, gt_command_check);
    case GT_COMMAND_LIFT: return each_file(options, gt_command_lift);
    case GT_COMMAND_HELP:
    case GT_COMMAND_VERSION:
    case GT_COMMAND_COUNT: break;
    }
    gt_ice("the command '%s' has no function", gt_options_command_name(options->command));
}

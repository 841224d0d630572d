#include "driver/sweep.h"

#include "driver/ending.h"
#include "runtime/base.h"
#include "runtime/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is known about a property so far. */
typedef struct {
    char *name;
    bool fails;
    int64_t fails_at; /* the smallest value */
    bool open;        /* not decided for some value */
} finding;

struct gt_sweep {
    const gt_options *given;
    gt_options now; /* the same, for one value */
    size_t place;   /* of the range among the constants */
    char *constant;
    char define[64 + 24];
    int64_t from, to, value;
    double deadline;       /* of the whole command; 0: none */
    double began;          /* this value */
    double last, previous; /* seconds that values took; 0: none did */
    bool headed;
    const char *stopped; /* why it ends before the last value; NULL: it does not */
    GT_VEC(finding) findings;
};

enum { LONGEST_NAME = 64, STATES_WIDTH = 12 };
static const double enough_time =
    0.05; /* of seconds: what takes less says nothing about what the next one takes */

/* ---- ranges ---- */

/* "2..64"; false: it is something else. */
static bool read_range(const char *text, int64_t *from, int64_t *to)
{
    char *end;
    *from = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    const char *rest = end + 2;
    *to = strtoll(rest, &end, 10);
    return end != rest && *end == '\0';
}

bool gt_sweep_new(const gt_options *options, gt_sweep **sweep)
{
    enum { MOST = 1000000 };
    gt_sweep *s = NULL;
    bool fine = true;
    for (size_t i = 0; i < options->defines.count && fine; i++) {
        const char *text = options->defines.items[i], *equals = strchr(text, '=');
        int64_t from, to;
        if (!read_range(equals + 1, &from, &to))
            continue;
        fine = !s && from <= to && to - from < MOST && equals - text < LONGEST_NAME;
        if (s)
            gt_say("-D %s: only one constant can have a range", text);
        else if (!fine)
            gt_say("-D %s: a range is from the smaller to the larger number, and at most %d of them", text,
                   MOST);
        if (s || !fine)
            continue;
        s = gt_xcalloc(1, sizeof *s);
        s->given = options;
        s->place = i;
        s->from = from;
        s->to = to;
        s->constant = gt_xstrdup(text);
        s->constant[equals - text] = '\0';
        s->deadline = options->time_limit > 0 ? gt_seconds() + options->time_limit : 0;
    }
    if (fine && s && options->xml) {
        gt_say("--xml is for one value: -D %s has many", options->defines.items[s->place]);
        fine = false;
    }
    if (!fine)
        gt_sweep_free(s);
    *sweep = fine ? s : NULL;
    return fine;
}

static void forget(gt_sweep *s)
{
    for (size_t i = 0; i < s->findings.n; i++)
        free(s->findings.v[i].name);
    s->findings.n = 0;
}

void gt_sweep_free(gt_sweep *s)
{
    if (!s)
        return;
    forget(s);
    free(s->findings.v);
    free(s->constant);
    free((void *)s->now.defines.items);
    free(s);
}

void gt_sweep_begin(gt_sweep *s)
{
    forget(s);
    s->value = s->from;
    s->last = s->previous = 0;
    s->headed = false;
    s->stopped = NULL;
}

const gt_options *gt_sweep_options(gt_sweep *s)
{
    const gt_opt_list *given = &s->given->defines;
    const char **items = gt_xmalloc(given->count, sizeof *items);
    memcpy(items, given->items, given->count * sizeof *items);
    snprintf(s->define, sizeof s->define, "%s=%" PRId64, s->constant, s->value);
    items[s->place] = s->define;
    free((void *)s->now.defines.items);
    s->now = *s->given;
    s->now.defines = (gt_opt_list){items, given->count};
    s->now.repeated = s->value > s->from;
    s->began = gt_seconds();
    if (s->deadline > 0)
        s->now.time_limit = s->deadline > s->began ? s->deadline - s->began : 1e-3;
    if (!s->now.html && !s->now.xml && !s->now.json && !s->now.junit)
        s->now.trace = GT_OPT_TRACE_OFF;
    return &s->now;
}

const char *gt_sweep_constant(const gt_sweep *s)
{
    return s->constant;
}

const int64_t *gt_sweep_value(const gt_sweep *s)
{
    return &s->value;
}

const char *gt_sweep_define(const gt_sweep *s)
{
    return s->define;
}

/* ---- a row ---- */

static finding *finding_of(gt_sweep *s, const char *name)
{
    for (size_t i = 0; i < s->findings.n; i++)
        if (strcmp(s->findings.v[i].name, name) == 0)
            return &s->findings.v[i];
    gt_vec_push(&s->findings, (finding){.name = gt_xstrdup(name)});
    return &s->findings.v[s->findings.n - 1];
}

static void remember(gt_sweep *s, const gt_verdicts *c)
{
    for (uint32_t i = 0; i < c->noutcomes; i++) {
        const gt_check_result *r = c->outcomes[i].result;
        if (!r)
            continue;
        finding *f = finding_of(s, r->prop->name);
        if (r->verdict == GT_VERDICT_FAILS && !f->fails) {
            f->fails = true;
            f->fails_at = s->value;
        }
        f->open = f->open || r->verdict == GT_VERDICT_UNKNOWN || r->verdict == GT_VERDICT_UNSUPPORTED;
    }
}

/* "fails: a, b; not decided: c", "holds" */
static void say_verdicts(const gt_verdicts *c, gt_str *out)
{
    static const struct {
        gt_verdict verdict;
        const char *words;
    } kinds[] = {{GT_VERDICT_FAILS, "fails: "},
                 {GT_VERDICT_UNKNOWN, "not decided: "},
                 {GT_VERDICT_UNSUPPORTED, "unsupported: "}};
    bool any = false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        bool here = false;
        for (uint32_t i = 0; i < c->noutcomes; i++) {
            const gt_check_result *r = c->outcomes[i].result;
            if (!r || r->verdict != kinds[k].verdict)
                continue;
            gt_str_addf(out, "%s%s", here ? ", " : any ? "; " : "", here ? "" : kinds[k].words);
            gt_str_add(out, r->prop->name);
            here = any = true;
        }
    }
    gt_str_add(out, any ? "" : "holds");
}

static int width_of(const gt_sweep *s)
{
    char digits[24];
    int width = snprintf(digits, sizeof digits, "%" PRId64, s->to), other = (int)strlen(s->constant);
    return width > other ? width : other;
}

void gt_sweep_add(gt_sweep *s, const gt_verdicts *c, gt_str *out)
{
    double seconds = 0;
    const gt_check_report *first = c->nparts ? c->parts[0].report : NULL;
    for (uint32_t i = 0; i < c->nparts; i++)
        seconds += c->parts[i].report->seconds;
    remember(s, c);
    if (!out)
        return;
    if (!s->headed)
        gt_str_addf(out, "%s:\n  %*s  %*s  seconds  verdict\n", c->job->file, width_of(s), s->constant,
                    STATES_WIDTH, "states");
    s->headed = true;
    const char *states = first && first->states ? first->states : "?";
    const char *shown = !first || first->states_complete || !first->states
                            ? states
                            : gt_arena_printf(c->job->ctx.arena, ">= %s", states);
    gt_str_addf(out, "  %*" PRId64 "  %*s  %7.3f  ", width_of(s), s->value, STATES_WIDTH, shown, seconds);
    say_verdicts(c, out);
    gt_str_addc(out, '\n');
}

/* ---- the next one ---- */

/* As much longer as this one took than the one before. */
static bool is_too_long(const gt_sweep *s)
{
    double left = s->deadline - gt_seconds();
    double growth = s->previous > enough_time ? s->last / s->previous : 1;
    return s->deadline > 0 && s->last > enough_time && s->last * (growth > 1 ? growth : 1) > left;
}

bool gt_sweep_next(gt_sweep *s, gt_exit code)
{
    s->previous = s->last;
    s->last = gt_seconds() - s->began;
    if (code == GT_EXIT_USAGE)
        s->stopped = "the file has errors for this value";
    else if (code == GT_EXIT_LIMIT)
        s->stopped = "a limit was met";
    else if (*gt_ending_interrupt())
        s->stopped = "interrupted";
    else if (s->value < s->to && is_too_long(s))
        s->stopped = "the next one would probably take longer than the time that is left";
    if (s->stopped || s->value == s->to)
        return false;
    s->value++;
    return true;
}

void gt_sweep_end(gt_sweep *s, const char *file, gt_str *out)
{
    const finding *smallest = NULL;
    for (size_t i = 0; i < s->findings.n; i++) {
        const finding *f = &s->findings.v[i];
        if (!f->fails)
            continue;
        gt_str_addf(out, "  %s fails first at %s=%" PRId64 "\n", f->name, s->constant, f->fails_at);
        smallest = smallest && smallest->fails_at <= f->fails_at ? smallest : f;
    }
    if (smallest)
        gt_str_addf(out,
                    "  smallest %s that fails: %" PRId64 "; gentrans check %s -D %s=%" PRId64 " shows why\n",
                    s->constant, smallest->fails_at, file, s->constant, smallest->fails_at);
    else if (!s->stopped && s->findings.n)
        gt_str_addf(out, "  no %s from %" PRId64 " to %" PRId64 " fails\n", s->constant, s->from, s->to);
    if (s->stopped)
        gt_str_addf(out, "  stopped at %s=%" PRId64 ": %s\n", s->constant, s->value, s->stopped);
}

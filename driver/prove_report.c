#include "driver/prove.h"

#include "driver/terminal.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* ---- sizes as text ---- */

/* "n = 2, c = 1" */
static const char *sizes_text(const gt_proving *v, const int64_t *sizes)
{
    gt_str text;
    gt_str_init(&text);
    for (uint32_t i = 0; i < v->family.nsizes; i++)
        gt_str_addf(&text, "%s%s = %" PRId64, i ? ", " : "", v->family.names[i], sizes[i]);
    const char *kept = gt_arena_strdup(v->job->ctx.arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

static void add_sum(const gt_every *p, const gt_row *r, gt_str *out)
{
    bool any = false;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        int64_t a = r->a[i] < 0 ? -r->a[i] : r->a[i];
        if (!a)
            continue;
        gt_str_add(out, r->a[i] < 0 ? (any ? " - " : "-") : any ? " + " : "");
        if (a != 1)
            gt_str_addf(out, "%" PRId64 " * ", a);
        gt_str_add(out, p->columns[i].name);
        any = true;
    }
}

/* "every n >= 1 and f with n - f >= 1" */
static const char *assumed_text(const gt_proving *v, int64_t from)
{
    const gt_every *p = v->program;
    gt_str text;
    gt_str_init(&text);
    gt_str_add(&text, "every ");
    bool any = false;
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        if (p->columns[i].kind != GT_COLUMN_SIZE)
            continue;
        int64_t least = from;
        for (uint32_t k = 0; k < p->assumed.n; k++)
            if (p->assumed.rows[k] ==
                    gt_row_shift(v->program, gt_row_column(v->program, i), p->assumed.rows[k]->k) &&
                -p->assumed.rows[k]->k > least)
                least = -p->assumed.rows[k]->k;
        gt_str_addf(&text, "%s%s >= %" PRId64, any ? ", " : "", p->columns[i].name, least);
        any = true;
    }
    for (uint32_t k = 0, more = 0; k < p->assumed.n; k++) {
        uint32_t columns = 0;
        for (uint32_t i = 0; i < p->ncolumns; i++)
            columns += p->assumed.rows[k]->a[i] != 0;
        bool falls = gt_row_may_fall(p, gt_row_shift(v->program, p->assumed.rows[k], INT32_MAX));
        if (columns < 2 && !falls) /* a least value: above */
            continue;
        gt_str_add(&text, more++ ? " and " : " with ");
        add_sum(p, p->assumed.rows[k], &text);
        gt_str_addf(&text, " >= %" PRId64, -p->assumed.rows[k]->k);
    }
    const char *kept = gt_arena_strdup(v->job->ctx.arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

/* ---- outcomes ---- */

static const char *verdict_of(const gt_proving *v, const gt_every_outcome *o)
{
    gt_arena *arena = v->job->ctx.arena;
    const char *proof = o->proved ? gt_arena_printf(arena, "holds for %s", assumed_text(v, o->from)) : NULL;
    const char *fails =
        o->fails_at ? gt_arena_printf(arena, "fails at %s", sizes_text(v, o->fails_at)) : NULL;
    if (fails && proof)
        return gt_arena_printf(arena, "%s, %s", fails, proof);
    return fails ? fails : proof ? proof : "unknown";
}

static const char *const way_names[] = {
    [GT_OPT_BY_PAIRS] = "pairs",   [GT_OPT_BY_BOXES] = "boxes",       [GT_OPT_BY_LEARN] = "learn",
    [GT_OPT_BY_REFINE] = "refine", [GT_OPT_BY_BACKWARD] = "backward", [GT_OPT_BY_PARITY] = "parity"};

/* "tried pairs, boxes; " */
static const char *tried_text(const gt_proving *v)
{
    gt_str text;
    gt_str_init(&text);
    for (unsigned by = 0; by < sizeof way_names / sizeof *way_names; by++)
        if (v->tried >> by & 1)
            gt_str_addf(&text, "%s%s", text.len ? ", " : "tried ", way_names[by]);
    gt_str_add(&text, text.len ? "; " : "");
    const char *kept = gt_arena_strdup(v->job->ctx.arena, gt_str_text(&text));
    gt_str_fini(&text);
    return kept;
}

static const char *note_of(const gt_proving *v, const gt_every_outcome *o)
{
    gt_arena *arena = v->job->ctx.arena;
    if (o->proved)
        return gt_arena_printf(arena, "by %s: %" PRIu32 " clause%s, %" PRIu32 " queries", way_names[o->by],
                               o->clauses, o->clauses == 1 ? "" : "s", o->queries);
    if (o->fails_at)
        return "the smallest";
    const char *seen =
        v->largest ? gt_arena_printf(arena, "no failure up to %s; ", sizes_text(v, v->largest)) : "";
    const char *why = v->stopped != GT_STOP_NONE ? gt_stop_name(v->stopped) : o->why ? o->why : "not tried";
    return gt_arena_printf(arena, "%s%s%s", seen, tried_text(v), why);
}

/* "; z3: holds" */
static const char *opinion_of(const gt_proving *v, const gt_every_outcome *o)
{
    const char *said = o->opinion == GT_VERDICT_HOLDS   ? "holds"
                       : o->opinion == GT_VERDICT_FAILS ? "fails"
                       : o->opinion_why                 ? o->opinion_why
                                                        : "not asked";
    return v->job->options->solver == GT_OPT_SOLVER_NONE
               ? ""
               : gt_arena_printf(v->job->ctx.arena, "; z3: %s", said);
}

static const gt_run *run_of(const gt_every_outcome *o)
{
    return o->failure ? o->failure->run : NULL;
}

static void add_coloured(gt_str *out, const char *text, const char *colour, bool colours)
{
    if (colours)
        gt_str_addf(out, "\033[%sm", colour);
    gt_str_shown(out, text);
    if (colours)
        gt_str_add(out, "\033[0m");
}

void gt_prove_text(const gt_proving *v, gt_str *out)
{
    gt_trace_style style = gt_report_style(v->job->options);
    size_t width = 0;
    for (uint32_t i = 0; i < v->n; i++)
        width = strlen(v->outcomes[i].prop->name) > width ? strlen(v->outcomes[i].prop->name) : width;
    for (uint32_t i = 0; i < v->nothers; i++)
        width = strlen(v->others[i]->name) > width ? strlen(v->others[i]->name) : width;
    gt_str_shown(out, v->job->file);
    gt_str_add(out, ": every number of processes\n");
    for (uint32_t i = 0; i < v->n; i++) {
        const gt_every_outcome *o = &v->outcomes[i];
        const gt_run *run = style.mode == GT_TRACE_OFF ? NULL : run_of(o);
        gt_str_addf(out, "  %-*s  ", (int)width, o->prop->name);
        add_coloured(out, verdict_of(v, o), o->fails_at ? "1;31" : o->proved ? "32" : "33", style.colour);
        gt_str_add(out, " (");
        gt_str_shown(out, note_of(v, o));
        gt_str_shown(out, opinion_of(v, o));
        gt_str_add(out, run ? "):\n\n" : ")\n");
        if (run) {
            gt_trace_text(run, o->prop, style, out);
            gt_str_addc(out, '\n');
        }
    }
    for (uint32_t i = 0; i < v->nothers; i++) {
        gt_str_addf(out, "  %-*s  ", (int)width, v->others[i]->name);
        add_coloured(out, "not asked", "33", style.colour);
        gt_str_add(out, " (only what must never happen is proved for every number of processes)\n");
    }
}

void gt_prove_json(const gt_proving *v, gt_json *out)
{
    gt_json_array(out, "properties");
    for (uint32_t i = 0; i < v->n; i++) {
        const gt_every_outcome *o = &v->outcomes[i];
        gt_json_line(out);
        gt_json_object(out, NULL);
        gt_json_string(out, "name", o->prop->name);
        gt_json_int(out, "line", o->prop->pos.line);
        gt_json_string(out, "verdict", o->fails_at ? "fails" : o->proved ? "holds" : "unknown");
        if (o->fails_at) {
            gt_json_object(out, "fails_at");
            for (uint32_t k = 0; k < v->family.nsizes; k++)
                gt_json_int(out, v->family.names[k], o->fails_at[k]);
            gt_json_end(out);
        }
        if (o->proved)
            gt_json_string(out, "proved_for", assumed_text(v, o->from));
        gt_json_string(out, "note", note_of(v, o));
        if (v->job->options->solver != GT_OPT_SOLVER_NONE)
            gt_json_string(out, "z3",
                           o->opinion == GT_VERDICT_HOLDS   ? "holds"
                           : o->opinion == GT_VERDICT_FAILS ? "fails"
                                                            : "unknown");
        if (o->proved)
            gt_json_string(out, "by", way_names[o->by]);
        if (run_of(o) && v->job->options->trace != GT_OPT_TRACE_OFF)
            gt_trace_json(run_of(o), o->prop, v->job->options->trace == GT_OPT_TRACE_FULL, out);
        gt_json_end(out);
    }
    for (uint32_t i = 0; i < v->nothers; i++) {
        gt_json_line(out);
        gt_json_object(out, NULL);
        gt_json_string(out, "name", v->others[i]->name);
        gt_json_int(out, "line", v->others[i]->pos.line);
        gt_json_string(out, "verdict", "unsupported");
        gt_json_string(out, "note", "only what must never happen is proved for every number of processes");
        gt_json_end(out);
    }
    gt_json_end(out);
}

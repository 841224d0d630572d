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
        if (columns < 2)
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

static const char *note_of(const gt_proving *v, const gt_every_outcome *o)
{
    gt_arena *arena = v->job->ctx.arena;
    if (o->proved)
        return gt_arena_printf(arena, "%" PRIu32 " clause%s, %" PRIu32 " queries", o->clauses,
                               o->clauses == 1 ? "" : "s", o->queries);
    if (o->fails_at)
        return "the smallest";
    const char *seen =
        v->largest ? gt_arena_printf(arena, "no failure up to %s; ", sizes_text(v, v->largest)) : "";
    const char *why = v->stopped != GT_STOP_NONE ? gt_stop_name(v->stopped) : o->why ? o->why : "not tried";
    return gt_arena_printf(arena, "%s%s", seen, why);
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

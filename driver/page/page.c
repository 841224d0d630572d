#include "driver/page/impl.h"

#include "runtime/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct gt_page {
    char *command;
    gt_str rail, models, data; /* of all models so far */
    gt_json json;
    GT_VEC(gt_page_row) rows; /* of the file under work */
    uint32_t nmodels;
    uint32_t nprops, nother, nfail, nopen; /* properties, comparisons, and what became of them */
};

gt_page *gt_page_new(const char *command)
{
    gt_page *page = gt_xcalloc(1, sizeof *page);
    page->command = gt_xstrdup(command);
    gt_str_init(&page->rail);
    gt_str_init(&page->models);
    gt_str_init(&page->data);
    page->json = gt_json_on(&page->data);
    gt_json_array(&page->json, NULL);
    return page;
}

void gt_page_free(gt_page *page)
{
    if (!page)
        return;
    free(page->command);
    gt_str_fini(&page->rail);
    gt_str_fini(&page->models);
    gt_str_fini(&page->data);
    free(page->rows.v);
    free(page);
}

bool gt_page_has_result(const gt_page *page)
{
    return page->nprops + page->nother > 0;
}

/* ---- a model ---- */

typedef struct {
    gt_page *page;
    const gt_page_model *m;
    const gt_sym_text *texts;
    uint32_t number;
    bool *shown; /* per property: the script has its run */
    gt_str *out;
} section;

/* "Client × 3, Server × 1,000" */
static void say_sizes(const gt_sym *sym, gt_str *out)
{
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        gt_str_add(out, t ? ", " : "");
        gt_html_text(out, sym->procs[t]->name);
        gt_str_add(out, " × ");
        gt_html_number(out, (uint64_t)sym->procs[t]->n);
    }
}

static void add_rail(section *s)
{
    gt_str *out = &s->page->rail;
    gt_str_addf(out, "<li><a href=\"#m%" PRIu32 "\">", s->number);
    gt_html_text(out, s->m->sym->name);
    gt_str_add(out, " <small>");
    say_sizes(s->m->sym, out);
    gt_str_add(out, "</small></a><ul>");
    for (uint32_t p = 0; p < s->m->nprops; p++) {
        const gt_check_result *r = s->m->props[p].result;
        gt_str_addf(out, "<li><a href=\"#m%" PRIu32, s->number);
        if (s->m->props[p].run)
            gt_str_addf(out, "-%" PRIu32, p);
        gt_str_addf(out, "\"%s>", r->verdict == GT_VERDICT_FAILS ? " class=\"f\"" : "");
        gt_html_sign(out, r->verdict, false);
        gt_html_text(out, r->prop->name);
        gt_str_add(out, "</a>");
    }
    gt_str_add(out, "</ul>\n");
}

/* "4", "1,234": how often the one fits into the other. */
static void say_times(double few, double many, gt_str *out)
{
    char times[400]; /* the largest double has 309 digits */
    if (many / few < 10) {
        gt_str_addf(out, "%.2g", many / few);
        return;
    }
    snprintf(times, sizeof times, "%.0f", many / few);
    gt_html_count(out, times);
}

static const double largest_ratio = 1e300; /* beyond it there is no double */

/* "9 states instead of 36", and what that means. */
static void say_ratio(section *s)
{
    const gt_check_report *r = s->m->report;
    const gt_coverage *c = s->m->coverage;
    gt_str *out = s->out;
    bool walked = c && c->complete && c->renamed && !s->m->unreduced; /* then the walk knows all of them */
    const char *each = r && r->states_complete ? r->each : NULL;      /* else the engine may */
    const char *concrete = walked ? c->concrete : each;
    bool known = concrete != NULL;
    char counted[24];
    if (!known && (!r || !r->states))
        return;
    snprintf(counted, sizeof counted, "%" PRIu64, walked ? c->states : 0);
    const char *states = walked ? counted : r->states;
    gt_str_addf(out, "<div class=\"size\"><p>%s<b>", known || r->states_complete ? "" : "at least ");
    gt_html_count(out, states);
    gt_str_addf(out, "</b> state%s", strcmp(states, "1") == 0 ? "" : "s");
    double few = strtod(states, NULL), many = known ? strtod(concrete, NULL) : 0;
    if (!known || many <= few) {
        gt_str_add(out, known ? ", reduced and unreduced alike</p></div>" : "</p></div>");
        return;
    }
    gt_str_add(out, " instead of <b>");
    gt_html_count(out, concrete);
    if (many > largest_ratio) {
        gt_str_add(out, "</b></p></div>");
        return;
    }
    gt_str_addf(out,
                "</b></p><div class=\"ratio\" role=\"img\" aria-label=\"%.2g percent\"><i "
                "style=\"width:%.2f%%\"></i></div><p class=\"mute\">",
                100 * few / many, 100 * few / many);
    say_times(few, many, out);
    gt_str_add(out, " times fewer: one stands for ");
    say_times(few, many, out);
    gt_str_add(out, " on average</p></div>");
}

static void add_head(section *s)
{
    const gt_check_report *r = s->m->report;
    gt_str *out = s->out;
    gt_str_addf(out,
                "<section class=\"model\" id=\"m%" PRIu32 "\" aria-labelledby=\"h%" PRIu32
                "\"><div class=\"mh\"><div><h2 id=\"h%" PRIu32 "\">",
                s->number, s->number, s->number);
    gt_html_text(out, s->m->sym->name);
    gt_str_add(out, " <b>");
    say_sizes(s->m->sym, out);
    gt_str_add(out, "</b></h2><p><code>");
    gt_html_text(out, s->m->file);
    if (*s->m->defines)
        gt_str_addc(out, ' ');
    gt_html_text(out, s->m->defines);
    gt_str_add(out, "</code>");
    if (r) {
        gt_str_add(out, " · ");
        gt_html_text(out, r->engine);
        gt_str_add(out, " engine, ");
        gt_html_text(out, r->works_on ? r->works_on : "unreduced");
        gt_str_addf(out, " · %.3f s", r->seconds);
    }
    gt_str_add(out, "</p></div>");
    say_ratio(s);
    gt_str_add(out, "</div>\n");
}

/* What is said beside a verdict. */
static void say_run(section *s, uint32_t p)
{
    const gt_page_prop *prop = &s->m->props[p];
    gt_str *out = s->out;
    if (prop->run) {
        uint32_t n = prop->run->nsteps - 1;
        gt_str_addf(out,
                    "<span class=\"act\" data-to=\"m%" PRIu32 "-%" PRIu32 "\"><small>%" PRIu32
                    " step%s%s</small></span>",
                    s->number, p, n, n == 1 ? "" : "s", prop->run->loop_start >= 0 ? ", then for ever" : "");
        return;
    }
    gt_str_add(out, "<small class=\"ln\">");
    if (prop->why)
        gt_html_text(out, prop->why);
    else if (prop->result->note)
        gt_html_text(out, prop->result->note);
    gt_str_add(out, "</small>");
}

static void add_verdicts(section *s)
{
    gt_str *out = s->out;
    gt_str_add(out, "<ul class=\"verdicts\" aria-label=\"verdicts\">");
    for (uint32_t p = 0; p < s->m->nprops; p++) {
        const gt_page_prop *prop = &s->m->props[p];
        const gt_check_result *r = prop->result;
        gt_str_addf(out, "<li%s><span class=\"vd %s\">", r->verdict == GT_VERDICT_FAILS ? " class=\"f\"" : "",
                    gt_html_class(r->verdict));
        gt_html_sign(out, r->verdict, true);
        if (r->value)
            gt_html_text(out, r->value);
        else
            gt_str_add(out, r->verdict == GT_VERDICT_UNKNOWN ? "not decided" : gt_verdict_name(r->verdict));
        gt_str_add(out, "</span><b>");
        gt_html_text(out, r->prop->name);
        gt_str_add(out, "</b><code>");
        gt_html_text(out, prop->formula);
        gt_str_add(out, "</code>");
        say_run(s, p);
        gt_str_add(out, "\n");
        s->page->nprops++;
        s->page->nfail += r->verdict == GT_VERDICT_FAILS;
        s->page->nopen += r->verdict == GT_VERDICT_UNKNOWN || r->verdict == GT_VERDICT_UNSUPPORTED;
    }
    gt_str_add(out, "</ul>\n");
}

/* ---- coverage ---- */

static uint64_t most_fired(const section *s)
{
    uint64_t most = 1;
    for (uint32_t r = 0; r < s->m->sym->nrules; r++)
        most = s->m->coverage->fired[r] > most ? s->m->coverage->fired[r] : most;
    return most;
}

static void add_rule(section *s, uint32_t r, bool counted, uint64_t most)
{
    const gt_rule *rule = s->m->sym->rules[r];
    gt_str *out = s->out;
    uint64_t fired = counted ? s->m->coverage->fired[r] : 0;
    gt_str_addf(out, "<tr data-r=\"%" PRIu32 "\"%s><td>%" PRIu32 "<td class=\"rl\"><code><b>", r,
                counted && !fired ? " class=\"nvr\"" : "", r + 1);
    gt_html_label(out, rule->label);
    gt_str_add(out, "</b> ");
    gt_html_text(out, s->texts->rules[r].when);
    gt_str_addc(out, ' ');
    gt_html_text(out, s->texts->rules[r].effect);
    gt_str_add(out, "</code>");
    if (!counted)
        return;
    gt_str_addf(out, "<td><span class=\"bar\"><i style=\"width:%.0f%%\"></i></span><td class=\"n\">",
                100.0 * (double)fired / (double)most);
    if (fired)
        gt_html_number(out, fired);
    else
        gt_str_add(out, s->m->coverage->complete ? "never fired" : "not seen");
}

static void add_locations(section *s)
{
    const gt_coverage *c = s->m->coverage;
    gt_str *out = s->out;
    for (uint32_t t = 0; t < s->m->sym->nprocs; t++) {
        const gt_proc *proc = s->m->sym->procs[t];
        if (!proc->loc)
            continue;
        gt_str_add(out, "<div class=\"chips locs\"><span class=\"lab\">States with some ");
        gt_html_text(out, proc->name);
        gt_str_add(out, " at</span>");
        for (uint32_t l = 0; l < proc->loc->type.en->nvalues; l++) {
            gt_str_add(out, c->seen[t][l] ? "<span>@" : "<span class=\"nv\">@");
            gt_html_text(out, proc->loc->type.en->values[l]);
            gt_str_add(out, " <span class=\"k\">");
            if (c->seen[t][l])
                gt_html_number(out, c->seen[t][l]);
            else
                gt_str_add(out, c->complete ? "never reached" : "not seen");
            gt_str_add(out, "</span></span>");
        }
        gt_str_add(out, "</div>\n");
    }
}

static void add_rules(section *s)
{
    const gt_coverage *c = s->m->coverage;
    gt_str *out = s->out;
    bool counted = c && c->states;
    gt_str_add(out, "<div class=\"card rules\"><h3>Rules");
    if (counted && c->complete) {
        gt_str_add(out, c->renamed ? ", and how many transitions of the reduced states each makes"
                                   : ", and how many transitions each makes");
    } else if (counted) {
        gt_str_add(out, ", and how many transitions each makes in the first ");
        gt_html_number(out, c->states);
        gt_str_add(out, " states, near the initial ones");
    }
    gt_str_add(out, "</h3><div class=\"tw\" tabindex=\"0\" role=\"region\" aria-label=\"rules\"><table "
                    "class=\"cov\"><tbody>\n");
    uint64_t most = counted ? most_fired(s) : 1;
    for (uint32_t r = 0; r < s->m->sym->nrules; r++) {
        add_rule(s, r, counted, most);
        gt_str_add(out, "\n");
    }
    gt_str_add(out, "</tbody></table></div>");
    if (counted)
        add_locations(s);
    gt_str_add(out, "</div>\n");
}

/* ---- the body ---- */

static bool is_wide(const gt_sym *sym)
{
    for (uint32_t t = 0; t < sym->nprocs; t++)
        if (sym->procs[t]->nvars > (sym->procs[t]->loc != NULL))
            return true;
    return false;
}

static void add_stages(section *s, bool any)
{
    if (!any) {
        gt_str_addf(s->out, "<div class=\"card stage js-only\" data-bare=\"%" PRIu32 "\"></div>\n",
                    s->number);
        return;
    }
    for (uint32_t p = 0; p < s->m->nprops; p++)
        if (s->shown[p])
            gt_str_addf(s->out,
                        "<div class=\"card stage js-only\" data-for=\"m%" PRIu32 "-%" PRIu32 "\"></div>\n",
                        s->number, p);
}

static void add_runs(section *s)
{
    for (uint32_t p = 0; p < s->m->nprops; p++) {
        if (!s->m->props[p].run)
            continue;
        gt_str_addf(s->out,
                    "<section class=\"trace card\" id=\"m%" PRIu32 "-%" PRIu32 "\" data-m=\"%" PRIu32
                    "\" data-p=\"%" PRIu32 "\" aria-label=\"run for ",
                    s->number, p, s->number, p);
        gt_html_text(s->out, s->m->props[p].result->prop->name);
        gt_str_addf(s->out, "\"%s>\n", s->shown[p] ? " data-steps" : "");
        if (!s->shown[p])
            gt_str_add(s->out, "<p class=\"cap\">This run is too large to be stepped through here; "
                               "<code>--json</code> has all of it.</p>");
        gt_page_run(&s->m->props[p], s->out);
        gt_str_add(s->out, "</section>\n");
    }
}

static void add_body(section *s)
{
    bool any = false;
    for (uint32_t p = 0; p < s->m->nprops; p++)
        any = any || s->m->props[p].run;
    gt_str_addf(s->out, "<div class=\"body%s%s\"><div class=\"ca\">\n", any ? "" : " bare",
                is_wide(s->m->sym) ? " wide" : "");
    add_stages(s, any);
    add_rules(s);
    gt_str_add(s->out, "</div><div class=\"cb\">\n");
    add_runs(s);
    gt_str_add(s->out, "</div></div></section>\n");
}

/* What the plots have to say of it. */
static void add_row(gt_page *page, const gt_page_model *m)
{
    gt_page_row row = {.value = *m->value, .reduced = -1, .unreduced = -1};
    const gt_coverage *c = m->coverage;
    bool known = c && c->complete && c->renamed && !m->unreduced;
    for (uint32_t p = 0; p < m->nprops; p++)
        row.fails = row.fails || m->props[p].result->verdict == GT_VERDICT_FAILS;
    row.seconds = m->report ? m->report->seconds : 0;
    row.complete = known || (m->report && m->report->states_complete);
    if (known)
        row.reduced = (double)c->states;
    else if (m->report && m->report->states)
        row.reduced = strtod(m->report->states, NULL);
    if (known)
        row.unreduced = strtod(c->concrete, NULL);
    gt_vec_push(&page->rows, row);
}

void gt_page_end_range(gt_page *page, const char *file, const char *constant)
{
    gt_str *out = &page->models;
    if (page->rows.n) {
        uint32_t number = page->nmodels++;
        gt_json_null(&page->json, NULL);
        gt_str_addf(&page->rail, "<li><a href=\"#m%" PRIu32 "\">", number);
        gt_html_text(&page->rail, file);
        gt_str_add(&page->rail, " <small>over ");
        gt_html_text(&page->rail, constant);
        gt_str_add(&page->rail, "</small></a>\n");
        gt_str_addf(out, "<section class=\"model\" id=\"m%" PRIu32 "\"><div class=\"mh\"><div><h2>", number);
        gt_html_text(out, file);
        gt_str_add(out, " <b>over ");
        gt_html_text(out, constant);
        gt_str_add(out, "</b></h2></div></div>\n");
        gt_page_plots(page->rows.v, page->rows.n, constant, out);
        gt_str_add(out, "</section>\n");
    }
    page->rows.n = 0;
}

void gt_page_add(gt_page *page, const gt_page_model *model)
{
    if (model->value)
        add_row(page, model);
    gt_arena *arena = gt_arena_new();
    section s = {.page = page, .m = model, .number = page->nmodels++, .out = &page->models};
    s.texts = gt_sym_texts(arena, model->sym);
    s.shown = GT_NEW_ARRAY(arena, bool, (size_t)model->nprops + 1);
    gt_page_data(model, s.texts, &page->json, s.shown);
    add_rail(&s);
    add_head(&s);
    add_verdicts(&s);
    add_body(&s);
    gt_arena_free(arena);
}

static void add_section(gt_page *page, const char *file, const char *defines, const char *text, bool bad)
{
    gt_str *out = &page->models;
    uint32_t number = page->nmodels++;
    gt_json_null(&page->json, NULL);
    gt_str_addf(&page->rail, "<li><a href=\"#m%" PRIu32 "\">", number);
    gt_html_text(&page->rail, file);
    gt_str_add(&page->rail, "</a>\n");
    gt_str_addf(out, "<section class=\"model\" id=\"m%" PRIu32 "\"><div class=\"mh\"><div><h2>", number);
    gt_html_text(out, file);
    gt_str_add(out, " <b>");
    gt_html_text(out, defines);
    gt_str_addf(out, "</b></h2></div></div><div class=\"card\"><pre%s>", bad ? " class=\"bad\"" : "");
    gt_html_text(out, text);
    gt_str_add(out, "</pre></div></section>\n");
}

void gt_page_add_text(gt_page *page, const char *file, const char *defines, const char *text,
                      gt_verdict verdict)
{
    add_section(page, file, defines, text, verdict == GT_VERDICT_FAILS);
    page->nother++;
    page->nfail += verdict == GT_VERDICT_FAILS;
    page->nopen += verdict == GT_VERDICT_UNKNOWN;
}

void gt_page_add_error(gt_page *page, const char *file, const char *text)
{
    add_section(page, file, "", text, true);
}

/* ---- the page ---- */

static void say_summary(const gt_page *page, bool plain, gt_str *out)
{
    uint32_t all = page->nprops + page->nother;
    const char *what =
        page->nprops ? (all == 1 ? "property" : "properties") : (all == 1 ? "comparison" : "comparisons");
    gt_verdict verdict = page->nfail ? GT_VERDICT_FAILS : page->nopen ? GT_VERDICT_UNKNOWN : GT_VERDICT_HOLDS;
    if (!plain) {
        gt_str_addf(out, "<span class=\"sum %s\">", gt_html_class(verdict));
        gt_html_sign(out, verdict, true);
        gt_str_addc(out, ' ');
    }
    if (page->nfail)
        gt_str_addf(out, "%" PRIu32 " of %" PRIu32 " %s fail%s", page->nfail, all, what,
                    page->nfail == 1 ? "s" : "");
    else if (page->nopen)
        gt_str_addf(out, "%" PRIu32 " of %" PRIu32 " %s not decided", page->nopen, all, what);
    else
        gt_str_addf(out, "%" PRIu32 " %s hold%s", all, what, all == 1 ? "s" : "");
    gt_str_add(out, plain ? "" : "</span>");
}

/* No "<" in what a script element holds. */
static void add_data(const gt_page *page, gt_str *out)
{
    for (const char *at = gt_str_text(&page->data); *at; at++)
        if (*at == '<')
            gt_str_add(out, "\\u003c");
        else
            gt_str_addc(out, *at);
    gt_str_addc(out, ']');
}

static void add_script(gt_str *out)
{
    gt_str_addn(out, gt_page_script_state, gt_page_script_state_len);
    gt_str_addn(out, gt_page_script_layout, gt_page_script_layout_len);
    gt_str_addn(out, gt_page_script_draw, gt_page_script_draw_len);
    gt_str_addn(out, gt_page_script_run, gt_page_script_run_len);
    gt_str_addn(out, gt_page_script_page, gt_page_script_page_len);
}

static void fill(const gt_page *page, const char *hole, size_t len, gt_str *out)
{
    static const char *const holes[] = {"title", "style",  "command", "summary",
                                        "rail",  "models", "data",    "script"};
    size_t i = 0;
    while (i < sizeof holes / sizeof *holes && (strlen(holes[i]) != len || strncmp(holes[i], hole, len) != 0))
        i++;
    switch (i) {
    case 0: say_summary(page, true, out); return;
    case 1: gt_str_addn(out, gt_page_style, gt_page_style_len); return;
    case 2: gt_html_text(out, page->command); return;
    case 3: say_summary(page, false, out); return;
    case 4: gt_str_add(out, gt_str_text(&page->rail)); return;
    case 5: gt_str_add(out, gt_str_text(&page->models)); return;
    case 6: add_data(page, out); return;
    case 7: add_script(out); return;
    }
    gt_ice("the template of the page has a hole '%.*s'", (int)len, hole);
}

void gt_page_write(const gt_page *page, gt_str *out)
{
    const char *at = gt_page_html, *end = gt_page_html + gt_page_html_len;
    while (at < end) {
        const char *hole = strstr(at, "{{"), *close = hole ? strstr(hole, "}}") : NULL;
        gt_str_addn(out, at, (size_t)((close ? hole : end) - at));
        if (close)
            fill(page, hole + 2, (size_t)(close - hole - 2), out);
        at = close ? close + 2 : end;
    }
}

/* States and seconds over the values of a constant, as pictures and as a table. Powers of ten are as far
 * apart as they are equal steps: growth is what one wants to see. */
#include "driver/page/impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 560, HEIGHT = 220, LEFT = 48, RIGHT = 14, TOP = 14, BOTTOM = 28, LABELS = 12 };

typedef double column(const gt_page_row *row);

static double reduced(const gt_page_row *row)
{
    return row->reduced;
}

static double unreduced(const gt_page_row *row)
{
    return row->unreduced;
}

static double seconds(const gt_page_row *row)
{
    return row->seconds < 1e-3 ? 1e-3 : row->seconds;
}

typedef struct {
    const gt_page_row *rows;
    size_t n;
    int low, high; /* powers of ten */
    gt_str *out;
} plot;

static double x_of(const plot *p, size_t i)
{
    int64_t first = p->rows[0].value, span = p->rows[p->n - 1].value - first;
    double at = span ? (double)(p->rows[i].value - first) / (double)span : 0.5;
    return LEFT + at * (WIDTH - LEFT - RIGHT);
}

static double y_of(const plot *p, double value)
{
    return TOP + (p->high - log10(value)) / (p->high - p->low) * (HEIGHT - TOP - BOTTOM);
}

static void stretch(plot *p, column *of)
{
    for (size_t i = 0; i < p->n; i++) {
        double value = of(&p->rows[i]);
        if (value <= 0)
            continue;
        int low = (int)floor(log10(value)), high = (int)ceil(log10(value));
        p->low = low < p->low ? low : p->low;
        p->high = high > p->high ? high : p->high;
    }
    p->high = p->high > p->low ? p->high : p->low + 1;
}

static void draw_grid(const plot *p, const char *constant)
{
    int every = (p->high - p->low + 5) / 6;
    for (int k = p->low; k <= p->high; k += every) {
        double y = y_of(p, pow(10, k));
        gt_str_addf(p->out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>", LEFT, y, WIDTH - RIGHT);
        gt_str_addf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 7, y + 4);
        if (k >= -3 && k <= 3)
            gt_str_addf(p->out, "%.*f", k < 0 ? -k : 0, pow(10, k));
        else
            gt_str_addf(p->out, "10<tspan dy=\"-4\" font-size=\"8.5\">%d</tspan>", k);
        gt_str_add(p->out, "</text>");
    }
    size_t step = (p->n + LABELS - 1) / LABELS;
    for (size_t i = 0; i < p->n; i += step)
        gt_str_addf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text>", x_of(p, i),
                    HEIGHT - 9, p->rows[i].value);
    gt_str_addf(p->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 7, HEIGHT - 9);
    gt_html_text(p->out, constant);
    gt_str_add(p->out, "</text>");
}

/* Circles, or squares for what is compared with; a diamond in red where a property fails. */
static void draw_line(const plot *p, column *of, bool other)
{
    bool any = false;
    gt_str_addf(p->out, "<path class=\"%s\" d=\"", other ? "u" : "v");
    for (size_t i = 0; i < p->n; i++) {
        double value = of(&p->rows[i]);
        if (value > 0)
            gt_str_addf(p->out, "%s%.1f %.1f", any ? "L" : "M", x_of(p, i), y_of(p, value));
        any = any || value > 0;
    }
    gt_str_add(p->out, any ? "\"/>" : "M0 0\"/>");
    for (size_t i = 0; i < p->n; i++) {
        double value = of(&p->rows[i]);
        if (value <= 0)
            continue;
        double x = x_of(p, i), y = y_of(p, value);
        if (other)
            gt_str_addf(p->out, "<rect class=\"us\" x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\"/>", x - 3,
                        y - 3);
        else if (p->rows[i].fails)
            gt_str_addf(p->out, "<path class=\"fs\" d=\"M%.1f %.1fl5 5-5 5-5-5z\"/>", x, y - 5);
        else
            gt_str_addf(p->out, "<circle class=\"vs\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y);
    }
}

static void draw(const gt_page_row *rows, size_t n, column *of, column *other, const char *title,
                 const char *constant, gt_str *out)
{
    plot p = {rows, n, 400, -400, out};
    stretch(&p, of);
    if (other)
        stretch(&p, other);
    gt_str_addf(out,
                "<div><h3>%s</h3><svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s, "
                "logarithmic; the "
                "numbers are below\">",
                title, WIDTH, HEIGHT, title);
    draw_grid(&p, constant);
    if (other)
        draw_line(&p, other, true);
    draw_line(&p, of, false);
    gt_str_add(out, "</svg></div>\n");
}

static void number_cell(double value, bool at_least, gt_str *out)
{
    char digits[400]; /* the largest double has 309 digits */
    gt_str_add(out, "<td class=\"n\">");
    if (value < 0) {
        gt_str_add(out, "not counted");
        return;
    }
    snprintf(digits, sizeof digits, "%.0f", value);
    gt_str_add(out, at_least ? "at least " : "");
    gt_html_count(out, digits);
}

void gt_page_plots(const gt_page_row *rows, size_t n, const char *constant, gt_str *out)
{
    bool compared = false;
    for (size_t i = 0; i < n; i++)
        compared = compared || rows[i].unreduced > 0;
    gt_str_add(out, "<div class=\"card\"><div class=\"plots\">");
    draw(rows, n, reduced, compared ? unreduced : NULL,
         compared ? "States: reduced (line), unreduced (dashed)" : "States", constant, out);
    draw(rows, n, seconds, NULL, "Seconds", constant, out);
    gt_str_add(
        out,
        "</div><details><summary>The numbers</summary><table class=\"num\"><thead><tr><th scope=\"col\">");
    gt_html_text(out, constant);
    gt_str_add(out, "<th scope=\"col\">states<th scope=\"col\">unreduced<th scope=\"col\">seconds<th "
                    "scope=\"col\">verdict</thead><tbody>\n");
    for (size_t i = 0; i < n; i++) {
        gt_str_addf(out, "<tr><td class=\"n\">%" PRId64, rows[i].value);
        number_cell(rows[i].reduced, !rows[i].complete, out);
        number_cell(rows[i].unreduced, false, out);
        gt_str_addf(out, "<td class=\"n\">%.3f<td class=\"%s\">%s\n", rows[i].seconds,
                    rows[i].fails ? "bad" : "ok", rows[i].fails ? "fails" : "no failure");
    }
    gt_str_add(out, "</tbody></table></details></div>\n");
}

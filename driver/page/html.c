#include "driver/page/impl.h"

#include <inttypes.h>
#include <string.h>

enum { MANY_DIGITS = 12 };

static void escape(gt_str *out, char c)
{
    switch (c) {
    case '<': gt_str_add(out, "&lt;"); break;
    case '>': gt_str_add(out, "&gt;"); break;
    case '&': gt_str_add(out, "&amp;"); break;
    case '"': gt_str_add(out, "&quot;"); break;
    case '\'': gt_str_add(out, "&#39;"); break;
    default: gt_str_addc(out, c);
    }
}

static void add_text(gt_str *out, const char *text, bool arrows)
{
    gt_str shown;
    gt_str_init(&shown);
    gt_str_shown(&shown, text);
    for (const char *at = gt_str_text(&shown); *at; at++) {
        if (arrows && strncmp(at, "->", 2) == 0) {
            gt_str_add(out, "→");
            at++;
        } else {
            escape(out, *at);
        }
    }
    gt_str_fini(&shown);
}

void gt_html_text(gt_str *out, const char *text)
{
    add_text(out, text, false);
}

void gt_html_label(gt_str *out, const char *text)
{
    add_text(out, text, true);
}

void gt_html_count(gt_str *out, const char *digits)
{
    size_t n = strlen(digits);
    if (n > MANY_DIGITS) {
        gt_str_addf(out, "%c.%c × 10<sup>%zu</sup>", digits[0], digits[1], n - 1);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            gt_str_addc(out, ',');
        gt_str_addc(out, digits[i]);
    }
}

void gt_html_number(gt_str *out, uint64_t n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, n);
    gt_html_count(out, digits);
}

const char *gt_html_class(gt_verdict verdict)
{
    switch (verdict) {
    case GT_VERDICT_HOLDS: return "ok";
    case GT_VERDICT_FAILS: return "bad";
    case GT_VERDICT_UNKNOWN:
    case GT_VERDICT_UNSUPPORTED: break;
    }
    return "mute";
}

void gt_html_sign(gt_str *out, gt_verdict verdict, bool silent)
{
    static const char *const signs[] = {[GT_VERDICT_HOLDS] = "holds",
                                        [GT_VERDICT_FAILS] = "fails",
                                        [GT_VERDICT_UNKNOWN] = "open",
                                        [GT_VERDICT_UNSUPPORTED] = "open"};
    gt_str_addf(out, "<svg class=\"ic %s\"", gt_html_class(verdict));
    if (silent)
        gt_str_add(out, " aria-hidden=\"true\"");
    else
        gt_str_addf(out, " role=\"img\" aria-label=\"%s\"", gt_verdict_name(verdict));
    gt_str_addf(out, "><use href=\"#i-%s\"/></svg>", signs[verdict]);
}

/* Diagnostics for tools: one JSON object per line. */
#include "runtime/diag_impl.h"

static void members(const gt_diag *diag, const gt_diag_item *item, gt_str *out)
{
    gt_str_addf(out, "\"severity\":\"%s\"", gt_severity_name(item->severity));
    if (item->code[0]) {
        gt_str_add(out, ",\"code\":");
        gt_str_json(out, item->code);
    }
    if (item->severity != GT_SEV_HELP) {
        gt_str_add(out, ",\"file\":");
        gt_str_json(out, gt_diag_name(diag, item->pos));
    }
    if (item->pos.line)
        gt_str_addf(out, ",\"line\":%u,\"column\":%u,\"endLine\":%u,\"endColumn\":%u", item->pos.line,
                    item->pos.col, item->pos.end_line, item->pos.end_col);
    gt_str_add(out, ",\"message\":");
    gt_str_json(out, item->text);
}

void gt_diag_json(const gt_diag *diag, const gt_diag_item *item, gt_str *out)
{
    gt_str_addc(out, '{');
    members(diag, item, out);
    gt_str_add(out, ",\"notes\":[");
    for (const gt_diag_item *note = item->notes; note; note = note->next) {
        gt_str_add(out, note == item->notes ? "{" : ",{");
        members(diag, note, out);
        gt_str_addc(out, '}');
    }
    gt_str_add(out, "]}\n");
}

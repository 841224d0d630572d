#include "ir/xml/records.h"

static void write_body(gt_xml_out *x, const void *ir)
{
    gt_xml_write_fields(x, &gt_record_symmetric, ir);
}

void gt_xml_write_sym(gt_str *out, const gt_sym *sym)
{
    gt_xml_out x;
    gt_xml_out_init(&x, sym, out);
    gt_xml_open(&x, "symmetric");
    gt_xml_attr(&x, "version", "1");
    gt_xml_attr(&x, "name", sym->name);
    gt_xml_attr(&x, "file", sym->file);
    gt_xml_attr(&x, "model", gt_xml_models.words[sym->kind]);
    gt_xml_write_fields(&x, &gt_record_types, sym);
    gt_xml_with_tables(&x, write_body, sym);
    gt_xml_close(&x, "symmetric");
    gt_xml_out_fini(&x);
}

void gt_sym_write_xml(const gt_sym *sym, gt_str *out)
{
    gt_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    gt_xml_write_sym(out, sym);
}

/* The three representations as XML files, and back. The schemas are in ir/xml/schema; reading uses them.
 *
 * A file of population programs holds the symmetric program it was made from, one of guarded commands both,
 * so that a file stands for itself. What is shared in memory is shared in the file: its size is linear in the
 * nodes. Reading back gives an equal program, positions included; only the rules' origins in programs that
 * are not in the file are left out. */
#ifndef GT_IR_XML_XML_H
#define GT_IR_XML_XML_H

#include "ir/cmd.h"

void gt_sym_write_xml(const gt_sym *sym, gt_str *out);
void gt_pop_write_xml(const gt_pop *pop, gt_str *out);
void gt_cmds_write_xml(const gt_cmds *cmds, gt_str *out);

/* What is in a file; its root element tells which it is. What the program was made from is there, too. */
typedef struct {
    const gt_sym *sym;
    const gt_pop *pop;
    const gt_cmds *cmds;
} gt_xml_file;
/* Reads a file of `len` bytes and returns what passes its verifier; all NULL after reporting at least one
 * error (code "xml"), positioned in the file. `name` and `text` are borrowed by ctx->diag. The positions of
 * what was read are those of the .sym file that the program was written in; ctx->diag knows only its name. No
 * entities, no other files, no network. A symmetric program is what gt_build_end gives; the one inside
 * another file is verified alone, and marked as `unproved`. */
gt_xml_file gt_xml_read(gt_ctx *ctx, const char *name, const char *text, size_t len);

/* Before any use of libxml2: when it is out of memory, that ends in gt_oom. Without this it goes on, with
 * errors that are none of the file's, or crashes. */
void gt_xml_begin(void);

#endif

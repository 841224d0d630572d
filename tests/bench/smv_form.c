/* smv_form COMMANDS.xml trans|assign words|ranges [skip...]: guarded commands (gentrans --dump commands -o
 * F.xml) as NuSMV, written in one of the ways that tests/bench/targets compares; properties named after that
 * are left out. */
#include "backends/backend.h"
#include "ir/xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_all(FILE *in, gt_str *text)
{
    char part[65536];
    gt_str_init(text);
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
        gt_str_addn(text, part, n);
}

static void mark_skipped(const gt_cmds *cmds, bool *skip, int nwords, char **words)
{
    for (uint32_t p = 0; p < cmds->nprops; p++)
        for (int i = 0; i < nwords; i++)
            skip[p] |= strcmp(cmds->props[p].origin->name, words[i]) == 0;
}

int main(int argc, char **argv)
{
    FILE *in = argc >= 4 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr,
                "usage: smv_form COMMANDS.xml trans|assign words|ranges [PROPERTY-TO-LEAVE-OUT...]\n");
        return 2;
    }
    gt_ctx ctx;
    gt_str text;
    gt_outputs out;
    gt_ctx_init(&ctx);
    read_all(in, &text);
    fclose(in);
    const gt_cmds *cmds = gt_cmds_read_xml(&ctx, argv[1], gt_str_text(&text), text.len);
    const gt_backend *smv = gt_backend_find("smv");
    int code = 2;
    gt_outputs_init(&out);
    if (cmds) {
        bool *skip = GT_NEW_ARRAY(ctx.arena, bool, cmds->nprops + 1);
        mark_skipped(cmds, skip, argc - 4, argv + 4);
        gt_emit_options options = {.skip = skip,
                                   .smv_layout =
                                       strcmp(argv[2], "assign") == 0 ? GT_SMV_ASSIGN : GT_SMV_TRANS,
                                   .smv_ranges = strcmp(argv[3], "ranges") == 0};
        if (gt_backend_check(&ctx, smv, cmds, &options)) {
            gt_backend_emit(&ctx, smv, cmds, &options, &out);
            fputs(gt_str_text(&out.files[0].text), stdout);
            code = 0;
        }
    }
    if (code != 0)
        fprintf(stderr, "smv_form: %s cannot be translated\n", argv[1]);
    gt_outputs_fini(&out);
    gt_str_fini(&text);
    gt_ctx_fini(&ctx);
    return code;
}

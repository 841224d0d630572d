#include "tests/unit/unit.h"

#include "frontend/frontend.h"
#include "passes/passes.h"

#include <stdlib.h>
#include <string.h>

gt_ctx ctx;

static void begin(void)
{
    gt_ctx_init(&ctx);
}

static void end(void)
{
    gt_ctx_fini(&ctx);
}

void renew(void)
{
    end();
    begin();
}

static const void *given(const void *made, const char *what)
{
    if (!made)
        gt_diag_flush(ctx.diag, stderr);
    ck_assert_msg(made != NULL, "refused: %s", what);
    return made;
}

const gt_sym *load(const char *text)
{
    return given(gt_frontend_load(&ctx, "test.sym", text, strlen(text), NULL, 0), text);
}

const gt_sym *prepare(const gt_sym *written)
{
    const gt_sym *sym = given(gt_pass_total(&ctx, written), "total");
    gt_sym_verify(sym);
    sym = given(gt_pass_scalar(&ctx, sym), "scalar");
    gt_sym_verify(sym);
    sym = given(gt_pass_ghosts(&ctx, sym), "ghosts");
    gt_sym_verify(sym);
    return sym;
}

const gt_pop *populate(const gt_sym *prepared)
{
    const gt_pop *pop = given(gt_pass_population(&ctx, prepared), "population");
    gt_pop_verify(pop);
    return pop;
}

const gt_cmds *encode(const gt_sym *prepared, gt_encoding encoding)
{
    const gt_cmds *cmds = NULL;
    switch (encoding) {
    case GT_ENC_NONE: cmds = gt_pass_expand(&ctx, prepared); break;
    case GT_ENC_DENSE:
    case GT_ENC_PAPER: cmds = gt_pass_dense(&ctx, populate(prepared), encoding == GT_ENC_PAPER); break;
    case GT_ENC_VECTOR:
    case GT_ENC_PAIRS: cmds = gt_pass_nonzero(&ctx, populate(prepared), encoding); break;
    case GT_ENC_CONTROL: cmds = gt_pass_control(&ctx, populate(prepared), NULL); break;
    }
    given(cmds, "encoding");
    gt_cmds_verify(cmds);
    return cmds;
}

int main(int argc, char **argv)
{
    const char *name = argc > 0 ? argv[0] : "unit";
    const char *slash = strrchr(name, '/');
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, begin, end);
    unit_tests(tests);
    Suite *suite = suite_create(slash ? slash + 1 : name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

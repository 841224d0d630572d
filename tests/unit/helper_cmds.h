/* Guarded commands built by hand, for tests of what reads them. */
#ifndef GT_TESTS_HELPER_CMDS_H
#define GT_TESTS_HELPER_CMDS_H

#include "ir/cmd.h"
#include "runtime/base.h"

typedef struct {
    gt_ctx *ctx;
    GT_VEC(gt_cvar) vars;
    GT_VEC(gt_cmd) cmds;
    GT_VEC(gt_cmd_prop) props;
    GT_VEC(const gt_expr *) fair;
    GT_VEC(const gt_expr *) invariants;
    GT_VEC(gt_init_step) init;
} cmds_builder;

void cb_init(cmds_builder *b, gt_ctx *ctx);
/* The program, in the context's arena; ends the builder. */
const gt_cmds *cb_finish(cmds_builder *b);

/* Variables with their initial value lo..hi (expressions; the same pointer: determined). */
uint32_t cb_var(cmds_builder *b, gt_cvar_kind kind, const char *name, gt_type type, const gt_expr *lo,
                const gt_expr *hi);
const gt_expr *cb_is(cmds_builder *b, uint32_t var);
const gt_expr *cb_int(cmds_builder *b, int64_t value);
const gt_expr *cb_op(cmds_builder *b, gt_expr_kind kind, const gt_expr *x,
                     const gt_expr *y); /* y may be NULL */
/* var (kind) value */
const gt_expr *cb_cmp(cmds_builder *b, gt_expr_kind kind, uint32_t var, int64_t value);
void cb_cmd(cmds_builder *b, const gt_expr *guard, uint32_t nassigns, const gt_assign *assigns);
void cb_prop(cmds_builder *b, gt_prop_kind kind, const char *name, const gt_expr *formula);

/* Paper 000's mutex by a semaphore: n processes, l locations in a ring, the last one critical. Properties:
 * mutual exclusion (invariant), deadlock freedom. Idle is counter 0. */
const gt_cmds *cb_semaphore(gt_ctx *ctx, int32_t n, uint32_t l);
/* Mutex by a token that its holder passes to anybody. Counters of those without the token; three locations.
 * Properties: mutual exclusion, communal progress AG (trying -> AF critical), its LTL form, EF (all trying).
 */
const gt_cmds *cb_token(gt_ctx *ctx, int32_t n);
/* n readers and n writers: a writer excludes everybody. Properties: exclusion, deadlock, EF (all reading). */
const gt_cmds *cb_readers_writers(gt_ctx *ctx, int32_t n);
/* A small random program with random properties, good for comparing engines. */
const gt_cmds *cb_random(gt_ctx *ctx, uint64_t seed);

#endif

#include "tests/unit/helper_faults.h"

#include "frontend/frontend.h"
#include "passes/passes.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "mdp;\n"
                           "enum Msg { req, ack };\n"
                           "shared a : P = any;\n"
                           "shared b : P? = none;\n"
                           "shared x : 0..3 = 1;\n"
                           "shared y : 0..3 = any k : 0..2 where k != x;\n"
                           "shared m : [Msg] of 0..3 = x;\n"
                           "process P[3] {\n"
                           "  states A, B;\n"
                           "  var v : bool;\n"
                           "  rule go : A -> B with j : P when a == self && !j.v\n"
                           "    do { b := a; x := x + 1; v := b != none && b.v; m[req] := any; }\n"
                           "  rule all when @B do forall i : P where i@A do i.v := true;\n"
                           "}\n"
                           "process Q[2] { var u : 0..1; rule when x > 0 do { x := x - 1; u := 1; } }\n"
                           "ctl p: forall i : P . AG (i@A -> AF (x == 0));\n"
                           "deadlock free;\n"
                           "pctl q: P>=0.5 [F<=7 x == 1];\n"
                           "fairness x == 0;\n"
                           "fair rule go;\n"
                           "reward gain on go: 1;\n";

static const gt_sym *load(faulty *f)
{
    const gt_sym *sym = gt_frontend_load(&f->ctx, "t.sym", text, sizeof text - 1, NULL, 0);
    if (!sym)
        gt_diag_flush(f->ctx.diag, stderr);
    ck_assert_ptr_nonnull(sym);
    return sym;
}

void *faulty_edit(const void *object)
{
    return (void *)(uintptr_t)object;
}

const gt_expr *faulty_int(faulty *f, int64_t value)
{
    return gt_expr_int(f->ctx.arena, (gt_pos){0}, value);
}

const gt_expr *faulty_yes(faulty *f)
{
    return gt_expr_bool(f->ctx.arena, (gt_pos){0}, true);
}

void faulty_init(faulty *f)
{
    gt_ctx_init(&f->ctx);
    f->sym = faulty_edit(load(f));
    const gt_sym *total = gt_pass_total(&f->ctx, load(f));
    f->pop =
        faulty_edit(gt_pass_population(&f->ctx, gt_pass_ghosts(&f->ctx, gt_pass_scalar(&f->ctx, total))));
    f->cmds = faulty_edit(gt_pass_dense(&f->ctx, f->pop, false));
}

void faulty_fini(faulty *f)
{
    gt_ctx_fini(&f->ctx);
}

typedef struct {
    char first[512];
} said;

static void listen(void *data, const void *object, const char *message)
{
    said *s = data;
    (void)object;
    if (!s->first[0])
        snprintf(s->first, sizeof s->first, "%s", message);
}

void faulty_expect(faulty_plant *plant, faulty_verify *verify)
{
    const char *expected = "";
    for (int way = 0; expected; way++) {
        faulty f;
        said s = {""};
        gt_verifier check = {.report = listen, .data = &s, .foreign = true};
        faulty_init(&f);
        expected = plant(&f, way);
        if (expected) {
            verify(&check, &f);
            ck_assert_msg(!strcmp(s.first, expected), "fault %d: expected \"%s\", not \"%s\"", way, expected,
                          s.first);
        }
        for (int more = way; !expected && more < way + 20; more++)
            ck_assert_msg(way && !plant(&f, more), "fault %d is missing", way);
        faulty_fini(&f);
    }
}

void faulty_expect_good(void)
{
    faulty f;
    said s = {""};
    gt_verifier check = {.report = listen, .data = &s, .foreign = true};
    faulty_init(&f);
    gt_verify_sym(&check, f.sym);
    ck_assert_str_eq(s.first, "");
    gt_verify_sym(&check, f.pop->sym);
    gt_verify_pop(&check, f.pop);
    ck_assert_str_eq(s.first, "");
    gt_verify_cmds(&check, f.cmds);
    ck_assert_str_eq(s.first, "");
    faulty_fini(&f);
}

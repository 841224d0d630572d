/* SMT-LIB: a proof, every query of which is to be answered `unsat`; and the program as Horn clauses, for
 * whoever looks for an invariant on his own. */
#include "backends/check/every/every.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    gt_every *p;
    uint32_t prop;
    const gt_invs *proof;
    gt_str *out;
} writing;

/* Names of columns are identifiers of C: nothing in SMT-LIB is called so but what begins in lower case. */
static void add_name(writing *w, uint32_t column, bool after)
{
    gt_str_addf(w->out, "|%s%s|", w->p->columns[column].name, after ? "'" : "");
}

static void add_number(gt_str *out, int64_t x)
{
    if (x < 0)
        gt_str_addf(out, "(- %" PRId64 ")", -x);
    else
        gt_str_addf(out, "%" PRId64, x);
}

static void add_term(writing *w, const gt_row *r, bool after)
{
    uint32_t only = 0, n = 0;
    for (uint32_t i = 0; i < w->p->ncolumns; i++)
        if (r->a[i]) {
            only = i;
            n++;
        }
    if (n == 1 && r->k == 0 && r->a[only] == 1) {
        add_name(w, only, after);
        return;
    }
    gt_str_add(w->out, "(+ ");
    add_number(w->out, r->k);
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        if (!r->a[i])
            continue;
        gt_str_addc(w->out, ' ');
        if (r->a[i] != 1) {
            gt_str_add(w->out, "(* ");
            add_number(w->out, r->a[i]);
            gt_str_addc(w->out, ' ');
        }
        add_name(w, i, after);
        if (r->a[i] != 1)
            gt_str_addc(w->out, ')');
    }
    gt_str_add(w->out, " 0)");
}

static void add_row(writing *w, const gt_row *r, bool after)
{
    gt_str_add(w->out, "(>= ");
    add_term(w, r, after);
    gt_str_add(w->out, " 0)");
}

/* (and true r1 r2 ...), (or false r1 r2 ...) */
static void add_set(writing *w, const char *how, gt_row_set set, bool after)
{
    gt_str_addf(w->out, "(%s", how);
    for (uint32_t i = 0; i < set.n; i++) {
        gt_str_addc(w->out, ' ');
        add_row(w, set.rows[i], after);
    }
    gt_str_addc(w->out, ')');
}

static void add_control(writing *w, uint32_t q)
{
    const gt_cmds *c = w->p->cmds;
    bool any = false;
    for (uint32_t v = 0; v < c->nvars; v++) {
        int32_t value = w->p->controls.v[q].values[v];
        if (w->p->column_of[v] >= 0)
            continue;
        gt_str_addf(w->out, "%s%s=", any ? " " : "", c->vars[v].name);
        if (c->vars[v].labels)
            gt_str_shown(w->out, c->vars[v].labels[value - c->vars[v].type.lo]);
        else
            gt_str_addf(w->out, "%" PRId32, value);
        any = true;
    }
    if (!any)
        gt_str_add(w->out, "the only one");
}

static const gt_inv *inv_of(const writing *w, uint32_t q)
{
    return q < w->proof->n && !w->proof->v[q].dead ? &w->proof->v[q] : NULL;
}

/* ---- declarations ---- */

static void declare(writing *w)
{
    const gt_every *p = w->p;
    for (int after = 0; after < 2; after++)
        for (uint32_t i = 0; i < p->ncolumns; i++) {
            gt_str_add(w->out, "(declare-const ");
            add_name(w, i, after);
            gt_str_add(w->out, " Int)\n");
        }
    gt_str_add(w->out, "; what is counted is never negative; that it stays so is asked of every rule\n");
    for (uint32_t i = 0; i < p->ncolumns; i++) {
        gt_str_add(w->out, "(assert (>= ");
        add_name(w, i, false);
        gt_str_add(w->out, " 0))\n");
    }
    for (uint32_t i = 0; i < p->assumed.n; i++) {
        gt_str_add(w->out, "(assert ");
        add_row(w, p->assumed.rows[i], false);
        gt_str_add(w->out, ") ; of the sizes\n");
    }
}

/* A clause and the invariant of a control, before and after a step. */
static void define_invariant(writing *w, uint32_t q)
{
    const gt_inv *inv = inv_of(w, q);
    gt_str_addf(w->out, "\n; control %" PRIu32 ": ", q);
    add_control(w, q);
    gt_str_addc(w->out, '\n');
    for (int after = 0; inv && after < 2; after++)
        for (size_t i = 0; i < inv->clauses.n; i++) {
            gt_str_addf(w->out, "(define-fun |c%" PRIu32 ".%zu%s| () Bool ", q, i, after ? "'" : "");
            add_set(w, "or false", inv->clauses.v[i], after);
            gt_str_add(w->out, ")\n");
        }
    if (!inv)
        gt_str_addf(w->out,
                    "(define-fun |c%" PRIu32 ".0| () Bool false) (define-fun |c%" PRIu32
                    ".0'| () Bool false)\n",
                    q, q);
    gt_str_addf(w->out, "(define-fun inv%" PRIu32 " () Bool (and true", q);
    for (size_t i = 0; i < (inv ? inv->clauses.n : 1); i++)
        gt_str_addf(w->out, " |c%" PRIu32 ".%zu|", q, i);
    gt_str_add(w->out, "))\n");
}

static void define_init(writing *w, uint32_t i)
{
    const gt_every_init *init = &w->p->inits[i];
    gt_str_addf(w->out, "(define-fun init%" PRIu32 " () Bool ", i);
    add_set(w, "and true", init->where, false);
    gt_str_addf(w->out, ") ; in control %" PRIu32 "\n", init->control);
}

static void define_rule(writing *w, uint32_t q, uint32_t k)
{
    const gt_every_rule *r = &w->p->controls.v[q].rules[k];
    gt_str_addf(w->out, "(define-fun r%" PRIu32 ".%" PRIu32 " () Bool (and ", q, k);
    add_set(w, "and true", r->guard, false);
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        gt_str_add(w->out, " (= ");
        add_name(w, i, true);
        gt_str_addc(w->out, ' ');
        add_term(w, r->post[i], false);
        gt_str_addc(w->out, ')');
    }
    gt_str_addf(w->out, ")) ; to control %" PRIu32 ": ", r->target);
    gt_str_shown(w->out, r->cmd->label);
    gt_str_addc(w->out, '\n');
}

/* ---- queries ---- */

static void add_safe(writing *w, const gt_query *q)
{
    gt_str_add(w->out, "(assert ");
    add_set(w, "and true", q->all, false);
    gt_str_add(w->out, ")");
    for (uint32_t i = 0; i < q->nclauses; i++) {
        gt_str_add(w->out, "\n(assert ");
        add_set(w, "or false", q->clauses[i], false);
        gt_str_add(w->out, ")");
    }
}

/* Of the numbers from which something is taken one is below 0. */
static void add_below(writing *w, const gt_every_rule *r)
{
    gt_str_add(w->out, "(or false");
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        if (!gt_row_may_fall(w->p, r->post[i]))
            continue;
        gt_str_add(w->out, " (< ");
        add_name(w, i, true);
        gt_str_add(w->out, " 0)");
    }
    gt_str_add(w->out, ")");
}

static bool write_query(void *arg, const gt_query *q)
{
    writing *w = arg;
    gt_str *out = w->out;
    gt_str_add(out, "(push 1) ; ");
    switch (q->kind) {
    case GT_QUERY_INIT:
        gt_str_addf(out,
                    "at the start, c%" PRIu32 ".%" PRId32 "\n(assert init%" PRIu32 ") (assert (not |c%" PRIu32
                    ".%" PRId32 "|))",
                    q->control, q->clause, q->init, q->control, q->clause);
        break;
    case GT_QUERY_NATURAL:
        gt_str_addf(out,
                    "r%" PRIu32 ".%" PRIu32 " keeps numbers natural\n(assert inv%" PRIu32
                    ") (assert r%" PRIu32 ".%" PRIu32 ") (assert ",
                    q->from, q->rule, q->from, q->from, q->rule);
        add_below(w, &w->p->controls.v[q->from].rules[q->rule]);
        gt_str_add(out, ")");
        break;
    case GT_QUERY_STEP:
        gt_str_addf(out,
                    "r%" PRIu32 ".%" PRIu32 " keeps c%" PRIu32 ".%" PRId32 "\n(assert inv%" PRIu32
                    ") (assert r%" PRIu32 ".%" PRIu32 ") (assert (not |c%" PRIu32 ".%" PRId32 "'|))",
                    q->from, q->rule, q->control, q->clause, q->from, q->from, q->rule, q->control,
                    q->clause);
        break;
    case GT_QUERY_SAFE:
        gt_str_addf(out, "%s in control %" PRIu32 "\n(assert inv%" PRIu32 ") ",
                    w->p->cmds->props[w->prop].origin->name, q->from, q->from);
        add_safe(w, q);
        break;
    }
    gt_str_add(out, " (check-sat) (pop 1)\n");
    return true;
}

/* ---- Horn clauses ---- */

/* (forall (every column) (=> (and true */
static void begin_clause(writing *w)
{
    gt_str_add(w->out, "(assert (forall (");
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        gt_str_add(w->out, i ? " (" : "(");
        add_name(w, i, false);
        gt_str_add(w->out, " Int)");
    }
    gt_str_add(w->out, ") (=> (and true ");
}

/* inv0 of the columns, or of their values after a step. */
static void add_reached(writing *w, uint32_t q, const gt_row *const *post)
{
    gt_str_addf(w->out, "(inv%" PRIu32, q);
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        gt_str_addc(w->out, ' ');
        if (post)
            add_term(w, post[i], false);
        else
            add_name(w, i, false);
    }
    gt_str_addc(w->out, ')');
}

static void horn_start(writing *w, const gt_every_init *init)
{
    begin_clause(w);
    for (uint32_t i = 0; i < w->p->ncolumns; i++) {
        gt_str_add(w->out, "(>= ");
        add_name(w, i, false);
        gt_str_add(w->out, " 0) ");
    }
    add_set(w, "and true", w->p->assumed, false);
    gt_str_addc(w->out, ' ');
    add_set(w, "and true", init->where, false);
    gt_str_add(w->out, ") ");
    add_reached(w, init->control, NULL);
    gt_str_add(w->out, "))) ; the start\n");
}

static void horn_rule(writing *w, uint32_t q, const gt_every_rule *r)
{
    begin_clause(w);
    add_reached(w, q, NULL);
    gt_str_addc(w->out, ' ');
    add_set(w, "and true", r->guard, false);
    gt_str_add(w->out, ") ");
    add_reached(w, r->target, r->post);
    gt_str_add(w->out, "))) ; ");
    gt_str_shown(w->out, r->cmd->label);
    gt_str_addc(w->out, '\n');
}

static void horn_bad(writing *w, uint32_t q, const gt_every_bad *bad)
{
    for (uint32_t i = 0; i < bad->some.n; i++) {
        begin_clause(w);
        add_reached(w, q, NULL);
        gt_str_addc(w->out, ' ');
        add_set(w, "and true", bad->some.conjs[i], false);
        for (uint32_t k = 0; k < bad->nclauses; k++) {
            gt_str_addc(w->out, ' ');
            add_set(w, "or false", bad->clauses[k], false);
        }
        gt_str_add(w->out, ") false))) ; bad\n");
    }
}

static void declare_control(writing *w, uint32_t q)
{
    gt_str_addf(w->out, "(declare-fun inv%" PRIu32 " (", q);
    for (uint32_t i = 0; i < w->p->ncolumns; i++)
        gt_str_add(w->out, i ? " Int" : "Int");
    gt_str_add(w->out, ") Bool) ; ");
    add_control(w, q);
    gt_str_addc(w->out, '\n');
}

bool gt_every_horn(gt_every *p, uint32_t prop, gt_str *out)
{
    writing w = {p, prop, NULL, out};
    for (uint32_t q = 0; q < p->controls.n; q++) /* more of them are found on the way */
        if (!gt_every_open(p, q))
            return false;
    gt_str_addf(out, "; %s of ", p->cmds->props[prop].origin->name);
    gt_str_shown(out, p->cmds->sym->name ? p->cmds->sym->name : "a program");
    gt_str_add(out,
               ", for every size: `sat` if it holds, `unsat` if it fails for some size\n(set-logic HORN)\n");
    for (uint32_t q = 0; q < p->controls.n; q++)
        declare_control(&w, q);
    for (uint32_t i = 0; i < p->ninits; i++)
        horn_start(&w, &p->inits[i]);
    for (uint32_t q = 0; q < p->controls.n; q++) {
        gt_every_bad bad;
        if (!gt_every_bad_states(p, prop, q, &bad))
            return false;
        for (uint32_t k = 0; k < p->controls.v[q].nrules; k++)
            horn_rule(&w, q, &p->controls.v[q].rules[k]);
        horn_bad(&w, q, &bad);
    }
    gt_str_add(out, "(check-sat)\n");
    return true;
}

/* ---- proofs ---- */

void gt_every_certificate(gt_every *p, uint32_t prop, const gt_invs *proof, gt_str *out)
{
    writing w = {p, prop, proof, out};
    gt_str_addf(out, "; %s of ", p->cmds->props[prop].origin->name);
    gt_str_shown(out, p->cmds->sym->name ? p->cmds->sym->name : "a program");
    gt_str_add(out, ", for every size: every query below has no solution (`unsat`)\n(set-logic QF_LIA)\n");
    declare(&w);
    for (uint32_t q = 0; q < p->controls.n; q++)
        define_invariant(&w, q);
    gt_str_add(out, "\n; the start\n");
    for (uint32_t i = 0; i < p->ninits; i++)
        define_init(&w, i);
    gt_str_add(out, "\n; rules\n");
    for (uint32_t q = 0; q < proof->n; q++)
        for (uint32_t k = 0; !proof->v[q].dead && k < p->controls.v[q].nrules; k++)
            define_rule(&w, q, k);
    gt_str_add(out, "\n; queries\n");
    gt_every_queries(p, prop, proof, write_query, &w);
}

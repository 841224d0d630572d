#include "tests/agree/enrich.h"

#include "runtime/base.h"

#include <string.h>

enum { FORMULAS = 4, DEPTH = 3 };

typedef struct {
    uint64_t state;
    const gt_sym *sym;
    gt_str *out;
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    m->state = gt_hash_mix(m->state + 0x9e3779b97f4a7c15ULL);
    return (uint32_t)(m->state >> 33) % n;
}

/* A statement about the processes of some type, in one of its locations if it has any. */
static void atom(maker *m)
{
    const gt_proc *p = m->sym->procs[below(m, m->sym->nprocs)];
    const gt_var *loc = p->nvars && p->vars[0]->is_loc ? p->vars[0] : NULL;
    if (!loc) {
        gt_str_add(m->out, below(m, 2) ? "true" : "false");
        return;
    }
    const char *name = loc->type.en->values[below(m, loc->type.en->nvalues)];
    switch (below(m, 3)) {
    case 0: gt_str_addf(m->out, "(exists zz : %s (zz@%s))", p->name, name); break;
    case 1: gt_str_addf(m->out, "(forall zz : %s (zz@%s))", p->name, name); break;
    case 2: gt_str_addf(m->out, "(count zz : %s (zz@%s) <= %u)", p->name, name, below(m, 2)); break;
    }
}

static void formula(maker *m, uint32_t depth)
{
    static const char *const unary[] = {"AX", "EX", "AF", "EF", "AG", "EG", "!"};
    static const char *const until[] = {"U", "W", "R"};
    static const char *const both[] = {"&&", "||", "->"};
    uint32_t kind = depth == 0 ? 0 : below(m, 8);
    if (kind == 0) {
        atom(m);
    } else if (kind <= 4) {
        gt_str_addf(m->out, "%s (", unary[below(m, 7)]);
        formula(m, depth - 1);
        gt_str_add(m->out, ")");
    } else {
        bool path = kind <= 6;
        gt_str_addf(m->out, "%s ", path ? (below(m, 2) ? "A [" : "E [") : "(");
        gt_str_add(m->out, "(");
        formula(m, depth - 1);
        gt_str_addf(m->out, ") %s (", path ? until[below(m, 3)] : both[below(m, 3)]);
        formula(m, depth - 1);
        gt_str_addf(m->out, ") %s", path ? "]" : ")");
    }
}

/* In the first process type, after its locations: a link to some process of the type, tied and cut at will.
 */
static const char *add_link(maker *m, const char *text)
{
    const gt_proc *p = m->sym->procs[0];
    const char *begin = strstr(text, "process "), *line = begin ? strchr(begin, '\n') : NULL;
    const char *states = line ? line + 1 + strspn(line + 1, " ") : NULL;
    if (!states)
        return text;
    const char *end = strncmp(states, "states ", 7) == 0 ? strchr(states, '\n') : line;
    gt_str_addn(m->out, text, (size_t)(end + 1 - text));
    gt_str_addf(m->out,
                "  var zz_link : %s? = none;\n"
                "  rule zz_tie when zz_link == none do { zz_link := any zz : %s where zz != self; }\n"
                "  rule zz_cut when zz_link != none do { zz_link := none; }\n",
                p->name, p->name);
    return end + 1;
}

void rb_enrich(const char *text, const gt_sym *sym, gt_str *out)
{
    maker m = {gt_hash_bytes(text, strlen(text)), sym, out};
    bool plain = sym->kind == GT_MODEL_PLAIN, link = plain && below(&m, 6) == 0;
    gt_str_add(out, link ? add_link(&m, text) : text);
    for (int i = 0; plain && i < FORMULAS; i++) {
        gt_str_addf(out, "ctl zz%d: ", i);
        formula(&m, DEPTH);
        gt_str_add(out, ";\n");
    }
    if (plain) { /* what starves: shortest lassos are held against all others */
        gt_str_add(out, "ctl zz_answered: AG (");
        atom(&m);
        gt_str_add(out, " -> AF ");
        atom(&m);
        gt_str_add(out, ");\n");
    }
    if (link) {
        const char *p = sym->procs[0]->name;
        gt_str_addf(
            out,
            "ctl zz_mutual: EF (exists zz, yy : %s (zz != yy && zz.zz_link == yy && yy.zz_link == zz));\n"
            "ctl zz_self: AG (forall zz : %s (zz.zz_link != zz));\n",
            p, p);
    }
}

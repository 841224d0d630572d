/* AIGER 1.9, as text (.aag) and in binary (.aig): the circuit, a bad state for each property. */
#include "backends/targets/circuit.h"
#include "backends/targets/common.h"

#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {NULL};

static const char *refuse(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    (void)pos;
    if (e->cmds->props[prop].origin->kind == GT_PROP_PCTL)
        return "a circuit has no probabilities";
    return NULL;
}

/* A circuit on its way into a file: its nodes in AIGER's order, inputs, latches, conjunctions. */
typedef struct {
    gt_emit *e;
    gt_circuit *circuit;
    const gt_live **live; /* by property; NULL: it has bad states, or is not written */
    bool *used;
    uint32_t *numbers; /* by node */
    uint32_t nands;
} aiger;

static bool is_written(const aiger *a, uint32_t p)
{
    return !gt_skipped(a->e->options, p);
}

static void add_live(aiger *a)
{
    const gt_emit *e = a->e;
    a->live = GT_NEW_ARRAY(e->ctx->arena, const gt_live *, e->cmds->nprops + 1);
    for (uint32_t p = 0; p < e->cmds->nprops; p++) {
        if (!is_written(a, p) || !gt_prop_is_temporal(e->cmds->props[p].origin->kind))
            continue;
        gt_live live = gt_circuit_live(e->ctx, a->circuit, gt_emit_ltl(e, p), e->names.props[p]);
        a->live[p] = gt_arena_copy(e->ctx->arena, &live, 1, sizeof live);
    }
}

static void number(aiger *a)
{
    const gt_circuit *c = a->circuit;
    const gt_aig *g = &c->aig;
    a->used = GT_NEW_ARRAY(a->e->ctx->arena, bool, g->nodes.n);
    a->numbers = GT_NEW_ARRAY(a->e->ctx->arena, uint32_t, g->nodes.n);
    for (size_t i = 0; i < c->latches.n; i++)
        a->used[gt_lit_node(c->latches.v[i].next)] = true;
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        a->used[gt_lit_node(c->bad[p])] |= is_written(a, p);
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        for (uint32_t i = 0; a->live[p] && i < a->live[p]->n; i++)
            a->used[gt_lit_node(a->live[p]->often[i])] = true;
    gt_aig_mark(g, a->used);
    uint32_t next = 1;
    for (size_t i = 0; i < c->inputs.n; i++)
        a->numbers[gt_lit_node(c->inputs.v[i].now)] = next++;
    for (size_t i = 0; i < c->latches.n; i++)
        a->numbers[gt_lit_node(c->latches.v[i].now)] = next++;
    for (uint32_t n = 1; n < g->nodes.n; n++)
        if (a->used[n] && !gt_aig_is_input(g, n)) {
            a->numbers[n] = next++;
            a->nands++;
        }
}

static uint32_t literal(const aiger *a, gt_lit x)
{
    return 2 * a->numbers[gt_lit_node(x)] + (x & 1);
}

static void write_latches(const aiger *a, bool binary)
{
    const gt_circuit *c = a->circuit;
    for (size_t i = 0; i < c->latches.n; i++) {
        const gt_latch *l = &c->latches.v[i];
        if (!binary)
            gt_str_addf(a->e->out, "%u ", literal(a, l->now));
        gt_str_addf(a->e->out, "%u%s\n", literal(a, l->next), l->reset ? " 1" : "");
    }
}

/* How many literals each has, then all of them. */
static void write_justice(const aiger *a)
{
    uint32_t nprops = a->circuit->cmds->nprops;
    for (uint32_t p = 0; p < nprops; p++)
        if (a->live[p])
            gt_str_addf(a->e->out, "%u\n", a->live[p]->n);
    for (uint32_t p = 0; p < nprops; p++)
        for (uint32_t i = 0; a->live[p] && i < a->live[p]->n; i++)
            gt_str_addf(a->e->out, "%u\n", literal(a, a->live[p]->often[i]));
}

/* Seven bits a byte, the lowest first; all but the last one say that there are more. */
static void write_number(gt_str *out, uint32_t x)
{
    for (; x > 0x7f; x >>= 7)
        gt_str_addc(out, (char)(x | 0x80));
    gt_str_addc(out, (char)x);
}

static void write_ands(const aiger *a, bool binary)
{
    const gt_aig *g = &a->circuit->aig;
    for (uint32_t n = 1; n < g->nodes.n; n++) {
        if (!a->used[n] || gt_aig_is_input(g, n))
            continue;
        uint32_t x = literal(a, g->nodes.v[n].a), y = literal(a, g->nodes.v[n].b), now = 2 * a->numbers[n];
        uint32_t more = x > y ? x : y, less = x > y ? y : x;
        if (binary) {
            write_number(a->e->out, now - more);
            write_number(a->e->out, more - less);
        } else {
            gt_str_addf(a->e->out, "%u %u %u\n", now, more, less);
        }
    }
}

static void write_symbols(const aiger *a)
{
    const gt_circuit *c = a->circuit;
    gt_str *out = a->e->out;
    for (size_t i = 0; i < c->inputs.n; i++)
        gt_str_addf(out, "i%zu %s\n", i, c->inputs.v[i].name);
    for (size_t i = 0; i < c->latches.n; i++)
        gt_str_addf(out, "l%zu %s\n", i, c->latches.v[i].name);
    uint32_t bad = 0, justice = 0;
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        if (is_written(a, p) && !a->live[p])
            gt_str_addf(out, "b%u %s\n", bad++, c->cmds->props[p].origin->name);
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        if (a->live[p])
            gt_str_addf(out, "j%u %s\n", justice++, c->cmds->props[p].origin->name);
}

static void write_comment(const aiger *a)
{
    gt_str_add(a->e->out, "c\n");
    gt_emit_header(a->e, "#", "AIGER", "berkeley-abc -c \"read_aiger FILE.aig; pdr\"");
    for (uint32_t p = 0; p < a->circuit->cmds->nprops; p++)
        if (is_written(a, p))
            gt_emit_prop_source(a->e, "", a->circuit->cmds->props[p].origin);
    gt_emit_left_out(a->e);
}

static void write_aiger(gt_emit *e, bool binary)
{
    aiger a = {.e = e};
    uint32_t nbad = 0, njustice = 0;
    a.circuit = gt_circuit_new(e->ctx, e->cmds, e->skeleton, e->names.vars);
    add_live(&a);
    number(&a);
    for (uint32_t p = 0; p < e->cmds->nprops; p++) {
        nbad += is_written(&a, p) && !a.live[p];
        njustice += a.live[p] != NULL;
    }
    gt_emit_open(e, binary ? ".aig" : ".aag");
    const gt_circuit *c = a.circuit;
    gt_str_addf(e->out, "%s %zu %zu %zu 0 %u %u", binary ? "aig" : "aag",
                c->inputs.n + c->latches.n + a.nands, c->inputs.n, c->latches.n, a.nands, nbad);
    if (njustice)
        gt_str_addf(e->out, " 0 %u", njustice);
    gt_str_addc(e->out, '\n');
    for (size_t i = 0; i < c->inputs.n && !binary; i++)
        gt_str_addf(e->out, "%u\n", literal(&a, c->inputs.v[i].now));
    write_latches(&a, binary);
    for (uint32_t p = 0; p < e->cmds->nprops; p++)
        if (is_written(&a, p) && !a.live[p])
            gt_str_addf(e->out, "%u\n", literal(&a, c->bad[p]));
    write_justice(&a);
    write_ands(&a, binary);
    write_symbols(&a);
    write_comment(&a);
    gt_circuit_free(a.circuit);
}

static void write_text(gt_emit *e)
{
    write_aiger(e, false);
}

static void write_binary(gt_emit *e)
{
    write_aiger(e, true);
}

/* ---- witnesses ---- */

/* A line of n zeros and ones (or x: any, taken as zero), and perhaps more: of what was added for formulas. */
static bool read_bits(const char *line, size_t n, bool *bits)
{
    for (size_t i = 0; i < n; i++) {
        if (!line[i] || !strchr("01x", line[i]))
            return false;
        bits[i] = line[i] == '1';
    }
    n += strspn(line + n, "01x");
    return !line[n] || strchr("\n\r#", line[n]);
}

/* A status and the properties (ABC leaves these two out), a line of latches, lines of inputs, a dot. */
static const gt_abs_trace *read_witness(const gt_emit *e, const char *text, const char **why)
{
    gt_circuit *c = gt_circuit_new(e->ctx, e->cmds, e->skeleton, e->names.vars);
    GT_VEC(const bool *) rows = {0};
    const gt_abs_trace *trace = NULL;
    bool fine = true;
    for (int skipped = strncmp(text, "1\nb", 3) == 0 ? 3 : 1; *text && skipped > 0; skipped--)
        text += strcspn(text, "\n") + (text[strcspn(text, "\n")] != '\0');
    for (; fine && *text && !strchr(".#", *text); text += strcspn(text, "\n"), text += *text == '\n') {
        bool *bits = GT_NEW_ARRAY(e->ctx->arena, bool, c->inputs.n + 1);
        fine = read_bits(text, c->inputs.n, bits);
        gt_vec_push(&rows, bits);
    }
    if (!fine)
        *why = "a line of the witness has not a bit for each input";
    else if (rows.n == 0)
        *why = "there is no state in the witness";
    else
        trace = gt_circuit_play(e->ctx->arena, c, (uint32_t)rows.n, rows.v);
    free(rows.v);
    gt_circuit_free(c);
    return trace;
}

static const char *const marks[] = {"1\nb", "# DONE", NULL};

static const char witnesses[] = "a witness of AIGER";

#define AIGER(ending, writer, name_of_traces, marks_of_traces)                                               \
    {                                                                                                        \
        .name = ending, .extension = ending, .checker = "AIGER", .comment = {"#", ""}, .reserved = reserved, \
        .verbatim = true, .linear = true, .refuse = refuse, .write = writer, .read = read_witness,           \
        .traces = name_of_traces, .marks = marks_of_traces                                                   \
    }

const gt_target gt_target_aag = AIGER("aag", write_text, witnesses, marks);
const gt_target gt_target_aig = AIGER("aig", write_binary, NULL, NULL); /* the same witnesses */

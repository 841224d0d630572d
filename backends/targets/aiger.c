/* AIGER 1.9, as text (.aag) and in binary (.aig): the circuit, a bad state for each property. */
#include "backends/targets/circuit.h"
#include "backends/targets/common.h"
#include "backends/targets/read.h"

#include <string.h>

static const char *const reserved[] = {NULL};

static const char *refuse(const gt_emit *e, uint32_t prop, gt_pos *pos)
{
    (void)pos;
    if (gt_prop_is_temporal(e->cmds->props[prop].origin->kind))
        return "a circuit has bad states, and no formulas";
    return NULL;
}

/* A circuit on its way into a file: its nodes in AIGER's order, inputs, latches, conjunctions. */
typedef struct {
    gt_emit *e;
    gt_circuit *circuit;
    bool *used;
    uint32_t *numbers; /* by node */
    uint32_t nands;
} aiger;

static void number(aiger *a)
{
    const gt_circuit *c = a->circuit;
    const gt_aig *g = &c->aig;
    a->used = GT_NEW_ARRAY(a->e->ctx->arena, bool, g->nodes.n);
    a->numbers = GT_NEW_ARRAY(a->e->ctx->arena, uint32_t, g->nodes.n);
    for (size_t i = 0; i < c->latches.n; i++)
        a->used[gt_lit_node(c->latches.v[i].next)] = true;
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        a->used[gt_lit_node(c->bad[p])] |= !gt_skipped(a->e->options, p);
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
    uint32_t bad = 0;
    for (uint32_t p = 0; p < c->cmds->nprops; p++)
        if (!gt_skipped(a->e->options, p))
            gt_str_addf(out, "b%u %s\n", bad++, c->cmds->props[p].origin->name);
}

static void write_comment(const aiger *a)
{
    gt_str_add(a->e->out, "c\n");
    gt_emit_header(a->e, "#", "AIGER", "berkeley-abc -c \"read_aiger FILE.aig; pdr\"");
    for (uint32_t p = 0; p < a->circuit->cmds->nprops; p++)
        if (!gt_skipped(a->e->options, p))
            gt_emit_prop_source(a->e, "", a->circuit->cmds->props[p].origin);
    gt_emit_left_out(a->e);
}

static void write_aiger(gt_emit *e, bool binary)
{
    aiger a = {.e = e};
    uint32_t nbad = 0;
    a.circuit = gt_circuit_new(e->ctx, e->cmds, e->skeleton, e->names.vars);
    number(&a);
    for (uint32_t p = 0; p < e->cmds->nprops; p++)
        nbad += !gt_skipped(e->options, p);
    gt_emit_open(e, binary ? ".aig" : ".aag");
    const gt_circuit *c = a.circuit;
    gt_str_addf(e->out, "%s %zu %zu %zu 0 %u %u\n", binary ? "aig" : "aag",
                c->inputs.n + c->latches.n + a.nands, c->inputs.n, c->latches.n, a.nands, nbad);
    for (size_t i = 0; i < c->inputs.n && !binary; i++)
        gt_str_addf(e->out, "%u\n", literal(&a, c->inputs.v[i].now));
    write_latches(&a, binary);
    for (uint32_t p = 0; p < e->cmds->nprops; p++)
        if (!gt_skipped(e->options, p))
            gt_str_addf(e->out, "%u\n", literal(&a, c->bad[p]));
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

/* A line of n zeros and ones (or x: any, taken as zero). */
static bool read_bits(const char *line, size_t n, bool *bits)
{
    for (size_t i = 0; i < n; i++) {
        if (!line[i] || !strchr("01x", line[i]))
            return false;
        bits[i] = line[i] == '1';
    }
    return !line[n] || strchr("\n\r#", line[n]);
}

/* What the circuit does with the inputs of a line for each step, from the first latches on. */
static bool play(gt_states *s, const gt_circuit *c, const char *line, const char **why)
{
    gt_arena *arena = s->emit->ctx->arena;
    bool *values = GT_NEW_ARRAY(arena, bool, c->aig.nodes.n),
         *inputs = GT_NEW_ARRAY(arena, bool, c->aig.ninputs + 1);
    bool *now = GT_NEW_ARRAY(arena, bool, c->latches.n + 1), *in = GT_NEW_ARRAY(arena, bool, c->inputs.n + 1);
    size_t bytes = (size_t)c->cmds->nvars * sizeof(int32_t);
    for (size_t i = 0; i < c->latches.n; i++)
        now[i] = c->latches.v[i].reset;
    for (; *line && !strchr(".#", *line); line += strcspn(line, "\n"), line += *line == '\n') {
        if (!read_bits(line, c->inputs.n, in)) {
            *why = "a line of the witness has not a bit for each input";
            return false;
        }
        for (size_t i = 0; i < c->inputs.n; i++)
            inputs[c->aig.nodes.v[gt_lit_node(c->inputs.v[i].now)].b] = in[i];
        for (size_t i = 0; i < c->latches.n; i++)
            inputs[c->aig.nodes.v[gt_lit_node(c->latches.v[i].now)].b] = now[i];
        gt_aig_evaluate(&c->aig, inputs, values);
        for (size_t i = 0; i < c->latches.n; i++)
            now[i] = gt_lit_value(values, c->latches.v[i].next);
        const int32_t *last = s->n ? s->states[s->n - 1] : NULL;
        int32_t *state = gt_states_add(s);
        gt_circuit_state(c, values, state);
        if (last && memcmp(last, state, bytes) == 0)
            s->n--; /* the circuit stood still */
    }
    return true;
}

/* A status and the properties (ABC leaves these two out), a line of latches, lines of inputs, a dot. */
static const gt_abs_trace *read_witness(const gt_emit *e, const char *text, const char **why)
{
    gt_states s = {.emit = e};
    gt_circuit *c = gt_circuit_new(e->ctx, e->cmds, e->skeleton, e->names.vars);
    const char *at = text;
    for (int skipped = strncmp(text, "1\nb", 3) == 0 ? 3 : 1; at && skipped > 0; skipped--) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    bool fine = at && play(&s, c, at, why);
    gt_circuit_free(c);
    if (!at || (fine && s.n == 0))
        *why = "there is no state in the witness";
    return fine && s.n ? gt_states_end(&s, -1) : NULL;
}

static const char *const marks[] = {"1\nb", "# DONE", NULL};

static const char witnesses[] = "a witness of AIGER";

#define AIGER(ending, writer, name_of_traces, marks_of_traces)                                               \
    {                                                                                                        \
        .name = ending, .extension = ending, .checker = "AIGER", .comment = {"#", ""}, .reserved = reserved, \
        .verbatim = true, .refuse = refuse, .write = writer, .read = read_witness, .traces = name_of_traces, \
        .marks = marks_of_traces                                                                             \
    }

const gt_target gt_target_aag = AIGER("aag", write_text, witnesses, marks);
const gt_target gt_target_aig = AIGER("aig", write_binary, NULL, NULL); /* the same witnesses */

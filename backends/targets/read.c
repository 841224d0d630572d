#include "backends/targets/read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int32_t *gt_states_add(gt_states *s)
{
    uint32_t width = s->emit->cmds->nvars;
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? 2 * s->cap : 64;
        int32_t **more = GT_NEW_ARRAY(s->emit->ctx->arena, int32_t *, cap);
        for (uint32_t i = 0; i < s->n; i++)
            more[i] = s->states[i];
        s->states = more;
        s->cap = cap;
    }
    int32_t *state = GT_NEW_ARRAY(s->emit->ctx->arena, int32_t, width + 1);
    if (!s->given)
        s->given = GT_NEW_ARRAY(s->emit->ctx->arena, bool, width + 1);
    if (s->n)
        memcpy(state, s->states[s->n - 1], width * sizeof *state);
    for (uint32_t i = 0; i < width && s->n == 0; i++)
        state[i] = s->emit->cmds->vars[i].type.lo; /* until the trace says otherwise */
    s->states[s->n++] = state;
    return state;
}

const gt_abs_trace *gt_states_end(gt_states *s, int32_t loop)
{
    if (s->n == 0)
        return NULL;
    if (loop >= 0 && (uint32_t)loop + 1 < s->n &&
        memcmp(s->states[loop], s->states[s->n - 1], s->emit->cmds->nvars * sizeof *s->states[0]) == 0)
        s->n--;
    gt_abs_trace *trace = GT_NEW(s->emit->ctx->arena, gt_abs_trace);
    trace->nstates = s->n;
    trace->states = s->states;
    trace->loop_start = loop;
    return trace;
}

int64_t gt_emit_find_var(const gt_emit *e, const char *name, size_t len)
{
    for (uint32_t i = 0; i < e->cmds->nvars; i++)
        if (strlen(e->names.vars[i]) == len && memcmp(e->names.vars[i], name, len) == 0)
            return i;
    return -1;
}

static bool is_end(const char *text)
{
    return !*text || isspace((unsigned char)*text);
}

/* The value of this name; false if it is none. */
static bool read_name(const gt_value_set *values, const char *text, int32_t *value)
{
    for (int32_t v = values->lo; values->names && v <= values->hi; v++) {
        const char *name = values->names[v - values->lo];
        if (strncmp(text, name, strlen(name)) == 0 && is_end(text + strlen(name))) {
            *value = v;
            return true;
        }
    }
    return false;
}

/* TRUE, 3, -3, 0ud4_12, Idle: a value of that variable; false if it is none. */
static bool read_value(const gt_emit *e, uint32_t v, const char *text, int32_t *value)
{
    const gt_cvar *var = &e->cmds->vars[v];
    while (isspace((unsigned char)*text))
        text++;
    char *end;
    bool word = strncmp(text, "0ud", 3) == 0;
    if (e->names.values[v].symbols)
        return read_name(&e->names.values[v], text, value) && *value <= var->type.hi;
    if (strncmp(text, "TRUE", 4) == 0 || strncmp(text, "FALSE", 5) == 0) {
        *value = text[0] == 'T';
        return var->type.kind == GT_TYPE_BOOL && is_end(text + (*value ? 4 : 5));
    }
    long bits = word ? strtol(text + 3, &end, 10) : 0;
    if (word && (*end != '_' || bits < 1 || bits > 62))
        return false;
    const char *digits = word ? end + 1 : text;
    errno = 0;
    long long number = strtoll(digits, &end, 10);
    if (end == digits || errno || !is_end(end))
        return false;
    if (word && var->type.lo < 0 && number >= (1LL << (bits - 1)))
        number -= 1LL << bits;
    if (number < var->type.lo || number > var->type.hi)
        return false;
    *value = (int32_t)number;
    return true;
}

bool gt_states_give(gt_states *s, int64_t var, const char *text)
{
    s->given[var] = true;
    return read_value(s->emit, (uint32_t)var, text, &s->states[s->n - 1][var]);
}

bool gt_states_complete(gt_states *s, const char **why)
{
    for (uint32_t v = 0; v < s->emit->cmds->nvars; v++) {
        const gt_cvar *var = &s->emit->cmds->vars[v];
        if (!s->given[v] && var->type.lo != var->type.hi) {
            *why = gt_arena_printf(s->emit->ctx->arena, "state %u of the trace gives %s no value", s->n,
                                   s->emit->names.vars[v]);
            return false;
        }
    }
    return true;
}

bool gt_states_loop(gt_states *s, const char *text, int32_t *loop, const char **why)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end == text || errno || number < 1 || number > (long)s->n) {
        *why = gt_arena_printf(s->emit->ctx->arena, "the trace loops to state %.20s, but has %u", text, s->n);
        return false;
    }
    *loop = (int32_t)number - 1;
    return true;
}

const char *gt_find_in(const char *line, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = line; (size_t)(at - line) + n <= len; at++) {
        at = memchr(at, word[0], len - (size_t)(at - line));
        if (!at || (size_t)(at - line) + n > len)
            return NULL;
        if (memcmp(at, word, n) == 0)
            return at;
    }
    return NULL;
}

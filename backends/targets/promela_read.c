/* Replayed trails of Spin. */
#include "backends/targets/read.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The value that mtype number `number` stands for; Spin counts from the last one, which is 1. */
static long long symbol_value(const gt_emit *e, const gt_value_set *values, long long number)
{
    if (number < 1 || number > e->names.nsymbols)
        return LLONG_MIN;
    const char *name = e->names.symbols[e->names.nsymbols - (uint32_t)number].name;
    for (int32_t v = values->lo; v <= values->hi; v++)
        if (strcmp(values->names[v - values->lo], name) == 0)
            return v;
    return LLONG_MIN;
}

/* The values behind "@state", all in that line. */
static bool spin_state(gt_states *s, const char *at, const char *end)
{
    int32_t *state = gt_states_add(s);
    for (uint32_t i = 0; i < s->emit->cmds->nvars; i++) {
        char *behind;
        while (at < end && isspace((unsigned char)*at))
            at++;
        errno = 0;
        long long value = strtoll(at, &behind, 10);
        gt_type type = s->emit->cmds->vars[i].type;
        const gt_value_set *values = &s->emit->names.values[i];
        if (values->symbols && behind != at)
            value = symbol_value(s->emit, values, value);
        if (at == end || behind == at || errno || value < type.lo || value > type.hi)
            return false;
        state[i] = (int32_t)value;
        at = behind;
    }
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at == end;
}

const gt_abs_trace *gt_promela_read(const gt_emit *e, const char *text, const char **why)
{
    gt_states s = {.emit = e};
    int32_t loop = -1;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *at = gt_find_in(line, len, "@state");
        if (at && !spin_state(&s, at + 6, line + len)) {
            *why = gt_arena_printf(e->ctx->arena, "a state of Spin's trail does not fit: %.*s",
                                   (int)(len < 200 ? len : 200), line);
            return NULL;
        }
        if (!at && len >= 23 && gt_find_in(line, len, "START OF CYCLE"))
            loop = s.n ? (int32_t)s.n - 1 : 0;
        line += len + (line[len] == '\n');
    }
    if (s.n == 0)
        *why = "there is no state in the replayed trail";
    return s.n ? gt_states_end(&s, loop) : NULL;
}

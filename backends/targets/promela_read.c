/* Replayed trails of Spin. */
#include "backends/targets/read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

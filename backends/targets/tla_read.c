/* TLC's traces. */
#include "backends/targets/read.h"

#include <ctype.h>
#include <string.h>

/* "/\ x = 3" or "x = 3". */
static bool tlc_line(gt_states *s, const char *line, size_t len)
{
    size_t skip = len > 3 && memcmp(line, "/\\ ", 3) == 0 ? 3 : 0;
    const char *name = line + skip;
    size_t width = 0;
    while (skip + width < len && (isalnum((unsigned char)name[width]) || name[width] == '_'))
        width++;
    int64_t var = gt_emit_find_var(s->emit, name, width);
    if (s->emit->cmds->nvars == 0)
        return true; /* the one variable that TLA+ has for a program without any */
    if (var < 0 || strncmp(name + width, " = ", 3) != 0)
        return false;
    return gt_states_give(s, var, name + width + 3);
}

/* A new state begins: the one before must be complete, TLC gives every variable in each. */
static bool tlc_state(gt_states *s, const char **why)
{
    bool fine = s->n == 0 || gt_states_complete(s, why);
    gt_states_add(s);
    memset(s->given, 0, s->emit->cmds->nvars * sizeof *s->given);
    return fine;
}

const gt_abs_trace *gt_tla_read(const gt_emit *e, const char *text, const char **why)
{
    static const char initial[] = " is violated by the initial state:"; /* an invariant or a property */
    gt_states s = {.emit = e};
    int32_t loop = -1;
    bool inside = false, fine = true;
    for (const char *line = text; *line && fine;) {
        size_t len = strcspn(line, "\n");
        const char *head = strncmp(line, "State ", 6) == 0 ? gt_find_in(line, len, ": ") : NULL;
        if (strncmp(line, "Back to state ", 14) == 0) {
            fine = gt_states_loop(&s, line + 14, &loop, why);
            inside = false;
        } else if (head) {
            inside = strncmp(head + 2, "Stuttering", 10) != 0;
            if (inside)
                fine = tlc_state(&s, why);
            else
                loop = (int32_t)s.n - 1;
        } else if (len == 0) {
            inside = false;
        } else if (inside && !tlc_line(&s, line, len)) {
            *why = gt_arena_printf(e->ctx->arena, "a line of TLC's trace is not understood: %.*s",
                                   (int)(len < 200 ? len : 200), line);
            return NULL;
        } else if (strncmp(line, "Error: ", 7) == 0 && len > strlen(initial) &&
                   strncmp(line + len - strlen(initial), initial, strlen(initial)) == 0) {
            fine = inside = tlc_state(&s, why);
        }
        line += len + (line[len] == '\n');
    }
    if (s.n == 0)
        *why = "there is no trace in TLC's output";
    return fine && s.n && gt_states_complete(&s, why) ? gt_states_end(&s, loop) : NULL;
}

/* Reading the traces that checkers print. */
#include "backends/run_impl.h"
#include "ir/xml.h"
#include "runtime/base.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

int32_t *gt_run_states_add(gt_run_states *s)
{
    uint32_t width = s->cmds->nvars;
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? 2 * s->cap : 64;
        int32_t **more = GT_NEW_ARRAY(s->ctx->arena, int32_t *, cap);
        for (uint32_t i = 0; i < s->n; i++)
            more[i] = s->states[i];
        s->states = more;
        s->cap = cap;
    }
    int32_t *state = GT_NEW_ARRAY(s->ctx->arena, int32_t, width + 1);
    if (s->n)
        memcpy(state, s->states[s->n - 1], width * sizeof *state);
    s->states[s->n++] = state;
    return state;
}

const gt_abs_trace *gt_run_states_end(gt_run_states *s, int32_t loop)
{
    if (s->n == 0)
        return NULL;
    if (loop >= 0 && (uint32_t)loop + 1 < s->n &&
        memcmp(s->states[loop], s->states[s->n - 1], s->cmds->nvars * sizeof *s->states[0]) == 0)
        s->n--;
    gt_abs_trace *trace = GT_NEW(s->ctx->arena, gt_abs_trace);
    trace->nstates = s->n;
    trace->states = s->states;
    trace->loop_start = loop;
    return trace;
}

int64_t gt_run_find_var(const gt_cmds *cmds, const char *const *names, const char *name, size_t len)
{
    for (uint32_t i = 0; i < cmds->nvars; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return i;
    return -1;
}

/* TRUE, 3, -3, 0ud4_12: a value of that variable; false if it is none. */
static bool read_value(const gt_cvar *var, const char *text, int32_t *value)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end;
    bool word = strncmp(text, "0ud", 3) == 0;
    if (strncmp(text, "TRUE", 4) == 0 || strncmp(text, "FALSE", 5) == 0) {
        *value = text[0] == 'T';
        return var->type.kind == GT_TYPE_BOOL;
    }
    long bits = word ? strtol(text + 3, &end, 10) : 0;
    if (word && (*end != '_' || bits < 1 || bits > 62))
        return false;
    const char *digits = word ? end + 1 : text;
    long long number = strtoll(digits, &end, 10);
    if (end == digits)
        return false;
    if (word && var->type.lo < 0 && number >= (1LL << (bits - 1)))
        number -= 1LL << bits;
    *value = (int32_t)number;
    return number >= var->type.lo && number <= var->type.hi;
}

/* ---- NuSMV ---- */

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && xmlStrEqual(node->name, (const xmlChar *)name);
}

/* The values of one <node>; false with *why. */
static bool nusmv_node(gt_run_states *s, const char *const *names, const xmlNode *node, const char **why)
{
    int32_t *state = gt_run_states_add(s);
    for (const xmlNode *part = node->children; part; part = part->next) {
        if (!is_element(part, "state"))
            continue;
        for (xmlNode *value = part->children; value; value = value->next) {
            if (!is_element(value, "value"))
                continue;
            xmlChar *name = xmlGetProp(value, (const xmlChar *)"variable");
            xmlChar *text = xmlNodeGetContent(value);
            int64_t var =
                name ? gt_run_find_var(s->cmds, names, (const char *)name, strlen((const char *)name)) : -1;
            bool fine = var < 0 || (text && read_value(&s->cmds->vars[var], (const char *)text, &state[var]));
            if (!fine)
                *why = gt_arena_printf(s->ctx->arena, "the trace gives %s the value '%.40s'",
                                       (const char *)name, text ? (const char *)text : "");
            xmlFree(name);
            xmlFree(text);
            if (!fine)
                return false;
        }
    }
    return true;
}

/* The last number in the list of states at which loops begin, from 0; -1: none. */
static int32_t last_loop(const xmlNode *loops)
{
    int32_t loop = -1;
    xmlChar *text = xmlNodeGetContent((xmlNode *)(uintptr_t)loops);
    for (const char *p = (const char *)text; p && *p;) {
        char *end;
        long number = strtol(p, &end, 10);
        if (end != p)
            loop = (int32_t)number - 1;
        p = end != p ? end : p + 1;
    }
    xmlFree(text);
    return loop;
}

const gt_abs_trace *gt_run_nusmv_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *const *names,
                                       const char *text, size_t len, const char **why)
{
    gt_run_states s = {.ctx = ctx, .cmds = cmds};
    int32_t loop = -1;
    gt_xml_begin();
    xmlDoc *doc = xmlReadMemory(text, (int)len, "trace.xml", NULL,
                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    bool fine = root && is_element(root, "counter-example");
    if (!fine)
        *why = "the trace is no XML of NuSMV's (<counter-example>)";
    for (const xmlNode *node = fine ? root->children : NULL; node && fine; node = node->next) {
        if (is_element(node, "node"))
            fine = nusmv_node(&s, names, node, why);
        else if (is_element(node, "loops"))
            loop = last_loop(node);
    }
    xmlFreeDoc(doc);
    if (fine && loop >= (int32_t)s.n)
        loop = -1;
    return fine ? gt_run_states_end(&s, loop) : NULL;
}

/* ---- TLC ---- */

/* "/\ x = 3" or "x = 3". */
static bool tlc_line(gt_run_states *s, const char *const *names, const char *line, size_t len)
{
    size_t skip = len > 3 && memcmp(line, "/\\ ", 3) == 0 ? 3 : 0;
    const char *name = line + skip;
    size_t width = 0;
    while (skip + width < len && (isalnum((unsigned char)name[width]) || name[width] == '_'))
        width++;
    int64_t var = gt_run_find_var(s->cmds, names, name, width);
    if (s->cmds->nvars == 0)
        return true; /* the one variable that TLA+ has for a program without any */
    if (var < 0 || strncmp(name + width, " = ", 3) != 0)
        return false;
    return read_value(&s->cmds->vars[var], name + width + 3, &s->states[s->n - 1][var]);
}

const gt_abs_trace *gt_run_tlc_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *const *names,
                                     const char *text, const char **why)
{
    static const char initial[] = " is violated by the initial state:"; /* an invariant or a property */
    gt_run_states s = {.ctx = ctx, .cmds = cmds};
    int32_t loop = -1;
    bool inside = false;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *head = strncmp(line, "State ", 6) == 0 ? strstr(line, ": ") : NULL;
        if (strncmp(line, "Back to state ", 14) == 0) {
            loop = (int32_t)strtol(line + 14, NULL, 10) - 1;
            inside = false;
        } else if (head && (size_t)(head - line) < len) {
            inside = strncmp(head + 2, "Stuttering", 10) != 0;
            if (inside)
                gt_run_states_add(&s);
            else
                loop = (int32_t)s.n - 1;
        } else if (len == 0) {
            inside = false;
        } else if (inside && !tlc_line(&s, names, line, len)) {
            *why =
                gt_arena_printf(ctx->arena, "a line of TLC's trace is not understood: %.*s", (int)len, line);
            return NULL;
        } else if (strncmp(line, "Error: ", 7) == 0 && len > strlen(initial) &&
                   strncmp(line + len - strlen(initial), initial, strlen(initial)) == 0) {
            gt_run_states_add(&s);
            inside = true;
        }
        line += len + (line[len] == '\n');
    }
    if (s.n == 0)
        *why = "there is no trace in TLC's output";
    return s.n ? gt_run_states_end(&s, loop < (int32_t)s.n ? loop : -1) : NULL;
}

/* ---- Spin ---- */

const gt_abs_trace *gt_run_spin_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *text, const char **why)
{
    gt_run_states s = {.ctx = ctx, .cmds = cmds};
    int32_t loop = -1;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        const char *at = strstr(line, "@state");
        if (at && (size_t)(at - line) < len) {
            int32_t *state = gt_run_states_add(&s);
            char *p = (char *)(uintptr_t)at + 6;
            for (uint32_t i = 0; i < cmds->nvars; i++) {
                char *end;
                state[i] = (int32_t)strtol(p, &end, 10);
                if (end == p || state[i] < cmds->vars[i].type.lo || state[i] > cmds->vars[i].type.hi) {
                    *why = gt_arena_printf(ctx->arena, "a state of Spin's trail does not fit: %.*s", (int)len,
                                           line);
                    return NULL;
                }
                p = end;
            }
        } else if (len >= 23 && strstr(line, "START OF CYCLE") &&
                   strstr(line, "START OF CYCLE") < line + len) {
            loop = s.n ? (int32_t)s.n - 1 : 0;
        }
        line += len + (line[len] == '\n');
    }
    if (s.n == 0)
        *why = "there is no state in the replayed trail";
    return s.n ? gt_run_states_end(&s, loop) : NULL;
}

/* ---- made elsewhere ---- */

const gt_abs_trace *gt_run_read_trace(gt_ctx *ctx, const gt_cmds *cmds, const char *text, size_t len,
                                      const char **why)
{
    gt_run_job job = {.ctx = ctx, .cmds = cmds};
    char *copy = gt_arena_strndup(ctx->arena, text, len);
    const char *xml = strstr(copy, "<?xml"), *end = xml ? strstr(xml, "</counter-example>") : NULL;
    if (!xml && strstr(copy, "<counter-example"))
        xml = strstr(copy, "<counter-example"), end = strstr(xml, "</counter-example>");
    if (xml && end)
        return gt_run_nusmv_trace(ctx, cmds, gt_run_var_names(&job, "smv"), xml, (size_t)(end - xml) + 18,
                                  why);
    if (strstr(copy, "@state"))
        return gt_run_spin_trace(ctx, cmds, copy, why);
    if (strstr(copy, "State 1:") || strstr(copy, "by the initial state"))
        return gt_run_tlc_trace(ctx, cmds, gt_run_var_names(&job, "tla"), copy, why);
    *why = "it is neither an XML trace of NuSMV, nor TLC's output, nor a replayed trail of Spin (pan -r -S)";
    return NULL;
}

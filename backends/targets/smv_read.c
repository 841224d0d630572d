/* NuSMV's traces, in XML. */
#include "backends/targets/read.h"
#include "ir/xml/xml.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && xmlStrEqual(node->name, (const xmlChar *)name);
}

/* The values of one <node>; false with *why. */
static bool nusmv_node(gt_states *s, const xmlNode *node, const char **why)
{
    gt_states_add(s);
    for (const xmlNode *part = node->children; part; part = part->next) {
        if (!is_element(part, "state"))
            continue;
        for (xmlNode *value = part->children; value; value = value->next) {
            if (!is_element(value, "value"))
                continue;
            xmlChar *name = xmlGetProp(value, (const xmlChar *)"variable");
            xmlChar *text = xmlNodeGetContent(value);
            int64_t var =
                name ? gt_emit_find_var(s->emit, (const char *)name, strlen((const char *)name)) : -1;
            bool fine = var < 0 || (text && gt_states_give(s, var, (const char *)text));
            if (!fine)
                *why = gt_arena_printf(s->emit->ctx->arena, "the trace gives %s the value '%.40s'",
                                       (const char *)name, text ? (const char *)text : "");
            xmlFree(name);
            xmlFree(text);
            if (!fine)
                return false;
        }
    }
    return gt_states_complete(s, why); /* later states give only what changes */
}

/* The last number in the list of states at which loops begin; none: the trace is finite. */
static bool last_loop(gt_states *s, const xmlNode *loops, int32_t *loop, const char **why)
{
    xmlChar *text = xmlNodeGetContent((xmlNode *)(uintptr_t)loops);
    size_t at = text ? strlen((const char *)text) : 0;
    while (at && !isalnum(text[at - 1]))
        at--;
    while (at && text[at - 1] != ',' && !isspace(text[at - 1]))
        at--;
    const char *last = text ? (const char *)text + at : "";
    bool fine = !last[strspn(last, " \t\r\n,")] || gt_states_loop(s, last, loop, why);
    xmlFree(text);
    return fine;
}

const gt_abs_trace *gt_smv_read(const gt_emit *e, const char *text, const char **why)
{
    static const char closing[] = "</counter-example>";
    gt_states s = {.emit = e};
    int32_t loop = -1;
    const xmlNode *loops = NULL;
    gt_xml_begin();
    const char *begin = strstr(text, "<?xml");
    begin = begin ? begin : strstr(text, "<counter-example");
    const char *end = begin ? strstr(begin, closing) : NULL;
    size_t len = end ? (size_t)(end - begin) + strlen(closing) : 0;
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    xmlDoc *doc =
        len && len <= INT32_MAX / 2 ? xmlReadMemory(begin, (int)len, "trace.xml", NULL, options) : NULL;
    const xmlNode *root = doc && !doc->intSubset ? xmlDocGetRootElement(doc) : NULL; /* no entities */
    bool fine = root && is_element(root, "counter-example");
    if (!fine)
        *why = "the trace is no XML of NuSMV's (<counter-example>)";
    for (const xmlNode *node = fine ? root->children : NULL; node && fine; node = node->next)
        if (is_element(node, "node"))
            fine = nusmv_node(&s, node, why);
        else if (is_element(node, "loops"))
            loops = node;
    fine = fine && (!loops || last_loop(&s, loops, &loop, why));
    xmlFreeDoc(doc);
    if (fine && s.n == 0)
        *why = "there is no state in the trace";
    return fine ? gt_states_end(&s, loop) : NULL;
}

#include "ir/xml/records.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#define AT(type, field) .at = offsetof(type, field)
#define LIST(type, field, n) .at = offsetof(type, field), .count = offsetof(type, n)
#define RECORD(which, name, type, list)                                                                      \
    const gt_xml_record which = {name, sizeof(type), sizeof(list) / sizeof *(list), list}
#define WORDS(which, ...)                                                                                    \
    const gt_xml_words which = {sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                      \
                                (const char *const[]){__VA_ARGS__}}

WORDS(gt_xml_models, "plain", "mdp", "dtmc", "ctmc");
WORDS(gt_xml_symmetries, "full", "ring", "similar");
WORDS(gt_xml_binds, "quantified", "partner", "choice", "prefix");
WORDS(gt_xml_cmps, "none", "lt", "le", "gt", "ge", "query");
WORDS(gt_xml_opts, "plain", "min", "max");
const gt_xml_words gt_xml_encodings = {sizeof gt_encoding_names / sizeof *gt_encoding_names,
                                       gt_encoding_names};

static uint64_t limit_idvars(const gt_xml_in *in)
{
    return in->pop->nidvars;
}

static uint64_t limit_to_idvars(const gt_xml_in *in)
{
    return (uint64_t)in->pop->nidvars + 1;
}

static uint64_t limit_cells(const gt_xml_in *in)
{
    return in->cmds->nvars;
}

static uint64_t limit_int(const gt_xml_in *in)
{
    (void)in;
    return INT32_MAX;
}

static uint64_t limit_any(const gt_xml_in *in)
{
    (void)in;
    return UINT32_MAX;
}

static const gt_numbered idvars = {"id variable", limit_idvars}, to_idvars = {"id variable", limit_to_idvars},
                         cells = {"variable", limit_cells}, roles = {"role", limit_int},
                         targets = {"target", limit_any}, states = {"local state", limit_any},
                         any_idvar = {"id variable", limit_any}, slots = {"slot", limit_any};

/* ---- population programs ---- */

static void write_idvar(gt_xml_out *x, const void *record)
{
    gt_xml_attr_int(x, "shared", ((const gt_idvar *)record)->var->index);
}

static void read_idvar(gt_xml_in *in, const xmlNode *node, void *record)
{
    const gt_var *var = gt_xml_attr_variable(in, node);
    if (!var)
        return;
    *(gt_idvar *)record = (gt_idvar){.var = var, .proc = var->type.proc, .optional = var->type.optional};
    if (var->type.kind != GT_TYPE_ID)
        gt_xml_error(in, node, "%s is not an id variable", var->name);
}

static const gt_own own_idvar = {.write = write_idvar, .read = read_idvar};
static const gt_xml_field idvar_fields[] = {
    {GT_XML_OWN, .name = "idvar", .of = &own_idvar},
    {GT_XML_EXPR, .name = "start", AT(gt_idvar, start)},
};
static RECORD(record_idvar, "idvar", gt_idvar, idvar_fields);

static void write_declared(gt_xml_out *x, const void *record)
{
    if (!x->counting)
        gt_str_addf(x->out, " declared=\"%.17g\"", ((const gt_locals *)record)->declared);
}

static void read_declared(gt_xml_in *in, const xmlNode *node, void *record)
{
    const char *declared = gt_xml_attr_get(node, "declared");
    (void)in;
    ((gt_locals *)record)->declared = declared ? strtod(declared, NULL) : 0;
}

static void write_states(gt_xml_out *x, const void *record)
{
    const gt_locals *locals = record;
    for (uint32_t i = 0; i < locals->nstates; i++) {
        gt_xml_open(x, "state");
        gt_xml_attr_list(x, "values", locals->values + (size_t)i * locals->nvars, locals->nvars);
        gt_xml_close(x, "state");
    }
}

static void read_states(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_locals *locals = record;
    uint32_t n = gt_xml_count(node, "state");
    locals->nvars = locals->proc ? locals->proc->nvars : 0;
    if ((uint64_t)n * (locals->nvars + 1) > INT32_MAX) {
        gt_xml_error(in, node, "too many local states");
        return;
    }
    int32_t *values = GT_NEW_ARRAY(in->arena, int32_t, (size_t)n * locals->nvars);
    locals->values = values;
    for (const xmlNode *k = gt_xml_first(node); k && !in->failed; k = gt_xml_next(k))
        if (gt_xml_is(k, "state"))
            gt_xml_attr_ints(in, k, "values", locals->nvars,
                             values + (size_t)locals->nstates++ * locals->nvars);
}

static const gt_own own_declared = {.write = write_declared, .read = read_declared},
                    own_states = {.write = write_states, .read = read_states};
static const gt_xml_field locals_fields[] = {
    {GT_XML_PROC, .name = "process", AT(gt_locals, proc)},
    {GT_XML_OWN, .name = "declared", .of = &own_declared},
    {GT_XML_NUMBER, .name = "first-idvar", AT(gt_locals, first_idvar), .of = &to_idvars},
    {GT_XML_NUMBER, .name = "idvars", AT(gt_locals, nidvars), .of = &to_idvars},
    {GT_XML_EXPR, .name = "start", AT(gt_locals, start)},
    {GT_XML_OWN, .name = "states", .of = &own_states},
};
static RECORD(record_locals, "locals", gt_locals, locals_fields);

static WORDS(start_words, "value", "choice", "none", "same", "any");
static const gt_xml_field start_fields[] = {
    {GT_XML_WORD, .name = "kind", AT(gt_pop_init, kind), .of = &start_words},
    {GT_XML_INT, .name = "lo", .when = 1 << GT_START_CHOICE, AT(gt_pop_init, lo)},
    {GT_XML_INT, .name = "hi", .when = 1 << GT_START_CHOICE, AT(gt_pop_init, hi)},
    {GT_XML_NUMBER, .name = "idvar", .when = 1 << GT_START_SAME, AT(gt_pop_init, idvar), .of = &idvars},
    {GT_XML_EXPR, .name = "to", .when = 1 << GT_START_VALUE, AT(gt_pop_init, value)},
    {GT_XML_EXPR, .name = "where", .optional = true, AT(gt_pop_init, where)},
};
static RECORD(record_start, "begin", gt_pop_init, start_fields);

/* One for each process type, and one for each shared variable. */
static void write_beginning(gt_xml_out *x, const void *record)
{
    const gt_pop *pop = record;
    for (uint32_t i = 0; i < pop->sym->nprocs; i++)
        gt_xml_write_record(x, &record_locals, &pop->locals[i]);
    for (uint32_t i = 0; i < pop->sym->nshared; i++)
        gt_xml_write_record(x, &record_start, &pop->init[i]);
}

static void read_beginning(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_pop *pop = record;
    uint32_t nlocals = 0, ninits = 0;
    gt_pop_init *inits = GT_NEW_ARRAY(in->arena, gt_pop_init, pop->sym->nshared);
    pop->locals = GT_NEW_ARRAY(in->arena, gt_locals, pop->sym->nprocs);
    pop->init = inits;
    if (gt_xml_count(node, "locals") != pop->sym->nprocs ||
        gt_xml_count(node, "begin") != pop->sym->nshared) {
        gt_xml_error(in, node,
                     "there must be <locals> for each process type and <begin> for each shared variable");
        return;
    }
    for (const xmlNode *n = gt_xml_first(node); n; n = gt_xml_next(n)) {
        if (gt_xml_is(n, "locals"))
            gt_xml_read_record(in, n, &record_locals, &pop->locals[nlocals++]);
        else if (gt_xml_is(n, "begin"))
            gt_xml_read_record(in, n, &record_start, &inits[ninits++]);
    }
}

static void write_class(gt_xml_out *x, const void *record)
{
    const gt_role *role = record;
    if (role->kind == GT_ROLE_CLASS)
        gt_xml_attr_int(x, "class", role->idvar);
}

static void read_class(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_role *role = record;
    if (!gt_xml_attr_get(node, "class"))
        return;
    role->kind = GT_ROLE_CLASS;
    gt_xml_attr_index(in, node, "class", in->pop->nidvars, "id variable", &role->idvar);
}

static const gt_own own_class = {.write = write_class, .read = read_class};
static const gt_xml_field role_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_role, name)},
    {GT_XML_PROC, .name = "process", AT(gt_role, proc)},
    {GT_XML_OWN, .name = "class", .of = &own_class},
};
static RECORD(record_role, "role", gt_role, role_fields);

static const gt_xml_field change_fields[] = {
    {GT_XML_VAR, AT(gt_pop_update, var)},
    {GT_XML_MAYBE, .name = "role", AT(gt_pop_update, role), .of = &roles},
    {GT_XML_MAYBE, .name = "idvar", AT(gt_pop_update, idvar), .of = &idvars},
    {GT_XML_BINDER, .name = "each", .optional = true, AT(gt_pop_update, each)},
    {GT_XML_POS, AT(gt_pop_update, pos)},
    {GT_XML_EXPR, .name = "cond", .optional = true, AT(gt_pop_update, cond)},
    {GT_XML_EXPR, .name = "to", AT(gt_pop_update, value)},
};
static RECORD(record_change, "change", gt_pop_update, change_fields);

static WORDS(point_words, "none", "role", "class");
static const gt_xml_field point_fields[] = {
    {GT_XML_NUMBER, .name = "idvar", AT(gt_idassign, idvar), .of = &idvars},
    {GT_XML_WORD, .name = "to", AT(gt_idassign, to), .of = &point_words},
    {GT_XML_NUMBER, .name = "target", AT(gt_idassign, target), .of = &targets},
};
static RECORD(record_point, "point", gt_idassign, point_fields);

static const gt_xml_field pop_branch_fields[] = {
    {GT_XML_POS, AT(gt_pop_branch, pos)},
    {GT_XML_EXPR, .name = "probability", .optional = true, AT(gt_pop_branch, prob)},
    {GT_XML_RECORDS, LIST(gt_pop_branch, updates, nupdates), .of = &record_change},
    {GT_XML_RECORDS, LIST(gt_pop_branch, assigns, nassigns), .of = &record_point},
};
static RECORD(record_pop_branch, "branch", gt_pop_branch, pop_branch_fields);

static void write_alias(gt_xml_out *x, const void *record)
{
    gt_xml_attr_list(x, "alias", ((const gt_pop_rule *)record)->alias, x->pop->nidvars);
}

static void read_alias(gt_xml_in *in, const xmlNode *node, void *record)
{
    int32_t *alias = GT_NEW_ARRAY(in->arena, int32_t, in->pop->nidvars);
    gt_xml_attr_ints(in, node, "alias", in->pop->nidvars, alias);
    ((gt_pop_rule *)record)->alias = alias;
}

static const gt_own own_alias = {.write = write_alias, .read = read_alias},
                    own_beginning = {.write = write_beginning,
                                     .read = read_beginning,
                                     .uses = {&record_locals, &record_start}};
static const gt_xml_field transition_fields[] = {
    {GT_XML_RULE, .name = "rule", AT(gt_pop_rule, origin)},
    {GT_XML_OWN, .name = "alias", .of = &own_alias},
    {GT_XML_RECORDS, LIST(gt_pop_rule, roles, nroles), .of = &record_role},
    {GT_XML_BINDERS, .name = "choice", LIST(gt_pop_rule, choices, nchoices)},
    {GT_XML_EXPR, .name = "guard", AT(gt_pop_rule, guard)},
    {GT_XML_EXPR, .name = "weight", .optional = true, AT(gt_pop_rule, weight)},
    {GT_XML_RECORDS, .some = true, LIST(gt_pop_rule, branches, nbranches), .of = &record_pop_branch},
};
static RECORD(record_transition, "transition", gt_pop_rule, transition_fields);

static const gt_xml_field pop_prop_fields[] = {
    {GT_XML_PROP, .name = "property", AT(gt_pop_prop, origin)},
    {GT_XML_PLAIN, .optional = true, AT(gt_pop_prop, formula)},
};
static RECORD(record_pop_prop, "checked", gt_pop_prop, pop_prop_fields);

static const gt_xml_field idvars_fields[] = {
    {GT_XML_RECORDS, LIST(gt_pop, idvars, nidvars), .of = &record_idvar},
};
static RECORD(record_idvars, "idvars", gt_pop, idvars_fields);

static const gt_xml_field population_fields[] = {
    {GT_XML_GROUP, .of = &record_idvars},
    {GT_XML_OWN, .name = "beginning", .of = &own_beginning},
    {GT_XML_EXPR, .name = "initially", .optional = true, AT(gt_pop, initially)},
    {GT_XML_RECORDS, LIST(gt_pop, rules, nrules), .of = &record_transition},
    {GT_XML_EXPRS, .name = "fair", LIST(gt_pop, fair, nfair)},
    {GT_XML_EXPRS, .name = "earned", LIST(gt_pop, rewards, nrewards)},
    {GT_XML_RECORDS, LIST(gt_pop, props, nprops), .of = &record_pop_prop},
};
RECORD(gt_record_population, "population", gt_pop, population_fields);

/* ---- guarded commands ---- */

/* shared=, or process= and local=; process= alone. */
static void write_meaning(gt_xml_out *x, const void *record)
{
    const gt_cvar *cell = record;
    if (cell->var)
        gt_xml_attr_var(x, cell->var);
    else if (cell->proc)
        gt_xml_attr_int(x, "process", cell->proc->index);
}

static void read_meaning(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_cvar *cell = record;
    if (gt_xml_attr_get(node, "shared") || gt_xml_attr_get(node, "local"))
        cell->var = gt_xml_attr_variable(in, node);
    if (gt_xml_attr_get(node, "process"))
        cell->proc = gt_xml_attr_process(in, node, "process");
}

static void write_labels(gt_xml_out *x, const void *record)
{
    const gt_cvar *cell = record;
    for (int64_t i = 0; cell->labels && i <= (int64_t)cell->type.hi - cell->type.lo; i++) {
        gt_xml_open(x, "label");
        gt_xml_attr(x, "name", cell->labels[i]);
        gt_xml_close(x, "label");
    }
}

static void read_labels(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_cvar *cell = record;
    uint32_t n = gt_xml_count(node, "label");
    if (cell->type.kind == GT_TYPE_ID)
        gt_xml_error(in, node, "%s cannot hold a process", cell->name);
    if (n == 0 || in->failed)
        return;
    if (n != (uint64_t)((int64_t)cell->type.hi - cell->type.lo + 1)) {
        gt_xml_error(in, node, "%s needs a label for each of its values, or none", cell->name);
        return;
    }
    cell->labels = GT_NEW_ARRAY(in->arena, const char *, n);
    n = 0;
    for (const xmlNode *k = gt_xml_first(node); k; k = gt_xml_next(k))
        cell->labels[n++] = gt_xml_attr_text(in, k, "name");
}

static const gt_own own_meaning = {.write = write_meaning, .read = read_meaning},
                    own_labels = {.write = write_labels, .read = read_labels};
static const gt_xml_field values_fields[] = {
    {GT_XML_TYPE, AT(gt_cvar, type)},
    {GT_XML_OWN, .name = "labels", .of = &own_labels},
};
static RECORD(record_values, "values", gt_cvar, values_fields);

enum {
    HAS_STATE = 1 << GT_CVAR_COUNTER,
    HAS_IDVAR = 1 << GT_CVAR_AT | 1 << GT_CVAR_ALIAS,
    HAS_SLOT = 1 << GT_CVAR_SLOT | 1 << GT_CVAR_SLOT_COUNT | 1 << GT_CVAR_LOCAL
};
static WORDS(cell_words, "shared", "counter", "at", "alias", "slot", "slot-count", "id", "local", "control");
static const gt_xml_field cell_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_cvar, name), .like = "identifiers"},
    {GT_XML_WORD, .name = "kind", AT(gt_cvar, kind), .of = &cell_words},
    {GT_XML_OWN, .name = "meaning", .of = &own_meaning},
    {GT_XML_NUMBER, .name = "state", .optional = true, .when = HAS_STATE, AT(gt_cvar, state), .of = &states},
    {GT_XML_NUMBER, .name = "idvar", .optional = true, .when = HAS_IDVAR, AT(gt_cvar, idvar),
     .of = &any_idvar},
    {GT_XML_NUMBER, .name = "slot", .optional = true, .when = HAS_SLOT, AT(gt_cvar, slot), .of = &slots},
    {GT_XML_GROUP, .of = &record_values},
};
static RECORD(record_cell, "cell", gt_cvar, cell_fields);

static const gt_xml_field step_fields[] = {
    {GT_XML_NUMBER, .name = "n", AT(gt_init_step, var), .of = &cells},
    {GT_XML_PLAIN, AT(gt_init_step, lo)},
    {GT_XML_UPTO, LIST(gt_init_step, hi, lo)},
    {GT_XML_EXPR, .name = "where", .optional = true, AT(gt_init_step, where)},
};
static RECORD(record_step, "begin", gt_init_step, step_fields);

static const gt_xml_field assign_fields[] = {
    {GT_XML_NUMBER, .name = "n", AT(gt_assign, var), .of = &cells},
    {GT_XML_PLAIN, AT(gt_assign, value)},
};
static RECORD(record_assign, "assign", gt_assign, assign_fields);

static const gt_xml_field cmd_branch_fields[] = {
    {GT_XML_EXPR, .name = "probability", .optional = true, AT(gt_cmd_branch, prob)},
    {GT_XML_RECORDS, LIST(gt_cmd_branch, assigns, nassigns), .of = &record_assign},
};
static RECORD(record_cmd_branch, "branch", gt_cmd_branch, cmd_branch_fields);

static const gt_xml_field pick_fields[] = {
    {GT_XML_BINDER, .name = "binder", AT(gt_pick, value)},
    {GT_XML_TEXTS, .name = "label", LIST(gt_pick, labels, nlabels), .of = "name"},
    {GT_XML_EXPR, .name = "where", .optional = true, AT(gt_pick, where)},
};
static RECORD(record_pick, "pick", gt_pick, pick_fields);

static const gt_xml_field command_fields[] = {
    {GT_XML_RULE, .name = "rule", AT(gt_cmd, origin)},
    {GT_XML_TEXT, .name = "label", AT(gt_cmd, label)},
    {GT_XML_EXPR, .name = "guard", AT(gt_cmd, guard)},
    {GT_XML_RECORDS, LIST(gt_cmd, picks, npicks), .of = &record_pick},
    {GT_XML_EXPR, .name = "weight", .optional = true, AT(gt_cmd, weight)},
    {GT_XML_RECORDS, .some = true, LIST(gt_cmd, branches, nbranches), .of = &record_cmd_branch},
};
static RECORD(record_command, "command", gt_cmd, command_fields);

static const gt_xml_field cmd_prop_fields[] = {
    {GT_XML_PROP, .name = "property", AT(gt_cmd_prop, origin)},
    {GT_XML_PLAIN, .optional = true, AT(gt_cmd_prop, formula)},
};
static RECORD(record_cmd_prop, "checked", gt_cmd_prop, cmd_prop_fields);

static void write_controls(gt_xml_out *x, const void *record)
{
    const gt_cmds *cmds = record;
    size_t width = gt_cmds_control_width(cmds);
    for (uint32_t i = 0; i < cmds->ncontrols; i++) {
        gt_xml_open(x, "control");
        gt_xml_attr_list(x, "values", cmds->controls + i * width, (uint32_t)width);
        gt_xml_close(x, "control");
    }
}

static void read_controls(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_cmds *cmds = record;
    uint32_t n = gt_xml_count(node, "control");
    size_t width = gt_cmds_control_width(cmds);
    if ((uint64_t)n * (width + 1) > INT32_MAX) {
        gt_xml_error(in, node, "too many controls");
        return;
    }
    int32_t *values = GT_NEW_ARRAY(in->arena, int32_t, n * width);
    cmds->controls = values;
    for (const xmlNode *k = gt_xml_first(node); k && !in->failed; k = gt_xml_next(k))
        if (gt_xml_is(k, "control"))
            gt_xml_attr_ints(in, k, "values", (uint32_t)width, values + cmds->ncontrols++ * width);
}

static const gt_own own_controls = {.write = write_controls, .read = read_controls};
static const gt_xml_field commands_fields[] = {
    {GT_XML_RECORDS, LIST(gt_cmds, vars, nvars), .of = &record_cell},
    {GT_XML_RECORDS, LIST(gt_cmds, init, ninit), .of = &record_step},
    {GT_XML_RECORDS, LIST(gt_cmds, cmds, ncmds), .of = &record_command},
    {GT_XML_EXPRS, .name = "known", LIST(gt_cmds, invariants, ninvariants)},
    {GT_XML_EXPR, .name = "error", .optional = true, AT(gt_cmds, error)},
    {GT_XML_EXPR, .name = "pruned", .optional = true, AT(gt_cmds, pruned)},
    {GT_XML_EXPRS, .name = "fair", LIST(gt_cmds, fair, nfair)},
    {GT_XML_EXPRS, .name = "earned", LIST(gt_cmds, rewards, nrewards)},
    {GT_XML_RECORDS, LIST(gt_cmds, props, nprops), .of = &record_cmd_prop},
    {GT_XML_OWN, .name = "controls", .of = &own_controls},
};
RECORD(gt_record_commands, "commands", gt_cmds, commands_fields);

/* ---- symmetric programs: declarations ---- */

static const gt_xml_field enum_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_enum, name)},
    {GT_XML_POS, AT(gt_enum, pos)},
    {GT_XML_TEXTS, .name = "value", .some = true, LIST(gt_enum, values, nvalues), .of = "name",
     .like = "identifier"},
};
static RECORD(record_enum, "enum", gt_enum, enum_fields);

static const gt_xml_field enums_fields[] = {
    {GT_XML_POINTERS, LIST(gt_sym, enums, nenums), .of = &record_enum}};
static RECORD(record_enums, "enums", gt_sym, enums_fields);

static const gt_xml_field dim_fields[] = {
    {GT_XML_INT, .name = "lo", AT(gt_dim, lo)},
    {GT_XML_INT, .name = "hi", AT(gt_dim, hi)},
    {GT_XML_ENUM, .name = "enum", .optional = true, AT(gt_dim, en)},
};
static RECORD(record_dim, "dim", gt_dim, dim_fields);

static const gt_xml_field array_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_var, name), .like = "identifiers"},
    {GT_XML_TYPE, AT(gt_var, type)},
    {GT_XML_POS, AT(gt_var, pos)},
    {GT_XML_PROC, .name = "owner", .optional = true, AT(gt_var, owner)},
    {GT_XML_RECORDS, .some = true, LIST(gt_var, dims, ndims), .of = &record_dim},
};
static RECORD(record_array, "array", gt_var, array_fields);

/* The array of an element, unless it is that of the one before it: elements stand together. */
static void write_array(gt_xml_out *x, const gt_var *element, const gt_var *before)
{
    const gt_var *array = element->origin;
    if (!array || (before && before->origin == array))
        return;
    *gt_ptrmap_at(&x->numbers, array) = x->narrays++;
    gt_xml_write_record(x, &record_array, array);
}

static void write_arrays(gt_xml_out *x, const void *record)
{
    const gt_sym *sym = record;
    gt_xml_open(x, "arrays");
    for (uint32_t i = 0; i < sym->nshared; i++)
        write_array(x, sym->shared[i], i ? sym->shared[i - 1] : NULL);
    for (uint32_t k = 0; k < sym->nprocs; k++)
        for (uint32_t i = 0; i < sym->procs[k]->nvars; i++)
            write_array(x, sym->procs[k]->vars[i], i ? sym->procs[k]->vars[i - 1] : NULL);
    gt_xml_close(x, "arrays");
}

static void read_arrays(gt_xml_in *in, const xmlNode *node, void *record)
{
    (void)record;
    in->arrays.n = 0;
    for (const xmlNode *n = gt_xml_first(gt_xml_child(node, "arrays")); n; n = gt_xml_next(n)) {
        gt_var *array = GT_NEW(in->arena, gt_var);
        gt_xml_read_record(in, n, &record_array, array);
        gt_xml_count_elements(in, n, array);
        gt_vec_push(&in->arrays, array);
    }
}

static const gt_own own_arrays = {.write = write_arrays, .read = read_arrays, .uses = {&record_array}};
static const gt_xml_field types_fields[] = {
    {GT_XML_GROUP, .of = &record_enums},
    {GT_XML_OWN, .name = "arrays", .of = &own_arrays},
};
RECORD(gt_record_types, "types", gt_sym, types_fields);

static void write_origin(gt_xml_out *x, const void *record)
{
    const gt_var *var = record;
    if (!var->origin)
        return;
    gt_xml_attr_int(x, "array", (int64_t)*gt_ptrmap_at(&x->numbers, var->origin));
    gt_xml_attr_int(x, "element", var->element);
}

static void read_origin(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_var *var = record;
    uint32_t i;
    if (!gt_xml_attr_get(node, "array") || !gt_xml_attr_index(in, node, "array", in->arrays.n, "array", &i))
        return;
    if (gt_xml_attr_index(in, node, "element", in->arrays.v[i]->len, "element", &var->element))
        var->origin = in->arrays.v[i];
}

static void write_classes(gt_xml_out *x, const void *record)
{
    const gt_var *var = record;
    if (var->class_sizes)
        gt_xml_attr_list(x, "classes", var->class_sizes, var->type.en->nvalues);
}

static void read_classes(gt_xml_in *in, const xmlNode *node, void *record)
{
    gt_var *var = record;
    if (!gt_xml_attr_get(node, "classes"))
        return;
    uint32_t n = var->type.kind == GT_TYPE_ENUM && var->type.en ? var->type.en->nvalues : 0;
    int32_t *sizes = GT_NEW_ARRAY(in->arena, int32_t, (size_t)n + 1);
    gt_xml_attr_ints(in, node, "classes", n, sizes);
    var->class_sizes = sizes;
}

static const gt_xml_field init_fields[] = {
    {GT_XML_BINDER, .name = "choice", .optional = true, .either = true, AT(gt_init, choice)},
    {GT_XML_PLAIN, .optional = true, AT(gt_init, expr)},
};
static RECORD(record_init, "init", gt_init, init_fields);

static const gt_own own_origin = {.write = write_origin, .read = read_origin},
                    own_classes = {.write = write_classes, .read = read_classes};
static const gt_xml_field variable_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_var, name), .like = "identifiers"},
    {GT_XML_TYPE, AT(gt_var, type)},
    {GT_XML_POS, AT(gt_var, pos)},
    {GT_XML_FLAG, .name = "location", AT(gt_var, is_loc)},
    {GT_XML_FLAG, .name = "ghost", AT(gt_var, is_ghost)},
    {GT_XML_FLAG, .name = "error", AT(gt_var, is_error)},
    {GT_XML_OWN, .name = "origin", .of = &own_origin},
    {GT_XML_OWN, .name = "classes", .of = &own_classes},
    {GT_XML_RECORDS, LIST(gt_var, dims, ndims), .of = &record_dim},
    {GT_XML_RECORDS, .some = true, LIST(gt_var, inits, ninits), .of = &record_init},
};
RECORD(gt_record_variable, "variable", gt_var, variable_fields);

/* Sets, which most types are, do not say so. */
static void write_symmetry(gt_xml_out *x, const void *record)
{
    const gt_proc *proc = record;
    if (proc->symmetry != GT_SYMMETRY_FULL)
        gt_xml_attr(x, "symmetry", gt_xml_symmetries.words[proc->symmetry]);
}

static void read_symmetry(gt_xml_in *in, const xmlNode *node, void *record)
{
    size_t symmetry = GT_SYMMETRY_FULL;
    if (gt_xml_attr_get(node, "symmetry"))
        gt_xml_attr_word(in, node, "symmetry", gt_xml_symmetries.words, gt_xml_symmetries.n, &symmetry);
    ((gt_proc *)record)->symmetry = (gt_symmetry)symmetry;
}

static const gt_own own_symmetry = {.write = write_symmetry, .read = read_symmetry};
static const gt_xml_field process_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_proc, name), .like = "identifier"},
    {GT_XML_SIZE, .name = "n", AT(gt_proc, n)},
    {GT_XML_OWN, .name = "symmetry", .of = &own_symmetry},
    {GT_XML_POS, AT(gt_proc, pos)},
    {GT_XML_POINTERS, LIST(gt_proc, vars, nvars), .of = &gt_record_variable},
};
RECORD(gt_record_process, "process", gt_proc, process_fields);

static const gt_xml_field shared_fields[] = {
    {GT_XML_POINTERS, LIST(gt_sym, shared, nshared), .of = &gt_record_variable},
};
static RECORD(record_shared, "shared", gt_sym, shared_fields);

static const gt_xml_field processes_fields[] = {
    {GT_XML_POINTERS, LIST(gt_sym, procs, nprocs), .of = &gt_record_process},
};
static RECORD(record_processes, "processes", gt_sym, processes_fields);

/* ---- symmetric programs: behaviour ---- */

static const gt_xml_field update_fields[] = {
    {GT_XML_VAR, AT(gt_update, var)},
    {GT_XML_BINDER, .name = "each", .optional = true, AT(gt_update, each)},
    {GT_XML_POS, AT(gt_update, pos)},
    {GT_XML_EXPR, .name = "cond", .optional = true, AT(gt_update, cond)},
    {GT_XML_EXPR, .name = "of", .optional = true, AT(gt_update, proc)},
    {GT_XML_EXPR, .name = "index", .optional = true, AT(gt_update, index)},
    {GT_XML_EXPR, .name = "to", AT(gt_update, value)},
};
static RECORD(record_update, "update", gt_update, update_fields);

static const gt_xml_field branch_fields[] = {
    {GT_XML_POS, AT(gt_branch, pos)},
    {GT_XML_EXPR, .name = "probability", .optional = true, AT(gt_branch, prob)},
    {GT_XML_RECORDS, LIST(gt_branch, updates, nupdates), .of = &record_update},
};
static RECORD(record_branch, "branch", gt_branch, branch_fields);

static const gt_xml_field rule_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_rule, name), .like = "identifier.maybe"},
    {GT_XML_TEXT, .name = "label", AT(gt_rule, label)},
    {GT_XML_PROC, .name = "owner", .optional = true, AT(gt_rule, owner)},
    {GT_XML_TEXT, .name = "from", .optional = true, .both = true, AT(gt_rule, from), .like = "identifier"},
    {GT_XML_TEXT, .name = "to", .optional = true, AT(gt_rule, to), .like = "identifier"},
    {GT_XML_POS, AT(gt_rule, pos)},
    {GT_XML_BINDERS, .name = "partner", LIST(gt_rule, partners, npartners)},
    {GT_XML_BINDERS, .name = "choice", LIST(gt_rule, choices, nchoices)},
    {GT_XML_EXPR, .name = "guard", AT(gt_rule, guard)},
    {GT_XML_EXPR, .name = "rate", .optional = true, AT(gt_rule, rate)},
    {GT_XML_RECORDS, .some = true, LIST(gt_rule, branches, nbranches), .of = &record_branch},
};
static RECORD(record_rule, "rule", gt_rule, rule_fields);

static const gt_xml_field fair_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_fair, name)},
    {GT_XML_POS, AT(gt_fair, pos)},
    {GT_XML_PLAIN, AT(gt_fair, expr)},
};
static RECORD(record_fair, "fairness", gt_fair, fair_fields);

static const gt_xml_field turn_fields[] = {
    {GT_XML_PROC, .name = "process", .optional = true, AT(gt_turn, proc)},
    {GT_XML_TEXT, .name = "rule", .optional = true, AT(gt_turn, rule), .like = "identifier"},
    {GT_XML_FLAG, .name = "strong", AT(gt_turn, strong)},
    {GT_XML_POS, AT(gt_turn, pos)},
};
static RECORD(record_turn, "turn", gt_turn, turn_fields);

static const gt_xml_field reward_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_reward, name), .like = "identifier"},
    {GT_XML_POS, AT(gt_reward, pos)},
    {GT_XML_TEXTS, .name = "on", LIST(gt_reward, rules, nrules), .of = "rule", .like = "identifier"},
    {GT_XML_EXPR, .name = "earned", AT(gt_reward, expr)},
};
static RECORD(record_reward, "reward", gt_reward, reward_fields);

static const char *const prop_kinds[] = {
#define GT_PROP(kind, xml, listed, keyword, said) xml,
#include "ir/prop.def"
#undef GT_PROP
};
static const gt_xml_words prop_words = {sizeof prop_kinds / sizeof *prop_kinds, prop_kinds};
static const gt_xml_field prop_fields[] = {
    {GT_XML_TEXT, .name = "name", AT(gt_prop, name), .like = "identifier"},
    {GT_XML_WORD, .name = "kind", AT(gt_prop, kind), .of = &prop_words},
    {GT_XML_FLAG, .name = "exists", AT(gt_prop, prefix_exists)},
    {GT_XML_POS, AT(gt_prop, pos)},
    {GT_XML_BINDERS, .name = "prefix", LIST(gt_prop, prefix, nprefix)},
    {GT_XML_EXPR, .name = "formula", .optional = true, AT(gt_prop, formula)},
};
static RECORD(record_prop, "property", gt_prop, prop_fields);

static const gt_xml_field rules_fields[] = {
    {GT_XML_POINTERS, LIST(gt_sym, rules, nrules), .of = &record_rule},
};
static RECORD(record_rules, "rules", gt_sym, rules_fields);

static const gt_xml_field properties_fields[] = {
    {GT_XML_POINTERS, LIST(gt_sym, fair, nfair), .of = &record_fair},
    {GT_XML_POINTERS, LIST(gt_sym, turns, nturns), .of = &record_turn},
    {GT_XML_POINTERS, LIST(gt_sym, rewards, nrewards), .of = &record_reward},
    {GT_XML_POINTERS, LIST(gt_sym, props, nprops), .of = &record_prop},
};
static RECORD(record_properties, "properties", gt_sym, properties_fields);

static const gt_xml_field symmetric_fields[] = {
    {GT_XML_GROUP, .of = &record_shared},
    {GT_XML_GROUP, .of = &record_processes},
    {GT_XML_EXPR, .name = "initially", .optional = true, AT(gt_sym, initially)},
    {GT_XML_GROUP, .of = &record_rules},
    {GT_XML_GROUP, .of = &record_properties},
};
RECORD(gt_record_symmetric, "symmetric", gt_sym, symmetric_fields);

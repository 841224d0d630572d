#include "ir/mean/abstract.h"

#include "runtime/base.h"
#include "runtime/table.h"

#include <stdlib.h>
#include <string.h>

/* One process type. */
typedef struct {
    const gt_proc *proc;     /* of cmds->sym */
    const gt_locals *locals; /* NULL without population program */
    size_t base, stride;     /* in the concrete state */
    size_t *offset;          /* of proc's variables, within a process */
    uint32_t nidvars;
    size_t *idvars;    /* places of its id variables in the concrete state */
    uint32_t *names;   /* per process: how many id variables name it */
    int64_t *state_of; /* per process: the number of its local state */
    int64_t *sorted;   /* local states of the untracked processes, ascending, then -1 */
    int64_t *kind;     /* pairs: the distinct ones */
    uint32_t *size;    /* pairs: how many of each */
    uint32_t nsorted, nkinds;
    uint32_t *untracked, *all; /* per local state */
} type_link;

struct gt_abstract {
    gt_arena *arena;
    const gt_layout *layout;
    const gt_cmds *cmds;
    size_t *shared; /* places of cmds->sym's shared variables */
    type_link *types;
    int32_t *row;     /* values of one local state */
    uint32_t *first;  /* per cvar: AT, SLOT: the first variable of its process or slot */
    int32_t *control; /* what a value of the CONTROL variable stands for */
    gt_table controls;
};

/* ---- links ---- */

const gt_sym *gt_abstract_with_ghosts(gt_arena *arena, const gt_sym *written, const gt_sym *made)
{
    gt_sym *out = gt_arena_copy(arena, written, 1, sizeof *written);
    out->shared = GT_NEW_ARRAY(arena, gt_var *, (size_t)written->nshared + made->nshared);
    for (uint32_t i = 0; i < written->nshared; i++) {
        out->shared[i] = written->shared[i];
        if (written->shared[i]->is_ghost)
            return written;
    }
    for (uint32_t i = 0; i < made->nshared; i++) {
        if (made->shared[i]->is_ghost) {
            gt_var *ghost = gt_arena_copy(arena, made->shared[i], 1, sizeof *ghost);
            ghost->type.proc = written->procs[ghost->type.proc->index];
            ghost->index = out->nshared;
            out->shared[out->nshared++] = ghost;
        }
    }
    return out->nshared == written->nshared ? written : out;
}

/* A pass that copies a scalar variable keeps its name. */
static bool is_copy(const gt_var *a, const gt_var *b)
{
    return a->ndims == 0 && b->ndims == 0 && a->is_ghost == b->is_ghost && a->is_error == b->is_error &&
           strcmp(a->name, b->name) == 0;
}

static const gt_var *find_var(uint32_t nvars, gt_var *const *vars, const gt_var *var)
{
    for (uint32_t i = 0; i < nvars; i++) {
        if (vars[i] == var)
            return var;
    }
    for (uint32_t i = 0; !var->origin && i < nvars; i++) {
        if (is_copy(vars[i], var))
            return vars[i];
    }
    return NULL;
}

static size_t find_shared(const gt_layout *layout, const gt_var *var, uint32_t element)
{
    const gt_var *found = find_var(layout->sym->nshared, layout->sym->shared, var);
    if (found)
        return gt_layout_shared(layout, found, element);
    if (var->origin)
        return find_shared(layout, var->origin, var->element);
    return var->is_error ? 0 : SIZE_MAX;
}

static size_t find_local(const gt_layout *layout, uint32_t type, const gt_var *var, uint32_t element)
{
    const gt_proc *proc = layout->sym->procs[type];
    const gt_var *found = find_var(proc->nvars, proc->vars, var);
    if (found)
        return layout->procs[type].offset[found->index] + element;
    return var->origin ? find_local(layout, type, var->origin, var->element) : SIZE_MAX;
}

static void link_type(gt_abstract *abs, uint32_t t)
{
    const gt_proc *proc = abs->cmds->sym->procs[t];
    type_link *type = &abs->types[t];
    size_t n = (size_t)proc->n;
    type->proc = proc;
    type->base = abs->layout->procs[t].base;
    type->stride = abs->layout->procs[t].stride;
    type->offset = GT_NEW_ARRAY(abs->arena, size_t, proc->nvars);
    for (uint32_t v = 0; v < proc->nvars; v++) {
        type->offset[v] = find_local(abs->layout, t, proc->vars[v], 0);
        if (type->offset[v] == SIZE_MAX)
            gt_ice("%s.%s has no place in a concrete state", proc->name, proc->vars[v]->name);
    }
    const gt_pop *pop = abs->cmds->pop;
    if (!pop)
        return;
    const gt_locals *locals = type->locals = &pop->locals[t];
    type->nidvars = locals->nidvars;
    type->idvars = GT_NEW_ARRAY(abs->arena, size_t, locals->nidvars);
    for (uint32_t i = 0; i < locals->nidvars; i++)
        type->idvars[i] = abs->shared[pop->idvars[locals->first_idvar + i].var->index];
    type->names = GT_NEW_ARRAY(abs->arena, uint32_t, n);
    type->state_of = GT_NEW_ARRAY(abs->arena, int64_t, n);
    type->sorted = GT_NEW_ARRAY(abs->arena, int64_t, n);
    type->kind = GT_NEW_ARRAY(abs->arena, int64_t, n);
    type->size = GT_NEW_ARRAY(abs->arena, uint32_t, n);
    type->untracked = GT_NEW_ARRAY(abs->arena, uint32_t, locals->nstates);
    type->all = GT_NEW_ARRAY(abs->arena, uint32_t, locals->nstates);
}

/* AT and SLOT variables of one process or slot come together; the first one marks none and empty. */
static uint32_t first_field(const gt_cmds *cmds, uint32_t i)
{
    const gt_cvar *var = &cmds->vars[i];
    for (uint32_t k = 0; k < i; k++) {
        const gt_cvar *other = &cmds->vars[k];
        bool same = var->kind == GT_CVAR_AT ? other->idvar == var->idvar
                                            : other->proc == var->proc && other->slot == var->slot;
        if (other->kind == var->kind && same)
            return k;
    }
    return i;
}

gt_abstract *gt_abstract_new(const gt_layout *layout, const gt_cmds *cmds)
{
    gt_abstract *abs = gt_xcalloc(1, sizeof *abs);
    abs->arena = gt_arena_new();
    abs->layout = layout;
    abs->cmds = cmds;
    abs->shared = GT_NEW_ARRAY(abs->arena, size_t, cmds->sym->nshared);
    for (uint32_t i = 0; i < cmds->sym->nshared; i++) {
        abs->shared[i] = find_shared(layout, cmds->sym->shared[i], 0);
        if (abs->shared[i] == SIZE_MAX)
            gt_ice("%s has no place in a concrete state", cmds->sym->shared[i]->name);
    }
    abs->types = GT_NEW_ARRAY(abs->arena, type_link, cmds->sym->nprocs);
    uint32_t most = 0;
    for (uint32_t t = 0; t < cmds->sym->nprocs; t++) {
        link_type(abs, t);
        most = cmds->sym->procs[t]->nvars > most ? cmds->sym->procs[t]->nvars : most;
    }
    abs->row = GT_NEW_ARRAY(abs->arena, int32_t, most);
    abs->first = GT_NEW_ARRAY(abs->arena, uint32_t, cmds->nvars);
    size_t width = gt_cmds_control_width(cmds);
    abs->control = GT_NEW_ARRAY(abs->arena, int32_t, width);
    for (uint32_t i = 0; i < cmds->ncontrols; i++)
        (void)gt_table_add(&abs->controls,
                           gt_hash_bytes(cmds->controls + i * width, width * sizeof(int32_t)));
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        bool fields = cmds->vars[i].kind == GT_CVAR_AT || cmds->vars[i].kind == GT_CVAR_SLOT;
        abs->first[i] = fields && cmds->vars[i].var ? first_field(cmds, i) : i;
    }
    return abs;
}

void gt_abstract_free(gt_abstract *abs)
{
    if (abs) {
        gt_table_fini(&abs->controls);
        gt_arena_free(abs->arena);
        free(abs);
    }
}

bool gt_abstract_is_error(const gt_abstract *abs, const int32_t *state)
{
    for (uint32_t i = 0; i < abs->cmds->sym->nshared; i++) {
        if (abs->cmds->sym->shared[i]->is_error && state[abs->shared[i]])
            return true;
    }
    return state[0] != 0;
}

/* ---- applying ---- */

static int compare_states(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Who is tracked, who is where, and the multiset of the rest. */
static void survey(gt_abstract *abs, type_link *type, const int32_t *state)
{
    size_t n = (size_t)type->proc->n;
    memset(type->names, 0, n * sizeof *type->names);
    memset(type->untracked, 0, type->locals->nstates * sizeof *type->untracked);
    memset(type->all, 0, type->locals->nstates * sizeof *type->all);
    for (uint32_t i = 0; i < type->nidvars; i++) {
        int32_t process = state[type->idvars[i]];
        if (process > 0)
            type->names[process - 1]++;
    }
    type->nsorted = type->nkinds = 0;
    for (size_t p = 0; p < n; p++) {
        const int32_t *values = state + type->base + p * type->stride;
        for (uint32_t v = 0; v < type->proc->nvars; v++)
            abs->row[v] = values[type->offset[v]];
        int64_t at = type->state_of[p] = gt_locals_find(type->locals, abs->row);
        if (at >= 0) {
            type->all[at]++;
            type->untracked[at] += type->names[p] == 0;
        }
        if (type->names[p] == 0)
            type->sorted[type->nsorted++] = at;
    }
    if (abs->cmds->encoding != GT_ENC_VECTOR && abs->cmds->encoding != GT_ENC_PAIRS) {
        return; /* no slots */
    }
    qsort(type->sorted, type->nsorted, sizeof *type->sorted, compare_states);
    for (uint32_t i = 0; i < type->nsorted; i++) {
        if (i == 0 || type->sorted[i] != type->sorted[i - 1]) {
            type->kind[type->nkinds] = type->sorted[i];
            type->size[type->nkinds++] = 0;
        }
        type->size[type->nkinds - 1]++;
    }
}

/* The field of `var` for local state `at`; `nobody`: for none or an empty slot. */
static int32_t field(const type_link *type, const gt_cvar *var, bool first, bool nobody, int64_t at)
{
    if (!var->var)
        return nobody ? (int32_t)type->locals->nstates : (int32_t)at;
    if (nobody)
        return first ? var->var->type.hi + 1 : 0;
    return at < 0 ? -1 : type->locals->values[(size_t)at * type->locals->nvars + var->var->index];
}

static int32_t alias(const type_link *type, const int32_t *state, uint32_t position)
{
    int32_t process = state[type->idvars[position]];
    for (uint32_t i = 0; process > 0 && i < position; i++) {
        if (state[type->idvars[i]] == process)
            return (int32_t)i;
    }
    return (int32_t)position;
}

static bool same_control(const void *things, uint32_t number, const void *key)
{
    const gt_cmds *cmds = things;
    size_t width = gt_cmds_control_width(cmds);
    return memcmp(cmds->controls + number * width, key, width * sizeof(int32_t)) == 0;
}

/* The number of the state's control; -1: it has none. */
static int32_t control_of(const gt_abstract *abs, const int32_t *state)
{
    const gt_cmds *cmds = abs->cmds;
    const gt_sym *sym = cmds->sym;
    int32_t *leader = abs->control + sym->nshared, *tracked = leader + cmds->pop->nidvars;
    for (uint32_t i = 0; i < sym->nshared; i++) {
        bool kept = sym->shared[i]->type.kind != GT_TYPE_ID && !sym->shared[i]->is_error;
        abs->control[i] = kept ? state[abs->shared[i]] : 0;
    }
    for (uint32_t k = 0; k < cmds->pop->nidvars; k++) {
        const type_link *type = &abs->types[cmds->pop->idvars[k].proc->index];
        uint32_t position = k - type->locals->first_idvar;
        int32_t process = state[type->idvars[position]];
        leader[k] = process ? alias(type, state, position) + (int32_t)type->locals->first_idvar : -1;
        tracked[k] = leader[k] == (int32_t)k ? (int32_t)type->state_of[process - 1] : -1;
    }
    size_t bytes = gt_cmds_control_width(cmds) * sizeof(int32_t);
    uint32_t number =
        gt_table_find(&abs->controls, gt_hash_bytes(abs->control, bytes), same_control, cmds, abs->control);
    return number == GT_ABSENT ? -1 : (int32_t)number;
}

static int32_t value_of(const gt_abstract *abs, uint32_t i, const int32_t *state)
{
    const gt_cvar *var = &abs->cmds->vars[i];
    const gt_pop *pop = abs->cmds->pop;
    bool first = abs->first[i] == i;
    switch (var->kind) {
    case GT_CVAR_SHARED:
    case GT_CVAR_ID: return state[abs->shared[var->var->index]];
    case GT_CVAR_LOCAL: {
        const type_link *type = &abs->types[var->proc->index];
        return state[type->base + var->slot * type->stride + type->offset[var->var->index]];
    }
    case GT_CVAR_COUNTER: {
        const type_link *type = &abs->types[var->proc->index];
        const uint32_t *counts = abs->cmds->encoding == GT_ENC_PAPER ? type->all : type->untracked;
        return (int32_t)counts[var->state];
    }
    case GT_CVAR_AT: {
        const type_link *type = &abs->types[pop->idvars[var->idvar].proc->index];
        int32_t process = state[type->idvars[var->idvar - type->locals->first_idvar]];
        return field(type, var, first, process == 0, process ? type->state_of[process - 1] : 0);
    }
    case GT_CVAR_ALIAS: {
        const type_link *type = &abs->types[pop->idvars[var->idvar].proc->index];
        return alias(type, state, var->idvar - type->locals->first_idvar);
    }
    case GT_CVAR_SLOT: {
        const type_link *type = &abs->types[var->proc->index];
        bool pairs = abs->cmds->encoding == GT_ENC_PAIRS;
        bool nobody = var->slot >= (pairs ? type->nkinds : type->nsorted);
        return field(type, var, first, nobody, nobody ? 0 : (pairs ? type->kind : type->sorted)[var->slot]);
    }
    case GT_CVAR_CONTROL: return control_of(abs, state);
    case GT_CVAR_SLOT_COUNT: {
        const type_link *type = &abs->types[var->proc->index];
        return var->slot < type->nkinds ? (int32_t)type->size[var->slot] : 0;
    }
    }
    gt_ice("a variable of no kind");
}

void gt_abstract_apply(gt_abstract *abs, const int32_t *state, int32_t *valuation)
{
    for (uint32_t t = 0; abs->cmds->pop && t < abs->cmds->sym->nprocs; t++)
        survey(abs, &abs->types[t], state);
    for (uint32_t i = 0; i < abs->cmds->nvars; i++)
        valuation[i] = value_of(abs, i, state);
}

/* ---- the way back ---- */

/* The places of one process, for writing. */
static int32_t *process_at(const type_link *type, int32_t *state, size_t process)
{
    return state + type->base + (process - 1) * type->stride;
}

static void write_local_state(const type_link *type, int32_t *process, int64_t at)
{
    const gt_locals *locals = type->locals;
    for (uint32_t v = 0; v < locals->nvars; v++)
        process[type->offset[v]] = locals->values[(size_t)at * locals->nvars + v];
}

static bool is_state(const type_link *type, int64_t at)
{
    return at >= 0 && at < (int64_t)type->locals->nstates;
}

/* One field of a tracked process or of a slot; false: it says that nobody is there. */
static bool write_field(const type_link *type, const gt_cvar *var, int32_t *process, int32_t value)
{
    if (!var->var) {
        if (!is_state(type, value))
            return false;
        write_local_state(type, process, value);
        return true;
    }
    if (value > var->var->type.hi || value < var->var->type.lo)
        return false;
    process[type->offset[var->var->index]] = value;
    return true;
}

static const gt_cvar *find_at(const gt_abstract *abs, uint32_t idvar, uint32_t *i)
{
    for (; *i < abs->cmds->nvars; ++*i) {
        const gt_cvar *var = &abs->cmds->vars[*i];
        if (var->kind == GT_CVAR_AT && var->idvar == idvar)
            return var;
    }
    return NULL;
}

static int32_t alias_of(const gt_abstract *abs, uint32_t idvar, uint32_t position, const int32_t *valuation)
{
    for (uint32_t i = 0; i < abs->cmds->nvars; i++) {
        if (abs->cmds->vars[i].kind == GT_CVAR_ALIAS && abs->cmds->vars[i].idvar == idvar)
            return valuation[i];
    }
    return (int32_t)position;
}

/* Gives the type's id variables their processes, from 1 on; the number of processes used. */
static size_t place_tracked(const gt_abstract *abs, const type_link *type, const int32_t *valuation,
                            int32_t *state)
{
    size_t used = 0;
    for (uint32_t k = 0; k < type->nidvars && used < (size_t)type->proc->n; k++) {
        uint32_t idvar = type->locals->first_idvar + k, i = 0;
        int32_t same = alias_of(abs, idvar, k, valuation);
        if (same >= 0 && same < (int32_t)k) {
            state[type->idvars[k]] = state[type->idvars[same]];
            continue;
        }
        bool there = true;
        for (const gt_cvar *var = find_at(abs, idvar, &i); var; i++, var = find_at(abs, idvar, &i)) {
            bool empty = !write_field(type, var, process_at(type, state, used + 1), valuation[i]);
            there = there && !(empty && abs->first[i] == i);
        }
        state[type->idvars[k]] = there ? (int32_t)(used + 1) : 0;
        used += there;
    }
    return used;
}

/* How many processes in local state `at` some id variable names. */
static uint32_t tracked_in(const gt_abstract *abs, const type_link *type, const int32_t *state, size_t used,
                           int64_t at)
{
    uint32_t count = 0;
    for (size_t p = 1; p <= used; p++) {
        const int32_t *values = state + type->base + (p - 1) * type->stride;
        for (uint32_t v = 0; v < type->proc->nvars; v++)
            abs->row[v] = values[type->offset[v]];
        count += gt_locals_find(type->locals, abs->row) == at;
    }
    return count;
}

/* Shared variables and tracked processes, from 1 on; *used: how many of each type. */
static void place_control(const gt_abstract *abs, uint32_t number, int32_t *state, size_t *used)
{
    const gt_cmds *cmds = abs->cmds;
    const int32_t *shared = cmds->controls + number * gt_cmds_control_width(cmds);
    const int32_t *leader = shared + cmds->sym->nshared, *tracked = leader + cmds->pop->nidvars;
    for (uint32_t i = 0; i < cmds->sym->nshared; i++)
        if (cmds->sym->shared[i]->type.kind != GT_TYPE_ID && !cmds->sym->shared[i]->is_error)
            state[abs->shared[i]] = shared[i];
    for (uint32_t k = 0; k < cmds->pop->nidvars; k++) {
        uint32_t t = cmds->pop->idvars[k].proc->index;
        const type_link *type = &abs->types[t];
        const size_t *places = type->idvars - type->locals->first_idvar;
        if (leader[k] == (int32_t)k && used[t] < (size_t)type->proc->n) {
            write_local_state(type, process_at(type, state, ++used[t]), tracked[k]);
            state[places[k]] = (int32_t)used[t];
        } else {
            state[places[k]] = leader[k] < 0 || leader[k] == (int32_t)k ? 0 : state[places[leader[k]]];
        }
    }
}

static void place_counters(const gt_abstract *abs, const type_link *type, const int32_t *valuation,
                           int32_t *state, size_t used)
{
    size_t next = used + 1, n = (size_t)type->proc->n;
    for (uint32_t i = 0; i < abs->cmds->nvars; i++) {
        const gt_cvar *var = &abs->cmds->vars[i];
        if (var->kind != GT_CVAR_COUNTER || var->proc != type->proc)
            continue;
        int64_t count = valuation[i];
        if (abs->cmds->encoding == GT_ENC_PAPER)
            count -= tracked_in(abs, type, state, used, var->state);
        for (; count > 0 && next <= n; count--)
            write_local_state(type, process_at(type, state, next++), var->state);
    }
}

/* The slots in their order; a slot's count stands anywhere among the variables. */
static void place_slots(const gt_abstract *abs, const type_link *type, const int32_t *valuation,
                        int32_t *state, size_t used)
{
    size_t next = used + 1, n = (size_t)type->proc->n;
    for (uint32_t slot = 0; next <= n && slot < n; slot++) {
        int64_t count = 1;
        bool there = false;
        for (uint32_t i = 0; i < abs->cmds->nvars; i++) {
            const gt_cvar *var = &abs->cmds->vars[i];
            if (var->proc != type->proc || var->slot != slot)
                continue;
            if (var->kind == GT_CVAR_SLOT) {
                bool written = write_field(type, var, process_at(type, state, next), valuation[i]);
                there = abs->first[i] == i ? written : there;
            } else if (var->kind == GT_CVAR_SLOT_COUNT) {
                count = valuation[i];
            }
        }
        const int32_t *leader = process_at(type, state, next);
        for (; there && count > 0 && next <= n; count--, next++)
            memmove(process_at(type, state, next), leader, type->stride * sizeof *state);
    }
}

bool gt_abstract_concretise(gt_abstract *abs, const int32_t *valuation, int32_t *state)
{
    const gt_cmds *cmds = abs->cmds;
    memset(state, 0, abs->layout->width * sizeof *state);
    size_t *tracked = gt_xcalloc((size_t)cmds->sym->nprocs + 1, sizeof *tracked);
    for (uint32_t t = 0; cmds->pop && t < cmds->sym->nprocs; t++) {
        const type_link *type = &abs->types[t];
        for (size_t p = 1; p <= (size_t)type->proc->n; p++)
            write_local_state(type, process_at(type, state, p), 0);
    }
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        if (cmds->vars[i].kind == GT_CVAR_CONTROL)
            place_control(abs, (uint32_t)valuation[i], state, tracked);
    }
    for (uint32_t t = 0; cmds->pop && t < cmds->sym->nprocs; t++) {
        const type_link *type = &abs->types[t];
        size_t used = cmds->ncontrols ? tracked[t] : place_tracked(abs, type, valuation, state);
        place_counters(abs, type, valuation, state, used);
        place_slots(abs, type, valuation, state, used);
    }
    for (uint32_t i = 0; i < cmds->nvars; i++) {
        const gt_cvar *var = &cmds->vars[i];
        if (var->kind == GT_CVAR_SHARED || var->kind == GT_CVAR_ID) {
            state[abs->shared[var->var->index]] = valuation[i];
        } else if (var->kind == GT_CVAR_LOCAL) {
            const type_link *type = &abs->types[var->proc->index];
            state[type->base + var->slot * type->stride + type->offset[var->var->index]] = valuation[i];
        }
    }
    free(tracked);
    int32_t *image = gt_xmalloc(cmds->nvars + 1, sizeof *image);
    gt_abstract_apply(abs, state, image);
    bool same = memcmp(image, valuation, cmds->nvars * sizeof *image) == 0;
    free(image);
    return same;
}

/* ---- twins ---- */

/* Where a variable of cmds->sym (local ones: of process number 1) stands in the concrete state. */
static size_t offset_of(const gt_abstract *abs, const gt_var *var)
{
    if (!var->owner)
        return find_shared(abs->layout, var, 0);
    return abs->types[var->owner->index].base + find_local(abs->layout, var->owner->index, var, 0);
}

gt_twin gt_twin_new(const gt_layout *made, const gt_layout *written)
{
    gt_twin twin = {.made = gt_xmalloc(made->width, sizeof *twin.made),
                    .written = gt_xmalloc(made->width, sizeof *twin.written),
                    .state = gt_xcalloc(made->width, sizeof *twin.state)};
    const gt_sym *sym = made->sym;
    const gt_cmds only_sym = {.sym = sym};
    gt_abstract *abs = gt_abstract_new(written, &only_sym);
    for (uint32_t i = 0; i < sym->nshared; i++) {
        twin.made[twin.n] = made->shared[i];
        twin.written[twin.n++] = offset_of(abs, sym->shared[i]);
    }
    for (uint32_t t = 0; t < sym->nprocs; t++) {
        const gt_proc_layout *p = &made->procs[t];
        for (uint32_t v = 0; v < sym->procs[t]->nvars; v++) {
            size_t first = offset_of(abs, sym->procs[t]->vars[v]);
            for (uint32_t i = 0; i < (uint32_t)sym->procs[t]->n; i++) {
                twin.made[twin.n] = p->base + i * p->stride + p->offset[v];
                twin.written[twin.n++] = first + i * written->procs[t].stride;
            }
        }
    }
    gt_abstract_free(abs);
    return twin;
}

void gt_twin_fini(gt_twin *twin)
{
    free(twin->made);
    free(twin->written);
    free(twin->state);
}

void gt_twin_get(gt_twin *twin, const int32_t *written)
{
    twin->state[0] = 0;
    for (size_t i = 0; i < twin->n; i++)
        twin->state[twin->made[i]] = written[twin->written[i]];
}

void gt_twin_put(const gt_twin *twin, int32_t *written)
{
    for (size_t i = 0; i < twin->n; i++)
        written[twin->written[i]] = twin->state[twin->made[i]];
}

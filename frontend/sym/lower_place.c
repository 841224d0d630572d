/* Variables and parts of them: x, a[i], j.v, m.kind, q[0].from; and j@A and self. */
#include "frontend/sym/lower_decl.h"
#include "frontend/sym/lower_expr.h"
#include "frontend/sym/lower_suggest.h"
#include "frontend/sym/lower_value.h"

#include <stdlib.h>
#include <string.h>

const gt_expr *gt_lower_self(gt_lower *lw, const gt_env *env, gt_pos pos)
{
    if (env->has_self)
        return gt_expr_self(lw->arena, pos, env->home->proc);
    gt_error(lw->diag, pos, "self-outside", "there is no `self` here");
    gt_note(lw->diag, (gt_pos){0},
            "`self` is the process that moves; only the rules, variables and macros of a "
            "process have one");
    gt_help(lw->diag,
            "quantify: `exists i : P (...)`, or in front of a property `forall i : P . ...`; or move the "
            "rule into the process");
    gt_lower_where(lw);
    return NULL;
}

const gt_expr *gt_lower_location(gt_lower *lw, const gt_proc *proc, const gt_syn *name)
{
    if (!proc->loc) {
        gt_error(lw->diag, name->pos, "unknown-name", "process %s has no locations", proc->name);
        gt_note(lw->diag, proc->pos, "declared here");
        gt_help(lw->diag, "declare them: `states %s, ...;`", name->text);
        return NULL;
    }
    const gt_enum *en = proc->loc->type.en;
    const gt_member *m = gt_lower_member(lw, en, name->text);
    if (m)
        return gt_expr_const(lw->arena, name->pos, gt_type_enum(en), m->value);
    gt_error(lw->diag, name->pos, "unknown-name", "process %s has no location `%s`", proc->name, name->text);
    gt_note(lw->diag, proc->loc->pos, "its locations are declared here");
    gt_lower_suggest_value(lw, en, name->text);
    gt_lower_where(lw);
    return NULL;
}

static const gt_expr *at_location(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    const gt_syn *base = gt_syn_get(syn, GT_FIELD_base), *name = gt_syn_get(syn, GT_FIELD_name);
    const gt_expr *proc = base ? gt_lower_expr(lw, env, base, NULL) : gt_lower_self(lw, env, syn->pos);
    if (!proc)
        return NULL;
    if (proc->type.kind != GT_TYPE_ID) {
        gt_build_wrong(lw->build, proc, "`@`", "a process");
        return NULL;
    }
    const gt_expr *location = gt_lower_location(lw, proc->type.proc, name);
    if (!location)
        return NULL;
    ((gt_symbol *)gt_ptrmap_pointer(&gt_lower_home(lw, proc->type.proc)->scope,
                                    gt_intern_cstr(lw->names, "loc")))
        ->used = true;
    const gt_expr *loc = gt_expr_local(lw->arena, syn->pos, proc, proc->type.proc->loc, NULL);
    return gt_expr_op2(lw->arena, syn->pos, GT_EXPR_EQ, loc, location);
}

/* ---- steps ---- */

/* One index, checked against its dimension. */
static const gt_expr *one_index(gt_lower *lw, const gt_env *env, const gt_syn *syn, const gt_dim *dim)
{
    gt_type want = dim->en ? gt_type_enum(dim->en) : gt_type_int(dim->lo, dim->hi);
    gt_env e = *env;
    e.real = false;
    e.no_time = true;
    e.why = env->no_time ? env->why : "an index";
    const gt_expr *i = gt_lower_expr(lw, &e, syn, &want);
    if (!i)
        return NULL;
    if (i->type.kind == GT_TYPE_ID) {
        gt_error(lw->diag, i->pos, "id-index", "an array cannot be indexed by a process");
        gt_note(lw->diag, (gt_pos){0}, "processes are interchangeable and have no numbers to index with");
        gt_help(lw->diag,
                "what an array would hold per process is a local variable: declare `var` in process %s and "
                "write j.v",
                i->type.proc->name);
        return NULL;
    }
    if (!gt_type_same(i->type, want)) {
        gt_build_wrong(lw->build, i, "this index",
                       gt_arena_printf(lw->arena, dim->en ? "a value of %s" : "an integer",
                                       gt_build_type_name(lw->build, want)));
        return NULL;
    }
    if (i->type.hi < dim->lo || i->type.lo > dim->hi) {
        gt_error(lw->diag, i->pos, "index", "this index is always outside %d..%d", dim->lo, dim->hi);
        gt_lower_where(lw);
        return NULL;
    }
    return i;
}

/* What a part of an expression stands for: a place, or a value, of which a scalar is the only part. */
typedef struct {
    bool is_place;
    gt_place place;
    gt_value value;
} spot;

static bool find_spot(gt_lower *lw, const gt_env *env, const gt_syn *syn, spot *s);

static const gt_bind *bound(const gt_env *env, const char *name)
{
    for (const gt_bind *b = env->binds; b; b = b->next)
        if (b->name == name)
            return b;
    return NULL;
}

static void start(spot *s, gt_symbol *symbol, const gt_syn *syn, const gt_expr *proc)
{
    *s = (spot){.is_place = true};
    s->place = (gt_place){.name = symbol->name,
                          .pos = syn->pos,
                          .symbol = symbol,
                          .layout = symbol->layout,
                          .vars = symbol->vars,
                          .proc = proc};
}

/* The value of a scalar place, which is read. */
static const gt_expr *scalar_of(gt_lower *lw, spot *s)
{
    if (!s->is_place)
        return s->value.parts[0];
    s->place.symbol->used = true;
    gt_lvalue part = gt_lower_one_part(lw, &s->place, s->place.vars[0], false);
    return gt_lower_part(lw, s->place.pos, &part);
}

static const gt_layout *layout_of(const spot *s)
{
    return s->is_place ? s->place.layout : s->value.layout;
}

/* Variable `name` of a process. */
static bool local(gt_lower *lw, spot *s, const gt_syn *syn, const gt_syn *name)
{
    const char *text = name->text;
    const gt_expr *base = scalar_of(lw, s);
    if (!base)
        return false;
    if (base->type.kind != GT_TYPE_ID)
        return gt_build_wrong(lw->build, base, "`.`", "a process");
    const gt_proc *proc = base->type.proc;
    gt_symbol *symbol = gt_ptrmap_pointer(&gt_lower_home(lw, proc)->scope, text);
    if (symbol && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (symbol && symbol->kind == SYMBOL_VAR) {
        start(s, symbol, syn, base);
        return true;
    }
    gt_error(lw->diag, name->pos, "unknown-name", "process %s has no variable `%s`", proc->name, text);
    gt_note(lw->diag, proc->pos, "declared here");
    if (proc->loc && gt_lower_member(lw, proc->loc->type.en, text))
        gt_help(lw->diag, "`%s` is a location: write `@%s` instead of `.%s`", text, text, text);
    else
        gt_lower_suggest_local(lw, proc, text);
    gt_lower_where(lw);
    return false;
}

static bool field(gt_lower *lw, spot *s, const gt_syn *name)
{
    const gt_record *record = layout_of(s)->record;
    uint32_t vars = 0;
    int64_t parts = 0;
    for (uint32_t i = 0; i < record->nfields; i++) {
        const gt_record_field *f = &record->fields[i];
        if (f->name == name->text && s->is_place) {
            s->place.name = gt_arena_printf(lw->arena, "%s.%s", s->place.name, f->name);
            s->place.vars += vars;
            s->place.layout = f->layout;
            return true;
        }
        if (f->name == name->text) {
            s->value = (gt_value){f->layout, s->value.parts + parts};
            return true;
        }
        vars += f->layout->nvars;
        parts += f->layout->nparts;
    }
    gt_error(lw->diag, name->pos, "unknown-name", "record %s has no field `%s`", record->name, name->text);
    gt_lower_suggest_field(lw, record, name->text);
    gt_lower_where(lw);
    return false;
}

static bool by_process(gt_lower *lw, const gt_env *env, const gt_syn *index, spot *s)
{
    gt_env inside = *env;
    inside.real = false;
    inside.no_time = true;
    inside.why = env->no_time ? env->why : "an index";
    gt_type want = gt_type_id(s->place.layout->proc, false);
    const gt_expr *proc = gt_lower_stored(lw, &inside, index, want);
    if (!proc)
        return false;
    if (proc->type.kind != GT_TYPE_ID || proc->type.proc != want.proc)
        return gt_build_wrong(lw->build, proc, "this index", gt_build_type_name(lw->build, want));
    s->place.proc = proc;
    return true;
}

/* Reports what `syn`, which is not a variable, is; silent if something was reported already. */
static bool not_a_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, const char *doing)
{
    while (syn->kind == GT_SYN_index_expression)
        syn = gt_syn_get(syn, GT_FIELD_base);
    if (syn->kind != GT_SYN_identifier) {
        gt_error(lw->diag, syn->pos, "assign", "only a variable can be %s", doing);
        return false;
    }
    const gt_symbol *symbol = gt_lower_find(lw, env->home, syn->text);
    bool is_bound = bound(env, syn->text);
    if (symbol && !is_bound && symbol->kind == SYMBOL_BROKEN)
        return false;
    if (!symbol && !is_bound) {
        gt_error(lw->diag, syn->pos, "unknown-name", "`%s` is not declared", syn->text);
        gt_lower_suggest_name(lw, env, syn->text);
        return false;
    }
    gt_error(lw->diag, syn->pos, "assign", "`%s` is not a variable and cannot be %s", syn->text, doing);
    if (!is_bound)
        gt_note(lw->diag, symbol->pos, "declared here");
    return false;
}

static bool is_indexed(const gt_layout *layout)
{
    return layout->kind == GT_LAYOUT_ARRAY || layout->kind == GT_LAYOUT_QUEUE;
}

static bool not_indexed(gt_lower *lw, const gt_env *env, const gt_syn *syn, const spot *s)
{
    if (!s->is_place)
        return not_a_place(lw, env, gt_syn_get(syn, GT_FIELD_base), "indexed");
    const gt_place *p = &s->place;
    gt_error(lw->diag, syn->pos, "type",
             p->nindices > 0 ? "`%s` is indexed the wrong number of times" : "`%s` is not an array", p->name);
    gt_note(lw->diag, p->symbol->pos, "declared here");
    if (p->layout->kind == GT_LAYOUT_SET)
        gt_help(lw->diag, "whether a set holds x is written `x in %s`", p->name);
    return false;
}

/* The process type that a name is, or NULL. */
static const gt_proc *process_type(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (syn->kind != GT_SYN_identifier || bound(env, syn->text))
        return NULL;
    gt_symbol *symbol = gt_lower_find(lw, env->home, syn->text);
    return symbol && symbol->kind == SYMBOL_PROC ? symbol->home->proc : NULL;
}

/* P[3] */
static bool process_by_number(gt_lower *lw, const gt_env *env, const gt_syn *index, const gt_proc *type,
                              spot *s)
{
    gt_env inside = *env;
    inside.real = false;
    inside.no_time = true;
    inside.why = env->no_time ? env->why : "an index";
    gt_type want = gt_type_id(type, false);
    const gt_expr *i = gt_lower_expr(lw, &inside, index, NULL);
    if (i && i->type.kind != GT_TYPE_INT)
        return gt_build_wrong(lw->build, i, "this index", "an integer");
    int64_t number;
    if (i && type->symmetry != GT_SYMMETRY_SIMILAR && gt_build_const_value(i, &number))
        i = gt_build_named(lw->build, index->pos, type, number); /* says what it needs */
    const gt_expr *e = gt_build_as(lw->build, want, i);
    if (e && e->type.kind != GT_TYPE_ID)
        e = gt_build_named(lw->build, index->pos, type, 0);
    s->value.parts = e ? gt_arena_copy(lw->arena, &e, 1, sizeof(void *)) : NULL;
    s->value.layout = gt_lower_scalar(lw, want);
    return e != NULL;
}

static bool index_step(gt_lower *lw, const gt_env *env, const gt_syn *syn, spot *s)
{
    const gt_syn *index = gt_syn_get(syn, GT_FIELD_index);
    const gt_proc *type = process_type(lw, env, gt_syn_get(syn, GT_FIELD_base));
    if (type)
        return process_by_number(lw, env, index, type, s);
    if (!find_spot(lw, env, gt_syn_get(syn, GT_FIELD_base), s))
        return false;
    if (!s->is_place || !is_indexed(s->place.layout))
        return not_indexed(lw, env, syn, s);
    s->place.pos = syn->pos;
    if (s->place.layout->proc) {
        bool ok = by_process(lw, env, index, s);
        s->place.layout = s->place.layout->element;
        return ok;
    }
    const gt_expr *i = one_index(lw, env, index, &s->place.layout->dim);
    if (i)
        s->place = gt_lower_element(lw, &s->place, i);
    return i != NULL;
}

static bool own(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_symbol *symbol, spot *s)
{
    const gt_expr *self = symbol->is_local ? gt_lower_self(lw, env, syn->pos) : NULL;
    if (symbol->is_local && !self)
        return false;
    start(s, symbol, syn, self);
    return true;
}

static bool member_step(gt_lower *lw, const gt_env *env, const gt_syn *syn, spot *s)
{
    const gt_syn *name = gt_syn_get(syn, GT_FIELD_name);
    if (!find_spot(lw, env, gt_syn_get(syn, GT_FIELD_base), s))
        return false;
    const gt_layout *layout = layout_of(s);
    if (layout->kind == GT_LAYOUT_RECORD) {
        s->place.pos = syn->pos;
        return field(lw, s, name);
    }
    if (layout->kind == GT_LAYOUT_SCALAR)
        return local(lw, s, syn, name);
    gt_error(lw->diag, name->pos, "type", "%s has no field `%s`", gt_lower_layout_name(lw, layout),
             name->text);
    if (layout->kind == GT_LAYOUT_QUEUE)
        gt_help(lw->diag, "the first element of a queue q is `head(q)`, their number `len(q)`");
    return false;
}

/* ---- everything ---- */

static bool find_spot(gt_lower *lw, const gt_env *env, const gt_syn *syn, spot *s)
{
    *s = (spot){0};
    if (syn->kind == GT_SYN_member_expression)
        return member_step(lw, env, syn, s);
    if (syn->kind == GT_SYN_index_expression)
        return index_step(lw, env, syn, s);
    const gt_bind *bind = syn->kind == GT_SYN_identifier ? bound(env, syn->text) : NULL;
    if (bind && bind->value) {
        s->value = *bind->value;
        return s->value.parts != NULL;
    }
    gt_symbol *symbol =
        syn->kind == GT_SYN_identifier && !bind ? gt_lower_find(lw, env->home, syn->text) : NULL;
    if (symbol && symbol->kind == SYMBOL_VAR)
        return own(lw, env, syn, symbol, s);
    const gt_layout *layout = gt_lower_layout_of(lw, env, syn);
    if (layout)
        return gt_lower_value(lw, env, syn, layout, &s->value);
    const gt_expr *e = gt_lower_expr(lw, env, syn, NULL);
    if (!e)
        return false;
    s->value.parts = gt_arena_copy(lw->arena, &e, 1, sizeof(void *));
    s->value.layout = gt_lower_scalar(lw, e->type);
    return true;
}

/* Says what a place is that is used as a scalar. */
static const gt_expr *no_scalar(gt_lower *lw, const gt_syn *syn, const spot *s)
{
    const gt_layout *layout = layout_of(s);
    const char *name = s->is_place ? s->place.name : "this";
    const char *quote = s->is_place ? "`" : "";
    switch (layout->kind) {
    case GT_LAYOUT_SCALAR: return NULL;
    case GT_LAYOUT_ARRAY:
        gt_error(lw->diag, syn->pos, "type",
                 s->is_place && s->place.nindices > 0 ? "%s%s%s is indexed the wrong number of times"
                                                      : "%s%s%s is an array and needs an index",
                 quote, name, quote);
        break;
    case GT_LAYOUT_RECORD:
        gt_error(lw->diag, syn->pos, "type",
                 "%s%s%s is a record of type %s, and one of its fields is needed here", quote, name, quote,
                 layout->record->name);
        break;
    case GT_LAYOUT_QUEUE:
        gt_error(lw->diag, syn->pos, "type", "%s%s%s is a queue, and a single value is needed here", quote,
                 name, quote);
        gt_help(lw->diag, "its first element is `head(%s)`", name);
        break;
    case GT_LAYOUT_SET:
        gt_error(lw->diag, syn->pos, "type", "%s%s%s is a set, and a single value is needed here", quote,
                 name, quote);
        break;
    }
    if (s->is_place)
        gt_note(lw->diag, s->place.symbol->pos, "declared here");
    gt_lower_where(lw);
    return NULL;
}

const gt_expr *gt_lower_read(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    if (syn->kind == GT_SYN_location_expression)
        return at_location(lw, env, syn);
    spot s;
    if (!find_spot(lw, env, syn, &s))
        return NULL;
    return gt_lower_is_scalar(layout_of(&s)) ? scalar_of(lw, &s) : no_scalar(lw, syn, &s);
}

bool gt_lower_read_value(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_value *value)
{
    spot s;
    if (!find_spot(lw, env, syn, &s))
        return false;
    *value = s.value;
    if (!s.is_place)
        return true;
    s.place.symbol->used = true;
    return gt_lower_place_value(lw, &s.place, value);
}

bool gt_lower_is_place(gt_lower *lw, const gt_env *env, const gt_syn *syn)
{
    while (syn->kind == GT_SYN_index_expression || syn->kind == GT_SYN_member_expression) {
        if (syn->kind == GT_SYN_member_expression &&
            !gt_lower_layout_of(lw, env, gt_syn_get(syn, GT_FIELD_base)))
            return true; /* a variable of a process, or a name with dots */
        syn = gt_syn_get(syn, GT_FIELD_base);
    }
    const gt_symbol *symbol = syn->kind == GT_SYN_identifier && !bound(env, syn->text)
                                  ? gt_lower_find(lw, env->home, syn->text)
                                  : NULL;
    return symbol && symbol->kind == SYMBOL_VAR;
}

bool gt_lower_place(gt_lower *lw, const gt_env *env, const gt_syn *syn, gt_place *place)
{
    spot s;
    if (!gt_lower_is_place(lw, env, syn))
        return not_a_place(lw, env, syn, "assigned");
    if (!find_spot(lw, env, syn, &s))
        return false;
    *place = s.place;
    if (s.is_place && !s.place.in_queue)
        return true;
    gt_error(lw->diag, syn->pos, "assign",
             s.is_place ? "what a queue holds cannot be assigned" : "only a variable can be assigned");
    if (s.is_place)
        gt_help(lw->diag, "`send(q, e)` adds an element at its end, `receive(q)` takes the first");
    return false;
}

/* ---- parts ---- */

gt_place gt_lower_element(gt_lower *lw, const gt_place *place, const gt_expr *index)
{
    gt_place e = *place;
    e.in_queue = place->in_queue || place->layout->kind == GT_LAYOUT_QUEUE;
    e.indices = GT_NEW_ARRAY(lw->arena, const gt_expr *, place->nindices + 1);
    for (uint32_t i = 0; i < place->nindices; i++)
        e.indices[i] = place->indices[i];
    e.indices[e.nindices++] = index;
    e.layout = place->layout->element;
    return e;
}

gt_lvalue gt_lower_one_part(gt_lower *lw, const gt_place *place, const gt_var *var, bool copy)
{
    gt_lvalue part = {.var = var, .proc = place->proc};
    if (copy && place->proc)
        part.proc = gt_lower_copy(lw, place->proc);
    bool ok = place->nindices > 0 && !lw->overgrown;
    const gt_expr **kids = GT_NEW_ARRAY(lw->arena, const gt_expr *, place->nindices + 1);
    for (uint32_t i = 0; i < place->nindices; i++) {
        kids[i] = copy ? gt_lower_copy(lw, place->indices[i]) : place->indices[i];
        ok = ok && kids[i];
    }
    if (ok)
        part.index = gt_expr_indices(lw->arena, kids[0]->pos, var, kids);
    return part;
}

static gt_type index_type(gt_dim dim)
{
    return dim.en ? gt_type_enum(dim.en) : gt_type_int(dim.lo, dim.hi);
}

static void each_element(gt_lower *lw, const gt_place *place, gt_lvalues *out)
{
    gt_dim dim = place->layout->dim;
    for (int64_t i = dim.lo; i <= dim.hi; i++) {
        gt_place e = gt_lower_element(lw, place, gt_expr_const(lw->arena, place->pos, index_type(dim), i));
        if (place->layout->kind == GT_LAYOUT_SET) {
            gt_lvalue part = gt_lower_one_part(lw, &e, place->vars[0], true);
            gt_vec_push(out, part);
        } else {
            gt_lower_parts(lw, &e, out);
        }
    }
}

gt_lvalue gt_lower_length(gt_lower *lw, const gt_place *queue)
{
    return gt_lower_one_part(lw, queue, queue->vars[queue->layout->nvars - 1], true);
}

void gt_lower_parts(gt_lower *lw, const gt_place *place, gt_lvalues *out)
{
    gt_place field = *place;
    gt_lvalue part;
    switch (place->layout->kind) {
    case GT_LAYOUT_SCALAR:
        part = gt_lower_one_part(lw, place, place->vars[0], true);
        gt_vec_push(out, part);
        return;
    case GT_LAYOUT_RECORD:
        for (uint32_t i = 0; i < place->layout->record->nfields; i++) {
            field.layout = place->layout->record->fields[i].layout;
            gt_lower_parts(lw, &field, out);
            field.vars += field.layout->nvars;
        }
        return;
    case GT_LAYOUT_QUEUE:
        each_element(lw, place, out);
        part = gt_lower_length(lw, place);
        gt_vec_push(out, part);
        return;
    case GT_LAYOUT_ARRAY:
    case GT_LAYOUT_SET: each_element(lw, place, out); return;
    }
}

const gt_expr *gt_lower_part(gt_lower *lw, gt_pos pos, const gt_lvalue *part)
{
    if (part->var->ndims > 0 && !part->index)
        return NULL; /* too much was made */
    return part->proc ? gt_expr_local(lw->arena, pos, part->proc, part->var, part->index)
                      : gt_expr_var(lw->arena, pos, part->var, part->index);
}

bool gt_lower_place_value(gt_lower *lw, const gt_place *place, gt_value *value)
{
    if (gt_lower_too_large(lw, place->pos, place->layout))
        return false;
    gt_lvalues parts = {0};
    gt_lower_parts(lw, place, &parts);
    *value = (gt_value){place->layout, GT_NEW_ARRAY(lw->arena, const gt_expr *, parts.n)};
    bool ok = true;
    for (size_t i = 0; i < parts.n; i++) {
        value->parts[i] = gt_lower_part(lw, place->pos, &parts.v[i]);
        ok = ok && value->parts[i];
    }
    free(parts.v);
    return ok;
}

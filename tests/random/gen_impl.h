/* The parts of the generator. */
#ifndef RB_GEN_IMPL_H
#define RB_GEN_IMPL_H

#include "tests/random/gen.h"

typedef enum { KIND_BOOL, KIND_INT, KIND_ENUM, KIND_ID } rb_kind;

typedef struct {
    const char *name;
    rb_kind kind;
    uint32_t hi;   /* INT: 0..hi; ENUM: number of the last member */
    uint32_t len;  /* 0: a scalar; else an array indexed by 0..len-1 */
    uint32_t type; /* ID: of which process type */
    bool optional;
    const char *const *members; /* ENUM */
} rb_var;

enum { MAX_VARS = 8, MAX_TYPES = 3, MAX_TERMS = 24 };

typedef struct {
    const char *name;
    uint32_t n, nlocs; /* nlocs 0: no locations */
    const char *const *locs;
    uint32_t nvars;
    rb_var vars[MAX_VARS];
} rb_type;

typedef struct {
    gt_arena *arena;
    rb_rng rng;
    bool errors; /* run-time errors may happen */
    bool small;  /* few rules and variables: most mistakes show there, and many more can be tried */
    bool weighted, mdp, ctmc;
    uint32_t ntypes;
    rb_type types[MAX_TYPES];
    uint32_t nshared;
    rb_var shared[MAX_VARS];
    const char *macro; /* of one process of macro_type; NULL: none */
    uint32_t macro_type;
    uint32_t nbinders, nrules;
    const char *named; /* some rule with a name; NULL: none */
} rb_gen;

/* What can be mentioned in an expression. */
typedef struct {
    bool has_self;
    uint32_t self;   /* its type */
    uint32_t nterms; /* processes whose variables can be read */
    struct {
        const char *text;
        uint32_t type;
    } terms[MAX_TERMS];
    const char *chosen; /* a value in 0..3 that is being chosen, or NULL */
    uint32_t quantifiers;
    uint32_t nshared; /* only the first of the shared variables (initial values) */
} rb_scope;

#define FMT(g, ...) gt_arena_printf((g)->arena, __VA_ARGS__)

rb_scope rb_scope_top(const rb_gen *g);
void rb_scope_add(rb_scope *scope, const char *text, uint32_t type);
const char *rb_new_name(rb_gen *g, const char *stem);

rb_node *rb_bool(rb_gen *g, const rb_scope *scope, uint32_t depth);
rb_node *rb_int(rb_gen *g, const rb_scope *scope, uint32_t depth);
/* A value for the variable, in its range unless the program may err. */
rb_node *rb_value(rb_gen *g, const rb_scope *scope, const rb_var *var);
/* A process of the type: self, a term, an id variable that is not optional; NULL if there is none. */
const char *rb_id_term(rb_gen *g, const rb_scope *scope, uint32_t type);
/* An index into the array. */
rb_node *rb_index(rb_gen *g, const rb_scope *scope, const rb_var *var);

/* " = value" for the variable, or nothing; the program may have no initial state then. */
rb_node *rb_initial(rb_gen *g, rb_scope *scope, const rb_var *v);

/* Rule number i of the type (g->ntypes: a top-level rule); the first ones lead around its locations. */
rb_node *rb_rule(rb_gen *g, uint32_t type, uint32_t i);

#endif

/* What canon.c and canon_rings.c share; nobody else includes it. */
#ifndef GT_BACKENDS_CHECK_EXPLICIT_CANON_IMPL_H
#define GT_BACKENDS_CHECK_EXPLICIT_CANON_IMPL_H

#include "backends/check/explicit/explicit.h"

typedef struct {
    uint32_t at, type; /* place within its process or in the state; what it names */
} gt_xpointer;

/* The processes of a type. */
typedef struct {
    uint32_t first, n; /* they have the numbers first .. first + n - 1 */
    uint32_t base, stride;
    uint32_t nplain, npointers;
    uint32_t *plain; /* places of the variables that are not ids */
    gt_xpointer *pointers;
    gt_symmetry symmetry;
} gt_xkind;

typedef struct {
    uint64_t key;
    uint32_t color, process;
} gt_xsortable;

struct gt_xcanon {
    gt_arena *arena;
    size_t width;
    uint32_t n, nkinds, nshared;
    gt_xkind *kinds;
    uint32_t *kind_of; /* per process */
    gt_xpointer *shared;
    struct gt_xrings *rings; /* NULL: there are none */
    bool sets;               /* some type is a set of more than one process */
    /* the state at hand */
    int32_t *state;
    uint32_t *number; /* per process: its new number within its type, from 1 */
    uint64_t *key;
    gt_xsortable *sorted;
    uint32_t **colors; /* per depth, made when needed */
    bool *linked;      /* points or is pointed to through a local variable */
    bool any_links;
    int32_t *leaf, *best;
    bool has_best;
    uint32_t *path, *best_path;
};

/* The local variables of a process. */
static inline const int32_t *gt_xcanon_locals(const gt_xcanon *c, uint32_t process)
{
    const gt_xkind *k = &c->kinds[c->kind_of[process]];
    return c->state + k->base + (size_t)(process - k->first) * k->stride;
}

/* The process named by a value, or UINT32_MAX for none. */
static inline uint32_t gt_xcanon_target(const gt_xcanon *c, uint32_t type, int32_t value)
{
    return value == 0 ? UINT32_MAX : c->kinds[type].first + (uint32_t)value - 1;
}

/* c->state with the numbers in c->number. */
void gt_xcanon_rename(const gt_xcanon *c, int32_t *out);
/* < 0, 0, > 0 */
int gt_xcanon_compare(const gt_xcanon *c, const int32_t *a, const int32_t *b);
/* Renames the processes of sets, and only those: equal for two states if and only if some renaming of these
 * makes them equal. */
void gt_xcanon_sets(gt_xcanon *c, int32_t *state);

/* ---- canon_rings.c ---- */
/* mirrored: per type, whether its order may be reversed, too. NULL: no type is a ring. */
struct gt_xrings *gt_xrings_new(const gt_xcanon *c, const bool *mirrored);
/* Renames all processes. */
void gt_xrings_apply(gt_xcanon *c, int32_t *state);

#endif

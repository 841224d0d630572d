/* Canonical representatives of states with rings.
 *
 * A ring by itself is a word, a letter for each process: its variables, whom of its ring they name, as so
 * many places further on, and which shared variables name it. A rotation turns the word, and two states that
 * agree in everything else are equal up to rotation if and only if their words are. So the process with which
 * the least of all rotations begins becomes process 1: found in linear time by comparing two candidates until
 * one of them is beaten, and with it all those that it has passed. Where a ring may be mirrored, the word is
 * also read the other way.
 *
 * Rings whose processes are named by local variables of other types, or name processes of others, are no
 * words by themselves: all ways to turn them are tried, each with the canonical form of the sets, and the
 * least state is taken. */
#include "backends/check/explicit/canon_impl.h"

#include <stdlib.h>

typedef struct {
    uint32_t type;
    bool mirrored;
    bool alone;        /* a word by itself */
    uint32_t nletter;  /* numbers in a letter */
    int32_t *words[2]; /* as it stands, and mirrored */
} ring;

struct gt_xrings {
    uint32_t n, nbound; /* bound: not alone; they come first */
    ring *rings;
    int32_t *from, *tried, *least;
    uint32_t *spare; /* numbers, while sets are renamed */
    bool any;
};

/* ---- which rings there are ---- */

/* No local variable leads from the type to another one, or the other way. */
static bool is_alone(const gt_xcanon *c, uint32_t type)
{
    for (uint32_t t = 0; t < c->nkinds; t++)
        for (uint32_t p = 0; p < c->kinds[t].npointers; p++)
            if ((t == type) != (c->kinds[t].pointers[p].type == type))
                return false;
    return true;
}

static void add(const gt_xcanon *c, struct gt_xrings *r, uint32_t type, bool mirrored)
{
    const gt_xkind *k = &c->kinds[type];
    ring *new = &r->rings[r->n++];
    *new = (ring){.type = type, .mirrored = mirrored, .alone = is_alone(c, type)};
    new->nletter = k->nplain + k->npointers;
    for (uint32_t i = 0; i < c->nshared; i++)
        new->nletter += c->shared[i].type == type;
    for (uint32_t d = 0; d < 2; d++)
        new->words[d] = GT_NEW_ARRAY(c->arena, int32_t, (size_t)k->n * new->nletter + 1);
}

struct gt_xrings *gt_xrings_new(const gt_xcanon *c, const bool *mirrored)
{
    struct gt_xrings *r = GT_NEW(c->arena, struct gt_xrings);
    r->rings = GT_NEW_ARRAY(c->arena, ring, c->nkinds + 1);
    for (uint32_t alone = 0; alone < 2; alone++) {
        for (uint32_t t = 0; t < c->nkinds; t++)
            if (c->kinds[t].symmetry == GT_SYMMETRY_RING && is_alone(c, t) == alone)
                add(c, r, t, mirrored[t]);
        r->nbound = alone ? r->nbound : r->n;
    }
    r->from = GT_NEW_ARRAY(c->arena, int32_t, c->width);
    r->tried = GT_NEW_ARRAY(c->arena, int32_t, c->width);
    r->least = GT_NEW_ARRAY(c->arena, int32_t, c->width);
    r->spare = GT_NEW_ARRAY(c->arena, uint32_t, c->n);
    return r->n ? r : NULL;
}

/* ---- numbers ---- */

static void keep_numbers(gt_xcanon *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        c->number[i] = i - c->kinds[c->kind_of[i]].first + 1;
}

/* The process at `start` becomes number 1, and those after it, or mirrored before it, follow. */
static void turn(gt_xcanon *c, const ring *r, uint32_t start, bool mirrored)
{
    const gt_xkind *k = &c->kinds[r->type];
    for (uint32_t i = 0; i < k->n; i++) {
        uint32_t process = mirrored ? (start + k->n - i) % k->n : (start + i) % k->n;
        c->number[k->first + process] = i + 1;
    }
}

/* ---- words ---- */

/* The letter of process `p` of the ring, counted from 0. */
static void write_letter(const gt_xcanon *c, const ring *r, uint32_t p, bool mirrored, int32_t *letter)
{
    const gt_xkind *k = &c->kinds[r->type];
    const int32_t *locals = gt_xcanon_locals(c, k->first + p);
    for (uint32_t i = 0; i < k->nplain; i++)
        *letter++ = locals[k->plain[i]];
    for (uint32_t i = 0; i < k->npointers; i++) {
        int32_t named = locals[k->pointers[i].at];
        int64_t steps = named - 1 - (int64_t)p;
        *letter++ = named ? (int32_t)gt_ring_step(1, mirrored ? -steps : steps, k->n) : 0;
    }
    for (uint32_t i = 0; i < c->nshared; i++)
        if (c->shared[i].type == r->type)
            *letter++ = c->state[c->shared[i].at] == (int32_t)p + 1;
}

/* Mirrored, the first letter stays where it is. */
static void write_word(const gt_xcanon *c, const ring *r, bool mirrored)
{
    uint32_t n = c->kinds[r->type].n;
    for (uint32_t i = 0; i < n; i++)
        write_letter(c, r, mirrored ? (n - i) % n : i, mirrored, r->words[mirrored] + (size_t)i * r->nletter);
}

/* The letters i places after the start of x, and of y. */
static int compare_letters(const ring *r, uint32_t n, const int32_t *x, uint32_t i, const int32_t *y,
                           uint32_t j)
{
    const int32_t *a = x + (size_t)(i % n) * r->nletter, *b = y + (size_t)(j % n) * r->nletter;
    for (uint32_t k = 0; k < r->nletter; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

/* Where the least rotation of the word begins. */
static uint32_t least_start(const ring *r, uint32_t n, const int32_t *word)
{
    uint32_t i = 0, j = 1, same = 0;
    while (i < n && j < n && same < n) {
        int order = compare_letters(r, n, word, i + same, word, j + same);
        if (order == 0) {
            same++;
            continue;
        }
        *(order > 0 ? &i : &j) += same + 1;
        j += i == j;
        same = 0;
    }
    return i < j ? i : j;
}

/* Puts the least rotation of the word into c->number. */
static void turn_to_least(gt_xcanon *c, const ring *r)
{
    uint32_t n = c->kinds[r->type].n;
    write_word(c, r, false);
    uint32_t start = least_start(r, n, r->words[0]);
    bool mirrored = false;
    if (r->mirrored) {
        write_word(c, r, true);
        uint32_t other = least_start(r, n, r->words[1]);
        int order = 0;
        for (uint32_t k = 0; k < n && order == 0; k++)
            order = compare_letters(r, n, r->words[1], other + k, r->words[0], start + k);
        mirrored = order < 0;
        if (mirrored)
            start = (n - other) % n; /* of the process it is */
    }
    turn(c, r, start, mirrored);
}

/* ---- all of a state ---- */

/* Every way to turn the bound rings from number `at` on: the state is in `from`. */
static void try_all(gt_xcanon *c, struct gt_xrings *r, uint32_t at)
{
    if (at < r->nbound) {
        const ring *one = &r->rings[at];
        for (uint32_t start = 0; start < c->kinds[one->type].n; start++) {
            for (uint32_t way = 0; way < (one->mirrored ? 2 : 1); way++) {
                turn(c, one, start, way);
                try_all(c, r, at + 1);
            }
        }
        return;
    }
    uint32_t *numbers = c->number;
    c->state = r->from;
    gt_xcanon_rename(c, r->tried);
    if (c->sets) {
        c->number = r->spare;
        gt_xcanon_sets(c, r->tried);
        c->number = numbers;
    }
    if (r->any && gt_xcanon_compare(c, r->tried, r->least) >= 0)
        return;
    memcpy(r->least, r->tried, c->width * sizeof *r->least);
    r->any = true;
}

void gt_xrings_apply(gt_xcanon *c, int32_t *state)
{
    struct gt_xrings *r = c->rings;
    c->state = state;
    keep_numbers(c);
    for (uint32_t i = r->nbound; i < r->n; i++)
        turn_to_least(c, &r->rings[i]);
    gt_xcanon_rename(c, r->from);
    if (r->nbound) {
        keep_numbers(c);
        r->any = false;
        try_all(c, r, 0);
        memcpy(state, r->least, c->width * sizeof *state);
    } else {
        memcpy(state, r->from, c->width * sizeof *state);
        if (c->sets)
            gt_xcanon_sets(c, state);
    }
}

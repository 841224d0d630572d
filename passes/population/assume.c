#include "passes/population/assume.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t lo, hi;
} range;

/* ---- counts ---- */

static range count_of(const gt_assumed *a, uint32_t cell)
{
    gt_play *play = a->play;
    uint32_t type = play->cells.v[cell].type;
    range r = {0, 0};
    int64_t others = a->left[type];
    for (uint32_t i = 0; i < a->ntake; i++) {
        r.lo += gt_play_is_member(play, cell, a->take[i]);
        others -= play->levels.v[a->take[i]].type == type;
    }
    r.hi = r.lo;
    for (size_t w = 0; w < a->support->n && others > 0; w++) {
        uint64_t there = a->support->v[w] & ~(w < a->gone.n ? a->gone.v[w] : 0);
        for (; there; there &= there - 1)
            if (gt_play_is_member(play, cell, (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(there))) {
                r.hi = r.lo + others;
                return r;
            }
    }
    return r;
}

/* Nobody of the cell is there but for the roles. */
static void leave(gt_assumed *a, uint32_t cell)
{
    for (size_t w = 0; w < a->support->n; w++)
        for (uint64_t there = a->support->v[w]; there; there &= there - 1) {
            uint32_t level = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(there);
            if (gt_play_is_member(a->play, cell, level))
                gt_levels_add(&a->gone, level);
        }
}

/* ---- values ---- */

static range value_of(const gt_assumed *a, gt_play_term t);

static range junction_of(const gt_assumed *a, gt_play_term t, bool conjunction)
{
    range r = {conjunction, conjunction};
    for (uint32_t i = 0; i < gt_play_nkids(a->play, t); i++) {
        range x = value_of(a, gt_play_kid(a->play, t, i));
        r.lo = conjunction ? r.lo && x.lo : r.lo || x.lo;
        r.hi = conjunction ? r.hi && x.hi : r.hi || x.hi;
    }
    return r;
}

static range arithmetic(const gt_assumed *a, gt_play_term t, uint32_t first)
{
    range r = value_of(a, gt_play_kid(a->play, t, first));
    gt_expr_kind kind = gt_play_kind(a->play, t);
    uint32_t n = gt_play_nkids(a->play, t);
    if (n == 1)
        gt_interval_apply(kind, gt_type_int(r.lo, r.hi), gt_type_int(0, 0), &r.lo, &r.hi);
    for (uint32_t i = first + 1; i < n; i++) {
        range x = value_of(a, gt_play_kid(a->play, t, i));
        gt_interval_apply(kind, gt_type_int(r.lo, r.hi), gt_type_int(x.lo, x.hi), &r.lo, &r.hi);
    }
    return r;
}

/* The sum of an atom. */
static range sum_of(const gt_assumed *a, const gt_play_atom *atom)
{
    range sum = {0, 0};
    for (uint32_t i = 0; i < atom->ncells; i++) {
        range x = count_of(a, atom->cells[i]);
        int64_t c = atom->coefs[i];
        sum.lo += c * (c > 0 ? x.lo : x.hi);
        sum.hi += c * (c > 0 ? x.hi : x.lo);
    }
    return sum;
}

static range comparison(gt_expr_kind kind, range x, range y)
{
    bool yes = false, no = false;
    if (kind == GT_EXPR_EQ || kind == GT_EXPR_NE || kind == GT_EXPR_IFF) {
        yes = x.lo == x.hi && y.lo == y.hi && x.lo == y.lo;
        no = x.hi < y.lo || y.hi < x.lo;
        if (kind == GT_EXPR_NE)
            return (range){no, !yes};
    } else if (kind == GT_EXPR_LT || kind == GT_EXPR_LE) {
        yes = kind == GT_EXPR_LT ? x.hi < y.lo : x.hi <= y.lo;
        no = kind == GT_EXPR_LT ? x.lo >= y.hi : x.lo > y.hi;
    } else {
        yes = kind == GT_EXPR_GT ? x.lo > y.hi : x.lo >= y.hi;
        no = kind == GT_EXPR_GT ? x.hi <= y.lo : x.hi < y.lo;
    }
    return (range){yes, !no};
}

static range value_of(const gt_assumed *a, gt_play_term t)
{
    gt_play *play = a->play;
    gt_expr_kind kind = gt_play_kind(play, t);
    if (kind == GT_EXPR_CONST)
        return (range){gt_play_payload(play, t), gt_play_payload(play, t)};
    if (kind == GT_EXPR_UNTRACKED)
        return count_of(a, (uint32_t)gt_play_payload(play, t));
    if (kind == GT_EXPR_AND || kind == GT_EXPR_OR)
        return junction_of(a, t, kind == GT_EXPR_AND);
    if (kind == GT_EXPR_NOT) {
        range x = value_of(a, gt_play_kid(play, t, 0));
        return (range){!x.hi, !x.lo};
    }
    if (kind == GT_EXPR_ITE) {
        range x = value_of(a, gt_play_kid(play, t, 0));
        if (x.lo == x.hi)
            return value_of(a, gt_play_kid(play, t, x.lo ? 1 : 2));
        range y = value_of(a, gt_play_kid(play, t, 1)), z = value_of(a, gt_play_kid(play, t, 2));
        return (range){y.lo < z.lo ? y.lo : z.lo, y.hi > z.hi ? y.hi : z.hi};
    }
    if (gt_expr_in(kind, GT_GROUP_COMPARE)) {
        const gt_play_atom *atom = gt_play_atom_of(play, t);
        if (atom->linear)
            return comparison(atom->kind, sum_of(a, atom), (range){atom->bound, atom->bound});
    }
    if (gt_expr_in(kind, GT_GROUP_COMPARE) || kind == GT_EXPR_IFF)
        return comparison(kind, value_of(a, gt_play_kid(play, t, 0)), value_of(a, gt_play_kid(play, t, 1)));
    if (gt_expr_in(kind, GT_GROUP_ARITH))
        return arithmetic(a, t, 0);
    gt_ice("a term without a range");
}

/* ---- assumptions ---- */

/* sign * sum <= bound: a cell of which one more would be too many has nobody else. */
static bool at_most(gt_assumed *a, const gt_play_atom *atom, int sign, int64_t bound)
{
    int64_t least = 0;
    for (uint32_t i = 0; i < atom->ncells; i++) {
        range x = count_of(a, atom->cells[i]);
        int64_t c = sign * atom->coefs[i];
        least += c * (c > 0 ? x.lo : x.hi);
    }
    for (uint32_t i = 0; i < atom->ncells && least <= bound; i++)
        if (sign * atom->coefs[i] > bound - least)
            leave(a, atom->cells[i]);
    return least <= bound;
}

static bool assume_atom(gt_assumed *a, const gt_play_atom *atom, bool holds)
{
    gt_expr_kind kind = atom->kind;
    if (kind == GT_EXPR_EQ || kind == GT_EXPR_NE) {
        if ((kind == GT_EXPR_EQ) == holds)
            return at_most(a, atom, 1, atom->bound) && at_most(a, atom, -1, -atom->bound);
        range sum = sum_of(a, atom);
        return !(sum.lo == sum.hi && sum.lo == atom->bound);
    }
    bool less = kind == GT_EXPR_LT || kind == GT_EXPR_LE, strict = kind == GT_EXPR_LT || kind == GT_EXPR_GT;
    if (!holds) { /* not x < b: -x <= -b */
        less = !less;
        strict = !strict;
    }
    return less ? at_most(a, atom, 1, atom->bound - strict) : at_most(a, atom, -1, -atom->bound - strict);
}

static bool assume(gt_assumed *a, gt_play_term t, bool holds);

/* All kids: what one says may matter to one before it. */
static bool assume_all(gt_assumed *a, gt_play_term t, bool holds)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < gt_play_nkids(a->play, t); i++)
            if (!assume(a, gt_play_kid(a->play, t, i), holds))
                return false;
    return true;
}

/* Some kid: what is gone whichever it is. */
static bool assume_some(gt_assumed *a, gt_play_term t, bool holds)
{
    gt_levels all = {0};
    bool possible = false;
    for (uint32_t i = 0; i < gt_play_nkids(a->play, t); i++) {
        gt_assumed one = *a;
        one.gone = gt_levels_copy(&a->gone);
        if (assume(&one, gt_play_kid(a->play, t, i), holds)) {
            if (!possible)
                all = gt_levels_copy(&one.gone);
            else
                for (size_t w = 0; w < all.n; w++)
                    all.v[w] &= w < one.gone.n ? one.gone.v[w] : 0;
            possible = true;
        }
        gt_levels_fini(&one.gone);
    }
    if (possible) {
        gt_levels_fini(&a->gone);
        a->gone = all;
    }
    return possible;
}

static bool assume(gt_assumed *a, gt_play_term t, bool holds)
{
    gt_expr_kind kind = gt_play_kind(a->play, t);
    if (kind == GT_EXPR_NOT)
        return assume(a, gt_play_kid(a->play, t, 0), !holds);
    if (kind == GT_EXPR_AND || kind == GT_EXPR_OR)
        return (kind == GT_EXPR_AND) == holds ? assume_all(a, t, holds) : assume_some(a, t, holds);
    const gt_play_atom *atom = gt_expr_in(kind, GT_GROUP_COMPARE) ? gt_play_atom_of(a->play, t) : NULL;
    if (atom && atom->linear)
        return assume_atom(a, atom, holds);
    range x = value_of(a, t);
    return holds ? x.hi != 0 : x.lo == 0;
}

bool gt_assume(gt_assumed *a, gt_play_term t)
{
    return assume(a, t, true);
}

/* Operations, each remembered by what it was asked. */
#include "runtime/mdd/impl.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- sets ---- */

/* Goes through the edges of two nodes at once. */
static gt_mdd merge(gt_mdd_mgr *m, gt_mdd_op op, gt_mdd x, gt_mdd y,
                    gt_mdd (*below)(gt_mdd_mgr *, gt_mdd, gt_mdd))
{
    uint32_t level = least(gt_mdd_level(m, x), gt_mdd_level(m, y));
    uint32_t nx = gt_mdd_fan(m, x, level), ny = gt_mdd_fan(m, y, level), i = 0, j = 0;
    size_t base = m->stack.n;
    while (i < nx || j < ny) {
        gt_mdd_edge a = i < nx ? gt_mdd_edge_at(m, x, level, i) : (gt_mdd_edge){UINT32_MAX, 0};
        gt_mdd_edge b = j < ny ? gt_mdd_edge_at(m, y, level, j) : (gt_mdd_edge){UINT32_MAX, 0};
        bool left = i < nx && (j == ny || a.count <= b.count);
        bool right = j < ny && (i == nx || b.count <= a.count);
        if (left && right)
            gt_mdd_push(m, a.count, below(m, a.child, b.child));
        else if (left && op != GT_MDD_OP_AND)
            gt_mdd_push(m, a.count, a.child);
        else if (right && op == GT_MDD_OP_OR)
            gt_mdd_push(m, b.count, b.child);
        i += left;
        j += right;
    }
    return gt_mdd_make(m, level, base);
}

static gt_mdd sorted(gt_mdd_mgr *m, gt_mdd_op op, gt_mdd x, gt_mdd y,
                     gt_mdd (*below)(gt_mdd_mgr *, gt_mdd, gt_mdd))
{
    bool found;
    gt_mdd a = x, b = y;
    if (op != GT_MDD_OP_DIFF && x > y) {
        a = y;
        b = x;
    }
    const gt_mdd_entry *e = gt_mdd_lookup(m, op, a, b, 0, &found);
    if (found)
        return e->result;
    return m->failed ? GT_MDD_NONE : gt_mdd_keep_result(m, op, a, b, 0, merge(m, op, a, b, below));
}

gt_mdd gt_mdd_or(gt_mdd_mgr *m, gt_mdd x, gt_mdd y)
{
    if (x == y || y == GT_MDD_NONE)
        return x;
    return x == GT_MDD_NONE ? y : sorted(m, GT_MDD_OP_OR, x, y, gt_mdd_or);
}

gt_mdd gt_mdd_and(gt_mdd_mgr *m, gt_mdd x, gt_mdd y)
{
    if (x == y)
        return x;
    return x == GT_MDD_NONE || y == GT_MDD_NONE ? GT_MDD_NONE : sorted(m, GT_MDD_OP_AND, x, y, gt_mdd_and);
}

gt_mdd gt_mdd_diff(gt_mdd_mgr *m, gt_mdd x, gt_mdd y)
{
    if (x == y || x == GT_MDD_NONE)
        return GT_MDD_NONE;
    return y == GT_MDD_NONE ? x : sorted(m, GT_MDD_OP_DIFF, x, y, gt_mdd_diff);
}

/* ---- more copies, fewer copies ---- */

gt_mdd gt_mdd_inc(gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t count)
{
    if (x == GT_MDD_NONE || count == 0 || m->failed)
        return x;
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_INC, x, level, count, &found);
    if (found)
        return e->result;
    uint32_t at = least(gt_mdd_level(m, x), level), n = gt_mdd_fan(m, x, at);
    size_t base = m->stack.n;
    for (uint32_t i = 0; i < n; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, at, i);
        if (at == level)
            gt_mdd_push(m, edge.count + count, edge.child);
        else
            gt_mdd_push(m, edge.count, gt_mdd_inc(m, edge.child, level, count));
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_INC, x, level, count, gt_mdd_make(m, at, base));
}

gt_mdd gt_mdd_dec(gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t count)
{
    if (x == GT_MDD_NONE || count == 0)
        return x;
    if (gt_mdd_level(m, x) > level || m->failed)
        return GT_MDD_NONE;
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_DEC, x, level, count, &found);
    if (found)
        return e->result;
    uint32_t at = gt_mdd_level(m, x), n = gt_mdd_fan(m, x, at);
    size_t base = m->stack.n;
    for (uint32_t i = 0; i < n; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, at, i);
        if (at != level)
            gt_mdd_push(m, edge.count, gt_mdd_dec(m, edge.child, level, count));
        else if (edge.count >= count)
            gt_mdd_push(m, edge.count - count, edge.child);
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_DEC, x, level, count, gt_mdd_make(m, at, base));
}

/* ---- any number of copies ---- */

/* The child of x, as a node of `level`, for that many copies. */
static gt_mdd child_for(const gt_mdd_mgr *m, gt_mdd x, uint32_t level, uint32_t count)
{
    uint32_t n = gt_mdd_fan(m, x, level);
    for (uint32_t i = 0; i < n; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, level, i);
        if (edge.count >= count)
            return edge.count == count ? edge.child : GT_MDD_NONE;
    }
    return GT_MDD_NONE;
}

/* x has the level `from`, which is above `to`: with t copies left come those that had t, and those that had
 * more and have given one to `to` in the end. */
static gt_mdd star_down(gt_mdd_mgr *m, gt_mdd x, uint32_t from, uint32_t to)
{
    uint32_t n = gt_mdd_fan(m, x, from), most = gt_mdd_edge_at(m, x, from, n - 1).count;
    size_t base = m->stack.n;
    gt_mdd got = GT_MDD_NONE;
    for (uint32_t t = most + 1; t-- > 0 && !m->failed;) {
        got = gt_mdd_or(m, child_for(m, x, from, t), gt_mdd_inc(m, got, to, 1));
        gt_mdd_push(m, t, got);
    }
    for (size_t i = base, j = m->stack.n; i + 1 < j; i++) { /* ascending */
        gt_mdd_edge e = m->stack.v[i];
        m->stack.v[i] = m->stack.v[--j];
        m->stack.v[j] = e;
    }
    return gt_mdd_make(m, from, base);
}

/* `to` is above `from`, and x at or below it. */
static gt_mdd star_up(gt_mdd_mgr *m, gt_mdd x, uint32_t from, uint32_t to)
{
    uint32_t n = gt_mdd_fan(m, x, to), most = gt_mdd_edge_at(m, x, to, n - 1).count;
    size_t base = m->stack.n;
    gt_mdd got = GT_MDD_NONE;
    for (uint32_t t = 0; (t <= most || got != GT_MDD_NONE) && !m->failed; t++) {
        got = gt_mdd_or(m, t <= most ? child_for(m, x, to, t) : GT_MDD_NONE, gt_mdd_dec(m, got, from, 1));
        gt_mdd_push(m, t, got);
    }
    return gt_mdd_make(m, to, base);
}

gt_mdd gt_mdd_star(gt_mdd_mgr *m, gt_mdd x, uint32_t from, uint32_t to)
{
    uint32_t level = gt_mdd_level(m, x);
    if (level > from && level > to)
        return x; /* no copies of `from` */
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_STAR, x, from, to, &found);
    if (found)
        return e->result;
    if (m->failed)
        return GT_MDD_NONE;
    gt_mdd result;
    if (level < from && level < to) {
        uint32_t n = gt_mdd_fan(m, x, level);
        size_t base = m->stack.n;
        for (uint32_t i = 0; i < n; i++) {
            gt_mdd_edge edge = gt_mdd_edge_at(m, x, level, i);
            gt_mdd_push(m, edge.count, gt_mdd_star(m, edge.child, from, to));
        }
        result = gt_mdd_make(m, level, base);
    } else if (from < to) {
        result = level == from ? star_down(m, x, from, to) : x;
    } else {
        result = star_up(m, x, from, to);
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_STAR, x, from, to, result);
}

/* ---- maps ---- */

gt_mdd gt_mdd_map(gt_mdd_mgr *m, gt_mdd x, uint32_t map)
{
    if (x <= GT_MDD_UNIT)
        return x;
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_MAP, x, map, 0, &found);
    if (found)
        return e->result;
    uint32_t level = gt_mdd_level(m, x), n = gt_mdd_fan(m, x, level);
    uint32_t to = m->owner.image(m->owner.arg, map, level);
    gt_mdd all = GT_MDD_NONE;
    for (uint32_t i = 0; i < n && !m->failed; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, level, i);
        all = gt_mdd_or(m, all, gt_mdd_inc(m, gt_mdd_map(m, edge.child, map), to, edge.count));
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_MAP, x, map, 0, all);
}

static bool has_empty(const gt_mdd_mgr *m, gt_mdd x)
{
    while (x > GT_MDD_UNIT) {
        gt_mdd_edge first = gt_mdd_edge_at(m, x, gt_mdd_level(m, x), 0);
        x = first.count == 0 ? first.child : GT_MDD_NONE;
    }
    return x == GT_MDD_UNIT;
}

gt_mdd gt_mdd_unmap(gt_mdd_mgr *m, gt_mdd x, gt_mdd y, uint32_t map)
{
    if (x == GT_MDD_NONE || y == GT_MDD_NONE || m->failed)
        return GT_MDD_NONE;
    if (x == GT_MDD_UNIT)
        return has_empty(m, y) ? GT_MDD_UNIT : GT_MDD_NONE;
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_UNMAP, x, y, map, &found);
    if (found)
        return e->result;
    uint32_t level = gt_mdd_level(m, x), n = gt_mdd_fan(m, x, level);
    uint32_t to = m->owner.image(m->owner.arg, map, level);
    size_t base = m->stack.n;
    for (uint32_t i = 0; i < n; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, level, i);
        gt_mdd rest = gt_mdd_dec(m, y, to, edge.count);
        gt_mdd_push(m, edge.count, gt_mdd_unmap(m, edge.child, rest, map));
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_UNMAP, x, y, map, gt_mdd_make(m, level, base));
}

/* ---- automata ---- */

gt_mdd gt_mdd_filter(gt_mdd_mgr *m, gt_mdd x, uint32_t state)
{
    if (x == GT_MDD_NONE || m->failed)
        return GT_MDD_NONE;
    gt_mdd_answer answer = m->owner.answer(m->owner.arg, state, x == GT_MDD_UNIT);
    if (answer != GT_MDD_OPEN)
        return answer == GT_MDD_ACCEPT ? x : GT_MDD_NONE;
    bool found;
    const gt_mdd_entry *e = gt_mdd_lookup(m, GT_MDD_OP_FILTER, x, state, 0, &found);
    if (found)
        return e->result;
    uint32_t level = gt_mdd_level(m, x), n = gt_mdd_fan(m, x, level);
    size_t base = m->stack.n;
    for (uint32_t i = 0; i < n; i++) {
        gt_mdd_edge edge = gt_mdd_edge_at(m, x, level, i);
        uint32_t next = edge.count ? m->owner.next(m->owner.arg, state, level, edge.count) : state;
        gt_mdd_push(m, edge.count, gt_mdd_filter(m, edge.child, next));
    }
    return gt_mdd_keep_result(m, GT_MDD_OP_FILTER, x, state, 0, gt_mdd_make(m, level, base));
}

#include "tests/random/tree.h"

#include "runtime/base.h"

#include <stdarg.h>

rb_node *rb_leaf(gt_arena *arena, rb_sort sort, const char *text)
{
    return rb_make(arena, sort, text, 0);
}

rb_node *rb_make(gt_arena *arena, rb_sort sort, const char *text, uint32_t n, ...)
{
    rb_node *node = GT_NEW(arena, rb_node);
    node->sort = sort;
    node->text = gt_arena_strdup(arena, text);
    node->nkids = n;
    node->kids = GT_NEW_ARRAY(arena, rb_node *, n);
    if (sort == RB_BOOL) {
        node->plain[0] = "true";
        node->plain[1] = "false";
    } else if (sort == RB_INT) {
        node->plain[0] = "0";
        node->plain[1] = "1";
    }
    va_list args;
    va_start(args, n);
    for (uint32_t i = 0; i < n; i++)
        node->kids[i] = va_arg(args, rb_node *);
    va_end(args);
    return node;
}

rb_node *rb_list(gt_arena *arena, const char *sep)
{
    rb_node *node = GT_NEW(arena, rb_node);
    node->sep = sep;
    return node;
}

void rb_append(gt_arena *arena, rb_node *list, rb_node *kid)
{
    rb_node **kids = GT_NEW_ARRAY(arena, rb_node *, (size_t)list->nkids + 1);
    for (uint32_t i = 0; i < list->nkids; i++)
        kids[i] = list->kids[i];
    kids[list->nkids++] = kid;
    list->kids = kids;
}

void rb_render(const rb_node *node, gt_str *out)
{
    if (!node->text) {
        for (uint32_t i = 0; i < node->nkids; i++) {
            gt_str_add(out, i > 0 ? node->sep : "");
            rb_render(node->kids[i], out);
        }
        return;
    }
    uint32_t kid = 0;
    for (const char *c = node->text; *c; c++)
        if (*c != '$')
            gt_str_addc(out, *c);
        else if (kid < node->nkids)
            rb_render(node->kids[kid++], out);
        else
            gt_ice("too few kids for '%s'", node->text);
}

uint32_t rb_size(const rb_node *node)
{
    uint32_t size = 1;
    for (uint32_t i = 0; i < node->nkids; i++)
        size += rb_size(node->kids[i]);
    return size;
}

uint64_t rb_next(rb_rng *rng)
{
    rng->state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = rng->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

uint32_t rb_below(rb_rng *rng, uint32_t n)
{
    return (uint32_t)((rb_next(rng) >> 33) % n);
}

bool rb_chance(rb_rng *rng, uint32_t percent)
{
    return rb_below(rng, 100) < percent;
}

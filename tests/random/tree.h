/* Program text as a tree that can be cut: what the generator makes and the shrinker shrinks. */
#ifndef RB_TREE_H
#define RB_TREE_H

#include "runtime/arena.h"
#include "runtime/str.h"

#include <stdbool.h>
#include <stdint.h>

/* Sorts: a node may be replaced by a descendant of its own sort. */
typedef enum { RB_FIXED, RB_BOOL, RB_INT, RB_STATEMENT } rb_sort;

enum { RB_PLAIN = 3 };

typedef struct rb_node {
    rb_sort sort;
    const char *text;            /* each '$' stands for the next kid; NULL for a list */
    const char *sep;             /* list: written between the kids; kids can be left out */
    const char *plain[RB_PLAIN]; /* simpler texts to put in its place, or NULL */
    uint32_t nkids;
    struct rb_node **kids;
} rb_node;

rb_node *rb_leaf(gt_arena *arena, rb_sort sort, const char *text);
/* A node with `n` kids given as arguments. */
rb_node *rb_make(gt_arena *arena, rb_sort sort, const char *text, uint32_t n, ...);
rb_node *rb_list(gt_arena *arena, const char *sep);
void rb_append(gt_arena *arena, rb_node *list, rb_node *kid);
void rb_render(const rb_node *node, gt_str *out);
/* Number of nodes. */
uint32_t rb_size(const rb_node *node);

/* Pseudo-random numbers; the same on every machine. */
typedef struct {
    uint64_t state;
} rb_rng;

uint64_t rb_next(rb_rng *rng);
/* 0..n-1 */
uint32_t rb_below(rb_rng *rng, uint32_t n);
/* True in `percent` of 100 cases. */
bool rb_chance(rb_rng *rng, uint32_t percent);

#endif

#include "tests/random/shrink.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_TRIES = 4000, MAX_SECONDS = 60 };

typedef struct {
    rb_node *program;
    const char *failure;
    const rb_limits *limits;
    uint32_t tries;
    time_t began;
    bool changed;
} shrinker;

static bool may_go_on(const shrinker *s)
{
    return s->tries < MAX_TRIES && time(NULL) - s->began < MAX_SECONDS;
}

static bool still_fails(shrinker *s)
{
    gt_str text, report, failure;
    gt_str_init(&text);
    gt_str_init(&report);
    gt_str_init(&failure);
    rb_render(s->program, &text);
    rb_try(gt_str_text(&text), s->limits, &report);
    bool same = rb_failure(gt_str_text(&report), &failure) && strcmp(gt_str_text(&failure), s->failure) == 0;
    gt_str_fini(&text);
    gt_str_fini(&report);
    gt_str_fini(&failure);
    s->tries++;
    s->changed = s->changed || same;
    return same;
}

/* Leaves out kids of a list: all, halves, ..., single ones. */
static void cut_list(shrinker *s, rb_node *list)
{
    for (uint32_t size = list->nkids; size > 0; size /= 2) {
        for (uint32_t at = 0; at + size <= list->nkids && may_go_on(s);) {
            uint32_t n = list->nkids;
            rb_node **before = gt_xmalloc(n, sizeof(rb_node *));
            memcpy(before, list->kids, n * sizeof *before);
            memmove(list->kids + at, list->kids + at + size, (n - at - size) * sizeof *before);
            list->nkids = n - size;
            if (!still_fails(s)) {
                memcpy(list->kids, before, n * sizeof *before);
                list->nkids = n;
                at += size;
            }
            free(before);
        }
    }
}

/* Puts a descendant of the same sort in the node's place. */
static bool lift_kid(shrinker *s, rb_node *node, const rb_node *below)
{
    for (uint32_t i = 0; i < below->nkids && may_go_on(s); i++) {
        rb_node before = *node;
        if (below->kids[i]->sort == node->sort) {
            *node = *below->kids[i];
            if (still_fails(s))
                return true;
            *node = before;
        } else if (lift_kid(s, node, below->kids[i])) {
            return true;
        }
    }
    return false;
}

static bool make_plain(shrinker *s, rb_node *node)
{
    for (uint32_t i = 0; i < RB_PLAIN && node->plain[i] && may_go_on(s); i++) {
        if (node->text && strcmp(node->text, node->plain[i]) == 0)
            return false;
        rb_node before = *node;
        node->text = node->plain[i];
        node->nkids = 0;
        if (still_fails(s))
            return true;
        *node = before;
    }
    return false;
}

static void shrink_node(shrinker *s, rb_node *node)
{
    if (!node->text) {
        cut_list(s, node);
    } else if (!make_plain(s, node) && node->sort != RB_FIXED) {
        while (lift_kid(s, node, node)) {
        }
    }
    for (uint32_t i = 0; i < node->nkids; i++)
        shrink_node(s, node->kids[i]);
}

uint32_t rb_shrink(rb_node *program, const char *failure, const rb_limits *limits)
{
    shrinker s = {
        .program = program, .failure = failure, .limits = limits, .began = time(NULL), .changed = true};
    while (s.changed && may_go_on(&s)) {
        s.changed = false;
        shrink_node(&s, program);
    }
    return s.tries;
}

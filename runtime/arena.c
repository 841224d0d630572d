#include "runtime/arena.h"

#include "runtime/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_MIN = 64 * 1024, BLOCK_MAX = 8 * 1024 * 1024 };
enum { WATCHED = 1024 };      /* allocations from one question to the next */
enum { LARGE = 1024 * 1024 }; /* a block that is worth a question of its own */

typedef struct block {
    struct block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
} block;

struct gt_arena {
    block *blocks;
    size_t used, held, wanted; /* handed out; in blocks; of the block about to be made */
    gt_arena_watch *watch;
    void *watch_arg;
    uint32_t allocations;
};

gt_arena *gt_arena_new(void)
{
    return gt_xcalloc(1, sizeof(gt_arena));
}

void gt_arena_free(gt_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

static block *grow(gt_arena *arena, size_t bytes)
{
    size_t size = arena->blocks ? 2 * arena->blocks->size : BLOCK_MIN;
    if (size > BLOCK_MAX)
        size = BLOCK_MAX;
    if (size < bytes)
        size = bytes;
    if (size > SIZE_MAX - sizeof(block))
        gt_oom();
    if (size >= LARGE) {
        arena->wanted = size;
        gt_arena_ask_now(arena);
        arena->wanted = 0;
    }
    block *b = gt_xmalloc(1, sizeof(block) + size);
    arena->held += size;
    b->next = arena->blocks;
    b->used = 0;
    b->size = size;
    arena->blocks = b;
    return b;
}

void gt_arena_set_watch(gt_arena *arena, gt_arena_watch *watch, void *arg)
{
    arena->wanted = 0; /* the last one may have left while a block was asked for */
    arena->watch = watch;
    arena->watch_arg = arg;
}

void gt_arena_ask_now(gt_arena *arena)
{
    if (arena->watch)
        arena->watch(arena->watch_arg);
}

void gt_arena_ask(gt_arena *arena)
{
    if (arena->watch && ++arena->allocations % WATCHED == 0)
        arena->watch(arena->watch_arg);
}

void *gt_arena_alloc(gt_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    gt_arena_ask(arena);
    const size_t align = sizeof(max_align_t) > 16 ? 16 : _Alignof(max_align_t);
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - align)
        gt_oom();
    bytes = (bytes + align - 1) / align * align;
    block *b = arena->blocks;
    if (!b || b->size - b->used < bytes)
        b = grow(arena, bytes);
    void *p = b->bytes + b->used;
    b->used += bytes;
    arena->used += bytes;
    return memset(p, 0, bytes);
}

void *gt_arena_copy(gt_arena *arena, const void *from, size_t count, size_t size)
{
    void *p = gt_arena_alloc(arena, count, size);
    if (count && size)
        memcpy(p, from, count * size);
    return p;
}

char *gt_arena_strndup(gt_arena *arena, const char *text, size_t len)
{
    if (len == SIZE_MAX)
        gt_oom();
    char *p = gt_arena_alloc(arena, len + 1, 1);
    memcpy(p, text, len);
    return p;
}

char *gt_arena_strdup(gt_arena *arena, const char *text)
{
    return gt_arena_strndup(arena, text, strlen(text));
}

char *gt_arena_printf(gt_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t len = gt_printed(vsnprintf(NULL, 0, format, args));
    va_end(args);
    char *p = gt_arena_alloc(arena, len + 1, 1);
    gt_printed(vsnprintf(p, len + 1, format, again));
    va_end(again);
    return p;
}

gt_arena_mark gt_arena_here(const gt_arena *arena)
{
    return (gt_arena_mark){arena->blocks, arena->blocks ? arena->blocks->used : 0, arena->used};
}

void gt_arena_release(gt_arena *arena, gt_arena_mark mark)
{
    while (arena->blocks != mark.block) {
        block *b = arena->blocks;
        arena->blocks = b->next;
        arena->held -= b->size;
        free(b);
    }
    if (arena->blocks)
        arena->blocks->used = mark.block_used;
    arena->used = mark.used;
}

size_t gt_arena_used(const gt_arena *arena)
{
    return arena->used;
}

size_t gt_arena_held(const gt_arena *arena)
{
    return arena->held + arena->wanted;
}

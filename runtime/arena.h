/* A growing block allocator: everything allocated in it lives until the arena is freed. */
#ifndef GT_RUNTIME_ARENA_H
#define GT_RUNTIME_ARENA_H

#include <stddef.h>

typedef struct gt_arena gt_arena;

/* Makes an empty arena. Never returns NULL: running out of memory ends in gt_oom (runtime/base.h). */
gt_arena *gt_arena_new(void);
/* Frees the arena with all that was allocated in it; NULL is allowed. */
void gt_arena_free(gt_arena *arena);

/* Zeroed memory for `count` objects of `size` bytes, aligned for any type. Checks the product for overflow.
 */
void *gt_arena_alloc(gt_arena *arena, size_t count, size_t size);
/* A copy of `count` objects of `size` bytes. */
void *gt_arena_copy(gt_arena *arena, const void *from, size_t count, size_t size);
/* A NUL-terminated copy of `len` bytes at `text`. */
char *gt_arena_strndup(gt_arena *arena, const char *text, size_t len);
char *gt_arena_strdup(gt_arena *arena, const char *text);
/* printf into the arena. */
char *gt_arena_printf(gt_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes back everything allocated since the mark was made; nothing of it may be used any more. */
typedef struct {
    void *block;
    size_t block_used, used;
} gt_arena_mark;
gt_arena_mark gt_arena_here(const gt_arena *arena);
void gt_arena_release(gt_arena *arena, gt_arena_mark mark);
/* From now on `watch` is called now and then by allocations, and before each large block; it may leave by
 * longjmp, which leaves the arena usable. NULL: no more. */
typedef void gt_arena_watch(void *arg);
void gt_arena_set_watch(gt_arena *arena, gt_arena_watch *watch, void *arg);
/* For long loops that allocate nothing: counts like an allocation. */
void gt_arena_ask(gt_arena *arena);
/* For loops whose rounds take long: calls `watch` at once. */
void gt_arena_ask_now(gt_arena *arena);
/* Bytes handed out so far (for --stats and the memory tests). */
size_t gt_arena_used(const gt_arena *arena);
/* Bytes taken from the system, with those of a block that `watch` is asked about: what limits are about. */
size_t gt_arena_held(const gt_arena *arena);

#define GT_NEW(arena, type) ((type *)gt_arena_alloc((arena), 1, sizeof(type)))
#define GT_NEW_ARRAY(arena, type, count) ((type *)gt_arena_alloc((arena), (count), sizeof(type)))

#endif

/* What every file may use: ends of the road, heap helpers, growable arrays, hashing. */
#ifndef GT_RUNTIME_BASE_H
#define GT_RUNTIME_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A bug of ours: prints where and what, aborts. Never for bad input. */
_Noreturn void gt_ice_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define gt_ice(...) gt_ice_at(__FILE__, __LINE__, __VA_ARGS__)

/* Ends on the spot, in any thread, below any library, in a signal handler: undoes what is registered, then
 * calls the handler set by the driver (exit code 3), which must not return. Allocates nothing. */
_Noreturn void gt_end(const char *why);
/* Out of memory. */
_Noreturn void gt_oom(void);
typedef void gt_end_handler(const char *why);
void gt_set_end_handler(gt_end_handler *handler);
/* Bytes of memory that a process has, 0: this one; 0: not known. */
size_t gt_resident(int pid);

/* What must not be left behind when the process ends on the spot: a temporary file, a folder. `undo` may not
 * allocate. The record belongs to the caller and lives until it is taken back; the last in is the first out.
 */
typedef struct gt_undo {
    void (*undo)(void *arg);
    void *arg;
    struct gt_undo *outer;
} gt_undo;
void gt_undo_push(gt_undo *record);
/* Takes back this record and all that were pushed after it. */
void gt_undo_pop(gt_undo *record);

/* malloc/realloc that end in gt_oom instead of returning NULL; sizes checked for overflow. */
void *gt_xmalloc(size_t count, size_t size);
void *gt_xcalloc(size_t count, size_t size);
void *gt_xrealloc(void *old, size_t count, size_t size);
/* The same in the shape in which libraries want their allocators. */
void *gt_xmalloc_bytes(size_t bytes);
void *gt_xrealloc_bytes(void *old, size_t bytes);
char *gt_xstrdup(const char *text);
/* fopen that ends in gt_oom if memory is what is missing. */
FILE *gt_fopen(const char *file, const char *mode);
/* What snprintf returned: a length. */
size_t gt_printed(int result);

/* Growable array: declare `struct { T *v; size_t n, cap; }`; free with free(a.v). */
#define GT_VEC(T)                                                                                            \
    struct {                                                                                                 \
        T *v;                                                                                                \
        size_t n, cap;                                                                                       \
    }
#define gt_vec_push(a, x)                                                                                    \
    do {                                                                                                     \
        if ((a)->n == (a)->cap) {                                                                            \
            (a)->cap = (a)->cap ? 2 * (a)->cap : 8;                                                          \
            (a)->v = gt_xrealloc((a)->v, (a)->cap, sizeof *(a)->v);                                          \
        }                                                                                                    \
        (a)->v[(a)->n++] = (x);                                                                              \
    } while (0)

/* A good 64-bit mix and a byte-string hash. */
static inline uint64_t gt_hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}
uint64_t gt_hash_bytes(const void *bytes, size_t len);

/* Ascending; v may be NULL if n is 0. */
void gt_sort_numbers(uint32_t *v, size_t n);
/* The same, each number once; how many are left. */
size_t gt_sort_distinct(uint32_t *v, size_t n);
static inline uint64_t gt_hash_combine(uint64_t h, uint64_t x)
{
    return gt_hash_mix(h ^ (x + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2)));
}

#endif

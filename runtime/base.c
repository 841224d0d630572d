#include "runtime/base.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void gt_ice_at(const char *file, int line, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "gentrans: internal error at %s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\ngentrans: this is a bug; please report it with the input\n", stderr);
    abort();
}

/* Process-wide, as memory can run out below any context. */
static gt_end_handler *end_handler;
static gt_undo *undos;

void gt_set_end_handler(gt_end_handler *handler)
{
    end_handler = handler;
}

void gt_undo_push(gt_undo *record)
{
    record->outer = undos;
    undos = record;
}

void gt_undo_pop(gt_undo *record)
{
    undos = record->outer;
}

void gt_end(const char *why)
{
    static atomic_flag ending = ATOMIC_FLAG_INIT;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL); /* no handler interrupts what follows */
    while (atomic_flag_test_and_set(&ending))
        pause(); /* another thread is at it */
    for (gt_undo *u = undos; u; u = u->outer)
        u->undo(u->arg);
    if (end_handler)
        end_handler(why);
    _Exit(3);
}

void gt_oom(void)
{
    gt_end("out of memory");
}

size_t gt_resident(int pid)
{
    char text[128] = "/proc/self/statm";
    if (pid > 0)
        gt_printed(snprintf(text, sizeof text, "/proc/%d/statm", pid));
    int file = open(text, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[n > 0 ? n : 0] = '\0';
    const char *pages = strchr(text, ' '); /* the first number is the address space */
    return pages ? strtoul(pages, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

void *gt_xmalloc(size_t count, size_t size)
{
    return gt_xrealloc(NULL, count, size);
}

void *gt_xcalloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p)
        gt_oom();
    return p;
}

void *gt_xrealloc(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        gt_oom();
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p)
        gt_oom();
    return p;
}

void *gt_xmalloc_bytes(size_t bytes)
{
    return gt_xrealloc(NULL, bytes, 1);
}

void *gt_xrealloc_bytes(void *old, size_t bytes)
{
    return gt_xrealloc(old, bytes, 1);
}

char *gt_xstrdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(gt_xmalloc(bytes, 1), text, bytes);
}

FILE *gt_fopen(const char *file, const char *mode)
{
    FILE *opened = fopen(file, mode);
    if (!opened && errno == ENOMEM)
        gt_oom();
    return opened;
}

size_t gt_printed(int result)
{
    if (result < 0 && errno == ENOMEM)
        gt_oom();
    if (result < 0)
        gt_ice("printf failed");
    return (size_t)result;
}

/* The first len <= 7 bytes as a number, least significant first. */
static uint64_t tail_of(const unsigned char *p, size_t len)
{
    if (len >= 4) {
        uint32_t low, high;
        memcpy(&low, p, 4);
        memcpy(&high, p + len - 4, 4);
        return low | (uint64_t)high << (8 * (len - 4));
    }
    return len ? p[0] | (uint64_t)p[len / 2] << (8 * (len / 2)) | (uint64_t)p[len - 1] << (8 * (len - 1)) : 0;
}

uint64_t gt_hash_bytes(const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    uint64_t h = 0x243f6a8885a308d3ULL ^ len;
    for (; len >= 8; p += 8, len -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = gt_hash_mix(h ^ word) + 0x9e3779b97f4a7c15ULL;
    }
    return gt_hash_mix(h ^ tail_of(p, len));
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void gt_sort_numbers(uint32_t *v, size_t n)
{
    if (n > 32) {
        qsort(v, n, sizeof *v, by_number);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint32_t x = v[i];
        size_t at = i;
        for (; at > 0 && v[at - 1] > x; at--)
            v[at] = v[at - 1];
        v[at] = x;
    }
}

size_t gt_sort_distinct(uint32_t *v, size_t n)
{
    size_t kept = 0;
    gt_sort_numbers(v, n);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || v[i] != v[kept - 1])
            v[kept++] = v[i];
    return kept;
}

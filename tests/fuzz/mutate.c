#include "tests/fuzz/mutate.h"

#include "runtime/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t begin, end; /* of an element with all that is in it, or of an attribute's value */
    size_t name, len;
} span;

typedef GT_VEC(span) spans;

typedef struct {
    uint8_t *data;
    size_t size, max_size;
    uint64_t random;
    spans elements, values;
} file;

static size_t below(file *f, size_t n)
{
    f->random = gt_hash_mix(f->random + 1);
    return n ? (size_t)(f->random >> 8) % n : 0;
}

/* ---- what there is ---- */

static bool is_name(uint8_t c)
{
    return c > ' ' && c != '=' && c != '>' && c != '/' && c != '"' && c != '<';
}

static size_t name_end(const file *f, size_t at)
{
    while (at < f->size && is_name(f->data[at]))
        at++;
    return at;
}

/* The attributes of the tag whose name ends at `at`; returns where its '>' is, or the size. */
static size_t scan_tag(file *f, size_t at)
{
    while (at < f->size && f->data[at] != '>') {
        size_t name = at, end = name_end(f, at);
        if (end == at) {
            at++;
            continue;
        }
        at = end;
        if (at + 1 >= f->size || f->data[at] != '=' || f->data[at + 1] != '"')
            continue;
        size_t begin = at + 2;
        for (at = begin; at < f->size && f->data[at] != '"';)
            at++;
        gt_vec_push(&f->values, ((span){begin, at, name, end - name}));
        at += at < f->size;
    }
    return at;
}

static void scan(file *f)
{
    GT_VEC(size_t) open = {0};
    for (size_t at = 0; at < f->size; at++) {
        if (f->data[at] != '<' || at + 1 >= f->size)
            continue;
        if (f->data[at + 1] == '/') {
            while (at < f->size && f->data[at] != '>')
                at++;
            if (open.n)
                f->elements.v[open.v[--open.n]].end = at < f->size ? at + 1 : at;
        } else if (is_name(f->data[at + 1]) && f->data[at + 1] != '?' && f->data[at + 1] != '!') {
            size_t begin = at, end = name_end(f, at + 1);
            at = scan_tag(f, end);
            bool closed = at < f->size && f->data[at - 1] == '/';
            if (!closed)
                gt_vec_push(&open, f->elements.n);
            gt_vec_push(&f->elements,
                        ((span){begin, at < f->size ? at + 1 : at, begin + 1, end - begin - 1}));
        }
    }
    for (size_t i = 0; i < open.n; i++) /* never closed */
        f->elements.v[open.v[i]].end = f->size;
    free(open.v);
}

/* ---- changes ---- */

/* Puts `text` in the place of begin..end; nothing if there is no room. `text` is not part of the file. */
static void replace(file *f, size_t begin, size_t end, const void *text, size_t len)
{
    if (f->size - (end - begin) + len > f->max_size)
        return;
    memmove(f->data + begin + len, f->data + end, f->size - end);
    memcpy(f->data + begin, text, len);
    f->size = f->size - (end - begin) + len;
}

static void put_copy(file *f, size_t begin, size_t end, span from)
{
    size_t len = from.end - from.begin;
    uint8_t *copy = gt_xmalloc(len + 1, 1);
    memcpy(copy, f->data + from.begin, len);
    replace(f, begin, end, copy, len);
    free(copy);
}

static void swap_elements(file *f, span a, span b)
{
    span first = a.begin < b.begin ? a : b, second = a.begin < b.begin ? b : a;
    if (first.end > second.begin)
        return; /* one is inside the other */
    size_t between = second.begin - first.end, len = second.end - first.begin, one = first.end - first.begin;
    uint8_t *copy = gt_xmalloc(len + 1, 1), *to = f->data + first.begin;
    memcpy(copy, to, len);
    memcpy(to, copy + one + between, second.end - second.begin);
    to += second.end - second.begin;
    memcpy(to, copy + one, between);
    memcpy(to + between, copy, one);
    free(copy);
}

static span some(file *f, const spans *all)
{
    return all->v[below(f, all->n)];
}

/* One with the same name as `like`, as far as a few tries find one. */
static span alike(file *f, const spans *all, span like)
{
    for (int i = 0; i < 50; i++) {
        span s = some(f, all);
        if (s.len == like.len && s.begin != like.begin &&
            !memcmp(f->data + s.name, f->data + like.name, s.len))
            return s;
    }
    return like;
}

static void change_number(file *f)
{
    static const char *const extreme[] = {"0",
                                          "1",
                                          "2",
                                          "-1",
                                          "7",
                                          "2147483647",
                                          "-2147483648",
                                          "2147483648",
                                          "4294967295",
                                          "4294967296",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "99999999999999999999",
                                          "65536",
                                          "1048576"};
    for (int i = 0; i < 50; i++) {
        span value = some(f, &f->values);
        uint8_t c = value.begin < value.end ? f->data[value.begin] : 'x';
        if (c != '-' && (c < '0' || c > '9'))
            continue;
        const char *text = extreme[below(f, sizeof extreme / sizeof *extreme)];
        replace(f, value.begin, value.end, text, strlen(text));
        return;
    }
}

static void change_element(file *f, size_t how)
{
    char ref[40];
    span a = some(f, &f->elements), b = alike(f, &f->elements, a), c = some(f, &f->elements);
    switch (how) {
    case 0: replace(f, a.begin, a.end, "", 0); break;
    case 1: put_copy(f, a.end, a.end, a); break;
    case 2: swap_elements(f, a, b); break;
    case 3: swap_elements(f, a, c); break;
    case 4: put_copy(f, a.begin, a.end, b); break;
    case 5: put_copy(f, a.begin, a.end, c); break;
    default: /* share */
        snprintf(ref, sizeof ref, "<ref node=\"%zu\"/>", below(f, 8));
        replace(f, a.begin, a.end, ref, strlen(ref));
    }
}

size_t gt_mutate_xml(uint8_t *data, size_t size, size_t max_size, uint64_t seed)
{
    file f = {.data = data, .size = size, .max_size = max_size, .random = gt_hash_mix(seed)};
    scan(&f);
    size_t how = below(&f, 12);
    if (f.elements.n && how < 7) {
        change_element(&f, how);
    } else if (f.values.n && how < 10) {
        change_number(&f);
    } else if (f.values.n) {
        span a = some(&f, &f.values);
        put_copy(&f, a.begin, a.end, alike(&f, &f.values, a));
    }
    free(f.elements.v);
    free(f.values.v);
    return f.size;
}

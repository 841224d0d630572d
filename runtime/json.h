/* A writer of JSON: what it wrote is well-formed whatever the texts are, and nothing in it is obeyed by a
 * terminal. Numbers that may be large are written as strings: readers keep 53 bits of others. */
#ifndef GT_RUNTIME_JSON_H
#define GT_RUNTIME_JSON_H

#include "runtime/str.h"

enum { GT_JSON_DEPTH = 32 };

typedef struct {
    gt_str *out;
    unsigned depth;
    bool any[GT_JSON_DEPTH];   /* per level: something stands in it */
    bool array[GT_JSON_DEPTH]; /* it has no keys */
    bool line;                 /* the next item begins a line */
} gt_json;

gt_json gt_json_on(gt_str *out);
/* Everything below takes the key it stands under; NULL in arrays, and for the outermost value. */
void gt_json_object(gt_json *j, const char *key);
void gt_json_array(gt_json *j, const char *key);
/* Closes the innermost one. */
void gt_json_end(gt_json *j);
/* text NULL: null */
void gt_json_string(gt_json *j, const char *key, const char *text);
void gt_json_bool(gt_json *j, const char *key, bool value);
void gt_json_int(gt_json *j, const char *key, int64_t value);
void gt_json_null(gt_json *j, const char *key);
/* How many: a string of digits. */
void gt_json_count(gt_json *j, const char *key, uint64_t n);
void gt_json_seconds(gt_json *j, const char *key, double seconds);
/* A value that is JSON already. */
void gt_json_raw(gt_json *j, const char *key, const char *json);
/* The next item begins a new line. */
void gt_json_line(gt_json *j);

#endif

#include "runtime/json.h"

#include "runtime/base.h"

gt_json gt_json_on(gt_str *out)
{
    return (gt_json){.out = out};
}

void gt_json_line(gt_json *j)
{
    j->line = true;
}

static void begin(gt_json *j, const char *key)
{
    if ((key != NULL) != (j->depth > 0 && !j->array[j->depth]))
        gt_ice("JSON: a key where none belongs, or none where one does");
    if (j->any[j->depth])
        gt_str_add(j->out, j->line ? "," : ", ");
    if (j->line)
        gt_str_addf(j->out, "\n%*s", (int)(2 * (j->depth > 0 ? j->depth - 1 : 0)), "");
    j->line = false;
    j->any[j->depth] = true;
    if (key) {
        gt_str_json(j->out, key);
        gt_str_add(j->out, ": ");
    }
}

static void open_level(gt_json *j, const char *key, bool array)
{
    begin(j, key);
    gt_str_addc(j->out, array ? '[' : '{');
    if (++j->depth == GT_JSON_DEPTH)
        gt_ice("JSON: too many levels");
    j->any[j->depth] = false;
    j->array[j->depth] = array;
}

void gt_json_object(gt_json *j, const char *key)
{
    open_level(j, key, false);
}

void gt_json_array(gt_json *j, const char *key)
{
    open_level(j, key, true);
}

void gt_json_end(gt_json *j)
{
    if (j->depth == 0)
        gt_ice("JSON: nothing is open");
    gt_str_addc(j->out, j->array[j->depth] ? ']' : '}');
    j->depth--;
    j->line = false;
}

void gt_json_raw(gt_json *j, const char *key, const char *json)
{
    begin(j, key);
    gt_str_add(j->out, json);
}

void gt_json_string(gt_json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        gt_str_json(j->out, text);
    else
        gt_str_add(j->out, "null");
}

void gt_json_bool(gt_json *j, const char *key, bool value)
{
    gt_json_raw(j, key, value ? "true" : "false");
}

void gt_json_null(gt_json *j, const char *key)
{
    gt_json_raw(j, key, "null");
}

void gt_json_int(gt_json *j, const char *key, int64_t value)
{
    begin(j, key);
    gt_str_addf(j->out, "%lld", (long long)value);
}

void gt_json_count(gt_json *j, const char *key, uint64_t n)
{
    begin(j, key);
    gt_str_addf(j->out, "\"%llu\"", (unsigned long long)n);
}

void gt_json_seconds(gt_json *j, const char *key, double seconds)
{
    begin(j, key);
    gt_str_addf(j->out, "%.3f", seconds);
}

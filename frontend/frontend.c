#include "frontend/frontend.h"

#include <string.h>

typedef const gt_sym *reader(gt_ctx *ctx, const gt_source *source);

static const struct {
    const char *extension;
    reader *read;
} frontends[] = {
#define GT_FRONTEND(name, extension) {extension, gt_frontend_##name},
#include "frontend/frontend.def"
#undef GT_FRONTEND
};

static reader *find(const char *name)
{
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof frontends / sizeof frontends[0]; i++) {
        size_t end = strlen(frontends[i].extension);
        if (len >= end && !strcmp(name + len - end, frontends[i].extension))
            return frontends[i].read;
    }
    return frontends[0].read;
}

const gt_sym *gt_frontend_load(gt_ctx *ctx, const char *name, const char *text, size_t len,
                               const gt_define *defs, size_t ndefs)
{
    return gt_frontend_read(
        ctx, (gt_source){.name = name, .text = text, .len = len, .defs = defs, .ndefs = ndefs});
}

void gt_frontend_skip_mark(const char **text, size_t *len)
{
    if (*len < 3 || memcmp(*text, "\xEF\xBB\xBF", 3) != 0)
        return;
    *text += 3;
    *len -= 3;
}

const gt_sym *gt_frontend_read(gt_ctx *ctx, gt_source source)
{
    gt_frontend_skip_mark(&source.text, &source.len);
    return find(source.name)(ctx, &source);
}

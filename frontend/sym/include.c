/* Files that a file includes: their items take the place of the line that names them. */
#include "frontend/sym/lower.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 100 };

/* A file whose items are being taken. */
typedef struct opened {
    const char *name;
    dev_t device;
    ino_t number;
    bool known;                  /* device and number tell which file it is */
    gt_pos pos;                  /* of the line that includes it */
    const struct opened *around; /* the file of that line */
} opened;

typedef struct {
    gt_lower *lw;
    GT_VEC(opened) taken; /* each file once */
    const gt_syn **end;   /* where the next item goes */
    uint32_t nkids;
    bool failed;
} includer;

static void take_items(includer *in, const opened *from, const gt_syn *file);

/* The name as the operating system wants it: beside the file that includes it. */
static const char *beside(gt_lower *lw, const char *around, const char *name)
{
    const char *slash = strrchr(around, '/');
    if (name[0] == '/' || !slash)
        return name;
    return gt_arena_printf(lw->arena, "%.*s%s", (int)(slash - around) + 1, around, name);
}

static bool refuse(includer *in, const gt_syn *name, const char *file, const char *why)
{
    gt_error(in->lw->diag, name->pos, "include", "cannot include '%s': %s", file, why);
    in->failed = true;
    return false;
}

static bool read_text(includer *in, const gt_syn *name, const char *file, const char **text, size_t *len)
{
    FILE *f = gt_fopen(file, "rb");
    if (!f)
        return refuse(in, name, file, strerror(errno));
    GT_VEC(char) bytes = {0};
    char block[1 << 14];
    for (size_t got; bytes.n <= GT_PARSE_MAX_BYTES && (got = fread(block, 1, sizeof block, f)) > 0;)
        for (size_t i = 0; i < got; i++)
            gt_vec_push(&bytes, block[i]);
    bool ok = !ferror(f);
    *len = bytes.n;
    *text = bytes.n ? gt_arena_copy(in->lw->arena, bytes.v, bytes.n, 1) : gt_arena_strdup(in->lw->arena, "");
    free(bytes.v);
    fclose(f);
    return ok || refuse(in, name, file, "it cannot be read");
}

static bool same_file(const opened *a, const opened *b)
{
    return a->known && b->known && a->device == b->device && a->number == b->number;
}

/* Whether the file is still to be taken; reports what includes itself. */
static bool is_new(includer *in, const gt_syn *name, const opened *file)
{
    uint32_t depth = 0;
    for (const opened *o = file->around; o; o = o->around, depth++)
        if (same_file(o, file)) {
            refuse(in, name, file->name, "it includes itself");
            for (const opened *link = file->around; link != o; link = link->around)
                gt_note(in->lw->diag, link->pos, "'%s' is included here", link->name);
            gt_help(in->lw->diag, "what both files need belongs into a third one");
            return false;
        }
    for (size_t i = 0; i < in->taken.n; i++)
        if (same_file(&in->taken.v[i], file))
            return false;
    return depth < DEEPEST || refuse(in, name, file->name, "files are included too deeply");
}

static void identify(opened *file)
{
    struct stat s;
    file->known = stat(file->name, &s) == 0;
    if (file->known) {
        file->device = s.st_dev;
        file->number = s.st_ino;
    }
}

static void include(includer *in, const opened *around, const gt_syn *item)
{
    gt_lower *lw = in->lw;
    const gt_syn *name = gt_syn_get(item, GT_FIELD_file);
    opened file = {.name = beside(lw, around->name, name->text), .pos = item->pos, .around = around};
    struct stat s;
    if (stat(file.name, &s) == 0 && !S_ISREG(s.st_mode)) {
        refuse(in, name, file.name, "it is not a file");
        return;
    }
    identify(&file);
    const char *text;
    size_t len;
    if (!is_new(in, name, &file) || !read_text(in, name, file.name, &text, &len))
        return;
    gt_vec_push(&in->taken, file);
    gt_frontend_skip_mark(&text, &len);
    gt_diag_open(lw->diag, file.name, text, len);
    const gt_syn *tree = gt_parse(lw->ctx, lw->names, text, len);
    in->failed = in->failed || !tree;
    if (tree)
        take_items(in, &file, tree);
}

static void take_items(includer *in, const opened *from, const gt_syn *file)
{
    for (const gt_syn *item = file->first; item; item = item->next) {
        if (item->kind == GT_SYN_include_declaration) {
            include(in, from, item);
            continue;
        }
        if (item->kind == GT_SYN_model_declaration && from->around)
            continue; /* the name of that file alone */
        gt_syn *copy = gt_arena_copy(in->lw->arena, item, 1, sizeof *item);
        copy->next = NULL;
        *in->end = copy;
        in->end = &copy->next;
        in->nkids++;
    }
}

static bool includes(const gt_syn *file)
{
    for (const gt_syn *item = file->first; item; item = item->next)
        if (item->kind == GT_SYN_include_declaration)
            return true;
    return false;
}

const gt_syn *gt_lower_include(gt_lower *lw, const gt_source *source, const gt_syn *file)
{
    if (!includes(file))
        return file;
    gt_syn *whole = gt_arena_copy(lw->arena, file, 1, sizeof *file);
    includer in = {.lw = lw, .end = &whole->first};
    opened main = {.name = source->beside ? source->beside : source->name};
    identify(&main);
    whole->first = NULL;
    take_items(&in, &main, file);
    whole->nkids = in.nkids;
    const char **names = GT_NEW_ARRAY(lw->arena, const char *, in.taken.n + 1);
    for (size_t i = 0; i < in.taken.n; i++)
        names[i] = in.taken.v[i].name;
    lw->nincluded = (uint32_t)in.taken.n;
    lw->included = names;
    free(in.taken.v);
    return in.failed ? NULL : whole;
}

#include "driver/files.h"

#include "driver/ending.h"
#include "runtime/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain(const char *what, const char *name)
{
    gt_say("cannot %s '%s': %s", what, name, strerror(errno));
    return false;
}

static bool write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            text += n;
            len -= (size_t)n;
        }
    }
    return true;
}

/* A file that is no ordinary one (a pipe, /dev/null) is written to as it is. */
static bool is_special(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0 && !S_ISREG(s.st_mode);
}

/* Writes to a temporary file; its name is returned in *temporary. */
static bool prepare(const gt_file *file, char **temporary)
{
    size_t len = strlen(file->name);
    char *name = gt_xmalloc(len + 8, 1);
    memcpy(name, file->name, len);
    memcpy(name + len, ".XXXXXX", 8);
    int fd = mkstemp(name);
    if (fd < 0) {
        free(name);
        return complain("write", file->name);
    }
    *temporary = name;
    mode_t mask = umask(0);
    umask(mask);
    bool ok = fchmod(fd, 0666 & ~mask) == 0 && write_all(fd, gt_str_text(file->text), file->text->len);
    if (!ok)
        complain("write", file->name);
    if (close(fd) != 0 && ok)
        return complain("write", file->name);
    return ok;
}

static gt_exit write_special(const gt_file *file)
{
    bool standard = strcmp(file->name, "-") == 0;
    int out = standard ? STDOUT_FILENO : open(file->name, O_WRONLY | O_CLOEXEC);
    bool ok = out >= 0 && fflush(stdout) == 0 && write_all(out, gt_str_text(file->text), file->text->len);
    if (!standard && out >= 0)
        ok = close(out) == 0 && ok;
    if (ok)
        return GT_EXIT_OK;
    if (standard)
        return gt_ending_unwritten();
    complain("write", file->name);
    return GT_EXIT_USAGE;
}

typedef struct {
    char **names; /* NULL: none, or not any more */
    size_t n;
} temporaries;

static void remove_all(void *arg)
{
    const temporaries *t = arg;
    for (size_t i = 0; i < t->n; i++)
        if (t->names[i])
            unlink(t->names[i]);
}

gt_exit gt_files_write(const gt_file *files, size_t n)
{
    char **temporary = gt_xcalloc(n + 1, sizeof *temporary);
    temporaries all = {temporary, n};
    gt_undo undo = {remove_all, &all, NULL};
    gt_undo_push(&undo);
    gt_exit code = GT_EXIT_OK;
    for (size_t i = 0; i < n && code == GT_EXIT_OK; i++)
        if (strcmp(files[i].name, "-") != 0 && !is_special(files[i].name) &&
            !prepare(&files[i], &temporary[i]))
            code = GT_EXIT_USAGE;
    for (size_t i = 0; i < n && code == GT_EXIT_OK; i++) {
        if (!temporary[i]) {
            code = write_special(&files[i]);
        } else if (rename(temporary[i], files[i].name) != 0) {
            complain("write", files[i].name);
            code = GT_EXIT_USAGE;
        } else {
            free(temporary[i]);
            temporary[i] = NULL;
        }
    }
    remove_all(&all);
    gt_undo_pop(&undo);
    for (size_t i = 0; i < n; i++)
        free(temporary[i]);
    free(temporary);
    return code;
}

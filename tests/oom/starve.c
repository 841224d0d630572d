/* gentrans with an allocator that can be told to fail. This file's malloc and its kin come before those of
 * the C library, for ours and for every library alike; so does pthread_create, which needs memory for a
 * stack.
 *
 * STARVE_AT names a file of ascending numbers, one in a line. At an allocation of such a number k the process
 * forks. In the child, allocation k fails (STARVE_FROM is set: all later ones, too); it goes on in the empty
 * folder STARVE_DIR/k, which is also its TMPDIR, with STARVE_DIR/k.out and k.err as its outputs. The parent
 * waits for it and goes on as if nothing had been, so that one run makes all the others. STARVE_DIR/log gets
 * a line for each child: k and how it ended. One that ended as it should (code 3, no output but the message,
 * nothing left in its folder) is counted as "plain", its files removed. The last line is "total" and the
 * number of allocations.
 *
 * STARVE_NOW=k: no child; allocation k and all later ones fail, in whichever thread they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_AT = 1 << 16, HANG_SECONDS = 100, MAX_FILES = 32 };

/* This file itself is not sanitized: it is called before the sanitizer is ready. */
#ifdef GENTRANS_SANITIZED
#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif

extern void *REAL(malloc)(size_t size);
extern void *REAL(calloc)(size_t count, size_t size);
extern void *REAL(realloc)(void *old, size_t size);
extern void *REAL(memalign)(size_t align, size_t size);

static struct {
    bool on;               /* counting; not while we work ourselves, nor in a child */
    bool failing;          /* this is a child, and everything fails from now on */
    bool from;             /* children: all later ones fail, too */
    _Atomic uint64_t seen; /* allocations so far */
    uint64_t now;          /* from this one on all fail; 0: no such wish */
    uint64_t at[MAX_AT];
    size_t nat, next;
    uint64_t plain;
    int log;
    const char *folder;
    char temporary[4096];
} starve;

static void say(int fd, const char *text)
{
    if (write(fd, text, strlen(text)) < 0)
        _exit(125);
}

static void give_up(const char *what)
{
    say(2, what);
    say(2, ": starve.c cannot go on\n");
    _exit(125);
}

/* ---- the numbers ---- */

static void read_numbers(const char *file)
{
    char part[4096];
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        give_up(file);
    uint64_t number = 0;
    for (ssize_t n; (n = read(fd, part, sizeof part)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            if (part[i] != '\n') {
                number = 10 * number + (uint64_t)(part[i] - '0');
                continue;
            }
            if (starve.nat == MAX_AT)
                give_up("too many numbers");
            starve.at[starve.nat++] = number;
            number = 0;
        }
    }
    close(fd);
}

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("STARVE_AT"), *now = getenv("STARVE_NOW");
    starve.now = now ? strtoull(now, NULL, 10) : 0;
    starve.folder = getenv("STARVE_DIR");
    starve.from = getenv("STARVE_FROM") != NULL;
    if (!file || !starve.folder)
        return;
    char name[4096];
    snprintf(name, sizeof name, "%s/log", starve.folder);
    starve.log = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (starve.log < 0)
        give_up(name);
    read_numbers(file);
    starve.on = true;
}

__attribute__((destructor)) static void end(void)
{
    char line[96];
    if (!starve.on || starve.failing)
        return;
    snprintf(line, sizeof line, "plain %llu\ntotal %llu\n", (unsigned long long)starve.plain,
             (unsigned long long)starve.seen);
    say(starve.log, line);
}

/* ---- children ---- */

/* Standard output or error becomes a file that begins with what was written there so far. */
static void redirect(int fd, const char *name)
{
    char part[4096];
    off_t at = 0;
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (ssize_t n; (n = pread(fd, part, sizeof part, at)) > 0; at += n)
        if (write(file, part, (size_t)n) != n)
            give_up(name);
    if (file < 0 || dup2(file, fd) < 0)
        give_up(name);
    close(file);
}

static void become_child(const char *folder)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.out", folder);
    redirect(1, name);
    snprintf(name, sizeof name, "%s.err", folder);
    redirect(2, name);
    snprintf(starve.temporary, sizeof starve.temporary, "TMPDIR=%s", folder);
    if (mkdir(folder, 0700) != 0 || chdir(folder) != 0 || putenv(starve.temporary) != 0)
        give_up(folder);
    setrlimit(RLIMIT_CPU, &(struct rlimit){HANG_SECONDS, HANG_SECONDS});
    close(starve.log);
}

/* Ends the file with the text? An absent file does not. */
static bool ends_with(const char *file, const char *text)
{
    char last[256];
    size_t len = strlen(text);
    int fd = open(file, O_RDONLY);
    off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    bool same = size >= (off_t)len && pread(fd, last, len, size - (off_t)len) == (ssize_t)len &&
                memcmp(last, text, len) == 0;
    if (fd >= 0)
        close(fd);
    return same;
}

static void judge(uint64_t k, int status, const char *folder)
{
    char out[4096], err[4096], line[96];
    struct stat st;
    snprintf(out, sizeof out, "%s.out", folder);
    snprintf(err, sizeof err, "%s.err", folder);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3 && stat(out, &st) == 0 && st.st_size == 0 &&
        ends_with(err, "gentrans: out of memory\n") && rmdir(folder) == 0) {
        starve.plain++;
        unlink(out);
        unlink(err);
        return;
    }
    bool exited = WIFEXITED(status);
    snprintf(line, sizeof line, "%llu %s %d\n", (unsigned long long)k, exited ? "exit" : "signal",
             exited ? WEXITSTATUS(status) : WTERMSIG(status));
    say(starve.log, line);
}

/* True in the child. */
static bool split(uint64_t k)
{
    char folder[2048];
    int status;
    off_t places[MAX_FILES]; /* child and parent share them */
    snprintf(folder, sizeof folder, "%s/%llu", starve.folder, (unsigned long long)k);
    for (int fd = 3; fd < MAX_FILES; fd++)
        places[fd] = lseek(fd, 0, SEEK_CUR);
    pid_t pid = fork();
    if (pid < 0)
        give_up("fork");
    if (pid == 0) {
        become_child(folder);
        return true;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    for (int fd = 3; fd < MAX_FILES; fd++)
        if (places[fd] >= 0)
            lseek(fd, places[fd], SEEK_SET);
    judge(k, status, folder);
    return false;
}

static _Thread_local bool spared;

#ifdef GENTRANS_SANITIZED
/* The sanitizer asks for a thread's stack when a function does not return, and cannot do without an answer.
 */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
    typedef int get(pthread_t, pthread_attr_t *);
    spared = true;
    void *real = dlsym(RTLD_NEXT, "pthread_getattr_np");
    get *call;
    memcpy(&call, &real, sizeof call);
    int result = call(thread, attr);
    spared = false;
    return result;
}
#endif

/* Does this allocation fail? */
static bool fails(void)
{
    if (spared)
        return false;
    if (starve.failing)
        return true;
    if (starve.now)
        return atomic_fetch_add(&starve.seen, 1) + 1 >= starve.now;
    if (!starve.on || ++starve.seen != (starve.next < starve.nat ? starve.at[starve.next] : 0))
        return false;
    starve.next++;
    starve.on = false; /* what we do ourselves must not count */
    bool child = split(starve.seen);
    starve.on = !child;
    starve.failing = child && starve.from;
    return child;
}

/* ---- the allocator ---- */

static void *refuse(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return fails() ? refuse() : REAL(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? refuse() : REAL(calloc)(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? refuse() : REAL(realloc)(old, size);
}

void *memalign(size_t align, size_t size)
{
    return fails() ? refuse() : REAL(memalign)(align, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return memalign(align, size);
}

int posix_memalign(void **result, size_t align, size_t size)
{
    *result = memalign(align, size);
    return *result ? 0 : ENOMEM;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (fails())
        return EAGAIN;
    void *real = dlsym(RTLD_NEXT, "pthread_create");
    create *call;
    memcpy(&call, &real, sizeof call);
    return call(thread, attr, run, arg);
}

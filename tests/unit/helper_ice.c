#include "tests/unit/helper_ice.h"

#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void in_child(void (*body)(int number), int number, int out)
{
    signal(SIGABRT, SIG_DFL);
    dup2(out, STDERR_FILENO);
    body(number);
    _exit(0);
}

void helper_expect_ice(void (*body)(int number), int number, const char *text)
{
    char said[4096];
    size_t len = 0;
    int ends[2], status = 0;
    ck_assert_int_eq(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        in_child(body, number, ends[1]);
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], said + len, sizeof said - 1 - len)) > 0;)
        len += (size_t)n;
    said[len] = '\0';
    close(ends[0]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    bool stopped = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    ck_assert_msg(stopped && strstr(said, "internal error") && strstr(said, text),
                  "%d: expected '%s', got: %s", number, text, said);
}

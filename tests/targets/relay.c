/* Hands a command to a server that has a checker loaded already, so that judging thousands of small programs
 * does not start a Java machine or a Python for each.
 *
 * `gentrans run` starts it in place of the checker (GENTRANS_TLC, GENTRANS_STORM). It sends the number of its
 * arguments, the working directory and the arguments, each ended by a zero byte, to the Unix socket beside it
 * (the path it was started as, and ".socket"), prints what comes back up to a zero byte, and exits with the
 * number behind that. If it is killed, the server sees the connection end. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int give_up(const char *what)
{
    fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
    return 111;
}

static int send_all(int server, const char *text)
{
    size_t left = strlen(text) + 1;
    while (left > 0) {
        ssize_t n = write(server, text, left);
        if (n < 0)
            return -1;
        text += n;
        left -= (size_t)n;
    }
    return 0;
}

/* Prints up to the zero byte; the exit code behind it, -1: there is none, or -2: nothing came at all. */
static int receive(int server)
{
    char part[65536], code[16];
    size_t digits = 0;
    int ended = 0, any = 0;
    for (ssize_t n; (n = read(server, part, sizeof part)) > 0;) {
        any = 1;
        char *zero = ended ? part - 1 : memchr(part, '\0', (size_t)n);
        size_t shown = ended ? 0 : zero ? (size_t)(zero - part) : (size_t)n;
        if (fwrite(part, 1, shown, stdout) != shown)
            return -1;
        if (!zero)
            continue;
        ended = 1;
        for (char *p = zero + 1; p < part + n && digits + 1 < sizeof code; p++)
            code[digits++] = *p;
    }
    code[digits] = '\0';
    return digits ? atoi(code) : any ? -1 : -2;
}

/* Waits for a server that is starting, or starting anew. */
static int reach(const struct sockaddr_un *address)
{
    for (int tries = 0; tries < 600; tries++) {
        int server = socket(AF_UNIX, SOCK_STREAM, 0);
        if (server < 0 || connect(server, (const struct sockaddr *)address, sizeof *address) == 0)
            return server;
        close(server);
        if (errno != ENOENT && errno != ECONNREFUSED)
            return -1;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return -1;
}

static int ask(int server, int argc, char **argv)
{
    char here[4096], number[16];
    snprintf(number, sizeof number, "%d", argc);
    if (!getcwd(here, sizeof here))
        return -1;
    int sent = send_all(server, number) == 0 && send_all(server, here) == 0;
    for (int i = 1; i < argc && sent; i++)
        sent = send_all(server, argv[i]) == 0;
    return sent ? receive(server) : -2;
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s.socket", argv[0]);
    if (length < 0 || (size_t)length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return give_up(argv[0]);
    }
    signal(SIGPIPE, SIG_IGN);
    int code = -2;
    /* A server that ends with the client before us may have let us in already. */
    for (int tries = 0; code == -2 && tries < 20; tries++) {
        int server = reach(&address);
        if (server < 0)
            return give_up(address.sun_path);
        code = ask(server, argc, argv);
        close(server);
    }
    if (fflush(stdout) != 0 || code < 0)
        return give_up("the server ended early");
    return code;
}

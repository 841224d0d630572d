/* Hands a command to a server that has a checker loaded already, so that judging thousands of small programs
 * does not start a Java machine or a Python for each.
 *
 * `gentrans run` starts it in place of the checker (GENTRANS_TLC, GENTRANS_STORM). It sends the number of its
 * arguments, the working directory and the arguments, each ended by a zero byte, to the Unix socket beside it
 * (the path it was started as, and ".socket"), prints what comes back up to a zero byte, and exits with the
 * number behind that. If it is killed, the server sees the connection end. */
#include <errno.h>
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

/* Prints up to the zero byte; the exit code behind it, or -1. */
static int receive(int server)
{
    char part[65536], code[16];
    size_t digits = 0;
    int ended = 0;
    for (ssize_t n; (n = read(server, part, sizeof part)) > 0;) {
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
    return digits ? atoi(code) : -1;
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char here[4096];
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s.socket", argv[0]);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (length < 0 || (size_t)length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return give_up(argv[0]);
    }
    int refused = server < 0 ? -1 : connect(server, (struct sockaddr *)&address, sizeof address);
    for (int tries = 0; refused != 0 && tries < 600 && (errno == ENOENT || errno == ECONNREFUSED); tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000},
                  NULL); /* the server is starting, or starting anew */
        refused = connect(server, (struct sockaddr *)&address, sizeof address);
    }
    if (refused != 0)
        return give_up(address.sun_path);
    char number[16];
    snprintf(number, sizeof number, "%d", argc);
    if (!getcwd(here, sizeof here) || send_all(server, number) != 0 || send_all(server, here) != 0)
        return give_up("sending");
    for (int i = 1; i < argc; i++)
        if (send_all(server, argv[i]) != 0)
            return give_up("sending");
    int code = receive(server);
    if (fflush(stdout) != 0 || code < 0)
        return give_up("the server ended early");
    return code;
}

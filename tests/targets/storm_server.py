"""Runs the storm command (storm.py, the first argument) once per connection (see relay.c) in a process forked from this
one, which has Storm's library loaded. The second argument is the socket."""
import os
import runpy
import signal
import socket
import sys

import stormpy  # noqa: F401  (what this is about)


LIMIT = 60  # seconds after which nobody waits any more


def serve(client, script):
    signal.alarm(LIMIT)
    texts = [b""]
    while len(texts) < 2 or len(texts) < 2 + int(texts[0]):
        part = client.recv(65536)
        if not part:
            os._exit(0)
        begin, *rest = part.split(b"\0")
        texts = [*texts[:-1], texts[-1] + begin, *rest]
    folder, *arguments = [text.decode() for text in texts[1:-1]]
    os.chdir(folder)
    for number in (1, 2):
        os.dup2(client.fileno(), number)
    sys.argv = ["storm", *arguments]
    code = 70
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        client.sendall(b"\0%d" % code)
        os._exit(0)


def main():
    script, path = sys.argv[1:]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(path)
        server.listen(16)
        while True:
            client, _ = server.accept()
            if os.fork() == 0:
                server.close()
                serve(client, script)
            client.close()


main()

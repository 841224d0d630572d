"""Runs commands under a limit of processor time: other programs may have the machine meanwhile.

    limited.py SECONDS COMMAND...                         # like timeout(1), and its exit code 124
    limited.py --signal INT --after 0.5 SECONDS COMMAND...   # a signal, after so much processor time

The wall clock is the last resort, for what hangs without working.
"""
import argparse
import os
import signal
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LATE = 124  # the exit code of timeout(1)


def last_resort(seconds):
    """How long a command with so much processor time may take by the wall clock."""
    return float(os.environ.get("GENTRANS_LAST_RESORT", 60 + 40 * seconds))


def session(leader):
    """The living processes of a session (gentrans gives checkers groups of their own): numbers, processor seconds with those
    of their dead, resident megabytes."""
    members, seconds, memory = [], 0, 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader:
                members.append(int(name))
                seconds += sum(int(f) for f in fields[11:15])
                memory += int(fields[21])
    return members, seconds / TICK, memory * PAGE / 2**20


def end(leader):
    """Ends a session."""
    for member in session(leader)[0]:
        try:
            os.kill(member, signal.SIGKILL)
        except ProcessLookupError:
            pass


def watch(process, seconds, at_work=lambda used: None):
    """What the process printed; TimeoutExpired, with all its session ended, once that has used up its processor time.
    at_work(used) is called now and then."""
    begin, pause = time.monotonic(), 0.05
    while True:
        try:
            return process.communicate(timeout=pause)
        except subprocess.TimeoutExpired:
            pause = min(0.5, 1.3 * pause)
        used = session(process.pid)[1]
        at_work(used)
        if used > seconds or time.monotonic() - begin > last_resort(seconds):
            end(process.pid)
            process.communicate()
            raise subprocess.TimeoutExpired(process.args, seconds)


def run(command, seconds, **options):
    """As subprocess.run, with `seconds` of processor time for the command and all it starts."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        out, err = watch(process, seconds)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def main():
    parser = argparse.ArgumentParser(prog="limited.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--signal", default="INT", help="the signal")
    parser.add_argument("--after", type=float, help="processor seconds before it")
    parser.add_argument("seconds", type=float)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    waiting = [] if options.after is None else [getattr(signal, "SIG" + options.signal)]

    def send(used):
        if waiting and used >= options.after:
            os.kill(process.pid, waiting.pop())

    with subprocess.Popen(options.command, start_new_session=True) as process:
        try:
            watch(process, options.seconds, send)
        except subprocess.TimeoutExpired:
            return LATE
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


if __name__ == "__main__":
    sys.exit(main())

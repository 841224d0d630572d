"""Runs a command under a limit of processor time and memory, and says what it used."""
import os
import subprocess
import tempfile
import time

from runner.limited import end, last_resort, session


class Limit(Exception):
    """What stopped a command: "time" or "memory"."""


class Budget:
    """What the commands of one measurement may use together, and have used so far."""

    def __init__(self, seconds, megabytes):
        self.limit, self.memory_limit = seconds, megabytes
        self.seconds, self.memory = 0.0, 0.0


def wait(leader, budget):
    """Until the leader ends: status and usage; or until something is used up: no usage, and what it is."""
    begin, pause = time.monotonic(), 0.005
    while True:
        done, status, usage = os.wait4(leader, os.WNOHANG)
        if done:
            return status, usage, None
        _, seconds, memory = session(leader)
        budget.memory = max(budget.memory, memory)
        late = budget.seconds + seconds > budget.limit or time.monotonic() - begin > last_resort(budget.limit)
        if late or memory > budget.memory_limit:
            budget.seconds += seconds
            return None, None, "time" if late else "memory"
        time.sleep(pause)
        pause = min(0.2, pause * 1.3)


def run(command, where, budget, environment=None):
    """The exit code and output of the command; Limit when the budget is used up."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(command, cwd=where, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True, env={**os.environ, **(environment or {})})
        status, usage, stopped = None, None, None
        try:
            status, usage, stopped = wait(process.pid, budget)
        finally:
            if not usage:    # over the limit, or we are being stopped: nothing may stay behind
                end(process.pid)
        if stopped:
            process.wait()
            raise Limit(stopped)
        process.returncode = os.waitstatus_to_exitcode(status)
        budget.seconds += usage.ru_utime + usage.ru_stime
        budget.memory = max(budget.memory, usage.ru_maxrss / 1024)
        if budget.seconds > budget.limit:
            raise Limit("time")
        output.seek(0)
        return process.returncode, output.read()

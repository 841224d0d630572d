"""Runs the commands of a case and compares exit code, output and diagnostics."""
import os
import re
import shlex
import subprocess

from . import limited

POSITIONED = re.compile(r"^.*?:(\d+):(\d+): (error|warning|note|help): (.*)$")
UNPOSITIONED = re.compile(r"^(?:\s+=|[^:\s][^:]*:)()() (error|warning|note|help): (.*)$")


class Outcome:
    """What a command did."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


class Tools:
    """The program under test and the environment it runs in."""

    def __init__(self, gentrans, environment, slow):
        self.gentrans = gentrans
        self.environment = environment
        self.slow = slow  # factor on all time limits

    def run(self, command, folder, timeout, merge=False):
        """Runs a command (a list, or a string for the shell); all it started dies with it at the limit of processor time."""
        done = limited.run(command, timeout * self.slow, shell=isinstance(command, str), cwd=folder, env=self.environment,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT if merge else subprocess.PIPE)
        return Outcome(done.returncode, decode(done.stdout), decode(done.stderr))


def decode(data):
    return (data or b"").decode("utf-8", "replace")


def expand(text, source, folder):
    return text.replace("%s", source).replace("%t", folder).replace("%d", os.path.dirname(source) or ".")


def default_exit(step, case):
    """Errors mean 2, a property expected to fail means 1."""
    if any(severity == "error" for severity, _, _, _ in step.diagnostics):
        return 2
    if step.command is None and "fails" in case.common.verdicts.values():
        return 1
    return 0


def run_step(case, step, tools, source, folder):
    """The list of what is wrong; empty when the step does as expected."""
    text = expand(step.command or "gentrans check %s", shlex.quote(source), shlex.quote(folder))
    command = text if step.shell else shlex.split(text)
    if not step.shell and command and command[0] == "gentrans":
        command[0] = tools.gentrans
    try:
        outcome = tools.run(command, folder, case.timeout)
    except subprocess.TimeoutExpired:
        return ["%s: no end after %g s of work" % (text, case.timeout * tools.slow)]
    except OSError as error:
        return ["%s: %s" % (text, error)]
    problems = compare(case, step, outcome)
    if problems:
        problems.insert(0, "$ " + text)
        problems += ["| " + line for line in (outcome.out + outcome.err).splitlines()[:40]]
    return problems


def compare(case, step, outcome):
    problems = []
    wanted = default_exit(step, case) if step.exit is None else step.exit
    if outcome.code != wanted:
        problems.append("exit code %d, expected %d" % (outcome.code, wanted))
    for stream, present, text in step.texts:
        actual = outcome.out if stream.startswith("out") else outcome.err
        found = text in actual.splitlines() if stream.endswith("-line") else text in actual
        if found != present:
            problems.append("%s: %s: %s" % (stream, "missing" if present else "unexpected", text))
    return problems + compare_diagnostics(step, outcome.err)


# What a search saw of the program: said of many a small program, and asked about by few cases.
SEEN = re.compile(r"\[(unseen-\w+|vacuous|unchecked)\]$")


def compare_diagnostics(step, err):
    """Every expectation needs a diagnostic of its own; every error and warning needs an expectation, but for what a
    search saw in a case that expects none of it."""
    actual, seen = [], False
    for text in err.splitlines():
        match = POSITIONED.match(text) or UNPOSITIONED.match(text)
        if match:
            line, column, severity, message = match.groups()
            actual.append((severity, int(line or 0), int(column or 0), message))
    problems = []
    for severity, line, column, text in step.diagnostics:
        for item in actual:
            if item[:3] == (severity, line, column) and text in item[3]:
                actual.remove(item)
                seen = seen or bool(SEEN.search(item[3]))
                break
        else:
            problems.append("missing: %s%s: %s" % (place(line, column), severity, text))
    for severity, line, column, text in actual:
        if severity in ("error", "warning") and severity not in step.ignore and (seen or not SEEN.search(text)):
            problems.append("unexpected: %s%s: %s" % (place(line, column), severity, text))
    return problems


def place(line, column):
    return "%d:%d: " % (line, column) if line else ""

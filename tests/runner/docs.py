"""Runs the examples of a Markdown file: what it shows is what happens.

A fenced block `sym` is a case of its own; its directives stand in HTML comments above it, and `sym name=f.sym` also
leaves it in the page's folder. `sym fragment` is not run. In a block `console` every line `$ command` is run by the
shell in that folder and must print the lines that follow: `...` alone stands for any lines, and an ellipsis character
within a line for any text. What a command exits with is shown as `[exit 1]` behind its output when not 0.
"""
import os
import re
import subprocess

from .directives import ANY_DIRECTIVE

FENCE = re.compile(r"^(\s*)```\s*(\S*)\s*(.*)$")


def blocks(text):
    """(line, language, info, directives, content) of every fenced block."""
    pending, opened = [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if opened is None:
            if fence:
                opened = (number, fence.group(2), fence.group(3), pending, [])
                pending = []
            elif ANY_DIRECTIVE.match(line):
                pending.append(line)
        elif fence and not fence.group(2):
            yield opened[:4] + ("\n".join(opened[4]) + "\n",)
            opened = None
        else:
            opened[4].append(line)


def named(info):
    match = re.search(r"\bname=(\S+)", info)
    return match.group(1) if match else None


def commands(content):
    """(command, expected lines) of a console block."""
    result = []
    for line in content.splitlines():
        if line.startswith("$ "):
            result.append((line[2:], []))
        elif result:
            result[-1][1].append(line)
    return result


def pattern(lines):
    """A regular expression for the expected lines."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*?".join(re.escape(part) for part in line.rstrip().split("\u2026")) + r"[ \t]*\n")
    return re.compile("".join(parts) + r"\Z")


def run_console(content, tools, folder, timeout):
    """The list of what is wrong."""
    for command, expected in commands(content):
        try:
            outcome = tools.run(command, folder, timeout, merge=True)
        except subprocess.TimeoutExpired:
            return ["$ " + command, "no end after %g s of work" % (timeout * tools.slow)]
        actual = outcome.out.rstrip("\n")
        actual = actual + "\n" if actual else ""
        if outcome.code != 0:
            actual += "[exit %d]\n" % outcome.code
        while expected and not expected[-1].strip():
            expected.pop()
        if not pattern(expected).match(actual):
            return (["$ " + command, "expected:"] + ["  " + line for line in expected] + ["printed:"] +
                    ["  " + line for line in actual.splitlines()[:60]])
    return []


def link_repository(folder, root):
    """A page's commands may name samples/...: make that path valid in its folder."""
    for name in ("samples",):
        if os.path.isdir(os.path.join(root, name)):
            os.symlink(os.path.join(root, name), os.path.join(folder, name))

"""The expectations written into a case: lines `//~ key: value` (in XML `<!--~ key: value -->`)."""
import re

DIRECTIVE = re.compile(r"^\s*(?://~|<!--~|#~)\s*([a-z-]+):[ \t]?(.*?)\s*(?:-->)?\s*$")
ANY_DIRECTIVE = re.compile(r"^\s*(?://~|<!--~|#~)")
POSITION = re.compile(r"^(\d+):(\d+):\s*(.*)$")
VERDICT = re.compile(r"^(\S+)\s+(holds|fails|unknown|unsupported)$")
VALUE = re.compile(r"^(\S+)\s+(\S+)(?:\s+within\s+(\S+))?$")

DIAGNOSTICS = ("error", "warning", "note", "help")
ENGINES = ("bdd", "explicit")
CHECKERS = ("nusmv", "spin", "tlc", "storm")
VARIANTS = ("dense", "nonzero", "control", "no-reduce")


class BadCase(Exception):
    """The case itself is wrong: an unknown directive, a value that does not parse."""


class Step:
    """One command and what is expected of it."""

    def __init__(self, command, shell=False):
        self.command = command
        self.shell = shell
        self.exit = None
        self.texts = []  # (stream, wanted, text)
        self.diagnostics = []  # (severity, line, column, text)
        self.ignore = set()


class Instance:
    """Arguments such as -D n=3, and the verdicts under them."""

    def __init__(self, args):
        self.args = args
        self.verdicts = {}
        self.values = {}  # name -> (number, tolerance)
        self.states = None


class Case:
    def __init__(self, path, text):
        self.path = path
        self.steps = []
        self.setup = []
        self.common = Instance([])
        self.instances = []
        self.with_only = None
        self.skip = {}  # configuration -> reason
        self.timeout = 120.0
        self.needs = []
        self.probabilistic = bool(re.search(r"^\s*(mdp|dtmc|ctmc)\s*;", text, re.M))
        self.ring = bool(re.search(r"^\s*process\s+\w+\s*\[[^]]*\]\s*(ring|similar)\b", text, re.M))
        self._read(text)

    def _step(self):
        if not self.steps:
            self.steps.append(Step(None))
        return self.steps[-1]

    def _instance(self):
        return self.instances[-1] if self.instances else self.common

    def _read(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            match = DIRECTIVE.match(line)
            if match:
                try:
                    self._directive(match.group(1), match.group(2))
                except ValueError as error:
                    raise BadCase("line %d: %s" % (number, error)) from error
            elif ANY_DIRECTIVE.match(line):
                raise BadCase("line %d: not a directive: %s" % (number, line.strip()))

    def _directive(self, key, value):
        if key in ("run", "sh"):
            if self.steps and self.steps[-1].command is None:
                raise ValueError("expectations stand before the first `run`")
            self.steps.append(Step(value, key == "sh"))
        elif key == "exit":
            self._step().exit = int(value)
        elif key in ("out", "err", "out-line", "err-line"):
            self._step().texts.append((key, True, value))
        elif key in ("not-out", "not-err"):
            self._step().texts.append((key[4:], False, value))
        elif key in DIAGNOSTICS:
            match = POSITION.match(value)
            line, column, text = match.groups() if match else (0, 0, value)
            self._step().diagnostics.append((key, int(line), int(column), text))
        elif key == "ignore":
            if value not in ("warnings", "errors"):
                raise ValueError("want `ignore: warnings` or `ignore: errors`")
            self._step().ignore.add(value[:-1])
        elif key == "setup":
            self.setup.append(value)
        elif key == "timeout":
            self.timeout = float(value)
        elif key == "needs":
            self.needs += value.split()
        else:
            self._verdict_directive(key, value)

    def _verdict_directive(self, key, value):
        if key == "instance":
            self.instances.append(Instance(value.split()))
        elif key == "verdict":
            match = VERDICT.match(value)
            if not match:
                raise ValueError("want `verdict: NAME holds|fails|unknown|unsupported`")
            self._instance().verdicts[match.group(1)] = match.group(2)
        elif key == "value":
            match = VALUE.match(value)
            if not match:
                raise ValueError("want `value: NAME NUMBER [within TOLERANCE]`")
            self._instance().values[match.group(1)] = (float(match.group(2)), float(match.group(3) or 1e-6))
        elif key == "states":
            self._instance().states = int(value)
        elif key in ("with", "skip"):
            names, _, reason = value.partition(" because ")
            names = re.split(r"[,\s]+", names.strip())
            for name in names:
                if name not in ENGINES + CHECKERS + VARIANTS:
                    raise ValueError("unknown engine, checker or variant '%s'" % name)
            if key == "with":
                self.with_only = names
            elif not reason:
                raise ValueError("want `skip: NAME... because REASON`")
            else:
                self.skip.update((name, reason) for name in names)
        else:
            raise ValueError("unknown directive '%s'" % key)

    def wants_verdicts(self):
        return bool(
            self.common.verdicts or self.common.values or self.common.states is not None or self.instances)

    def effective_instances(self):
        """The instances to run, each with the common expectations where it has none of its own."""
        if not self.instances:
            return [self.common]
        merged = []
        for own in self.instances:
            instance = Instance(own.args)
            instance.verdicts = {**self.common.verdicts, **own.verdicts}
            instance.values = {**self.common.values, **own.values}
            instance.states = own.states
            merged.append(instance)
        return merged

"""The tools: how each is called on a protocol and a size, and how its answer is read.

A tool's check(protocol, n, where, budget) returns (verdict, states): "holds" or "fails" (for Storm: its numbers), and the
number of states or None. Time is counted from the model's text to the verdict: generating and compiling a verifier, too.
"""
import json
import os
import re
import sys

from lib.measure import Limit, run

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.dirname(BENCH))
from runner import checkers  # noqa: E402  (after the path)

ROOT = os.path.dirname(os.path.dirname(BENCH))


class Broken(Exception):
    """A tool that did not give an answer: neither a verdict nor a limit."""


def program(name):
    """The path of gentrans (GENTRANS) or a checker; None when it is missing."""
    if name == "gentrans":
        return os.path.abspath(os.environ.get("GENTRANS") or os.path.join(ROOT, "build", "release", "gentrans"))
    return checkers.find(name.lower())


def expand(text, constants):
    """The model for these constants: $N and such are values, [[s~text]] is the text for $i = 1..N, joined by s."""
    def repeat(match):
        return match.group(1).join(match.group(2).replace("$i", str(i)) for i in range(1, constants["N"] + 1))
    text = re.sub(r"\[\[([^\[~]*)~(.*?)\]\]", repeat, text, flags=re.S)
    for name, value in constants.items():
        text = text.replace("$" + name, str(value))
    return text


def need(pattern, output, what):
    found = re.findall(pattern, output)
    if not found:
        raise Broken("no %s in:\n%s" % (what, output[-2000:]))
    return found[-1]


class Gentrans:
    """gentrans check, or gentrans run: one of our engines or targets."""
    ours = True

    def __init__(self, key, title, arguments, checker=None, reduced=True):
        self.key, self.title, self.arguments, self.checker = key, title, arguments, checker
        self.counts = "orbits" if reduced else "states"
        self.needs = ["gentrans"] + ([checker] if checker else [])

    def check(self, protocol, n, where, budget):
        command = [program("gentrans")] + self.arguments + ["--json", "--trace", "off"]
        for name, value in protocol.defines(n).items():
            command += ["-D", "%s=%d" % (name, value)]
        for name in protocol.properties:
            command += ["--only", name]
        environment = {"GENTRANS_TLC_JAVA_OPTIONS": "-Xmx3g -XX:ParallelGCThreads=1 -XX:ActiveProcessorCount=1"}
        if self.checker:
            environment["GENTRANS_" + self.checker.upper()] = program(self.checker)
        code, output = run(command + [os.path.join(ROOT, "samples", protocol.sample)], where, budget, environment)
        begin = output.find("{")
        if code not in (0, 1) or begin < 0:
            raise Broken("%s: exit code %d:\n%s" % (" ".join(command), code, output[-2000:]))
        answer = json.loads(output[begin:])["files"][0]
        states = int(answer["states"]) if "states" in answer else None
        if protocol.numbers:
            return ", ".join("%s %.4g" % (p["name"], float(p["value"])) for p in answer["properties"]), states
        verdicts = {p["verdict"] for p in answer["properties"]}
        if not verdicts <= {"holds", "fails"}:
            raise Broken("%s: %s" % (" ".join(command), output))
        # By itself gentrans may choose the unreduced model: then its states are not the orbits.
        complete = answer.get("states_complete") and (self.counts == "states") == (answer.get("model") == "unreduced")
        return ("fails" if "fails" in verdicts else "holds"), states if complete else None


class ByHand:
    """A checker on the model that we wrote by hand in its own language."""
    ours = False
    counts = "states"
    extension = None
    models = os.path.join(BENCH, "models")  # --models replaces it

    def __init__(self, key, title, checker, options=()):
        self.key, self.title, self.checker, self.options = key, title, checker, list(options)
        self.needs = [checker]

    def check(self, protocol, n, where, budget):
        source = protocol.name + self.extension
        with open(os.path.join(self.models, source), encoding="utf-8") as file:
            text = expand(file.read(), protocol.constants(n))
        with open(os.path.join(where, source), "w", encoding="utf-8") as file:
            file.write(text)
        return self.measure(protocol, n, source, where, budget)

    def step(self, command, where, budget, codes=(0,)):
        code, output = run(command, where, budget)
        if code not in codes:
            raise Broken("%s: exit code %d:\n%s" % (" ".join(command), code, output[-2000:]))
        return output


class NuSMV(ByHand):
    """All reachable states, or backwards from the bad states."""
    extension = ".smv"

    def __init__(self, key, title, backward):
        super().__init__(key, title, "NuSMV")
        self.backward = backward

    def measure(self, protocol, n, source, where, budget):
        with open(os.path.join(where, "script"), "w", encoding="utf-8") as file:
            file.write("set on_failure_script_quits 1\nread_model -i %s\ngo\n%s\nquit\n" % (
                source, "check_invar -s backward" if self.backward else "print_reachable_states\ncheck_invar"))
        output = self.step([program("NuSMV"), "-source", "script"], where, budget)
        verdicts = re.findall(r"-- invariant .* is (true|false)", output)
        if not verdicts:
            raise Broken(output[-2000:])
        verdict = "fails" if "false" in verdicts else "holds"
        if self.backward:
            return verdict, None
        states = need(r"reachable states: ([\d.e+]+)", output, "number of states")
        return verdict, int(states) if states.isdigit() else float(states)


class Spin(ByHand):
    extension = ".pml"

    def measure(self, protocol, n, source, where, budget):
        self.step([program("spin"), "-a", source], where, budget)
        self.step(["cc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=%d" % budget.memory_limit, "-DVECTORSZ=4096",
                   "-o", "pan", "pan.c"], where, budget)
        for depth in 10**5, 10**6, 10**7, 10**8:    # -b: too deep is an error at once, not a search with a gap
            output = self.step(["./pan", "-b", "-E", "-m%d" % depth], where, budget)
            if "max search depth too small" not in output:
                break
        else:
            raise Limit("memory")
        if "reached -DMEMLIM" in output:
            raise Limit("memory")
        states = int(need(r"(\d+) states, stored", output, "number of states"))
        holds = "errors: 0" in output
        return ("holds" if holds else "fails"), states if holds else None


class Rumur(ByHand):
    extension = ".m"

    def __init__(self, key, title, symmetry):
        super().__init__(key, title, "rumur", ["--symmetry-reduction", symmetry])
        # The heuristic keeps one or more states of each orbit.
        self.counts = "states" if symmetry == "off" else "between"

    def measure(self, protocol, n, source, where, budget):
        self.step([program("rumur"), "--deadlock-detection", "off", "--scalarset-schedules", "off", "--threads", "1", "--output", "checker.c"] +
                  self.options + [source], where, budget)
        self.step(["cc", "-std=c11", "-O3", "-w", "-mcx16", "-march=native", "-o", "checker", "checker.c", "-lpthread",
                   "-latomic"], where, budget)
        output = self.step(["./checker"], where, budget, (0, 1))
        errors = int(need(r"(\d+) error\(s\)", output + " 0 error(s)" * ("No error found" in output), "verdict"))
        states = int(need(r"(\d+) states", output, "number of states"))
        return ("fails" if errors else "holds"), None if errors else states


class TLC(ByHand):
    extension = ".tla"

    def __init__(self, key, title, symmetry):
        super().__init__(key, title, "tlc")
        self.symmetry = symmetry
        self.counts = "orbits" if symmetry else "states"

    def measure(self, protocol, n, source, where, budget):
        sets = {name: "{%s}" % ", ".join("%s%d" % (name.lower(), i) for i in range(1, n + 1)) for name in protocol.sets}
        with open(os.path.join(where, "model.cfg"), "w") as file:
            file.write("SPECIFICATION Spec\nINVARIANT Good\n" + ("SYMMETRY Symmetry\n" if self.symmetry else ""))
            for name, value in {**sets, **protocol.tla}.items():
                file.write("CONSTANT %s = %s\n" % (name, value))
        code, output = run([program("tlc"), "-deadlock", "-nowarning", "-workers", "1", "-config", "model.cfg", source],
                           where, budget, {"GENTRANS_TLC_JAVA_OPTIONS": "-Xmx3g -XX:ParallelGCThreads=1"})
        if code not in (0, 12):
            raise Broken("TLC: exit code %d:\n%s" % (code, output[-2000:]))
        states = int(need(r"([\d,]+) distinct states found", output, "number of states").replace(",", ""))
        return ("fails", None) if code else ("holds", states)


class Storm(ByHand):
    extension = ".prism"

    def measure(self, protocol, n, source, where, budget):
        with open(os.path.join(self.models, protocol.name + ".props"), encoding="utf-8") as file:
            text = expand(file.read(), protocol.constants(n))
        with open(os.path.join(where, "properties"), "w", encoding="utf-8") as file:
            file.write(text)
        output = self.step([program("storm"), "--prism", source, "--prop", "properties"], where, budget)
        values = re.findall(r'property "(\w+)".*\nResult .*: (\S+)', output)
        states = int(need(r"States:\s+(\d+)", output, "number of states"))
        return ", ".join("%s %.4g" % (name, float(value)) for name, value in values), states


ALL = [
    Gentrans("auto", "gentrans check", ["check", "--threads", "1"]),
    Gentrans("bdd", "gentrans, bdd engine", ["check", "--engine", "bdd"]),
    Gentrans("explicit", "gentrans, explicit engine", ["check", "--engine", "explicit", "--threads", "1"]),
    Gentrans("to-nusmv", "gentrans, then NuSMV", ["run", "--with", "nusmv"], "NuSMV"),
    Gentrans("to-spin", "gentrans, then Spin", ["run", "--with", "spin"], "spin"),
    Gentrans("to-tlc", "gentrans, then TLC", ["run", "--with", "tlc"], "tlc"),
    Gentrans("no-reduce", "gentrans, explicit, --no-reduce",
             ["check", "--engine", "explicit", "--threads", "1", "--no-reduce"], reduced=False),
    NuSMV("nusmv", "NuSMV", False),
    NuSMV("nusmv-backward", "NuSMV, backwards", True),
    Spin("spin", "Spin", "spin"),
    Rumur("rumur-symmetry", "Rumur, symmetry", "heuristic"),
    Rumur("rumur", "Rumur, no symmetry", "off"),
    TLC("tlc-symmetry", "TLC, SYMMETRY", True),
    TLC("tlc", "TLC, no SYMMETRY", False),
]
STORM = [
    Gentrans("to-storm", "gentrans, then Storm", ["run", "--with", "storm"], "storm"),
    Gentrans("storm-no-reduce", "gentrans --no-reduce, then Storm", ["run", "--with", "storm", "--no-reduce"], "storm",
             reduced=False),
    Storm("storm", "Storm", "storm"),
]

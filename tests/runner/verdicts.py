"""Compares what every engine and every external checker says about a case with its expected verdicts.

What `gentrans check --json` and `gentrans run --with CHECKER --json` print is described in docs/json.md.
"""
import subprocess

from . import answers

CHECKER_SECONDS = 90  # of processor time for somebody else's program; what it does not get through is a visible skip


class Unfinished(Exception):
    """An external checker needs more time than it is given: no verdict, so nothing to compare."""


def configurations(case, tools, full):
    """(name, arguments, external checker or None, tags) of each way to check the case."""
    internal = ["bdd", "explicit"]
    external = ["storm"] if case.probabilistic else ["nusmv", "spin", "tlc"]
    if case.with_only is not None:
        internal = [n for n in case.with_only if n in ("bdd", "explicit")]
        external = [n for n in case.with_only if n in ("nusmv", "spin", "tlc", "storm")]
    result = []
    for name in internal:
        base = ["check", "--engine", name]
        result.append((name, base, None, [name]))
        if name == "bdd" and case.ring:
            continue  # has no counters: n copies are all there is
        if name == "bdd":
            result.append(("bdd nonzero", base + ["--encoding", "nonzero"], None, [name, "nonzero"]))
        else:
            result.append(("explicit no-reduce", base + ["--no-reduce"], None, [name, "no-reduce"]))
    if tools.checkers is None:
        return result
    for name in external:
        base = ["run", "--with", name]
        result.append((name, base, name, [name]))
        for variant in ("dense", "nonzero", "control") if full and not case.ring else ():
            result.append((name + " " + variant, base + ["--encoding", variant], name, [name, variant]))
        if full:
            result.append((name + " no-reduce", base + ["--no-reduce"], name, [name, "no-reduce"]))
    return result


def run_verdict(case, instance, configuration, tools, source, folder):
    """The list of what is wrong; empty when all verdicts are as expected."""
    name, arguments, checker, tags = configuration
    command = [tools.gentrans] + arguments + ["--json", "--trace", "off"] + instance.args + [source]
    shown = " ".join(["$ gentrans"] + command[1:])
    limit = case.timeout if checker is None else CHECKER_SECONDS / max(1, tools.slow)  # theirs is no slower
    try:
        outcome = tools.run(command, folder, limit)
    except subprocess.TimeoutExpired as error:
        if checker is not None:
            raise Unfinished("%s did not get through it in %g s of work" % (name, limit * tools.slow)) from error
        return [shown, "%s: no end after %g s of work" % (name, case.timeout * tools.slow)]
    try:
        report = answers.report(outcome.out)
        reduced = "no-reduce" not in tags and not (case.ring and report["model"] == "unreduced")
        problems = compare(instance, report, checker is not None, reduced)
        verdicts = [p["verdict"] for p in report["properties"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problems = ["%s: no report in its output (%s), exit code %d" % (name, error, outcome.code)]
    else:
        open_ones = {"unknown", "unsupported"} if checker else {"unknown"}
        wanted = 1 if "fails" in verdicts else 3 if open_ones & set(verdicts) else 0
        if outcome.code != wanted:
            problems.append("exit code %d with these verdicts, expected %d" % (outcome.code, wanted))
    if problems:
        problems.insert(0, shown)
        problems += ["| " + line for line in (outcome.out + outcome.err).splitlines()[:30]]
    return problems


def compare(instance, report, external, reduced):
    problems = []
    seen = set()
    for prop in report["properties"]:
        name, verdict = prop["name"], prop["verdict"]
        seen.add(name)
        if not external and verdict == "unknown" and prop.get("note", "").startswith("needs probabilities"):
            continue  # the engines judge the other properties of a probabilistic model, and its states
        if name in instance.values and verdict != "unsupported":
            number, tolerance = instance.values[name]
            value = prop.get("value")
            if value is None or abs(float(value) - number) > tolerance:
                problems.append("%s is %s, expected %g" % (name, value, number))
        elif name in instance.values:
            problems.append("%s has no value: %s" % (name, verdict))
        elif name not in instance.verdicts:
            problems.append("%s %s, but the case does not say what to expect" % (name, verdict))
        elif verdict != instance.verdicts[name] and not (external and verdict == "unsupported"):
            # What a checker's language cannot say is reported so, and judged by the other checkers.
            problems.append("%s %s, expected %s" % (name, verdict, instance.verdicts[name]))
    for name in sorted((set(instance.verdicts) | set(instance.values)) - seen):
        problems.append("%s is not in the report" % name)
    states = report.get("states")
    if instance.states is not None and reduced:
        if states is None:
            if not external:
                problems.append("the number of states is not in the report")
        elif int(states) != instance.states:
            problems.append("%s states, expected %d" % (states, instance.states))
    return problems

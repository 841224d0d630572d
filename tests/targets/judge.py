"""What `gentrans run` says, held against what `gentrans check` says."""
import os
import re
import resource
import signal
import subprocess

from runner import answers
from runner.checkers import find

GENTRANS = os.environ["GENTRANS"]
CHECKERS = ["nusmv", "spin", "tlc", "storm"]
WAYS = [[], ["--encoding", "dense"], ["--encoding", "nonzero"], ["--encoding", "control"], ["--no-reduce"]]


LAST_RESORT = 30  # by the wall clock, for each second of processor time


def verdicts(arguments, limit, environment):
    """The report and None, or None and the reason why there is none. The limit is of processor time, for each process."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    done = subprocess.run([GENTRANS, *arguments, "--json", "--time-limit", str(LAST_RESORT * limit), "--trace", "full"],
                          capture_output=True, text=True, check=False, env=environment, preexec_fn=limited)
    if done.returncode == -signal.SIGXCPU:  # the translation takes too long; checkers that do are told of in the report
        return {"properties": [{"name": "time", "verdict": "unknown"}]}, None
    try:
        return answers.report(done.stdout), None
    except ValueError:
        if re.search("printed more than [0-9]+ MB and was stopped", done.stderr):  # a limit, too: Storm writes out each guard that never holds
            return {"properties": [{"name": "output", "verdict": "unknown"}]}, None
        return None, "exit code %d: %s" % (done.returncode, done.stderr[-2000:])


def compare(reference, report, where, reduced, tally):
    """What differs."""
    known = {p["name"]: p["verdict"] for p in reference["properties"]}
    for entry in report["properties"]:
        name, verdict = entry["name"], entry["verdict"]
        expected = known.get(name)
        tally[where.split()[0], verdict] += 1
        if {verdict, expected} == {"holds", "fails"}:
            yield "%s: %s %s, but %s" % (where, name, verdict, expected)
        if verdict not in ("holds", "fails", "unsupported", "unknown"):
            yield "%s: %s: %s" % (where, name, verdict)
        if re.search("lift|replay|does not fit|not understood|no trace", entry.get("note") or ""):
            yield "%s: %s: %s" % (where, name, entry["note"])
    reduced = reduced and reference.get("model") != "unreduced"
    if reduced and report.get("states_complete") and reference.get("states_complete"):
        tally[where.split()[0], "states"] += 1
        if int(report["states"]) != int(reference["states"]):
            yield "%s: %s states, but %s" % (where, report["states"], reference["states"])


def find_checkers(wanted):
    """Those to be had, and those that are not."""
    return [c for c in wanted if find(c)], [c for c in wanted if not find(c)]

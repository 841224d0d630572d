"""docs/bench/README.md and the plots, made from the raw data beside them."""
import csv
import datetime
import json
import os
import re
import subprocess

from lib import protocols, svg, tools
from lib.agree import UNFINISHED

TITLES = {tool.key: tool for tool in tools.ALL + tools.STORM}
STYLES = {tool.key: i for i, tool in enumerate(tools.ALL)}
STYLES.update((tool.key, i) for i, tool in enumerate(tools.STORM))
TEXTS = {"explicit": "The explicit engine on unreduced models: states per second and core, bytes per state",
         "scale": "The translation", "parse": "Reading programs"}
# What a tool counts, and its name in the plots.
KINDS = {"orbits": "reduced", "states": "unreduced", "between": "reduced by Rumur's heuristic"}
WORDS = {"time": "out of time", "memory": "out of memory", "not tried": "not tried"}
INTRODUCTION = """# gentrans beside other checkers

Made by `tests/bench/run` (see [testing](../testing.md)); every number here was measured by it, the papers' aside. The other
checkers' models were written by hand, in `tests/bench/models`. Each measurement decides the same invariants and computes all
reachable states; only NuSMV "backwards", and what gentrans gives to NuSMV, goes back from the bad states. Seconds are processor seconds from the model's text to the verdict: generating and compiling a
verifier is in them (Spin, Rumur), starting Java, too (TLC). One thread each, but for the collector of Java's memory. A
tool is not asked about larger n after the first it does not finish, nor ("not tried") about one that would take more than
three times the limit if its time grew like a power of n. All measurements of one protocol are from one run;
between runs the limit and the load of the machine may differ (they are given), so compare within a table. On a busy machine
processor seconds are longer than on an idle one, and differences of less than a factor of two mean little. All tools gave the same verdicts
and the same numbers of states, reduced (gentrans, TLC with SYMMETRY) and unreduced, or the run would have failed; Rumur's
heuristic may keep several states of an orbit. NuSMV and Spin check the unreduced model, as they have no symmetry
reduction of their own. Rumur runs with `--scalarset-schedules off`: with them the token mutex took 4.1 s instead of 0.7 s at
n = 10, and more than 30 s instead of 0.7 s at n = 14. Spin's time includes shorter searches that were given up as too deep.
"""


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def note(options, name):
    """Remembers when, with what limit and on what this part was measured. A remark may be added to it by hand."""
    path = os.path.join(options.out, "runs.json")
    runs = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            runs = json.load(file)
    with open("/proc/cpuinfo") as file:
        processor = (re.findall(r"model name\s*: (.*)", file.read()) or ["unknown"])[0]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=tools.ROOT, capture_output=True, text=True)
    runs[name] = {"when": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
                  "limit": options.limit, "processor": "%s, %d cores" % (processor, os.cpu_count()),
                  "load": "%.1f" % os.getloadavg()[1], "commit": commit.stdout.strip() or "unknown"}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(runs, file, indent=1, sort_keys=True)
        file.write("\n")


def done(row):
    return row["outcome"] not in UNFINISHED


def seconds(value):
    value = float(value)
    return "%.2f" % value if value < 100 else "%.0f" % value


def big(text):
    """A number of states: exact while short."""
    if not text:
        return ""
    value = float(text)
    return "{:,}".format(int(value)) if value < 1e9 else "%.2e" % value


def plots(protocol, rows, out):
    """The two pictures of a protocol."""
    by_tool = {key: [r for r in rows if r["tool"] == key and done(r)] for key in dict.fromkeys(r["tool"] for r in rows)}
    times = [(TITLES[key].title, TITLES[key].ours, STYLES[key], [(int(r["n"]), max(float(r["seconds"]), 0.001)) for r in own])
             for key, own in by_tool.items()]
    counts = []
    for style, (kind, title) in enumerate(KINDS.items()):
        own = [r for key in by_tool if TITLES[key].counts == kind for r in by_tool[key] if r["states"]]
        points = {int(r["n"]): float(r["states"]) for r in own}
        counts.append((title, kind == "orbits", style, sorted(points.items())))
    for suffix, label, series in ("time", "processor seconds", times), ("states", "reachable states", counts):
        if any(s[3] for s in series):
            with open(os.path.join(out, "%s-%s.svg" % (protocol.name, suffix)), "w", encoding="utf-8") as file:
                file.write(svg.plot("%s: %s over n" % (protocol.title, "time" if suffix == "time" else "states"), label, series))


def summary(rows):
    """How far each tool got, and how long ours took there, the engine and encoding of its own choice."""
    first = next(key for key in ("auto", "bdd", "to-storm", rows[0]["tool"]) if any(r["tool"] == key for r in rows))
    ours = {r["n"]: r for r in rows if r["tool"] == first and done(r)}
    yield "| tool | largest n finished | states | s | MB | %s there, s | ratio | next n |" % TITLES[first].title
    yield "|---|---|---|---|---|---|---|---|"
    for key in dict.fromkeys(r["tool"] for r in rows):
        own = [r for r in rows if r["tool"] == key]
        finished = [r for r in own if done(r)]
        stopped = [r for r in own if not done(r)]
        beyond = "n = %s: %s" % (stopped[0]["n"], WORDS[stopped[0]["outcome"]]) if stopped else "none asked"
        if not finished:
            yield "| %s | | | | | | | %s |" % (TITLES[key].title, beyond)
            continue
        last = finished[-1]
        base = ours.get(last["n"])
        ratio = float(last["seconds"]) / max(float(base["seconds"]), 0.001) if base else None
        yield "| %s | %s | %s | %s | %s | %s | %s | %s |" % (
            TITLES[key].title, last["n"], big(last["states"]), seconds(last["seconds"]), last["megabytes"],
            seconds(base["seconds"]) if base else "", "%.3g" % ratio if base else "", beyond)


def table(rows):
    """Seconds of every tool at every n that two or more were asked about."""
    sizes = sorted({int(r["n"]) for r in rows})
    sizes = [n for n in sizes if sum(int(r["n"]) == n for r in rows) > 1]
    yield "| seconds, n = | %s |" % " | ".join("%d" % n for n in sizes)
    yield "|---|%s" % ("---|" * len(sizes))
    for key in dict.fromkeys(r["tool"] for r in rows):
        cells = {int(r["n"]): seconds(r["seconds"]) if done(r) else "*%s*" % r["outcome"] for r in rows if r["tool"] == key}
        yield "| %s | %s |" % (TITLES[key].title, " | ".join(cells.get(n, "") for n in sizes))


def paper_table(rows):
    yield "| source | row | paper, s | paper, BDD nodes | paper, other methods | gentrans, s | peak nodes | states | engine |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        ours = seconds(r["seconds"]) if done(r) else "out of %s at %s" % (r["outcome"], seconds(r["seconds"]))
        yield "| %s | %s | %s | %s | %s | %s | %s | %s | %s |" % (
            r["source"], r["row"], r["paper_seconds"], r["paper_nodes"], r["paper_others"], ours,
            big(r["nodes"]), big(r["states"]), r["engine"])


def when(runs, name):
    run = runs.get(name)
    if not run:
        return ""
    text = "Measured %(when)s, tree at %(commit)s, limit %(limit)g s, load %(load)s, on %(processor)s." % run
    return text + (" " + run["remark"] if "remark" in run else "")


def write(out):
    path = os.path.join(out, "runs.json")
    with open(path, encoding="utf-8") as file:
        runs = json.load(file)
    lines = [INTRODUCTION]
    for protocol in protocols.ALL:
        rows = read(os.path.join(out, protocol.name + ".csv"))
        if not rows:
            continue
        plots(protocol, rows, out)
        lines += ["## " + protocol.title, "", "`samples/%s`: %s. %s [Raw data](%s.csv)." % (
            protocol.sample, ", ".join(protocol.properties), when(runs, protocol.name), protocol.name), "",
            "![time over n](%s-time.svg)" % protocol.name, "![states over n](%s-states.svg)" % protocol.name, ""]
        lines += list(summary(rows)) + [""] + list(table(rows)) + [""]
    rows = read(os.path.join(out, "papers.csv"))
    if rows:
        lines += ["## The papers' tables", "", PAPERS + when(runs, "papers") + " [Raw data](papers.csv).", ""]
        lines += list(paper_table(rows)) + [""]
    for name, title in TEXTS.items():
        path = os.path.join(out, name + ".txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                lines += ["## " + title, "", "`tests/bench/%s`. %s" % (name, when(runs, name)), "", "```", file.read().rstrip(),
                          "```", ""]
    with open(os.path.join(out, "README.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines).rstrip() + "\n")


PAPERS = """000 is the paper on generic representatives in symbolic model checking, table 2: seconds and live BDD nodes of their generic
representatives on a 1.4 GHz PC, backwards from the bad states; "unique" and "multiple" are the methods they compare
with. 004 is the one on dynamic symmetry reduction with state symmetries, tables 1 and 2: its last column, and the method it improves on.
Machines differ, and the models of the queuing lock and of the cache protocol are not printed there; compare orders of
magnitude. `gentrans check` computes the complete set of reachable states in each row. """

"""The rows of the papers' tables, with the papers' numbers, and the sizes that our own issues name.

000 is the paper on generic representatives, table 2 (1.4 GHz PC; backwards from the bad states; generic representatives
and what they were compared with); 004 is the one on dynamic symmetry reduction with state symmetries, tables 1 and 2
(the last of its three columns). Their machines, orders and, for the queuing lock and the cache protocol, models are not
ours: only orders of magnitude can be compared. Ours computes the complete set of reachable states.
"""
import csv
import os
import re
import tempfile

from lib import tools
from lib.measure import Budget, Limit, run
from lib.protocols import semaphore

COLUMNS = ["source", "row", "paper_seconds", "paper_nodes", "paper_others", "engine", "outcome", "states", "seconds",
           "nodes", "megabytes"]
SEM = ("semaphore_mutex.sym", ["mutex"])
MCS = ("mcs_lock.sym", ["mutex", "not_all_spin"])
TOKEN = ("token_mutex.sym", ["mutex"])
GERMAN = ("german.sym", ["coherence"])
RW = ("readers_writers.sym", ["exclusive", "one_writer"])
U, M = "unique %s, multiple %s", "-"

# source, row, model, constants, the paper's seconds, its BDD nodes, what its other methods took
ROWS = [
    ("000, table 2", "mutex n=8 l=4", SEM, {"n": 8, "l": 4}, "0.0", "703", U % ("8.2 s", "0.0 s")),
    ("000, table 2", "mutex n=6 l=5", SEM, {"n": 6, "l": 5}, "0.0", "690", U % ("137 s", "0.1 s")),
    ("000, table 2", "mutex n=16 l=16", SEM, {"n": 16, "l": 16}, "0.0", "4,876", U % ("> 15 h", "6.6 s")),
    ("000, table 2", "mutex n=64 l=16", SEM, {"n": 64, "l": 16}, "0.1", "6,972", U % (M, "199 s")),
    ("000, table 2", "mutex n=128 l=128", SEM, {"n": 128, "l": 128}, "10.4", "69,060", U % (M, "> 15 h")),
    ("000, table 2", "mutex n=256 l=128", SEM, {"n": 256, "l": 128}, "12.6", "78,060", U % (M, M)),
    ("000, table 2", "queuing lock n=3", MCS, {"n": 3}, "0.0", "1,340", U % ("2.4 s", "0.2 s")),
    ("000, table 2", "queuing lock n=4", MCS, {"n": 4}, "0.0", "2,608", U % ("4387 s", "0.5 s")),
    ("000, table 2", "queuing lock n=8", MCS, {"n": 8}, "0.3", "7,320", U % ("> 15 h", "15.4 s")),
    ("000, table 2", "queuing lock n=16", MCS, {"n": 16}, "2.7", "24,094", U % (M, "5055 s")),
    ("000, table 2", "queuing lock n=20", MCS, {"n": 20}, "5.0", "34,170", U % (M, "> 15 h")),
    ("000, table 2", "queuing lock n=60", MCS, {"n": 60}, "266.8", "293,981", U % (M, M)),
    ("004, table 1", "token mutex n=200", TOKEN, {"n": 200}, "14", "54,684", "older method 265 s"),
    ("004, table 1", "token mutex n=400", TOKEN, {"n": 400}, "110", "189,702", "older method 3392 s"),
    ("004, table 1", "token mutex n=600", TOKEN, {"n": 600}, "386", "405,133", "older method 4:39 h"),
    ("004, table 1", "token mutex n=800", TOKEN, {"n": 800}, "1031", "700,120", "older method 14:10 h"),
    ("004, table 2", "queuing lock n=60", MCS, {"n": 60}, "5:28 h", "1,693,866", "older method 15:56 h"),
    ("004, table 2", "German's protocol n=10", GERMAN, {"n": 10}, "51", "73,898", "older method 169 s"),
    ("ours", "token mutex n=10^6", TOKEN, {"n": 10**6}, "", "", ""),
    ("ours", "mutex n=10^6 l=16", SEM, {"n": 10**6, "l": 16}, "", "", ""),
    ("ours", "readers-writers 10^6 + 10^6", RW, {"r": 10**6, "w": 10**6}, "", "", ""),
]
STATES = {"semaphore_mutex.sym": lambda d: semaphore(d["l"])(d["n"])[0], "token_mutex.sym": lambda d: 3 * d["n"]}


def check(model, defines, budget, where):
    """Outcome, engine, states and nodes."""
    sample, properties = model
    command = [tools.program("gentrans"), "check", "--trace", "off", "--stats", os.path.join(tools.ROOT, "samples", sample)]
    for name, value in defines.items():
        command += ["-D", "%s=%d" % (name, value)]
    for name in properties:
        command += ["--only", name]
    code, output = run(command, where, budget)
    if code not in (0, 1):
        raise tools.Broken("%s: exit code %d:\n%s" % (" ".join(command), code, output[-2000:]))
    states = int(tools.need(r"; (\d+) states", output, "number of states"))
    engine = tools.need(r"states; (\w+ engine, .*)", output, "engine")
    nodes = re.findall(r"\(peak (\d+)\)", output)
    return "fails" if code else "holds", engine, states, nodes[0] if nodes else ""


def measure_all(options, counts):
    """Writes papers.csv. All these properties hold."""
    rows = []
    for source, label, model, defines, seconds, nodes, others in ROWS[:1] if options.quick else ROWS:
        budget = Budget(options.limit, options.memory)
        row = dict.fromkeys(COLUMNS, "")
        row.update(source=source, row=label, paper_seconds=seconds, paper_nodes=nodes, paper_others=others)
        with tempfile.TemporaryDirectory(prefix="gentrans-bench-") as where:
            try:
                row["outcome"], row["engine"], row["states"], row["nodes"] = check(model, defines, budget, where)
                expected = STATES.get(model[0], lambda d: row["states"])(defines)
                good = row["outcome"] == "holds" and row["states"] == expected
                counts["passed" if good else "failed"] += 1
                if not good:
                    print("FAILED  %s: %s with %d states instead of %d" % (label, row["outcome"], row["states"], expected))
            except Limit as limit:
                row["outcome"] = str(limit)
            except tools.Broken as broken:
                print("FAILED  %s: %s" % (label, broken))
                counts["failed"] += 1
        row["seconds"], row["megabytes"] = "%.3f" % budget.seconds, "%d" % budget.memory
        print("papers           %-32s %-6s %8.2f s %6d MB" % (label, row["outcome"], budget.seconds, budget.memory), flush=True)
        rows.append(row)
    with open(os.path.join(options.out, "papers.csv"), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)

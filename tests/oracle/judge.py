"""Holds what gentrans says about a program against what the interpreter says: numbers of states, verdicts, every trace."""
import json
import re
import resource
import subprocess

from chance import Chance
from logic import judge, on_lasso, temporal
from meaning import Err, Fault, Graph, Program

WAYS = {
    "copies": ["check", "--engine", "explicit", "--no-reduce"],
    "dense": ["check", "--engine", "bdd", "--encoding", "dense"],
    "nonzero": ["check", "--engine", "bdd", "--encoding", "nonzero"],
    "bdd": ["check", "--engine", "bdd", "--no-reduce"],
    "backward": ["check", "--engine", "bdd", "--no-states"],
    "explicit": ["check", "--engine", "explicit"],
    "threads": ["check", "--engine", "explicit", "--threads", "2"],
    "multiset": ["check", "--engine", "multiset"],
    "race": ["check", "--engine", "race"],
    "auto": ["check", "--expand"],
    "bisim dense": ["bisim", "--encoding", "dense"],
    "bisim nonzero": ["bisim", "--encoding", "nonzero"],
    "bisim control": ["bisim", "--encoding", "control"],
}
STORM = {
    "storm dense": ["run", "--with", "storm", "--encoding", "dense"],
    "storm nonzero": ["run", "--with", "storm", "--encoding", "nonzero"],
    "storm copies": ["run", "--with", "storm", "--no-reduce"],
}
FIRST = "copies"  # knows every program
COUNTERS = {"dense", "nonzero", "backward", "bisim dense", "bisim nonzero", "bisim control", "multiset"}  # refuse processes that remember others, and rings
CERTAIN = {"index", "divide", "range", "probability"}  # of mistakes that always happen, which the generator makes now and then
REFUSED = re.compile(r"^(.*?):\d+:\d+: error: .*\[([a-z-]+)\]$", re.M)
UNCOUNTED = re.compile(r"^gentrans: (.*?): --engine multiset counts processes that cannot be told apart; here local variables", re.M)
UNCOUNTED_RING = re.compile(r"^gentrans: (.*?): --engine multiset counts processes that cannot be told apart; those of a ring can be", re.M)
MIRRORED = re.compile(r"(\w+) rotated and mirrored")
TANGLED = re.compile(r"^gentrans: (.*?): (?:a rule|`initially`) asks of each process how many are in some relation to it", re.M)
SEES_NO_TURNS = "this engine sees no fairness of processes: --engine explicit does"  # say all others
LEFT_TO_OTHERS = "it asks of each process how many are in some relation to it: try --engine explicit"  # says the multiset engine
SECONDS = 20  # for each program and way; what is not told by then is counted, not judged


class Said:
    """What one way of running gentrans said about one file."""

    def __init__(self, report=None, refused=(), trouble=None):
        self.report, self.refused, self.trouble = report, refused, trouble
        text = trouble or json.dumps(report or {})
        self.late = "time limit" in text or "out of time" in text


def run(gentrans, way, files):
    """What gentrans says about each of the files."""
    if not files:
        return {}
    command, *options = WAYS.get(way) or STORM[way]
    args = [gentrans, command, "--json", "-q", "-Wno-unused", "-Wno-shadow", "--color", "never",
            "--time-limit", str(SECONDS), *options, *files]
    most = (SECONDS + 10) * len(files)
    done = subprocess.run(args, capture_output=True, text=True, errors="replace", check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)))
    refused = {}
    for file, code in REFUSED.findall(done.stderr):
        refused.setdefault(file, []).append(code)
    refused.update({file: ["id-local"] for file in UNCOUNTED.findall(done.stderr)})
    refused.update({file: ["ring"] for file in UNCOUNTED_RING.findall(done.stderr)})
    refused.update({file: ["tangled"] for file in TANGLED.findall(done.stderr)})
    left = [f for f in files if f not in refused]
    reports, trouble = reports_of(done, command, len(left), bool(refused))
    if trouble and len(files) == 1:
        return {files[0]: Said(trouble=trouble)}
    if trouble:  # one file at a time, to see which of them it was
        return {file: said for f in files for file, said in run(gentrans, way, [f]).items()}
    said = {f: Said(refused=codes) for f, codes in refused.items()}
    said.update({f: Said(r) for f, r in zip(left, reports)})
    return said


def code_of(report):
    """The exit code for one file."""
    verdicts = {p["verdict"] for p in report["properties"]}
    return 1 if "fails" in verdicts else 0 if verdicts <= {"holds"} else 3


def reports_of(done, command, count, refused):
    """The reports that a call printed, one for each of so many files, and what is wrong with the call."""
    try:
        reports = json.loads(done.stdout)["files"]
    except json.JSONDecodeError:
        return [], f"no JSON, exit {done.returncode}: {done.stderr[-300:]}"
    reports = [r for r in reports if "verdict" in r or "properties" in r]
    right = {0, 1} if command == "bisim" else {code_of(r) for r in reports} & {1, 3} or {0}
    right = {2} if refused else right
    if len(reports) != count or done.returncode not in right:
        return reports, f"exit {done.returncode} with {len(reports)} reports: {done.stderr[-300:]}"
    return reports, None


def whole(steps):
    """Steps with whole states: the first one has all, later ones what they change."""
    shared, processes, result = {}, {}, []
    for step in steps:
        shared = {**shared, **step["shared"]}
        for proc, groups in step["processes"].items():
            rows = dict(processes.get(proc, {}))
            for group in groups:
                rows.update({i: group["state"] for first, last in group["ids"] for i in range(first, last + 1)})
            processes = {**processes, proc: rows}
        rows = {proc: [row for _, row in sorted(of.items())] for proc, of in processes.items()}
        result.append({**step, "shared": shared, "processes": rows})
    return result


class Difference(Exception):
    """What gentrans says is not what the program means."""


def need(condition, message):
    if not condition:
        raise Difference(message)


def near(a, b):
    return a == b or abs(a - b) <= 1e-5 * max(1, abs(b))


class Case:
    """One program, explored by the interpreter."""

    def __init__(self, text, limit):
        self.program, self.values, self.late = Program(text), 0, 0
        self.graph = Graph(self.program, limit)
        self.small = self.graph.complete
        if not self.small:
            return
        self.local_ids = any(v.type[0] == "id" for p in self.program.procs.values() for v in p.vars)
        self.fairness = [d[2] for d in self.program.tree[2] if d[0] == "fairness"]
        self.properties, self.atoms_err = judge(self.graph)
        self.turns, self.doubts = any(d[0] == "fair" for d in self.program.tree[2]), 0
        self.rings = any(p.ring for p in self.program.procs.values())
        self.orbits = {(): self.program.orbits(set(self.graph.states))}  # by which rings may be mirrored
        self.errors = {s for s, state in enumerate(self.graph.states) if state[-1]} | self.atoms_err
        self.verdicts = {p.name: p.holds() for p in self.properties}
        self.verdicts["error"] = not self.errors
        self.verdicts["deadlock"] = False if self.graph.dead else None if self.graph.unsure else True
        self.open = {}  # verdicts that depend on what an erring atom is taken for: the first one said

    def compare(self, way, said):
        """Raises Difference if what was said is wrong."""
        if said.late:
            self.late += 1
            return
        need(not said.trouble, f"{way}: {said.trouble}")
        if said.refused == ["tangled"] and way == "multiset":
            return
        if said.refused:
            why = {"ring"} if self.rings else {"id-local"} if self.local_ids else None
            need(way in COUNTERS and set(said.refused) == why, f"{way}: refused, but not by all: {said.refused}")
            return
        if WAYS[way][0] == "bisim":
            need(said.report["verdict"] == "bisimilar", f"{way}: {said.report['verdict']}: {said.report['why']}")
            return
        self.compare_states(way, said.report)
        told = {p["name"] for p in said.report["properties"]}
        for p in self.properties:
            need(p.name in told, f"{way}: nothing about {p.name}")
        chances = {d[1] for d in self.program.tree[2] if d[0] == "pctl"}
        need("error" in told or not self.errors, f"{way}: error is not mentioned and fails")
        for p in said.report["properties"]:
            if p["name"] in chances:
                need(p["verdict"] == "unknown", f"{way}: {p['name']} is {p['verdict']}, who told it?")
            else:
                self.compare_property(way, p)

    def compare_states(self, way, report):
        states = len(self.graph.states) if report["model"] == "unreduced" else self.orbits_of(report["model"])
        count = int(report["states"]) if "states" in report else None
        if count is None:
            need("--no-states" in WAYS[way], f"{way}: no number of states")
        elif report["states_complete"]:
            need(count == states, f"{way}: states: {count}, {states} are right")
        else:
            need(count <= states, f"{way}: states: at least {count}, {states} are right")

    def orbits_of(self, model):
        """How many states there are up to those renamings that a report says it has used."""
        mirrored = tuple(MIRRORED.findall(model))
        if mirrored not in self.orbits:
            self.orbits[mirrored] = self.program.orbits(set(self.graph.states), mirrored)
        return self.orbits[mirrored]

    def compare_property(self, way, told):
        name = told["name"]
        right = self.verdicts[name]
        if way == "multiset" and told.get("note") == LEFT_TO_OTHERS:
            return
        if told.get("note") == SEES_NO_TURNS and self.turns and told["verdict"] == "unknown" and WAYS[way][2] in ("bdd", "multiset"):
            self.doubts += 1
            return
        if right is None:
            right = self.open.setdefault(name, told["verdict"] == "holds")
        need(told["verdict"] == ("holds" if right else "fails"),
             f"{way}: verdict: {name} {told['verdict']}, {'holds' if right else 'fails'} is right")
        if told.get("trace"):
            try:
                self.replay(told)
            except Difference as wrong:
                raise Difference(f"{way}: trace: {name}: {wrong}") from None

    def chances(self, way, said):
        """Compares values with those of Storm."""
        if said.late:
            self.late += 1
            return
        need(not said.trouble and not said.refused, f"{way}: {said.trouble or said.refused}")
        told = {p["name"]: p for p in said.report["properties"]}
        chance = Chance(self.graph)
        self.values = sum(d[0] == "pctl" for d in self.program.tree[2])
        for d in self.program.tree[2]:
            if d[0] == "pctl":
                right, p = chance.answer(d[2]), told[d[1]]
                if p["verdict"] == "unsupported":
                    self.values -= 1  # an answer that claims nothing
                elif isinstance(right, bool):
                    need(p["verdict"] == ("holds" if right else "fails"), f"{way}: value: {d[1]} {p['verdict']}, {right} is right")
                elif right is not None:
                    values = [float(v) for v in p.get("value", "nan").strip("[]").split(",")]
                    need(all(near(a, b) for a, b in zip((values[0], values[-1]), right)),
                         f"{way}: value: {d[1]} is {values}, {right} are right")

    # traces

    def replay(self, told):
        steps, loop = whole(told["trace"]["steps"]), told["trace"]["loop"]
        path = [self.state(s) for s in steps]
        number = [self.graph.number.get(s) for s in path]
        need(number[0] is not None and number[0] < len(self.graph.initial), "does not begin in an initial state")
        for i in range(1, len(path)):
            self.replay_step(path[i - 1], steps[i], path[i], i)
        if loop is not None:
            need(path[loop] == path[-1] and loop < len(path) - 1, "the loop does not close")
        self.replay_end(told, steps, number, loop)

    def replay_step(self, before, step, after, i):
        if step["rule"] is None:
            need(before == after and not self.program.steps(before), f"step {i} stands still where something can happen")
            return
        me = step["process"]["id"] - 1 if step.get("process") else None
        of = step["process"]["type"] if step.get("process") else None
        label = re.sub(r" \(\d+\)$", "", step["rule"])  # two rules of one: section 6
        times, now = int(step.get("times", 1)), {before}
        for _ in range(times):
            now = {a for s in now for rule, who, a in self.program.steps(s) if rule.shown == label
                   and (times > 1 or who == me and (rule.proc.name if rule.proc else None) == of)}
        need(after in now, f"step {i}, {step['rule']}, is none of the program")

    def replay_end(self, told, steps, number, loop):
        name, last = told["name"], number[-1]
        if name == "error":
            need(last in self.errors, "does not end in an error")
            need(not told.get("shortest") or len(steps) - 1 == min(self.graph.depth[s] for s in self.errors), "is not shortest")
        elif name == "deadlock" and self.graph.unsure:
            return
        elif name == "deadlock":
            need(last in self.graph.dead, "does not end in a deadlock")
            need(not told.get("shortest") or len(steps) - 1 == min(self.graph.depth[s] for s in self.graph.dead), "is not shortest")
        else:
            prop = next(p for p in self.properties if p.name == name)
            if not prop.errs:
                self.replay_property(told, prop, steps, number, loop)

    def replay_property(self, told, prop, steps, number, loop):
        ghosts = []
        for binder, of in prop.binders:
            who = {s["shared"].get(binder) for s in steps}
            need(len(who) == 1, f"{binder} is not one process")
            who = who.pop()
            need(isinstance(who, int) and 0 < who <= self.program.procs[of].count, f"{binder} is no process")
            ghosts.append(who - 1)
        checker = prop.checkers[tuple(ghosts)]
        want = told["verdict"] == "holds"
        nodes = number if loop is None else number[:-1]
        if loop is not None:
            need(all(any(n in fair for n in nodes[loop:]) for fair in checker.fair_sets), "the loop is not fair")
            for turn in checker.turns:
                self.replay_turn(turn, told["trace"].get("served"), steps, number, loop)
        if prop.kind == "invariant":
            need(number[-1] not in checker.atom(prop.formula), "does not end in a state that violates it")
            wrong = min(self.graph.depth[s] for a, h in prop.holding.items() for s in prop.checkers[a].all - h)
            need(not told.get("shortest") or len(steps) - 1 == wrong, "is not shortest")
        elif prop.kind == "ltl":
            if loop is None:
                need(checker.refutes(nodes), "can be continued such that the formula holds")
                return
            holds = on_lasso(prop.formula, nodes, loop, lambda atom, n: n in checker.atom(atom))
            need(not holds, "is a path on which the formula holds")
        else:
            shown = Shown(checker, nodes, loop, bool(told.get("note")))
            need(shown.shows(prop.formula, want, 0), "does not show what is claimed")

    def replay_turn(self, turn, served, steps, number, loop):
        """Has somebody its turn in the loop, and is that what is said of it?"""
        rule, kind, me = turn.who
        process = {"type": kind, "id": me + 1} if kind else None
        moves = [i for i in range(loop + 1, len(steps)) if steps[i]["rule"] is not None
                 and steps[i].get("process") == process and (rule is None or re.sub(r" \(.*", "", steps[i]["rule"]) == rule)]
        unable = [i for i in range(loop + 1, len(steps)) if number[i] not in turn.able]
        never = len(unable) == len(steps) - loop - 1
        need(moves or never or (unable and not turn.strong), f"{turn.who} has no turn in the loop")
        if served is None:  # of an engine that sees no turns
            return
        said = [s for s in served if (s["rule"], s.get("process"), s["strong"]) == (rule, process, turn.strong)]
        need(len(said) == 1, f"of {turn.who} nothing is said, or twice")
        need((said[0]["moves"], said[0]["unable"], said[0]["never"]) ==
             (moves[0] if moves else None, unable[0] if unable else None, never), f"of {turn.who} something wrong is said: {said[0]}")

    def state(self, step):
        """The state of the interpreter that a step of a trace shows."""
        found = []
        for var in self.program.vars:
            found += self.elements(step["shared"], var)
        for proc in self.program.procs.values():
            rows = step["processes"][proc.name]
            need(len(rows) == proc.count, "a process is missing")
            for row, own in zip(rows, proc.classes):
                row = dict(row)
                need(row.pop("class", None) == own, "a process is in another class")
                need(len(row) == sum(map(variables, (v.type for v in proc.vars))), "a variable too many")
                for var in proc.vars:
                    found += self.elements(row, var)
        return tuple(found) + (bool(step.get("error")),)

    def elements(self, row, var):
        """The elements of a variable, each put together of the variables that the trace has for it."""
        return [self.put_together(row, var.name, var.type, i, var.size, bool(var.dims)) for i in range(var.size)]

    def put_together(self, row, name, of, at, size, array):
        """Element number `at` of `size` of what has that name and type."""
        if of[0] == "record":
            return tuple(self.put_together(row, f"{name}.{n}", t, at, size, array) for n, t in of[2])
        if of[0] == "queue":
            length = self.put_together(row, f"{name}.len", ("int",), at, size, array)
            room = [self.put_together(row, name, of[2], at * of[1] + i, size * of[1], True) for i in range(of[1])]
            need(all(v == self.program.filler(of[2]) for v in room[length:]), f"{name} has something beyond its end")
            return tuple(room[:length])
        if of[0] == "setof":
            universe = self.program.all_values(of[1])
            there = [self.put_together(row, name, ("bool",), at * len(universe) + i, size * len(universe), True) for i in range(len(universe))]
            return frozenset(v for v, yes in zip(universe, there) if yes)
        rows = row[name] if array else [row[name]]
        need(isinstance(rows, list) and len(rows) == size, f"{name} has another length")
        return None if of[0] == "id" and rows[at] is None else rows[at] - 1 if of[0] == "id" else rows[at]


def variables(of):
    """How many variables something of that type is."""
    if of[0] == "record":
        return sum(variables(t) for _, t in of[2])
    return variables(of[2]) + 1 if of[0] == "queue" else 1


class Shown:
    """Whether a path shows that a formula of CTL holds or fails at its beginning. What only all paths together could show is
    left to the verdicts, if the trace says that it leaves it open (`lenient`)."""

    def __init__(self, checker, nodes, loop, lenient):
        self.checker, self.nodes, self.loop, self.lenient = checker, nodes, loop, lenient

    def follow(self, i):
        return i + 1 if i + 1 < len(self.nodes) else self.loop

    def ahead(self, i):
        """Positions from i on, each once."""
        seen = []
        while i is not None and i not in seen:
            seen.append(i)
            i = self.follow(i)
        return seen

    def settled(self, f, i):
        """Whether what is said of all paths needs no look at a later state."""
        op, sides = f[1], [self.true(g, i) for g in f[2:]]
        return {"AF": sides[0], "AU": sides[-1], "AW": sides[-1], "AR": all(sides), "EG": not sides[0], "ER": not sides[-1],
                "EU": not any(sides), "EW": not any(sides)}.get(op, False)

    def alone(self, i):
        """Whether there is no other path from here on."""
        return self.loop is not None and all(len(self.checker.graph.next[self.nodes[k]]) == 1 for k in self.ahead(i))

    def true(self, f, i):
        return self.nodes[i] in self.checker.ctl(f)

    def shows(self, f, want, i):
        if self.true(f, i) != want:
            return False
        if not temporal(f):
            return True
        if self.lenient and self.loop is None and i == len(self.nodes) - 1:
            return True
        if f[0] == "not":
            return self.shows(f[1], not want, i)
        if f[0] == "bin":
            return self.boolean(f, want, i)
        if f[0] == "cond":
            return self.shows(f[2] if self.true(f[1], i) else f[3], want, i) or self.lenient
        op = f[1]
        if (op[0] == "E") != want:  # about all paths
            return (self.lenient or self.settled(f, i) or self.alone(i)
                    or len(self.checker.ctl(f)) in (0, len(self.checker.all)))
        if op[1] == "X":
            k = self.follow(i)
            return k is not None and self.shows(f[2], want, k)
        if op in ("EF", "AG"):
            return any(self.shows(f[2], want, k) for k in self.ahead(i))
        if op in ("EG", "AF"):
            return self.loop is not None and all(self.true(f[2], k) == want for k in self.ahead(i))
        return self.until(op, f[2], f[3], i)

    def boolean(self, f, want, i):
        op, left, right = f[1], f[2], f[3]
        if op in ("<->", "==", "!="):
            return True
        sides = [(left, want if op != "->" else not want), (right, want)]
        if (op == "&&") != want:  # one of them is enough
            return any(self.shows(g, w, i) for g, w in sides)
        if not all(self.true(g, i) == w for g, w in sides):
            return False
        return self.lenient or any(self.shows(g, w, i) for g, w in sides if temporal(g))

    def until(self, op, f, g, i):
        """E (a U b), perhaps also a for ever, where a and b are about f and g being true or not."""
        stay = {"EU": (f, True), "EW": (f, True), "ER": (g, True), "AU": (g, False), "AW": (g, False), "AR": (f, False)}[op]
        ends = {"EU": [(g, True)], "EW": [(g, True)], "ER": [(f, True), (g, True)], "AU": [(f, False), (g, False)],
                "AW": [(f, False), (g, False)], "AR": [(g, False)]}[op]
        for k in self.ahead(i):
            if all(self.true(h, k) == w for h, w in ends) and any(self.shows(h, w, k) for h, w in ends):
                return True
            if self.true(stay[0], k) != stay[1]:
                return False
        return op in ("EW", "ER", "AU") and self.loop is not None


def explored(text, limit):
    """The program of a text with its states; or what keeps us from that, as a text."""
    try:
        return Case(text, limit)
    except Exception as fault:  # pylint: disable=broad-except  (of nonsense that gentrans refuses, too)
        return f"accepted, but {type(fault).__name__}: {fault}"


def examine_chances(gentrans, case, file, ways):
    """The values of pctl by Storm, in one of the ways; it needs a while for each program."""
    chances = [d for d in case.program.tree[2] if d[0] == "pctl"]
    if chances and not case.errors and case.graph.initial and len(case.graph.states) <= 80:
        way = next((w for w in STORM if w in (ways or ())), list(STORM)[len(case.graph.states) % len(STORM)])
        if not (case.local_ids or case.rings) or way == "storm copies":
            case.chances(way, run(gentrans, way, [file])[file])


def examine(gentrans, folder, texts, limit, ways=None, storm=False):
    """Judges programs, all at once for each way of running gentrans. Gives for each text (what became of it, details):
    "same", "refused" (codes), "large", or "differs" (what differs)."""
    found, files, cases = {}, {}, {}
    for i, text in enumerate(texts):
        cases[i] = explored(text, limit)
        if isinstance(cases[i], Case) and not cases[i].small:
            found[i] = ("large", None)
        else:
            files[i] = str(folder / f"p{i}.sym")
            (folder / f"p{i}.sym").write_text(text)
    said = {FIRST: run(gentrans, FIRST, list(files.values()))}
    for i in list(files):
        codes = said[FIRST][files[i]].refused
        if set(codes) & CERTAIN:
            found[i] = ("refused", codes)
        elif codes:
            found[i] = ("differs", f"refused: {' '.join(codes)}")
        elif isinstance(cases[i], str):
            found[i] = ("differs", cases[i])
        if i in found:
            del files[i]
    for way in WAYS:
        if way != FIRST and way in (ways or WAYS):
            said[way] = run(gentrans, way, list(files.values()))
    for i in files:
        try:
            for way, answers in said.items():
                cases[i].compare(way, answers[files[i]])
            if storm:
                examine_chances(gentrans, cases[i], files[i], ways)
            found[i] = ("same", cases[i])
        except (Difference, Fault) as wrong:
            found[i] = ("differs", str(wrong))
    return [found[i] for i in range(len(texts))]

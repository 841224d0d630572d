"""What properties mean on the graph of a program's reachable states.

CTL by sets of states; LTL by the textbook's product: a state together with a guess of what holds from its successor on.
Only paths count on which each fairness condition holds infinitely often.
"""
from itertools import product

from meaning import Err, Scope

LTL = ("X", "F", "G", "U", "W", "R")


def temporal(f):
    """Whether a temporal operator is somewhere in it."""
    return isinstance(f, tuple) and bool(f) and (f[0] in ("temporal", "until") or f[0] == "bin" and f[1] in ("U", "W", "R")
                                                 or any(map(temporal, f)))


def components(nodes, after):
    """Strongly connected components of a graph (Tarjan, without recursion)."""
    index, low, stack, on, found = {}, {}, [], set(), []
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(after(root)))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for kid in rest:
                if kid not in index:
                    index[kid] = low[kid] = len(index)
                    stack.append(kid)
                    on.add(kid)
                    work.append((kid, iter(after(kid))))
                    break
                if kid in on:
                    low[node] = min(low[node], index[kid])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = set()
                    while node not in part:
                        part.add(stack.pop())
                    on -= part
                    found.append(part)
    return found


class Turn:
    """One process, or the program, that is to have its turn: the states where it is able, the steps that are its moves."""

    def __init__(self, strong, who, able, moved):
        self.strong, self.who, self.able, self.moved = strong, who, able, moved


def turns_of(graph):
    """Of every declaration of fairness every process by itself (docs/language.md, section 10)."""
    found = []
    for d in graph.program.tree[2]:
        if d[0] != "fair":
            continue
        _, strong, of, name = d
        types = {r.proc.name if r.proc else None for r in graph.program.rules
                 if (of == "process" and r.proc and r.proc.name == name) or (of == "rule" and name_of(r) == name)}
        types |= {name} if of == "process" else set()
        for kind in sorted(types, key=str):
            for me in range(graph.program.procs[kind].count) if kind else [None]:
                able, moved = set(), set()
                for s, fired in enumerate(graph.fired):
                    for rule, who, t in fired:
                        if (rule.proc.name if rule.proc else None) == kind and who == me and (of == "process" or name_of(rule) == name):
                            able.add(s)
                            moved.add((s, t))
                found.append(Turn(strong, (of == "rule" and name or None, kind, me), able, moved))
    return found


def name_of(rule):
    return rule.label.split(" (")[0]


def fair_parts(nodes, after, fair, turns, state):
    """The strongly connected parts of some nodes that a fair path can visit all of, again and again, for ever."""
    for part in components(nodes, after):
        node = next(iter(part))
        if not (len(part) > 1 or node in after(node)) or not all(part & f for f in fair):
            continue
        idle = [t for t in turns if not any((state(n), state(k)) in t.moved for n in part for k in after(n) if k in part)]
        if any(not t.strong and all(state(n) in t.able for n in part) for t in idle):
            continue
        wrong = {n for n in part for t in idle if t.strong and state(n) in t.able}
        if wrong:
            left = part - wrong
            yield from fair_parts(left, lambda n, left=left: [k for k in after(n) if k in left], fair, turns, state)
        else:
            yield part


def recurrent(nodes, after, fair, turns=(), state=lambda n: n):
    """The nodes from which a path within nodes begins that is in each set of `fair` infinitely often, and on which everybody
    has a turn."""
    good = set()
    for part in fair_parts(nodes, after, fair, turns, state):
        good |= part
    before = {}
    for node in nodes:
        for kid in after(node):
            before.setdefault(kid, []).append(node)
    work = list(good)
    while work:
        for node in before.get(work.pop(), ()):
            if node not in good:
                good.add(node)
                work.append(node)
    return good


class Checker:
    """One property with its prefix bound, on a graph. `atom(f)` is the set of states where f holds; `bad[f]` those where it
    errs, and counts as false. `errs` are the states where one that errs is looked at."""

    def __init__(self, graph, scope=Scope(), args=(), base=None, fairness=()):
        self.graph, self.scope, self.args = graph, scope, args
        self.all = set(range(len(graph.states)))
        self.errs = set()
        self.memo, self.bad, self.product = {}, {}, None
        if base:  # what does not depend on the prefix
            self.before, self.fair_sets, self.fair, self.errs = base.before, base.fair_sets, base.fair, set(base.errs)
            self.turns = base.turns
            return
        self.before = [[] for _ in graph.states]
        for s, targets in enumerate(graph.next):
            for t in targets:
                self.before[t].append(s)
        self.fair_sets = [self.atom(f) for f in fairness]
        for f in fairness:
            self.look(f, self.all)
        self.turns = turns_of(graph)
        self.fair = recurrent(self.all, lambda s: graph.next[s], self.fair_sets, self.turns)

    def atom(self, f):
        if f not in self.memo:
            program = self.graph.program
            function = program.function(program.text(f, self.scope), self.scope.args)
            holds, bad = set(), set()
            for s, state in enumerate(self.graph.states):
                try:
                    if function(state, *self.args):
                        holds.add(s)
                except Err:
                    bad.add(s)
            self.memo[f], self.bad[f] = holds, bad
        return self.memo[f]

    def look(self, f, where):
        """Finds the errors of a formula that is looked at in these states (docs/language.md, section 9)."""
        if not temporal(f):
            self.atom(f)
            self.errs |= self.bad[f] & where
        elif f[0] == "bin" and f[1] in ("&&", "||", "->"):
            self.look(f[2], where)
            self.look(f[3], where - self.decided(f[2], f[1]))
        else:
            inside = self.all if f[0] in ("temporal", "until") or f[1] in ("U", "W", "R") else where
            for kid in f[1:]:
                if isinstance(kid, tuple):
                    self.look(kid, inside)

    def decided(self, f, op):
        """The states where the operands without temporal operators in `f` leave nothing open of `f op g`."""
        if not temporal(f):
            return self.atom(f) if op == "||" else self.all - self.atom(f)
        if f[0] == "bin" and f[1] == op != "->":
            return self.decided(f[2], op) | self.decided(f[3], op)
        return set()

    # CTL

    def ctl(self, f):
        if f not in self.memo:
            self.memo[f] = self.ctl_new(f) if temporal(f) else self.atom(f)
        return self.memo[f]

    def ctl_new(self, f):
        if f[0] == "not":
            return self.all - self.ctl(f[1])
        if f[0] == "bin":
            left, right = self.ctl(f[2]), self.ctl(f[3])
            return self.boolean(f[1], left, right)
        if f[0] == "cond":
            cond = self.ctl(f[1])
            return cond & self.ctl(f[2]) | (self.all - cond) & self.ctl(f[3])
        if f[0] == "until":
            return self.ctl_until(f[1], self.ctl(f[2]), self.ctl(f[3]))
        op, inner = f[1], self.ctl(f[2])
        no = self.all - inner
        if op == "EX":
            return self.ex(inner)
        if op == "AX":
            return self.all - self.ex(no)
        if op == "EF":
            return self.eu(self.all, inner)
        if op == "AG":
            return self.all - self.eu(self.all, no)
        if op == "EG":
            return self.eg(inner)
        return self.all - self.eg(no)

    def boolean(self, op, left, right):
        if op == "&&":
            return left & right
        if op == "||":
            return left | right
        if op == "->":
            return (self.all - left) | right
        same = (left & right) | (self.all - left - right)
        return same if op in ("<->", "==") else self.all - same

    def ctl_until(self, op, f, g):
        nf, ng = self.all - f, self.all - g
        if op == "EU":
            return self.eu(f, g)
        if op == "EW":
            return self.eu(f, g) | self.eg(f)
        if op == "ER":
            return self.eu(g, f & g) | self.eg(g)
        if op == "AU":  # not E (ng W (nf and ng))
            return self.all - (self.eu(ng, nf & ng) | self.eg(ng))
        if op == "AW":  # not E (ng U (nf and ng))
            return self.all - self.eu(ng, nf & ng)
        return self.all - self.eu(nf, ng)  # AR: not E (nf U ng)

    def ex(self, f):
        f = f & self.fair
        return {s for s in self.all if any(t in f for t in self.graph.next[s])}

    def eu(self, f, g):
        found = g & self.fair
        work = list(found)
        while work:
            for s in self.before[work.pop()]:
                if s in f and s not in found:
                    found.add(s)
                    work.append(s)
        return found

    def eg(self, f):
        return recurrent(f, lambda s: [t for t in self.graph.next[s] if t in f], self.fair_sets, self.turns)

    # LTL: the states on all of whose fair paths f holds

    def ltl(self, f):
        core = simple(f)
        nexts = sorted(set(obligations(core)), key=repr)
        guesses = list(product((False, True), repeat=len(nexts)))
        values, by_promise = {}, [{} for _ in self.graph.states]
        for s in self.all:
            for guess in guesses:
                known = dict(zip(nexts, guess))
                values[s, guess] = lambda g, s=s, known=known: self.value(g, s, known)
                promise = tuple(self.value(g, s, known) for g in nexts)
                by_promise[s].setdefault(promise, []).append((s, guess))
        after = {node: [n for t in self.graph.next[node[0]] for n in by_promise[t].get(node[1], ())] for node in values}
        fair = [{n for n in values if n[0] in states} for states in self.fair_sets]
        for g in nexts:
            if g[0] == "U":
                fair.append({n for n in values if values[n](g[2]) or not values[n](g)})
        live = recurrent(set(values), lambda n: after[n], fair, self.turns, lambda n: n[0])
        self.product = (after, live, {n for n in values if values[n](core)})
        return self.all - {n[0] for n in live if not values[n](core)}

    def refutes(self, path):
        """Whether the formula that ltl() was asked about is false on every fair path that begins so, and there is one."""
        after, live, true = self.product
        now = {n for n in true if n[0] == path[0]}
        for s in path[1:]:
            now = {n for m in now for n in after[m] if n[0] == s}
        return path[-1] in self.fair and not now & live

    def value(self, f, s, known):
        kind = f[0]
        if kind == "atom":
            return s in self.atom(f[1])
        if kind == "not":
            return not self.value(f[1], s, known)
        if kind == "and":
            return self.value(f[1], s, known) and self.value(f[2], s, known)
        if kind == "X":
            return known[f[1]]
        return self.value(f[2], s, known) or self.value(f[1], s, known) and known[f]


def obligations(f):
    """The formulas about whose truth in the next state something is guessed: g of X g, and f U g itself."""
    if f[0] == "X":
        yield f[1]
    if f[0] == "U":
        yield f
    if f[0] != "atom":
        for kid in f[1:]:
            yield from obligations(kid)


def no(f):
    return f[1] if f[0] == "not" else ("not", f)


def simple(f):
    """An LTL formula in terms of atom, not, and, X, U."""
    if not temporal(f):
        return ("atom", f)
    if f[0] == "not":
        return no(simple(f[1]))
    if f[0] == "cond":
        return simple(("bin", "&&", ("bin", "->", f[1], f[2]), ("bin", "->", ("not", f[1]), f[3])))
    if f[0] == "temporal":
        g = simple(f[2])
        if f[1] == "X":
            return ("X", g)
        true = ("atom", ("true",))
        return ("U", true, g) if f[1] == "F" else no(("U", true, no(g)))
    op, a, b = f[1], simple(f[2]), simple(f[3])
    if op == "U":
        return ("U", a, b)
    if op == "R":
        return no(("U", no(a), no(b)))
    if op == "W":  # a W b is b R (a or b)
        return no(("U", no(b), ("and", no(a), no(b))))
    if op == "&&":
        return ("and", a, b)
    if op == "||":
        return no(("and", no(a), no(b)))
    if op == "->":
        return no(("and", a, no(b)))
    same = ("and", no(("and", a, no(b))), no(("and", b, no(a))))
    return same if op in ("<->", "==") else no(same)


def on_lasso(f, states, loop, holds):
    """Whether an LTL formula holds on states[0] ... states[-1], which is followed by states[loop]; holds(atom, state)."""
    memo, n = {}, len(states)

    def follow(i):
        return i + 1 if i + 1 < n else loop

    def value(g):
        if g not in memo:
            memo[g] = row(g)
        return memo[g]

    def row(g):
        if g[0] == "atom":
            return [holds(g[1], s) for s in states]
        if g[0] == "not":
            return [not v for v in value(g[1])]
        if g[0] == "and":
            return [a and b for a, b in zip(value(g[1]), value(g[2]))]
        if g[0] == "X":
            return [value(g[1])[follow(i)] for i in range(n)]
        left, right = value(g[1]), value(g[2])
        now = list(right)
        for _ in range(2 * n):
            now = [right[i] or left[i] and now[follow(i)] for i in range(n)]
        return now

    return value(simple(f))[0]


class Property:
    """A property of a program on its graph: verdict, and what is needed to look at a trace of it."""

    def __init__(self, base, kind, name, prefix, formula):
        graph = base.graph
        self.graph, self.kind, self.name, self.formula = graph, kind, name, formula
        self.exists = bool(prefix) and prefix[0][0] == "exists"
        program, scope, self.binders, counts = graph.program, Scope(), [], []
        for _, names, of in prefix:
            of = program.type(of)
            for binder in names:
                var = program.new("g")
                scope = scope.bind(binder, var, of, var)
                self.binders.append((binder, of[1]))
                counts.append(range(program.procs[of[1]].count))
        self.checkers = {args: Checker(graph, scope, args, base) for args in product(*counts)}
        self.holding = {args: self.where(c) for args, c in self.checkers.items()}
        self.errs = set().union(*(c.errs for c in self.checkers.values()))

    def where(self, checker):
        checker.look(self.formula, checker.all)
        if self.kind == "ltl":
            return checker.ltl(self.formula)
        if self.kind == "invariant":
            return checker.atom(self.formula)
        return checker.ctl(self.formula)

    def holds(self):
        """The verdict; None where it depends on what an erring atom is taken for."""
        if self.errs:
            return None
        if self.kind == "invariant":
            if self.exists:
                return all(any(self.always(s, h) for h in self.holding.values())
                           for s in self.graph.initial)
            return all(h >= self.checkers[a].all for a, h in self.holding.items())
        if self.exists:
            return all(any(s in h for h in self.holding.values()) for s in self.graph.initial)
        return all(s in h for h in self.holding.values() for s in self.graph.initial)

    def always(self, start, holding):
        """Whether all states that can be reached from this one are in the set."""
        seen, work = {start}, [start]
        while work:
            s = work.pop()
            if s not in holding:
                return False
            for t in self.graph.next[s]:
                if t not in seen:
                    seen.add(t)
                    work.append(t)
        return True


def judge(graph):
    """The properties of a graph's program in order, and the states in which an atom errs; pctl has chance.py for its values."""
    declared = graph.program.tree[2]
    base = Checker(graph, fairness=[d[2] for d in declared if d[0] == "fairness"])
    found = [Property(base, *d[1:]) for d in declared if d[0] == "prop"]
    more = Checker(graph)
    for d in declared:
        if d[0] == "pctl":
            for f in d[2][-1][1]:
                more.look(f, more.all)
    worth = Checker(graph, Scope(exact=True))
    for d in declared:
        if d[0] == "reward":
            worth.look(d[3], worth.all)
    end = None  # where the program may stop
    for d in declared:
        if d[0] == "end" and ("deadlock",) in declared:
            end = d[1] if end is None else ("bin", "||", end, d[1])
    if end:
        more.look(end, more.all)
        errs = more.bad[end]
        graph.unsure = bool(errs & set(graph.dead))
        graph.dead = [s for s in graph.dead if s not in more.atom(end) | errs]
    return found, base.errs.union(more.errs, worth.errs, *(p.errs for p in found))

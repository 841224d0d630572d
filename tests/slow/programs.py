"""Random programs made to be slow: each has one or two things of which there is far too much.

    programs.py SEED     # prints the program
"""
import random
import sys


class Program:
    """What a program is made of; things add to it, each with names of its own."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.n = self.rng.randint(2, 5)
        self.kind, self.head, self.body, self.types, self.props = "", [], [], [], []
        names = sorted(THINGS)
        first = names[seed % len(names)]  # each in turn
        self.things = [first] + ([self.rng.choice(names)] if self.rng.random() < 0.3 else [])
        for number, name in enumerate(dict.fromkeys(self.things)):
            THINGS[name](self, str(number))

    def pick(self, *range_):
        return self.rng.randint(*range_)

    def text(self):
        return "\n".join([self.kind] + self.head + self.types +
                         ["process P[%d] {" % self.n, "  states A, B, C;", "  A -> B;", "  B -> C;", "  C -> A;"] +
                         ["  " + line for line in self.body] + ["}"] + self.props) + "\n"


def index(array, inner, depth):
    for _ in range(depth):
        inner = "%s[%s]" % (array, inner)
    return inner


def broadcasts(p, u):
    """Counts within counts in the conditions and values of broadcasts."""
    m = p.pick(2, 4)
    p.body += ["var v%s : 0..%d;" % (u, m), "rule up%s when v%s < %d do v%s := v%s + 1;" % (u, u, m, u, u)]
    count = "l%s.v%s != %d" % (u, u, p.pick(0, 2))
    for depth, name in enumerate("lkhg"[:p.pick(2, 4)]):
        count = "count %s%s : P (%s%s.v%s %s j%s.v%s && %s) > %d" % (
            name, u, name, u, u, p.rng.choice(["<", "!=", ">="]), u, u, "(%s)" % count, depth)
    count = "(%s ? 1 : 0)" % count
    for rule in range(p.pick(1, 4)):
        p.body += ["rule all%d%s when v%s == %d do forall j%s : P where j%s != self && (%s) >= %d do j%s.v%s := min(%d, %s);" % (
            rule, u, u, p.pick(0, m), u, u, count, p.pick(0, 2), u, u, m, count)]
    p.n = max(p.n, p.pick(3, 6))


def quantifiers(p, u):
    """Quantifiers over several types, deep inside each other."""
    types = ["P"]
    p.body += ["var w%s : 0..%d = any;" % (u, p.pick(2, 5)), "var y%s : 0..%d = any;" % (u, p.pick(2, 5))]
    for k in range(p.pick(1, 2)):
        types.append("Q%d%s" % (k, u))
        p.types += ["process Q%d%s[%d] { states A, B; var w%s : 0..%d = any; var y%s : 0..3; A -> B do y%s := w%s %% 2; B -> A; }" % (
            k, u, p.pick(2, 6), u, p.pick(2, 4), u, u, u)]
    for k in range(p.pick(1, 3)):
        depth = p.pick(3, 5)
        names = ["i%d%s" % (d, u) for d in range(depth)]
        atoms = ["%s.w%s %s %s.y%s" % (a, u, p.rng.choice(["<", "==", "!=", ">="]), b, u) for a in names for b in names if a != b]
        text = p.rng.choice([" && ", " || "]).join(p.rng.sample(atoms, min(len(atoms), depth + 2)))
        for name in reversed(names):
            text = "%s %s : %s (%s)" % (p.rng.choice(["exists", "forall", "exists"]), name, p.rng.choice(types), text)
        p.props += ["invariant q%d%s: %s;" % (k, u, text)]


def ids(p, u):
    """Arrays of arrays of ids, looked at through each other."""
    size, last = p.pick(1, 3), p.pick(2, 4)
    p.head += ["shared d%s : [0..%d] of [0..%d] of P?;" % (u, size, last), "shared at%s : [0..%d] of 0..%d;" % (u, last, last)]
    deep = index("at" + u, "at%s[0]" % u, p.pick(1, 4))
    name = "d%s[at%s[0] %% %d][%s]" % (u, u, size + 1, deep)
    p.body += ["rule take%s when d%s[0][at%s[0]] == none do d%s[%d][at%s[0]] := self;" % (u, u, u, u, p.pick(0, size), u),
               "rule step%s do at%s[at%s[0]] := (at%s[0] + 1) %% %d;" % (u, u, u, u, last + 1),
               "rule give%s when %s == self do d%s[0][%s] := any j : P where j != self;" % (u, name, u, deep)]
    p.props += ["invariant d%s: %s == none || (exists i : P (i == %s && i@A));" % (u, name, name)]


def chains(p, u):
    """Guards, sums and choices of thousands of operands."""
    p.head += ["shared x%s, y%s : 0..%d = any;" % (u, u, p.pick(20, 200))]
    n = p.pick(300, 3000)
    sums = " + ".join("(x%s == %d ? 1 : y%s %% %d)" % (u, p.pick(0, 200), u, p.pick(2, 9)) for _ in range(n))
    disjunction = " || ".join("x%s * %d == y%s + %d" % (u, p.pick(1, 9), u, p.pick(0, 300)) for _ in range(n))
    p.body += ["rule chain%s when %s do x%s := (x%s + 1) %% 20;" % (u, disjunction, u, u)]
    p.props += ["invariant sum%s: %s >= 0;" % (u, sums), "ctl back%s: AG (EF (%s));" % (u, disjunction)]


def deep(p, u):
    """Indices and arithmetic inside each other."""
    m = p.pick(2, 9)
    p.head += ["shared a%s : [0..%d] of 0..%d = any;" % (u, m, m), "shared z%s : 0..%d;" % (u, m)]
    value, total = index("a" + u, "z" + u, p.pick(5, 60)), "z" + u
    for _ in range(p.pick(5, 40)):
        total = "max(%s, a%s[(%s) %% %d]) %% %d" % (total, u, total if len(total) < 3000 else "z" + u, m + 1, m + 1)
    p.body += ["rule deep%s when %s != %d do a%s[z%s] := %s;" % (u, value, p.pick(0, m), u, u, value),
               "rule more%s do z%s := %s;" % (u, u, total)]
    p.props += ["ctl deep%s: AG (EF (%s == 0));" % (u, value), "ltl often%s: G (F (%s == %s));" % (u, value, total)]


def variables(p, u):
    """Many local variables: very many local states."""
    n = p.pick(8, 24)
    p.body += ["var b%d%s : %s = any;" % (i, u, p.rng.choice(["bool", "0..2", "0..3"])) for i in range(n)]
    for i in range(p.pick(2, 8)):
        j = p.pick(0, n - 1)
        p.body += ["rule flip%d%s with j : P where j.b%d%s == b%d%s && j.loc != loc do b%d%s := any;" % (i, u, j, u, j, u, j, u)]
    p.props += ["invariant eq%s: count i : P (exists j : P (%s)) >= 0;" % (
        u, " && ".join("i.b%d%s == j.b%d%s" % (i, u, i, u) for i in range(n)))]


def processes(p, u):
    """Many processes with some local states and partners."""
    p.n = p.pick(30, 3000)
    m = p.pick(3, 12)
    p.body += ["var c%s : 0..%d;" % (u, m),
               "rule go%s with j : P where j.c%s <= c%s when c%s < %d do { c%s := c%s + 1; j.loc := A; }" % (u, u, u, u, m, u, u),
               "rule back%s with j, k : P where j.c%s == c%s && k@B when c%s > 0 do c%s := c%s - 1;" % (u, u, u, u, u, u)]
    p.props += ["invariant some%s: count i : P (i.c%s == %d) < %d;" % (u, u, m, p.n // 2 + 1),
                "ctl all%s: AG (EF (forall i : P (i.c%s == 0)));" % (u, u)]


def formula(p, depth, atoms, unary, binary):
    if depth == 0:
        return p.rng.choice(atoms)
    if p.rng.random() < 0.5:
        return "%s (%s)" % (p.rng.choice(unary), formula(p, depth - 1, atoms, unary, binary))
    return p.rng.choice(binary) % (formula(p, depth - 1, atoms, unary, binary), p.rng.choice(atoms))


def temporal(p, u):
    """CTL and LTL formulas of great depth, with large automata."""
    m = p.pick(3, 40)
    p.head += ["shared t%s, s%s : 0..%d = any;" % (u, u, m)]
    p.body += ["rule tick%s do t%s := any k : 0..%d where k != s%s;" % (u, u, m, u), "rule tock%s do s%s := t%s;" % (u, u, u)]
    atoms = ["t%s == %d" % (u, p.pick(0, m)) for _ in range(4)] + ["s%s < t%s" % (u, u), "exists i : P (i@B && t%s == 1)" % u]
    p.props += ["ctl deep%d%s: %s;" % (k, u, formula(p, p.pick(10, 60), atoms, ["AG", "EF", "AX", "EX", "EG", "AF", "!"], [
        "A [(%s) U (%s)]", "E [(%s) W (%s)]", "A [(%s) R (%s)]", "((%s) && (%s))", "((%s) <-> (%s))"])) for k in range(2)]
    p.props += ["ltl auto%d%s: %s;" % (k, u, formula(p, p.pick(5, 25), atoms, ["G", "F", "X", "!", "G F"], [
        "((%s) U (%s))", "((%s) W (%s))", "((%s) R (%s))", "((%s) && (%s))", "((%s) -> (%s))"])) for k in range(2)]


def rules(p, u):
    """Very many rules."""
    m = p.pick(5, 30)
    p.head += ["shared r%s : 0..%d = any;" % (u, m), "shared o%s : P?;" % u]
    p.body += ["var g%s : 0..%d;" % (u, p.pick(2, 5))]
    for i in range(p.pick(200, 2000)):
        p.body += ["rule r%d%s with j : P where j.g%s == g%s || o%s == j when r%s == %d && o%s != self do { r%s := %d; o%s := j; }" % (
            i, u, u, u, u, u, p.pick(0, m), u, u, p.pick(0, m), u)]
    p.props += ["invariant own%s: o%s == none || r%s < %d;" % (u, u, u, m), "deadlock free;"]


def choices(p, u):
    """Choices among very many values."""
    m = 10 ** p.pick(3, 8)
    p.head += ["shared f%s : 0..%d;" % (u, m), "shared h%s : 0..%d = any k%s : 0..%d where k%s %% %d == 1;" % (
        u, m, u, m, u, p.pick(2, 50))]
    p.body += ["rule pick%s do { f%s := any k : 0..%d where k %% %d != h%s %% %d; }" % (u, u, m, p.pick(2, 99), u, p.pick(2, 99)),
               "rule both%s with j : P do { h%s := any k : 0..%d where k * 2 > f%s; f%s := any; }" % (u, u, m, u, u)]
    p.props += ["invariant far%s: f%s + h%s < %d;" % (u, u, u, 2 * m), "ctl again%s: AG (EF (f%s == %d));" % (u, u, m // 2)]


def prefixes(p, u):
    """Properties of several named processes."""
    m = p.pick(2, 5)
    p.body += ["var e%s : 0..%d;" % (u, m), "rule e%s with j : P do { e%s := j.e%s; j.e%s := (e%s + 1) %% %d; }" % (u, u, u, u, u, m + 1)]
    names = ["i%d" % k for k in range(p.pick(2, 5))]
    p.n = max(p.n, p.pick(4, 30))
    p.props += ["ctl who%d%s: %s %s : P . AG (%s -> EF (%s));" % (
        k, u, p.rng.choice(["forall", "exists"]), ", ".join(names), " && ".join("%s.e%s == %d" % (i, u, p.pick(0, m)) for i in names),
        " && ".join("%s.e%s != %s.e%s" % (i, u, names[0], u) for i in names[1:]) + " && %s@C" % names[0]) for k in range(2)]


def macros(p, u):
    """Macros that double what they are given."""
    p.head += ["shared l%s, k%s : bool;" % (u, u), "shared i%s : 0..3;" % u, "define m0%s = l%s <-> k%s;" % (u, u, u),
               "define c0%s = i%s;" % (u, u)]
    depth = p.pick(8, 16)
    for i in range(depth):
        p.head += ["define m%d%s = (m%d%s <-> k%s) %s m%d%s;" % (i + 1, u, i, u, u, p.rng.choice(["&&", "<->", "||", "->"]), i, u),
                   "define c%d%s = (c%d%s + c%d%s) %% 3;" % (i + 1, u, i, u, i, u)]
    p.body += ["rule m%s when m%d%s do { l%s := !l%s; k%s := m%d%s; }" % (u, depth, u, u, u, u, depth - 1, u),
               "rule c%s do i%s := (c%d%s + 1) %% 4;" % (u, u, depth - 2, u)]
    p.props += ["invariant mi%s: m%d%s || c%d%s < 3;" % (u, depth, u, depth, u), "ctl mc%s: AG (EF (m%d%s));" % (u, depth, u)]


def chances(p, u):
    """Probabilities that depend on counts, and many rewards."""
    m = p.pick(3, 30)
    p.kind = p.rng.choice(["dtmc;", "mdp;", "ctmc;"])
    p.head += ["shared p%s : 0..%d;" % (u, m)]
    p.body += ["rule try%s do { p%s / %d: { p%s := any; } | 1 - p%s / %d: { p%s := (p%s + 1) %% %d; } }" % (u, u, m, u, u, m, u, u, m + 1)]
    p.n = max(p.n, p.pick(5, 60))
    p.props += ["reward w%d%s: p%s + count i : P (i@B);" % (k, u, u) for k in range(p.pick(1, 20))]
    p.props += ["pctl soon%s: P%s=? [ F<=%d (p%s == %d && forall i : P (i@C)) ];" % (
        u, "max" if p.kind == "mdp;" else "", p.pick(10, 10000), u, m)]


def numbers(p, u):
    """Numbers that take for ever to count through."""
    m = 10 ** p.pick(5, 9)
    p.head += ["shared j%s : 0..%d;" % (u, m), "shared odd%s : bool;" % u]
    p.body += ["rule count%s when j%s < %d do { j%s := j%s + 1; odd%s := !odd%s; }" % (u, u, m, u, u, u, u),
               "rule halve%s when j%s %% 3 == 0 do j%s := j%s / 2;" % (u, u, u, u)]
    p.props += ["invariant early%s: j%s < 3;" % (u, u), "invariant late%s: j%s < %d;" % (u, u, m), "ltl even%s: G (F (odd%s));" % (u, u)]


THINGS = {f.__name__: f for f in (broadcasts, quantifiers, ids, chains, deep, variables, processes, temporal, rules, choices,
                                  prefixes, macros, chances, numbers)}

if __name__ == "__main__":
    sys.stdout.write(Program(int(sys.argv[1])).text())

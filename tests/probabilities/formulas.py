"""Random pctl formulas over the programs of programs.py, as text and as values by state."""
from fractions import Fraction

from probabilities import values as v
from probabilities.programs import pick_atom

MARGIN = 1e-4  # what is computed with floating point may be on the wrong side of a bound that is nearer than this


class Unknown(Exception):
    """A value that is not computed here."""


class Asked:
    """What a formula is evaluated with: the chain, whether some bound was near a value, and near one that is itself not exact."""

    def __init__(self, chain):
        self.chain, self.near, self.vague = chain, False, False
        self.every = set(chain.states)


# ---- state formulas: text(), holds(asked) gives the set of states ----

class Atom:
    def __init__(self, said):
        self.said = said

    def text(self):
        return self.said.text if self.said.text[0] == "(" and self.said.text[-1] == ")" else "(%s)" % self.said.text

    def holds(self, asked):
        return {s for s in asked.chain.states if self.said.value(s)}


class Junction:
    WORDS = {"&&": lambda a, b: a and b, "||": lambda a, b: a or b, "->": lambda a, b: not a or b, "<->": lambda a, b: a == b,
             "!": lambda a, b: not a}

    def __init__(self, word, left, right):
        self.word, self.left, self.right = word, left, right

    def text(self):
        if self.word == "!":
            return "!(%s)" % self.left.text()
        return "(%s %s %s)" % (self.left.text(), self.word, self.right.text())

    def holds(self, asked):
        a, b = self.left.holds(asked), self.right.holds(asked)
        return {s for s in asked.chain.states if self.WORDS[self.word](s in a, s in b)}


class Operator:
    """P, S or R with min, max or neither, a bound or a query, and what stands in brackets."""

    COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}

    def __init__(self, word, opt, inner, compare="=?", bound=None):
        self.word, self.opt, self.inner, self.compare, self.bound = word, opt, inner, compare, bound

    def text(self):
        head = self.word.replace("R", "R" + self.opt) if self.word[0] == "R" else self.word + self.opt
        bound = "" if self.bound is None else str(self.bound)
        return "%s%s%s [ %s ]" % (head, self.compare, bound, self.inner.text())

    def values(self, asked):
        """A bound in an mdp is about all policies."""
        most = self.opt == "max" or (self.opt == "" and self.compare in ("<", "<="))
        return self.inner.values(asked, most)

    def holds(self, asked):
        values = self.values(asked)
        for value in values.values():
            if value != v.INFINITE and abs(value - self.bound) < MARGIN * max(1, abs(value)):
                asked.near = True
                asked.vague = asked.vague or isinstance(value, float)
        return {s for s, value in values.items() if self.COMPARE[self.compare](value, self.bound)}


# ---- paths and what else stands in brackets: text(), values(asked, most) ----

class Time:
    """From low to high, None: for ever; strict: before high."""

    def __init__(self, text, low=0, high=None, strict=False):
        self.text, self.low, self.high, self.strict = text, low, high, strict


def bounded_until(asked, left, right, time, most):
    chain = asked.chain
    if time.high is None and time.low == 0:
        return v.until(chain, left, right, most)
    if chain.kind == "ctmc":
        if time.strict and time.high == 0:
            return dict.fromkeys(chain.states, Fraction(0))
        return v.until_time(chain, left, right, time.low, time.high, most)
    high = time.high - time.strict
    if high < time.low:
        return dict.fromkeys(chain.states, Fraction(0))
    return v.until_steps(chain, left, right, time.low, high, most)


def complement(values):
    return {s: 1 - value for s, value in values.items()}


class Path:
    def __init__(self, word, left, right, time):
        self.word, self.left, self.right, self.time = word, left, right, time

    def text(self):
        if self.word in ("U", "W"):
            return "%s %s%s %s" % (self.left.text(), self.word, self.time.text, self.right.text())
        return "%s%s %s" % (self.word, self.time.text, self.right.text())

    def values(self, asked, most):
        right = self.right.holds(asked)
        if self.word == "X":
            return v.next_step(asked.chain, right, most)
        if self.word == "F":
            return bounded_until(asked, asked.every, right, self.time, most)
        if self.word == "G":
            return complement(bounded_until(asked, asked.every, asked.every - right, self.time, not most))
        left = self.left.holds(asked)
        if self.word == "U":
            return bounded_until(asked, left, right, self.time, most)
        return complement(bounded_until(asked, left - right, asked.every - left - right, self.time, not most))


class Steady:
    def __init__(self, body):
        self.body = body

    def text(self):
        return self.body.text()

    def values(self, asked, most):
        good = self.body.holds(asked)
        return v.long_run(asked.chain, lambda s, a: Fraction(s in good))


class Reward:
    def __init__(self, name, word, body, time):
        self.name, self.word, self.body, self.time = name, word, body, time

    def text(self):
        return {"F": lambda: "F " + self.body.text(), "C": lambda: "C" + self.time.text, "I": lambda: "I=%s" % self.time.high,
                "S": lambda: "S"}[self.word]()

    def values(self, asked, most):
        chain, timed = asked.chain, asked.chain.kind == "ctmc"
        if self.word == "F":
            return v.reach_reward(chain, self.name, self.body.holds(asked), most)
        if self.word == "C":
            steps = self.time.high
            return v.cumulated_time(chain, self.name, steps) if timed else v.cumulated_steps(chain, self.name, steps, most)
        if self.word == "I":
            return v.transient(chain, chain.worth[self.name], self.time.high) if timed else v.instant_steps(
                chain, self.name, self.time.high, most)
        averages = v.long_run_best(chain, self.name, most)
        if averages is None:
            raise Unknown
        return averages


# ---- random ones ----

class Picker:
    def __init__(self, rng, program, chain):
        self.rng, self.program, self.chain = rng, program, chain

    def time(self, forms):
        """forms: some of "", "<=", "<", "[]", ">=", ">"."""
        rng = self.rng
        form = rng.choice(forms)
        if form[:1] == ">" and self.program.kind != "ctmc":
            form = "[]"
        if form == "":
            return Time("")
        low, high = sorted([self.moment(), self.moment()])
        if form == "[]":
            return Time("[%s,%s]" % (low, high), low, high)
        if form[0] == ">":
            return Time("%s%s" % (form, low), low)
        return Time("%s%s" % (form, high), 0, high, form == "<")

    def moment(self):
        if self.program.kind == "ctmc":
            return Fraction(self.rng.choice(["0", "1/3", "0.5", "1", "1.3", "2", "5"]))
        return self.rng.randint(0, 5)

    def path(self, depth):
        word = self.rng.choice("XFFGUUUW")
        left = self.state(depth) if word in "UW" else None
        forms = {"X": [""], "W": [""], "G": ["", "<=", "<", "[]"], "F": ["", "<=", "<", "[]", ">"], "U": ["", "<=", "[]", "[]", ">="]}[word]
        return Path(word, left, self.state(depth), self.time(forms))

    def reward(self, depth):
        word = self.rng.choice("FFCIS")
        name = self.rng.choice(["state", "state", "moves"]) if word != "I" else "state"
        return name, Reward(name, word, self.state(depth) if word == "F" else None, self.time(["<="]) if word in "CI" else None)

    def operator(self, depth, query):
        rng, mdp = self.rng, self.program.kind == "mdp"
        opt = rng.choice(["min", "max"]) if mdp and (query or rng.random() < 0.3) else ""
        word = rng.choice("PPPPRRS" if not mdp else "PPPPRR")
        if word == "P":
            inner = self.path(depth)
        elif word == "S":
            inner = Steady(self.state(depth))
        else:
            name, inner = self.reward(depth)
            word = 'R{"%s"}' % name
        made = Operator(word, opt, inner)
        return made if query else self.bound(made)

    def bound(self, made):
        """A bound at random, or a value that the operator has."""
        made.compare = self.rng.choice(["<", "<=", ">", ">="])
        choices = [Fraction(c) for c in ("0", "1", "0.5", "1/3", "0.25", "0.9")]
        if self.rng.random() < 0.3:
            asked = Asked(self.chain)
            own = [c for c in made.values(asked).values() if isinstance(c, Fraction) and c.denominator < 10 ** 6]
            choices = own or choices
        made.bound = self.rng.choice(choices)
        return made

    def state(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.4:
            return Atom(pick_atom(rng, self.program.k, self.program.n))
        if rng.random() < 0.5:
            word = rng.choice(list(Junction.WORDS))
            return Junction(word, self.state(depth - 1), self.state(depth - 1))
        return self.operator(depth - 1, False)

    def formula(self):
        """A whole property, and whether it is a query."""
        query = self.rng.random() < 0.6
        depth = self.rng.choice([0, 0, 1, 2])
        if query or self.rng.random() < 0.7:
            return self.operator(depth, query), query
        return self.state(depth + 1), False

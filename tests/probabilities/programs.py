"""Random dtmc, mdp and ctmc programs of a tiny family, as text and as what docs/language.md says they mean.

A shared variable x, none to three processes with two locations, rules at top level and of the processes. Nothing is taken
from gentrans: the meaning is written here a second time, state by state.
"""
from fractions import Fraction


class Said:
    """An expression: its text, and its value in a state."""

    def __init__(self, text, value):
        self.text, self.value = text, value


class Rule:
    """Process rules have `edge`, the two locations. A branch is (probability, what x becomes), both Said; a list of values in
    place of one value is a choice among them."""

    def __init__(self, name, edge, guard, rate, branches):
        self.name, self.edge, self.guard, self.rate, self.branches = name, edge, guard, rate, branches

    def text(self):
        edge = " : %s -> %s" % self.edge if self.edge else ""
        rate = " rate " + self.rate.text if self.rate else ""
        bodies = ["x := %s;" % to.text if to else "" for _, to in self.branches]
        if len(bodies) == 1:
            body = "{ %s }" % bodies[0]
        else:
            body = "{ %s }" % " | ".join("%s: { %s }" % (p.text, b) for (p, _), b in zip(self.branches, bodies))
        return "rule %s%s when %s%s do %s" % (self.name, edge, self.guard.text, rate, body)


class Program:
    """kind, k (x is 0..k), n (processes), start (Said, a list of values), rules, rewards {name: (rule names, Said)}."""

    def text(self):
        lines = ["%s;" % self.kind, "shared x : 0..%d = %s;" % (self.k, self.start.text)]
        inner = ["  " + r.text() for r in self.rules if r.edge]
        if self.n:
            lines += ["process P[%d] {" % self.n, "  states A, B;"] + inner + ["}"]
        lines += [r.text() for r in self.rules if not r.edge]
        for name, (on, e) in self.rewards.items():
            lines.append("reward %s%s: %s;" % (name, " on " + ", ".join(on) if on else "", e.text))
        return "\n".join(lines) + "\n"


def pick_atom(rng, k, n):
    """A state formula without operators."""
    c = rng.randint(0, k)
    forms = [Said("x == %d" % c, lambda s: s[0] == c), Said("x <= %d" % c, lambda s: s[0] <= c),
             Said("x != %d" % c, lambda s: s[0] != c), Said("x >= %d" % c, lambda s: s[0] >= c)]
    if n:
        m = rng.randint(0, n)
        forms += [Said("(exists i : P (i@A))", lambda s: "A" in s[1]), Said("(forall i : P (i@B))", lambda s: "A" not in s[1]),
                  Said("(count i : P (i@B) == %d)" % m, lambda s: s[1].count("B") == m),
                  Said("(count i : P (i@A)) > x", lambda s: s[1].count("A") > s[0])]
    if rng.random() < 0.07:
        return rng.choice([Said("true", lambda s: True), Said("false", lambda s: False)])
    return rng.choice(forms)


def pick_guard(rng, k, n):
    return Said("true", lambda s: True) if rng.random() < 0.4 else pick_atom(rng, k, n)


def pick_target(rng, k, choice):
    """What x becomes; None: nothing."""
    c = rng.randint(0, k)
    if choice and rng.random() < 0.3:
        return rng.choice([Said("any", lambda s: list(range(k + 1))),
                           Said("any v : 0..%d where v > x" % k, lambda s: list(range(s[0] + 1, k + 1))),
                           Said("any v : 0..%d where v != x" % k, lambda s: [v for v in range(k + 1) if v != s[0]])])
    return rng.choice([None, Said(str(c), lambda s: [c]), Said("min(x + 1, %d)" % k, lambda s: [min(s[0] + 1, k)]),
                       Said("max(x - 1, 0)", lambda s: [max(s[0] - 1, 0)]),
                       Said("x == 0 ? %d : x - 1" % k, lambda s: [k if s[0] == 0 else s[0] - 1]),
                       Said("%d - x" % k, lambda s: [k - s[0]])])


def constant(text):
    value = Fraction(text)
    return Said(text, lambda s: value)


def pick_branches(rng, kind, k):
    if rng.random() < 0.45:
        return [(constant("1"), pick_target(rng, k, True))]
    shapes = [["1/2", "1/2"], ["1/3", "2/3"], ["0.1", "0.9"], ["1/4", "1/4", "1/2"], ["0.999", "0.001"]]
    if rng.random() < 0.25:
        probabilities = [Said("x/%d" % k, lambda s: Fraction(s[0], k)), Said("1 - x/%d" % k, lambda s: 1 - Fraction(s[0], k))]
    else:
        probabilities = [constant(p) for p in rng.choice(shapes)]
    return [(p, pick_target(rng, k, kind != "mdp")) for p in probabilities]


def pick_rate(rng, n):
    forms = [constant("1"), constant("2"), constant("1/2"), constant("0.3"), Said("x", lambda s: Fraction(s[0])),
             Said("x + 1", lambda s: Fraction(s[0] + 1)), Said("x / 3", lambda s: Fraction(s[0], 3))]
    if n:
        forms.append(Said("count i : P (i@A)", lambda s: Fraction(s[1].count("A"))))
    return rng.choice(forms)


def pick_reward(rng, n):
    forms = [Said("x", lambda s: Fraction(s[0])), constant("1"), constant("1/3"), Said("2 * x + 0.5", lambda s: 2 * s[0] + Fraction(1, 2)),
             Said("x == 1 ? 2 : 0", lambda s: Fraction(2 if s[0] == 1 else 0))]
    if n:
        forms.append(Said("count i : P (i@B)", lambda s: Fraction(s[1].count("B"))))
    return rng.choice(forms)


def pick_start(rng, k):
    if rng.random() < 0.7:
        c = rng.randint(0, k)
        return Said(str(c), lambda s: [c])
    c = rng.randint(0, k)
    return rng.choice([Said("any", lambda s: list(range(k + 1))),
                       Said("any v : 0..%d where v != %d" % (k, c), lambda s: [v for v in range(k + 1) if v != c])])


def pick_program(rng):
    p = Program()
    p.kind = rng.choice(["dtmc", "mdp", "ctmc"])
    p.k, p.n = rng.randint(1, 3), rng.choice([0, 0, 1, 2, 3])
    p.start = pick_start(rng, p.k)
    p.rules = []
    for i in range(rng.randint(1, 4)):
        edge = rng.choice([("A", "B"), ("B", "A"), ("A", "A")]) if p.n and rng.random() < 0.6 else None
        rate = pick_rate(rng, p.n) if p.kind == "ctmc" and rng.random() < 0.8 else None
        p.rules.append(Rule("r%d" % i, edge, pick_guard(rng, p.k, p.n), rate, pick_branches(rng, p.kind, p.k)))
    names = [r.name for r in p.rules]
    p.rewards = {"state": ([], pick_reward(rng, p.n)),
                 "moves": (rng.sample(names, rng.randint(1, len(names))), pick_reward(rng, p.n))}
    return p


# ---- meaning ----

class Firing:
    """One rule of one process, or of none: the weight (rate), and the branches as (probability, [states])."""

    def __init__(self, rule, weight, branches):
        self.rule, self.weight, self.branches = rule, weight, branches


def firings(p, state):
    x, places = state
    for rule in p.rules:
        if not rule.guard.value(state):
            continue
        for who in range(p.n) if rule.edge else [None]:
            if who is not None and places[who] != rule.edge[0]:
                continue
            after = places if who is None else places[:who] + (rule.edge[1],) + places[who + 1:]
            branches = [(q.value(state), [(v, after) for v in to.value(state)] if to else [(x, after)]) for q, to in rule.branches]
            weight = rule.rate.value(state) if rule.rate else Fraction(1)
            # Candidates are looked for before rates and probabilities.
            if all(states for _, states in branches) and (p.kind != "ctmc" or weight > 0):
                yield Firing(rule, weight, [(q, states) for q, states in branches if q > 0])


class Action:
    """A distribution over states, and what each reward earns on it."""

    def __init__(self, to, earned):
        self.to, self.earned = to, earned


def mixed(p, state, fired):
    """One action of firings, each as likely as its weight."""
    total = sum(f.weight for f in fired)
    to, earned = {}, dict.fromkeys(p.rewards, Fraction(0))
    for f in fired:
        for q, states in f.branches:
            for s in states:
                to[s] = to.get(s, Fraction(0)) + f.weight * q / total / len(states)
        for name, (on, e) in p.rewards.items():
            if f.rule.name in on:
                earned[name] += e.value(state) * f.weight / total
    return Action(to, earned)


def choices(p, state, fired):
    """An action for each firing, or for each of its candidates: branches of an mdp have none."""
    every = []
    for f in fired:
        parts = [[(Fraction(1), [s])] for s in f.branches[0][1]] if len(f.branches) == 1 else [f.branches]
        every += [mixed(p, state, [Firing(f.rule, f.weight, part)]) for part in parts]
    return list({(tuple(sorted(a.to.items())), tuple(a.earned.values())): a for a in every}.values())


class Chain:
    """The reachable states: `actions` of each (one, but in an mdp), `pace` of each (the exit rate; 1 in steps), `worth` of each
    by reward, `start`."""

    def __init__(self, p):
        self.kind = p.kind
        self.start = [(x, ("A",) * p.n) for x in p.start.value(None)]
        self.actions, self.pace, todo = {}, {}, list(self.start)
        while todo:
            state = todo.pop()
            if state in self.actions:
                continue
            fired = list(firings(p, state))
            if not fired:
                self.actions[state] = [Action({state: Fraction(1)}, dict.fromkeys(p.rewards, Fraction(0)))]
            elif p.kind == "mdp":
                self.actions[state] = choices(p, state, fired)
            else:
                self.actions[state] = [mixed(p, state, fired)]
            self.pace[state] = sum(f.weight for f in fired) if fired and p.kind == "ctmc" else Fraction(1)
            todo += [s for a in self.actions[state] for s in a.to]
        self.states = sorted(self.actions)
        self.worth = {name: {s: Fraction(0) if on else e.value(s) for s in self.states} for name, (on, e) in p.rewards.items()}
        self.orbits = len({(x, tuple(sorted(places))) for x, places in self.states})

"""What pctl properties of dtmcs, ctmcs and mdps mean: values by the textbook, in floating point, for small graphs.

A vector has a number for each state. Rows of the model: for each state a list of actions, an action a list of
(probability, next state, probability times what its rules earn); `exit` is the sum of rates of a ctmc's state.
"""
from fractions import Fraction
from math import exp, inf

from logic import Checker, components
from meaning import Scope


class Chance:
    """The probabilities of a graph in which nothing errs."""

    def __init__(self, graph):
        self.graph, self.program, self.kind = graph, graph.program, graph.program.kind
        self.checker, self.size = Checker(graph), len(graph.states)
        self.rewards = {d[1]: d[2:] for d in self.program.tree[2] if d[0] == "reward"}
        self.moves = [list(self.program.moves(s)) for s in graph.states]
        self.exit = [float(sum(rate for _, rate, _ in moves)) for moves in self.moves]

    def rows(self, reward=None):
        """The actions of each state; a ctmc's are those of its embedded chain."""
        earns = self.earned(reward)
        return [self.row(s, earns) for s in range(self.size)]

    def row(self, s, earns):
        if not self.moves[s]:
            return [[(1.0, s, 0.0)]]
        actions, mixed = [], []
        total = sum(rate for _, rate, _ in self.moves[s])
        for label, rate, choices in self.moves[s]:
            extra = earns(s, label)
            for choice in choices:
                actions.append([(float(p), self.graph.number[t], float(p) * extra) for p, t in choice])
                share = Fraction(rate) / total / len(choices)
                mixed += [(float(p * share), self.graph.number[t], float(p * share) * extra) for p, t in choice]
        return actions if self.kind == "mdp" else [mixed]

    def earned(self, reward):
        """A function of state and rule: what the rule earns when it fires."""
        rules, values = self.rewards[reward][0] if reward else None, self.worth(reward)
        return lambda s, label: values[s] if rules and label in rules else 0.0

    def worth(self, reward):
        """A reward's expression in each state."""
        if reward is None:
            return [0.0] * self.size
        text = self.program.text(self.rewards[reward][1], Scope(exact=True))
        function = self.program.function(text, ())
        return [float(function(s)) for s in self.graph.states]

    def standing(self, reward):
        """What is earned in each state, per step or unit of time."""
        return self.worth(reward) if self.rewards[reward][0] is None else [0.0] * self.size

    # answers

    def answer(self, f):
        """The values in the initial states of P=?, R=?, S=?; or whether the bound is kept in all of them."""
        _, what, best, reward, bound, path = f
        pick = max if best == "max" or bound and bound[0] in ("<", "<=") else min
        values = {"P": self.probability, "S": self.steady, "R": self.reward}[what](path, pick, reward)
        found = [values[s] for s in self.graph.initial]
        if bound is None:
            return min(found), max(found)
        limit = float(Fraction(bound[1]))
        if any(abs(v - limit) < 1e-6 for v in found):
            return None  # too near to tell
        return all(v < limit for v in found) if bound[0] in ("<", "<=") else all(v > limit for v in found)

    def sets(self, path):
        return [self.checker.atom(f) for f in path[1]]

    def probability(self, path, pick, _):
        kind, everything, other = path[0], self.checker.all, min if pick is max else max
        sets = self.sets(path)
        if kind == "X":
            return self.step(self.rows(), [float(s in sets[0]) for s in range(self.size)], pick)
        if kind == "F":
            return self.until(everything, sets[0], path[2], pick)
        if kind == "G":
            return [1 - v for v in self.until(everything, everything - sets[0], path[2], other)]
        if kind == "U":
            return self.until(sets[0], sets[1], path[2], pick)
        no = everything - sets[1]  # f W g is not (!g U (!f && !g))
        return [1 - v for v in self.until(no, no - sets[0], None, other)]

    @staticmethod
    def step(rows, values, pick):
        return [pick(sum(p * values[t] + e for p, t, e in action) for action in row) for row in rows]

    def until(self, stay, goal, bound, pick):
        rows, low = self.rows(), 0
        if bound and self.kind == "ctmc":
            return self.timed_until(stay, goal, *map(float, map(Fraction, bound)))
        if bound:
            low, high = map(int, bound)
            values = [float(s in goal) for s in range(self.size)]
            for _ in range(high - low):
                values = self.kept(self.step(rows, values, pick), stay, goal)
            for _ in range(low):
                values = self.kept(self.step(rows, values, pick), stay, set())
            return values
        return self.iterate(lambda v: self.kept(self.step(rows, v, pick), stay, goal))

    @staticmethod
    def kept(values, stay, goal):
        return [1.0 if s in goal else v if s in stay else 0.0 for s, v in enumerate(values)]

    def iterate(self, better):
        """The least fixed point from zero."""
        values = [0.0] * self.size
        for _ in range(100000):
            new = better(values)
            if max(abs(a - b) for a, b in zip(new, values)) < 1e-13:
                return new
            values = new
        raise ArithmeticError("no end of it")

    def timed_until(self, stay, goal, low, high):
        values = [float(s in goal) for s in range(self.size)]
        values = self.flow(values, high - low, {s for s in self.checker.all if s in goal or s not in stay})
        if low:
            values = [v if s in stay else 0.0 for s, v in enumerate(values)]
            values = self.flow(values, low, self.checker.all - stay)
        return values

    def uniform(self, still):
        """A ctmc as steps of one clock, and the clock's rate; states in `still` stay as they are."""
        rate = max([1.0] + self.exit)
        steps = []
        for s, row in enumerate(self.rows()):
            quick = 0.0 if s in still else self.exit[s] / rate
            steps.append([[(p * quick, t, 0.0) for p, t, _ in row[0]] + [(1 - quick, s, 0.0)]])
        return steps, rate

    def flow(self, values, time, still=frozenset(), total=False):
        """What is to be expected of values after some time; with `total` their integral over it."""
        steps, rate = self.uniform(still)
        found, weight, left, k = [0.0] * self.size, exp(-rate * time), 1.0, 0
        while left > 1e-13 and k < 10000:
            left -= weight
            factor = left / rate if total else weight
            found = [f + factor * v for f, v in zip(found, values)]
            values, k = self.step(steps, values, max), k + 1
            weight *= rate * time / k
        return found

    # rewards and the long run

    def reward(self, path, pick, reward):
        rows, standing = self.rows(reward), self.standing(reward)
        if path[0] == "S":
            return self.average(self.per_step(rows, standing, True))
        if path[0] == "F":
            goal = self.sets(path)[0]
            sure = self.until(self.checker.all, goal, None, pick)
            gain = self.per_step(rows, standing, False)
            mean = [[[(p, t, 0.0) for p, t, _ in row[0] if sure[t] > 1 - 1e-9]] for row in rows]
            values = self.iterate(lambda v: [0.0 if s in goal or sure[s] < 1 - 1e-9 else gain[s] + x
                                             for s, x in enumerate(self.step(mean, v, max))])
            return [inf if sure[s] < 1 - 1e-9 else v for s, v in enumerate(values)]
        if self.kind == "ctmc":
            time = float(Fraction(path[2]))
            if path[0] == "I":
                return self.flow(standing, time)
            return self.flow(self.per_step(rows, standing, True), time, total=True)
        values = standing if path[0] == "I" else [0.0] * self.size
        for _ in range(int(path[2])):
            if path[0] == "I":
                values = self.step(self.rows(), values, pick)
            else:
                values = [a + b for a, b in zip(standing, self.step(rows, values, pick))]
        return values

    def per_step(self, rows, standing, per_time):
        """What a chain earns in a state before it leaves it; of a ctmc also per unit of time."""
        gain = []
        for s, row in enumerate(rows):
            leave = self.exit[s] if self.kind == "ctmc" else 1.0
            moved = sum(e for _, _, e in row[0])
            if per_time:
                gain.append(standing[s] + moved * (leave if self.kind == "ctmc" else 1.0))
            else:
                gain.append(standing[s] / leave + moved if leave else standing[s] and inf)
        return gain

    def steady(self, path, *_):
        holds = self.sets(path)[0]
        return self.average([float(s in holds) for s in range(self.size)])

    def average(self, gain):
        """The mean of gain in the long run: in each final component, weighted by the way there."""
        if self.kind == "ctmc":
            rows, _ = self.uniform(frozenset())
        else:
            rows = [[[(p / 2, t, e) for p, t, e in row[0]] + [(0.5, s, 0.0)]] for s, row in enumerate(self.rows())]
        after = [{t for p, t, _ in row[0] if p > 0} for row in rows]
        found = [0.0] * self.size
        for part in components(range(self.size), lambda s: after[s]):
            if all(after[s] <= part for s in part):
                share = {s: 1 / len(part) for s in part}
                for _ in range(20000):
                    new = dict.fromkeys(part, 0.0)
                    for s in part:
                        for p, t, _ in rows[s][0]:
                            new[t] += share[s] * p
                    moved, share = max(abs(new[s] - share[s]) for s in part), new
                    if moved < 1e-15:
                        break
                mean = sum(share[s] * gain[s] for s in part)
                reach = self.until(self.checker.all, part, None, max)
                found = [f + r * mean for f, r in zip(found, reach)]
        return found

"""Probabilities and expected rewards of small chains, exactly where they are rational. See programs.Chain."""
from fractions import Fraction
import itertools
import math

INFINITE = math.inf
EVERY_POLICY = 4000  # long-run averages of an mdp are taken over all policies, if there are no more of them


def solve(matrix, right):
    """The solution of a regular system of equations."""
    n = len(matrix)
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    for i in range(n):
        pivot = next(j for j in range(i, n) if rows[j][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [v / scale for v in rows[i]]
        for j in range(n):
            if j != i and rows[j][i] != 0:
                factor = rows[j][i]
                rows[j] = [v - factor * w for v, w in zip(rows[j], rows[i])]
    return [row[n] for row in rows]


def expect(action, values):
    return sum(q * values[s] for s, q in action.to.items())


def backward(states, goal, step):
    """The least set that holds goal and every state for which step(state, set) is true."""
    found = set(goal)
    grown = True
    while grown:
        more = {s for s in states if s not in found and step(s, found)}
        found |= more
        grown = bool(more)
    return found


def some_reach(chain, allowed, goal):
    """From where goal is reached through allowed with positive probability by some policy."""
    return backward(chain.states, goal, lambda s, found: s in allowed and any(set(a.to) & found for a in chain.actions[s]))


def all_reach(chain, allowed, goal):
    """The same by every policy."""
    return backward(chain.states, goal, lambda s, found: s in allowed and all(set(a.to) & found for a in chain.actions[s]))


def surely_by_some(chain, allowed, goal):
    """From where some policy reaches goal through allowed with probability 1."""
    sure = set(chain.states)
    while True:
        keep = backward(chain.states, goal, lambda s, found: s in allowed and any(
            set(a.to) <= sure and set(a.to) & found for a in chain.actions[s]))
        if keep == sure:
            return sure
        sure = keep


def evaluate(chain, open_states, policy, fixed, gain):
    """The values of a policy in the open states, from which it ends in those whose value is fixed."""
    order = {s: i for i, s in enumerate(open_states)}
    matrix, right = [], []
    for s in open_states:
        row = [Fraction(0)] * len(order)
        row[order[s]] += 1
        b = gain(s, policy[s])
        for t, q in policy[s].to.items():
            if t in order:
                row[order[t]] -= q
            else:
                b += q * fixed[t]
        matrix.append(row)
        right.append(b)
    return {**fixed, **dict(zip(open_states, solve(matrix, right)))}


def improve(chain, open_states, policy, allowed, fixed, gain, most):
    """Policies, each better than the last one, to the best. A state keeps its action as long as none is better."""
    while True:
        values = evaluate_least(chain, open_states, policy, fixed, gain)
        changed = False
        for s in open_states:
            worth = {a: gain(s, a) + expect(a, values) for a in allowed(s)}
            choice = (max if most else min)(worth, key=worth.get)
            if worth[choice] > values[s] if most else worth[choice] < values[s]:
                policy[s], changed = choice, True
        if not changed:
            return values


def evaluate_least(chain, open_states, policy, fixed, gain):
    """As evaluate, but states from which the policy never leaves the open states have the least solution, 0."""
    inside = set(open_states)
    leaving = backward(open_states, set(fixed), lambda s, found: any(t in found for t in policy[s].to))
    stay = inside - leaving
    more = {**fixed, **{s: Fraction(0) for s in stay}}
    return evaluate(chain, [s for s in open_states if s in leaving], policy, more, gain)


def until(chain, left, right, most):
    """P [ left U right ] by state; `most`: of the best policy, else of the worst."""
    zero = set(chain.states) - (some_reach if most else all_reach)(chain, left, right)
    fixed = {**{s: Fraction(0) for s in zero}, **{s: Fraction(1) for s in right}}
    open_states = [s for s in chain.states if s not in fixed]
    policy = {s: chain.actions[s][0] for s in open_states}
    return improve(chain, open_states, policy, lambda s: chain.actions[s], fixed, lambda s, a: Fraction(0), most)


def reach_reward(chain, name, goal, most):
    """R [ F goal ]: infinite where goal may be missed (of all policies, or of those that try)."""
    every = set(chain.states)
    if most:
        # Some policy misses it with positive probability: it reaches a state from which all of them can avoid it.
        avoid = every - all_reach(chain, every, goal)
        sure = every - some_reach(chain, every - goal, avoid)
    else:
        sure = surely_by_some(chain, every, goal)
    worth = chain.worth[name]

    def gain(s, a):
        return worth[s] / chain.pace[s] + a.earned[name]

    def allowed(s):
        return [a for a in chain.actions[s] if set(a.to) <= sure]
    open_states = [s for s in chain.states if s in sure and s not in goal]
    # A policy that comes closer to the goal in every state reaches it.
    policy, near = {}, set(goal)
    while len(policy) < len(open_states):
        layer = {s: a for s in open_states if s not in policy for a in allowed(s) if set(a.to) & near}
        policy.update(layer)
        near |= set(layer)
    values = improve(chain, open_states, policy, allowed, {s: Fraction(0) for s in goal if s in sure}, gain, most)
    return {s: values[s] if s in sure else INFINITE for s in chain.states}


# ---- steps ----

def best(chain, state, value, most):
    return (max if most else min)(value(a) for a in chain.actions[state])


def stepwise(chain, values, steps, rule, most):
    """values after some steps backward; rule(state, value of an action) is the value in the state before."""
    for _ in range(steps):
        values = {s: best(chain, s, lambda a, s=s: rule(s, a, expect(a, values)), most) for s in chain.states}
    return values


def until_steps(chain, left, right, low, high, most):
    zero = Fraction(0)
    values = {s: Fraction(s in right) for s in chain.states}
    values = stepwise(chain, values, high - low, lambda s, a, v: Fraction(1) if s in right else v if s in left else zero, most)
    return stepwise(chain, values, low, lambda s, a, v: v if s in left else zero, most)


def next_step(chain, goal, most):
    return stepwise(chain, {s: Fraction(s in goal) for s in chain.states}, 1, lambda s, a, v: v, most)


def cumulated_steps(chain, name, steps, most):
    worth = chain.worth[name]
    return stepwise(chain, dict.fromkeys(chain.states, Fraction(0)), steps, lambda s, a, v: worth[s] + a.earned[name] + v, most)


def instant_steps(chain, name, steps, most):
    return stepwise(chain, dict(chain.worth[name]), steps, lambda s, a, v: v, most)


# ---- continuous time ----

def poisson(mean):
    """Probabilities 0, 1, ... up to where next to nothing is left."""
    term, total, terms = math.exp(-mean), 0.0, []
    k = 0
    while total < 1 - 1e-14 and (k <= mean or term > 1e-18):
        terms.append(term)
        total += term
        k += 1
        term *= mean / k
    return terms


def uniform(chain, frozen):
    """One rate for all states, and the step matrix at that rate; frozen states do not move."""
    rate = float(max(chain.pace.values()))
    steps = {}
    for s in chain.states:
        share = 0.0 if s in frozen else float(chain.pace[s]) / rate
        row = {t: float(q) * share for t, q in chain.actions[s][0].to.items()}
        row[s] = row.get(s, 0.0) + 1 - share
        steps[s] = row
    return rate, steps


def transient(chain, values, time, frozen=()):
    """The expected value of `values` at that time, by state at time 0."""
    rate, steps = uniform(chain, frozen)
    now = {s: float(v) for s, v in values.items()}
    result = dict.fromkeys(chain.states, 0.0)
    for weight in poisson(rate * float(time)):
        result = {s: result[s] + weight * now[s] for s in chain.states}
        now = {s: sum(q * now[t] for t, q in steps[s].items()) for s in chain.states}
    return result


def until_time(chain, left, right, low, high, most):
    """Exact where nothing has to be waited for."""
    values = {s: Fraction(s in right) for s in chain.states}
    if high is None:
        values = until(chain, left, right, most)
    elif high > low:
        neither = set(chain.states) - left - right
        values = transient(chain, values, high - low, neither | right)
    if low > 0:
        outside = set(chain.states) - left
        values = transient(chain, {s: v if s in left else 0.0 for s, v in values.items()}, low, outside)
    return values


def earnings(chain, name):
    """What a state earns per unit of time (or step)."""
    return {s: chain.worth[name][s] + chain.pace[s] * chain.actions[s][0].earned[name] for s in chain.states}


def cumulated_time(chain, name, time):
    rate, steps = uniform(chain, ())
    now = {s: float(v) for s, v in earnings(chain, name).items()}
    result = dict.fromkeys(chain.states, 0.0)
    left = 1.0
    for weight in poisson(rate * float(time)):
        left -= weight
        result = {s: result[s] + max(left, 0.0) / rate * now[s] for s in chain.states}
        now = {s: sum(q * now[t] for t, q in steps[s].items()) for s in chain.states}
    return result


# ---- the long run ----

def long_run(chain, worth, policy=None):
    """The average of worth per step (or unit of time) by state, of one policy; worth(state, action)."""
    policy = policy or {s: chain.actions[s][0] for s in chain.states}
    reach = {s: backward(chain.states, {s}, lambda t, found: any(u in found for u in policy[t].to)) for s in chain.states}
    done, averages = set(), {}
    for s in chain.states:
        together = [t for t in chain.states if s in reach[t] and t in reach[s]]
        if s in done or any(u not in together for t in together for u in policy[t].to):
            continue
        done |= set(together)
        # Balance of what flows in and out, and all of it is 1.
        matrix = [[policy[t].to.get(u, Fraction(0)) * chain.pace[t] - (chain.pace[t] if t == u else 0) for t in together] for u in together]
        matrix[0] = [Fraction(1)] * len(together)
        shares = solve(matrix, [Fraction(1)] + [Fraction(0)] * (len(together) - 1))
        average = sum(share * worth(t, policy[t]) for t, share in zip(together, shares))
        averages.update(dict.fromkeys(together, average))
    open_states = [s for s in chain.states if s not in averages]
    return evaluate(chain, open_states, policy, averages, lambda s, a: Fraction(0))


def long_run_best(chain, name, most):
    """R [ S ]; None: too many policies."""
    def worth(s, a):
        return chain.worth[name][s] + chain.pace[s] * a.earned[name]
    if math.prod(len(chain.actions[s]) for s in chain.states) > EVERY_POLICY:
        return None
    every = [long_run(chain, worth, dict(zip(chain.states, choice))) for choice in itertools.product(*(chain.actions[s] for s in chain.states))]
    return {s: (max if most else min)(v[s] for v in every) for s in chain.states}

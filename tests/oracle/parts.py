"""Records, queues and sets: tuples, tuples of what they hold, frozensets; one element of a state each.

Mixed into the meaning of programs. Types: ("record", name, ((field, type)...)), ("queue", length, type), ("setof", type).
Of a value only that is looked at which docs/language.md says: a set one value after the other, a record field by field.
"""
from itertools import product

WHOLE = ("record", "queue", "setof")


class Err(Exception):
    """A run-time error of the model (docs/language.md, section 9)."""


def first(queue):
    if not queue:
        raise Err
    return queue[0]


def nth(queue, length, index, filler):
    if not 0 <= index < length:
        raise Err
    return queue[index] if index < len(queue) else filler


def rest(queue):
    first(queue)
    return queue[1:]


def longer(queue, length, value):
    if len(queue) == length:
        raise Err
    return queue + (value,)


def element(universe, value):
    """An element of a set that is written."""
    if value not in universe:
        raise Err
    return value


def within(universe, value, holds):
    return value in universe and holds(value)


HELPERS = {"first": first, "nth": nth, "element": element, "within": within}


def put(value, path, part):
    """The value with another part at that place."""
    if not path:
        return part
    return value[:path[0]] + (put(value[path[0]], path[1:], part),) + value[path[0] + 1:]


def renamed(value, of, renaming):
    """The value with other names of processes."""
    if of[0] == "id":
        return None if value is None else renaming[of[1]][value]
    if of[0] == "record":
        return tuple(renamed(v, t, renaming) for v, (_, t) in zip(value, of[2]))
    if of[0] == "queue":
        return tuple(renamed(v, of[2], renaming) for v in value)
    return value


class Parts:
    """What a program's meaning knows of them. `all_values`, `expr`, `text` and `function` are the program's."""

    def filler(self, of):
        """The first value: what an empty place of a queue shows."""
        if of[0] == "record":
            return tuple(self.filler(t) for _, t in of[2])
        if of[0] == "queue":
            return ()
        if of[0] == "setof":
            return frozenset()
        return None if of[0] == "id" else self.all_values(of)[0]

    def all_parts(self, of):
        """What `any` chooses from."""
        if of[0] == "record":
            return [tuple(v) for v in product(*(self.all_values(t) for _, t in of[2]))]
        universe = self.all_values(of[1])
        return [frozenset(v for v, i in zip(universe, some) if i) for some in product((False, True), repeat=len(universe))]

    # expressions

    def e_record(self, e, scope):
        of = self.records[e[1]]
        return "(" + "".join(self.whole(v, t, scope) + ", " for v, (_, t) in zip(e[2], of[2])) + ")", of

    def whole(self, e, of, scope):
        """The text of a value that is to be of that type."""
        if e[0] == "cond" and of[0] in WHOLE:
            return f"({self.whole(e[2], of, scope)} if {self.text(e[1], scope)} else {self.whole(e[3], of, scope)})"
        if of[0] != "setof":
            return self.text(e, scope)
        var = self.new("v")
        return f"frozenset([{var} for {var} in {self.all_values(of[1])!r} if {self.holds(e, var, of, scope)}])"

    def holds(self, e, var, of, scope):
        """Whether a set has the value."""
        if e[0] == "list":
            universe = self.all_values(of[1])
            return "(" + " or ".join([f"{var} == element({universe!r}, {self.text(x, scope)})" for x in e[1]] or ["False"]) + ")"
        if e[0] == "bin":
            left, right = self.holds(e[2], var, of, scope), self.holds(e[3], var, of, scope)
            return f"({left} or {right})" if e[1] == "+" else f"({left} and not {right})"
        if e[0] == "cond":
            return f"({self.holds(e[2], var, of, scope)} if {self.text(e[1], scope)} else {self.holds(e[3], var, of, scope)})"
        return f"({var} in {self.text(e, scope)})"

    def e_member(self, e, scope):
        if e[2][0] == "name":
            who, of = self.expr(e[1], scope)
            if of[0] == "id":
                return f"({e[2][1]!r} == {tuple(self.procs[of[1]].classes)!r}[{who}])", ("bool",)
        of = self.of(e[2], scope)
        var = self.new("v")
        return f"within({self.all_values(of[1])!r}, {self.text(e[1], scope)}, lambda {var}: {self.holds(e[2], var, of, scope)})", ("bool",)

    def of(self, e, scope):
        """The type of an expression that may be a set."""
        if e[0] == "bin" and e[1] in "+-":
            return self.of(e[2], scope)
        if e[0] == "cond":
            return self.of(e[3] if e[2][0] == "list" else e[2], scope)
        return ("int",) if e[0] == "list" else self.expr(e, scope)[1]

    def field(self, e, i, scope):
        """Field number i of a record."""
        if e[0] == "record":
            return e[2][i]
        if e[0] == "cond":
            return ("cond", e[1], self.field(e[2], i, scope), self.field(e[3], i, scope))
        return ("field", e, self.of(e, scope)[2][i][0])

    def equal(self, a, b, of, scope):
        """One part after the other, as far as needed."""
        if of[0] == "record":
            return "(" + " and ".join(self.equal(self.field(a, i, scope), self.field(b, i, scope), t, scope)
                                      for i, (_, t) in enumerate(of[2])) + ")"
        if of[0] == "setof":
            var = self.new("v")
            return f"all({self.holds(a, var, of, scope)} == {self.holds(b, var, of, scope)} for {var} in {self.all_values(of[1])!r})"
        return f"({self.text(a, scope)} == {self.text(b, scope)})"

    def part(self, e, scope):
        """A field of a record or an element of a queue that is read; None if it is none."""
        if e[0] not in ("field", "index"):
            return None
        base, of = self.expr(e[1], scope)
        if e[0] == "index" and of[0] == "queue":
            return f"nth({base}, {of[1]}, {self.text(e[2], scope)}, {self.filler(of[2])!r})", of[2]
        if e[0] == "field" and of[0] == "record":
            i = [n for n, _ in of[2]].index(e[2])
            return f"({base})[{i}]", of[2][i][1]
        return None

    def known_call(self, e, scope):
        """What is asked of queues and sets; None if it is nothing of that."""
        if e[1] == "card":
            of = self.of(e[2][0], scope)
            return f"len({self.whole(e[2][0], of, scope)})", ("int", None, None)
        if e[1] not in ("head", "len", "empty", "full"):
            return None
        base, of = self.expr(e[2][0], scope)
        text = {"head": f"first({base})", "len": f"len({base})", "empty": f"(not {base})", "full": f"(len({base}) == {of[1]})"}[e[1]]
        return text, {"head": of[2], "len": ("int", None, None)}.get(e[1], ("bool",))

    # statements: ("put", place, path, a function of the state that gives the new value)

    def target(self, e, scope):
        """Where a variable or a field of one is: (text of its place, path in it, type)."""
        place = self.place(e, scope)
        if place:
            return place[0], (), place[1]
        where, path, of = self.target(e[1], scope)
        i = [n for n, _ in of[2]].index(e[2])
        return where, path + (i,), of[2][i][1]

    def do(self, call, scope):
        """send(q, e); and receive(q);"""
        where, path, of = self.target(call[2][0], scope)
        old = self.text(call[2][0], scope)
        at, queue = self.function(where, scope.args), self.function(old, scope.args)
        if call[1] == "receive":
            return ("block", [("put", at, path, lambda *args: rest(queue(*args)))])
        more, value = self.value(call[2][1], of[2], scope)
        return ("block", more + [("put", at, path, lambda *args: longer(queue(*args), of[1], self.fits(value(*args), of[2])))])

    def value(self, e, of, scope):
        """What is assigned: statements that take it from where it is, and a function that gives it."""
        if e[0] == "call" and e[1] == "receive":
            queue = self.function(self.text(e[2][0], scope), scope.args)
            return [self.do(e, scope)], lambda *args: first(queue(*args))
        return [], self.function(self.whole(e, of, scope), scope.args)

    def fits(self, value, of):
        """A value about to be stored."""
        if of[0] == "record":
            return tuple(self.fits(v, t) for v, (_, t) in zip(value, of[2]))
        return value if of[0] in WHOLE else self.checked(value, of)

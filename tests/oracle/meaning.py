"""What a program means: its initial states and its steps, with every process by itself.

A state is a tuple: the elements of the shared variables, then of each process's variables, and last whether the program
is in error. Processes are 0, 1, ...; none is None; values of enums and locations are their names. Expressions become text
of Python, whose `and`, `or` and conditional look at their operands as the language does; quantifiers look at all processes.
"""
from fractions import Fraction
from itertools import permutations, product

from parts import WHOLE, Err, Parts, put, renamed
from parts import HELPERS as PARTS
from syntax import parse


class Fault(Exception):
    """The program says something that should have been refused, or that this interpreter does not know."""


def divide(a, b):
    if b == 0:
        raise Err
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - b * divide(a, b)


def quotient(a, b):
    if b == 0:
        raise Err
    return Fraction(a) / b


def position(table, index):
    if index not in table:
        raise Err
    return table[index]


def somebody(j):
    """A process whose variable is asked for."""
    if j is None:
        raise Fault("a variable of none")
    return j


def beside(j, steps, count):
    """The process so many steps after j in its ring."""
    if j is None:
        raise Fault("a neighbour of none")
    return (j + steps) % count


def extreme(which, values, otherwise):
    """The smallest or largest; over nobody what `else` says, or an error."""
    if values:
        return which(values)
    if otherwise is None:
        raise Err
    return otherwise()


HELPERS = {"beside": beside, "extreme": extreme, "divide": divide, "remainder": remainder, "quotient": quotient,
           "position": position, "somebody": somebody, "Fraction": Fraction, **PARTS}
BOOL, INT = ("bool",), ("int", None, None)
PLAIN = {"+": "+", "-": "-", "*": "*", "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "<->": "=="}


class Var:
    """A variable: where its first element is, what its elements are, and how they are indexed."""

    def __init__(self, name, owner, of, dims, base, init):
        self.name, self.owner, self.type, self.dims, self.base, self.init = name, owner, of, dims, base, init
        self.size = 1
        for dim in dims:
            self.size *= len(dim)


class Proc:
    """A process type."""

    def __init__(self, name, count, ring=False):
        self.name, self.count, self.ring, self.names, self.macros, self.vars = name, count, ring, {}, {}, []
        self.base = self.stride = 0
        self.classes = [None] * count


class Scope:
    """What names mean at a place: those bound there, and the process the place is in."""

    def __init__(self, proc=None, bound=None, args=(), exact=False, me="self"):
        self.proc, self.bound, self.args, self.exact, self.me = proc, bound or {}, tuple(args), exact, me

    def bind(self, name, text, of, arg=None):
        return Scope(self.proc, {**self.bound, name: (text, of)}, self.args + ((arg,) if arg else ()), self.exact, self.me)


class Rule:
    """A rule, ready to be fired: functions of the state, self and the partners."""

    def __init__(self, label, shown, proc, partners, guards, rate, branches):
        self.label, self.shown, self.proc, self.partners = label, shown, proc, partners
        self.guards, self.rate, self.branches = guards, rate, branches


class Program(Parts):
    """A program's meaning. `rules`, `properties` are ready to use; `initial()` and `steps()` say what happens."""

    def __init__(self, text, defines=None):
        self.tree = parse(text) if isinstance(text, str) else text
        self.kind = self.tree[1]
        self.names, self.macros, self.procs, self.enums, self.constants, self.records = {}, {}, {}, {}, {}, {}
        self.vars, self.fresh, self.defines = [], 0, defines or {}
        self.declare()
        self.rules = []
        for d in self.tree[2]:
            if d[0] == "rule":
                self.rules += self.rules_of(d, None)
            elif d[0] == "process":
                self.rules += [r for i in d[3] if i[0] == "rule" for r in self.rules_of(i, self.procs[d[1]])]
        self.memo = {}

    # declarations

    def declare(self):
        for d in self.tree[2]:
            if d[0] == "const":
                self.constants[d[1]] = self.defines.get(d[1], None)
                if self.constants[d[1]] is None:
                    self.constants[d[1]] = self.constant(d[2])
            elif d[0] == "param":
                for name, e in d[1]:
                    self.constants[name] = self.defines[name] if name in self.defines else self.constant(e)
                if d[2] and not self.constant(d[2]):
                    raise Fault("the parameters are not as they should be")
            elif d[0] == "enum":
                self.enums[d[1]] = d[2]
        for d in self.tree[2]:
            if d[0] == "process":
                self.procs[d[1]] = Proc(d[1], self.constant(d[2]), bool(d[4]))
            elif d[0] == "define":
                self.macros[d[1]] = (d, None)
        left = [d for d in self.tree[2] if d[0] == "record"]
        for d in left * len(left):  # a record may be used before it is declared
            try:
                self.records[d[1]] = ("record", d[1], tuple((n, self.type(t)) for n, t in d[2]))
            except Fault:
                continue
        end, by_process = 0, {p: 0 for p in self.procs}
        for d in self.tree[2]:
            if d[0] == "shared":
                owner = self.owner(d[2])
                if owner:
                    by_process[owner.name] = self.variables(d, owner, owner.vars, self.names, by_process[owner.name])
                else:
                    end = self.variables(d, None, self.vars, self.names, end)
        for d in self.tree[2]:
            if d[0] == "process":
                proc, inner = self.procs[d[1]], by_process[d[1]]
                for i in d[3]:
                    if i[0] == "classes":
                        proc.classes = [name for name, count in i[1] for _ in range(self.constant(count))]
                        if len(proc.classes) != proc.count:
                            raise Fault("classes that do not add up")
                    if i[0] == "states":
                        i = ("var", ("loc",), ("values", i[1]), i[2])
                    if i[0] == "var":
                        inner = self.variables(i, proc, proc.vars, proc.names, inner)
                    elif i[0] == "define":
                        proc.macros[i[1]] = (i, proc)
                proc.base, proc.stride = end, inner
                end += inner * proc.count
        self.end = end
        self.values = set(v for e in self.enums.values() for v in e)
        for d in self.tree[2]:
            self.find_values(d)

    def find_values(self, tree):
        """The names that are values of some enum or location."""
        if isinstance(tree, tuple) and tree:
            if tree[0] in ("values", "states") and len(tree) > 1 and isinstance(tree[1], tuple):
                self.values.update(tree[1])
            for kid in tree:
                self.find_values(kid)

    def owner(self, t):
        """Whose a variable is that is declared at top level and indexed by processes; None: it is shared."""
        while t[0] == "array":
            if t[1][0] == "named" and t[1][1] in self.procs:
                return self.procs[t[1][1]]
            t = t[2]
        return None

    def variables(self, d, owner, into, names, end):
        for name in d[1]:
            dims, of = [], d[2]
            while of[0] == "array":
                if owner and self.owner(of) and self.owner(of[2]) is None:
                    of = of[2]
                    continue
                dims.append({v: i for i, v in enumerate(self.all_values(self.type(of[1])))})
                of = of[2]
            var = Var(name, owner, self.type(of), dims, end, d[3])
            var.early = d[0] == "shared"
            names[name] = var
            into.append(var)
            end += var.size
        return end

    def constant(self, e):
        text, _ = self.expr(e, Scope())
        return self.function(text, ())(None)

    def type(self, t):
        if t[0] == "bool":
            return BOOL
        if t[0] == "range":
            return ("int", self.constant(t[1]), self.constant(t[2]))
        if t[0] == "values":
            return ("enum", t[1])
        if t[0] == "queue":
            return ("queue", self.constant(t[1]), self.type(t[2]))
        if t[0] == "setof":
            return ("setof", self.type(t[1]))
        if t[1] in self.records:
            return self.records[t[1]]
        if t[1] in self.enums:
            return ("enum", self.enums[t[1]])
        if t[1] in self.procs:
            return ("id", t[1], t[2])
        raise Fault(f"what is the type {t[1]}?")

    def all_values(self, of):
        """What `any` chooses from."""
        if of[0] in WHOLE:
            return self.all_parts(of)
        if of[0] == "bool":
            return [False, True]
        if of[0] == "int":
            return list(range(of[1], of[2] + 1))
        if of[0] == "enum":
            return list(of[1])
        return list(range(self.procs[of[1]].count))

    def new(self, hint):
        self.fresh += 1
        return f"{hint}_{self.fresh}"

    def function(self, text, args):
        return eval(f"lambda {', '.join(('S',) + tuple(args))}: {text}", HELPERS)  # pylint: disable=eval-used

    # expressions: (text of Python, type)

    def place(self, e, scope):
        """Text of an element's number in the state, its type, and the dimensions not yet indexed; None if no variable."""
        if e[0] == "name":
            if e[1] in scope.bound:
                return None
            if scope.proc and e[1] in scope.proc.names:
                return self.place_of(scope.proc.names[e[1]], scope.me)
            if e[1] in self.names and not self.names[e[1]].owner:
                return self.place_of(self.names[e[1]], None)
        elif e[0] == "field":
            who, of = self.expr(e[1], scope)
            if of[0] == "record":
                return None
            if of[0] != "id" or e[2] not in self.procs[of[1]].names:
                raise Fault(f"no process variable {e[2]}")
            return self.place_of(self.procs[of[1]].names[e[2]], f"somebody({who})")
        elif e[0] == "index":
            if e[1][0] == "name" and e[1][1] not in scope.bound and e[1][1] in self.names and self.names[e[1][1]].owner:
                return self.place_of(self.names[e[1][1]], f"somebody({self.text(e[2], scope)})")
            array = self.place(e[1], scope)
            if array and array[2]:
                text, of, dims = array
                rest = 1
                for dim in dims[1:]:
                    rest *= len(dim)
                index, _ = self.expr(e[2], scope)
                return f"{text} + {rest} * position({dims[0]!r}, {index})", of, dims[1:]
        return None

    @staticmethod
    def place_of(var, who):
        if not var.owner:
            return str(var.base), var.type, var.dims
        return f"{var.owner.base + var.base} + {var.owner.stride} * {who}", var.type, var.dims

    def expr(self, e, scope):
        kind = e[0]
        if kind in ("name", "field", "index"):
            place = self.place(e, scope)
            if place:
                if place[2]:
                    raise Fault("a whole array")
                return f"S[{place[0]}]", place[1]
            part = self.part(e, scope)
            if part:
                return part
        return getattr(self, "e_" + kind)(e, scope)

    def text(self, e, scope):
        return self.expr(e, scope)[0]

    def e_int(self, e, scope):
        return str(e[1]), INT

    def e_real(self, e, scope):
        return f"Fraction('{e[1]}')", INT

    def e_true(self, e, scope):
        return "True", BOOL

    def e_false(self, e, scope):
        return "False", BOOL

    def e_none(self, e, scope):
        return ("None", ("id", None, True)) if "none" not in self.values else ("'none'", BOOL)

    def e_self(self, e, scope):
        if not scope.proc:
            raise Fault("self outside")
        return scope.me, ("id", scope.proc.name, False)

    def e_name(self, e, scope):
        name = e[1]
        if name in scope.bound:
            return scope.bound[name]
        if scope.proc and name in scope.proc.macros or name in self.macros:
            return self.e_call(("call", name, ()), scope)
        if name in self.constants:
            return f"({self.constants[name]})", INT
        if name in self.values:
            return repr(name), ("enum", None)
        raise Fault(f"what is {name}?")

    def e_call(self, e, scope):
        name = e[1]
        if name in ("min", "max") and name not in self.macros:
            return f"{name}({', '.join(self.text(a, scope) for a in e[2])})", INT
        macro = scope.proc and scope.proc.macros.get(name) or self.macros.get(name)
        if name in ("next", "prev") and not macro:
            who, of = self.expr(e[2][0], scope)
            if of[0] != "id" or not self.procs[of[1]].ring:
                raise Fault(f"{name} of what is in no ring")
            return f"beside({who}, {1 if name == 'next' else -1}, {self.procs[of[1]].count})", ("id", of[1], False)
        known = None if macro else self.known_call(e, scope)
        if known:
            return known
        if not macro:
            raise Fault(f"what is {name}?")
        (_, _, params, body), home = macro
        inner = Scope(home, None, scope.args, scope.exact, scope.me)
        for (param, of), arg in zip(params, e[2]):
            inner = inner.bind(param, f"({self.whole(arg, self.type(of), scope)})", self.type(of))
        text, of = self.expr(body, inner)
        return f"({text})", of

    def e_at(self, e, scope):
        who = e[1] or ("self",)
        return f"({self.text(('field', who, 'loc'), scope)} == {e[2]!r})", BOOL

    def e_not(self, e, scope):
        return f"(not {self.text(e[1], scope)})", BOOL

    def e_neg(self, e, scope):
        return f"(-{self.text(e[1], scope)})", INT

    def e_bin(self, e, scope):
        op = e[1]
        if op in ("==", "!=") and self.of(e[2], scope)[0] in WHOLE:
            equal = self.equal(e[2], e[3], self.of(e[2], scope), scope)
            return equal if op == "==" else f"(not {equal})", BOOL
        (left, of), right = self.expr(e[2], scope), self.text(e[3], scope)
        if op == "&&":
            return f"({left} and {right})", BOOL
        if op == "||":
            return f"({left} or {right})", BOOL
        if op == "->":
            return f"(not {left} or {right})", BOOL
        if op == "/":
            return f"{'quotient' if scope.exact else 'divide'}({left}, {right})", INT
        if op == "%":
            return f"remainder({left}, {right})", INT
        if op in PLAIN:
            return f"({left} {PLAIN[op]} {right})", of if op in "+-*" else BOOL
        raise Fault(f"{op} in an expression")

    def e_cond(self, e, scope):
        (then, of), (other, of2) = self.expr(e[2], scope), self.expr(e[3], scope)
        return f"({then} if {self.text(e[1], scope)} else {other})", of2 if of == ("id", None, True) else of

    def e_inset(self, e, scope):
        return f"({self.text(e[1], scope)} in [{', '.join(self.text(v, scope) for v in e[2])}])", BOOL

    def e_inrange(self, e, scope):
        low, high = self.text(e[2], scope), self.text(e[3], scope)
        return f"({low} <= {self.text(e[1], scope)} <= {high})", BOOL

    def e_quant(self, e, scope):
        """Of values one after the other, as far as needed; of processes all."""
        word, groups, body, where, otherwise = e[1:]
        names = [(name, self.type(of)) for labels, of in groups for name in labels]
        other = f"lambda: {self.text(otherwise, scope)}" if otherwise else "None"
        loops, inner = "", scope
        for name, of in names:
            var = self.new("q")
            loops += f" for {var} in {self.all_values(of)!r}"
            inner = inner.bind(name, var, of)
        cond, text = self.text(where, inner) if where else "True", self.text(body, inner)
        if word in ("min", "max"):
            return f"extreme({word}, [{text}{loops} if {cond}], {other})", INT
        if word in ("count", "sum"):
            return f"sum([{text}{loops} if {cond}])", INT
        text = f"({cond} and {text})" if word == "exists" else f"(not {cond} or {text})"
        call = {"exists": "any", "forall": "all"}[word]
        for loop in reversed(loops.split(" for ")[1:]):
            values = names.pop()[1][0] != "id"
            text = f"{call}({'(' if values else '['}{text} for {loop}{')' if values else ']'})"
        return text, BOOL

    def e_temporal(self, e, scope):
        raise Fault("a temporal operator inside an atom")

    e_until = e_temporal

    # rules

    def rules_of(self, r, proc):
        """A rule for each of the values of its names of values."""
        named = [(name, of) for c in r[4] if c[0] == "with" for of in [self.type(c[2])] for name in c[1] if of[0] != "id"]
        for values in product(*(self.all_values(of) for _, of in named)):
            yield self.rule(r, proc, [(name, value, of) for (name, of), value in zip(named, values)])

    def rule(self, r, proc, values):
        _, name, source, target, clauses, body = r
        scope = Scope(proc, None, ("self",) if proc else ())
        partners, guards, rate = [], [], None
        for label, value, of in values:
            scope = scope.bind(label, f"({value!r})", of)
        for clause in clauses:
            if clause[0] == "with":
                of = self.type(clause[2])
                for partner in clause[1] if of[0] == "id" else ():
                    var = self.new("p")
                    scope = scope.bind(partner, var, of, var)
                    partners.append(of[1])
        if source:
            guards.append(self.function(self.text(("at", None, source), scope), scope.args))
        for clause in clauses:
            if clause[0] in ("when", "where"):
                guards.append(self.function(self.text(clause[1], scope), scope.args))
            elif clause[0] == "rate":
                exact = Scope(proc, scope.bound, scope.args, True)
                rate = self.function(self.text(clause[1], exact), scope.args)
        if not body or body[0] != "branches":
            body = ("branches", ((("int", 1), body or ("block", ())),))
        branches = []
        for weight, statement in body[1]:
            if source:
                statement = ("block", (statement, ("set", ("field", ("self",), "loc"), ("place", target))))
            exact = Scope(proc, scope.bound, scope.args, True)
            branches.append((self.function(self.text(weight, exact), scope.args), self.statement(statement, scope)))
        shown = ", ".join(f"{label} = {str(value).lower() if of == BOOL else value}" for label, value, of in values)
        label = name or f"{source} -> {target}"
        return Rule(label, f"{label} ({shown})" if shown else label, proc, partners, guards, rate, branches)

    def e_place(self, e, scope):
        return repr(e[1]), ("enum", None)

    def statement(self, s, scope):
        """Statements ready to run: their functions take the state and scope.args."""
        if s[0] == "block":
            return ("block", [self.statement(t, scope) for t in s[1]])
        if s[0] == "if":
            parts = [self.statement(t, scope) if t else ("block", []) for t in s[2:]]
            return ("if", self.function(self.text(s[1], scope), scope.args), any(map(chooses, parts)), parts)
        if s[0] == "all":
            of, var = self.type(s[2]), self.new("b")
            inner = scope.bind(s[1], var, of, var)
            where = self.function(self.text(s[3], inner) if s[3] else "True", inner.args)
            return ("all", self.all_values(of), where, self.statement(s[4], inner))
        if s[0] == "do":
            return self.do(s[1], scope)
        text, path, of = self.target(s[1], scope)
        where = self.function(text, scope.args)
        if s[2][0] == "any":
            return ("choose", where, path, self.candidates(s[2], of, scope), of)
        more, value = self.value(s[2], of, scope)
        return ("block", more + [("put", where, path, lambda *args: self.fits(value(*args), of))])

    def candidates(self, choice, of, scope):
        """A function that lists what `any` may choose; its condition is asked of all."""
        _, binder, over, cond = choice
        over = self.type(over) if over else of
        if not cond:
            values = self.all_values(over)
            return lambda *args: values
        var = self.new("c")
        text = self.text(cond, scope.bind(binder, var, over))
        return self.function(f"[{var} for {var} in {self.all_values(over)!r} if {text}]", scope.args)

    # what happens

    def initial(self, limit=10 ** 9):
        """All initial states; None if more than limit."""
        slots = []
        for var in self.vars:
            slots += self.slots(var, 0, ())
        for proc in self.procs.values():
            for me in range(proc.count):
                for var in proc.vars:
                    slots += self.slots(var, proc.base + me * proc.stride, (me,))
        states = [[None] * self.end + [False]]
        for where, choices, args in slots:
            states = [s[:where] + [v] + s[where + 1:] for s in states for v in choices(s, *args)]
            if len(states) > limit:
                return None
        for d in self.tree[2]:
            if d[0] == "initially":
                states = list(filter(self.function(self.text(d[1], Scope()), ()), states))
        return set(map(tuple, states))

    def slots(self, var, shift, args):
        scope = Scope(None if var.early else var.owner, None, ("self",) if var.owner else ())
        inits = self.elements(var, var.init, len(var.dims) and [len(d) for d in var.dims])
        return [(var.base + shift + i, self.first(init, var.type, scope), args) for i, init in enumerate(inits)]

    def elements(self, var, init, lengths):
        """The initial value of each element."""
        if not lengths:
            return [init]
        if init and init[0] == "list":
            if len(init[1]) != lengths[0]:
                raise Fault("a list of another length")
            return [e for part in init[1] for e in self.elements(var, part, lengths[1:])]
        return [e for _ in range(lengths[0]) for e in self.elements(var, init, lengths[1:])]

    def first(self, init, of, scope):
        if init is None:
            value = self.filler(of)
            return lambda *args: [value]
        if init[0] == "any":
            return self.candidates(init, of, scope)
        value = self.function(self.whole(init, of, scope), scope.args)
        return lambda *args: [self.fits(value(*args), of)]

    def steps(self, state):
        """The steps of a state: (rule, self, state after it), error states included. None of them: a deadlock."""
        if state not in self.memo:
            found = []
            if not state[-1]:
                for rule in self.rules:
                    for args in self.instances(rule):
                        me = args[0] if rule.proc else None
                        found += [(rule, me, after) for after in self.fire(rule, state, args)]
            self.memo[state] = found
        return self.memo[state]

    def instances(self, rule):
        """All choices of self and partners; partners differ from self and each other."""
        kinds = ([rule.proc.name] if rule.proc else []) + rule.partners
        for args in product(*(range(self.procs[k].count) for k in kinds)):
            if len(set(zip(kinds, args))) == len(args):
                yield args

    def fire(self, rule, state, args):
        """The states after one rule of one process. An error in any of it is a step into the error state."""
        try:
            _, choices = self.offer(rule, state, args)
        except Err:
            return [state[:-1] + (True,)]
        return list(dict.fromkeys(after for choice in choices for _, after in choice))

    def moves(self, state):
        """All that can fire: (rule's name, rate, choices), the candidates of its `any` being equally likely choices."""
        if not state[-1]:
            for rule in self.rules:
                for args in self.instances(rule):
                    rate, choices = self.offer(rule, state, args)
                    if choices:
                        yield rule.label, rate, choices

    def offer(self, rule, state, args):
        """A rule's rate and, for each choice of its `any`, a list of (probability, state after it); none if it cannot fire."""
        if not all(guard(state, *args) for guard in rule.guards):
            return 0, []
        choices = []
        for s, who in [c for _, s in rule.branches for c in self.choices(s, state, args)]:
            choices.append(((id(s), who), s[3](state, *who)))
            if not choices[-1][1]:
                return 0, []
        rate = 1 if rule.rate is None else rule.rate(state, *args)
        if rate < 0:
            raise Err
        if rate == 0:
            return 0, []
        weights = [weight(state, *args) for weight, _ in rule.branches]
        if any(w < 0 for w in weights) or sum(weights) != 1:
            raise Err
        found = []
        for chosen in product(*(values for _, values in choices)):
            picks = dict(zip((key for key, _ in choices), chosen))
            try:
                found.append([(w, self.after(s, state, args, picks)) for w, (_, s) in zip(weights, rule.branches) if w > 0])
            except Err:
                found.append([(1, state[:-1] + (True,))])
        return rate, found

    def choices(self, s, state, args):
        """The choices that a statement makes. Conditions around them are looked at, others not yet."""
        if s[0] == "block":
            return [c for t in s[1] for c in self.choices(t, state, args)]
        if s[0] == "if" and s[2]:
            return self.choices(s[3][0 if s[1](state, *args) else 1], state, args)
        if s[0] == "all":  # each chooses for itself
            return [c for j in s[1] if chooses(s[3]) and s[2](state, *args, j) for c in self.choices(s[3], state, args + (j,))]
        return [(s, args)] if s[0] == "choose" else []

    def after(self, statement, state, args, picks):
        writes = {}
        self.run(statement, state, args, picks, writes)
        found = list(state)
        for (where, path), value in writes.items():
            if any(other[0] == where and other[1] != path and other[1][:len(path)] == path for other in writes):
                raise Fault("a variable and a part of it are assigned in one step")
            found[where] = put(found[where], path, value)
        return tuple(found)

    def run(self, s, state, args, picks, writes):
        if s[0] == "block":
            for t in s[1]:
                self.run(t, state, args, picks, writes)
        elif s[0] == "if":
            self.run(s[3][0 if s[1](state, *args) else 1], state, args, picks, writes)
        elif s[0] == "all":
            for j in s[1]:
                if s[2](state, *args, j):
                    self.run(s[3], state, args + (j,), picks, writes)
        else:
            where = s[1](state, *args), s[2]
            if where in writes:
                raise Fault("a variable is assigned twice in one step")
            writes[where] = self.fits(picks[id(s), args], s[4]) if s[0] == "choose" else s[3](state, *args)

    @staticmethod
    def checked(value, of):
        """A value about to be assigned."""
        if of[0] == "int" and not of[1] <= value <= of[2]:
            raise Err
        if of[0] == "id" and value is None and not of[2]:
            raise Fault("none where it cannot be")
        return value

    # symmetry

    @staticmethod
    def renamings(proc, mirrored):
        """The ways to rename the processes of a type: of a ring those that keep who stands beside whom."""
        everybody = range(proc.count)
        if not proc.ring:
            return list(permutations(everybody))
        turned = [tuple((j + k) % proc.count for j in everybody) for k in everybody]
        return turned + ([tuple((k - j) % proc.count for j in everybody) for k in everybody] if proc.name in mirrored else [])

    def images(self, state, mirrored=()):
        """The states that differ from this one by the names of processes only; rings may be `mirrored`."""
        kinds = list(self.procs.values())
        for renaming in product(*(self.renamings(p, mirrored) for p in kinds)):
            if any(p.classes[i] != p.classes[j] for p, to in zip(kinds, renaming) for i, j in enumerate(to)):
                continue
            renaming = dict(zip(self.procs, renaming))
            image = list(state)
            for var in self.vars:
                for i in range(var.base, var.base + var.size):
                    image[i] = renamed(state[i], var.type, renaming)
            for proc in kinds:
                for me in range(proc.count):
                    source, target = proc.base + me * proc.stride, proc.base + renaming[proc.name][me] * proc.stride
                    for var in proc.vars:
                        for i in range(var.base, var.base + var.size):
                            image[target + i] = renamed(state[source + i], var.type, renaming)
            yield tuple(image)

    def orbits(self, states, mirrored=()):
        """How many states there are up to renaming of processes; the set must be closed under it."""
        left, count = set(states), 0
        while left:
            images = set(self.images(left.pop(), mirrored))
            if not images <= states:
                raise Fault("the reachable states are not symmetric")
            left -= images
            count += 1
        return count


def chooses(s):
    """Whether an `any` is in a statement that is ready to run."""
    if s[0] == "block":
        return any(map(chooses, s[1]))
    if s[0] == "if":
        return s[2]
    return chooses(s[3]) if s[0] == "all" else s[0] == "choose"


class Graph:
    """The reachable states of a program, numbered from the initial ones on, and the steps between them."""

    def __init__(self, program, limit):
        self.program, self.complete = program, True
        first = program.initial(limit)
        if first is None:
            self.complete, first = False, set()
        self.states = sorted(first, key=repr)
        self.number = {s: i for i, s in enumerate(self.states)}
        self.initial = list(range(len(self.states)))
        self.depth, self.next, self.dead = [0] * len(self.states), [], []
        self.unsure = False  # whether a state that may be dead errs when it is asked whether it may
        self.fired = []  # per state: (rule, self, number of the state after it)
        at = 0
        while at < len(self.states) and self.complete:
            state, targets, fired = self.states[at], [], []
            for rule, me, after in program.steps(state):
                if after not in self.number:
                    self.number[after] = len(self.states)
                    self.states.append(after)
                    self.depth.append(self.depth[at] + 1)
                targets.append(self.number[after])
                fired.append((rule, me, self.number[after]))
            self.fired.append(fired)
            if not targets and not state[-1]:
                self.dead.append(at)
            self.next.append(sorted(set(targets)) or [at])
            at += 1
            self.complete = len(self.states) <= limit

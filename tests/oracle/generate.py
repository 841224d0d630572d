"""Random programs of every construct of docs/language.md, small enough to explore by hand, most of them accepted.

Trees as in syntax.py. What may err (indices, divisions, ends of ranges, probabilities) is made to err now and then.
"""
import random

from random_parts import Things
from syntax import text_of

TRUE = ("true",)
SOMEBODY = "?"  # whose variable is assigned: a process that may be any one


def name(n):
    return ("name", n)


def num(n):
    return ("int", n) if n >= 0 else ("neg", ("int", -n))


def op(o, *kids):
    """Kids in a row, grouping to the left as the language does."""
    tree = kids[0]
    for kid in kids[1:]:
        tree = ("bin", o, tree, kid)
    return tree


def rng_type(low, high):
    return ("range", num(low), num(high))


class Variable:
    """name, type tree of an element, dims ((type, size, low or values)), owner; `fixed`: a name of values, which nothing assigns"""

    def __init__(self, label, of, dims, owner, fixed=False):
        self.fixed = fixed
        self.name, self.of, self.dims, self.owner = label, of, dims, owner
        self.kind = {"bool": "bool", "range": "int", "values": "enum"}.get(of[0], "enum" if "E" in of else "id")
        if self.kind == "int":
            self.low, self.high = (e[1] if e[0] == "int" else -e[1][1] for e in of[1:])
        self.proc = of[1] if self.kind == "id" else None
        self.maybe = self.kind == "id" and of[2]


class Place:
    """Where an expression stands: self's type, bound processes, how deep temporal things may be; `early` in initial values."""

    def __init__(self, me=None, bound=(), shared=(), local=(), early=False):
        self.me, self.bound, self.shared, self.local, self.early = me, tuple(bound), shared, local, early

    def bind(self, label, proc):
        return Place(self.me, self.bound + ((label, proc),), self.shared, self.local, self.early)

    def know(self, var):
        """Where a name of values can be read, too."""
        return Place(self.me, self.bound, self.shared + (var,), self.local, self.early)


class Generator(Things):
    """One random program."""

    def __init__(self, seed, turns):
        self.rng, self.turns = random.Random(seed), turns
        other = random.Random(f"rings {seed}")  # programs without rings are what they would be without this
        self.rings = {p for p in "PQ" if other.random() < 0.2}
        self.mirror = other.random() < 0.4  # with each rule the one in which next and prev are exchanged
        self.aside = other.random() < 0.5  # and properties look at one side all the same
        self.count = 0
        self.classes = {}
        self.locations, self.locals, self.shared, self.sizes, self.rules = {}, {}, [], {}, 0
        self.room = {None: 150, "P": 14, "Q": 14}  # how many values the shared variables, and those of a process, may have
        self.labels = []  # of rules
        self.things = []
        self.macros = []  # (name, parameter types, result kind, owner)

    def maybe(self, p):
        return self.rng.random() < p

    def pick(self, things):
        return self.rng.choice(list(things))

    def fresh(self, hint):
        self.count += 1
        return f"{hint}{self.count}"

    def program(self):
        rng = self.rng
        self.kind = self.pick([None] * 7 + ["mdp", "dtmc", "ctmc"])
        out = []
        self.enum = ("red", "green", "blue")[:rng.randint(2, 3)] if self.maybe(0.5) else None
        if self.enum:
            out.append(("enum", "E", self.enum))
        self.const = rng.randint(1, 3) if self.maybe(0.4) else None
        if self.const is not None:
            out.append(("const", "c", num(self.const)))
        for proc in ("P", "Q")[:1 if self.maybe(0.65) else 2]:
            self.sizes[proc] = self.pick([1, 2, 2, 2, 3, 3])
            self.locations[proc] = [f"{proc}{x}" for x in "ABC"[:rng.randint(1, 3)]] if self.maybe(0.85) else []
            self.locals[proc] = []
            if proc in self.rings:
                self.sizes[proc] = self.pick([2, 3, 3, 4, 4, 5])
                self.room[proc] = {2: 14, 3: 6}.get(self.sizes[proc], 4)
        self.rings &= set(self.sizes)
        self.remember = self.maybe(0.12)  # processes that remember others
        for _ in range(self.pick([0, 1, 2, 2, 3, 3, 4])):
            out += self.declare_shared()
        out += self.declare_things()
        bodies = {p: self.declare_locals(p) + self.own[p] for p in self.sizes}
        if self.maybe(0.4):
            out += [self.macro(None) for _ in range(rng.randint(1, 2))]
        for proc in self.sizes:
            if self.maybe(0.25):
                bodies[proc].append(self.macro(proc))
            for _ in range(rng.randint(1, 4)):
                bodies[proc].append(self.rule(proc))
            out.append(("process", proc, num(self.sizes[proc]), tuple(bodies[proc]), "ring" if proc in self.rings else None))
        if self.maybe(0.35):
            out += [self.rule(None) for _ in range(rng.randint(1, 2))]
        if self.maybe(0.3):
            out += [("fairness", None, self.bool(self.here(), 2)) for _ in range(rng.randint(1, 2))]
        if self.maybe(0.25) and (self.shared or any(self.locals.values()) or any(self.locations.values())):
            out.append(("initially", self.sure_bool()))
        if self.kind not in ("dtmc", "ctmc") and self.maybe(self.turns):
            out += self.fair()
        out += [self.property(i) for i in range(rng.randint(2, 5))]
        if self.maybe(0.5):
            out.append(("deadlock",))
            out += [("end", self.bool(self.here(), 2)) for _ in range(self.pick([0, 0, 1, 1, 2]))]
        if self.kind:
            out += self.chances()
        if self.rings and self.mirror:
            out = [d if self.aside and d[0] == "prop" else mirrored(d) for d in out]
        return ("program", self.kind, tuple(out))

    def fair(self):
        """Turns of processes and rules; nothing twice."""
        things = [("process", p) for p in self.sizes] + [("rule", label) for label in self.labels]
        chosen = self.rng.sample(things, min(len(things), self.pick([1, 1, 1, 2, 3])))
        return [("fair", self.maybe(0.5), of, name) for of, name in chosen]

    def here(self, me=None, bound=()):
        return Place(me, bound, tuple(self.shared), tuple(self.locals[me]) if me else ())

    # variables

    def element(self, ids=True, ints=True):
        kinds = ["bool", "int", "int", "int"] + (["enum"] if self.enum else ["values"]) + (["id", "id"] if ids else [])
        kind = self.pick(kinds)
        if kind == "bool":
            return ("bool",)
        if kind == "int":
            low = self.pick([0, 0, 0, 0, 1, -1])
            return rng_type(low, low + self.rng.randint(1, 2))
        if kind == "enum":
            return ("named", "E", False)
        if kind == "values":
            return ("values", ("on", "off"))
        return ("named", self.pick(self.sizes), self.maybe(0.5))

    def fits(self, var):
        """Whether there is room for another variable; then it is taken."""
        size = {"bool": 2, "int": 3}.get(var.kind) or (self.sizes[var.proc] + 1 if var.kind == "id" else len(self.values(var)))
        for dim in var.dims:
            size **= dim[2][1] - dim[1][1] + 1 if dim[0] == "range" else len(self.enum)
        if size > self.room[var.owner]:
            return False
        self.room[var.owner] //= size
        return True

    def declare_shared(self):
        label, of, dims = self.fresh("s"), self.element(), []
        for _ in range(self.pick([0] * 6 + [1, 1, 2])):
            if self.enum and self.maybe(0.3):
                dims.append(("named", "E", False))
            else:
                low = self.pick([0, 0, 1])
                dims.append(rng_type(low, low + self.rng.randint(0, 1) if len(dims) else low + 1))
        var = Variable(label, of, dims, None)
        if not self.fits(var):
            return []
        init = self.init(var, Place(shared=tuple(self.shared), early=True))
        self.shared.append(var)
        tree = of
        for dim in reversed(dims):
            tree = ("array", dim, tree)
        return [("shared", (label,), tree, init)]

    def declare_locals(self, proc):
        items = []
        self.classes[proc] = [f"{proc}class{x}" for x in "KLM"[:self.rng.randint(1, 3)]] if self.maybe(0.2) and proc not in self.rings else []
        if self.classes[proc]:
            cuts = sorted(self.rng.randint(0, self.sizes[proc]) for _ in self.classes[proc][1:])
            ends = zip([0] + cuts, cuts + [self.sizes[proc]])
            items.append(("classes", tuple((name, num(b - a)) for name, (a, b) in zip(self.classes[proc], ends))))
        if self.locations[proc]:
            init = ("any", None, None, None) if self.maybe(0.15) else None
            items.append(("states", tuple(self.locations[proc]), init))
            self.room[proc] //= len(self.locations[proc])
        for _ in range(self.pick([0, 1, 1, 2])):
            label = self.fresh("v")
            dims = [rng_type(0, 1)] if self.maybe(0.15) else []
            of = self.element(ids=False)
            if self.remember and self.maybe(0.7):
                of = ("named", self.pick(self.sizes), self.maybe(0.7))
            var = Variable(label, of, dims, proc)
            if not self.fits(var):
                continue
            place = Place(proc, (), tuple(self.shared), tuple(self.locals[proc]), True)
            init = self.init(var, place)
            self.locals[proc].append(var)
            items.append(("var", (label,), ("array", dims[0], of) if dims else of, init))
        return items

    def init(self, var, place):
        if var.dims and self.maybe(0.2) and var.dims[0][0] == "range":
            size = var.dims[0][2][1] - var.dims[0][1][1] + 1
            inner = Variable(var.name, var.of, var.dims[1:], var.owner)
            return ("list", tuple(self.init(inner, place) or self.plain_init(inner, place) for _ in range(size)))
        if var.kind != "id" and self.maybe(0.45) or var.maybe and self.maybe(0.3):
            return None
        return self.plain_init(var, place)

    def plain_init(self, var, place):
        if var.kind == "id":
            if place.me == var.proc and self.maybe(0.3):
                return ("self",)
            same = [v for v in place.shared if v.kind == "id" and v.proc == var.proc and not v.dims and not v.maybe]
            if same and self.maybe(0.2):
                return name(self.pick(same).name)
            if self.maybe(0.4):
                return ("any", None, None, None)
            label = self.fresh("j")
            return ("any", label, ("named", var.proc, False), self.early_bool(place.bind(label, var.proc), 2))
        if self.maybe(0.3):
            return ("any", None, None, None)
        if var.kind == "bool":
            return self.early_bool(place, 2)
        if var.kind == "enum":
            values = self.values(var)
            pair = ("name", self.pick(values)), ("name", self.pick(values))
            return ("cond", self.early_bool(place, 1), *pair) if self.maybe(0.3) else pair[0]
        if self.maybe(0.35):
            label = self.fresh("k")
            cond = op(self.pick(["<=", "!=", ">", "=="]), name(label), self.early_int(place))
            return ("any", label, rng_type(var.low, var.high), cond)
        if self.maybe(0.4):
            return ("call", "max", (num(var.low), ("call", "min", (num(var.high), self.early_int(place)))))
        return num(self.rng.randint(var.low, var.high))

    def values(self, var):
        return self.enum if var.of[0] == "named" else var.of[1]

    def early_ids(self, place, proc):
        ids = [name(b) for b, p in place.bound if p == proc]
        ids += [name(v.name) for v in place.shared + place.local if v.kind == "id" and v.proc == proc and not v.dims]
        if place.me == proc:
            ids.append(("self",))
        return ids

    def early_bool(self, place, depth):
        """A condition of an initial value: constants, earlier shared variables, who is who."""
        way = self.rng.random()
        if depth and way < 0.25:
            return op(self.pick(["&&", "||", "->", "<->"]), self.early_bool(place, depth - 1), self.early_bool(place, depth - 1))
        if depth and way < 0.5:
            proc, label = self.pick(self.sizes), self.fresh("k")
            inner = place.bind(label, proc)
            optional = [name(v.name) for v in place.shared + place.local if v.maybe]
            others = [e if e in optional else self.beside(e, proc) for e in self.early_ids(inner, proc) if e != name(label)]
            body = op(self.pick(["==", "!="]), name(label), self.pick(others)) if others else self.early_bool(inner, depth - 1)
            if self.maybe(0.4):
                body = op(self.pick(["&&", "||"]), body, self.early_bool(inner, depth - 1))
            if self.maybe(0.4):
                count = ("quant", "count", (((label,), ("named", proc, False)),), body, None, None)
                return op(self.pick(["==", "<=", ">", "!="]), count, num(self.rng.randint(0, 2)))
            return ("quant", self.pick(["exists", "forall"]), (((label,), ("named", proc, False)),), body, None, None)
        for proc in self.rng.sample(list(self.sizes), len(self.sizes)):
            ids = self.early_ids(place, proc)
            if len(ids) > 1 and self.maybe(0.75):
                return op(self.pick(["==", "!=", "!="]), *self.rng.sample(ids, 2))
        flags = [v for v in place.shared + place.local if v.kind == "bool" and not v.dims]
        if flags and self.maybe(0.4):
            return name(self.pick(flags).name)
        return op(self.pick(["==", "<=", "!=", ">"]), self.early_int(place), num(self.rng.randint(0, 2)))

    def sure_bool(self):
        """A condition on all processes in which nothing can go wrong, as far as that is easily seen."""
        tree = ("true",)
        for _ in range(20):
            tree = self.bool(self.here(), 3)
            if not {"/", "%", "index"} & set(flat(tree)):
                break
        return op("||", tree, self.bool_atom(self.here(), 0)) if self.maybe(0.3) else tree

    def early_int(self, place):
        ints = [v for v in place.shared + place.local if v.kind == "int"]
        if not ints or self.maybe(0.2):
            return num(self.rng.randint(0, 2))
        var = self.pick(ints)
        tree = name(var.name)
        for dim in var.dims:
            tree = ("index", tree, num(dim[1][1]) if dim[0] == "range" else name(self.pick(self.enum)))
        return op(self.pick("+-"), tree, num(1)) if self.maybe(0.3) else tree

    # expressions

    def read(self, var, place):
        """A variable as it is read at a place, or None if there is nobody whose it is."""
        if not var.owner:
            tree = name(var.name)
        elif var.owner == place.me and self.maybe(0.6):
            tree = name(var.name)
        else:
            who = self.certain(place, var.owner)
            if who is None:
                return None
            tree = ("field", who, var.name)
        return self.indexed(tree, var, place)

    def indexed(self, tree, var, place):
        for dim in var.dims:
            if dim[0] != "range":
                tree = ("index", tree, name(self.pick(self.enum)))
            else:
                index = self.int(place, 1)
                if self.maybe(0.5) or fixed(index):
                    index = num(self.rng.randint(dim[1][1], dim[2][1]))
                tree = ("index", tree, index)
        return tree

    def certain(self, place, proc):
        """An expression for a process that is certainly one, or None."""
        ids = [name(b) for b, p in place.bound if p == proc]
        if place.me == proc:
            ids.append(("self",))
        ids += [name(v.name) for v in place.shared if v.proc == proc and not v.maybe and not v.dims]
        arrays = [v for v in place.shared if v.proc == proc and not v.maybe and v.dims]
        if arrays and self.maybe(0.3):
            var = self.pick(arrays)
            return self.beside(self.indexed(name(var.name), var, place), proc)
        return self.beside(self.pick(ids), proc) if ids else None

    def beside(self, who, proc):
        """The process, or one near it in its ring."""
        while proc in self.rings and self.maybe(0.4):
            who = ("call", self.pick(["next", "prev"]), (who,))
        return who

    def id(self, place, proc):
        """An expression to compare with: perhaps none."""
        some = [v for v in place.shared + place.local if v.proc == proc]
        if some and self.maybe(0.6):
            var = self.pick(some)
            tree = self.read(var, place)
            if tree is not None:
                return tree, var.maybe
        who = self.certain(place, proc)
        return who, False

    def known(self, place):
        """Variables that can be read somehow."""
        found = list(place.shared)
        for proc, local in self.locals.items():
            if place.me == proc or any(p == proc for _, p in place.bound):
                found += local
        return found

    def int(self, place, depth):
        way = self.rng.random()
        ints = [v for v in self.known(place) if v.kind == "int" and (depth > 0 or not v.dims)]
        if depth <= 0 or way < (0.45 if ints else 0.2):
            tree = self.read(self.pick(ints), place) if ints and self.maybe(0.75) else None
            if tree is not None:
                return tree
            if self.const is not None and self.maybe(0.3):
                return name("c")
            return num(self.pick([0, 0, 1, 1, 2, 3]))
        if way < 0.65:
            return op(self.pick("+-*+-"), self.int(place, depth - 1), self.int(place, depth - 1))
        if way < 0.73:
            return op(self.pick("/%"), self.int(place, depth - 1), self.divisor(place))
        if way < 0.8:
            return ("call", self.pick(["min", "max"]), (self.int(place, depth - 1), self.int(place, depth - 1)))
        if way < 0.93:
            return self.aggregate(place, depth)
        return ("cond", self.bool(place, depth - 1), self.int(place, depth - 1), self.int(place, depth - 1))

    def values_of(self, hint):
        """A name of values."""
        low = self.pick([0, 0, 1, -1])
        kinds = [rng_type(low, low + self.rng.randint(0, 2))] * 3 + [("bool",)] + ([("named", "E", False)] if self.enum else [])
        return Variable(self.fresh(hint), self.pick(kinds), (), None, True)

    def aggregate(self, place, depth):
        """A count, sum, smallest or largest, mostly over processes."""
        word = self.pick(["count", "count", "count", "sum", "min", "max"])
        if self.maybe(0.75):
            proc, label = self.pick(self.sizes), self.fresh("k")
            of, inner = ("named", proc, False), place.bind(label, proc)
        else:
            var = self.values_of("k")
            label, of, inner = var.name, var.of, place.know(var)
        where = self.bool(inner, depth - 1) if self.maybe(0.3) else None
        body = self.bool(inner, depth - 1) if word == "count" else self.int(inner, depth - 1)
        otherwise = num(self.pick([-1, 0, 2])) if word in ("min", "max") and self.maybe(0.7) else None
        return ("quant", word, (((label,), of),), body, where, otherwise)

    def divisor(self, place):
        tree = self.int(place, 0)
        return num(self.pick([-2, 1, 2, 3])) if fixed(tree) else tree

    def bool(self, place, depth):
        thing = self.things and self.maybe(0.25) and self.thing_bool(place)
        if thing:
            return thing
        way = self.rng.random()
        if depth > 0 and way < 0.3:
            o = self.pick(["&&", "&&", "||", "||", "->", "<->"])
            kids = [self.bool(place, depth - 1) for _ in range(self.pick([2, 2, 3]) if o in ("&&", "||") else 2)]
            return op(o, *kids)
        if depth > 0 and way < 0.36:
            return ("not", self.bool(place, depth - 1))
        if depth > 0 and way < 0.52:
            return self.quantified(place, depth)
        if depth > 0 and way < 0.56:
            return ("cond", *(self.bool(place, depth - 1) for _ in range(3)))
        if depth > 0 and way < 0.62 and not place.early:
            tree = self.call(place, depth)
            if tree:
                return tree
        return self.bool_atom(place, depth)

    def call(self, place, depth):
        fits = [m for m in self.macros if m[3] in (None, place.me)]
        if not fits:
            return None
        label, params, _, _ = self.pick(fits)
        args = []
        for kind in params:
            if kind in self.sizes:
                who = self.certain(place, kind)
                if who is None:
                    return None
                args.append(who)
            else:
                args.append(self.bool(place, depth - 1) if kind == "bool" else self.int(place, 0))
        return ("call", label, tuple(args)) if params else name(label)

    def quantified(self, place, depth):
        if self.maybe(0.2):
            var = self.values_of("q")
            inner = place.know(var)
            where = self.bool(inner, depth - 1) if self.maybe(0.3) else None
            return ("quant", self.pick(["exists", "forall"]), (((var.name,), var.of),), self.bool(inner, depth - 1), where, None)
        groups = []
        for _ in range(self.pick([1, 1, 1, 2])):
            proc = self.pick(self.sizes)
            labels = tuple(self.fresh("q") for _ in range(self.pick([1, 1, 2])))[:2 if not groups else 1]
            for label in labels:
                place = place.bind(label, proc)
            groups.append((labels, ("named", proc, False)))
        body = self.bool(place, depth - 1)
        if len(place.bound) > 1 and place.bound[-1][1] == place.bound[-2][1] and self.maybe(0.5):
            body = op("&&", op("!=", name(place.bound[-1][0]), name(place.bound[-2][0])), body)
        where = self.bool(place, depth - 1) if self.maybe(0.2) else None
        return ("quant", self.pick(["exists", "forall"]), tuple(groups), body, where, None)

    def bool_atom(self, place, depth):
        classed = [p for p in self.sizes if self.classes.get(p)]
        if classed and not place.early and self.maybe(0.35):
            proc = self.pick(classed)
            who = self.certain(place, proc)
            if who is not None:
                return ("member", who, name(self.pick(self.classes[proc])))
        for _ in range(4):
            way = self.rng.random()
            if way < 0.3:
                procs = [p for p in self.sizes if self.locations[p]]
                who = self.certain(place, self.pick(procs)) if procs else None
                for proc in procs:
                    who = self.certain(place, proc)
                    if who is not None:
                        return ("at", None if who == ("self",) and self.maybe(0.7) else who, self.pick(self.locations[proc]))
            elif way < 0.5:
                tree = self.id_atom(place, depth)
                if tree:
                    return tree
            elif way < 0.62:
                some = [v for v in self.known(place) if v.kind in ("bool", "enum")]
                tree = self.read(self.pick(some), place) if some else None
                if tree is not None:
                    var = next(v for v in some if v.name == base_name(tree))
                    if var.kind == "bool":
                        return tree
                    if self.maybe(0.2):
                        return ("inset", tree, tuple(map(name, self.values(var)[:2])))
                    return op(self.pick(["==", "!="]), tree, name(self.pick(self.values(var))))
            elif way < 0.68:
                return ("inrange", self.int(place, depth), num(0), num(self.rng.randint(0, 2)))
            elif depth or any(v.kind == "int" for v in self.known(place)):
                left = self.int(place, depth)
                if not fixed(left):
                    return op(self.pick(["==", "!=", "<", "<=", ">", ">="]), left, self.int(place, min(depth, 1)))
        return op(self.pick(["==", "<="]), self.int(place, 0), self.int(place, 0))

    def id_atom(self, place, depth):
        proc = self.pick(self.sizes)
        left, unsure = self.id(place, proc)
        if left is None:
            return None
        if unsure and self.maybe(0.5):
            if self.maybe(0.5) or not (self.locations[proc] or self.locals[proc]):
                return op(self.pick(["==", "!="]), left, ("none",))
            if left[0] == "index":  # the certainty is about plain variables
                return op("!=", left, ("none",))
            plain = [v for v in self.locals[proc] if v.kind in ("int", "bool") and not v.dims]
            if plain and (self.maybe(0.5) or not self.locations[proc]):
                var = self.pick(plain)
                test = ("field", left, var.name)
                test = test if var.kind == "bool" else op("<=", test, self.int(place, 0))
            elif self.locations[proc]:
                test = ("at", left, self.pick(self.locations[proc]))
            else:
                return op("!=", left, ("none",))
            return op("&&", op("!=", left, ("none",)), test) if self.maybe(0.6) else op("||", op("==", left, ("none",)), test)
        right, _ = self.id(place, proc)
        return op(self.pick(["==", "!="]), left, right) if right else None

    def macro(self, owner):
        label = self.fresh("m")
        place, params, types = self.here(owner), [], []
        for _ in range(self.pick([0, 1, 1, 2])):
            kind = self.pick(["bool"] + list(self.sizes) * 2)
            param = self.fresh("a")
            params.append((param, ("bool",) if kind == "bool" else ("named", kind, False)))
            types.append(kind)
            if kind != "bool":
                place = place.bind(param, kind)
        body = self.bool(place, 2)
        for (param, _), kind in zip(params, types):
            if kind == "bool":
                body = op(self.pick(["&&", "||"]), name(param), body)
        self.macros.append((label, types, "bool", owner))
        return ("define", label, tuple(params), body)

    # rules

    def rule(self, proc):
        place = self.here(proc)
        source = target = None
        if proc and self.locations[proc] and self.maybe(0.65):
            source, target = self.pick(self.locations[proc]), self.pick(self.locations[proc])
        clauses = []
        for _ in range(self.pick([0, 0, 0, 1, 1, 2])):
            other, label = self.pick(self.sizes), self.fresh("w")
            if (proc == other) + sum(p == other for _, p in place.bound) < self.sizes[other]:
                place = place.bind(label, other)
                clauses.append(("with", (label,), ("named", other, False)))
        if self.maybe(0.1):
            var = self.values_of("w")
            place = place.know(var)
            clauses.append(("with", (var.name,), var.of))
        for _ in range(self.pick([0, 1, 1, 1, 2])):
            clauses.append((self.pick(["when", "when", "where"]), self.bool(place, 2)))
        crowds = [p for p in self.sizes if self.locations[p]]
        if crowds and self.maybe(0.2):
            clauses.append(("when", self.crowd(self.pick(crowds))))
        if self.kind == "ctmc" and self.maybe(0.4):
            rate = self.int(place, 0) if self.maybe(0.4) else ("real", self.pick(["0.5", "2.0"]))
            clauses.append(("rate", rate))
        self.guards, self.written = clauses, {("self", "loc")} if source else set()
        if not source and not self.maybe(0.97):
            clauses.append(("when", TRUE))
        body = self.body(place)
        if source is None and body is None:
            body = ("block", ())
        label = self.fresh("r") if source is None or self.maybe(0.5) else None
        self.labels += [label] if label else []
        self.rng.shuffle(clauses)
        return ("rule", label, source, target, tuple(clauses), body)

    def crowd(self, proc):
        """How many processes are at a location, held against a small number."""
        label = self.fresh("k")
        groups = (((label,), ("named", proc, False)),)
        count = ("quant", "count", groups, ("at", name(label), self.pick(self.locations[proc])), None, None)
        return op(self.pick(["==", "<=", ">=", "!="]), count, num(self.rng.randint(0, 2)))

    def body(self, place):
        if self.kind and self.maybe(0.45):
            return self.branches(place)
        if self.maybe(0.12):
            return None
        statements = [s for s in (self.statement(place, 2) for _ in range(self.pick([1, 1, 2, 3]))) if s]
        return statements[0] if len(statements) == 1 and self.maybe(0.5) else ("block", tuple(statements))

    def branches(self, place):
        ints = [v for v in self.known(place) if v.kind == "int" and not v.dims and v.low >= 0]
        half = op("/", num(1), num(2))
        weights, bad, key = [half, ("real", "0.5")], [None, None], None
        if ints and self.maybe(0.6):
            var = self.pick(ints)
            tree = self.read(var, place)
            if tree is not None:
                share = op("/", tree, num(var.high if self.maybe(0.8) else max(1, var.high - 1)))
                weights = [share, op("-", num(1), share)]
                key = ("self" if var.owner else "", var.name)
                if tree == name(var.name) and not var.fixed and key not in self.written and self.maybe(0.5):  # errs where it does not happen
                    bad = [("set", tree, op("-", tree, num(1))), ("set", tree, op("+", tree, num(1)))]
        elif self.maybe(0.3):
            weights = [op("/", num(1), num(3)), op("/", num(1), num(6)), half]
        found, before = [], set(self.written)
        for i, weight in enumerate(weights):
            first = [bad[i]] if i < 2 and bad[i] else []
            self.written = before | ({key} if first else set())
            statements = first + [s for s in (self.statement(place, 2) for _ in range(self.pick([0, 1, 1, 2]))) if s]
            found.append((weight, ("block", tuple(statements))))
        return ("branches", tuple(found))

    def statement(self, place, depth):
        changed = self.maybe(0.4) and self.thing_statement(place)
        if changed:
            return changed
        way = self.rng.random()
        if depth and way < 0.15:
            cond, before = self.bool(place, 1), set(self.written)
            then = self.statement(place, depth - 1)
            after, self.written = self.written, set(before)
            other = self.statement(place, depth - 1) if self.maybe(0.5) else None
            self.written |= after
            return ("if", cond, then, other) if then else None
        if depth and way < 0.27:
            return self.broadcast(place)
        if depth and way < 0.32:
            return self.elements(place)
        return way > 0.95 and self.exchange(place) or self.assignment(place)

    def elements(self, place):
        """Each element of a shared array assigned, or some; None if there is none."""
        arrays = [v for v in place.shared if len(v.dims) == 1 and v.kind != "id" and ("", v.name) not in self.written]
        if not arrays:
            return None
        var = self.pick(arrays)
        self.written.add(("", var.name))
        at = Variable(self.fresh("b"), var.dims[0], (), None, True)
        inner, tree = place.know(at), ("index", name(var.name), name(at.name))
        if var.kind == "int":
            value = ("call", "max", (num(var.low), ("call", "min", (num(var.high), self.int(inner, 1)))))
        else:
            value = self.bool(inner, 1) if var.kind == "bool" else name(self.pick(self.values(var)))
        return ("all", at.name, at.of, self.bool(inner, 1) if self.maybe(0.5) else None, ("set", tree, value))

    def exchange(self, place):
        """Two shared variables that name processes, each assigned the other; None if there are none."""
        ids = [v for v in place.shared if v.kind == "id" and not v.dims and ("", v.name) not in self.written]
        pairs = [(a, b) for a in ids for b in ids if a is not b and (a.proc, a.maybe) == (b.proc, b.maybe)]
        if not pairs:
            return None
        pair = self.pick(pairs)
        self.written |= {("", v.name) for v in pair}
        a, b = (name(v.name) for v in pair)
        return ("block", (("set", a, b), ("set", b, a)))

    def target(self, place):
        """A variable to assign that this step does not assign yet: (tree, variable), or None."""
        options = [("", v) for v in place.shared if not v.fixed]
        if place.me:
            options += [("self", v) for v in place.local] * 2
            if self.locations[place.me]:
                options.append(("self", None))
        for label, proc in place.bound:
            options += [(label, v) for v in self.locals[proc]] + ([(label, None)] if self.locations[proc] else [])
        taken = {v for _, v in self.written}
        free = [(w, v) for w, v in options if not self.written & {(w, label_of(v)), (SOMEBODY, label_of(v))}]
        if place.me in self.rings:  # a neighbour is not self, but may be a partner
            variables = self.locals[place.me] + [None] * bool(self.locations[place.me])
            near = [(w, v) for v in variables for w in ("next", "prev")
                    if {who for who, what in self.written if what == label_of(v)} <= {"self"}]
            free = [(w, v) for w, v in free if w in ("", "self") or not self.written & {("next", label_of(v)), ("prev", label_of(v))}]
            if near and self.maybe(0.4):
                return self.at_neighbour(*self.pick(near), place)
        ids = {v.name: v.proc for v in place.shared if v.kind == "id" and not v.maybe and not v.dims}
        if self.maybe(0.3):  # of the process that a variable names, who may be any of them
            there = [(w, v) for w, p in ids.items() for v in self.locals[p] + [None] * bool(self.locations[p]) if label_of(v) not in taken]
            free = there or free
        if not free:
            return None
        who, var = self.pick(free)
        self.written.add((SOMEBODY if who in ids else who, label_of(var)))
        if var is None:
            proc = place.me if who == "self" else dict(place.bound).get(who) or ids[who]
            return (("field", name(who), "loc") if who != "self" else name("loc")), proc
        tree = name(var.name) if who in ("", "self") else ("field", name(who), var.name)
        return self.indexed(tree, var, place), var

    def at_neighbour(self, way, var, place):
        """A variable of the next or previous process as a target."""
        self.written.add((way, label_of(var)))
        who = ("call", way, (("self",),))
        if var is None:
            return ("field", who, "loc"), place.me
        return self.indexed(("field", who, var.name), var, place), var

    def assignment(self, place):
        target = self.target(place)
        if not target:
            return None
        tree, var = target
        if isinstance(var, str):
            locations = self.locations[var]
            return ("set", tree, ("any", None, None, None) if self.maybe(0.15) else name(self.pick(locations)))
        return ("set", tree, self.value(tree, var, place))

    def value(self, tree, var, place):
        if self.maybe(0.3):
            return self.choice(var, place)
        if var.kind == "bool":
            return self.bool(place, 2) if self.maybe(0.6) else self.pick([("true",), ("false",), ("not", tree)])
        if var.kind == "enum":
            some = name(self.pick(self.values(var)))
            return ("cond", self.bool(place, 1), some, name(self.pick(self.values(var)))) if self.maybe(0.3) else some
        if var.kind == "id":
            if var.maybe and self.maybe(0.3):
                return ("none",)
            if var.maybe and self.maybe(0.4):
                return self.id(place, var.proc)[0] or ("none",)
            return self.certain(place, var.proc) or ("any", None, None, None)
        way = self.rng.random()
        if way < 0.3:
            size = var.high - var.low + 1
            return op("+", num(var.low), op("%", op("+", op("-", tree, num(var.low)), num(1)), num(size)))
        if way < 0.45:
            return op(self.pick("+-"), tree, num(1))
        if way < 0.6:
            return num(self.rng.randint(var.low, var.high))
        if way < 0.85:
            return ("call", "max", (num(var.low), ("call", "min", (num(var.high), self.int(place, 2)))))
        return self.int(place, 1)

    def choice(self, var, place):
        if self.maybe(0.3):
            return ("any", None, None, None)
        if var.kind == "id":
            label = self.fresh("c")
            of = ("named", var.proc, False)
            inner = place.bind(label, var.proc)
            return ("any", label, of, self.bool(inner, 2)) if self.maybe(0.8) else ("any", None, of, None)
        if var.kind == "int":
            label = self.fresh("c")
            of = rng_type(var.low, var.high + (1 if self.maybe(0.1) else 0))
            if self.maybe(0.3):
                return ("any", None, of, None)
            left = name(label) if self.maybe(0.7) else op(self.pick("/%"), num(2), op("-", name(label), self.int(place, 0)))
            return ("any", label, of, op(self.pick(["<=", "!=", ">", "=="]), left, self.int(place, 1)))
        return ("any", None, None, None)

    def spread(self, proc, label, place):
        """A broadcast in which every process chooses for itself, and nothing can go wrong while it does."""
        free = [v for v in [v for v in self.locals[proc] if not v.dims] + ([None] if self.locations[proc] else [])
                if label_of(v) not in {v for w, v in self.written}]
        if not free:
            return None
        var = self.pick(free)
        self.written.add((SOMEBODY, label_of(var)))
        tree, candidate = ("field", name(label), var.name if var else "loc"), self.fresh("c")
        value, numbers = ("any", None, None, None), [v for v in self.locals[proc] if v.kind == "int" and not v.dims]
        if var and var.kind == "int" and self.maybe(0.7):
            right = num(self.rng.randint(var.low, var.high)) if self.maybe(0.4) else ("field", name(label), self.pick(numbers).name)
            value = ("any", candidate, rng_type(var.low, var.high), op(self.pick(["<=", "!=", ">", "!="]), name(candidate), right))
        where = None
        if self.maybe(0.4) and numbers:
            some = self.pick(numbers)
            where = op(self.pick(["<", "==", "!="]), ("field", name(label), some.name), num(self.rng.randint(some.low, some.high)))
        elif self.maybe(0.5) and place.me == proc:
            where = op("!=", name(label), ("self",))
        body = ("set", tree, value)
        if self.maybe(0.2) and numbers:
            some = self.pick(numbers)
            body = ("if", op("<=", ("field", name(label), some.name), num(some.low)), body, None)
        return ("all", label, ("named", proc, False), where, body)

    def broadcast(self, place):
        proc = self.pick(self.sizes)
        label = self.fresh("b")
        inner = place.bind(label, proc)
        if self.maybe(0.25):
            return self.spread(proc, label, place)
        names = [v for v in self.locals[proc]] + ([None] if self.locations[proc] else [])
        taken = {v for w, v in self.written}
        free = [v for v in names if label_of(v) not in taken]
        if not free:
            return None
        var = self.pick(free)
        self.written.add((SOMEBODY, label_of(var)))
        tree = ("field", name(label), var.name if var else "loc")
        if var:
            tree = self.indexed(tree, var, inner)
            value = self.value(tree, var, inner)
            if value[0] == "any":
                value = tree
        else:
            value = name(self.pick(self.locations[proc]))
        body = ("set", tree, value)
        if self.maybe(0.25):
            other = ("set", tree, tree if var else name(self.pick(self.locations[proc])))
            body = ("if", self.bool(inner, 1), body, other if self.maybe(0.4) else None)
        return ("all", label, ("named", proc, False), self.bool(inner, 1) if self.maybe(0.7) else None, body)

    # properties

    def property(self, i):
        kind = self.pick(["invariant", "invariant", "ctl", "ctl", "ctl", "ltl", "ltl"])
        place, prefix = self.here(), []
        if self.maybe(0.4):
            quantifier = self.pick(["forall", "forall", "exists"])
            for _ in range(self.pick([1, 1, 2])):
                proc = self.pick(self.sizes)
                labels = tuple(self.fresh("i") for _ in range(self.pick([1, 1, 2]) if not prefix else 1))
                for label in labels:
                    place = place.bind(label, proc)
                prefix.append((quantifier, labels, ("named", proc, False)))
        if kind == "invariant":
            formula = self.bool(place, 3)
        else:
            formula = (self.ctl if kind == "ctl" else self.ltl)(place, self.rng.randint(1, 3))
        if kind == "ltl" and self.maybe(0.3):
            formula = self.recurrence(place) if self.maybe(0.6) else op("->", self.recurrence(place), self.recurrence(place))
        ids = [v for v in place.shared if prefix and v.kind == "id" and v.proc == place.bound[-1][1] and not v.dims]
        if ids and self.maybe(0.4):  # processes are told apart by the variables that name them
            formula = op(self.pick(["&&", "||", "->"]), op(self.pick(["==", "!="]), name(place.bound[-1][0]), name(self.pick(ids).name)), formula)
        return ("prop", kind, f"p{i}", tuple(prefix), formula)

    def recurrence(self, place):
        """Again and again, or for ever from some time on."""
        first, second = self.pick(["FG", "GF"])
        return ("temporal", first, ("temporal", second, self.bool(place, 1)))

    def chances(self):
        """Rewards, and pctl properties of every form that the kind of model has."""
        rewards = []
        for i in range(self.rng.randint(0, 2)):
            rules = tuple(self.rng.sample(self.labels, 1)) if self.labels and self.maybe(0.4) else None
            worth = ("call", "max", (num(0), self.int(self.here(), 1))) if self.maybe(0.6) else op("/", num(1), num(3))
            rewards.append(("reward", f"w{i}", rules, worth))
        return rewards + [("pctl", f"c{i}", self.chance(rewards)) for i in range(self.rng.randint(1, 3))]

    def chance(self, rewards):
        word = self.pick("PPPPSRR" if rewards else "PPPPS")
        word = "P" if word == "S" and self.kind == "mdp" else word
        best = self.pick(["min", "max"]) if self.kind == "mdp" else None
        bound = None
        if word != "R" and self.maybe(0.25):
            best, bound = None, (self.pick(["<", "<=", ">", ">="]), self.pick(["0.3", "0.55", "0.9"]))
        return ("chance", word, best, self.pick(rewards)[1] if word == "R" else None, bound, self.path(word))

    def path(self, word):
        def formula():
            return self.bool(self.here(), 1)
        times = ["0", "1", "2", "3"] if self.kind != "ctmc" else ["0.5", "1", "2"]
        kind = self.pick({"P": "XFGUWFU", "S": "S", "R": "CI" if self.kind == "mdp" else "CIFS"}[word])
        if kind == "S":
            return ("S", (formula(),) if word == "S" else ())
        if kind in "CI":
            return (kind, (), self.pick(times))
        bound = None
        if word == "P" and kind in "FGU" and self.maybe(0.4):
            bound = ("0", self.pick(times))
            if kind == "U" and self.maybe(0.5):
                bound = tuple(sorted(self.rng.sample(times, 2), key=float))
        return (kind, tuple(formula() for _ in range(2 if kind in "UW" else 1)), bound)

    def junction(self, formula, place, depth, ops):
        """Operands with and without temporal operators; now and then one that errs unless one before it prevents it."""
        o, kids = self.pick(ops), [formula(place, self.rng.randint(0, depth - 1)) for _ in range(2)]
        ints = [v for v in place.shared if v.kind == "int" and not v.dims and v.low <= 0]
        if o in ("&&", "||") and ints and self.maybe(0.4):
            y = name(self.pick(ints).name)
            kids[1:1] = [op("!=" if o == "&&" else "==", y, num(0))]
            kids.append(op(self.pick(["<=", "=="]), op(self.pick("/%"), self.int(place, 0), y), self.int(place, 0)))
            if self.maybe(0.3):
                self.rng.shuffle(kids)
        if len(kids) > 2 and self.maybe(0.3):
            return op(o, *kids[:-2], op(o, *kids[-2:]))
        return op(o, *kids)

    def ctl(self, place, depth):
        if depth == 0:
            return self.bool(place, 1)
        way = self.rng.random()
        if way < 0.25:
            return self.junction(self.ctl, place, depth, ["&&", "||", "->", "<->"])
        if way < 0.32:
            return ("not", self.ctl(place, depth - 1))
        if way < 0.75:
            return ("temporal", self.pick(["AX", "EX", "AF", "EF", "AG", "EG", "AG", "EF"]), self.ctl(place, depth - 1))
        return ("until", self.pick("AE") + self.pick("UUWR"), self.ctl(place, self.rng.randint(0, depth - 1)),
                self.ctl(place, depth - 1))

    def ltl(self, place, depth):
        if depth == 0:
            return self.bool(place, 1)
        way = self.rng.random()
        if way < 0.25:
            return self.junction(self.ltl, place, depth, ["&&", "||", "->"])
        if way < 0.32:
            return ("not", self.ltl(place, depth - 1))
        if way < 0.8:
            return ("temporal", self.pick(["X", "F", "G", "F", "G"]), self.ltl(place, depth - 1))
        if way < 0.9:
            return op(self.pick("UUWR"), self.ltl(place, self.rng.randint(0, depth - 1)), self.ltl(place, depth - 1))
        return ("not", op(self.pick("UWWR"), self.ltl(place, 0), self.ltl(place, 0)))


def exchanged(tree):
    """With next for prev, and prev for next."""
    if not isinstance(tree, tuple):
        return tree
    if tree[:1] == ("call",) and tree[1] in ("next", "prev"):
        return ("call", "prev" if tree[1] == "next" else "next", exchanged(tree[2]))
    return tuple(map(exchanged, tree))


def without_neighbours(tree):
    """With a process itself for those beside it."""
    if not isinstance(tree, tuple):
        return tree
    if tree[:1] == ("call",) and tree[1] in ("next", "prev"):
        return without_neighbours(tree[2][0])
    return tuple(map(without_neighbours, tree))


def mirrored(d):
    """A declaration that says the same of both directions of a ring: each rule twice, no neighbours elsewhere."""
    if d[0] != "process":
        return without_neighbours(d)
    items = []
    for i in d[3]:
        twice = i[0] == "rule" and exchanged(i) != i
        items += [i, exchanged(i)[:1] + (i[1] and i[1] + "m",) + exchanged(i)[2:]] if twice else [i if i[0] == "rule" else without_neighbours(i)]
    return d[:3] + (tuple(items),) + d[4:]


def label_of(var):
    """The name of a local variable; None is the location."""
    return var.name if var else "loc"


def flat(tree):
    """All texts in a tree."""
    return [text for kid in tree for text in flat(kid)] if isinstance(tree, tuple) else [tree]


def fixed(tree):
    """Whether an expression reads no variable."""
    return tree in (name("c"), TRUE) or tree[0] == "int" or tree[0] in ("bin", "neg") and all(
        fixed(kid) for kid in tree if isinstance(kid, tuple))


def base_name(tree):
    """The variable that an expression like j.v[1] reads."""
    while tree[0] == "index":
        tree = tree[1]
    return tree[2] if tree[0] == "field" else tree[1]


def random_program(seed, turns=0.3):
    """`turns`: how many of the programs are to have fairness of processes."""
    try:
        return text_of(Generator(seed, turns).program())
    except RecursionError:  # an index within an index within an index: rare, but there is no end to it
        return random_program(seed + 10 ** 9, turns)

"""Records, queues, sets and variables by process in random programs."""


def name(n):
    return ("name", n)


def num(n):
    return ("int", n)


def op(o, a, b):
    return ("bin", o, a, b)


RANGE = ("range", num(0), num(2))


class Things:
    """Mixed into the generator. A thing is (name, type, whose: None or a process type, at top level)."""

    def declare_things(self):
        """Declarations at top level; those of processes are kept for them."""
        self.things, self.own = [], {p: [] for p in self.sizes}
        if not self.maybe(0.35):
            return []
        proc = self.pick(self.sizes)
        plain = [("bool",), RANGE] + ([("named", "E", False)] if self.enum else [])
        fields = [(f"f{i}", self.pick(plain)) for i in range(self.rng.randint(1, 2))]
        if self.maybe(0.4):
            fields.append(("who", ("named", proc, True)))
        self.fields = {"Rec": tuple(fields), "Own": tuple((f"g{i}", self.pick(plain)) for i in range(2))}
        self.room[proc] -= 8
        out = [("record", r, f) for r, f in self.fields.items()]
        for _ in range(self.rng.randint(1, 3)):
            of = self.pick([("named", "Rec", False), self.queue(("named", "Rec", False)), self.queue(self.pick(plain)), self.a_set(), self.a_set()])
            out.append(self.thing(of, None, "shared"))
        if self.maybe(0.5):
            out.append(self.thing(("array", ("named", proc, False), self.pick(plain + [("named", "Own", False)])), proc, "shared"))
        if self.maybe(0.5):
            of = self.pick([("named", "Own", False), ("queue", num(1), self.pick(plain)), ("setof", ("range", num(0), num(1)))])
            self.own[proc].append(self.thing(of, proc, "var"))
        self.rng.shuffle(out)
        return out

    def queue(self, of):
        return ("queue", num(self.rng.randint(1, 2)), of)

    def a_set(self):
        return ("setof", self.pick([RANGE, ("range", num(1), num(2))] + [("named", "E", False)] * bool(self.enum)))

    def thing(self, of, proc, word):
        label = self.fresh("t")
        self.things.append((label, of[2] if of[0] == "array" else of, proc, of[0] == "array"))
        init = None
        if of[0] == "array":
            init = ("any", None, None, None) if self.maybe(0.3) else None
        elif of[0] == "named" and self.maybe(0.4):
            init = ("record", of[1], tuple(self.constant_of(t) for _, t in self.fields[of[1]]))
        elif of[0] == "setof" and self.maybe(0.4):
            init = ("list", (self.constant_of(of[1]),)) if self.maybe(0.7) else ("any", None, None, None)
        return (word, (label,), of, init)

    def constant_of(self, of):
        if of[0] == "bool":
            return (self.pick(["true", "false"]),)
        if of[0] == "range":
            return num(self.rng.randint(of[1][1], of[2][1]))
        return ("none",) if of[2] else name(self.pick(self.enum))

    # expressions

    def reach(self, place):
        """(tree, type, key) of what can be named here."""
        found = []
        for label, of, proc, top in self.things:
            whose = [(n, p) for n, p in place.bound if p == proc] + ([("self", proc)] if proc and place.me == proc else [])
            if proc is None:
                found.append((name(label), of, ("", label)))
            for who, _ in whose:
                me = ("self",) if who == "self" else name(who)
                tree = ("index", name(label), me) if top else name(label) if who == "self" else ("field", me, label)
                found.append((tree, of, (who, label)))
        return found

    def scalars(self, place):
        """(tree, type) of single values that are part of something."""
        found = []
        for tree, of, _ in self.reach(place):
            inner = [(tree, of)]
            if of[0] == "queue":
                inner = [(("call", "head", (tree,)), of[2]), (("index", tree, num(self.rng.randint(0, of[1][1] - 1))), of[2])]
            for t, o in inner:
                if o[0] == "named" and o[1] in self.fields:
                    found += [(("field", t, f), ft) for f, ft in self.fields[o[1]]]
                elif o[0] != "setof":
                    found.append((t, o))
        return found

    def value_of(self, of, place):
        """An expression of that type."""
        same = [t for t, o in self.scalars(place) if o == of]
        if same and self.maybe(0.3):
            return self.pick(same)
        if of[0] == "bool":
            return self.bool(place, 1)
        if of[0] == "range":
            return self.constant_of(of) if self.maybe(0.5) else self.int(place, 1)
        if of[0] == "named" and of[1] in self.fields:
            return self.record_of(of, place)
        if of[0] == "named" and of[2]:
            return self.id(place, of[1])[0] or ("none",)
        return self.constant_of(of)

    def record_of(self, of, place):
        whole = [t for t, o, _ in self.reach(place) if o == of] + [("call", "head", (t,)) for t, o, _ in self.reach(place) if o[0] == "queue" and o[2] == of]
        way = self.rng.random()
        if whole and way < 0.35:
            return self.pick(whole)
        written = ("record", of[1], tuple(self.value_of(t, place) for _, t in self.fields[of[1]]))
        return ("cond", self.bool(place, 1), self.pick(whole), written) if whole and way < 0.5 else written

    def set_of(self, of, place, tree):
        """A set made of this one and others."""
        some = ("list", tuple(self.value_of(of[1], place) for _ in range(self.rng.randint(0, 2))))
        return op(self.pick("+-"), tree, some) if self.maybe(0.8) else some

    def thing_bool(self, place):
        """A condition about one of them, or None."""
        things = [] if place.early else self.reach(place)
        if not things:
            return None
        tree, of, _ = self.pick(things)
        if of[0] == "queue":
            return self.pick([("call", "empty", (tree,)), ("call", "full", (tree,)), op("<", ("call", "len", (tree,)), of[1]),
                              op("==", ("call", "head", (tree,)), self.value_of(of[2], place)),
                              op("&&", ("not", ("call", "empty", (tree,))), op("!=", ("call", "head", (tree,)), self.value_of(of[2], place)))])
        if of[0] == "setof":
            braced = self.set_of(of, place, tree)
            return self.pick([("member", self.value_of(of[1], place), tree), op("==", tree, braced),
                              op(self.pick(["<", "=="]), ("call", "card", (tree if braced[0] == "list" else braced,)), num(self.rng.randint(0, 2)))]
                             + ([("member", self.value_of(of[1], place), braced)] if braced[0] == "bin" else []))
        if of[0] == "bool":
            return tree
        if of[0] == "named" and of[1] in self.fields and self.maybe(0.5):
            field, kind = self.pick(self.fields[of[1]])
            tree, of = ("field", tree, field), kind
        return op(self.pick(["==", "!="]), tree, self.value_of(of, place))

    # statements

    def thing_statement(self, place):
        """A statement that changes one of them, or None."""
        things = [(t, o, k) for t, o, k in self.reach(place) if k not in self.written and ("?", k[1]) not in self.written]
        if not things:
            return None
        tree, of, key = self.pick(things)
        if key[0] not in ("", "self") and any(k[1] == key[1] for k in self.written):
            return None
        self.written.add(key)
        if of[0] == "queue":
            return self.queue_statement(tree, of, place)
        if self.maybe(0.15):
            return ("set", tree, ("any", None, None, None))
        if of[0] == "setof":
            return ("set", tree, self.set_of(of, place, tree))
        if of[0] == "named" and of[1] in self.fields and self.maybe(0.5):
            parts = [(("field", tree, f), t) for f, t in self.fields[of[1]]]
            some = self.rng.sample(parts, self.rng.randint(1, len(parts)))
            return ("block", tuple(("set", p, self.value_of(t, place)) for p, t in some))
        return ("set", tree, self.value_of(of, place))

    def queue_statement(self, tree, of, place):
        if self.maybe(0.55):
            done = ("do", ("call", "send", (tree, self.value_of(of[2], place))))
            return ("if", ("not", ("call", "full", (tree,))), done, None) if self.maybe(0.5) else done
        call = ("call", "receive", (tree,))
        same = [(t, k) for t, o, k in self.reach(place) if o == of[2] and k not in self.written and k[0] in ("", "self")]
        done = ("do", call)
        if same and self.maybe(0.7):
            target, key = self.pick(same)
            self.written.add(key)
            done = ("set", target, call)
        return ("if", ("not", ("call", "empty", (tree,))), done, None) if self.maybe(0.5) else done

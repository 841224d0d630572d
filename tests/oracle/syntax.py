"""The text of .sym programs: tokens, a parser to nested tuples, and a printer that gives the text back.

Written from docs/language.md alone; shares nothing with frontend/. A tree is a tuple whose first element names its kind:

  program    (kind of model or None, declarations)
  const (name, e)  param (((name, e or None)...), e or None)  enum (name, values)  define (name, ((parameter, type)...), e)  shared (names, type, init)
  process (name, count, items, "ring" or None)  classes ((name, count)...)  states (names, init)  var (names, type, init)
  record (name, ((field, type)...))   types: bool, range, values, named, array, queue (length, type), setof (type)
  rule (name, from, to, clauses, body)      clauses: with (names, type) | when (e) | where (e) | rate (e)
                                            body: None, a statement, or branches (((probability, statement)...),)
  prop (kind, name, prefix, formula)        prefix: ((quantifier, names, type)...)
  deadlock ()  fairness (name, e)  fair (strong, "process" or "rule", name)
  initially (e)  end (e)  reward (name, rules, e)  pctl (name, chance)
  chance (P S R, min max, reward, bound, path)
"""
import re


class SyntaxFault(Exception):
    """The text is none of the language this parser knows."""


TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<real>\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)
  | (?P<int>\d+)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<string>"[^"]*")
  | (?P<op><->|->|:=|\.\.|&&|\|\||==|!=|<=|>=|[-+*/%!<>=(){}\[\],;:.?@|])
""", re.X | re.S)

RESERVED = set("""any bool const ctl ctmc deadlock define do dtmc else enum exists fairness false forall if in invariant
    ltl mdp none pctl process rule self shared states true var when where with""".split())

UNARY = {"ctl": {"AX", "EX", "AF", "EF", "AG", "EG"}, "ltl": {"X", "F", "G"}}
LEVELS = [["<->"], ["->"], ["||"], ["&&"], ["U", "W", "R"], ["==", "!="], ["<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/", "%"]]
RIGHT = {"->", "U", "W", "R"}


def tokens(text):
    """The words of a text, comments left out."""
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxFault(f"strange character {text[at]!r}")
        if match.lastgroup != "space":
            found.append((match.lastgroup, match.group()))
        at = match.end()
    return found


class Parser:
    """Recursive descent; one method for each form of the language."""

    def __init__(self, text):
        self.words = tokens(text) + [("end", "")]
        self.at = 0
        self.mode = None  # "ctl" or "ltl" inside such a formula

    def peek(self, ahead=0):
        return self.words[min(self.at + ahead, len(self.words) - 1)][1]

    def kind(self, ahead=0):
        return self.words[min(self.at + ahead, len(self.words) - 1)][0]

    def take(self, *wanted):
        """The next word, if it is one of these; else None."""
        if self.peek() in wanted and self.kind() not in ("string", "end"):
            self.at += 1
            return self.words[self.at - 1][1]
        return None

    def need(self, *wanted):
        got = self.take(*wanted)
        if got is None:
            raise SyntaxFault(f"{self.peek()!r} where {' or '.join(wanted)} is needed, word {self.at}")
        return got

    def name(self):
        if self.kind() != "name" or self.peek() in RESERVED and self.peek() != "none":
            raise SyntaxFault(f"{self.peek()!r} is no name, word {self.at}")
        self.at += 1
        return self.words[self.at - 1][1]

    def binders(self):
        names = self.names()
        self.need(":")
        return (names, self.type())

    def names(self):
        found = [self.name()]
        while self.take(","):
            found.append(self.name())
        return tuple(found)

    # declarations

    def program(self):
        if self.peek() == "model" and self.kind(1) == "name":
            self.at += 2
            self.need(";")
        kind = self.take("mdp", "dtmc", "ctmc")
        if kind:
            self.need(";")
        found = []
        while self.kind() != "end":
            found.append(self.declaration())
        return ("program", kind, tuple(found))

    def declaration(self):
        word = self.peek()
        if word == "process":
            return self.process()
        if word == "rule":
            return self.rule()
        if word == "record" and self.kind(1) == "name":
            return self.record()
        if word == "param" and self.kind(1) == "name":
            return self.param()
        if word in ("const", "enum", "define", "shared"):
            return getattr(self, word)()
        return self.property()

    def const(self):
        self.need("const")
        name = self.name()
        self.need("=")
        return self.closed(("const", name, self.expr()))

    def param(self):
        self.need("param")
        found = []
        while not found or self.take(","):
            found.append((self.name(), self.expr() if self.take("=") else None))
        return self.closed(("param", tuple(found), self.expr() if self.take("where") else None))

    def enum(self):
        self.need("enum")
        name = self.name()
        self.need("{")
        values = self.names()
        self.need("}")
        return self.closed(("enum", name, values))

    def record(self):
        self.need("record")
        name, fields = self.name(), []
        self.need("{")
        while not self.take("}"):
            names = self.names()
            self.need(":")
            of = self.type()
            fields += [(n, of) for n in names]
            self.take(";")
        self.take(";")
        return ("record", name, tuple(fields))

    def define(self):
        self.need("define")
        name, params = self.name(), []
        if self.take("("):
            while not self.take(")"):
                param = self.name()
                self.need(":")
                params.append((param, self.type()))
                self.take(",")
        self.need("=")
        return self.closed(("define", name, tuple(params), self.expr()))

    def shared(self):
        self.need("shared")
        return self.variable("shared")

    def variable(self, kind):
        names = self.names()
        self.need(":")
        of = self.type()
        return self.closed((kind, names, of, self.init() if self.take("=") else None))

    def closed(self, tree):
        self.need(";")
        return tree

    def type(self):
        if self.take("bool"):
            return ("bool",)
        if self.take("{"):
            values = self.names()
            self.need("}")
            return ("values", values)
        if self.take("["):
            dim = self.type()
            self.need("]")
            self.need("of")
            return ("array", dim, self.type())
        if self.peek() == "queue" and self.peek(1) == "[":
            self.at += 2
            length = self.expr()
            self.need("]")
            self.need("of")
            return ("queue", length, self.type())
        if self.peek() == "set" and self.peek(1) == "of":
            self.at += 2
            return ("setof", self.type())
        if self.kind() == "name" and self.peek(1) not in ("..", "+", "-", "*", "/", "%"):
            name = self.name()
            return ("named", name, bool(self.take("?")))
        low = self.level(7)
        self.need("..")
        return ("range", low, self.level(7))

    def init(self):
        if self.take("any"):
            return self.choice()
        if self.take("{"):
            items = []
            while not self.take("}"):
                items.append(self.init())
                self.take(",")
            return ("list", tuple(items))
        return self.expr()

    def operand(self):
        """An expression, or a set in braces."""
        return self.init() if self.peek() == "{" and self.kind() == "op" else self.expr()

    def choice(self):
        """What follows `any`: (binder, type, condition), each perhaps None."""
        if self.peek() in (";", ",", "}"):
            return ("any", None, None, None)
        binder = None
        if self.kind() == "name" and self.peek(1) == ":":
            binder = self.name()
            self.need(":")
        of = self.type()
        return ("any", binder, of, self.expr() if self.take("where") else None)

    def process(self):
        self.need("process")
        name = self.name()
        self.need("[")
        count = self.expr()
        self.need("]")
        ring = self.take("ring")
        self.need("{")
        items = []
        while not self.take("}"):
            items.append(self.item())
        return ("process", name, count, tuple(items), ring)

    def item(self):
        if self.take("classes"):
            found = [self.a_class()]
            while self.take(","):
                found.append(self.a_class())
            return self.closed(("classes", tuple(found)))
        if self.take("states"):
            names = self.names()
            return self.closed(("states", names, self.init() if self.take("=") else None))
        if self.take("var"):
            return self.variable("var")
        if self.peek() == "define":
            return self.define()
        return self.rule()

    def a_class(self):
        name = self.name()
        self.need("[")
        count = self.expr()
        self.need("]")
        return (name, count)

    def rule(self):
        name = source = target = None
        edge = True
        if self.take("rule"):
            name = self.name()
            edge = bool(self.take(":"))
        if edge:
            source = self.name()
            self.need("->")
            target = self.name()
        clauses, body = [], None
        while True:
            word = self.take("with", "when", "where", "rate")
            if not word:
                break
            if word == "with":
                while True:
                    names = self.names()
                    self.need(":")
                    clauses.append(("with", names, self.type()))
                    if not self.take(","):
                        break
            else:
                clauses.append((word, self.expr()))
        if self.take("do"):
            body = self.branches() or self.statement()
            self.take(";")
        else:
            self.need(";")
        return ("rule", name, source, target, tuple(clauses), body)

    def branches(self):
        here = self.at
        if not self.take("{"):
            return None
        found = []
        try:
            while True:
                weight = self.expr()
                self.need(":")
                found.append((weight, self.statement()))
                if self.take("}"):
                    return ("branches", tuple(found))
                self.need("|")
        except SyntaxFault:
            if found:
                raise
            self.at = here
            return None

    def statement(self):
        if self.take("{"):
            found = []
            while not self.take("}"):
                found.append(self.statement())
            return ("block", tuple(found))
        if self.take("if"):
            self.need("(")
            cond = self.expr()
            self.need(")")
            then = self.statement()
            return ("if", cond, then, self.statement() if self.take("else") else None)
        if self.take("forall"):
            name = self.name()
            self.need(":")
            of = self.type()
            cond = self.expr() if self.take("where") else None
            self.need("do")
            return ("all", name, of, cond, self.statement())
        target = self.postfix()
        if target[0] == "call":
            return self.closed(("do", target))
        self.need(":=")
        return self.closed(("set", target, self.choice() if self.take("any") else self.operand()))

    # properties

    def property(self):
        strong = self.take("strong")
        if strong or self.take("fair"):
            if strong:
                self.need("fair")
            of = self.need("process", "rule")
            return self.closed(("fair", bool(strong), of, self.name()))
        word = self.need("invariant", "ctl", "ltl", "pctl", "deadlock", "fairness", "reward", "initially", "end")
        if word == "deadlock":
            self.need("free")
            return self.closed(("deadlock",))
        if word in ("initially", "end"):
            return self.closed((word, self.expr()))
        name = None
        if word == "reward":
            name = self.name()
            rules = self.names() if self.take("on") else None
            self.need(":")
            return self.closed(("reward", name, rules, self.expr()))
        if self.kind() == "name" and self.peek(1) == ":":
            name = self.name()
            self.need(":")
        if word == "fairness":
            return self.closed(("fairness", name, self.expr()))
        if word == "pctl":
            return self.closed(("pctl", name, self.chance()))
        self.mode = word
        prefix = self.prefix()
        formula = self.expr()
        self.mode = None
        return self.closed(("prop", word, name, prefix, formula))

    def chance(self):
        """P, S or R without another one inside it."""
        word = self.need("P", "S", "R", "Pmin", "Pmax", "Rmin", "Rmax")
        reward = bound = None
        if self.take("{"):
            reward = self.words[self.at][1].strip('"')
            self.at += 1
            self.need("}")
        if self.take("="):
            self.need("?")
        else:
            bound = (self.need("<", "<=", ">", ">="), self.number())
        self.need("[")
        path = self.path(word[0])
        self.need("]")
        return ("chance", word[0], word[1:] or None, reward, bound, path)

    def number(self):
        self.at += 1
        return self.words[self.at - 1][1]

    def path(self, word):
        """(X F G U W, formulas, time bound or None), (C or I, (), time), (S, formulas)."""
        if word == "S":
            return ("S", (self.expr(),))
        if word == "R" and self.take("S"):
            return ("S", ())
        if word == "R" and self.peek() in ("C", "I"):
            kind = self.name()
            self.need("<=" if kind == "C" else "=")
            return (kind, (), self.number())
        if self.peek() in ("X", "F", "G"):
            kind = self.name()
            bound = self.time()
            return (kind, (self.expr(),), bound)
        left = self.expr()
        kind = self.need("U", "W")
        bound = self.time()
        return (kind, (left, self.expr()), bound)

    def time(self):
        if self.take("<="):
            return ("0", self.number())
        if self.kind() == "op" and self.peek() == "[":
            self.need("[")
            low = self.number()
            self.need(",")
            high = self.number()
            self.need("]")
            return (low, high)
        return None

    def prefix(self):
        found = []
        while self.peek() in ("forall", "exists"):
            here = self.at
            quantifier = self.need("forall", "exists")
            names = self.names()
            self.need(":")
            of = self.type()
            if not self.take("."):
                self.at = here
                break
            found.append((quantifier, names, of))
        return tuple(found)

    # expressions

    def expr(self):
        cond = self.level(0)
        if not self.take("?"):
            return cond
        then = self.operand()
        self.need(":")
        return ("cond", cond, then, self.operand())

    def level(self, n):
        if n == len(LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while self.peek() in LEVELS[n] and (self.peek() not in "UWR" or self.mode == "ltl"):
            op = self.need(self.peek())
            if op == "in":
                left = self.member(left)
            else:
                braces = self.peek() == "{" and self.kind() == "op"
                left = ("bin", op, left, self.init() if braces else self.level(n if op in RIGHT else n + 1))
        return left

    def member(self, left):
        if self.take("{"):
            values = [self.level(7)]
            while self.take(","):
                values.append(self.level(7))
            self.need("}")
            return ("inset", left, tuple(values))
        low = self.level(7)
        if not self.take(".."):
            return ("member", left, low)
        return ("inrange", left, low, self.level(7))

    def unary(self):
        op = self.take("!", "-")
        if op:
            return ("not" if op == "!" else "neg", self.unary())
        if self.kind() == "name" and self.peek() in UNARY.get(self.mode, ()):
            op = self.name()
            return ("temporal", op, self.unary())
        if self.mode == "ctl" and self.peek() in ("A", "E") and self.peek(1) == "[":
            path = self.name()
            self.need("[")
            left = self.expr()
            op = self.need("U", "W", "R")
            right = self.expr()
            self.need("]")
            return ("until", path + op, left, right)
        return self.postfix()

    def postfix(self):
        tree = self.primary()
        while True:
            if self.peek() == "." and self.kind(1) == "name":
                self.need(".")
                tree = ("field", tree, self.name())
            elif self.take("["):
                tree = ("index", tree, self.expr())
                self.need("]")
            elif self.take("@"):
                tree = ("at", tree, self.name())
            else:
                return tree

    def primary(self):
        kind, word = self.words[self.at]
        if kind == "int":
            self.at += 1
            return ("int", int(word))
        if kind == "real":
            self.at += 1
            return ("real", word)
        if self.take("("):
            tree = self.expr()
            self.need(")")
            return tree
        if self.take("@"):
            return ("at", None, self.name())
        if word in ("true", "false", "self", "none"):
            self.at += 1
            return (word,)
        if word in ("exists", "forall") or word in ("count", "sum", "min", "max") and self.kind(1) == "name":
            self.at += 1
            groups = [self.binders()]
            while self.take(","):
                groups.append(self.binders())
            where = self.expr() if self.take("where") else None
            self.need("(")
            body = self.expr()
            self.need(")")
            return ("quant", word, tuple(groups), body, where, self.unary() if self.take("else") else None)
        name = self.name()
        if self.peek() == "{" and self.kind() == "op":
            return ("record", name, self.init()[1])
        if not self.take("("):
            return ("name", name)
        args = []
        while not self.take(")"):
            args.append(self.operand())
            self.take(",")
        return ("call", name, tuple(args))


def parse(text):
    """The program that a text says, as a tree."""
    return Parser(text).program()


# printing: no more parentheses than docs/language.md asks for

OUTER = {"cond": -1, "not": len(LEVELS), "neg": len(LEVELS), "temporal": len(LEVELS), "inset": 6, "inrange": 6, "member": 6}


def tightness(e):
    """How tightly an expression binds: the number of its level, from loose to tight."""
    if e[0] == "bin":
        return next(n for n, level in enumerate(LEVELS) if e[1] in level)
    return OUTER.get(e[0], len(LEVELS) + 1)


def show(e, least=-1):
    """An expression's text, in parentheses if it binds less tightly than its place asks for."""
    text = show_plain(e)
    return f"({text})" if tightness(e) < least else text


def show_bin(e):
    op, here = e[1], tightness(e)
    left, right = (here + 1, here) if op in RIGHT else (here, here + 1)
    return f"{show(e[2], left)} {op} {show(e[3], right)}"


def show_plain(e):
    kind, tight = e[0], len(LEVELS)
    if kind in ("int", "real"):
        return str(e[1])
    if kind in ("true", "false", "self", "none"):
        return kind
    if kind == "name":
        return e[1]
    if kind == "call":
        return f"{e[1]}({', '.join(map(show, e[2]))})"
    if kind == "field":
        return f"{show(e[1], tight + 1)}.{e[2]}"
    if kind == "index":
        return f"{show(e[1], tight + 1)}[{show(e[2])}]"
    if kind == "at":
        return f"{show(e[1], tight + 1) if e[1] else ''}@{e[2]}"
    if kind in ("not", "neg"):
        return f"{'!' if kind == 'not' else '-'}{show(e[1], tight)}"
    if kind == "bin":
        return show_bin(e)
    if kind == "cond":
        return f"{show(e[1], 0)} ? {show(e[2])} : {show(e[3])}"
    if kind == "inset":
        return f"{show(e[1], 6)} in {{{', '.join(show(v, 7) for v in e[2])}}}"
    if kind == "inrange":
        return f"{show(e[1], 6)} in {show(e[2], 7)}..{show(e[3], 7)}"
    if kind == "member":
        return f"{show(e[1], 6)} in {show(e[2], 7)}"
    if kind == "record":
        return f"{e[1]}{show_init(('list', e[2]))}"
    if kind == "list":
        return show_init(e)
    if kind == "quant":
        groups = ", ".join(f"{', '.join(names)} : {show_type(t)}" for names, t in e[2])
        where = f" where ({show(e[4])})" if e[4] else ""
        return f"{e[1]} {groups}{where} ({show(e[3])})" + (f" else {show(e[5], tight)}" if e[5] else "")
    if kind == "temporal":
        return f"{e[1]} {show(e[2], tight)}"
    if kind == "until":
        return f"{e[1][0]} [ {show(e[2])} {e[1][1]} {show(e[3])} ]"
    raise ValueError(kind)


def show_type(t):
    kind = t[0]
    if kind == "bool":
        return "bool"
    if kind == "range":
        return f"{show(t[1], 7)}..{show(t[2], 7)}"
    if kind == "values":
        return "{ " + ", ".join(t[1]) + " }"
    if kind == "array":
        return f"[{show_type(t[1])}] of {show_type(t[2])}"
    if kind == "queue":
        return f"queue[{show(t[1])}] of {show_type(t[2])}"
    if kind == "setof":
        return f"set of {show_type(t[1])}"
    return t[1] + ("?" if t[2] else "")


def show_init(i):
    if i[0] == "list":
        return "{" + ", ".join(map(show_init, i[1])) + "}"
    if i[0] != "any":
        return show(i)
    _, binder, of, cond = i
    return ("any" + (f" {binder} :" if binder else "") + (f" {show_type(of)}" if of else "")
            + (f" where {show(cond)}" if cond else ""))


def show_statement(s):
    kind = s[0]
    if kind == "block":
        return "{ " + " ".join(map(show_statement, s[1])) + " }"
    if kind == "if":
        then = show_statement(s[2])
        if s[3] and s[2][0] in ("if", "all"):  # whose `else` would it be?
            then = f"{{ {then} }}"
        tail = f" else {show_statement(s[3])}" if s[3] else ""
        return f"if ({show(s[1])}) {then}{tail}"
    if kind == "all":
        where = f" where {show(s[3])}" if s[3] else ""
        return f"forall {s[1]} : {show_type(s[2])}{where} do {show_statement(s[4])}"
    if kind == "do":
        return f"{show(s[1])};"
    return f"{show(s[1])} := {show_init(s[2])};"


def show_rule(r, indent=""):
    _, name, source, target, clauses, body = r
    text = indent + (f"rule {name}" if name else "")
    if source:
        text += (" : " if name else "") + f"{source} -> {target}"
    for clause in clauses:
        if clause[0] == "with":
            text += f" with {', '.join(clause[1])} : {show_type(clause[2])}"
        else:
            text += f" {clause[0]} {show(clause[1])}"
    if body is None:
        return text + ";"
    if body[0] == "branches":
        return text + " do { " + " | ".join(f"{show(p)}: {show_statement(s)}" for p, s in body[1]) + " }"
    return text + " do " + show_statement(body)


def show_variable(d, word):
    return f"{word} {', '.join(d[1])} : {show_type(d[2])}" + (f" = {show_init(d[3])}" if d[3] else "") + ";"


def show_declaration(d):
    kind = d[0]
    if kind == "param":
        items = ", ".join(n + (f" = {show(e)}" if e else "") for n, e in d[1])
        return f"param {items}{f' where {show(d[2])}' if d[2] else ''};"
    if kind == "const":
        return f"const {d[1]} = {show(d[2])};"
    if kind == "enum":
        return f"enum {d[1]} {{ {', '.join(d[2])} }};"
    if kind == "record":
        return f"record {d[1]} {{ " + "; ".join(f"{n} : {show_type(t)}" for n, t in d[2]) + " }"
    if kind == "define":
        params = "(" + ", ".join(f"{p} : {show_type(t)}" for p, t in d[2]) + ")" if d[2] else ""
        return f"define {d[1]}{params} = {show(d[3])};"
    if kind in ("shared", "var"):
        return show_variable(d, kind)
    if kind == "classes":
        return f"classes {', '.join(f'{n}[{show(c)}]' for n, c in d[1])};"
    if kind == "states":
        return f"states {', '.join(d[1])}" + (f" = {show_init(d[2])}" if d[2] else "") + ";"
    if kind == "rule":
        return show_rule(d)
    if kind == "process":
        return f"process {d[1]}[{show(d[2])}]{' ring' if d[4] else ''} {{\n" + "".join(f"  {show_declaration(i)}\n" for i in d[3]) + "}"
    if kind == "deadlock":
        return "deadlock free;"
    if kind in ("initially", "end"):
        return f"{kind} {show(d[1])};"
    if kind == "fair":
        return f"{'strong ' if d[1] else ''}fair {d[2]} {d[3]};"
    label = f"{d[1]}: " if d[1] else ""
    if kind == "fairness":
        return f"fairness {label}{show(d[2])};"
    if kind == "reward":
        return f"reward {d[1]}{' on ' + ', '.join(d[2]) if d[2] else ''}: {show(d[3])};"
    if kind == "pctl":
        return f"pctl {label}{show_chance(d[2])};"
    label = f" {d[2]}:" if d[2] else ""
    prefix = "".join(f" {q} {', '.join(names)} : {show_type(t)} ." for q, names, t in d[3])
    return f"{d[1]}{label}{prefix} {show(d[4])};"


def show_chance(f):
    _, word, best, reward, bound, path = f
    head = word + (best or "") + (f'{{"{reward}"}}' if reward else "") + (f"{bound[0]}{bound[1]}" if bound else "=?")
    formulas = [show(e, len(LEVELS)) for e in path[1]]
    if path[0] in ("C", "I"):
        inside = f"{path[0]}{'<=' if path[0] == 'C' else '='}{path[2]}"
    elif path[0] == "S":
        inside = formulas[0] if formulas else "S"
    else:
        low, high = path[2] or (None, None)
        time = "" if not path[2] else f"<={high}" if low == "0" else f"[{low},{high}]"
        inside = f"{path[0]}{time} {formulas[-1]}"
        inside = f"{formulas[0]} {inside}" if len(formulas) > 1 else inside
    return f"{head} [ {inside} ]"


def text_of(program):
    """A program's text, which parse() reads as the same tree."""
    head = f"{program[1]};\n" if program[1] else ""
    return head + "".join(show_declaration(d) + "\n" for d in program[2])

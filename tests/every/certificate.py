"""Reads a certificate of gentrans prove: columns, controls, the start and the rules, as functions of Python."""
import re


def tokens(text):
    return re.findall(r"\|[^|]*\||[()]|[^\s()|]+", text)


def tree(words):
    """The first expression of these words, which are consumed."""
    word = words.pop(0)
    if word != "(":
        return word.strip("|") if word.startswith("|") else word
    found = []
    while words[0] != ")":
        found.append(tree(words))
    words.pop(0)
    return found


OPERATORS = {">=": ">=", "=": "==", "<": "<", "+": "+", "*": "*", "and": "and", "or": "or"}


def python(e):
    """An expression as text of Python over v, a dictionary of the columns."""
    if isinstance(e, str):
        return {"true": "True", "false": "False"}.get(e) or (e if re.fullmatch(r"\d+", e) else "v[%r]" % e)
    if e[0] == "-" and len(e) == 2:
        return "(-%s)" % python(e[1])
    if e[0] == "not":
        return "(not %s)" % python(e[1])
    return "(%s)" % (" %s " % OPERATORS[e[0]]).join(python(x) for x in e[1:])


def function(e):
    return eval("lambda v: " + python(e), {})  # nothing but what python() writes


class Certificate:
    """One property's part of a file."""

    def __init__(self, text):
        names = re.findall(r"^\(declare-const \|([^|]*)\| Int\)$", text, re.M)
        self.columns = [n for n in names if not n.endswith("'")]
        self.controls = [dict(x.split("=") for x in (c.split(" ") if "=" in c else []))
                         for c in re.findall(r"^; control \d+: (.*)$", text, re.M)]
        self.inits = [(int(q), function(tree(tokens(body)))) for body, q in
                      re.findall(r"^\(define-fun init\d+ \(\) Bool (.*)\) ; in control (\d+)$", text, re.M)]
        self.rules = [[] for _ in self.controls]
        for q, body, to in re.findall(r"^\(define-fun r(\d+)\.\d+ \(\) Bool (.*)\) ; to control (\d+): ", text, re.M):
            _, guard, *posts = tree(tokens(body))
            after = {p[1][:-1]: function(p[2]) for p in posts}
            if set(after) != set(self.columns):
                raise ValueError("a rule that says nothing of a column")
            self.rules[int(q)].append((function(guard), after, int(to)))

    def steps(self, q, v):
        return [(to, {c: f(v) for c, f in after.items()}) for guard, after, to in self.rules[q] if guard(v)]


def parts(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n(reset)\n")

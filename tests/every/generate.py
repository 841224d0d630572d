"""Small random programs with open sizes: 3 to 5 locations, a bit, an id, an integer bounded by the size, guards that look
at all processes, broadcasts. Most are nonsense; nearly all are accepted."""
import random


def guard(r, locations, has):
    where = lambda: r.choice(locations)
    kinds = ["true", "exists", "forall", "count", "size"]
    kinds += ["bit"] * ("bit" in has) + ["id"] * ("id" in has) + ["idloc"] * ("id" in has) + ["int"] * 2 * ("int" in has)
    kind = r.choice(kinds)
    if kind == "exists":
        return "(exists j : P (j != self && j@%s))" % where()
    if kind == "forall":
        return "(forall j : P (j == self || %sj@%s))" % (r.choice(["", "!"]), where())
    if kind == "count":
        return "(count j : P (j@%s)) %s %d" % (where(), r.choice([">=", "<=", "==", "<"]), r.randint(0, 2))
    if kind == "size":
        return "(count j : P (j@%s)) %s n - %d" % (where(), r.choice([">=", "<=", "==", "<"]), r.randint(0, 2))
    if kind == "bit":
        return r.choice(["", "!"]) + "b"
    if kind == "id":
        return r.choice(["d == self", "d != self"] + ["d == none"] * ("none" in has))
    if kind == "idloc":
        return ("d != none && " if "none" in has else "") + "d@%s" % where()
    if kind == "int":
        return r.choice(["k < n", "k > 0", "k == n", "k < n - 1", "k == 0", "k <= (count j : P (j@%s))" % where()])
    return "true"


def effect(r, locations, has):
    kinds = ["none", "none", "all"]
    kinds += ["bit"] * ("bit" in has) + ["id"] * ("id" in has) + ["int"] * 3 * ("int" in has)
    kind = r.choice(kinds)
    if kind == "bit":
        return r.choice(["b := true;", "b := false;", "b := !b;"])
    if kind == "id":
        return r.choice(["d := self;", "d := any;"] + ["d := none;"] * ("none" in has))
    if kind == "int":
        return r.choice(["k := k + 1;", "k := k - 1;", "k := 0;", "k := min(k + 1, n);", "k := max(k - 1, 0);",
                         "k := n - k;", "k := count j : P (j@%s);" % r.choice(locations)])
    if kind == "all":
        a, b = r.sample(locations, 2)
        return "forall j : P where j != self && j@%s%%s do { j.loc := %s; }" % (a, b)
    return ""


def program(seed):
    r = random.Random(seed)
    locations = ["L%d" % i for i in range(r.randint(3, 5))]
    has = {name for name in ("bit", "id", "int") if r.random() < 0.45}
    if "id" in has and r.random() < 0.5:
        has.add("none")
    text = "model random_%d;\nconst n = 3;\n" % seed
    text += "shared b : bool = %s;\n" % r.choice(["false", "any"]) if "bit" in has else ""
    text += ("shared d : P? = none;\n" if "none" in has else "shared d : P = any;\n") if "id" in has else ""
    text += "shared k : 0..n = %s;\n" % r.choice(["0", "n", "1"]) if "int" in has else ""
    text += "process P[n] {\n  states %s;\n" % ", ".join(locations)
    for number in range(r.randint(3, 7)):
        a, b = r.choice(locations), r.choice(locations)
        guards = [guard(r, locations, has) for _ in range(r.randint(0, 2))]
        partner = " with p : P where p@%s" % r.choice(locations) if r.random() < 0.15 else ""
        body = effect(r, locations, has)
        body = body.replace("%s", " && j != p" if partner else "")
        body += " p.loc := %s;" % r.choice(locations) if partner else ""
        text += "  rule r%d : %s -> %s%s%s%s\n" % (number, a, b, partner, " when " + " && ".join(guards) if guards else "",
                                                  " do { %s }" % body if body.strip() else ";")
    text += "}\n"
    a, b = r.sample(locations, 2)
    text += "invariant most: (count j : P (j@%s)) <= %d;\n" % (a, r.randint(1, 2))
    text += "invariant apart: !(exists i, j : P (i != j && i@%s && j@%s));\n" % (a, b)
    text += "invariant never: forall i : P (!i@%s);\n" % r.choice(locations)
    text += "invariant then: (exists i : P (i@%s)) -> (exists j : P (j@%s));\n" % (b, a)
    text += "deadlock free;\n"
    return text

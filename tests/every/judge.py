"""Certificates and z3: which queries of a certificate have a solution once a clause, a rule or an effect is gone."""
import re

CLAUSE = re.compile(r"^\(define-fun \|(c\d+\.\d+)\| \(\) Bool (?!false)", re.M)


def clauses(text):
    """The names of the clauses of controls that are reached."""
    return CLAUSE.findall(text)


def without(text, clause):
    """The certificate with that clause dropped: true before and after every step."""
    return re.sub(r"^(\(define-fun \|%s'?\| \(\) Bool ).*\)$" % re.escape(clause), r"\1true)", text, flags=re.M)


def without_effect(text):
    """The first rule that changes a number changes none, and the name of that rule."""
    for line in re.findall(r"^\(define-fun r\d+\.\d+ .*$", text, re.M):
        changed = re.sub(r"\(= \|([^|]*)'\| \(\+ [^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)\)",
                         lambda m: "(= |%s'| (+ 0 |%s| 0))" % (m.group(1), m.group(1)), line)
        if changed != line:
            return text.replace(line, changed, 1)
    return None


def without_rule(text):
    """One rule less."""
    line = re.search(r"^\(define-fun r\d+\.\d+ .*\n", text, re.M)
    return text.replace(line.group(0), "", 1)

"""Cuts a program down as long as it fails in the same way."""
from syntax import parse, text_of

LISTS = {"program": (2,), "process": (3,), "block": (1,), "rule": (4,), "branches": (1,), "prop": (3,), "list": (1,)}
OPTIONS = {"quant": (4, 5), "shared": (3,), "var": (3,), "states": (2,), "rule": (5,), "any": (3,), "if": (3,), "all": (3,)}
EXPRESSIONS = {"bin", "not", "cond", "quant", "temporal", "until", "call", "name", "at", "inset", "inrange", "index"}


def smaller(tree):
    """Trees that have one part less, larger cuts first; few of them are programs."""
    if not isinstance(tree, tuple) or not tree:
        return
    for at in LISTS.get(tree[0], ()):
        for i in range(len(tree[at])):
            yield tree[:at] + (tree[at][:i] + tree[at][i + 1:],) + tree[at + 1:]
    for at in OPTIONS.get(tree[0], ()):
        if tree[at]:
            yield tree[:at] + (None,) + tree[at + 1:]
    if tree[0] in EXPRESSIONS:
        yield from (kid for kid in tree[1:] if isinstance(kid, tuple) and kid and isinstance(kid[0], str))
        yield from (leaf for leaf in (("true",), ("false",), ("int", 0), ("int", 1)) if leaf != tree)
    if tree[0] == "if":
        yield from (kid for kid in tree[2:] if kid)
    if tree[0] == "process" and tree[2][0] == "int" and tree[2][1] > 1:
        yield tree[:2] + (("int", tree[2][1] - 1),) + tree[3:]
    for at, kid in enumerate(tree):
        for other in smaller(kid):
            yield tree[:at] + (other,) + tree[at + 1:]


def shrink(text, fails, tries=600):
    """The smallest text found that fails; `fails(text)` is asked at most so often."""
    tree, again = parse(text), True
    while again:
        again = False
        for other in smaller(tree):
            try:
                shorter = text_of(other)
                parse(shorter)
            except (Exception,):  # pylint: disable=broad-except
                continue  # no program at all
            tries -= 1
            if tries < 0:
                return text_of(tree)
            if fails(shorter):
                tree, again = other, True
                break
    return text_of(tree)

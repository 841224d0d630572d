"""As much of JSON Schema as docs/gentrans.schema.json uses; a keyword it does not know is an error of the schema."""
import json
import os
import re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "gentrans.schema.json")
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
IGNORED = {"$schema", "title", "description", "$defs"}


def is_a(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def children(value, schema, at, top):
    """What is wrong below an object or an array."""
    if isinstance(value, dict):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        for key, child in value.items():
            if key in known:
                yield from problems(child, known[key], at + "/" + key, top)
            elif rest is False:
                yield at + ": " + key + " is not in the schema"
            elif rest is not True:
                yield from problems(child, rest, at + "/" + key, top)
        yield from (at + ": no " + key for key in schema.get("required", ()) if key not in value)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield "%s: %d items" % (at, len(value))
        for i, child in enumerate(value):
            yield from problems(child, schema.get("items", {}), "%s/%d" % (at, i), top)


def problems(value, schema, at, top):
    """Sentences: where the value is not what the schema says."""
    for keyword in schema:
        if keyword not in IGNORED | {"$ref", "anyOf", "type", "enum", "pattern", "properties", "additionalProperties", "required",
                                     "items", "minItems", "maxItems"}:
            raise ValueError("the schema has '%s', which this validator does not know" % keyword)
    if "$ref" in schema:
        yield from problems(value, top["$defs"][schema["$ref"].rpartition("/")[2]], at, top)
    if "anyOf" in schema and all(list(problems(value, s, at, top)) for s in schema["anyOf"]):
        yield "%s: %r is none of those allowed" % (at, value)
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_a(value, name) for name in names):
        yield "%s: %r is no %s" % (at, value, " or ".join(names))
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        yield "%s: %r is not one of %s" % (at, value, schema["enum"])
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield "%s: %r does not match %s" % (at, value, schema["pattern"])
    yield from children(value, schema, at, top)


def judge(text):
    """What is wrong with an output of --json; a list."""
    with open(FILE, encoding="utf-8") as file:
        top = json.load(file)
    return list(problems(json.loads(text), top, "", top))

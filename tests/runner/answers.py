"""Reading what --json prints (docs/json.md)."""
import json

from runner import schema


def reports(text):
    """One for each file; those of files with an error have no verdicts."""
    problems = list(schema.judge(text))
    if problems:
        raise ValueError("not as docs/gentrans.schema.json says: " + problems[0])
    answer = json.loads(text)
    if answer["gentrans"]["schema"] != 1:
        raise ValueError("schema %s" % answer["gentrans"]["schema"])
    return answer["files"]


def report(text):
    """That of the only file; a ValueError if there is no result in it."""
    found = reports(text)
    if len(found) != 1:
        raise ValueError("%d reports for one file" % len(found))
    if "properties" not in found[0]:
        raise ValueError(found[0].get("error") or "no verdicts")
    return found[0]

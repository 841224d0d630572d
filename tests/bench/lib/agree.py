"""What the tools must agree on."""
from lib import tools

UNFINISHED = ("time", "memory", "not tried")
KINDS = {tool.key: tool for tool in tools.ALL + tools.STORM}


def same(a, b):
    """NuSMV prints six digits of large numbers."""
    return a == b or (isinstance(a, float) or isinstance(b, float)) and abs(a - b) <= 1e-5 * max(a, b)


def disagreements(protocol, rows):
    """A sentence for each verdict or number of states that does not fit the others', or the closed form."""
    for n in sorted({row["n"] for row in rows}):
        here = [row for row in rows if row["n"] == n and row["outcome"] not in UNFINISHED]
        for row in here[1:]:
            if row["outcome"] != here[0]["outcome"]:
                yield "n = %d: %s says %s, %s says %s" % (n, here[0]["tool"], here[0]["outcome"], row["tool"], row["outcome"])
        known = dict(zip(("orbits", "states"), protocol.counts(n) or ()))
        by = {kind: "the closed form" for kind in known}
        for row in here:
            kind = KINDS[row["tool"]].counts
            if row["states"] is None or kind == "between":
                continue
            if kind not in known:
                known[kind], by[kind] = row["states"], row["tool"]
            elif not same(known[kind], row["states"]):
                yield "n = %d: %s finds %s states, %s %s" % (n, row["tool"], row["states"], by[kind], known[kind])
        for row in here:
            if row["states"] is None or KINDS[row["tool"]].counts != "between":
                continue
            if row["states"] < known.get("orbits", 0) or row["states"] > known.get("states", row["states"]):
                yield "n = %d: %s finds %s states, outside of %s" % (n, row["tool"], row["states"], known)

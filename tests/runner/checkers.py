"""Where the other model checkers are: the environment's (GENTRANS_NUSMV and so on), the prefix's, PATH's."""
import os
import shutil

PROGRAMS = {"nusmv": "NuSMV", "spin": "spin", "storm": "storm", "tlc": "tlc", "rumur": "rumur", "abc": "berkeley-abc", "yosys": "yosys"}


def prefix(environment=os.environ):
    cache = environment.get("GENTRANS_CACHE") or os.path.join(os.path.expanduser("~"), ".cache", "gentrans")
    return environment.get("GENTRANS_CHECKERS") or os.path.join(cache, "checkers")


def find(name, environment=os.environ):
    """The path of that checker, or None."""
    given = environment.get("GENTRANS_" + name.upper())
    if given:
        return shutil.which(given)
    program = PROGRAMS.get(name, name)
    return shutil.which(program, path=os.path.join(prefix(environment), "bin")) or shutil.which(program)


def absent(check, title):
    """What a check says, and its exit code, if its only checker is not there: a visible skip, in CI a failure."""
    ci = os.environ.get("CI") == "true"
    print("%s %s: %s is not installed (scripts/checkers)" % ("FAILED " if ci else "skipped", check, title))
    print("0 passed, %d failed, %d skipped" % (ci, not ci))
    return int(ci)

"""Collects cases, runs them in parallel, counts, and closes with `N passed, N failed, N skipped`."""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import time

from . import checkers, docs, steps, verdicts
from .directives import BadCase, Case, Step

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXTENSIONS = (".sym", ".xml", ".md", ".case")


def find_checkers(environment):
    """The path of each checker, exported for gentrans to find the same."""
    found = {name: checkers.find(name, environment) for name in checkers.PROGRAMS}
    found = {name: path for name, path in found.items() if path}
    environment.update({"GENTRANS_" + name.upper(): path for name, path in found.items()})
    return found


class Test:
    """One thing that passes, fails or is skipped."""

    def __init__(self, name, action, skipped=None):
        self.name, self.action, self.skipped = name, action, skipped


def in_folder(action):
    """Runs action(folder) with a temporary folder of its own."""
    folder = tempfile.mkdtemp(prefix="gentrans-case-")
    try:
        return action(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def missing_program(case, tools):
    for name in case.needs:
        if name not in tools.found and not shutil.which(name, path=tools.environment.get("PATH")):
            return name
    return None


def absent(name, tools):
    """A checker that is not there is a visible skip, and in CI a failure."""
    message = "%s is not installed: scripts/checkers" % name
    if tools.environment.get("CI") == "true":
        return (lambda: [message]), None
    return None, message


def run_steps(case, source, tools, folder):
    for command in case.setup:
        outcome = tools.run(steps.expand(command, source, folder), folder, case.timeout)
        if outcome.code != 0:
            return ["setup failed: " + command, outcome.err]
    problems = []
    for step in case.steps:
        problems += steps.run_step(case, step, tools, source, folder)
    return problems


def case_tests(name, case, source, tools, full):
    """The tests of one case: its steps together, and one per instance and configuration."""
    lacking = missing_program(case, tools)
    if lacking:
        action, skipped = absent(lacking, tools)
        return [Test(name, action, skipped)]
    tests = []
    if not case.steps and not case.wants_verdicts():
        case.steps.append(Step(None))
    if case.steps and tools.run_the_steps:
        tests.append(Test(name, lambda: in_folder(lambda folder: run_steps(case, source, tools, folder))))
    if not case.wants_verdicts():
        return tests
    instances = case.effective_instances()
    if not tools.run_the_steps:
        instances = instances[:int(tools.environment.get("GENTRANS_INSTANCES", len(instances)))]
    for instance in instances:
        for configuration in verdicts.configurations(case, tools, full):
            label, _, checker, tags = configuration
            if tools.run_the_steps == bool(checker):
                continue
            title = "%s [%s]" % (name, " ".join([label] + instance.args))
            reasons = [case.skip[tag] for tag in tags if tag in case.skip]
            if reasons:
                tests.append(Test(title, None, reasons[0]))
            elif checker and checker not in tools.found:
                action, skipped = absent(checker, tools)
                tests.append(Test(title, action, skipped))
            else:
                tests.append(Test(title, verdict_action(case, instance, configuration, tools, source)))
    return tests


def verdict_action(case, instance, configuration, tools, source):
    def action():
        return in_folder(
            lambda folder: verdicts.run_verdict(case, instance, configuration, tools, source, folder))
    return action


def page_tests(name, path, text, tools):
    """One test per page: its blocks share a folder and run in order."""
    def action():
        def run(folder):
            docs.link_repository(folder, ROOT)
            for line, language, info, directives, content in docs.blocks(text):
                problems = []
                if language == "sym" and "fragment" not in info.split():
                    source = os.path.join(folder, docs.named(info) or "example-%d.sym" % line)
                    with open(source, "w", encoding="utf-8") as file:
                        file.write(content)
                    case = Case(path, "\n".join(directives) + "\n")
                    if not case.steps and not docs.named(info):
                        case.steps.append(Step(None))
                    problems = run_steps(case, source, tools, folder)
                elif language == "console":
                    problems = docs.run_console(content, tools, folder, 60.0)
                if problems:
                    return ["%s:%d:" % (path, line)] + problems
            return []
        return in_folder(run)
    runs = any(language == "console" or (language == "sym" and "fragment" not in info.split())
               for _, language, info, _, _ in docs.blocks(text))
    return [Test(name, action)] if runs else []


def collect(paths, tools, options):
    tests = []
    for path in paths:
        if not os.path.exists(path):
            sys.exit("run-cases: no such file or folder: %s" % path)
        files = [path]
        if os.path.isdir(path):
            files = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
        for file in sorted(files):
            name = os.path.relpath(file, ROOT)
            if name.startswith(".."):
                name = file
            if not file.endswith(EXTENSIONS) or options.keyword not in name:
                continue
            tests += file_tests(name, os.path.abspath(file), tools, options.full)
    return tests


def file_tests(name, path, tools, full):
    with open(path, "rb") as file:
        text = steps.decode(file.read())
    try:
        if path.endswith(".md"):
            return page_tests(name, path, text, tools) if tools.run_the_steps else []
        return case_tests(name, Case(path, text), path, tools, full)
    except BadCase as error:
        message = str(error)
        return [Test(name, lambda: [message])]


def run_test(test):
    if test.action is None:
        return "skipped", [test.skipped], 0.0
    begin = time.monotonic()
    try:
        problems = test.action()
    except verdicts.Unfinished as unfinished:
        return "skipped", [str(unfinished)], time.monotonic() - begin
    except subprocess.TimeoutExpired as error:
        problems = [str(error)]
    except BadCase as error:
        problems = [str(error)]
    return ("failed" if problems else "passed"), problems, time.monotonic() - begin


def report(test, status, problems, seconds, verbose):
    if status == "failed":
        print("FAILED  %s" % test.name)
        for problem in problems:
            print("        %s" % problem)
    elif status == "skipped":
        print("skipped %s: %s" % (test.name, problems[0]))
    elif verbose:
        print("passed  %s (%.1f s)" % (test.name, seconds))
    sys.stdout.flush()


def main(arguments):
    parser = argparse.ArgumentParser(prog="run-cases", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="FILE or FOLDER")
    parser.add_argument("--gentrans", required=True, help="the program under test")
    parser.add_argument("--checkers", action="store_true", help="run the external checkers instead of the rest")
    parser.add_argument("--full", action="store_true", help="external checkers: every encoding, and unreduced")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("-k", dest="keyword", default="", help="only cases whose path contains this")
    parser.add_argument("-v", "--verbose", action="store_true", help="also name what passed")
    options = parser.parse_args(arguments)

    environment = dict(os.environ)
    gentrans = os.path.abspath(options.gentrans)
    environment["PATH"] = os.path.dirname(gentrans) + os.pathsep + environment.get("PATH", "")
    environment["LC_ALL"] = "C.UTF-8"
    tools = steps.Tools(gentrans, environment, float(environment.get("GENTRANS_TEST_SLOW", "1")))
    tools.found = find_checkers(environment)
    tools.checkers = tools.found if options.checkers else None
    tools.run_the_steps = not options.checkers

    tests = collect(options.paths, tools, options)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, (status, problems, seconds) in zip(tests, pool.map(run_test, tests)):
            counts[status] += 1
            report(test, status, problems, seconds, options.verbose)
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return 1 if counts["failed"] else 0

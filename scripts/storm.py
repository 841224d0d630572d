"""The part of Storm's command line that gentrans uses, on Storm's Python library.

    storm --prism model.prism --prop model.props [--engine dd] [--exact] [--precision X] [--timebounded:absolute] [--json]

Computing is sound (Storm's --sound) unless it is exact.

Prints, as the storm program does, for every property

    Model checking property "name": P=? [F "done"] ...
    Result (for initial states): 0.5

and before that the size of the model. --json prints one JSON object instead. Exit code 0 when every property got
a value, 1 when Storm refused one (the reason is printed in place of the result), 2 when the model is bad.
"""
import argparse
import json
import sys

import stormpy


def values_of(result, states):
    """The values in these states: truth values, or numbers."""
    if hasattr(result, "get_truth_values_vector"):
        truth = result.get_truth_values_vector()
        return [bool(truth[state]) for state in states]
    return [result.get_value(state) for state in states]


def symbolic_values_of(result, start):
    """The same from decision diagrams: whether all of the states of `start` satisfy it, or the least and the greatest number."""
    result.filter(start)
    return [result.forall_true()] if hasattr(result, "forall_true") else [result.get_min(), result.get_max()]


def show(values):
    """Initial states usually agree; Storm prints the range when they do not."""
    if isinstance(values[0], bool):
        return "true" if all(values) else "false"
    # Among fractions infinity is a float, which they cannot be compared with.
    finite = [value for value in values if not isinstance(value, float) or value != float("inf")]
    low = format_number(min(finite)) if finite else "inf"
    high = format_number(max(finite)) if len(finite) == len(values) else "inf"
    return low if low == high else "[%s, %s] (range)" % (low, high)


def format_number(number):
    return "%.17g" % number if isinstance(number, float) else str(number)


def plain(value):
    """A value JSON can carry: infinity and exact fractions as text."""
    if isinstance(value, bool):
        return value
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return value
    return format_number(value)


def environment_of(options):
    """How Storm computes. Its settings can be set once, so this is for all properties of a run."""
    settings = []
    if options.precision is not None:
        settings += ["--precision", repr(options.precision)]
    if options.absolute:
        settings += ["--timebounded:absolute"]
    if settings:
        stormpy.developer.set_from_exploded_string(settings)
    environment = stormpy.developer.EnvironmentBuilder.build_environment()
    if options.exact:
        environment.solver().force_exact = True
    else:
        environment.solver().force_soundness = True
    return environment


def precision(text):
    value = float(text)
    if not 0 < value < 1:
        raise ValueError
    return value


def main():
    parser = argparse.ArgumentParser(prog="storm", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--prism", required=True, metavar="FILE")
    parser.add_argument("--prop", metavar="FILE or FORMULA", default="")
    parser.add_argument("--engine", choices=["sparse", "dd"], default="sparse")
    parser.add_argument("--exact", action="store_true", help="rational arithmetic")
    parser.add_argument("--sound", action="store_true", help="always so; as Storm's own command has it")
    parser.add_argument("--precision", type=precision, metavar="X", help="of what is computed; 1e-6 unless told")
    parser.add_argument("--timebounded:absolute", dest="absolute", action="store_true",
                        help="the precision of what has a time bound is absolute")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--version", action="version", version="Storm (stormpy %s)" % stormpy.__version__)
    options = parser.parse_args()

    try:
        environment = environment_of(options)
        program = stormpy.parse_prism_program(options.prism, prism_compatibility=True)
        text = options.prop
        if text and "[" not in text:
            with open(text, encoding="utf-8") as file:
                text = file.read()
        properties = stormpy.parse_properties(text, program) if text.strip() else []
        number = stormpy.Rational if options.exact else float
        if options.engine == "dd":
            program = program.substitute_formulas().substitute_constants()  # which the library leaves in labels
            model = stormpy.build_symbolic_model[number](program, properties or None)
            start = stormpy.model_checking(model, stormpy.parse_properties('"init"')[0])
        else:
            model = stormpy.build_model[number](program, properties or None)
    except (RuntimeError, OSError, ValueError) as error:
        print("storm: %s" % error, file=sys.stderr)
        return 2

    kind = str(model.model_type).rsplit(".", maxsplit=1)[-1]
    report = {"type": kind, "states": model.nr_states, "transitions": model.nr_transitions, "properties": []}
    if not options.json:
        print("Storm (stormpy %s)\n" % stormpy.__version__)
        print("Model type: \t%s (%s)" % (kind, options.engine))
        print("States: \t%d" % model.nr_states)
        print("Transitions: \t%d" % model.nr_transitions)
    code = 0
    for index, prop in enumerate(properties, 1):
        name = prop.get_name() or str(index)
        entry = {"name": name, "formula": str(prop.get_raw_formula())}
        if not options.json:
            # Before the work, so that what Storm itself logs stands below the property it belongs to.
            print('\nModel checking property "%s": %s ...' % (name, entry["formula"]), flush=True)
        try:
            result = stormpy.model_checking(model, prop, only_initial_states=True, environment=environment)
            if result is None:
                raise RuntimeError("Storm does not compute this" + (" with fractions" if options.exact else ""))
            values = symbolic_values_of(result, start) if options.engine == "dd" else values_of(result, model.initial_states)
            entry["values"] = [plain(v) for v in values]
            line = "Result (for initial states): %s" % show(values)
        except RuntimeError as error:
            entry["error"] = str(error)
            line = "ERROR: %s" % error
            code = 1
        report["properties"].append(entry)
        if not options.json:
            print(line, flush=True)
    if options.json:
        print(json.dumps(report, indent=2))
    return code


sys.exit(main())

"""Answers the queries of an SMT-LIB file: solver.py z3|cvc5 FILE prints one line per (check-sat), as the solver has it.
Each query has 60 seconds (SOLVER_SECONDS)."""
import os
import sys

MILLISECONDS = int(float(os.environ.get("SOLVER_SECONDS", "60")) * 1000)


def by_z3(text):
    import z3

    context = z3.Context()
    said = z3.Z3_eval_smtlib2_string(context.ref(), "(set-option :timeout %d)\n%s" % (MILLISECONDS, text))
    sys.stdout.write(said)


def by_cvc5(text):
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("incremental", "true")
    solver.setOption("tlimit-per", str(MILLISECONDS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    symbols = parser.getSymbolManager()
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return
        answer = str(command.invoke(solver, symbols)).strip()
        if answer not in ("", "success"):
            print(answer)


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        parts = file.read().split("\n(reset)\n")
    for part in parts: # each is a file of its own
        {"z3": by_z3, "cvc5": by_cvc5}[sys.argv[1]](part)


main()

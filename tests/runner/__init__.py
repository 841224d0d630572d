"""The case runner; tests/run-cases is the command."""

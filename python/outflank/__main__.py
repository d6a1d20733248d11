"""``python -m outflank``: the program, as ``outflank`` on the command line."""

from __future__ import annotations

import sys

from ._outflank import run_program


def main() -> None:
    """Runs the program with the words of the command line, and ends with its exit code."""
    sys.exit(run_program(sys.argv[1:]))


if __name__ == "__main__":
    main()

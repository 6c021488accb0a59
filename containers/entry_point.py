"""The dispatch of commands in the entry points of packages (`python containers/PACKAGE COMMAND`)."""

import importlib
import sys
from collections.abc import Mapping


def run_command(modules: Mapping[str, str]) -> int:
    """Runs the command named by the first argument and returns its exit code; 2 for an unknown command.

    `modules`: the name of the module of each command. Its function `main` gets the remaining arguments.
    """
    command, *arguments = sys.argv[1:] or [""]
    if command not in modules:
        print(f"Unknown command {command!r}. Use one of: {', '.join(modules)}.", file=sys.stderr)
        return 2
    exit_code: int = importlib.import_module(modules[command]).main(arguments)
    return exit_code

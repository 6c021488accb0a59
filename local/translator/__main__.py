"""Entry point of the package: `python local/translator COMMAND`.

fetch FOLDER [CODE...]   fetches models, see fetch.py
serve FOLDER             translates the lines of stdin, see serve.py
"""

import importlib
import sys
from pathlib import Path

# Python puts the folder that it runs first on the path. The packages are imported by their names instead, so that their
# modules cannot shadow those of libraries.
ROOT = Path(__file__).resolve().parents[2]
sys.path[0:1] = [str(ROOT / "local"), str(ROOT / "containers")]

COMMANDS = {"fetch": "translator.fetch", "serve": "translator.serve"}


def main() -> int:
    """Runs the command named by the first argument and returns its exit code; 2 for an unknown command."""
    command, *arguments = sys.argv[1:] or [""]
    if command not in COMMANDS:
        print(f"Unknown command {command!r}. Use one of: {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    exit_code: int = importlib.import_module(COMMANDS[command]).main(arguments)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())

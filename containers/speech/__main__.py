"""Entry point of the package: `python containers/speech COMMAND`.

task [extract]      runs one job of the container, see task/run.py
recognize FILE...   prints recognitions as JSON, see command_line.py
bench ...           measures recognition, see bench.py
"""

import importlib
import sys
from pathlib import Path

# Python puts the folder that it runs first on the path. The package is imported by its name instead, so that its
# modules cannot shadow those of libraries.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

COMMANDS = {"task": "speech.task.run", "recognize": "speech.command_line", "bench": "speech.bench"}


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

"""Entry point of the package: `python containers/dub COMMAND`.

fetch FOLDER             fetches the weights, see weights.py
task                     runs one step of a dub, see task.py
phonemes                 transcribes the lines of stdin, see phonemes_process.py
"""

import importlib
import sys
from pathlib import Path

# Python puts the folder that it runs first on the path. The packages are imported by their names instead, so that their
# modules cannot shadow those of libraries.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

COMMANDS = {
    "fetch": "dub.weights",
    "task": "dub.task",
    "phonemes": "dub.phonemes_process",
}


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

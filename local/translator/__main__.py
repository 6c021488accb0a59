"""Entry point of the package: `python local/translator COMMAND`.

fetch FOLDER [CODE...]   fetches models, see fetch.py
serve FOLDER             translates the lines of stdin, see serve.py
"""

import sys
from pathlib import Path

# Python adds the folder that it runs to the path. Parents of packages are added instead, so that modules of the package
# cannot shadow those of libraries.
ROOT = Path(__file__).resolve().parents[2]
sys.path[0:1] = [str(ROOT / "local"), str(ROOT / "containers")]

COMMANDS = {"fetch": "translator.fetch", "serve": "translator.serve"}

if __name__ == "__main__":
    from entry_point import run_command

    sys.exit(run_command(COMMANDS))

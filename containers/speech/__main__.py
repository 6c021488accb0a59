"""Entry point of the package: `python containers/speech COMMAND`.

task [extract]      runs one job of the container, see task/run.py
function            runs the jobs of AWS Lambda's invocations, see task/function.py
recognize FILE...   prints recognitions as JSON, see command_line.py
bench ...           measures recognition, see bench.py
self-test           recognizes the speech of stdin, see self_test.py
"""

import sys
from pathlib import Path

# Python adds the folder that it runs to the path. Its parent is added instead, so that modules of the package cannot
# shadow those of libraries.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

COMMANDS = {
    "task": "speech.task.run",
    "function": "speech.task.function",
    "recognize": "speech.command_line",
    "bench": "speech.bench",
    "self-test": "speech.self_test",
}

if __name__ == "__main__":
    from entry_point import run_command

    sys.exit(run_command(COMMANDS))

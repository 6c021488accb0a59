"""Entry point of the package: `python containers/dub COMMAND`.

fetch FOLDER             fetches the weights, see weights.py
task                     runs one step of a dub, see task.py
phonemes                 transcribes the lines of stdin, see phonemes_process.py
voice-bank               describes the voices, see voice_bank.py
self-test                speaks a sentence and recognizes it, see self_test.py
"""

import sys
from pathlib import Path

# Python adds the folder that it runs to the path. Its parent is added instead, so that modules of the package cannot
# shadow those of libraries.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

COMMANDS = {
    "fetch": "dub.weights",
    "task": "dub.task",
    "phonemes": "dub.phonemes_process",
    "voice-bank": "dub.voice_bank",
    "self-test": "dub.self_test",
}

if __name__ == "__main__":
    from entry_point import run_command

    sys.exit(run_command(COMMANDS))

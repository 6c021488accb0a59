"""Recognizes speech, as a test of the image: `python containers/speech self-test < SPEECH`.

Prints the recognized words as JSON. The exit code is 1 where no word was recognized.
"""

import json
import sys
import tempfile
from pathlib import Path

from speech.recognizer import RecognitionOptions, Recognizer


def main(_arguments: list[str]) -> int:
    """Runs the command and returns its exit code. Raises TranscriptionFailed."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "speech"
        source.write_bytes(sys.stdin.buffer.read())
        recognition = Recognizer().recognize(source, RecognitionOptions())
    words = [word["text"] for word in recognition["words"]]
    print(json.dumps({"language": recognition["language"], "words": words}, ensure_ascii=False))
    return 0 if words else 1

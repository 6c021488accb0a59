"""Phonemes as Kokoro reads them, from those of eSpeak NG."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from dub.verbalization import verbalized
from speech.audio.tools import tool_command, tool_environment

# One letter of Kokoro's alphabet stands for two of eSpeak NG.
JOINED = {
    "a^ɪ": "I",
    "a^ʊ": "W",
    "d^ʒ": "ʤ",
    "e^ɪ": "A",
    "o^ʊ": "O",
    "t^s": "ʦ",
    "t^ʃ": "ʧ",
    "ɔ^ɪ": "Y",
    "d^z": "ʣ",
}
ENGLISH = {"ɚ": "əɹ", "r": "ɹ", "ɐ": "ə", "ː": "", "ə^l": "ᵊl"}
# Marks of eSpeak NG around words that it pronounces in another language.
LANGUAGE_MARK = re.compile(r"\([a-z-]+\)")


def to_kokoro(phonemes: str, language: str) -> str:
    """Returns the phonemes in Kokoro's alphabet."""
    text = LANGUAGE_MARK.sub("", phonemes)
    for pair, letter in (JOINED | (ENGLISH if language == "en" else {})).items():
        text = text.replace(pair, letter)
    return text.replace("^", "")


class Phonemizer:
    """The process of eSpeak NG (phonemes_process.py)."""

    def __init__(self) -> None:
        package = Path(__file__).resolve().parent
        self._process = subprocess.Popen(
            tool_command([sys.executable, str(package), "phonemes"]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=tool_environment(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)

    def phonemes(self, text: str, language: str) -> str:
        """Returns the phonemes of a text in Kokoro's alphabet.

        Raises RuntimeError when the process has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"language": language, "text": verbalized(text, language)}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The process of eSpeak NG has ended.")
        return to_kokoro(json.loads(line)["phonemes"], language)


class PlainText:
    """Takes the place of a phonemizer for engines that have their own."""

    def phonemes(self, text: str, _language: str) -> str:
        """Returns the text."""
        return text

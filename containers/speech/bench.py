"""Measures recognition against references, beside plain faster-whisper with the same model.

    python bench.py REFERENCES.json [--without-plain]

REFERENCES.json: {"file, relative to it": "what is said"}. A file NAME.words.json beside NAME.* with
{"words": [{"word", "start_sec", "end_sec"}]} gives word times. Prints, for each file and in all, the word error rate
(of characters for zh, yue, ja, ko, th), the processor's seconds per second of sound, and the errors of word starts and
ends in milliseconds.
"""

import argparse
import difflib
import json
import sys
import time
from pathlib import Path

from recognise import Recogniser  # noqa: I001  sets up the processor before numpy
import numpy as np

from invention import plain
from whisper_engine import model_folder

BY_CHARACTER = ("zh", "yue", "ja", "ko", "th")


def units(text: str, language: str | None) -> list[str]:
    words = plain(text).split()
    return list("".join(words)) if language in BY_CHARACTER else words


def distance(wanted: list[str], got: list[str]) -> int:
    """Insertions, deletions and substitutions (Levenshtein)."""
    row = list(range(len(got) + 1))
    for i, unit in enumerate(wanted, 1):
        following = [i]
        for j, other in enumerate(got, 1):
            following.append(min(row[j] + 1, following[-1] + 1, row[j - 1] + (unit != other)))
        row = following
    return row[-1]


def time_errors(reference: list[dict], words: list[tuple[str, float, float]]) -> list[tuple[float, float]]:
    """Start and end errors in seconds of the words that both have."""
    wanted = [plain(word["word"]) for word in reference]
    got = [plain(word[0]) for word in words]
    errors = []
    for block in difflib.SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            one, other = reference[block.a + offset], words[block.b + offset]
            errors.append((other[1] - one["start_sec"], other[2] - one["end_sec"]))
    return errors


def ours():
    recogniser = Recogniser()
    recogniser.prepare()

    def hear(path: Path):
        found = recogniser.recognise(path)
        text = "".join((" " if w["spaceBefore"] else "") + w["text"] for w in found["words"])
        return found["language"], text, [(w["text"], w["startSeconds"], w["endSeconds"]) for w in found["words"]]

    return hear


def plain_faster_whisper():
    from faster_whisper import WhisperModel

    model = WhisperModel(str(model_folder()), device="cpu", compute_type="int8")

    def hear(path: Path):
        segments, info = model.transcribe(str(path), word_timestamps=True)
        words = [word for segment in segments for word in segment.words]
        return info.language, "".join(w.word for w in words), [(w.word, w.start, w.end) for w in words]

    return hear


def sound_seconds(path: Path) -> float:
    from faster_whisper import decode_audio

    return len(decode_audio(str(path))) / 16_000


def summary(errors: list[float]) -> str:
    size = 1000 * np.abs(np.array(errors))
    return f"median {np.median(size):.0f} ms, 90 % {np.quantile(size, 0.9):.0f} ms, < 100 ms {np.mean(size < 100):.0%}"


def measure(name: str, hear, references: dict[str, str], folder: Path) -> None:
    print(f"\n{name}")
    wrong = total = 0
    starts: list[float] = []
    ends: list[float] = []
    spent = sound = 0.0
    for file, text in references.items():
        path = folder / file
        began = time.process_time()
        language, heard, words = hear(path)
        spent += time.process_time() - began
        sound += sound_seconds(path)
        wanted = units(text, language)
        errors = distance(wanted, units(heard, language))
        wrong, total = wrong + errors, total + len(wanted)
        print(f"  {file:44} {language or '-':3} {errors:3} of {len(wanted):3}")
        timed = path.with_suffix(".words.json")
        if timed.is_file():
            for start, end in time_errors(json.loads(timed.read_text())["words"], words):
                starts.append(start)
                ends.append(end)
    print(f"  errors {wrong} of {total} ({wrong / max(1, total):.1%}), {spent / sound:.3f} cpu-s per second of sound")
    if starts:
        print(f"  word starts: {summary(starts)}\n  word ends:   {summary(ends)}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure recognition against references.")
    parser.add_argument("references", type=Path)
    parser.add_argument("--without-plain", action="store_true", help="leave out plain faster-whisper")
    arguments = parser.parse_args()
    references = json.loads(arguments.references.read_text(encoding="utf-8"))
    folder = arguments.references.parent
    measure("capstack", ours(), references, folder)
    if not arguments.without_plain:
        measure("plain faster-whisper", plain_faster_whisper(), references, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

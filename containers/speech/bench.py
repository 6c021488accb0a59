"""Measures recognition against references, beside plain faster-whisper with the same model.

    npm run bench:speech -- [REFERENCES.json] [--without-plain]

REFERENCES.json (test/media/references.json when absent): {"file, relative to it": text}, or {"text", "language"} for
the text. A file NAME.words.json beside NAME.* with {"words": [{"word", "start_sec", "end_sec" (optional)}]} gives
word times. Prints, per file, per language and in total, the word errors (characters for zh, yue, ja, ko, th) of both
engines as a sum and as substitutions, deletions and insertions, the errors of word starts and ends in milliseconds, the
CPU seconds per second of audio, and the peak memory, as Markdown.
"""

import argparse
import difflib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

import numpy as np

from speech.decode.model import model_folder
from speech.languages.scripts import in_script
from speech.languages.text import normalized
from speech.recognizer import RecognitionOptions, Recognizer
from speech.runtime import processor_count

BY_CHARACTER = ("zh", "yue", "ja", "ko", "th")
OUR_NAME, PLAIN_NAME = "Capstack", "faster-whisper"
PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parents[1]
REFERENCES = ROOT / "test/media/references.json"
CLOSE_MILLISECONDS = 100

# Text, start and end in seconds.
WordTimes = tuple[str, float, float]


class Reference(TypedDict):
    """The text of a file, and its language where it is known."""

    text: str
    language: NotRequired[str]


class ReferenceWord(TypedDict):
    """A word of NAME.words.json."""

    word: str
    start_sec: float
    end_sec: NotRequired[float]


class Transcription(TypedDict):
    """What an engine returned for a file."""

    language: str | None
    text: str
    words: list[WordTimes]


class Cost(TypedDict):
    """The resources that an engine used for all files."""

    cpuSeconds: float
    audioSeconds: float
    peakMegabytes: float


@dataclass(frozen=True)
class Measurement:
    """The results of an engine."""

    files: list[Transcription]
    cost: Cost


Engine = Callable[[Path], Transcription]


def units(text: str, language: str | None) -> list[str]:
    """Returns the words of a text, or its characters in languages without spaces; Chinese in simplified ones."""
    words = normalized(in_script([text], language or "")[0]).split()
    return list("".join(words)) if language in BY_CHARACTER else words


class Edits(NamedTuple):
    """The fewest edits between two texts (Levenshtein)."""

    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0


def edits(expected: list[str], actual: list[str]) -> Edits:
    """Returns the edits that make `actual` of `expected`."""
    row = [Edits(insertions=count) for count in range(len(actual) + 1)]
    for i, unit in enumerate(expected, 1):
        following = [Edits(deletions=i)]
        for j, other in enumerate(actual, 1):
            same, above, left = row[j - 1], row[j], following[-1]
            choices = (
                same._replace(substitutions=same.substitutions + (unit != other)),
                above._replace(deletions=above.deletions + 1),
                left._replace(insertions=left.insertions + 1),
            )
            following.append(min(choices, key=sum))
        row = following
    return row[-1]


def time_errors(reference: list[ReferenceWord], words: list[WordTimes]) -> list[tuple[float, float | None]]:
    """Returns the start and end errors in seconds of the words that both have."""
    expected = [normalized(word["word"]) for word in reference]
    actual = [normalized(word[0]) for word in words]
    errors = []
    for block in difflib.SequenceMatcher(None, expected, actual, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            one, other = reference[block.a + offset], words[block.b + offset]
            end = one.get("end_sec")
            errors.append((other[1] - one["start_sec"], None if end is None else other[2] - end))
    return errors


def load_capstack() -> Engine:
    """Loads the product's recognizer."""
    recognizer = Recognizer()
    recognizer.prepare()

    def transcribe(path: Path) -> Transcription:
        found = recognizer.recognize(path, RecognitionOptions())
        text = "".join((" " if w["spaceBefore"] else "") + w["text"] for w in found["words"])
        words = [(w["text"], w["startSeconds"], w["endSeconds"]) for w in found["words"]]
        return {"language": found["language"], "text": text, "words": words}

    return transcribe


def load_plain_faster_whisper() -> Engine:
    """Loads faster-whisper with the same model. Its package imports PyAV, which only the development tools contain."""
    sys.path += [str(folder) for folder in (ROOT / ".local/lint-venv/lib").glob("python*/site-packages")]
    try:
        from faster_whisper import WhisperModel
    except ModuleNotFoundError as error:
        sys.exit(f"{error}. Install the development tools by `npm run check`, or pass --without-plain.")

    model = WhisperModel(str(model_folder()), device="cpu", compute_type="int8", cpu_threads=processor_count())

    def transcribe(path: Path) -> Transcription:
        segments, info = model.transcribe(str(path), word_timestamps=True)
        words = [word for segment in segments for word in segment.words]
        times = [(w.word, w.start, w.end) for w in words]
        return {"language": info.language, "text": "".join(w.word for w in words), "words": times}

    return transcribe


def audio_seconds(path: Path) -> float:
    """Returns the duration of the audio."""
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(path)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def print_measurement(transcribe: Engine, files: list[Path]) -> None:
    """Prints the transcription of each file as a line of JSON, then the cost."""
    spent = audio = 0.0
    for path in files:
        began = time.process_time()
        transcription = transcribe(path)
        spent += time.process_time() - began
        audio += audio_seconds(path)
        print(json.dumps(transcription), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(json.dumps({"cpuSeconds": spent, "audioSeconds": audio, "peakMegabytes": peak}), flush=True)


def measure(name: str, references: Path) -> Measurement:
    """Runs an engine in its own process, so that its memory is measured separately."""
    command = [sys.executable, str(PACKAGE), "bench", str(references), "--only", name]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    *files, cost = (json.loads(line) for line in run.stdout.splitlines())
    return Measurement(files, cost)


def milliseconds(errors: list[float]) -> str:
    """Returns the median, the 90th percentile and the share of errors under 100 ms."""
    size = 1000 * np.abs(np.array(errors))
    if not len(size):
        return "-"
    return f"{np.median(size):.0f} / {np.quantile(size, 0.9):.0f} / {np.mean(size < CLOSE_MILLISECONDS):.0%}"


@dataclass
class Score:
    """The errors of one engine over some files."""

    wrong: Edits = field(default_factory=Edits)
    total: int = 0
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)

    def add(self, path: Path, text: str, language: str | None, transcription: Transcription) -> None:
        """Adds a file. `text`: the reference."""
        expected = units(text, language)
        added = edits(expected, units(transcription["text"], language))
        self.wrong = Edits(*(sum(counts) for counts in zip(self.wrong, added, strict=True)))
        self.total += len(expected)
        timed = path.with_suffix(".words.json")
        if timed.is_file():
            reference = json.loads(timed.read_text(encoding="utf-8"))["words"]
            for start, end in time_errors(reference, transcription["words"]):
                self.starts.append(start)
                self.ends += [] if end is None else [end]

    def __str__(self) -> str:
        wrong = sum(self.wrong)
        rate = f" ({wrong / self.total:.1%})" if self.total else ""
        kinds = " / ".join(str(count) for count in self.wrong)
        return f"{wrong}{rate} | {kinds} | {milliseconds(self.starts)} | {milliseconds(self.ends)}"


def print_table(title: str, names: list[str], rows: dict[str, dict[str, Score]]) -> None:
    """Prints the scores of the engines as a Markdown table."""
    print(f"\n| {title} | units | {' | '.join(f'{name} wrong | s / d / i | starts | ends' for name in names)} |")
    print(f"|---|---|{'---|---|---|---|' * len(names)}")
    for label, scores in rows.items():
        print(f"| {label} | {scores[names[0]].total} | {' | '.join(str(scores[name]) for name in names)} |")


def compare(path: Path, references: dict[str, Reference], names: list[str]) -> None:
    """Measures the engines and prints the tables."""
    measurements = {name: measure(name, path) for name in names}
    by_file: dict[str, dict[str, Score]] = {}
    by_language: dict[str, dict[str, Score]] = {}
    total = {name: Score() for name in names}
    for index, (file, reference) in enumerate(references.items()):
        language = reference.get("language") or measurements[names[0]].files[index]["language"]
        for name in names:
            of_file = by_file.setdefault(file, {}).setdefault(name, Score())
            of_language = by_language.setdefault(language or "none", {}).setdefault(name, Score())
            for score in (of_file, of_language, total[name]):
                score.add(path.parent / file, reference["text"], language, measurements[name].files[index])
    print("Times: median / 90th percentile of the error in ms / share under 100 ms.")
    print_table("file", names, by_file)
    print_table("language", names, {**dict(sorted(by_language.items())), "all": total})
    print("\n| | CPU s per s of audio | peak memory |\n|---|---|---|")
    for name in names:
        cost = measurements[name].cost
        print(f"| {name} | {cost['cpuSeconds'] / cost['audioSeconds']:.3f} | {cost['peakMegabytes']:.0f} MB |")


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure recognition against references.")
    parser.add_argument("references", type=Path, nargs="?", default=REFERENCES)
    parser.add_argument("--without-plain", action="store_true", help="leave out plain faster-whisper")
    parser.add_argument("--only", choices=(OUR_NAME, PLAIN_NAME), help="print the results of one engine as JSON")
    parsed = parser.parse_args(arguments)
    content = json.loads(parsed.references.read_text(encoding="utf-8"))
    references: dict[str, Reference] = {
        file: {"text": text} if isinstance(text, str) else text for file, text in content.items()
    }
    if parsed.only:
        engine = load_capstack() if parsed.only == OUR_NAME else load_plain_faster_whisper()
        print_measurement(engine, [parsed.references.parent / file for file in references])
    else:
        compare(parsed.references, references, [OUR_NAME] if parsed.without_plain else [OUR_NAME, PLAIN_NAME])
    return 0

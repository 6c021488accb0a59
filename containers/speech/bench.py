"""Measures recognition against references, beside plain faster-whisper with the same model.

    npm run bench:speech -- [REFERENCES.json] [--without-plain]

REFERENCES.json (test/media/references.json when absent): {"file, relative to it": "what is said"}, or {"text", "language"}
for what is said. A file NAME.words.json beside NAME.* with {"words": [{"word", "start_sec", "end_sec" (may be absent)}]}
gives word times. Prints, for each file, language and in all, the wrong words (characters for zh, yue, ja, ko, th) of both,
the errors of word starts and ends in milliseconds, the processor's seconds per second of sound, and the peak memory of each,
as Markdown.
"""

import argparse
import difflib
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from recognise import Recogniser  # noqa: I001  sets up the processor before numpy
import numpy as np

from invention import plain
from processor import processor_count
from whisper_engine import model_folder

BY_CHARACTER = ("zh", "yue", "ja", "ko", "th")
OUR_NAME, PLAIN_NAME = "Capstack", "faster-whisper"
REFERENCES = Path(__file__).resolve().parents[2] / "test/media/references.json"


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


def time_errors(reference: list[dict], words: list[tuple[str, float, float]]) -> list[tuple[float, float | None]]:
    """Start and end errors in seconds of the words that both have."""
    wanted = [plain(word["word"]) for word in reference]
    got = [plain(word[0]) for word in words]
    errors = []
    for block in difflib.SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            one, other = reference[block.a + offset], words[block.b + offset]
            end = one.get("end_sec")
            errors.append((other[1] - one["start_sec"], None if end is None else other[2] - end))
    return errors


def capstack():
    recogniser = Recogniser()
    recogniser.prepare()

    def hear(path: Path):
        found = recogniser.recognise(path)
        text = "".join((" " if w["spaceBefore"] else "") + w["text"] for w in found["words"])
        return found["language"], text, [(w["text"], w["startSeconds"], w["endSeconds"]) for w in found["words"]]

    return hear


def plain_faster_whisper():
    from faster_whisper import WhisperModel

    model = WhisperModel(str(model_folder()), device="cpu", compute_type="int8", cpu_threads=processor_count())

    def hear(path: Path):
        segments, info = model.transcribe(str(path), word_timestamps=True)
        words = [word for segment in segments for word in segment.words]
        return info.language, "".join(w.word for w in words), [(w.word, w.start, w.end) for w in words]

    return hear


def sound_seconds(path: Path) -> float:
    from faster_whisper import decode_audio

    return len(decode_audio(str(path))) / 16_000


def listen(hear, files: list[Path]) -> None:
    """Prints what is heard in each file as a line of JSON, then what it took."""
    spent = sound = 0.0
    for path in files:
        began = time.process_time()
        language, text, words = hear(path)
        spent += time.process_time() - began
        sound += sound_seconds(path)
        print(json.dumps({"language": language, "text": text, "words": words}), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(json.dumps({"cpuSeconds": spent, "soundSeconds": sound, "peakMegabytes": peak}), flush=True)


def heard_by(name: str, references: Path) -> tuple[list[dict], dict]:
    """In a process of its own, so that each one's memory is told apart."""
    command = [sys.executable, __file__, str(references), "--only", name]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    *files, cost = (json.loads(line) for line in run.stdout.splitlines())
    return files, cost


def milliseconds(errors: list[float]) -> str:
    size = 1000 * np.abs(np.array(errors))
    if not len(size):
        return "-"
    return f"{np.median(size):.0f} / {np.quantile(size, 0.9):.0f} / {np.mean(size < 100):.0%}"


class Score:
    """Of one engine over some files."""

    def __init__(self):
        self.wrong = self.total = 0
        self.starts: list[float] = []
        self.ends: list[float] = []

    def add(self, path: Path, text: str, language: str | None, heard: dict) -> None:
        wanted = units(text, language)
        self.wrong += distance(wanted, units(heard["text"], language))
        self.total += len(wanted)
        timed = path.with_suffix(".words.json")
        if timed.is_file():
            for start, end in time_errors(json.loads(timed.read_text(encoding="utf-8"))["words"], heard["words"]):
                self.starts.append(start)
                self.ends += [] if end is None else [end]

    def __str__(self) -> str:
        rate = f" ({self.wrong / self.total:.1%})" if self.total else ""
        return f"{self.wrong}{rate} | {milliseconds(self.starts)} | {milliseconds(self.ends)}"


def table(title: str, names: list[str], rows: dict[str, dict[str, Score]]) -> None:
    print(f"\n| {title} | units | {' | '.join(f'{name} wrong | starts | ends' for name in names)} |")
    print(f"|---|---|{'---|---|---|' * len(names)}")
    for label, scores in rows.items():
        print(f"| {label} | {scores[names[0]].total} | {' | '.join(str(scores[name]) for name in names)} |")


def compare(references: Path, said: dict[str, dict], names: list[str]) -> None:
    heard = {name: heard_by(name, references) for name in names}
    by_file: dict[str, dict[str, Score]] = {}
    by_language: dict[str, dict[str, Score]] = {}
    whole = {name: Score() for name in names}
    for index, (file, reference) in enumerate(said.items()):
        path = references.parent / file
        language = reference.get("language") or heard[names[0]][0][index]["language"]
        for name in names:
            of_file = by_file.setdefault(file, {}).setdefault(name, Score())
            of_language = by_language.setdefault(language or "none", {}).setdefault(name, Score())
            for score in (of_file, of_language, whole[name]):
                score.add(path, reference["text"], language, heard[name][0][index])
    print("Times: median / 90th percentile of the error in ms / share under 100 ms.")
    table("file", names, by_file)
    table("language", names, {**dict(sorted(by_language.items())), "all": whole})
    print("\n| | CPU s per s of sound | peak memory |\n|---|---|---|")
    for name in names:
        cost = heard[name][1]
        print(f"| {name} | {cost['cpuSeconds'] / cost['soundSeconds']:.3f} | {cost['peakMegabytes']:.0f} MB |")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure recognition against references.")
    parser.add_argument("references", type=Path, nargs="?", default=REFERENCES)
    parser.add_argument("--without-plain", action="store_true", help="leave out plain faster-whisper")
    parser.add_argument("--only", choices=(OUR_NAME, PLAIN_NAME), help="print what this one hears, as JSON")
    arguments = parser.parse_args()
    references = json.loads(arguments.references.read_text(encoding="utf-8"))
    said = {file: {"text": text} if isinstance(text, str) else text for file, text in references.items()}
    if arguments.only:
        hear = capstack() if arguments.only == OUR_NAME else plain_faster_whisper()
        listen(hear, [arguments.references.parent / file for file in said])
    else:
        compare(arguments.references, said, [OUR_NAME] if arguments.without_plain else [OUR_NAME, PLAIN_NAME])
    return 0


if __name__ == "__main__":
    sys.exit(main())

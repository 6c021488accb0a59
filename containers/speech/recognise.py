"""What is said in a media file: words with times on the video's time line.

    python recognise.py FILE [--language xx] [--stream-index N] [--dictionary WORD]...

prints a Recognition (core/transcript/recognition.ts) as JSON. The model is looked for as model_folder() says.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from audio_track import extract
from errors import TranscriptionFailed
from invention import is_invented, is_voiced, without_loops
from languages import main_language, prompt_for, window_language
from speech_regions import (
    SAMPLE_RATE,
    Span,
    load_network,
    speech_probabilities,
    speech_regions,
    total_seconds,
    track_gain,
)
from whisper_engine import Heard, WhisperEngine, is_bad, model_folder
from windows import Window, halves, plan_windows
from word_times import TimedWord, audible_stretches, in_order, settle_boundaries, snap

SHORTEST_TRACK_SECONDS = 0.5
# Several windows at once use the processor better; more would only cost memory.
BATCH_WINDOWS = 4
LANGUAGE_SAMPLES = 5
# A window that fails is cut in two, and those once more.
DEEPEST_SPLIT = 2


def nothing_said() -> dict:
    return {"language": None, "languageConfidence": None, "engine": "whisper", "words": []}


class Recogniser:
    """Loads the model once; `recognise` may be called many times."""

    def __init__(self, folder: Path | None = None):
        self._folder = folder
        self._engine: WhisperEngine | None = None
        self._voice = load_network()

    @property
    def engine(self) -> WhisperEngine:
        # Only when somebody speaks: silent videos need no model in memory.
        if self._engine is None:
            self._engine = WhisperEngine(self._folder or model_folder())
        return self._engine

    def recognise(
        self,
        path: Path,
        language: str | None = None,
        stream_index: int | None = None,
        dictionary: list[str] | None = None,
        on_progress: Callable[[float], None] = lambda done: None,
        work: Path | None = None,
    ) -> dict:
        """A Recognition. Raises TranscriptionFailed. `on_progress` gets the done share, 0 to 1."""
        with tempfile.TemporaryDirectory(prefix="speech-", dir=work) as scratch:
            track = extract(path, stream_index, Path(scratch), self._speech_seconds)
            return self.recognise_track(track, language, dictionary or [], on_progress)

    def recognise_track(
        self,
        track: np.ndarray,
        language: str | None,
        dictionary: list[str],
        on_progress: Callable[[float], None],
    ) -> dict:
        """`track`: int16 mono at 16 kHz, second 0 being that of the video."""
        track_seconds = len(track) / SAMPLE_RATE
        if track_seconds < SHORTEST_TRACK_SECONDS:
            return nothing_said()
        probabilities = speech_probabilities(track, self._voice, track_gain(track))
        windows = plan_windows(speech_regions(probabilities, track_seconds), probabilities, track_seconds)
        on_progress(0.05)
        if not windows:
            return nothing_said()

        # The first windows are looked at twice, for the language and for the words: encoded once.
        first = self.engine.encode([window.samples(track) for window in windows[:BATCH_WINDOWS]])
        main, confidence = (language, 1.0) if language else self._detect(track, windows, first)
        words: list[TimedWord] = []
        spoken: dict[str, float] = {}
        for start in range(0, len(windows), BATCH_WINDOWS):
            batch = windows[start : start + BATCH_WINDOWS]
            encoded = first if start == 0 else self.engine.encode([window.samples(track) for window in batch])
            for window, heard in self._hear(track, batch, encoded, main, language is None, dictionary, 0):
                timed = self._time(track, probabilities, window, heard)
                words += timed
                if timed:
                    spoken[heard.language] = spoken.get(heard.language, 0.0) + window.seconds
            on_progress(0.05 + 0.95 * min(1.0, (start + len(batch)) / len(windows)))
        words = in_order(without_loops(words), track_seconds)
        if not words:
            return nothing_said()
        if language is None and main not in spoken:
            main = max(spoken, key=lambda code: spoken[code])
        return {
            "language": main,
            "languageConfidence": round(confidence, 4),
            "engine": "whisper",
            "words": [
                {
                    "text": word.text,
                    "spaceBefore": word.space_before,
                    "startSeconds": word.start,
                    "endSeconds": word.end,
                    "confidence": round(word.confidence, 4),
                }
                for word in words
            ],
        }

    def _speech_seconds(self, samples: np.ndarray) -> float:
        probabilities = speech_probabilities(samples, self._voice, track_gain(samples))
        return total_seconds(speech_regions(probabilities, len(samples) / SAMPLE_RATE))

    def _detect(self, track: np.ndarray, windows: list[Window], first) -> tuple[str, float]:
        """From windows spread over the file: an intro in another language must not decide."""
        found = list(zip(self.engine.language_probabilities(first), (window.seconds for window in windows)))
        later = windows[BATCH_WINDOWS:]
        for window in later[:: max(1, len(later) // LANGUAGE_SAMPLES)][:LANGUAGE_SAMPLES]:
            encoded = self.engine.encode([window.samples(track)])
            found.append((self.engine.language_probabilities(encoded)[0], window.seconds))
        return main_language(found)

    def _hear(
        self,
        track: np.ndarray,
        windows: list[Window],
        encoded,
        main: str,
        is_detected: bool,
        dictionary: list[str],
        depth: int,
    ) -> list[tuple[Window, Heard]]:
        """The believed text of each window, aligned; windows whose decoding fails come back as their halves."""
        languages = [main] * len(windows)
        if is_detected:
            languages = [
                window_language(main, probabilities, window.seconds)
                for probabilities, window in zip(self.engine.language_probabilities(encoded), windows)
            ]
        results: list[tuple[Window, Heard]] = []
        for rows, part in self.engine.by_language(encoded, languages):
            language = languages[rows[0]]
            prompt = prompt_for(language, dictionary)
            own = [windows[row] for row in rows]
            heard = self.engine.decode(part, language, prompt)
            for index, one in enumerate(heard):
                if is_bad(one) and not is_invented(one):
                    heard[index] = self.engine.decode_again(self.engine.row(part, index), language, prompt)
            self.engine.align(part, heard, [window.seconds for window in own])
            results += zip(own, heard)
        results.sort(key=lambda result: result[0].start)
        believed: list[tuple[Window, Heard]] = []
        for window, heard in results:
            parts = halves(window) if depth < DEEPEST_SPLIT and (is_bad(heard) or heard.is_cut_off) else []
            if parts and not is_invented(heard):
                again = self.engine.encode([part.samples(track) for part in parts])
                believed += self._hear(track, parts, again, main, is_detected, dictionary, depth + 1)
            elif not is_invented(heard):
                believed.append((window, heard))
        return believed

    def _time(
        self, track: np.ndarray, probabilities: np.ndarray, window: Window, heard: Heard
    ) -> list[TimedWord]:
        words = [
            TimedWord(
                piece.text,
                piece.space_before,
                window.locate(piece.start),
                window.locate(piece.voiced_end, is_end=True),
                piece.confidence,
            )
            for piece in heard.pieces
        ]
        stretches: list[Span] = []
        for piece in window.pieces:
            samples = track[round(piece.start * SAMPLE_RATE) : round(piece.end * SAMPLE_RATE)]
            stretches += audible_stretches(samples, probabilities, piece.start)
        timed = snap(words, stretches)
        for piece in window.pieces:
            samples = track[round(piece.start * SAMPLE_RATE) : round(piece.end * SAMPLE_RATE)]
            inside = [word for word in timed if piece.start <= word.start < piece.end]
            settle_boundaries(inside, samples, piece.start)
        return [word for word in timed if is_voiced(word, probabilities)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Print what is said in a media file as JSON.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--language", help="a code of core/languages; detected when absent")
    parser.add_argument("--stream-index", type=int, help="the audio stream; the default track when absent")
    parser.add_argument("--dictionary", action="append", default=[], metavar="WORD", help="may be repeated")
    arguments = parser.parse_args()
    try:
        result = Recogniser().recognise(
            arguments.file, arguments.language, arguments.stream_index, arguments.dictionary
        )
    except TranscriptionFailed as failure:
        print(f"{failure.name}: {failure}", file=sys.stderr)
        return 1
    json.dump(result, sys.stdout, ensure_ascii=False)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())

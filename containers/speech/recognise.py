"""What is said in a media file: words with times on the video's time line.

    python recognise.py FILE... [--language xx] [--stream-index N] [--dictionary WORD]... [--disfluencies] [--sounds] [--english]

prints a Recognition (core/transcript/recognition.ts) as a line of JSON for each file; for a file that fails, null, the
reason on stderr, and 1 as the exit code at the end. The model is looked for as model_folder() says.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from processor import give_back  # noqa: I001  before numpy
import numpy as np

from audio_track import decoded, in_mono
from errors import TranscriptionFailed
from forced_alignment import Aligner, load_aligner
from hesitations import is_hesitation
from invention import without_loops
from interleave import interleaved
from listening import Listening
from quiet_speech import close_probabilities, raised
from side_voices import own_speech
from sounds import audible_sounds
from speech_regions import (
    SAMPLE_RATE,
    Span,
    load_network,
    speech_probabilities,
    speech_regions,
    total_seconds,
    track_gain,
)
from whisper_engine import WhisperEngine, model_folder
from translation import in_english
from windows import plan_windows
from word_times import TimedWord, in_order

SHORTEST_TRACK_SECONDS = 0.5
# Several windows at once use the processor better; more would only cost memory.
BATCH_WINDOWS = 4


def nothing_said() -> dict:
    return {"language": None, "languageConfidence": None, "engine": "whisper", "words": []}


@dataclass(frozen=True)
class Wanted:
    """What is listened for. `disfluencies`: words that are no words as well. `sounds`: also where anything is heard.
    `english`: what is said in another language, in English as well."""

    words: bool = True
    disfluencies: bool = False
    sounds: bool = False
    english: bool = False


@dataclass
class Spoken:
    """What one track holds. `seconds`: of windows, by language."""

    words: list[TimedWord] = field(default_factory=list)
    language: str = "en"
    language_confidence: float = 1.0
    seconds: dict[str, float] = field(default_factory=dict)


# A track and the probabilities of speech on it.
Side = tuple[np.ndarray, np.ndarray]


class Recogniser:
    """Loads the model once; `recognise` may be called many times."""

    def __init__(self, folder: Path | None = None):
        self._folder = folder
        self._loading: Future | None = None
        self._voice = load_network()

    def prepare(self) -> None:
        """Begins to load the model beside other work (a second or more). Whoever does not call it has the model
        loaded when somebody is found to speak."""
        if self._loading is None:
            loader = ThreadPoolExecutor(max_workers=1)
            self._loading = loader.submit(lambda: WhisperEngine(self._folder or model_folder()))
            loader.shutdown(wait=False)

    @property
    def engine(self) -> WhisperEngine:
        self.prepare()
        return self._loading.result()

    @cached_property
    def aligner(self) -> Aligner | None:
        return load_aligner()

    def recognise(
        self,
        path: Path,
        language: str | None = None,
        stream_index: int | None = None,
        dictionary: list[str] | None = None,
        on_progress: Callable[[float], None] = lambda done: None,
        work: Path | None = None,
        wanted: Wanted = Wanted(),
    ) -> dict:
        """A Recognition. Raises TranscriptionFailed. `on_progress` gets the done share, 0 to 1."""
        with tempfile.TemporaryDirectory(prefix="speech-", dir=work) as scratch:
            samples = decoded(path, stream_index, Path(scratch))
            own = own_speech(samples, self._voice) if samples.shape[1] == 2 else None
            track = in_mono(samples, Path(scratch), self.speech_seconds)
            sides = [(samples[:, side], one) for side, one in enumerate(own)] if own else None
            return self.recognise_track(track, language, dictionary or [], on_progress, wanted, sides)

    def recognise_track(
        self,
        track: np.ndarray,
        language: str | None,
        dictionary: list[str],
        on_progress: Callable[[float], None],
        wanted: Wanted = Wanted(),
        sides: list[Side] | None = None,
    ) -> dict:
        """`track`: int16 mono at 16 kHz, second 0 being that of the video. `sides`: its parts, each with speech of its
        own."""
        if len(track) / SAMPLE_RATE < SHORTEST_TRACK_SECONDS:
            return nothing_said()
        if sides is None:
            sides = [(track, close_probabilities(track, self._voice))]
        heard = self._said(track, sides, language, dictionary, on_progress, wanted) if wanted.words else nothing_said()
        if wanted.sounds:
            anybody = np.max([one for _, one in sides], axis=0)
            heard["sounds"] = [
                as_heard(span, wanted.disfluencies and is_hesitation(span, track, anybody))
                for span in audible_sounds(track, anybody)
            ]
        return heard

    def _said(
        self,
        track: np.ndarray,
        sides: list[Side],
        language: str | None,
        dictionary: list[str],
        on_progress: Callable[[float], None],
        wanted: Wanted,
    ) -> dict:
        # Half of the work is translating.
        share = 0.5 if wanted.english else 1.0
        heard: list[Spoken] = []
        for index, (side, probabilities) in enumerate(sides):
            begun = 0.05 + (share - 0.05) * index / len(sides)
            part = (share - 0.05) / len(sides)
            spoken = self._words(side, probabilities, language, dictionary, lambda done: on_progress(begun + part * done), wanted)
            if spoken.words:
                heard.append(spoken)
        if not heard:
            return nothing_said()
        words = heard[0].words
        if len(heard) > 1:
            words = in_order(interleaved([one.words for one in heard]), len(track) / SAMPLE_RATE)
        most = max(heard, key=lambda one: sum(one.seconds.values()))
        recognition = {
            "language": most.language,
            "languageConfidence": round(most.language_confidence, 4),
            "engine": "whisper",
            "words": [as_recognised(word) for word in words],
        }
        if wanted.english and most.language != "en":
            recognition["english"] = in_english(
                self.engine, track, words, most.language, lambda done: on_progress(share + (1 - share) * done)
            )
        return recognition

    def _words(
        self,
        track: np.ndarray,
        probabilities: np.ndarray,
        language: str | None,
        dictionary: list[str],
        on_progress: Callable[[float], None],
        wanted: Wanted,
    ) -> Spoken:
        track_seconds = len(track) / SAMPLE_RATE
        regions = speech_regions(probabilities, track_seconds)
        track = raised(track, regions)
        windows = plan_windows(regions, probabilities, track_seconds)
        on_progress(0.0)
        if not windows:
            return Spoken()
        listening = Listening(
            self.engine,
            track,
            probabilities,
            regions,
            language,
            dictionary,
            self.aligner,
            disfluent=wanted.disfluencies,
        )
        # The first windows are looked at twice, for the language and for the words: encoded once.
        first = listening.encode(windows[:BATCH_WINDOWS])
        listening.find_language(first, windows[:BATCH_WINDOWS], windows[BATCH_WINDOWS:])
        words: list[TimedWord] = []
        spoken: dict[str, float] = {}
        for start in range(0, len(windows), BATCH_WINDOWS):
            batch = windows[start : start + BATCH_WINDOWS]
            heard, seconds = listening.listen(batch, first if start == 0 else listening.encode(batch))
            words += heard
            for code in seconds:
                spoken[code] = spoken.get(code, 0.0) + seconds[code]
            give_back()
            on_progress(min(1.0, (start + len(batch)) / len(windows)))
        main = listening.language
        if language is None and main not in spoken and spoken:
            main = max(spoken, key=lambda code: spoken[code])
        words = in_order(without_loops(words), track_seconds)
        return Spoken(words, main, listening.language_confidence, spoken)

    def speech_seconds(self, samples: np.ndarray) -> float:
        probabilities = speech_probabilities(samples, self._voice, track_gain(samples))
        return total_seconds(speech_regions(probabilities, len(samples) / SAMPLE_RATE))


def as_recognised(word: TimedWord) -> dict:
    return {
        "text": word.text,
        "spaceBefore": word.space_before,
        "startSeconds": word.start,
        "endSeconds": word.end,
        "confidence": round(word.confidence, 4),
    }


def as_heard(span: Span, is_hesitation: bool) -> dict:
    times = {"startSeconds": round(span.start, 3), "endSeconds": round(span.end, 3)}
    return {**times, "isHesitation": True} if is_hesitation else times


def main() -> int:
    parser = argparse.ArgumentParser(description="Print what is said in media files as JSON, a line for each.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--language", help="a code of core/languages; detected when absent")
    parser.add_argument("--stream-index", type=int, help="the audio stream; the default track when absent")
    parser.add_argument("--dictionary", action="append", default=[], metavar="WORD", help="may be repeated")
    parser.add_argument("--disfluencies", action="store_true", help="write fillers and false starts, too")
    parser.add_argument("--sounds", action="store_true", help="print where anything is heard, too")
    parser.add_argument("--english", action="store_true", help="print what is said in English, too")
    arguments = parser.parse_args()
    wanted = Wanted(disfluencies=arguments.disfluencies, sounds=arguments.sounds, english=arguments.english)
    recogniser = Recogniser()
    exit_code = 0
    for file in arguments.files:
        try:
            result = recogniser.recognise(
                file, arguments.language, arguments.stream_index, arguments.dictionary, wanted=wanted
            )
        except TranscriptionFailed as failure:
            print(f"{failure.name}: {failure}", file=sys.stderr)
            result, exit_code = None, 1
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())

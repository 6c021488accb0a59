"""Speaks sentences, and transcribes them back until each is understood."""

import itertools
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, encode
from dub.comparison import Comparison, RecognizedWord, compare
from dub.job import SpeakerVoice
from dub.kokoro import SAMPLE_RATE
from dub.voice_match import MatchedVoice, matched

# A sentence with more wrong words is spoken again. Recognition errors of names and numbers stay below it in most cases.
MAX_ERROR_RATE = 0.15
# The engine is deterministic: another speed makes another attempt.
SLOWER = 0.9
# Of a text that has no sounds.
SILENT_SECONDS = 0.1
# Silence between sentences that are transcribed together.
GAP_SECONDS = 0.8


class Engine(Protocol):
    """A voice engine."""

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        """Returns speech, mono at SAMPLE_RATE."""


class PhonemeSource(Protocol):
    """A phonemizer."""

    def phonemes(self, text: str, language: str) -> str:
        """Returns the phonemes of a text."""


class Listener(Protocol):
    """A recognizer of speech."""

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        """Returns the words of an audio file."""


class Matcher(Protocol):
    """Chooses voices that resemble a speaker."""

    def matched_voices(self, speaker: SpeakerVoice, names: list[str], phonemes: str) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first."""


class Request(NamedTuple):
    """A sentence to speak, and the voices for it, best first."""

    text: str
    voices: list[MatchedVoice]


class Attempt(NamedTuple):
    """Speech, mono at SAMPLE_RATE, and how it was understood. `voice`: its name."""

    audio: Audio
    voice: str
    comparison: Comparison

    @property
    def is_understood(self) -> bool:
        """Whether few enough words were wrong."""
        return self.comparison.error_rate <= MAX_ERROR_RATE


class _Speech(NamedTuple):
    """Speech that has not been transcribed yet."""

    audio: Audio
    voice: str


class SentenceSpeaker:
    """Speaks with the best voice twice, then with the next one; keeps the attempt that is understood best."""

    def __init__(
        self,
        engine: Engine,
        phonemizer: PhonemeSource,
        listener: Listener,
        scratch: Path,
        matcher: Matcher | None = None,
    ) -> None:
        """`matcher`: None for an engine whose voices are used as they are."""
        self._engine = engine
        self._phonemizer = phonemizer
        self._listener = listener
        self._scratch = scratch
        self._matcher = matcher

    def matched_voices(self, speaker: SpeakerVoice, names: list[str], text: str, language: str) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first, by speaking a text.

        `names`: voices of the engine, best first.
        """
        if self._matcher is None:
            return [MatchedVoice(name) for name in names]
        return self._matcher.matched_voices(speaker, names, self._phonemizer.phonemes(text, language))

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        """Returns the best attempt for each sentence; a short silence for a text that has no sounds, such as a dash.

        Sentences are transcribed together: the recognizer takes as long for a short sentence as for 30 s. So are the
        doubtful ones, first without the others beside them, then spoken again.
        """
        phonemes = [self._phonemizer.phonemes(text, language) for text, _ in requests]
        texts = [text for text, _ in requests]

        def say(index: int, place: int, speed: float) -> _Speech:
            voice = requests[index].voices[place]
            return _Speech(self._say(texts[index], phonemes[index], voice, speed), voice.name)

        first = [say(index, 0, 1.0) for index in range(len(requests))]
        best = self._recognize(texts, first, language)
        doubtful = doubtful_of(best)
        if len(doubtful) < len(first):
            self._improve(best, texts, {index: first[index] for index in doubtful}, language)
        for place, speed in ((0, SLOWER), (1, 1.0)):
            possible = [index for index in doubtful_of(best) if place < len(requests[index].voices)]
            self._improve(best, texts, {index: say(index, place, speed) for index in possible}, language)
        return best

    def _improve(self, best: list[Attempt], texts: list[str], others: dict[int, _Speech], language: str) -> None:
        """Replaces attempts by others, of the same index, that are understood better. In place."""
        if not others:
            return
        attempts = self._recognize([texts[index] for index in others], list(others.values()), language)
        for index, attempt in zip(others, attempts, strict=True):
            if attempt.comparison.error_rate < best[index].comparison.error_rate:
                best[index] = attempt

    def _say(self, text: str, phonemes: str, voice: MatchedVoice, speed: float) -> Audio:
        is_spoken = any(letter.isalnum() for letter in text)
        audio = self._engine.speak(phonemes, voice.name, speed) if is_spoken else numpy.zeros(0, numpy.float32)
        if len(audio) == 0:
            return numpy.zeros(round(SILENT_SECONDS * SAMPLE_RATE), numpy.float32)
        return matched(audio, SAMPLE_RATE, voice.match)

    def _recognize(self, texts: list[str], spoken: list[_Speech], language: str) -> list[Attempt]:
        """Transcribes speech one after the other; a word belongs to the one in which its middle is, or behind it."""
        path = self._scratch / "attempt.flac"
        gap = numpy.zeros(round(GAP_SECONDS * SAMPLE_RATE), numpy.float32)
        encode([piece for audio, _ in spoken for piece in (audio, gap)][:-1], 1, SAMPLE_RATE, FLAC, path)
        durations = [len(audio) / SAMPLE_RATE for audio, _ in spoken]
        starts = [0.0, *itertools.accumulate(seconds + GAP_SECONDS for seconds in durations)]
        words = self._listener.words(path, language)
        return [
            Attempt(audio, voice, compare(text, _words_between(words, start, end), seconds, language))
            for text, (audio, voice), seconds, (start, end) in zip(
                texts, spoken, durations, itertools.pairwise(starts), strict=True
            )
        ]


def doubtful_of(attempts: list[Attempt]) -> list[int]:
    """Returns the indexes of attempts that were not understood."""
    return [index for index, attempt in enumerate(attempts) if not attempt.is_understood]


def _words_between(words: list[RecognizedWord], start: float, end: float) -> list[RecognizedWord]:
    """Returns the words of a span, with times that count from its start."""
    return [
        RecognizedWord(word.text, max(0.0, word.start - start), word.end - start)
        for word in words
        if start <= (word.start + word.end) / 2 < end
    ]

"""Speaks sentences, and transcribes them back until each is understood."""

import itertools
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, encode
from dub.comparison import Comparison, RecognizedWord, compare
from dub.kokoro import SAMPLE_RATE

# A sentence with more wrong words is spoken again. Recognition errors of names and numbers stay below it in most cases.
MAX_ERROR_RATE = 0.15
# The engine is deterministic: another speed makes another attempt.
ATTEMPT_SPEEDS = (1.0, 0.9)
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


class Request(NamedTuple):
    """A sentence to speak, and the voices for it, best first."""

    text: str
    voices: list[str]


class Attempt(NamedTuple):
    """Speech, mono at SAMPLE_RATE, and how it was understood."""

    audio: Audio
    voice: str
    comparison: Comparison

    @property
    def is_understood(self) -> bool:
        """Whether few enough words were wrong."""
        return self.comparison.error_rate <= MAX_ERROR_RATE


class SentenceSpeaker:
    """Speaks with the best voice twice, then with the next one; keeps the attempt that is understood best."""

    def __init__(self, engine: Engine, phonemizer: PhonemeSource, listener: Listener, scratch: Path) -> None:
        self._engine = engine
        self._phonemizer = phonemizer
        self._listener = listener
        self._scratch = scratch

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        """Returns the best attempt for each sentence. Raises ValueError for a text that has no phonemes.

        The first attempts are transcribed together: the recognizer takes as long for a short sentence as for 30 s.
        """
        phonemes = [self._phonemizer.phonemes(text, language) for text, _ in requests]
        first = [
            self._say(request.text, spoken, request.voices[0], ATTEMPT_SPEEDS[0])
            for request, spoken in zip(requests, phonemes, strict=True)
        ]
        attempts = self._recognize_together(requests, first, language)
        return [
            attempt if attempt.is_understood else self._improved(attempt, request, spoken, language)
            for attempt, request, spoken in zip(attempts, requests, phonemes, strict=True)
        ]

    def _improved(self, first: Attempt, request: Request, phonemes: str, language: str) -> Attempt:
        """Transcribes a first attempt alone, then speaks again."""
        text, voices = request
        best = self._recognize(text, first.audio, first.voice, language)
        others = [(voices[0], speed) for speed in ATTEMPT_SPEEDS[1:]] + [(voice, 1.0) for voice in voices[1:2]]
        for voice, speed in others:
            if best.is_understood:
                break
            attempt = self._recognize(text, self._say(text, phonemes, voice, speed), voice, language)
            if attempt.comparison.error_rate < best.comparison.error_rate:
                best = attempt
        return best

    def _say(self, text: str, phonemes: str, voice: str, speed: float) -> Audio:
        audio = self._engine.speak(phonemes, voice, speed)
        if len(audio) == 0:
            raise ValueError(f"The text {text!r} cannot be spoken.")
        return audio

    def _recognize(self, text: str, audio: Audio, voice: str, language: str) -> Attempt:
        return self._recognize_together([Request(text, [voice])], [audio], language)[0]

    def _recognize_together(self, requests: list[Request], audios: list[Audio], language: str) -> list[Attempt]:
        """Transcribes audios one after the other; a word belongs to the one in which its middle is, or behind it."""
        path = self._scratch / "attempt.flac"
        gap = numpy.zeros(round(GAP_SECONDS * SAMPLE_RATE), numpy.float32)
        pieces = [piece for audio in audios for piece in (audio, gap)][:-1]
        encode(pieces, 1, SAMPLE_RATE, FLAC, path)
        starts = [0.0, *itertools.accumulate(len(audio) / SAMPLE_RATE + GAP_SECONDS for audio in audios)]
        words = self._listener.words(path, language)
        return [
            Attempt(
                audio,
                request.voices[0],
                compare(request.text, _words_between(words, start, end), len(audio) / SAMPLE_RATE, language),
            )
            for request, audio, (start, end) in zip(requests, audios, itertools.pairwise(starts), strict=True)
        ]


def _words_between(words: list[RecognizedWord], start: float, end: float) -> list[RecognizedWord]:
    """Returns the words of a span, with times that count from its start."""
    return [
        RecognizedWord(word.text, max(0.0, word.start - start), word.end - start)
        for word in words
        if start <= (word.start + word.end) / 2 < end
    ]

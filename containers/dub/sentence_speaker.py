"""Speaks sentences, and transcribes each one back until it is understood."""

from pathlib import Path
from typing import NamedTuple, Protocol

from dub.arrays import Audio
from dub.audio_file import FLAC, encode
from dub.comparison import Comparison, RecognizedWord, compare
from dub.kokoro import SAMPLE_RATE

# A sentence with more wrong words is spoken again. Recognition errors of names and numbers stay below it in most cases.
MAX_ERROR_RATE = 0.15
# The engine is deterministic: another speed makes another attempt.
ATTEMPT_SPEEDS = (1.0, 0.9)


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

    def speak(self, text: str, language: str, voices: list[str]) -> Attempt:
        """Returns the best attempt. Raises ValueError for a text that has no phonemes."""
        phonemes = self._phonemizer.phonemes(text, language)
        orders = [(voices[0], speed) for speed in ATTEMPT_SPEEDS] + [(voice, 1.0) for voice in voices[1:2]]
        best: Attempt | None = None
        for voice, speed in orders:
            audio = self._engine.speak(phonemes, voice, speed)
            if len(audio) == 0:
                raise ValueError(f"The text {text!r} cannot be spoken.")
            attempt = Attempt(audio, voice, self._compare(text, audio, language))
            if best is None or attempt.comparison.error_rate < best.comparison.error_rate:
                best = attempt
            if best.is_understood:
                break
        assert best is not None
        return best

    def _compare(self, text: str, audio: Audio, language: str) -> Comparison:
        path = self._scratch / "attempt.flac"
        encode([audio], 1, SAMPLE_RATE, FLAC, path)
        return compare(text, self._listener.words(path, language), len(audio) / SAMPLE_RATE, language)

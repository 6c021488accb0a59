"""A sentence is spoken again until it is understood."""

import tempfile
import unittest
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.comparison import RecognizedWord
from dub.sentence_speaker import Attempt, SentenceSpeaker

TEXT = "um dois três quatro"


class Parts:
    """An engine, a phonemizer and a recognizer that understands what a test lists, attempt by attempt."""

    def __init__(self, *understood: str) -> None:
        self.understood = list(understood)
        self.orders: list[tuple[str, float]] = []

    def phonemes(self, text: str, language: str) -> str:
        return text

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        self.orders.append((voice, speed))
        return numpy.full(2400, 0.1, numpy.float32) if phonemes else numpy.zeros(0, numpy.float32)

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        return [RecognizedWord(word, 0, 0.1) for word in self.understood[len(self.orders) - 1].split()]


def spoken(parts: Parts, text: str = TEXT) -> Attempt:
    """Speaks a text with two voices at hand."""
    with tempfile.TemporaryDirectory() as folder:
        return SentenceSpeaker(parts, parts, parts, Path(folder)).speak(text, "pt", ["pm_alex", "pm_santa", "pf_dora"])


class Speak(unittest.TestCase):
    def test_keeps_the_first_attempt_that_is_understood(self) -> None:
        parts = Parts(TEXT)
        self.assertTrue(spoken(parts).is_understood)
        self.assertEqual(parts.orders, [("pm_alex", 1.0)])

    def test_speaks_again_and_then_with_the_next_voice(self) -> None:
        parts = Parts("um", "um dois", TEXT)
        self.assertEqual(spoken(parts).voice, "pm_santa")
        self.assertEqual(parts.orders, [("pm_alex", 1.0), ("pm_alex", 0.9), ("pm_santa", 1.0)])

    def test_keeps_the_best_attempt_when_none_is_understood(self) -> None:
        attempt = spoken(Parts("um", "um dois", "dez"))
        self.assertEqual((attempt.voice, attempt.comparison.error_rate), ("pm_alex", 0.5))
        self.assertFalse(attempt.is_understood)

    def test_rejects_a_text_without_sounds(self) -> None:
        with self.assertRaises(ValueError):
            spoken(Parts(""), "")


if __name__ == "__main__":
    unittest.main()

"""A sentence is spoken again until it is understood."""

import tempfile
import unittest
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.comparison import RecognizedWord
from dub.sentence_speaker import GAP_SECONDS, Attempt, Request, SentenceSpeaker

TEXT = "um dois três quatro"


class Parts:
    """An engine, a phonemizer and a recognizer that understands what a test lists, attempt by attempt."""

    def __init__(self, *understood: str) -> None:
        self.understood = list(understood)
        self.orders: list[tuple[str, float]] = []
        self.listened = 0

    def phonemes(self, text: str, language: str) -> str:
        return text

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        self.orders.append((voice, speed))
        return numpy.full(2400, 0.1, numpy.float32) if phonemes else numpy.zeros(0, numpy.float32)

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        self.listened += 1
        return [RecognizedWord(word, 0, 0.1) for word in self.understood[self.listened - 1].split()]


class Together(Parts):
    """Recognizes all words of three sentences of 0.1 s, and a word in the gap that belongs to the one before."""

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        self.listened += 1
        second, third = 0.1 + GAP_SECONDS, 2 * (0.1 + GAP_SECONDS)
        return [
            RecognizedWord("um", 0, 0.05),
            RecognizedWord("dois", 0.1, 0.2),
            RecognizedWord("três", second, second + 0.1),
            RecognizedWord("quatro", third + 0.02, third + 0.1),
        ]


def spoken(parts: Parts, text: str = TEXT) -> Attempt:
    """Speaks a text with two voices at hand."""
    with tempfile.TemporaryDirectory() as folder:
        request = Request(text, ["pm_alex", "pm_santa", "pf_dora"])
        return SentenceSpeaker(parts, parts, parts, Path(folder)).speak([request], "pt")[0]


class Speak(unittest.TestCase):
    def test_keeps_the_first_attempt_that_is_understood(self) -> None:
        parts = Parts(TEXT)
        self.assertTrue(spoken(parts).is_understood)
        self.assertEqual(parts.orders, [("pm_alex", 1.0)])

    def test_listens_alone_before_it_speaks_again(self) -> None:
        parts = Parts("um", TEXT)
        self.assertTrue(spoken(parts).is_understood)
        self.assertEqual(parts.orders, [("pm_alex", 1.0)])

    def test_transcribes_several_sentences_together(self) -> None:
        parts = Together()
        with tempfile.TemporaryDirectory() as folder:
            requests = [Request(text, ["pm_alex"]) for text in ("um dois", "três", "quatro")]
            attempts = SentenceSpeaker(parts, parts, parts, Path(folder)).speak(requests, "pt")
        self.assertEqual(parts.listened, 1)
        self.assertEqual([attempt.comparison.error_rate for attempt in attempts], [0, 0, 0])
        word = attempts[2].comparison.words[0]
        self.assertAlmostEqual(word["startSeconds"], 0.02, places=3)

    def test_speaks_again_and_then_with_the_next_voice(self) -> None:
        parts = Parts("um", "um", "um dois", TEXT)
        self.assertEqual(spoken(parts).voice, "pm_santa")
        self.assertEqual(parts.orders, [("pm_alex", 1.0), ("pm_alex", 0.9), ("pm_santa", 1.0)])

    def test_keeps_the_best_attempt_when_none_is_understood(self) -> None:
        attempt = spoken(Parts("um", "um", "um dois", "dez"))
        self.assertEqual((attempt.voice, attempt.comparison.error_rate), ("pm_alex", 0.5))
        self.assertFalse(attempt.is_understood)

    def test_rejects_a_text_without_sounds(self) -> None:
        with self.assertRaises(ValueError):
            spoken(Parts(""), "")


if __name__ == "__main__":
    unittest.main()

import unittest

from speech.decode.hallucinations import is_hallucinated, without_loops
from speech.decode.hypothesis import Hypothesis
from speech.timing.words import TimedWord


def hypothesis(text: str, log_probability: float, no_speech: float = 0.0) -> Hypothesis:
    return Hypothesis("en", [1], text, log_probability, no_speech)


def spoken(text: str, seconds_each: float, confidence: float = 0.9) -> list[TimedWord]:
    return [
        TimedWord(part, True, i * seconds_each, (i + 1) * seconds_each, confidence)
        for i, part in enumerate(text.split())
    ]


class Hallucinations(unittest.TestCase):
    def test_drops_doubtful_phrases_and_keeps_spoken_ones(self) -> None:
        self.assertTrue(is_hallucinated(hypothesis(" Thanks for watching!", -0.6)))
        self.assertTrue(is_hallucinated(hypothesis(" ご視聴ありがとうございました", -0.3, 0.5)))
        self.assertFalse(is_hallucinated(hypothesis(" Thank you.", -0.2)))
        self.assertFalse(is_hallucinated(hypothesis(" Okay.", -0.7)))
        self.assertTrue(is_hallucinated(hypothesis(" Okay.", -0.7, 0.5)))
        self.assertFalse(is_hallucinated(hypothesis(" We thank you for watching the birds.", -0.6)))
        self.assertTrue(is_hallucinated(hypothesis(" you", -1.84, 0.7)))
        self.assertTrue(is_hallucinated(hypothesis(" ...", -0.1)))

    def test_reduces_loops_faster_than_speech_and_keeps_spoken_repeats(self) -> None:
        self.assertEqual(len(without_loops(spoken("and then " * 20, 0.05))), 2)
        self.assertEqual(len(without_loops(spoken("slow " * 12, 0.4))), 12)
        self.assertEqual(len(without_loops(spoken("slow " * 12, 0.4, confidence=0.1))), 1)
        self.assertEqual(len(without_loops(spoken("one two three four", 0.05))), 4)

import unittest

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import Span
from speech.decode.dropped_sentences import Gap, gap_windows, inserted, is_recovered, split_gap
from speech.decode.hypothesis import Hypothesis
from speech.decode.windows import Window
from speech.timing.words import TimedWord
from speech.vad.detector import FRAME_SECONDS


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, True, start, end, 0.9)


def spoken(*spans: tuple[float, float]) -> Floats:
    at = np.arange(int(12 / FRAME_SECONDS)) * FRAME_SECONDS
    return np.where(np.any([(at >= a) & (at < b) for a, b in spans], axis=0), 0.9, 0.0)


class DroppedSentences(unittest.TestCase):
    def test_finds_speech_without_words(self) -> None:
        words = [word("One", 1.0, 1.5), word("two.", 1.5, 2.0), word("Three.", 8.0, 8.5)]
        found = gap_windows(words, spoken((1, 2), (4, 6), (8, 8.5)), Span(0, 12))
        self.assertEqual(len(found), 1)
        self.assertLess(found[0].start, 4.0)
        self.assertGreater(found[0].end, 6.0)
        self.assertEqual(gap_windows(words, spoken((1, 2), (4, 4.3), (8, 8.5)), Span(0, 12)), [])

    def test_finds_a_sentence_under_a_stretched_word(self) -> None:
        # The first word of a sentence adjoins the words after it.
        words = [word("said.", 1.0, 1.5), word("Mister", 1.6, 8.3), word("Quilter", 8.3, 9.0)]
        (gap,) = gap_windows(words, spoken((1, 1.5), (3, 6), (8, 9)), Span(0, 12))
        added = [word("Il", 3.0, 3.5), word("mio", 3.5, 6.0)]
        self.assertEqual(
            [w.text for w in inserted(words, added, gap.spans[0])], ["said.", "Il", "mio", "Mister", "Quilter"]
        )
        self.assertGreaterEqual(inserted(words, added, gap.spans[0])[3].start, gap.end)

    def test_rejects_doubtful_and_duplicate_text(self) -> None:
        words = [word("fail", 1.0, 1.5), word("again", 1.5, 2.0)]

        def keeps(text: str, log_probability: float, no_speech: float = 0.0) -> bool:
            return is_recovered(Hypothesis("en", [1], text, log_probability, no_speech), Gap(2.0, 2.0), words)

        self.assertTrue(keeps(" How old is the bridge?", -0.2))
        self.assertFalse(keeps(" How old is the bridge?", -0.9))
        self.assertFalse(keeps(" How old is the bridge?", -0.2, 0.6))
        self.assertFalse(keeps(" Fail again!", -0.1))

    def test_keeps_a_repeated_sentence_and_rejects_a_misplaced_one(self) -> None:
        again = Hypothesis("en", [1], " Fail again, fail again.", -0.1, 0.0)
        for seconds_each, kept in ((0.4, True), (0.05, False)):
            words = [
                word(text, i * seconds_each, (i + 1) * seconds_each)
                for i, text in enumerate(["fail", "again", "fail", "again"])
            ]
            self.assertEqual(is_recovered(again, Gap(2.0, 2.0), words), kept)

    def test_splits_a_long_gap_at_the_lowest_speech_probability(self) -> None:
        probabilities = np.full(int(10 / FRAME_SECONDS), 0.9)
        probabilities[int(3.2 / FRAME_SECONDS)] = 0.1
        first, second = split_gap(Window((Span(1, 7),)), probabilities)
        self.assertAlmostEqual(first.end, 3.2, delta=0.05)
        self.assertEqual((first.end, second.end), (second.start, 7))
        self.assertEqual(split_gap(Window((Span(1, 3),)), probabilities), [])

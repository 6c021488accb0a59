import unittest

import numpy as np
from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, Span
from unheard import cut_at_weakest, inserted, is_worth_keeping, unheard_windows
from whisper_engine import Heard
from windows import Window
from word_times import TimedWord

FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, True, start, end, 0.9)


def spoken(*spans: tuple[float, float]) -> np.ndarray:
    at = np.arange(int(12 / FRAME_SECONDS)) * FRAME_SECONDS
    return np.where(np.any([(at >= a) & (at < b) for a, b in spans], axis=0), 0.9, 0.0)


class Unheard(unittest.TestCase):
    def test_speech_without_words_is_found(self):
        words = [word("One", 1.0, 1.5), word("two.", 1.5, 2.0), word("Three.", 8.0, 8.5)]
        found = unheard_windows(words, spoken((1, 2), (4, 6), (8, 8.5)), Span(0, 12))
        self.assertEqual(len(found), 1)
        self.assertLess(found[0].start, 4.0)
        self.assertGreater(found[0].end, 6.0)
        self.assertEqual(unheard_windows(words, spoken((1, 2), (4, 4.3), (8, 8.5)), Span(0, 12)), [])

    def test_a_word_stretched_over_a_sentence_hides_nothing(self):
        # The first word of a sentence belongs to what follows it.
        words = [word("said.", 1.0, 1.5), word("Mister", 1.6, 8.3), word("Quilter", 8.3, 9.0)]
        (gap,) = unheard_windows(words, spoken((1, 1.5), (3, 6), (8, 9)), Span(0, 12))
        added = [word("Il", 3.0, 3.5), word("mio", 3.5, 6.0)]
        self.assertEqual([w.text for w in inserted(words, added, gap.pieces[0])], ["said.", "Il", "mio", "Mister", "Quilter"])
        self.assertGreaterEqual(inserted(words, added, gap.pieces[0])[3].start, gap.end)

    def test_what_is_doubtful_or_said_already_is_not_kept(self):
        words = [word("fail", 1.0, 1.5), word("again", 1.5, 2.0)]

        def keeps(text: str, log_probability: float, no_speech: float = 0.0) -> bool:
            return is_worth_keeping(Heard("en", [1], text, log_probability, no_speech), 2.0, words, 2.0)

        self.assertTrue(keeps(" How old is the bridge?", -0.2))
        self.assertFalse(keeps(" How old is the bridge?", -0.9))
        self.assertFalse(keeps(" How old is the bridge?", -0.2, 0.6))
        self.assertFalse(keeps(" Fail again!", -0.1))

    def test_a_sentence_that_is_said_again_is_kept_and_a_misplaced_one_is_not(self):
        again = Heard("en", [1], " Fail again, fail again.", -0.1, 0.0)
        for seconds_each, kept in ((0.4, True), (0.05, False)):
            words = [word(text, i * seconds_each, (i + 1) * seconds_each) for i, text in enumerate("fail again fail again".split())]
            self.assertEqual(is_worth_keeping(again, 2.0, words, 2.0), kept)

    def test_a_long_gap_is_cut_where_the_voice_is_weakest(self):
        voice = np.full(int(10 / FRAME_SECONDS), 0.9)
        voice[int(3.2 / FRAME_SECONDS)] = 0.1
        first, second = cut_at_weakest(Window((Span(1, 7),)), voice)
        self.assertAlmostEqual(first.end, 3.2, delta=0.05)
        self.assertEqual((first.end, second.end), (second.start, 7))
        self.assertEqual(cut_at_weakest(Window((Span(1, 3),)), voice), [])


if __name__ == "__main__":
    unittest.main()

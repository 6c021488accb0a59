import unittest
from itertools import pairwise

import numpy as np

from speech.audio.timeline import Span
from speech.decode.windows import WINDOW_SECONDS, Window, halves, plan_windows, utterances
from speech.vad.detector import FRAME_SECONDS


def plan(regions: list[Span], track_seconds: float) -> list[Window]:
    probabilities = np.full(int(track_seconds / FRAME_SECONDS) + 1, 0.9)
    return plan_windows(regions, probabilities, track_seconds)


class Windows(unittest.TestCase):
    def test_every_region_lies_in_one_window_and_no_window_is_too_long(self) -> None:
        regions = [Span(1.5 * i, 1.5 * i + 1.2) for i in range(100)]
        windows = plan(regions, 160.0)
        for region in regions:
            holding = [w for w in windows if any(s.start <= region.start and region.end <= s.end for s in w.spans)]
            self.assertEqual(len(holding), 1)
        for window, following in pairwise(windows):
            self.assertLessEqual(window.seconds, WINDOW_SECONDS)
            self.assertLessEqual(window.end, following.start)

    def test_a_window_ends_at_its_longest_late_pause(self) -> None:
        regions = [Span(0.5, 10), Span(10.3, 20), Span(21.5, 27), Span(27.3, 40)]
        self.assertAlmostEqual(plan(regions, 41.0)[0].end, 20.4)

    def test_long_silences_are_dropped_and_times_map_to_the_track(self) -> None:
        window = plan([Span(1, 3), Span(20, 22)], 30.0)[0]
        self.assertLess(window.seconds, 7)
        self.assertAlmostEqual(window.locate(1.0), 1.6)
        second_span = window.spans[0].seconds
        self.assertAlmostEqual(window.locate(second_span + 1.0), 20.6)
        self.assertAlmostEqual(window.locate(second_span, is_end=True), window.spans[0].end)

    def test_speech_without_a_pause_is_cut_at_the_lowest_probability(self) -> None:
        probabilities = np.full(int(60 / FRAME_SECONDS) + 1, 0.9)
        probabilities[int(22.0 / FRAME_SECONDS)] = 0.4
        windows = plan_windows([Span(0, 50)], probabilities, 60.0)
        self.assertAlmostEqual(windows[0].end, 22.0, delta=0.1)
        self.assertTrue(all(window.seconds <= WINDOW_SECONDS for window in windows))

    def test_halves_and_utterances_cover_the_window(self) -> None:
        regions = [Span(1, 5), Span(5.9, 10), Span(10.8, 12)]
        window = plan(regions, 15.0)[0]
        voice = np.full(int(15 / FRAME_SECONDS), 0.9)
        voice[int(5.2 / FRAME_SECONDS) : int(5.7 / FRAME_SECONDS)] = 0.1
        first, second = halves(window, voice)
        self.assertAlmostEqual(first.seconds + second.seconds, window.seconds)
        self.assertAlmostEqual(first.end, 5.45, delta=0.3)
        parts = utterances(window, regions)
        self.assertEqual(len(parts), 2)
        self.assertLess(parts[0].end, 5.9)
        self.assertGreater(parts[1].end, 12)

    def test_a_short_sentence_after_a_pause_is_an_utterance(self) -> None:
        regions = [Span(1, 9), Span(9.6, 11.4)]
        parts = utterances(plan(regions, 12.0)[0], regions)
        self.assertEqual(len(parts), 2)

    def test_a_word_between_long_pauses_is_an_utterance(self) -> None:
        regions = [Span(1, 4), Span(5.2, 5.8), Span(7, 9)]
        self.assertEqual(len(utterances(plan(regions, 12.0)[0], regions)), 3)

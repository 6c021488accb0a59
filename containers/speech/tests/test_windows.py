import unittest

import numpy as np
from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, Span, speech_regions
from windows import WINDOW_SECONDS, halves, plan_windows, utterances

FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE


def plan(regions: list[Span], track_seconds: float):
    probabilities = np.full(int(track_seconds / FRAME_SECONDS) + 1, 0.9)
    return plan_windows(regions, probabilities, track_seconds)


class SpeechRegions(unittest.TestCase):
    def test_pauses_divide_and_flickering_noise_is_none(self):
        sure = np.concatenate([np.zeros(10), np.full(20, 0.9), np.zeros(10), np.full(20, 0.9), np.zeros(5)])
        self.assertEqual(len(speech_regions(sure, 10.0)), 2)
        self.assertEqual(speech_regions(np.where(sure > 0, 0.5, 0.0), 10.0), [])


class Windows(unittest.TestCase):
    def test_every_region_is_in_one_window_and_none_is_too_long(self):
        regions = [Span(1.5 * i, 1.5 * i + 1.2) for i in range(100)]
        windows = plan(regions, 160.0)
        for region in regions:
            holding = [w for w in windows if any(p.start <= region.start and region.end <= p.end for p in w.pieces)]
            self.assertEqual(len(holding), 1)
        for window, following in zip(windows, windows[1:]):
            self.assertLessEqual(window.seconds, WINDOW_SECONDS)
            self.assertLessEqual(window.end, following.start)

    def test_the_longest_pause_late_in_the_window_is_where_it_ends(self):
        regions = [Span(0.5, 10), Span(10.3, 20), Span(21.5, 27), Span(27.3, 40)]
        self.assertAlmostEqual(plan(regions, 41.0)[0].end, 20.4)

    def test_long_silences_are_left_out_and_times_lead_back(self):
        window = plan([Span(1, 3), Span(20, 22)], 30.0)[0]
        self.assertLess(window.seconds, 7)
        self.assertAlmostEqual(window.locate(1.0), 1.6)
        second_piece = window.pieces[0].seconds
        self.assertAlmostEqual(window.locate(second_piece + 1.0), 20.6)
        self.assertAlmostEqual(window.locate(second_piece, is_end=True), window.pieces[0].end)

    def test_speech_without_a_pause_is_cut_where_it_is_weakest(self):
        probabilities = np.full(int(60 / FRAME_SECONDS) + 1, 0.9)
        probabilities[int(22.0 / FRAME_SECONDS)] = 0.4
        windows = plan_windows([Span(0, 50)], probabilities, 60.0)
        self.assertAlmostEqual(windows[0].end, 22.0, delta=0.1)
        self.assertTrue(all(window.seconds <= WINDOW_SECONDS for window in windows))

    def test_halves_and_utterances_lose_nothing(self):
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

    def test_a_short_sentence_after_a_pause_is_an_utterance_of_its_own(self):
        regions = [Span(1, 9), Span(9.6, 11.4)]
        parts = utterances(plan(regions, 12.0)[0], regions)
        self.assertEqual(len(parts), 2)

    def test_a_word_between_long_pauses_is_an_utterance(self):
        regions = [Span(1, 4), Span(5.2, 5.8), Span(7, 9)]
        self.assertEqual(len(utterances(plan(regions, 12.0)[0], regions)), 3)


if __name__ == "__main__":
    unittest.main()

import unittest

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.vad.quiet_speech import gaps, local_gains, raise_quiet_turns

RANDOM = np.random.default_rng(1)


def noise(seconds: float, level: float) -> Samples:
    return (RANDOM.standard_normal(round(seconds * SAMPLE_RATE)) * level * 32767).astype(np.int16)


class QuietSpeech(unittest.TestCase):
    def test_only_turns_far_below_the_rest_are_raised(self) -> None:
        track = np.concatenate([noise(2, 0.1), noise(1, 0), noise(2, 0.003), noise(1, 0), noise(2, 0.05)])
        louder = raise_quiet_turns(track, [Span(0, 2), Span(3, 5), Span(6, 8)])
        self.assertEqual(len(louder), len(track))
        np.testing.assert_array_equal(louder[:32_000], track[:32_000])
        np.testing.assert_array_equal(louder[96_000:], track[96_000:])
        self.assertAlmostEqual(np.std(louder[48_000:80_000]) / 32767, 0.05, delta=0.01)

    def test_a_track_at_one_level_is_unchanged(self) -> None:
        track = noise(5, 0.1)
        self.assertIs(raise_quiet_turns(track, [Span(0, 2), Span(3, 5)]), track)
        self.assertIs(raise_quiet_turns(track, []), track)

    def test_gaps_lie_between_the_regions(self) -> None:
        self.assertEqual(gaps([Span(2, 3), Span(3.5, 9)], 10.0), [Span(0, 1.8)])
        self.assertEqual(gaps([], 10.0), [Span(0, 10.0)])

    def test_digital_silence_is_not_amplified(self) -> None:
        self.assertEqual(local_gains(np.zeros(SAMPLE_RATE, dtype=np.int16)).max(), 1.0)
        self.assertGreater(local_gains(noise(1, 0.002)).min(), 20.0)

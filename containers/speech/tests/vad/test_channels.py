import unittest

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE
from speech.vad.channels import STEP_FRAMES, band_levels, correlation, delay_of, has_two_signals
from speech.vad.detector import FRAME_SAMPLES

RANDOM = np.random.default_rng(1)


def babble(seconds: float) -> Samples:
    """Returns noise with the rhythm of syllables."""
    count = round(seconds * 8)
    loudness = np.repeat(RANDOM.uniform(0.0, 1.0, count) ** 3, SAMPLE_RATE // 8)
    return (3_000 * loudness * RANDOM.standard_normal(len(loudness))).astype(np.int16)


class Channels(unittest.TestCase):
    def test_one_voice_on_two_channels_correlates_and_two_voices_do_not(self) -> None:
        first, second = babble(8), babble(8)
        late = np.roll(first, 3 * FRAME_SAMPLES) // 2
        self.assertEqual(delay_of(band_levels(first), band_levels(late)), 3)
        self.assertGreater(correlation(band_levels(first)[:-3], band_levels(late)[3:]), 0.9)
        self.assertLess(
            abs(correlation(band_levels(first)[: 2 * STEP_FRAMES], band_levels(second)[: 2 * STEP_FRAMES])), 0.6
        )

    def test_one_signal_at_two_levels_counts_as_one(self) -> None:
        voice = babble(2)
        for other in (voice, voice // 4, -voice, voice * 0):
            self.assertFalse(has_two_signals(np.stack([voice, other], axis=1)))
        self.assertTrue(has_two_signals(np.stack([voice, babble(2)], axis=1)))

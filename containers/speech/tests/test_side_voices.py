import unittest

import numpy as np
from side_voices import STEP_FRAMES, band_levels, correlation, delay_of, is_wide
from speech_regions import FRAME_SAMPLES, SAMPLE_RATE

RANDOM = np.random.default_rng(1)


def babble(seconds: float) -> np.ndarray:
    """Noise that rises and falls in syllables."""
    count = round(seconds * 8)
    loudness = np.repeat(RANDOM.uniform(0.0, 1.0, count) ** 3, SAMPLE_RATE // 8)
    return (3_000 * loudness * RANDOM.standard_normal(len(loudness))).astype(np.int16)


class SideVoices(unittest.TestCase):
    def test_one_voice_at_two_places_is_alike_and_two_are_not(self):
        first, second = babble(8), babble(8)
        late = np.roll(first, 3 * FRAME_SAMPLES) // 2
        self.assertEqual(delay_of(band_levels(first), band_levels(late)), 3)
        self.assertGreater(correlation(band_levels(first)[:-3], band_levels(late)[3:]), 0.9)
        self.assertLess(abs(correlation(band_levels(first)[: 2 * STEP_FRAMES], band_levels(second)[: 2 * STEP_FRAMES])), 0.6)

    def test_one_signal_at_two_levels_is_not_wide(self):
        voice = babble(2)
        for other in (voice, voice // 4, -voice, voice * 0):
            self.assertFalse(is_wide(np.stack([voice, other], axis=1)))
        self.assertTrue(is_wide(np.stack([voice, babble(2)], axis=1)))


if __name__ == "__main__":
    unittest.main()

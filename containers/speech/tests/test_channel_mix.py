import tempfile
import unittest
from pathlib import Path

import numpy as np
from channel_mix import choose_mix, mix_to_mono

SECONDS = 4
TIME = np.arange(SECONDS * 16_000) / 16_000
VOICE = (8_000 * np.sin(2 * np.pi * 220 * TIME) * (np.sin(2 * np.pi * 3 * TIME) > 0)).astype(np.int16)
TONE = (8_000 * np.sin(2 * np.pi * 1_700 * TIME)).astype(np.int16)
SILENCE = np.zeros_like(VOICE)


def speech_seconds(samples: np.ndarray) -> float:
    """In these tests the voice is the only signal that pauses."""
    quiet = np.abs(samples.reshape(-1, 400)).max(axis=1) < 100
    return 3.0 if 0.2 < quiet.mean() < 0.8 else 0.0


def mixed(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    with tempfile.TemporaryDirectory() as folder:
        return np.array(mix_to_mono(np.stack([left, right], axis=1), Path(folder) / "mono", speech_seconds))


class ChannelMix(unittest.TestCase):
    def test_equal_channels_are_averaged(self):
        np.testing.assert_allclose(mixed(VOICE, VOICE), VOICE, atol=1)

    def test_channels_in_anti_phase_do_not_cancel(self):
        level = np.std(mixed(VOICE, -VOICE).astype(float))
        self.assertGreater(level, 0.9 * np.std(VOICE.astype(float)))

    def test_the_channel_with_the_speech_wins_over_music(self):
        self.assertEqual(choose_mix(np.stack([VOICE, TONE], axis=1), speech_seconds), "left")
        self.assertEqual(choose_mix(np.stack([TONE, VOICE], axis=1), speech_seconds), "right")

    def test_one_sided_speech_is_kept_whole(self):
        np.testing.assert_array_equal(mixed(SILENCE, VOICE), VOICE)

    def test_silence_stays_silence(self):
        self.assertEqual(np.abs(mixed(SILENCE, SILENCE)).max(), 0)

    def test_a_long_track_has_no_seams(self):
        long = np.tile(VOICE, 10)
        np.testing.assert_allclose(mixed(long, long), long, atol=1)


if __name__ == "__main__":
    unittest.main()

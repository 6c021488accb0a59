import tempfile
import unittest
from pathlib import Path

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.channel_mix import choose_mix, mix_to_mono

SECONDS = 4
TIME = np.arange(SECONDS * 16_000) / 16_000
VOICE = (8_000 * np.sin(2 * np.pi * 220 * TIME) * (np.sin(2 * np.pi * 3 * TIME) > 0)).astype(np.int16)
TONE = (8_000 * np.sin(2 * np.pi * 1_700 * TIME)).astype(np.int16)
SILENCE = np.zeros_like(VOICE)


def speech_seconds(samples: Samples) -> float:
    """Returns 3 for the voice, the only signal with pauses in these tests."""
    quiet = np.abs(samples.reshape(-1, 400)).max(axis=1) < 100
    return 3.0 if 0.2 < quiet.mean() < 0.8 else 0.0


def mixed(left: Samples, right: Samples) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        return np.array(mix_to_mono(np.stack([left, right], axis=1), Path(folder) / "mono", speech_seconds))


class ChannelMix(unittest.TestCase):
    def test_equal_channels_are_averaged(self) -> None:
        np.testing.assert_allclose(mixed(VOICE, VOICE), VOICE, atol=1)

    def test_channels_in_anti_phase_do_not_cancel(self) -> None:
        level = np.std(mixed(VOICE, -VOICE).astype(float))
        self.assertGreater(level, 0.9 * np.std(VOICE.astype(float)))

    def test_the_channel_with_speech_is_chosen_over_music(self) -> None:
        self.assertEqual(choose_mix(np.stack([VOICE, TONE], axis=1), speech_seconds), "left")
        self.assertEqual(choose_mix(np.stack([TONE, VOICE], axis=1), speech_seconds), "right")

    def test_one_sided_speech_is_unchanged(self) -> None:
        np.testing.assert_array_equal(mixed(SILENCE, VOICE), VOICE)

    def test_silence_remains_silence(self) -> None:
        self.assertEqual(np.abs(mixed(SILENCE, SILENCE)).max(), 0)

    def test_a_long_track_has_no_seams(self) -> None:
        long = np.tile(VOICE, 10)
        np.testing.assert_allclose(mixed(long, long), long, atol=1)

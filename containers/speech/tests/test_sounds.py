import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from languages import prompt_for
from sounds import audible_sounds
from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, Span
from word_times import audible_share

RNG = np.random.default_rng(1)


def noise(seconds: float, level: float) -> np.ndarray:
    return (RNG.standard_normal(round(seconds * SAMPLE_RATE)) * level * 32768).astype(np.int16)


def probabilities(seconds: float, spoken: list[tuple[float, float]]) -> np.ndarray:
    at = (np.arange(round(seconds * SAMPLE_RATE / FRAME_SAMPLES)) + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
    return np.array([0.95 if any(a <= t < b for a, b in spoken) else 0.02 for t in at], dtype=np.float32)


class Sounds(unittest.TestCase):
    """10 s of a quiet room, speech at 1 to 2 s, something else from 5 s on."""

    def heard(self, other: np.ndarray, room: float = 0.0005) -> list[tuple[float, float]]:
        track = noise(10, room)
        track[SAMPLE_RATE : 2 * SAMPLE_RATE] = noise(1, 0.1)
        track[5 * SAMPLE_RATE : 5 * SAMPLE_RATE + len(other)] = other
        return [(round(s.start, 1), round(s.end, 1)) for s in audible_sounds(track, probabilities(10, [(1, 2)]))]

    def test_loud_sounds_are_heard_without_words(self):
        self.assertEqual(self.heard(noise(2, 0.05)), [(1.0, 2.0), (5.0, 7.0)])

    def test_breaths_and_clicks_are_not(self):
        self.assertEqual(self.heard(noise(0.5, 0.005)), [(1.0, 2.0)])
        self.assertEqual(self.heard(noise(0.05, 0.3)), [(1.0, 2.0)])

    def test_a_steady_bed_under_the_speech_is_not(self):
        self.assertEqual(self.heard(noise(2, 0.03), room=0.03), [(1.0, 2.0)])

    def test_silence_is_not(self):
        self.assertEqual(audible_sounds(np.zeros(SAMPLE_RATE, dtype=np.int16), np.zeros(31, dtype=np.float32)), [])


class Prompts(unittest.TestCase):
    def test_fillers_are_shown_only_when_they_are_wanted(self):
        self.assertIsNone(prompt_for("en", []))
        self.assertIn("um", prompt_for("en", [], disfluent=True))
        self.assertIsNone(prompt_for("haw", [], disfluent=True))
        self.assertTrue(prompt_for("en", ["Capstack"], disfluent=True).startswith("Capstack"))


class AudibleShare(unittest.TestCase):
    def test_of_what_is_surely_speech(self):
        spoken = probabilities(10, [(2, 4)])
        self.assertEqual(audible_share([Span(2, 4)], spoken, 0, 10), 1.0)
        self.assertAlmostEqual(audible_share([Span(2, 3)], spoken, 0, 10), 0.5, delta=0.02)
        self.assertEqual(audible_share([], spoken, 5, 10), 1.0)


if __name__ == "__main__":
    unittest.main()

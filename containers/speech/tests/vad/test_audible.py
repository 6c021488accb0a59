import unittest

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.timeline import SAMPLE_RATE
from speech.vad.audible import audible_spans
from speech.vad.detector import FRAME_SAMPLES

RNG = np.random.default_rng(1)


def noise(seconds: float, level: float) -> Samples:
    return (RNG.standard_normal(round(seconds * SAMPLE_RATE)) * level * 32768).astype(np.int16)


def probabilities(seconds: float, spoken: list[tuple[float, float]]) -> Floats:
    at = (np.arange(round(seconds * SAMPLE_RATE / FRAME_SAMPLES)) + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
    return np.array([0.95 if any(a <= t < b for a, b in spoken) else 0.02 for t in at], dtype=np.float32)


class AudibleSpans(unittest.TestCase):
    """10 s of a quiet room, speech from 1 to 2 s, something else from 5 s on."""

    def found(self, other: Samples, room: float = 0.0005) -> list[tuple[float, float]]:
        track = noise(10, room)
        track[SAMPLE_RATE : 2 * SAMPLE_RATE] = noise(1, 0.1)
        track[5 * SAMPLE_RATE : 5 * SAMPLE_RATE + len(other)] = other
        return [(round(s.start, 1), round(s.end, 1)) for s in audible_spans(track, probabilities(10, [(1, 2)]))]

    def test_loud_spans_are_audible_without_words(self) -> None:
        self.assertEqual(self.found(noise(2, 0.05)), [(1.0, 2.0), (5.0, 7.0)])

    def test_breaths_and_clicks_are_not_audible(self) -> None:
        self.assertEqual(self.found(noise(0.5, 0.005)), [(1.0, 2.0)])
        self.assertEqual(self.found(noise(0.05, 0.3)), [(1.0, 2.0)])

    def test_a_steady_bed_under_the_speech_is_not_audible(self) -> None:
        self.assertEqual(self.found(noise(2, 0.03), room=0.03), [(1.0, 2.0)])

    def test_silence_is_not_audible(self) -> None:
        self.assertEqual(audible_spans(np.zeros(SAMPLE_RATE, dtype=np.int16), np.zeros(31, dtype=np.float32)), [])

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from hesitations import is_hesitation
from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, Span

PITCH_HERTZ = 120


def voice(*vowels: tuple[float, float], seconds: float) -> np.ndarray:
    """A buzz with two formants, which move evenly through `vowels`; int16."""
    time = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    at = np.linspace(0, len(vowels) - 1, len(time))
    sound = np.zeros(len(time))
    for number in range(1, 3_800 // PITCH_HERTZ):
        hertz = number * PITCH_HERTZ
        loudness = sum(
            1 / (1 + ((hertz - np.interp(at, range(len(vowels)), [vowel[formant] for vowel in vowels])) / 120) ** 2)
            for formant in range(2)
        )
        sound += loudness * np.sin(2 * np.pi * hertz * time)
    return (sound / np.abs(sound).max() * 8_000).astype(np.int16)


A, I, U = (750, 1_300), (280, 2_300), (300, 800)


class Hesitations(unittest.TestCase):
    def found(self, sound: np.ndarray, voiced: float = 0.6) -> bool:
        track = np.concatenate([np.zeros(SAMPLE_RATE, np.int16), sound, np.zeros(SAMPLE_RATE, np.int16)])
        probabilities = np.full(len(track) // FRAME_SAMPLES, voiced, dtype=np.float32)
        return is_hesitation(Span(1.0, 1.0 + len(sound) / SAMPLE_RATE), track, probabilities)

    def test_a_held_vowel_is_one_however_loud_it_ends(self):
        self.assertTrue(self.found(voice(A, seconds=0.5)))
        self.assertTrue(self.found((voice(A, seconds=0.8) * np.linspace(1, 0.15, round(0.8 * SAMPLE_RATE))).astype(np.int16)))

    def test_a_word_is_not(self):
        self.assertFalse(self.found(voice(A, I, U, A, seconds=0.5)))
        self.assertFalse(self.found(np.concatenate([voice(I, seconds=0.12), voice(A, seconds=0.12), voice(U, seconds=0.12)])))

    def test_what_is_no_voice_is_not(self):
        self.assertFalse(self.found(voice(A, seconds=0.5), voiced=0.02))

    def test_neither_a_tick_nor_a_song(self):
        self.assertFalse(self.found(voice(A, seconds=0.1)))
        self.assertFalse(self.found(voice(A, seconds=3.0)))
        self.assertFalse(self.found(np.zeros(0, np.int16)))


if __name__ == "__main__":
    unittest.main()

import unittest

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.vad.detector import FRAME_SAMPLES
from speech.vad.fillers import is_filler

PITCH_HERTZ = 120


def voice(*vowels: tuple[float, float], seconds: float) -> Samples:
    """Returns a voice whose two formants move evenly through `vowels`."""
    time = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    at = np.linspace(0, len(vowels) - 1, len(time))
    audio = np.zeros(len(time))
    for number in range(1, 3_800 // PITCH_HERTZ):
        hertz = number * PITCH_HERTZ
        loudness = sum(
            1 / (1 + ((hertz - np.interp(at, range(len(vowels)), [vowel[formant] for vowel in vowels])) / 120) ** 2)
            for formant in range(2)
        )
        audio += loudness * np.sin(2 * np.pi * hertz * time)
    scaled: Samples = (audio / np.abs(audio).max() * 8_000).astype(np.int16)
    return scaled


VOWEL_A, VOWEL_I, VOWEL_U = (750, 1_300), (280, 2_300), (300, 800)


class Fillers(unittest.TestCase):
    def found(self, audio: Samples, voiced: float = 0.6) -> bool:
        track = np.concatenate([np.zeros(SAMPLE_RATE, np.int16), audio, np.zeros(SAMPLE_RATE, np.int16)])
        probabilities = np.full(len(track) // FRAME_SAMPLES, voiced, dtype=np.float32)
        return is_filler(Span(1.0, 1.0 + len(audio) / SAMPLE_RATE), track, probabilities)

    def test_a_held_vowel_is_a_filler_also_when_it_fades(self) -> None:
        self.assertTrue(self.found(voice(VOWEL_A, seconds=0.5)))
        self.assertTrue(
            self.found((voice(VOWEL_A, seconds=0.8) * np.linspace(1, 0.15, round(0.8 * SAMPLE_RATE))).astype(np.int16))
        )

    def test_a_word_is_not_a_filler(self) -> None:
        self.assertFalse(self.found(voice(VOWEL_A, VOWEL_I, VOWEL_U, VOWEL_A, seconds=0.5)))
        self.assertFalse(
            self.found(
                np.concatenate(
                    [voice(VOWEL_I, seconds=0.12), voice(VOWEL_A, seconds=0.12), voice(VOWEL_U, seconds=0.12)]
                )
            )
        )

    def test_audio_without_a_voice_is_not_a_filler(self) -> None:
        self.assertFalse(self.found(voice(VOWEL_A, seconds=0.5), voiced=0.02))

    def test_short_and_long_vowels_are_not_fillers(self) -> None:
        self.assertFalse(self.found(voice(VOWEL_A, seconds=0.1)))
        self.assertFalse(self.found(voice(VOWEL_A, seconds=3.0)))
        self.assertFalse(self.found(np.zeros(0, np.int16)))

"""Levels and pitches of synthetic voices are measured."""

import unittest

import numpy

from dub.arrays import Audio
from dub.level import SILENCE_DB, loudness_db, peak_db, pitch_hz

RATE = 11_025


def voice(hertz: float, seconds: float = 1.0) -> Audio:
    """Returns a tone with harmonics, as vowels have them, at an amplitude of 0.1."""
    time = numpy.arange(int(seconds * RATE)) / RATE
    waves = sum(numpy.sin(2 * numpy.pi * hertz * harmonic * time) / harmonic for harmonic in range(1, 6))
    return numpy.asarray(0.1 * waves / numpy.abs(waves).max(), numpy.float32)


class Level(unittest.TestCase):
    def test_finds_the_pitch(self) -> None:
        for hertz in (85, 120, 210, 300):
            self.assertAlmostEqual(pitch_hz(voice(hertz), RATE) or 0, hertz, delta=hertz * 0.02)

    def test_finds_no_pitch_in_noise_and_silence(self) -> None:
        noise = numpy.random.default_rng(1).normal(0, 0.1, RATE).astype(numpy.float32)
        for audio in (noise, numpy.zeros(RATE, numpy.float32), noise[:10]):
            self.assertIsNone(pitch_hz(audio, RATE))

    def test_measures_speech_without_its_pauses(self) -> None:
        speech = voice(120)
        paused = numpy.concatenate([speech, numpy.zeros(RATE, numpy.float32), speech])
        self.assertAlmostEqual(loudness_db(paused, RATE), loudness_db(speech, RATE), delta=0.3)
        self.assertEqual(loudness_db(paused[:10], RATE), SILENCE_DB)

    def test_applies_the_frequency_weighting_of_bs1770(self) -> None:
        # What the filter ebur128 of FFmpeg measures, and 0.69 dB that BS.1770 subtracts.
        for hertz, expected in ((997, -2.3), (100, -4.1), (4000, 1.0)):
            wave = numpy.sin(2 * numpy.pi * hertz * numpy.arange(48_000) / 48_000).astype(numpy.float32)
            self.assertAlmostEqual(loudness_db(wave, 48_000), expected, delta=0.3)

    def test_measures_the_peak(self) -> None:
        self.assertAlmostEqual(peak_db(voice(120)), -20, delta=0.1)
        self.assertEqual(peak_db(numpy.zeros(0, numpy.float32)), SILENCE_DB)


if __name__ == "__main__":
    unittest.main()

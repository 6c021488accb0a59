"""The speech of a voice gets the pitch, the formants and the spectrum of a speaker."""

import unittest

import numpy

from dub.arrays import Audio
from dub.level import loudness_db, pitch_hz
from dub.voice_match import (
    BAND_HZ,
    BANDS,
    MAX_GAIN_DB,
    VoiceMatch,
    equalized,
    gains_between,
    matched,
    pitch_factor,
    spectrum_db,
)

RATE = 24_000


def vowel(pitch: float, formant: float, seconds: float = 1.5) -> Audio:
    """Returns harmonics of a pitch with a resonance, both in Hz."""
    times = numpy.arange(int(seconds * RATE)) / RATE
    numbers = numpy.arange(1, int(8000 / pitch))
    gains = numpy.exp(-0.5 * ((numbers * pitch - formant) / 250) ** 2) + 0.03
    waves = gains[:, None] * numpy.sin(2 * numpy.pi * pitch * numbers[:, None] * times)
    audio: Audio = (0.05 * waves.sum(axis=0)).astype(numpy.float32)
    return audio


def resonance(audio: Audio) -> float:
    """Returns the band with the most power, in Hz, between two of them by parabola."""
    spectrum = spectrum_db(audio, RATE)
    assert spectrum is not None
    place = int(spectrum[5:].argmax()) + 5
    left, peak, right = spectrum[place - 1 : place + 2]
    offset = 0.5 * (left - right) / (left - 2 * peak + right)
    return float(BAND_HZ[place] * (BAND_HZ[1] / BAND_HZ[0]) ** offset)


class Match(unittest.TestCase):
    def test_multiplies_the_pitch_and_keeps_the_formants_and_the_duration(self) -> None:
        source = vowel(140, 1200)
        changed = matched(source, RATE, VoiceMatch(pitch=1.25))
        self.assertEqual(len(changed), len(source))
        self.assertAlmostEqual(pitch_hz(changed, RATE) or 0, 175, delta=4)
        self.assertAlmostEqual(resonance(changed) / resonance(source), 1, delta=0.1)

    def test_multiplies_the_formants_and_keeps_the_pitch(self) -> None:
        source = vowel(140, 1200)
        changed = matched(source, RATE, VoiceMatch(formants=1.15))
        self.assertEqual(len(changed), len(source))
        self.assertAlmostEqual(pitch_hz(changed, RATE) or 0, 140, delta=4)
        self.assertAlmostEqual(resonance(changed) / resonance(source), 1.15, delta=0.06)

    def test_without_changes_is_the_audio_itself(self) -> None:
        source = vowel(140, 1200)
        self.assertIs(matched(source, RATE, VoiceMatch()), source)

    def test_the_gains_between_two_spectra_make_them_alike_and_keep_the_loudness(self) -> None:
        generator = numpy.random.default_rng(1)
        voice = (0.05 * generator.standard_normal(3 * RATE)).astype(numpy.float32)
        slope = tuple(float(gain) for gain in numpy.linspace(4, -5, BANDS))
        speaker = equalized(voice, RATE, slope)
        target, own = spectrum_db(speaker, RATE), spectrum_db(voice, RATE)
        assert target is not None
        assert own is not None
        result = matched(voice, RATE, VoiceMatch(gains_db=gains_between(target, own)))
        found = spectrum_db(result, RATE)
        assert found is not None
        difference = found - target
        self.assertLess(float(numpy.abs(difference - difference.mean()).max()), 0.7)
        self.assertAlmostEqual(loudness_db(result, RATE), loudness_db(voice, RATE), delta=3)

    def test_gains_are_limited_and_ignore_the_level(self) -> None:
        flat = numpy.zeros(BANDS)
        self.assertEqual(set(gains_between(flat + 30, flat)), {0.0})
        steep = numpy.linspace(-60, 60, BANDS)
        gains = gains_between(steep, flat)
        self.assertEqual((min(gains), max(gains)), (-MAX_GAIN_DB, MAX_GAIN_DB))

    def test_an_equalizer_adds_no_delay(self) -> None:
        click = numpy.zeros(RATE, numpy.float32)
        click[RATE // 2] = 1
        self.assertEqual(int(numpy.abs(equalized(click, RATE, (3.0,) * BANDS)).argmax()), RATE // 2)

    def test_the_factor_of_the_pitch_is_plausible(self) -> None:
        self.assertEqual(pitch_factor(300, 120), 1.45)
        self.assertEqual(pitch_factor(60, 200), 0.7)
        self.assertEqual(pitch_factor(132, 120), 1.1)
        self.assertEqual((pitch_factor(None, 120), pitch_factor(120, None)), (1, 1))

    def test_too_little_audio_has_no_spectrum(self) -> None:
        self.assertIsNone(spectrum_db(numpy.zeros(100, numpy.float32), RATE))


if __name__ == "__main__":
    unittest.main()

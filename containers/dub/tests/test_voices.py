"""A voice has the language, and where there is one, the sex and about the pitch of the speaker."""

import unittest

import numpy

from dub.polly import polly_voices
from dub.voices import PITCH_HZ, Traits, kokoro_voices, traits_of, voices_for


def of_pitches(*pitches_hz: float | None) -> list[Traits]:
    """Returns speakers of whom the pitch alone is known."""
    return [traits_of(pitch_hz, None, {}) for pitch_hz in pitches_hz]


def orders(language: str, *pitches_hz: float | None) -> list[list[str]]:
    """Returns the voices of each speaker."""
    return voices_for(kokoro_voices(language), of_pitches(*pitches_hz))


def best(language: str, *pitches_hz: float | None) -> list[str]:
    """Returns the voice of each speaker."""
    return [order[0] for order in orders(language, *pitches_hz)]


class VoicesFor(unittest.TestCase):
    def test_have_the_sex_of_the_speaker(self) -> None:
        self.assertEqual(best("pt", 210), ["pf_dora"])
        self.assertEqual(orders("pt", 110)[0][:2], ["pm_alex", "pm_santa"])

    def test_have_the_nearest_pitch(self) -> None:
        self.assertEqual(best("en", 85), ["bm_lewis"])
        self.assertEqual(best("en", 205), ["af_jessica"])

    def test_differ_between_speakers_where_the_language_has_enough_of_their_sex(self) -> None:
        self.assertEqual(best("en", 85, 86), ["bm_lewis", "am_onyx"])
        self.assertEqual(best("es", 110, 200, 120), ["em_santa", "ef_dora", "em_alex"])
        self.assertEqual(best("es", 190, 200), ["ef_dora", "ef_dora"])

    def test_fall_back_to_a_voice_that_no_other_speaker_has(self) -> None:
        self.assertNotIn(orders("en", 85, 86)[1][1], best("en", 85, 86))

    def test_are_the_only_voice_of_a_language(self) -> None:
        self.assertEqual(orders("fr", 110, None), [["ff_siwis"], ["ff_siwis"]])

    def test_have_an_order_for_an_unknown_pitch(self) -> None:
        self.assertEqual(orders("it", None), [["if_sara", "im_nicola"]])

    def test_of_amazon_polly_have_the_sex_of_the_speaker_and_differ(self) -> None:
        found = voices_for(polly_voices("es"), of_pitches(110.0, 210.0, 120.0))
        self.assertEqual([order[0] for order in found], ["Sergio", "Lucia", "Andres"])
        self.assertEqual(voices_for(polly_voices("pl"), of_pitches(110.0))[0], ["Ola"])

    def test_have_the_sex_of_similar_voices_unless_these_do_not_differ(self) -> None:
        bank = {name: numpy.array(axes, numpy.float32) for name, axes in (("af_a", (1, 0)), ("am_b", (0, 1)))}

        def sex(pitch_hz: float | None, *embedding: float) -> str | None:
            return traits_of(pitch_hz, numpy.array(embedding, numpy.float32), bank).sex

        self.assertEqual((sex(250, 0.5, 0.6), sex(90, 0.6, 0.5), sex(None, 0.5, 0.6)), ("m", "f", "m"))
        self.assertEqual((sex(250, 0.51, 0.5), sex(90, 0.51, 0.5), sex(None, 0.51, 0.5)), ("f", "m", None))

    def test_has_native_voices_only(self) -> None:
        letters = {"en": "ab", "es": "e", "fr": "f", "it": "i", "pt": "p"}
        for language, voices in PITCH_HZ.items():
            self.assertTrue(all(voice[0] in letters[language] for voice in voices))


if __name__ == "__main__":
    unittest.main()

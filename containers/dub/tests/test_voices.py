"""A voice has the language, and where there is one, the sex and about the pitch of the speaker."""

import unittest

from dub.polly import polly_voices
from dub.voices import PITCH_HZ, kokoro_voices, voices_for


def orders(language: str, *pitches_hz: float | None) -> list[list[str]]:
    """Returns the voices of each speaker."""
    return voices_for(kokoro_voices(language), list(pitches_hz))


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
        found = voices_for(polly_voices("es"), [110.0, 210.0, 120.0])
        self.assertEqual([order[0] for order in found], ["Sergio", "Lucia", "Andres"])
        self.assertEqual(voices_for(polly_voices("pl"), [110.0])[0], ["Ola"])

    def test_has_native_voices_only(self) -> None:
        letters = {"en": "ab", "es": "e", "fr": "f", "it": "i", "pt": "p"}
        for language, voices in PITCH_HZ.items():
            self.assertTrue(all(voice[0] in letters[language] for voice in voices))


if __name__ == "__main__":
    unittest.main()

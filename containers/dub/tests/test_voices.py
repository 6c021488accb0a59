"""A voice has the language, and where there is one, the sex and about the pitch of the speaker."""

import unittest

from dub.voices import PITCH_HZ, voices_for


class VoicesFor(unittest.TestCase):
    def test_begins_with_the_sex_of_the_speaker(self) -> None:
        self.assertEqual(voices_for("pt", 210)[0], "pf_dora")
        self.assertEqual(voices_for("pt", 110)[:2], ["pm_alex", "pm_santa"])

    def test_prefers_the_nearest_pitch(self) -> None:
        self.assertEqual(voices_for("en", 85)[0], "bm_lewis")
        self.assertEqual(voices_for("en", 205)[0], "af_jessica")

    def test_has_the_only_voice_of_a_language(self) -> None:
        self.assertEqual(voices_for("fr", 110), ["ff_siwis"])

    def test_has_an_order_for_an_unknown_pitch(self) -> None:
        self.assertEqual(voices_for("it", None), ["if_sara", "im_nicola"])

    def test_has_native_voices_only(self) -> None:
        letters = {"en": "ab", "es": "e", "fr": "f", "it": "i", "pt": "p"}
        for language, voices in PITCH_HZ.items():
            self.assertTrue(all(voice[0] in letters[language] for voice in voices))


if __name__ == "__main__":
    unittest.main()

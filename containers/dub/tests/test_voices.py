"""A voice has the language, and where there is one, the sex of the speaker."""

import unittest

from dub.voices import VOICES, voice_for


class VoiceFor(unittest.TestCase):
    def test_has_the_sex_of_the_speaker(self) -> None:
        self.assertEqual((voice_for("pt", True), voice_for("pt", False)), ("pf_dora", "pm_alex"))

    def test_is_the_only_voice_of_a_language(self) -> None:
        self.assertEqual(voice_for("fr", False), "ff_siwis")

    def test_is_native(self) -> None:
        letters = {"en": "ab", "es": "e", "fr": "f", "it": "i", "pt": "p"}
        for language, voices in VOICES.items():
            self.assertTrue(all(voice[0] in letters[language] for voice in voices))


if __name__ == "__main__":
    unittest.main()

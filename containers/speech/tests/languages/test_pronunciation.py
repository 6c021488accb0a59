import unittest

from speech.languages.pronunciation import TABLES, phonemes_of


class Phonemes(unittest.TestCase):
    def test_letters_follow_the_rules_of_the_language(self) -> None:
        self.assertEqual(phonemes_of("leche", "es"), ["L", "EH", "CH", "EH"])
        self.assertEqual(phonemes_of("schön", "de"), ["SH", "ER", "N"])
        self.assertEqual(phonemes_of("chats", "fr"), ["SH", "AA"])
        self.assertEqual(phonemes_of("東京", "en"), [])

    def test_other_scripts_have_rules(self) -> None:
        self.assertEqual(phonemes_of("поезд", "ru"), ["P", "AO", "EH", "Z", "D"])
        self.assertEqual(phonemes_of("버스", "ko"), ["P", "AH", "S", "UH"])
        self.assertEqual(phonemes_of("ψωμί", "el"), ["P", "S", "OW", "M", "IY"])
        self.assertEqual(phonemes_of("љубав", "sr"), phonemes_of("ljubav", "sr"))

    def test_unwritten_vowels_are_added(self) -> None:
        self.assertEqual(phonemes_of("नमस्ते", "hi"), ["N", "AH", "M", "AH", "S", "T", "EY"])
        self.assertEqual(phonemes_of("شمس", "ar"), ["SH", "AH", "M", "AH", "S"])

    def test_every_rule_names_phonemes_of_the_model(self) -> None:
        known = {
            "AA",
            "AE",
            "AH",
            "AO",
            "AW",
            "AY",
            "B",
            "CH",
            "D",
            "DH",
            "EH",
            "ER",
            "EY",
            "F",
            "G",
            "HH",
            "IH",
            "IY",
            "JH",
            "K",
            "L",
            "M",
            "N",
            "NG",
            "OW",
            "OY",
            "P",
            "R",
            "S",
            "SH",
            "T",
            "TH",
            "UH",
            "UW",
            "V",
            "W",
            "Y",
            "Z",
            "ZH",
        }
        for language, table in TABLES.items():
            for letters, phonemes in table.items():
                self.assertLessEqual(set(phonemes), known, f"{language} {letters}")

    def test_unknown_diacritics_are_dropped(self) -> None:
        self.assertEqual(phonemes_of("café", "en"), ["K", "AE", "F", "EH"])

"""Phonemes are written in the alphabet of the voice engine."""

import unittest

from dub.alphabet import NUMBERS, numbers_of
from dub.kokoro import MAX_LETTERS, parts_of
from dub.phonemes import to_kokoro
from dub.phonemes_process import joined_lone_words


class ToKokoro(unittest.TestCase):
    def test_joins_the_letters_of_one_sound(self) -> None:
        self.assertEqual(to_kokoro("t^ʃˈa^ʊ d^ʒ", "it"), "ʧˈW ʤ")

    def test_writes_american_vowels_in_english_only(self) -> None:
        self.assertEqual(to_kokoro("bˈɛɾɚ", "en"), "bˈɛɾəɹ")
        self.assertEqual(to_kokoro("kˈaːr", "it"), "kˈaːr")

    def test_removes_marks_of_other_languages(self) -> None:
        self.assertEqual(to_kokoro("(en)bˈæŋk(pt-br) a", "pt"), "bˈæŋk a")


class LoneWords(unittest.TestCase):
    def test_joins_a_word_of_one_letter_with_what_follows(self) -> None:
        for text, joined in (
            ("mais simples, é, portanto, livre", "mais simples, é portanto, livre"),
            ("É, portanto, livre. E, claro, a.", "É portanto, livre. E claro, a."),
            ("y, claro, dos", "y claro, dos"),
            ("Opções: A, B, C.", "Opções: A, B, C."),
            ("isto é, portanto", "isto é, portanto"),
        ):
            with self.subTest(text):
                self.assertEqual(joined_lone_words(text), joined)


class Alphabet(unittest.TestCase):
    def test_has_one_number_for_each_letter(self) -> None:
        self.assertEqual(len(NUMBERS), 114)
        self.assertEqual(len(set(NUMBERS.values())), 114)

    def test_leaves_out_unknown_letters(self) -> None:
        self.assertEqual(numbers_of("a#b"), [NUMBERS["a"], NUMBERS["b"]])


class PartsOf(unittest.TestCase):
    def test_keeps_a_sentence_whole(self) -> None:
        self.assertEqual(parts_of(" bom dia. "), ["bom dia."])

    def test_splits_long_text_at_punctuation_else_at_spaces_and_loses_nothing(self) -> None:
        for text in ("aa bb, " * 200, "aa bb " * 200, "a" * 2000):
            parts = parts_of(text)
            self.assertTrue(all(0 < len(part) <= MAX_LETTERS for part in parts))
            self.assertEqual("".join(parts).replace(" ", ""), text.replace(" ", ""))
        self.assertTrue(parts_of("aa bb, " * 200)[0].endswith(","))

    def test_has_no_parts_without_letters(self) -> None:
        self.assertEqual(parts_of("  "), [])


if __name__ == "__main__":
    unittest.main()

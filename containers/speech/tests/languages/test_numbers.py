import unittest

from speech.languages.numbers import number_words, symbol_words


class Numbers(unittest.TestCase):
    def test_digits_become_words(self) -> None:
        self.assertEqual(number_words("0", "en"), ["zero"])
        self.assertEqual(number_words("1984", "en"), ["nineteen", "eighty", "four"])
        self.assertEqual(number_words("300", "en"), ["three", "hundred"])
        self.assertEqual(number_words("600000", "en"), ["six", "hundred", "thousand"])
        self.assertEqual(number_words("26", "it"), ["venti", "sei"])
        self.assertEqual(len(number_words("0123456789", "de")), 10)
        self.assertEqual(number_words("5", "ja"), [])

    def test_symbols_become_words(self) -> None:
        self.assertEqual(symbol_words("12%", "en"), ["percent"])
        self.assertEqual(symbol_words("$300", "en"), ["dollars"])

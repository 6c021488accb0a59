import unittest

from speech.languages.text import normalized


class Normalized(unittest.TestCase):
    def test_removes_case_and_punctuation(self) -> None:
        self.assertEqual(normalized("Thanks, for WATCHING!"), "thanks for watching")
        self.assertEqual(normalized("L’été"), "l'été")

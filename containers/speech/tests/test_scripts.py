import unittest

from scripts import byte_alphabet, foreign_tokens

SPELLINGS = {byte: character for character, byte in byte_alphabet().items()}
TOKENS = [" hello".encode(), " میں".encode(), "ا".encode(), b"\xd9", b" \xd8", " मैं".encode(), b"\xe0\xa4", b"\xe0", " да".encode()]
VOCABULARY = {"".join(SPELLINGS[byte] for byte in token): index for index, token in enumerate(TOKENS)}


class Scripts(unittest.TestCase):
    def test_hindi_is_not_written_in_arabic_letters_nor_urdu_in_indian_ones(self):
        self.assertEqual(foreign_tokens({**VOCABULARY, "<|ur|>": 99}, "hi"), [1, 2, 3, 4])
        self.assertEqual(foreign_tokens(VOCABULARY, "ur"), [5, 6])
        self.assertEqual(foreign_tokens(VOCABULARY, "en"), [])


if __name__ == "__main__":
    unittest.main()

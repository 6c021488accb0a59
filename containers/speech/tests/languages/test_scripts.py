import unittest

from speech.languages.scripts import byte_alphabet, foreign_tokens, in_script

SPELLINGS = {byte: character for character, byte in byte_alphabet().items()}
TOKENS = [
    b" hello",
    " میں".encode(),
    "ا".encode(),
    b"\xd9",
    b" \xd8",
    " मैं".encode(),
    b"\xe0\xa4",
    b"\xe0",
    " да".encode(),
]
VOCABULARY = {"".join(SPELLINGS[byte] for byte in token): index for index, token in enumerate(TOKENS)}


class Scripts(unittest.TestCase):
    def test_suppresses_arabic_letters_in_hindi_and_devanagari_in_urdu(self) -> None:
        self.assertEqual(foreign_tokens({**VOCABULARY, "<|ur|>": 99}, "hi"), [1, 2, 3, 4])
        self.assertEqual(foreign_tokens(VOCABULARY, "ur"), [5, 6])
        self.assertEqual(foreign_tokens(VOCABULARY, "en"), [])

    def test_chinese_is_written_in_simplified_characters_but_cantonese_and_japanese_are_not(self) -> None:
        self.assertEqual(in_script(["看到", "台階"], "zh"), ["看到", "台阶"])
        self.assertEqual(in_script(["台階"], "yue"), ["台階"])
        self.assertEqual(in_script(["階段"], "ja"), ["階段"])

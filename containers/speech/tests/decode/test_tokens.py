import unittest

from speech.decode.tokens import AlignedWord, attach_punctuation


def attached(*texts: str) -> list[tuple[str, bool]]:
    words = [AlignedWord(text.strip(), text.startswith(" "), 0, 1, 1, 0.9) for text in texts]
    return [(word.text, word.space_before) for word in attach_punctuation(words)]


class AttachPunctuation(unittest.TestCase):
    def test_marks_join_the_word_that_they_touch(self) -> None:
        self.assertEqual(attached(" Hello", ",", " “", "you", "”", "."), [("Hello,", True), ("“you”.", True)])
        self.assertEqual(attached(" $43", ",000", "."), [("$43", True), (",000.", False)])
        self.assertEqual(attached(" like", "-minded"), [("like", True), ("-minded", False)])
        self.assertEqual(attached(" 50", "%"), [("50", True), ("%", False)])

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

    def test_a_hyphen_between_spaces_is_a_dash(self) -> None:
        self.assertEqual(attached(" no", " -", " you"), [("no–", True), ("you", True)])
        self.assertEqual(attached(" -", " Hi", ".", " -", " Hello"), [("–Hi.–", True), ("Hello", True)])
        self.assertEqual(attached(" well", "-", "known"), [("well-", True), ("known", False)])

    def test_a_hyphen_before_a_number_is_its_sign(self) -> None:
        self.assertEqual(attached(" is", " -", "5"), [("is", True), ("-5", True)])

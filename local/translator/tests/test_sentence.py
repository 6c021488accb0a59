"""Sentences are translated around the limits of the engine."""

import unittest

from translator.sentence import MAX_WORDS, translate_sentence


class Recorder:
    """An engine that keeps what it is given and returns it in capitals."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def translate(self, text: str) -> str:
        self.texts.append(text)
        return text.upper()


class Comma:
    """An engine that ends each translation with a comma."""

    def translate(self, text: str) -> str:
        return f"{text},"


class TranslateSentence(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = Recorder()

    def test_translates_a_sentence_as_a_whole(self) -> None:
        self.assertEqual(translate_sentence(" one  two ", self.engine), "ONE TWO")
        self.assertEqual(self.engine.texts, ["one two"])

    def test_splits_a_passage_after_a_clause(self) -> None:
        words = ["word"] * 59 + ["clause,"] + ["more"] * 60
        translation = translate_sentence(" ".join(words), self.engine)
        self.assertEqual(translation, " ".join(words).upper())
        self.assertTrue(self.engine.texts[0].endswith("clause,"))
        self.assertTrue(all(len(text.split()) <= MAX_WORDS for text in self.engine.texts))

    def test_loses_no_word_without_clauses(self) -> None:
        words = [f"w{number}" for number in range(300)]
        self.assertEqual(translate_sentence(" ".join(words), self.engine).lower().split(), words)

    def test_keeps_letters_without_end(self) -> None:
        endless = "x" * 500
        self.assertEqual(translate_sentence(f"a {endless} b", self.engine), f"A {endless} B")

    def test_removes_a_final_mark_that_the_source_does_not_have(self) -> None:
        self.assertEqual(translate_sentence("Hello", Comma()), "Hello")
        self.assertEqual(translate_sentence("Hello,", Comma()), "Hello,,")

    def test_returns_nothing_for_nothing(self) -> None:
        self.assertEqual(translate_sentence("", self.engine), "")


if __name__ == "__main__":
    unittest.main()

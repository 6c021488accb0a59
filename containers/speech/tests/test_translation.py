import unittest

from translation import LONGEST_SECONDS, parts_of, passages_of
from word_times import TimedWord


def said(texts: list[str], start: float = 0.0) -> list[TimedWord]:
    """Half a second for each word."""
    return [TimedWord(text, True, start + i / 2, start + (i + 1) / 2, 1.0) for i, text in enumerate(texts)]


class Passages(unittest.TestCase):
    def test_short_sentences_stay_together_and_none_is_divided(self):
        words = said(["uno", "dos."] * 10)
        passages = passages_of(words)
        self.assertEqual([word for passage in passages for word in passage], words)
        self.assertEqual(len(passages), 2)
        self.assertTrue(all(passage[-1].text.endswith(".") for passage in passages))

    def test_a_long_pause_ends_one(self):
        self.assertEqual([len(one) for one in passages_of(said(["hola"]) + said(["adiós"], 5.0))], [1, 1])

    def test_endless_speech_is_divided_to_fit_the_recogniser(self):
        passages = passages_of(said(["palabra"] * 200))
        self.assertTrue(all(one[-1].end - one[0].start <= LONGEST_SECONDS for one in passages))

    def test_one_that_is_not_understood_falls_apart_between_sentences(self):
        self.assertEqual([len(part) for part in parts_of(said(["lum.", "ich", "war", "gestern", "dort"]))], [1, 4])
        self.assertEqual([len(part) for part in parts_of(said(["a", "b", "c", "d"]))], [2, 2])
        self.assertEqual([len(part) for part in parts_of(said(["a"]) + said(["b", "c", "d"], 1.0))], [1, 3])

    def test_nothing_said(self):
        self.assertEqual(passages_of([]), [])


if __name__ == "__main__":
    unittest.main()

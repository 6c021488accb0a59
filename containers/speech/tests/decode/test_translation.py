import unittest

from speech.decode.translation import MAX_SECONDS, passages_of, split_passage
from speech.timing.words import TimedWord


def spoken(texts: list[str], start: float = 0.0) -> list[TimedWord]:
    """Returns words of half a second each."""
    return [TimedWord(text, True, start + i / 2, start + (i + 1) / 2, 1.0) for i, text in enumerate(texts)]


class Passages(unittest.TestCase):
    def test_short_sentences_share_a_passage_and_none_is_split(self) -> None:
        words = spoken(["uno", "dos."] * 10)
        passages = passages_of(words)
        self.assertEqual([word for passage in passages for word in passage], words)
        self.assertEqual(len(passages), 2)
        self.assertTrue(all(passage[-1].text.endswith(".") for passage in passages))

    def test_a_long_pause_ends_a_passage(self) -> None:
        self.assertEqual([len(one) for one in passages_of(spoken(["hola"]) + spoken(["adiós"], 5.0))], [1, 1])

    def test_long_sentences_are_split_to_fit_a_window(self) -> None:
        passages = passages_of(spoken(["palabra"] * 200))
        self.assertTrue(all(one[-1].end - one[0].start <= MAX_SECONDS for one in passages))

    def test_a_failed_passage_is_split_between_sentences(self) -> None:
        self.assertEqual(
            [len(part) for part in split_passage(spoken(["lum.", "ich", "war", "gestern", "dort"]))], [1, 4]
        )
        self.assertEqual([len(part) for part in split_passage(spoken(["a", "b", "c", "d"]))], [2, 2])
        self.assertEqual([len(part) for part in split_passage(spoken(["a"]) + spoken(["b", "c", "d"], 1.0))], [1, 3])

    def test_no_words_make_no_passages(self) -> None:
        self.assertEqual(passages_of([]), [])

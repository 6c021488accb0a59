"""Recognized words are compared with the text, and give its words their times."""

import unittest

from dub.comparison import RecognizedWord, compare


def recognized(text: str) -> list[RecognizedWord]:
    """Returns words of half a second each."""
    return [RecognizedWord(word, at / 2, at / 2 + 0.5) for at, word in enumerate(text.split())]


class Compare(unittest.TestCase):
    def test_ignores_case_and_punctuation(self) -> None:
        rate, words = compare("Bom dia, mundo.", recognized("bom dia mundo"), 1.5, "pt")
        self.assertEqual(rate, 0)
        self.assertEqual([word["text"] for word in words], ["Bom", "dia,", "mundo."])
        self.assertEqual([word["startSeconds"] for word in words], [0, 0.5, 1])

    def test_reads_numbers_as_words(self) -> None:
        rate, words = compare("São 25 casas.", recognized("são vinte cinco casas"), 2, "pt")
        self.assertEqual(rate, 0)
        self.assertEqual((words[1]["startSeconds"], words[1]["endSeconds"]), (0.5, 1.5))

    def test_counts_wrong_missing_and_additional_words(self) -> None:
        self.assertEqual(compare("um dois três quatro", recognized("um dez três"), 2, "pt").error_rate, 0.5)
        self.assertEqual(compare("um", recognized("um mais"), 1, "pt").error_rate, 1)

    def test_places_words_that_were_not_recognized_between_their_neighbors(self) -> None:
        words = compare(
            "um dois três quatro", [RecognizedWord("um", 0, 0.4), RecognizedWord("quatro", 1.6, 2)], 2, "pt"
        ).words
        spans = [(word["startSeconds"], word["endSeconds"]) for word in words]
        self.assertEqual(spans, [(0, 0.4), (0.4, 1.0), (1.0, 1.6), (1.6, 2)])

    def test_spreads_the_words_over_the_speech_when_nothing_was_recognized(self) -> None:
        rate, words = compare("um dois", [], 3, "pt")
        self.assertEqual(rate, 1)
        self.assertEqual((words[0]["endSeconds"], words[1]["endSeconds"]), (1, 3))


if __name__ == "__main__":
    unittest.main()

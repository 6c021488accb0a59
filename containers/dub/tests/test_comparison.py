"""Recognized words are compared with the text, and give its words their times."""

import unittest

from dub.comparison import RecognizedWord, compare


def recognized(text: str) -> list[RecognizedWord]:
    """Returns words of half a second each."""
    return [RecognizedWord(word, at / 2, at / 2 + 0.5) for at, word in enumerate(text.split())]


class Compare(unittest.TestCase):
    def test_ignores_case_and_punctuation(self) -> None:
        rate, words, _ = compare("Bom dia, mundo.", recognized("bom dia mundo"), 1.5, "pt")
        self.assertEqual(rate, 0)
        self.assertEqual([word["text"] for word in words], ["Bom", "dia,", "mundo."])
        self.assertEqual([word["startSeconds"] for word in words], [0, 0.5, 1])

    def test_reads_numbers_as_words(self) -> None:
        rate, words, _ = compare("São 25 casas.", recognized("são vinte cinco casas"), 2, "pt")
        self.assertEqual(rate, 0)
        self.assertEqual((words[1]["startSeconds"], words[1]["endSeconds"]), (0.5, 1.5))

    def test_reads_units_and_the_marks_of_thousands_as_they_are_spoken(self) -> None:
        for text, spoken, language in (
            ("Custa $1,250.50 por mês.", "custa 1.250,50 dólares por mês", "pt"),
            ("Custa R$ 50 por mês.", "custa cinquenta reais por mês", "pt"),
            ("A taxa é de 12%.", "a taxa é de 12 por cento", "pt"),
            ("Cuesta 3 €.", "cuesta tres euros", "es"),
            ("It costs 40 dollars.", "it costs $40", "en"),
            ("40 per cent of 600,000", "40% of 600000", "en"),
        ):
            with self.subTest(text):
                self.assertEqual(compare(text, recognized(spoken), 4, language).error_rate, 0)
        self.assertEqual(compare("It costs $40.", recognized("it costs 40 euros"), 4, "en").error_rate, 0.25)

    def test_the_times_of_a_currency_before_its_number_are_in_order(self) -> None:
        words = compare("Custa R$ 50 hoje.", recognized("custa 50 reais hoje"), 2, "pt").words
        spans = [(word["text"], word["startSeconds"], word["endSeconds"]) for word in words]
        self.assertEqual(spans, [("Custa", 0, 0.5), ("R$", 0.5, 1), ("50", 1, 1.5), ("hoje.", 1.5, 2)])

    def test_reads_cents_and_abbreviations_as_they_are_spoken(self) -> None:
        for text, spoken, language in (
            ("It costs $3.50.", "it costs 3 dollars and 50 cents", "en"),
            ("Custa 3,50 €.", "custa 3 euros e 50 cêntimos", "pt"),
            ("O Sr. Dias a 90 km/h.", "o senhor Dias a 90 quilômetros por hora", "pt"),
            ("Das kostet €20.", "das kostet 20 Euro", "de"),
        ):
            with self.subTest(text):
                self.assertEqual(compare(text, recognized(spoken), 4, language).error_rate, 0)

    def test_words_that_sound_alike_are_no_errors(self) -> None:
        rate, words, _ = compare("a Quilter vai", recognized("a quil ter vai"), 2, "pt")
        self.assertEqual(rate, 0)
        self.assertEqual([word["text"] for word in words], ["a", "Quilter", "vai"])
        self.assertEqual(compare("o Byron", recognized("o bairon"), 1, "pt", lambda _: "bairon").error_rate, 0)
        # One letter of five, and numbers, which sound too similar to each other.
        self.assertEqual(compare("vai falar", recognized("vai calar"), 1, "pt").error_rate, 0.5)
        self.assertEqual(compare("sessenta", recognized("setenta"), 1, "pt", lambda _: "same").error_rate, 1)

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
        rate, words, _ = compare("um dois", [], 3, "pt")
        self.assertEqual(rate, 1)
        self.assertEqual((words[0]["endSeconds"], words[1]["endSeconds"]), (1, 3))


if __name__ == "__main__":
    unittest.main()

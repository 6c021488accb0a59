"""Amounts, units and abbreviations are written as they are spoken."""

import unittest

from dub.verbalization import verbalized
from dub.verbalization_words import WORDS


class Verbalized(unittest.TestCase):
    def check(self, language: str, *pairs: tuple[str, str]) -> None:
        """Compares texts with what is spoken."""
        for text, spoken in pairs:
            with self.subTest(text):
                self.assertEqual(verbalized(text, language), spoken)

    def test_speaks_amounts_of_money_with_their_unit_behind_them(self) -> None:
        self.check(
            "en",
            ("It costs $3.50.", "It costs 3 dollars and 50 cents."),
            ("$1 or $0.05", "1 dollar or 5 cents"),
            ("€20, 20 €, 3,50 €", "20 euros, 20 euros, 3 euros and 50 cents"),
            ("£10.99 and £3.00", "10 pounds and 99 pence and 3 pounds"),
            ("$1.5 million, $1.5M, £3k", "1.5 million dollars, 1.5 million dollars, 3 thousand pounds"),
            ("1,250.50 dollars", "1250 dollars and 50 cents"),
            ("a 40 dollar bill", "a 40 dollar bill"),
        )
        self.check(
            "pt",
            ("Custa R$ 50 ou US$ 3,50.", "Custa 50 reais ou 3 dólares e 50 centavos."),
            ("US$5 bilhões, US $ 5 milhões e $5 mil", "5 bilhões de dólares, 5 milhões de dólares e 5 mil dólares"),
        )
        self.check("es", ("$3.50", "3 dólares con 50 centavos"), ("5 millones €", "5 millones de euros"))
        self.check("fr", ("3,50 €", "3 euros 50 centimes"), ("5 millions €", "5 millions d'euros"))
        self.check("it", ("3,50 €", "3 euro e 50 centesimi"), ("$5 milioni", "5 milioni di dollari"))

    def test_writes_numbers_with_the_marks_of_the_language(self) -> None:
        self.check(
            "pt", ("1,250 pessoas, 12.5%, 600.000", "1250 pessoas, 12,5%, 600000"), ("0,125 e 0.125", "0,125 e 0,125")
        )
        self.check("en", ("1,250 people, 12,5%", "1250 people, 12.5%"))
        self.check("es", ("10 000 personas, 1 250 000 €", "10000 personas, 1250000 euros"))
        self.check("en", ("1 800 555 0199", "1 800 555 0199"))
        self.check("en", ("version 3.11.2 of 3.5.2024", "version 3.11.2 of 3.5.2024"))

    def test_speaks_ranges_but_no_telephone_numbers_and_names(self) -> None:
        self.check("en", ("10-20, 1998–2003, 2-1", "10 to 20, 1998 to 2003, 2 to 1"))
        self.check("en", ("555-1234, 2024-05-03, COVID-19, F-16, -5", "555-1234, 2024-05-03, COVID-19, F-16, -5"))
        self.check("pt", ("10-20 casas", "10 a 20 casas"))

    def test_speaks_dates_times_units_and_ordinals(self) -> None:
        self.check("es", ("3/5/2024", "3, 5, 2024"), ("1.º y 2.ª", "1º y 2ª"), ("nº 5", "número 5"))
        self.check("fr", ("à 14 h 30, à 1h", "à 14 heures 30, à 1 heure"), ("90 km/h", "90 kilomètres heure"))
        self.check("pt", ("1 kg a 25 °C", "1 quilo a 25 graus Celsius"), ("5 kgs", "5 kgs"))

    def test_speaks_titles_before_names_and_abbreviations(self) -> None:
        self.check("pt", ("O Sr. Silva e a Sra. Dias.", "O senhor Silva e a senhora Dias."), ("o sr", "o sr"))
        self.check("en", ("Mr. Smith, Dr Lee", "Mister Smith, Doctor Lee"), ("the U.S. Army", "the US Army"))
        self.check("en", ("Apples, pears, etc. and more, etc.", "Apples, pears, et cetera and more, et cetera."))
        self.check("fr", ("M. Dupont et Mme Éluard", "Monsieur Dupont et Madame Éluard"))
        self.check("it", ("Il Sig. Rossi, la Sig.ra Neri", "Il signor Rossi, la signora Neri"))

    def test_leaves_what_is_spoken_as_it_is_written(self) -> None:
        for language in WORDS:
            self.check(language, ("", ""), ("A, B.", "A, B."), ("e-mail @home #1", "e-mail @home #1"))

    def test_what_is_spoken_stays_as_it_is(self) -> None:
        for text in ("$3.50", "US$5 million", "10-20", "90 km/h", "Mr. Lee", "3/5/2024", "1,250.5 kg"):
            spoken = verbalized(text, "en")
            self.assertEqual(verbalized(spoken, "en"), spoken)


if __name__ == "__main__":
    unittest.main()

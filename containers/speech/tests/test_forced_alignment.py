import unittest

import numpy as np
from forced_alignment import Aligner, load_aligner, phrases
from letter_sounds import TABLES, sounds_of
from speech_regions import SAMPLE_RATE
from spoken_numbers import mark_words, number_words
from word_times import TimedWord


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, True, start, end, 0.9)


class FakeDecoder:
    """Gives every entry a tenth of a second, after a silence of one; `answer` replaces that."""

    def __init__(self, answer=None):
        self.added: dict[str, str] = {}
        self.entries: list[str] = []
        self._answer = answer

    def lookup_word(self, text):
        return "KNOWN" if text in ("it's", "done", "two", "dollars", "well", "known") else None

    def add_word(self, name, sounds, _update):
        self.added[name] = sounds

    def set_align_text(self, text):
        self.entries = text.split()

    def start_utt(self):
        pass

    def process_raw(self, _data, full_utt):
        pass

    def end_utt(self):
        pass

    def seg(self):
        if self._answer is not None:
            return self._answer
        one = lambda text, first: type("Segment", (), {"word": text, "start_frame": first, "end_frame": first + 9})()  # noqa: E731
        return [one("<sil>", 0), *(one(text, 10 + 10 * index) for index, text in enumerate(self.entries))]


TRACK = np.zeros(10 * SAMPLE_RATE, dtype=np.int16)


class Alignment(unittest.TestCase):
    def test_words_get_the_places_that_are_found(self):
        words = Aligner(FakeDecoder()).refine([word("It's", 0.5, 0.6), word("done.", 0.6, 0.7)], TRACK, "en")
        # The phrase's sound begins a quarter second before it; the model's starts are 30 ms early.
        self.assertAlmostEqual(words[0].start, 0.25 + 0.1 + 0.03)
        self.assertAlmostEqual(words[0].end, 0.25 + 0.2)
        self.assertAlmostEqual(words[1].end, 0.25 + 0.3)
        self.assertEqual([one.text for one in words], ["It's", "done."])

    def test_a_word_of_several_entries_is_one_word(self):
        decoder = FakeDecoder()
        words = Aligner(decoder).refine([word("well-known", 0.5, 0.7), word("$2", 0.7, 0.9)], TRACK, "en")
        self.assertEqual(decoder.entries, ["well", "known", "two", "dollars"])
        self.assertEqual(len(words), 2)
        self.assertAlmostEqual(words[1].end, 0.25 + 0.5)

    def test_the_shortest_word_that_the_model_knows_lasts_until_the_next(self):
        answer = [
            type("Segment", (), {"word": text, "start_frame": first, "end_frame": end})()
            for text, first, end in (("it's", 10, 12), ("done", 13, 30))
        ]
        words = Aligner(FakeDecoder(answer)).refine([word("It's", 0.3, 0.4), word("done.", 0.4, 0.6)], TRACK, "en")
        self.assertGreater(words[0].end, words[0].start)
        self.assertAlmostEqual(words[0].end, words[1].start)

    def test_vowel_signs_belong_to_their_word(self):
        decoder = FakeDecoder()
        Aligner(decoder).refine([word("बनाती", 0.5, 0.9)], TRACK, "hi")
        self.assertEqual(list(decoder.added.values()), ["B AH N AA T IY"])

    def test_unknown_words_are_spelt_out(self):
        decoder = FakeDecoder()
        Aligner(decoder).refine([word("Quilter", 0.5, 0.9)], TRACK, "en")
        self.assertEqual(list(decoder.added.values()), ["K W IH L T ER"])

    def test_what_does_not_fit_keeps_its_times(self):
        words = [word("it's", 0.5, 0.6), word("done", 0.6, 0.7)]
        self.assertEqual(Aligner(FakeDecoder(answer=[])).refine(words, TRACK, "en"), words)
        self.assertEqual(Aligner(FakeDecoder()).refine(words, TRACK, "ja"), words)
        unspeakable = [word("♪", 0.5, 0.6), word("done", 0.6, 0.7)]
        self.assertEqual(Aligner(FakeDecoder()).refine(unspeakable, TRACK, "en"), unspeakable)
        astray = [word("it's", 3.0, 4.9), word("done", 5.0, 5.2)]
        self.assertEqual(Aligner(FakeDecoder()).refine(astray, TRACK, "en"), astray)

    def test_what_is_not_found_is_looked_for_further(self):
        words = [word("it's", 0.5, 0.6), word("Quilter", 0.6, 0.7)]
        patient = FakeDecoder()
        found = Aligner(FakeDecoder(answer=[]), lambda: patient).refine(words, TRACK, "en")
        self.assertAlmostEqual(found[0].start, 0.25 + 0.1 + 0.03)
        self.assertEqual(patient.added, {"K_W_IH_L_T_ER": "K W IH L T ER"})

    def test_phrases_end_at_pauses(self):
        words = [word("a", 0, 0.4), word("b", 0.45, 0.8), word("c", 1.5, 2.0), word("d", 2.2, 5.0), word("e", 5.2, 5.9)]
        self.assertEqual([[w.text for w in part] for part in phrases(words)], [["a", "b"], ["c", "d"], ["e"]])

    def test_the_model_is_there_or_not_needed(self):
        aligner = load_aligner()
        words = [word("it's", 0.5, 0.6), word("done", 0.6, 0.7)]
        if aligner is not None:
            self.assertEqual(len(aligner.refine(words, TRACK, "en")), 2)


class Sounds(unittest.TestCase):
    def test_letters_are_read_by_the_rules_of_the_language(self):
        self.assertEqual(sounds_of("leche", "es"), ["L", "EH", "CH", "EH"])
        self.assertEqual(sounds_of("schön", "de"), ["SH", "ER", "N"])
        self.assertEqual(sounds_of("chats", "fr"), ["SH", "AA"])
        self.assertEqual(sounds_of("東京", "en"), [])

    def test_other_scripts_are_read(self):
        self.assertEqual(sounds_of("поезд", "ru"), ["P", "AO", "EH", "Z", "D"])
        self.assertEqual(sounds_of("버스", "ko"), ["P", "AH", "S", "UH"])
        self.assertEqual(sounds_of("ψωμί", "el"), ["P", "S", "OW", "M", "IY"])
        self.assertEqual(sounds_of("љубав", "sr"), sounds_of("ljubav", "sr"))

    def test_vowels_that_are_not_written_are_spoken(self):
        self.assertEqual(sounds_of("नमस्ते", "hi"), ["N", "AH", "M", "AH", "S", "T", "EY"])
        self.assertEqual(sounds_of("شمس", "ar"), ["SH", "AH", "M", "AH", "S"])

    def test_every_rule_names_sounds_that_the_model_knows(self):
        known = set(
            "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split()
        )
        for language, table in TABLES.items():
            for letters, sounds in table.items():
                self.assertLessEqual(set(sounds), known, f"{language} {letters}")

    def test_marks_that_a_language_has_not_got_are_left_out(self):
        self.assertEqual(sounds_of("café", "en"), ["K", "AE", "F", "EH"])


class Numbers(unittest.TestCase):
    def test_digits_are_spoken(self):
        self.assertEqual(number_words("0", "en"), ["zero"])
        self.assertEqual(number_words("1984", "en"), ["nineteen", "eighty", "four"])
        self.assertEqual(number_words("300", "en"), ["three", "hundred"])
        self.assertEqual(number_words("600000", "en"), ["six", "hundred", "thousand"])
        self.assertEqual(number_words("26", "it"), ["venti", "sei"])
        self.assertEqual(len(number_words("0123456789", "de")), 10)
        self.assertEqual(number_words("5", "ja"), [])

    def test_signs_are_spoken(self):
        self.assertEqual(mark_words("12%", "en"), ["percent"])
        self.assertEqual(mark_words("$300", "en"), ["dollars"])


if __name__ == "__main__":
    unittest.main()

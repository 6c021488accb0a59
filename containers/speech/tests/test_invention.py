import unittest

from invention import is_invented, plain, without_loops
from languages import likely_language, main_language, prompt_for, runs_by_language, window_language
from pieces import Piece, join_marks
from whisper_engine import Heard
from word_times import TimedWord


def heard(text: str, log_probability: float, no_speech: float = 0.0) -> Heard:
    return Heard("en", [1], text, log_probability, no_speech)


def spoken(text: str, seconds_each: float, confidence: float = 0.9) -> list[TimedWord]:
    return [
        TimedWord(part, True, i * seconds_each, (i + 1) * seconds_each, confidence)
        for i, part in enumerate(text.split())
    ]


class Invention(unittest.TestCase):
    def test_doubted_phrases_go_and_said_ones_stay(self):
        self.assertTrue(is_invented(heard(" Thanks for watching!", -0.6)))
        self.assertTrue(is_invented(heard(" ご視聴ありがとうございました", -0.3, 0.5)))
        self.assertFalse(is_invented(heard(" Thank you.", -0.2)))
        self.assertFalse(is_invented(heard(" Okay.", -0.7)))
        self.assertTrue(is_invented(heard(" Okay.", -0.7, 0.5)))
        self.assertFalse(is_invented(heard(" We thank you for watching the birds.", -0.6)))
        self.assertTrue(is_invented(heard(" you", -1.84, 0.7)))
        self.assertTrue(is_invented(heard(" ...", -0.1)))

    def test_phrases_are_compared_without_case_and_marks(self):
        self.assertEqual(plain("Thanks, for WATCHING!"), "thanks for watching")
        self.assertEqual(plain("L’été"), "l'été")

    def test_loops_faster_than_speech_are_cut_and_spoken_repeats_kept(self):
        self.assertEqual(len(without_loops(spoken("and then " * 20, 0.05))), 2)
        self.assertEqual(len(without_loops(spoken("slow " * 12, 0.4))), 12)
        self.assertEqual(len(without_loops(spoken("slow " * 12, 0.4, confidence=0.1))), 1)
        self.assertEqual(len(without_loops(spoken("one two three four", 0.05))), 4)


class Languages(unittest.TestCase):
    def test_several_windows_decide(self):
        windows = [({"en": 0.9, "fr": 0.1}, 5.0), ({"fr": 0.95, "en": 0.05}, 29.0)]
        self.assertEqual(main_language(windows)[0], "fr")

    def test_a_language_that_is_overheard_needs_more(self):
        self.assertEqual(main_language([({"nn": 0.5, "en": 0.3}, 3.0)])[0], "en")

    def test_a_window_is_decoded_in_its_own_language_when_it_is_sure(self):
        self.assertEqual(window_language("en", {"es": 0.95, "en": 0.01}, 10.0), "es")
        self.assertEqual(window_language("en", {"es": 0.6, "en": 0.3}, 10.0), "en")
        self.assertEqual(window_language("en", {"es": 0.95, "en": 0.01}, 0.8), "en")

    def test_unsure_parts_join_the_run_before(self):
        parts = [{"en": 0.95}, {"en": 0.4, "es": 0.3}, {"es": 0.95}, {"es": 0.95}]
        self.assertEqual(runs_by_language(parts), [[0, 1], [2, 3]])
        parts = [{"fi": 0.6}, {"ca": 0.86}]
        self.assertEqual(runs_by_language(parts), [[0, 1]])

    def test_a_part_is_tried_in_what_it_is_probably_in(self):
        self.assertEqual(likely_language("en", {"it": 0.6, "en": 0.3}), "it")
        self.assertEqual(likely_language("en", {"it": 0.4, "en": 0.3}), "en")
        self.assertEqual(likely_language("en", {"nn": 0.9, "en": 0.1}), "en")

    def test_the_dictionary_becomes_a_prompt(self):
        self.assertEqual(prompt_for("en", ["AntiBERTa", " ", "ABlooper"]), "AntiBERTa, ABlooper.")
        self.assertEqual(prompt_for("en", ["Acme Inc."]), "Acme Inc.")
        self.assertTrue(prompt_for("ja", ["東京"]).endswith("東京。"))
        self.assertIsNone(prompt_for("en", []))
        self.assertIn("简体", prompt_for("zh", []))


class Marks(unittest.TestCase):
    def pieces(self, *texts: str) -> list[tuple[str, bool]]:
        made = [Piece(t.strip(), t.startswith(" "), 0, 1, 1, 0.9) for t in texts]
        return [(piece.text, piece.space_before) for piece in join_marks(made)]

    def test_marks_go_to_the_word_that_they_touch(self):
        self.assertEqual(self.pieces(" Hello", ",", " “", "you", "”", "."), [("Hello,", True), ("“you”.", True)])
        self.assertEqual(self.pieces(" $43", ",000", "."), [("$43", True), (",000.", False)])
        self.assertEqual(self.pieces(" like", "-minded"), [("like", True), ("-minded", False)])
        self.assertEqual(self.pieces(" 50", "%"), [("50", True), ("%", False)])


if __name__ == "__main__":
    unittest.main()

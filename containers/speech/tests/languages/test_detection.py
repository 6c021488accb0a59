import functools
import unittest

from speech.languages.detection import (
    likely_language,
    main_language,
    runs_by_language,
    single_language,
    window_language,
)


class Detection(unittest.TestCase):
    def test_several_windows_decide_the_main_language(self) -> None:
        windows = [({"en": 0.9, "fr": 0.1}, 5.0), ({"fr": 0.95, "en": 0.05}, 29.0)]
        self.assertEqual(main_language(windows)[0], "fr")

    def test_an_overdetected_language_needs_more_evidence(self) -> None:
        self.assertEqual(main_language([({"nn": 0.5, "en": 0.3}, 3.0)])[0], "en")

    def test_a_window_is_decoded_in_its_own_language_when_that_is_clear(self) -> None:
        self.assertEqual(window_language("en", {"es": 0.95, "en": 0.01}, 10.0), "es")
        self.assertEqual(window_language("en", {"es": 0.6, "en": 0.3}, 10.0), "en")
        self.assertEqual(window_language("en", {"es": 0.95, "en": 0.01}, 0.8), "en")

    def test_a_file_has_a_single_language_when_all_its_speech_is_clearly_in_one(self) -> None:
        single = functools.partial(single_language, has_cantonese=True)
        self.assertEqual(single([({"de": 0.97, "nl": 0.02}, 28.0), ({"de": 0.6, "nl": 0.3}, 2.0)], []), "de")
        self.assertEqual(single([({"de": 0.97}, 28.0)], [({"nl": 0.9, "de": 0.1}, 2.0)]), "de")
        self.assertIsNone(single([({"de": 0.85, "nl": 0.1}, 28.0)], []))
        self.assertIsNone(single([({"de": 0.99}, 28.0)], [({"en": 0.95, "de": 0.01}, 1.5)]))
        self.assertIsNone(single([], []))

    def test_chinese_is_uncertain_for_a_model_that_takes_cantonese_for_it(self) -> None:
        chinese, german = [({"zh": 0.99, "ja": 0.01}, 28.0)], [({"de": 0.99, "nl": 0.01}, 28.0)]
        self.assertEqual(single_language(chinese, [], has_cantonese=True), "zh")
        self.assertIsNone(single_language(chinese, [], has_cantonese=False))
        self.assertEqual(single_language(german, [], has_cantonese=False), "de")

    def test_unclear_parts_join_the_preceding_run(self) -> None:
        parts = [{"en": 0.95}, {"en": 0.4, "es": 0.3}, {"es": 0.95}, {"es": 0.95}]
        self.assertEqual(runs_by_language(parts), [[0, 1], [2, 3]])
        parts = [{"fi": 0.6}, {"ca": 0.86}]
        self.assertEqual(runs_by_language(parts), [[0, 1]])

    def test_a_part_is_decoded_in_its_likely_language(self) -> None:
        self.assertEqual(likely_language("en", {"it": 0.6, "en": 0.3}), "it")
        self.assertEqual(likely_language("en", {"it": 0.4, "en": 0.3}), "en")
        self.assertEqual(likely_language("en", {"nn": 0.9, "en": 0.1}), "en")

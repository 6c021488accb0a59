import unittest

import numpy as np

from speech.decode.hypothesis import Hypothesis
from speech.decode.rescoring import best_fit, fit_of

ENDLESS_LOOP = Hypothesis("hi", [], "bha " * 110, -0.15, 0.1, True)


class FitOf(unittest.TestCase):
    def test_more_certain_tokens_fit_better_and_no_tokens_fit_worst(self) -> None:
        fits = [fit_of(np.array(tokens)) for tokens in ([], [0.9, 0.0], [0.9, 0.1], [0.9, 0.5], [1.0, 1.0])]
        self.assertEqual(fits, sorted(fits))
        self.assertEqual((fits[0], fits[-1]), (-np.inf, 0.0))

    def test_certain_tokens_do_not_compensate_for_a_doubtful_one(self) -> None:
        spoken = [0.9] * 20 + [0.2, 0.2]
        misrecognized = [*spoken, 0.3, *[0.95] * 6]
        self.assertGreater(np.mean(np.log(misrecognized)), np.mean(np.log(spoken)))
        self.assertGreater(fit_of(np.array(spoken)), fit_of(np.array(misrecognized)))

    def test_a_text_without_its_certain_end_does_not_fit_better(self) -> None:
        whole = np.array([0.9, 0.3, 0.9, 0.8, 0.9, 0.3, 0.9, 0.9, 0.95, 0.95])
        self.assertGreater(fit_of(whole), fit_of(whole[:-1]))


class BestFit(unittest.TestCase):
    FIRST, OTHER = (
        Hypothesis("es", [], "a parte de la competencia", -0.15, 0.1),
        Hypothesis("es", [], "aparte de la competencia", -0.25, 0.1),
    )

    def test_a_better_fit_replaces_the_first_and_keeps_its_log_probability(self) -> None:
        best = best_fit([self.FIRST, self.OTHER], [-0.2, -0.15])
        self.assertEqual((best.text, best.log_probability), (self.OTHER.text, -0.15))

    def test_the_first_remains_when_none_fits_better(self) -> None:
        self.assertEqual(best_fit([self.FIRST, self.OTHER], [-0.2, -0.2]), self.FIRST)

    def test_incomplete_texts_and_loops_do_not_replace_a_good_text(self) -> None:
        for other in (Hypothesis("es", [], "aparte", -0.01, 0.1), ENDLESS_LOOP):
            self.assertEqual(best_fit([self.FIRST, other], [-0.2, -0.01]), self.FIRST)
        self.assertEqual(best_fit([ENDLESS_LOOP, self.FIRST], [-0.1, -0.3]).text, self.FIRST.text)

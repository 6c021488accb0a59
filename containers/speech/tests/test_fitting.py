import unittest

import numpy as np
from fitting import best_fitting, fit_of
from whisper_engine import Heard

STUCK = Heard("hi", [], "bha " * 110, -0.15, 0.1, True)


class FitOfAText(unittest.TestCase):
    def test_surer_tokens_fit_better_and_nothing_fits_worst(self):
        fits = [fit_of(np.array(tokens)) for tokens in ([], [0.9, 0.0], [0.9, 0.1], [0.9, 0.5], [1.0, 1.0])]
        self.assertEqual(fits, sorted(fits))
        self.assertEqual((fits[0], fits[-1]), (-np.inf, 0.0))

    def test_tokens_that_follow_by_themselves_make_up_for_no_doubtful_one(self):
        said = [0.9] * 20 + [0.2, 0.2]
        misheard = [*said, 0.3, *[0.95] * 6]
        self.assertGreater(np.mean(np.log(misheard)), np.mean(np.log(said)))
        self.assertGreater(fit_of(np.array(said)), fit_of(np.array(misheard)))

    def test_a_text_without_its_sure_end_does_not_fit_better(self):
        whole = np.array([0.9, 0.3, 0.9, 0.8, 0.9, 0.3, 0.9, 0.9, 0.95, 0.95])
        self.assertGreater(fit_of(whole), fit_of(whole[:-1]))


class Fitting(unittest.TestCase):
    FIRST, OTHER = Heard("es", [], "a parte de la competencia", -0.15, 0.1), Heard("es", [], "aparte de la competencia", -0.25, 0.1)

    def test_what_fits_better_is_kept_and_is_as_sure_as_what_it_replaces(self):
        best = best_fitting([self.FIRST, self.OTHER], [-0.2, -0.15])
        self.assertEqual((best.text, best.log_probability), (self.OTHER.text, -0.15))

    def test_the_first_stays_where_none_fits_better(self):
        self.assertEqual(best_fitting([self.FIRST, self.OTHER], [-0.2, -0.2]), self.FIRST)

    def test_what_leaves_words_out_or_repeats_itself_replaces_no_good_text(self):
        for other in (Heard("es", [], "aparte", -0.01, 0.1), STUCK):
            self.assertEqual(best_fitting([self.FIRST, other], [-0.2, -0.01]), self.FIRST)
        self.assertEqual(best_fitting([STUCK, self.FIRST], [-0.1, -0.3]).text, self.FIRST.text)


if __name__ == "__main__":
    unittest.main()

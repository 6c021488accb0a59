import unittest
from typing import Any
from unittest import mock

import numpy as np

from speech.decode.hypothesis import Hypothesis
from speech.decode.search import DecodingTask, Search
from speech.decode.whisper import MAX_BATCH, Encoded, WhisperEngine

LOOP = "bha " * 110
ENDLESS_LOOP = Hypothesis("hi", [], LOOP, -0.15, 0.1, True)


class FakeModel(WhisperEngine):
    """An engine that returns the given results, one per search, and records the searches."""

    def __init__(self, results: list[Hypothesis]) -> None:
        self.results = list(results)
        self.searches: list[tuple[DecodingTask, Search]] = []

    def _generate(self, _encoded: Encoded, task: DecodingTask, search: Search) -> list[Hypothesis]:
        self.searches.append((task, search))
        return [self.results.pop(0)]


class Languages(unittest.TestCase):
    def test_a_model_has_the_languages_of_its_tokens(self) -> None:
        engine = WhisperEngine.__new__(WhisperEngine)
        engine._text = mock.Mock(token_to_id={"<|zh|>": 50260}.get)
        self.assertTrue(engine.has_language("zh"))
        self.assertFalse(engine.has_language("yue"))


class Batches(unittest.TestCase):
    def test_windows_are_decoded_in_batches_and_in_order(self) -> None:
        engine = WhisperEngine.__new__(WhisperEngine)
        sizes: list[int] = []

        def generate(encoded: Any, _task: DecodingTask, _search: Search) -> list[Any]:
            sizes.append(len(encoded))
            return list(encoded)

        engine._storage = mock.Mock(from_array=lambda array: array)
        count = 2 * MAX_BATCH + 3
        with mock.patch.object(engine, "_generate", generate):
            self.assertEqual(engine.decode(np.arange(count), "en", None), list(range(count)))
        self.assertEqual(sizes, [MAX_BATCH, MAX_BATCH, 3])


class DecodingAgain(unittest.TestCase):
    def test_a_loop_is_decoded_once_more_without_repetitions(self) -> None:
        engine = FakeModel([Hypothesis("hi", [], "spoken once", -0.5, 0.1)])
        self.assertEqual(engine.decode_again(None, ENDLESS_LOOP, None).text, "spoken once")
        self.assertEqual(len(engine.searches), 1)
        self.assertGreater(engine.searches[0][1].no_repeat_ngram_size, 0)

    def test_an_uncertain_text_remains_and_the_fallback_ends_when_a_sample_is_a_loop(self) -> None:
        uncertain = Hypothesis("hi", [], "not quite certain", -1.2, 0.1)
        engine = FakeModel([ENDLESS_LOOP])
        self.assertEqual(engine.decode_again(None, uncertain, None), uncertain)
        self.assertEqual(len(engine.searches), 1)

    def test_the_temperature_fallback_ends_at_the_first_good_sample(self) -> None:
        good = Hypothesis("hi", [], "better", -0.4, 0.1)
        engine = FakeModel([Hypothesis("hi", [], "worse", -1.1, 0.1), good])
        self.assertEqual(engine.decode_again(None, Hypothesis("hi", [1] * 20, "bad", -1.2, 0.1), None), good)
        self.assertEqual(len(engine.searches), 2)
        # Samples are about as long as the uncertain text.
        self.assertTrue(all(task.max_tokens < 80 for task, _ in engine.searches))

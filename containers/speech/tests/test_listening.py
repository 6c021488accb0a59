import unittest
from dataclasses import dataclass, field

import numpy as np
from listening import Listening
from speech_regions import FRAME_SECONDS, SAMPLE_RATE, Span
from whisper_engine import LONGEST_TEXT_TOKENS, Heard, WhisperEngine, is_bad
from windows import Window

LOOP = "bha " * 110
STUCK = Heard("hi", [], LOOP, -0.15, 0.1, True)


class FakeModel(WhisperEngine):
    """An engine that says what it was told to, one text for every search, and keeps how it was asked."""

    def __init__(self, answers: list[Heard]):
        self.answers = list(answers)
        self.searches: list[dict] = []

    def _generate(self, encoded, language, prompt, english=False, **search):
        self.searches.append(search)
        return [self.answers.pop(0)]


class DecodingAgain(unittest.TestCase):
    def test_a_loop_is_looked_for_once_more_without_repetitions(self):
        engine = FakeModel([Heard("hi", [], "said once", -0.5, 0.1)])
        self.assertEqual(engine.decode_again(None, STUCK, None).text, "said once")
        self.assertEqual(len(engine.searches), 1)
        self.assertIn("no_repeat_ngram_size", engine.searches[0])

    def test_an_unsure_text_stays_when_the_others_are_loops_and_no_warmer_one_is_tried(self):
        unsure = Heard("hi", [], "not quite sure", -1.2, 0.1)
        engine = FakeModel([STUCK])
        self.assertEqual(engine.decode_again(None, unsure, None), unsure)
        self.assertEqual(len(engine.searches), 1)

    def test_the_first_good_sample_is_kept(self):
        good = Heard("hi", [], "better", -0.4, 0.1)
        engine = FakeModel([Heard("hi", [], "worse", -1.1, 0.1), good])
        self.assertEqual(engine.decode_again(None, Heard("hi", [1] * 20, "bad", -1.2, 0.1), None), good)
        # About as long as the unsure text.
        self.assertTrue(all(search["places"] < 80 for search in engine.searches))


@dataclass
class FakeEngine:
    """Says `first` of a whole window and `then` of its parts; each row of what it encoded is the length of the sound."""

    first: Heard
    then: Heard
    asked: list[list[int]] = field(default_factory=list)
    again: int = 0

    def encode(self, sounds):
        return np.array([round(len(sound) / SAMPLE_RATE) for sound in sounds])

    def rows(self, encoded, indices):
        return encoded[indices]

    def decode(self, encoded, language, prompt):
        self.asked.append([int(seconds) for seconds in encoded])
        return [self.first if seconds == 24 else self.then for seconds in encoded]

    def decode_again(self, encoded, first, prompt):
        self.again += 1
        return first

    def align(self, encoded, heard, seconds):
        pass


def listening(engine: FakeEngine) -> Listening:
    seconds = 24
    probabilities = np.full(int(seconds / FRAME_SECONDS), 0.9, dtype=np.float32)
    probabilities[int(12 / FRAME_SECONDS)] = 0.0
    track = np.zeros(seconds * SAMPLE_RATE, dtype=np.int16)
    return Listening(engine, track, probabilities, [Span(0.0, 24.0)], "hi", [], language="hi", may_switch=False)


class Loops(unittest.TestCase):
    def test_a_loop_that_can_be_divided_is_not_heard_again_as_a_whole(self):
        said = Heard("hi", [1], "said", -0.05, 0.1)
        engine = FakeEngine(STUCK, said)
        passages = listening(engine).hear([Window((Span(0.0, 24.0),))], np.array([24]))
        self.assertEqual([heard.text for _, heard in passages], ["said", "said"])
        self.assertEqual((engine.asked, engine.again), ([[24], [12, 12]], 0))

    def test_what_stays_stuck_in_its_smallest_parts_was_not_said(self):
        engine = FakeEngine(STUCK, STUCK)
        self.assertEqual(listening(engine).hear([Window((Span(0.0, 24.0),))], np.array([24])), [])
        # Four parts, tried once more each.
        self.assertEqual(engine.again, 4)

    def test_what_ends_by_itself_may_repeat_itself(self):
        slow = Heard("en", [1], "slow " * 12, -0.2, 0.1)
        self.assertTrue(is_bad(slow) and not slow.is_stuck)
        self.assertTrue(Heard("en", [1] * LONGEST_TEXT_TOKENS, LOOP, -0.2, 0.1, True).is_stuck)


class FramedEngine(FakeEngine):
    """Another text from 0.2 s later, each with the probabilities of its tokens in the framings of 24 and 23.8 s."""

    FITS = {"first": {24: 0.95, 23.8: 0.5}, "other": {24: 0.6, 23.8: 0.6}}

    def decode_timed(self, encoded, language, prompt):
        return [self.first for _ in encoded]

    def text_probabilities(self, encoded, seconds, heard):
        return [np.full(20, self.FITS[one.text][second]) for second, one in zip(seconds, heard)]


class SecondLook(unittest.TestCase):
    def test_both_framings_count_alike(self):
        engine = FramedEngine(Heard("hi", [1], "first", -0.5, 0.1), Heard("hi", [1], "other", -0.5, 0.1))
        hearing = listening(engine)
        hearing.regions = [Span(0.5, 24.0)]
        engine.encode = lambda sounds: np.array([23])
        window = Window((Span(0.0, 24.0),))
        self.assertEqual([heard.text for _, heard in hearing.hear([window], np.array([24]))], ["first"])
        engine.FITS = {**engine.FITS, "other": {24: 0.8, 23.8: 0.7}}
        self.assertEqual([heard.text for _, heard in hearing.hear([window], np.array([24]))], ["other"])


if __name__ == "__main__":
    unittest.main()

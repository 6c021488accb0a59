import unittest
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.decode.hypothesis import Hypothesis
from speech.decode.search import MAX_TEXT_TOKENS
from speech.decode.whisper import WhisperEngine
from speech.decode.window_decoder import DecodingOptions, TrackSpeech, WindowDecoder
from speech.decode.windows import Window
from speech.vad.detector import FRAME_SECONDS

LOOP = "bha " * 110
ENDLESS_LOOP = Hypothesis("hi", [], LOOP, -0.15, 0.1, True)
TRACK_SECONDS = 24
WHOLE = Window((Span(0.0, TRACK_SECONDS),))


@dataclass
class FakeEngine:
    """Returns `first` for a whole window and `then` for its parts. The encoded rows are the seconds of the audio."""

    first: Hypothesis
    then: Hypothesis
    decoded_seconds: list[list[int]] = field(default_factory=list)
    retries: int = 0

    def encode(self, windows: list[Floats]) -> Any:
        return np.array([round(len(samples) / SAMPLE_RATE) for samples in windows])

    def rows(self, encoded: Any, indices: list[int]) -> Any:
        return encoded[indices]

    def decode(self, encoded: Any, _language: str, _prompt: str | None) -> list[Hypothesis]:
        self.decoded_seconds.append([int(seconds) for seconds in encoded])
        return [self.first if seconds == TRACK_SECONDS else self.then for seconds in encoded]

    def decode_again(self, _encoded: Any, first: Hypothesis, _prompt: str | None) -> Hypothesis:
        self.retries += 1
        return first

    def align(self, _encoded: Any, _hypotheses: list[Hypothesis], _seconds: list[float]) -> None:
        pass


def decoder_of(engine: FakeEngine, speech_start: float = 0.0) -> WindowDecoder:
    probabilities = np.full(int(TRACK_SECONDS / FRAME_SECONDS), 0.9, dtype=np.float32)
    probabilities[int(12 / FRAME_SECONDS)] = 0.0
    track = np.zeros(TRACK_SECONDS * SAMPLE_RATE, dtype=np.int16)
    speech = TrackSpeech(track, probabilities, [Span(speech_start, TRACK_SECONDS)])
    return WindowDecoder(cast(WhisperEngine, engine), speech, DecodingOptions("hi"), language="hi", may_switch=False)


def texts_of(engine: FakeEngine, speech_start: float = 0.0) -> list[str]:
    results = decoder_of(engine, speech_start).decode_windows([WHOLE], np.array([TRACK_SECONDS]))
    return [hypothesis.text for _, hypothesis in results]


class OnlyLanguage(unittest.TestCase):
    def test_the_only_language_is_not_detected(self) -> None:
        # The engine cannot detect languages.
        engine = FakeEngine(ENDLESS_LOOP, ENDLESS_LOOP)
        decoder = decoder_of(engine)
        decoder.options = DecodingOptions("pt", only_language=True)
        decoder.may_switch = True
        decoder.find_language(np.array([TRACK_SECONDS]), [WHOLE], [])
        self.assertEqual((decoder.language, decoder.may_switch), ("pt", False))


class Loops(unittest.TestCase):
    def test_a_loop_that_can_be_split_is_not_decoded_again_as_a_whole(self) -> None:
        engine = FakeEngine(ENDLESS_LOOP, Hypothesis("hi", [1], "spoken", -0.05, 0.1))
        self.assertEqual(texts_of(engine), ["spoken", "spoken"])
        self.assertEqual((engine.decoded_seconds, engine.retries), ([[24], [12, 12]], 0))

    def test_an_endless_loop_in_the_smallest_parts_is_dropped(self) -> None:
        engine = FakeEngine(ENDLESS_LOOP, ENDLESS_LOOP)
        self.assertEqual(texts_of(engine), [])
        # Each of the four parts is decoded again once.
        self.assertEqual(engine.retries, 4)

    def test_a_repetitive_text_that_ends_before_the_token_limit_is_not_endless(self) -> None:
        slow = Hypothesis("en", [1], "slow " * 12, -0.2, 0.1)
        self.assertTrue(slow.is_poor and not slow.is_endless_loop)
        self.assertTrue(Hypothesis("en", [1] * MAX_TEXT_TOKENS, LOOP, -0.2, 0.1, True).is_endless_loop)


# Token probabilities of a text, by the seconds of the audio: from the start, and from 0.2 s later.
Fits = dict[str, dict[float, float]]


class TwoPositionEngine(FakeEngine):
    """Returns another text from 0.2 s later, and the given token probabilities at both positions."""

    def __init__(self, fits: Fits) -> None:
        super().__init__(Hypothesis("hi", [1], "first", -0.5, 0.1), Hypothesis("hi", [1], "other", -0.5, 0.1))
        self.fits = fits

    def encode(self, windows: list[Floats]) -> Any:
        return np.full(len(windows), TRACK_SECONDS - 1)

    def decode_timed(self, encoded: Any, _language: str, _prompt: str | None) -> list[Hypothesis]:
        return [self.first for _ in encoded]

    def text_probabilities(self, _encoded: Any, seconds: list[float], hypotheses: list[Hypothesis]) -> list[Floats]:
        return [np.full(20, self.fits[one.text][second]) for second, one in zip(seconds, hypotheses, strict=True)]


class Rescoring(unittest.TestCase):
    def test_both_positions_count_equally(self) -> None:
        first = {24: 0.95, 23.8: 0.5}
        self.assertEqual(texts_of(TwoPositionEngine({"first": first, "other": {24: 0.6, 23.8: 0.6}}), 0.5), ["first"])
        self.assertEqual(texts_of(TwoPositionEngine({"first": first, "other": {24: 0.8, 23.8: 0.7}}), 0.5), ["other"])

import unittest
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import cast

import numpy as np

from speech.audio.timeline import SAMPLE_RATE
from speech.timing.forced_alignment import Aligner, load_aligner, phrases_of
from speech.timing.words import TimedWord

KNOWN_WORDS = ("it's", "done", "two", "dollars", "well", "known")


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, True, start, end, 0.9)


@dataclass
class Segment:
    word: str
    start_frame: int
    end_frame: int


class FakeDecoder:
    """Gives every entry a tenth of a second, after a silence of one. `segments` replaces that."""

    def __init__(self, segments: list[Segment] | None = None) -> None:
        self.added: dict[str, str] = {}
        self.entries: list[str] = []
        self._segments = segments

    def lookup_word(self, word: str) -> str | None:
        return "KNOWN" if word in KNOWN_WORDS else None

    def add_word(self, word: str, phonemes: str, _update: bool) -> None:
        self.added[word] = phonemes

    def set_align_text(self, text: str) -> None:
        self.entries = text.split()

    def start_utt(self) -> None:
        pass

    def process_raw(self, _data: bytes, *, full_utt: bool) -> None:
        pass

    def end_utt(self) -> None:
        pass

    def seg(self) -> Iterable[Segment]:
        if self._segments is not None:
            return self._segments
        texts = ["<sil>", *self.entries]
        return [Segment(text, 10 * index, 10 * index + 9) for index, text in enumerate(texts)]


TRACK = np.zeros(10 * SAMPLE_RATE, dtype=np.int16)


class Alignment(unittest.TestCase):
    def test_words_get_their_aligned_times(self) -> None:
        words = Aligner(FakeDecoder()).refine([word("It's", 0.5, 0.6), word("done.", 0.6, 0.7)], TRACK, "en")
        # The audio starts a quarter of a second before the phrase; the model's starts are 30 ms early.
        self.assertAlmostEqual(words[0].start, 0.25 + 0.1 + 0.03)
        self.assertAlmostEqual(words[0].end, 0.25 + 0.2)
        self.assertAlmostEqual(words[1].end, 0.25 + 0.3)
        self.assertEqual([one.text for one in words], ["It's", "done."])

    def test_a_word_of_several_entries_remains_one_word(self) -> None:
        decoder = FakeDecoder()
        words = Aligner(decoder).refine([word("well-known", 0.5, 0.7), word("$2", 0.7, 0.9)], TRACK, "en")
        self.assertEqual(decoder.entries, ["well", "known", "two", "dollars"])
        self.assertEqual(len(words), 2)
        self.assertAlmostEqual(words[1].end, 0.25 + 0.5)

    def test_a_word_of_minimum_duration_lasts_until_the_next(self) -> None:
        segments = [Segment("it's", 10, 12), Segment("done", 13, 30)]
        words = Aligner(FakeDecoder(segments)).refine([word("It's", 0.3, 0.4), word("done.", 0.4, 0.6)], TRACK, "en")
        self.assertGreater(words[0].end, words[0].start)
        self.assertAlmostEqual(words[0].end, words[1].start)

    def test_vowel_signs_belong_to_their_word(self) -> None:
        decoder = FakeDecoder()
        Aligner(decoder).refine([word("बनाती", 0.5, 0.9)], TRACK, "hi")
        self.assertEqual(list(decoder.added.values()), ["B AH N AA T IY"])

    def test_unknown_words_are_added_by_their_phonemes(self) -> None:
        decoder = FakeDecoder()
        Aligner(decoder).refine([word("Quilter", 0.5, 0.9)], TRACK, "en")
        self.assertEqual(list(decoder.added.values()), ["K W IH L T ER"])

    def test_words_that_cannot_be_aligned_keep_their_times(self) -> None:
        words = [word("it's", 0.5, 0.6), word("done", 0.6, 0.7)]
        self.assertEqual(Aligner(FakeDecoder([])).refine(words, TRACK, "en"), words)
        self.assertEqual(Aligner(FakeDecoder()).refine(words, TRACK, "ja"), words)
        unpronounceable = [word("♪", 0.5, 0.6)]
        self.assertEqual(Aligner(FakeDecoder()).refine(unpronounceable, TRACK, "en"), unpronounceable)
        distant = [word("done", 3.0, 5.2)]
        late = [Segment("done", 160, 170)]
        self.assertEqual(Aligner(FakeDecoder(late)).refine(distant, TRACK, "en"), distant)

    def test_a_phrase_that_is_not_found_is_aligned_with_a_wide_beam(self) -> None:
        words = [word("it's", 0.5, 0.6), word("Quilter", 0.6, 0.7)]
        wide = FakeDecoder()
        found = Aligner(FakeDecoder([]), lambda: wide).refine(words, TRACK, "en")
        self.assertAlmostEqual(found[0].start, 0.25 + 0.1 + 0.03)
        self.assertEqual(wide.added, {"K_W_IH_L_T_ER": "K W IH L T ER"})

    def test_a_phrase_that_cannot_be_aligned_is_divided_at_a_pause(self) -> None:
        words = [
            word("it's", 0.5, 0.6),
            word("♪", 0.6, 0.7),
            word("well", 0.9, 1.0),
            word("known", 1.0, 1.1),
            word("done", 1.1, 1.2),
        ]
        decoder = FakeDecoder()
        found = Aligner(decoder).refine(words, TRACK, "en")
        # Only the word without phonemes keeps its times.
        self.assertEqual([now == before for now, before in zip(found, words, strict=True)], [False, True, *[False] * 3])
        self.assertEqual(decoder.entries, ["well", "known", "done"])
        # The audio of the second part starts 100 ms before the middle of the pause.
        self.assertAlmostEqual(found[2].start, 0.8 - 0.1 + 0.1 + 0.03)
        self.assertAlmostEqual(found[4].end, 0.8 - 0.1 + 0.4)

    def test_phrases_end_at_pauses(self) -> None:
        words = [word("a", 0, 0.4), word("b", 0.45, 0.8), word("c", 1.5, 2.0), word("d", 2.2, 5.0), word("e", 5.2, 5.9)]
        self.assertEqual([[w.text for w in part] for part in phrases_of(words)], [["a", "b"], ["c", "d"], ["e"]])

    def test_the_installed_model_aligns_all_words(self) -> None:
        aligner = load_aligner()
        if find_spec("pocketsphinx") is None:
            self.assertIsNone(aligner)
        else:
            self.assertIsNotNone(aligner)
            words = [word("it's", 0.5, 0.6), word("done", 0.6, 0.7)]
            self.assertEqual(len(cast(Aligner, aligner).refine(words, TRACK, "en")), 2)

import unittest
from itertools import pairwise

from speech.timing.overlap import merge_speakers
from speech.timing.words import TimedWord


def channel(*phrases: tuple[str, float, float]) -> list[TimedWord]:
    words: list[TimedWord] = []
    for text, start, end in phrases:
        parts = text.split()
        each = (end - start) / len(parts)
        words += [TimedWord(part, True, start + i * each, start + (i + 1) * each, 0.9) for i, part in enumerate(parts)]
    return words


class MergeSpeakers(unittest.TestCase):
    def check(self, words: list[TimedWord], text: str) -> None:
        self.assertEqual(" ".join(word.text for word in words), text)
        for word, following in pairwise(words):
            self.assertLess(word.start, word.end)
            self.assertLessEqual(word.end, following.start + 1e-6)

    def test_speakers_in_turns_keep_their_times(self) -> None:
        left, right = channel(("one two three.", 0, 1.5), ("six.", 4, 4.5)), channel(("four five.", 2, 3))
        words = merge_speakers([left, right])
        self.check(words, "one two three. four five. six.")
        self.assertEqual([round(word.start, 6) for word in words], [0, 0.5, 1.0, 2, 2.5, 4])
        self.assertEqual(round(words[-1].end, 6), 4.5)

    def test_simultaneous_phrases_stay_whole_and_share_the_time(self) -> None:
        words = merge_speakers([channel(("one two three four.", 0, 4), ("seven.", 6, 7)), channel(("five six.", 1, 3))])
        self.check(words, "one two three four. five six. seven.")
        self.assertEqual(words[0].start, 0)
        self.assertLessEqual(words[5].end, 4 + 1e-6)
        self.assertEqual((words[6].start, words[6].end), (6, 7))

    def test_a_phrase_on_both_channels_appears_once(self) -> None:
        loud = channel(("one two three.", 0, 2))
        faint = [TimedWord(w.text, True, w.start + 0.1, w.end + 0.1, 0.4) for w in loud]
        self.check(merge_speakers([faint + channel(("four.", 3, 4)), loud]), "one two three. four.")

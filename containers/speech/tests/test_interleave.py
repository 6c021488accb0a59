import unittest

from interleave import interleaved
from word_times import TimedWord


def side(*phrases: tuple[str, float, float]) -> list[TimedWord]:
    words = []
    for text, start, end in phrases:
        parts = text.split()
        each = (end - start) / len(parts)
        words += [TimedWord(part, True, start + i * each, start + (i + 1) * each, 0.9) for i, part in enumerate(parts)]
    return words


class Interleaving(unittest.TestCase):
    def check(self, words: list[TimedWord], text: str) -> None:
        self.assertEqual(" ".join(word.text for word in words), text)
        for word, following in zip(words, words[1:]):
            self.assertLess(word.start, word.end)
            self.assertLessEqual(word.end, following.start + 1e-6)

    def test_in_turns_no_time_is_moved(self):
        left, right = side(("one two three.", 0, 1.5), ("six.", 4, 4.5)), side(("four five.", 2, 3))
        words = interleaved([left, right])
        self.check(words, "one two three. four five. six.")
        self.assertEqual([round(word.start, 6) for word in words], [0, 0.5, 1.0, 2, 2.5, 4])
        self.assertEqual(round(words[-1].end, 6), 4.5)

    def test_phrases_said_at_once_stay_whole_and_share_the_time(self):
        words = interleaved([side(("one two three four.", 0, 4), ("seven.", 6, 7)), side(("five six.", 1, 3))])
        self.check(words, "one two three four. five six. seven.")
        self.assertEqual(words[0].start, 0)
        self.assertLessEqual(words[5].end, 4 + 1e-6)
        self.assertEqual((words[6].start, words[6].end), (6, 7))

    def test_what_both_sides_hear_is_said_once(self):
        heard = side(("one two three.", 0, 2))
        faint = [TimedWord(w.text, True, w.start + 0.1, w.end + 0.1, 0.4) for w in heard]
        self.check(interleaved([faint + side(("four.", 3, 4)), heard]), "one two three. four.")


if __name__ == "__main__":
    unittest.main()

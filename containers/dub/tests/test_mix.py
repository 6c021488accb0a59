"""Sentences are added to the background at their samples."""

import unittest
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.mix import Clip, mix
from dub.stretch import stretch_arguments


def clip(start: int, values: list[float], gain_db: float = 0.0) -> Clip:
    """Returns a clip with the given samples."""
    return Clip(start, gain_db, lambda: numpy.array(values, numpy.float32))


def silence(*lengths: int) -> list[Audio]:
    """Returns pieces of silence."""
    return [numpy.zeros((length, 2), numpy.float32) for length in lengths]


class Mix(unittest.TestCase):
    def mixed(self, pieces: list[Audio], *clips: Clip) -> list[float]:
        """Returns the samples of the left channel; the right one is the same."""
        result = numpy.concatenate(list(mix(pieces, list(clips))))
        numpy.testing.assert_array_equal(result[:, 0], result[:, 1])
        return [round(float(sample), 3) for sample in result[:, 0]]

    def test_adds_clips_across_pieces(self) -> None:
        samples = self.mixed(silence(3, 3, 3), clip(2, [1, 2, 3, 4]), clip(7, [5]))
        self.assertEqual(samples, [0, 0, 1, 2, 3, 4, 0, 5, 0])

    def test_keeps_the_background(self) -> None:
        background = [numpy.full((2, 2), 0.25, numpy.float32)]
        self.assertEqual(self.mixed(background, clip(1, [0.5])), [0.25, 0.75])
        self.assertEqual(background[0][1, 0], 0.25)

    def test_applies_the_gain(self) -> None:
        self.assertEqual(self.mixed(silence(1), clip(0, [0.1], 20)), [1])

    def test_ends_with_the_background(self) -> None:
        self.assertEqual(self.mixed(silence(2), clip(1, [1, 1, 1]), clip(9, [1])), [0, 1])


class StretchArguments(unittest.TestCase):
    def test_keeps_formants_and_leaves_out_what_changes_nothing(self) -> None:
        fast = stretch_arguments(Path("a.wav"), Path("b.wav"), 1.25, 44_100)
        self.assertIn("rubberband=tempo=1.250000:formant=preserved:pitchq=quality,aresample=44100", fast)
        same = stretch_arguments(Path("a.wav"), Path("b.wav"), 1, 44_100)
        self.assertIn("aresample=44100", same)


if __name__ == "__main__":
    unittest.main()

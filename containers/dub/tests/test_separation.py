"""The tracks of a separation add up to the source, whatever its length."""

import unittest

import numpy

from dub.arrays import Audio
from dub.separation import FRAMES, HOP, Separator, inverse, transform


class Half:
    """A network that gives every bin the same magnitude."""

    def run(self, _: None, inputs: dict[str, Audio]) -> list[Audio]:
        return [inputs["magnitudes"] * 0 + 1]


def separator() -> Separator:
    """Returns a separator whose networks share the sound equally."""
    result = Separator.__new__(Separator)
    result._networks = [Half(), Half()]
    return result


def noise(samples: int) -> Audio:
    """Returns stereo noise."""
    return numpy.random.default_rng(7).uniform(-0.5, 0.5, (samples, 2)).astype(numpy.float32)


class Transform(unittest.TestCase):
    def test_is_inverted(self) -> None:
        signal = noise(FRAMES * HOP)[:, 0]
        self.assertLess(float(numpy.abs(inverse(transform(signal), len(signal)) - signal).max()), 1e-4)


class Separate(unittest.TestCase):
    def test_returns_as_many_samples_as_it_gets(self) -> None:
        for samples in (1, 44_100, FRAMES * HOP + 12_345):
            source = noise(samples)
            pieces = list(separator().separate(source))
            voice = numpy.concatenate([piece.voice for piece in pieces])
            background = numpy.concatenate([piece.background for piece in pieces])
            self.assertEqual(voice.shape, source.shape)
            self.assertLess(float(numpy.abs(voice + background - source).max()), 1e-5)
            self.assertLess(float(numpy.abs(voice - source / 2).max()), 1e-3)

    def test_returns_nothing_for_nothing(self) -> None:
        self.assertEqual(list(separator().separate(noise(0))), [])


if __name__ == "__main__":
    unittest.main()

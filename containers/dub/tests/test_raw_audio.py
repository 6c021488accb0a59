"""Pieces of raw audio are read from its file."""

import tempfile
import unittest
from pathlib import Path

import numpy

from dub.raw_audio import RawAudio


class Raw(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "audio.f32"
        numpy.arange(10, dtype=numpy.float32).tofile(self.path)

    def test_a_span_has_the_samples_of_all_channels(self) -> None:
        audio = RawAudio(self.path, 2)
        self.assertEqual(len(audio), 5)
        self.assertEqual(audio[1:3].tolist(), [[2, 3], [4, 5]])
        self.assertEqual(audio[:].shape, (5, 2))

    def test_mono_has_one_dimension(self) -> None:
        self.assertEqual(RawAudio(self.path, 1)[7:9].tolist(), [7, 8])

    def test_a_span_ends_with_the_file(self) -> None:
        audio = RawAudio(self.path, 2)
        self.assertEqual(audio[4:9].tolist(), [[8, 9]])
        self.assertEqual(audio[7:9].shape, (0, 2))

    def test_an_empty_file_has_no_samples(self) -> None:
        self.path.write_bytes(b"")
        self.assertEqual(RawAudio(self.path, 1)[:].shape, (0,))


if __name__ == "__main__":
    unittest.main()

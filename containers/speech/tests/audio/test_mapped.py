import tempfile
import unittest
from pathlib import Path

import numpy as np

from speech.audio.mapped import release_pages


class ReleasePages(unittest.TestCase):
    def test_released_arrays_read_the_same_again(self) -> None:
        samples = np.arange(-9000, 9000, dtype=np.int16)
        release_pages(samples)
        self.assertEqual(int(samples[-1]), 8999)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "track.s16"
            samples.tofile(path)
            track = np.memmap(path, dtype=np.int16, mode="r", shape=(9000, 2))[:, 0]
            before = track.copy()
            release_pages(track)
            self.assertTrue(np.array_equal(track, before))
            del track

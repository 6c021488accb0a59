import tempfile
import unittest
from pathlib import Path

import numpy as np

from track_memory import let_go


class LetGo(unittest.TestCase):
    def test_a_track_reads_the_same_again_on_disk_or_not(self):
        samples = np.arange(-9000, 9000, dtype=np.int16)
        let_go(samples)
        self.assertEqual(int(samples[-1]), 8999)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "track.s16"
            samples.tofile(path)
            track = np.memmap(path, dtype=np.int16, mode="r", shape=(9000, 2))[:, 0]
            before = track.copy()
            let_go(track)
            self.assertTrue(np.array_equal(track, before))
            del track


if __name__ == "__main__":
    unittest.main()

"""A checkpoint is data: nothing in it is run."""

import pickle
import tempfile
import unittest
import zipfile
from pathlib import Path

import numpy

from dub.checkpoint import read_checkpoint


class Harmful:
    """Runs a command when it is loaded by an ordinary unpickler."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("run",))


class ReadCheckpoint(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "model.ckpt"

    def write(self, content: object) -> None:
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("model/data.pkl", pickle.dumps(content, protocol=2))

    def test_returns_arrays(self) -> None:
        self.write({"weight": numpy.arange(6, dtype=numpy.float32).reshape(2, 3)})
        self.assertEqual(read_checkpoint(self.path)["weight"].tolist(), [[0, 1, 2], [3, 4, 5]])

    def test_rejects_everything_else(self) -> None:
        self.write({"weight": Harmful()})
        with self.assertRaisesRegex(pickle.UnpicklingError, "is not allowed in a checkpoint"):
            read_checkpoint(self.path)


if __name__ == "__main__":
    unittest.main()

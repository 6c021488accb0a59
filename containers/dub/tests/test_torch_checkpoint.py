"""Arrays of a checkpoint are read, and nothing in it is run."""

import pickle
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy

from dub.torch_checkpoint import MAGIC_NUMBER, read_torch_checkpoint


def checkpoint(content: bytes, floats: list[float]) -> bytes:
    """Returns a checkpoint with a pickled content and one storage, `0`."""
    head = [pickle.dumps(one, 2) for one in (MAGIC_NUMBER, 1001, {"little_endian": True})]
    storage = len(floats).to_bytes(8, "little") + numpy.array(floats, "<f4").tobytes()
    return b"".join([*head, content, pickle.dumps(["0"], 2), storage])


# {"model": {"m": tensor of storage 0, offset 1, shape (2, 2), strides (1, 2)}}, as PyTorch pickles it.
TENSOR = (
    b"\x80\x02}X\x05\x00\x00\x00model}X\x01\x00\x00\x00mctorch._utils\n_rebuild_tensor_v2\n("
    b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x05NtQ"
    b"K\x01K\x02K\x02\x86K\x01K\x02\x86\x89}tRss."
)


class ReadTorchCheckpoint(unittest.TestCase):
    def read(self, content: bytes) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "checkpoint.pt"
            path.write_bytes(checkpoint(content, [9, 1, 2, 3, 4]))
            return read_torch_checkpoint(path, "model")

    def test_returns_arrays_with_their_offsets_and_strides(self) -> None:
        self.assertEqual(self.read(TENSOR)["m"].tolist(), [[1, 3], [2, 4]])

    def test_rejects_anything_else(self) -> None:
        with self.assertRaisesRegex(pickle.UnpicklingError, "posix.system is not allowed"):
            self.read(b"\x80\x02cposix\nsystem\nX\x04\x00\x00\x00true\x85R.")
        with self.assertRaisesRegex(pickle.UnpicklingError, "DoubleStorage is not allowed"):
            self.read(TENSOR.replace(b"FloatStorage", b"DoubleStorage"))


if __name__ == "__main__":
    unittest.main()

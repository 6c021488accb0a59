"""Folders of pinned files are complete or absent."""

import hashlib
import tempfile
import unittest
from pathlib import Path

from pinned.failure import FetchFailed
from pinned.files import PinnedFile, assemble, is_complete, verify

CONTENT = b"weights"
FILE = PinnedFile("a.bin", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())


class Assemble(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = Path(folder.name) / "model"

    def assemble(self, content: bytes) -> None:
        def fill(work: Path) -> None:
            (work / FILE.name).write_bytes(content)
            verify(work, [FILE])

        assemble(self.target, 1, lambda folder: is_complete(folder, [FILE]), fill)

    def test_creates_the_folder_once(self) -> None:
        self.assemble(CONTENT)
        self.assemble(b"never used")
        self.assertEqual((self.target / FILE.name).read_bytes(), CONTENT)
        self.assertEqual([path.name for path in self.target.parent.iterdir()], ["model"])

    def test_leaves_nothing_behind_when_a_checksum_is_wrong(self) -> None:
        with self.assertRaises(FetchFailed) as raised:
            self.assemble(b"damaged")
        self.assertEqual(raised.exception.exit_code, 5)
        self.assertEqual(list(self.target.parent.iterdir()), [])

    def test_replaces_an_incomplete_folder(self) -> None:
        self.target.mkdir()
        (self.target / "part").touch()
        self.assemble(CONTENT)
        self.assertEqual([path.name for path in self.target.iterdir()], [FILE.name])

    def test_names_the_space_that_is_missing(self) -> None:
        with self.assertRaisesRegex(FetchFailed, "1000000000 MB"):
            assemble(self.target, 10**15, lambda _: False, lambda _: None)


if __name__ == "__main__":
    unittest.main()

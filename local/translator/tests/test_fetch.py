"""Models are fetched by checksum, compressed or not."""

import functools
import gzip
import hashlib
import tempfile
import threading
import unittest
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pinned.failure import FetchFailed
from pinned.files import PinnedFile
from translator.fetch import fetch_remote, remote_models
from translator.models import pairs_in
from translator.registry import Model, read_registry

CONTENTS = {"model.ende.bin": b"network", "vocab.deen.spm": b"words", "lex.50.50.ende.bin": b"pairs"}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Prints nothing."""


class FetchRemote(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source, self.target = Path(folder.name) / "source", Path(folder.name) / "models"
        (self.source / "ende").mkdir(parents=True)
        for name, content in CONTENTS.items():
            (self.source / "ende" / name).write_bytes(content)
        handler = functools.partial(QuietHandler, directory=str(self.source))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}"
        files = [PinnedFile(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in CONTENTS.items()]
        self.model = Model("en-de", False, "ende", tuple(files))

    def test_fetches_a_model(self) -> None:
        fetch_remote(self.model, self.url, self.target)
        self.assertEqual(pairs_in(self.target), ["en-de"])

    def test_expands_a_compressed_file(self) -> None:
        path = self.source / "ende" / "model.ende.bin"
        path.write_bytes(gzip.compress(path.read_bytes()))
        fetch_remote(self.model, self.url, self.target)
        self.assertEqual((self.target / "en-de" / "model.ende.bin").read_bytes(), b"network")

    def test_keeps_nothing_of_a_model_with_a_wrong_or_missing_file(self) -> None:
        (self.source / "ende" / "vocab.deen.spm").write_bytes(b"other")
        with self.assertRaisesRegex(FetchFailed, "wrong checksum"):
            fetch_remote(self.model, self.url, self.target)
        (self.source / "ende" / "vocab.deen.spm").unlink()
        with self.assertRaisesRegex(FetchFailed, "CAPSTACK_TRANSLATION_MODELS"):
            fetch_remote(self.model, self.url, self.target)
        self.assertEqual(list(self.target.iterdir()), [])


class RemoteModels(unittest.TestCase):
    def test_chooses_both_directions(self) -> None:
        chosen = remote_models(read_registry(), ["de", "pt"])
        self.assertEqual([model.pair for model in chosen], ["en-de", "de-en"])

    def test_names_the_languages_that_have_models(self) -> None:
        with self.assertRaisesRegex(FetchFailed, "No model translates sw.*de, es"):
            remote_models(read_registry(), ["sw"])


if __name__ == "__main__":
    unittest.main()

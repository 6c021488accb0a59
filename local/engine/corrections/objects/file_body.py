"""Object contents that lie in a file, where MiniStack holds them in memory.

Not a bytes: code that has not been taught about it fails instead of storing or hashing nothing.
"""

import base64
import hashlib
import io
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from ministack.services import s3

_CHUNK_BYTES = 1024 * 1024


class Digests:
    """MD5 and the wanted S3 checksums of bytes that come in pieces. Names as S3 writes them: CRC32, SHA256, …"""

    # CRC32C and CRC64NVME exist only as slow whole-body functions in MiniStack; `FileBody.checksum` takes those.
    STREAMED = frozenset(["CRC32", "SHA1", "SHA256"])

    def __init__(self, names: frozenset[str] = frozenset()):
        self._md5 = hashlib.md5(usedforsecurity=False)
        self._crc32 = 0 if "CRC32" in names else None
        self._sha = {name: hashlib.new(name) for name in names & {"SHA1", "SHA256"}}

    def update(self, data) -> None:
        self._md5.update(data)
        if self._crc32 is not None:
            self._crc32 = zlib.crc32(data, self._crc32)
        for digest in self._sha.values():
            digest.update(data)

    def md5(self) -> str:
        return self._md5.hexdigest()

    def checksums(self) -> dict[str, str]:
        found = {name: digest.digest() for name, digest in self._sha.items()}
        if self._crc32 is not None:
            found["CRC32"] = self._crc32.to_bytes(4, "big")
        return {name: base64.b64encode(value).decode() for name, value in found.items()}


class FileBody:
    """`size` bytes of a file from `start`. An owned file is removed when nothing refers to it and nobody took it."""

    def __init__(self, path: Path, start: int = 0, size: int | None = None, owned: bool = False, file=None):
        self.path = path
        # Held open, so that a reader is not disturbed when the object is replaced or deleted.
        self._file = file or io.FileIO(path)
        self.start = start
        self.size = os.fstat(self._file.fileno()).st_size if size is None else size
        self._owned = owned
        self._md5: str | None = None
        self._checksums: dict[str, str] = {}

    def know(self, md5: str, checksums: dict[str, str]) -> None:
        self._md5, self._checksums = md5, dict(checksums)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice) -> "FileBody":
        start, stop, step = part.indices(self.size)
        if step != 1:
            raise ValueError("only contiguous parts of a file")
        return FileBody(self.path, self.start + start, max(0, stop - start), file=self._file)

    def __del__(self) -> None:
        if getattr(self, "_owned", False):
            self.path.unlink(missing_ok=True)

    @property
    def is_whole_file(self) -> bool:
        return self.start == 0 and self.size == os.fstat(self._file.fileno()).st_size

    def chunks(self, chunk_bytes: int = _CHUNK_BYTES) -> Iterator[bytes]:
        position, end = self.start, self.start + self.size
        while position < end:
            chunk = os.pread(self._file.fileno(), min(chunk_bytes, end - position), position)
            if not chunk:
                raise OSError(f"{self.path} is shorter than expected")
            position += len(chunk)
            yield chunk

    def read(self) -> bytes:
        return b"".join(self.chunks())

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        return self.read().decode(encoding, errors)

    def md5(self) -> str:
        if self._md5 is None:
            self._digest(frozenset())
        return self._md5

    def checksum(self, name: str) -> str | None:
        """Base64, or None for an algorithm that S3 does not have."""
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

    def _digest(self, names: frozenset[str]) -> None:
        digests = Digests(names)
        for chunk in self.chunks():
            digests.update(chunk)
        self._md5 = digests.md5()
        self._checksums.update(digests.checksums())

    def append_to(self, descriptor: int) -> None:
        """Copies the bytes to the end of another file, in the kernel where it can."""
        position, left = self.start, self.size
        while left:
            copied = _copy(self._file.fileno(), descriptor, position, left)
            position += copied
            left -= copied

    def move_or_link_to(self, path: Path) -> None:
        """Makes a new file with these bytes: its own one moves, one that others use is linked or copied."""
        if self._owned and self.is_whole_file:
            os.rename(self.path, path)
            self._owned, self.path = False, path
        elif not self.is_whole_file or not _link(self.path, path):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                self.append_to(descriptor)
            finally:
                os.close(descriptor)


_whole_checksum = s3._compute_s3_checksum


def _link(source: Path, target: Path) -> bool:
    """Files of objects are only ever replaced, never changed, so that two objects can share one."""
    try:
        os.link(source, target)
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

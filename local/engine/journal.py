"""An append-only journal in numbered segments: one JSON document per line, written by one system call.

A record survives the death of the process once `append` returns. The device is flushed once a second, so a power
failure can lose up to a second.
"""

import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_FLUSH_SECONDS = 1.0


class Journal:
    """Appends records and reads them back."""

    def __init__(self, folder: Path, compact_bytes: int, on_large: Callable[[], None]) -> None:
        """Opens a new segment. `on_large` is called, from any thread, once it exceeds `compact_bytes`."""
        self._folder = folder
        self._compact_bytes = compact_bytes
        self._on_large = on_large
        self._lock = threading.Lock()
        self._descriptor = -1
        self._bytes = 0
        self._reported = False
        self._dirty = threading.Event()
        numbers = self._numbers()
        self.segment = numbers[-1] if numbers else 0
        # Always a new segment: the last one may end in a torn line, after which nothing can be appended.
        self.rotate()
        threading.Thread(target=self._flush_often, daemon=True, name="journal-flush").start()

    def append(self, record: Any) -> None:
        """Writes one record. Raises OSError when the disk rejects it; the request must then not be acknowledged."""
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            written = os.write(self._descriptor, line)
            if written != len(line):
                # A torn line in the middle would hide every later record from the reader.
                self._open_next()
                raise OSError(f"The disk accepted {written} of {len(line)} bytes of the journal.")
            self._bytes += written
            is_large = self._bytes > self._compact_bytes and not self._reported
            self._reported = self._reported or is_large
        self._dirty.set()
        if is_large:
            self._on_large()

    def rotate(self) -> int:
        """Starts a new segment and returns its number. State that is saved afterwards contains all earlier segments."""
        with self._lock:
            self._open_next()
            return self.segment

    def drop_before(self, segment: int) -> None:
        """Deletes the segments before `segment`."""
        for number in self._numbers():
            if number < segment:
                self._path(number).unlink(missing_ok=True)

    def records(self, first_segment: int) -> Iterator[Any]:
        """Yields all complete records from `first_segment` on, in order. A torn line ends its segment."""
        for number in self._numbers():
            if number < first_segment:
                continue
            with self._path(number).open("rb") as file:
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    try:
                        record = json.loads(line)
                    except ValueError:
                        break
                    yield record

    def _open_next(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self.segment += 1
        self._descriptor = os.open(self._path(self.segment), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._bytes = 0
        self._reported = False

    def _flush_often(self) -> None:
        pause = threading.Event()
        while True:
            self._dirty.wait()
            self._dirty.clear()
            with self._lock:
                copy = os.dup(self._descriptor)
            try:
                os.fsync(copy)
            finally:
                os.close(copy)
            pause.wait(_FLUSH_SECONDS)

    def _numbers(self) -> list[int]:
        return sorted(int(entry.stem) for entry in self._folder.glob("*.jsonl") if entry.stem.isdigit())

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:08d}.jsonl"

"""An append-only journal in numbered segments: one JSON document a line, written in one system call.

What `append` has returned from survives the death of the process. The device is flushed once a second, so a power cut
can lose up to that much.
"""

import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_FLUSH_SECONDS = 1.0


class Journal:
    def __init__(self, folder: Path, compact_bytes: int, on_large: Callable[[], None]):
        """`on_large` is called, from any thread, once the open segment exceeds `compact_bytes`."""
        self._folder = folder
        self._compact_bytes = compact_bytes
        self._on_large = on_large
        self._lock = threading.Lock()
        self._descriptor = -1
        self._bytes = 0
        self._asked = False
        self._dirty = threading.Event()
        numbers = self._numbers()
        self.segment = numbers[-1] if numbers else 0
        # Always a new segment: the last one may end in a torn line, after which nothing may be appended.
        self.rotate()
        threading.Thread(target=self._flush_often, daemon=True, name="journal-flush").start()

    def append(self, record: Any) -> None:
        """Writes one record; raises OSError when the disk refuses it, and then the write must not be acknowledged."""
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            written = os.write(self._descriptor, line)
            if written != len(line):
                # A torn line in the middle would hide every later record from the reader.
                self._open_next()
                raise OSError(f"the journal took {written} of {len(line)} bytes")
            self._bytes += written
            ask = self._bytes > self._compact_bytes and not self._asked
            self._asked = self._asked or ask
        self._dirty.set()
        if ask:
            self._on_large()

    def rotate(self) -> int:
        """Starts a new segment and returns its number: state saved from now on contains all earlier segments."""
        with self._lock:
            self._open_next()
            return self.segment

    def drop_before(self, segment: int) -> None:
        for number in self._numbers():
            if number < segment:
                self._path(number).unlink(missing_ok=True)

    def records(self, first_segment: int) -> Iterator[Any]:
        """All whole records from `first_segment` on, in the order written. A torn line ends its segment."""
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
        self._asked = False

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

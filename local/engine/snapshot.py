"""Saves all control-plane state at once, so that a crash leaves either the complete old state or the complete new one.

`state/<number>/` holds one JSON file per service in MiniStack's format. A folder counts once it contains the file
`complete`, which is written last. Lambda code is stored in `state/lambda-blobs/`, named by content.
"""

import json
import os
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ministack.core import persistence

from engine.shapes import JsonObject

COMPLETE = "complete"
_ATTEMPTS = 20


@dataclass(frozen=True)
class Saved:
    """A completed snapshot."""

    duration_ms: int
    size_bytes: int
    files: int


class Snapshots:
    """Reads and writes numbered snapshots below one folder. `write` must run in the thread that serves requests."""

    def __init__(self, folder: Path) -> None:
        """Finds the latest complete snapshot and deletes the others."""
        self._folder = folder
        self._lock = threading.Lock()
        numbers = [int(entry.name) for entry in folder.iterdir() if entry.name.isdigit()]
        complete = [number for number in numbers if (folder / str(number) / COMPLETE).exists()]
        self.current: int | None = max(complete, default=None)
        self._next = max(numbers, default=0) + 1
        for number in numbers:
            if number != self.current:
                shutil.rmtree(folder / str(number), ignore_errors=True)

    def read(self, service: str) -> JsonObject | None:
        """Returns the saved state of a service, or None. Replaces `persistence.load_state`."""
        if self.current is None:
            return None
        path = self._folder / str(self.current) / f"{service}.json"
        if not path.exists():
            return None
        with path.open() as file:
            payload: JsonObject = json.load(file, object_hook=persistence._json_object_hook)["payload"]
            return payload

    def write(self, states: dict[str, Callable[[], Any]]) -> Saved:
        """Writes the state of every service. When one fails, raises, and the previous snapshot stays valid."""
        with self._lock:
            started = time.monotonic()
            number = self._next
            self._next += 1
            target = self._folder / str(number)
            target.mkdir(mode=0o700)
            try:
                total, files = _write_all(target, states)
            except BaseException:
                shutil.rmtree(target, ignore_errors=True)
                raise
            _sync_folder(target)
            _sync_folder(self._folder)
            previous, self.current = self.current, number
            if previous is not None:
                shutil.rmtree(self._folder / str(previous), ignore_errors=True)
            return Saved(round((time.monotonic() - started) * 1000), total, files)


def _write_all(target: Path, states: dict[str, Callable[[], Any]]) -> tuple[int, int]:
    """Returns the bytes and the files that were written."""
    total = files = 0
    for service, get_state in states.items():
        text = _encoded(service, get_state)
        if text is not None:
            _write_durably(target / f"{service}.json", text)
            total += len(text)
            files += 1
    _write_durably(target / COMPLETE, "")
    return total, files


def _encoded(service: str, get_state: Callable[[], Any]) -> str | None:
    """Encodes a state. Retries when a worker thread changes a dictionary during the iteration."""
    for attempt in range(_ATTEMPTS):
        try:
            state = get_state()
            if state is None:
                return None
            return json.dumps({"payload": state}, default=persistence._json_default)
        except RuntimeError as changed:
            if "changed size" not in str(changed) or attempt == _ATTEMPTS - 1:
                raise
            time.sleep(0.005)
    raise AssertionError(f"The state of {service} was not encoded.")


def _write_durably(path: Path, text: str) -> None:
    with path.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

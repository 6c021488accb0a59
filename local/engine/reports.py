"""The report of what the engine observed: one file per engine, in the folder that the environment names."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from engine.shapes import Json, JsonObject

# Without this variable nothing is written.
FOLDER_VARIABLE = "CAPSTACK_ACCESS_REPORTS"

_sources: dict[str, Callable[[], Json]] = {}


class _Target:
    """The file of the report, if there is one."""

    file: Path | None = None


def install() -> None:
    """Reads the folder from the environment, which functions do not inherit then."""
    folder = os.environ.pop(FOLDER_VARIABLE, None)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        _Target.file = Path(folder) / f"{time.time_ns()}-{os.getpid()}.json"


def include(name: str, source: Callable[[], Json]) -> None:
    """Adds a part of the report."""
    _sources[name] = source


def current() -> JsonObject:
    """Returns the report."""
    return {name: source() for name, source in _sources.items()}


def write() -> None:
    """Writes the report: when something is wrong, and when the engine stops."""
    if _Target.file is not None:
        partial = _Target.file.with_suffix(".partial")
        partial.write_text(json.dumps(current(), indent=1))
        partial.replace(_Target.file)

"""The clock of functions, which faults may set wrong for the execution of one event."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_offset: ContextVar[int] = ContextVar("clock_offset", default=0)


def offset_ms() -> int:
    """Returns by how many milliseconds the clock of the function that is about to run is ahead."""
    return _offset.get()


@contextmanager
def shifted(milliseconds: int) -> Iterator[None]:
    """Sets the clock of the functions that are executed inside."""
    token = _offset.set(milliseconds)
    try:
        yield
    finally:
        _offset.reset(token)

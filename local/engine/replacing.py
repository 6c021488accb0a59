"""Replaces functions of MiniStack by name."""

from types import ModuleType
from typing import Any


class UnknownTarget(Exception):
    """A correction names a function that the installed MiniStack does not have."""


def replace(owner: ModuleType | type, name: str, replacement: Any) -> Any:
    """Replaces `owner.name` and returns the original.

    Works for names that are resolved when they are called: module globals and class attributes. Raises UnknownTarget
    when the name does not exist, because a correction without effect is worse than an engine that does not start.
    """
    if name not in vars(owner):
        raise UnknownTarget(f"{owner.__name__} has no {name}")
    original = vars(owner)[name]
    setattr(owner, name, replacement)
    return original

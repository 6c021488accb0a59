"""How corrections change MiniStack: by naming a function that must exist and giving its replacement."""

from types import ModuleType
from typing import Any


class UnknownTarget(Exception):
    """A correction names something that this MiniStack does not have."""


def replace(owner: ModuleType | type, name: str, replacement: Any) -> Any:
    """Puts `replacement` where `owner.name` was and returns what was there.

    Only works on names looked up at call time, which module globals and class attributes are. Raises UnknownTarget
    when there is nothing to replace: a correction that silently does nothing is worse than a refused start.
    """
    if name not in vars(owner):
        raise UnknownTarget(f"{owner.__name__} has no {name}")
    original = vars(owner)[name]
    setattr(owner, name, replacement)
    return original

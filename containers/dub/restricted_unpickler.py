"""Loads pickles that may only refer to what is allowed: nothing in them is run."""

import pickle
from collections.abc import Mapping
from typing import Any


class RestrictedUnpickler(pickle.Unpickler):
    """Finds classes and functions in a table, by module and name, and nowhere else."""

    def __init__(self, file: Any, allowed: Mapping[tuple[str, str], Any]) -> None:
        super().__init__(file)
        self._allowed = allowed

    def find_class(self, module: str, name: str) -> Any:
        """Returns what the table has. Raises UnpicklingError for anything else."""
        if (module, name) not in self._allowed:
            raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a checkpoint")
        return self._allowed[module, name]

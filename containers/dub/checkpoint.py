"""Reads a checkpoint of arrays without the library that wrote it, and without executing code in it."""

import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

# The functions that pickled arrays refer to, with their names in older and newer versions of numpy.
ALLOWED = {
    ("numpy", "dtype"): numpy.dtype,
    ("numpy", "ndarray"): numpy.ndarray,
    ("collections", "OrderedDict"): dict,
}


def _encode(text: str, encoding: str) -> bytes:
    """Replaces `_codecs.encode`, with which Python 3 stores the bytes of an array."""
    return text.encode(encoding)


class _ArrayUnpickler(pickle.Unpickler):
    """Loads arrays only."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        if name == "_reconstruct" and module in ("numpy.core.multiarray", "numpy._core.multiarray"):
            return numpy._core.multiarray._reconstruct  # type: ignore[attr-defined]
        if (module, name) == ("_codecs", "encode"):
            return _encode
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a checkpoint")


def read_checkpoint(path: Path) -> dict[str, NDArray[numpy.float32]]:
    """Returns the arrays of a checkpoint by name.

    Raises UnpicklingError for anything but arrays.
    """
    with zipfile.ZipFile(path) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
        with archive.open(name) as file:
            arrays: dict[str, NDArray[numpy.float32]] = _ArrayUnpickler(file).load()
    return arrays

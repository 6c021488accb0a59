"""Reads a checkpoint of arrays without the library that wrote it, and without executing code in it."""

import zipfile
from pathlib import Path

import numpy
from numpy.typing import NDArray

from dub.restricted_unpickler import RestrictedUnpickler


def _encode(text: str, encoding: str) -> bytes:
    """Replaces `_codecs.encode`, with which Python 3 stores the bytes of an array."""
    return text.encode(encoding)


_reconstruct = numpy._core.multiarray._reconstruct  # type: ignore[attr-defined]

# The functions that pickled arrays refer to, with their names in older and newer versions of numpy.
ALLOWED = {
    ("numpy", "dtype"): numpy.dtype,
    ("numpy", "ndarray"): numpy.ndarray,
    ("numpy.core.multiarray", "_reconstruct"): _reconstruct,
    ("numpy._core.multiarray", "_reconstruct"): _reconstruct,
    ("collections", "OrderedDict"): dict,
    ("_codecs", "encode"): _encode,
}


def read_checkpoint(path: Path) -> dict[str, NDArray[numpy.float32]]:
    """Returns the arrays of a checkpoint by name.

    Raises UnpicklingError for anything but arrays.
    """
    with zipfile.ZipFile(path) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
        with archive.open(name) as file:
            arrays: dict[str, NDArray[numpy.float32]] = RestrictedUnpickler(file, ALLOWED).load()
    return arrays

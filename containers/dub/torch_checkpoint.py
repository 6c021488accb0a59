"""Reads the arrays of a checkpoint of PyTorch before 1.6, without PyTorch and without running anything in it.

Such a file is a sequence of pickles (magic number, version, system, content, keys of the storages), followed by the
storages: for each, its number of elements in 8 bytes, little-endian, and the elements. Source: torch/serialization.py,
_legacy_save.
"""

import pickle
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy
from numpy.typing import NDArray

from dub.restricted_unpickler import RestrictedUnpickler

MAGIC_NUMBER = 0x1950A86A20F9469CFC6C


class _Tensor(NamedTuple):
    """Where the elements of a tensor are."""

    storage: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def _tensor(storage: str, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object) -> _Tensor:
    return _Tensor(storage, offset, shape, strides)


class _FloatStorage:
    """Stands for `torch.FloatStorage`, which is only named, never made."""


ALLOWED: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch", "FloatStorage"): _FloatStorage,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
}


class _TensorUnpickler(RestrictedUnpickler):
    """Loads tensors of 32-bit floats and nothing else."""

    def persistent_load(self, pid: Any) -> str:
        kind, storage_type, key, *_ = pid
        if kind != "storage" or storage_type is not _FloatStorage:
            raise pickle.UnpicklingError("Only storages of 32-bit floats are allowed in a checkpoint")
        return str(key)


def read_torch_checkpoint(path: Path, field: str) -> dict[str, NDArray[numpy.float32]]:
    """Returns the arrays of the dictionary `field` of a checkpoint by name.

    Raises UnpicklingError for anything but tensors, KeyError for a missing field.
    """
    with path.open("rb") as file:
        magic, _, _, content = (_TensorUnpickler(file, ALLOWED).load() for _ in range(4))
        if magic != MAGIC_NUMBER:
            raise pickle.UnpicklingError(f"{path.name} is not a checkpoint of PyTorch")
        storages = {key: _read_storage(file) for key in _TensorUnpickler(file, ALLOWED).load()}
    return {name: _array(tensor, storages) for name, tensor in content[field].items()}


def _read_storage(file: BinaryIO) -> NDArray[numpy.float32]:
    count = int.from_bytes(file.read(8), "little")
    return numpy.frombuffer(file.read(4 * count), "<f4")


def _array(tensor: _Tensor, storages: dict[str, NDArray[numpy.float32]]) -> NDArray[numpy.float32]:
    values = storages[tensor.storage][tensor.offset :]
    strides = [4 * stride for stride in tensor.strides]
    return numpy.lib.stride_tricks.as_strided(values, tensor.shape, strides, writeable=False).copy()

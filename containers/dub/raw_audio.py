"""Audio in files of raw floats, of which pieces are read: that of an hour has 1.3 GB."""

from pathlib import Path
from typing import Protocol

import numpy

from dub.arrays import Audio

FLOAT_BYTES = 4


class Pieces(Protocol):
    """Audio whose pieces are read by their samples."""

    def __len__(self) -> int:
        """Returns the number of samples."""

    def __getitem__(self, span: slice, /) -> Audio:
        """Returns the samples of a span, as far as they exist."""


class RawAudio:
    """A file of raw floats. It is not mapped: pages that were read would count as memory of the process."""

    def __init__(self, path: Path, channels: int) -> None:
        self._path = path
        self._channels = channels
        self._samples = path.stat().st_size // (FLOAT_BYTES * channels)

    def __len__(self) -> int:
        """Returns the number of samples."""
        return self._samples

    def __getitem__(self, span: slice, /) -> Audio:
        """Returns the samples of a span, as far as they exist: one dimension for mono, else [samples, channels]."""
        start, stop, _ = span.indices(self._samples)
        count, offset = max(0, stop - start) * self._channels, start * self._channels * FLOAT_BYTES
        audio = numpy.fromfile(self._path, numpy.float32, count, offset=offset)
        return audio if self._channels == 1 else audio.reshape(-1, self._channels)

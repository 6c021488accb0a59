"""Tracks lie on disk and are read through memory: what was read counts as the process's until it is let go of."""

import mmap

import numpy as np


def let_go(track: np.ndarray) -> None:
    """Takes what was read of a track on disk out of the process's memory: hours of sound are hundreds of megabytes. What is
    needed again is read again. Nothing happens to an array that is not on disk."""
    source = track
    while source is not None and not isinstance(source, mmap.mmap):
        source = getattr(source, "base", None)
    if source is not None and hasattr(mmap, "MADV_DONTNEED"):
        source.madvise(mmap.MADV_DONTNEED)

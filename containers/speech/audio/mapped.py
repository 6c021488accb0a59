"""Memory-mapped tracks: pages that were read count as memory of the process until they are released."""

import mmap
from typing import Any


def release_pages(track: Any) -> None:
    """Releases the pages of a memory-mapped array, which hold hundreds of megabytes for hours of audio.

    Later reads load the pages again. An array that is not memory-mapped is left alone.
    """
    source = track
    while source is not None and not isinstance(source, mmap.mmap):
        source = getattr(source, "base", None)
    if source is not None and hasattr(mmap, "MADV_DONTNEED"):
        source.madvise(mmap.MADV_DONTNEED)

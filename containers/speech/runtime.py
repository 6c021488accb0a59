"""Thread and allocator settings of the process. Libraries read them once, when they load."""

import ctypes
import os
from collections.abc import Callable

# Names of glibc for the settings of `mallopt` (malloc.h).
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -2, -3, -8
MEBIBYTE = 1 << 20


def configure_process() -> None:
    """Sets up threads and memory. Call it before numpy or the engine is imported."""
    # Threads that wait for each other spin for about 50 µs, then sleep. Without spinning, two idle cores take twice as
    # long (5,000 sleeps and wakes per second of audio). With longer spinning, or the endless spinning of OpenMP's
    # default, recognition is up to five times slower on a busy machine: docs/decisions/0106-speech-threads-spin.md.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    # The spectrogram is too small to gain from threads beside the engine's own.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _keep_freed_blocks()


def _glibc_function(name: str) -> Callable[..., int] | None:
    return getattr(ctypes.CDLL(None), name, None)


def _keep_freed_blocks() -> None:
    """Configures glibc to keep freed blocks instead of returning each to the system.

    The engine allocates and frees blocks of megabytes hundreds of times per second. When the system provides each
    block, it also clears each page: 44 % of the CPU time. All blocks but the largest are therefore kept in one arena,
    and `release_free_memory` returns the free ones from time to time. Without that call, fragmentation grows to 3 GB
    in three hours of audio. musl and macOS have no such setting.
    """
    mallopt = _glibc_function("mallopt")
    if mallopt is None:
        return
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 32 * MEBIBYTE)
    mallopt(M_TRIM_THRESHOLD, 512 * MEBIBYTE)
    mallopt(M_TOP_PAD, 64 * MEBIBYTE)


def release_free_memory() -> None:
    """Returns freed memory to the system, where the C library supports it."""
    trim = _glibc_function("malloc_trim")
    if trim is not None:
        trim(0)


def processor_count() -> int:
    """Returns the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

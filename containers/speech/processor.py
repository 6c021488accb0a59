"""How the processor and the memory are used. To be imported before numpy and the engine: their libraries read this once,
on loading."""

import ctypes
import os

# Threads that wait for each other spin for about 50 µs, then sleep. Asleep at once, two quiet cores take twice as long
# (5,000 sleeps and wakings for a second of sound); spinning for longer, or for ever as OpenMP does by itself, makes
# recognition up to five times slower on a busy machine. Numbers: docs/speech.md.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
# The spectrogram is too small to gain from threads of its own beside the engine's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# glibc's names for what `mallopt` sets (malloc.h).
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -2, -3, -8
MEBIBYTE = 1 << 20


def _of_glibc(name: str):
    return getattr(ctypes.CDLL(None), name, None)


def keep_freed_blocks() -> None:
    """The engine takes and frees blocks of megabytes hundreds of times a second. Fetched from the system each time, their
    pages are cleared each time: 44 % of the processor's time. So they are kept, in one arena, all but the few that are
    larger than most, and what is free is given back at times (`give_back`): kept for ever, in pieces too small for the next
    block of the kind, they came to 3 GB in three hours of sound. Elsewhere (musl, macOS) there is nothing to set."""
    mallopt = _of_glibc("mallopt")
    if mallopt is None:
        return
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 32 * MEBIBYTE)
    mallopt(M_TRIM_THRESHOLD, 512 * MEBIBYTE)
    mallopt(M_TOP_PAD, 64 * MEBIBYTE)


keep_freed_blocks()


def give_back() -> None:
    """Free memory, to the system."""
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        trim(0)


def processor_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""How the processor and the memory are used. To be imported before numpy and the engine: their libraries read this once,
on loading."""

import ctypes
import os

# Threads that wait for each other must sleep, not spin: on a busy machine spinning makes recognition five times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# The spectrogram is too small to gain from threads of its own beside the engine's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# glibc's name for the size from which on a block is given back to the system as soon as it is free.
M_MMAP_THRESHOLD = -3
GIVEN_BACK_BYTES = 1 << 20


def give_back_large_blocks() -> None:
    """glibc raises that size as large blocks are freed and then keeps such blocks, in pieces too small for the next one of
    the kind: three hours of sound came to hold 3 GB. Elsewhere (musl, macOS) there is nothing to set."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, GIVEN_BACK_BYTES)


give_back_large_blocks()


def processor_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""How the processor is used. To be imported before numpy and the engine: their libraries read this once, on loading."""

import os

# Threads that wait for each other must sleep, not spin: on a busy machine spinning makes recognition five times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# The spectrogram is too small to gain from threads of its own beside the engine's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def processor_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
